//! Ctrl-C: the first one lets the run end where it is, the second one ends the process.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::progress;

/// The exit status of a program that was interrupted, as the shells have it.
pub(crate) const STATUS: u8 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on, Ctrl-C is a request.
pub(crate) fn listen() {
    // Where it cannot be heeded, it ends the process as ever.
    let _ = ctrlc::set_handler(|| {
        // Whoever waits for a terminal or a pipe does not see the first one.
        if REQUESTED.swap(true, Ordering::Relaxed) {
            progress::clear();
            process::exit(STATUS.into());
        }
    });
}

/// Whether the run is to end.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
