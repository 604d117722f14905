//! A worker: goes through batches with a parser, a buffer and a task of its own. What is an archive
//! by its bytes is opened here, so that this is done on all cores too.

use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use kifu::archives::{Archives, Entry, Problem, Sink, Unpacker};
use kifu::{Arena, Collection, Error, GameTree, ParseOptions, Parser, Survey};

use super::batch::{Batch, Item};
use super::order::{Load, Ordered, Outlet, Receiver, Stopped};
use super::queue::Queue;
use super::{Input, Task};
use crate::chooser::Chooser;
use crate::input::{self, Limits, OpenedFile, Piece, PieceSink, Place, Unreadable, WHOLE, Whole};
use crate::interrupt;
use crate::memory::{self, Taken};
use crate::progress;
use crate::report::Report;

/// How much room for an unpacked record is kept for the next one.
const KEPT: usize = 4 * 1024 * 1024;

/// The parser, the read buffer and the task of one thread. An arena serves one input.
pub(super) struct Worker<T: Task> {
    task: T,
    chooser: Chooser,
    parser: Parser,
    unpacker: Unpacker,
    /// Room for an unpacked record.
    record: Vec<u8>,
    /// Room for what is handed over of a batch.
    load: T::Load,
    strict: bool,
    options: ParseOptions,
    takes_pieces: bool,
    takes_surveys: bool,
    limits: Limits,
    /// What archives in archives are opened with.
    opener: Archives,
    /// Archives that were found in others.
    archives: u64,
    found: Found,
    /// Whether a signal ended the run amid a batch.
    is_ended: bool,
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

    /// Of the games those that are asked for.
    fn add_collection(&mut self, it: Collection<'_>, named: Option<&[bool]>) {
        let games = named.map_or(it.game_trees().len(), |it| it.iter().filter(|it| **it).count());
        self.add(games, it.diagnostics().len() + it.omitted_diagnostics());
    }

    fn add_survey(&mut self, it: &Survey<'_>) {
        self.add(it.game_trees().len(), it.diagnostics().len() + it.omitted_diagnostics());
    }
}

impl<T: Task> Worker<T> {
    pub(super) fn new(
        task: T,
        chooser: Chooser,
        strict: bool,
        options: ParseOptions,
        takes_pieces: bool,
        limits: Limits,
    ) -> Self {
        let opener = input::archives(limits);
        Self {
            takes_surveys: task.takes_surveys() && !strict && chooser.takes_all(),
            task,
            chooser,
            parser: Parser::with_options(options),
            unpacker: Unpacker::new(&opener),
            record: Vec::new(),
            load: T::Load::default(),
            strict,
            options,
            takes_pieces,
            limits,
            opener,
            archives: 0,
            found: Found::default(),
            is_ended: false,
        }
    }

