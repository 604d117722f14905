//! The number tables that the scanner fills: offsets, counts and flags, without a lifetime, so
//! that they serve one input after the other. What they become is left to the arena.

pub(crate) mod cut;
mod diagnostics;
mod duplicates;
mod explained;
mod layout;
mod sink;
mod splice;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

pub(crate) use diagnostics::Diagnostics;
use explained::Opened;
pub(crate) use explained::{Explained, Unexplained};
use layout::Layout;
pub(crate) use sink::{Level, TreeSink};

use crate::charset::{Decode, GameCharset, Utf8Count};
use crate::diagnostic::{Code, Diagnostic};
use crate::ident::is_evidence;
use crate::span::{Span, offset};
use crate::text::{self, ValueEnd};

/// The parent of a root node.
pub(crate) const NONE: u32 = u32::MAX;

/// A game tree: its first node, and its bytes from `(` to `)`. Its nodes end where those of the
/// next one start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameRecord {
    pub(crate) root: u32,
    pub(crate) span: Span,
    pub(crate) charset: GameCharset,
    /// Whether its nodes and properties stand in the order of the file.
    pub(crate) in_file_order: bool,
}

/// A node, 16 bytes. Nodes stand in pre-order, so a node's first child is the next node and its next
/// sibling is where its subtree ends. That is file order too, unless the game tree was laid out anew
/// (R5).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NodeRecord {
    /// The offset of the `;`.
    pub(crate) start: u32,
    /// The first property. The properties end where those of the next node start.
    pub(crate) properties: u32,
    /// The parent, or [`NONE`].
    pub(crate) parent: u32,
    /// The node after the last descendant.
    pub(crate) subtree_end: u32,
}

impl NodeRecord {
    /// The first entry of the node in the table of properties.
    pub(crate) fn first_entry(&self) -> usize {
        self.properties as usize
    }
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
    pub(crate) fn ident<'s>(&self, source: &'s [u8]) -> &'s [u8] {
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

    pub(crate) fn span(&self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// The Text of the value, which is a part of the base.
    #[inline(always)]
    pub(crate) fn text<'a>(&self, decode: &impl Decode<'a>, base: &[u8]) -> Cow<'a, str> {
        match decode.text(self.start as usize, self.end as usize) {
            Some(text) if !self.dirty => Cow::Borrowed(text),
            text => Cow::Owned(self.copied(text, decode, base)),
        }
    }

    /// The text of a value that differs from its bytes.
    #[inline(never)]
    fn copied<'a>(&self, text: Option<&str>, decode: &impl Decode<'a>, base: &[u8]) -> String {
        match text {
            Some(raw) => text::text(raw).into_owned(),
            None => decode.decoded(&base[self.span().range()]),
        }
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

    /// Adds `count` rows, made of their numbers.
    #[inline(always)]
    fn extend(&mut self, count: u32, row: impl Fn(u32) -> T) {
        let start = self.len;
        self.len += count as usize;
        while self.rows.len() < self.len {
            self.rows = grown(mem::take(&mut self.rows));
        }
        for (slot, index) in self.rows[start..self.len].iter_mut().zip(0..) {
            *slot = row(index);
        }
    }

    #[inline(always)]
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.rows.get_mut(self.len.wrapping_sub(1))
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        offset(self.len)
    }

    pub(crate) fn rows(&self) -> &[T] {
        &self.rows[..self.len]
    }

    pub(crate) fn rows_mut(&mut self) -> &mut [T] {
        &mut self.rows[..self.len]
    }

    /// Forgets the rows from `len` on.
    pub(crate) fn truncate(&mut self, len: u32) {
        self.len = len as usize;
    }

    /// Adds rows at the end.
    pub(crate) fn extend_from(&mut self, rows: impl IntoIterator<Item = T>) {
        for row in rows {
            self.push(row);
        }
    }
}

