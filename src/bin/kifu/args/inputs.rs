//! What every command takes that reads records: where they are, and how they are read.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use kifu::Charset;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Inputs {
    /// Files, directories, archives, and `-` for stdin
    ///
    /// Archives are zip, 7z and tar, and gz, bz2, xz and zst of a tar or of a single file; what is
    /// one is told by its content. Members are read in their order, shown as
    /// `archive.zip!dir/game.sgf`, and never unpacked to disk. One archive may be in another.
    ///
    /// Of a directory and those below it, in the order of names, and of an archive, the files named
    /// .sgf, .sgfs and .mgt are read, and archives. A file named here is read whatever its name.
    /// Without a path, stdin is read, unless it is a terminal.
    ///
    /// What cannot be read is reported, with exit status 2, and the rest is read: an encrypted
    /// member, an archive that is cut off. Of a damaged member what came before the fault is read.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

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
    #[arg(long, value_name = "NAME", value_parser = charset)]
    pub(crate) charset: Option<Charset>,

    /// How many threads parse; all cores unless it is given
    ///
    /// The output is the same whatever their number.
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// How many bytes of a member of an archive or of a compressed file may be in memory
    ///
    /// One that has more is read all the same by what goes game by game: `stats`, `check`, `games`,
    /// `cat`, `split`, `fmt` to stdout and `json --flat` take records of more than 1 MiB in pieces.
    /// What needs all of a record skips it and tells, as does reading with --strict; so does
    /// everything where a game has more, or where the bound is less than 1 MiB.
    ///
    /// An archive that expands to more than this and to more than 250 times its size is given up.
    #[arg(long, value_name = "N", default_value_t = MAX_MEMBER_BYTES)]
    pub(crate) max_member_bytes: u64,
}

/// More than any archive of single games holds, and little enough to be kept in memory by each
/// thread.
const MAX_MEMBER_BYTES: u64 = 256 * 1024 * 1024;

impl Inputs {
    /// How many threads parse.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.jobs.unwrap_or_else(cores).get()
    }
}

fn charset(name: &str) -> Result<Charset, String> {
    Charset::from_label(name).ok_or_else(|| "no such character set is known".into())
}
