//! The checks of values: for each code an input that gets it, and one like it that does not.

use std::collections::BTreeSet;

use kifu::values::{AnyNode, CheckCode, Checker};
use kifu::{Arena, GameTree, OwnedGameTree, OwnedTree, Parser};

/// The code, an input with one finding of it and no other, the text that its span covers, and an
/// input without any finding.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("bad-root-value", "(;SZ[abc])", "abc", "(;SZ[19])"),
    ("bad-root-value", "(;SZ[-12])", "-12", "(;SZ[13:9])"),
    ("bad-root-value", "(;FF[four])", "four", "(;FF[4])"),
    ("bad-root-value", "(;FF[0])", "0", "(;FF[1])"),
    ("bad-root-value", "(;GM[0])", "0", "(;GM[2])"),
    ("bad-root-value", "(;GM[Go])", "Go", "(;GM[1])"),
    ("unreadable-value", "(;W[aa];B[111])", "111", "(;W[aa];B[ab])"),
    ("unreadable-value", "(;B[resign])", "resign", "(;GM[11];B[resign])"),
    ("unreadable-value", "(;AB[dd][p16])", "p16", "(;AB[dd][pd])"),
    ("unreadable-value", "(;PL[1])", "1", "(;PL[B])"),
    ("unreadable-value", "(;ST[4])", "4", "(;ST[3])"),
    ("unreadable-value", "(;PM[3])", "3", "(;PM[2];PM[])"),
    ("unreadable-value", "(;HA[many])", "many", "(;HA[0])"),
    ("unreadable-value", "(;AR[aa:aa])", "aa:aa", "(;AR[aa:ab])"),
    ("unreadable-value", "(;FG[x:y])", "x:y", "(;FG[257:y];FG[])"),
    ("off-board", "(;SZ[9];B[ss])", "ss", "(;SZ[19];B[ss])"),
    ("off-board", "(;SZ[9]TR[aa:jj])", "aa:jj", "(;SZ[9]TR[aa:ii])"),
    ("empty-value", "(;AB[])", "", "(;TB[]TW[])"),
    ("empty-value", "(;PL[])", "", "(;C[.])"),
    ("empty-value", "(;MN[]B[aa])", "", "(;MN[1]B[aa])"),
    ("empty-value", "(;DD[aa][])", "", "(;DD[])"),
    ("missing-second-part", "(;LB[aa])", "aa", "(;LB[aa:])"),
    ("missing-colon", "(;LN[aa])", "aa", "(;LN[aa:bb])"),
    ("several-values", "(;B[cc][dd])", "dd", "(;AB[cc][dd])"),
    ("several-values", "(;C[][text])", "", "(;C[text])"),
    ("repaired-value", "(;B[a a])", "a a", "(;B[aa])"),
    ("repaired-value", "(;KM[6,5])", "6,5", "(;KM[6.5])"),
    ("repaired-value", "(;DT[2016/3/9])", "2016/3/9", "(;DT[2016-03-09])"),
    ("repaired-value", "(;RE[b+r])", "b+r", "(;RE[B+R])"),
    ("repaired-value", "(;PL[white])", "white", "(;PL[W])"),
    ("repaired-value", "(;B[aa]BL[30.])", "30.", "(;B[aa]BL[30.0])"),
    ("repaired-value", "(;B[aa]KO[7.5])", "7.5", "(;B[aa]KO[])"),
    ("repaired-value", "(;GB[3])", "3", "(;GB[2])"),
    ("repaired-value", "(;SZ[19x19])", "19x19", "(;SZ[19])"),
    ("repaired-value", "(;TR[cc:cc])", "cc:cc", "(;TR[cc])"),
    ("repaired-compose", "(;AB[bb:aa])", "bb:aa", "(;AB[aa:bb])"),
    ("missing-second-part", "(;AP[foxwq])", "foxwq", "(;AP[foxwq:1])"),
    ("unreadable-info", "(;DT[yesterday])", "yesterday", "(;DT[1996-05,06])"),
    ("unreadable-info", "(;RE[who knows])", "who knows", "(;RE[?])"),
    ("unreadable-info", "(;TM[forever])", "forever", "(;TM[3600])"),
    ("unreadable-info", "(;KM[{{komi}}])", "{{komi}}", "(;KM[-0.5])"),
    ("square-size", "(;SZ[19:19])", "19:19", "(;SZ[19:18])"),
    ("board-too-large", "(;SZ[60])", "60", "(;GM[11]SZ[60])"),
    ("unknown-version", "(;FF[5])", "5", "(;FF[4])"),
    ("inconsistent-view", "(;VW[aa][])", "", "(;VW[];VW[aa][bb])"),
    ("inconsistent-view", "(;FF[3]VW[aa:bb])", "aa:bb", "(;FF[4]VW[aa:bb])"),
    ("nul-byte", "(;C[a\0b])", "a\0b", "(;C[ab])"),
    ("nul-byte", "(;XY\0[a])(;QQZ[\0])", "\0", "(;C[])"),
    ("point-used-twice", "(;AB[dd]AW[dd])", "dd", "(;AB[dd]TR[dd])"),
    ("point-used-twice", "(;AB[aa:cc][bb])", "bb", "(;AB[aa:cc][dd])"),
    ("point-used-twice", "(;CR[aa]MA[aa])", "aa", "(;CR[aa]LB[aa:A])"),
    ("point-used-twice", "(;TB[aa]TW[aa])", "aa", "(;TB[aa];TW[aa])"),
    ("point-used-twice", "(;LB[aa:1][aa:2])", "aa:2", "(;LB[aa:1][ab:2])"),
    ("point-used-twice", "(;LN[aa:bb][aa:bb])", "aa:bb", "(;LN[aa:bb]AR[aa:bb][bb:aa])"),
    ("point-used-twice", "(;LN[aa:bb][bb:aa])", "bb:aa", "(;LN[aa:bb][bb:ab])"),
    ("point-used-twice", "(;DD[aa][aa])", "aa", "(;DD[aa]VW[aa])"),
    ("root-property-below", "(;SZ[9];SZ[9])", "SZ", "(;SZ[9];N[9])"),
    ("repeated-game-info", "(;PB[a];PW[b])", "PW", "(;(;PB[a])(;PB[b]))"),
    ("setup-with-move", "(;AW[dd]B[cc])", "B", "(;AW[dd];B[cc])"),
    ("setup-with-move", "(;B[cc]PL[W]AW[dd])", "PL", "(;B[cc]TR[dd])"),
    ("two-moves-in-node", "(;B[cc]W[dd])", "W", "(;B[cc];W[dd])"),
    ("contradicting-annotation", "(;GB[1]GW[1])", "GW", "(;GB[1]HO[1])"),
    ("contradicting-annotation", "(;B[aa]DO[]IT[])", "IT", "(;B[aa]DO[];W[ab]IT[])"),
    ("tesuji-with-bad-move", "(;B[aa]TE[1]BM[1])", "BM", "(;B[aa]TE[1];W[bb]BM[1])"),
    ("annotation-without-move", "(;TE[1])", "TE", "(;TE[1]B[aa])"),
    ("annotation-without-move", "(;KO[])", "KO", "(;W[aa]KO[])"),
    ("integer-komi", "(;KI[13])", "KI", "(;KM[6.5])"),
    ("unchecked-game", "(;GM[3];B[e4])", "3", "(;GM[2];B[ee])"),
    ("empty-text", "(;PB[])", "", "(;PB[x])"),
    ("empty-text", "(;DT[])", "", "(;DT[1996])"),
    (
        "overlong-ident",
        concat!(
            "(;",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "A[x])"
        ),
        concat!(
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "ABCDEFGHIJ",
            "A"
        ),
        "(;KGSDE[aa])",
    ),
    ("long-ident", "(;ABC[x])", "ABC", "(;SBKV[50])"),
    ("unknown-property", "(;XX[x])", "XX", "(;US[x])"),
    ("unknown-property", "(;GM[11];TB[a1])", "TB", "(;GM[1];TB[aa])"),
    ("version-mismatch", "(;FF[3]SQ[aa])", "SQ", "(;SQ[aa])"),
    ("version-mismatch", "(;FF[4]CH[1])", "CH", "(;FF[3]CH[1])"),
    ("newer-feature", "(;FF[3]SZ[13:9])", "13:9", "(;FF[4]SZ[13:9])"),
    ("newer-feature", "(;FF[3]SZ[21])", "21", "(;FF[4]SZ[21])"),
    ("newer-feature", "(;FF[3]AB[aa:bb])", "aa:bb", "(;AB[aa:bb])"),
    ("empty-pass", "(;FF[3];B[])", "", "(;FF[3];B[tt])"),
    ("empty-pass", "(;FF[3];B[])", "", "(;FF[4];B[])"),
];

