//! The arguments and the help of `kifu games`.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};

use super::output::Output;
use super::{Inputs, ending};

/// Print a row for each game: its place, its players, its counts, its moves
///
/// The columns of all formats but table: source, member, game (from 0), offset and length in bytes,
/// charset, charset_source (how it was found); the texts of the root as they stand, under the names
/// of their properties: GM, SZ, PB, PW, BR, WR, DT, RE, KM, HA, RU, EV, RO, PC, GN, SO, US, AN, CP,
/// ON, OT, TM, AP; nodes; moves of the main line; variations beside the main line; depth, the nodes
/// above the lowest one; main_line, the moves in one text, of go two letters each with -- for a
/// pass; main_line_hash, XXH3 (64 bits, seed 0) of that text with B or W in front of each move;
/// symmetric_hash, the same of the least of the texts that the board turned and mirrored gives, in
/// the order of their bytes; dyer, the Dyer signature (both for go only); errors, warnings, infos:
/// how many faults were found in the game.
///
/// Hashes are 16 hexadecimal digits in ndjson and csv, and numbers of 64 bits in parquet and arrow,
/// which have texts in UTF-8, unsigned numbers of 32 and 64 bits, and nulls where a property is
/// missing. A game with more than 64 MiB of texts is left out of these two, and reported.
///
/// A text is as it stands in the record: one that starts with =, +, - or @ is a formula to a
/// spreadsheet that opens csv without asking, so import the columns as text.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct GamesOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to print the rows
    #[arg(long, value_enum, default_value_t = GamesFormat::Table)]
    pub(crate) format: GamesFormat,

    #[command(flatten)]
    pub(crate) output: Output,
}

impl GamesOptions {
    /// Whether bytes that are for programs alone would go to a terminal.
    pub(super) fn fills_terminal(&self) -> bool {
        matches!(self.format, GamesFormat::Parquet | GamesFormat::Arrow)
            && self.output.path().is_none()
            && io::stdout().is_terminal()
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GamesFormat {
    /// For people: players, date, result, moves and path, cut to the columns of the terminal or to
    /// COLUMNS; in a pipe or a file nothing is cut
    Table,
    /// An object on each line
    Ndjson,
    /// With a line of names; texts are as they are, so a spreadsheet may take one that starts with
    /// =, +, - or @ for a formula: import such columns as text
    Csv,
    /// A Parquet file, for DuckDB, Polars, pandas and their like (with the feature `tables`)
    Parquet,
    /// A stream of Arrow IPC, for the same (with the feature `tables`)
    Arrow,
}

const EXAMPLES: &str = "  \
  kifu games archive.zip
      who played, who won, and where it stands
  kifu games --format csv -o games.csv archive.zip
      all columns, for a spreadsheet
  kifu games --format parquet -o games.parquet archive.zip
      the same with types, for a data tool
  kifu games --format ndjson games/ | jq -r .symmetric_hash | sort | uniq -d
      games that occur twice, turned or not";
