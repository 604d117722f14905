//! What bytes without a declared character set may be. Which bytes to look at, and what to make of
//! the guess, is left to the parser.

use super::Charset;
use super::utf8::{self, Step};

/// The multi-byte sequences of some bytes, fewer than 4 GiB, read as UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Utf8Count {
    pub(crate) valid: u32,
    pub(crate) broken: u32,
    /// Those of the broken ones that nothing explains: neither was a byte replaced by `?`, nor does
    /// the end cut them.
    pub(crate) unexplained: u32,
    /// Those of the explained ones of which the end leaves no more than the first byte: that may
    /// as well be a letter with an accent.
    bare: u32,
}

impl Utf8Count {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut count = Self::default();
        // Where the sequence before ends.
        let mut end = 0;
        let mut at = 0;
        while let Some(step) = utf8::step(bytes, at) {
            let Step::Broken(length) = step else {
                let Step::Character(width) = step else { break };
                count.valid += u32::from(width > 1);
                at += width;
                continue;
            };
            count.broken += 1;
            match explained(bytes, at, end) {
                Some(length) => {
                    count.bare += u32::from(is_bare(bytes, at, length));
                    at += length;
                }
                None => {
                    count.unexplained += 1;
                    at += length;
                }
            }
            end = at;
        }
        count
    }

    /// C4: what is mostly UTF-8 is UTF-8 with damage.
    pub(crate) fn is_mostly_valid(self) -> bool {
        self.valid > self.broken
    }

    /// C4: whether it is UTF-8 that a server has damaged.
    pub(crate) fn is_explained(self) -> bool {
        self.valid > 0 && self.unexplained == 0
    }

    /// C6: whether what is declared to be UTF-8 may be it, damaged, though no sequence is whole.
    pub(crate) fn may_be_declared(self) -> bool {
        self.unexplained == 0 && (self.valid > 0 || self.broken > self.bare)
    }
}

/// Whether the end of the bytes leaves only the first byte of the sequence at `at`, or that and `?`.
fn is_bare(bytes: &[u8], at: usize, length: usize) -> bool {
    let is_cut = at + length == bytes.len() && length < width(bytes[at]);
    is_cut && bytes[at + 1..].iter().all(|&byte| byte == b'?')
}

/// How many bytes a sequence has that starts with this one; 0 if none does.
fn width(first: u8) -> usize {
    match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 0,
    }
}

/// How long the broken sequence at `at` is if something explains it. The sequence before it ends at
/// `before`.
fn explained(bytes: &[u8], at: usize, before: usize) -> Option<usize> {
    let is_continuation = |byte: &u8| matches!(byte, 0x80..=0xBF);
    let width = match bytes[at] {
        // The first byte may be the one that was replaced.
        0x80..=0xBF if at > before && bytes[at - 1] == b'?' => {
            let rest = bytes[at..].iter().take_while(|byte| is_continuation(byte)).count();
            return (rest <= 3).then_some(rest);
        }
        first => Some(width(first)).filter(|&width| width > 0)?,
    };
    let rest = &bytes[at + 1..];
    let rest = &rest[..rest.len().min(width - 1)];
    let own = rest.iter().take_while(|byte| **byte == b'?' || is_continuation(byte)).count();
    let is_replaced = rest[..own].contains(&b'?');
    let is_cut = own == rest.len() && own < width - 1;
    (is_cut || is_replaced && own == width - 1).then_some(1 + own)
}

impl core::ops::AddAssign for Utf8Count {
    fn add_assign(&mut self, other: Self) {
        self.valid += other.valid;
        self.broken += other.broken;
        self.unexplained += other.unexplained;
        self.bare += other.bare;
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

/// Whether a character set of two bytes makes characters of all the values, other than such as any
/// bytes make.
#[cfg(feature = "encoding")]
pub(crate) fn is_double_byte_text<'v>(values: impl Iterator<Item = &'v [u8]> + Clone) -> bool {
    let readings = super::likely::readings(&values);
    readings.first().is_some_and(|best| {
        best.is_plausible() && super::evidence::is_ideographic(best.charset, values)
    })
}

/// Without the feature there is no decoder.
#[cfg(not(feature = "encoding"))]
pub(crate) fn is_double_byte_text<'v>(_: impl Iterator<Item = &'v [u8]> + Clone) -> bool {
    false
}

/// How likely a character set of two bytes makes the characters of the values; `None` if it does not
/// decode them, or makes such characters of them as any bytes make.
#[cfg(feature = "encoding")]
pub(crate) fn double_byte_score<'v>(
    charset: Charset,
    values: impl Iterator<Item = &'v [u8]> + Clone,
) -> Option<f32> {
    let readings = super::likely::readings(&values);
    let reading = readings.iter().find(|reading| reading.charset == charset)?;
    let is_text = reading.is_plausible() && super::evidence::is_ideographic(charset, values);
    is_text.then(|| reading.score())
}

/// Without the feature there is no decoder.
#[cfg(not(feature = "encoding"))]
pub(crate) fn double_byte_score<'v>(
    _: Charset,
    _: impl Iterator<Item = &'v [u8]> + Clone,
) -> Option<f32> {
    None
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
            let Utf8Count { valid, broken, .. } = Utf8Count::of(bytes);
            (valid, broken)
        };
        assert_eq!(count(b"plain"), (0, 0));
        assert_eq!(count("é棋𠮷a".as_bytes()), (3, 0));
        assert_eq!(count(b"\xE7\xBB?\xE8\x89\xBA"), (1, 1));
        assert_eq!(count(b"\xE3?\xA1\xE3?\xB3\xE3\x82\x93\xE9\xBE?"), (1, 3));
        assert_eq!(count(b"Fran\xE7ois"), (0, 1));
        // One `?` and nothing else, after a byte that starts a sequence.
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
