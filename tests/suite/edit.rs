//! Games turned, with other colours and without parts: against naive changes of their own, over the
//! records of the tests, made-up games and the corpus that `KIFU_CORPUS` names.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use kifu::edit::{Strip, Symmetry, Transform};
use kifu::{OwnedTree, Parser};

use crate::choose::{Choose as _, Random};
use crate::program::{RECORDS, folder, kifu, sample_files};

/// Properties whose values are points, one or a rectangle; others of two points; and labels.
const POINTS: [&str; 14] =
    ["AB", "AE", "AW", "CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW", "B", "W"];
const LINES: [&str; 2] = ["AR", "LN"];

const COLOURS: [(&str, &str); 10] = [
    ("B", "W"),
    ("AB", "AW"),
    ("PB", "PW"),
    ("BR", "WR"),
    ("BT", "WT"),
    ("BL", "WL"),
    ("OB", "OW"),
    ("TB", "TW"),
    ("GB", "GW"),
    ("BS", "WS"),
];

/// A node: its parent, and its properties with the parts of their values.
type Node = (Option<usize>, BTreeMap<String, Vec<Vec<String>>>);

fn nodes(tree: &OwnedTree) -> Vec<Node> {
    let keys: Vec<_> = tree.nodes().map(kifu::OwnedNode::id).collect();
    let number = |node: kifu::OwnedNode<'_>| keys.iter().position(|key| *key == node.id());
    let properties = |node: kifu::OwnedNode<'_>| {
        let parts = |value: kifu::OwnedValue<'_>| match value.compose() {
            Some((first, second)) => vec![first.into_owned(), second.into_owned()],
            None => vec![value.text().to_owned()],
        };
        let property = |it: kifu::OwnedProperty<'_>| {
            (it.ident().to_owned(), it.values().map(parts).collect::<Vec<_>>())
        };
        node.properties().map(property).collect()
    };
    tree.nodes().map(|node| (node.parent().and_then(number), properties(node))).collect()
}

/// The letters of a side, in order.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The image of a point on a board, by a picture of it: the board is filled with names, turned and
/// mirrored by lists of rows, and the name is looked for.
fn image(point: &str, symmetry: Symmetry, (columns, rows): (usize, usize)) -> Option<String> {
    let letter = |number: usize| &LETTERS[number..=number];
    let name = |column: usize, row: usize| format!("{}{}", letter(column), letter(row));
    let mut board: Vec<Vec<String>> =
        (0..rows).map(|row| (0..columns).map(|column| name(column, row)).collect()).collect();
    let transpose = |board: Vec<Vec<String>>| -> Vec<Vec<String>> {
        (0..board[0].len()).map(|at| board.iter().map(|row| row[at].clone()).collect()).collect()
    };
    let mirror = |mut board: Vec<Vec<String>>| {
        board.iter_mut().for_each(|row| row.reverse());
        board
    };
    let flip = |mut board: Vec<Vec<String>>| {
        board.reverse();
        board
    };
    board = match symmetry {
        Symmetry::Rotate90 => mirror(transpose(board)),
        Symmetry::Rotate180 => flip(mirror(board)),
        Symmetry::Rotate270 => flip(transpose(board)),
        Symmetry::FlipHorizontal => mirror(board),
        Symmetry::FlipVertical => flip(board),
        Symmetry::Transpose => transpose(board),
        Symmetry::Transverse => flip(mirror(transpose(board))),
        _ => board,
    };
    let row = board.iter().position(|row| row.iter().any(|it| it == point))?;
    let column = board[row].iter().position(|it| it == point)?;
    Some(name(column, row))
}

