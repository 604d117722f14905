//! Hashes of positions: the keys of the points, and the eight ways to turn and mirror a board.

use alloc::vec::Vec;

use super::stones::{BLACK, CELLS, STRIDE, Side, index};
use crate::values::{BoardSize, Point};

/// How far the keys of White's stones are rotated. Not half of the bits: then the difference of the
/// two colours would have only 32 of them.
const WHITE_ROTATION: u32 = 21;

/// The key of each cell.
static KEYS: [u64; CELLS] = keys();

/// The keys: the outputs of SplitMix64 from the seed 0, by Sebastiano Vigna, which is in the public
/// domain. The point in column c and row r, both from 0, has the output number 64 r + c + 1, counted
/// from 1, whatever the size of the board.
const fn keys() -> [u64; CELLS] {
    let mut keys = [0; CELLS];
    let mut cell = STRIDE + 1;
    while cell < CELLS {
        let number = (cell - STRIDE) as u64;
        let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[cell] = mixed ^ (mixed >> 31);
        cell += 1;
    }
    keys
}

#[inline(always)]
pub(super) fn key(cell: usize) -> u64 {
    KEYS[cell % CELLS]
}

/// The hash of a position out of the sums of the keys of Black's and White's stones.
#[inline]
pub(super) fn combined(black: u64, white: u64) -> u64 {
    black ^ white.rotate_left(WHITE_ROTATION)
}

/// One of the eight ways to lay a board on itself: it is mirrored from left to right or not, then
/// from top to bottom or not, then in the diagonal from the upper left or not.
///
/// On a board that is no square the last four give the position on a board with as many columns as
/// this one has rows.
///
/// ```
/// use kifu::go::Symmetry;
/// use kifu::values::{BoardSize, Point};
///
/// let size = BoardSize::new(19, 19).unwrap();
/// let point = Point::new(3, 0);
/// let images = Symmetry::ALL.map(|symmetry| symmetry.image(point, size).xy());
/// assert_eq!(
///     images,
///     [(3, 0), (15, 0), (3, 18), (15, 18), (0, 3), (0, 15), (18, 3), (18, 15)],
/// );
/// for symmetry in Symmetry::ALL {
///     let image = symmetry.image(point, size);
///     assert_eq!(symmetry.inverse().image(image, symmetry.size(size)), point);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

const MIRRORED_COLUMNS: u8 = 1;
const MIRRORED_ROWS: u8 = 2;
const TRANSPOSED: u8 = 4;

impl Symmetry {
    /// All of them. The first changes nothing.
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The one that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// Its number in [`ALL`](Self::ALL).
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Where a point of a board of this size comes to lie.
    pub fn image(self, point: Point, size: BoardSize) -> Point {
        let mirrored = |number: u16, side: u16| side.saturating_sub(1).saturating_sub(number);
        let (mut column, mut row) = point.xy();
        if self.0 & MIRRORED_COLUMNS != 0 {
            column = mirrored(column, size.columns());
        }
        if self.0 & MIRRORED_ROWS != 0 {
            row = mirrored(row, size.rows());
        }
        if self.0 & TRANSPOSED != 0 { Point::new(row, column) } else { Point::new(column, row) }
    }

    /// The size of the board on which the images lie.
    pub fn size(self, size: BoardSize) -> BoardSize {
        if self.0 & TRANSPOSED == 0 {
            return size;
        }
        BoardSize::new(size.rows(), size.columns()).unwrap_or(size)
    }

    /// The one that takes every image back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let mirrors = self.0 & (MIRRORED_COLUMNS | MIRRORED_ROWS);
        if self.0 & TRANSPOSED == 0 {
            return self;
        }
        // After the transposition, columns are what rows were.
        Self(TRANSPOSED | Self::exchanged(mirrors))
    }

    /// This one, and then another one.
    ///
    /// ```
    /// use kifu::go::Symmetry;
    ///
    /// let right = Symmetry::from_name("rotate-right").unwrap();
    /// assert_eq!(right.then(right).name(), "rotate-180");
    /// assert_eq!(right.then(right.inverse()), Symmetry::IDENTITY);
    /// ```
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let mirrors = next.0 & (MIRRORED_COLUMNS | MIRRORED_ROWS);
        // What the next one finds as columns were rows, if this one transposes.
        let mirrors = if self.0 & TRANSPOSED == 0 { mirrors } else { Self::exchanged(mirrors) };
        Self(self.0 ^ mirrors ^ (next.0 & TRANSPOSED))
    }

    /// The mirrors of columns as those of rows, and the other way round.
    const fn exchanged(mirrors: u8) -> u8 {
        (mirrors & MIRRORED_COLUMNS) << 1 | (mirrors & MIRRORED_ROWS) >> 1
    }

    /// What it does, in a word: `identity`, `flip-left-right`, `flip-top-bottom`, `rotate-180`,
    /// `flip-diagonal` (the upper left corner stays), `rotate-left` (a quarter turn, as the hands of
    /// a clock do not go), `rotate-right`, `flip-antidiagonal` (the upper right corner stays).
    ///
    /// ```
    /// use kifu::go::Symmetry;
    /// use kifu::values::{BoardSize, Point};
    ///
    /// let (size, corner) = (BoardSize::new(19, 19).unwrap(), Point::new(0, 0));
    /// let image = |name| Symmetry::from_name(name).unwrap().image(corner, size).xy();
    /// assert_eq!(image("flip-left-right"), (18, 0));
    /// assert_eq!(image("rotate-right"), (18, 0));
    /// assert_eq!(image("flip-diagonal"), (0, 0));
    /// assert_eq!(image("rotate-left"), (0, 18));
    /// ```
    pub const fn name(self) -> &'static str {
        NAMES[self.number() % NAMES.len()]
    }

    /// The one with this [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }
}

