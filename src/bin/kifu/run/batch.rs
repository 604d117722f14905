//! Records in one buffer, as many as are worth a thread's while.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use kifu::ParseOptions;
use kifu::archives::{Entry, Problem, Sink};

use crate::input::{self, Limits, OpenedFile, Piece, PieceSink, Place, Unreadable, WHOLE, Whole};
use crate::{interrupt, progress};

/// The bytes of a batch: enough that handing it over costs nothing beside reading it, and few enough
/// that all workers have some, and that they stay in the cache of a core until they are read.
const SIZE: u64 = 128 * 1024;

/// How many records a batch has at most, however small they are.
const ITEMS: usize = 1024;

/// How large a buffer may be that is kept for the next batch.
const KEPT: usize = 2 * 1024 * 1024;

/// Something that was found.
pub(super) enum Item {
    /// A record, or what turns out to be an archive, and where its bytes are.
    Record(Entry, Range<usize>),
    /// A piece of a record, where its bytes and some around them are, and which are its own.
    Piece {
        whole: Arc<Whole>,
        bytes: Range<usize>,
        own: Range<usize>,
        place: Place,
    },
    Unreadable(Unreadable),
}

/// What was found, in its order.
#[derive(Default)]
pub(super) struct Batch {
    /// The number of the batch, from 0.
    pub(super) sequence: u64,
    pub(super) items: Vec<Item>,
    pub(super) bytes: Vec<u8>,
    /// How many bytes its records have when they are unpacked, with their names.
    unpacked: u64,
    /// The bytes of the names.
    names: usize,
}

impl Batch {
    /// How many bytes it takes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.names
    }

    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.bytes.clear();
        if self.bytes.capacity() > KEPT {
            self.bytes = Vec::new();
        }
        (self.unpacked, self.names) = (0, 0);
    }
}

impl Item {
    /// The bytes of its name. It may be longer than the record.
    fn name(&self) -> usize {
        match self {
            Self::Record(entry, _) => entry.name().len(),
            // All pieces of a record have one.
            Self::Piece { .. } => 0,
            Self::Unreadable(unreadable) => unreadable.path.len(),
        }
    }
}

/// Collects what is found until a batch is full, and delivers it.
pub(super) struct Batcher<'d> {
    pieces: Option<ParseOptions>,
    limits: Limits,
    batch: Batch,
    /// Takes a batch, and leaves one to be filled next.
    deliver: &'d mut dyn FnMut(&mut Batch) -> ControlFlow<()>,
    archives: u64,
    /// Where the files are that were found, if each is to be taken once.
    taken: Option<BTreeSet<PathBuf>>,
    /// Whether all games of the record in pieces were found that are asked for by name.
    has_all: Rc<Cell<bool>>,
}

impl<'d> Batcher<'d> {
    pub(super) fn new(
        pieces: Option<ParseOptions>,
        limits: Limits,
        takes_files_once: bool,
        deliver: &'d mut dyn FnMut(&mut Batch) -> ControlFlow<()>,
    ) -> Self {
        let (batch, taken) = (Batch::default(), takes_files_once.then(BTreeSet::new));
        Self { pieces, limits, batch, deliver, archives: 0, taken, has_all: Rc::default() }
    }

    /// Whether the file is one that was taken already, and is not to be taken again: by the same name,
    /// by another one that leads to it, or in a folder.
    fn is_taken(&mut self, entry: &Entry) -> bool {
        let Some(taken) = &mut self.taken else { return false };
        let Some(file) = OpenedFile::of(entry) else { return false };
        fs::canonicalize(file.path()).is_ok_and(|place| !taken.insert(place))
    }

    /// How many archives were opened so far.
    pub(super) fn archives(&self) -> u64 {
        self.archives
    }

    /// Delivers what is left.
    pub(super) fn finish(&mut self) -> ControlFlow<()> {
        if self.batch.items.is_empty() { ControlFlow::Continue(()) } else { self.deliver() }
    }

    fn deliver(&mut self) -> ControlFlow<()> {
        let next = self.batch.sequence + 1;
        (self.deliver)(&mut self.batch)?;
        self.batch.clear();
        self.batch.sequence = next;
        ControlFlow::Continue(())
    }

    fn push(&mut self, item: Item) -> ControlFlow<()> {
        self.batch.names += item.name();
        self.batch.unpacked += item.name() as u64;
        self.batch.items.push(item);
        if interrupt::is_requested() {
            // What was found so far is dropped.
            return ControlFlow::Break(());
        }
        let is_full = self.batch.unpacked >= SIZE || self.batch.items.len() >= ITEMS;
        if is_full { self.deliver() } else { ControlFlow::Continue(()) }
    }
}

impl Sink for Batcher<'_> {
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()> {
        if self.is_taken(&entry) {
            return ControlFlow::Continue(());
        }
        let start = self.batch.bytes.len();
        if let Err(unreadable) = input::read(&entry, read, &mut self.batch.bytes, self.limits) {
            self.batch.bytes.truncate(start);
            return self.unreadable(unreadable);
        }
        let range = start..self.batch.bytes.len();
        self.batch.unpacked += entry.size(range.len());
        self.push(Item::Record(entry, range))
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        self.unreadable(Unreadable::of(problem, self.limits))
    }

    fn archive(&mut self) {
        self.archives += 1;
    }

    fn ignored(&mut self) {
        progress::add_ignored();
    }

    fn stream_from(&self) -> Option<u64> {
        // Where nothing large may be in memory, there is nothing to cut.
        self.pieces.filter(|_| self.limits.member_bytes >= WHOLE as u64).map(|_| WHOLE as u64)
    }

    fn stream(&mut self, entry: Entry, stream: &mut dyn Read) -> ControlFlow<()> {
        self.has_all.set(false);
        let has_all = Rc::clone(&self.has_all);
        input::stream(entry, &mut UntilAll { stream, has_all }, self)
    }
}

impl PieceSink for Batcher<'_> {
    fn pieces(&self) -> Option<ParseOptions> {
        self.pieces
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    fn piece(&mut self, whole: &Arc<Whole>, piece: &Piece<'_>) -> ControlFlow<()> {
        let (games, offset) = (piece.place.games as u64, piece.place.offset);
        if whole.entry.games().is_some_and(|wanted| wanted.are_before(games, offset)) {
            self.has_all.set(true);
            return ControlFlow::Continue(());
        }
        let start = self.batch.bytes.len();
        if self.batch.bytes.try_reserve(piece.bytes.len()).is_err() {
            let path = whole.entry.name().to_owned();
            return self.unreadable(Unreadable { path, error: io::ErrorKind::OutOfMemory.into() });
        }
        self.batch.bytes.extend_from_slice(piece.bytes);
        self.batch.unpacked += piece.own.len() as u64;
        self.push(Item::Piece {
            whole: Arc::clone(whole),
            bytes: start..self.batch.bytes.len(),
            own: piece.own.clone(),
            place: piece.place,
        })
    }

    fn unreadable(&mut self, unreadable: Unreadable) -> ControlFlow<()> {
        self.push(Item::Unreadable(unreadable))
    }
}

/// A record that ends once nothing more of it is asked for.
struct UntilAll<'s> {
    stream: &'s mut dyn Read,
    has_all: Rc<Cell<bool>>,
}

impl Read for UntilAll<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_all.get() { Ok(0) } else { self.stream.read(buffer) }
    }
}

/// A batch for another: what a queue does for who fills them.
pub(super) fn take(batch: &mut Batch, spare: Batch) -> Batch {
    mem::replace(batch, spare)
}
