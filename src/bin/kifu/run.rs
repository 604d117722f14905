//! The run over the inputs that all commands share: one thread finds and reads, workers parse and
//! hand over, and what they leave comes out in the order of the inputs.
//!
//! The way of the bytes: a `Batcher` collects records to a `Batch`, the `Queue` holds a few of them,
//! a `Worker` goes through one and writes to its `Outlet`, and `Ordered` lets the outlets out in
//! turn. Each of them is bounded in bytes, so that whoever is slow stops those before him. With one
//! job all of it happens on one thread, batch by batch.

mod batch;
mod order;
mod queue;
mod worker;

use std::io;
use std::ops::{ControlFlow, Range};
use std::thread::{self, Scope, ScopedJoinHandle};

use kifu::rows::Origin;
use kifu::{Collection, Error, GameTree, ParseOptions, Survey};

use crate::args::Inputs;
use crate::chooser::{Chooser, Draw};
use crate::input::{self, Limits, OpenedFile, Place, Whole};
use crate::interrupt;
use crate::memory::Budget;
use crate::progress;
use crate::report::Report;
use batch::{Batch, Batcher};
#[cfg(test)]
pub(crate) use order::outlet_alone;
pub(crate) use order::{Load, Outlet, Receiver};
use order::{Ordered, Stopped};
use queue::Queue;
use worker::Worker;

/// How many diagnostics of one input, or of a piece of it, are kept: enough for tens of megabytes of
/// records with a fault in each property, and few enough that gigabytes of garbage do not fill the
/// memory.
pub(crate) const MAX_DIAGNOSTICS: u32 = 1_000_000;

/// An input, or a piece of a large one, read.
pub(crate) struct Input<'a> {
    /// The path as it is shown.
    pub(crate) path: &'a str,
    /// How much of it is the path of the file; after it stand a `!` and the member, if it is one.
    pub(crate) source: usize,
    /// The file that it is, if it can be written back: no member of an archive, and not stdin.
    pub(crate) file: Option<&'a OpenedFile<'a>>,
    /// What spans are about: all of its bytes, or those of a piece and some around them.
    pub(crate) bytes: &'a [u8],
    /// Which bytes are its own.
    pub(crate) own: Range<usize>,
    /// Where the bytes of a piece stand; an input that is whole stands at the start.
    pub(crate) place: Place,
    /// The whole of a piece.
    pub(crate) whole: Option<&'a Whole>,
    /// An error comes of strict reading alone.
    pub(crate) collection: Result<Collection<'a>, Error>,
    /// Which of its games are chosen, by their numbers in the collection; `None` if all are.
    pub(crate) chosen: Option<&'a [bool]>,
    /// Which of them are asked for by name, likewise. No other game is chosen.
    pub(crate) named: Option<&'a [bool]>,
}

impl<'a> Input<'a> {
    /// An input that is whole.
    pub(crate) fn whole(
        path: &'a str,
        bytes: &'a [u8],
        collection: Result<Collection<'a>, Error>,
    ) -> Self {
        Self {
            path,
            source: path.len(),
            file: None,
            bytes,
            own: 0..bytes.len(),
            place: Place::default(),
            whole: None,
            collection,
            chosen: None,
            named: None,
        }
    }

    /// Whether the input starts here: of its pieces only the first does.
    pub(crate) fn is_start(&self) -> bool {
        self.own.start == 0
    }

    /// The number of one of its games in the whole of it, from 0.
    pub(crate) fn number(&self, game: GameTree<'_>) -> usize {
        self.place.games + game.index()
    }

    /// Whether one of its games is chosen.
    pub(crate) fn is_chosen(&self, game: GameTree<'_>) -> bool {
        self.shows(Some(game.index()))
    }

    /// Whether one of its games is asked for by name, or none is.
    pub(crate) fn is_named(&self, game: GameTree<'_>) -> bool {
        self.named.is_none_or(|named| named.get(game.index()) == Some(&true))
    }

