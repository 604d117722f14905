//! The arguments and the help: what can be asked for. What one command alone takes is left to the
//! module of that command, doing it to the commands.

mod cat;
mod check;
mod choosing;
mod dedupe;
mod fmt;
mod games;
mod inputs;
mod json;
mod moves;
mod names;
mod number;
mod output;
mod pages;
mod progress;
mod properties;
mod split;
mod stats;
mod strip;
mod table;
mod transform;
mod usage;

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use anstream::AutoStream;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::output::columns;
use crate::progress as bar;
use progress::Progress;

pub(crate) use cat::CatOptions;
pub(crate) use check::{CheckFormat, CheckOptions, FaultKind};
pub(crate) use choosing::Choosing;
pub(crate) use dedupe::{DedupeOptions, Keep};
pub(crate) use fmt::FmtOptions;
pub(crate) use games::GamesOptions;
pub(crate) use inputs::{Inputs, Reading};
pub(crate) use json::JsonOptions;
pub(crate) use moves::MovesOptions;
pub(crate) use names::Names;
pub(crate) use pages::{CompletionsOptions, ManOptions};
pub(crate) use properties::{PropertiesFormat, PropertiesOptions};
pub(crate) use split::SplitOptions;
pub(crate) use stats::{StatsFormat, StatsOptions};
pub(crate) use strip::StripOptions;
pub(crate) use table::{RecordForm, TableFormat, TableOptions};
pub(crate) use transform::TransformOptions;
pub(crate) use usage::fail;

/// Read SGF game records: go, and some forty other games.
///
/// Data goes to stdout, messages to stderr. Damaged records are read as far as there is anything
/// to read, and what was done about each fault is reported.
///
/// `kifu help COMMAND` says all about a command, `kifu COMMAND -h` the main points.
#[derive(Debug, Parser)]
#[command(name = "kifu", version, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Print no messages about faults in the records
    ///
    /// `check` prints its summary alone. An input that cannot be opened or read is reported
    /// all the same.
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

    /// What is given before the command.
    #[command(flatten)]
    reading: Reading,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(CheckOptions),
    Stats(StatsOptions),
    Games(GamesOptions),
    Moves(MovesOptions),
    Json(JsonOptions),
    Fmt(FmtOptions),
    Cat(CatOptions),
    Split(SplitOptions),
    Dedupe(DedupeOptions),
    Strip(StripOptions),
    Transform(TransformOptions),
    Properties(PropertiesOptions),
    Completions(CompletionsOptions),
    Man(ManOptions),
}

impl Command {
    /// Whether something is written to stdout before the run is over.
    fn writes_as_it_goes(&self) -> bool {
        match self {
            Self::Fmt(options) => options.writes_to_stdout(),
            Self::Check(options) if options.write => false,
            Self::Check(_)
            | Self::Json(_)
            | Self::Games(_)
            | Self::Moves(_)
            | Self::Cat(_)
            | Self::Strip(_)
            | Self::Transform(_) => self.output().is_none(),
            Self::Stats(_)
            | Self::Split(_)
            | Self::Dedupe(_)
            | Self::Properties(_)
            | Self::Completions(_)
            | Self::Man(_) => false,
        }
    }

    /// Whether anything goes to stdout at all.
    pub(crate) fn uses_stdout(&self) -> bool {
        match self {
            Self::Fmt(options) => options.writes_to_stdout(),
            Self::Check(options) if options.write => false,
            Self::Split(_) => false,
            Self::Dedupe(options) if options.to.is_some() => false,
            Self::Games(GamesOptions { table, .. }) | Self::Moves(MovesOptions { table, .. })
                if table.folder().is_some() =>
            {
                false
            }
            Self::Man(options) => options.to.is_none(),
            _ => self.output().is_none(),
        }
    }

    /// The file that is to be written instead of stdout.
    pub(crate) fn output(&self) -> Option<&Path> {
        match self {
            Self::Check(options) => options.output.path(),
            Self::Stats(options) => options.output.path(),
            Self::Games(options) => options.table.file(),
            Self::Moves(options) => options.table.file(),
            Self::Json(options) => options.output.path(),
            Self::Fmt(options) => options.output.path(),
            Self::Cat(options) => options.output.path(),
            Self::Dedupe(options) => options.output.path(),
            Self::Strip(options) => options.output.path(),
            Self::Transform(options) => options.output.path(),
            Self::Split(_) | Self::Properties(_) | Self::Completions(_) | Self::Man(_) => None,
        }
    }

    /// Whether its output has the faults that it is run for, so that it has something to say of an
    /// input without a game.
    pub(crate) fn reports_faults(&self) -> bool {
        match self {
            Self::Check(_) | Self::Stats(_) | Self::Json(_) => true,
            Self::Fmt(options) => !options.writes_games(),
            _ => false,
        }
    }

