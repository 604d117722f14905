//! Dates of the Gregorian calendar, and the form that the format has for them.

use core::fmt;

use super::super::reading::Reading;
use super::date_words;

/// A date of the Gregorian calendar, known to the day, to the month or to the year.
///
/// Dates are ordered by year, month and day; a date that is not known to the day comes before all
/// days in it.
///
/// ```
/// use kifu::values::Date;
///
/// let date = Date::new(2016, Some(3), Some(9)).unwrap();
/// assert_eq!(date.to_string(), "2016-03-09");
/// assert_eq!((date.first_day(), date.last_day()), ((2016, 3, 9), (2016, 3, 9)));
/// let month = Date::new(2016, Some(2), None).unwrap();
/// assert_eq!(month.last_day(), (2016, 2, 29));
/// assert_eq!(Date::new(2017, Some(2), Some(29)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    /// 0 if it is not known.
    month: u8,
    /// 0 if it is not known.
    day: u8,
}

impl Date {
    /// A date, if there is such a day: years from 1 to 9999, and no day without a month.
    #[inline]
    pub const fn new(year: u16, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        if year == 0 || year > 9999 {
            return None;
        }
        match (month, day) {
            (None, None) => Some(Self { year, month: 0, day: 0 }),
            (Some(month), None) if matches!(month, 1..=12) => Some(Self { year, month, day: 0 }),
            (Some(month), Some(day))
                if matches!(month, 1..=12) && day >= 1 && day <= month_length(year, month) =>
            {
                Some(Self { year, month, day })
            }
            _ => None,
        }
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, from 1 on, if it is known.
    pub const fn month(self) -> Option<u8> {
        if self.month == 0 { None } else { Some(self.month) }
    }

    /// The day of the month, from 1 on, if it is known.
    pub const fn day(self) -> Option<u8> {
        if self.day == 0 { None } else { Some(self.day) }
    }

    /// The first day that it can be, as year, month and day.
    pub const fn first_day(self) -> (u16, u8, u8) {
        match (self.month, self.day) {
            (0, _) => (self.year, 1, 1),
            (month, 0) => (self.year, month, 1),
            (month, day) => (self.year, month, day),
        }
    }

    /// The last day that it can be, as year, month and day.
    pub const fn last_day(self) -> (u16, u8, u8) {
        match (self.month, self.day) {
            (0, _) => (self.year, 12, 31),
            (month, 0) => (self.year, month, month_length(self.year, month)),
            (month, day) => (self.year, month, day),
        }
    }
}

impl Date {
    pub(super) fn only_year(self) -> Self {
        Self { month: 0, day: 0, ..self }
    }

    pub(super) fn next_year(self) -> Option<Self> {
        Self::new(self.year + 1, None, None)
    }
}

impl fmt::Display for Date {
    /// As the format writes it: `1996`, `1996-05` or `1996-05-06`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if self.month != 0 {
            write!(f, "-{:02}", self.month)?;
        }
        if self.day != 0 {
            write!(f, "-{:02}", self.day)?;
        }
        Ok(())
    }
}

/// How many days a month has.
const fn month_length(year: u16, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What a text says of its date beside the date itself. No section of the format has it; people
/// write it.
///
/// ```
/// use kifu::values::{DateSense, dates};
///
/// let sense = |text| dates(text).value().unwrap().sense();
/// assert_eq!((sense("1670"), sense("c. 1670")), (DateSense::Played, DateSense::About));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DateSense {
    /// The game was played then.
    Played,
    /// About then: `c. 1670`, `1670?`.
    About,
    /// Published then, and so played then or before: `Published 1990-01-01`.
    Published,
    /// Not after it: `before 1700`.
    Before,
    /// Not before it: `0850 onwards`.
    After,
}

/// The dates of a game: from when to when it was played.
///
/// ```
/// use kifu::values::dates;
///
/// let dates = dates("1996-12-27,28,1997-01-03").value().unwrap();
/// assert_eq!(dates.from().to_string(), "1996-12-27");
/// assert_eq!(dates.to().to_string(), "1997-01-03");
/// assert_eq!(dates.iter().count(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    sense: DateSense,
    list: List,
}

/// Dates in their order. The first ones are kept; of all there are, the earliest and the latest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List {
    kept: [Date; MOST_DATES],
    /// How many of them there are.
    len: u8,
    earliest: Date,
    latest: Date,
    last: Option<Date>,
}

/// How many dates [`Dates::iter`] gives at most: more than most matches have sessions.
const MOST_DATES: usize = 12;

const NO_DATE: Date = Date { year: 1, month: 0, day: 0 };

impl List {
    pub(super) const NONE: Self = Self {
        kept: [NO_DATE; MOST_DATES],
        len: 0,
        earliest: NO_DATE,
        latest: NO_DATE,
        last: None,
    };

    /// Adds a date.
    #[inline]
    pub(super) fn push(&mut self, date: Date) {
        if self.last.is_none() || date < self.earliest {
            self.earliest = date;
        }
        if self.last.is_none() || date.last_day() > self.latest.last_day() {
            self.latest = date;
        }
        if let Some(place) = self.kept.get_mut(usize::from(self.len)) {
            *place = date;
            self.len += 1;
        }
        self.last = Some(date);
    }

    pub(super) fn last(&self) -> Option<Date> {
        self.last
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = Date> + ExactSizeIterator + '_ {
        self.kept[..usize::from(self.len)].iter().copied()
    }
}

