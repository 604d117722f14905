//! Keys by which games are the same: of their moves, with or without symmetry, of the first of them,
//! of a few of them, or of the players and the date.

use alloc::string::String;
use core::error::Error;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use twox_hash::xxhash3_64::Hasher;

use super::game::line::{Kind, Line};
use crate::GameTree;
use crate::values::{Game, GameInfo, Reading};

/// What makes two games the same. The size of the board, the setup, the komi and the handicap are part
/// of it in all ways but [`PlayersAndDate`](Self::PlayersAndDate) and [`Dyer`](Self::Dyer), which are
/// for records of one game that differ in these.
///
/// ```
/// use kifu::rows::SameBy;
///
/// assert_eq!("prefix:40".parse(), Ok(SameBy::Prefix(40)));
/// assert_eq!(SameBy::PlayersAndDate.to_string(), "players+date");
/// assert!("prefix:0".parse::<SameBy>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SameBy {
    /// All moves of the main line.
    Moves,
    /// All moves of the main line, on the board turned and mirrored in whatever way. Go only.
    Symmetric,
    /// So many moves of the main line, from the first on. A game that has fewer has no key. Go only.
    Prefix(u32),
    /// The names of both players, in capitals or not, and the days on which the game was played.
    PlayersAndDate,
    /// The Dyer signature: the points of moves 20, 40, 60, 31, 51 and 71 and the size of the board, on
    /// the board turned and mirrored in whatever way. A game that lacks one of them has no key. Go
    /// only.
    Dyer,
}

impl fmt::Display for SameBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::Symmetric => f.write_str("symmetric"),
            Self::Prefix(moves) => write!(f, "prefix:{moves}"),
            Self::PlayersAndDate => f.write_str("players+date"),
            Self::Dyer => f.write_str("dyer"),
        }
    }
}

/// A text names no way of [`SameBy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSameByError(());

impl fmt::Display for ParseSameByError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("moves, symmetric, prefix:N, players+date or dyer is needed")
    }
}

impl Error for ParseSameByError {}

impl FromStr for SameBy {
    type Err = ParseSameByError;

    fn from_str(text: &str) -> Result<Self, ParseSameByError> {
        Ok(match text {
            "moves" => Self::Moves,
            "symmetric" => Self::Symmetric,
            "players+date" => Self::PlayersAndDate,
            "dyer" => Self::Dyer,
            _ => {
                let moves = text.strip_prefix("prefix:").and_then(|it| it.parse().ok());
                Self::Prefix(moves.filter(|&it| it > 0).ok_or(ParseSameByError(()))?)
            }
        })
    }
}

/// Makes the keys of games, and keeps the room it works in.
///
/// ```
/// use kifu::rows::{GameKeys, SameBy};
///
/// let arena = kifu::Arena::new();
/// let games = "(;KM[6.5];B[pd];W[dp])(;KM[6.5];B[dd];W[pp]C[mirrored])(;KM[7.5];B[pd];W[dp])(;KM[0])";
/// let collection = kifu::parse(&arena, games)?;
/// let mut keys = GameKeys::new(SameBy::Symmetric);
/// let keys: Vec<_> = collection.game_trees().map(|game| keys.key(game)).collect();
/// assert_eq!(keys[0], keys[1]);
/// assert_ne!(keys[0], keys[2]);
/// assert_eq!(keys[3], None);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameKeys {
    by: SameBy,
    line: Line,
    text: String,
}

impl GameKeys {
    /// Keys of this kind.
    pub fn new(by: SameBy) -> Self {
        Self { by, line: Line::default(), text: String::new() }
    }

    /// The key of a game: 128 bits, which other games do not have but by a chance that can be left
    /// out of account. `None` if the game does not have what it is made of, or not so that it can be
    /// read: no move and no setup, no name or date.
    ///
    /// Cost: linear in the nodes of the main line.
    pub fn key(&mut self, game: GameTree<'_>) -> Option<u128> {
        self.text.clear();
        if self.by == SameBy::PlayersAndDate {
            self.name_players(game)?;
            return Some(hash(&[], &self.text));
        }
        self.line.read(game, Kind::of(game));
        if self.by == SameBy::Dyer {
            let points = self.line.least_dyer()?;
            let [columns, rows] = self.line.sides();
            let _ = write!(self.text, "{columns}x{rows}");
            return Some(hash(&points, &self.text));
        }
        self.name_terms(game);
        let identity = match self.by {
            SameBy::Symmetric => self.line.symmetric_identity(),
            SameBy::Prefix(moves) => self.line.prefix(moves),
            _ => self.line.identity(),
        };
        Some(hash(identity?, &self.text))
    }

    /// The komi and the handicap: as values, or as texts where they cannot be read.
    fn name_terms(&mut self, game: GameTree<'_>) {
        let info = GameInfo::of(game);
        let text = &mut self.text;
        // Memory is all that it needs.
        let _ = match info.komi().map(Reading::value) {
            Some(Some(komi)) => write!(text, "K{komi:?}"),
            _ => write!(text, "k{}", info.text("KM").unwrap_or("")),
        };
        let _ = match info.handicap().map(Reading::value) {
            Some(Some(handicap)) => write!(text, "H{handicap}"),
            None if Game::of(game) == Game::GO => write!(text, "H0"),
            _ => write!(text, "h{}", info.text("HA").unwrap_or("")),
        };
    }

    fn name_players(&mut self, game: GameTree<'_>) -> Option<()> {
        let info = GameInfo::of(game);
        let dates = info.dates()?.value()?;
        for name in [info.black(), info.white()] {
            let name = name.map(str::trim).filter(|name| !name.is_empty())?;
            self.text.extend(name.chars().flat_map(char::to_lowercase));
            self.text.push('\n');
        }
        let (from, to) = (dates.from(), dates.to());
        let _ = write!(self.text, "{from} {to}");
        Some(())
    }
}

/// Two hashes of 64 bits of the same text, with different seeds.
fn hash(identity: &[u8], terms: &str) -> u128 {
    let half = |seed| {
        let inner = Hasher::oneshot_with_seed(seed, identity);
        u128::from(Hasher::oneshot_with_seed(seed ^ inner, terms.as_bytes()))
    };
    half(0) << 64 | half(0x9E37_79B9_7F4A_7C15)
}