    /// Whether it replaces or compares files, which hold all of their games.
    fn takes_whole_files(&self) -> bool {
        match self {
            Self::Fmt(options) => !options.writes_games(),
            Self::Check(options) => options.fix,
            _ => false,
        }
    }

    /// Whether the inputs are read more than once.
    fn reads_again(&self) -> bool {
        let is_sample = self.inputs().is_some_and(|it| it.choosing.sample().is_some());
        is_sample || matches!(self, Self::Dedupe(_))
    }

    /// What every command takes that reads records.
    pub(crate) fn inputs(&self) -> Option<&Inputs> {
        match self {
            Self::Check(options) => Some(&options.inputs),
            Self::Stats(options) => Some(&options.inputs),
            Self::Games(options) => options.table.reads_inputs().then_some(&options.inputs),
            Self::Moves(options) => options.table.reads_inputs().then_some(&options.inputs),
            Self::Json(options) => Some(&options.inputs),
            Self::Fmt(options) => Some(&options.inputs),
            Self::Cat(options) => Some(&options.inputs),
            Self::Split(options) => Some(&options.inputs),
            Self::Dedupe(options) => Some(&options.inputs),
            Self::Strip(options) => Some(&options.inputs),
            Self::Transform(options) => Some(&options.inputs),
            Self::Properties(_) | Self::Completions(_) | Self::Man(_) => None,
        }
    }

    /// What every command takes that reads records.
    fn inputs_mut(&mut self) -> Option<&mut Inputs> {
        match self {
            Self::Check(options) => Some(&mut options.inputs),
            Self::Stats(options) => Some(&mut options.inputs),
            Self::Games(options) => Some(&mut options.inputs),
            Self::Moves(options) => Some(&mut options.inputs),
            Self::Json(options) => Some(&mut options.inputs),
            Self::Fmt(options) => Some(&mut options.inputs),
            Self::Cat(options) => Some(&mut options.inputs),
            Self::Split(options) => Some(&mut options.inputs),
            Self::Dedupe(options) => Some(&mut options.inputs),
            Self::Strip(options) => Some(&mut options.inputs),
            Self::Transform(options) => Some(&mut options.inputs),
            Self::Properties(_) | Self::Completions(_) | Self::Man(_) => None,
        }
    }
}

impl Arguments {
    /// Whether the output gets colours: by itself it does on a terminal.
    pub(crate) fn colours(&self) -> bool {
        match self.command.output() {
            None => self.choose(AutoStream::choice(&io::stdout())),
            Some(_) => self.choose(anstream::ColorChoice::Never),
        }
    }

    /// Whether stderr gets colours.
    pub(crate) fn message_colours(&self) -> bool {
        self.choose(AutoStream::choice(&io::stderr()))
    }

