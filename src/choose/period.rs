//! A year, a month or a day, and whether a game was played between two of them.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::values::{Date, DateSense, Dates};

/// A year, a month or a day, all of it: `2015`, `2015-06`, `2015-06-30`.
///
/// ```
/// use kifu::choose::Period;
///
/// let june: Period = "2015-06".parse()?;
/// assert_eq!((june.first_day(), june.last_day()), ((2015, 6, 1), (2015, 6, 30)));
/// let error = "June".parse::<Period>().unwrap_err();
/// assert_eq!(error.to_string(), "a date is needed such as 2015, 2015-06 or 2015-06-30");
/// # Ok::<(), kifu::choose::ParsePeriodError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period(Date);

impl Period {
    /// The period that a date stands for.
    pub const fn of(date: Date) -> Self {
        Self(date)
    }

    /// Its first day, as year, month and day.
    pub const fn first_day(self) -> (u16, u8, u8) {
        self.0.first_day()
    }

    /// Its last day, as year, month and day.
    pub const fn last_day(self) -> (u16, u8, u8) {
        self.0.last_day()
    }
}

/// A text is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePeriodError(());

impl fmt::Display for ParsePeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a date is needed such as 2015, 2015-06 or 2015-06-30")
    }
}

impl Error for ParsePeriodError {}

impl FromStr for Period {
    type Err = ParsePeriodError;

    fn from_str(text: &str) -> Result<Self, ParsePeriodError> {
        let mut parts = text.trim().splitn(3, '-');
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        let mut next = |digits| match parts.next() {
            None => Ok(None),
            Some(part) if part.len() <= digits && is_number(&part) => Ok(part.parse::<u16>().ok()),
            Some(_) => Err(ParsePeriodError(())),
        };
        let (year, month, day) = (next(4)?, next(2)?, next(2)?);
        let small = |number: Option<u16>| number.map(|number| number as u8);
        let date = year.and_then(|year| Date::new(year, small(month), small(day)));
        date.map(Self).ok_or(ParsePeriodError(()))
    }
}

/// Whether the game was played from one period to another, on one of its days at least. `None` if
/// its date does not say.
pub(super) fn contains(
    dates: &Dates,
    since: Option<Period>,
    until: Option<Period>,
) -> Option<bool> {
    let from = since.map_or((0, 0, 0), Period::first_day);
    let to = until.map_or((u16::MAX, 0, 0), Period::last_day);
    match dates.sense() {
        // Before or on the last day, and nobody knows when.
        DateSense::Before | DateSense::Published => {
            let latest = dates.to().last_day();
            match (latest < from, since.is_none() && latest <= to) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            }
        }
        DateSense::After => {
            let earliest = dates.from().first_day();
            match (earliest > to, until.is_none() && earliest >= from) {
                (true, _) => Some(false),
                (_, true) => Some(true),
                _ => None,
            }
        }
        _ => {
            let mut is_possible = false;
            for date in dates.iter() {
                let (first, last) = (date.first_day(), date.last_day());
                if first >= from && last <= to {
                    return Some(true);
                }
                is_possible |= last >= from && first <= to;
            }
            if is_possible { None } else { Some(false) }
        }
    }
}
