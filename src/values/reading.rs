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
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "empty",
            Self::NotANumber => "not a number",
            Self::OutOfRange => "out of range",
        })
    }
}
