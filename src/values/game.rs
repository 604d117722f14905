//! The games that the format knows, and the sizes of their boards.

use core::fmt;

use super::number::parse_number;
use super::reading::{Fault, Parsed, Reading, Repair};
use super::size_words::size_in_words;
use super::source::AnyValue;
use crate::view::{NodeView, PropertyView, TreeView, ValueView};
use crate::walk::Links;

/// A game, by its number in `GM`. Printed as that number.
///
/// Source: FF\[4\], `GM`.
///
/// ```
/// use kifu::values::Game;
///
/// assert_eq!(Game::HEX.number(), 11);
/// assert_eq!(Game::HEX.name(), Some("Hex"));
/// assert_eq!(Game::new(99).name(), None);
/// assert_eq!(Game::GO.default_side(), Some(19));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game(u32);

impl Game {
    /// What no `GM` can say: a game of which nothing is known.
    pub const UNKNOWN: Self = Self(0);
    /// Go, `GM[1]`, and where there is no `GM`.
    pub const GO: Self = Self(1);
    /// Othello, `GM[2]`.
    pub const OTHELLO: Self = Self(2);
    /// Gomoku and Renju, `GM[4]`.
    pub const GOMOKU: Self = Self(4);
    /// Backgammon, `GM[6]`.
    pub const BACKGAMMON: Self = Self(6);
    /// Lines of Action, `GM[9]`.
    pub const LINES_OF_ACTION: Self = Self(9);
    /// Hex, `GM[11]`.
    pub const HEX: Self = Self(11);
    /// Amazons, `GM[18]`.
    pub const AMAZONS: Self = Self(18);
    /// Octi, `GM[19]`.
    pub const OCTI: Self = Self(19);
    /// Gess, `GM[20]`.
    pub const GESS: Self = Self(20);
    /// TwixT, `GM[21]`.
    pub const TWIXT: Self = Self(21);

    /// The game with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The game that is played: what `GM` in the root says. Without one it is go; if it is no
    /// number, it is [`UNKNOWN`](Self::UNKNOWN).
    ///
    /// Cost: linear in the number of nodes above, if this is the node of a tree.
    ///
    /// ```
    /// use kifu::values::Game;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;GM[11])(;SZ[9])(;GM[chess])")?;
    /// assert!(collection.game_trees().map(Game::of).eq([Game::HEX, Game::GO, Game::UNKNOWN]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn of(tree: impl crate::AnyTree) -> Self {
        root_of(tree).map_or(Self::GO, Self::of_root)
    }

    /// What `GM` of a root says.
    pub(crate) fn of_root(root: impl NodeView) -> Self {
        let read = |text: &str| match parse_game(text) {
            Ok((game, _)) => game,
            Err(Fault::Empty) => Self::GO,
            Err(_) => Self::UNKNOWN,
        };
        with_text(root, "GM", read).unwrap_or(Self::GO)
    }

    /// The number in `GM`.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The name, if the format has one for the number.
    pub fn name(self) -> Option<&'static str> {
        NAMES.get((self.0 as usize).checked_sub(1)?).copied()
    }

    /// The side of the board where `SZ` is missing, if the format says what it is.
    ///
    /// Source: FF\[4\], `SZ`, and the pages of the games.
    pub const fn default_side(self) -> Option<u16> {
        match self.0 {
            1 => Some(19),
            3 | 9 => Some(8),
            11 => Some(11),
            18 => Some(10),
            20 => Some(20),
            21 => Some(24),
            _ => None,
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The games of `GM[1]`, `GM[2]` and so on.
const NAMES: [&str; 40] = [
    "Go",
    "Othello",
    "Chess",
    "Gomoku, Renju",
    "Nine Men's Morris",
    "Backgammon",
    "Chinese chess",
    "Shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
    "Octi",
    "Gess",
    "Twixt",
    "Zertz",
    "Plateau",
    "Yinsh",
    "Punct",
    "Gobblet",
    "Hive",
    "Exxit",
    "Hnefatal",
    "Kuba",
    "Tripples",
    "Chase",
    "Tumbling Down",
    "Sahara",
    "Byte",
    "Focus",
    "Dvonn",
    "Tamsk",
    "Gipf",
    "Kropki",
];

/// Reads the value of `GM`.
///
/// Source: FF\[4\], `GM`.
///
/// ```
/// use kifu::values::{self, Fault, Game, Outcome};
///
/// assert_eq!(values::game("21").outcome(), Outcome::Exact(Game::TWIXT));
/// assert_eq!(values::game("-1").outcome(), Outcome::Unreadable(Fault::OutOfRange));
/// ```
pub fn game<'v>(value: impl AnyValue<'v>) -> Reading<'v, Game> {
    let text = value.whole();
    Reading::of(text, parse_game(text))
}

fn parse_game(text: &str) -> Parsed<Game> {
    let (number, repair) = parse_number(text)?;
    Ok((Game(u32::try_from(number).map_err(|_| Fault::OutOfRange)?), repair))
}

