//! The arena that collections live in, and how a finished input gets into it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

use crate::property::{CopyRecord, PropertyRecord, PropertyTable, ValuesRecord};
use crate::scratch::{Scratch, ValueEntry};
use crate::span::Span;
use crate::text;
use crate::tree::{Collection, Tables};

/// Owns the collections that are read into it, until it is dropped.
///
/// An input goes in as a whole: one table of game trees, one of nodes, one of properties, one of
/// the values of properties that have several, each of exactly the size it needs. It costs about
/// 64 bytes for each node with one property, 24 for each further value of a property, and the
/// texts that had to be copied. A parse that fails leaves nothing behind.
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
    pub(crate) fn commit(&'a self, source: &'a str, scratch: &Scratch) -> Collection<'a> {
        let properties = commit_properties(source, scratch);
        let tables = Tables {
            games: scratch.games.as_slice().to_vec(),
            nodes: scratch.nodes.rows().to_vec(),
            properties,
        };
        Collection::new(self.collections.alloc(tables))
    }
}

fn commit_properties<'a>(source: &'a str, scratch: &Scratch) -> PropertyTable<'a> {
    let entries = scratch.properties.rows();
    let several = entries.iter().filter(|entry| entry.more > 0).count();
    let mut further = scratch.values.rows();
    let mut values = Vec::with_capacity(further.len() + several);
    let mut copies = Vec::new();
    let mut index = 0;
    let records = entries.iter().map(|entry| {
        let ident = Cow::Borrowed(&source[entry.ident_start as usize..entry.ident_end as usize]);
        let property = index;
        index += 1;
        let mut commit_value = |value: &ValueEntry, ordinal| {
            let (start, end) = (value.start as usize, value.end as usize);
            let raw = &source[start..end];
            if value.dirty {
                copies.push(CopyRecord { property, value: ordinal, raw: Span::new(start, end) });
                text::text(raw)
            } else {
                Cow::Borrowed(raw)
            }
        };
        let values = if entry.more == 0 {
            ValuesRecord::One(commit_value(&entry.value, 0))
        } else {
            let first = values.len() as u32;
            let (own, rest) = further.split_at(entry.more as usize);
            further = rest;
            let all = core::iter::once(&entry.value).chain(own).zip(0..);
            values.extend(all.map(|(value, ordinal)| commit_value(value, ordinal)));
            ValuesRecord::Many { first, count: entry.more + 1 }
        };
        PropertyRecord { ident, values }
    });
    let records = records.collect();
    PropertyTable { source: source.as_bytes(), records, values, copies }
}
