//! The arguments and the help of `kifu strip`.

use clap::{ArgGroup, Args};
use kifu::edit::Strip;

use super::output::Output;
use super::{Inputs, ending};

/// Leave comments, marks, variations and other parts of games out
///
/// The games are written as `kifu cat` does, in canonical form and UTF-8. At least one of the options has to
/// say what is left out. Nodes stay, also those that become empty, so that the numbers of moves do not
/// change; only --variations leaves nodes out.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("parts").required(true).multiple(true))]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct StripOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// Leave out comments and names of nodes: C, N
    #[arg(long, group = "parts")]
    comments: bool,

    /// Leave out what is drawn on the board: AR CR DD FG LB LN MA PM SL SQ TR VW
    #[arg(long, group = "parts")]
    marks: bool,

    /// Leave out judgements, and what analysis programs write: BM DM DO GB GW HO IT TE UC V, LZ KT SBKV
    #[arg(long, group = "parts")]
    analysis: bool,

    /// Leave out times left: BL WL OB OW
    #[arg(long, group = "parts")]
    times: bool,

    /// Leave out properties that no version of the format has
    #[arg(long, group = "parts")]
    private: bool,

    /// Leave out all but the main line
    #[arg(long, group = "parts")]
    variations: bool,

    #[command(flatten)]
    pub(crate) output: Output,
}

impl StripOptions {
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
  kifu strip --comments --marks game.sgf
      the moves without what was said of them
  kifu strip --variations --analysis --private archive.zip -o plain.sgfs
      main lines alone, without what programs added";
