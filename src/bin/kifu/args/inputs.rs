//! What every command takes that reads records: where they are, and how they are read.

use std::ffi::OsStr;
use std::io;
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::path::PathBuf;
use std::thread;

use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use kifu::Charset;
use kifu::archives::Targets;
use twox_hash::XxHash3_64;

use super::Choosing;
use super::number::{bytes, positive};
use crate::named;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Default, Args)]
pub(crate) struct Inputs {
    /// Files, directories, archives, and `-` for stdin
    ///
    /// Archives are zip, 7z and tar, and gz, bz2, xz and zst of a tar or of a single file; what is
    /// one is seen by its content. Members are read in their order, shown as
    /// `archive.zip!dir/game.sgf`, and never unpacked to disk. One archive may be in another.
    ///
    /// Of a directory and those below it, in the order of names, and of an archive, the files named
    /// .sgf, .sgfs and .mgt are read, and archives. A file named here is read whatever its name.
    /// Without a path, stdin is read, unless it is a terminal.
    ///
    /// What cannot be read is reported, with exit status 2, and the rest is read: an encrypted
    /// member, an archive that is cut off. Of a damaged member what came before the fault is read.
    ///
    /// `archive.zip!dir/game.sgf` names a member, and `games.sgfs#12` a game by its number from 0, as
    /// all commands print them; `archive.zip!dir/games.sgfs#12` is a game of a member. A file with such
    /// a name comes first. What is named in one file comes in the order in which it stands there.
    // An empty one is reported as any other that cannot be opened.
    #[arg(value_name = "PATH", value_parser = OsStringValueParser::new().map(PathBuf::from))]
    pub(crate) paths: Vec<PathBuf>,

    /// Read the paths that this file lists, one on each line, after those given here
    ///
    /// `-` is stdin. With --null a NUL byte ends each path, as `find -print0` writes them. Empty lines
    /// are passed over.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    files_from: Option<PathBuf>,

    /// A NUL byte ends each path of --files-from
    #[arg(short = '0', long, requires = "files_from", hide_short_help = true)]
    null: bool,

    /// Only the games that the rows in this file name; `-` is stdin
    ///
    /// Rows as `kifu games` and `kifu moves` print them, in ndjson, csv, Parquet or Arrow, which is seen
    /// by the content: so what was found by a query can be fetched. The columns `source`, `member` and
    /// `game` are looked at, and in the place of `game` also `offset` and `length`; without any of
    /// these three all games of the record are meant. Others are passed over.
    ///
    /// The files come in the order in which the rows name them first, each is read once, and its games
    /// come in their order. Of a zip the members that are named are read, of a file no more than up to
    /// the last game; a tar, a 7z and what is compressed are gone through. What is not there is
    /// reported, with exit status 2.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "files_from"])]
    #[arg(hide_short_help = true, help_heading = super::choosing::HEADING)]
    rows: Option<PathBuf>,

    /// What all of them say. `paths` then has the files alone.
    #[arg(skip)]
    pub(crate) targets: Targets,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) choosing: Choosing,
}

// The same. These are taken before the command and after it.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Reading {
    /// Read by the letter of the format: the first fault ends an input, and the status is 1
    ///
    /// `json` then writes a line `{"path", "error"}` for it, with the kind of the fault, its class,
    /// its message and its place; `stats` counts its kind and nothing of what it holds; `check`
    /// shows it and no other; all others leave the input out.
    #[arg(long)]
    pub(crate) strict: bool,

    /// Read all inputs in this character set, whatever they say of themselves
    ///
    /// Any usual name will do: UTF-8, GB18030, Shift_JIS, CP949, KOI8-R. Without it each game is
    /// read in the one that a byte order mark or its CA names, unless its bytes contradict that, or
    /// else in the one that its bytes are most likely in.
    #[arg(long, value_name = "NAME", value_parser = CharsetParser, hide_possible_values = true)]
    pub(crate) charset: Option<Charset>,

    /// How many threads parse; all cores unless it is given
    ///
    /// The output is the same whatever their number, of which 1024 is the most. Where the system
    /// makes fewer threads, reading goes on with them.
    #[arg(short, long, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,

    /// How many bytes of a record, a file or a member, may be in memory
    ///
    /// One that has more is read all the same by what goes game by game: `stats`, `check`, `games`,
    /// `cat`, `split`, `fmt` to stdout and `json --flat` take records of more than 1 MiB in pieces.
    /// What needs all of a record skips it and says so, as does reading with --strict; so does
    /// everything where a game has more. Where the bound is less than 1 MiB, nothing is taken in
    /// pieces.
    ///
    /// An archive that expands to more than this and to more than 250 times its size is given up.
    ///
    /// K, M and G after the number stand for KiB, MiB and GiB. 256M unless it is given.
    #[arg(long, value_name = "N", value_parser = member_bytes, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    max_member_bytes: Option<u64>,

    /// How much memory records may take, with all that is built of them
    ///
    /// A record takes up to 130 times its bytes as a tree, though most take 10 to 20. One that
    /// needs more than its share is skipped and reported: a quarter of this for a game in commands
    /// that go game by game, half for a record that is needed as a whole. Of its bytes no more than
    /// an eighth of this may be in memory. Other records wait until there is memory for them.
    ///
    /// Records that need less than 32M are not counted; those of many threads may take more. The
    /// least is 128M. 2G unless it is given.
    #[arg(long, value_name = "N", value_parser = memory, hide_short_help = true)]
    #[arg(allow_negative_numbers = true)]
    max_memory: Option<u64>,

    /// Take it for a success that there is no game at all
    ///
    /// Without it that is status 2, and -o writes no file and leaves one that is there as it is: an
    /// empty folder, or records that are empty or hold no game. Where `check`, `fmt --check` or
    /// --strict met a fault and no file is left unwritten, the status is 1.
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_empty: bool,
}