impl Dates {
    /// One date.
    #[inline]
    fn one(date: Date) -> Self {
        let mut list =
            List { len: 1, earliest: date, latest: date, last: Some(date), ..List::NONE };
        list.kept[0] = date;
        Self { sense: DateSense::Played, list }
    }

    /// All dates of a list, if it has any.
    pub(super) fn all(list: List, sense: DateSense) -> Option<Self> {
        (list.len > 0).then_some(Self { sense, list })
    }

    /// The first date.
    pub const fn from(&self) -> Date {
        self.list.earliest
    }

    /// The last date; that of [`from`](Self::from) if there is only one.
    pub const fn to(&self) -> Date {
        self.list.latest
    }

    /// What the text says of the dates beside.
    pub const fn sense(&self) -> DateSense {
        self.sense
    }

    /// The dates that are named, in their order, up to twelve; of a range, the first and the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Date> + ExactSizeIterator + '_ {
        self.list.iter()
    }
}

/// Reads the dates of a game: those of the format, with its shortcuts, and what people and servers
/// write. A text that can mean more than one date (`05/06/2001`) is not read.
///
/// Dates of Japanese eras are read where the year is certain; days of the old calendar are not
/// converted, so such a date is known to the year.
///
/// Source: FF\[4\], DT; everything that is repaired is a habit of people and servers.
///
/// ```
/// use kifu::values::dates;
///
/// assert!(dates("1996-05-06,07,08").is_exact());
/// for text in ["2016年3月9日", "09.03.2016", "2016/3/9", "Mar 9 2016", "2016-03-09T10:18:13Z"] {
///     assert_eq!(dates(text).value().unwrap().from().to_string(), "2016-03-09", "{text}");
/// }
/// assert_eq!(dates("寛永3年").value().unwrap().from().to_string(), "1626");
/// for text in ["1997-02-31", "05/06/2001", "1996,05", "196"] {
///     assert!(dates(text).is_unreadable(), "{text}");
/// }
/// ```
#[inline]
pub fn dates(text: &str) -> Reading<'_, Dates> {
    match full_date(text.as_bytes()) {
        Some(date) => Reading::exact(text, Dates::one(date)),
        None => other_dates(text),
    }
}

fn other_dates(text: &str) -> Reading<'_, Dates> {
    if let Some(dates) = format_list(text) {
        return Reading::exact(text, dates);
    }
    match date_words::read(text) {
        Ok((dates, repair)) => Reading::repaired(text, dates, repair),
        Err(fault) => Reading::unreadable(text, fault),
    }
}

/// `YYYY-MM-DD`, the form of nearly all dates.
#[inline]
fn full_date(text: &[u8]) -> Option<Date> {
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    Date::new(digits(&text[..4])?, month_or_day(&text[5..7]), month_or_day(&text[8..]))
        .filter(|date| date.day != 0)
}

fn digits(text: &[u8]) -> Option<u16> {
    text.iter().try_fold(0_u16, |sum, byte| {
        byte.is_ascii_digit().then(|| sum * 10 + u16::from(byte - b'0'))
    })
}

fn month_or_day(text: &[u8]) -> Option<u8> {
    digits(text).map(|number| number as u8)
}

/// The list of the format, without the items after the first that are no dates: `2015-06-03,31`.
pub(super) fn sound_items(text: &str) -> Option<Dates> {
    let mut list = List::NONE;
    for item in text.as_bytes().split(|&byte| byte == b',').map(<[u8]>::trim_ascii) {
        if !item.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-') {
            return None;
        }
        match format_item(item, list.last()) {
            Some(date) if item.len() == 5 && list.last().is_some_and(|last| last > date) => {
                return None;
            }
            Some(date) => list.push(date),
            // The first one has all that the others lack.
            None if list.last().is_none() => return None,
            None => {}
        }
    }
    Dates::all(list, DateSense::Played)
}

/// The list of the format: items after commas, of which the short ones take from those before.
pub(super) fn format_list(text: &str) -> Option<Dates> {
    let mut list = List::NONE;
    for item in text.as_bytes().split(|&byte| byte == b',') {
        let date = format_item(item, list.last())?;
        // `1996-12-31,01-01`: a month and a day that go back may be those of the next year.
        if item.len() == 5 && list.last().is_some_and(|last| last > date) {
            return None;
        }
        list.push(date);
    }
    Dates::all(list, DateSense::Played)
}

fn format_item(item: &[u8], before: Option<Date>) -> Option<Date> {
    let hyphen = |at: usize| item.get(at) == Some(&b'-');
    match item.len() {
        4 => Date::new(digits(item)?, None, None),
        7 if hyphen(4) => Date::new(digits(&item[..4])?, Some(month_or_day(&item[5..])?), None),
        10 => full_date(item),
        5 if hyphen(2) => {
            let before = before.filter(|before| before.month != 0)?;
            let (month, day) = (month_or_day(&item[..2])?, month_or_day(&item[3..])?);
            Date::new(before.year, Some(month), Some(day))
        }
        2 => short_item(u16::from(month_or_day(item)?), before?),
        _ => None,
    }
}

/// An item of two digits: a month after a month, a day after a day, nothing after a year.
pub(super) fn short_item(number: u16, before: Date) -> Option<Date> {
    let number = u8::try_from(number).ok()?;
    match (before.month, before.day) {
        (0, _) => None,
        (_, 0) => Date::new(before.year, Some(number), None),
        (month, _) => Date::new(before.year, Some(month), Some(number)),
    }
}
