//! The arguments and the help of `kifu check`.

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use kifu::go::PlayCode;
use kifu::values::CheckCode;
use kifu::{Code, Severity};

use super::output::Output;
use super::{Inputs, ending};

/// Show what is wrong with the records, and what was done about it
///
/// Each fault is shown with its place, a severity, a stable code and what was done, above the line
/// it stands in; a summary by code follows. An error means that something was lost or had to be
/// guessed, a warning that something was repaired without loss, an info that something is odd.
/// Faults of structure and character sets come from reading; values are then checked: whether they can
/// be read, and may stand where they stand. --only play has the moves of go executed on a board: whether
/// they are legal, and agree with the handicap and the result.
///
/// Columns count bytes. In paths and messages control and format characters are escaped; in JSON they
/// are as they are.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "there was an error, or with --deny warnings a warning"))]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// How to show a fault
    #[arg(long, value_enum, default_value_t = CheckFormat::Long)]
    pub(crate) format: CheckFormat,

    /// Report only faults of structure, values or play
    ///
    /// Without it those of structure and of values are reported; play takes a replay of each game.
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "KIND",
        value_delimiter = ','
    )]
    pub(crate) only: Vec<FaultKind>,

    /// Do not report faults with this code
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = codes(),
        hide_possible_values = true)]
    pub(crate) skip: Vec<String>,

    /// Report too what the format allows but no careful program writes
    ///
    /// Moves in the root, nodes without properties, two moves of one colour in a row, setup in the
    /// main line, HA that differs from the number of stones, more than one game tree, variations
    /// that seem to stand on the wrong level.
    #[arg(long, hide_short_help = true)]
    pub(crate) pedantic: bool,

    /// Exit with status 1 for these too, not only for errors
    #[arg(long, value_enum)]
    deny: Option<Deny>,

    /// Show the fixes of what can be fixed, as a unified diff
    ///
    /// Every byte that is not part of a fix stays as it is. Fixes keep what the record means: they
    /// write down what reading did about a fault of structure, or a value that was read in the form
    /// of the format. The exit status is about the faults that remain.
    #[arg(long, conflicts_with_all = ["strict", "format"])]
    pub(crate) fix: bool,

    /// Replace the files by the fixed ones, each in one step
    ///
    /// A file keeps its permissions, and a link stays a link. Members of archives and compressed
    /// files are left as they are.
    #[arg(long, requires = "fix", conflicts_with = "output")]
    pub(crate) write: bool,

    /// Keep each file that is replaced beside the new one, with .bak after its name
    #[arg(long, requires = "write", hide_short_help = true)]
    pub(crate) backup: bool,

    /// Make fixes too that leave something out, or write down a guess
    #[arg(long, requires = "fix", hide_short_help = true)]
    pub(crate) unsafe_fixes: bool,
}

impl CheckOptions {
    /// The least severity that makes the exit status 1.
    pub(crate) fn denied(&self) -> Severity {
        match self.deny {
            Some(Deny::Warnings) => Severity::Warning,
            None => Severity::Error,
        }
    }

    pub(super) fn replaces_stdin(&self) -> bool {
        let paths = &self.inputs.paths;
        self.write && (paths.is_empty() || paths.iter().any(|path| path.as_os_str() == "-"))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CheckFormat {
    /// With the line it stands in, and carets below
    Long,
    /// On one line: path:line:column: severity[code]: message; the summary goes to stderr
    Short,
    /// As an object on one line, without a summary
    Json,
}

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FaultKind {
    /// Of the structure, or of the character set
    Structure,
    /// Of what a value says, or of the place of a property
    Values,
    /// Of the moves of go: on stones, off the board, a ko retaken at once, suicide, setup on stones,
    /// handicap stones that are not HA, stones after two passes
    Play,
}

/// All codes.
fn codes() -> PossibleValuesParser {
    let structure = Code::ALL.iter().map(|code| code.name());
    let values = CheckCode::ALL.iter().map(|code| code.name());
    let play = PlayCode::ALL.iter().map(|code| code.name());
    PossibleValuesParser::new(structure.chain(values).chain(play))
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Deny {
    Warnings,
}

const EXAMPLES: &str = "  \
  kifu check game.sgf
      the faults of a record, each above the line it stands in
  kifu check --quiet archive.zip
      nothing but how often each fault occurs
  kifu check --format short games/ | grep record-cut
      the places where a game tree holds others
  kifu check --deny warnings games/ >/dev/null || echo 'some record is not in order'
      for scripts
  kifu check --only values --skip empty-text,unknown-property games/
      what the values say that cannot be
  kifu check --only play games/
      the moves that are not legal, each with the stones around it
  kifu check --fix games/ | less
      what could be fixed without loss
  kifu check --fix --write --backup games/
      fixed in place, with the old files kept as *.bak
  kifu check --format json games/ | jq -r 'select(.severity == \"error\") | .path' | uniq
      the records that something was lost of";
