//! What `GM` and `SZ` of a root say: the game and the size of the board, as they are counted. How often
//! is left to others.

use std::fmt;

use kifu::values::{self, BoardSize, Fault, Outcome};

/// How many characters of a `GM` are kept that is no number.
const KEPT: usize = 40;

/// A game, as `GM` gives it: printed as its number, or as the text that stands there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Game {
    Number(values::Game),
    /// Something that is no number, or its start.
    Text(Box<str>),
    /// More different texts than are reported one by one.
    Others,
}

impl Game {
    /// The game of a record by the text of its `GM`; without one it is go.
    pub(super) fn of(kind: Option<&str>) -> Self {
        match values::game(kind.unwrap_or("1")).outcome() {
            Outcome::Exact(game) | Outcome::Repaired(game, _) => Self::Number(game),
            Outcome::Unreadable(Fault::Empty) => Self::Number(values::Game::GO),
            Outcome::Unreadable(_) => Self::text(kind.unwrap_or_default().trim()),
        }
    }

    fn text(text: &str) -> Self {
        match text.char_indices().nth(KEPT) {
            Some((end, _)) => Self::Text(format!("{}…", &text[..end]).into()),
            None => Self::Text(text.into()),
        }
    }

    fn known(&self) -> values::Game {
        match self {
            Self::Number(game) => *game,
            Self::Text(_) | Self::Others => values::Game::UNKNOWN,
        }
    }

    /// The name of the game, if the format knows its number.
    pub(super) fn name(&self) -> Option<&'static str> {
        self.known().name()
    }

    /// The side of the board where a record does not say it.
    pub(super) fn default_side(&self) -> Option<u16> {
        self.known().default_side()
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(game) => game.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Others => f.write_str("(others)"),
        }
    }
}

/// The size of a board, as `SZ` gives it. Printed as `19` or `19:13`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    Board(BoardSize),
    /// `SZ` is missing.
    Default,
    /// Something that is no size.
    Invalid,
}

impl Size {
    /// The size of the board of a game by the text of its `SZ`.
    pub(super) fn of(size: Option<&str>, game: &Game) -> Self {
        let Some(text) = size else { return Self::Default };
        match values::size(text, game.known()).outcome() {
            Outcome::Exact(size) | Outcome::Repaired(size, _) => Self::Board(size),
            Outcome::Unreadable(Fault::Empty) => Self::Default,
            Outcome::Unreadable(_) => Self::Invalid,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(size) => size.fmt(f),
            Self::Default => f.write_str("default"),
            Self::Invalid => f.write_str("invalid"),
        }
    }
}
