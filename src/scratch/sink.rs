//! The sink that makes a tree of what the scanner tells: levels of parentheses, parents, ends of
//! subtrees. What to do about a fault is left to the caller.

use alloc::vec::Vec;
use core::mem;

use super::Mark;
use super::duplicates::FirstMoves;
use super::{Code, Diagnostic, GameRecord, NONE, NodeRecord, PropertyEntry, Scratch, ValueEntry};
use crate::charset::GameCharset;
use crate::ident::{drops_letters, move_name};
use crate::scanner::{Fault, FaultPlace, MOVE_LENGTH, Sink};
use crate::span::{Span, offset};
use crate::text::ValueEnd;

/// An open parenthesis: the sequence of nodes that stand in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// The first node.
    pub(crate) first: u32,
    /// The last node so far; as long as there is none, the node that the parenthesis hangs on.
    pub(crate) last: u32,
    /// The offset of the `(`.
    pub(crate) start: u32,
    /// Whether there is no parenthesis: a node that followed a sub-tree opened the level, and it
    /// closes together with the one around it.
    pub(crate) is_implied: bool,
}

impl Level {
    /// What is around all game trees.
    const OUTSIDE: Self = Self { first: 0, last: NONE, start: 0, is_implied: false };

    pub(crate) fn has_nodes(self) -> bool {
        // The parent of a root wraps to zero.
        self.first < self.last.wrapping_add(1)
    }
}

/// Fills a [`Scratch`] from what the scanner tells.
pub(crate) struct TreeSink<'s> {
    pub(crate) source: &'s [u8],
    pub(crate) tables: Scratch,
    /// The innermost open level.
    pub(crate) level: Level,
    /// Where the game tree that is read opens.
    pub(crate) game_start: usize,
    /// Whether a second ident joins the first one of its node instead of being refused.
    pub(super) joins_duplicates: bool,
    /// The character set that a game tree has if nothing else is found out.
    pub(crate) charset: GameCharset,
    max_nodes: u32,
    /// The first property of the current node.
    pub(crate) node_properties: u32,
    /// One bit for each ident of the current node; idents may share one.
    seen: u64,
    /// Whether the idents of the current node have still to be compared.
    pub(crate) is_unsettled: bool,
    /// The first moves of the current node, once they were looked for.
    pub(super) moves: FirstMoves,
}

impl<'s> TreeSink<'s> {
    /// Takes the tables over, emptied, for the time of one input.
    pub(crate) fn new(source: &'s [u8], scratch: &mut Scratch, max_nodes: u32) -> Self {
        let mut tables = mem::take(scratch);
        tables.clear(0);
        Self {
            source,
            tables,
            level: Level::OUTSIDE,
            game_start: 0,
            joins_duplicates: false,
            charset: GameCharset::TEXT,
            max_nodes,
            node_properties: 0,
            seen: 0,
            is_unsettled: false,
            moves: FirstMoves::default(),
        }
    }

    /// As [`new`](Self::new), for reading that joins duplicates and notes what it did.
    pub(crate) fn tolerant(
        source: &'s [u8],
        scratch: &mut Scratch,
        max_nodes: u32,
        max_diagnostics: u32,
    ) -> Self {
        let mut sink = Self::new(source, scratch, max_nodes);
        sink.tables.clear(max_diagnostics);
        sink.joins_duplicates = true;
        sink
    }

    /// Gives the tables back.
    pub(crate) fn finish(self) -> Scratch {
        self.tables
    }

