//! The sinks of tolerant reading: what strict reading makes of what the scanner tells, but they stop
//! before records inside damaged game trees, and at values that do not end where they seem to.

use super::lookahead::value_end;
use crate::charset::Chars;
use crate::ident::is_watched;
use crate::scanner::{Fault, Sink};
use crate::scratch::{TreeSink, cut};
use crate::span::Span;
use crate::text::ValueEnd;

/// Why the scanner stops.
pub(super) enum Halt {
    Fault(Fault),
    /// A parenthesis of a damaged game tree turned out to hold a record of its own.
    Candidate,
    /// A value goes on after its first `]`: where it starts, where that `]` stands, and where the
    /// value ends.
    LongValue {
        start: usize,
        first: usize,
        end: usize,
        is_first: bool,
    },
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// Makes the tree, and stops before candidates where they are cut at once.
pub(super) struct RepairSink<'s> {
    pub(super) tree: TreeSink<'s>,
    /// Whether the game tree that is read has had its first structural fault.
    pub(super) is_damaged: bool,
}

impl RepairSink<'_> {
    /// Closes the innermost parenthesis, which ends at `end`.
    #[inline(always)]
    pub(super) fn close_level(&mut self, end: usize) {
        if self.tree.is_unsettled {
            // The node is read, and its game tree keeps its number up to here.
            self.tree.join_duplicates();
        }
        if !self.is_damaged {
            self.tree.close_level(end);
            return;
        }
        let games = self.tree.tables.games.len();
        self.tree.close_level(end);
        // A game tree may end before the parentheses around it do.
        self.is_damaged = self.tree.tables.games.len() == games;
    }

    /// Gives the last property its first value.
    #[inline(always)]
    pub(super) fn put_first_value(&mut self, start: usize, end: ValueEnd) {
        if end.dirty {
            self.set_aside(Span::new(start, end.at));
        }
        self.tree.put_first_value(start, end);
    }

    /// Gives the last property a value: its first one, or one more.
    pub(super) fn put(&mut self, start: usize, end: ValueEnd, is_first: bool) {
        if is_first {
            self.put_first_value(start, end);
        } else {
            self.tree.put_value(start, end);
        }
    }

    /// Notes a value whose `[` say nothing: nearly all that have any are comments with escaped `]`.
    #[cold]
    #[inline(never)]
    fn set_aside(&mut self, value: Span) {
        let TreeSink { source, tables, .. } = &mut self.tree;
        let property = tables.properties.rows().last();
        if property.is_some_and(|property| !is_watched(property.ident(source))) {
            tables.explained.set_aside(value);
        }
    }
}

impl Sink for RepairSink<'_> {
    type Stop = Halt;

    const TAKES_RUNS: bool = true;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Halt> {
        self.tree.tables.explained.open(self.tree.source, at);
        Ok(self.tree.open(at)?)
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Halt> {
        self.close_level(end);
        Ok(())
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Halt> {
        Ok(self.tree.node(at)?)
    }

    #[inline(always)]
    fn lone_moves(&mut self, at: usize, count: usize) -> Result<usize, Halt> {
        let taken = self.tree.lone_moves(at, count)?;
        self.tree.tables.explained.lone_moves(at, taken);
        Ok(taken)
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) -> Result<(), Halt> {
        if self.is_damaged && cut::makes_candidate(&self.tree, &self.tree.source[start..end]) {
            return Err(Halt::Candidate);
        }
        Ok(self.tree.property(start, end)?)
    }

    #[inline(always)]
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.put_first_value(start, end);
        Ok(())
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.tree.put_value(start, end);
        Ok(())
    }
}

/// A [`RepairSink`] that looks at each value whether it goes on after its first `]` (R7).
///
/// That takes time, and few values do, so this is for the game trees alone in which one was found
/// that does so across what looked like structure.
pub(super) struct CarefulSink<'r, 's, C> {
    pub(super) sink: &'r mut RepairSink<'s>,
    pub(super) chars: C,
}

impl<C: Chars> CarefulSink<'_, '_, C> {
    fn check(&self, start: usize, first: usize, is_first: bool) -> Result<(), Halt> {
        let TreeSink { source, tables, .. } = &self.sink.tree;
        let property = tables.properties.rows().last();
        let ident = property.map_or(&[][..], |property| property.ident(source));
        let end = value_end(source, ident, start, first, self.chars);
        if end == first { Ok(()) } else { Err(Halt::LongValue { start, first, end, is_first }) }
    }
}

impl<C: Chars> Sink for CarefulSink<'_, '_, C> {
    type Stop = Halt;

    const TAKES_RUNS: bool = true;

    fn open(&mut self, at: usize) -> Result<(), Halt> {
        self.sink.open(at)
    }

    fn close(&mut self, end: usize) -> Result<(), Halt> {
        self.sink.close(end)
    }

    fn node(&mut self, at: usize) -> Result<(), Halt> {
        self.sink.node(at)
    }

    fn lone_moves(&mut self, at: usize, count: usize) -> Result<usize, Halt> {
        self.sink.lone_moves(at, count)
    }

    fn property(&mut self, start: usize, end: usize) -> Result<(), Halt> {
        self.sink.property(start, end)
    }

    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.check(start, end.at, true)?;
        self.sink.first_value(start, end)
    }

    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        self.check(start, end.at, false)?;
        self.sink.next_value(start, end)
    }
}
