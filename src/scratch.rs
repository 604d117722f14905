//! The number tables that the scanner fills: offsets, counts and flags, without a lifetime, so
//! that they serve one input after the other. What they become is left to the arena.

use alloc::vec::Vec;
use core::mem;

use crate::error::{Error, ErrorKind};
use crate::scanner::Sink;
use crate::span::{Span, offset};
use crate::text::ValueEnd;

/// The parent of a root node.
pub(crate) const NONE: u32 = u32::MAX;

/// A game tree: its first node, and its bytes from `(` to `)`. Its nodes end where those of the
/// next one start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameRecord {
    pub(crate) root: u32,
    pub(crate) span: Span,
}

/// A node, 16 bytes. Nodes stand in file order, which is pre-order, so a node's first child is
/// the next node and its next sibling is where its subtree ends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeRecord {
    /// The offset of the `;`.
    pub(crate) start: u32,
    /// The first property. The properties end where those of the next node start.
    pub(crate) properties: u32,
    /// The parent, or [`NONE`].
    pub(crate) parent: u32,
    /// The node behind the last descendant.
    pub(crate) subtree_end: u32,
}

/// A property, as offsets. Its first value stands here; the others are the next ones of the table
/// of values.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PropertyEntry {
    pub(crate) ident_start: u32,
    pub(crate) ident_end: u32,
    pub(crate) value: ValueEntry,
    /// How many values follow the first.
    pub(crate) more: u32,
}

impl PropertyEntry {
    fn ident<'s>(&self, source: &'s [u8]) -> &'s [u8] {
        &source[self.ident_start as usize..self.ident_end as usize]
    }
}

/// A value, as offsets.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ValueEntry {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Whether the text differs from the bytes.
    pub(crate) dirty: bool,
}

impl ValueEntry {
    #[inline(always)]
    fn new(start: usize, end: ValueEnd) -> Self {
        Self { start: offset(start), end: offset(end.at), dirty: end.dirty }
    }
}

/// A table that grows in rare, large steps, so that adding a row is one comparison and one store.
///
/// `Vec::push` would do, if its length did not have to go through memory at each row: the vector
/// handed by reference to the function that grows it keeps it out of the registers.
#[derive(Debug, Default)]
pub(crate) struct Table<T> {
    rows: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Table<T> {
    #[inline(always)]
    fn push(&mut self, row: T) {
        if self.len == self.rows.len() {
            self.rows = grown(mem::take(&mut self.rows));
        }
        self.rows[self.len] = row;
        self.len += 1;
    }

    #[inline(always)]
    fn last_mut(&mut self) -> Option<&mut T> {
        self.rows.get_mut(self.len.wrapping_sub(1))
    }

    #[inline(always)]
    fn len(&self) -> u32 {
        offset(self.len)
    }

    pub(crate) fn rows(&self) -> &[T] {
        &self.rows[..self.len]
    }
}

#[cold]
#[inline(never)]
fn grown<T: Copy + Default>(mut rows: Vec<T>) -> Vec<T> {
    rows.resize((rows.len() * 2).max(256), T::default());
    rows
}

/// What an open parenthesis has to remember.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    /// The first node of the sequence that the parenthesis interrupts.
    first: u32,
    /// Its last node so far: the parent of the first node inside.
    last: u32,
}

/// The tables of one input, kept from call to call by whoever reads more than one.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) games: Vec<GameRecord>,
    pub(crate) nodes: Table<NodeRecord>,
    pub(crate) properties: Table<PropertyEntry>,
    pub(crate) values: Table<ValueEntry>,
    frames: Vec<Frame>,
    /// Room to sort the properties of a crowded node in: the first bytes of an ident, and its
    /// place.
    sorted: Vec<(u64, u32)>,
}

/// Fills a [`Scratch`] from what the scanner tells.
pub(crate) struct TreeSink<'s> {
    source: &'s [u8],
    tables: Scratch,
    max_nodes: u32,
    /// The first node of the innermost open tree.
    first: u32,
    /// Its last node so far, or, as long as it has none, the one that it hangs on.
    last: u32,
    /// The first property of the current node.
    node_properties: u32,
    /// One bit for each ident of the current node; idents may share one.
    seen: u64,
    /// The `(` of the game tree that is read.
    game_start: usize,
}

/// With more properties than this in one node, comparing each with all before it is dearer than
/// sorting them when the node ends.
const CROWDED: u32 = 48;

impl<'s> TreeSink<'s> {
    /// Takes the tables over, emptied, for the time of one input.
    pub(crate) fn new(source: &'s [u8], scratch: &mut Scratch, max_nodes: u32) -> Self {
        let mut tables = mem::take(scratch);
        tables.games.clear();
        tables.frames.clear();
        tables.nodes.len = 0;
        tables.properties.len = 0;
        tables.values.len = 0;
        Self {
            source,
            tables,
            max_nodes,
            first: 0,
            last: NONE,
            node_properties: 0,
            seen: 0,
            game_start: 0,
        }
    }

    /// Gives the tables back.
    pub(crate) fn finish(self) -> Scratch {
        self.tables
    }

