//! The tolerant reader against the reference reader: inputs put together at random, and each input
//! on which the two ever differed. The fuzz targets include this file too.

use kifu::{Arena, Charset, Collection, ParseOptions, Parser};

use crate::reference::{self, Fault, Node};

/// The nodes of a collection, as the reference reader has them.
fn nodes(collection: Collection<'_>) -> Vec<Node> {
    let node = |node: kifu::Node<'_>| Node {
        parent: node.parent().map(|parent| parent.id().index()),
        start: node.span().start(),
        properties: node
            .properties()
            .map(|property| {
                let values = property.values().map(|value| value.span().range());
                (property.ident().into(), values.collect())
            })
            .collect(),
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

/// Random numbers that are the same in every run: xorshift.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
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
pub(crate) fn random_tokens(random: &mut Random, source: &mut Vec<u8>) {
    source.clear();
    let few = [(); 6].map(|()| random.below(TOKENS.len()));
    let of_all_kinds = random.below(2) == 0;
    let most = 1 + random.below(40);
    for _ in 0..1 + random.below(most) {
        let token = if of_all_kinds { random.below(TOKENS.len()) } else { few[random.below(6)] };
        source.extend_from_slice(TOKENS[token]);
    }
}

/// `KIFU_STRINGS` and `KIFU_SEED` make it longer, and another one.
#[test]
pub(crate) fn random_tokens_are_read_as_the_reference_reader_reads_them() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = number("KIFU_STRINGS").unwrap_or(200_000);
    let mut random = Random(number("KIFU_SEED").unwrap_or(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut parser = parser();
    let mut source = Vec::new();
    for _ in 0..count {
        random_tokens(&mut random, &mut source);
        compare(&mut parser, &source);
    }
}

fn compare_all(sources: &[&[u8]]) {
    sources.iter().for_each(|source| compare(&mut parser(), source));
}

#[test]
fn a_paren_is_found_before_what_was_skipped_in_it() {
    compare_all(&[b"((!(", b"((!)", b"((A(", b"((])", b"(;A[a](!!;GM[1]", b"(;A[a]([x])"]);
}

#[test]
fn an_empty_tree_does_not_heal_a_game_tree() {
    compare_all(&[b"(()(;A[a](;GM[1])))", b"((;A[a])()(;B[b](;GM[1])))", b"((;A[a](;GM[1])))"]);
}

#[test]
fn a_value_without_property_and_end_keeps_its_white_space() {
    compare_all(&[b"(([\t", b"(;[a\n", b"(;[ "]);
}

#[test]
fn a_byte_order_mark_inside_the_input_is_text() {
    let mark = b"\xEF\xBB\xBF";
    compare_all(&[&[b" ", &mark[..], b"(;)"].concat(), &[b"(;)", &mark[..], b"(;)"].concat()]);
    compare_all(&[mark, &mark.repeat(2), &[&mark[..], b"(;)"].concat()]);
}

#[test]
fn a_cut_takes_the_diagnostics_of_its_record_along() {
    compare_all(&[
        b"(;(GM[",
        b"(;A!(;x[1]!;y[2]",
        b"(;A!(;x[1]GM[1])",
        b"(;(;GM[1];x[1](;y[1]!GM[1]",
    ]);
}

#[test]
fn a_duplicate_is_noted_in_the_game_tree_of_its_node() {
    compare_all(&[b"(C[]C[", b"(;A[]A[])(;", b";e[]e[", b"(;A[](;B[]B[])(;SZ[])(;C[]C[]!"]);
}

#[test]
fn a_root_property_whose_value_has_no_end_makes_a_candidate() {
    compare_all(&[b"(;(;GM[", b"(;(;Gm[", b"(;A!(;GM[", b"(;(;FF[1]C[x]FF[", b"(;(()GM["]);
}

#[test]
fn a_name_is_compared_with_those_of_before_a_fault() {
    compare_all(&[b"(;Cx[]C[", b"(;Cx[]!;C[]", b"(;Cx[]!C[])", b"(;C[]A!Cx[]C[]"]);
}

#[test]
fn a_further_value_goes_to_the_last_property_and_not_to_one_that_was_joined() {
    compare_all(&[b"(;C[]A[]C[][", b"(;A[](;GM[]C[]B[]C[][abc", b"(;A[](;GM[])(;B[x][abc"]);
}

#[test]
fn a_paren_without_a_node_is_read_again_with_what_is_in_it() {
    compare_all(&[b"(;(;FF[])((", b"(;(;FF[])()", b"(;A[](;GM[])(B[x])", b"(;A[](;GM[])(!;B[x])"]);
    compare_all(&[b"(;A[](;GM[])(", b"(;A[](;GM[])(;C[abc"]);
}
