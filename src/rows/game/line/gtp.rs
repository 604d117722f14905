//! Moves in the letters of GTP: `Q16`, without an I, with rows that are counted from below.

use alloc::string::String;
use core::fmt::Write as _;

use super::board::Item;
use super::is_move;

/// How many of the first moves are given.
const FIRST: usize = 8;

/// The letters of columns.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Appends the first moves of the least image of a game, mirrored, so that the first one stands in
/// the upper right. Nothing is appended if a point has no letter.
pub(super) fn first_moves(items: &[Item], sides: [u8; 2], text: &mut String) {
    // The image is no wider than it is high.
    let sides = [sides[0].min(sides[1]), sides[0].max(sides[1])];
    for &item in items.iter().filter(|item| is_move(**item)).take(FIRST) {
        if !text.is_empty() {
            text.push(' ');
        }
        if !push(item, sides, true, text) {
            return text.clear();
        }
    }
}

/// The moves, each after its colour; `None` if a point has no letter.
pub(super) fn moves(items: &[Item], sides: [u8; 2]) -> Option<String> {
    let mut text = String::new();
    for &item in items.iter().filter(|item| is_move(**item)) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(char::from(item[0]));
        text.push(' ');
        if !push(item, sides, false, &mut text) {
            return None;
        }
    }
    Some(text)
}

/// Appends a move; says whether it has letters.
fn push([_, column, row]: Item, sides: [u8; 2], is_mirrored: bool, text: &mut String) -> bool {
    if [column, row] == *b"--" {
        text.push_str("pass");
        return true;
    }
    let [Some(x), Some(y)] = [(column, sides[0]), (row, sides[1])].map(|(letter, side)| {
        let number = match letter {
            b'a'..=b'z' => letter - b'a',
            _ => return None,
        };
        (number < side && usize::from(side) <= COLUMNS.len()).then_some(number)
    }) else {
        return false;
    };
    let x = if is_mirrored { sides[0] - 1 - x } else { x };
    text.push(char::from(COLUMNS[usize::from(x)]));
    // Memory is all it needs.
    let _ = write!(text, "{}", sides[1] - y);
    true
}