    /// Whether what was found in a game is asked for, by its number in the collection. What stands
    /// outside all games is so only where nothing is chosen.
    pub(crate) fn shows(&self, game: Option<usize>) -> bool {
        let is_chosen = |chosen: &[bool]| game.is_some_and(|game| chosen.get(game) == Some(&true));
        self.chosen.is_none_or(is_chosen)
    }

    /// The games that are chosen.
    pub(crate) fn games(&self, collection: Collection<'a>) -> impl Iterator<Item = GameTree<'a>> {
        collection.game_trees().filter(|game| self.is_chosen(*game))
    }

    /// Remembers that a fault was found in it, and says whether it is the first one.
    pub(crate) fn mark_faulty(&self) -> bool {
        self.whole.is_none_or(Whole::mark_faulty)
    }
}

/// Where an input comes from, as its rows say it: of the path so many bytes are that of the file.
pub(crate) fn origin<'a>(path: &'a str, source: usize, place: &Place) -> Origin<'a> {
    let (source, member) = path.split_at(source);
    let origin =
        Origin::new(source).after(place.games as u64, place.offset).after_nodes(place.nodes as u64);
    member.strip_prefix('!').map_or(origin, |member| origin.member(member))
}

/// What is done with the inputs. An error means that the output could not be written, and ends
/// the run.
///
/// Each worker has a task of its own, a clone of one that has met nothing yet.
pub(crate) trait Task: Clone + Send {
    /// What a worker hands over: the bytes of the output, or what these are made of.
    type Load: Load;

    /// Whether it takes large inputs in pieces, each of which then counts as an input. What is
    /// made of them is to be what is made of the whole.
    fn takes_pieces(&self) -> bool {
        false
    }

    /// Whether it replaces the files that it reads, so that each is taken once, however often it is
    /// named or found.
    fn replaces_files(&self) -> bool {
        false
    }

    /// Called once, before the first input.
    fn start(&self, _out: &mut Self::Load) -> io::Result<()> {
        Ok(())
    }

    /// What goes to `out` comes after that of the inputs before, on whatever thread they are.
    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Self::Load>,
        report: &mut Report,
    ) -> io::Result<()>;

    /// Whether it needs no tree of an input, and takes a survey in its place.
    fn takes_surveys(&self) -> bool {
        false
    }

    /// A survey of an input, or of a piece of one: what it found in so many bytes, and whether the
    /// input starts with them. It is reported to a task that takes surveys, unless reading is strict.
    fn survey(&mut self, _survey: &Survey<'_>, _bytes: usize, _is_start: bool) {}

    /// Takes over what another worker counted.
    fn merge(&mut self, _other: Self) {}

    /// Called once, with the number of archives that were opened, when the output of the last input
    /// was written.
    fn finish(&self, _archives: u64, _out: &mut Self::Load) -> io::Result<()> {
        Ok(())
    }
}

/// Hands all inputs to the task, and what it hands over to `out`.
///
/// After a Ctrl-C it ends as if there were no more inputs, with an error of the kind `Interrupted`.
pub(crate) fn run<T: Task>(
    inputs: &Inputs,
    task: &T,
    out: impl Receiver<T::Load> + Send,
    report: &mut Report,
) -> io::Result<()> {
    let mut chooser = Chooser::new(&inputs.choosing);
    if let Some(sample) = inputs.choosing.sample() {
        let mut silent = Report::silent();
        let mut drawn = Vec::new();
        run_chosen(inputs, &chooser, &Draw::new(sample), &mut drawn, &mut silent)?;
        chooser.keep_drawn(sample, &drawn);
    }
    chooser.set_limit(inputs.choosing.limit());
    run_chosen(inputs, &chooser, task, out, report)
}