    fn choose(&self, auto: anstream::ColorChoice) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => auto != anstream::ColorChoice::Never,
        }
    }

    /// Lets progress be shown from now on, if it is to be.
    pub(crate) fn begin_progress(&self) {
        if self.quiet {
            return;
        }
        let mode = self.progress.mode(self.command.writes_as_it_goes());
        if let Some((mode, inputs)) = mode.zip(self.command.inputs()) {
            bar::begin(mode, inputs.paths.clone());
        }
    }

    /// The arguments of this process; ends it where they are wrong or ask for help.
    pub(crate) fn from_command_line() -> Self {
        let mut command = Self::whole_command().color(usage::colours(env::args_os().skip(1)));
        if let Some(columns) = columns() {
            command = command.term_width(columns);
        }
        let matches = command.try_get_matches_from_mut(env::args_os());
        let matches = matches.unwrap_or_else(|error| usage::exit(error));
        let mut arguments = Self::from_arg_matches(&matches)
            .unwrap_or_else(|error| usage::exit(error.format(&mut command)));
        if let Some(inputs) = arguments.command.inputs_mut() {
            inputs.add(&arguments.reading);
        }
        if let Command::Games(GamesOptions { table, .. })
        | Command::Moves(MovesOptions { table, .. }) = &mut arguments.command
        {
            table.settle();
            table.given = given(&matches);
        }
        let has_terminal = arguments.awaits_terminal();
        let reads = arguments.command.inputs().is_some() && !has_terminal;
        if let Some(inputs) = arguments.command.inputs_mut().filter(|_| reads) {
            inputs.settle().unwrap_or_else(|error| usage::give_up(&error));
        }
        if let Command::Games(GamesOptions { inputs, table, .. })
        | Command::Moves(MovesOptions { inputs, table, .. }) = &mut arguments.command
        {
            table.given.extend(inputs.digest());
        }
        if let Some((kind, message)) = arguments.contradiction(has_terminal) {
            fail(matches.subcommand_name().unwrap_or_default(), kind, message);
        }
        arguments
    }

    /// The description of the arguments, with what the types alone do not say.
    pub(crate) fn whole_command() -> clap::Command {
        let command = Self::command().args_override_self(true);
        let names: Vec<_> = command.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        let command = names.iter().fold(command, |all, name| {
            all.mut_subcommand(name, |command| command.args_override_self(true))
        });
        command.mut_subcommand("man", |man| {
            man.mut_arg("command", |it| it.value_parser(PossibleValuesParser::new(names)))
        })
    }

    /// Whether nothing says what to read, and stdin is a terminal.
    fn awaits_terminal(&self) -> bool {
        let is_free = |inputs: &Inputs| inputs.paths.is_empty() && !inputs.come_from_file();
        self.command.inputs().is_some_and(is_free) && io::stdin().is_terminal()
    }

    /// What cannot be done, though each argument is right by itself.
    fn contradiction(&self, has_terminal: bool) -> Option<(ErrorKind, &'static str)> {
        if has_terminal {
            let message = "no PATH given, and stdin is a terminal: name files or directories, or \
                           `-` to type a record";
            return Some((ErrorKind::MissingRequiredArgument, message));
        }
        let choosing = self.command.inputs().map(|inputs| &inputs.choosing);
        let has_games = self.command.inputs().is_some_and(|inputs| inputs.targets.has_games());
        let is_choice = has_games || choosing.is_some_and(Choosing::is_given);
        if is_choice && self.command.takes_whole_files() {
            let message = "--write, --check and --fix are about whole files: leave out what chooses \
                           games";
            return Some((ErrorKind::ArgumentConflict, message));
        }
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        let mut paths = self.command.inputs().into_iter().flat_map(|inputs| &inputs.paths);
        if self.command.reads_again() && paths.any(is_stdin) {
            let message = "the inputs are read twice, which stdin cannot be: name files";
            return Some((ErrorKind::ArgumentConflict, message));
        }
        match &self.command {
            Command::Cat(options)
                if options.rest.as_deref().is_some_and(|it| Some(it) == options.output.path()) =>
            {
                Some((ErrorKind::ArgumentConflict, "-o and --rest name the same file"))
            }
            Command::Fmt(options) if options.replaces_stdin() => {
                let message =
                    "--write replaces files, and stdin is none: leave it out, or name files";
                Some((ErrorKind::ArgumentConflict, message))
            }
            Command::Check(options) if options.replaces_stdin() => {
                let message =
                    "--write replaces files, and stdin is none: leave it out, or name files";
                Some((ErrorKind::ArgumentConflict, message))
            }
            Command::Games(GamesOptions { inputs, table, .. })
            | Command::Moves(MovesOptions { inputs, table, .. }) => {
                let message = table.contradiction(inputs)?;
                Some((ErrorKind::ArgumentConflict, message))
            }
            Command::Dedupe(options) if options.fills_terminal() => {
                Some((ErrorKind::ArgumentConflict, table::NO_TERMINAL))
            }
            _ => None,
        }
    }
}

/// What does not change what the rows are of, or is looked at by itself.
const OF_NO_ACCOUNT: [&str; 9] = [
    "jobs",
    "quiet",
    "progress",
    "color",
    "resume",
    "output",
    "max_memory",
    "paths",
    "partition_rows",
];

/// What was given, by the names of the arguments.
fn given(matches: &ArgMatches) -> Vec<String> {
    let of = |matches: &ArgMatches| {
        let is_given = |id: &&str| {
            // Groups have the names of their types.
            let is_group = id.starts_with(|first: char| first.is_uppercase());
            !is_group
                && !OF_NO_ACCOUNT.contains(id)
                && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let ids: Vec<_> = matches.ids().map(clap::Id::as_str).filter(is_given).collect();
        let values = |id: &str| {
            let values = matches.try_get_raw(id).ok().flatten()?;
            Some(format!("{id}: {:?}", values.collect::<Vec<_>>()))
        };
        ids.into_iter().filter_map(values).collect::<Vec<_>>()
    };
    let (name, command) = matches.subcommand().unwrap_or(("", matches));
    let mut given = [of(matches), of(command)].concat();
    given.sort();
    given.insert(0, name.to_owned());
    given
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
       difference; `fmt` left a file as it is; --strict met a fault
  2    wrong usage, no game at all, an input that could not be read, or an output that could not
       be written
  130  interrupted by Ctrl-C: what was read until then is in the output, but no file of -o is made;
       129 after SIGHUP and 143 after SIGTERM in the same way";

/// The end of the help of a command: its examples, and what its exit status says. `fault` is what
/// makes it 1.
fn ending(examples: &str, fault: &str) -> String {
    format!(
        "Examples:
{examples}

Exit status:
  0    done
  1    {fault}
  2    wrong usage, no game at all, an input that could not be read, or an output that could not
       be written
  130  interrupted by Ctrl-C; 129 by SIGHUP, 143 by SIGTERM"
    )
}
