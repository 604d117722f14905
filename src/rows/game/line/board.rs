//! Boards of go: the letters of their points, and what becomes of them when a board is turned and
//! mirrored.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::{array, mem};

use crate::values::{self, BoardSize, Fault, Game, Move, Notation, Outcome, Point, Reading};
use crate::{GameTree, Property, Value};

/// Three bytes of what is hashed: `B` or `W` and the two letters of a move, `--` for a pass; or `b`,
/// `w` or `e` and the letters of a point that is set up; or a part of the header.
pub(super) type Item = [u8; 3];

/// How many items the header has: `19x19;`.
pub(super) const HEADER: usize = 2;

/// The longest side of a board whose points can all be written in letters.
const MAX_SIDE: u8 = 52;

/// The size of a board where the record does not say it.
const USUAL: BoardSize = BoardSize::new(19, 19).unwrap();

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

/// The letters of the points of a side.
static LETTERS: [u8; MAX_SIDE as usize] = {
    let mut letters = [PASS; MAX_SIDE as usize];
    let mut number = 0;
    while number < MAX_SIDE {
        letters[number as usize] = letter(number);
        number += 1;
    }
    letters
};

fn header(columns: u8, rows: u8) -> [Item; HEADER] {
    let digits = |side: u8| [b'0' + side / 10, b'0' + side % 10];
    let ([a, b], [c, d]) = (digits(columns), digits(rows));
    [[a, b, b'x'], [c, d, b';']]
}

fn item(colour: u8, point: Point) -> Item {
    // A point that has letters in the record has them here.
    let letter = |number: u16| LETTERS.get(usize::from(number)).copied().unwrap_or(PASS);
    [colour, letter(point.column()), letter(point.row())]
}

/// The least of what points in letters are on a board of these sides, when it is turned and mirrored;
/// `None` if there is something that is no point.
pub(super) fn least_of_points(points: &[u8; 12], [columns, rows]: [u8; 2]) -> Option<[u8; 12]> {
    let place = |letter: u8| LETTERS.iter().position(|&it| it == letter).map(|it| it as u8);
    let mut least = None;
    for way in 0..8 {
        let [mirror, flip, turn] = [1, 2, 4].map(|bit| way & bit != 0);
        if turn && columns != rows {
            continue;
        }
        let mut image = [0; 12];
        for (from, to) in points.chunks_exact(2).zip(image.chunks_exact_mut(2)) {
            let (column, row) = (place(from[0])?, place(from[1])?);
            let column = if mirror { columns.checked_sub(column + 1)? } else { column };
            let row = if flip { rows.checked_sub(row + 1)? } else { row };
            let (column, row) = if turn { (row, column) } else { (column, row) };
            (to[0], to[1]) = (letter(column), letter(row));
        }
        least = Some(least.map_or(image, |least: [u8; 12]| least.min(image)));
    }
    least
}

/// What a root says of the game that is played and of its board.
#[derive(Clone, Copy)]
pub(in crate::rows) struct Kind<'a> {
    pub(in crate::rows) game: Game,
    /// The size, if the root says one.
    pub(in crate::rows) size: Option<Reading<'a, BoardSize>>,
}

impl<'a> Kind<'a> {
    pub(in crate::rows) fn of(game: GameTree<'a>) -> Self {
        let root = game.root();
        let game = Game::of(game);
        let size = root.get("SZ").map(|property| values::size(single(property), game));
        let is_said = |size: &Reading<'_, _>| size.outcome() != Outcome::Unreadable(Fault::Empty);
        Self { game, size: size.filter(is_said) }
    }
}

