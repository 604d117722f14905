//! Messages on stderr, and the exit status that follows from what was met.

use std::fmt::{Display, Write as _};
use std::io;
use std::path::Path;
use std::process::ExitCode;

use kifu::archives::Targets;
use kifu::values::Fixed;
use kifu::{Collection, Error, LineIndex, Location};

use crate::chooser::Tally;
use crate::finding::Finding;
use crate::input::Unreadable;
use crate::interrupt;
use crate::progress::{self, print};
use crate::run::Input;
use crate::shown::shown;

/// How many bytes of messages are kept before they are let out.
const KEPT: usize = 1024 * 1024;

/// How many members and games that are not there are named one by one.
const MAX_MISSING: usize = 20;

/// What went wrong so far.
#[derive(Debug)]
pub(crate) struct Report {
    quiet: bool,
    /// Nothing is printed: what is read here is read once more.
    silent: bool,
    /// Faults were found, and they are what was asked for.
    faulty: bool,
    /// An input could not be read or replaced, or the output not be written.
    failed: bool,
    /// The run was ended before it was done.
    interrupted: bool,
    /// How many faults were found that are not shown one by one.
    passed_over: usize,
    /// Whether a record was read, or a piece of one, damaged or not.
    has_records: bool,
    /// Whether a game was found in one.
    has_games: bool,
    /// How many games were chosen.
    tally: Tally,
    /// What is to be said, when its turn comes.
    messages: String,
}

impl Report {
    pub(crate) fn new(quiet: bool) -> Self {
        Self {
            quiet,
            silent: false,
            faulty: false,
            failed: false,
            interrupted: false,
            passed_over: 0,
            has_records: false,
            has_games: false,
            tally: Tally::default(),
            messages: String::new(),
        }
    }

    /// An empty one, that says as much.
    pub(crate) fn another(&self) -> Self {
        Self { silent: self.silent, ..Self::new(self.quiet) }
    }

    /// One that prints nothing.
    pub(crate) fn silent() -> Self {
        Self { silent: true, ..Self::new(true) }
    }

    /// Takes over what another one remembers.
    pub(crate) fn remember(&mut self, other: &Self) {
        self.faulty |= other.faulty;
        self.failed |= other.failed;
        self.passed_over += other.passed_over;
        self.has_records |= other.has_records;
        self.has_games |= other.has_games;
        self.tally.add(&other.tally);
    }

    /// Whether it has so many messages that they are not to be kept until the batch is done.
    pub(crate) fn is_full(&self) -> bool {
        self.messages.len() > KEPT
    }