/// The names, in the order of the numbers.
const NAMES: [&str; 8] = [
    "identity",
    "flip-left-right",
    "flip-top-bottom",
    "rotate-180",
    "flip-diagonal",
    "rotate-left",
    "rotate-right",
    "flip-antidiagonal",
];

/// The hashes of a position and of its seven images, for both ways to see the colours. `Copy`.
///
/// ```
/// use kifu::go::{Board, Symmetry};
/// use kifu::values::{BoardSize, Color, Point};
///
/// let size = BoardSize::new(19, 19).unwrap();
/// let mut board = Board::new(size).unwrap();
/// board.play(Color::Black, Point::new(15, 3));
/// let mut other = Board::new(size).unwrap();
/// other.play(Color::White, Point::new(3, 15));
/// assert_ne!(board.hash(), other.hash());
/// let (hashes, others) = (board.hashes(), other.hashes());
/// assert_eq!(hashes.of(Symmetry::IDENTITY), board.hash());
/// assert!(Symmetry::ALL.iter().any(|it| hashes.swapped(*it) == other.hash()));
/// assert_eq!(hashes.least_swapped(), others.least());
/// assert_eq!(hashes.least_of_all(), others.least_of_all());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hashes {
    sums: Sums,
}

/// For each colour the sums of the keys of its stones, under each symmetry.
type Sums = [[u64; 8]; 2];

impl Hashes {
    pub(super) fn new(sums: Sums) -> Self {
        Self { sums }
    }

    /// The hash that the position has after it was turned or mirrored.
    pub fn of(&self, symmetry: Symmetry) -> u64 {
        let [black, white] = &self.sums;
        combined(black[symmetry.number()], white[symmetry.number()])
    }

    /// The same with the colours of all stones swapped.
    pub fn swapped(&self, symmetry: Symmetry) -> u64 {
        let [black, white] = &self.sums;
        combined(white[symmetry.number()], black[symmetry.number()])
    }

    /// The least of the eight: the same for all positions that are one position turned or mirrored.
    pub fn least(&self) -> u64 {
        Symmetry::ALL.iter().fold(u64::MAX, |least, symmetry| least.min(self.of(*symmetry)))
    }

    /// The least of the eight with the colours swapped.
    pub fn least_swapped(&self) -> u64 {
        Symmetry::ALL.iter().fold(u64::MAX, |least, symmetry| least.min(self.swapped(*symmetry)))
    }

    /// The least of all sixteen.
    pub fn least_of_all(&self) -> u64 {
        self.least().min(self.least_swapped())
    }
}

/// The keys of all images of each cell, and their sums while a game is played.
#[derive(Clone, Debug)]
pub(super) struct Images {
    /// By cell. One cache line for a point: to look eight keys up costs more.
    keys: Vec<[u64; 8]>,
    sums: Sums,
}

impl Images {
    /// For boards of this size.
    ///
    /// Cost: linear in the number of points.
    pub(super) fn new(size: BoardSize) -> Self {
        let cells = (usize::from(size.rows()) + 1) * STRIDE;
        let mut keys = alloc::vec![[0; 8]; cells];
        for row in 0..size.rows() {
            for column in 0..size.columns() {
                let point = Point::new(column, row);
                keys[index(point)] = image_keys(point, size);
            }
        }
        Self { keys, sums: [[0; 8]; 2] }
    }

    /// Adds a stone, or takes it away.
    #[inline(always)]
    pub(super) fn toggle(&mut self, cell: usize, side: Side) {
        let Some(keys) = self.keys.get(cell) else { return };
        let sums = if side == BLACK { &mut self.sums[0] } else { &mut self.sums[1] };
        for (sum, key) in sums.iter_mut().zip(keys) {
            *sum ^= key;
        }
    }

    /// The sums of the position as it is.
    pub(super) fn key_sums(&self) -> [u64; 2] {
        let [black, white] = &self.sums;
        [black[0], white[0]]
    }

    pub(super) fn clear(&mut self) {
        self.sums = [[0; 8]; 2];
    }

    pub(super) fn hashes(&self) -> Hashes {
        Hashes::new(self.sums)
    }
}

/// The keys of the images of a point.
pub(super) fn image_keys(point: Point, size: BoardSize) -> [u64; 8] {
    Symmetry::ALL.map(|symmetry| key(index(symmetry.image(point, size))))
}
