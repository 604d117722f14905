//! The arguments and the help: what can be asked for. What one command alone takes is left to the
//! module of that command, doing it to the commands.

mod cat;
mod check;
mod fmt;
mod games;
mod inputs;
mod json;
mod output;
mod pages;
mod progress;
mod properties;
mod split;
mod stats;

use std::io::{self, IsTerminal as _};

use anstream::AutoStream;
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, Parser, Subcommand};

use crate::progress as shown;
use progress::Progress;

pub(crate) use cat::CatOptions;
pub(crate) use check::{CheckFormat, CheckOptions, Deny};
pub(crate) use fmt::FmtOptions;
pub(crate) use games::{GamesFormat, GamesOptions};
pub(crate) use inputs::Inputs;
pub(crate) use json::JsonOptions;
pub(crate) use pages::{CompletionsOptions, ManOptions};
pub(crate) use properties::{PropertiesFormat, PropertiesOptions};
pub(crate) use split::SplitOptions;
pub(crate) use stats::{StatsFormat, StatsOptions};

/// Read SGF game records: go, and some forty other games.
///
/// Data goes to stdout, messages to stderr. Damaged records are read as far as there is anything
/// to read, and what was done about each fault is told.
///
/// `kifu help COMMAND` says all about a command, `kifu COMMAND -h` the main points.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_long_help = EXAMPLES)]
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

    /// How to show on stderr how far a run is
    ///
    /// Bytes read, games, faults, and the time left where the sizes of the inputs are known.
    /// --quiet shows nothing.
    #[arg(long, value_enum, value_name = "HOW", global = true, default_value_t = Progress::Auto)]
    progress: Progress,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckOptions),
    Stats(StatsOptions),
    Games(GamesOptions),
    Json(JsonOptions),
    Fmt(FmtOptions),
    Cat(CatOptions),
    Split(SplitOptions),
    Properties(PropertiesOptions),
    Completions(CompletionsOptions),
    Man(ManOptions),
}

impl Command {
    /// Whether something is written to stdout before the run is over.
    fn writes_as_it_goes(&self) -> bool {
        match self {
            Self::Check(_) | Self::Json(_) => true,
            Self::Fmt(options) => options.writes_to_stdout(),
            Self::Games(options) => options.output.path().is_none(),
            Self::Cat(options) => options.output.path().is_none(),
            Self::Stats(_)
            | Self::Split(_)
            | Self::Properties(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }

    /// What every command takes that reads records.
    fn inputs_mut(&mut self) -> Option<&mut Inputs> {
        match self {
            Self::Check(options) => Some(&mut options.inputs),
            Self::Stats(options) => Some(&mut options.inputs),
            Self::Games(options) => Some(&mut options.inputs),
            Self::Json(options) => Some(&mut options.inputs),
            Self::Fmt(options) => Some(&mut options.inputs),
            Self::Cat(options) => Some(&mut options.inputs),
            Self::Split(options) => Some(&mut options.inputs),
            Self::Properties(_) | Self::Completions(_) | Self::Man(_) => None,
        }
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

    /// Lets progress be shown from now on, if it is to be.
    pub(crate) fn begin_progress(&mut self) {
        if self.quiet {
            return;
        }
        let mode = self.progress.mode(self.command.writes_as_it_goes());
        if let Some((mode, inputs)) = mode.zip(self.command.inputs_mut()) {
            shown::begin(mode, inputs.paths.clone());
        }
    }

    /// The arguments of this process; ends it where they are wrong or ask for help.
    pub(crate) fn from_command_line() -> Self {
        let mut arguments = Self::parse();
        if let Some(inputs) = arguments.command.inputs_mut().filter(|it| it.paths.is_empty()) {
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
        if matches!(&arguments.command, Command::Games(options) if options.fills_terminal()) {
            let message = "parquet and arrow are not for terminals: name a file with -o, or lead \
                           stdout elsewhere";
            Self::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
        arguments
    }
}

const EXAMPLES: &str = "\
Examples:
  kifu check game.sgf
      what is wrong with a record
  kifu stats games/ archive.zip
      what a folder and an archive hold
  kifu games --format csv -o games.csv archive.zip
      a row for each game: who played, who won, the moves
  kifu cat archive.zip -o games.sgfs
      all games in one file, in UTF-8
  curl -s https://… | kifu stats
      from stdin; an archive will do too

Exit status:
  0    done; faults in the records do not change it
  1    `check` found an error, or a warning with --deny warnings; `fmt --check` found a
       difference; --strict met a fault
  2    wrong usage, an input that could not be read, or an output that could not be written
  130  interrupted by Ctrl-C: what was read until then is in the output, but no file of -o is made";

/// The end of the help of a command: its examples, and what its exit status says. `fault` is what
/// makes it 1.
fn ending(examples: &str, fault: &str) -> String {
    format!(
        "Examples:
{examples}

Exit status:
  0    done
  1    {fault}
  2    wrong usage, an input that could not be read, or an output that could not be written
  130  interrupted by Ctrl-C"
    )
}