    /// Takes over what another one remembers, and prints its messages.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.remember(other);
        if !other.messages.is_empty() && !self.silent {
            // In one write, so that messages of several processes do not mix.
            print(&other.messages);
        }
    }

    fn say(&mut self, message: impl Display) {
        // Memory is all it needs.
        let _ = writeln!(self.messages, "{}", shown(&message.to_string()));
    }

    /// So many records were read, and so many games in them.
    pub(crate) fn mark_read(&mut self, records: usize, games: usize) {
        self.has_records |= records > 0;
        self.has_games |= games > 0;
    }

    /// Takes over how many games were chosen.
    pub(crate) fn count_choice(&mut self, tally: &Tally) {
        self.tally.add(tally);
    }

    /// Says at the end which games could not be judged, and whether none was chosen.
    pub(crate) fn tell_choice(&self) {
        if !self.quiet {
            print(&self.tally.to_string());
        }
    }

    /// Says which members and games that were asked for by name are not there.
    pub(crate) fn tell_missing(&mut self, targets: &Targets) {
        // What could not be read was reported, and what follows from it need not be.
        let is_reported = self.failed || self.faulty;
        let mut missing = targets.missing().filter(|it| !(is_reported && it.is_unread()));
        let messages = missing.by_ref().take(MAX_MISSING);
        let mut messages: Vec<_> =
            messages.map(|it| format!("kifu: {}\n", shown(&it.to_string()))).collect();
        match missing.count() {
            0 => {}
            more => messages.push(format!("kifu: {more} more games or members are not there\n")),
        }
        self.failed |= !messages.is_empty();
        print(&messages.concat());
    }

    /// Says what was found out about groups of games.
    pub(crate) fn tell_groups(&self, summary: &str) {
        if !self.quiet {
            print(&format!("kifu: {summary}\n"));
        }
    }

    /// Whether a game was read.
    pub(crate) fn has_games(&self) -> bool {
        self.has_games
    }

    /// Whether faults were found that are what was asked for.
    pub(crate) fn is_faulty(&self) -> bool {
        self.faulty
    }

    /// Whether everything that was found could be read.
    pub(crate) fn is_readable(&self) -> bool {
        !self.failed
    }

    /// Says that nothing was read, which is no success.
    pub(crate) fn nothing_read(&mut self) {
        self.failed = true;
        let ignored = match progress::ignored() {
            0 => String::new(),
            1 => "; 1 file passed over, whose name is not that of a record or an archive".into(),
            count => format!(
                "; {count} files passed over, whose names are not those of records or archives"
            ),
        };
        let found = if self.has_records { "no game in the records" } else { "no record found" };
        print(&format!("kifu: {found}{ignored} (--allow-empty makes this a success)\n"));
    }

    /// Says that the output was not written, and that what was there is as it was.
    pub(crate) fn kept(&mut self, path: &Path) {
        self.failed = true;
        let path = path.display().to_string();
        print(&format!("kifu: {}: not written: no game was read\n", shown(&path)));
    }

    /// Remembers that a fault was found, for the exit status alone.
    pub(crate) fn mark_faulty(&mut self) {
        self.faulty = true;
    }

    /// The collection of an input. The fault at which strict reading gave it up is reported, and handed
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
    pub(crate) fn pass_over(&mut self, input: &Input<'_>, collection: Collection<'_>) {
        let shown = collection.diagnostics().iter().filter(|found| input.shows(found.game()));
        self.passed_over += shown.count() + collection.omitted_diagnostics();
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
        self.mark_faulty();
        if !self.quiet {
            let (path, location) = (input.path, Location::of(input.bytes, span.start()));
            self.say(format_args!(
                "{path}:{location}: {severity}[{code}]: {message}; left as it is"
            ));
        }
    }

    /// A file that was replaced, or would be, though its character set is a guess.
    pub(crate) fn guessed(
        &mut self,
        input: &Input<'_>,
        Finding { code, severity, span, message, .. }: &Finding,
        done: &str,
    ) {
        if !self.quiet {
            let (path, location) = (input.path, Location::of(input.bytes, span.start()));
            self.say(format_args!("{path}:{location}: {severity}[{code}]: {message}; {done}"));
        }
    }

    /// What a command left as it was in a game that it changes, at this place in the bytes.
    pub(crate) fn unchanged(
        &mut self,
        input: &Input<'_>,
        lines: &LineIndex,
        start: usize,
        what: &str,
    ) {
        if !self.quiet {
            let (path, location) = (input.path, input.location(lines, start));
            self.say(format_args!("{path}:{location}: {what}"));
        }
    }

    /// The fixes that were left out of an input, since it would be read in another way after them.
    pub(crate) fn withheld(&mut self, input: &Input<'_>, fixed: &Fixed) {
        let Some(first) = fixed.withheld().first().filter(|_| !self.quiet) else { return };
        let (path, location) = (input.path, Location::of(input.bytes, first.span().start()));
        let fixes = match fixed.withheld().len() {
            1 => "1 fix".into(),
            count => format!("{count} fixes, of which this is the first,"),
        };
        self.say(format_args!(
            "{path}:{location}: {fixes} left out: other values would be read in another character \
             set or place after it"
        ));
    }

    /// A file that was changed after it was read, and left as it is.
    pub(crate) fn changed(&mut self, path: &str) {
        self.mark_faulty();
        self.say(format_args!("kifu: {path}: changed since it was read, left as it is"));
    }

    pub(crate) fn unreadable(&mut self, Unreadable { path, error }: &Unreadable) {
        self.failed = true;
        progress::add_found(0, 1);
        match path.as_str() {
            "" => self.say("kifu: '': an empty path names no file"),
            path => self.say(format_args!("kifu: {path}: {error}")),
        }
    }

    pub(crate) fn unwritable(&mut self, error: &io::Error) {
        self.failed = true;
        print(&format!("kifu: cannot write the output: {}\n", shown(&error.to_string())));
    }

    /// The run was ended. `output` is the file of `-o`, which is made of whole runs alone.
    pub(crate) fn interrupted(&mut self, output: Option<&Path>) {
        self.interrupted = true;
        let Some(path) = output else {
            return print("kifu: interrupted; what was read until then is in the output\n");
        };
        let name = path.display().to_string();
        let name = shown(&name);
        print(&match path.metadata() {
            Ok(old) if old.is_file() => format!("kifu: interrupted; {name} is as it was before\n"),
            Ok(_) => format!("kifu: interrupted; what was read until then is in {name}\n"),
            Err(_) => format!("kifu: interrupted; {name} was not made\n"),
        });
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