#[cold]
#[inline(never)]
fn grown<T: Copy + Default>(mut rows: Vec<T>) -> Vec<T> {
    rows.resize((rows.len() * 2).max(256), T::default());
    rows
}

/// The tables of one input, kept from call to call by whoever reads more than one.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) games: Vec<GameRecord>,
    pub(crate) nodes: Table<NodeRecord>,
    pub(crate) properties: Table<PropertyEntry>,
    pub(crate) values: Table<ValueEntry>,
    pub(crate) diagnostics: Diagnostics,
    /// Whether the text of a value may differ from its bytes.
    pub(crate) has_dirty: bool,
    /// Whether lower-case letters have to be dropped from an ident.
    pub(crate) has_renamed: bool,
    /// What is known of its parentheses and brackets.
    pub(crate) explained: Explained,
    /// The open levels around the one that is read.
    levels: Vec<Level>,
    /// Room for the values that are not ASCII.
    pub(crate) beyond_ascii: Vec<BeyondAscii>,
    /// Room to compare the properties of a node in: the first bytes of a name, and its place.
    keyed: Vec<(u64, u32)>,
    /// Room for the first property of a node that has the name of each.
    firsts: Vec<u32>,
    /// Room for the values of a node while they are put in another order.
    moved: Vec<ValueEntry>,
    /// Room for where the values of each property of a node go.
    places: Vec<u32>,
    /// What stands elsewhere in the tree than in the file.
    layout: Layout,
}

impl Scratch {
    /// Empties the tables and keeps their room.
    fn clear(&mut self, max_diagnostics: u32) {
        self.games.clear();
        self.nodes.len = 0;
        self.properties.len = 0;
        self.values.len = 0;
        self.levels.clear();
        self.explained.clear();
        self.has_dirty = false;
        self.has_renamed = false;
        self.diagnostics.clear(max_diagnostics);
        self.layout.clear();
    }
}

/// How much was in the tables at some time, between two game trees, and where that was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    opened: Opened,
    /// The offset in the input.
    pub(crate) at: usize,
    pub(crate) games: usize,
    nodes: u32,
    pub(crate) properties: u32,
    pub(crate) values: u32,
    pub(crate) diagnostics: usize,
    omitted: u32,
}

/// The values of a game tree.
#[derive(Clone, Copy)]
pub(crate) struct GameValues<'t> {
    pub(crate) properties: &'t [PropertyEntry],
    pub(crate) further: &'t [ValueEntry],
    /// Whether the properties stand in the order of the file.
    in_file_order: bool,
}

impl<'t> GameValues<'t> {
    /// All of them: the first of each property, then the others.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'t ValueEntry> + Clone {
        self.properties.iter().map(|property| &property.value).chain(self.further)
    }

    /// Lists those that hold bytes beyond ASCII: of most game trees a few of the root, so that the
    /// others are not looked at one by one.
    pub(crate) fn list_beyond_ascii(self, bytes: &[u8], span: Span, list: &mut Vec<BeyondAscii>) {
        list.clear();
        let part = beyond_ascii(bytes, span);
        let (start, end) = (offset(part.start()), offset(part.end()));
        let first = |property: &PropertyEntry| property.value.start;
        let properties = if self.in_file_order {
            debug_assert!(self.properties.is_sorted_by_key(first), "joined and cut in file order");
            let before = self.properties.partition_point(|it| it.value.end <= start);
            let after = self.properties.partition_point(|it| it.value.start < end);
            &self.properties[before..after.max(before)]
        } else {
            self.properties
        };
        let is_listed = |it: &ValueEntry| {
            it.start < end && start < it.end && !bytes[it.span().range()].is_ascii()
        };
        let listed = |value: &ValueEntry, property: &PropertyEntry| {
            let is_evidence = is_evidence(property.ident(bytes));
            BeyondAscii { span: value.span(), is_evidence, utf8: None }
        };
        for property in properties {
            if is_listed(&property.value) {
                list.push(listed(&property.value, property));
            }
        }
        let mut owners = self.properties.iter();
        // The property that a further value belongs to, and where its values end.
        let (mut owner, mut owned) = (None, 0);
        for (value, index) in self.further.iter().zip(0..) {
            if is_listed(value) {
                while owned <= index {
                    owner = owners.next();
                    owned += owner.map_or(self.further.len(), |property| property.more as usize);
                }
                list.extend(owner.map(|property| listed(value, property)));
            }
        }
        // Further values stand in a table of their own.
        list.sort_unstable_by_key(|value| value.span.start());
    }
}

