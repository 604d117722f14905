//! The arguments and the help of `kifu transform`.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
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

    /// How to turn or mirror the board
    #[arg(long, value_name = "NAME", group = "change", value_parser = SymmetryParser::parser())]
    symmetry: Option<Symmetry>,

    /// Swap Black and White: their moves, stones, names, ranks, times, and the result
    ///
    /// Komi is what White gets, so KM changes its sign, and the result stays true; so does V, which is
    /// good for Black. HA, the number of handicap stones, stays, though they are White's then. In
    /// comments and other texts nothing changes.
    #[arg(long, visible_alias = "swap-colors", group = "change")]
    swap_colours: bool,
}

impl TransformOptions {
    /// What to do with each game.
    pub(crate) fn transform(&self) -> Transform {
        Transform::new(self.symmetry.unwrap_or_default()).swap_colors(self.swap_colours)
    }
}

/// Takes the name of a symmetry.
struct SymmetryParser;

impl SymmetryParser {
    fn parser() -> impl clap::builder::TypedValueParser<Value = Symmetry> {
        let names = Symmetry::ALL.map(|symmetry| {
            let image = match symmetry.name() {
                "identity" => "pd stays pd",
                "flip-left-right" => "left and right change places: pd becomes dd",
                "flip-top-bottom" => "top and bottom change places: pd becomes pp",
                "rotate-180" => "a half turn: pd becomes dp",
                "flip-diagonal" => {
                    "columns become rows, the upper left corner stays: pd becomes dp"
                }
                "rotate-left" => "a quarter turn against the clock: pd becomes dd",
                "rotate-right" => "a quarter turn with the clock: pd becomes pp",
                _ => "the upper right corner stays: pd stays pd",
            };
            PossibleValue::new(symmetry.name()).help(image)
        });
        PossibleValuesParser::new(names).map(|name| Symmetry::from_name(&name).unwrap_or_default())
    }
}

const EXAMPLES: &str = "  \
  kifu transform --symmetry rotate-right game.sgf
      the game on a board that is turned by a quarter: what was at the upper left is at the upper
      right
  kifu transform --symmetry flip-diagonal --swap-colours problems.sgf -o others.sgf
      problems mirrored, for the other colour
  kifu transform --swap-colours games/ | kifu games
      who would have won";
