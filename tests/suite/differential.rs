//! The tolerant reader against the reference reader, and the tokens that inputs for both are put
//! together from. The fuzz targets include this file too.

use kifu::{Arena, Charset, Collection, ParseOptions, Parser};

use crate::choose::Choose;
use crate::reference::{self, Fault, Node};

/// The nodes of a collection, as the reference reader has them.
fn nodes(collection: Collection<'_>) -> Vec<Node> {
    let values = |property: kifu::Property<'_>| {
        property.values().map(|value| value.span().range()).collect()
    };
    let node = |node: kifu::Node<'_>| {
        let start = |node: kifu::Node<'_>| node.span().start();
        let properties =
            node.properties().map(|property| (property.ident().into(), values(property)));
        let parent = node.parent().map(start);
        (node.game_tree().index(), start(node), parent, properties.collect())
    };
    collection.nodes().map(node).collect()
}

fn faults(collection: Collection<'_>) -> Vec<Fault> {
    let fault = |found: &kifu::Diagnostic| {
        (found.span().start(), found.span().end(), found.code(), found.game())
    };
    let mut faults: Vec<Fault> = collection.diagnostics().iter().map(fault).collect();
    assert!(faults.is_sorted_by_key(|&(start, end, ..)| (start, end)), "{faults:?}");
    faults.sort();
    faults
}

/// What the fast reader made of an input, in the words of the reference reader.
pub(crate) fn read(parser: &mut Parser, source: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let arena = Arena::new();
    let collection = parser.read(&arena, source);
    (nodes(collection), faults(collection))
}

/// Both readers have the same nodes with the same properties and values, and the same faults.
pub(crate) fn compare(parser: &mut Parser, source: &[u8]) {
    let (read, expected) = (read(parser, source), reference::read(source));
    let shown = source.escape_ascii();
    assert_eq!(read.1, expected.1, "the faults, read and by the rules, of b\"{shown}\"");
    assert_eq!(read.0, expected.0, "the nodes, read and by the rules, of b\"{shown}\"");
}

/// What inputs are put together from. What stands twice comes twice as often.
const TOKENS: &[&[u8]] = &[
    b"(",
    b"(",
    b"(",
    b"(",
    b")",
    b")",
    b")",
    b")",
    b";",
    b";",
    b";",
    b"[",
    b"[",
    b"]",
    b"]",
    b"]",
    b"\\",
    b":",
    b" ",
    b" ",
    b"\n",
    b"\t",
    b"\r\n",
    b"\x0B",
    b"(;",
    b"(;",
    b"(;",
    b")(",
    b"();",
    b"A",
    b"B",
    b"C",
    b"AB",
    b"GM",
    b"SZ",
    b"FF",
    b"Gm",
    b"gm",
    b"b",
    b"ab",
    b"Black",
    b"P0",
    b"a1",
    b"0",
    b"9x",
    b"GM[1]",
    b"GM[1]",
    b"(;GM[1]",
    b"(;GM[1]",
    b"(;FF[4])",
    b"(;SZ [9]",
    b";B[aa]",
    b";B[aa]",
    b";W[]",
    b"C[x]",
    b"C[x",
    b"C[",
    b"[y]",
    b"x]",
    b"B[aa][bb]",
    b"Cc[z]",
    b"GaMe[1]",
    b"q[1]",
    b"A1[2]",
    b"\\]",
    b"\xEF\xBB\xBF",
    b"\xEF",
    b"\xC3\xA9",
    b"\xE6\xA3",
    b"\xFF",
    b"!",
    b"-",
];

/// A parser that takes every input for UTF-8, as the reference reader does.
pub(crate) fn parser() -> Parser {
    Parser::with_options(ParseOptions::new().charset(Charset::UTF_8))
}

/// One to forty tokens, fewer more often; of all kinds, or of a few.
pub(crate) fn random_tokens(random: &mut impl Choose, source: &mut Vec<u8>) {
    source.clear();
    let few = [(); 6].map(|()| random.below(TOKENS.len()));
    let of_all_kinds = random.below(2) == 0;
    let most = 1 + random.below(40);
    for _ in 0..1 + random.below(most) {
        let token = if of_all_kinds { random.below(TOKENS.len()) } else { few[random.below(6)] };
        source.extend_from_slice(TOKENS[token]);
    }
}