    /// Goes through all batches of the queue, or until the run is over.
    pub(super) fn all<W: Receiver<T::Load> + Send>(
        &mut self,
        queue: &Queue,
        ordered: &Ordered<'_, T::Load, W>,
    ) {
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
    pub(super) fn batch<W: Receiver<T::Load> + Send>(
        &mut self,
        batch: &Batch,
        ordered: &Ordered<'_, T::Load, W>,
    ) -> Result<(), Stopped> {
        let mut report = ordered.report();
        let mut out = Outlet::new(ordered, batch.sequence, mem::take(&mut self.load));
        let entered = memory::enter(batch.sequence);
        for item in &batch.items {
            self.is_ended |= interrupt::is_requested();
            if self.is_ended {
                break;
            }
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
                    self.piece(whole, &piece, &mut out, &mut report)
                }
            };
            let done = done.and_then(|()| match report.is_full() {
                true => out.let_out_messages(&mut report),
                false => Ok(()),
            });
            if let Err(error) = done {
                ordered.fail(error, batch.sequence, &report);
                return Err(Stopped);
            }
        }
        let Found { records, games, faults } = mem::take(&mut self.found);
        progress::add_found(games, faults);
        report.mark_read(records, games);
        drop(entered);
        self.load = out.finish(report, self.is_ended)?;
        Ok(())
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.task.merge(other.task);
        self.archives += other.archives;
    }

    pub(super) fn finish(&self, archives: u64, out: &mut T::Load) -> io::Result<()> {
        self.task.finish(self.archives + archives, out)
    }

    /// Unpacks an entry, parses it and hands it over, or what is in it.
    fn record(
        &mut self,
        entry: &Entry,
        bytes: &[u8],
        out: &mut Outlet<'_, T::Load>,
        report: &mut Report,
    ) -> io::Result<()> {
        let mut room = mem::take(&mut self.record);
        // Held until the record is done with.
        let (_taken, (record, damage)) = match memory::take(entry.room()) {
            Ok(taken) => (taken, self.unpacker.unpack(entry, bytes, &mut room)),
            Err(error) => (Taken::default(), (&[][..], Some(entry.problem(error)))),
        };
        // What came before a fault is read, and then the fault is reported.
        let done = if record.is_empty() && damage.is_some() {
            Ok(())
        } else {
            match self.archive(entry, record, out, report) {
                Some(done) => done,
                None => self.parse(entry, record, out, report),
            }
        };
        if let Some(problem) = damage.filter(|_| !interrupt::is_requested()) {
            report.unreadable(&Unreadable::of(problem, self.limits));
        }
        if room.len() <= KEPT {
            self.record = room;
        }
        done
    }

    fn parse(
        &mut self,
        entry: &Entry,
        bytes: &[u8],
        out: &mut Outlet<'_, T::Load>,
        report: &mut Report,
    ) -> io::Result<()> {
        let surveys = self.takes_surveys && entry.games().is_none();
        let Some(taken) = self.take(entry.name(), bytes, surveys, report) else { return Ok(()) };
        if surveys {
            let survey = self.parser.survey(bytes);
            self.found.add_survey(&survey);
            self.task.survey(&survey, bytes.len(), true);
            self.give_back(&taken);
            return Ok(());
        }
        let arena = Arena::new();
        let collection = if self.strict {
            self.parser.parse_bytes(&arena, bytes)
        } else {
            Ok(self.parser.read(&arena, bytes))
        };
        let (source, file) = (entry.source_length(), OpenedFile::of(entry));
        let file = file.as_ref();
        let place = Place::default();
        let named = named(entry, &place, &collection);
        let named = named.as_deref();
        match &collection {
            Ok(collection) => self.found.add_collection(*collection, named),
            Err(_) => self.found.add(0, 1),
        }
        let chosen = self.chooser.choose(entry.name(), source, &place, named, &collection, report);
        let chosen = chosen.as_deref().or(named);
        let whole = Input::whole(entry.name(), bytes, collection);
        let input = Input { source, file, chosen, named, ..whole };
        let done = self.task.input(&input, out, report);
        self.is_ended |= self.chooser.is_done();
        self.give_back(&taken);
        done
    }

    /// Takes memory for a record, or reports why it is not read.
    fn take(&self, name: &str, bytes: &[u8], surveys: bool, report: &mut Report) -> Option<Taken> {
        let needed = match surveys {
            true => memory::of_survey(bytes),
            false => memory::of_tree(bytes),
        };
        let refused = |error| report.unreadable(&Unreadable { path: name.to_owned(), error });
        memory::take(needed).map_err(refused).ok()
    }

    /// Frees the tables of the parser if they may be large.
    fn give_back(&mut self, taken: &Taken) {
        if taken.is_large() {
            self.parser = Parser::with_options(self.options);
        }
    }

    /// Parses a piece and hands it over.
    fn piece(
        &mut self,
        whole: &Whole,
        piece: &Piece<'_>,
        out: &mut Outlet<'_, T::Load>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Piece { bytes, own, place } = piece;
        let mut before = place.before;
        let name = whole.entry.name();
        let games = whole.entry.games();
        if games.is_some_and(|games| games.are_before(place.games as u64, place.offset)) {
            return Ok(());
        }
        let surveys = self.takes_surveys && games.is_none();
        let Some(taken) = self.take(name, bytes, surveys, report) else { return Ok(()) };
        if surveys {
            let survey = self.parser.survey_rest(&bytes[..own.end], own.start, &mut before);
            self.found.add_survey(&survey);
            self.task.survey(&survey, own.len(), own.start == 0);
            self.give_back(&taken);
            return Ok(());
        }
        let arena = Arena::new();
        let collection = self.parser.read_rest(&arena, &bytes[..own.end], own.start, &mut before);
        let read = Ok(collection);
        let named = named(&whole.entry, place, &read);
        let named = named.as_deref();
        self.found.add_collection(collection, named);
        let source = whole.entry.source_length();
        let chosen = self.chooser.choose(name, source, place, named, &read, report);
        let input = Input {
            chosen: chosen.as_deref().or(named),
            named,
            source,
            own: own.clone(),
            place: *place,
            whole: Some(whole),
            ..Input::whole(name, bytes, read)
        };
        let done = self.task.input(&input, out, report);
        self.is_ended |= self.chooser.is_done();
        self.give_back(&taken);
        done
    }

    /// Goes through the members of a member, if it is an archive.
    fn archive(
        &mut self,
        entry: &Entry,
        bytes: &[u8],
        out: &mut Outlet<'_, T::Load>,
        report: &mut Report,
    ) -> Option<io::Result<()>> {
        if entry.depth() == 0 {
            return None;
        }
        let opener = self.opener.clone();
        let mut inner = Inner { worker: self, out, report, buffer: Vec::new(), error: None };
        // It breaks off for the error, or for a signal.
        let _ = opener.open(entry, bytes, &mut inner)?;
        Some(inner.error.map_or(Ok(()), Err))
    }
}

