//! What can be wrong with a move, and what rule sets say of it.

use core::fmt;

use crate::values::{self, Rules};

/// Why a move is not legal. Printed as a stable name: `occupied`, `ko`.
///
/// ```
/// use kifu::go::Illegal;
///
/// assert_eq!(Illegal::OffBoard.to_string(), "off-board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Illegal {
    /// The value is not a move of go. Nothing is done on the board.
    NotAMove,
    /// The point is off the board. Nothing is done on the board.
    OffBoard,
    /// There is a stone on the point, which is replaced.
    Occupied,
    /// It retakes a ko at once.
    Ko,
    /// It leaves its own chain without a liberty, which is removed.
    Suicide,
    /// It makes a position that was there before.
    Superko,
}

impl Illegal {
    /// A stable name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotAMove => "not-a-move",
            Self::OffBoard => "off-board",
            Self::Occupied => "occupied",
            Self::Ko => "ko",
            Self::Suicide => "suicide",
            Self::Superko => "superko",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether rules that are named by `RU` let a player remove more than one stone of their own.
///
/// Those of New Zealand, Ing's and Tromp-Taylor do, and those that KataGo names by their parts with
/// `sui1`. A single stone may never be played so: the position would be the one before.
///
/// Source: FF\[4\], go, `RU`.
///
/// ```
/// use kifu::go::allows_suicide;
///
/// assert!(allows_suicide("NZ") && allows_suicide("koSIMPLEscoreAREAtaxNONEsui1"));
/// assert!(!allows_suicide("Japanese") && !allows_suicide(""));
/// ```
pub fn allows_suicide(rules: &str) -> bool {
    match values::rules(rules).value() {
        Some(Rules::NewZealand | Rules::Ing | Rules::TrompTaylor) => true,
        Some(Rules::KataGo) => rules.contains("sui1"),
        _ => false,
    }
}
