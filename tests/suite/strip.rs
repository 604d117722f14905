//! Strip: what is left out of records, against a plain look at their nodes; and the command.

use kifu::edit::Strip;
use kifu::values::{Game, catalogue};
use kifu::{Arena, Collection, OwnedTree, Parser};

use crate::choose::{Choose, Random};
use crate::corpus::corpus;
use crate::hostile::on_a_small_stack;

/// A property: its ident, and the texts of its values with the places of their colons.
pub(crate) type Property = (String, Vec<(String, Option<usize>)>);

/// A node: the number of its parent, and its properties. CA is left out, for what is written says
/// UTF-8.
pub(crate) type Node = (Option<usize>, Vec<Property>);

/// The nodes of a tree.
pub(crate) type Nodes = Vec<Node>;

/// Where the colon of a value stands that divides it.
fn divided(value: kifu::Value<'_>) -> Option<usize> {
    value.compose().map(|(first, _)| first.len())
}

pub(crate) fn nodes(collection: Collection<'_>) -> Nodes {
    let property = |property: kifu::Property<'_>| {
        let values = property.values().map(|value| (value.text().to_owned(), divided(value)));
        (property.ident().to_owned(), values.collect())
    };
    let node = |node: kifu::Node<'_>| {
        let properties = node.properties().map(property).filter(|(ident, _)| ident != "CA");
        (node.parent().map(|parent| parent.id().index()), properties.collect())
    };
    collection.nodes().map(node).collect()
}

/// The nodes of what a tree is written as. It is read tolerantly: names that are odd are kept.
pub(crate) fn written(tree: &OwnedTree) -> Nodes {
    let options = kifu::WriteOptions::new().charset(kifu::Charset::UTF_8).break_after_games(true);
    let text = options.display(tree).to_string();
    let arena = Arena::new();
    nodes(Parser::new().read(&arena, text.as_bytes()))
}

/// Hands each record to `check`: those of the repository, made-up ones, and those of the corpus.
pub(crate) fn records(made_up: fn(&mut Random) -> String, mut check: impl FnMut(&str, &[u8])) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        check(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
    let mut random = Random::new(16);
    for number in 0..200 {
        let text = made_up(&mut random);
        check(&format!("made up {number}: {text}"), text.as_bytes());
    }
    for path in corpus() {
        check(&path.display().to_string(), &std::fs::read(&path).unwrap());
    }
}

/// A few games with nodes of all kinds of properties, and variations.
fn made_up(random: &mut Random) -> String {
    const PROPERTIES: [&str; 24] = [
        "C[a: \\] b]",
        "GC[x]",
        "N[name]",
        "LB[aa:1]",
        "TR[bb][cc]",
        "DD[]",
        "AR[aa:bb]",
        "BL[3.5]",
        "OB[2]",
        "TM[600]",
        "V[1]",
        "BM[1]",
        "LZ[x]",
        "SBKV[50]",
        "KGSDE[aa]",
        "XYZ[q]",
        "B[aa]",
        "W[]",
        "AB[aa:cc]",
        "VW[]",
        "TB[aa]",
        "KM[6.5]",
        "L[aa]",
        "A[x]",
    ];
    let mut text = String::from("(;GM[") + ["1", "6", "11"][random.below(3)] + "]";
    let mut open = 1;
    for _ in 0..random.below(40) {
        match random.below(8) {
            0 => {
                text += "(";
                open += 1;
            }
            1 if open > 1 && text.ends_with(']') => {
                text += ")(";
            }
            _ => {}
        }
        text += ";";
        let first = random.below(PROPERTIES.len());
        for step in 0..random.below(6) {
            text += PROPERTIES[(first + 5 * step) % PROPERTIES.len()];
        }
        if text.ends_with(';') {
            text += "FG[]";
        }
    }
    text + &")".repeat(open)
}

