//! Points by letters for the column and a number for the row: Hex, TwixT, Lines of Action.

use super::Notation;
use crate::values::moves::Move;
use crate::values::point::Point;
use crate::values::reading::{Fault, Parsed};

impl Notation {
    /// A point, and nothing else.
    pub(super) fn coordinates(self, bytes: &[u8]) -> Parsed<Point> {
        match leading_point(bytes) {
            Some((point, [])) => Ok((self.on_board(point?)?, None)),
            _ => Err(Fault::NotAPoint),
        }
    }

    /// A move of Lines of Action: two points, `-` or `:` between them, and marks of a comment.
    pub(super) fn step(self, bytes: &[u8]) -> Parsed<Move<'static>> {
        let Some((from, [b'-' | b':', rest @ ..])) = leading_point(bytes) else {
            return Err(Fault::NotAMove);
        };
        let Some((to, marks)) = leading_point(rest) else { return Err(Fault::NotAMove) };
        if !marks.iter().all(u8::is_ascii_punctuation) {
            return Err(Fault::NotAMove);
        }
        Ok((Move::Step { from: self.on_board(from?)?, to: self.on_board(to?)? }, None))
    }
}

/// The point at the start, and the bytes after it; a fault instead of the point if no board has it.
fn leading_point(bytes: &[u8]) -> Option<(Result<Point, Fault>, &[u8])> {
    let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (letters, rest) = bytes.split_at(letters);
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = rest.split_at(digits);
    if letters.is_empty() || digits.is_empty() {
        return None;
    }
    // `a` to `z`, then `aa`, `ab`: base 26 without a zero.
    let column = letters.iter().try_fold(0_u16, |number, letter| {
        let digit = letter.to_ascii_lowercase() - b'a' + 1;
        number.checked_mul(26)?.checked_add(digit.into())
    });
    let row = digits.iter().try_fold(0_u16, |number, digit| {
        number.checked_mul(10)?.checked_add((digit - b'0').into())
    });
    let from_zero = |number: Option<u16>| number?.checked_sub(1);
    let point = from_zero(column).zip(from_zero(row));
    Some((point.map(|(column, row)| Point::new(column, row)).ok_or(Fault::OffBoard), rest))
}
