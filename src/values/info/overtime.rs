//! Overtime, as servers spell it.

use core::time::Duration;

use super::super::lexer::readable;
use super::super::reading::{Reading, Repair};
use super::overtime_words;

/// What happens when the main time is used up.
///
/// ```
/// use kifu::values::{Overtime, overtime};
///
/// assert!(matches!(overtime("5x30 byo-yomi").value(), Some(Overtime::ByoYomi { periods: 5, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overtime {
    /// There is none: who has no time left loses.
    None,
    /// Byo-yomi: a move in each period; a period that runs out is gone.
    ByoYomi {
        /// How many periods there are.
        periods: u16,
        /// How long each is.
        period: Duration,
    },
    /// Canadian: a number of moves in each period.
    Canadian {
        /// How many moves.
        moves: u16,
        /// How long the period is.
        period: Duration,
    },
    /// Fischer: each move adds time.
    Fischer {
        /// How much.
        increment: Duration,
    },
    /// Each move has a time of its own that is not saved up.
    Delay {
        /// How long it is.
        delay: Duration,
    },
    /// The text has a part only: a kind without its times (`byo-yomi`), a time without its kind
    /// (`30 sec`).
    Partial {
        /// Which kind it is, if the text says so.
        kind: Option<OvertimeKind>,
        /// How long a period is, or what a move adds or has, if the text says so.
        time: Option<Duration>,
    },
}

/// The kinds of overtime.
///
/// ```
/// use kifu::values::{Overtime, OvertimeKind, overtime};
///
/// let kind = |text| overtime(text).value().and_then(Overtime::kind);
/// assert_eq!(kind("25/600 Canadian"), Some(OvertimeKind::Canadian));
/// assert_eq!((kind("byo-yomi"), kind("30 sec")), (Some(OvertimeKind::ByoYomi), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OvertimeKind {
    /// A move in each period; a period that runs out is gone.
    ByoYomi,
    /// A number of moves in each period.
    Canadian,
    /// Each move adds time.
    Fischer,
    /// Each move has a time of its own that is not saved up.
    Delay,
    /// Canadian, with other numbers in each period.
    Progressive,
    /// What one player uses, the other gets.
    Hourglass,
    /// Moves are sent by mail, within days.
    Correspondence,
}

impl OvertimeKind {
    /// A stable name for programs.
    ///
    /// ```
    /// assert_eq!(kifu::values::OvertimeKind::ByoYomi.as_str(), "byo-yomi");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ByoYomi => "byo-yomi",
            Self::Canadian => "canadian",
            Self::Fischer => "fischer",
            Self::Delay => "delay",
            Self::Progressive => "progressive",
            Self::Hourglass => "hourglass",
            Self::Correspondence => "correspondence",
        }
    }
}

impl Overtime {
    /// The kind, if there is overtime and the text says which.
    ///
    /// ```
    /// use kifu::values::{Overtime, OvertimeKind, overtime};
    ///
    /// let kind = |text| overtime(text).value().and_then(Overtime::kind);
    /// assert_eq!((kind("10 fischer"), kind("None")), (Some(OvertimeKind::Fischer), None));
    /// ```
    pub const fn kind(self) -> Option<OvertimeKind> {
        match self {
            Self::None => None,
            Self::ByoYomi { .. } => Some(OvertimeKind::ByoYomi),
            Self::Canadian { .. } => Some(OvertimeKind::Canadian),
            Self::Fischer { .. } => Some(OvertimeKind::Fischer),
            Self::Delay { .. } => Some(OvertimeKind::Delay),
            Self::Partial { kind, .. } => kind,
        }
    }

    /// How long a period is, or what a move adds or has.
    ///
    /// ```
    /// use kifu::values::{Overtime, overtime};
    ///
    /// let time = |text| overtime(text).value().and_then(Overtime::time).map(|time| time.as_secs());
    /// assert_eq!((time("5x30 byo-yomi"), time("30 sec"), time("Canadian")), (Some(30), Some(30), None));
    /// ```
    pub const fn time(self) -> Option<Duration> {
        match self {
            Self::None => None,
            Self::ByoYomi { period: time, .. }
            | Self::Canadian { period: time, .. }
            | Self::Fischer { increment: time }
            | Self::Delay { delay: time } => Some(time),
            Self::Partial { time, .. } => time,
        }
    }
}

/// Reads overtime.
///
/// The format leaves the text free, so what is exact are the forms that most servers share, those of
/// KGS and OGS: `3x60 byo-yomi`, `25/600 Canadian`, `60 fischer`, `None`.
///
/// Of a text that has a part only, that part is read ([`Overtime::Partial`]).
///
/// Source: FF\[4\], OT (SimpleText); all forms are habits of servers.
///
/// ```
/// use core::time::Duration;
/// use kifu::values::{Overtime, overtime};
///
/// let byo_yomi = Overtime::ByoYomi { periods: 3, period: Duration::from_secs(30) };
/// for text in ["3x30 byo-yomi", "3 x 30 seconds Byoyomi", "30秒3次", "초읽기 30초 3회"] {
///     assert_eq!(overtime(text).value(), Some(byo_yomi), "{text}");
/// }
/// let canadian = Overtime::Canadian { moves: 25, period: Duration::from_secs(600) };
/// for text in ["25/600 Canadian", "25 moves / 10 min", "10 minutes for 25 stones"] {
///     assert_eq!(overtime(text).value(), Some(canadian), "{text}");
/// }
/// let fischer = Overtime::Fischer { increment: Duration::from_secs(10) };
/// assert_eq!(overtime("10 fischer").value(), Some(fischer));
/// assert!(overtime("20 / 5").is_unreadable());
/// ```
pub fn overtime(text: &str) -> Reading<'_, Overtime> {
    if let Some(overtime) = usual(text) {
        return Reading::exact(text, overtime);
    }
    let read = readable(text).and_then(|inner| match usual(inner) {
        Some(overtime) => Ok((overtime, Repair::WhiteSpace)),
        None => overtime_words::read(inner),
    });
    match read {
        Ok((overtime, repair)) => Reading::repaired(text, overtime, repair),
        Err(fault) => Reading::unreadable(text, fault),
    }
}

/// Overtime that stands after a main time, if it can be read.
#[cold]
pub(super) fn in_main_time(text: &str) -> Option<Reading<'_, Overtime>> {
    overtime(text).value().map(|value| Reading::repaired(text, value, Repair::Form))
}

/// The forms that servers share.
fn usual(text: &str) -> Option<Overtime> {
    if text == "None" {
        return Some(Overtime::None);
    }
    let (numbers, kind) = text.split_once(' ')?;
    let seconds = |text: &str| super::time::seconds(text);
    let count = |text: &str| text.parse::<u16>().ok().filter(|&count| count > 0);
    match kind {
        "byo-yomi" => {
            let (periods, period) = numbers.split_once('x')?;
            Some(Overtime::ByoYomi { periods: count(periods)?, period: seconds(period)? })
        }
        "Canadian" | "canadian" => {
            let (moves, period) = numbers.split_once('/')?;
            let (moves, period) = (count(moves)?, seconds(period)?);
            // Nobody plays more than a move in a second: another order.
            (period.as_secs() >= moves.into()).then_some(Overtime::Canadian { moves, period })
        }
        "fischer" => Some(Overtime::Fischer { increment: seconds(numbers)? }),
        "simple" => Some(Overtime::Delay { delay: seconds(numbers)? }),
        _ => None,
    }
}
