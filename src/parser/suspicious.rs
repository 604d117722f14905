//! Values that may have swallowed the start of a game tree: strictly valid, so nothing more can be
//! said than that they look odd.

use core::ops::Range;

use super::tolerant::note_values;
use crate::diagnostic::Code;
use crate::scratch::Scratch;
use crate::text::is_space;

/// How many parentheses opened a tree.
#[derive(Clone, Copy, Default)]
pub(super) struct Opened {
    pub(super) parens: usize,
    /// Those with a `;` directly behind.
    pub(super) pairs: usize,
}

/// Notes the values that hold `)`, white space, `(;`, given what opened a tree in this part of the
/// input.
///
/// Looking into each value would be dear, so the input is counted first: if all its `(` opened a
/// tree, or all its `(;`, then none stands in a value.
pub(super) fn note(bytes: &[u8], part: Range<usize>, opened: Opened, scratch: &mut Scratch) {
    let part = &bytes[part];
    let parens = || memchr::memchr_iter(b'(', part);
    if parens().count() != opened.parens
        && parens().filter(|at| part.get(at + 1) == Some(&b';')).count() != opened.pairs
    {
        note_values(scratch, Code::SuspiciousValue, |start, end| is_suspicious(&bytes[start..end]));
    }
}

/// Whether `)`, white space, `(;` stands in the value.
fn is_suspicious(value: &[u8]) -> bool {
    memchr::memchr_iter(b'(', value).any(|open| {
        let before = value[..open].iter().rfind(|&&byte| !is_space(byte));
        value.get(open + 1) == Some(&b';') && before == Some(&b')')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
