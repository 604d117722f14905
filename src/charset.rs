//! Bytes to text. For now all text is UTF-8, valid or damaged in places.

use alloc::vec::Vec;
use core::ops::Range;

/// What turns the bytes of a value or an ident into text.
pub(crate) trait Decode<'a> {
    /// The bytes from `start` to `end` as text, if they are text as they stand.
    fn text(&self, start: usize, end: usize) -> Option<&'a str>;
}

/// An input that is UTF-8 as a whole.
impl<'a> Decode<'a> for &'a str {
    #[inline(always)]
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        Some(&self[start..end])
    }
}

/// A part of an input that is UTF-8, and where it starts.
pub(crate) struct Part<'a> {
    pub(crate) start: usize,
    pub(crate) text: &'a str,
}

impl<'a> Decode<'a> for Part<'a> {
    #[inline(always)]
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        Some(&self.text[start - self.start..end - self.start])
    }
}

/// A part of an input that is UTF-8 but for some bytes: the stretches that are, with their
/// offsets in the input.
pub(crate) struct Stretches<'a> {
    valid: Vec<(usize, &'a str)>,
}

impl<'a> Stretches<'a> {
    /// Cost: linear in the part.
    pub(crate) fn new(bytes: &'a [u8], part: Range<usize>) -> Self {
        let mut at = part.start;
        let valid = bytes[part].utf8_chunks().map(|chunk| {
            let start = at;
            at += chunk.valid().len() + chunk.invalid().len();
            (start, chunk.valid())
        });
        Self { valid: valid.collect() }
    }
}

impl<'a> Decode<'a> for Stretches<'a> {
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        let after = self.valid.partition_point(|&(at, _)| at <= start);
        let (at, stretch) = self.valid[after.checked_sub(1)?];
        // A range that reaches past the stretch has a bad byte.
        stretch.get(start - at..end - at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_what_no_bad_byte_stands_in() {
        let bytes = b"ab\xFFc\xE6\xA3\x8Bd\xE6\xA3";
        let stretches = Stretches::new(bytes, 0..bytes.len());
        assert_eq!(stretches.text(0, 2), Some("ab"));
        assert_eq!(stretches.text(1, 3), None);
        assert_eq!(stretches.text(2, 3), None);
        assert_eq!(stretches.text(3, 8), Some("c棋d"));
        assert_eq!(stretches.text(7, 10), None);
        assert_eq!(stretches.text(8, 8), Some(""), "an empty value behind its bracket");
    }
}
