//! What is written down of moves and setup so that they can be taken back.
//!
//! An entry is one number, and what belongs to a move or to setup comes before its end mark, so that
//! the log is read from its end. A move without joins and captures takes eight bytes.

use alloc::vec::Vec;

use super::board::Ko;
use super::stones::{CELLS, Join, Side};

/// The last entry of a move or of setup, or one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// A chain was joined to another.
    Join(Join),
    /// A chain was removed: how many stones, and what its head was.
    Removed { head: u16, stones: u16 },
    /// A point was changed by setup: what was there.
    Set { cell: u16, side: Side },
    /// 32 points, in the order of the rows, as they were before setup.
    Packed(u64),
    /// A move: the stone, the ko before it, and the entries of it.
    Move { cell: u16, side: Side, ko: Ko, joins: u8, removals: u8, is_suicide: bool },
    /// Setup, and the entries of it.
    Setup { ko: Ko, entries: u16, is_packed: bool },
    /// A pass.
    Pass { ko: Ko },
}

/// The entries, and the stones that were removed.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    entries: Vec<u64>,
    removed: Vec<u16>,
}

const KIND: u32 = 60;
const JOIN: u64 = 1;
const REMOVED: u64 = 2;
const SET: u64 = 3;
const MOVE: u64 = 4;
const SETUP: u64 = 5;
const PASS: u64 = 6;

impl Log {
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.removed.clear();
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The stones that were removed, and how many there are.
    #[inline(always)]
    pub(super) fn removed(&self) -> &[u16] {
        &self.removed
    }

    #[inline(always)]
    pub(super) fn push_removed(&mut self, cell: usize) {
        self.removed.push(cell as u16);
    }

    /// Takes the last removed stones from the log.
    pub(super) fn pop_removed(&mut self, count: usize, stones: &mut Vec<u16>) {
        let start = self.removed.len().saturating_sub(count);
        stones.clear();
        stones.extend(self.removed.drain(start..));
    }

    #[inline(always)]
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.push(entry.packed());
    }

    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.entries.pop().map(Entry::unpacked)
    }

    /// As [`pop`](Self::pop), of an entry that is [`Entry::Packed`].
    pub(super) fn pop_packed(&mut self) -> u64 {
        self.entries.pop().unwrap_or(0)
    }

    /// The entries from this one on.
    pub(super) fn since(&self, start: usize) -> impl DoubleEndedIterator<Item = Entry> + '_ {
        let entries = self.entries.get(start..).unwrap_or_default();
        entries.iter().map(|entry| Entry::unpacked(*entry))
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.entries.truncate(len);
    }
}

impl Entry {
    #[inline(always)]
    fn packed(self) -> u64 {
        match self {
            Self::Packed(points) => points,
            Self::Join(join) => {
                JOIN << KIND
                    | u64::from(join.neighbour) << 44
                    | u64::from(join.head) << 32
                    | u64::from(join.counts)
            }
            Self::Removed { head, stones } => {
                REMOVED << KIND | u64::from(head) << 16 | u64::from(stones)
            }
            Self::Set { cell, side } => SET << KIND | u64::from(cell) << 2 | u64::from(side),
            Self::Move { cell, side, ko, joins, removals, is_suicide } => {
                MOVE << KIND
                    | u64::from(is_suicide) << 40
                    | u64::from(removals) << 36
                    | u64::from(joins) << 32
                    | ko.packed() << 16
                    | u64::from(cell) << 2
                    | u64::from(side)
            }
            Self::Setup { ko, entries, is_packed } => {
                SETUP << KIND | u64::from(is_packed) << 32 | ko.packed() << 16 | u64::from(entries)
            }
            Self::Pass { ko } => PASS << KIND | ko.packed() << 16,
        }
    }

    #[inline(always)]
    fn unpacked(entry: u64) -> Self {
        let ko = Ko::unpacked(entry >> 16 & 0xFFFF);
        let cell = (entry >> 2) as u16 % CELLS as u16;
        let side = (entry % 4) as Side;
        match entry >> KIND {
            JOIN => Self::Join(Join {
                neighbour: (entry >> 44) as u16 % CELLS as u16,
                head: (entry >> 32) as u16 % CELLS as u16,
                counts: entry as u32,
            }),
            REMOVED => Self::Removed { head: (entry >> 16) as u16, stones: entry as u16 },
            SET => Self::Set { cell, side },
            MOVE => Self::Move {
                cell,
                side,
                ko,
                joins: (entry >> 32 & 7) as u8,
                removals: (entry >> 36 & 7) as u8,
                is_suicide: entry >> 40 & 1 != 0,
            },
            SETUP => Self::Setup { ko, entries: entry as u16, is_packed: entry >> 32 & 1 != 0 },
            _ => Self::Pass { ko },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::stones::{BLACK, WHITE};

    #[test]
    fn every_entry_is_read_as_it_was_written() {
        let ko = Ko { cell: 3455, side: WHITE };
        let entries = [
            Entry::Join(Join { neighbour: 4095, head: 4001, counts: u32::MAX }),
            Entry::Removed { head: 3400, stones: 2704 },
            Entry::Set { cell: 3456, side: BLACK },
            Entry::Move { cell: 3444, side: WHITE, ko, joins: 4, removals: 3, is_suicide: true },
            Entry::Move {
                cell: 65,
                side: BLACK,
                ko: Ko::NONE,
                joins: 0,
                removals: 0,
                is_suicide: false,
            },
            Entry::Setup { ko, entries: 2704, is_packed: true },
            Entry::Pass { ko },
        ];
        let mut log = Log::default();
        for entry in entries {
            log.push(entry);
            assert_eq!(log.pop(), Some(entry));
        }
    }
}
