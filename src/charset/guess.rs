//! What bytes without a declared character set may be. Which bytes to look at, and what to make of
//! the guess, is left to the parser.

use super::Charset;
use super::utf8::{self, Step};

/// The multi-byte sequences of some bytes, fewer than 4 GiB, read as UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Utf8Count {
    pub(crate) valid: u32,
    pub(crate) broken: u32,
}

impl Utf8Count {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut count = Self::default();
        // Where a sequence may go on of which a byte was replaced by `?`.
        let mut open = None;
        let mut at = 0;
        while let Some(step) = utf8::step(bytes, at) {
            let start = at;
            match step {
                Step::Character(width) => {
                    count.valid += u32::from(width > 1);
                    at += width;
                }
                Step::Broken(length) => {
                    let first = bytes[start];
                    let goes_on = first < 0xC0 && open == Some(start) && bytes[start - 1] == b'?';
                    count.broken += u32::from(!goes_on);
                    at += length;
                    open = (first >= 0xC0).then_some(at + 1);
                }
            }
        }
        count
    }

    /// C4: what is mostly UTF-8 is UTF-8 with damage.
    pub(crate) fn is_mostly_valid(self) -> bool {
        self.valid > self.broken
    }
}

impl core::ops::AddAssign for Utf8Count {
    fn add_assign(&mut self, other: Self) {
        self.valid += other.valid;
        self.broken += other.broken;
    }
}

/// Whether anything in the values may be characters of two bytes: one or two high bytes among ASCII
/// letters are none.
pub(crate) fn may_be_double_byte<'v>(mut values: impl Iterator<Item = &'v [u8]>) -> bool {
    values.any(|value| {
        let high = value.iter().filter(|byte| !byte.is_ascii()).count();
        high > 2 || !value.iter().any(u8::is_ascii_alphabetic)
    })
}

/// C5: what the detector makes of values that are neither ASCII nor mostly UTF-8; `None` if there
/// is nothing to be told from them.
#[cfg(feature = "encoding")]
pub(crate) fn guess<'v>(values: impl Iterator<Item = &'v [u8]> + Clone) -> Option<Charset> {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for value in values.clone() {
        detector.feed(value, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let guessed = Charset::from_label(detector.guess(None, Utf8Detection::Deny).name())?;
    super::evidence::overrule(guessed, values)
}

/// Without the feature there is no detector.
#[cfg(not(feature = "encoding"))]
pub(crate) fn guess<'v>(_: impl Iterator<Item = &'v [u8]> + Clone) -> Option<Charset> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_of_utf8_are_counted() {
        let count = |bytes: &[u8]| {
            let Utf8Count { valid, broken } = Utf8Count::of(bytes);
            (valid, broken)
        };
        assert_eq!(count(b"plain"), (0, 0));
        assert_eq!(count("é棋𠮷a".as_bytes()), (3, 0));
        assert_eq!(count(b"\xE7\xBB?\xE8\x89\xBA"), (1, 1));
        assert_eq!(count(b"\xE3?\xA1\xE3?\xB3\xE3\x82\x93\xE9\xBE?"), (1, 3));
        assert_eq!(count(b"Fran\xE7ois"), (0, 1));
        // One `?` and nothing else, behind a byte that starts a sequence.
        assert_eq!(count(b"\xE5?\x9D"), (0, 1));
        assert_eq!(count(b"\xE5?\x9D?\x9D"), (0, 2));
        assert_eq!(count(b"\xE5a\x9D"), (0, 2));
        assert_eq!(count(b"\xE5??\x9D"), (0, 2));
        assert_eq!(count(b"\xE5?a?\x9D"), (0, 2));
        assert_eq!(count(b"\x9D?\x9D"), (0, 2));
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn few_characters_of_gb2312_are_chinese() {
        assert_eq!(guess([&b"\xB0\xD7"[..]].into_iter()), Some(Charset::GBK), "白");
        let score = b"\xC5\xCC\xC3\xE6\r\nB: 91 W: 95";
        assert_eq!(guess([&score[..]].into_iter()), Some(Charset::GBK), "盘面");
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn letters_with_accents_are_no_ideographs() {
        for name in [
            &b"Fran\xE7ois"[..],
            b"Andr\xE9",
            b"J\xF6rg M\xFCller",
            b"Fran\xE7ois\xE9",
            b"pr\xE9f\xE9r\xE9e",
            b"\xC9l\xE9gie",
            b"\xC5\xE5l",
        ] {
            let guessed = guess([name].into_iter());
            let latin = ["windows-1252", "windows-1250", "windows-1257", "ISO-8859-2"];
            let is_latin = guessed.is_none_or(|it| latin.contains(&it.name()));
            assert!(is_latin, "{name:x?} {guessed:?}");
        }
    }
}
