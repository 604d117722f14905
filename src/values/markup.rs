//! What is drawn on a board: labels, arrows, lines and figures.

use alloc::borrow::Cow;

use super::notation::Notation;
use super::number::parse_number;
use super::point::Point;
use super::reading::{Fault, Reading, Repair};
use super::source::AnyValue;
use crate::text;

/// A label: a text on a point.
///
/// Source: FF\[4\], `LB`.
///
/// ```
/// let label = kifu::values::Notation::GO.label("dc:a:b").value().unwrap();
/// assert_eq!((label.point().xy(), &*label.text()), ((3, 2), "a:b"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label<'v> {
    point: Point,
    text: &'v str,
}

impl<'v> Label<'v> {
    /// Where the label is.
    pub const fn point(self) -> Point {
        self.point
    }

    /// What it says, as SimpleText.
    pub fn text(self) -> Cow<'v, str> {
        text::simple_text(self.text)
    }
}

/// An arrow or a line, from a point to another.
///
/// Source: FF\[4\], `AR`, `LN`.
///
/// ```
/// let line = kifu::values::Notation::GO.line("pj:pd").value().unwrap();
/// assert_eq!((line.from().xy(), line.to().xy()), ((15, 9), (15, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke {
    from: Point,
    to: Point,
}

impl Stroke {
    /// Where it starts.
    pub const fn from(self) -> Point {
        self.from
    }

    /// Where it ends.
    pub const fn to(self) -> Point {
        self.to
    }
}

impl Notation {
    /// Reads a label, a value of `LB`: a point, a colon and a text.
    ///
    /// White space after the point is read as the colon, as some programs write it. Without either
    /// the label is empty.
    ///
    /// Source: FF\[4\], `LB`: list of `Point ":" SimpleText`.
    ///
    /// ```
    /// use kifu::values::{Fault, Notation, Outcome, Repair};
    ///
    /// assert_eq!(Notation::GO.label("dc:1").value().unwrap().text(), "1");
    /// assert_eq!(Notation::GO.label("dc 1").value().unwrap().text(), "1");
    /// let empty = Notation::GO.label("dc");
    /// assert!(matches!(empty.outcome(), Outcome::Repaired(_, Repair::NoSecondPart)));
    /// assert_eq!(Notation::GO.label("D16").outcome(), Outcome::Unreadable(Fault::NotAPoint));
    /// ```
    pub fn label<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Label<'v>> {
        let whole = value.whole();
        let (point, text, missing) = match value.parts() {
            Some((point, text)) => (point, text, None),
            None => {
                match whole.trim_ascii_start().split_once(|it: char| it.is_ascii_whitespace()) {
                    Some((point, text)) => {
                        (point, text.trim_ascii_start(), Some(Repair::Separator))
                    }
                    None => (whole, "", Some(Repair::NoSecondPart)),
                }
            }
        };
        let parsed = self.parse_point(point);
        let label = parsed.map(|(point, repair)| (Label { point, text }, missing.or(repair)));
        Reading::of(whole, label)
    }

    /// Reads an arrow, a value of `AR`: two points and a colon between them.
    ///
    /// Source: FF\[4\], `AR`: list of `Point ":" Point`.
    ///
    /// ```
    /// use kifu::values::{Fault, Notation, Outcome};
    ///
    /// assert_eq!(Notation::GO.arrow("aa:ss").value().unwrap().to().xy(), (18, 18));
    /// assert_eq!(Notation::GO.arrow("cc:cc").outcome(), Outcome::Unreadable(Fault::OnePoint));
    /// ```
    pub fn arrow<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Stroke> {
        let parsed = match value.parts() {
            None => Err(Fault::NoColon),
            Some((from, to)) => self.parse_point(from).and_then(|(from, first)| {
                let (to, second) = self.parse_point(to)?;
                if from == to {
                    return Err(Fault::OnePoint);
                }
                Ok((Stroke { from, to }, first.or(second)))
            }),
        };
        Reading::of(value.whole(), parsed)
    }

    /// Reads a line, a value of `LN`: two points and a colon between them.
    ///
    /// Source: FF\[4\], `LN`: list of `Point ":" Point`.
    ///
    /// ```
    /// assert_eq!(kifu::values::Notation::GO.line("aa:as").value().unwrap().to().xy(), (0, 18));
    /// ```
    pub fn line<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Stroke> {
        self.arrow(value)
    }
}

