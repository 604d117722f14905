//! What the workers hand over, in the order of their batches, with bounded memory: whoever is ahead
//! leaves a little and waits with more. It is bytes, or has a type, as the rows of a table have.

use std::collections::BTreeMap;
use std::io::{self, Write};
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

/// What a worker fills and hands over.
pub(crate) trait Load: Default + Send {
    /// How many bytes it has.
    fn size(&self) -> usize;

    /// Takes out what is in it. The room may stay for the next.
    fn clear(&mut self);

    /// An empty one that will be filled with the like.
    fn another(&self) -> Self {
        Self::default()
    }
}

/// Takes what the workers hand over, in its order.
pub(crate) trait Receiver<L> {
    /// Takes what is in the load; it is cleared afterwards. An error ends the run.
    fn receive(&mut self, load: &mut L) -> io::Result<()>;

    /// Called once, after the last load.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Load for Vec<u8> {
    fn size(&self) -> usize {
        self.len()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

impl<W: Write> Receiver<Vec<u8>> for W {
    fn receive(&mut self, load: &mut Vec<u8>) -> io::Result<()> {
        self.write_all(load)
    }

    fn flush(&mut self) -> io::Result<()> {
        Write::flush(self)
    }
}

/// The output could not be written, or another thread failed: the run is over.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The output that all workers share.
pub(super) struct Ordered<'r, L, W> {
    state: Mutex<State<'r, L, W>>,
    /// The turn went on, or the run is over.
    changed: Condvar,
}

struct State<'r, L, W> {
    out: W,
    report: &'r mut Report,
    /// The batch whose turn it is.
    turn: u64,
    held: BTreeMap<u64, Finished<L>>,
    held_bytes: usize,
    error: Option<io::Error>,
    stopped: bool,
    /// How many wait for a change: where nobody does, telling of it would be a system call for
    /// nothing.
    waiting: usize,
}

/// A batch that waits for its turn.
struct Finished<L> {
    load: L,
    report: Report,
    /// Whether it is the last one.
    is_last: bool,
}

impl<L: Load, W> State<'_, L, W> {
    /// The batch whose turn it is, if it is finished.
    fn take_held(&mut self) -> Option<Finished<L>> {
        let finished = self.held.remove(&self.turn)?;
        self.held_bytes -= finished.load.size();
        Some(finished)
    }

    fn hold(&mut self, sequence: u64, finished: Finished<L>) {
        self.held_bytes += finished.load.size();
        self.held.insert(sequence, finished);
    }
}

impl<'r, L: Load, W: Receiver<L>> Ordered<'r, L, W> {
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

    fn stop_all(&self, state: &mut State<'r, L, W>) {
        state.stopped = true;
        self.changed.notify_all();
        memory::stop();
    }