/// What each option leaves out, as a list and a rule of its own.
fn is_left_out(option: usize, ident: &str, game: u32) -> bool {
    let list = |idents: &str| idents.split(' ').any(|it| it == ident);
    match option {
        0 => list("C GC"),
        1 => list("AR CR DD L LB LN M MA SL SQ TR"),
        2 => {
            list("BM DO IT TE DM GB GW UC HO V CH SI EL EX")
                || list("CC KT KTV LZ LZ0 LZ2 LZOP LZOP2 SBKS SBKV")
                || game == 6 && list("A DA GS LU")
        }
        3 => list("BL WL OB OW"),
        4 => !catalogue::all().any(|it| it.ident() == ident && it.versions().next().is_some()),
        _ => false,
    }
}

fn strip(options: usize) -> Strip {
    let has = |option: usize| options & 1 << option != 0;
    Strip::new()
        .comments(has(0))
        .marks(has(1))
        .analysis(has(2))
        .times(has(3))
        .private(has(4))
        .variations(has(5))
}

/// The nodes without what the options leave out.
fn naive(collection: Collection<'_>, options: usize) -> Nodes {
    let mut kept = Vec::new();
    let mut numbers = std::collections::HashMap::new();
    let roots: Vec<_> = collection.game_trees().map(|tree| tree.root().id().index()).collect();
    let mut game = 1;
    for (number, (parent, properties)) in nodes(collection).into_iter().enumerate() {
        if roots.contains(&number) {
            let root = collection.nodes().nth(number).unwrap();
            game = Game::of(root).number();
        }
        // A first child stands just after its parent.
        let is_main = parent.is_none_or(|parent| parent + 1 == number);
        let is_kept = parent.is_none_or(|parent| numbers.contains_key(&parent));
        if options & 32 != 0 && !(is_main && is_kept) {
            continue;
        }
        let is_out =
            |ident: &str| (0..5).any(|it| options & 1 << it != 0 && is_left_out(it, ident, game));
        let left = properties.into_iter().filter(|(ident, _)| !is_out(ident)).collect();
        numbers.insert(number, kept.len());
        kept.push((parent.map(|parent| numbers[&parent]), left));
    }
    kept
}

#[test]
fn what_is_written_is_what_a_plain_look_at_the_nodes_leaves() {
    let (mut random, mut removed) = (Random::new(4), 0);
    records(made_up, |name, bytes| {
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, bytes);
        for options in [1 << random.below(6), random.below(64), 0] {
            let tree = strip(options).apply(collection);
            let expected = naive(collection, options);
            assert!(written(&tree) == expected, "{name}: {options}");
            removed += usize::from(expected != nodes(collection));
        }
        assert_eq!(strip(0).apply(collection), collection, "{name}");
        let owned = collection.to_owned_tree();
        assert_eq!(strip(31).apply(&owned), strip(31).apply(collection), "{name}");
    });
    assert!(removed > 100);
}

#[test]
fn a_node_without_properties_stays_and_only_variations_go() {
    let tree =
        OwnedTree::parse("(;C[x](;B[aa]C[y](;LB[aa:1])(;C[z];W[bb]))(;C[q]))(;C[x])").unwrap();
    let strip = Strip::new().comments(true).marks(true);
    assert_eq!(strip.apply(&tree).to_string(), "(;(;B[aa](;)(;;W[bb]))(;))(;)");
    let main = Strip::new().variations(true).apply(&tree);
    assert_eq!(main.to_string(), "(;C[x];B[aa]C[y];LB[aa:1])(;C[x])");
    let second = tree.root().unwrap().first_child().unwrap().children().nth(1).unwrap();
    assert_eq!(strip.apply(second).to_string(), "(;;W[bb])", "a part of a tree");
}

#[test]
fn a_stripped_tree_can_be_edited_as_any_other() {
    let tree = OwnedTree::parse("(;C[x]B[aa];C[y]W[bb]KM[6]N[z])").unwrap();
    let mut stripped = Strip::new().comments(true).apply(&tree);
    let last = stripped.nodes().last().unwrap().id();
    stripped.set(last, "C", ["new"]).unwrap();
    stripped.set(last, "W", ["cc"]).unwrap();
    let child = stripped.add_child(last).unwrap();
    stripped.set(child, "AB", ["aa", "bb"]).unwrap();
    stripped.compact();
    assert_eq!(stripped.to_string(), "(;B[aa];W[cc]KM[6]N[z]C[new];AB[aa][bb])");
}

