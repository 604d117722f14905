//! The checks of play: for each code a record that gets it, and one like it that does not.

use std::collections::BTreeSet;

use kifu::go::{PlayChecker, PlayCode};
use kifu::{Arena, OwnedTree, Parser};

/// The code, a record with one finding of it and no other, the text that its span covers, its
/// sentence, and a record without any finding.
const CASES: &[(&str, &str, &str, &str, &str)] = &[
    (
        "move-unreadable",
        "(;SZ[9];B[ee];W[Q16])",
        "Q16",
        "move 2, W: not a move of go",
        "(;SZ[9];B[ee];W[])",
    ),
    (
        "move-off-board",
        "(;SZ[9];B[ee];W[ss])",
        "ss",
        "move 2, W: the point is off the board",
        "(;SZ[19];B[ee];W[ss])",
    ),
    (
        "occupied-point",
        "(;SZ[9];B[ee];W[ed];B[ed])",
        "ed",
        "move 3, B E6: there is a stone on the point",
        "(;SZ[9];B[ee];W[ed];B[ec])",
    ),
    (
        "occupied-point",
        "(;SZ[9];B[ee](;W[ed];B[eb])(;W[ee]))",
        "ee",
        "move 2, W E5: there is a stone on the point",
        "(;SZ[9];B[ee](;W[ed];B[eb])(;W[ed]))",
    ),
    (
        "ko-retaken",
        "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])",
        "bb",
        "move 2, W B2: the ko is retaken at once",
        "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb]KO[])",
    ),
    (
        "suicide",
        "(;SZ[9]AB[ba][ab]AW[ii];W[aa])",
        "aa",
        "move 1, W A9: suicide",
        "(;SZ[9]AB[ba]AW[ii];W[aa])",
    ),
    (
        "suicide",
        "(;SZ[4:2]AB[ca][bb][cb][ab]AW[aa];W[ba])",
        "ba",
        "move 1, W B2: suicide of 2 stones, which the rules forbid",
        "(;RU[NZ]SZ[4:2]AB[ca][bb][cb][ab]AW[aa];W[ba])",
    ),
    (
        "setup-on-stone",
        "(;SZ[9]AB[ee]AW[aa];AW[dd][ee][aa])",
        "AW",
        "AW puts a stone on another, at E5 and 1 more",
        "(;SZ[9]AB[ee]AW[aa];AE[ee];AW[dd][ee])",
    ),
    (
        "handicap-stones",
        "(;SZ[9]HA[3]AB[cc][gg];W[ee])",
        "3",
        "HA says 3 handicap stones, and there are 2",
        "(;SZ[9]HA[2]AB[cc][gg];W[ee])",
    ),
    (
        "handicap-stones",
        "(;SZ[9]HA[2];B[ee];W[cc])",
        "2",
        "HA says 2 handicap stones, and there are 0",
        "(;SZ[9]HA[1];B[ee];W[cc])",
    ),
    (
        "handicap-stones",
        "(;SZ[9]AB[cc][gg];W[ee])",
        "AB",
        "2 black stones are set before White's first move, without HA",
        "(;SZ[9]AB[cc][gg];B[ee])",
    ),
    (
        "move-after-end",
        "(;SZ[9];B[ee];W[];B[];W[aa];B[bb])",
        "aa",
        "move 4, W A9: played after two passes",
        "(;SZ[9];B[ee];W[];B[];W[];B[])",
    ),
    (
        "color-twice",
        "(;SZ[9];B[ee];B[dd])",
        "dd",
        "move 2, B D6: Black made the move before, too",
        "(;SZ[9];B[ee];AW[aa];B[dd])",
    ),
    (
        "result-contradicted",
        "(;SZ[9]RE[B+R];B[ee];W[];B[])",
        "B+R",
        "RE says that a player resigned or lost on time, and the game ends with two passes",
        "(;SZ[9]RE[B+R];B[ee];W[])",
    ),
    (
        "result-contradicted",
        "(;SZ[9]RE[W+Time];B[ee];W[cc];B[dd](;W[bb])(;W[bc]))",
        "",
        "",
        "(;SZ[9]RE[W+Time];B[ee];W[cc])",
    ),
    (
        "result-contradicted",
        "(;SZ[9]RE[W+T];B[ee];W[cc];B[dd])",
        "W+T",
        "RE says that Black lost on time, and Black moved last",
        "(;SZ[9]RE[B+T];B[ee];W[cc];B[dd])",
    ),
];

fn found(source: &str) -> Vec<(PlayCode, String, String)> {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, source.as_bytes());
    let checked = PlayChecker::new().check(collection);
    let found = checked
        .diagnostics()
        .iter()
        .map(|found| (found.code(), source[found.span().range()].to_owned(), found.to_string()));
    found.collect()
}

#[test]
fn every_code_of_play_is_found_where_it_is_and_only_there() {
    for (code, faulty, text, message, clean) in CASES {
        let expected = PlayCode::from_name(code).unwrap();
        let expected =
            (!message.is_empty()).then(|| (expected, (*text).to_owned(), (*message).to_owned()));
        assert_eq!(found(faulty), Vec::from_iter(expected), "{faulty}");
        assert_eq!(found(clean), [], "{clean}");
    }
    let tried: BTreeSet<&str> = CASES.iter().map(|case| case.0).collect();
    let untried = PlayCode::ALL.iter().filter(|code| !tried.contains(code.name()));
    // It is looked for on request, and has an example of its own.
    assert!(untried.eq([&PlayCode::RepeatedPosition]));
}

#[test]
fn handicap_stones_may_be_played() {
    let codes = |source| found(source).into_iter().map(|it| it.0).collect::<Vec<_>>();
    assert_eq!(codes("(;SZ[9]HA[2];B[cc];B[gg];W[ee])"), [PlayCode::ColorTwice]);
}

#[test]
fn records_that_cannot_be_replayed_are_passed_over() {
    for source in ["(;GM[2]SZ[8];B[aa];B[aa])", "(;SZ[60];B[aa];B[aa])", "", "(;GM[x];B[aa])"] {
        assert_eq!(found(source), [], "{source}");
    }
    assert_eq!(found("(;GM[2])(;SZ[9];B[aa];W[aa])").len(), 1);
}

#[test]
fn the_owned_tree_gets_the_same_findings() {
    for (_, source, ..) in CASES {
        let tree = OwnedTree::parse(source).unwrap();
        let mut remarks = Vec::new();
        PlayChecker::new().visit(tree.root().unwrap(), |remark, _| {
            remarks.push((remark.code(), remark.to_string()));
        });
        let borrowed: Vec<_> = found(source).into_iter().map(|it| (it.0, it.2)).collect();
        assert_eq!(remarks, borrowed, "{source}");
    }
}

#[test]
fn a_finding_shows_the_stones_around_its_point() {
    let arena = Arena::new();
    let source = b"(;SZ[9];B[ab];W[ba];B[ab])(;SZ[19]AB[aa:ss];W[jj])";
    let checked = PlayChecker::new().check(Parser::new().read(&arena, source));
    let shown: Vec<_> = checked.diagnostics().iter().map(|it| format!("{it:#}")).collect();
    assert_eq!(
        shown[0],
        "move 3, B A8: there is a stone on the point\n . O . .\n(X). . .\n . . . .\n . . . .\n . . . .\n"
    );
    // The board was full: what is beside the stone has no liberty.
    assert!(
        shown[1].ends_with("\n . . .(O). . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n")
    );
    assert!(shown[2].starts_with("361 black stones"), "{shown:?}");
}
