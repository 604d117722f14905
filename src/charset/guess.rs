//! What bytes without a declared character set may be. Which bytes to look at, and what to make of
//! the guess, is left to the parser.

use super::Charset;

/// The multi-byte sequences of some bytes, read as UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Utf8Count {
    pub(crate) valid: usize,
    pub(crate) broken: usize,
}

impl Utf8Count {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut count = Self::default();
        for chunk in bytes.utf8_chunks() {
            // Each character has one byte that no other continues.
            let starts = chunk.valid().bytes().filter(|&byte| byte >= 0xC0).count();
            count.valid += starts;
            count.broken += usize::from(!chunk.invalid().is_empty());
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
    let mut texts = values.clone();
    if let (Some(text), None) = (texts.next(), texts.next()) {
        if evidence::is_one_ideograph(text) {
            return Some(Charset::GBK);
        }
    }
    if is_ideographic(guessed) && !evidence::is_ideographic(guessed, values.clone()) {
        return None;
    }
    // Japanese in EUC is rare among records, and not to be told from Chinese by a few ideographs.
    let few = || values.clone().flatten().filter(|byte| !byte.is_ascii()).count() <= 8;
    let is_chinese = guessed == Charset::EUC_JP && few() && !values.clone().any(evidence::has_kana);
    Some(if is_chinese && evidence::is_gb2312(values) { Charset::GBK } else { guessed })
}

/// Without the feature there is no detector.
#[cfg(not(feature = "encoding"))]
pub(crate) fn guess<'v>(_: impl Iterator<Item = &'v [u8]> + Clone) -> Option<Charset> {
    None
}

/// Whether it is a character set of Chinese, Japanese or Korean.
#[cfg(feature = "encoding")]
fn is_ideographic(charset: Charset) -> bool {
    charset.double().is_some() || matches!(charset, Charset::EUC_JP | Charset::EUC_KR)
}

/// The guard in front of the detector, which makes Chinese of "François".
#[cfg(feature = "encoding")]
mod evidence {
    use super::super::{Bytes, Chars, Charset};

    /// Whether enough speaks for characters of two bytes: some that stand together, and no fewer
    /// than those that stand alone, where they may be letters with accents.
    pub(super) fn is_ideographic<'v>(
        charset: Charset,
        values: impl Iterator<Item = &'v [u8]>,
    ) -> bool {
        let (mut together, mut alone) = (0, 0);
        for value in values {
            let high = value.iter().filter(|byte| !byte.is_ascii()).count();
            let (run, single, letters) = characters(charset, value);
            // One or two high bytes among ASCII letters are no evidence.
            if high > 2 || letters == 0 {
                together += run;
                alone += single;
            } else {
                alone += single.max(1);
            }
        }
        together >= 2 && together >= alone
    }

    /// How many characters of two bytes stand beside others, and how many alone; and how many ASCII
    /// letters there are around them.
    fn characters(charset: Charset, value: &[u8]) -> (usize, usize, usize) {
        let (mut together, mut alone, mut letters) = (0, 0, 0);
        let (mut run, mut at) = (0, 0);
        while let Some(&byte) = value.get(at) {
            let width = match charset.double() {
                Some(double) => double.width(value, at),
                None if byte.is_ascii() => Bytes.width(value, at),
                None => 2,
            };
            let second = value.get(at + 1).copied().unwrap_or(0);
            // A letter with an accent in front of a letter without one.
            let is_accent = byte >= 0xC0 && second.is_ascii_alphabetic();
            if width > 1 && !is_accent {
                run += 1;
            } else if !byte.is_ascii() {
                alone += 1;
            }
            if width == 1 || is_accent {
                end_run(&mut run, &mut together, &mut alone);
            }
            letters += usize::from(byte.is_ascii_alphabetic());
            at += width;
        }
        end_run(&mut run, &mut together, &mut alone);
        (together, alone, letters)
    }

    /// Whether a value is one of the frequent characters of GB2312 and nothing else, as a name of a
    /// player, "black" or "white", may be.
    pub(super) fn is_one_ideograph(value: &[u8]) -> bool {
        matches!(value, [0xB0..=0xD7, 0xA1..=0xFE])
    }

    /// Whether EUC-JP would have kana in the value.
    pub(super) fn has_kana(value: &[u8]) -> bool {
        let mut at = 0;
        while let Some(&byte) = value.get(at) {
            if matches!(byte, 0xA4 | 0xA5) {
                return true;
            }
            at += if byte.is_ascii() { 1 } else { 2 };
        }
        false
    }

    /// Whether all values are in the part of GBK that is GB2312.
    pub(super) fn is_gb2312<'v>(mut values: impl Iterator<Item = &'v [u8]>) -> bool {
        values.all(|value| {
            let mut rest = value;
            loop {
                rest = match rest {
                    [] => return true,
                    [0..=0x7F, rest @ ..] | [0xA1..=0xF7, 0xA1..=0xFE, rest @ ..] => rest,
                    _ => return false,
                };
            }
        })
    }

    fn end_run(run: &mut usize, together: &mut usize, alone: &mut usize) {
        match *run {
            1 => *alone += 1,
            length => *together += length,
        }
        *run = 0;
    }
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
        assert_eq!(count(b"Fran\xE7ois"), (0, 1));
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
            assert!(guessed.is_none_or(|it| !is_ideographic(it)), "{name:x?} {guessed:?}");
        }
    }
}
