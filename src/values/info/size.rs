//! The size of a board.

use super::super::reading::{Fault, Reading, Repair};
use super::number::{readable, stripped};

/// The size of a board, in columns and rows.
///
/// ```
/// use kifu::values::BoardSize;
///
/// let size = BoardSize::new(13, 9).unwrap();
/// assert_eq!((size.columns(), size.rows(), size.is_square()), (13, 9, false));
/// assert_eq!(size.to_string(), "13:9");
/// assert_eq!(BoardSize::new(0, 9), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    columns: u16,
    rows: u16,
}

impl BoardSize {
    /// The board of go if a record does not say what it is: 19 by 19.
    pub const GO: Self = Self { columns: 19, rows: 19 };

    /// A board of at least one column and one row.
    pub const fn new(columns: u16, rows: u16) -> Option<Self> {
        if columns == 0 || rows == 0 { None } else { Some(Self { columns, rows }) }
    }

    /// How many columns it has.
    pub const fn columns(self) -> u16 {
        self.columns
    }

    /// How many rows it has.
    pub const fn rows(self) -> u16 {
        self.rows
    }

    /// Whether it has as many columns as rows.
    pub const fn is_square(self) -> bool {
        self.columns == self.rows
    }
}

impl core::fmt::Display for BoardSize {
    /// As the format writes it: `19`, or `13:9`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.is_square() {
            true => write!(f, "{}", self.columns),
            false => write!(f, "{}:{}", self.columns, self.rows),
        }
    }
}

/// The most columns or rows whose points go can name.
const MOST_OF_GO: u16 = 52;

/// Reads the size of a board: `19`, or columns and rows as `13:9`.
///
/// A square board written as two numbers is repaired, and so is one larger than the 52 lines of go
/// (other games may have it).
///
/// Source: FF\[4\], SZ. `13x9` is a habit of people.
///
/// ```
/// use kifu::values::{Repair, board_size};
///
/// assert!(board_size("13:9").is_exact());
/// for text in ["19:19", "19x19", " 19", "19路", "１９"] {
///     assert_eq!(board_size(text).value().unwrap().columns(), 19, "{text}");
///     assert!(!board_size(text).is_exact());
/// }
/// assert!(board_size("abc").is_unreadable());
/// assert!(board_size("0").is_unreadable());
/// ```
#[inline]
pub fn board_size(text: &str) -> Reading<'_, BoardSize> {
    match *text.as_bytes() {
        [a @ b'1'..=b'9'] => square(text, u16::from(a - b'0')),
        [a @ b'1'..=b'9', b @ b'0'..=b'9'] => square(text, u16::from((a - b'0') * 10 + (b - b'0'))),
        _ => other_size(text),
    }
}

#[inline]
fn square(text: &str, lines: u16) -> Reading<'_, BoardSize> {
    let size = BoardSize { columns: lines, rows: lines };
    if lines > MOST_OF_GO {
        return Reading::repaired(text, size, Repair::Kept);
    }
    Reading::exact(text, size)
}

fn other_size(text: &str) -> Reading<'_, BoardSize> {
    match parse(text) {
        Ok((size, None)) => Reading::exact(text, size),
        Ok((size, Some(repair))) => Reading::repaired(text, size, repair),
        Err(fault) => Reading::unreadable(text, fault),
    }
}

fn parse(text: &str) -> Result<(BoardSize, Option<Repair>), Fault> {
    let inner = readable(text)?;
    let (first, rest) = number(inner)?;
    let mut repair = (inner.len() != text.len()).then_some(Repair::WhiteSpace);
    let rest = stripped(rest);
    let mut chars = rest.chars();
    let second = match chars.next() {
        None => {
            if inner.bytes().any(|byte| !byte.is_ascii_digit()) {
                repair = Some(Repair::Form);
            }
            first
        }
        Some('路' | '道' | '줄') if chars.as_str().is_empty() || chars.as_str() == "盘" => {
            repair = Some(Repair::Words);
            first
        }
        Some(sign @ (':' | 'x' | 'X' | '*' | '×' | '：')) => {
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
    if repair.is_none() && first.max(second) > MOST_OF_GO {
        repair = Some(Repair::Kept);
    }
    Ok((size, repair))
}

/// The number that a text starts with, and what follows it.
fn number(text: &str) -> Result<(u16, &str), Fault> {
    let digits = |c: char| super::lexer::narrow(c).to_digit(10);
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
