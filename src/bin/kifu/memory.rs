//! How much memory records may take while they are read: one of them, and those of all threads
//! together. What a record will take is estimated from its bytes, before anything is built of it.
//!
//! A thread that needs much waits until there is room. The thread whose output comes next has room
//! of its own and never waits, so that the run always goes on.
//!
//! There is one run in a process, so the account is static.

use std::cell::Cell;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What takes less than this is never refused: nearly every record, and every piece of a large one.
/// With few threads it is not counted at all.
pub(crate) const SMALL: u64 = 32 * 1024 * 1024;

/// Up to how many bytes a record takes less than that, whatever it holds.
const SMALL_BYTES: usize = 384 * 1024;

/// How the memory of a run is shared out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    total: u64,
    /// Whether large records are cut into pieces while they are read.
    in_pieces: bool,
    jobs: u64,
}

impl Budget {
    /// The bounds that keep a run within so much memory. What is refused does not depend on how many
    /// threads there are, so that they all give the same output; what waits does.
    ///
    /// In sixteenths, a run in pieces has two for the piece that is read, four for finding its end,
    /// two for those that wait, four and one for those that are parsed. Three are left for what is
    /// not counted. Otherwise one that is parsed has eight, and nothing is looked for.
    pub(crate) fn new(total: u64, in_pieces: bool, jobs: usize) -> Self {
        Self { total, in_pieces, jobs: jobs.max(1) as u64 }
    }

    /// The bytes of one record or piece, and also of all that wait for a worker or are with one.
    pub(crate) fn bytes(self) -> u64 {
        self.total / 8
    }

    /// What one record may take with all that is made of it. In pieces the thread that reads may
    /// take as much again, to find where a game tree ends.
    fn record(self) -> u64 {
        if self.in_pieces { self.total / 4 } else { self.total / 2 }
    }

    /// What the other threads share.
    fn shared(self) -> u64 {
        self.total / 16
    }

    /// What a thread may take without waiting for it: all threads together have a quarter.
    fn free(self) -> u64 {
        SMALL.min(self.total / 4 / self.jobs)
    }

    /// From now on these bounds hold.
    pub(crate) fn begin(self) {
        RECORD.store(self.record(), Relaxed);
        SHARED.store(self.shared(), Relaxed);
        FREE.store(self.free(), Relaxed);
    }
}

static RECORD: AtomicU64 = AtomicU64::new(u64::MAX);
static SHARED: AtomicU64 = AtomicU64::new(u64::MAX);
static FREE: AtomicU64 = AtomicU64::new(SMALL);

static ACCOUNT: Mutex<Account> =
    Mutex::new(Account { turn: 0, used: 0, waiting: 0, stopped: false });
/// The turn went on, memory was given back, or the run is over.
static CHANGED: Condvar = Condvar::new();

struct Account {
    /// The batch whose output comes next.
    turn: u64,
    /// What is taken of the shared part.
    used: u64,
    /// How many threads wait: where none does, a notice would be a system call for nothing.
    waiting: usize,
    stopped: bool,
}

impl Account {
    fn notify(&self) {
        if self.waiting > 0 {
            CHANGED.notify_all();
        }
    }
}

thread_local! {
    /// The batch that this thread goes through; none on the thread that reads.
    static BATCH: Cell<Option<u64>> = const { Cell::new(None) };
    /// What this thread has taken.
    static HELD: Cell<u64> = const { Cell::new(0) };
}

fn account() -> MutexGuard<'static, Account> {
    ACCOUNT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The output of this batch comes next.
pub(crate) fn set_turn(batch: u64) {
    let mut account = account();
    account.turn = batch;
    account.notify();
}

/// The run is over for all who wait.
pub(crate) fn stop() {
    let mut account = account();
    account.stopped = true;
    account.notify();
}

/// This thread goes through a batch until the value is dropped.
#[must_use]
pub(crate) fn enter(batch: u64) -> Batch {
    BATCH.set(Some(batch));
    Batch { held: HELD.replace(0) }
}

/// A batch that a thread goes through.
pub(crate) struct Batch {
    /// What the thread has taken to read ahead: with one job it does both.
    held: u64,
}

