//! The arena that collections live in, and how a finished input gets into it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::charset::Decode;
use crate::property::{
    CopyRecord, IDENT, PropertyRecord, PropertyTable, ValuesRecord, span_within,
};
use crate::scratch::{NodeRecord, PropertyEntry, Scratch, ValueEntry, drops_letters, name};
use crate::span::Span;
use crate::text;
use crate::tree::{Collection, Tables};

/// Owns the collections that are read into it, until it is dropped.
///
/// An input goes in as a whole: one table of game trees, one of nodes, one of properties, one of
/// the values of properties that have several, each of exactly the size it needs. It costs about
/// 64 bytes for each node with one property, 24 for each value of a property that has several, and
/// 16 and its text for each value that had to be copied. A parse that fails leaves nothing behind.
///
/// An arena has no reset. For many inputs take a fresh one each, which costs one small allocation,
/// and keep the [`Parser`](crate::Parser), which keeps its room.
///
/// ```
/// let arena = kifu::Arena::new();
/// let first = kifu::parse(&arena, "(;B[aa])")?;
/// let second = kifu::parse(&arena, "(;B[aa])")?;
/// assert_eq!(first, second);
/// # Ok::<(), kifu::Error>(())
/// ```
pub struct Arena<'a> {
    /// Handing over finished tables costs a quarter of filling an arena node by node: they are
    /// allocated once and exactly, and each is one slice.
    collections: typed_arena::Arena<Tables<'a>>,
}

impl Arena<'_> {
    /// An empty arena.
    ///
    /// Cost: one allocation, with room for the tables of one collection.
    pub fn new() -> Self {
        Self { collections: typed_arena::Arena::with_capacity(1) }
    }
}

impl Default for Arena<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Arena<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("collections", &self.collections.len()).finish()
    }
}

impl<'a> Arena<'a> {
    /// Makes a collection of what the scanner found in `source`.
    pub(crate) fn commit(
        &'a self,
        source: &'a [u8],
        decode: &impl Decode<'a>,
        scratch: &Scratch,
    ) -> Collection<'a> {
        let (nodes, mut properties) = commit_nodes(source, decode, scratch);
        if scratch.has_renamed {
            rename(&mut properties);
        }
        let tables = Tables {
            games: scratch.games.as_slice().to_vec(),
            nodes,
            properties,
            diagnostics: scratch.diagnostics.list.as_slice().to_vec(),
            omitted_diagnostics: scratch.diagnostics.omitted,
        };
        Collection::new(self.collections.alloc(tables))
    }
}

/// Makes the nodes and the properties of what the scanner found. They are made in runs: lone moves
/// in a row, then nodes with entries in a row, so that no row asks whether there is room for it.
fn commit_nodes<'a>(
    source: &'a [u8],
    decode: &impl Decode<'a>,
    scratch: &Scratch,
) -> (Vec<NodeRecord>, PropertyTable<'a>) {
    let entries = scratch.properties.rows();
    let mut rest = scratch.nodes.rows();
    let mut nodes = Vec::with_capacity(rest.len());
    let mut records = Vec::with_capacity(entries.len() + scratch.lone_moves as usize);
    let mut values = CommitValues::new(source, decode, scratch);
    while let Some(first) = rest.first() {
        let is_lone = first.is_lone_move();
        let count = rest.iter().take_while(|node| node.is_lone_move() == is_lone).count();
        let (run, behind) = rest.split_at(count);
        rest = behind;
        let start = records.len() as u32;
        if is_lone {
            records.extend(run.iter().map(|node| lone_move(decode, node.start as usize)));
            nodes.extend(
                run.iter()
                    .zip(start..)
                    .map(|(node, properties)| NodeRecord { properties, ..*node }),
            );
        } else {
            let first = first.first_entry();
            let end = behind.first().map_or(entries.len(), NodeRecord::first_entry);
            let numbered = entries[first..end].iter().zip(start..);
            records.extend(numbered.map(|(entry, index)| values.property(entry, index)));
            nodes.extend(run.iter().map(|node| {
                let properties = start + (node.first_entry() - first) as u32;
                NodeRecord { properties, ..*node }
            }));
        }
    }
    let CommitValues { values, copies, .. } = values;
    (nodes, PropertyTable { source, records, values, copies })
}

