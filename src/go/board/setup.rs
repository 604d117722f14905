//! Setup: stones that are put down and taken away without being played.

use alloc::vec::Vec;

use super::{Board, Ko, side_of};
use crate::go::stones::{EMPTY, Side, index};
use crate::go::undo::Entry;
use crate::values::{Color, Point};

/// Points in a number of the log.
const PACKED: usize = 32;

/// Setup that has begun.
pub(in crate::go) struct SettingUp {
    ko: Ko,
    /// Where its entries start in the log.
    start: usize,
    is_packed: bool,
    /// Whether the chains have to be found anew.
    is_torn: bool,
}

impl Board {
    /// Puts stones on points, `None` to clear one, whatever is there. Nothing is captured and nothing
    /// refused: chains without liberties stand until a move removes them. Points off the board are
    /// left out. What comes later counts. It ends a ko. Gives how many points changed.
    ///
    /// Cost: linear in the number of points that are set; once linear in the points of the board, if
    /// a stone is cleared or replaced.
    ///
    /// Source: FF\[4\], `AB`, `AW`, `AE`.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Notation, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(19, 19).unwrap()).unwrap();
    /// let stones = Notation::GO.points(["pd:pe", "dp"]).map(|point| (Some(Color::Black), point));
    /// assert_eq!(board.setup(stones), 3);
    /// assert_eq!(board.setup([(None, Point::new(3, 15)), (None, Point::new(0, 0))]), 1);
    /// assert_eq!(board.stones().count(), 2);
    /// ```
    pub fn setup(&mut self, points: impl IntoIterator<Item = (Option<Color>, Point)>) -> usize {
        let mut setting_up = self.begin_setup();
        let mut changed = 0;
        for (color, point) in points {
            let before = self.set_up(&mut setting_up, color, point);
            changed += usize::from(before.is_some_and(|before| before != color));
        }
        self.end_setup(&setting_up);
        changed
    }

    /// Puts one stone on a point, or clears it: [`setup`](Self::setup) of one point.
    pub fn set(&mut self, color: Option<Color>, point: Point) {
        self.setup([(color, point)]);
    }

    pub(in crate::go) fn begin_setup(&mut self) -> SettingUp {
        if !self.is_recording {
            self.forget();
        }
        let ko = core::mem::replace(&mut self.ko, Ko::NONE);
        SettingUp { ko, start: self.log.len(), is_packed: false, is_torn: false }
    }

    /// Sets one point. Gives what was there; `None` off the board.
    pub(in crate::go) fn set_up(
        &mut self,
        setting_up: &mut SettingUp,
        color: Option<Color>,
        point: Point,
    ) -> Option<Option<Color>> {
        if !self.contains(point) {
            return None;
        }
        let (cell, side) = (index(point), color.map_or(EMPTY, side_of));
        let before = self.stones.side(cell);
        if before == side {
            return Some(color);
        }
        self.write_down(setting_up, cell, before);
        for stone in [before, side] {
            if stone != EMPTY {
                self.toggle(cell, stone);
            }
        }
        if before == EMPTY && !setting_up.is_torn {
            self.stones.place(cell, side, |_| {});
        } else {
            self.stones.set(cell, side);
            setting_up.is_torn = true;
        }
        Some(super::color_of(before))
    }

    pub(in crate::go) fn end_setup(&mut self, setting_up: &SettingUp) {
        let &SettingUp { ko, start, is_packed, is_torn } = setting_up;
        if is_torn {
            self.stones.relink_all(self.size, &mut self.scratch);
        }
        let entries = (self.log.len() - start) as u16;
        self.log.push(Entry::Setup { ko, entries, is_packed });
        if is_torn {
            self.relinked = self.log.len();
        }
        self.last_removed = self.log.removed().len();
    }

    /// Writes down what was on a cell; the whole position, once that is shorter.
    fn write_down(&mut self, setting_up: &mut SettingUp, cell: usize, before: Side) {
        if setting_up.is_packed || !self.is_recording {
            return;
        }
        self.log.push(Entry::Set { cell: cell as u16, side: before });
        let words = self.points().len().div_ceil(PACKED);
        if self.log.len() - setting_up.start > words {
            self.pack(setting_up.start);
            setting_up.is_packed = true;
        }
    }

    /// Replaces the entries from this one on by the whole position before them.
    fn pack(&mut self, start: usize) {
        let mut words: Vec<u64> = alloc::vec![0; self.points().len().div_ceil(PACKED)];
        let mut put = |number: usize, side: Side| {
            let shift = 2 * (number % PACKED);
            let word = &mut words[number / PACKED];
            *word = *word & !(3 << shift) | u64::from(side) << shift;
        };
        for (number, point) in self.points().enumerate() {
            put(number, self.stones.side(index(point)));
        }
        for entry in self.log.since(start).rev() {
            let Entry::Set { cell, side } = entry else { continue };
            let (column, row) = crate::go::stones::point(cell.into()).xy();
            put(usize::from(row) * usize::from(self.size.columns()) + usize::from(column), side);
        }
        self.log.truncate(start);
        for word in words {
            self.log.push(Entry::Packed(word));
        }
    }

    pub(super) fn undo_setup(&mut self, entries: usize, is_packed: bool) {
        if is_packed {
            self.undo_packed(entries);
        } else {
            for _ in 0..entries {
                let Some(Entry::Set { cell, side }) = self.log.pop() else { return };
                self.put_back(cell.into(), side);
            }
        }
        self.stones.relink_all(self.size, &mut self.scratch);
        self.relinked = self.log.len();
    }

    fn undo_packed(&mut self, words: usize) {
        let points = self.points();
        for number in (0..words).rev() {
            let word = self.log.pop_packed();
            let start = number * PACKED;
            for (place, point) in points.clone().skip(start).take(PACKED).enumerate() {
                self.put_back(index(point), (word >> (2 * place) & 3) as Side);
            }
        }
    }

    fn put_back(&mut self, cell: usize, side: Side) {
        let now = self.stones.side(cell);
        if now == side {
            return;
        }
        for stone in [now, side] {
            if stone != EMPTY {
                self.toggle(cell, stone);
            }
        }
        self.stones.set(cell, side);
    }
}
