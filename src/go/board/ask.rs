//! What a board says of itself: its points, stones and chains, what may be played, and its hashes.

use super::{
    Board, EMPTY, Hashes, Images, Ko, STRIDE, color_of, combined, image_keys, index, neighbours,
    opponent, place, point, side_of,
};
use crate::go::hash;
use crate::go::rules::Illegal;
use crate::values::{Area, AreaPoints, BoardSize, Color, Point};

/// Iterator over the points of a board, row by row, made by [`Board::points`].
pub type BoardPoints = AreaPoints;

impl Board {
    /// The number of columns and rows.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Whether the point is on the board.
    #[inline(always)]
    pub fn contains(&self, point: Point) -> bool {
        point.column() < self.size.columns() && point.row() < self.size.rows()
    }

    /// The colour of the stone on a point; `None` if there is none, or no such point.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.contains(point).then(|| color_of(self.stones.side(index(point)))).flatten()
    }

    /// All points, row by row.
    pub fn points(&self) -> BoardPoints {
        let last = Point::new(self.size.columns() - 1, self.size.rows() - 1);
        Area::between(Point::new(0, 0), last).points()
    }

    /// The stones, row by row.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(9, 9).unwrap()).unwrap();
    /// board.play(Color::Black, Point::new(4, 4));
    /// board.play(Color::White, Point::new(4, 2));
    /// let stones = [(Point::new(4, 2), Color::White), (Point::new(4, 4), Color::Black)];
    /// assert!(board.stones().eq(stones));
    /// ```
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + Clone + '_ {
        self.points().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// How many stones this colour has captured: those of the opponent that were removed, suicide
    /// included.
    pub fn prisoners(&self, color: Color) -> usize {
        self.prisoners[place(side_of(color))] as usize
    }

    /// The point where this colour may not play now, because it would retake a ko at once.
    ///
    /// It is a ko if a lone stone captured one stone and has its only liberty there.
    ///
    /// ```
    /// use kifu::go::{Board, Illegal};
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(4, 3).unwrap()).unwrap();
    /// for (column, row) in [(1, 0), (0, 1), (1, 2)] {
    ///     board.play(Color::Black, Point::new(column, row));
    /// }
    /// for (column, row) in [(2, 0), (3, 1), (2, 2), (1, 1)] {
    ///     board.play(Color::White, Point::new(column, row));
    /// }
    /// assert_eq!(board.play(Color::Black, Point::new(2, 1)).captured(), 1);
    /// assert_eq!(board.ko(Color::White), Some(Point::new(1, 1)));
    /// assert_eq!(board.ko(Color::Black), None);
    /// assert_eq!(board.play(Color::White, Point::new(1, 1)).illegal(), Some(Illegal::Ko));
    /// ```
    pub fn ko(&self, color: Color) -> Option<Point> {
        let is_ko = self.ko != Ko::NONE && self.ko.side == side_of(color);
        is_ko.then(|| point(self.ko.cell.into()))
    }

    /// The stones that the last move removed: captured ones, or those of suicide.
    pub fn removed(&self) -> impl ExactSizeIterator<Item = Point> + Clone + '_ {
        let removed = self.log.removed().get(self.last_removed..).unwrap_or_default();
        removed.iter().map(|&cell| point(cell.into()))
    }

    /// What would be wrong with a move, as [`Played::illegal`](super::Played::illegal) says it. The
    /// board stays as it is.
    ///
    /// ```
    /// use kifu::go::{Board, Illegal};
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(9, 9).unwrap()).unwrap();
    /// board.play(Color::Black, Point::new(1, 0));
    /// board.play(Color::Black, Point::new(0, 1));
    /// assert_eq!(board.illegal(Color::White, Point::new(0, 0)), Some(Illegal::Suicide));
    /// assert_eq!(board.illegal(Color::Black, Point::new(0, 0)), None);
    /// assert_eq!(board.illegal(Color::Black, Point::new(1, 0)), Some(Illegal::Occupied));
    /// ```
    pub fn illegal(&self, color: Color, point: Point) -> Option<Illegal> {
        if !self.contains(point) {
            return Some(Illegal::OffBoard);
        }
        let (cell, side) = (index(point), side_of(color));
        if self.stones.side(cell) != EMPTY {
            return Some(Illegal::Occupied);
        }
        if self.ko.side == side && usize::from(self.ko.cell) == cell {
            return Some(Illegal::Ko);
        }
        let is_alive = neighbours(cell).into_iter().any(|neighbour| {
            let other = self.stones.side(neighbour);
            // Whether all pseudo-liberties of the chain are this point.
            let is_filled = || {
                let head = self.stones.head(neighbour);
                let beside = neighbours(cell)
                    .into_iter()
                    .filter(|&it| self.stones.side(it) == other && self.stones.head(it) == head);
                self.stones.liberties(head) == beside.count()
            };
            if other == side {
                !is_filled()
            } else if other == opponent(side) {
                is_filled()
            } else {
                other == EMPTY
            }
        });
        if is_alive { None } else { Some(Illegal::Suicide) }
    }

    /// The chain of the stone on a point: the stones that hang together with it.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(9, 9).unwrap()).unwrap();
    /// board.play(Color::Black, Point::new(0, 0));
    /// board.play(Color::Black, Point::new(1, 0));
    /// let chain = board.chain(Point::new(1, 0)).unwrap();
    /// assert_eq!((chain.len(), chain.liberties()), (2, 3));
    /// assert!(board.chain(Point::new(5, 5)).is_none());
    /// ```
    pub fn chain(&self, at: Point) -> Option<Chain<'_>> {
        let color = self.at(at)?;
        let cell = index(at);
        Some(Chain {
            board: self,
            color,
            start: cell,
            len: self.stones.size(self.stones.head(cell)),
        })
    }

    /// The hash of the position: of the stones, not of whose turn it is, of the ko, or of the size
    /// of the board. 0 of an empty board. Kept while playing, and the same in all releases and on
    /// all machines.
    ///
    /// The key of a point is an output of SplitMix64 from the seed 0: for column c and row r, both
    /// from 0, it is output number 64 r + c + 1, counted from 1. The hash is the exclusive or of the
    /// keys of Black's stones and of those of White's, the latter rotated to the left by 21 bits.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(19, 19).unwrap()).unwrap();
    /// assert_eq!(board.hash(), 0);
    /// board.play(Color::Black, Point::new(0, 0));
    /// assert_eq!(board.hash(), 0xE220_A839_7B1D_CDAF);
    /// board.set(Some(Color::White), Point::new(0, 0));
    /// assert_eq!(board.hash(), 0xE220_A839_7B1D_CDAF_u64.rotate_left(21));
    /// ```
    #[inline]
    pub fn hash(&self) -> u64 {
        let [black, white] = self.key_sums();
        combined(black, white)
    }

    /// The hash of the position with the colours of all stones swapped.
    #[inline]
    pub fn swapped_hash(&self) -> u64 {
        let [black, white] = self.key_sums();
        combined(white, black)
    }

    #[inline]
    fn key_sums(&self) -> [u64; 2] {
        self.images.as_ref().map_or(self.sums, |images| images.key_sums())
    }

    /// Whether the hashes of all eight symmetries are kept while playing.
    ///
    /// Cost: linear in the number of points, and a table of 4 kB for each row; then a few
    /// instructions for each stone that is placed or removed.
    pub fn keep_hashes(&mut self, are_kept: bool) {
        self.sums = self.key_sums();
        self.images = None;
        if are_kept {
            let mut images = Images::new(self.size);
            for (point, color) in self.stones() {
                images.toggle(index(point), side_of(color));
            }
            self.images = Some(images.into());
        }
    }

    /// The hashes of the position under all eight symmetries.
    ///
    /// Cost: constant if they are [kept](Self::keep_hashes), else linear in the number of points.
    ///
    /// ```
    /// use kifu::go::{Board, Symmetry};
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let size = BoardSize::new(13, 9).unwrap();
    /// let mut board = Board::new(size).unwrap();
    /// board.keep_hashes(true);
    /// board.play(Color::Black, Point::new(12, 1));
    /// for symmetry in Symmetry::ALL {
    ///     let mut image = Board::new(symmetry.size(size)).unwrap();
    ///     image.play(Color::Black, symmetry.image(Point::new(12, 1), size));
    ///     assert_eq!(board.hashes().of(symmetry), image.hash());
    ///     assert_eq!(board.hashes().least(), image.hashes().least());
    /// }
    /// ```
    pub fn hashes(&self) -> Hashes {
        if let Some(images) = &self.images {
            return images.hashes();
        }
        let mut sums = [[0; 8]; 2];
        for (point, color) in self.stones() {
            let keys = image_keys(point, self.size);
            for (sum, key) in sums[place(side_of(color))].iter_mut().zip(keys) {
                *sum ^= key;
            }
        }
        hash::Hashes::new(sums)
    }
}