/// Hands the games that are chosen to the task.
fn run_chosen<T: Task>(
    inputs: &Inputs,
    chooser: &Chooser,
    task: &T,
    mut out: impl Receiver<T::Load> + Send,
    report: &mut Report,
) -> io::Result<()> {
    let mut load = T::Load::default();
    task.start(&mut load)?;
    out.receive(&mut load)?;
    let ordered = Ordered::new(out, report);
    let options = ParseOptions::new().max_diagnostics(MAX_DIAGNOSTICS).charset(inputs.charset);
    // The first fault refuses all of an input, and it may stand at the end.
    let pieces = (task.takes_pieces() && !inputs.strict).then_some(options);
    // Which games are the first is known to one thread alone.
    let jobs = if chooser.is_limited() { 1 } else { inputs.jobs() };
    let budget = Budget::new(inputs.max_memory(), pieces.is_some(), jobs);
    budget.begin();
    let limits = limits(inputs.max_member_bytes(), budget);
    let worker = || {
        let (task, chooser) = (task.clone(), chooser.clone());
        Worker::new(task, chooser, inputs.strict, options, pieces.is_some(), limits)
    };
    let mut total = worker();
    let replaces_files = task.replaces_files();
    let queue = Queue::new(jobs, budget.bytes());
    let archives = thread::scope(|scope| {
        let workers = start(scope, jobs, &worker, &queue, &ordered);
        if workers.is_empty() {
            let mut deliver = |batch: &mut Batch| match total.batch(batch, &ordered) {
                Ok(()) => ControlFlow::Continue(()),
                Err(Stopped) => ControlFlow::Break(()),
            };
            return find(
                inputs,
                limits,
                Batcher::new(pieces, limits, replaces_files, &mut deliver),
            );
        }
        let mut deliver = |batch: &mut Batch| queue.exchange(batch);
        let archives =
            find(inputs, limits, Batcher::new(pieces, limits, replaces_files, &mut deliver));
        queue.close();
        for worker in workers {
            match worker.join() {
                Ok(worker) => total.merge(worker),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        archives
    });
    progress::end();
    let mut out = ordered.into_out()?;
    // A task may have more to say than its output: that comes after all of it was written.
    out.flush()?;
    load.clear();
    total.finish(archives, &mut load)?;
    out.receive(&mut load)?;
    out.flush()?;
    if interrupt::is_requested() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// Starts a thread for each worker, as far as the system makes threads. With one job there is none:
/// this thread does all of it.
fn start<'s, 'r: 's, T: Task + 's, W: Receiver<T::Load> + Send>(
    scope: &'s Scope<'s, '_>,
    jobs: usize,
    worker: &impl Fn() -> Worker<T>,
    queue: &'s Queue,
    ordered: &'s Ordered<'r, T::Load, W>,
) -> Vec<ScopedJoinHandle<'s, Worker<T>>> {
    let mut workers = Vec::new();
    while jobs > 1 && workers.len() < jobs {
        let mut worker = worker();
        let all = move || {
            worker.all(queue, ordered);
            worker
        };
        match thread::Builder::new().spawn_scoped(scope, all) {
            Ok(worker) => workers.push(worker),
            Err(error) => {
                let threads = workers.len().max(1);
                progress::print(&format!(
                    "kifu: only {threads} of {jobs} threads could be started, reading goes on \
                     with them: {error}\n"
                ));
                break;
            }
        }
    }
    workers
}

/// The bounds of one record: what is asked for, and what there is memory for.
fn limits(max_member_bytes: u64, budget: Budget) -> Limits {
    let option = match max_member_bytes <= budget.bytes() {
        true => "--max-member-bytes",
        false => "--max-memory",
    };
    Limits { member_bytes: max_member_bytes.min(budget.bytes()), option }
}

/// Finds the inputs and delivers them in batches. Gives the number of archives among them.
fn find(inputs: &Inputs, limits: Limits, mut batcher: Batcher<'_>) -> u64 {
    // Who breaks off knows why.
    let _ = match input::archives(limits).search_targets(&inputs.targets, &mut batcher) {
        ControlFlow::Continue(()) => batcher.finish(),
        stopped => stopped,
    };
    batcher.archives()
}
