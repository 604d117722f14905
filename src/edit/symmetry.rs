//! The eight ways to lay a board on itself.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A way to turn and mirror a board. Quarter turns and transpositions exchange the sides of a board that
/// is no square.
///
/// ```
/// use kifu::edit::Symmetry;
///
/// let turn: Symmetry = "rotate-90".parse()?;
/// assert_eq!(turn.place((0, 0), (19, 19)), (18, 0));
/// assert_eq!(turn.then(turn), Symmetry::Rotate180);
/// assert_eq!(turn.inverse(), Symmetry::Rotate270);
/// # Ok::<(), kifu::edit::ParseSymmetryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Symmetry {
    /// As it is.
    #[default]
    Identity,
    /// A quarter turn clockwise: the upper left corner becomes the upper right one.
    Rotate90,
    /// Half a turn.
    Rotate180,
    /// A quarter turn counterclockwise.
    Rotate270,
    /// Left and right exchanged.
    FlipHorizontal,
    /// Top and bottom exchanged.
    FlipVertical,
    /// Columns and rows exchanged: the upper left corner stays.
    Transpose,
    /// Columns and rows exchanged, and both reversed: the upper right corner stays.
    Transverse,
}

const ALL: [(Symmetry, &str); 8] = [
    (Symmetry::Identity, "identity"),
    (Symmetry::Rotate90, "rotate-90"),
    (Symmetry::Rotate180, "rotate-180"),
    (Symmetry::Rotate270, "rotate-270"),
    (Symmetry::FlipHorizontal, "flip-horizontal"),
    (Symmetry::FlipVertical, "flip-vertical"),
    (Symmetry::Transpose, "transpose"),
    (Symmetry::Transverse, "transverse"),
];

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().map(|&(symmetry, _)| symmetry)
    }

    /// The name: `rotate-90`, `transpose`.
    pub fn as_str(self) -> &'static str {
        ALL[self as usize].1
    }

    /// Where a point comes to, given as column and row from the upper left, on a board with so many
    /// columns and rows.
    pub const fn place(self, (column, row): (u16, u16), (columns, rows): (u16, u16)) -> (u16, u16) {
        let right = (columns - 1).saturating_sub(column);
        let below = (rows - 1).saturating_sub(row);
        match self {
            Self::Identity => (column, row),
            Self::Rotate90 => (below, column),
            Self::Rotate180 => (right, below),
            Self::Rotate270 => (row, right),
            Self::FlipHorizontal => (right, row),
            Self::FlipVertical => (column, below),
            Self::Transpose => (row, column),
            Self::Transverse => (below, right),
        }
    }

    /// Whether columns become rows.
    pub const fn exchanges_sides(self) -> bool {
        matches!(self, Self::Rotate90 | Self::Rotate270 | Self::Transpose | Self::Transverse)
    }

    /// This one, and then the other.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        let place = |symmetry: Self, at| symmetry.place(at, (3, 3));
        // These two points of a small board tell all eight apart.
        let both = [(0, 0), (1, 0)].map(|at| place(other, place(self, at)));
        let is_it = |symmetry: &Self| [(0, 0), (1, 0)].map(|at| place(*symmetry, at)) == both;
        Self::all().find(is_it).unwrap_or_default()
    }

    /// The one that undoes it.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text is the name of no symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSymmetryError(());

impl fmt::Display for ParseSymmetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "rotate-90, rotate-180, rotate-270, flip-horizontal, flip-vertical, transpose, \
             transverse or identity is needed",
        )
    }
}

impl Error for ParseSymmetryError {}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(text: &str) -> Result<Self, ParseSymmetryError> {
        let found = ALL.iter().find(|(_, name)| *name == text);
        found.map(|&(symmetry, _)| symmetry).ok_or(ParseSymmetryError(()))
    }
}