/// Which games of a record, or of a piece of one, are asked for by name; `None` if all are. They are
/// found then.
fn named(
    entry: &Entry,
    place: &Place,
    collection: &Result<Collection<'_>, Error>,
) -> Option<Vec<bool>> {
    let games = entry.games()?;
    let collection = collection.as_ref().ok()?;
    games.mark_read();
    let is_named = |game: GameTree<'_>| {
        let (number, span) = (place.games + game.index(), game.span());
        games.find(number as u64, place.offset + span.start() as u64, span.len() as u64)
    };
    Some(collection.game_trees().map(is_named).collect())
}

/// Takes what is in a member that is an archive.
struct Inner<'w, 'o, T: Task> {
    worker: &'w mut Worker<T>,
    out: &'w mut Outlet<'o, T::Load>,
    report: &'w mut Report,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<T: Task> Inner<'_, '_, T> {
    /// An error ends it, and is kept. A signal ends it too.
    fn go_on(&mut self, done: io::Result<()>) -> ControlFlow<()> {
        let done = done.and_then(|()| match self.report.is_full() {
            true => self.out.let_out_messages(self.report),
            false => Ok(()),
        });
        self.error = done.err();
        self.worker.is_ended |= interrupt::is_requested();
        match self.error.is_some() || self.worker.is_ended {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl<T: Task> Sink for Inner<'_, '_, T> {
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()> {
        self.buffer.clear();
        let read = input::read(&entry, read, &mut self.buffer, self.worker.limits);
        if interrupt::is_requested() {
            return self.go_on(Ok(()));
        }
        let done = match read {
            Ok(()) => self.worker.record(&entry, &self.buffer, self.out, self.report),
            Err(unreadable) => {
                self.report.unreadable(&unreadable);
                Ok(())
            }
        };
        if self.buffer.capacity() > KEPT {
            self.buffer = Vec::new();
        }
        self.go_on(done)
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        self.unreadable(Unreadable::of(problem, self.worker.limits))
    }

    fn archive(&mut self) {
        self.worker.archives += 1;
    }

    fn ignored(&mut self) {
        progress::add_ignored();
    }

    fn stream_from(&self) -> Option<u64> {
        let worker = &self.worker;
        let is_cut = worker.takes_pieces && worker.limits.member_bytes >= WHOLE as u64;
        is_cut.then_some(WHOLE as u64)
    }

    fn stream(&mut self, entry: Entry, stream: &mut dyn Read) -> ControlFlow<()> {
        input::stream(entry, stream, self)
    }
}

impl<T: Task> PieceSink for Inner<'_, '_, T> {
    fn pieces(&self) -> Option<ParseOptions> {
        self.worker.takes_pieces.then_some(self.worker.options)
    }

    fn limits(&self) -> Limits {
        self.worker.limits
    }

    fn piece(&mut self, whole: &Arc<Whole>, piece: &Piece<'_>) -> ControlFlow<()> {
        let done = self.worker.piece(whole, piece, self.out, self.report);
        self.go_on(done)
    }

    fn unreadable(&mut self, unreadable: Unreadable) -> ControlFlow<()> {
        if !interrupt::is_requested() {
            // What a signal ended is no fault of the input.
            self.report.unreadable(&unreadable);
        }
        self.go_on(Ok(()))
    }
}

/// A worker that panics takes the others with it, instead of letting them wait for its turn.
struct StopAfterPanic<'s, 'r, L: Load, W: Receiver<L>> {
    queue: &'s Queue,
    ordered: &'s Ordered<'r, L, W>,
}

impl<L: Load, W: Receiver<L>> Drop for StopAfterPanic<'_, '_, L, W> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.queue.stop();
            self.ordered.stop();
        }
    }
}
