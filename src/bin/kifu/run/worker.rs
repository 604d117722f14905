//! A worker: goes through batches with a parser, a buffer and a task of its own. What is an archive
//! by its bytes is opened here, so that this is done on all cores too.

use std::io::{self, Write};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use kifu::{Arena, Collection, ParseOptions, Parser, Survey};

use super::batch::{Batch, Item};
use super::order::{Ordered, Stopped};
use super::queue::Queue;
use super::{Input, Task};
use crate::input::{self, Entry, Kind, Limits, Piece, Sink, Unpacker, Unreadable, Whole};
use crate::progress;
use crate::report::Report;

/// How much room for an unpacked record is kept for the next one.
const KEPT: usize = 4 * 1024 * 1024;

/// The parser, the read buffer and the task of one thread. An arena serves one input.
pub(super) struct Worker<T> {
    task: T,
    parser: Parser,
    unpacker: Unpacker,
    /// Room for an unpacked record.
    record: Vec<u8>,
    /// Room for the output of a batch.
    output: Vec<u8>,
    strict: bool,
    options: ParseOptions,
    takes_pieces: bool,
    takes_surveys: bool,
    limits: Limits,
    /// Archives that were found in others.
    archives: u64,
    found: Found,
}

/// What was found in the batch that is gone through.
#[derive(Default)]
struct Found {
    /// Records, and pieces of large ones.
    records: usize,
    games: usize,
    faults: usize,
}

impl Found {
    fn add(&mut self, games: usize, faults: usize) {
        self.records += 1;
        self.games += games;
        self.faults += faults;
    }

    fn add_collection(&mut self, it: Collection<'_>) {
        self.add(it.game_trees().len(), it.diagnostics().len() + it.omitted_diagnostics());
    }

    fn add_survey(&mut self, it: &Survey<'_>) {
        self.add(it.game_trees().len(), it.diagnostics().len() + it.omitted_diagnostics());
    }
}

impl<T: Task> Worker<T> {
    pub(super) fn new(
        task: T,
        strict: bool,
        options: ParseOptions,
        takes_pieces: bool,
        limits: Limits,
    ) -> Self {
        Self {
            takes_surveys: task.takes_surveys() && !strict,
            task,
            parser: Parser::with_options(options),
            unpacker: Unpacker::new(),
            record: Vec::new(),
            output: Vec::new(),
            strict,
            options,
            takes_pieces,
            limits,
            archives: 0,
            found: Found::default(),
        }
    }

    /// Goes through all batches of the queue, or until the run is over.
    pub(super) fn all<W: Write>(&mut self, queue: &Queue, ordered: &Ordered<'_, W>) {
        let _stop = StopAfterPanic { queue, ordered };
        let mut done = None;
        while let Some(batch) = queue.next(done.take()) {
            if let Err(Stopped) = self.batch(&batch, ordered) {
                return queue.stop();
            }
            done = Some(batch);
        }
    }

    /// Goes through a batch.
    pub(super) fn batch<W: Write>(
        &mut self,
        batch: &Batch,
        ordered: &Ordered<'_, W>,
    ) -> Result<(), Stopped> {
        let mut report = ordered.report();
        let mut out = ordered.outlet(batch.sequence, mem::take(&mut self.output));
        for item in &batch.items {
            let done = match item {
                Item::Unreadable(unreadable) => {
                    report.unreadable(unreadable);
                    Ok(())
                }
                Item::Record(entry, range) => {
                    self.record(entry, &batch.bytes[range.clone()], &mut out, &mut report)
                }
                Item::Piece { whole, bytes, own, place } => {
                    let (bytes, own) = (&batch.bytes[bytes.clone()], own.clone());
                    let piece = Piece { bytes, own, place: *place };
                    self.piece(whole, whole.entry.source, &piece, &mut out, &mut report)
                }
            };
            if let Err(error) = done {
                ordered.fail(error, batch.sequence, &report);
                return Err(Stopped);
            }
        }
        let Found { records, games, faults } = mem::take(&mut self.found);
        progress::add_found(games, faults);
        report.mark_read(records, games);
        self.output = out.finish(report)?;
        Ok(())
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.task.merge(other.task);
        self.archives += other.archives;
    }

    pub(super) fn finish(&self, archives: u64, out: &mut impl Write) -> io::Result<()> {
        self.task.finish(self.archives + archives, out)
    }

