//! What a row has in a column: a value of one of the types of columns, or none.

use alloc::string::String;
use alloc::vec::Vec;

use core::fmt;

use crate::values::Date;

/// What a row has in a column.
///
/// It prints as text formats have it: nothing for null, a hash in 16 hexadecimal digits.
///
/// ```
/// use kifu::rows::Cell;
///
/// let cells = [Cell::Null, Cell::Text("a b"), Cell::Float64(6.0), Cell::Hash(255)];
/// assert_eq!(cells.map(|cell| cell.to_string()), ["", "a b", "6.0", "00000000000000ff"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cell<'r> {
    /// The record does not say it, or not so that it can be read.
    Null,
    /// Of a [`Text`](super::ColumnType::Text) column.
    Text(&'r str),
    /// Of a [`UInt32`](super::ColumnType::UInt32) column.
    UInt32(u32),
    /// Of a [`UInt64`](super::ColumnType::UInt64) column.
    UInt64(u64),
    /// Of a [`Hash`](super::ColumnType::Hash) column.
    Hash(u64),
    /// Of an [`Int32`](super::ColumnType::Int32) column.
    Int32(i32),
    /// Of a [`Float64`](super::ColumnType::Float64) column.
    Float64(f64),
    /// Of a [`Date`](super::ColumnType::Date) column.
    Date(Day),
    /// Of a [`Bool`](super::ColumnType::Bool) column.
    Bool(bool),
    /// Of a [`Texts`](super::ColumnType::Texts) column.
    Texts(&'r Texts),
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Text(text) => f.write_str(text),
            Self::UInt32(number) => write!(f, "{number}"),
            Self::UInt64(number) => write!(f, "{number}"),
            Self::Hash(hash) => write!(f, "{hash:016x}"),
            Self::Int32(number) => write!(f, "{number}"),
            Self::Float64(number) => write!(f, "{number:?}"),
            Self::Date(day) => write!(f, "{day}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Texts(texts) => write!(f, "{texts}"),
        }
    }
}

/// A list of texts. It prints as an array of JSON.
///
/// ```
/// use kifu::rows::Texts;
///
/// let mut texts = Texts::default();
/// texts.push(["dd", ":", "A"]);
/// texts.push(["pp:\"B\""]);
/// assert!(texts.iter().eq(["dd:A", "pp:\"B\""]));
/// assert_eq!(texts.to_string(), r#"["dd:A","pp:\"B\""]"#);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// All of them, one after the other.
    text: String,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl Texts {
    /// Adds a text, which is given in parts.
    pub fn push<'p>(&mut self, parts: impl IntoIterator<Item = &'p str>) {
        self.text.extend(parts);
        self.ends.push(self.text.len());
    }

    /// Takes out all of them. The room stays.
    ///
    /// ```
    /// use kifu::rows::Texts;
    ///
    /// let mut texts = Texts::default();
    /// texts.push(["a"]);
    /// texts.clear();
    /// assert!(texts.is_empty());
    /// ```
    pub fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many there are.
    ///
    /// ```
    /// assert_eq!(kifu::rows::Texts::default().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes all of them have.
    ///
    /// ```
    /// let mut texts = kifu::rows::Texts::default();
    /// texts.push(["dd:", "A"]);
    /// assert_eq!(texts.bytes(), 4);
    /// ```
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The texts, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[core::mem::replace(&mut start, end)..end])
    }
}

impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, text) in self.iter().enumerate() {
            f.write_str(if number == 0 { "\"" } else { ",\"" })?;
            for part in text.split_inclusive(|it: char| it < ' ' || it == '"' || it == '\\') {
                match part.as_bytes().last() {
                    Some(&last) if last < b' ' || last == b'"' || last == b'\\' => {
                        f.write_str(&part[..part.len() - 1])?;
                        match last {
                            b'\n' => f.write_str("\\n")?,
                            b'"' | b'\\' => write!(f, "\\{}", char::from(last))?,
                            _ => write!(f, "\\u{last:04x}")?,
                        }
                    }
                    _ => f.write_str(part)?,
                }
            }
            f.write_str("\"")?;
        }
        f.write_str("]")
    }
}

/// A day of the Gregorian calendar. It prints as `2016-03-09`.
///
/// ```
/// use kifu::rows::Day;
///
/// let day = Day::new(2016, 3, 9).unwrap();
/// assert_eq!((day.year(), day.month(), day.day()), (2016, 3, 9));
/// assert_eq!(day.to_string(), "2016-03-09");
/// assert_eq!(day.since_1970(), 16_869);
/// assert_eq!(Day::new(2015, 2, 29), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

impl Day {
    /// The day of this year (1 to 9999), month and day of the month, if there is one.
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        match Date::new(year, Some(month), Some(day)) {
            Some(_) => Some(Self { year, month, day }),
            None => None,
        }
    }

    /// The year.
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, 1 to 31.
    pub const fn day(self) -> u8 {
        self.day
    }

    /// How many days there are from 1970-01-01 to it.
    pub const fn since_1970(self) -> i32 {
        // Years are taken to start in March, so that a leap day is the last of its year.
        let is_before_march = self.month <= 2;
        let year = self.year as i32 - is_before_march as i32;
        let month = (self.month as i32 + 9) % 12;
        let before_year = 365 * year + year / 4 - year / 100 + year / 400;
        let before_month = (153 * month + 2) / 5;
        before_year + before_month + self.day as i32 - 719_469
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        // `date(y, m, d).toordinal() - date(1970, 1, 1).toordinal()` in Python.
        let cases = [
            ((1970, 1, 1), 0),
            ((1969, 12, 31), -1),
            ((2000, 2, 29), 11_016),
            ((2016, 3, 9), 16_869),
            ((1900, 3, 1), -25_508),
            ((1, 1, 1), -719_162),
            ((9999, 12, 31), 2_932_896),
        ];
        for ((year, month, day), number) in cases {
            let day = Day::new(year, month, day).unwrap();
            assert_eq!(day.since_1970(), number, "{day}");
        }
    }

    #[test]
    fn a_day_that_is_in_no_calendar_is_refused() {
        for (year, month, day) in [(2016, 0, 1), (2016, 13, 1), (2016, 4, 31), (1900, 2, 29)] {
            assert_eq!(Day::new(year, month, day), None);
        }
        assert!(Day::new(2000, 2, 29).is_some() && Day::new(2016, 12, 31).is_some());
    }
}
