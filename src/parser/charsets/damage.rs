//! Values that are not text in the character set of their game tree, and where.

use crate::charset::{Decoder, Whole};
use crate::scratch::GameValues;
use crate::span::Span;

/// Finds the values that are not text.
pub(in crate::parser) struct Damage<'s> {
    pub(in crate::parser) whole: Option<&'s Whole>,
    pub(in crate::parser) decoder: Decoder,
    pub(in crate::parser) bytes: &'s [u8],
}

impl Damage<'_> {
    /// The spans of the values that are damaged.
    pub(in crate::parser) fn values<'t>(
        &self,
        values: GameValues<'t>,
    ) -> impl Iterator<Item = Span> + use<'_, 't> {
        let spans = values.iter().map(|it| Span::new(it.start as usize, it.end as usize));
        spans.filter(|&span| self.first(span).is_some())
    }

    /// The first damaged character of a value: where it stands.
    pub(in crate::parser) fn first(&self, value: Span) -> Option<Span> {
        match self.whole {
            Some(whole) => {
                let at = whole.first_damage(value.start(), value.end())?;
                Some(Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8()))
            }
            None => {
                let damaged = self.decoder.first_damage(&self.bytes[value.range()])?;
                Some(Span::new(value.start() + damaged.start, value.start() + damaged.end))
            }
        }
    }
}