/// The naive change of the nodes of a game of go on a board of this size.
fn turned(mut nodes: Vec<Node>, symmetry: Symmetry, size: (usize, usize)) -> Vec<Node> {
    let exchanges = symmetry.exchanges_sides();
    for (_, properties) in &mut nodes {
        for (ident, values) in properties.iter_mut() {
            for value in values {
                let image = |point: &String| image(point, symmetry, size);
                let is_line = LINES.contains(&ident.as_str());
                if ident == "SZ" && exchanges {
                    value.reverse();
                } else if ident == "LB" {
                    value[0] = image(&value[0]).unwrap_or(value[0].clone());
                } else if POINTS.contains(&ident.as_str()) || is_line {
                    let Some(mut images) = value.iter().map(image).collect::<Option<Vec<_>>>()
                    else {
                        continue;
                    };
                    if images.len() == 2 && !is_line {
                        let letters = |at: usize| {
                            let mut both: Vec<usize> = images
                                .iter()
                                .map(|it| LETTERS.find(&it[at..=at]).unwrap())
                                .collect();
                            both.sort_unstable();
                            both
                        };
                        let (columns, rows) = (letters(0), letters(1));
                        let letter = |number: usize| &LETTERS[number..=number];
                        let corner =
                            |at: usize| format!("{}{}", letter(columns[at]), letter(rows[at]));
                        images = vec![corner(0), corner(1)];
                    }
                    *value = images;
                }
            }
        }
    }
    nodes
}

fn game(random: &mut Random) -> String {
    let (columns, rows) = [(19, 19), (9, 9), (13, 9), (52, 3), (1, 1)][random.below(5)];
    let letter = |number: usize| &LETTERS[number..=number];
    let point = |random: &mut Random| {
        format!("{}{}", letter(random.below(columns)), letter(random.below(rows)))
    };
    let size = if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
    let mut text = format!("(;SZ[{size}]KM[6.5]RE[W+R]PB[Ann]PW[Bob]BR[1d]");
    for _ in 0..random.below(12) {
        text.push(';');
        for ident in ["AB", "AW", "TR", "VW"] {
            if random.below(5) == 0 {
                let [a, b] = [point(random), point(random)];
                let corner = |at: usize| {
                    let both = [&a[at..=at], &b[at..=at]].map(|it| LETTERS.find(it).unwrap());
                    [letter(both[0].min(both[1])), letter(both[0].max(both[1]))]
                };
                let ([left, right], [top, bottom]) = (corner(0), corner(1));
                text += &format!("{ident}[{left}{top}:{right}{bottom}][{}]", point(random));
            }
        }
        if random.below(4) == 0 {
            let points = [point(random), point(random), point(random)];
            text += &format!("LB[{}:a:b]AR[{}:{}]C[at aa]", points[0], points[1], points[2]);
        }
        match random.below(5) {
            0 => text += "B[]",
            1 => text += &format!("W[{}]WL[3]OB[2]PL[B]", point(random)),
            _ => text += &format!("B[{}]", point(random)),
        }
    }
    text + ")"
}

#[test]
fn a_turned_game_is_that_of_a_naive_turn() {
    let mut random = Random::new(4);
    for _ in 0..200 {
        let source = game(&mut random);
        let tree = OwnedTree::parse(&source).unwrap();
        let size = kifu::values::BoardSize::of(&tree).unwrap();
        let size = (usize::from(size.columns()), usize::from(size.rows()));
        for symmetry in Symmetry::all() {
            let mut changed = tree.clone();
            let done = Transform::new().symmetry(symmetry).apply(&mut changed);
            assert_eq!((done.unreadable(), done.other_games()), (0, 0), "{source}");
            let expected = turned(nodes(&tree), symmetry, size);
            assert_eq!(nodes(&changed), expected, "{symmetry} {source}");
            // What is written gives the same tree.
            let written = OwnedTree::parse(&changed.to_string()).unwrap();
            assert_eq!(nodes(&written), expected, "{symmetry} {source}");
        }
    }
}