    /// Forgets all that was read since the mark, and is outside of all game trees.
    ///
    /// Cost: linear in what is forgotten.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        let tables = &mut self.tables;
        tables.games.truncate(mark.games);
        tables.nodes.truncate(mark.nodes);
        tables.properties.truncate(mark.properties);
        tables.values.truncate(mark.values);
        // A record that was cut out starts anew where it was cut.
        let is_kept = |found: &Diagnostic| {
            let start = found.span().start();
            start < mark.at || found.code() == Code::RecordCut && start == mark.at
        };
        let list = &mut tables.diagnostics.list;
        let since = list.split_off(list.len().min(mark.diagnostics));
        list.extend(since.into_iter().filter(is_kept));
        tables.diagnostics.rewind(mark.omitted, mark.games);
        tables.explained.rewind(mark.opened, mark.at);
        tables.layout.clear();
        self.moves = FirstMoves::default();
        tables.levels.clear();
        self.level = Level::OUTSIDE;
        self.node_properties = mark.properties;
        self.is_unsettled = false;
    }

    /// Whether a game tree, or what may become one, is open.
    pub(crate) fn is_inside(&self) -> bool {
        !self.tables.levels.is_empty()
    }

    /// The open levels, the outermost first, without what is around the game tree.
    fn open_levels(&self) -> impl DoubleEndedIterator<Item = Level> + '_ {
        let innermost = self.is_inside().then_some(self.level);
        self.tables.levels.iter().skip(1).copied().chain(innermost)
    }

    /// Where the outermost open parenthesis stands.
    pub(crate) fn outermost_start(&self) -> Option<usize> {
        self.open_levels().next().map(|level| level.start as usize)
    }

    /// The open levels of the game tree that has a root, the outermost first.
    ///
    /// Cost: linear in their number; redundant parentheses around the game tree are not looked at.
    pub(crate) fn levels_of_game(&self) -> Vec<Level> {
        let mut levels: Vec<Level> =
            self.open_levels().rev().take_while(|level| level.last != NONE).collect();
        levels.reverse();
        levels
    }

    /// The number of parentheses that are open.
    pub(crate) fn open_parens(&self) -> u32 {
        offset(self.open_levels().filter(|level| !level.is_implied).count())
    }

    /// Lets the levels go and starts a game tree with these.
    pub(crate) fn set_open_levels(&mut self, levels: &[Level]) {
        self.tables.levels.clear();
        self.level = Level::OUTSIDE;
        for &level in levels {
            self.tables.levels.push(self.level);
            self.level = level;
        }
    }

    /// Takes an opened parenthesis back that turned out to be none.
    pub(crate) fn take_back_open(&mut self) {
        // It may have a node, in which nothing was read.
        self.tables.nodes.truncate(self.level.first);
        self.node_properties = self.tables.properties.len();
        self.level = self.tables.levels.pop().unwrap_or(Level::OUTSIDE);
    }

    /// Opens a level for the `(` at `at`.
    pub(crate) fn push_level(&mut self, at: usize) {
        if self.level.last == NONE {
            self.game_start = at;
        }
        self.tables.levels.push(self.level);
        let first = self.tables.nodes.len();
        let last = self.level.last;
        self.level = Level { first, last, start: offset(at), is_implied: false };
    }

    /// Says where the subtrees of the level's nodes end.
    #[inline(always)]
    pub(crate) fn end_subtrees(&mut self, level: Level, subtree_end: u32) {
        if level.has_nodes() {
            // The nodes of a level stand next to each other.
            let nodes = self.tables.nodes.rows_mut();
            for node in &mut nodes[level.first as usize..level.last as usize + 1] {
                node.subtree_end = subtree_end;
            }
        }
    }

    /// The last value of the current node.
    pub(crate) fn last_value_mut(&mut self) -> Option<&mut ValueEntry> {
        if self.tables.properties.len() == self.node_properties {
            return None;
        }
        let property = self.tables.properties.last_mut()?;
        if property.more == 0 { Some(&mut property.value) } else { self.tables.values.last_mut() }
    }

    /// Closes the innermost level, and those that end with it; `end` is after its `)`.
    #[inline(always)]
    pub(crate) fn close_level(&mut self, end: usize) {
        loop {
            let closed = self.level;
            self.end_subtrees(closed, self.tables.nodes.len());
            self.level = self.tables.levels.pop().unwrap_or(Level::OUTSIDE);
            if self.level.last == NONE && closed.has_nodes() {
                let span = Span::new(self.game_start, end);
                self.tables.games.push(GameRecord {
                    root: closed.first,
                    span,
                    charset: self.charset,
                    in_file_order: true,
                });
                if self.has_to_be_laid_out() {
                    self.lay_out(closed.first, self.tables.nodes.len());
                    self.end_layout();
                }
            }
            if !closed.is_implied {
                return;
            }
        }
    }

    /// Gives the last property its first value.
    #[inline(always)]
    pub(crate) fn put_first_value(&mut self, start: usize, end: ValueEnd) {
        if let Some(property) = self.tables.properties.last_mut() {
            property.value = ValueEntry::new(start, end);
        }
        self.tables.has_dirty |= end.dirty;
    }

    /// Gives the last property one more value.
    #[inline(always)]
    pub(crate) fn put_value(&mut self, start: usize, end: ValueEnd) {
        self.tables.values.push(ValueEntry::new(start, end));
        self.tables.has_dirty |= end.dirty;
        if let Some(property) = self.tables.properties.last_mut() {
            property.more += 1;
        }
    }

    /// A property whose name is written in capitals alone, and is no move: if the node has it, it is
    /// joined to that one.
    pub(crate) fn put_property(&mut self, start: usize, end: usize) {
        let bit = ident_bit(self.source, start, end);
        if self.seen & bit != 0 {
            self.compare_names(start, end);
        }
        self.seen |= bit;
        self.push_property(start, end);
    }

    /// As [`Sink::property`], for an ident that is not written in capitals alone.
    pub(crate) fn odd_property(&mut self, start: usize, end: usize) {
        // Its bit would have to be that of its name.
        self.is_unsettled = true;
        let ident = &self.source[start..end];
        self.tables.has_renamed |= drops_letters(ident);
        if let Some(name @ (b'B' | b'W')) = move_name(ident) {
            // A move that follows is looked for among those before it.
            self.seen |= ident_bit(&[name], 0, 1);
        }
        self.push_property(start, end);
    }

    /// A property whose name the node has, with the same first value: its values are joined.
    pub(crate) fn same_move(&mut self, start: usize, end: usize) {
        self.is_unsettled = true;
        self.push_property(start, end);
    }

    /// A property of the last node of the level, after a sub-tree of that.
    pub(crate) fn continued_property(&mut self, start: usize, end: usize) {
        self.tables.has_renamed |= drops_letters(&self.source[start..end]);
        self.push_property(start, end);
    }

    #[inline(always)]
    fn push_property(&mut self, start: usize, end: usize) {
        self.tables.properties.push(PropertyEntry {
            ident_start: offset(start),
            ident_end: offset(end),
            ..PropertyEntry::default()
        });
    }
}

