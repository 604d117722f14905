//! Ranks and ratings of players.

use core::fmt;

use super::super::reading::{Reading, Repair};
use super::rank_words;

/// The kinds of ranks, from weak to strong.
///
/// ```
/// use kifu::values::{RankKind, rank};
///
/// assert_eq!(rank("P9段").value().unwrap().rank().unwrap().kind(), RankKind::Professional);
/// assert!(RankKind::Kyu < RankKind::Dan);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankKind {
    /// Kyu: 1 is the strongest.
    Kyu,
    /// Dan, unless it is known to be professional.
    Dan,
    /// Professional dan.
    Professional,
}

/// A rank: `12k`, `3d` or `9p`.
///
/// ```
/// use kifu::values::{Rank, RankKind};
///
/// let rank = Rank::new(RankKind::Dan, 3).unwrap();
/// assert_eq!(rank.to_string(), "3d");
/// let kyu = |number| Rank::new(RankKind::Kyu, number).unwrap();
/// assert!(kyu(12).order() < kyu(1).order() && kyu(1).order() < rank.order());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    kind: RankKind,
    number: u8,
}

impl Rank {
    /// A rank, if there is such: up to 50 kyu, 10 dan, 10 dan professional.
    pub const fn new(kind: RankKind, number: u8) -> Option<Self> {
        let most = match kind {
            RankKind::Kyu => 50,
            RankKind::Dan | RankKind::Professional => 10,
        };
        if number == 0 || number > most { None } else { Some(Self { kind, number }) }
    }

    /// Its kind.
    pub const fn kind(self) -> RankKind {
        self.kind
    }

    /// Its number, as people say it.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// A number that sorts ranks: 0 is 1 kyu, 1 is 1 dan, each step of amateurs is 1, and 21 is 1
    /// dan professional.
    ///
    /// ```
    /// use kifu::values::rank;
    ///
    /// let order = |text| rank(text).value().unwrap().rank().unwrap().order();
    /// assert_eq!((order("30k"), order("1k"), order("1d"), order("9p")), (-29, 0, 1, 29));
    /// ```
    pub const fn order(self) -> i8 {
        match self.kind {
            RankKind::Kyu => 1 - self.number as i8,
            RankKind::Dan => self.number as i8,
            RankKind::Professional => 20 + self.number as i8,
        }
    }
}

impl fmt::Display for Rank {
    /// `12k`, `3d`, `9p`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            RankKind::Kyu => 'k',
            RankKind::Dan => 'd',
            RankKind::Professional => 'p',
        };
        write!(f, "{}{letter}", self.number)
    }
}

/// How sure a server is of a rank.
///
/// Source: FF\[4\], BR and WR.
///
/// ```
/// use kifu::values::{RankMark, rank};
///
/// assert_eq!(rank("3d*").value().unwrap().mark(), Some(RankMark::Established));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankMark {
    /// `?`: it is not certain.
    Uncertain,
    /// `*`: it is established.
    Established,
}

/// What a text says of the strength of a player: a rank, a rating, both, or that there is none.
///
/// ```
/// use kifu::values::rank;
///
/// let strength = |text| rank(text).value().unwrap();
/// assert_eq!(strength("12k").rank().unwrap().number(), 12);
/// assert_eq!(strength("1524*").rating(), Some(1524.0));
/// assert!(strength("NR").is_unranked());
/// let both = strength("3d (2145)");
/// assert_eq!((both.rank().unwrap().number(), both.rating()), (3, Some(2145.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    rank: Option<Rank>,
    rating: Option<f64>,
    mark: Option<RankMark>,
}

impl Strength {
    const fn of(rank: Rank, mark: Option<RankMark>) -> Self {
        Self::new(Some(rank), None, mark)
    }

    pub(super) const fn new(
        rank: Option<Rank>,
        rating: Option<f64>,
        mark: Option<RankMark>,
    ) -> Self {
        Self { rank, rating, mark }
    }

    /// The rank.
    pub const fn rank(&self) -> Option<Rank> {
        self.rank
    }

    /// The rating, in whatever numbers the server has: `2345`.
    pub const fn rating(&self) -> Option<f64> {
        self.rating
    }

    /// How sure the server is of it.
    pub const fn mark(&self) -> Option<RankMark> {
        self.mark
    }

    /// Whether the text says that the player has no rank: `NR`.
    pub const fn is_unranked(&self) -> bool {
        self.rank.is_none() && self.rating.is_none()
    }
}

/// Reads a rank, a rating, or both.
///
/// 段 and `d` are dan; professional is what says so: `9p`, `P9段`, `9 dan pro`, `职业九段`. A bare
/// number of two digits can be many things and is not read.
///
/// Source: FF\[4\], BR and WR: `..k`, `..kyu`, `..d` or `..dan`, with `?` or `*` after it. The other
/// forms are habits of servers.
///
/// ```
/// use kifu::values::{RankMark, rank};
///
/// assert!(rank("5k").is_exact() && rank("3d*").is_exact());
/// assert_eq!(rank("5k?").value().unwrap().mark(), Some(RankMark::Uncertain));
/// for text in ["9p", "P9段", "9 dan pro", "P9", "职业九段", "프로 9단"] {
///     assert_eq!(rank(text).value().unwrap().rank().unwrap().to_string(), "9p", "{text}");
/// }
/// for text in ["18級", "18 급", "18 Kyu", "18级"] {
///     assert_eq!(rank(text).value().unwrap().rank().unwrap().to_string(), "18k", "{text}");
/// }
/// assert_eq!(rank("2100?").value().unwrap().rating(), Some(2100.0));
/// assert!(rank("NR").value().unwrap().is_unranked());
/// assert!(rank("9").is_unreadable());
/// ```
#[inline]
pub fn rank(text: &str) -> Reading<'_, Strength> {
    match usual_rank(text) {
        Some((rank, mark, true)) => Reading::exact(text, Strength::of(rank, mark)),
        Some((rank, mark, false)) => {
            Reading::repaired(text, Strength::of(rank, mark), Repair::Spelling)
        }
        None => match rank_words::read(text) {
            Ok((strength, repair)) => Reading::repaired(text, strength, repair),
            Err(fault) => Reading::unreadable(text, fault),
        },
    }
}

/// The form of the format, and the one of the largest servers; whether it is that of the format.
#[inline]
pub(super) fn usual_rank(text: &str) -> Option<(Rank, Option<RankMark>, bool)> {
    use RankKind::{Dan, Kyu, Professional};
    let (text, before) = match text.strip_prefix('P') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let digits = text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number = match *number.as_bytes() {
        [a] => a - b'0',
        [a, b] if a != b'0' => (a - b'0') * 10 + (b - b'0'),
        _ => return None,
    };
    let (unit, mark) = match unit.as_bytes().last() {
        Some(b'?') => (&unit[..unit.len() - 1], Some(RankMark::Uncertain)),
        Some(b'*') => (&unit[..unit.len() - 1], Some(RankMark::Established)),
        _ => (unit, None),
    };
    let (kind, exact) = match (unit, before) {
        ("k" | "kyu", false) => (Kyu, true),
        ("d" | "dan", false) => (Dan, true),
        ("段", false) => (Dan, false),
        ("级" | "級", false) => (Kyu, false),
        ("p", false) | ("段" | "", true) => (Professional, false),
        _ => return None,
    };
    Some((Rank::new(kind, number)?, mark, exact))
}
