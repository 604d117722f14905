//! Coordinates of values, read and written on the turned board.

use alloc::string::String;

use crate::go::Symmetry;
use crate::values::catalogue::{self, ValueForm, ValueType};
use crate::values::{Area, BoardSize, Fault, Game, Move, Notation, Outcome, Point, size};

/// Where the coordinates of a value are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// It is a move.
    Move,
    /// It is a point, or a rectangle.
    Points,
    /// It is a point and a text.
    Labelled,
    /// It is two points.
    TwoPoints,
}

impl Form {
    /// Where those of a property are; `None` if it has none.
    pub(super) fn of(ident: &str, game: Game) -> Option<Self> {
        match catalogue::property_in(game, ident)?.form() {
            ValueForm::One(ValueType::Move) => Some(Self::Move),
            ValueForm::One(ValueType::Point | ValueType::Stone) => Some(Self::Points),
            ValueForm::Pair(ValueType::Point, ValueType::Point) => Some(Self::TwoPoints),
            ValueForm::Pair(ValueType::Point, _) => Some(Self::Labelled),
            _ => None,
        }
    }
}

/// A board, and how it is turned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) symmetry: Symmetry,
    pub(super) size: BoardSize,
    pub(super) notation: Notation,
}

impl Turn {
    /// Writes a value with its coordinates on the turned board, and gives the place of its colon.
    /// Without one, the value stays as it is.
    pub(super) fn value(
        &self,
        form: Form,
        text: &str,
        colon: Option<usize>,
        out: &mut String,
    ) -> Result<Option<Option<usize>>, Fault> {
        // An empty list, or a pass.
        if text.is_empty() {
            return Ok(None);
        }
        match (form, colon) {
            (Form::Move, _) => return self.played(text, colon, out),
            (Form::Points, None) => self.push(self.point(text)?, out),
            (Form::Points, Some(at)) => {
                let (corner, other) = (self.point(&text[..at])?, self.point(&text[at + 1..])?);
                let area = Area::between(self.image(corner), self.image(other));
                push_point(area.first(), out);
                out.push(':');
                push_point(area.last(), out);
            }
            (Form::Labelled, Some(at)) => {
                self.push(self.point(&text[..at])?, out);
                out.push_str(&text[at..]);
            }
            (Form::TwoPoints, Some(at)) => {
                let (from, to) = (self.point(&text[..at])?, self.point(&text[at + 1..])?);
                self.push(from, out);
                out.push(':');
                self.push(to, out);
            }
            (Form::Labelled | Form::TwoPoints, None) => return Err(Fault::NoColon),
        }
        Ok(Some(colon.map(|_| 2)))
    }

    fn played(
        &self,
        text: &str,
        colon: Option<usize>,
        out: &mut String,
    ) -> Result<Option<Option<usize>>, Fault> {
        match readable(self.notation.read_move(text).outcome())? {
            Move::Point(point) => self.push(point, out),
            Move::Shot { from, to, arrow } => {
                [from, to, arrow].into_iter().for_each(|point| self.push(point, out));
            }
            Move::Step { from, to } => {
                self.push(from, out);
                out.push(':');
                self.push(to, out);
                return Ok(Some(colon.map(|_| 2)));
            }
            Move::Pass => return Ok(None),
            _ => return Err(Fault::NotAMove),
        }
        Ok(Some(None))
    }

    fn point(&self, text: &str) -> Result<Point, Fault> {
        readable(self.notation.point(text).outcome())
    }

    fn image(&self, point: Point) -> Point {
        self.symmetry.image(point, self.size)
    }

    fn push(&self, point: Point, out: &mut String) {
        push_point(self.image(point), out);
    }

    /// Writes the value of an `SZ` for the turned board, and gives the place of its colon. Without
    /// one, the value stays as it is.
    pub(super) fn size_value(&self, text: &str, out: &mut String) -> Option<usize> {
        let read = size(text, self.notation.game()).value()?;
        let turned = self.symmetry.size(read);
        if turned == read {
            return None;
        }
        *out = alloc::format!("{turned}");
        out.find(':')
    }
}

fn readable<T>(outcome: Outcome<T>) -> Result<T, Fault> {
    match outcome {
        Outcome::Exact(value) | Outcome::Repaired(value, _) => Ok(value),
        Outcome::Unreadable(fault) => Err(fault),
    }
}

/// Appends a point as two letters: its sides have at most 52 lines.
fn push_point(point: Point, out: &mut String) {
    let letter = |line: u16| match line as u8 {
        line @ 0..26 => char::from(b'a' + line),
        line => char::from(b'A' + line % 26),
    };
    out.push(letter(point.column()));
    out.push(letter(point.row()));
}