/// The bit of an ident of one or two letters; longer ones share those of their first two. The
/// factors give each ident of a usual root node a bit of its own.
#[inline(always)]
fn ident_bit(source: &[u8], start: usize, end: usize) -> u64 {
    let second = if end - start > 1 { source[start + 1] } else { 0 };
    1 << (source[start].wrapping_mul(7).wrapping_add(second.wrapping_mul(5)) & 63)
}

impl Sink for TreeSink<'_> {
    type Stop = Fault;

    const TAKES_RUNS: bool = true;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Fault> {
        self.push_level(at);
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Fault> {
        self.close_level(end);
        Ok(())
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Fault> {
        self.seen = 0;
        if self.is_unsettled {
            self.settle()?;
        }
        let index = self.tables.nodes.len();
        if index == self.max_nodes {
            let place = FaultPlace::Nodes { limit: self.max_nodes };
            return Err(Fault { place, at });
        }
        let properties = self.tables.properties.len();
        self.tables.nodes.push(NodeRecord {
            start: offset(at),
            properties,
            parent: self.level.last,
            subtree_end: 0,
        });
        self.level.last = index;
        self.node_properties = properties;
        Ok(())
    }

    #[inline(always)]
    fn lone_moves(&mut self, at: usize, count: usize) -> Result<usize, Fault> {
        if self.is_unsettled {
            self.settle()?;
        }
        let index = self.tables.nodes.len();
        let count = offset(count).min(self.max_nodes - index);
        if count == 0 {
            return Ok(0);
        }
        let properties = self.tables.properties.len();
        let (at, step) = (offset(at), MOVE_LENGTH as u32);
        self.tables.nodes.extend(count, |row| NodeRecord {
            start: at + row * step,
            properties: properties + row,
            parent: if row == 0 { self.level.last } else { index + row - 1 },
            subtree_end: 0,
        });
        self.tables.properties.extend(count, |row| PropertyEntry {
            ident_start: at + row * step + 1,
            ident_end: at + row * step + 2,
            value: ValueEntry {
                start: at + row * step + 3,
                end: at + row * step + 5,
                dirty: false,
            },
            more: 0,
        });
        self.level.last = index + count - 1;
        self.node_properties = properties + count - 1;
        Ok(count as usize)
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        let bit = ident_bit(self.source, start, end);
        if self.seen & bit != 0 {
            self.compare(start, end)?;
        }
        self.seen |= bit;
        self.push_property(start, end);
        Ok(())
    }

    #[cold]
    fn unclosed_property(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        // A crowded node compares its idents when it ends, this one too.
        self.property(start, end)
    }

    #[inline(always)]
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Fault> {
        self.put_first_value(start, end);
        Ok(())
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Fault> {
        self.put_value(start, end);
        Ok(())
    }
}
