//! The messages of SGFC, the reference checker of the format: for each that can apply, an input that
//! gets our code for it, and one like it that does not.

use std::collections::BTreeSet;

use kifu::values::CheckCode;
use kifu::{Arena, Parser};

/// What reading finds: the number of the message, our code, an input with it, and one without.
const READING: &[(u8, &str, &[u8], &[u8])] = &[
    (6, "text-before-tree", b"[aa](;B[aa])", b"(;B[aa])"),
    (7, "no-tree", b"no game", b"(;)"),
    (8, "stray-bytes", b"(;B[aa]12;W[bb])", b"(;B[aa] ;W[bb])"),
    (8, "text-after-tree", b"(;B[aa]) bye", b"(;B[aa])\n"),
    (9, "unclosed-tree", b"(;B[aa](;W[bb])", b"(;B[aa](;W[bb]))"),
    (10, "unclosed-value", b"(;C[abc", b"(;C[abc])"),
    (12, "empty-tree", b"(;B[aa]())", b"(;B[aa](;))"),
    (16, "lowercase-ident", b"(;CoPyright[x])", b"(;CP[x])"),
    (20, "property-without-value", b"(;KO;B[aa])", b"(;KO[];B[aa])"),
    (21, "redundant-parens", b"((;B[aa]))", b"(;(;B[aa]))"),
    (28, "duplicate-property", b"(;C[a]C[b])", b"(;C[a];C[b])"),
    (36, "missing-semicolon", b"(SZ[9];B[aa])", b"(;SZ[9];B[aa])"),
    (54, "value-without-property", b"(;[aa];B[bb])", b"(;N[aa];B[bb])"),
    (66, "node-after-variation", b"(;B[aa](;W[bb]);W[cc])", b"(;B[aa](;W[bb])(;W[cc]))"),
    (67, "missing-semicolon", b"(;B[aa](W[bb]))", b"(;B[aa](;W[bb]))"),
    (71, "invalid-encoding", b"(;CA[UTF-8]C[\xC3\xA9\xC3\xA9 \xE9])", b"(;CA[UTF-8]C[\xC3\xA9])"),
    (72, "charset-unknown", b"(;CA[nope];B[aa])", b"(;CA[GBK];B[aa])"),
];

/// Messages about what there is not here, and why.
const WITHOUT_CODE: &[(&str, &[u8])] = &[
    ("its command line, its files and its memory", &[1, 2, 3, 4, 5, 26, 27, 48, 49, 68, 69, 70]),
    ("what it was asked to change, and what it changed", &[29, 34, 57, 64]),
    ("stones on a board", &[39, 58]),
    ("a character set for a whole file, where here each game tree has its own", &[73, 75]),
];

fn codes(input: &[u8]) -> BTreeSet<&'static str> {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, input);
    collection.diagnostics().iter().map(|found| found.code().name()).collect()
}

#[test]
fn each_message_of_sgfc_about_structure_has_an_input_with_our_code_and_one_like_it_without() {
    for &(number, code, bad, good) in READING {
        let found = codes(bad);
        assert!(found.contains(code), "{number}: {}: {found:?}", bad.escape_ascii());
        let found = codes(good);
        assert!(!found.contains(code), "{number}: {}: {found:?}", good.escape_ascii());
    }
}

#[test]
fn each_of_the_75_messages_of_sgfc_has_a_code_or_a_reason_why_not() {
    let read = READING.iter().map(|&(number, ..)| number);
    // For these `value_checks` has the inputs.
    let checked = CheckCode::ALL.iter().map(|code| code.sgfc());
    let with: BTreeSet<u8> = read.chain(checked).collect();
    let without: BTreeSet<u8> =
        WITHOUT_CODE.iter().flat_map(|(_, numbers)| *numbers).copied().collect();
    let both: Vec<_> = with.intersection(&without).collect();
    assert!(both.is_empty(), "{both:?}");
    let all: BTreeSet<u8> = with.union(&without).copied().collect();
    assert_eq!(all, (1..=75).collect());
}
