//! Boards of go: which letters are points, and what becomes of them when a board is turned and
//! mirrored.

use std::array;
use std::ops::RangeInclusive;

use kifu::GameTree;

/// A move: the colour, and the letters of column and row, or `--` for a pass and for what is no
/// point.
pub(super) type Move = [u8; 3];

/// The sides of the boards whose points are written in letters.
const SIDES: RangeInclusive<u8> = 1..=MAX_SIDE;

const MAX_SIDE: u8 = 52;

/// What stands in the place of a letter where there is no point.
pub(super) const PASS: u8 = b'-';

/// A letter for each letter of a side; what is no letter of it is [`PASS`].
type Letters = [u8; 256];

/// For sides of each length the letters themselves, and those of the side mirrored.
static STRAIGHT: [Letters; MAX_SIDE as usize + 1] = letters(false);
static MIRRORED: [Letters; MAX_SIDE as usize + 1] = letters(true);

const fn letters(is_mirrored: bool) -> [Letters; MAX_SIDE as usize + 1] {
    let mut letters = [[PASS; 256]; MAX_SIDE as usize + 1];
    let mut side = 1;
    while side <= MAX_SIDE {
        let mut number = 0;
        while number < side {
            let image = if is_mirrored { side - 1 - number } else { number };
            letters[side as usize][letter(number) as usize] = letter(image);
            number += 1;
        }
        side += 1;
    }
    letters
}

const fn letter(number: u8) -> u8 {
    if number < 26 { b'a' + number } else { b'A' + number - 26 }
}

/// A board, if its points can be written in letters.
#[derive(Clone, Copy)]
pub(super) struct Board {
    columns: u8,
    rows: u8,
}

impl Board {
    pub(super) fn of(game: GameTree<'_>) -> Option<Self> {
        let root = game.root();
        if !matches!(root.text("GM").map(str::trim), None | Some("" | "1")) {
            return None;
        }
        let size = root.text("SZ").map_or("19", str::trim);
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let side = |text: &str| text.trim().parse().ok().filter(|side| SIDES.contains(side));
        // What says nothing leaves the usual one.
        let (columns, rows) = side(columns).zip(side(rows)).unwrap_or((19, 19));
        Some(Self { columns, rows })
    }

    /// Makes a pass of a move that is to no point, and gives its letters. `tt` is a pass on a board
    /// of 19.
    pub(super) fn settle(self, [_, column, row]: &mut Move) -> [u8; 2] {
        let columns = &STRAIGHT[usize::from(self.columns)];
        let rows = &STRAIGHT[usize::from(self.rows)];
        if columns[usize::from(*column)] == PASS || rows[usize::from(*row)] == PASS {
            [*column, *row] = [PASS; 2];
        }
        [*column, *row]
    }

    /// The way to turn and mirror the board that makes the least of the moves, in the order of their
    /// bytes.
    pub(super) fn least_way(self, moves: &[Move]) -> Way {
        let mut ways = self.ways();
        let mut left = if self.columns == self.rows { 8 } else { 4 };
        for &point in moves {
            let images = ways.map(|way| way.image(point));
            let least = images[..left].iter().min();
            let mut kept = 0;
            for place in 0..left {
                if Some(&images[place]) == least {
                    ways[kept] = ways[place];
                    kept += 1;
                }
            }
            left = kept;
            if left == 1 {
                break;
            }
        }
        ways[0]
    }

    /// The ways to turn and mirror the board; those of the first four leave it as wide as it is.
    fn ways(self) -> [Way; 8] {
        let [columns, rows] = [self.columns, self.rows]
            .map(usize::from)
            .map(|side| [&STRAIGHT[side], &MIRRORED[side]]);
        array::from_fn(|way| Way {
            columns: columns[way & 1],
            rows: rows[way >> 1 & 1],
            is_turned: way >> 2 == 1,
        })
    }
}

/// A way to turn and mirror a board.
#[derive(Clone, Copy)]
pub(super) struct Way {
    columns: &'static Letters,
    rows: &'static Letters,
    /// Columns become rows.
    is_turned: bool,
}

impl Way {
    /// What becomes of a move.
    pub(super) fn image(self, [colour, column, row]: Move) -> Move {
        let column = self.columns[usize::from(column)];
        let row = self.rows[usize::from(row)];
        if self.is_turned { [colour, row, column] } else { [colour, column, row] }
    }
}
