//! Messages on stderr, and the exit status that follows from what was met.

use std::fmt::{Display, Write as _};
use std::io;
use std::path::Path;
use std::process::ExitCode;

use kifu::{Collection, Error, Location};

use crate::finding::Finding;
use crate::input::Unreadable;
use crate::interrupt;
use crate::progress::{self, print};
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
    /// How many faults were found that are not shown one by one.
    passed_over: usize,
    /// What is to be said, when its turn comes.
    messages: String,
}

impl Report {
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            quiet,
            faulty: false,
            failed: false,
            interrupted: false,
            passed_over: 0,
            messages: String::new(),
        }
    }

    /// An empty one, that says as much.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.quiet)
    }

    /// Takes over what another one remembers, and prints its messages.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.faulty |= other.faulty;
        self.failed |= other.failed;
        self.passed_over += other.passed_over;
        if !other.messages.is_empty() {
            // In one write, so that messages of several processes do not mix.
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

    /// The collection of an input. The fault at which strict reading gave it up is told, and handed
    /// on.
    pub(crate) fn collection<'a>(&mut self, input: &Input<'a>) -> Result<Collection<'a>, Error> {
        input.collection.inspect_err(|error| {
            self.mark_faulty();
            if !self.quiet {
                let (path, location) = (input.path, error.location(input.bytes));
                let code = error.kind().name();
                self.say(format_args!("{path}:{location}: error[{code}]: {error}"));
            }
        })
    }

    /// Counts the faults of a collection that is written without showing them.
    pub(crate) fn pass_over(&mut self, collection: Collection<'_>) {
        self.passed_over += collection.diagnostics().len() + collection.omitted_diagnostics();
    }

    /// Says at the end how many faults were passed over.
    pub(crate) fn tell_passed_over(&self) {
        let count = self.passed_over;
        if count > 0 && !self.quiet {
            let faults = if count == 1 { "fault" } else { "faults" };
            print(&format!("kifu: {count} {faults} in the records, see `kifu check`\n"));
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
        progress::add_found(0, 1);
        self.say(format_args!("kifu: {path}: {error}"));
    }

    pub(crate) fn unwritable(&mut self, error: &io::Error) {
        self.failed = true;
        print(&format!("kifu: cannot write the output: {error}\n"));
    }

    /// The run was ended. `output` is the file of `-o`, which is made of whole runs alone.
    pub(crate) fn interrupted(&mut self, output: Option<&Path>) {
        self.interrupted = true;
        match output.map(|path| (path.display(), path.metadata())) {
            None => print("kifu: interrupted; what was read until then is in the output\n"),
            Some((path, Ok(old))) if old.is_file() => {
                print(&format!("kifu: interrupted; {path} is as it was before\n"));
            }
            Some((path, Err(_))) => print(&format!("kifu: interrupted; {path} was not made\n")),
            Some((path, Ok(_))) => {
                print(&format!("kifu: interrupted; what was read until then is in {path}\n"));
            }
        }
    }

    pub(crate) fn status(&self) -> ExitCode {
        ExitCode::from(match self {
            Self { interrupted: true, .. } => interrupt::status(),
            Self { failed: true, .. } => 2,
            Self { faulty: true, .. } => 1,
            _ => 0,
        })
    }
}
