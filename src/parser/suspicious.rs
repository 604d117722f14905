//! Values that may have swallowed the start of a game tree: strictly valid, so nothing more can be
//! said than that they look odd.

use super::tolerant::note_values;
use crate::diagnostic::Code;
use crate::scratch::Scratch;
use crate::text::is_space;

/// Notes the values that hold `)`, white space, `(;`. `opened` is how many of the parentheses
/// between `start` and `end` opened a tree.
pub(super) fn note(bytes: &[u8], start: usize, end: usize, opened: usize, scratch: &mut Scratch) {
    // In nearly every input each `(` opens a tree, so that no value holds one.
    if memchr::memchr_iter(b'(', &bytes[start..end]).count() == opened {
        return;
    }
    note_values(scratch, Code::SuspiciousValue, |start, end| is_suspicious(&bytes[start..end]));
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
