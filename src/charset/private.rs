//! Characters for private use: nobody writes them, so in a text they say that it was decoded with
//! the wrong character set (C6).

use super::{Chars as _, Charset, Decoder, Double, Form};

/// Whether a character is for private use, in any plane.
fn is_private(character: char) -> bool {
    matches!(
        character,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}'
    )
}

/// How many bytes or pairs of bytes decode to a character for private use.
pub(super) fn count(decoder: &Decoder, charset: Charset, bytes: &[u8]) -> usize {
    match charset.form() {
        Form::Double(Double::Big5) => 0,
        Form::Double(double) => count_pairs(decoder, double, bytes),
        Form::Utf8 => bytes
            .utf8_chunks()
            .flat_map(|chunk| chunk.valid().chars())
            .filter(|&it| is_private(it))
            .count(),
        Form::Shifted => in_text(decoder, bytes),
        // The apple.
        _ if charset.name() == "macintosh" => bytes.iter().filter(|&&byte| byte == 0xF0).count(),
        _ => 0,
    }
}

fn count_pairs(decoder: &Decoder, double: Double, bytes: &[u8]) -> usize {
    let (mut count, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        // Most trail bytes are not ASCII, so that the width is known at once.
        let width = match bytes.get(at + 1) {
            _ if byte.is_ascii() => 1,
            Some(0x80..) if double != Double::ShiftJis && matches!(byte, 0x81..=0xFE) => 2,
            _ => double.width(bytes, at),
        };
        if width > 1 {
            let character = &bytes[at..bytes.len().min(at + width)];
            if may_be_private(double, character) {
                count += in_text(decoder, character);
            }
        }
        at += width;
    }
    count
}

/// Whether a character has to be decoded to know. Nearly all that are in use do not have to.
fn may_be_private(double: Double, character: &[u8]) -> bool {
    match (double, character) {
        (Double::ShiftJis, &[lead, _]) => matches!(lead, 0xF0..=0xF9),
        (_, &[lead, trail]) => match lead {
            0xA1..=0xA7 if trail <= 0xA0 => true,
            0xA2 | 0xA4..=0xA9 | 0xFE => true,
            0xAA..=0xAF | 0xF8..=0xFD => trail >= 0xA1,
            0xD7 => trail >= 0xFA,
            _ => false,
        },
        (_, character) => character.len() > 2,
    }
}

fn in_text(decoder: &Decoder, bytes: &[u8]) -> usize {
    decoder.characters(bytes).chars().filter(|&it| is_private(it)).count()
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::charset::GameCharset;

    #[test]
    fn every_byte_and_pair_for_private_use_is_counted() {
        let mut found = Vec::new();
        for charset in Charset::all() {
            if matches!(charset.form(), Form::Wide { .. } | Form::Shifted) {
                continue;
            }
            let decoder = Decoder::new(GameCharset { charset, ..GameCharset::default() });
            let seconds = if charset.double().is_some() { 0x40..=0xFE } else { b' '..=b' ' };
            for first in 0x80..=0xFF {
                for second in seconds.clone() {
                    let pair = [first, second];
                    let expected = in_text(&decoder, &pair);
                    assert_eq!(count(&decoder, charset, &pair), expected, "{charset} {pair:x?}");
                    found.extend((expected > 0).then_some((charset, pair)));
                }
            }
        }
        for charset in ["GBK", "gb18030", "Shift_JIS", "macintosh"] {
            assert!(found.iter().any(|(it, _)| it.name() == charset), "{charset}");
        }
        let of_gbk = |pair: &[u8; 2]| found.contains(&(Charset::GBK, *pair));
        let pairs = [b"\xA2\xAB", b"\xA4\xF4", b"\xA4\xFD", b"\xA5\xF7", b"\xD7\xFA"];
        assert!(pairs.into_iter().all(of_gbk));
        let gb18030 = GameCharset { charset: Charset::GB18030, ..GameCharset::default() };
        let decoder = Decoder::new(gb18030);
        assert_eq!(count(&decoder, Charset::GB18030, b"\xE3\x32\x9A\x33\x81\x30\x81\x30"), 1);
        let utf8 = "a\u{E000}é\u{10FFFD}".as_bytes();
        assert_eq!(count(&decoder, Charset::UTF_8, utf8), 2);
    }
}