impl Drop for Batch {
    fn drop(&mut self) {
        BATCH.set(None);
        HELD.set(self.held);
    }
}

/// Memory that counts as used until this is dropped.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Taken {
    bytes: u64,
    /// How much of it is of the shared part.
    shared: u64,
}

impl Taken {
    /// Whether so much was taken that what it was for is not to be kept.
    pub(crate) fn is_large(&self) -> bool {
        self.bytes > 0
    }

    /// Whether nothing was counted.
    pub(crate) fn is_none(&self) -> bool {
        self.bytes == 0 && self.shared == 0
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        HELD.set(HELD.get() - self.bytes);
        if self.shared > 0 {
            let mut account = account();
            account.used -= self.shared;
            account.notify();
        }
    }
}

/// Takes memory for a record, on this thread. Waits for it, unless one record may never take so
/// much.
pub(crate) fn take(bytes: u64) -> io::Result<Taken> {
    if bytes < FREE.load(Relaxed) {
        return Ok(Taken::default());
    }
    let most = RECORD.load(Relaxed);
    let counted = if bytes < SMALL { 0 } else { bytes };
    let held = HELD.get().saturating_add(counted);
    if held > most {
        return Err(too_much(held, most));
    }
    let mut taken = Taken { bytes: counted, shared: 0 };
    if let Some(batch) = BATCH.get() {
        let shared = SHARED.load(Relaxed);
        let mut account = account();
        let has_no_room = |it: &Account| {
            it.turn != batch && it.used.saturating_add(bytes) > shared && !it.stopped
        };
        while has_no_room(&account) {
            account.waiting += 1;
            account = CHANGED.wait(account).unwrap_or_else(PoisonError::into_inner);
            account.waiting -= 1;
        }
        if account.turn != batch && !account.stopped {
            account.used += bytes;
            taken.shared = bytes;
        }
    }
    HELD.set(held);
    Ok(taken)
}

/// As [`take`], for the bytes of a record that is read on this thread.
///
/// The thread that reads needs none: how much it reads ahead is bounded elsewhere.
pub(crate) fn take_to_read(bytes: u64) -> io::Result<Taken> {
    if BATCH.get().is_some() { take(bytes) } else { Ok(Taken::default()) }
}

fn too_much(bytes: u64, most: u64) -> io::Error {
    let mebibytes = |bytes: u64| bytes.div_ceil(1024 * 1024);
    let (needed, most) = (mebibytes(bytes), mebibytes(most));
    io::Error::other(format!(
        "needs about {needed} MiB of memory, and one record may take {most} MiB, skipped \
         (see --max-memory)"
    ))
}

/// About how much memory a tree of these bytes takes, with the bytes, the tables of the parser and
/// what is written of it. For most input it is less.
pub(crate) fn of_tree(bytes: &[u8]) -> u64 {
    if bytes.len() <= SMALL_BYTES { 0 } else { of_part(bytes) }
}

/// As [`of_tree`], of some of the bytes of a tree.
pub(crate) fn of_part(bytes: &[u8]) -> u64 {
    let count = |byte| memchr::memchr_iter(byte, bytes).count() as u64;
    let lines = count(b'\n') + count(b'\r');
    let nodes = count(b';') + count(b'(');
    // Texts are copied where they have an escape, and decoded where they are not UTF-8.
    let (copies, value) = if bytes.is_ascii() { (2, 128) } else { (4, 168) };
    let values = value * count(b'[') + 40 * count(b'\\');
    copies * bytes.len() as u64 + 8 * lines + 80 * nodes + values
}

/// About how much memory a survey of these bytes takes: it has no tree.
pub(crate) fn of_survey(bytes: &[u8]) -> u64 {
    of_tree(bytes) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_record_takes_is_estimated_by_its_structure() {
        let text = vec![b'a'; 1024 * 1024];
        assert_eq!(of_tree(&text), 2 * 1024 * 1024);
        let nodes = b"A[]".repeat(1024 * 1024);
        assert!(of_tree(&nodes) > 128 * 1024 * 1024);
        assert!(of_survey(&nodes) < of_tree(&nodes));
        assert_eq!(of_tree(&nodes[..SMALL_BYTES]), 0);
    }
}
