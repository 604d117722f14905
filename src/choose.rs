//! Choosing games by what they say of themselves: players, dates, results and the like. How ranges,
//! dates and results are written is left to `interval`, `period` and `outcome`.

#[cfg(feature = "jq")]
mod filter;
mod interval;
mod outcome;
mod period;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "jq")]
pub use filter::{Filter, FilterError, ParseFilterError};
pub use interval::{Interval, ParseIntervalError};
pub use outcome::{ParseResultError, ResultPattern};
pub use period::{ParsePeriodError, Period};

use crate::values::{BoardSize, Game, GameInfo, Rank, Reading, Strength};
use crate::{GameTree, Node};

/// What games are chosen by. One that meets all criteria is chosen; without any, all are.
///
/// A game that does not say what a criterion asks for, or says it in words that cannot be read, is
/// not chosen by it: the verdict names the criterion.
///
/// ```
/// use kifu::choose::{Choice, Criterion, Verdict};
///
/// let arena = kifu::Arena::new();
/// let games = "(;PB[Shusaku]DT[1846-09-11]RE[B+2])(;PB[Shusaku]DT[spring])(;PB[Shuwa]DT[1846])";
/// let collection = kifu::parse(&arena, games)?;
/// let choice = Choice::new().player("shusaku").played("1840".parse()?, "1850".parse()?);
/// let verdicts: Vec<_> = collection.game_trees().map(|game| choice.judge(game)).collect();
/// let expected =
///     [Verdict::Chosen, Verdict::Unknown(Criterion::Date), Verdict::NotChosen];
/// assert_eq!(verdicts, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// In lower case, as all names here.
    players: Vec<String>,
    black: Vec<String>,
    white: Vec<String>,
    events: Vec<String>,
    since: Option<Period>,
    until: Option<Period>,
    results: Vec<ResultPattern>,
    rank: Option<Interval<Rank>>,
    komi: Option<Interval<f64>>,
    size: Option<Interval<BoardSize>>,
    handicap: Option<Interval<u16>>,
    moves: Option<Interval<u32>>,
    kinds: Vec<Game>,
    idents: Vec<String>,
    inverted: bool,
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Criterion {
    /// The name of either player.
    Player,
    /// The name of Black.
    Black,
    /// The name of White.
    White,
    /// The event.
    Event,
    /// When it was played.
    Date,
    /// The result.
    Result,
    /// The ranks of both players.
    Rank,
    /// The komi.
    Komi,
    /// The size of the board.
    Size,
    /// The handicap.
    Handicap,
    /// How many moves the main line has.
    Moves,
    /// What is played.
    Game,
    /// A property that is somewhere in the game.
    Property,
}

impl Criterion {
    /// What a game lacks that cannot be judged by it, as in "date missing or not readable".
    ///
    /// ```
    /// assert_eq!(kifu::choose::Criterion::Date.to_string(), "date");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Player => "name of a player",
            Self::Black => "name of Black",
            Self::White => "name of White",
            Self::Event => "event",
            Self::Date => "date",
            Self::Result => "result",
            Self::Rank => "rank of a player",
            Self::Komi => "komi",
            Self::Size => "size of the board",
            Self::Handicap => "handicap",
            Self::Moves => "number of moves",
            Self::Game => "kind of game",
            Self::Property => "property",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Whether a game is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It meets all criteria.
    Chosen,
    /// It does not meet one.
    NotChosen,
    /// It meets all that it can be judged by, and cannot be judged by this one: it is not chosen.
    Unknown(Criterion),
}

impl Verdict {
    /// Whether the game is chosen.
    pub fn is_chosen(self) -> bool {
        self == Self::Chosen
    }
}

