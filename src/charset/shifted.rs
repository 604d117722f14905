//! ISO-2022-JP and HZ: characters of seven bits whose meaning shifts. Shifts go with the characters
//! that they are for, so that a value holds all of its own.

use super::whole::Builder;
use super::{Charset, CharsetSource, Decoder, GameCharset};

/// What the bytes mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Ascii,
    /// Half-width katakana, a byte each.
    Katakana,
    /// Two bytes each, of a character set that has them with the high bits set.
    Pairs,
}

/// Decodes an input.
pub(super) fn decode(charset: Charset, source: &[u8], builder: &mut Builder) {
    let pairs = if charset == Charset::HZ { Charset::GBK } else { Charset::EUC_JP };
    let decoder = Decoder::new(GameCharset::new(pairs, CharsetSource::Declared));
    let mut shift = Shift::Ascii;
    // Where the shifts before the next character start.
    let mut shift_start = None;
    let mut at = 0;
    while at < source.len() {
        if let Some((length, to)) = shift_at(charset, shift, &source[at..]) {
            // Those back to ASCII belong to what was before.
            shift_start = if to == Shift::Ascii { None } else { shift_start.or(Some(at)) };
            (at, shift) = (at + length, to);
            continue;
        }
        let start = shift_start.take().unwrap_or(at);
        let rest = &source[at..];
        let (character, length) = match (shift, rest) {
            // The only characters that HZ has an escape for.
            (Shift::Ascii, [b'~', b'~', ..]) if charset == Charset::HZ => (Some('~'), 2),
            (Shift::Katakana, &[byte @ 0x21..=0x5F, ..]) => {
                (char::from_u32(0xFF61 + u32::from(byte) - 0x21), 1)
            }
            (Shift::Pairs, &[first @ 0x21..=0x7E, second @ 0x21..=0x7E, ..]) => {
                (pair(&decoder, first, second), 2)
            }
            // A control, such as a line feed, is what it is; so is the space.
            (Shift::Ascii, &[byte @ 0..=0x7F, ..]) | (_, &[byte @ 0..=0x20, ..]) => {
                (Some(char::from(byte)), 1)
            }
            _ => (None, 1),
        };
        let end = at + length;
        match character {
            Some(character) => builder.push(character, start, end - start),
            None => builder.push_damaged(start, end - start),
        }
        at = end;
        // The end of a line ends what HZ shifts to.
        if charset == Charset::HZ && character == Some('\n') {
            shift = Shift::Ascii;
        }
    }
}

/// Whether there is anything in some ASCII that has to be decoded.
pub(super) fn has_shifts(charset: Charset, bytes: &[u8]) -> bool {
    let shift = if charset == Charset::HZ { b'~' } else { 0x1B };
    memchr::memchr(shift, bytes).is_some()
}

/// The shift that some bytes start with: its length, and what it shifts to.
fn shift_at(charset: Charset, shift: Shift, bytes: &[u8]) -> Option<(usize, Shift)> {
    if charset == Charset::HZ {
        return match bytes {
            [b'~', b'{', ..] if shift == Shift::Ascii => Some((2, Shift::Pairs)),
            [b'~', b'}', ..] if shift == Shift::Pairs => Some((2, Shift::Ascii)),
            [b'~', b'\n', ..] if shift == Shift::Ascii => Some((2, Shift::Ascii)),
            _ => None,
        };
    }
    match bytes {
        [0x1B, b'(', b'B' | b'J', ..] => Some((3, Shift::Ascii)),
        [0x1B, b'(', b'I', ..] => Some((3, Shift::Katakana)),
        [0x1B, b'$', b'@' | b'B', ..] => Some((3, Shift::Pairs)),
        _ => None,
    }
}

/// The character of two bytes.
fn pair(decoder: &Decoder, first: u8, second: u8) -> Option<char> {
    let bytes = [first | 0x80, second | 0x80];
    let text = decoder.characters(&bytes);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if character != char::REPLACEMENT_CHARACTER => Some(character),
        _ => None,
    }
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::super::Whole;
    use super::*;

    #[test]
    fn shifts_stay_with_their_characters() {
        let source = b"C[\x1B$B8k8k\x1B(B]\x1B(I1\x1B(Ba\x1B$B!";
        let whole = Whole::decode(Charset::ISO_2022_JP, source).unwrap();
        assert_eq!(whole.text, "C[碁碁]\u{FF71}a\u{FFFD}");
        assert_eq!((whole.map.input(2), whole.map.input(5), whole.map.input(8)), (2, 7, 12));
        assert_eq!((whole.map.input(9), whole.map.input(12)), (13, 20));
        assert_eq!((whole.map.input(13), whole.map.input(16)), (21, source.len()));
        assert_eq!(whole.first_damage(0, 16), Some(13));
    }

    #[test]
    fn hz_has_escapes_of_its_own() {
        let whole = Whole::decode(Charset::HZ, b"C[~{VPND~}~~x~\n]").unwrap();
        assert_eq!(whole.text, "C[中文~x]");
        assert_eq!(whole.map.input(2), 2);
        assert_eq!(whole.map.input(5), 6);
        assert_eq!(whole.map.input(8), 10);
        assert_eq!(whole.map.input(9), 12);
        assert_eq!(whole.map.input(10), 15);
    }
}
