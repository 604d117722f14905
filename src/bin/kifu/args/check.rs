//! The arguments and the help of `kifu check`.

use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Inputs, ending};

/// Show what is wrong with the records, and what was done about it
///
/// Each fault is shown with its place, a severity, a stable code and what was done, above the line
/// it stands in; a summary by code follows. An error means that something was lost or had to be
/// guessed, a warning that something was repaired without loss, an info that something is odd.
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

    /// Exit with status 1 for these too, not only for errors
    #[arg(long, value_enum)]
    pub(crate) deny: Option<Deny>,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Deny {
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
  kifu check --format json games/ | jq -r 'select(.severity == \"error\") | .path' | uniq
      the records that something was lost of";
