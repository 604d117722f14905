//! Sizes of boards as people write them: `19x19`, `19路`.

use super::game::BoardSize;
use super::lexer::{narrow, readable, stripped};
use super::reading::{Fault, Parsed, Repair};

/// The size that a text names which is not in the form of the format.
pub(super) fn size_in_words(text: &str) -> Parsed<BoardSize> {
    let inner = readable(text)?;
    let (first, rest) = number(inner)?;
    let mut repair = (inner.len() != text.len()).then_some(Repair::WhiteSpace);
    let rest = stripped(rest);
    let mut chars = rest.chars();
    let second = match chars.next().map(narrow) {
        None => {
            if inner.bytes().any(|byte| !byte.is_ascii_digit()) {
                repair = Some(Repair::Form);
            }
            first
        }
        Some('路' | '道' | '줄') if is_board(stripped(chars.as_str())) => {
            repair = Some(Repair::Words);
            first
        }
        Some(sign @ (':' | 'x' | 'X' | '*' | '×' | '：' | '-' | ',' | '/' | '✕')) => {
            let (second, rest) = number(stripped(chars.as_str()))?;
            if !stripped(rest).is_empty() {
                return Err(Fault::NotANumber);
            }
            let plain = inner.bytes().all(|byte| byte.is_ascii_digit() || byte == b':');
            match sign {
                ':' if plain && first != second => {}
                ':' if plain => repair = Some(Repair::Square),
                _ => repair = Some(Repair::Form),
            }
            second
        }
        Some(_) => return Err(Fault::NotANumber),
    };
    let size = BoardSize::new(first, second).ok_or(Fault::OutOfRange)?;
    Ok((size, Some(repair.unwrap_or(Repair::Form))))
}

/// Whether a word after the number of lines is one for the board, if there is one.
fn is_board(word: &str) -> bool {
    ["", "盘", "盤", "棋盘", "棋盤", "碁盤", "바둑판", "바둑", "판", "board", "lines"]
        .contains(&word)
}

/// The number that a text starts with, and what follows it.
fn number(text: &str) -> Result<(u16, &str), Fault> {
    let digits = |c: char| narrow(c).to_digit(10);
    let end = text.find(|c| digits(c).is_none()).unwrap_or(text.len());
    if end == 0 {
        return Err(Fault::NotANumber);
    }
    let value = text[..end]
        .chars()
        .filter_map(digits)
        .try_fold(0_u16, |sum, digit| sum.checked_mul(10)?.checked_add(digit as u16));
    Ok((value.ok_or(Fault::OutOfRange)?, &text[end..]))
}
