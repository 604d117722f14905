//! The sink of tolerant reading: what strict reading makes of what the scanner tells, but for
//! records inside damaged game trees, in front of which it stops.

use super::cut;
use crate::error::Error;
use crate::scanner::Sink;
use crate::scratch::TreeSink;
use crate::text::ValueEnd;

/// Why the scanner stops.
pub(super) enum Halt {
    Fault(Error),
    /// A parenthesis of a damaged game tree turned out to hold a record of its own.
    Candidate,
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Fault(error)
    }
}

/// Makes the tree, and stops in front of candidates where they are cut at once.
pub(super) struct RepairSink<'s> {
    pub(super) tree: TreeSink<'s>,
    /// Whether the game tree that is read has had its first structural fault.
    pub(super) is_damaged: bool,
}

impl Sink for RepairSink<'_> {
    type Stop = Halt;

    const TAKES_RUNS: bool = true;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Halt> {
        let opened = &mut self.tree.tables.opened;
        opened.parens += 1;
        opened.pairs += usize::from(self.tree.source.get(at + 1) == Some(&b';'));
        Ok(self.tree.open(at)?)
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Halt> {
        if self.tree.is_unsettled {
            // The node is read, and its game tree keeps its number up to here.
            self.tree.settle()?;
        }
        if !self.is_damaged {
            return Ok(self.tree.close(end)?);
        }
        let games = self.tree.tables.games.len();
        self.tree.close(end)?;
        // A game tree may end before the parentheses around it do.
        self.is_damaged = self.tree.tables.games.len() == games;
        Ok(())
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Halt> {
        Ok(self.tree.node(at)?)
    }

    #[inline(always)]
    fn lone_moves(&mut self, at: usize, count: usize) -> Result<usize, Halt> {
        Ok(self.tree.lone_moves(at, count)?)
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
        Ok(self.tree.first_value(start, end)?)
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Halt> {
        Ok(self.tree.next_value(start, end)?)
    }
}
