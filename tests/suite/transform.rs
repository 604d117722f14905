//! Transform: boards turned and mirrored and colours swapped, against a plain transformation of the
//! nodes.

use kifu::edit::{Reason, Transform};
use kifu::go::Symmetry;
use kifu::values::{BoardSize, Fault, Game, Point};
use kifu::{Arena, OwnedTree, Parser};

use crate::choose::{Choose, Random};
use crate::hostile::on_a_small_stack;
use crate::naive_transform::{LETTERS, naive, settle_games};
use crate::strip::{nodes, records, written};

/// Games with all kinds of properties on boards of all sizes.
pub(crate) fn made_up(random: &mut Random) -> String {
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

pub(crate) fn transform(name: &str, swaps: bool) -> Transform {
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
