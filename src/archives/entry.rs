//! What is known of a record before it is read: where it was found.

use alloc::borrow::ToOwned as _;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use std::fs::Metadata;
use std::io;
use std::path::Path;

use super::Problem;
use super::kind::Kind;
use super::targets::{Games, Wanted};
use super::unpack::Packing;
use super::zip;
use crate::GameTree;

/// Where a record was found.
///
/// ```
/// use kifu::archives::{Archives, EntryKind};
///
/// let mut records = Archives::new().records(["tests/records"]).filter_map(Result::ok);
/// let record = records.next().unwrap();
/// let entry = record.entry();
/// assert_eq!((entry.kind(), entry.depth(), entry.offset()), (EntryKind::File, 0, Some(0)));
/// assert_eq!(entry.name(), entry.source().to_str().unwrap());
/// assert_eq!(entry.member(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Entry {
    pub(super) source: Arc<Path>,
    pub(super) name: String,
    /// How much of the name is that of the source.
    pub(super) source_length: usize,
    pub(super) depth: u32,
    pub(super) kind: EntryKind,
    pub(super) offset: Option<u64>,
    pub(super) packing: Packing,
    pub(super) metadata: Option<Box<Metadata>>,
    pub(super) wanted: Option<Arc<Wanted>>,
}

/// What a record is a part of.
///
/// ```
/// use kifu::archives::{Archives, EntryKind};
///
/// let mut records = Archives::new().records(["tests/archives/folders.7z"]);
/// assert_eq!(records.next().unwrap()?.entry().kind(), EntryKind::Member);
/// # Ok::<(), kifu::archives::Problem>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// It is a file, as it stands.
    File,
    /// It is what stdin gave.
    Stdin,
    /// It is what a compressed file, or compressed stdin, expands to.
    Compressed,
    /// It is a member of an archive.
    Member,
}

impl Entry {
    /// The path of the file that it is in, or `-` for stdin.
    #[must_use]
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The path as it is shown: that of the file, in which parts that are not UTF-8 are U+FFFD, and
    /// for a member a `!` after it and the path inside: `games.zip!2016/a.sgf`. It is for people, and
    /// never a path to write to.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path inside of the archive, if it is a member of one. For a member of a member there is a
    /// `!` after the path of the inner archive.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        self.name.get(self.source_length + 1..)
    }

    /// How many bytes of [`name`](Self::name) are the path of the file.
    #[must_use]
    pub fn source_length(&self) -> usize {
        self.source_length
    }

    /// What it is a part of.
    #[must_use]
    pub fn kind(&self) -> EntryKind {
        self.kind
    }

    /// In how many archives it is.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// Where its bytes start, as they stand there: in the file, in the zip that it is a member of, or in
    /// the tar, which may be compressed. `None` in a 7z, and where it is compressed alone.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// What the system said of the file when it was opened, if the record is all of a file: to find out
    /// later whether it was changed since.
    #[must_use]
    pub fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_deref()
    }

    /// How many bytes the record has, given how many were handed on.
    #[must_use]
    pub fn size(&self, packed: usize) -> u64 {
        self.packing.size(packed)
    }

    /// How many bytes an [`Unpacker`](super::Unpacker) needs for it beside those that were handed on.
    #[must_use]
    pub fn room(&self) -> u64 {
        match self.packing {
            Packing::Zip { deflated: true, size, .. } => size,
            _ => 0,
        }
    }

    /// Whether it may be an archive in an archive, by the start of its bytes and its name.
    #[must_use]
    pub fn may_be_archive(&self, start: &[u8]) -> bool {
        self.depth > 0
            && (Kind::named(start, &self.name) != Kind::Record
                || zip::is_possible(start, &self.name))
    }

    /// Which of its games are wanted, if it was looked for by [`Targets`](super::Targets) that name
    /// some; `None` if all are.
    #[must_use]
    pub fn games(&self) -> Option<&Games> {
        self.wanted.as_ref()?.games(self.member())
    }

    /// Whether one of its games is wanted: as [`games`](Self::games) says, of a record that was read as
    /// a whole. The game is found then.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use kifu::archives::{Archives, Targets};
    ///
    /// let targets = Targets::of_names(["tests/records/problems.sgf#1"]);
    /// let mut numbers = Vec::new();
    /// Archives::new().each_target(&targets, |found| {
    ///     let record = found.unwrap();
    ///     let arena = kifu::Arena::new();
    ///     let games = kifu::Parser::new().read(&arena, record.bytes()).game_trees();
    ///     numbers.extend(games.filter(|&it| record.entry().wants(it)).map(|it| it.index()));
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(numbers, [1]);
    /// assert_eq!(targets.missing().count(), 0);
    /// ```
    #[must_use]
    pub fn wants(&self, game: GameTree<'_>) -> bool {
        let (number, span) = (game.index() as u64, game.span());
        self.games().is_none_or(|it| it.find(number, span.start() as u64, span.len() as u64))
    }

    /// The problem that it could not be read.
    #[must_use]
    pub fn problem(&self, error: impl Into<io::Error>) -> Problem {
        let (source, name) = (Arc::clone(&self.source), self.name.to_owned());
        Problem { source, name, source_length: self.source_length, error: error.into() }
    }
}
