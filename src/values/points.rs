//! Lists of points, compressed or not: each point once, without making a list of them.

use core::fmt;
use core::iter::FusedIterator;

use super::notation::Notation;
use super::point::{MAX_SET_SIDE, Point, PointSet};
use super::source::{AnyValue, ValueSource};

impl Notation {
    /// The points of a list, each once, where it is named first; rectangles row by row.
    ///
    /// Empty values, which make an empty list, and those that cannot be read are left out;
    /// [`area`](Self::area) reads a single value. In Octi the stones of a list give their points.
    ///
    /// Cost: linear in the number of values and points. Nothing is allocated, and no list can give
    /// more points than the board has, or, on boards of more than 64 lines, than it has values.
    ///
    /// Source: FF\[4\], `list of Point`, `elist of Point`, compressed point lists.
    ///
    /// ```
    /// use kifu::values::{Notation, Point};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;AB[aa:ba][aa][ss])")?;
    /// let stones = collection.root().unwrap().get("AB").unwrap();
    /// let points: Vec<_> = Notation::GO.points(stones.values()).map(Point::xy).collect();
    /// assert_eq!(points, [(0, 0), (1, 0), (18, 18)]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn points<'v, I>(self, values: I) -> Points<'v, I::IntoIter>
    where
        I: IntoIterator<Item: AnyValue<'v>>,
    {
        Points {
            notation: self,
            values: values.into_iter(),
            seen: PointSet::EMPTY,
            row: 0,
            columns: 0,
            rows_left: 0,
            span: (0, 0),
            texts: core::marker::PhantomData,
        }
    }
}

/// Iterator over the points of a list, each once, made by [`Notation::points`].
///
/// ```
/// use kifu::values::Notation;
///
/// assert_eq!(Notation::GO.points(["aa:ss", "aa:ss", "dd"]).count(), 361);
/// ```
#[derive(Clone)]
pub struct Points<'v, I> {
    notation: Notation,
    values: I,
    seen: PointSet,
    /// The row that is given, and a bit for each of its columns that are still to come.
    row: u16,
    columns: u64,
    /// How many rows follow it, and their first and last column.
    rows_left: u16,
    span: (u16, u16),
    texts: core::marker::PhantomData<&'v str>,
}

impl<'v, I: Iterator<Item: AnyValue<'v>>> Iterator for Points<'v, I> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        loop {
            if self.columns != 0 {
                let column = self.columns.trailing_zeros() as u16;
                self.columns &= self.columns - 1;
                return Some(Point::new(column, self.row));
            }
            let (first, last) = self.span;
            if self.rows_left > 0 {
                self.rows_left -= 1;
                self.row += 1;
                self.columns = self.seen.add(self.row, first, last);
                continue;
            }
            let value = self.values.next()?;
            // A point is a stone; only in Octi not each stone is a point.
            let area = self.notation.area(value).value().or_else(|| {
                self.notation.stone(value.whole()).value().map(|(point, _)| point.into())
            });
            let Some(area) = area else { continue };
            let (first, last) = (area.first(), area.last());
            if last.column().max(last.row()) >= MAX_SET_SIDE {
                // It is one point, of a board of which no rectangle is read.
                return Some(first);
            }
            self.span = (first.column(), last.column());
            self.row = first.row();
            self.rows_left = last.row() - first.row();
            self.columns = self.seen.add(self.row, first.column(), last.column());
        }
    }
}

impl<'v, I: FusedIterator<Item: AnyValue<'v>>> FusedIterator for Points<'v, I> {}

impl<I> fmt::Debug for Points<'_, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { notation, seen, .. } = self;
        f.debug_struct("Points").field("notation", notation).field("seen", seen).finish()
    }
}