    /// Unpacks an entry, parses it and hands it over, or what is in it.
    fn record(
        &mut self,
        entry: &Entry,
        bytes: &[u8],
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let mut room = mem::take(&mut self.record);
        let done = match self.unpacker.unpack(entry.packing, bytes, &mut room) {
            Ok(record) => match Kind::of(record) {
                kind if kind == Kind::Record || entry.depth == 0 => {
                    self.parse(entry, record, out, report)
                }
                kind => self.archive(kind, entry, record, out, report),
            },
            Err(error) => {
                report.unreadable(&Unreadable { path: entry.name.clone(), error });
                Ok(())
            }
        };
        if room.len() <= KEPT {
            self.record = room;
        }
        done
    }

    fn parse(
        &mut self,
        entry: &Entry,
        bytes: &[u8],
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        if self.takes_surveys {
            let survey = self.parser.survey(bytes);
            self.found.add_survey(&survey);
            self.task.survey(&survey, bytes.len(), true);
            return Ok(());
        }
        let arena = Arena::new();
        let collection = if self.strict {
            self.parser.parse_bytes(&arena, bytes)
        } else {
            Ok(self.parser.read(&arena, bytes))
        };
        match &collection {
            Ok(collection) => self.found.add_collection(*collection),
            Err(_) => self.found.add(0, 1),
        }
        let (source, file) = (entry.source, entry.file.as_ref());
        let input = Input { source, file, ..Input::whole(&entry.name, bytes, collection) };
        self.task.input(&input, out, report)
    }

    /// Parses a piece and hands it over.
    fn piece(
        &mut self,
        whole: &Whole,
        source: usize,
        piece: &Piece<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let Piece { bytes, own, place } = piece;
        let mut before = place.before;
        if self.takes_surveys {
            let survey = self.parser.survey_rest(&bytes[..own.end], own.start, &mut before);
            self.found.add_survey(&survey);
            self.task.survey(&survey, own.len(), own.start == 0);
            return Ok(());
        }
        let arena = Arena::new();
        let collection = self.parser.read_rest(&arena, &bytes[..own.end], own.start, &mut before);
        self.found.add_collection(collection);
        let input = Input {
            source,
            own: own.clone(),
            place: *place,
            whole: Some(whole),
            ..Input::whole(&whole.entry.name, bytes, Ok(collection))
        };
        self.task.input(&input, out, report)
    }

    /// Goes through the members of a member.
    fn archive(
        &mut self,
        kind: Kind,
        entry: &Entry,
        bytes: &[u8],
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let limits = self.limits;
        let source = entry.source;
        let mut inner =
            Inner { worker: self, source, out, report, buffer: Vec::new(), error: None };
        // It breaks off for the error alone.
        let _ = input::members(kind, bytes, &entry.name, entry.depth, limits, &mut inner);
        inner.error.map_or(Ok(()), Err)
    }
}

/// Takes what is in a member that is an archive.
struct Inner<'w, T, W> {
    worker: &'w mut Worker<T>,
    /// How much of the names is that of the file that all of it is in.
    source: usize,
    out: &'w mut W,
    report: &'w mut Report,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<T, W> Inner<'_, T, W> {
    /// An error ends it, and is kept.
    fn go_on(&mut self, done: io::Result<()>) -> ControlFlow<()> {
        done.map_or_else(
            |error| {
                self.error = Some(error);
                ControlFlow::Break(())
            },
            ControlFlow::Continue,
        )
    }
}

impl<T: Task, W: Write> Sink for Inner<'_, T, W> {
    fn record(
        &mut self,
        mut entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()> {
        entry.source = self.source;
        self.buffer.clear();
        if let Err(error) = read(&mut self.buffer) {
            return self.unreadable(Unreadable { path: entry.name, error });
        }
        let done = self.worker.record(&entry, &self.buffer, self.out, self.report);
        self.go_on(done)
    }

    fn pieces(&self) -> Option<ParseOptions> {
        self.worker.takes_pieces.then_some(self.worker.options)
    }

    fn piece(&mut self, whole: &Arc<Whole>, piece: &Piece<'_>) -> ControlFlow<()> {
        let done = self.worker.piece(whole, self.source, piece, self.out, self.report);
        self.go_on(done)
    }

    fn unreadable(&mut self, unreadable: Unreadable) -> ControlFlow<()> {
        self.report.unreadable(&unreadable);
        ControlFlow::Continue(())
    }

    fn archive(&mut self) {
        self.worker.archives += 1;
    }
}

/// A worker that panics takes the others with it, instead of letting them wait for its turn.
struct StopAfterPanic<'s, 'r, W: Write> {
    queue: &'s Queue,
    ordered: &'s Ordered<'r, W>,
}

impl<W: Write> Drop for StopAfterPanic<'_, '_, W> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.queue.stop();
            self.ordered.stop();
        }
    }
}
