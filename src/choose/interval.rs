//! Ranges of values, both ends included: `50..300`, `7d..`, `..0.5`, `19`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::cmp::Ordering;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::values::{BoardSize, Game, Rank, rank, size};

/// A range of values. Both ends are part of it, and one that is missing is no bound.
///
/// ```
/// use kifu::choose::Interval;
///
/// let moves: Interval<u32> = "50..300".parse()?;
/// assert_eq!(moves, Interval::new(Some(50), Some(300)));
/// assert_eq!("7.5".parse(), Ok(Interval::new(Some(7.5), Some(7.5))));
/// let error = "x..".parse::<Interval<u32>>().unwrap_err();
/// assert_eq!(error.to_string(), "`x` is not a whole number such as 50");
/// # Ok::<(), kifu::choose::ParseIntervalError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval<T> {
    least: Option<T>,
    most: Option<T>,
}

impl<T> Interval<T> {
    /// From the least value to the greatest.
    pub const fn new(least: Option<T>, most: Option<T>) -> Self {
        Self { least, most }
    }

    /// The least value.
    pub const fn least(&self) -> Option<&T> {
        self.least.as_ref()
    }

    /// The greatest value.
    pub const fn most(&self) -> Option<&T> {
        self.most.as_ref()
    }

    pub(super) fn contains_by(&self, value: &T, order: impl Fn(&T, &T) -> Ordering) -> bool {
        self.least.as_ref().is_none_or(|least| order(least, value).is_le())
            && self.most.as_ref().is_none_or(|most| order(value, most).is_le())
    }
}

/// Whether both sides of a board are in the range: `9..13` has 13x9.
pub(super) fn contains_size(interval: &Interval<BoardSize>, size: BoardSize) -> bool {
    let is_at_most =
        |a: &BoardSize, b: &BoardSize| a.columns() <= b.columns() && a.rows() <= b.rows();
    interval.least.as_ref().is_none_or(|least| is_at_most(least, &size))
        && interval.most.as_ref().is_none_or(|most| is_at_most(&size, most))
}

/// Why a text is no range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseIntervalError {
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// No value; and what is one.
    Value(&'static str),
    Empty,
    Reversed,
}

impl fmt::Display for ParseIntervalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Value(wanted) => write!(f, "`{}` is not {wanted}", self.text),
            Kind::Empty => f.write_str("a value or a range is needed, such as A, A.., ..B or A..B"),
            Kind::Reversed => {
                write!(f, "`{}` has no value: its ends are in reverse order", self.text)
            }
        }
    }
}

impl Error for ParseIntervalError {}

/// What ranges are made of.
trait End: Copy + Sized {
    const WANTED: &'static str;

    fn read(text: &str) -> Option<Self>;

    fn is_at_most(self, other: Self) -> bool;
}

/// `A`, `A..`, `..B` or `A..B`.
fn parse<T: End>(text: &str) -> Result<Interval<T>, ParseIntervalError> {
    let error = |text: &str, kind| ParseIntervalError { text: text.to_owned(), kind };
    let read = |text: &str| {
        let text = text.trim();
        let value = T::read(text).ok_or_else(|| error(text, Kind::Value(T::WANTED)));
        if text.is_empty() { Ok(None) } else { value.map(Some) }
    };
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (read(least)?, read(most.strip_prefix('=').unwrap_or(most))?),
        None => {
            let value = read(text)?;
            (value, value)
        }
    };
    match (least, most) {
        (None, None) => Err(error(text, Kind::Empty)),
        (Some(least), Some(most)) if !least.is_at_most(most) => Err(error(text, Kind::Reversed)),
        (least, most) => Ok(Interval { least, most }),
    }
}

/// Ends that are numbers of Rust.
macro_rules! numbers {
    ($($number:ty, $wanted:literal;)+) => {
        $(
            impl End for $number {
                const WANTED: &'static str = $wanted;

                fn read(text: &str) -> Option<Self> {
                    text.parse().ok().filter(|number: &$number| number == number)
                }

                fn is_at_most(self, other: Self) -> bool {
                    self <= other
                }
            }
        )+
    };
}

numbers! {
    u16, "a whole number such as 2";
    u32, "a whole number such as 50";
    f64, "a number such as 6.5";
}

impl End for Rank {
    const WANTED: &'static str = "a rank such as 5k, 7d or 9p";

    fn read(text: &str) -> Option<Self> {
        rank(text).value()?.rank()
    }

    fn is_at_most(self, other: Self) -> bool {
        self.order() <= other.order()
    }
}

impl End for BoardSize {
    const WANTED: &'static str = "a size such as 19 or 13x9";

    fn read(text: &str) -> Option<Self> {
        size(text, Game::GO).value()
    }

    fn is_at_most(self, other: Self) -> bool {
        self.columns() <= other.columns() && self.rows() <= other.rows()
    }
}

/// One implementation for each type, so that the trait of the ends stays inside.
macro_rules! from_str {
    ($($value:ty),+) => {
        $(
            impl FromStr for Interval<$value> {
                type Err = ParseIntervalError;

                fn from_str(text: &str) -> Result<Self, ParseIntervalError> {
                    parse(text)
                }
            }
        )+
    };
}

from_str!(u16, u32, f64, Rank, BoardSize);
