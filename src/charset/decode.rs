//! The text of single values: borrowed where the bytes are the text, else decoded.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;
use core::str;

use super::{Charset, Form, GameCharset, Whole, shifted};
use crate::span::Span;
use crate::text;

/// What turns the bytes of a value or an ident into text.
pub(crate) trait Decode<'a> {
    /// The bytes from `start` to `end` as text, if they are text as they stand.
    fn text(&self, start: usize, end: usize) -> Option<&'a str>;

    /// The Text of a value that is no text as it stands.
    fn decoded(&self, raw: &[u8]) -> String {
        owned_text(String::from_utf8_lossy(raw))
    }
}

/// An input that is UTF-8 as a whole.
impl<'a> Decode<'a> for &'a str {
    #[inline(always)]
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        Some(&self[start..end])
    }
}

/// A part of an input that is UTF-8 but for some bytes: the stretches that are, with their
/// offsets in the input.
pub(crate) struct Stretches<'a> {
    valid: Vec<(usize, &'a str)>,
    /// The stretch that was found last. What is asked for next is mostly in it too.
    last: Cell<(usize, &'a str)>,
}

impl<'a> Stretches<'a> {
    /// `damaged` are values that are known to hold other bytes, as far as they are, best in file
    /// order: they save looking for those.
    ///
    /// Cost: linear in the part.
    pub(crate) fn new(
        bytes: &'a [u8],
        part: Range<usize>,
        damaged: impl IntoIterator<Item = Span>,
    ) -> Self {
        let mut stretches = Self { valid: Vec::new(), last: Cell::default() };
        let mut at = part.start;
        for value in damaged {
            stretches.add(bytes, at..value.start().clamp(at, part.end));
            at = value.end().clamp(at, part.end);
        }
        stretches.add(bytes, at..part.end);
        stretches
    }

    /// Adds the stretches of a range of the bytes.
    fn add(&mut self, bytes: &'a [u8], range: Range<usize>) {
        let (mut at, mut rest) = (range.start, &bytes[range]);
        loop {
            match str::from_utf8(rest) {
                Ok(stretch) => return self.valid.push((at, stretch)),
                Err(error) => {
                    let (stretch, behind) = rest.split_at(error.valid_up_to());
                    self.valid.push((at, str::from_utf8(stretch).unwrap_or_default()));
                    let broken = error.error_len().unwrap_or(behind.len());
                    at += stretch.len() + broken;
                    rest = &behind[broken..];
                }
            }
        }
    }

    /// Finds the stretch that holds what is at `start`.
    #[inline(never)]
    fn find(&self, start: usize, end: usize) -> Option<&'a str> {
        let behind = self.valid.partition_point(|&(at, _)| at <= start);
        let (at, stretch) = *self.valid.get(behind.checked_sub(1)?)?;
        self.last.set((at, stretch));
        // A range that reaches past the stretch has a bad byte.
        stretch.get(start - at..end - at)
    }
}

impl<'a> Decode<'a> for Stretches<'a> {
    #[inline]
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        let (at, stretch) = self.last.get();
        // What stands before the stretch is beyond its end when the subtraction wraps.
        match stretch.get(start.wrapping_sub(at)..end.wrapping_sub(at)) {
            None => self.find(start, end),
            text => text,
        }
    }
}

/// An input that is UTF-8 but for some bytes, of which little is asked for.
pub(crate) struct Utf8Parts<'a>(pub(crate) &'a [u8]);

impl<'a> Decode<'a> for Utf8Parts<'a> {
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        str::from_utf8(&self.0[start..end]).ok()
    }
}

/// An input in a character set of which only ASCII is text as it stands.
pub(crate) struct AsciiParts<'a> {
    pub(crate) source: &'a [u8],
    pub(crate) decoder: Decoder,
}

impl<'a> Decode<'a> for AsciiParts<'a> {
    fn text(&self, start: usize, end: usize) -> Option<&'a str> {
        let bytes = &self.source[start..end];
        if self.decoder.is_text(bytes) { str::from_utf8(bytes).ok() } else { None }
    }

    fn decoded(&self, raw: &[u8]) -> String {
        self.decoder.text(raw)
    }
}

/// The Text of characters; they are copied only if they are not yet a text of their own.
fn owned_text(characters: Cow<'_, str>) -> String {
    match text::text(&characters) {
        Cow::Borrowed(_) => characters.into_owned(),
        Cow::Owned(text) => text,
    }
}

