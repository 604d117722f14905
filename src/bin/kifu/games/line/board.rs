//! Boards of go: which letters are points, and what becomes of them when a board is turned and
//! mirrored.

use std::array;
use std::ops::RangeInclusive;

use kifu::GameTree;

/// Three bytes of what is hashed: `B` or `W` and the two letters of a move, `--` for a pass; or `b`,
/// `w` or `e` and the letters of a point that is set up; or a part of the header.
pub(super) type Item = [u8; 3];

/// How many items the header has: `19x19;`.
pub(super) const HEADER: usize = 2;

/// The sides of the boards whose points are written in letters.
const SIDES: RangeInclusive<u8> = 1..=MAX_SIDE;

const MAX_SIDE: u8 = 52;

/// What stands in the place of a letter where there is no point, and for a pass.
const PASS: u8 = b'-';

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

const fn number(letter: u8) -> u8 {
    if letter >= b'a' { letter - b'a' } else { letter - b'A' + 26 }
}

/// A board, if its points can be written in letters.
#[derive(Clone, Copy)]
pub(super) struct Board {
    columns: u8,
    rows: u8,
    is_readable: bool,
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
        let sides = side(columns).zip(side(rows));
        // What says nothing leaves the usual one.
        let (columns, rows) = sides.unwrap_or((19, 19));
        Some(Self { columns, rows, is_readable: sides.is_some() })
    }

    /// Whether the size is what the record says, not the usual one in its place.
    pub(super) fn is_readable(self) -> bool {
        self.is_readable
    }

    /// The size, as it stands before all other items.
    pub(super) fn header(self) -> [Item; HEADER] {
        let digits = |side: u8| [b'0' + side / 10, b'0' + side % 10];
        let ([a, b], [c, d]) = (digits(self.columns), digits(self.rows));
        [[a, b, b'x'], [c, d, b';']]
    }

    /// The item of a move; `None` if the text is neither a point nor a pass. `tt` is a pass on a board
    /// of up to 19.
    pub(super) fn play(self, colour: u8, text: &str) -> Option<Item> {
        match *text.as_bytes() {
            [column, row] if self.has(column, row) => Some([colour, column, row]),
            [b't', b't'] if self.columns <= 19 && self.rows <= 19 => Some([colour, PASS, PASS]),
            [] => Some([colour, PASS, PASS]),
            _ => None,
        }
    }

    /// Appends the items of a value of setup, a point or a rectangle of points; says whether it is one.
    pub(super) fn set(self, colour: u8, text: &str, items: &mut Vec<Item>) -> bool {
        let colour = colour.to_ascii_lowercase();
        let ([column, row], [last_column, last_row]) = match *text.as_bytes() {
            [column, row] => ([column, row], [column, row]),
            [a, b, b':', c, d] => ([a, b], [c, d]),
            _ => return false,
        };
        if !self.has(column, row) || !self.has(last_column, last_row) {
            return false;
        }
        let between = |from: u8, to: u8| {
            let (from, to) = (number(from), number(to));
            from.min(to)..=from.max(to)
        };
        for row in between(row, last_row) {
            let row = letter(row);
            let columns = between(column, last_column).map(letter);
            items.extend(columns.map(|column| [colour, column, row]));
        }
        true
    }

    fn has(self, column: u8, row: u8) -> bool {
        STRAIGHT[usize::from(self.columns)][usize::from(column)] != PASS
            && STRAIGHT[usize::from(self.rows)][usize::from(row)] != PASS
    }

    /// The way to turn and mirror the board that makes the least of the moves, in the order of their
    /// bytes.
    pub(super) fn least_way(self, moves: &[Item]) -> Way {
        let mut ways = self.all_ways();
        let mut left = self.way_count();
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

    /// The ways to turn and mirror the board: four, if it is no square.
    pub(super) fn ways(self) -> impl IntoIterator<Item = Way> {
        self.all_ways().into_iter().take(self.way_count())
    }

    fn way_count(self) -> usize {
        if self.columns == self.rows { 8 } else { 4 }
    }

    /// The ways of a square; those of the first four leave a board as wide as it is.
    fn all_ways(self) -> [Way; 8] {
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
    /// What becomes of a move, or of a point that is set up.
    pub(super) fn image(self, [colour, column, row]: Item) -> Item {
        let column = self.columns[usize::from(column)];
        let row = self.rows[usize::from(row)];
        if self.is_turned { [colour, row, column] } else { [colour, column, row] }
    }
}