/// The size of a board. Printed as `19`, or as `13:9` if it is no square.
///
/// Source: FF\[4\], `SZ`.
///
/// ```
/// use kifu::values::BoardSize;
///
/// let size = BoardSize::new(13, 9).unwrap();
/// assert_eq!((size.columns(), size.rows()), (13, 9));
/// assert_eq!(size.to_string(), "13:9");
/// assert_eq!(BoardSize::new(0, 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize {
    columns: u16,
    rows: u16,
}

impl BoardSize {
    /// A board of so many columns and rows; `None` if there are none of one.
    pub const fn new(columns: u16, rows: u16) -> Option<Self> {
        if columns == 0 || rows == 0 { None } else { Some(Self { columns, rows }) }
    }

    /// The size of the board: what `SZ` in the root says, or where that cannot be read or is
    /// missing, what is usual in the game. `None` if the format does not say what that is.
    ///
    /// Cost: linear in the number of nodes above, if this is the node of a tree.
    ///
    /// ```
    /// use kifu::values::BoardSize;
    ///
    /// let tree = kifu::OwnedTree::parse("(;SZ[9])(;GM[11])(;GM[2])")?;
    /// let sizes: Vec<_> = tree.game_trees().map(BoardSize::of).collect();
    /// assert_eq!(sizes, [BoardSize::new(9, 9), BoardSize::new(11, 11), None]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn of(tree: impl crate::AnyTree) -> Option<Self> {
        let root = root_of(tree)?;
        Self::of_root(root, Game::of_root(root))
    }

    /// What `SZ` of a root says, or what is usual in the game.
    pub(crate) fn of_root(root: impl NodeView, game: Game) -> Option<Self> {
        let size = with_text(root, "SZ", |text| size(text, game).value()).flatten();
        size.or_else(|| game.default_side().and_then(|side| Self::new(side, side)))
    }

    /// The number of columns, from left to right.
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// The number of rows, from top to bottom.
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// Whether there are as many columns as rows.
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { columns, rows } = self;
        if self.is_square() { write!(f, "{columns}") } else { write!(f, "{columns}:{rows}") }
    }
}

/// The longest side of a board of go, whose points are letters.
pub(crate) const MAX_SIDE: u16 = 52;

/// Reads the value of `SZ`: one number, or columns and rows.
///
/// `19:19` is read as a square, as are `19x19` and `19路`, which people write. A board of go of more than 52 lines is kept, though its outer
/// points cannot be written.
///
/// Source: FF\[4\], `SZ`: `Number | Number ":" Number`; go: at most 52.
///
/// ```
/// use kifu::values::{self, BoardSize, Fault, Game, Outcome, Repair};
///
/// let size = |text| values::size(text, Game::GO).outcome();
/// assert_eq!(size("13:9"), Outcome::Exact(BoardSize::new(13, 9).unwrap()));
/// assert_eq!(size("9:9"), Outcome::Repaired(BoardSize::new(9, 9).unwrap(), Repair::Square));
/// assert_eq!(size("0"), Outcome::Unreadable(Fault::OutOfRange));
/// assert_eq!(size("abc"), Outcome::Unreadable(Fault::NotANumber));
/// ```
pub fn size<'v>(value: impl AnyValue<'v>, game: Game) -> Reading<'v, BoardSize> {
    let text = value.whole();
    let parsed = match value.parts() {
        Some((columns, rows)) => side(columns).and_then(|(columns, first)| {
            let (rows, second) = side(rows)?;
            let square = (columns == rows).then_some(Repair::Square);
            Ok((BoardSize { columns, rows }, first.or(second).or(square)))
        }),
        None => side(text).map(|(side, repair)| (BoardSize { columns: side, rows: side }, repair)),
    };
    let kept = parsed.or_else(|_| size_in_words(text)).map(|(size, repair)| {
        let is_too_large = game == Game::GO && size.columns.max(size.rows) > MAX_SIDE;
        (size, if is_too_large { Some(Repair::Kept) } else { repair })
    });
    Reading::of(text, kept)
}

fn side(text: &str) -> Parsed<u16> {
    let (number, repair) = parse_number(text)?;
    match u16::try_from(number) {
        Ok(side @ 1..) => Ok((side, repair)),
        _ => Err(Fault::OutOfRange),
    }
}

/// The root above the first node of a tree.
pub(super) fn root_of<T: TreeView>(tree: T) -> Option<T::Node> {
    let mut node = tree.roots().next()?;
    while let Some(parent) = node.parent() {
        node = parent;
    }
    Some(node)
}

/// What is made of the text of a property of the node: of the first value that is not empty.
pub(super) fn with_text<T>(
    node: impl NodeView,
    ident: &str,
    read: impl FnOnce(&str) -> T,
) -> Option<T> {
    let property = node.property_views().find(|property| property.ident() == ident)?;
    let first = property.values().next()?;
    if first.text().is_empty() {
        if let Some(other) = property.values().find(|value| !value.text().is_empty()) {
            return Some(read(other.text()));
        }
    }
    Some(read(first.text()))
}
