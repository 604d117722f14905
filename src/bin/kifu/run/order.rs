//! The output of the workers, in the order of their batches, with bounded memory: whoever is ahead
//! leaves a little and waits with more.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::interrupt;
use crate::memory;
use crate::report::Report;

/// How many bytes a worker keeps before it waits for its turn.
const KEPT: usize = 1024 * 1024;

/// How many bytes of finished batches are held for their turn.
const HELD: usize = 8 * 1024 * 1024;

/// How many finished batches are held.
const HELD_BATCHES: usize = 1024;

/// The output could not be written, or another thread failed: the run is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The output that all workers share.
pub(super) struct Ordered<'r, W> {
    state: Mutex<State<'r, W>>,
    /// The turn went on, or the run is over.
    changed: Condvar,
}

struct State<'r, W> {
    out: W,
    report: &'r mut Report,
    /// The batch whose turn it is.
    turn: u64,
    held: BTreeMap<u64, Finished>,
    held_bytes: usize,
    error: Option<io::Error>,
    stopped: bool,
    /// How many wait for a change: where nobody does, telling of it would be a system call for
    /// nothing.
    waiting: usize,
}

/// A batch that waits for its turn.
struct Finished {
    data: Vec<u8>,
    report: Report,
    /// Whether it is the last one.
    is_last: bool,
}

impl<W> State<'_, W> {
    /// The batch whose turn it is, if it is finished.
    fn take_held(&mut self) -> Option<Finished> {
        let finished = self.held.remove(&self.turn)?;
        self.held_bytes -= finished.data.len();
        Some(finished)
    }
}

impl<'r, W: Write> Ordered<'r, W> {
    pub(super) fn new(out: W, report: &'r mut Report) -> Self {
        memory::set_turn(0);
        let state = State {
            out,
            report,
            turn: 0,
            held: BTreeMap::new(),
            held_bytes: 0,
            error: None,
            stopped: false,
            waiting: 0,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Where the output of a batch goes.
    pub(super) fn outlet(&self, sequence: u64, data: Vec<u8>) -> Outlet<'_, 'r, W> {
        Outlet { ordered: self, sequence, data }
    }

    /// A report like that of the run, without anything in it.
    pub(super) fn report(&self) -> Report {
        self.lock().report.another()
    }

    /// The output, after the last batch.
    pub(super) fn into_out(self) -> io::Result<W> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(state.out), Err)
    }

    /// Ends the run for an error that was met outside; one that was met before counts. What was
    /// found of the batch until then is remembered if it was its turn.
    pub(super) fn fail(&self, error: io::Error, sequence: u64, report: &Report) {
        let mut state = self.lock();
        if state.turn == sequence {
            state.report.remember(report);
        }
        if !state.stopped {
            state.error = Some(error);
        }
        self.stop_all(&mut state);
    }

    /// Ends the run for all who wait.
    pub(super) fn stop(&self) {
        self.stop_all(&mut self.lock());
    }

    fn stop_all(&self, state: &mut State<'r, W>) {
        state.stopped = true;
        self.changed.notify_all();
        memory::stop();
    }

    fn lock(&self) -> MutexGuard<'_, State<'r, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(
        &self,
        mut condition: impl FnMut(&State<'r, W>) -> bool,
    ) -> Result<MutexGuard<'_, State<'r, W>>, Stopped> {
        let mut state = self.lock();
        while !state.stopped && condition(&state) {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        if state.stopped { Err(Stopped) } else { Ok(state) }
    }

    /// Writes in turn; an error is kept for the end of the run, and ends it.
    fn write(&self, state: &mut State<'r, W>, data: &[u8]) -> Result<(), Stopped> {
        state.out.write_all(data).map_err(|error| {
            state.error = Some(error);
            self.stop_all(state);
            Stopped
        })
    }

    /// Writes what was left of the batch whose turn it is. After the last one nothing is written.
    fn write_finished(
        &self,
        state: &mut State<'r, W>,
        Finished { data, report, is_last }: &Finished,
    ) -> Result<(), Stopped> {
        if let Err(stopped) = self.write(state, data) {
            state.report.remember(report);
            return Err(stopped);
        }
        state.report.absorb(report);
        state.turn += 1;
        // What is held is dropped when a signal ends the run: it may be the work of a second.
        if *is_last || interrupt::is_requested() {
            self.stop_all(state);
            return Err(Stopped);
        }
        Ok(())
    }
}

/// What a batch writes to, and where its messages go if they are too many to wait.
pub(super) trait Outgoing: Write {
    /// Waits for the turn, prints the messages of the report, and leaves an empty one.
    fn let_out_messages(&mut self, report: &mut Report) -> io::Result<()>;
}

/// What a worker writes to: it comes out when it is the turn of its batch.
pub(super) struct Outlet<'o, 'r, W> {
    ordered: &'o Ordered<'r, W>,
    sequence: u64,
    data: Vec<u8>,
}

impl<W: Write> Outlet<'_, '_, W> {
    /// Everything of the batch was written, or as much as there will be if it is the last one.
    /// Gives back the room of the output, if it is free.
    pub(super) fn finish(self, report: Report, is_last: bool) -> Result<Vec<u8>, Stopped> {
        let Self { ordered, sequence, data } = self;
        let mut state = ordered.wait_while(|state| {
            let is_full = state.held_bytes + data.len() > HELD || state.held.len() >= HELD_BATCHES;
            is_full && state.turn != sequence
        })?;
        if state.turn != sequence {
            state.held_bytes += data.len();
            state.held.insert(sequence, Finished { data, report, is_last });
            return if is_last { Err(Stopped) } else { Ok(Vec::new()) };
        }
        let mut finished = Finished { data, report, is_last };
        ordered.write_finished(&mut state, &finished)?;
        while let Some(held) = state.take_held() {
            ordered.write_finished(&mut state, &held)?;
        }
        memory::set_turn(state.turn);
        if state.waiting > 0 {
            ordered.changed.notify_all();
        }
        finished.data.clear();
        Ok(finished.data)
    }

    /// Waits for the turn and writes what there is, and what follows it.
    fn let_out(&mut self, more: &[u8]) -> Result<(), Stopped> {
        let mut state = self.ordered.wait_while(|state| state.turn != self.sequence)?;
        let data = mem::take(&mut self.data);
        self.ordered.write(&mut state, &data)?;
        self.ordered.write(&mut state, more)?;
        drop(state);
        self.data = data;
        self.data.clear();
        Ok(())
    }
}

impl<W: Write> Outgoing for Outlet<'_, '_, W> {
    fn let_out_messages(&mut self, report: &mut Report) -> io::Result<()> {
        let state = self.ordered.wait_while(|state| state.turn != self.sequence);
        let mut state = state.map_err(over)?;
        state.report.absorb(report);
        *report = report.another();
        Ok(())
    }
}

fn over(Stopped: Stopped) -> io::Error {
    io::Error::other("the run is over")
}

impl<W: Write> Write for Outlet<'_, '_, W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.data.len() + buffer.len() > KEPT && !self.data.is_empty() {
            // The error itself is kept where it was met.
            self.let_out(&[]).map_err(over)?;
        }
        if buffer.len() > KEPT {
            self.let_out(buffer).map_err(over)?;
            return Ok(buffer.len());
        }
        self.data.extend_from_slice(buffer);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
