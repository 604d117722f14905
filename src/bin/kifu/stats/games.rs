//! What `GM` and `SZ` of a root say: the game and the size of the board. How often is left to
//! others.

use std::fmt;

/// The games of `GM[1]`, `GM[2]` and so on, with the side of the board where `SZ` is missing.
///
/// Source: FF\[4\], `GM`, and the pages of the games that have one.
const GAMES: [(&str, Option<u32>); 40] = [
    ("Go", Some(19)),
    ("Othello", None),
    ("Chess", Some(8)),
    ("Gomoku, Renju", None),
    ("Nine Men's Morris", None),
    ("Backgammon", None),
    ("Chinese chess", None),
    ("Shogi", None),
    ("Lines of Action", Some(8)),
    ("Ataxx", None),
    ("Hex", Some(11)),
    ("Jungle", None),
    ("Neutron", None),
    ("Philosopher's Football", None),
    ("Quadrature", None),
    ("Trax", None),
    ("Tantrix", None),
    ("Amazons", Some(10)),
    ("Octi", None),
    ("Gess", Some(20)),
    ("Twixt", Some(24)),
    ("Zertz", None),
    ("Plateau", None),
    ("Yinsh", None),
    ("Punct", None),
    ("Gobblet", None),
    ("Hive", None),
    ("Exxit", None),
    ("Hnefatal", None),
    ("Kuba", None),
    ("Tripples", None),
    ("Chase", None),
    ("Tumbling Down", None),
    ("Sahara", None),
    ("Byte", None),
    ("Focus", None),
    ("Dvonn", None),
    ("Tamsk", None),
    ("Gipf", None),
    ("Kropki", None),
];

/// How many characters of a `GM` are kept that is no number.
const KEPT: usize = 40;

/// The number of a game, as `GM` gives it, or what else it gives. Printed as it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Game {
    Number(u32),
    /// Something that is no number, or its start.
    Text(Box<str>),
    /// More different texts than are told one by one.
    Others,
}

impl Game {
    /// The game of a record by the text of its `GM`; without one it is go.
    pub(super) fn of(kind: Option<&str>) -> Self {
        match kind.map(str::trim) {
            None | Some("") => Self::Number(1),
            Some(text) => text.parse().map_or_else(|_| Self::text(text), Self::Number),
        }
    }

    fn text(text: &str) -> Self {
        match text.char_indices().nth(KEPT) {
            Some((end, _)) => Self::Text(format!("{}…", &text[..end]).into()),
            None => Self::Text(text.into()),
        }
    }

    fn known(&self) -> Option<(&'static str, Option<u32>)> {
        let &Self::Number(number) = self else { return None };
        GAMES.get((number as usize).checked_sub(1)?).copied()
    }

    /// The name of the game, if the format knows its number.
    pub(super) fn name(&self) -> Option<&'static str> {
        self.known().map(|(name, _)| name)
    }

    /// The side of the board where a record does not say it.
    pub(super) fn default_side(&self) -> Option<u32> {
        self.known().and_then(|(_, side)| side)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Others => f.write_str("(others)"),
        }
    }
}

/// The size of a board, as `SZ` gives it. Printed as `19` or `19:13`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    Board {
        columns: u32,
        rows: u32,
    },
    /// `SZ` is missing.
    Default,
    /// Something that is no number and no pair of numbers.
    Invalid,
}

impl Size {
    /// The size of a record's board by the text of its `SZ`.
    pub(super) fn of(size: Option<&str>) -> Self {
        let Some(text) = size.map(str::trim) else { return Self::Default };
        if text.is_empty() {
            return Self::Default;
        }
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        match (columns.trim().parse(), rows.trim().parse()) {
            (Ok(columns), Ok(rows)) => Self::Board { columns, rows },
            _ => Self::Invalid,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { columns, rows } if columns == rows => write!(f, "{columns}"),
            Self::Board { columns, rows } => write!(f, "{columns}:{rows}"),
            Self::Default => f.write_str("default"),
            Self::Invalid => f.write_str("invalid"),
        }
    }
}
