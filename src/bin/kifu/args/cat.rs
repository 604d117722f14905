//! The arguments and the help of `kifu cat`.

use std::path::PathBuf;

use clap::Args;

use super::output::Output;
use super::{Inputs, ending};

/// Put the games of all inputs into one collection, in UTF-8, a line for each
///
/// The games come in the order of the inputs, in the canonical form of `kifu fmt`, each with a CA
/// that says UTF-8: in the place of the one it had, or else before the texts, behind FF and GM. A
/// game ends its line, and its structure has no line breaks; but texts keep theirs, since the
/// format has no other way to write one. So a game with line breaks in its comments spans lines:
/// read the file with an SGF reader, not line by line. `kifu` reads it like any record.
///
/// Nothing but CA and the form changes: `kifu games` tells the same of each game before and after,
/// apart from its place, its character set and its faults. Of a damaged record what could be read
/// is written; how many faults there were is said at the end, and `kifu check` shows them.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct CatOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// Write the games that are not chosen to this file, in the same form
    ///
    /// So each game that is read is in one of the two outputs, and those that could not be judged are
    /// in this one. It takes its name when all is written.
    #[arg(long, value_name = "FILE", help_heading = super::choosing::HEADING)]
    pub(crate) rest: Option<PathBuf>,
}

const EXAMPLES: &str = "  \
  kifu cat games/ -o games.sgfs
      all records of a folder in one file
  kifu cat 2016.zip 2017.tar.gz | zstd >games.sgfs.zst
      two archives in one compressed file, which kifu reads as it is
  kifu cat --charset GB18030 old.sgf >new.sgf
      a record whose character set is known, in UTF-8
  kifu cat --player 'Go Seigen' --since 1930 --until 1939 --result B+R archive.zip -o go.sgfs
      the games that he played in the thirties and that Black won by resignation
  kifu cat --strict --quiet games/ >good.sgfs
      without the records that have a fault";