/// A builder's method that adds one more of what may be met.
macro_rules! alternatives {
    ($($(#[$doc:meta])+ $name:ident, $field:ident;)+) => {
        $(
            $(#[$doc])+
            #[must_use]
            pub fn $name(mut self, part: &str) -> Self {
                self.$field.push(part.to_lowercase());
                self
            }
        )+
    };
}

/// A builder's method that sets a range.
macro_rules! intervals {
    ($($(#[$doc:meta])+ $name:ident, $value:ty;)+) => {
        $(
            $(#[$doc])+
            #[must_use]
            pub fn $name(self, interval: Interval<$value>) -> Self {
                Self { $name: Some(interval), ..self }
            }
        )+
    };
}

impl Choice {
    /// A choice of all games.
    pub fn new() -> Self {
        Self::default()
    }

    alternatives! {
        /// The name of either player holds this text, in capitals or not (PB, PW). Of several such
        /// texts one is enough, here and in what follows.
        player, players;
        /// The name of Black holds this text (PB).
        black, black;
        /// The name of White holds this text (PW).
        white, white;
        /// The event holds this text (EV).
        event, events;
    }

    /// The game was played in this period or after it (DT): on one of its days at least.
    #[must_use]
    pub fn since(self, period: Period) -> Self {
        Self { since: Some(period), ..self }
    }

    /// The game was played in this period or before it (DT): on one of its days at least.
    #[must_use]
    pub fn until(self, period: Period) -> Self {
        Self { until: Some(period), ..self }
    }

    /// Both [`since`](Self::since) and [`until`](Self::until).
    #[must_use]
    pub fn played(self, since: Period, until: Period) -> Self {
        self.since(since).until(until)
    }

    /// The game ended so (RE). Of several patterns one is enough.
    #[must_use]
    pub fn result(mut self, pattern: ResultPattern) -> Self {
        self.results.push(pattern);
        self
    }

    intervals! {
        /// Both players have a rank in this range (BR, WR), in the order 30k … 1k, 1d … 10d, 1p … 10p.
        rank, Rank;
        /// The komi (KM).
        komi, f64;
        /// Both sides of the board (SZ, or what is usual in the game).
        size, BoardSize;
        /// The handicap (HA). A game of go that does not say it has none.
        handicap, u16;
        /// The number of moves of the main line.
        moves, u32;
    }

    /// This game is played (GM). Of several one is enough.
    #[must_use]
    pub fn kind(mut self, game: Game) -> Self {
        self.kinds.push(game);
        self
    }

    /// A node of the game has a property of this name. Of several all are needed.
    #[must_use]
    pub fn has(mut self, ident: &str) -> Self {
        self.idents.push(ident.into());
        self
    }

    /// Chooses the games that do not meet the criteria, in the place of those that do. A game that
    /// cannot be judged is not chosen either way.
    #[must_use]
    pub fn inverted(self, inverted: bool) -> Self {
        Self { inverted, ..self }
    }

    /// Whether every game is chosen.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a game is chosen.
    ///
    /// Cost: what the criteria ask for is read, and no more: most of them look at the root and the
    /// main line up to the first move, the number of moves at the main line, properties at all
    /// nodes.
    pub fn judge(&self, game: GameTree<'_>) -> Verdict {
        let mut unknown = None;
        for (criterion, is_met) in self.answers(game) {
            match is_met {
                Some(true) => {}
                Some(false) if self.inverted => return Verdict::Chosen,
                Some(false) => return Verdict::NotChosen,
                None => unknown = unknown.or(Some(criterion)),
            }
        }
        match unknown {
            Some(criterion) => Verdict::Unknown(criterion),
            None if self.inverted => Verdict::NotChosen,
            None => Verdict::Chosen,
        }
    }

    /// Each criterion with its answer, as far as one is asked for: the cheap ones first. `None` if
    /// the game does not say.
    fn answers<'g>(
        &'g self,
        game: GameTree<'g>,
    ) -> impl Iterator<Item = (Criterion, Option<bool>)> + 'g {
        use Criterion as C;
        let info = GameInfo::of(game);
        let checks: [(C, bool); 13] = [
            (C::Game, !self.kinds.is_empty()),
            (C::Size, self.size.is_some()),
            (C::Player, !self.players.is_empty()),
            (C::Black, !self.black.is_empty()),
            (C::White, !self.white.is_empty()),
            (C::Event, !self.events.is_empty()),
            (C::Date, self.since.is_some() || self.until.is_some()),
            (C::Result, !self.results.is_empty()),
            (C::Rank, self.rank.is_some()),
            (C::Komi, self.komi.is_some()),
            (C::Handicap, self.handicap.is_some()),
            (C::Moves, self.moves.is_some()),
            (C::Property, !self.idents.is_empty()),
        ];
        checks
            .into_iter()
            .filter(|&(_, is_asked)| is_asked)
            .map(move |(criterion, _)| (criterion, self.answer(criterion, game, &info)))
    }

    fn answer(
        &self,
        criterion: Criterion,
        game: GameTree<'_>,
        info: &GameInfo<'_>,
    ) -> Option<bool> {
        match criterion {
            Criterion::Player => {
                let names = [info.black(), info.white()].map(|name| hold(name, &self.players));
                any(names)
            }
            Criterion::Black => hold(info.black(), &self.black),
            Criterion::White => hold(info.white(), &self.white),
            Criterion::Event => hold(info.event(), &self.events),
            Criterion::Date => period::contains(&info.dates()?.value()?, self.since, self.until),
            Criterion::Result => {
                let result = info.result()?.value()?;
                any(self.results.iter().map(|pattern| pattern.matches(&result)))
            }
            Criterion::Rank => {
                let interval = self.rank.as_ref()?;
                let is_in = |strength: Option<Reading<'_, Strength>>| {
                    let rank = strength?.value()?.rank()?;
                    Some(interval.contains_by(&rank, |a, b| a.order().cmp(&b.order())))
                };
                all([is_in(info.black_rank()), is_in(info.white_rank())])
            }
            Criterion::Komi => {
                let komi = info.komi()?.value()?;
                Some(self.komi.as_ref()?.contains_by(&komi, f64::total_cmp))
            }
            Criterion::Size => {
                let size = BoardSize::of(game)?;
                Some(interval::contains_size(self.size.as_ref()?, size))
            }
            Criterion::Handicap => {
                let handicap = match info.handicap() {
                    None if Game::of(game) == Game::GO => 0,
                    reading => reading?.value()?,
                };
                Some(self.handicap.as_ref()?.contains_by(&handicap, Ord::cmp))
            }
            Criterion::Moves => Some(self.moves.as_ref()?.contains_by(&move_count(game), Ord::cmp)),
            Criterion::Game => Some(self.kinds.contains(&Game::of(game))),
            Criterion::Property => {
                let has = |ident: &String| game.nodes().any(|node| node.get(ident).is_some());
                Some(self.idents.iter().all(has))
            }
        }
    }
}

/// How many moves the main line has, as the column `moves` counts them.
fn move_count(game: GameTree<'_>) -> u32 {
    let moves = |node: Node<'_>| {
        node.properties().filter(|property| matches!(property.ident(), "B" | "W")).count()
    };
    let count = game.main_line().map(moves).sum::<usize>();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Whether a text holds one of the parts, which are in lower case.
fn hold(text: Option<&str>, parts: &[String]) -> Option<bool> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    Some(if text.is_ascii() {
        parts.iter().any(|part| holds_ascii(text.as_bytes(), part.as_bytes()))
    } else {
        let text = text.to_lowercase();
        parts.iter().any(|part| text.contains(part.as_str()))
    })
}

fn holds_ascii(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|here| here.eq_ignore_ascii_case(part))
}

/// Whether one of those that are known is so; `None` if none is known. A name that is missing beside
/// one that is there does not count: nobody would look for it.
fn any(answers: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let known = answers.into_iter().flatten();
    known.fold(None, |found, is_so| Some(found.unwrap_or(false) | is_so))
}

/// Whether both are so; `None` if that is not known.
fn all(answers: [Option<bool>; 2]) -> Option<bool> {
    match answers {
        [Some(false), _] | [_, Some(false)] => Some(false),
        [Some(true), Some(true)] => Some(true),
        _ => None,
    }
}
