//! Values that may have swallowed the start of a game tree: strictly valid, so nothing more can be
//! said than that they look odd.

use core::ops::Range;

use crate::diagnostic::Code;
use crate::scratch::Scratch;
use crate::span::{Span, offset};
use crate::text::is_space;

/// Notes the values that hold `)`, white space, `(;`, in this part of the input.
///
/// Looking into each value would be dear, so the input is counted first: if all its `(` opened a
/// tree, or all its `(;`, then none stands in a value.
pub(super) fn note(bytes: &[u8], part: Range<usize>, scratch: &mut Scratch) {
    let part = &bytes[part];
    if memchr::memchr_iter(b'(', part).count() != scratch.opened.parens
        && count_pairs(part) != scratch.opened.pairs
    {
        note_values(scratch, Code::SuspiciousValue, |start, end| is_suspicious(&bytes[start..end]));
    }
}

/// How many `(` have a `;` directly behind.
fn count_pairs(bytes: &[u8]) -> usize {
    let behind = bytes.get(1..).unwrap_or_default();
    // Counted in bytes, as many as a byte can count, so that the compiler makes vector code of it.
    let counts = bytes.chunks(255).zip(behind.chunks(255)).map(|(firsts, seconds)| {
        let pairs = firsts.iter().zip(seconds);
        pairs.fold(0u8, |count, (&a, &b)| count + u8::from((a == b'(') & (b == b';')))
    });
    counts.map(usize::from).sum()
}

/// Notes the values of which `is_odd` says so, given where they stand. (Of a lone move nothing can
/// be said.)
fn note_values(scratch: &mut Scratch, code: Code, is_odd: impl Fn(usize, usize) -> bool) {
    let mut further = scratch.values.rows();
    let nodes = scratch.nodes.rows();
    for (property, index) in scratch.properties.rows().iter().zip(0..) {
        let (own, rest) = further.split_at(property.more as usize);
        further = rest;
        for value in [&property.value].into_iter().chain(own) {
            let (start, end) = (value.start as usize, value.end as usize);
            if is_odd(start, end) {
                let node = nodes.partition_point(|node| node.first_entry() <= index) - 1;
                let game = scratch.games.partition_point(|game| game.root as usize <= node) - 1;
                scratch.diagnostics.push(code, Span::new(start, end), Some(offset(game)));
            }
        }
    }
}

/// Whether `)`, white space, `(;` stands in the value.
pub(super) fn is_suspicious(value: &[u8]) -> bool {
    memchr::memchr_iter(b'(', value).any(|open| {
        let before = value[..open].iter().rfind(|&&byte| !is_space(byte));
        value.get(open + 1) == Some(&b';') && before == Some(&b')')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_wherever_they_stand() {
        for length in 0..600 {
            let bytes: alloc::vec::Vec<u8> =
                b"(;(x);((;".iter().copied().cycle().take(length).collect();
            let pairs = bytes.windows(2).filter(|pair| pair == b"(;").count();
            assert_eq!(count_pairs(&bytes), pairs, "{length}");
            assert_eq!(count_pairs(&b"(;".repeat(length)), length);
        }
    }

    #[test]
    fn only_an_end_and_a_start_of_a_tree_are_suspicious() {
        for value in ["x)(;B[aa", "x)\r\n \t(;", ")(;"] {
            assert!(is_suspicious(value.as_bytes()), "{value}");
        }
        for value in ["", "(;", "(;)", ")(", "a) (b;)", ") x (;", ":-) (-; (;"] {
            assert!(!is_suspicious(value.as_bytes()), "{value}");
        }
    }
}
