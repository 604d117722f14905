//! The stones of a board and the chains they make. What a move does with them is left to `board`.
//!
//! Cells lie in rows of 64 whatever the size of the board, with an edge around it, and every table
//! has a cell for each of 64 × 64 points: neighbours are at constant distances, a masked index needs
//! no check, and nothing is made anew for another size.
//!
//! A chain is a ring of its stones. Each of them knows one of them, the head, which has the size of
//! the chain and its pseudo-liberties: the pairs of a stone and an empty point beside it. A chain is
//! captured when there are none, so they need not be told apart. Cells without a stone have the
//! head 0, an edge that is nobody's: the counts of all four neighbours change without a branch.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::values::{BoardSize, Point};

/// The longest side of a board.
pub(super) const MAX_SIDE: u16 = 52;

/// Cells in a row.
pub(super) const STRIDE: usize = 64;

/// Cells in a table.
pub(super) const CELLS: usize = STRIDE * STRIDE;

/// What is on a cell: nothing, a stone, or the edge.
pub(super) type Side = u8;

pub(super) const EMPTY: Side = 0;
pub(super) const BLACK: Side = 1;
pub(super) const WHITE: Side = 2;
pub(super) const EDGE: Side = 3;

/// The side of the opponent.
#[inline(always)]
pub(super) const fn opponent(side: Side) -> Side {
    side ^ EDGE
}

/// The cell of a point.
#[inline(always)]
pub(super) fn index(point: Point) -> usize {
    (usize::from(point.row()) + 1) * STRIDE + usize::from(point.column()) + 1
}

/// The point of a cell that is not of the edge.
#[inline]
pub(super) fn point(cell: usize) -> Point {
    Point::new((cell % STRIDE).wrapping_sub(1) as u16, (cell / STRIDE).wrapping_sub(1) as u16)
}

/// The cells beside a cell.
#[inline(always)]
pub(super) fn neighbours(cell: usize) -> [usize; 4] {
    [
        cell.wrapping_sub(STRIDE) % CELLS,
        cell.wrapping_sub(1) % CELLS,
        (cell + 1) % CELLS,
        (cell + STRIDE) % CELLS,
    ]
}

/// Where a stone is in its chain.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// The stone that stands for the chain.
    head: u16,
    /// The next stone in the ring.
    next: u16,
}

/// The size of a chain and its pseudo-liberties, in one number, so that chains are joined by an
/// addition: at most 2704 and four times as many.
type Counts = u32;

const ONE_STONE: Counts = 1 << 16;
const LIBERTIES: Counts = ONE_STONE - 1;

/// A chain that was joined to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Join {
    /// The neighbour of the new stone at which it was joined.
    pub(super) neighbour: u16,
    /// The head that was given up.
    pub(super) head: u16,
    /// The counts of the chain that had it.
    pub(super) counts: u32,
}

/// What a new stone has done before anything is captured.
pub(super) struct Placed {
    /// The head of its chain.
    pub(super) head: usize,
    /// A bit for each neighbour whose chain is the opponent's and has no liberty.
    pub(super) dead: u32,
}

/// The stones of a board.
#[derive(Clone)]
pub(super) struct Stones {
    sides: Box<[Side; CELLS]>,
    links: Box<[Link; CELLS]>,
    counts: Box<[Counts; CELLS]>,
}

fn table<T: Clone + fmt::Debug>(item: T) -> Box<[T; CELLS]> {
    let items: Box<[T]> = alloc::vec![item; CELLS].into_boxed_slice();
    items.try_into().expect("a table has one item for each cell")
}

impl Stones {
    pub(super) fn new(size: BoardSize) -> Self {
        let mut stones =
            Self { sides: table(EDGE), links: table(Link::default()), counts: table(0) };
        stones.clear(size, size);
        stones
    }

    /// Makes the board empty, and one of another size.
    pub(super) fn clear(&mut self, before: BoardSize, size: BoardSize) {
        if before != size {
            self.fill(before, EDGE);
        }
        self.fill(size, EMPTY);
    }

    fn fill(&mut self, size: BoardSize, side: Side) {
        for row in 0..size.rows() {
            let start = index(Point::new(0, row));
            let cells = start..start + usize::from(size.columns());
            self.sides[cells.clone()].fill(side);
            self.links[cells].fill(Link::default());
        }
    }

    #[inline(always)]
    pub(super) fn side(&self, cell: usize) -> Side {
        self.sides[cell % CELLS]
    }

