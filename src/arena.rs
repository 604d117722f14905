//! The arena that collections live in, and how a finished input gets into it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::charset::Decode;
use crate::property::{
    CopyRecord, IDENT, PropertyRecord, PropertyTable, ValuesRecord, span_within,
};
use crate::scratch::{Scratch, ValueEntry, drops_letters, name};
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
    pub(crate) fn commit(
        &'a self,
        source: &'a [u8],
        decode: &impl Decode<'a>,
        scratch: &Scratch,
    ) -> Collection<'a> {
        let mut properties = commit_properties(source, decode, scratch);
        if scratch.has_renamed {
            rename(&mut properties);
        }
        let tables = Tables {
            games: scratch.games.as_slice().to_vec(),
            nodes: scratch.nodes.rows().to_vec(),
            properties,
            diagnostics: scratch.diagnostics.list.as_slice().to_vec(),
            omitted_diagnostics: scratch.diagnostics.omitted,
        };
        Collection::new(self.collections.alloc(tables))
    }
}

fn commit_properties<'a>(
    source: &'a [u8],
    decode: &impl Decode<'a>,
    scratch: &Scratch,
) -> PropertyTable<'a> {
    let entries = scratch.properties.rows();
    let several = entries.iter().filter(|entry| entry.more > 0).count();
    let mut further = scratch.values.rows();
    let mut values = Vec::with_capacity(further.len() + several);
    let mut copies = Vec::new();
    let mut index = 0;
    let records = entries.iter().map(|entry| {
        let ident = decode.text(entry.ident_start as usize, entry.ident_end as usize);
        let property = index;
        index += 1;
        let mut commit_value = |value: &ValueEntry, ordinal| {
            let (start, end) = (value.start as usize, value.end as usize);
            match decode.text(start, end) {
                Some(raw) if !value.dirty => Cow::Borrowed(raw),
                raw => {
                    let raw_span = Span::new(start, end);
                    copies.push(CopyRecord { property, value: ordinal, raw: raw_span });
                    copied_text(raw, &source[start..end])
                }
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
        // Letters and digits are text in whatever stands around them.
        PropertyRecord { ident: Cow::Borrowed(ident.unwrap_or_default()), values }
    });
    let records = records.collect();
    PropertyTable { source, records, values, copies }
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
