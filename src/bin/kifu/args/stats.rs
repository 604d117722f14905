//! The arguments and the help of `kifu stats`.

use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Inputs, ending};

/// Count what the records hold: games, nodes, properties, faults, sizes
///
/// Damaged records count with what was read of them, and their faults by code. Games are told apart
/// by the GM and SZ of their roots: one without GM counts as go, as the format says, one without SZ
/// under the default size of its game, if it has one.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct StatsOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

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

const EXAMPLES: &str = "  \
  kifu stats games/ more/game.sgf archive.tar.gz
      what all of them hold together
  kifu stats --format json games/ | jq .nodes
      one of the counts
  kifu stats --format json --charset GBK old/ | jq .diagnostics
      how many values would be damaged if all were in GBK
  kifu stats --strict --quiet games/ >/dev/null || echo 'some record has a fault'
      for scripts";
