//! Stepping over whole characters: where the next character starts, and where a value ends, in
//! bytes of a character set whose second bytes may look like structure.

use crate::text::{self, ValueEnd, changes_text};

/// How to step over the characters of an input. The scanner is made once for each.
pub(crate) trait Chars: Copy {
    /// Whether each byte is stepped over by itself, so that UTF-8 may be looked for.
    const BY_BYTES: bool = false;

    /// The number of bytes of the character at `at`; it may be cut off by the end of the input.
    fn width(self, bytes: &[u8], at: usize) -> usize;

    /// Finds the first `]` from `start` on that no `\` takes with it.
    fn value_end(self, bytes: &[u8], start: usize) -> Option<ValueEnd>;
}

/// Each byte for itself: all that UTF-8 and most other character sets need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes;

impl Chars for Bytes {
    const BY_BYTES: bool = true;

    #[inline(always)]
    fn width(self, _: &[u8], _: usize) -> usize {
        1
    }

    #[inline(always)]
    fn value_end(self, bytes: &[u8], start: usize) -> Option<ValueEnd> {
        text::value_end(bytes, start)
    }
}

/// A character set with ASCII bytes in second place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Double {
    ShiftJis,
    Big5,
    /// GBK too, which it contains.
    Gb18030,
}

/// The second bytes from 0x40 on that make a character with a lead byte: one bit each.
const ALL: u64 = (1 << 63) - 1;

impl Double {
    fn is_lead(self, byte: u8) -> bool {
        match self {
            Self::ShiftJis => matches!(byte, 0x81..=0x9F | 0xE0..=0xFC),
            Self::Big5 | Self::Gb18030 => matches!(byte, 0x81..=0xFE),
        }
    }

    /// The ASCII bytes that make a character with this lead byte. Where they do not, a decoder by
    /// the Encoding Standard takes the lead byte for damaged and the ASCII byte for itself, so that
    /// damage takes no structure along.
    fn ascii_seconds(self, lead: u8) -> u64 {
        match (self, lead) {
            (Self::ShiftJis, 0x82) => 0x03FF_FFFF_01FF_8000,
            (Self::ShiftJis, 0x84) => 0x7FFF_0001_FFFF_FFFF,
            (Self::ShiftJis, 0x87) => 0x403F_FFFF_BFFF_FFFF,
            (Self::ShiftJis, 0x98) => 0x0007_FFFF_FFFF_FFFF,
            (Self::ShiftJis, 0xFC) => 0x0000_0000_0000_0FFF,
            (Self::ShiftJis, 0x85 | 0x86 | 0x88 | 0xEB | 0xEC | 0xEF) => 0,
            (Self::Big5, 0x81..=0x86) => 0,
            (Self::Big5, 0x87) => 0x7FFF_FFBF_FFFF_FFFF,
            (Self::Big5, 0x89) => 0x7FFF_FFFF_FFFF_F3CB,
            (Self::Big5, 0x8A) => 0x7FDF_FFF7_FFFF_FFFB,
            (Self::Big5, 0x8B) => 0x7FFF_FFFF_FFEF_FFFF,
            (Self::Big5, 0x8D) => 0x7FFF_FFFF_FFFF_FFFD,
            (Self::Big5, 0x9B) => 0x7FFF_FFFD_FFFF_FFFF,
            (Self::Big5, 0x9F) => 0x7FFF_FFFF_FFFF_BFFF,
            (Self::Big5, 0xA0) => 0x7FFB_FFFB_FB6F_FFFF,
            _ => ALL,
        }
    }

    /// The width of the character with this lead byte at `at`.
    fn lead_width(self, bytes: &[u8], at: usize) -> usize {
        let Some(&second) = bytes.get(at + 1) else { return 1 };
        match second {
            0x80.. => 2,
            0x40..=0x7E => 1 + (self.ascii_seconds(bytes[at]) >> (second - 0x40) & 1) as usize,
            b'0'..=b'9' if self == Self::Gb18030 => match bytes.get(at + 2..at + 4) {
                Some(&[0x81..=0xFE, b'0'..=b'9']) => 4,
                _ => 1,
            },
            _ => 1,
        }
    }

    /// Where the first `:` stands that no `\` takes with it.
    pub(crate) fn colon(self, raw: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            match raw.get(at)? {
                b':' => return Some(at),
                b'\\' => at += 1 + self.width(raw, at + 1),
                _ => at += self.width(raw, at),
            }
        }
    }
}

impl Chars for Double {
    #[inline]
    fn width(self, bytes: &[u8], at: usize) -> usize {
        match bytes.get(at) {
            Some(&byte) if self.is_lead(byte) => self.lead_width(bytes, at),
            _ => 1,
        }
    }

    fn value_end(self, bytes: &[u8], start: usize) -> Option<ValueEnd> {
        let mut at = start;
        loop {
            match *bytes.get(at)? {
                b']' => break,
                b'\\' => at += 1 + self.width(bytes, at + 1),
                0x80.. => at += self.width(bytes, at),
                _ => at += 1,
            }
        }
        // A second byte may look like a `\`; such a value is a copy in any case.
        Some(ValueEnd { at, dirty: changes_text(&bytes[start..at]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_behind_whole_characters() {
        let end = |chars: Double, bytes: &[u8]| chars.value_end(bytes, 0).map(|end| end.at);
        assert_eq!(end(Double::ShiftJis, b"\x83\x5D]"), Some(2));
        assert_eq!(end(Double::ShiftJis, b"\x83\x5C]"), Some(2));
        assert_eq!(end(Double::Big5, b"\xA6\x5D]"), Some(2));
        assert_eq!(end(Double::Gb18030, b"\x81\x5D\x81\x30\x81\x30]"), Some(6));
        assert_eq!(end(Double::ShiftJis, b"\\\x83\x5D]"), Some(3), "an escaped character");
        assert_eq!(end(Double::ShiftJis, b"\x85]"), Some(1), "no character starts so");
        assert_eq!(end(Double::ShiftJis, b"\x83\x5D"), None);
        assert_eq!(end(Double::ShiftJis, b"ab\\"), None);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn every_pair_is_as_wide_as_the_decoder_finds_it() {
        let charsets = [
            (Double::ShiftJis, encoding_rs::SHIFT_JIS),
            (Double::Big5, encoding_rs::BIG5),
            (Double::Gb18030, encoding_rs::GBK),
            (Double::Gb18030, encoding_rs::GB18030),
        ];
        for (double, encoding) in charsets {
            for first in 0..=0xFF {
                for second in 0..=0xFF {
                    let pair = [first, second];
                    let (text, _) = encoding.decode_without_bom_handling(&pair);
                    // An ASCII byte that stands for itself is still there.
                    let alone = second.is_ascii() && text.ends_with(char::from(second));
                    let takes_second = first >= 0x80 && !alone;
                    let single = encoding.decode_without_bom_handling(&pair[..1]).0;
                    let both =
                        single.into_owned() + &encoding.decode_without_bom_handling(&pair[1..]).0;
                    // A digit may be the second of four bytes.
                    let tells = second.is_ascii() || text != both;
                    if tells && !second.is_ascii_digit() {
                        let width = if takes_second { 2 } else { 1 };
                        assert_eq!(double.width(&pair, 0), width, "{encoding:?} {pair:x?}");
                    }
                }
            }
        }
    }
}
