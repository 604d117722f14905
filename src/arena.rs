//! The arena that collections live in, and how a finished input gets into it.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;
use core::ops::Range;

use crate::charset::{AsciiParts, Charset, Decode, Decoder, OffsetMap, Stretches, Whole};
use crate::diagnostic::{Code, Diagnostic};
use crate::ident::{drops_letters, name};
use crate::property::{
    CopyRecord, IDENT, PropertyRecord, PropertyTable, ValuesRecord, span_within,
};
use crate::scratch::{GameRecord, NodeRecord, PropertyEntry, Scratch, ValueEntry};
use crate::tree::{Collection, Tables};

/// Owns the collections that are read into it, until it is dropped.
///
/// An input goes in as a whole: one table of game trees, one of nodes, one of properties, one of
/// the values of properties that have several, each of exactly the size it needs. It costs about
/// 64 bytes for each node with one property, 24 for each value of a property that has several, and
/// 16 and its text for each value that had to be copied or decoded. A parse
/// that fails leaves nothing behind.
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
    /// The texts of inputs that had to be decoded as a whole.
    texts: OnceCell<typed_arena::Arena<Whole>>,
}

impl Arena<'_> {
    /// An empty arena.
    ///
    /// Cost: one allocation, with room for the tables of one collection.
    pub fn new() -> Self {
        Self { collections: typed_arena::Arena::with_capacity(1), texts: OnceCell::new() }
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
    /// Makes a collection of what the scanner found in a text.
    pub(crate) fn commit(&'a self, source: &'a str, scratch: &Scratch) -> Collection<'a> {
        let mut commit = Commit::new(source.as_bytes(), scratch);
        commit.add_all(&source);
        self.keep(source.as_bytes(), None, commit)
    }

    /// Makes a collection of what the scanner found in a part of the bytes, each game tree by its
    /// character set; `text` is all of them if they are UTF-8.
    pub(crate) fn commit_bytes(
        &'a self,
        source: &'a [u8],
        part: Range<usize>,
        text: Option<&'a str>,
        scratch: &Scratch,
    ) -> Collection<'a> {
        let mut commit = Commit::new(source, scratch);
        let is_utf8 = |game: &GameRecord| game.charset.charset == Charset::UTF_8;
        let found = scratch.diagnostics.list.iter();
        let damaged = found.filter(|found| found.code() == Code::InvalidEncoding);
        let damaged = damaged.map(|found| found.span());
        let stretches = || Stretches::new(source, part.clone(), damaged.clone());
        if scratch.games.iter().all(is_utf8) {
            match text {
                Some(text) => commit.add_all(&text),
                None => commit.add_all(&stretches()),
            }
        } else {
            let stretches = match text {
                None if scratch.games.iter().any(is_utf8) => stretches(),
                _ => Stretches::new(b"", 0..0, []),
            };
            for (index, game) in scratch.games.iter().enumerate() {
                match text {
                    Some(text) if is_utf8(game) => commit.add_game(index, &text),
                    None if is_utf8(game) => commit.add_game(index, &stretches),
                    _ => {
                        let decoder = Decoder::new(game.charset);
                        commit.add_game(index, &AsciiParts { source, decoder });
                    }
                }
            }
        }
        self.keep(source, None, commit)
    }

    /// Makes a collection of what the scanner found in a text that was decoded as a whole. Nothing
    /// but what was found has to be changed back into offsets of the input.
    pub(crate) fn commit_whole(
        &'a self,
        source: &'a [u8],
        whole: Whole,
        scratch: &Scratch,
    ) -> Collection<'a> {
        let Whole { text, map, .. } =
            self.texts.get_or_init(|| typed_arena::Arena::with_capacity(1)).alloc(whole);
        let mut commit = Commit::new(text.as_bytes(), scratch);
        commit.add_all(&text.as_str());
        self.keep(source, Some(map), commit)
    }

    fn keep(
        &'a self,
        source: &'a [u8],
        map: Option<&'a OffsetMap>,
        commit: Commit<'a, '_>,
    ) -> Collection<'a> {
        let Commit { base, scratch, nodes, records, values, copies, .. } = commit;
        let is_decoded = |game: &GameRecord| game.charset.charset != Charset::UTF_8;
        let charsets = if map.is_none() && scratch.games.iter().any(is_decoded) {
            let first = |game: &GameRecord| nodes[game.root as usize].properties;
            scratch.games.iter().map(|game| (first(game), game.charset)).collect()
        } else {
            Vec::new()
        };
        let mut properties = PropertyTable { source, base, map, charsets, records, values, copies };
        if scratch.has_renamed {
            rename(&mut properties);
        }
        let to_input = |found: &Diagnostic| match map {
            Some(_) => found.with_span(properties.input_span(found.span())),
            None => *found,
        };
        let tables = Tables {
            games: scratch.games.as_slice().to_vec(),
            nodes,
            diagnostics: scratch.diagnostics.list.iter().map(to_input).collect(),
            omitted_diagnostics: scratch.diagnostics.omitted,
            properties,
        };
        Collection::new(self.collections.alloc(tables))
    }
}

