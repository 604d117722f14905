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
    /// What cannot be read is told, with exit status 2, and the rest is read: an encrypted or
    /// broken member, an archive that is cut off.
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
    /// The output is the same whatever their number, of which 1024 is the most. Where the system
    /// makes fewer threads, reading goes on with them.
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    jobs: Option<NonZeroUsize>,

    /// How many bytes of a record, a file or a member, may be in memory
    ///
    /// One that has more is read all the same by what goes game by game: `stats`, `check`, `games`,
    /// `cat`, `split`, `fmt` to stdout and `json --flat` take records of more than 1 MiB in pieces.
    /// What needs all of a record skips it and reports it, as does reading with --strict; so does
    /// everything where a game has more. Where the bound is less than 1 MiB, members of archives
    /// are not taken in pieces.
    ///
    /// An archive that expands to more than this and to more than 250 times its size is given up.
    #[arg(long, value_name = "N", default_value_t = MAX_MEMBER_BYTES)]
    pub(crate) max_member_bytes: u64,

    /// How much memory records may take, with all that is built of them: 2G, 512M
    ///
    /// A record takes up to 130 times its bytes as a tree, though most take 10 to 20. One that
    /// needs more than its share is skipped and reported: a quarter of this for a game in commands
    /// that go game by game, half for a record that is needed as a whole. Of its bytes no more than
    /// an eighth of this may be in memory. Other records wait until there is memory for them.
    ///
    /// Records that need less than 32M are not counted; those of many threads may take more.
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G", hide_short_help = true)]
    pub(crate) max_memory: u64,
}

/// How many threads can be asked for.
const MAX_JOBS: usize = 1024;

/// The least memory to start with.
const MIN_MEMORY: u64 = 128 * 1024 * 1024;

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

fn jobs(number: &str) -> Result<NonZeroUsize, String> {
    let number = number.parse().ok().filter(|it: &NonZeroUsize| it.get() <= MAX_JOBS);
    number.ok_or_else(|| format!("a number from 1 to {MAX_JOBS} is needed"))
}

/// A number of bytes, with `K`, `M` or `G` for powers of 1,024.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.as_bytes().last().map(u8::to_ascii_uppercase) {
        Some(b'K') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let bytes = digits.parse().ok().and_then(|number: u64| number.checked_mul(unit));
    match bytes {
        Some(bytes) if bytes >= MIN_MEMORY => Ok(bytes),
        Some(_) => Err("at least 128M is needed".into()),
        None => Err("a number of bytes is needed, like 2G or 512M".into()),
    }
}

fn charset(name: &str) -> Result<Charset, String> {
    Charset::from_label(name).ok_or_else(|| "no such character set is known".into())
}
