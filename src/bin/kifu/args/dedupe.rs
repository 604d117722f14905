//! The arguments and the help of `kifu dedupe`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use kifu::rows::SameBy;

use super::output::Output;
use super::{Inputs, Names, TableFormat, ending};

/// Find games that occur more than once, and keep one of each
///
/// Without --keep, a row is printed for each game that is not the only one of its kind: the number of
/// its group, whether it is the one that would be kept, where it stands, who played. Groups come in the
/// order of their first games. With --keep, the games themselves are written, as `kifu cat` does: one of
/// each group and all others that are the only ones; --rest takes the games that are left out.
///
/// A game that cannot be compared (no move and no setup, or some that cannot be read; no date, for
/// players+date) is the only one of its kind. How many these are is reported.
///
/// The inputs are read twice, so stdin cannot be one. In memory are 24 bytes for each game, and the rows
/// that are printed.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
#[command(mut_arg("pattern", |it| it.hide_short_help(true)))]
#[command(mut_arg("overwrite", |it| it.hide_short_help(true)))]
pub(crate) struct DedupeOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// What makes games the same: moves, symmetric, prefix:N, players+date or dyer
    ///
    /// moves: all moves of the main line. symmetric: the same on the board turned and mirrored in
    /// whatever way. prefix:N: the first N moves; a game with fewer is compared with none. These three
    /// compare the size of the board, the setup, the komi and the handicap too. players+date: both names,
    /// in capitals or not, and the days of the game. dyer: the points of moves 20, 40, 60, 31, 51 and 71
    /// and the size of the board, turned and mirrored in whatever way; a game without one of these
    /// moves is compared with none. All but players+date and moves are for go alone.
    #[arg(long, value_name = "WAY", default_value = "symmetric")]
    pub(crate) by: SameBy,

    /// Write the games, with this one of each group
    ///
    /// Of equal ones the first.
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) keep: Option<Keep>,

    /// Write the games that are left out to this file
    #[arg(long, value_name = "FILE", requires = "keep", hide_short_help = true)]
    pub(crate) rest: Option<PathBuf>,

    /// Take the games that stand here for kept already
    ///
    /// A file, folder or archive; it can be given more than once. None of these games is printed or
    /// written. So what is new in an archive is
    /// `kifu dedupe --against mine/ --keep first new.zip`.
    #[arg(long, value_name = "PATH")]
    pub(crate) against: Vec<PathBuf>,

    /// Put together what the games of a group say of themselves
    ///
    /// With --keep, a game that is kept gets what its root lacks from the others of its group: of each
    /// property that the format counts among the game info (players, dates, result, event and so on)
    /// the value of the first game that has one. Without --keep, these values are listed, each with the
    /// game that it comes from. The inputs are read three times.
    #[arg(long, hide_short_help = true)]
    pub(crate) merge: bool,

    /// How to print the rows
    #[arg(long, value_enum, default_value_t = TableFormat::Table, conflicts_with = "keep")]
    pub(crate) format: TableFormat,

    /// Write each game that is kept into a file of its own, in this folder
    ///
    /// As `kifu split` does. It must not lie in a folder that is read.
    #[arg(long, value_name = "DIR", requires = "keep", conflicts_with = "output")]
    #[arg(hide_short_help = true)]
    pub(crate) to: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) names: Names,

    #[command(flatten)]
    pub(crate) output: Output,
}

impl DedupeOptions {
    /// Whether rows for programs alone would go to a terminal.
    pub(super) fn fills_terminal(&self) -> bool {
        self.keep.is_none() && self.format.fills_terminal(&self.output)
    }
}

/// Which game of a group is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Keep {
    /// The first one in the order of the inputs
    First,
    /// The one with the most moves, nodes of variations too
    Longest,
    /// The one with the most text in its comments
    MostCommented,
}

const EXAMPLES: &str = "  \
  kifu dedupe games/ archive.zip
      which games occur more than once, and where
  kifu dedupe --keep most-commented games/ -o unique.sgfs --rest doubles.sgfs
      one of each, and the others in a file of their own
  kifu dedupe --keep longest --merge games/ --to unique --name '{DT} {PB} - {PW}'
      the longest of each, with the names and dates that only others have, each in a file
  kifu dedupe --by dyer --format csv games/ -o groups.csv
      groups by their Dyer signature, for a spreadsheet
  kifu dedupe --against mine.sgfs --keep first new.zip -o more.sgfs
      what an archive has that is not there yet";