/// The same of what only the pedantic ask for.
const PEDANTIC: &[(&str, &str, &str, &str)] = &[
    ("mixed-versions", "(;FF[4])(;FF[3])", "3", "(;FF[4])(;FF[4])"),
    ("mixed-versions", "(;FF[4])(;SZ[9])", ";", "(;FF[1])(;SZ[9])"),
    ("mixed-games", "(;GM[1])(;GM[2])", "2", "(;GM[1])(;SZ[9])"),
    ("mixed-charsets", "(;CA[UTF-8])(;CA[Latin1])", "Latin1", "(;CA[UTF-8])(;CA[utf-8])"),
    ("move-in-root", "(;B[aa])", "B", "(;SZ[9];B[aa])"),
    ("empty-node", "(;SZ[9];;B[aa])", ";", "(;SZ[9];B[aa])"),
    ("variation-level", "(;SZ[9];B[aa](;W[bb])(;B[cc]))", "B", "(;SZ[9];B[aa](;W[bb])(;W[cc]))"),
    ("several-trees", "(;SZ[9])(;SZ[9])", ";", "(;SZ[9])"),
    ("handicap-differs", "(;HA[3]AB[aa][bb])", "3", "(;HA[2]AB[aa][bb])"),
    ("setup-below-root", "(;SZ[9];B[aa];AW[bb])", "AW", "(;AW[bb];B[aa](;W[cc])(;AW[dd]))"),
    ("same-color-twice", "(;SZ[9];B[aa];B[bb])", "B", "(;SZ[9];B[aa];PL[B];B[bb])"),
];