/// The value to read where there should be one: the first that is not empty.
fn single(property: Property<'_>) -> Value<'_> {
    let first = property.first_value();
    let mut others = property.values().filter(|value| !value.text().is_empty());
    if first.text().is_empty() { others.next().unwrap_or(first) } else { first }
}

/// Its text.
#[inline]
pub(in crate::rows) fn single_text(property: Property<'_>) -> &str {
    // The text of a value is looked for each time that it is asked for.
    let first = property.first_value().text();
    if first.is_empty() { single(property).text() } else { first }
}

/// A board of go.
#[derive(Clone, Copy)]
pub(super) struct Board {
    notation: Notation,
    /// At most 52 of each.
    columns: u8,
    rows: u8,
    is_readable: bool,
}

impl Board {
    /// The board of a game of go, by what its root says of the size.
    pub(super) fn of(size: Option<Reading<'_, BoardSize>>) -> Self {
        let read = size.map_or(Some(USUAL), Reading::value);
        let size = read.unwrap_or(USUAL);
        let [columns, rows] =
            [size.columns(), size.rows()].map(|side| u8::try_from(side).unwrap_or(u8::MAX));
        Self {
            notation: Notation::new(Game::GO, Some(size)),
            columns: columns.min(MAX_SIDE),
            rows: rows.min(MAX_SIDE),
            is_readable: read.is_some() && columns.max(rows) <= MAX_SIDE,
        }
    }

    /// Whether the size is what the record says, not the usual one in its place, and all points of
    /// the board can be written.
    pub(super) fn is_readable(&self) -> bool {
        self.is_readable
    }

    /// How many columns and rows there are.
    pub(super) fn sides(&self) -> [u8; 2] {
        [self.columns, self.rows]
    }

    /// The size, as it stands before all other items.
    pub(super) fn header(&self) -> [Item; HEADER] {
        header(self.columns, self.rows)
    }

    /// The size of the board after the ways to turn it: no wider than it is high.
    pub(super) fn turned_header(&self) -> [Item; HEADER] {
        header(self.columns.min(self.rows), self.columns.max(self.rows))
    }

    /// The item of a move; `None` if the text is neither a point nor a pass.
    #[inline]
    pub(super) fn play(&self, colour: u8, text: &str) -> Option<Item> {
        match self.notation.play(text) {
            Move::Point(point) => Some(item(colour, point)),
            Move::Pass => Some([colour, PASS, PASS]),
            _ => None,
        }
    }

    /// Appends the items of a property of setup; says whether all its values could be read, and there
    /// were not too many points. Empty values set nothing.
    pub(super) fn set(
        &self,
        colour: u8,
        property: Property<'_>,
        room: usize,
        items: &mut Vec<Item>,
    ) -> bool {
        let colour = colour.to_ascii_lowercase();
        let most = items.len() + room;
        for value in property.values() {
            if items.len() >= most {
                return false;
            }
            // Nearly all are two letters, which are the same point in setup as in a move.
            if let Move::Point(point) = self.notation.play(value.text()) {
                items.push(item(colour, point));
            } else {
                match self.notation.area(value).outcome() {
                    Outcome::Exact(area) | Outcome::Repaired(area, _) => {
                        items.extend(area.points().map(|point| item(colour, point)));
                    }
                    Outcome::Unreadable(Fault::Empty) => {}
                    Outcome::Unreadable(_) => return false,
                }
            }
        }
        true
    }

    /// All ways to turn and mirror the board: four, if it is no square.
    pub(super) fn ways(&self) -> Ways {
        let (start, left) = self.range();
        let mut ways = self.all_ways();
        ways.rotate_left(start);
        Ways { ways, left }
    }

    /// Which of all ways are the board's, and how many: one that is wider than high is turned, so that
    /// its size is the least one too.
    fn range(&self) -> (usize, usize) {
        match self.columns.cmp(&self.rows) {
            Ordering::Equal => (0, 8),
            Ordering::Less => (0, 4),
            Ordering::Greater => (4, 4),
        }
    }

    /// The ways of a square; the first four leave a board as wide as it is, the others turn it.
    fn all_ways(&self) -> [Way; 8] {
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

/// Ways to turn and mirror a board, of which fewer and fewer are left: those that make the least of
/// moves and setup, in the order of their bytes.
pub(super) struct Ways {
    ways: [Way; 8],
    /// How many of them are left, at least one.
    left: usize,
}

impl Ways {
    /// Whether only one is left.
    pub(super) fn is_one(&self) -> bool {
        self.left == 1
    }

    /// The first of those that are left. What all of them made so far is the same.
    pub(super) fn first(&self) -> Way {
        self.ways[0]
    }

    /// Keeps those that make the least of moves, in their order.
    pub(super) fn keep_least(&mut self, moves: &[Item]) {
        for &point in moves {
            if self.is_one() {
                return;
            }
            let images = self.ways.map(|way| way.image(point));
            let images = &images[..self.left];
            let least = images.iter().min();
            let mut kept = 0;
            for (place, image) in images.iter().enumerate() {
                if Some(image) == least {
                    self.ways[kept] = self.ways[place];
                    kept += 1;
                }
            }
            self.left = kept;
        }
    }

    /// Keeps those that make the least of setup, which is sorted in each image. It takes room for
    /// two images.
    pub(super) fn keep_least_setup(
        &mut self,
        setup: &[Item],
        image: &mut Vec<Item>,
        least: &mut Vec<Item>,
    ) {
        if setup.is_empty() || self.is_one() {
            return;
        }
        let mut kept = 0;
        for place in 0..self.left {
            let way = self.ways[place];
            image.clear();
            way.append_images(setup, image);
            image.sort_unstable();
            let order = if kept == 0 { Ordering::Less } else { (*image).cmp(least) };
            match order {
                Ordering::Less => {
                    mem::swap(image, least);
                    kept = 0;
                }
                Ordering::Equal => {}
                Ordering::Greater => continue,
            }
            self.ways[kept] = way;
            kept += 1;
        }
        self.left = kept;
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
    fn image(self, item: Item) -> Item {
        if self.is_turned { self.turned(item) } else { self.straight(item) }
    }

    fn straight(self, [colour, column, row]: Item) -> Item {
        [colour, self.columns[usize::from(column)], self.rows[usize::from(row)]]
    }

    fn turned(self, [colour, column, row]: Item) -> Item {
        [colour, self.rows[usize::from(row)], self.columns[usize::from(column)]]
    }

    /// Appends what becomes of moves, and of points that are set up.
    pub(super) fn append_images(self, items: &[Item], images: &mut Vec<Item>) {
        // A branch for each item takes four times the instructions.
        if self.is_turned {
            images.extend(items.iter().map(|&item| self.turned(item)));
        } else {
            images.extend(items.iter().map(|&item| self.straight(item)));
        }
    }
}
