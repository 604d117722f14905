//! Messages on stderr, and the exit status that follows from what was met.

use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::process::ExitCode;

use kifu::{Error, Location};

use crate::finding::Finding;
use crate::input::Unreadable;
use crate::interrupt;
use crate::run::Input;

/// What went wrong so far.
#[derive(Debug)]
pub(crate) struct Report {
    quiet: bool,
    /// Faults were found, and they are what was asked for.
    faulty: bool,
    /// An input could not be read or replaced, or the output not be written.
    failed: bool,
    /// The run was ended before it was done.
    interrupted: bool,
    /// What is to be said, when its turn comes.
    messages: String,
}

impl Report {
    pub(crate) fn new(quiet: bool) -> Self {
        Self { quiet, faulty: false, failed: false, interrupted: false, messages: String::new() }
    }

    /// An empty one, that says as much.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.quiet)
    }

    /// Takes over what another one remembers, and prints its messages.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.faulty |= other.faulty;
        self.failed |= other.failed;
        if !other.messages.is_empty() {
            print(&other.messages);
        }
    }

    fn say(&mut self, message: impl Display) {
        // Memory is all it needs.
        let _ = writeln!(self.messages, "{message}");
    }

    /// Remembers that a fault was found, for the exit status alone.
    pub(crate) fn mark_faulty(&mut self) {
        self.faulty = true;
    }

    /// The fault at which strict reading gave an input up.
    pub(crate) fn refused(&mut self, input: &Input<'_>, error: &Error) {
        self.mark_faulty();
        if !self.quiet {
            let (path, location) = (input.path, error.location(input.bytes));
            let code = error.kind().name();
            self.say(format_args!("{path}:{location}: error[{code}]: {error}"));
        }
    }

    /// The fault for which an input was left as it is.
    pub(crate) fn left(
        &mut self,
        input: &Input<'_>,
        Finding { code, severity, span, message, .. }: &Finding,
    ) {
        if !self.quiet {
            let (path, location) = (input.path, Location::of(input.bytes, span.start()));
            self.say(format_args!(
                "{path}:{location}: {severity}[{code}]: {message}; left as it is"
            ));
        }
    }

    pub(crate) fn unreadable(&mut self, Unreadable { path, error }: &Unreadable) {
        self.failed = true;
        self.say(format_args!("kifu: {path}: {error}"));
    }

    pub(crate) fn unwritable(&mut self, error: &io::Error) {
        self.failed = true;
        print(&format!("kifu: cannot write the output: {error}\n"));
    }

    pub(crate) fn interrupted(&mut self) {
        self.interrupted = true;
        print("kifu: interrupted; what was read until then is in the output\n");
    }

    pub(crate) fn status(&self) -> ExitCode {
        ExitCode::from(match self {
            Self { interrupted: true, .. } => interrupt::STATUS,
            Self { failed: true, .. } => 2,
            Self { faulty: true, .. } => 1,
            _ => 0,
        })
    }
}

/// A whole message in one write, so that those of several processes do not mix. Where stderr is
/// closed there is nobody to tell.
fn print(message: &str) {
    let _ = io::stderr().lock().write_all(message.as_bytes());
}