/// Decodes values of one game tree.
#[derive(Clone, Copy)]
pub(crate) struct Decoder {
    charset: Charset,
    by_bytes: bool,
    #[cfg(feature = "encoding")]
    encoding: Option<&'static encoding_rs::Encoding>,
}

impl Decoder {
    pub(crate) fn new(game: GameCharset) -> Self {
        let GameCharset { charset, by_bytes, .. } = game;
        Self {
            charset,
            by_bytes,
            #[cfg(feature = "encoding")]
            // UTF-8 is read here.
            encoding: match charset {
                Charset::UTF_8 => None,
                _ => encoding_rs::Encoding::for_label(charset.name().as_bytes()),
            },
        }
    }

    /// Whether bytes are the text that they stand for.
    fn is_text(&self, bytes: &[u8]) -> bool {
        let is_shifted = self.charset.form() == Form::Shifted;
        bytes.is_ascii() && !(is_shifted && shifted::has_shifts(self.charset, bytes))
    }

    /// The Text of a raw value.
    pub(crate) fn text(&self, raw: &[u8]) -> String {
        if self.by_bytes {
            // The escapes are not those of characters, so they go first; the text that is decoded
            // holds none.
            return self.characters(&self.unescaped(raw)).into_owned();
        }
        owned_text(self.characters(raw))
    }

    /// The characters of some bytes; what is none becomes U+FFFD.
    pub(crate) fn characters<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match self.charset {
            Charset::UTF_8 => String::from_utf8_lossy(bytes),
            charset if charset.form() == Form::Shifted => {
                Cow::Owned(Whole::decode(charset, bytes).map(|it| it.text).unwrap_or_default())
            }
            #[cfg(feature = "encoding")]
            _ => match self.encoding {
                Some(_) if self.is_cut_off(bytes) => {
                    let mut text = self.characters(&[bytes, b" "].concat()).into_owned();
                    text.pop();
                    Cow::Owned(text)
                }
                Some(encoding) => encoding.decode_without_bom_handling(bytes).0,
                None => String::from_utf8_lossy(bytes),
            },
            #[cfg(not(feature = "encoding"))]
            Charset::WINDOWS_1252 => Cow::Owned(bytes.iter().map(|&it| windows_1252(it)).collect()),
            #[cfg(not(feature = "encoding"))]
            charset => Cow::Owned(replaced(charset, bytes)),
        }
    }

    /// What is left to be decoded of a raw value.
    fn unescaped<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        match self.by_bytes {
            true => Cow::Owned(text::unescaped_bytes(bytes)),
            false => Cow::Borrowed(bytes),
        }
    }

    /// How many characters are damaged, each counted once.
    pub(crate) fn damage(&self, bytes: &[u8]) -> usize {
        if self.is_text(bytes) {
            return 0;
        }
        match self.charset {
            charset if charset.form() == Form::Shifted => {
                Whole::decode(charset, &self.unescaped(bytes)).map_or(0, |it| it.damage())
            }
            Charset::UTF_8 => super::Utf8Count::of(bytes).broken as usize,
            // No such character: the decoder makes controls of them.
            Charset::WINDOWS_1252 => bytes.iter().filter(|&&byte| is_undefined(byte)).count(),
            _ => self.malformed(bytes, usize::MAX).0,
        }
    }

    /// How many characters are for private use. Without a decoder there is nothing to be said of it.
    pub(crate) fn private_use(&self, bytes: &[u8]) -> usize {
        if self.is_text(bytes) || !self.charset.is_decodable() {
            return 0;
        }
        super::private::count(self, self.charset, bytes)
    }

    /// The first damaged character of a value.
    pub(crate) fn first_damage(&self, bytes: &[u8]) -> Option<core::ops::Range<usize>> {
        match self.charset {
            Charset::UTF_8 => {
                let error = str::from_utf8(bytes).err()?;
                let start = error.valid_up_to();
                Some(start..error.error_len().map_or(bytes.len(), |length| start + length))
            }
            Charset::WINDOWS_1252 => None,
            _ if self.is_text(bytes) => None,
            charset if charset.form() == Form::Shifted => {
                (self.damage(bytes) > 0).then_some(0..bytes.len())
            }
            _ => self.malformed(&self.unescaped(bytes), 1).1,
        }
    }

    /// Whether the bytes end in what may be the start of four bytes of GB18030: a decoder takes
    /// all of it for damage if nothing follows, though it ends with the value.
    #[cfg(feature = "encoding")]
    fn is_cut_off(&self, bytes: &[u8]) -> bool {
        self.charset.double() == Some(super::Double::Gb18030)
            && match bytes {
                [.., 0x81..=0xFE, b'0'..=b'9'] => true,
                [.., 0x81..=0xFE, b'0'..=b'9', last] => !last.is_ascii(),
                _ => false,
            }
    }

    /// How many sequences are no character, up to `most`, and where the last of these stands.
    #[cfg(feature = "encoding")]
    fn malformed(&self, bytes: &[u8], most: usize) -> (usize, Option<core::ops::Range<usize>>) {
        use encoding_rs::DecoderResult;

        let Some(encoding) = self.encoding else { return (0, None) };
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut buffer = [0; 512];
        let (mut at, mut count, mut last) = (0, 0, None);
        while count < most {
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut buffer, true);
            at += read;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    count += 1;
                    let end = at.saturating_sub(usize::from(after));
                    last = Some(end.saturating_sub(usize::from(length))..end);
                }
            }
        }
        (count, last)
    }

    /// Without a decoder there is nothing to be said of any character.
    #[cfg(not(feature = "encoding"))]
    fn malformed(&self, _: &[u8], _: usize) -> (usize, Option<core::ops::Range<usize>>) {
        (0, None)
    }
}

