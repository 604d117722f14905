//! Transform: boards turned and mirrored and colours swapped, against a plain transformation of the
//! nodes, written here by the names alone; and the command.

use kifu::edit::{Reason, Transform};
use kifu::go::Symmetry;
use kifu::values::{BoardSize, Color, Fault, Game, Point, result};
use kifu::{Arena, Collection, OwnedTree, Parser};

use crate::choose::{Choose, Random};
use crate::hostile::on_a_small_stack;
use crate::strip::{Node, Nodes, nodes, records, written};

/// Where a point goes on a board of these sides, by the name of the symmetry.
fn image(name: &str, (x, y): (u16, u16), (columns, rows): (u16, u16)) -> (u16, u16) {
    let (right, bottom) = (columns - 1, rows - 1);
    match name {
        "identity" => (x, y),
        "flip-left-right" => (right - x, y),
        "flip-top-bottom" => (x, bottom - y),
        "rotate-180" => (right - x, bottom - y),
        "flip-diagonal" => (y, x),
        "rotate-left" => (y, right - x),
        "rotate-right" => (bottom - y, x),
        "flip-antidiagonal" => (bottom - y, right - x),
        name => panic!("{name}"),
    }
}

fn is_quarter(name: &str) -> bool {
    ["flip-diagonal", "rotate-left", "rotate-right", "flip-antidiagonal"].contains(&name)
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A naive transformation of one game.
struct Naive<'n> {
    name: &'n str,
    swaps: bool,
    game: u32,
    sides: (u16, u16),
}

/// The games that write points as go does.
const TURNED: [u32; 5] = [1, 2, 4, 18, 20];

const POINTS: &str = "AA AB AE AW CR DD IL KGSDE L M MA RG S SC SE SL SQ TB TR TW VW WV";
const MOVES: &str = "B W EX";
const BLACK: &str = "B AB PB BR BT BL BS BC OB TB GB NB KGSSB";
const WHITE: &str = "W AW PW WR WT WL WS WC OW TW GW NW KGSSW";

fn place(list: &str, ident: &str) -> Option<usize> {
    list.split(' ').position(|it| it == ident)
}

