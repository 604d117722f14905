//! Points by two letters, and the moves that are made of them: go, Amazons, Gess.

use super::Notation;
use crate::values::game::Game;
use crate::values::moves::Move;
use crate::values::point::Point;
use crate::values::reading::{Fault, Parsed, Repair};

/// The number of the line that a letter stands for, from 0; [`NONE`] for what is no letter.
pub(super) static NUMBERS: [u8; 256] = {
    let mut numbers = [NONE; 256];
    let mut number = 0;
    while number < 26 {
        numbers[b'a' as usize + number] = number as u8;
        numbers[b'A' as usize + number] = number as u8 + 26;
        number += 1;
    }
    numbers
};

/// No line: more than any board has.
const NONE: u8 = u8::MAX;

/// The point that `tt` is, if the board has it.
const TT: Point = Point::new(19, 19);

impl Notation {
    /// A point by two letters.
    pub(super) fn letters(self, bytes: &[u8]) -> Parsed<Point> {
        let &[first, second] = bytes else { return Err(Fault::NotAPoint) };
        let [column, row] = [first, second].map(|letter| NUMBERS[usize::from(letter)]);
        if column == NONE || row == NONE {
            return Err(Fault::NotAPoint);
        }
        let point = Point::new(column.into(), row.into());
        if self.on_board(point).is_ok() || self.game != Game::GO {
            return Ok((self.on_board(point)?, None));
        }
        // An upper-case letter is beyond line 26. Where the board has no such line, it can only be
        // the lower-case one.
        if self.columns > 26 || self.rows > 26 {
            return Err(Fault::OffBoard);
        }
        Ok((
            self.on_board(Point::new((column % 26).into(), (row % 26).into()))?,
            Some(Repair::Case),
        ))
    }

    /// A move of go that is not a point by two letters without fault.
    pub(super) fn go_move(self, bytes: &[u8]) -> Parsed<Move<'static>> {
        if bytes.is_empty() {
            return Ok((Move::Pass, None));
        }
        let no_tt = self.on_board(TT).is_err();
        if no_tt && bytes.eq_ignore_ascii_case(b"tt") {
            let repair = match bytes {
                b"tt" => (self.columns > 19 || self.rows > 19).then_some(Repair::Pass),
                _ => Some(Repair::Case),
            };
            return Ok((Move::Pass, repair));
        }
        if bytes.eq_ignore_ascii_case(b"pass") {
            return Ok((Move::Pass, Some(Repair::Words)));
        }
        match self.letters(bytes) {
            Err(Fault::NotAPoint) => Err(Fault::NotAMove),
            point => point.map(|(point, repair)| (Move::Point(point), repair)),
        }
    }

    /// A move of Amazons: three points.
    pub(super) fn shot(self, bytes: &[u8]) -> Parsed<Move<'static>> {
        let &[a, b, c, d, e, f] = bytes else { return Err(Fault::NotAMove) };
        let point = |column, row| match self.letters(&[column, row]) {
            Err(Fault::NotAPoint) => Err(Fault::NotAMove),
            Ok((point, _)) => Ok(point),
            Err(fault) => Err(fault),
        };
        Ok((Move::Shot { from: point(a, b)?, to: point(c, d)?, arrow: point(e, f)? }, None))
    }

    /// A move of Gess: two points and a colon between them.
    pub(super) fn gess_step(self, bytes: &[u8]) -> Parsed<Move<'static>> {
        let &[a, b, b':', c, d] = bytes else { return Err(Fault::NotAMove) };
        let point = |column, row| match self.letters(&[column, row]) {
            Err(Fault::NotAPoint) => Err(Fault::NotAMove),
            Ok((point, _)) => Ok(point),
            Err(fault) => Err(fault),
        };
        Ok((Move::Step { from: point(a, b)?, to: point(c, d)? }, None))
    }
}