fn findings(source: &str, pedantic: bool) -> Vec<(&'static str, &str)> {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, source.as_bytes());
    let checked = Checker::new().pedantic(pedantic).check(collection);
    let reported = checked.diagnostics().iter();
    reported.map(|found| (found.code().name(), &source[found.span().range()])).collect()
}

#[test]
fn each_code_has_an_input_that_gets_it_and_one_like_it_that_does_not() {
    let mut covered = BTreeSet::new();
    let cases = CASES.iter().map(|case| (case, false));
    for (&(code, bad, span, good), pedantic) in cases.chain(PEDANTIC.iter().map(|it| (it, true))) {
        covered.insert(code);
        let found = findings(bad, pedantic);
        assert!(found.contains(&(code, span)), "{bad}: {found:?}");
        let found = findings(good, pedantic);
        assert!(found.iter().all(|&(other, _)| other != code), "{good}: {found:?}");
    }
    let all: BTreeSet<_> = CheckCode::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(covered, all);
}

#[test]
fn a_place_has_one_finding() {
    for (_, bad, _, good) in CASES.iter().chain(PEDANTIC) {
        for source in [bad, good] {
            let arena = Arena::new();
            let collection = Parser::new().read(&arena, source.as_bytes());
            let checked = Checker::new().pedantic(true).check(collection);
            let places: Vec<_> = checked.diagnostics().iter().map(|it| it.span()).collect();
            let distinct: BTreeSet<_> = places.iter().map(|it| (it.start(), it.end())).collect();
            assert_eq!(distinct.len(), places.len(), "{source}: {checked:?}");
        }
    }
}

#[test]
fn an_input_of_most_cases_has_that_finding_alone() {
    for &(code, bad, span, _) in CASES {
        if code != "nul-byte" && !bad.contains("HA[3]") {
            assert_eq!(findings(bad, false), [(code, span)], "{bad}");
        }
    }
}

