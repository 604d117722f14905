//! What is shown of a run while it goes, on stderr: who counts, who shows it, and how other messages
//! get past it. The words are left to `line`.
//!
//! The threads of the run only add to counters, and those only where somebody looks at them; one
//! thread of its own looks at them from time to time. There is one run in a process, so the counters
//! are static.

mod line;

use std::io::{self, Write as _};
use std::mem;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input;
use line::Line;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A bar, after a while.
    Bar { after: Duration },
    /// A line from time to time, and one at the end.
    Plain,
}

impl Mode {
    fn first(self) -> Duration {
        match self {
            Self::Bar { after } => after,
            Self::Plain => self.interval(),
        }
    }

    fn interval(self) -> Duration {
        match self {
            Self::Bar { .. } => Duration::from_millis(100),
            Self::Plain => Duration::from_secs(2),
        }
    }
}

/// Whether anybody looks at the counters.
static SHOWN: AtomicBool = AtomicBool::new(false);
/// Bytes of files and stdin. One thread reads them.
static READ: AtomicU64 = AtomicU64::new(0);
static GAMES: AtomicU64 = AtomicU64::new(0);
static FAULTS: AtomicU64 = AtomicU64::new(0);

/// Files and members whose names are not those of records, which nobody named.
static IGNORED: AtomicU64 = AtomicU64::new(0);

/// Who shows progress, while there is a run.
static WATCH: Mutex<Option<Watch>> = Mutex::new(None);

/// The bar, while there is one. Whoever writes to stderr holds it.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

struct Watch {
    /// The end is reported by dropping it.
    is_over: mpsc::Sender<()>,
    thread: JoinHandle<()>,
}

/// From now on until the end progress is shown.
pub(crate) fn begin(mode: Mode, paths: Vec<PathBuf>) {
    SHOWN.store(true, Relaxed);
    let start = Instant::now();
    let (is_over, end) = mpsc::channel();
    let watching = thread::Builder::new().spawn(move || watch(mode, start, paths, &end));
    // Where there is no thread for it, nothing is shown.
    *lock(&WATCH) = watching.ok().map(|thread| Watch { is_over, thread });
}

/// The run is over. A bar goes, a last line comes; afterwards nothing is shown any more.
pub(crate) fn end() {
    let Some(watch) = lock(&WATCH).take() else { return };
    drop(watch.is_over);
    // Progress that cannot be shown is no fault.
    let _ = watch.thread.join();
}

/// Takes the bar off the terminal at once, if nobody is about to draw it: for who ends the process.
pub(crate) fn clear() {
    let Ok(mut bar) = BAR.try_lock() else { return };
    if let Some(bar) = bar.take() {
        bar.finish_and_clear();
    }
    // Nobody draws another one.
    mem::forget(bar);
}

/// Writes a message to stderr, above the bar. Where stderr is closed there is nobody to tell.
pub(crate) fn print(message: &str) {
    let write = || {
        let _ = io::stderr().lock().write_all(message.as_bytes());
    };
    match &*lock(&BAR) {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// So many bytes were read of the files until now.
pub(crate) fn set_read(bytes: u64) {
    READ.store(bytes, Relaxed);
}

/// One more file or member was passed over for its name.
pub(crate) fn add_ignored() {
    IGNORED.fetch_add(1, Relaxed);
}

/// How many were passed over for their names.
pub(crate) fn ignored() -> u64 {
    IGNORED.load(Relaxed)
}

/// So many games and faults more were found.
pub(crate) fn add_found(games: usize, faults: usize) {
    if SHOWN.load(Relaxed) {
        GAMES.fetch_add(games as u64, Relaxed);
        FAULTS.fetch_add(faults as u64, Relaxed);
    }
}

/// Shows the counters again and again until the run is over.
fn watch(mode: Mode, start: Instant, paths: Vec<PathBuf>, end: &Receiver<()>) {
    let mut next = start + mode.first();
    let mut total = Total { lengths: Box::new(input::lengths(paths)), known: Some(0), all: false };
    let line = |total| Line {
        read: READ.load(Relaxed),
        total,
        games: GAMES.load(Relaxed),
        faults: FAULTS.load(Relaxed),
        elapsed: start.elapsed(),
    };
    // Nothing comes, so it is over when it does not time out.
    while end.recv_timeout(next.saturating_duration_since(Instant::now())) == TIMEOUT {
        show(mode, &line(total.bytes()));
        next = Instant::now() + mode.interval();
        total.look(next, end);
    }
    match mode {
        Mode::Bar { .. } => lock(&BAR).take().iter().for_each(ProgressBar::finish_and_clear),
        Mode::Plain => print(&format!("kifu: {}\n", line(None))),
    }
}

const TIMEOUT: Result<(), mpsc::RecvTimeoutError> = Err(mpsc::RecvTimeoutError::Timeout);

fn show(mode: Mode, line: &Line) {
    if mode == Mode::Plain {
        return print(&format!("kifu: {line}\n"));
    }
    let mut bar = lock(&BAR);
    let bar = bar.get_or_insert_with(|| {
        ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(ProgressStyle::default_spinner())
    });
    if let (Some(total), None) = (line.total, bar.length()) {
        bar.set_length(total);
        // The template is good.
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}") {
            bar.set_style(style);
        }
    }
    bar.set_message(line.to_string());
    bar.set_position(line.read);
}

/// The bytes of all inputs, as far as they were looked for. That is done between two looks at the
/// counters, so a run that is over sooner does not pay for it.
struct Total {
    lengths: Box<dyn Iterator<Item = Option<u64>>>,
    /// The sum until now; `None` when it cannot be known.
    known: Option<u64>,
    /// Whether these are all.
    all: bool,
}

impl Total {
    fn bytes(&self) -> Option<u64> {
        self.known.filter(|_| self.all)
    }

    fn look(&mut self, until: Instant, end: &Receiver<()>) {
        while !self.all && Instant::now() < until && end.try_recv() == Err(TryRecvError::Empty) {
            match self.lengths.next() {
                Some(length) => self.known = self.known.zip(length).map(|(sum, it)| sum + it),
                None => self.all = true,
            }
            self.all |= self.known.is_none();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
