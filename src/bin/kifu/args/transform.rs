//! The arguments and the help of `kifu transform`.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use kifu::edit::Transform;
use kifu::go::Symmetry;

use super::output::Output;
use super::{Inputs, ending};

/// Turn or mirror the board of each game, or swap the colours
///
/// Coordinates change in moves, setup, marks, labels, lines, territory and all other properties that
/// have them, private ones too if they are known; rectangles such as aa:ss stay rectangles, and on a
/// board that is no square a quarter turn exchanges the two numbers of SZ. Passes stay. Texts are not
/// looked into: a comment, or an analysis in a text, that names Q16 does so still (`kifu strip` leaves
/// those out).
///
/// Games that do not write points as go does stay as they are, and so do values that cannot be read;
/// each such game is reported. Games are written as `kifu cat` writes them: all into one collection,
/// in canonical form and UTF-8.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
#[command(group = ArgGroup::new("change").required(true).multiple(true))]
pub(crate) struct TransformOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// How to turn or mirror the board: rotate-right, flip-diagonal; --help lists all
    ///
    /// What becomes of qd, the point in column 17 and row 4 of a board of 19 lines:
    ///
    /// - identity: it stays
    ///
    /// - flip-left-right: left and right change places: cd
    ///
    /// - flip-top-bottom: top and bottom change places: qp
    ///
    /// - rotate-180: a half turn: cp
    ///
    /// - flip-diagonal: columns become rows, the upper left corner stays: dq
    ///
    /// - rotate-left: a quarter turn against the clock: dc
    ///
    /// - rotate-right: a quarter turn with the clock: pq
    ///
    /// - flip-antidiagonal: the upper right corner stays: pc
    #[arg(long, value_name = "NAME", group = "change", value_parser = symmetry())]
    #[arg(hide_possible_values = true)]
    symmetry: Option<Symmetry>,

    /// Swap Black and White: their moves, stones, names, ranks, times, and the result
    ///
    /// Komi is what White gets, so KM changes its sign, and the result stays true; so does V, which is
    /// good for Black. HA, the number of handicap stones, stays, though they are White's then. In
    /// comments and other texts nothing changes.
    #[arg(long, alias = "swap-colors", group = "change")]
    swap_colours: bool,
}

impl TransformOptions {
    /// What to do with each game.
    pub(crate) fn transform(&self) -> Transform {
        Transform::new(self.symmetry.unwrap_or_default()).swap_colors(self.swap_colours)
    }
}

/// Takes the name of a symmetry.
fn symmetry() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(Symmetry::ALL.map(Symmetry::name))
        .map(|name| Symmetry::from_name(&name).unwrap_or_default())
}

const EXAMPLES: &str = "  \
  kifu transform --symmetry rotate-right game.sgf
      the game on a board that is turned by a quarter: what was at the upper left is at the upper
      right
  kifu transform --symmetry flip-diagonal --swap-colours problems.sgf -o others.sgf
      problems mirrored, for the other colour
  kifu transform --swap-colours games/ | kifu games
      who would have won";