    /// The head of the chain of a stone.
    #[inline(always)]
    pub(super) fn head(&self, cell: usize) -> usize {
        usize::from(self.links[cell % CELLS].head) % CELLS
    }

    #[inline(always)]
    pub(super) fn next(&self, cell: usize) -> usize {
        usize::from(self.links[cell % CELLS].next) % CELLS
    }

    /// Whether the chain with this head has no liberty.
    #[inline(always)]
    pub(super) fn is_dead(&self, head: usize) -> bool {
        self.counts[head % CELLS] & LIBERTIES == 0
    }

    /// Whether the chain with this head is one stone with one liberty.
    #[inline(always)]
    pub(super) fn is_lone_in_atari(&self, head: usize) -> bool {
        self.counts[head % CELLS] == ONE_STONE + 1
    }

    /// The pseudo-liberties of the chain with this head.
    pub(super) fn liberties(&self, head: usize) -> usize {
        (self.counts[head % CELLS] & LIBERTIES) as usize
    }

    /// The number of stones in the chain with this head.
    pub(super) fn size(&self, head: usize) -> usize {
        (self.counts[head % CELLS] >> 16) as usize
    }

    /// Puts a stone on an empty cell and joins it with its neighbours. Captures nothing.
    #[inline(always)]
    pub(super) fn place(
        &mut self,
        cell: usize,
        side: Side,
        mut joined: impl FnMut(Join),
    ) -> Placed {
        let cell = cell % CELLS;
        let around = neighbours(cell);
        self.sides[cell] = side;
        let (mut liberties, mut own, mut dead) = (0, 0_u32, 0_u32);
        for (bit, neighbour) in around.into_iter().enumerate() {
            let other = self.sides[neighbour];
            let head = self.head(neighbour);
            let counts = self.counts[head].wrapping_sub(1);
            self.counts[head] = counts;
            liberties += Counts::from(other == EMPTY);
            own |= u32::from(other == side) << bit;
            dead |= u32::from(other == opponent(side) && counts & LIBERTIES == 0) << bit;
        }
        self.links[cell] = Link { head: cell as u16, next: cell as u16 };
        self.counts[cell] = ONE_STONE + liberties;
        let mut head = cell;
        while own != 0 {
            let neighbour = around[own.trailing_zeros() as usize % 4];
            own &= own - 1;
            let other = self.head(neighbour);
            if other != head {
                let join = self.join(cell, neighbour, head, other);
                head = self.head(cell);
                joined(join);
            }
        }
        Placed { head, dead }
    }

    /// Joins the chains of two cells, by their heads. The smaller one gets the head of the other.
    #[inline(always)]
    fn join(&mut self, cell: usize, neighbour: usize, head: usize, other: usize) -> Join {
        let (counts, others) = (self.counts[head], self.counts[other]);
        let is_smaller = counts >> 16 < others >> 16;
        let (small, large) = if is_smaller { (head, other) } else { (other, head) };
        let given_up = self.counts[small];
        self.counts[large] = counts.wrapping_add(others);
        self.rename(small, large);
        self.cross(cell, neighbour);
        Join { neighbour: neighbour as u16, head: small as u16, counts: given_up }
    }

    /// Gives all stones of the ring that `start` is in another head.
    #[inline(always)]
    fn rename(&mut self, start: usize, head: usize) {
        let mut stone = start;
        loop {
            let link = &mut self.links[stone % CELLS];
            link.head = head as u16;
            stone = usize::from(link.next);
            if stone == start {
                return;
            }
        }
    }

    /// Makes one ring of two, or two of one.
    #[inline(always)]
    fn cross(&mut self, cell: usize, neighbour: usize) {
        let next = self.links[cell % CELLS].next;
        self.links[cell % CELLS].next = self.links[neighbour % CELLS].next;
        self.links[neighbour % CELLS].next = next;
    }

    /// Takes a join back. Everything that came after it has to be taken back before.
    pub(super) fn split(&mut self, cell: usize, join: Join) {
        let large = self.head(cell);
        let small = usize::from(join.head) % CELLS;
        self.cross(cell, usize::from(join.neighbour));
        self.rename(small, small);
        self.counts[large] = self.counts[large].wrapping_sub(join.counts);
        self.counts[small] = join.counts;
    }

    /// Takes away a stone that is a chain of its own.
    pub(super) fn lift(&mut self, cell: usize) {
        let cell = cell % CELLS;
        self.sides[cell] = EMPTY;
        self.links[cell].head = 0;
        self.add_liberties(cell);
    }

