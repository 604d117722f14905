//! The arguments and the help: what can be asked for. Doing it is left to the commands.

use std::io::{self, IsTerminal as _};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anstream::AutoStream;
use clap::error::ErrorKind;
use clap::{Args, ColorChoice, CommandFactory as _, Parser, Subcommand, ValueEnum};
use kifu::{Charset, WriteOptions};

use crate::fmt::Target;
use crate::json::Shape;

/// Read SGF game records: go, and some forty other games.
///
/// Data goes to stdout, messages to stderr. Damaged records are read as far as there is anything
/// to read, and what was done about each fault is told.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print no messages about faults in the records
    ///
    /// `check` prints its summary alone. An input that cannot be opened or read is told all the
    /// same.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,

    /// When to use colours
    ///
    /// `auto` is on a terminal, unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", global = true, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show what is wrong with the records, and what was done about it
    ///
    /// Each fault is shown with its place, a severity, a stable code and what was done, above the
    /// line it stands in; a summary by code follows. An error means that something was lost or had
    /// to be guessed, a warning that something was repaired without loss, an info that something
    /// is odd. Columns count bytes.
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckOptions),

    /// Count what the records hold: games, nodes, properties, faults, sizes
    ///
    /// Damaged records count with what was read of them, and their faults by code. Games are told
    /// apart by the GM and SZ of their roots: one without GM counts as go, as the format says, one
    /// without SZ under the default size of its game, if it has one.
    #[command(after_help = STATS_EXAMPLES)]
    Stats(StatsOptions),

    /// Print the records as JSON, one line for each input or each node
    ///
    /// A line for each input: `{"path", "charsets", "games", "diagnostics"}`, with one charset and
    /// one tree for each game. A tree is `{"properties": {ident: [values]}, "children": [tree…]}`,
    /// a diagnostic what `kifu check --format json` writes for a fault. Beyond a million of them
    /// in one input the others are only counted, as `omitted_diagnostics`.
    ///
    /// A game of 200 moves is 200 objects deep in this shape. kifu writes and reads any depth,
    /// but common readers give up on nesting: serde_json at 63 moves, jq at 85, Python at 500.
    /// For records longer than that take --flat, which never nests, or --sequences, which nests
    /// only where the record branches.
    #[command(after_help = JSON_EXAMPLES)]
    Json(JsonOptions),

    /// Write the records in canonical SGF, a line for each game tree
    ///
    /// The same tree in UTF-8, without white space between its parts, without parentheses that are
    /// not needed, and with no escapes but those that are. CA, if there is one, says UTF-8, and one
    /// is added to a game with other than ASCII characters. Values keep their line breaks.
    ///
    /// Of a damaged record that is what could be read of it. With --check and --write it is left as
    /// it is, and told, so that nothing is lost unseen; `kifu check` says what is wrong with it.
    #[command(after_help = FMT_EXAMPLES)]
    Fmt(FmtOptions),

    /// Print a row for each game: its place, its players, its counts, its moves
    ///
    /// The columns of all formats but table: source, member, game (from 0), offset and length in bytes,
    /// charset; the texts of the root as they stand, under the names of their properties: GM, SZ,
    /// PB, PW, BR, WR, DT, RE, KM, HA, RU, EV, RO, PC, GN, SO, US, AN, CP, ON, OT, TM, AP; nodes;
    /// moves of the main line; variations beside the main line; depth, the nodes above the lowest
    /// one; main_line, the moves in one text, of go two letters each with -- for a pass;
    /// main_line_hash, FNV-1a over the colours and moves; symmetric_hash, the least of those that
    /// the line has on the board turned and mirrored; dyer, the Dyer signature (both for go only);
    /// errors, warnings, infos: how many faults were found in the game.
    ///
    /// Hashes are 16 hexadecimal digits in ndjson and csv, and numbers of 64 bits in parquet and
    /// arrow, which have texts in UTF-8, unsigned numbers of 32 and 64 bits, and nulls where a
    /// property is missing. A game with more than 64 MiB of texts is left out of these two, and told.
    #[command(after_help = GAMES_EXAMPLES)]
    Games(GamesOptions),
}

