//! The values that are the same in all games: None, Double, Color, Text, SimpleText and Compose.

use alloc::borrow::Cow;
use core::fmt;

use super::compact::compact;
use super::reading::{Fault, Reading, Repair};
use super::source::AnyValue;
use crate::text;

/// A colour: who moves, or whose stone it is. Printed as `B` or `W`.
///
/// Source: FF\[4\], Color.
///
/// ```
/// use kifu::values::Color;
///
/// assert_eq!(Color::Black.other(), Color::White);
/// assert_eq!(Color::White.to_string(), "W");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The first player of go.
    Black,
    /// The other.
    White,
}

impl Color {
    /// The colour of the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The colour of a move: `B` is Black, `W` is White.
    #[inline]
    pub(super) fn of_ident(ident: &str) -> Option<Self> {
        match ident.as_bytes() {
            b"B" => Some(Self::Black),
            b"W" => Some(Self::White),
            _ => None,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "B",
            Self::White => "W",
        })
    }
}

/// Reads a Color: `B` or `W`.
///
/// Lower case is read too, and words that start with the letter. Digits are not: programs do not
/// agree on what `PL[1]` is.
///
/// Source: FF\[4\], `Color = ("B" | "W")`.
///
/// ```
/// use kifu::values::{self, Color, Fault, Outcome, Repair};
///
/// assert_eq!(values::color("B").outcome(), Outcome::Exact(Color::Black));
/// assert_eq!(values::color("white").outcome(), Outcome::Repaired(Color::White, Repair::Words));
/// assert_eq!(values::color("1").outcome(), Outcome::Unreadable(Fault::NotAColor));
/// ```
pub fn color<'v>(value: impl AnyValue<'v>) -> Reading<'v, Color> {
    let text = value.whole();
    let parsed = compact(text, Fault::NotAColor, |bytes| {
        let (first, rest) = bytes.split_first().ok_or(Fault::Empty)?;
        let color = match first {
            b'B' | b'b' => Color::Black,
            b'W' | b'w' => Color::White,
            _ => return Err(Fault::NotAColor),
        };
        let repair = match rest {
            [] => first.is_ascii_lowercase().then_some(Repair::Case),
            _ if rest.iter().all(u8::is_ascii_alphabetic) => Some(Repair::Words),
            _ => return Err(Fault::NotAColor),
        };
        Ok((color, repair))
    });
    Reading::of(text, parsed)
}

/// A Double: whether something is the case, or very much so. Printed as `1` or `2`.
///
/// Source: FF\[4\], Double.
///
/// ```
/// use kifu::values::Double;
///
/// assert!(Double::Normal < Double::Emphasized);
/// assert_eq!(Double::Emphasized.to_string(), "2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Double {
    /// `1`
    Normal,
    /// `2`
    Emphasized,
}

impl fmt::Display for Double {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Normal => "1",
            Self::Emphasized => "2",
        })
    }
}

/// Reads a Double: `1` or `2`. Anything else is read as `1`.
///
/// Source: FF\[4\], `Double = ("1" | "2")`.
///
/// ```
/// use kifu::values::{self, Double, Outcome, Repair};
///
/// assert_eq!(values::double("2").outcome(), Outcome::Exact(Double::Emphasized));
/// let empty = values::double("");
/// assert_eq!(empty.outcome(), Outcome::Repaired(Double::Normal, Repair::NormalDouble));
/// ```
pub fn double<'v>(value: impl AnyValue<'v>) -> Reading<'v, Double> {
    let text = value.whole();
    let parsed = compact(text, Fault::Empty, |bytes| match bytes {
        b"1" => Ok((Double::Normal, None)),
        b"2" => Ok((Double::Emphasized, None)),
        _ => Err(Fault::Empty),
    });
    Reading::of(text, parsed.or(Ok((Double::Normal, Some(Repair::NormalDouble)))))
}

/// Reads a None: nothing. What stands there all the same is ignored.
///
/// Source: FF\[4\], `None = ""`.
///
/// ```
/// use kifu::values::{self, Outcome, Repair};
///
/// assert!(values::none("").is_exact());
/// assert_eq!(values::none("7.5").outcome(), Outcome::Repaired((), Repair::Ignored));
/// ```
pub fn none<'v>(value: impl AnyValue<'v>) -> Reading<'v, ()> {
    let text = value.whole();
    Reading::of(text, Ok(((), (!text.is_empty()).then_some(Repair::Ignored))))
}

/// Reads a Text: escapes are resolved, each line break is a line feed.
///
/// Any value is a Text. This is [`Value::text`](crate::Value::text), for all that can be read.
///
/// Source: FF\[4\], Text.
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;C[a\nb])")?;
/// let comment = tree.root().unwrap().get("C").unwrap().first_value();
/// assert_eq!(kifu::values::text(comment), "a\nb");
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn text<'v>(value: impl AnyValue<'v>) -> &'v str {
    value.whole()
}

/// Reads a SimpleText: a Text with a space for each line break.
///
/// Cost: linear; allocates only if there is a line break.
///
/// Source: FF\[4\], SimpleText.
///
/// ```
/// assert_eq!(kifu::values::simple_text("Honinbo\nShusaku"), "Honinbo Shusaku");
/// ```
pub fn simple_text<'v>(value: impl AnyValue<'v>) -> Cow<'v, str> {
    text::simple_text(value.whole())
}

/// A Compose: two parts, or one where the colon is missing.
///
/// ```
/// let compose = kifu::values::compose("CGoban:3").value().unwrap();
/// assert_eq!((compose.first(), compose.second()), ("CGoban".into(), Some("3".into())));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compose<'v> {
    first: &'v str,
    second: Option<&'v str>,
}

impl<'v> Compose<'v> {
    /// The part before the colon, as SimpleText; everything if there is no colon.
    pub fn first(self) -> Cow<'v, str> {
        text::simple_text(self.first)
    }

    /// The part after the colon, as SimpleText.
    pub fn second(self) -> Option<Cow<'v, str>> {
        self.second.map(text::simple_text)
    }
}

/// Reads a Compose of two SimpleTexts. Without a colon there is the first part alone.
///
/// Source: FF\[4\], `Compose = ValueType ":" ValueType`.
///
/// ```
/// use kifu::values::{self, Outcome, Repair};
///
/// let application = values::compose("foxwq");
/// assert!(matches!(application.outcome(), Outcome::Repaired(_, Repair::NoSecondPart)));
/// let application = application.value().unwrap();
/// assert_eq!((application.first(), application.second()), ("foxwq".into(), None));
/// ```
pub fn compose<'v>(value: impl AnyValue<'v>) -> Reading<'v, Compose<'v>> {
    let text = value.whole();
    match value.parts() {
        Some((first, second)) => Reading::exact(text, Compose { first, second: Some(second) }),
        None => {
            Reading::repaired(text, Compose { first: text, second: None }, Repair::NoSecondPart)
        }
    }
}
