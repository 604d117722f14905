//! Lists of rows, all in one vector: a list is a range of it, and moves to the end, with room to
//! double, when it grows.

use alloc::vec::Vec;

use super::EditError;

/// Where the rows of a list stand in their [`Pool`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    start: u32,
    pub(super) len: u32,
    /// How many rows there is room for.
    capacity: u32,
}

/// The rows of all lists of one kind.
#[derive(Clone)]
pub(super) struct Pool<T> {
    rows: Vec<T>,
    /// How many rows belong to no list any more.
    waste: usize,
}

impl<T: Copy + Default> Pool<T> {
    pub(super) fn new() -> Self {
        Self::with_capacity(0)
    }

    /// A pool with room for exactly so many rows.
    pub(super) fn with_capacity(rows: usize) -> Self {
        Self { rows: Vec::with_capacity(rows), waste: 0 }
    }

    pub(super) fn reserve_exact(&mut self, rows: usize) {
        self.rows.reserve_exact(rows);
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
    }

    /// The number of rows, in lists or not.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn waste(&self) -> usize {
        self.waste
    }

    pub(super) fn rows(&self, list: List) -> &[T] {
        &self.rows[list.start as usize..][..list.len as usize]
    }

    pub(super) fn rows_mut(&mut self, list: List) -> &mut [T] {
        &mut self.rows[list.start as usize..][..list.len as usize]
    }

    /// Adds a row to the list.
    ///
    /// Cost: constant, spread over all rows that are added.
    #[inline]
    pub(super) fn push(&mut self, list: &mut List, row: T) -> Result<(), EditError> {
        if list.len < list.capacity {
            self.rows[(list.start + list.len) as usize] = row;
        } else {
            let is_last = (list.start + list.capacity) as usize == self.rows.len();
            if list.capacity > 0 && !is_last {
                self.move_to_end(list)?;
                return self.push(list, row);
            }
            let len = u32::try_from(self.rows.len()).map_err(|_| EditError::TooLarge)?;
            if len == u32::MAX {
                return Err(EditError::TooLarge);
            }
            list.start = len - list.capacity;
            self.rows.push(row);
            list.capacity += 1;
        }
        list.len += 1;
        Ok(())
    }

    /// A list of the rows from `start` on, which were pushed one after the other by
    /// [`push_row`](Self::push_row).
    #[inline]
    pub(super) fn list_from(&self, start: usize) -> List {
        let len = (self.rows.len() - start) as u32;
        List { start: start as u32, len, capacity: len }
    }

    /// Adds a row that belongs to no list yet. Whoever copies many lists makes them of such rows:
    /// a list that grows with each row costs twice the time.
    #[inline]
    pub(super) fn push_row(&mut self, row: T) {
        self.rows.push(row);
    }

    /// Gives a list that is full twice the room, at the end.
    fn move_to_end(&mut self, list: &mut List) -> Result<(), EditError> {
        let start = self.rows.len();
        let room = list.capacity as usize * 2;
        if start + room > u32::MAX as usize {
            return Err(EditError::TooLarge);
        }
        let old = list.start as usize..(list.start + list.len) as usize;
        self.waste += list.capacity as usize;
        self.rows.extend_from_within(old);
        self.rows.resize(start + room, T::default());
        *list = List { start: start as u32, len: list.len, capacity: room as u32 };
        Ok(())
    }

    /// Takes the row at `at` out of the list.
    ///
    /// Cost: linear in the number of rows after it.
    pub(super) fn remove(&mut self, list: &mut List, at: usize) {
        self.rows_mut(*list)[at..].rotate_left(1);
        list.len -= 1;
        // The room shrinks by the one row alone: were the rest given up too, adding and removing
        // in turns would move the whole list each time.
        list.capacity -= 1;
        self.waste += 1;
    }

    /// Gives up all rows of the list.
    pub(super) fn discard(&mut self, list: List) {
        self.waste += list.capacity as usize;
    }
}
