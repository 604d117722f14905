//! The arguments and the help of `kifu transform`.

use clap::Args;
use kifu::edit::{Symmetry, Transform};

use super::output::Output;
use super::{Inputs, ending};

/// Turn and mirror the board, and exchange the colours
///
/// The games are written as `kifu cat` does, in canonical form and UTF-8. All points change: those of
/// moves and setup, labels, arrows, lines and other markup, territory, and those of private properties
/// that are known. Values that cannot be read as points stay as they are, and so do games that are not go;
/// how many there are is reported.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct TransformOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    /// How to turn or mirror the board: rotate-90, flip-horizontal, transpose and others
    ///
    /// rotate-90 (clockwise: the upper left corner becomes the upper right one), rotate-180, rotate-270;
    /// flip-horizontal (left and right), flip-vertical (top and bottom); transpose (the upper left corner
    /// stays, columns become rows), transverse (the upper right corner stays); identity. So a move at cd
    /// on 19x19 goes to pc by rotate-90, qd by flip-horizontal, dc by transpose. A quarter turn
    /// exchanges the sides of a board that is no square.
    #[arg(long, value_name = "HOW", default_value = "identity")]
    symmetry: Symmetry,

    /// Make Black White, and White Black
    ///
    /// Moves, setup, names, ranks, teams, times, territory and judgements change sides, and so does the
    /// winner; the komi changes its sign, since it is for the same player. HA stays.
    #[arg(long)]
    swap_colors: bool,

    #[command(flatten)]
    pub(crate) output: Output,
}

impl TransformOptions {
    pub(crate) fn transform(&self) -> Transform {
        Transform::new().symmetry(self.symmetry).exchange_colors(self.swap_colors)
    }
}

const EXAMPLES: &str = "  \
  kifu transform --symmetry rotate-90 game.sgf
      the game on the board after a quarter turn
  kifu transform --symmetry transpose --swap-colors games/ -o other.sgfs
      all games of a folder, with columns as rows and with other colours";