impl Command {
    /// What every command takes.
    pub(crate) fn inputs(&self) -> &Inputs {
        match self {
            Self::Check(options) => &options.inputs,
            Self::Stats(options) => &options.inputs,
            Self::Json(options) => &options.inputs,
            Self::Fmt(options) => &options.inputs,
            Self::Games(options) => &options.inputs,
        }
    }
}

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
    /// shows it and no other; `fmt` leaves it out.
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

    /// Skip and tell members of archives and compressed files that have more bytes than this
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

#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    inputs: Inputs,

    /// How to show a fault
    #[arg(long, value_enum, default_value_t = CheckFormat::Long)]
    pub(crate) format: CheckFormat,

    /// Exit with status 1 for these too, not only for errors
    #[arg(long, value_enum)]
    pub(crate) deny: Option<Deny>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckFormat {
    /// With the line it stands in, and carets below
    Long,
    /// On one line: path:line:column: severity[code]: message
    Short,
    /// As an object on one line, without a summary
    Json,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Deny {
    Warnings,
}

#[derive(Debug, Args)]
pub(crate) struct StatsOptions {
    #[command(flatten)]
    inputs: Inputs,

    /// How to print the counts
    #[arg(long, value_enum, default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    Table,
    /// One object on one line
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct JsonOptions {
    #[command(flatten)]
    inputs: Inputs,

    /// One line for each node: path, game, node, parent, depth, properties
    ///
    /// Nodes are numbered through the input from 0, in file order; `parent` is such a number, or
    /// null for a root. `depth` counts the nodes above. What was done about faults is not told
    /// here; `kifu check --format json` does.
    #[arg(long, conflicts_with = "sequences")]
    flat: bool,

    /// Write a tree as `{"nodes": [properties…], "variations": [tree…]}`
    ///
    /// It nests only as deep as the parentheses of the record do.
    #[arg(long)]
    sequences: bool,
}

impl JsonOptions {
    pub(crate) fn shape(&self) -> Shape {
        match (self.flat, self.sequences) {
            (true, _) => Shape::Flat,
            (_, true) => Shape::Sequences,
            _ => Shape::Nested,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct FmtOptions {
    #[command(flatten)]
    inputs: Inputs,

    /// Write nothing but the paths of the inputs that would change, and exit with status 1 if
    /// there are any
    #[arg(long, conflicts_with = "write")]
    check: bool,

    /// Replace the files that would change, each in one step
    ///
    /// A file keeps its permissions, and a link stays a link. What cannot be replaced is told, with
    /// exit status 2, and is as it was.
    #[arg(long)]
    write: bool,

    /// Break lines that would have more characters than this
    ///
    /// Lines break between nodes, properties and values, never inside a value.
    #[arg(long, value_name = "N")]
    max_width: Option<usize>,

    /// Start a line with each variation
    #[arg(long)]
    break_variations: bool,
}

impl FmtOptions {
    pub(crate) fn target(&self) -> Target {
        match (self.check, self.write) {
            (true, _) => Target::Check,
            (_, true) => Target::File,
            _ => Target::Stdout,
        }
    }

    fn replaces_stdin(&self) -> bool {
        self.write && self.inputs.paths.iter().any(|path| path.as_os_str() == "-")
    }

    pub(crate) fn lines(&self) -> WriteOptions {
        let options = WriteOptions::new().break_before_variations(self.break_variations);
        self.max_width.map_or(options, |max_width| options.max_width(max_width))
    }
}

#[derive(Debug, Args)]
pub(crate) struct GamesOptions {
    #[command(flatten)]
    inputs: Inputs,

    /// How to print the rows
    #[arg(long, value_enum, default_value_t = GamesFormat::Table)]
    pub(crate) format: GamesFormat,

    /// Write to this file instead of stdout; it takes its name when it is whole
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GamesFormat {
    /// For people: players, date, result, moves and path, cut to the terminal
    Table,
    /// An object on each line
    Ndjson,
    /// With a line of names
    Csv,
    /// A Parquet file, for DuckDB, Polars, pandas and their like (with the feature `tables`)
    Parquet,
    /// A stream of Arrow IPC, for the same (with the feature `tables`)
    Arrow,
}

impl GamesFormat {
    /// Whether it is for programs alone.
    fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }
}

impl Arguments {
    /// Whether stdout gets colours.
    pub(crate) fn colours(&self) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        }
    }

    /// The arguments of this process; ends it where they are wrong or ask for help.
    pub(crate) fn from_command_line() -> Self {
        let mut arguments = Self::parse();
        let inputs = match &mut arguments.command {
            Command::Check(options) => &mut options.inputs,
            Command::Stats(options) => &mut options.inputs,
            Command::Json(options) => &mut options.inputs,
            Command::Fmt(options) => &mut options.inputs,
            Command::Games(options) => &mut options.inputs,
        };
        if inputs.paths.is_empty() {
            if io::stdin().is_terminal() {
                let message = "no PATH given, and stdin is a terminal: name files or directories, \
                               or `-` to type a record";
                Self::command().error(ErrorKind::MissingRequiredArgument, message).exit();
            }
            inputs.paths.push("-".into());
        }
        if matches!(&arguments.command, Command::Fmt(options) if options.replaces_stdin()) {
            let message = "--write replaces files, and stdin is none: leave it out, or name files";
            Self::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
        if let Command::Games(GamesOptions { format, output: None, .. }) = &arguments.command {
            if format.is_binary() && io::stdout().is_terminal() {
                let message = "parquet and arrow are not for terminals: name a file with -o, or \
                               lead stdout elsewhere";
                Self::command().error(ErrorKind::ArgumentConflict, message).exit();
            }
        }
        arguments
    }
}

const EXAMPLES: &str = "\
Examples:
  kifu check game.sgf                 what is wrong with a record
  kifu stats games/                   what a folder of records holds
  kifu json --flat game.sgf | jq .    every node of a game, one by one
  curl -s https://… | kifu stats      from stdin

Exit status:
  0  done; faults in the records do not change it
  1  `check` found an error, or a warning with --deny warnings; `fmt --check` found a difference;
     --strict met a fault
  2  wrong usage, or an input that could not be opened or read
  130  interrupted by Ctrl-C: what was read until then is in the output, but no file of -o is made";

const CHECK_EXAMPLES: &str = "\
Examples:
  kifu check game.sgf
  kifu check --format short games/ | grep record-cut
  kifu check --deny warnings games/ >/dev/null || echo 'some record is not in order'
  kifu check --format json games/ | jq -r 'select(.severity == \"error\") | .path' | uniq
      the records that something was lost of

Exit status:
  0  no error, and with --deny warnings no warning
  1  there was one
  2  wrong usage, or an input that could not be opened or read";

const STATS_EXAMPLES: &str = "\
Examples:
  kifu stats games/ more/game.sgf
  kifu stats --format json games/ | jq .nodes
  kifu stats --format json --charset GBK old/ | jq .diagnostics
      how many values would be damaged if all were in GBK
  kifu stats --strict --quiet games/ >/dev/null || echo 'some record has a fault'";

const FMT_EXAMPLES: &str = "\
Examples:
  kifu fmt game.sgf                       in canonical form, on stdout
  kifu fmt --write games/                 every record of a folder, in its place
  kifu fmt --check games/ || echo untidy  which ones would change
  kifu fmt --max-width 80 --break-variations game.sgf";

const GAMES_EXAMPLES: &str = "\
Examples:
  kifu games archive.zip                                who played, and where it stands
  kifu games --format csv -o games.csv archive.zip
  kifu games --format parquet -o games.parquet archive.zip
  kifu games --format ndjson games/ | jq -r .symmetric_hash | sort | uniq -d
      games that occur twice, turned or not";

const JSON_EXAMPLES: &str = "\
Examples:
  kifu json game.sgf
      {\"path\":\"game.sgf\",\"charsets\":[\"UTF-8\"],\"games\":[{\"properties\":{…},\"children\":[…]}],\"diagnostics\":[]}

  kifu json --flat games/ | jq -r 'select(.parent == null) | .properties.PB[0] // empty'
      the players of the black stones, a game a line

  kifu json --sequences games/ | jq -r '.path as $p | .games[] | \"\\($p) \\(.nodes | length)\"'
      how many nodes come before the first variation

  kifu json --strict game.sgf
      {\"path\":\"game.sgf\",\"error\":{\"kind\":\"missing-value\",…,\"line\":3,\"column\":7}}   if it has a fault";
