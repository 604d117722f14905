//! Whether stdin and stdout were open when the program was started.
//!
//! Before `main`, the standard library opens `/dev/null` in the place of a stream that is closed, so
//! that output would be lost without an error. So the streams are looked at before that.

use std::io;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

#[cfg(unix)]
static STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
#[cfg(unix)]
static STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs before the standard library is ready, so it makes system calls and nothing else.
#[cfg(unix)]
#[ctor::ctor]
fn look() {
    let is_closed = |stream| rustix::io::fcntl_getfd(stream).is_err();
    STDIN_CLOSED.store(is_closed(rustix::stdio::stdin()), Relaxed);
    STDOUT_CLOSED.store(is_closed(rustix::stdio::stdout()), Relaxed);
}

/// An error if stdin was closed.
pub(crate) fn check_stdin() -> io::Result<()> {
    #[cfg(unix)]
    if STDIN_CLOSED.load(Relaxed) {
        return Err(io::Error::other("stdin is closed"));
    }
    Ok(())
}

/// An error if stdout was closed.
pub(crate) fn check_stdout() -> io::Result<()> {
    #[cfg(unix)]
    if STDOUT_CLOSED.load(Relaxed) {
        return Err(io::Error::other("stdout is closed"));
    }
    Ok(())
}