#[test]
fn the_eight_symmetries_compose() {
    let points = [(0, 0), (2, 1), (5, 3)];
    for first in Symmetry::all() {
        for second in Symmetry::all() {
            let both = first.then(second);
            for at in points {
                let turned = if first.exchanges_sides() { (5, 7) } else { (7, 5) };
                let place = second.place(first.place(at, (7, 5)), turned);
                assert_eq!(both.place(at, (7, 5)), place, "{first} {second}");
            }
            let exchanged = first.exchanges_sides() != second.exchanges_sides();
            assert_eq!(both.exchanges_sides(), exchanged);
        }
        assert_eq!(first.then(first.inverse()), Symmetry::Identity);
        assert_eq!(first.as_str().parse(), Ok(first));
        let others = Symmetry::all().map(|second| first.then(second).as_str());
        assert_eq!(others.collect::<std::collections::BTreeSet<_>>().len(), 8, "{first}");
    }
    let mut random = Random::new(5);
    for _ in 0..50 {
        let tree = OwnedTree::parse(&game(&mut random)).unwrap();
        for symmetry in Symmetry::all() {
            let mut back = tree.clone();
            Transform::new().symmetry(symmetry).apply(&mut back);
            Transform::new().symmetry(symmetry.inverse()).apply(&mut back);
            assert_eq!(nodes(&back), nodes(&tree), "{symmetry} {tree}");
        }
    }
}

#[test]
fn colours_exchanged_are_those_of_a_naive_exchange_and_twice_it_is_as_before() {
    let exchange = Transform::new().exchange_colors(true);
    let mut random = Random::new(6);
    for _ in 0..200 {
        let tree = OwnedTree::parse(&game(&mut random)).unwrap();
        let mut changed = tree.clone();
        assert_eq!(exchange.apply(&mut changed).unreadable(), 0, "{tree}");
        let mut expected = nodes(&tree);
        for (_, properties) in &mut expected {
            let other = |ident: &str| {
                let pairs = COLOURS.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
                pairs.into_iter().find(|(a, _)| *a == ident).map_or(ident, |(_, b)| b).to_owned()
            };
            *properties =
                properties.iter().map(|(it, values)| (other(it), values.clone())).collect();
            for (ident, value) in [("RE", "B+R"), ("KM", "-6.5"), ("PL", "W")] {
                if let Some(values) = properties.get_mut(ident) {
                    *values = vec![vec![value.to_owned()]];
                }
            }
        }
        assert_eq!(nodes(&changed), expected, "{tree}");
        exchange.apply(&mut changed);
        assert_eq!(nodes(&changed), nodes(&tree));
    }
}

#[test]
fn what_cannot_be_turned_stays_and_is_counted() {
    let source = "(;SZ[9];B[zz]W[tt]TR[a][aa:zz]LB[?:x])(;GM[2];B[aa])";
    let mut tree = OwnedTree::parse(source).unwrap();
    let done = Transform::new().symmetry(Symmetry::Rotate90).apply(&mut tree);
    assert_eq!((done.unreadable(), done.other_games()), (4, 1));
    assert_eq!(tree.to_string(), source);
    let mut tree = OwnedTree::parse("(;RE[nobody knows]KM[?]PL[?])").unwrap();
    assert_eq!(Transform::new().exchange_colors(true).apply(&mut tree).unreadable(), 3);
}

/// Whether a part leaves out a property, by the lists of the help.
fn is_left_out(part: &str, ident: &str) -> bool {
    let list = match part {
        "comments" => "C N",
        "marks" => "AR CR DD FG LB LN MA PM SL SQ TR VW L M",
        "analysis" => "BM DM DO GB GW HO IT TE UC V LZ LZ2 LZOP LZOP2 KT SBKV BS",
        "times" => "BL WL OB OW LC LT",
        _ => "",
    };
    list.split(' ').any(|name| name == ident)
}

