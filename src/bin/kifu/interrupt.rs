//! Signals that end the run: the first one lets it end where it is, the second one ends the process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use crate::{progress, temporary};

/// The exit status that a signal asked for, as the shells have it: 128 and its number. 0 while none
/// came.
static REQUESTED: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// From now on, Ctrl-C, SIGTERM and SIGHUP are requests to end the run.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;

    let mut signals = vec![SIGINT, SIGTERM];
    // What `nohup` starts goes on without its terminal.
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    // Where a signal cannot be handled, it ends the process as ever.
    let second = Signals::new(&signals).and_then(|mut queue| {
        let listener = std::thread::Builder::new().name("signals".into());
        listener.spawn(move || queue.forever().skip(1).for_each(|_| end_process()))
    });
    for signal in signals {
        let status = 128 + signal;
        if second.is_err() {
            // No thread is needed for this, but no temporary file is removed.
            let is_second = Arc::new(false.into());
            let _ = flag::register_conditional_shutdown(signal, status, Arc::clone(&is_second));
            let _ = flag::register(signal, is_second);
        }
        let _ =
            flag::register_usize(signal, Arc::clone(&REQUESTED), status.unsigned_abs() as usize);
    }
}

/// Whether a signal is ignored by what started the program. Where the system has no file that says
/// so, it is not.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// From now on, Ctrl-C is a request to end the run.
#[cfg(not(unix))]
pub(crate) fn listen() {
    const INTERRUPTED: usize = 130;
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(INTERRUPTED, Ordering::Relaxed) != 0 {
            end_process();
        }
    });
}

/// Ends the process at once: whoever waits for a terminal or a pipe does not see the first request.
fn end_process() {
    progress::clear();
    temporary::remove_all_and_exit(status().into());
}

/// Whether the run is to end.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed) != 0
}

/// The exit status of a run that was ended.
pub(crate) fn status() -> u8 {
    u8::try_from(REQUESTED.load(Ordering::Relaxed)).unwrap_or(u8::MAX)
}
