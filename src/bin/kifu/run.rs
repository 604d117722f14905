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

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::thread;

use kifu::{Collection, Error};

use crate::args::Inputs;
use crate::input::{Finder, Limits};
use crate::interrupt;
use crate::report::Report;
use batch::{Batch, Batcher};
use order::{Ordered, Stopped};
use queue::Queue;
use worker::Worker;

/// An input, read.
pub(crate) struct Input<'a> {
    /// The path as it is shown.
    pub(crate) path: &'a str,
    /// How much of it is the path of the file; behind it stand a `!` and the member, if it is one.
    pub(crate) source: usize,
    /// The file that it is, if it can be written back: no member of an archive, and not stdin.
    pub(crate) file: Option<&'a Path>,
    pub(crate) bytes: &'a [u8],
    /// An error comes of strict reading alone.
    pub(crate) collection: Result<Collection<'a>, Error>,
}

/// What is done with the inputs. An error means that the output could not be written, and ends
/// the run.
///
/// Each worker has a task of its own, a clone of one that has met nothing yet.
pub(crate) trait Task: Clone + Send {
    /// Called once, before the first input.
    fn start(&self, _out: &mut impl Write) -> io::Result<()> {
        Ok(())
    }

    /// What goes to `out` comes behind that of the inputs before, on whatever thread they are.
    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()>;

    /// Takes over what another worker counted.
    fn merge(&mut self, _other: Self) {}

    /// Called once, after the last input, with the number of archives that were opened.
    fn finish(&self, _archives: u64, _out: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

/// Hands all inputs to the task, and what it writes to `out`.
///
/// After a Ctrl-C it ends as if there were no more inputs, with an error of the kind `Interrupted`.
pub(crate) fn run<T: Task>(
    inputs: &Inputs,
    task: &T,
    mut out: impl Write + Send,
    report: &mut Report,
) -> io::Result<()> {
    let limits = Limits { member_bytes: inputs.max_member_bytes };
    task.start(&mut out)?;
    let ordered = Ordered::new(out, report);
    let mut total = Worker::new(task.clone(), inputs, limits);
    let archives = match inputs.jobs() {
        1 => {
            let mut deliver = |batch: &mut Batch| match total.batch(batch, &ordered) {
                Ok(()) => ControlFlow::Continue(()),
                Err(Stopped) => ControlFlow::Break(()),
            };
            find(inputs, limits, 0, &mut deliver)
        }
        jobs => {
            let queue = Queue::new(jobs);
            thread::scope(|scope| {
                let spawn = |_| {
                    let mut worker = Worker::new(task.clone(), inputs, limits);
                    let (queue, ordered) = (&queue, &ordered);
                    scope.spawn(move || {
                        worker.all(queue, ordered);
                        worker
                    })
                };
                let workers: Vec<_> = (0..jobs).map(spawn).collect();
                let archives =
                    find(inputs, limits, batch::SIZE, &mut |batch| queue.exchange(batch));
                queue.close();
                for worker in workers {
                    match worker.join() {
                        Ok(worker) => total.merge(worker),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                archives
            })
        }
    };
    let mut out = ordered.into_out()?;
    total.finish(archives, &mut out)?;
    out.flush()?;
    if interrupt::is_requested() { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
}

/// Finds the inputs and delivers them in batches of about `size` bytes. Gives the number of
/// archives among them.
fn find(
    inputs: &Inputs,
    limits: Limits,
    size: usize,
    deliver: &mut dyn FnMut(&mut Batch) -> ControlFlow<()>,
) -> u64 {
    let mut batcher = Batcher::new(size, deliver);
    // Who breaks off knows why.
    let _ = match Finder::new(limits, &mut batcher).paths(&inputs.paths) {
        ControlFlow::Continue(()) => batcher.finish(),
        stopped => stopped,
    };
    batcher.archives()
}
