//! Points of a board, and rectangles of them.

use core::fmt;
use core::iter::FusedIterator;

/// A point of a board: a column and a row, from 0, counted from the upper left corner.
///
/// Where a game counts otherwise, its numbers are kept: row 0 of Hex, TwixT and Lines of Action is
/// that with the number 1, and so is column and row 0 of Octi. In Backgammon the column says all: 0
/// to 23 are the points, of which 0 is White's 1 point, 24 is the bar, 25 is off the board.
///
/// Source: FF\[4\], Point; the pages of the games.
///
/// ```
/// use kifu::values::Notation;
///
/// let point = Notation::GO.point("pd").value().unwrap();
/// assert_eq!((point.column(), point.row()), (15, 3));
/// assert_eq!(point.xy(), (15, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    column: u16,
    row: u16,
}

impl Point {
    /// The point in this column and row, both from 0.
    #[inline]
    pub const fn new(column: u16, row: u16) -> Self {
        Self { column, row }
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u16 {
        self.column
    }

    /// The row, from 0 at the top.
    #[inline]
    pub const fn row(self) -> u16 {
        self.row
    }

    /// The column and the row.
    #[inline]
    pub const fn xy(self) -> (u16, u16) {
        (self.column, self.row)
    }
}

/// A rectangle of points, from its upper left to its lower right corner; often of one point.
///
/// Source: FF\[4\], compressed point lists.
///
/// ```
/// use kifu::values::{Area, Notation, Point};
///
/// let area = Notation::GO.area("aa:bc").value().unwrap();
/// assert_eq!((area.first(), area.last(), area.len()), (Point::new(0, 0), Point::new(1, 2), 6));
/// assert!(area.contains(Point::new(1, 1)));
/// assert_eq!(area.points().nth(2), Some(Point::new(0, 1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    first: Point,
    last: Point,
}

impl Area {
    /// The rectangle between two corners, whichever they are.
    ///
    /// ```
    /// use kifu::values::{Area, Point};
    ///
    /// let area = Area::between(Point::new(2, 0), Point::new(0, 1));
    /// assert_eq!((area.first(), area.last()), (Point::new(0, 0), Point::new(2, 1)));
    /// ```
    pub fn between(corner: Point, other: Point) -> Self {
        Self {
            first: Point::new(corner.column.min(other.column), corner.row.min(other.row)),
            last: Point::new(corner.column.max(other.column), corner.row.max(other.row)),
        }
    }

    /// The upper left corner.
    pub const fn first(self) -> Point {
        self.first
    }

    /// The lower right corner.
    pub const fn last(self) -> Point {
        self.last
    }

    /// How many points there are.
    #[expect(clippy::len_without_is_empty, reason = "there is always a point")]
    pub fn len(self) -> usize {
        self.width().saturating_mul(self.height())
    }

    fn width(self) -> usize {
        usize::from(self.last.column - self.first.column) + 1
    }

    fn height(self) -> usize {
        usize::from(self.last.row - self.first.row) + 1
    }

    /// Whether the point is one of them.
    pub fn contains(self, point: Point) -> bool {
        (self.first.column..=self.last.column).contains(&point.column)
            && (self.first.row..=self.last.row).contains(&point.row)
    }

    /// The points, row by row.
    pub fn points(self) -> AreaPoints {
        AreaPoints { area: self, next: 0, end: self.len() }
    }
}

impl From<Point> for Area {
    fn from(point: Point) -> Self {
        Self { first: point, last: point }
    }
}

/// Iterator over the points of a rectangle, row by row, made by [`Area::points`].
///
/// ```
/// let area = kifu::values::Notation::GO.area("aa:ss").value().unwrap();
/// assert_eq!(area.points().len(), 361);
/// assert_eq!(area.points().next_back().unwrap().xy(), (18, 18));
/// ```
#[derive(Clone, Debug)]
pub struct AreaPoints {
    area: Area,
    next: usize,
    end: usize,
}

impl AreaPoints {
    fn point(&self, index: usize) -> Point {
        let (row, column) = (index / self.area.width(), index % self.area.width());
        let Point { column: left, row: top } = self.area.first;
        Point::new(left + column as u16, top + row as u16)
    }
}

impl Iterator for AreaPoints {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<Point> {
        let index = self.next.saturating_add(n).min(self.end);
        if index == self.end {
            self.next = self.end;
            return None;
        }
        self.next = index + 1;
        Some(self.point(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.next;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for AreaPoints {
    fn next_back(&mut self) -> Option<Point> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.point(self.end))
    }
}

impl ExactSizeIterator for AreaPoints {}
impl FusedIterator for AreaPoints {}

/// The sides of the boards whose points a [`PointSet`] can hold.
pub(super) const MAX_SET_SIDE: u16 = 64;

/// The points that were seen, of the first 64 columns and rows: a bit for each.
#[derive(Clone)]
pub(super) struct PointSet {
    rows: [u64; MAX_SET_SIDE as usize],
}

impl PointSet {
    pub(super) const EMPTY: Self = Self { rows: [0; MAX_SET_SIDE as usize] };

    /// Adds the columns from `first` to `last` of a row, and gives those that are new, a bit for
    /// each.
    pub(super) fn add(&mut self, row: u16, first: u16, last: u16) -> u64 {
        let columns = (u64::MAX >> (MAX_SET_SIDE - 1 - (last - first))) << first;
        let seen = &mut self.rows[usize::from(row)];
        let new = columns & !*seen;
        *seen |= new;
        new
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: u32 = self.rows.iter().map(|row| row.count_ones()).sum();
        write!(f, "PointSet({count})")
    }
}
