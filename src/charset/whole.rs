//! Inputs that are decoded as a whole, since no structure can be found in their bytes: UTF-16,
//! UTF-32, ISO-2022-JP, HZ. What stood where is kept in one table.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Charset, Form};
use crate::span::offset;

/// The text of an input, and where it came from.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) text: String,
    pub(crate) map: OffsetMap,
    /// The offsets, in the text, of the characters that stand for damage.
    damaged: Vec<u32>,
}

impl Whole {
    /// Decodes an input; `None` if the text is longer than 32-bit offsets can tell of.
    ///
    /// Cost: linear.
    pub(crate) fn decode(charset: Charset, source: &[u8]) -> Option<Self> {
        let mut builder = Builder::default();
        match charset.form() {
            Form::Wide { bytes: 2, is_big_endian } => builder.utf_16(source, is_big_endian),
            Form::Wide { is_big_endian, .. } => builder.utf_32(source, is_big_endian),
            _ => super::shifted::decode(charset, source, &mut builder),
        }
        let Builder { text, mut runs, damaged, .. } = builder;
        // One more offset is kept for what is nowhere.
        if text.len() >= u32::MAX as usize {
            return None;
        }
        let end = Run::new(text.len(), source.len(), 1, 1);
        runs.push(end);
        Some(Self { text, map: OffsetMap { runs }, damaged })
    }

    /// How many damaged characters there are.
    pub(crate) fn damage(&self) -> usize {
        self.damaged.len()
    }

    /// The first damaged character between two offsets of the text.
    pub(crate) fn first_damage(&self, start: usize, end: usize) -> Option<usize> {
        let after = self.damaged.partition_point(|&at| (at as usize) < start);
        let at = *self.damaged.get(after)? as usize;
        (at < end).then_some(at)
    }
}

/// Where the characters of a text stand in the input that it was decoded from.
#[derive(Debug)]
pub(crate) struct OffsetMap {
    runs: Vec<Run>,
}

/// Characters that all have the same number of bytes, in the text and in the input.
#[derive(Clone, Copy, Debug)]
struct Run {
    text: u32,
    input: u32,
    text_width: u8,
    input_width: u8,
}

impl Run {
    fn new(text: usize, input: usize, text_width: usize, input_width: usize) -> Self {
        Self {
            text: text as u32,
            input: input as u32,
            text_width: text_width as u8,
            input_width: input_width as u8,
        }
    }
}

impl OffsetMap {
    /// The offset in the input of the character at an offset of the text.
    ///
    /// Cost: a binary search among the runs of characters of equal width.
    pub(crate) fn input(&self, text: usize) -> usize {
        let after = self.runs.partition_point(|run| run.text as usize <= text);
        let Some(run) = after.checked_sub(1).map(|index| self.runs[index]) else { return 0 };
        let characters = (text - run.text as usize) / usize::from(run.text_width);
        run.input as usize + characters * usize::from(run.input_width)
    }
}

/// A text that grows character by character.
#[derive(Debug, Default)]
pub(super) struct Builder {
    text: String,
    runs: Vec<Run>,
    damaged: Vec<u32>,
    /// The widths of the run that grows, and where it would go on in the input.
    widths: (usize, usize),
    next: usize,
}

impl Builder {
    /// Adds a character that takes `width` bytes of the input from `at` on.
    pub(super) fn push(&mut self, character: char, at: usize, width: usize) {
        let widths = (character.len_utf8(), width);
        if self.widths != widths || self.next != at {
            self.runs.push(Run::new(self.text.len(), at, widths.0, width));
            self.widths = widths;
        }
        self.next = at + width;
        self.text.push(character);
    }

    /// Adds a character for bytes that are none.
    pub(super) fn push_damaged(&mut self, at: usize, width: usize) {
        if self.text.len() < u32::MAX as usize {
            self.damaged.push(offset(self.text.len()));
        }
        self.push(char::REPLACEMENT_CHARACTER, at, width);
    }

    fn utf_16(&mut self, source: &[u8], is_big_endian: bool) {
        let units = source.chunks_exact(2).map(|unit| match is_big_endian {
            true => u16::from_be_bytes([unit[0], unit[1]]),
            false => u16::from_le_bytes([unit[0], unit[1]]),
        });
        let mut at = 0;
        for character in char::decode_utf16(units) {
            match character {
                Ok(character) => {
                    self.push(character, at, character.len_utf16() * 2);
                    at += character.len_utf16() * 2;
                }
                Err(_) => {
                    self.push_damaged(at, 2);
                    at += 2;
                }
            }
        }
        self.cut_off(source, at);
    }

    fn utf_32(&mut self, source: &[u8], is_big_endian: bool) {
        let mut at = 0;
        for unit in source.chunks_exact(4) {
            let unit = [unit[0], unit[1], unit[2], unit[3]];
            let code = match is_big_endian {
                true => u32::from_be_bytes(unit),
                false => u32::from_le_bytes(unit),
            };
            match char::from_u32(code) {
                Some(character) => self.push(character, at, 4),
                None => self.push_damaged(at, 4),
            }
            at += 4;
        }
        self.cut_off(source, at);
    }

    /// What is left of the last character.
    fn cut_off(&mut self, source: &[u8], at: usize) {
        if at < source.len() {
            self.push_damaged(at, source.len() - at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_of_the_text_lead_back_to_the_input() {
        let text = "(;C[棋a𠮷]) é";
        for (charset, is_big_endian) in [(Charset::UTF_16LE, false), (Charset::UTF_16BE, true)] {
            let units = text.encode_utf16().map(|unit| match is_big_endian {
                true => unit.to_be_bytes(),
                false => unit.to_le_bytes(),
            });
            let source: Vec<u8> = units.flatten().collect();
            let whole = Whole::decode(charset, &source).unwrap();
            assert_eq!(whole.text, text);
            assert_eq!(whole.first_damage(0, text.len()), None);
            let mut input = 0;
            for (at, character) in text.char_indices() {
                assert_eq!(whole.map.input(at), input, "{at}");
                input += character.len_utf16() * 2;
            }
            assert_eq!(whole.map.input(text.len()), source.len());
        }
    }

    #[test]
    fn damage_has_a_place() {
        let whole = Whole::decode(Charset::UTF_16LE, b"a\0\0\xD8b\0c").unwrap();
        assert_eq!(whole.text, "a\u{FFFD}b\u{FFFD}");
        assert_eq!(whole.first_damage(0, 8), Some(1));
        assert_eq!(whole.first_damage(4, 8), Some(5));
        assert_eq!(whole.first_damage(2, 5), None);
        assert_eq!((whole.map.input(5), whole.map.input(8)), (6, 7));
        let whole = Whole::decode(Charset::UTF_32BE, b"\0\0\0(\0\x11\0\0").unwrap();
        assert_eq!(whole.text, "(\u{FFFD}");
    }
}
