//! A board as text: the whole of it, or what lies around a point.

use core::fmt;

use super::board::Board;
use super::stones::MAX_SIDE;
use crate::values::{Color, Point};

/// The letters of columns as people read them aloud: without `I`.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Prints the position as lines of `X` for Black, `O` for White and `.`, from the top, a space
/// between the points.
///
/// ```
/// use kifu::go::Board;
/// use kifu::values::{BoardSize, Color, Point};
///
/// let mut board = Board::new(BoardSize::new(4, 2).unwrap()).unwrap();
/// board.play(Color::Black, Point::new(0, 0));
/// board.play(Color::White, Point::new(3, 1));
/// assert_eq!(board.to_string(), "X . . .\n. . . O\n");
/// ```
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let sign = match self.at(Point::new(column, row)) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => ".",
                };
                if column > 0 {
                    f.write_str(" ")?;
                }
                f.write_str(sign)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The name of a point as people write it: a letter from the left without `I`, and a number from
/// the bottom: `D16`. After `Z` come `AA`, `BB` and so on, as on the servers of large boards.
///
/// ```
/// use kifu::go::Coordinate;
/// use kifu::values::{BoardSize, Point};
///
/// let size = BoardSize::new(19, 19).unwrap();
/// assert_eq!(Coordinate::new(Point::new(3, 3), size).to_string(), "D16");
/// assert_eq!(Coordinate::new(Point::new(8, 18), size).to_string(), "J1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinate {
    column: u16,
    number: u16,
}

impl Coordinate {
    /// That of a point of a board of this size.
    pub fn new(point: Point, size: crate::values::BoardSize) -> Self {
        Self { column: point.column(), number: size.rows().saturating_sub(point.row()) }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = usize::from(self.column);
        let letter = char::from(COLUMNS[column % COLUMNS.len()]);
        for _ in 0..=column / COLUMNS.len() {
            write!(f, "{letter}")?;
        }
        write!(f, "{}", self.number)
    }
}

/// How many columns and rows a [`Cutout`] has at most.
const SIDE: u16 = 9;

/// The position around a point, up to nine columns and rows, as it was when it was cut out. `Copy`,
/// 40 bytes.
///
/// ```
/// use kifu::go::{Board, Cutout};
/// use kifu::values::{BoardSize, Color, Point};
///
/// let mut board = Board::new(BoardSize::new(19, 19).unwrap()).unwrap();
/// board.play(Color::Black, Point::new(1, 0));
/// let cutout = Cutout::around(&board, Point::new(0, 0), 1);
/// assert_eq!(cutout.to_string(), "(.)X\n . .\n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cutout {
    /// Two bits for each point, row by row.
    points: [u64; 3],
    columns: u8,
    rows: u8,
    /// Where the point lies in it.
    column: u8,
    row: u8,
}

impl Cutout {
    /// The points that are at most `reach` columns and rows away; `reach` is at most 4.
    pub fn around(board: &Board, point: Point, reach: u16) -> Self {
        let reach = reach.min(SIDE / 2);
        let (size, (column, row)) = (board.size(), point.xy());
        let (column, row) = (column.min(MAX_SIDE), row.min(MAX_SIDE));
        let (left, top) = (column.saturating_sub(reach), row.saturating_sub(reach));
        let columns = size.columns().min(column + reach + 1).saturating_sub(left);
        let rows = size.rows().min(row + reach + 1).saturating_sub(top);
        let mut points = [0; 3];
        for number in 0..columns * rows {
            let at = Point::new(left + number % columns, top + number / columns);
            let bits = match board.at(at) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            points[usize::from(number / 32)] |= bits << (2 * (number % 32));
        }
        Self {
            points,
            columns: columns as u8,
            rows: rows as u8,
            column: (column - left) as u8,
            row: (row - top) as u8,
        }
    }
}

impl fmt::Display for Cutout {
    /// Lines of `X`, `O` and `.`, the point in parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let number = usize::from(row) * usize::from(self.columns) + usize::from(column);
                let sign = match self.points[number / 32] >> (2 * (number % 32)) & 3 {
                    1 => 'X',
                    2 => 'O',
                    _ => '.',
                };
                let before = match column {
                    _ if row != self.row => ' ',
                    _ if column == self.column => '(',
                    _ if column == self.column + 1 => ')',
                    _ => ' ',
                };
                write!(f, "{before}{sign}")?;
            }
            let is_last = row == self.row && self.column + 1 == self.columns;
            f.write_str(if is_last { ")\n" } else { "\n" })?;
        }
        Ok(())
    }
}