    /// Gives the chains around a cell a liberty there.
    #[inline(always)]
    fn add_liberties(&mut self, cell: usize) {
        for neighbour in neighbours(cell) {
            let head = self.head(neighbour);
            self.counts[head] = self.counts[head].wrapping_add(1);
        }
    }

    /// Takes away the chain of a stone, each stone in the order of the ring. Gives the head.
    #[inline(always)]
    pub(super) fn remove(&mut self, start: usize, mut removed: impl FnMut(usize)) -> usize {
        let start = start % CELLS;
        let head = self.head(start);
        let mut stone = start;
        loop {
            let next = self.next(stone);
            self.sides[stone % CELLS] = EMPTY;
            // The count of the chain itself changes too, and is not looked at any more.
            self.links[stone % CELLS].head = 0;
            self.add_liberties(stone);
            removed(stone);
            stone = next;
            if stone == start {
                return head;
            }
        }
    }

    /// Puts a captured chain back: its stones in the order in which they were taken away.
    pub(super) fn restore(&mut self, stones: &[u16], side: Side, head: usize) {
        let (Some(&first), head) = (stones.first(), head % CELLS) else { return };
        let nexts = stones.iter().skip(1).chain([&first]);
        for (&stone, &next) in stones.iter().zip(nexts) {
            let cell = usize::from(stone) % CELLS;
            self.sides[cell] = side;
            self.links[cell] = Link { head: head as u16, next };
            for neighbour in neighbours(cell) {
                let other = self.head(neighbour);
                self.counts[other] = self.counts[other].wrapping_sub(1);
            }
        }
        self.counts[head] = ONE_STONE * stones.len() as Counts;
    }

    /// Puts something on a cell and leaves the chains as they are: [`relink`](Self::relink) has to
    /// follow.
    pub(super) fn set(&mut self, cell: usize, side: Side) {
        self.sides[cell % CELLS] = side;
    }

    /// Takes one stone away, and finds the chains anew that it held together.
    ///
    /// Cost: linear in the size of its chain.
    pub(super) fn take(&mut self, cell: usize, scratch: &mut Vec<u16>) {
        let cell = cell % CELLS;
        scratch.clear();
        let mut stone = self.next(cell);
        while stone != cell {
            scratch.push(stone as u16);
            stone = self.next(stone);
        }
        self.lift(cell);
        self.relink(scratch);
    }

    /// Finds all chains anew.
    ///
    /// Cost: linear in the number of points.
    pub(super) fn relink_all(&mut self, size: BoardSize, scratch: &mut Vec<u16>) {
        scratch.clear();
        for row in 0..size.rows() {
            let start = index(Point::new(0, row));
            for cell in start..start + usize::from(size.columns()) {
                if self.sides[cell % CELLS] == EMPTY {
                    self.links[cell % CELLS].head = 0;
                } else {
                    scratch.push(cell as u16);
                }
            }
        }
        self.relink(scratch);
    }

    /// Finds the chains of these stones, which are all stones of their chains.
    fn relink(&mut self, stones: &[u16]) {
        for &stone in stones {
            self.links[usize::from(stone) % CELLS].head = 0;
        }
        for &stone in stones {
            if self.head(usize::from(stone)) == 0 {
                self.flood(usize::from(stone) % CELLS);
            }
        }
    }

    /// Makes a chain of a stone and what hangs together with it: the ring is open while it grows,
    /// and is what is still to be looked at.
    fn flood(&mut self, start: usize) {
        let side = self.sides[start];
        let (mut last, mut stone) = (start, start);
        let mut counts = 0;
        self.links[start] = Link { head: start as u16, next: start as u16 };
        loop {
            counts += ONE_STONE;
            for neighbour in neighbours(stone) {
                let other = self.sides[neighbour];
                counts += Counts::from(other == EMPTY);
                if other == side && self.links[neighbour].head == 0 {
                    self.links[neighbour].head = start as u16;
                    self.links[last].next = neighbour as u16;
                    last = neighbour;
                }
            }
            if stone == last {
                break;
            }
            stone = self.next(stone);
        }
        self.links[last].next = start as u16;
        self.counts[start] = counts;
    }
}

impl fmt::Debug for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.sides.iter().filter(|side| matches!(**side, BLACK | WHITE)).count();
        write!(f, "Stones({count})")
    }
}