/// A figure: where a new diagram starts, what it is called and what it shows.
///
/// Source: FF\[4\], `FG`.
///
/// ```
/// let figure = kifu::values::figure("257:Figure 1").value().unwrap().unwrap();
/// assert_eq!(figure.name(), "Figure 1");
/// assert!(!figure.coordinates() && figure.diagram_name());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figure<'v> {
    flags: u16,
    name: &'v str,
}

impl<'v> Figure<'v> {
    const IGNORE: u16 = 32768;

    /// What it is called, as SimpleText.
    pub fn name(self) -> Cow<'v, str> {
        text::simple_text(self.name)
    }

    /// The flags as they are written. A flag switches something off.
    pub const fn flags(self) -> u16 {
        self.flags
    }

    /// Whether the other flags are to be ignored, and what is shown left to the program.
    pub const fn ignores_flags(self) -> bool {
        self.flags & Self::IGNORE != 0
    }

    /// Whether coordinates are shown; not with flag 1.
    pub const fn coordinates(self) -> bool {
        self.shows(1)
    }

    /// Whether the name is shown; not with flag 2.
    pub const fn diagram_name(self) -> bool {
        self.shows(2)
    }

    /// Whether moves that are not shown are listed; not with flag 4.
    pub const fn list_unshown_moves(self) -> bool {
        self.shows(4)
    }

    /// Whether captured stones are taken from the board; not with flag 256.
    pub const fn remove_captured(self) -> bool {
        self.shows(256)
    }

    /// Whether the star points are shown; not with flag 512.
    pub const fn star_points(self) -> bool {
        self.shows(512)
    }

    const fn shows(self, flag: u16) -> bool {
        self.ignores_flags() || self.flags & flag == 0
    }
}

/// Reads a figure, the value of `FG`: `None` for a figure of which nothing more is said.
///
/// Source: FF\[4\], `FG`: `None | Number ":" SimpleText`.
///
/// ```
/// use kifu::values::{self, Fault, Outcome};
///
/// assert_eq!(values::figure("").outcome(), Outcome::Exact(None));
/// assert!(values::figure("515:Dia. 1").value().unwrap().unwrap().list_unshown_moves());
/// assert_eq!(values::figure("x:y").outcome(), Outcome::Unreadable(Fault::NotANumber));
/// ```
pub fn figure<'v>(value: impl AnyValue<'v>) -> Reading<'v, Option<Figure<'v>>> {
    let whole = value.whole();
    if whole.is_empty() {
        return Reading::exact(whole, None);
    }
    let (flags, name, missing) = match value.parts() {
        Some((flags, name)) => (flags, name, None),
        None => (whole, "", Some(Repair::NoSecondPart)),
    };
    let parsed = parse_number(flags).and_then(|(flags, repair)| {
        let flags = u16::try_from(flags).map_err(|_| Fault::OutOfRange)?;
        Ok((Some(Figure { flags, name }), missing.or(repair)))
    });
    Reading::of(whole, parsed)
}

/// How variations are shown.
///
/// Source: FF\[4\], `ST`.
///
/// ```
/// let style = kifu::values::style("1").value().unwrap();
/// assert!(style.shows_siblings() && style.board_markup());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Style {
    bits: u8,
}

impl Style {
    /// Whether the alternatives to the current node are shown; else those to the next.
    pub const fn shows_siblings(self) -> bool {
        self.bits & 1 != 0
    }

    /// Whether the program marks them on the board.
    pub const fn board_markup(self) -> bool {
        self.bits & 2 == 0
    }
}

/// Reads the value of `ST`.
///
/// Source: FF\[4\], `ST`: Number, 0 to 3.
///
/// ```
/// use kifu::values::{self, Fault, Outcome};
///
/// assert!(!values::style("2").value().unwrap().board_markup());
/// assert_eq!(values::style("4").outcome(), Outcome::Unreadable(Fault::OutOfRange));
/// ```
pub fn style<'v>(value: impl AnyValue<'v>) -> Reading<'v, Style> {
    let text = value.whole();
    let parsed = parse_number(text).and_then(|(number, repair)| match number {
        0..=3 => Ok((Style { bits: number as u8 }, repair)),
        _ => Err(Fault::OutOfRange),
    });
    Reading::of(text, parsed)
}