/// A value that holds bytes beyond ASCII.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeyondAscii {
    pub(crate) span: Span,
    /// Whether it says something of the character set.
    pub(crate) is_evidence: bool,
    /// Its sequences, once they are counted.
    pub(crate) utf8: Option<Utf8Count>,
}

/// The part of the input in this span that holds all of its bytes beyond ASCII, and few others.
fn beyond_ascii(bytes: &[u8], span: Span) -> Span {
    // First in steps of so many bytes that the compiler's vector code is worth it.
    [512, 32].into_iter().fold(span, |span, step| {
        let steps = bytes[span.range()].chunks(step);
        let Some(first) = steps.clone().position(is_beyond_ascii) else {
            return Span::new(span.start(), span.start());
        };
        let last = steps.clone().rposition(is_beyond_ascii).unwrap_or(first);
        let [start, end] = [first, last + 1].map(|steps| span.start() + steps * step);
        Span::new(start, end.min(span.end()))
    })
}

/// Whether any byte is beyond ASCII. Without a way out at the first one, it is vector code.
fn is_beyond_ascii(step: &[u8]) -> bool {
    step.iter().fold(0, |all, byte| all | byte) > 0x7F
}

impl Scratch {
    pub(crate) fn mark(&self, at: usize) -> Mark {
        Mark {
            opened: self.explained.opened,
            at,
            games: self.games.len(),
            nodes: self.nodes.len(),
            properties: self.properties.len(),
            values: self.values.len(),
            diagnostics: self.diagnostics.list.len(),
            omitted: self.diagnostics.omitted,
        }
    }

    /// The mark as it would have been before the next game tree, given one before a game
    /// tree; its diagnostics apart.
    ///
    /// Cost: linear in the size of the game tree before it.
    pub(crate) fn mark_behind(&self, mark: Mark) -> Mark {
        let values = self.game_values(mark);
        let next = self.games.get(mark.games + 1);
        Mark {
            at: next.map_or(mark.at, |next| next.span.start()),
            games: mark.games + 1,
            nodes: next.map_or(self.nodes.len(), |next| next.root),
            properties: mark.properties + offset(values.properties.len()),
            values: mark.values + offset(values.further.len()),
            opened: Opened::UNKNOWN,
            ..mark
        }
    }

    /// The values of the game tree that follows the mark.
    pub(crate) fn game_values(&self, mark: Mark) -> GameValues<'_> {
        let properties = &self.properties.rows()[mark.properties as usize..];
        let further = &self.values.rows()[mark.values as usize..];
        let in_file_order = self.games.get(mark.games).is_none_or(|game| game.in_file_order);
        let Some(next) = self.games.get(mark.games + 1) else {
            return GameValues { properties, further, in_file_order };
        };
        let end = self.nodes.rows()[next.root as usize].first_entry() - mark.properties as usize;
        let properties = &properties[..end];
        let count: usize = properties.iter().map(|property| property.more as usize).sum();
        GameValues { properties, further: &further[..count], in_file_order }
    }

    /// The properties of the root of a game tree.
    pub(crate) fn root_properties(&self, game: usize) -> &[PropertyEntry] {
        let root = self.games[game].root as usize;
        let nodes = self.nodes.rows();
        let all = self.properties.rows();
        let end = nodes.get(root + 1).map_or(all.len(), NodeRecord::first_entry);
        &all[nodes[root].first_entry()..end]
    }
}
