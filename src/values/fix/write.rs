//! ASCII in the character set of an input, and spans of it.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::charset::{Charset, Form};
use crate::span::Span;
use crate::tree::{Collection, GameTree};

/// How ASCII is written in an input.
#[derive(Clone, Copy)]
pub(super) struct Writer {
    /// The bytes of a character.
    width: usize,
    is_big_endian: bool,
}

impl Writer {
    /// That of an input; `None` for one whose bytes mean other things after a shift.
    pub(super) fn of(collection: Collection<'_>) -> Option<Self> {
        let charset = collection.first_game_tree().map_or(Charset::UTF_8, GameTree::charset);
        match charset.form() {
            Form::Shifted if charset.has_shifts(collection.source()) => None,
            Form::Wide { bytes, is_big_endian } => {
                Some(Self { width: usize::from(bytes), is_big_endian })
            }
            _ => Some(Self { width: 1, is_big_endian: false }),
        }
    }

    /// Whether ASCII in the input is one byte for each character.
    pub(super) fn is_plain(self) -> bool {
        self.width == 1
    }

    pub(super) fn write(self, ascii: &str) -> Cow<'static, [u8]> {
        let mut bytes = Vec::with_capacity(ascii.len() * self.width);
        for byte in ascii.bytes() {
            let start = bytes.len();
            bytes.resize(start + self.width, 0);
            let at = if self.is_big_endian { self.width - 1 } else { 0 };
            bytes[start + at] = byte;
        }
        Cow::Owned(bytes)
    }

    /// The span with a character more on both sides: a value with its brackets.
    pub(super) fn with_brackets(self, span: Span, source: &[u8]) -> Span {
        let start = span.start().saturating_sub(self.width);
        Span::new(start, (span.end() + self.width).min(source.len()))
    }
}