    fn lock(&self) -> MutexGuard<'_, State<'r, L, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while(
        &self,
        mut condition: impl FnMut(&State<'r, L, W>) -> bool,
    ) -> Result<MutexGuard<'_, State<'r, L, W>>, Stopped> {
        let mut state = self.lock();
        while !state.stopped && condition(&state) {
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
        if state.stopped { Err(Stopped) } else { Ok(state) }
    }

    /// Hands over in turn; an error is kept for the end of the run, and ends it.
    fn hand_over(&self, state: &mut State<'r, L, W>, load: &mut L) -> Result<(), Stopped> {
        let received = state.out.receive(load);
        load.clear();
        received.map_err(|error| {
            state.error = Some(error);
            self.stop_all(state);
            Stopped
        })
    }

    /// Hands over what was left of the batch whose turn it is. Nothing follows the last one.
    fn hand_over_finished(
        &self,
        state: &mut State<'r, L, W>,
        Finished { load, report, is_last }: &mut Finished<L>,
    ) -> Result<(), Stopped> {
        if let Err(stopped) = self.hand_over(state, load) {
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

/// What an outlet leads to, whatever takes the loads in the end.
trait InTurn<L>: Sync {
    /// Waits for the turn of this batch, and hands over what there is of it. The load is empty then.
    fn let_out(&self, sequence: u64, load: &mut L) -> Result<(), Stopped>;

    /// Waits for the turn of this batch, prints the messages of the report, and leaves an empty one.
    fn let_out_messages(&self, sequence: u64, report: &mut Report) -> Result<(), Stopped>;

    /// The rest of this batch, or of all that there will be if it is the last one: it is handed over
    /// if it is its turn, or held. Gives an empty load.
    fn finish(&self, sequence: u64, last: Finished<L>) -> Result<L, Stopped>;
}

impl<L: Load, W: Receiver<L> + Send> InTurn<L> for Ordered<'_, L, W> {
    fn let_out(&self, sequence: u64, load: &mut L) -> Result<(), Stopped> {
        let mut state = self.wait_while(|state| state.turn != sequence)?;
        self.hand_over(&mut state, load)
    }

    fn let_out_messages(&self, sequence: u64, report: &mut Report) -> Result<(), Stopped> {
        let mut state = self.wait_while(|state| state.turn != sequence)?;
        state.report.absorb(report);
        *report = report.another();
        Ok(())
    }

    fn finish(&self, sequence: u64, mut finished: Finished<L>) -> Result<L, Stopped> {
        let size = finished.load.size();
        let mut state = self.wait_while(|state| {
            let is_full = state.held_bytes + size > HELD || state.held.len() >= HELD_BATCHES;
            is_full && state.turn != sequence
        })?;
        if state.turn != sequence {
            if finished.is_last {
                state.hold(sequence, finished);
                return Err(Stopped);
            }
            let another = finished.load.another();
            state.hold(sequence, finished);
            return Ok(another);
        }
        self.hand_over_finished(&mut state, &mut finished)?;
        while let Some(mut held) = state.take_held() {
            self.hand_over_finished(&mut state, &mut held)?;
        }
        memory::set_turn(state.turn);
        if state.waiting > 0 {
            self.changed.notify_all();
        }
        Ok(finished.load)
    }
}

/// What a worker fills: it comes out when it is the turn of its batch.
pub(crate) struct Outlet<'o, L = Vec<u8>> {
    ordered: &'o dyn InTurn<L>,
    sequence: u64,
    load: L,
}

impl<'o, L: Load> Outlet<'o, L> {
    /// That of a batch, with an empty load.
    pub(super) fn new<W: Receiver<L> + Send>(
        ordered: &'o Ordered<'_, L, W>,
        sequence: u64,
        load: L,
    ) -> Self {
        Self { ordered, sequence, load }
    }

    /// Adds to the load, which is let out if it is large then. For what has no bound of its own it
    /// is called again and again.
    pub(crate) fn fill<T>(&mut self, fill: impl FnOnce(&mut L) -> T) -> io::Result<T> {
        let filled = fill(&mut self.load);
        if self.load.size() > KEPT {
            self.let_out()?;
        }
        Ok(filled)
    }

    /// Prints messages in turn, of which there are too many to wait.
    pub(super) fn let_out_messages(&mut self, report: &mut Report) -> io::Result<()> {
        self.ordered.let_out_messages(self.sequence, report).map_err(over)
    }

    /// Everything of the batch is there, or as much as there will be if it is the last one. Gives an
    /// empty load.
    pub(super) fn finish(self, report: Report, is_last: bool) -> Result<L, Stopped> {
        let Self { ordered, sequence, load } = self;
        ordered.finish(sequence, Finished { load, report, is_last })
    }

    fn let_out(&mut self) -> io::Result<()> {
        self.ordered.let_out(self.sequence, &mut self.load).map_err(over)
    }
}

/// The error itself is kept where it was met.
fn over(Stopped: Stopped) -> io::Error {
    io::Error::other("the run is over")
}

impl Write for Outlet<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        if self.load.len() + buffer.len() > KEPT && !self.load.is_empty() {
            self.let_out()?;
        }
        let taken = &buffer[..buffer.len().min(KEPT)];
        self.load.extend_from_slice(taken);
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a task hands over of one input, by itself.
#[cfg(test)]
pub(crate) fn outlet_alone<L: Load>(input: impl FnOnce(&mut Outlet<'_, L>)) -> L {
    struct Alone;

    impl<L: Load> InTurn<L> for Alone {
        fn let_out(&self, _: u64, _: &mut L) -> Result<(), Stopped> {
            Err(Stopped)
        }

        fn let_out_messages(&self, _: u64, _: &mut Report) -> Result<(), Stopped> {
            Err(Stopped)
        }

        fn finish(&self, _: u64, finished: Finished<L>) -> Result<L, Stopped> {
            Ok(finished.load)
        }
    }

    let mut outlet = Outlet { ordered: &Alone, sequence: 0, load: L::default() };
    input(&mut outlet);
    outlet.load
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words, each of which takes a quarter of what a worker keeps.
    #[derive(Default)]
    struct Words(Vec<&'static str>);

    impl Load for Words {
        fn size(&self) -> usize {
            self.0.len() * (KEPT / 4)
        }

        fn clear(&mut self) {
            self.0.clear();
        }
    }

    #[derive(Default)]
    struct Received(Vec<String>);

    impl Receiver<Words> for Received {
        fn receive(&mut self, words: &mut Words) -> io::Result<()> {
            self.0.push(words.0.join(" "));
            Ok(())
        }
    }

    #[test]
    fn loads_are_received_in_the_order_of_their_batches() {
        let mut report = Report::new(false);
        let ordered = Ordered::new(Received::default(), &mut report);
        for (sequence, word) in [(1, "second"), (2, "third"), (0, "first")] {
            let mut outlet = Outlet::new(&ordered, sequence, Words::default());
            outlet.fill(|words| words.0.push(word)).unwrap();
            assert!(outlet.finish(ordered.report(), false).unwrap().0.is_empty());
        }
        assert_eq!(ordered.into_out().unwrap().0, ["first", "second", "third"]);
    }

    #[test]
    fn a_load_is_let_out_when_it_is_larger_than_what_a_worker_keeps() {
        let mut report = Report::new(false);
        let ordered = Ordered::new(Received::default(), &mut report);
        let mut outlet = Outlet::new(&ordered, 0, Words::default());
        for word in ["a", "b", "c", "d", "e", "f"] {
            outlet.fill(|words| words.0.push(word)).unwrap();
        }
        outlet.finish(ordered.report(), false).unwrap();
        assert_eq!(ordered.into_out().unwrap().0, ["a b c d e", "f"]);
    }
}