impl Naive<'_> {
    /// Two letters on the turned board. White space counts for nothing, and in go a letter of the other
    /// case is meant where the board has no line of its own for it.
    fn point(&self, text: &str) -> Option<String> {
        let letters: Vec<char> =
            text.chars().filter(|it| !" \t\n\r\x0B\x0C".contains(*it)).collect();
        let [column, row] = *letters else { return None };
        let (columns, rows) = self.sides;
        let line = |letter: char| LETTERS.find(letter).map(|at| at as u16);
        let (mut x, mut y) = (line(column)?, line(row)?);
        if (x >= columns || y >= rows) && self.game == 1 && columns.max(rows) <= 26 {
            (x, y) = (x % 26, y % 26);
        }
        if x >= columns || y >= rows {
            return None;
        }
        let (x, y) = image(self.name, (x, y), self.sides);
        Some(LETTERS[x as usize..][..1].to_owned() + &LETTERS[y as usize..][..1])
    }

    fn played(&self, text: &str) -> Option<String> {
        let compact: String = text.split_whitespace().collect();
        let is_pass = self.game == 1
            && (compact.eq_ignore_ascii_case("pass")
                || compact.eq_ignore_ascii_case("tt") && self.sides.0.min(self.sides.1) <= 19);
        match self.game {
            _ if is_pass || text.is_empty() => None,
            18 if compact.len() == 6 && compact.is_ascii() => {
                let parts = [&compact[..2], &compact[2..4], &compact[4..]].map(|it| self.point(it));
                parts.into_iter().collect()
            }
            18 => None,
            20 => {
                let (from, to) = compact.split_once(':')?;
                Some(self.point(from)? + ":" + &self.point(to)?)
            }
            _ => self.point(text),
        }
    }

    /// The value after the transformation; `None` if it stays.
    fn value(&self, ident: &str, text: &str, colon: Option<usize>) -> Option<String> {
        let parts = colon.map(|at| (&text[..at], &text[at + 1..]));
        let turns = self.name != "identity";
        match ident {
            "AA" if self.game != 18 => None,
            "IL" | "KGSDE" | "RG" | "S" | "TB" | "TW" | "WV" if self.game != 1 => None,
            _ if turns && place(MOVES, ident).is_some() => self.played(text),
            _ if turns && place(POINTS, ident).is_some() => match parts {
                None => self.point(text),
                Some((first, second)) => {
                    let (first, second) = (self.point(first)?, self.point(second)?);
                    let corner = |at: usize, least: bool| {
                        let lines =
                            [&first, &second].map(|it| LETTERS.find(&it[at..][..1]).unwrap());
                        let line =
                            if least { lines[0].min(lines[1]) } else { lines[0].max(lines[1]) };
                        &LETTERS[line..][..1]
                    };
                    let (left, top) = (corner(0, true), corner(1, true));
                    Some(format!("{left}{top}:{}{}", corner(0, false), corner(1, false)))
                }
            },
            "LB" if turns => Some(self.point(parts?.0)? + &text[colon?..]),
            "AR" | "LN" if turns => Some(self.point(parts?.0)? + ":" + &self.point(parts?.1)?),
            "PL" if self.swaps => {
                let word: String = text.split_whitespace().collect();
                let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
                match word.to_lowercase().as_bytes().first().filter(|_| is_word)? {
                    b'b' => Some("W".into()),
                    b'w' => Some("B".into()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn ident(&self, ident: &str) -> String {
        let other = |from: &str, to: &str| {
            place(from, ident).map(|at| to.split(' ').nth(at).unwrap().to_owned())
        };
        let other = other(BLACK, WHITE).or_else(|| other(WHITE, BLACK));
        other.filter(|_| self.swaps).unwrap_or_else(|| ident.to_owned())
    }
}

/// The nodes after the transformation. Komi, results and the like are compared by `check_swapped`.
fn naive(collection: Collection<'_>, name: &str, swaps: bool) -> Nodes {
    let mut transformed = nodes(collection);
    let mut games = collection.game_trees().peekable();
    let mut now = None;
    for (number, (parent, properties)) in transformed.iter_mut().enumerate() {
        if let Some(game) = games.next_if(|game| game.root().id().index() == number) {
            let sides = BoardSize::of(game).map(|size| (size.columns(), size.rows()));
            let (game, is_known) =
                (Game::of(game).number(), sides.is_some_and(|it| it.0.max(it.1) <= 52));
            let name = if is_known { name } else { "identity" };
            let sides = sides.unwrap_or_default();
            now = TURNED.contains(&game).then_some(Naive { name, swaps, game, sides });
        }
        let Some(naive) = &now else { continue };
        for (ident, values) in properties {
            for (text, colon) in values {
                if parent.is_none() && ident == "SZ" && is_quarter(naive.name) {
                    let size = kifu::values::size(&**text, Game::GO).value();
                    if let Some(size) = size.filter(|size| !size.is_square()) {
                        *text = format!("{}:{}", size.rows(), size.columns());
                        *colon = text.find(':');
                    }
                } else if let Some(value) = naive.value(ident, text, *colon) {
                    *colon = colon.map(|_| value.find(':').unwrap());
                    *text = value;
                }
            }
            *ident = naive.ident(ident);
        }
    }
    transformed
}

/// Holds komi, results and judgements of two trees against each other, and makes them the same.
fn settle_swapped(found: &mut [Node], expected: &mut [Node], name: &str) {
    for ((_, found), (_, expected)) in found.iter_mut().zip(expected) {
        for ((ident, found), (other, expected)) in found.iter_mut().zip(expected) {
            if ident != other || !["KM", "GKM", "KI", "V", "RE"].contains(&&**ident) {
                continue;
            }
            for ((new, _), (old, _)) in found.iter().zip(expected.iter()) {
                if ident == "RE" {
                    let read = |text| {
                        let read = result(text).value()?;
                        Some((read.winner(), read.ending(), read.points()))
                    };
                    let other = read(old)
                        .map(|(winner, ending, points)| (winner.map(Color::other), ending, points));
                    assert_eq!(read(new), other, "{name}: {old} became {new}");
                } else {
                    let number = |text| {
                        kifu::values::real(text).value().or(kifu::values::komi(text).value())
                    };
                    let (old_number, new_number) = (number(&**old), number(&**new));
                    assert_eq!(
                        new_number,
                        old_number.map(|it| 0.0 - it),
                        "{name}: {old} became {new}"
                    );
                    assert!(old_number.is_some() || old == new, "{name}");
                }
            }
            *found = expected.clone();
        }
    }
}

/// Games with all kinds of properties on boards of all sizes.
fn made_up(random: &mut Random) -> String {
    const SIZES: [&str; 9] =
        ["", "SZ[9]", "SZ[13:9]", "SZ[9:20]", "SZ[52]", "SZ[27:3]", "SZ[60]", "SZ[x]", "SZ[1]"];
    const LISTS: [&str; 14] =
        ["AB", "AW", "AE", "CR", "DD", "IL", "MA", "SL", "SQ", "TB", "TR", "TW", "VW", "KGSDE"];
    const OTHERS: [&str; 15] = [
        "PL[B]",
        "PL[white]",
        "RE[B+R]",
        "RE[w+3.5]",
        "RE[White resigns]",
        "RE[0]",
        "KM[6.5]",
        "KM[-5]",
        "KM[0]",
        "V[2.5]",
        "PB[Ann]",
        "PW[Bob]BR[1d]",
        "GB[1]",
        "C[Q16 aa]",
        "XY[aa]",
    ];
    let letter = |random: &mut Random| {
        let line = if random.below(9) > 0 { random.below(20) } else { random.below(52) };
        LETTERS[line..][..1].to_owned()
    };
    let point = |random: &mut Random| match random.below(40) {
        0 => String::new(),
        1 => "Q16".into(),
        2 => " b c".into(),
        _ => letter(random) + &letter(random),
    };
    let node = |random: &mut Random| {
        let mut text = String::from(";");
        match random.below(4) {
            0 => text += &format!("B[{}]", point(random)),
            1 => text += &format!("W[{}]", point(random)),
            _ => {}
        }
        let first = random.below(LISTS.len());
        for step in 0..random.below(3) {
            text += LISTS[(first + step) % LISTS.len()];
            for _ in 0..=random.below(3) {
                text += &match random.below(3) {
                    0 => format!("[{}:{}]", point(random), point(random)),
                    _ => format!("[{}]", point(random)),
                };
            }
        }
        match random.below(5) {
            0 => text += &format!("LB[{}:a\\]:b][{}]", point(random), point(random)),
            1 => text += &format!("AR[{}:{}]LN[aa:bb]", point(random), point(random)),
            _ => {}
        }
        text + OTHERS[random.below(OTHERS.len())]
    };
    let mut text =
        String::from("(;GM[") + ["1", "1", "1", "2", "4", "11", "20"][random.below(7)] + "]";
    text += SIZES[random.below(SIZES.len())];
    for _ in 0..random.below(8) {
        text += &node(random);
    }
    if random.below(2) == 0 {
        text += &format!("({})({})", node(random), node(random));
    }
    text + ")(;GM[18];B[aabbcc];W[ x])"
}

fn transform(name: &str, swaps: bool) -> Transform {
    Transform::new(Symmetry::from_name(name).unwrap()).swap_colors(swaps)
}

fn go(text: &str, name: &str) -> String {
    transform(name, false).apply(&OwnedTree::read(text.as_bytes())).tree().to_string()
}

fn swapped(text: &str) -> String {
    transform("identity", true).apply(&OwnedTree::read(text.as_bytes())).tree().to_string()
}

#[test]
fn what_is_written_is_what_a_naive_transformation_gives() {
    let (mut random, mut changed) = (Random::new(5), 0);
    records(made_up, |record, bytes| {
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, bytes);
        // Large records of the corpus once, all others in all ways.
        let ways: Vec<usize> =
            if bytes.len() > 20_000 { vec![random.below(16)] } else { (0..16).collect() };
        for way in ways {
            let (symmetry, swaps) = (Symmetry::ALL[way % 8], way >= 8);
            let name = symmetry.name();
            let transformed = transform(name, swaps).apply(collection);
            let mut found = written(transformed.tree());
            let mut expected = naive(collection, name, swaps);
            if swaps {
                settle_games(collection, &mut found, &mut expected, record);
            }
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found, expected, "{record}: {name}, {swaps}");
            }
            assert_eq!(found.len(), expected.len(), "{record}");
            changed += usize::from(expected != nodes(collection));
        }
    });
    assert!(changed > 1000);
}

/// As [`settle_swapped`], for the games that change.
fn settle_games(collection: Collection<'_>, found: &mut Nodes, expected: &mut Nodes, record: &str) {
    for game in collection.game_trees() {
        if TURNED.contains(&Game::of(game).number()) {
            let start = game.root().id().index();
            let own = start..start + game.nodes().len();
            settle_swapped(&mut found[own.clone()], &mut expected[own], record);
        }
    }
}

#[test]
fn the_symmetries_make_the_group_of_the_square() {
    let size = BoardSize::new(5, 7).unwrap();
    for first in Symmetry::ALL {
        assert_eq!(Symmetry::from_name(first.name()), Some(first));
        assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
        let row = Symmetry::ALL.map(|second| first.then(second));
        for second in Symmetry::ALL {
            assert_eq!(row.iter().filter(|it| **it == second).count(), 1, "once in each row");
            for x in 0..5 {
                for y in 0..7 {
                    let between = first.image(Point::new(x, y), size);
                    let after = second.image(between, first.size(size));
                    assert_eq!(first.then(second).image(Point::new(x, y), size), after);
                }
            }
        }
    }
    let table = |first: &str, second: &str| {
        let by_name = |name| Symmetry::from_name(name).unwrap();
        by_name(first).then(by_name(second)).name()
    };
    assert_eq!(table("rotate-right", "rotate-right"), "rotate-180");
    assert_eq!(table("rotate-right", "rotate-180"), "rotate-left");
    assert_eq!(table("rotate-right", "rotate-left"), "identity");
    assert_eq!(table("flip-left-right", "flip-top-bottom"), "rotate-180");
    assert_eq!(table("flip-left-right", "flip-diagonal"), "rotate-left");
    assert_eq!(table("flip-diagonal", "flip-left-right"), "rotate-right");
    assert_eq!(table("flip-diagonal", "flip-antidiagonal"), "rotate-180");
}

#[test]
fn one_transformation_after_another_is_the_one_that_they_make() {
    let mut random = Random::new(6);
    let ways: Vec<_> =
        (0..16).map(|way| Transform::new(Symmetry::ALL[way % 8]).swap_colors(way >= 8)).collect();
    let oblong = "(;SZ[9:13]AB[aa:cb][dd]KM[6.5];B[im];W[]LB[ci:x:y]TR[ee];B[tt]VW[aa:hl]RE[W+R])";
    let texts = (0..60).map(|_| made_up(&mut random)).chain([oblong.into()]);
    let mut count = 0;
    for text in texts {
        // What is not written in the canonical form is so after the first of them.
        let tree = OwnedTree::read(text.as_bytes());
        let tree = transform("rotate-180", true).apply(&tree);
        let is_square = |game| BoardSize::of(game).is_none_or(BoardSize::is_square);
        let is_value = |it: &kifu::edit::Unchanged| matches!(it.reason(), Reason::Value(_));
        if !tree.tree().game_trees().all(is_square) && tree.unchanged().iter().any(is_value) {
            // What is off such a board, and so stays, may be on it after a quarter turn.
            continue;
        }
        let tree = tree.into_tree();
        count += 1;
        for first in &ways {
            let between = first.apply(&tree);
            for second in &ways {
                let after = second.apply(between.tree()).into_tree();
                assert_eq!(&after, first.then(*second).apply(&tree).tree(), "{text}");
            }
        }
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn colours_swapped_twice_are_as_they_were() {
    let swap = transform("identity", true);
    let mut swapped = 0;
    records(made_up, |name, bytes| {
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, bytes);
        let once = swap.apply(collection).into_tree();
        let twice = swap.apply(&once).into_tree();
        assert_eq!(swap.apply(&twice).tree(), &once, "{name}");
        swapped += usize::from(once != collection);
        // But for words, which are written in the form of the format.
        let (twice, first) = (written(&twice), nodes(collection));
        assert_eq!(twice.len(), first.len());
        for ((_, twice), (_, first)) in twice.iter().zip(&first) {
            for (twice, first) in twice.iter().zip(first) {
                let is_word = ["PL", "RE", "KM", "GKM", "KI", "V"].contains(&&*first.0);
                assert!(twice == first || is_word && twice.0 == first.0, "{name}: {first:?}");
            }
        }
    });
    assert!(swapped > 100);
    let text =
        "(;KM[6.5]RE[B+R]PB[a]PW[b]BR[1d]WT[t]PL[B]V[-3];B[aa]BL[3]OB[2];W[bb]GB[2]TW[aa]AB[cc])";
    let tree = OwnedTree::parse(text).unwrap();
    assert_eq!(swap.apply(swap.apply(&tree).tree()).tree(), &tree);
}

#[test]
fn a_quarter_turn_exchanges_the_sides_of_the_board() {
    assert_eq!(go("(;SZ[9:13];B[aa];W[im])", "rotate-right"), "(;SZ[13:9];B[ma];W[ai])");
    assert_eq!(go("(;SZ[9:13];B[aa];W[im])", "rotate-left"), "(;SZ[13:9];B[ai];W[ma])");
    assert_eq!(go("(;SZ[9:13];B[aa])", "flip-diagonal"), "(;SZ[13:9];B[aa])");
    assert_eq!(go("(;SZ[9:13];B[aa])", "rotate-180"), "(;SZ[9:13];B[im])");
    assert_eq!(go("(;SZ[13x9];B[aa])", "flip-antidiagonal"), "(;SZ[9:13];B[im])");
    assert_eq!(go("(;SZ[19:19];B[aa])", "rotate-right"), "(;SZ[19:19];B[sa])");
    assert_eq!(go("(;SZ[9];B[aa];SZ[9:13])", "rotate-right"), "(;SZ[9];B[ia];SZ[9:13])");
}

#[test]
fn passes_and_empty_values_stay() {
    assert_eq!(go("(;B[tt];W[];DD[]VW[])", "rotate-right"), "(;B[tt];W[];DD[]VW[])");
    assert_eq!(go("(;SZ[20];B[tt];W[])", "rotate-180"), "(;SZ[20];B[aa];W[])");
    assert_eq!(go("(;SZ[9];B[TT];W[pass])", "rotate-180"), "(;SZ[9];B[TT];W[pass])");
}

#[test]
fn rectangles_stay_rectangles_and_labels_keep_their_texts() {
    assert_eq!(go("(;AE[aa:ss]AB[ab:cb][dd])", "rotate-right"), "(;AE[aa:ss]AB[ra:rc][pd])");
    assert_eq!(go("(;AB[cb:ab]AW[aa:aa])", "identity"), "(;AB[cb:ab]AW[aa:aa])");
    assert_eq!(go("(;AB[cb:ab]AW[aa:aa])", "rotate-180"), "(;AB[qr:sr]AW[ss:ss])");
    let labels = r"(;LB[aa:a\]: b][ba:]AR[aa:ab]LN[ab:aa])";
    let turned = r"(;LB[sa:a\]: b][ra:]AR[sa:sb]LN[sb:sa])";
    assert_eq!(go(labels, "flip-left-right"), turned);
}

#[test]
fn boards_of_fifty_two_lines_use_all_letters_and_larger_ones_stay() {
    assert_eq!(go("(;SZ[52];B[aZ];W[zA])", "flip-left-right"), "(;SZ[52];B[ZZ];W[AA])");
    let tree = OwnedTree::parse("(;SZ[53];B[aZ])").unwrap();
    let turned = transform("rotate-180", true).apply(&tree);
    assert_eq!(turned.tree().to_string(), "(;SZ[53];W[aZ])");
    assert_eq!(turned.unchanged()[0].reason(), Reason::Board(BoardSize::new(53, 53)));
}

#[test]
fn what_cannot_be_read_and_other_games_stay_and_are_reported() {
    let text = "(;SZ[9]AB[aa][zz]LB[aa];B[Q16]C[x];W[aa])(;GM[11];B[a1])(;GM[2];B[aa])";
    let transformed = transform("rotate-180", true).apply(&OwnedTree::parse(text).unwrap());
    assert_eq!(
        transformed.tree().to_string(),
        "(;SZ[9]AW[ii][zz]LB[aa];W[Q16]C[x];B[ii])(;GM[11];B[a1])(;GM[2];W[aa])",
    );
    let found: Vec<_> = transformed
        .unchanged()
        .iter()
        .map(|it| (it.node(), it.property(), it.value(), it.reason()))
        .collect();
    assert_eq!(
        found,
        [
            (0, Some(1), Some(1), Reason::Value(Fault::OffBoard)),
            (0, Some(2), Some(0), Reason::Value(Fault::NoColon)),
            (1, Some(0), Some(0), Reason::Value(Fault::NotAMove)),
            (3, None, None, Reason::Game(Game::HEX)),
            (5, None, None, Reason::Board(None)),
        ]
    );
    assert_eq!(swapped("(;GM[2];B[aa])"), "(;GM[2];W[aa])", "no coordinate changes");
    let crowd = "(;AB".to_owned() + &"[x]".repeat(1000) + ")";
    let transformed = transform("rotate-180", false).apply(&OwnedTree::parse(&crowd).unwrap());
    assert_eq!((transformed.unchanged().len(), transformed.unchanged_count()), (100, 1000));
    let identity = Transform::default().apply(&OwnedTree::parse(text).unwrap());
    assert_eq!((identity.tree().to_string().as_str(), identity.unchanged_count()), (text, 0));
}

#[test]
fn results_komi_and_turns_follow_the_colours() {
    for (text, expected) in [
        ("RE[B+R]", "RE[W+R]"),
        ("RE[w + 3.5 ]", "RE[b + 3.5 ]"),
        ("RE[White resigns]", "RE[W+R]"),
        ("RE[白2目半勝ち]", "RE[B+2.5]"),
        ("RE[黑胜1又3/4子]", "RE[W+3.5]"),
        ("RE[Draw]", "RE[Draw]"),
        ("RE[?]", "RE[?]"),
        ("KM[6.5]", "KM[-6.5]"),
        ("KM[-6.50]", "KM[6.50]"),
        ("KM[0]", "KM[0]"),
        ("KM[6目半]", "KM[-6.5]"),
        ("HA[2]", "HA[2]"),
        ("V[+1]", "V[-1]"),
        ("PL[b]", "PL[W]"),
        ("KGSSB[3]KGSSW[4]", "KGSSW[3]KGSSB[4]"),
        ("KO[]WP[x]BW[y]", "KO[]WP[x]BW[y]"),
    ] {
        assert_eq!(swapped(&format!("(;{text})")), format!("(;{expected})"));
    }
    let unread = transform("identity", true)
        .apply(&OwnedTree::parse("(;RE[hm]KM[{{komi}}]PL[1]RU[x])").unwrap());
    assert_eq!(unread.unchanged_count(), 3);
}

#[test]
fn a_part_of_a_tree_is_turned_on_the_board_of_its_root() {
    let tree = OwnedTree::parse("(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))").unwrap();
    let part = tree.root().unwrap().first_child().unwrap().children().nth(1).unwrap();
    let turned = transform("rotate-180", false).apply(part);
    assert_eq!(turned.tree().to_string(), "(;W[gg];B[ff])");
}

#[test]
fn depth_siblings_and_huge_lists_take_linear_time_and_no_stack() {
    let depth = 300_000;
    for source in [
        "(;B[aa]".repeat(depth) + &")".repeat(depth),
        format!("(;{})", "(;B[aa]LB[ab:x])".repeat(100_000)),
        format!("(;SZ[52]AB{}TR{})", "[aa:ZZ]".repeat(300_000), "[aa]".repeat(300_000)),
        format!("(;SZ[52]AB{})", "[Q16]".repeat(300_000)),
    ] {
        on_a_small_stack(move || {
            let arena = Arena::new();
            let collection = kifu::parse(&arena, &source).unwrap();
            let turn = transform("rotate-right", true);
            let back = transform("rotate-left", true);
            let turned = turn.apply(collection);
            // A rectangle is no more text than it was.
            assert_eq!(turned.tree().to_string().len(), collection.to_string().len());
            assert_eq!(back.apply(turned.tree()).tree(), &collection);
            assert!(turned.unchanged().len() <= 100);
        });
    }
}

#[cfg(feature = "cli")]
mod command {
    use std::ffi::OsStr;

    use kifu::go::Symmetry;
    use kifu::{Arena, Charset, Parser, WriteOptions};

    use crate::program::{folder, kifu, kifu_reading};

    #[test]
    fn every_symmetry_of_the_library_has_its_name_and_its_example_is_true() {
        let help = kifu(["transform", "--help"]).out;
        let words: Vec<_> = help.split_whitespace().collect();
        let help = words.join(" ");
        for symmetry in Symmetry::ALL {
            let option = format!("--symmetry={}", symmetry.name());
            let run = kifu_reading(["transform", &option], b"(;B[qd])");
            let point =
                run.out.trim_end().trim_start_matches("(;CA[UTF-8]B[").trim_end_matches("])");
            assert_eq!((run.status, point.len()), (0, 2), "{}", run.out);
            let (_, said) = help.split_once(&format!("- {}: ", symmetry.name())).unwrap();
            let said = said.split(" - ").next().unwrap();
            let said = said.split(" --").next().unwrap();
            assert!(said.ends_with(&format!(": {point}")) || said == "it stays", "{said}");
            assert_eq!(said == "it stays", point == "qd");
        }
    }

    #[test]
    fn the_command_writes_what_the_library_gives() {
        let mut random = crate::choose::Random::new(8);
        let games: String = (0..50).map(|_| super::made_up(&mut random)).collect();
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, games.as_bytes());
        let form = WriteOptions::new().break_after_games(true).charset(Charset::UTF_8);
        for swap in ["--swap-colours", "--swap-colors"] {
            let arguments = ["transform", "-q", "--symmetry", "rotate-left", swap];
            let run = kifu_reading(arguments, games.as_bytes());
            let transformed = super::transform("rotate-left", true).apply(collection);
            assert_eq!((run.status, run.messages.as_str()), (0, ""));
            assert!(run.out == form.display(transformed.tree()).to_string());
        }
    }

    #[test]
    fn each_game_of_which_something_stays_is_reported_once() {
        let games = "(;SZ[9];B[Q16])\n(;GM[11];B[a1])\n(;B[aa]TR[x][y][z])\n(;B[aa])\n";
        let run = kifu_reading(["transform", "--symmetry=rotate-180"], games.as_bytes());
        assert_eq!(run.status, 0);
        assert_eq!(run.out.lines().count(), 4);
        assert_eq!(
            run.messages.lines().collect::<Vec<_>>(),
            [
                "-:1:11: B[Q16] left as it is: not a move of this game",
                "-:2:1: game not transformed: Hex does not write points as go does",
                "-:3:11: TR[x] left as it is: not a point of this game, and 2 more values of this game",
            ]
        );
        let quiet = kifu_reading(["transform", "-q", "--symmetry=rotate-180"], games.as_bytes());
        assert_eq!((quiet.out, quiet.messages.as_str()), (run.out, ""));
    }

    #[test]
    fn nothing_to_change_is_wrong_usage() {
        let run = kifu_reading(["transform"], b"(;B[aa])");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.contains("--symmetry") && run.messages.contains("--swap-colours"));
    }

    #[test]
    fn a_large_record_is_transformed_in_pieces_on_any_number_of_threads() {
        let record = "(;SZ[9]PB[Ann];B[aa](;W[bb];B[Q16])(;W[cc]LB[aa:x]))\n".repeat(40_000);
        let path = folder("transform-pieces", &[("a.sgfs", record.as_bytes())]);
        let one = "(;CA[UTF-8]SZ[9]PW[Ann];W[ii](;B[hh];W[Q16])(;B[gg]LB[ii:x]))\n";
        let mut messages = Vec::new();
        for jobs in ["-j1", "-j3"] {
            let arguments = ["transform", "--swap-colours", "--symmetry=rotate-180", jobs];
            let run = kifu(arguments.map(OsStr::new).into_iter().chain([path.as_os_str()]));
            assert_eq!(run.status, 0);
            assert!(run.out == one.repeat(40_000), "{jobs}");
            assert_eq!(run.messages.lines().count(), 40_000);
            assert!(
                run.messages.contains(":40000:31: B[Q16] left as it is: "),
                "places are those of the whole"
            );
            messages.push(run.messages);
        }
        assert!(messages[0] == messages[1]);
    }
}
