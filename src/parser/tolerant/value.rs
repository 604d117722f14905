//! Where values end: `R7` and `R8` of the rules of recovery, which the README lists.

use super::lookahead::{Run, brackets_end, value_end};
use super::{GoesOn, Pass};
use crate::charset::Chars;
use crate::diagnostic::{Case, Code};
use crate::ident::cannot_hold_bracket;
use crate::scanner::skip_space;
use crate::span::offset;
use crate::text::{ValueEnd, changes_text};

/// A value with its true end (R7, R8).
#[derive(Clone, Copy)]
pub(super) struct Value {
    pub(super) end: ValueEnd,
    /// The first `]` that is not escaped; the end of the input if there is none.
    pub(super) first: usize,
}

impl<C: Chars> Pass<'_, '_, C> {
    /// R7 and R8: the value after the `[` at `open`; its end is that of the input if it has none.
    pub(super) fn value(&self, ident: &[u8], open: usize) -> Value {
        let (bytes, chars) = (self.bytes, self.chars);
        let Some(first) = chars.value_end(bytes, open + 1) else {
            let dirty = changes_text(&bytes[open + 1..]);
            return Value { end: ValueEnd { at: bytes.len(), dirty }, first: bytes.len() };
        };
        let at = value_end(bytes, ident, open + 1, first.at, chars);
        let dirty = first.dirty || changes_text(&bytes[first.at..at]);
        Value { end: ValueEnd { at, dirty }, first: first.at }
    }

    /// Whether the value is without an end.
    pub(super) fn is_unclosed(&self, value: Value) -> bool {
        value.end.at == self.bytes.len()
    }

    /// Notes what was read of a value, and goes on after it.
    pub(super) fn pass_value(&mut self, value: Value) {
        if value.end.at > value.first {
            self.note(Code::UnescapedBracket, value.first, value.first + 1);
        }
        self.state.checked = Some(value.end.at);
        self.scan.at = self.bytes.len().min(value.end.at + 1);
        self.scan.has_property = true;
    }

    /// R7: whether the last value goes on after the structure that was read since.
    ///
    /// Cost: each value is looked at once.
    pub(super) fn value_goes_on(&mut self) -> bool {
        let at = self.scan.at;
        if self.state.is_careful {
            return false;
        }
        let Some(value) = self.sink.tree.last_value() else { return false };
        let (bytes, end) = (self.bytes, value.span.end());
        if end >= at || self.state.checked == Some(end) {
            return false;
        }
        // Nearly all values have no bracket, so that nothing more is asked.
        if memchr::memchr(b'[', &bytes[value.span.range()]).is_none() {
            return false;
        }
        let run = Run::at(&bytes[..at], end + 1, self.chars);
        if run.last_mark.is_none() {
            return false;
        }
        self.state.checked = Some(end);
        let ident = &bytes[value.ident.range()];
        run.end == at && value_end(bytes, ident, value.span.start(), end, self.chars) > end
    }

    /// R8: takes all after the `[` at `open` for one more value.
    pub(super) fn unclosed_value(&mut self, open: usize) -> GoesOn {
        if !self.damage() {
            return true;
        }
        self.note(Code::UnclosedValue, open, open + 1);
        let value = self.value(&[], open);
        self.sink.put(open + 1, value.end, false);
        self.pass_value(value);
        true
    }

    /// R7: takes a value that goes on after its first `]`, which the sink refused.
    pub(super) fn long_value(
        &mut self,
        start: usize,
        first: usize,
        end: usize,
        is_first: bool,
    ) -> GoesOn {
        let dirty = changes_text(&self.bytes[start..end]);
        let value = Value { end: ValueEnd { at: end, dirty }, first };
        self.sink.put(start, value.end, is_first);
        self.pass_value(value);
        true
    }

    /// R7: if what stands at `at` follows a value directly and may not, looks whether the value
    /// goes on, or whether `]` follow that belong to no value. Says whether either was so.
    pub(super) fn extend_value(&mut self, at: usize) -> bool {
        let (bytes, chars) = (self.bytes, self.chars);
        if !self.scan.has_property {
            return false;
        }
        let Some(last) = self.sink.tree.last_value() else { return false };
        let (first, ident) = (last.span.end(), &bytes[last.ident.range()]);
        if skip_space(bytes, first + 1) != at {
            return false;
        }
        if cannot_hold_bracket(ident) {
            return at == first + 1 && self.skip_brackets(at);
        }
        let end = value_end(bytes, ident, last.span.start(), first, chars);
        self.state.checked = Some(end);
        let Some(value) = self.sink.tree.last_value_mut() else { return false };
        if end == first {
            return false;
        }
        value.end = offset(end);
        value.dirty |= changes_text(&bytes[first..end]);
        self.sink.tree.tables.has_dirty |= value.dirty;
        self.note(Code::UnescapedBracket, first, first + 1);
        self.scan.at = end + 1;
        true
    }

    /// R7: leaves `]` out that stand at `at`, directly after a value that cannot hold one. Says
    /// whether there are any.
    pub(super) fn skip_brackets(&mut self, at: usize) -> bool {
        let end = brackets_end(self.bytes, at);
        if end > at {
            self.note_case(Code::UnescapedBracket, Case::ExtraBracket, at, end);
            self.scan.at = end;
        }
        end > at
    }
}