    /// Looks for the duplicate that a crowded node put off: the leftmost second ident.
    ///
    /// A scan that fails has to ask too, since the duplicate stands before its fault.
    #[cold]
    pub(crate) fn check_crowded_node(&mut self) -> Result<(), Error> {
        let first = self.node_properties as usize;
        let properties = &self.tables.properties.rows()[first..];
        if properties.len() <= CROWDED as usize {
            return Ok(());
        }
        let sorted = &mut self.tables.sorted;
        sorted.clear();
        sorted.extend(
            properties
                .iter()
                .zip(0..)
                .map(|(property, index)| (leading_bytes(property.ident(self.source)), index)),
        );
        // Equal idents come to stand next to each other, in file order. Their first bytes tell
        // most of them apart without a look at the source.
        let ident = |index: u32| properties[index as usize].ident(self.source);
        sorted.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| ident(a.1).cmp(ident(b.1))).then(a.1.cmp(&b.1))
        });
        let seconds = sorted
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0 && ident(pair[0].1) == ident(pair[1].1));
        match seconds.map(|pair| pair[1].1).min() {
            None => Ok(()),
            Some(second) => {
                let property = properties[second as usize];
                Err(duplicate(property.ident_start as usize, property.ident_end as usize))
            }
        }
    }

    /// Whether the ident, whose bit was seen in the current node, really was.
    #[cold]
    fn occurs(&self, start: usize, end: usize) -> bool {
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        // A crowded node is looked at once, when it ends.
        properties.len() <= CROWDED as usize
            && properties
                .iter()
                .any(|property| property.ident(self.source) == &self.source[start..end])
    }
}

/// The bit of an ident of one or two letters; longer ones share those of their first two. The
/// factor gives each ident of a usual root node a bit of its own.
#[inline(always)]
fn ident_bit(source: &[u8], start: usize, end: usize) -> u64 {
    let second = if end - start > 1 { source[start + 1] } else { 0 };
    1 << (source[start].wrapping_mul(7).wrapping_add(second.wrapping_mul(5)) & 63)
}

/// The first eight bytes of an ident, as a number that sorts as they do.
fn leading_bytes(ident: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = ident.len().min(8);
    bytes[..length].copy_from_slice(&ident[..length]);
    u64::from_be_bytes(bytes)
}

#[cold]
fn duplicate(start: usize, end: usize) -> Error {
    Error::new(ErrorKind::DuplicateProperty, Span::new(start, end))
}

impl Sink for TreeSink<'_> {
    type Stop = Error;

    #[inline(always)]
    fn open(&mut self, at: usize) -> Result<(), Error> {
        if self.last == NONE {
            self.game_start = at;
        }
        self.tables.frames.push(Frame { first: self.first, last: self.last });
        self.first = self.tables.nodes.len();
        Ok(())
    }

    #[inline(always)]
    fn close(&mut self, end: usize) -> Result<(), Error> {
        let nodes_end = self.tables.nodes.len();
        // The nodes of a sequence stand next to each other; all their subtrees end here.
        let sequence = self.first as usize..self.last as usize + 1;
        for node in &mut self.tables.nodes.rows[sequence] {
            node.subtree_end = nodes_end;
        }
        let root = self.first;
        if let Some(Frame { first, last }) = self.tables.frames.pop() {
            (self.first, self.last) = (first, last);
        }
        if self.last == NONE {
            let span = Span::new(self.game_start, end);
            self.tables.games.push(GameRecord { root, span });
        }
        Ok(())
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Result<(), Error> {
        let index = self.tables.nodes.len();
        let properties = self.tables.properties.len();
        if properties - self.node_properties > CROWDED {
            self.check_crowded_node()?;
        }
        if index == self.max_nodes {
            let kind = ErrorKind::TooManyNodes { limit: self.max_nodes };
            return Err(Error::new(kind, Span::new(at, at + 1)));
        }
        let parent = self.last;
        self.tables.nodes.push(NodeRecord {
            start: offset(at),
            properties,
            parent,
            subtree_end: 0,
        });
        self.last = index;
        self.node_properties = properties;
        self.seen = 0;
        Ok(())
    }

    #[inline(always)]
    fn property(&mut self, start: usize, end: usize) -> Result<(), Error> {
        let bit = ident_bit(self.source, start, end);
        if self.seen & bit != 0 && self.occurs(start, end) {
            return Err(duplicate(start, end));
        }
        self.seen |= bit;
        self.tables.properties.push(PropertyEntry {
            ident_start: offset(start),
            ident_end: offset(end),
            value: ValueEntry::default(),
            more: 0,
        });
        Ok(())
    }

    #[inline(always)]
    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Error> {
        if let Some(property) = self.tables.properties.last_mut() {
            property.value = ValueEntry::new(start, end);
        }
        Ok(())
    }

    #[inline(always)]
    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Error> {
        self.tables.values.push(ValueEntry::new(start, end));
        if let Some(property) = self.tables.properties.last_mut() {
            property.more += 1;
        }
        Ok(())
    }
}
