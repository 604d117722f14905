//! What every command takes that reads records: where they are, and how they are read.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::ops::Deref;
use std::path::PathBuf;
use std::thread;

use clap::builder::{OsStringValueParser, PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use kifu::Charset;

use super::Choosing;
use super::number::{bytes, positive};

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
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

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) choosing: Choosing,
}

// The same. These are taken before the command and after it.
#[derive(Clone, Debug, Args)]
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

/// A path by its bytes.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> Result<PathBuf, String> {
    use std::os::unix::ffi::OsStrExt as _;
    Ok(OsStr::from_bytes(bytes).into())
}

/// A path by its bytes, which are UTF-8.
#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Result<PathBuf, String> {
    std::str::from_utf8(bytes)
        .map(PathBuf::from)
        .map_err(|_| "a path in the list is not UTF-8".into())
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
        Self {
            paths: paths.to_vec(),
            files_from: None,
            null: false,
            reading: self.reading.clone(),
            choosing: Choosing::default(),
        }
    }

    /// Takes the paths of the list, if there is one.
    pub(super) fn add_listed(&mut self) -> Result<(), String> {
        let Some(list) = &self.files_from else { return Ok(()) };
        let read = match list.as_os_str() == "-" {
            true => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            false => fs::read(list),
        };
        let bytes = read.map_err(|error| format!("{}: {error}", list.display()))?;
        let end = if self.null { 0 } else { b'\n' };
        for line in bytes.split(|&byte| byte == end) {
            let line = if self.null { line } else { line.strip_suffix(b"\r").unwrap_or(line) };
            if !line.is_empty() {
                self.paths.push(path_of(line)?);
            }
        }
        Ok(())
    }

    /// Whether paths come from a list.
    pub(super) fn has_list(&self) -> bool {
        self.files_from.is_some()
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