#[test]
fn stripped_games_are_those_of_a_naive_strip() {
    let mut sources: Vec<Vec<u8>> =
        sample_files().iter().map(|path| fs::read(path).unwrap()).collect();
    sources.push(
        b"(;GM[1]KT[x]ZZ[private];B[aa]C[x]N[y]BL[3]TE[1]LZ[x](;W[bb]LB[aa:x])(;W[cc];AB[dd]))"
            .into(),
    );
    if let Some(corpus) = std::env::var_os("KIFU_CORPUS") {
        let files = Path::new(&corpus).join("files");
        for folder in fs::read_dir(files).unwrap() {
            let entries = fs::read_dir(folder.unwrap().path()).into_iter().flatten();
            sources.extend(entries.filter_map(|entry| fs::read(entry.unwrap().path()).ok()));
        }
    }
    let mut parser = Parser::new();
    for source in sources {
        let arena = kifu::Arena::new();
        let tree = parser.read(&arena, &source).to_owned_tree();
        if tree.node_count() > 3_000 {
            continue;
        }
        let before = nodes(&tree);
        for (part, strip) in [
            ("comments", Strip::new().comments(true)),
            ("marks", Strip::new().marks(true)),
            ("analysis", Strip::new().analysis(true)),
            ("times", Strip::new().times(true)),
        ] {
            let mut expected = before.clone();
            for (_, properties) in &mut expected {
                properties.retain(|ident, _| !is_left_out(part, ident));
            }
            let mut stripped = tree.clone();
            strip.apply(&mut stripped);
            assert_eq!(nodes(&stripped), expected, "{part}");
        }
    }
}

#[test]
fn private_properties_and_variations_are_left_out() {
    let source = "(;GM[1]KT[x]ZZ[private]KGSDE[aa];B[aa](;W[bb]LB[aa:x])(;W[cc]))";
    let mut tree = OwnedTree::parse(source).unwrap();
    Strip::new().private(true).apply(&mut tree);
    assert_eq!(tree.to_string(), "(;GM[1];B[aa](;W[bb]LB[aa:x])(;W[cc]))");
    Strip::new().variations(true).apply(&mut tree);
    assert_eq!(tree.to_string(), "(;GM[1];B[aa];W[bb]LB[aa:x])");
}

#[test]
fn the_program_writes_what_the_library_makes() {
    let run = kifu(["transform", "--symmetry=rotate-90", "--swap-colors", RECORDS]);
    assert_eq!(run.status, 0, "{}", run.messages);
    assert!(run.messages.contains("1 game left as it is: it is not go"), "{}", run.messages);
    let back = folder("edit", &[("a.sgfs", run.out.as_bytes())]).join("a.sgfs");
    let arguments = ["transform", "--symmetry=rotate-270", "--swap-colors"].map(OsStr::new);
    let twice = kifu(arguments.into_iter().chain([back.as_os_str()]));
    assert_eq!(twice.out, kifu(["cat", RECORDS]).out);
    let plain = kifu(["strip", "--comments", "--variations", "-j2", RECORDS]);
    let again = kifu(["strip", "--comments", "--variations", "-j1", RECORDS]);
    assert_eq!(plain.out, again.out);
    let stripped = OwnedTree::parse(&plain.out).unwrap();
    assert!(stripped.nodes().all(|node| node.get("C").is_none() && node.children().count() < 2));
    assert_eq!(kifu(["strip", RECORDS]).status, 2);
    assert_eq!(kifu(["transform", "--symmetry=sideways", RECORDS]).status, 2);
}

#[test]
fn large_and_deep_games_are_changed_too() {
    let many = format!("(;SZ[52]{})", "(;B[aZ];W[Za])".repeat(100_000));
    let deep = format!("(;SZ[52]AB[aa:ZZ]{})", ";B[aZ]".repeat(200_000));
    for source in [many, deep] {
        let mut tree = OwnedTree::parse(&source).unwrap();
        let transform = Transform::new().symmetry(Symmetry::Transpose).exchange_colors(true);
        assert_eq!(transform.apply(&mut tree).unreadable(), 0);
        assert!(tree.to_string().contains(";W[Za]"));
        Strip::new().variations(true).comments(true).apply(&mut tree);
        assert!(tree.node_count() > 1);
    }
}
