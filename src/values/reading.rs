//! What comes of reading a value: exact, repaired or unreadable, beside the text that was read.

use core::fmt;

/// A value that was read: what came of it, and the text it was read from.
///
/// ```
/// use kifu::values::{Fault, Outcome, Reading, Repair};
///
/// let exact = Reading::exact("19", 19);
/// assert_eq!((exact.text(), exact.value()), ("19", Some(19)));
/// let repaired = Reading::repaired(" 19", 19, Repair::WhiteSpace);
/// assert_eq!(repaired.outcome(), Outcome::Repaired(19, Repair::WhiteSpace));
/// let unreadable = Reading::<i32>::unreadable("abc", Fault::NotANumber);
/// assert_eq!((unreadable.text(), unreadable.value()), ("abc", None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading<'v, T> {
    text: &'v str,
    outcome: Outcome<T>,
}

/// What came of reading a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// The text has the form that the format demands.
    Exact(T),
    /// The text has another form, whose meaning is certain enough.
    Repaired(T, Repair),
    /// The text has no meaning that could be found.
    Unreadable(Fault),
}

/// What was done to read a text that has not the form that the format demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// White space was left out.
    WhiteSpace,
    /// Letters of the other case were taken.
    Case,
    /// The same, in other signs: `2016/3/9`, `6,5`.
    Form,
    /// The same, in words of some language: `Mar 9 2016`, `6目半`.
    Words,
    /// Another spelling of a name or a unit: `9p`, `Tromp/Taylor`.
    Spelling,
    /// A note beside the value was left out: `B+R (moves unknown)`.
    Note,
    /// A time of day was left out.
    TimeOfDay,
    /// Letters without a known meaning were left out: `B+J`.
    Cut,
    /// The text doubts itself: `B+R?`.
    Doubt,
    /// Another unit was converted: Chinese stones to points.
    Unit,
    /// A year of an era was converted.
    Calendar,
    /// The text is one of another charset.
    Charset,
    /// A rating was taken where a rank belongs.
    Rating,
    /// A square board was given by two numbers: `SZ[19:19]`.
    Square,
    /// A number beyond what the format allows was kept: `SZ[60]` in Go.
    Kept,
    /// The second part of a Compose is missing: `AP[foxwq]`.
    NoSecondPart,
}

/// Why a text could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// There is no text, where one is needed.
    Empty,
    /// It is no number.
    NotANumber,
    /// It is a number, but not one that the property can have.
    OutOfRange,
    /// It can mean more than one thing: `05/06/2001`.
    Ambiguous,
    /// It says two things that cannot both be.
    Contradiction,
    /// A word has no known meaning here.
    UnknownWord,
    /// It is longer than any value of the kind.
    TooLong,
    /// It is no date.
    NoDate,
    /// There is no such day, month or year.
    NoSuchDate,
    /// It is no result.
    NoResult,
    /// It is no rank and no rating.
    NoRank,
    /// It is no length of time.
    NoTime,
}

impl<'v, T> Reading<'v, T> {
    /// A text in the form that the format demands.
    pub const fn exact(text: &'v str, value: T) -> Self {
        Self { text, outcome: Outcome::Exact(value) }
    }

    /// A text in another form.
    pub const fn repaired(text: &'v str, value: T, repair: Repair) -> Self {
        Self { text, outcome: Outcome::Repaired(value, repair) }
    }

    /// A text without a meaning.
    pub const fn unreadable(text: &'v str, fault: Fault) -> Self {
        Self { text, outcome: Outcome::Unreadable(fault) }
    }

    /// The text that was read, as [`Value::text`](crate::Value::text) has it.
    pub const fn text(&self) -> &'v str {
        self.text
    }

    /// What came of it.
    pub fn outcome(self) -> Outcome<T> {
        self.outcome
    }

    /// The value, exact or repaired; `None` if it could not be read.
    pub fn value(self) -> Option<T> {
        match self.outcome {
            Outcome::Exact(value) | Outcome::Repaired(value, _) => Some(value),
            Outcome::Unreadable(_) => None,
        }
    }

    /// The same outcome with what `change` makes of the value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reading<'v, U> {
        let outcome = match self.outcome {
            Outcome::Exact(value) => Outcome::Exact(change(value)),
            Outcome::Repaired(value, repair) => Outcome::Repaired(change(value), repair),
            Outcome::Unreadable(fault) => Outcome::Unreadable(fault),
        };
        Reading { text: self.text, outcome }
    }

    /// Whether the text has the form that the format demands.
    pub const fn is_exact(&self) -> bool {
        matches!(self.outcome, Outcome::Exact(_))
    }

    /// Whether the text has no meaning that could be found.
    pub const fn is_unreadable(&self) -> bool {
        matches!(self.outcome, Outcome::Unreadable(_))
    }
}

impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteSpace => "white space left out",
            Self::Case => "upper and lower case exchanged",
            Self::Form => "written in another form",
            Self::Words => "written in words",
            Self::Spelling => "another spelling",
            Self::Note => "a note left out",
            Self::TimeOfDay => "the time of day left out",
            Self::Cut => "unknown letters left out",
            Self::Doubt => "marked as doubtful",
            Self::Unit => "converted from another unit",
            Self::Calendar => "converted from another calendar",
            Self::Charset => "text of another charset",
            Self::Rating => "a rating, not a rank",
            Self::Square => "a square given by two numbers",
            Self::Kept => "beyond what the format allows, and kept",
            Self::NoSecondPart => "the second part is missing",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "empty",
            Self::NotANumber => "not a number",
            Self::OutOfRange => "out of range",
            Self::Ambiguous => "more than one meaning",
            Self::Contradiction => "contradicts itself",
            Self::UnknownWord => "an unknown word",
            Self::TooLong => "too long",
            Self::NoDate => "not a date",
            Self::NoSuchDate => "no such date",
            Self::NoResult => "not a result",
            Self::NoRank => "not a rank",
            Self::NoTime => "not a length of time",
        })
    }
}