#[test]
fn depth_siblings_and_crowded_nodes_take_linear_time_and_no_stack() {
    let depth = 300_000;
    let crowd: String = (0..100_000)
        .map(|number: u32| {
            let letter = |at: u32| char::from(b'A' + (number / 26_u32.pow(at) % 26) as u8);
            format!("X{}{}{}{}[x]", letter(0), letter(1), letter(2), letter(3))
        })
        .collect();
    for source in [
        "(;C[x]".repeat(depth) + &")".repeat(depth),
        format!("(;{})", "(;B[aa]C[x])".repeat(100_000)),
        format!("(;{crowd}C[x]TR{})", "[aa]".repeat(300_000)),
    ] {
        on_a_small_stack(move || {
            let arena = Arena::new();
            let collection = kifu::parse(&arena, &source).unwrap();
            let same = strip(0).apply(collection);
            assert_eq!(same, collection);
            let bare = strip(31).apply(collection);
            assert_eq!(bare.node_count(), collection.nodes().len());
            let has_comment = |node: kifu::OwnedNode<'_>| node.get("C").is_some();
            assert!(!bare.nodes().any(has_comment) && same.nodes().any(has_comment));
            let main = strip(32).apply(collection);
            assert_eq!(main.node_count(), collection.root().unwrap().main_line().count());
        });
    }
}

#[cfg(feature = "cli")]
mod command {
    use std::ffi::OsStr;

    use kifu::{Arena, Charset, Parser, WriteOptions};

    use crate::program::{folder, kifu, kifu_reading};

    const OPTIONS: [&str; 6] =
        ["--comments", "--marks", "--analysis", "--times", "--private", "--variations"];

    #[test]
    fn each_option_leaves_out_what_the_library_does() {
        let mut random = crate::choose::Random::new(7);
        let games: String = (0..50).map(|_| super::made_up(&mut random)).collect();
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, games.as_bytes());
        let form = WriteOptions::new().break_after_games(true).charset(Charset::UTF_8);
        for options in [1, 2, 4, 8, 16, 32, 63] {
            let given = (0..6).filter(|option| options & 1 << option != 0);
            let arguments = ["strip", "-q"].into_iter().chain(given.map(|it| OPTIONS[it]));
            let run = kifu_reading(arguments, games.as_bytes());
            let expected = form.display(&super::strip(options).apply(collection)).to_string();
            assert_eq!((run.status, run.messages.as_str()), (0, ""));
            assert!(run.out == expected, "{options}");
        }
    }

    #[test]
    fn nothing_to_leave_out_is_wrong_usage() {
        let run = kifu_reading(["strip"], b"(;C[x])");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(OPTIONS.iter().all(|option| run.messages.contains(option)), "{}", run.messages);
    }

    #[test]
    fn a_large_record_is_stripped_in_pieces_on_any_number_of_threads() {
        let record = "(;PB[Ann]C[first];B[aa]C[x](;W[bb])(;W[cc];TR[cc]))\n".repeat(40_000);
        let path = folder("strip-pieces", &[("a.sgfs", record.as_bytes())]);
        let one = "(;CA[UTF-8]PB[Ann];B[aa];W[bb])\n";
        for jobs in ["-j1", "-j3"] {
            let arguments = ["strip", "--comments", "--variations", jobs].map(OsStr::new);
            let run = kifu(arguments.into_iter().chain([path.as_os_str()]));
            assert_eq!((run.status, run.messages.as_str()), (0, ""));
            assert!(run.out == one.repeat(40_000), "{jobs}");
        }
    }

    #[test]
    fn games_are_chosen_and_written_to_a_file() {
        let games = "(;PB[Ann]C[x])(;PB[Bob]C[y])";
        let folder = folder("strip-file", &[("in/a.sgf", games.as_bytes())]);
        let (input, output) = (folder.join("in"), folder.join("out.sgfs"));
        let arguments = ["strip", "--comments", "--player=bob", "-o"].map(OsStr::new);
        let run = kifu(arguments.into_iter().chain([output.as_os_str(), input.as_os_str()]));
        assert_eq!((run.status, run.out.as_str()), (0, ""));
        assert_eq!(std::fs::read_to_string(output).unwrap(), "(;CA[UTF-8]PB[Bob])\n");
    }
}