/// The nodes and the properties of what the scanner found, as they are made.
struct Commit<'a, 's> {
    /// What the offsets are about: the input, or the text that it was decoded to.
    base: &'a [u8],
    scratch: &'s Scratch,
    nodes: Vec<NodeRecord>,
    records: Vec<PropertyRecord<'a>>,
    values: Vec<Cow<'a, str>>,
    copies: Vec<CopyRecord>,
    /// The values after the first of the properties still to come.
    further: &'s [ValueEntry],
}

impl<'a, 's> Commit<'a, 's> {
    fn new(base: &'a [u8], scratch: &'s Scratch) -> Self {
        let further = scratch.values.rows();
        let entries = scratch.properties.rows();
        let (mut several, mut copied) = (0, 0);
        // Most inputs have neither.
        if !further.is_empty() || scratch.has_dirty {
            for entry in entries {
                several += usize::from(entry.more > 0);
                copied += usize::from(entry.value.dirty);
            }
        }
        if scratch.has_dirty {
            copied += further.iter().filter(|value| value.dirty).count();
        }
        Self {
            base,
            scratch,
            nodes: Vec::with_capacity(scratch.nodes.rows().len()),
            records: Vec::with_capacity(entries.len()),
            values: Vec::with_capacity(further.len() + several),
            copies: Vec::with_capacity(copied),
            further,
        }
    }

    fn add_all(&mut self, decode: &impl Decode<'a>) {
        self.add(self.scratch.nodes.rows(), self.scratch.properties.rows().len(), decode);
    }

    /// Adds a game tree; they come in their order.
    fn add_game(&mut self, index: usize, decode: &impl Decode<'a>) {
        let Scratch { games, nodes, properties, .. } = self.scratch;
        let nodes = nodes.rows();
        let end = games.get(index + 1).map_or(nodes.len(), |next| next.root as usize);
        let entries = nodes.get(end).map_or(properties.rows().len(), NodeRecord::first_entry);
        self.add(&nodes[games[index].root as usize..end], entries, decode);
    }

    /// Adds nodes, of which the last has its entries up to `entries_end`. How many rows there are is
    /// known before, so that none asks whether there is room for it.
    fn add<D: Decode<'a>>(&mut self, added: &[NodeRecord], entries_end: usize, decode: &D) {
        let entries = self.scratch.properties.rows();
        let Self { base, nodes, records, .. } = self;
        let mut properties = CommitProperties {
            texts: CommitTexts { base, decode, copies: &mut self.copies },
            further: self.further,
            values: &mut self.values,
        };
        let first = added.first().map_or(entries_end, NodeRecord::first_entry);
        let numbered = entries[first..entries_end].iter().zip(records.len() as u32..);
        records.extend(numbered.map(|(entry, index)| properties.property(entry, index)));
        nodes.extend_from_slice(added);
        self.further = properties.further;
    }
}

/// Makes the properties, one after the other.
struct CommitProperties<'a, 's, 'c, D> {
    texts: CommitTexts<'a, 'c, D>,
    further: &'s [ValueEntry],
    values: &'c mut Vec<Cow<'a, str>>,
}

impl<'a, D: Decode<'a>> CommitProperties<'a, '_, '_, D> {
    #[inline(always)]
    fn property(&mut self, entry: &PropertyEntry, index: u32) -> PropertyRecord<'a> {
        let decode = self.texts.decode;
        let ident = decode.text(entry.ident_start as usize, entry.ident_end as usize);
        let text = decode.text(entry.value.start as usize, entry.value.end as usize);
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
            return ValuesRecord::One(self.texts.value(&entry.value, index, 0));
        }
        let first = self.values.len() as u32;
        let (own, rest) = self.further.split_at(entry.more as usize);
        self.further = rest;
        let all = core::iter::once(&entry.value).chain(own).zip(0..);
        self.values.extend(all.map(|(value, ordinal)| self.texts.value(value, index, ordinal)));
        ValuesRecord::Many { first, count: entry.more + 1 }
    }
}

/// Makes the texts of values, and notes where those stand that are copied.
struct CommitTexts<'a, 'c, D> {
    base: &'a [u8],
    decode: &'c D,
    copies: &'c mut Vec<CopyRecord>,
}

impl<'a, D: Decode<'a>> CommitTexts<'a, '_, D> {
    #[inline(always)]
    fn value(&mut self, value: &ValueEntry, property: u32, ordinal: u32) -> Cow<'a, str> {
        let text = value.text(self.decode, self.base);
        if let Cow::Owned(_) = text {
            self.copies.push(CopyRecord { property, value: ordinal, raw: value.span() });
        }
        text
    }
}

/// Drops the lower-case letters of the idents that hold capitals.
#[cold]
fn rename(properties: &mut PropertyTable<'_>) {
    for (record, property) in properties.records.iter_mut().zip(0..) {
        if drops_letters(record.ident.as_bytes()) {
            let raw = span_within(properties.base, &record.ident);
            properties.copies.push(CopyRecord { property, value: IDENT, raw });
            record.ident = Cow::Owned(name(record.ident.as_bytes()).map(char::from).collect());
        }
    }
    properties.copies.sort_unstable_by_key(|copy| (copy.property, copy.value));
}
