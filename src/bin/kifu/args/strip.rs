//! The arguments and the help of `kifu strip`.

use clap::{ArgGroup, Args};
use kifu::edit::Strip;

use super::output::Output;
use super::{Inputs, ending};

/// Write the games without comments, marks, analysis, times or variations
///
/// What is left out has to be named; one option or several. A node whose properties are all left out
/// stays, so that moves keep their numbers and variations their places; only --variations removes
/// nodes. Games are written as `kifu cat` writes them: all into one collection, in canonical form and
/// UTF-8.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
#[command(group = ArgGroup::new("parts").required(true).multiple(true))]
pub(crate) struct StripOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// Leave out comments: C and GC
    ///
    /// So also what programs and servers write there: win rates, chat.
    #[arg(long, group = "parts")]
    comments: bool,

    /// Leave out marks on the board: AR CR DD LB LN MA SL SQ TR, and L and M
    ///
    /// Territory (TB, TW) and the part of the board that is shown (VW) stay.
    #[arg(long, group = "parts")]
    marks: bool,

    /// Leave out judgements of moves and positions, and the analysis of programs
    ///
    /// BM DO IT TE DM GB GW UC HO V, the older CH EL EX SI, and the private properties in which
    /// programs keep analysis: LZ, KT, SBKV, CC and their kin.
    #[arg(long, group = "parts")]
    analysis: bool,

    /// Leave out the clocks after each move: BL WL OB OW
    ///
    /// The time limits of the game, TM and OT, stay.
    #[arg(long, group = "parts")]
    times: bool,

    /// Leave out properties that no version of the format has
    ///
    /// `kifu properties` lists those that are known, with the programs that write them.
    #[arg(long, group = "parts")]
    private: bool,

    /// Keep the main line alone
    #[arg(long, group = "parts")]
    variations: bool,
}

impl StripOptions {
    /// What to leave out.
    pub(crate) fn strip(&self) -> Strip {
        Strip::new()
            .comments(self.comments)
            .marks(self.marks)
            .analysis(self.analysis)
            .times(self.times)
            .private(self.private)
            .variations(self.variations)
    }
}

const EXAMPLES: &str = "  \
  kifu strip --comments --variations game.sgf
      the moves of the game and who played it
  kifu strip --comments --analysis --private archive.zip -o clean.sgfs
      all games of an archive without what servers and engines added
  kifu strip --times --player 'Go Seigen' games/ -o go.sgfs
      the games of one player without the clocks";