/// Stones of one colour that hang together, made by [`Board::chain`].
#[derive(Clone, Copy, Debug)]
pub struct Chain<'b> {
    board: &'b Board,
    color: Color,
    start: usize,
    len: usize,
}

impl<'b> Chain<'b> {
    /// The colour of the stones.
    pub fn color(self) -> Color {
        self.color
    }

    /// How many stones there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always a stone")]
    pub fn len(self) -> usize {
        self.len
    }

    /// The stones, from the one that was asked for on, in no particular order.
    pub fn stones(self) -> impl Iterator<Item = Point> + Clone + 'b {
        let next = move |cell: &usize| {
            let next = self.board.stones.next(*cell);
            (next != self.start).then_some(next)
        };
        core::iter::successors(Some(self.start), next).map(point)
    }

    /// How many empty points there are beside the stones.
    ///
    /// Cost: linear in the number of stones.
    pub fn liberties(self) -> usize {
        let mut seen = [0_u64; STRIDE];
        let mut count = 0;
        for stone in self.stones() {
            for cell in neighbours(index(stone)) {
                let (row, bit) = (&mut seen[cell / STRIDE], 1 << (cell % STRIDE));
                if self.board.stones.side(cell) == EMPTY && *row & bit == 0 {
                    *row |= bit;
                    count += 1;
                }
            }
        }
        count
    }
}