/// The property of the lone move whose `;` stands at `at`: six bytes of ASCII.
#[inline(always)]
fn lone_move<'a>(decode: &impl Decode<'a>, at: usize) -> PropertyRecord<'a> {
    let text = decode.text(at, at + 6).unwrap_or("");
    let part = |range| Cow::Borrowed(text.get(range).unwrap_or_default());
    PropertyRecord { ident: part(1..2), values: ValuesRecord::One(part(3..5)) }
}

/// Makes the values, one property after the other.
struct CommitValues<'a, 's, D> {
    source: &'a [u8],
    decode: &'s D,
    /// The values behind the first of the properties still to come.
    further: &'s [ValueEntry],
    values: Vec<Cow<'a, str>>,
    copies: Vec<CopyRecord>,
}

impl<'a, 's, D: Decode<'a>> CommitValues<'a, 's, D> {
    fn new(source: &'a [u8], decode: &'s D, scratch: &'s Scratch) -> Self {
        let further = scratch.values.rows();
        let (mut firsts, mut dirty) = (0, 0);
        for entry in scratch.properties.rows() {
            firsts += usize::from(entry.more > 0);
            dirty += usize::from(entry.value.dirty);
        }
        dirty += further.iter().filter(|value| value.dirty).count();
        Self {
            source,
            decode,
            further,
            values: Vec::with_capacity(further.len() + firsts),
            copies: Vec::with_capacity(dirty),
        }
    }

    #[inline(always)]
    fn property(&mut self, entry: &PropertyEntry, index: u32) -> PropertyRecord<'a> {
        let ident = self.decode.text(entry.ident_start as usize, entry.ident_end as usize);
        let text = self.decode.text(entry.value.start as usize, entry.value.end as usize);
        let values = match text {
            Some(text) if entry.more == 0 && !entry.value.dirty => {
                ValuesRecord::One(Cow::Borrowed(text))
            }
            _ => self.values(entry, index),
        };
        // Letters and digits are text in whatever stands around them.
        PropertyRecord { ident: Cow::Borrowed(ident.unwrap_or_default()), values }
    }

    /// The values of a property that has several, or one that has to be copied.
    #[inline(never)]
    fn values(&mut self, entry: &PropertyEntry, index: u32) -> ValuesRecord<'a> {
        if entry.more == 0 {
            return ValuesRecord::One(self.value(&entry.value, index, 0));
        }
        let first = self.values.len() as u32;
        let (own, rest) = self.further.split_at(entry.more as usize);
        self.further = rest;
        for (value, ordinal) in core::iter::once(&entry.value).chain(own).zip(0..) {
            let text = self.value(value, index, ordinal);
            self.values.push(text);
        }
        ValuesRecord::Many { first, count: entry.more + 1 }
    }

    fn value(&mut self, value: &ValueEntry, property: u32, ordinal: u32) -> Cow<'a, str> {
        let raw = Span::new(value.start as usize, value.end as usize);
        match self.decode.text(raw.start(), raw.end()) {
            Some(text) if !value.dirty => Cow::Borrowed(text),
            text => {
                self.copies.push(CopyRecord { property, value: ordinal, raw });
                copied_text(text, &self.source[raw.range()])
            }
        }
    }
}

/// The text of a value that differs from its bytes, or of bytes that are no text.
#[cold]
fn copied_text<'a>(raw: Option<&str>, bytes: &[u8]) -> Cow<'a, str> {
    Cow::Owned(match raw {
        Some(raw) => text::text(raw).into_owned(),
        None => text::text(&String::from_utf8_lossy(bytes)).into_owned(),
    })
}

/// Drops the lower-case letters of the idents that hold capitals.
#[cold]
fn rename(properties: &mut PropertyTable<'_>) {
    for (record, property) in properties.records.iter_mut().zip(0..) {
        if drops_letters(record.ident.as_bytes()) {
            let raw = span_within(properties.source, &record.ident);
            properties.copies.push(CopyRecord { property, value: IDENT, raw });
            record.ident = Cow::Owned(name(record.ident.as_bytes()).map(char::from).collect());
        }
    }
    properties.copies.sort_unstable_by_key(|copy| (copy.property, copy.value));
}
