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
///
/// ```
/// use kifu::values::{self, Outcome, Repair};
///
/// let shown = |text| match values::number(text).outcome() {
///     Outcome::Exact(number) => format!("{number}"),
///     Outcome::Repaired(number, repair) => format!("{number} ({repair})"),
///     Outcome::Unreadable(fault) => format!("unreadable: {fault}"),
/// };
/// assert_eq!(shown("19"), "19");
/// assert_eq!(shown(" 19"), "19 (white space left out)");
/// assert_eq!(shown(""), "unreadable: empty");
/// ```
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
///
/// ```
/// use kifu::values::{self, Outcome, Repair};
///
/// let comma = values::real("6,5");
/// assert_eq!(comma.outcome(), Outcome::Repaired(6.5, Repair::DecimalComma));
/// assert_eq!(Repair::DecimalComma.to_string(), "decimal comma read as a point");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Repair {
    /// White space was left out.
    WhiteSpace,
    /// Letters of the other case were taken.
    Case,
    /// A fraction of zeros was left out of a Number: `19.0`.
    ZeroFraction,
    /// A Real without digits before or after its point was read: `.5`, `30.`.
    MissingDigits,
    /// A decimal comma was read as a point: `6,5`.
    DecimalComma,
    /// Words were read for what they mean: `white` for `W`, `Mar 9 2016`, `6目半`.
    Words,
    /// A Double that is neither `1` nor `2` was read as `1`.
    NormalDouble,
    /// What stands where nothing belongs was ignored: `KO[7.5]`.
    Ignored,
    /// The second part of a Compose is missing: `AP[foxwq]`.
    NoSecondPart,
    /// White space was read as the colon of a Compose: `LB[dd 1]`.
    Separator,
    /// A square board was given by two numbers: `SZ[19:19]`.
    Square,
    /// A number beyond what the format allows was kept: `SZ[60]` in Go.
    Kept,
    /// A rectangle of one point was read as that point: `cc:cc`.
    OnePoint,
    /// The corners of a rectangle were exchanged: `bb:aa`.
    Corners,
    /// `tt` was read as a pass where one side of the board is longer than 19.
    Pass,
    /// The same, in other signs: `2016/3/9`, `6,5`.
    Form,
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
}

/// Why a text could not be read.
///
/// ```
/// use kifu::values::{self, Fault, Outcome};
///
/// assert_eq!(values::number("abc").outcome(), Outcome::Unreadable(Fault::NotANumber));
/// assert_eq!(Fault::NotANumber.to_string(), "not a number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// There is no text, where one is needed.
    Empty,
    /// It is no number.
    NotANumber,
    /// It is a number, but not one that the property can have.
    OutOfRange,
    /// It is no colour.
    NotAColor,
    /// It is no point of this game.
    NotAPoint,
    /// It is a point, but not one of this board.
    OffBoard,
    /// It is no stone of this game.
    NotAStone,
    /// It is no move of this game.
    NotAMove,
    /// It is a rectangle on a board that is too large to list its points.
    TooLarge,
    /// There is no colon, where two parts are needed.
    NoColon,
    /// Both ends of a line or an arrow are one point.
    OnePoint,
    /// The format does not say how this game writes it.
    Undefined,
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

/// What reading gives before it is joined with its text: the value and what was done, or why not.
pub(super) type Parsed<T> = Result<(T, Option<Repair>), Fault>;

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

    /// A text with what was made of it.
    #[inline]
    pub(super) fn of(text: &'v str, parsed: Parsed<T>) -> Self {
        match parsed {
            Ok((value, None)) => Self::exact(text, value),
            Ok((value, Some(repair))) => Self::repaired(text, value, repair),
            Err(fault) => Self::unreadable(text, fault),
        }
    }

    /// What was made of the text, without it.
    pub(super) fn parsed(self) -> Parsed<T> {
        match self.outcome {
            Outcome::Exact(value) => Ok((value, None)),
            Outcome::Repaired(value, repair) => Ok((value, Some(repair))),
            Outcome::Unreadable(fault) => Err(fault),
        }
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
            Self::Case => "letters of the other case read",
            Self::ZeroFraction => "fraction of zeros left out",
            Self::MissingDigits => "digits missing beside the decimal point",
            Self::DecimalComma => "decimal comma read as a point",
            Self::Words => "words read for what they mean",
            Self::NormalDouble => "read as 1",
            Self::Ignored => "text ignored where no value belongs",
            Self::NoSecondPart => "second part missing",
            Self::Separator => "white space read as the colon",
            Self::Square => "square board given by two numbers",
            Self::Kept => "number kept that the format does not allow",
            Self::OnePoint => "rectangle of one point read as the point",
            Self::Corners => "corners of a rectangle exchanged",
            Self::Pass => "tt read as a pass",
            Self::Form => "written in another form",
            Self::Spelling => "another spelling",
            Self::Note => "a note left out",
            Self::TimeOfDay => "the time of day left out",
            Self::Cut => "unknown letters left out",
            Self::Doubt => "marked as doubtful",
            Self::Unit => "converted from another unit",
            Self::Calendar => "converted from another calendar",
            Self::Charset => "text of another charset",
            Self::Rating => "a rating, not a rank",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "empty",
            Self::NotANumber => "not a number",
            Self::OutOfRange => "out of range",
            Self::NotAColor => "not a colour",
            Self::NotAPoint => "not a point of this game",
            Self::OffBoard => "off the board",
            Self::NotAStone => "not a stone of this game",
            Self::NotAMove => "not a move of this game",
            Self::TooLarge => "rectangle on too large a board",
            Self::NoColon => "no colon between two parts",
            Self::OnePoint => "both ends are one point",
            Self::Undefined => "not defined for this game",
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