/// How many threads can be asked for.
const MAX_JOBS: usize = 1024;

/// What a laptop can spare.
const MAX_MEMORY: u64 = 2 * 1024 * 1024 * 1024;

/// The least memory to start with.
const MIN_MEMORY: u64 = 128 * 1024 * 1024;

/// More than any archive of single games holds, and little enough to be kept in memory by each
/// thread.
const MAX_MEMBER_BYTES: u64 = 256 * 1024 * 1024;

impl Inputs {
    /// The same of other paths, all of whose games are meant.
    pub(crate) fn of(&self, paths: &[PathBuf]) -> Self {
        let targets = Targets::of_names(paths);
        let mut inputs = Self { targets, reading: self.reading.clone(), ..Self::default() };
        inputs.keep_sources();
        inputs
    }

    /// Whether a file says what to read.
    pub(super) fn come_from_file(&self) -> bool {
        self.files_from.is_some() || self.rows.is_some()
    }

    /// Finds out what is to be read. Without a path that is stdin.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        if let Some(rows) = &self.rows {
            self.targets = named::by_rows(rows, self.max_memory() / 4)?;
        } else {
            if let Some(list) = &self.files_from {
                named::add_paths(list, self.null, &mut self.paths)?;
            } else if self.paths.is_empty() {
                self.paths.push("-".into());
            }
            self.targets = Targets::of_names(&self.paths);
        }
        self.keep_sources();
        let lists = [&self.files_from, &self.rows].into_iter().flatten();
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        if lists.into_iter().any(is_stdin) && self.paths.iter().any(is_stdin) {
            let message = "stdin says what to read, so no record can be read from it";
            return Err(io::Error::other(message));
        }
        Ok(())
    }

    /// What tells them from others of the same files, if of some not all is read.
    pub(super) fn digest(&self) -> Option<String> {
        let targets = self.targets.is_partial().then(|| format!("{:?}", self.targets))?;
        Some(format!("named: {:016x}", XxHash3_64::oneshot(targets.as_bytes())))
    }

    fn keep_sources(&mut self) {
        self.paths = self.targets.paths().map(PathBuf::from).collect();
    }

    /// Takes over what was given before the command, unless it was given after it too.
    pub(super) fn add(&mut self, before: &Reading) {
        let &Reading { strict, charset, jobs, max_member_bytes, max_memory, allow_empty } = before;
        let after = &mut self.reading;
        after.strict |= strict;
        after.allow_empty |= allow_empty;
        after.charset = after.charset.or(charset);
        after.jobs = after.jobs.or(jobs);
        after.max_member_bytes = after.max_member_bytes.or(max_member_bytes);
        after.max_memory = after.max_memory.or(max_memory);
    }
}

impl Deref for Inputs {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.reading
    }
}

impl Reading {
    /// How many threads parse.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores).get()
    }

    /// How many bytes of a member may be in memory.
    pub(crate) fn max_member_bytes(&self) -> u64 {
        self.max_member_bytes.unwrap_or(MAX_MEMBER_BYTES)
    }

    /// How much memory records may take.
    pub(crate) fn max_memory(&self) -> u64 {
        self.max_memory.unwrap_or(MAX_MEMORY)
    }
}

fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    match positive::<NonZeroUsize>(text)? {
        jobs if jobs.get() <= MAX_JOBS => Ok(jobs),
        _ => Err(format!("{MAX_JOBS} is the most")),
    }
}

fn member_bytes(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        0 => Err("it has to be 1 or more".into()),
        bytes => Ok(bytes),
    }
}

fn memory(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        bytes if bytes >= MIN_MEMORY => Ok(bytes),
        _ => Err("at least 128M is needed".into()),
    }
}

/// Takes any name of a character set, and gives the usual ones to completions.
#[derive(Clone, Copy)]
struct CharsetParser;

impl TypedValueParser for CharsetParser {
    type Value = Charset;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Charset, clap::Error> {
        let parse = |name: &str| {
            Charset::from_label(name)
                .ok_or("no such character set is known; UTF-8, GB18030 and Shift_JIS are some")
        };
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Charset::all().map(|charset| PossibleValue::new(charset.name()))))
    }
}