#[test]
fn a_fault_does_not_hide_another_of_its_value() {
    for (source, expected) in [
        ("(;B[a\0a])", [("unreadable-value", "a\0a"), ("nul-byte", "a\0a")]),
        ("(;AB[cc][a\0a])", [("unreadable-value", "a\0a"), ("nul-byte", "a\0a")]),
        ("(;FF[3]AB[bb:aa])", [("repaired-compose", "bb:aa"), ("newer-feature", "bb:aa")]),
        ("(;FF[3]TR[cc:cc])", [("repaired-value", "cc:cc"), ("newer-feature", "cc:cc")]),
    ] {
        assert_eq!(findings(source, false), expected, "{source:?}");
    }
}

#[test]
fn values_of_other_games_are_not_read_by_the_rules_of_go() {
    for source in [
        "(;GM[3];B[e2e4];W[resign];AB[a1:b2][x])",
        "(;GM[11]SZ[14];B[n14];W[swap-pieces])",
        "(;GM[6];B[31hefe];W[double])",
        "(;GM[18];B[djddgd])",
        "(;GM[21];B[x24])",
        "(;GM[27];P0[name]P1[id])",
    ] {
        let found = findings(source, false);
        let strange: Vec<_> = found.iter().filter(|it| it.0 != "unchecked-game").collect();
        assert!(strange.is_empty(), "{source}: {strange:?}");
    }
}

#[test]
fn what_reading_reports_is_not_reported_again() {
    for source in
        ["(;AP[a:1]AP[b:1])", "(;SZ[19]SZ[19])", "(;Black[aa])", "(;P_x[1])", "(;C[a]b]c])"]
    {
        assert_eq!(findings(source, false), [], "{source}");
    }
}

#[test]
fn owned_trees_are_checked_as_borrowed_ones() {
    for (_, bad, _, _) in CASES.iter().chain(PEDANTIC) {
        let Ok(tree) = OwnedTree::parse(bad) else { continue };
        let arena = Arena::new();
        let collection = kifu::parse(&arena, bad).unwrap();
        let owned = remarks(tree.game_trees().map(OwnedGameTree::root));
        assert_eq!(owned, remarks(collection.game_trees().map(GameTree::root)), "{bad}");
    }
}

/// What is found in trees, without the places in the input, which owned trees have not.
fn remarks<'v, N: AnyNode<'v>>(
    roots: impl Iterator<Item = N>,
) -> Vec<(CheckCode, Option<usize>, Option<usize>, String)> {
    let mut remarks = Vec::new();
    Checker::new().pedantic(true).visit(roots, |it| {
        remarks.push((it.code(), it.property(), it.value(), it.to_string()));
    });
    remarks
}

#[test]
fn no_number_of_findings_takes_more_than_is_allowed() {
    let source = format!("({})", ";B[Q16]".repeat(1000));
    let arena = Arena::new();
    let collection = kifu::parse(&arena, &source).unwrap();
    let checked = Checker::new().max_diagnostics(10).check(collection);
    assert_eq!((checked.diagnostics().len(), checked.omitted()), (10, 990));
}

#[test]
fn a_place_of_text_decoded_as_a_whole_is_one_of_the_input() {
    let source: Vec<u8> = "\u{FEFF}(;SZ[abc])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, &source);
    let checked = Checker::new().check(collection);
    assert_eq!(checked.diagnostics()[0].span().range(), 12..18);
}

#[test]
fn facts_of_the_corpus_have_places_inside_their_input() {
    let mut counts = std::collections::BTreeMap::<_, u64>::new();
    let mut files = 0_u64;
    for path in crate::corpus::corpus() {
        let bytes = std::fs::read(&path).unwrap();
        files += 1;
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, &bytes);
        let checked = Checker::new().pedantic(true).check(collection);
        for found in checked.diagnostics() {
            assert!(found.span().end() <= bytes.len(), "{path:?}: {found:?}");
            assert!(collection.node(found.node()).is_some());
            *counts.entry((found.severity(), found.code().name())).or_default() += 1;
        }
    }
    println!("{files} files");
    for ((severity, code), count) in counts {
        println!("{count:9} {severity:7} {code}");
    }
}
