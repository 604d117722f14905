//! The tolerant reader against the reference reader, and the tokens that inputs for both are put
//! together from. The fuzz targets include this file too.

use kifu::{Arena, Charset, Collection, ParseOptions, Parser, Severity};

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
    let severity = |found: &kifu::Diagnostic| match found.severity() {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let fault = |found: &kifu::Diagnostic| {
        let span = found.span();
        (span.start(), span.end(), found.code().name(), severity(found), found.game())
    };
    let mut faults: Vec<Fault> = collection.diagnostics().iter().map(fault).collect();
    assert!(faults.is_sorted_by_key(|&(start, end, ..)| (start, end)), "{faults:?}");
    faults.sort_unstable();
    faults
}

/// What the fast reader made of an input, in the words of the reference reader.
pub(crate) fn read(parser: &mut Parser, source: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let arena = Arena::new();
    let collection = parser.read(&arena, source);
    (nodes(collection), faults(collection))
}

/// Where the readers differ, in words: in the nodes with their places, properties and raw values,
/// or in the faults with their places, severities and games.
pub(crate) fn difference(parser: &mut Parser, source: &[u8]) -> Option<String> {
    let (read, expected) = (read(parser, source), reference::read(source));
    let what = match (read.0 == expected.0, read.1 == expected.1) {
        (true, true) => return None,
        (false, true) => "the nodes",
        (true, false) => "the faults",
        (false, false) => "the nodes and the faults",
    };
    let mut words = format!("{what} differ in b\"{}\"\n", source.escape_ascii());
    for (name, (nodes, faults)) in [("fast reader", read), ("reference", expected)] {
        words += &format!("{name}\n");
        for (game, start, parent, properties) in nodes {
            words += &format!("  game {game}, node at {start}, parent {parent:?}");
            for (ident, values) in properties {
                words += &format!(" {ident}");
                for value in values {
                    words += &format!("[{}]@{}", source[value.clone()].escape_ascii(), value.start);
                }
            }
            words += "\n";
        }
        for (start, end, code, severity, game) in faults {
            words += &format!("  {start}..{end} {severity} {code}, game {game:?}\n");
        }
    }
    Some(words)
}

/// Both readers read it alike. If not, panics with the smallest input found that shows it.
pub(crate) fn compare(parser: &mut Parser, source: &[u8]) {
    let Some(words) = difference(parser, source) else { return };
    let small = shrink(source.to_vec(), |source| difference(parser, source).is_some());
    // The parser is kept from input to input: a difference may need what came before.
    panic!("{}", difference(parser, &small).unwrap_or(words));
}

/// Strict reading accepts what the reference reader finds only suspicious, and nothing else, and
/// makes the same tree of it.
pub(crate) fn compare_strict(parser: &mut Parser, source: &[u8]) {
    let mut differs = |source: &[u8]| {
        let (expected, faults) = reference::read(source);
        let is_valid = faults.iter().all(|fault| fault.2 == "suspicious-value");
        match parser.parse_bytes(&Arena::new(), source) {
            Ok(collection) => !is_valid || nodes(collection) != expected,
            Err(_) => is_valid,
        }
    };
    if differs(source) {
        let small = shrink(source.to_vec(), &mut differs);
        let (nodes, faults) = reference::read(&small);
        let strict = format!("{:?}", parser.parse_bytes(&Arena::new(), &small).map(self::nodes));
        panic!("b\"{}\": {strict}, not {nodes:?} {faults:?}", small.escape_ascii());
    }
}

/// Leaves pieces out, large ones first, as long as it still fails.
pub(crate) fn shrink(mut source: Vec<u8>, mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut length = source.len();
    while length > 0 {
        let (mut at, before) = (0, source.len());
        while at < source.len() {
            let end = source.len().min(at + length);
            let shorter = [&source[..at], &source[end..]].concat();
            if fails(&shorter) {
                source = shorter;
            } else {
                at += 1;
            }
        }
        // What could not be left out before perhaps can be now.
        if source.len() == before {
            length /= 2;
        }
    }
    source
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