/// Whether windows-1252 has no character for the byte.
fn is_undefined(byte: u8) -> bool {
    matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D)
}

/// The character of a byte; for those that have none, the control of ISO-8859-1.
#[cfg(any(test, not(feature = "encoding")))]
fn windows_1252(byte: u8) -> char {
    /// From 0x80 to 0x9F.
    const OTHER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž',
        '\u{8F}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => OTHER[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// What is left without a decoder: ASCII, and U+FFFD for each other character.
#[cfg(not(feature = "encoding"))]
fn replaced(charset: Charset, bytes: &[u8]) -> String {
    use super::Chars as _;

    let mut text = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        text.push(if byte.is_ascii() { char::from(byte) } else { char::REPLACEMENT_CHARACTER });
        at += charset.double().map_or(1, |double| double.width(bytes, at));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::CharsetSource;

    #[test]
    fn text_is_what_no_bad_byte_stands_in() {
        let bytes = b"ab\xFFc\xE6\xA3\x8Bd\xE6\xA3";
        let all = [(2, 3), (1, 3), (9, 11), (2, 3), (9, 20)].map(|(a, b)| Span::new(a, b));
        for known in [&[][..], &all[..1], &all[2..4], &all[4..]] {
            let stretches = Stretches::new(bytes, 0..bytes.len(), known.iter().copied());
            assert_eq!(stretches.text(0, 2), Some("ab"));
            assert_eq!(stretches.text(1, 3), None);
            assert_eq!(stretches.text(2, 3), None);
            assert_eq!(stretches.text(3, 8), Some("c棋d"));
            assert_eq!(stretches.text(7, 10), None);
            assert_eq!(stretches.text(8, 8), Some(""), "an empty value behind its bracket");
        }
    }

    fn decoder(charset: Charset) -> Decoder {
        Decoder::new(GameCharset::new(charset, CharsetSource::Declared))
    }

    #[test]
    fn windows_1252_needs_no_feature() {
        let latin = decoder(Charset::WINDOWS_1252);
        for byte in 0..=0xFF {
            let text = String::from(windows_1252(byte));
            assert_eq!(latin.characters(&[byte]), text, "{byte:x}");
        }
        assert_eq!(latin.text(b"Fran\xE7ois \x80\\]"), "François €]");
        assert_eq!(latin.damage(b"\x8D\x80\xE9"), 1);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn damage_is_counted_and_found() {
        let japanese = decoder(Charset::SHIFT_JIS);
        assert_eq!(japanese.damage(b"\x83\x5C\x85]\xFF\xFF"), 3);
        assert_eq!(japanese.first_damage(b"ab\x83\x5C\x85]"), Some(4..5));
        assert_eq!(japanese.first_damage(b"ab\x83\x5C"), None);
        assert_eq!(japanese.text(b"\x83\x5C\\]\x85"), "ソ]\u{FFFD}");
        let by_bytes = GameCharset { by_bytes: true, ..GameCharset::default() };
        let big5 = Decoder::new(GameCharset { charset: Charset::BIG5, ..by_bytes });
        assert_eq!(big5.text(b"\xA6\x5C\x5D"), "因");
    }
}
