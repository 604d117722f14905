//! Batches between the thread that reads and the workers: a few of them, bounded in bytes.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::batch::{Batch, take};

/// How many batches wait for each worker.
const BATCHES: usize = 4;

/// How many bytes wait. A batch that is larger waits alone.
const BYTES: usize = 16 * 1024 * 1024;

/// The queue.
pub(super) struct Queue {
    batches: usize,
    /// How many bytes may be with the workers and wait for them.
    most: u64,
    state: Mutex<State>,
    /// There is something to take, or nothing will come.
    filled: Condvar,
    /// There is room, or nothing will be taken.
    emptied: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Batch>,
    bytes: usize,
    /// The bytes of all batches that wait or are gone through.
    out: u64,
    /// Batches that were gone through, for their room.
    spare: Vec<Batch>,
    closed: bool,
    stopped: bool,
}

impl Queue {
    /// A queue for so many workers. `most` is how many bytes they may have together with what
    /// waits for them; a batch that is larger is alone.
    pub(super) fn new(workers: usize, most: u64) -> Self {
        Self {
            batches: workers * BATCHES,
            most,
            state: Mutex::default(),
            filled: Condvar::new(),
            emptied: Condvar::new(),
        }
    }

    /// Takes a batch over and leaves an empty one; waits until there is room. Breaks when the
    /// workers have stopped.
    pub(super) fn exchange(&self, batch: &mut Batch) -> ControlFlow<()> {
        let size = batch.size();
        let has_no_room = |state: &mut State| {
            let is_full =
                state.waiting.len() >= self.batches || state.bytes.saturating_add(size) > BYTES;
            let is_full = is_full && !state.waiting.is_empty();
            let is_too_much = state.out > 0 && state.out + size as u64 > self.most;
            (is_full || is_too_much) && !state.stopped
        };
        let state = self.emptied.wait_while(self.lock(), has_no_room);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return ControlFlow::Break(());
        }
        let spare = state.spare.pop().unwrap_or_default();
        state.bytes += size;
        state.out += size as u64;
        state.waiting.push_back(take(batch, spare));
        self.filled.notify_one();
        ControlFlow::Continue(())
    }

    /// The next batch; `None` when there will be none. The one that was gone through is kept.
    pub(super) fn next(&self, done: Option<Batch>) -> Option<Batch> {
        let mut state = self.lock();
        if let Some(mut done) = done {
            state.out -= done.size() as u64;
            self.emptied.notify_one();
            if state.spare.len() < self.batches {
                done.clear();
                state.spare.push(done);
            }
        }
        let is_idle =
            |state: &mut State| state.waiting.is_empty() && !state.closed && !state.stopped;
        let state = self.filled.wait_while(state, is_idle);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        if state.stopped {
            return None;
        }
        let batch = state.waiting.pop_front()?;
        state.bytes -= batch.size();
        self.emptied.notify_one();
        Some(batch)
    }

    /// Nothing more will come.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_all();
    }

    /// What waits is given up, and nothing more is taken.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.filled.notify_all();
        self.emptied.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
