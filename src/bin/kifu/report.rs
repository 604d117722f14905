//! Messages on stderr, and the exit status that follows from what was met.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::fault::Fault;
use crate::input::Unreadable;

/// What went wrong so far.
#[derive(Debug)]
pub(crate) struct Report {
    quiet: bool,
    /// A record had a fault.
    faulty: bool,
    /// An input could not be read, or the output not be written.
    failed: bool,
}

impl Report {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, faulty: false, failed: false }
    }

    pub(crate) fn fault(&mut self, path: &str, fault: &Fault) {
        self.faulty = true;
        if !self.quiet {
            let Fault { code, location, message, .. } = fault;
            print(&format!("{path}:{location}: error[{code}]: {message}\n"));
        }
    }

    pub(crate) fn unreadable(&mut self, Unreadable { path, error }: &Unreadable) {
        self.failed = true;
        print(&format!("kifu: {path}: {error}\n"));
    }

    pub(crate) fn unwritable(&mut self, error: &io::Error) {
        self.failed = true;
        print(&format!("kifu: cannot write the output: {error}\n"));
    }

    pub(crate) fn status(&self, strict: bool) -> ExitCode {
        ExitCode::from(match self {
            Self { failed: true, .. } => 2,
            Self { faulty: true, .. } if strict => 1,
            _ => 0,
        })
    }
}

/// A whole message in one write, so that those of several processes do not mix. Where stderr is
/// closed there is nobody to tell.
fn print(message: &str) {
    let _ = io::stderr().lock().write_all(message.as_bytes());
}
