//! A board: moves as the format executes them, setup, prisoners, ko, and the hash of the position.
//! How stones hang together is left to `stones`.

mod ask;
mod setup;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::hash::{Hashes, Images, combined, image_keys, key};
use super::rules::Illegal;
use super::stones::{
    BLACK, EMPTY, MAX_SIDE, Placed, STRIDE, Side, Stones, WHITE, index, neighbours, opponent, point,
};
use super::undo::{Entry, Log};
use crate::values::{BoardSize, Color, Point};

pub use ask::{BoardPoints, Chain};

/// A board of go with its stones, of any size up to 52 × 52.
///
/// Moves are executed as the format says: the stone is placed whatever was there, the opponent's
/// chains beside it that have no liberty are removed, and then its own chain if that has none. No
/// move on the board is refused; what was wrong with one is reported.
///
/// A board takes 36 kB, is used again by [`clear`](Self::clear), and then allocates nothing for a
/// move.
///
/// Source: FF\[4\], go, `B`, `W`, `AB`, `AW`, `AE`.
///
/// ```
/// use kifu::go::Board;
/// use kifu::values::{BoardSize, Color, Point};
///
/// let mut board = Board::new(BoardSize::new(9, 9).unwrap()).unwrap();
/// for (color, column, row) in [(Color::White, 0, 0), (Color::Black, 1, 0), (Color::Black, 0, 1)] {
///     board.play(color, Point::new(column, row));
/// }
/// assert_eq!(board.at(Point::new(0, 0)), None);
/// assert_eq!(board.at(Point::new(1, 0)), Some(Color::Black));
/// assert_eq!(board.prisoners(Color::Black), 1);
/// ```
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    stones: Stones,
    /// The sums of the keys of Black's and of White's stones, where those of all images are not kept.
    sums: [u64; 2],
    images: Option<Box<Images>>,
    ko: Ko,
    /// How many stones Black and White have captured.
    prisoners: [u32; 2],
    log: Log,
    /// Whether the log is kept, so that moves can be taken back.
    is_recording: bool,
    /// Entries of the log before this one cannot be taken back chain by chain: the rings were made
    /// anew since.
    relinked: usize,
    /// The stones removed by the last move are those of the log from this one on.
    last_removed: usize,
    scratch: Vec<u16>,
}

/// Where nobody of one side may play at once. The cell is 0 if there is no such point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ko {
    pub(super) cell: u16,
    pub(super) side: Side,
}

impl Ko {
    pub(super) const NONE: Self = Self { cell: 0, side: EMPTY };

    #[inline(always)]
    pub(super) fn packed(self) -> u64 {
        u64::from(self.cell) << 2 | u64::from(self.side)
    }

    #[inline(always)]
    pub(super) fn unpacked(packed: u64) -> Self {
        Self { cell: (packed >> 2) as u16, side: (packed % 4) as Side }
    }
}

/// What came of a move. `Copy`.
///
/// ```
/// use kifu::go::{Board, Illegal};
/// use kifu::values::{BoardSize, Color, Point};
///
/// let mut board = Board::new(BoardSize::new(2, 1).unwrap()).unwrap();
/// board.play(Color::Black, Point::new(0, 0));
/// let played = board.play(Color::White, Point::new(1, 0));
/// assert_eq!((played.captured(), played.lost(), played.illegal()), (1, 0, None));
/// let played = board.play(Color::White, Point::new(0, 0));
/// assert_eq!((played.captured(), played.lost()), (0, 2));
/// assert_eq!(played.illegal(), Some(Illegal::Suicide));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    captured: u16,
    lost: u16,
    illegal: Option<Illegal>,
}

impl Played {
    /// How many stones of the opponent were removed.
    pub const fn captured(self) -> usize {
        self.captured as usize
    }

    /// How many stones of who moved were removed: more than 0 is suicide.
    pub const fn lost(self) -> usize {
        self.lost as usize
    }

    /// What was wrong with it: the point was off the board (then nothing was done) or occupied, or a
    /// ko was retaken at once, or it was suicide. Whether the rules allow suicide is not asked.
    pub const fn illegal(self) -> Option<Illegal> {
        self.illegal
    }
}

/// A state of a board to come back to, made by [`Board::mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(usize);

#[inline(always)]
pub(super) const fn side_of(color: Color) -> Side {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

#[inline(always)]
pub(super) const fn color_of(side: Side) -> Option<Color> {
    match side {
        BLACK => Some(Color::Black),
        WHITE => Some(Color::White),
        _ => None,
    }
}

/// The place of a side in tables of two.
#[inline(always)]
const fn place(side: Side) -> usize {
    (side >> 1 & 1) as usize
}

impl Board {
    /// An empty board; `None` if a side is longer than 52, the last that the format has a letter
    /// for.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::BoardSize;
    ///
    /// assert!(Board::new(BoardSize::new(52, 1).unwrap()).is_some());
    /// assert!(Board::new(BoardSize::new(53, 1).unwrap()).is_none());
    /// ```
    pub fn new(size: BoardSize) -> Option<Self> {
        is_possible(size).then(|| Self {
            size,
            stones: Stones::new(size),
            sums: [0; 2],
            images: None,
            ko: Ko::NONE,
            prisoners: [0; 2],
            log: Log::default(),
            is_recording: false,
            relinked: 0,
            last_removed: 0,
            scratch: Vec::new(),
        })
    }

    /// Takes all stones and prisoners away.
    ///
    /// Cost: linear in the number of points; a fraction of a microsecond for 19 × 19.
    pub fn clear(&mut self) {
        self.resize(self.size);
    }

    /// Makes it an empty board of another size. `false`, and nothing is done, if a side is longer
    /// than 52.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let [small, large] = [9, 19].map(|side| BoardSize::new(side, side).unwrap());
    /// let mut board = Board::new(small).unwrap();
    /// board.play(Color::Black, Point::new(8, 8));
    /// assert!(board.resize(large));
    /// assert_eq!((board.size(), board.stones().count()), (large, 0));
    /// ```
    pub fn resize(&mut self, size: BoardSize) -> bool {
        if !is_possible(size) {
            return false;
        }
        self.stones.clear(self.size, size);
        if let Some(images) = &mut self.images {
            if self.size == size {
                images.clear();
            } else {
                **images = Images::new(size);
            }
        }
        self.size = size;
        self.sums = [0; 2];
        self.ko = Ko::NONE;
        self.prisoners = [0; 2];
        self.forget();
        true
    }

    /// Plays a stone, whether the move is legal or not. Off the board nothing is done.
    ///
    /// Cost: linear in the stones that are captured and in the smaller ones of the chains that are
    /// joined; on an occupied point, in the chain there.
    ///
    /// Source: FF\[4\], go, `B`, `W`.
    ///
    /// ```
    /// use kifu::go::{Board, Illegal};
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(19, 19).unwrap()).unwrap();
    /// let point = Point::new(3, 3);
    /// assert_eq!(board.play(Color::Black, point).illegal(), None);
    /// assert_eq!(board.play(Color::White, point).illegal(), Some(Illegal::Occupied));
    /// assert_eq!(board.at(point), Some(Color::White));
    /// let far = Point::new(19, 0);
    /// assert_eq!(board.play(Color::Black, far).illegal(), Some(Illegal::OffBoard));
    /// ```
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> Played {
        let (side, cell) = (side_of(color), index(point));
        if !self.contains(point) {
            return self.off_board();
        }
        if !self.is_recording {
            self.forget();
        }
        if self.stones.side(cell) == EMPTY {
            return self.play_on_empty(cell, side);
        }
        self.play_on_stone(cell, side)
    }

    /// A pass: it ends a ko.
    pub fn pass(&mut self) {
        if !self.is_recording {
            self.forget();
        }
        self.log.push(Entry::Pass { ko: self.ko });
        self.last_removed = self.log.removed().len();
        self.ko = Ko::NONE;
    }

    #[cold]
    fn off_board(&mut self) -> Played {
        self.last_removed = self.log.removed().len();
        Played { captured: 0, lost: 0, illegal: Some(Illegal::OffBoard) }
    }

    #[cold]
    #[inline(never)]
    fn play_on_stone(&mut self, cell: usize, side: Side) -> Played {
        let ko = core::mem::replace(&mut self.ko, Ko::NONE);
        let before = self.stones.side(cell);
        self.log.push(Entry::Set { cell: cell as u16, side: before });
        self.log.push(Entry::Setup { ko, entries: 1, is_packed: false });
        self.toggle(cell, before);
        self.stones.take(cell, &mut self.scratch);
        self.relinked = self.log.len();
        Played { illegal: Some(Illegal::Occupied), ..self.play_on_empty(cell, side) }
    }

    #[inline(always)]
    fn play_on_empty(&mut self, cell: usize, side: Side) -> Played {
        let ko = self.ko;
        let is_ko = usize::from(ko.cell) == cell && ko.side == side;
        self.ko = Ko::NONE;
        self.last_removed = self.log.removed().len();
        self.toggle(cell, side);
        let mut joins = 0;
        let Self { log, is_recording, .. } = self;
        let Placed { head, mut dead } = self.stones.place(cell, side, |join| {
            if *is_recording {
                log.push(Entry::Join(join));
                joins += 1;
            }
        });
        let mut played = Played { captured: 0, lost: 0, illegal: is_ko.then_some(Illegal::Ko) };
        let mut removals = 0;
        if dead != 0 {
            let around = neighbours(cell);
            while dead != 0 {
                let neighbour = around[dead.trailing_zeros() as usize % 4];
                dead &= dead - 1;
                // It may have been removed at another neighbour.
                if self.stones.side(neighbour) == opponent(side) {
                    played.captured += self.remove(neighbour, opponent(side));
                    removals += 1;
                }
            }
            self.prisoners[place(side)] += u32::from(played.captured);
            if played.captured == 1 && self.stones.is_lone_in_atari(head) {
                let captured = self.log.removed().last().copied().unwrap_or(0);
                self.ko = Ko { cell: captured, side: opponent(side) };
            }
        } else if self.stones.is_dead(head) {
            played.lost = self.remove(cell, side);
            played.illegal = played.illegal.or(Some(Illegal::Suicide));
            self.prisoners[place(opponent(side))] += u32::from(played.lost);
            removals = 1;
        }
        if self.is_recording {
            let (cell, is_suicide) = (cell as u16, played.lost > 0);
            self.log.push(Entry::Move { cell, side, ko, joins, removals, is_suicide });
        }
        played
    }

    /// Removes the chain of a stone; how many stones.
    #[inline(never)]
    fn remove(&mut self, cell: usize, side: Side) -> u16 {
        let Self { stones, sums, images, log, is_recording, .. } = self;
        let mut count = 0;
        let head = stones.remove(cell, |stone| {
            toggle(sums, images, stone, side);
            log.push_removed(stone);
            count += 1;
        });
        if *is_recording {
            log.push(Entry::Removed { head: head as u16, stones: count });
        }
        count
    }

    /// Adds a stone to the hash, or takes it out.
    #[inline(always)]
    fn toggle(&mut self, cell: usize, side: Side) {
        toggle(&mut self.sums, &mut self.images, cell, side);
    }

    /// Forgets what could be taken back.
    #[inline(always)]
    fn forget(&mut self) {
        self.log.clear();
        self.relinked = 0;
        self.last_removed = 0;
    }

    /// Whether moves and setup from now on can be taken back. What came before cannot.
    ///
    /// The log takes about ten bytes for a move, four more for each chain that is joined or
    /// captured, and two for a captured stone; for setup eight for each point that changes, or a
    /// quarter of a byte for each point of the board.
    ///
    /// ```
    /// use kifu::go::Board;
    /// use kifu::values::{BoardSize, Color, Point};
    ///
    /// let mut board = Board::new(BoardSize::new(19, 19).unwrap()).unwrap();
    /// board.record(true);
    /// board.play(Color::Black, Point::new(3, 3));
    /// let mark = board.mark();
    /// board.play(Color::White, Point::new(15, 15));
    /// board.set(Some(Color::White), Point::new(3, 3));
    /// board.undo_to(mark);
    /// assert!(board.stones().eq([(Point::new(3, 3), Color::Black)]));
    /// ```
    pub fn record(&mut self, is_recording: bool) {
        self.is_recording = is_recording;
        self.forget();
    }

    /// The state that [`undo_to`](Self::undo_to) comes back to.
    pub fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    /// Takes back all moves and all setup since the mark was made. Marks of later states, and those
    /// made before recording started, are without meaning after it.
    ///
    /// Cost: as for the moves; after setup was taken back, linear in the number of points for each
    /// move that came before it.
    pub fn undo_to(&mut self, mark: Mark) {
        while self.log.len() > mark.0 {
            match self.log.pop() {
                Some(Entry::Move { cell, side, ko, joins, removals, is_suicide }) => {
                    self.ko = ko;
                    let is_linked = self.log.len() >= self.relinked;
                    self.undo_removals(removals, if is_suicide { side } else { opponent(side) });
                    self.undo_stone(usize::from(cell), side, joins, is_linked);
                }
                Some(Entry::Setup { ko, entries, is_packed }) => {
                    self.ko = ko;
                    self.undo_setup(usize::from(entries), is_packed);
                }
                Some(Entry::Pass { ko }) => self.ko = ko,
                _ => {}
            }
        }
        self.last_removed = self.log.removed().len();
    }

    fn undo_removals(&mut self, removals: u8, side: Side) {
        for _ in 0..removals {
            let Some(Entry::Removed { head, stones }) = self.log.pop() else { return };
            self.log.pop_removed(usize::from(stones), &mut self.scratch);
            self.prisoners[place(opponent(side))] -= u32::from(stones);
            self.stones.restore(&self.scratch, side, usize::from(head));
            for &stone in &self.scratch {
                toggle(&mut self.sums, &mut self.images, usize::from(stone), side);
            }
        }
    }

    fn undo_stone(&mut self, cell: usize, side: Side, joins: u8, is_linked: bool) {
        self.toggle(cell, side);
        for _ in 0..joins {
            let entry = self.log.pop();
            if let (Some(Entry::Join(join)), true) = (entry, is_linked) {
                self.stones.split(cell, join);
            }
        }
        if is_linked {
            self.stones.lift(cell);
        } else {
            self.stones.set(cell, EMPTY);
            self.stones.relink_all(self.size, &mut self.scratch);
            self.relinked = self.log.len();
        }
    }
}

/// Adds a stone to the sums of the keys, or takes it out.
#[inline(always)]
fn toggle(sums: &mut [u64; 2], images: &mut Option<Box<Images>>, cell: usize, side: Side) {
    match images {
        // The first of the images is the position itself.
        Some(images) => images.toggle(cell, side),
        None => sums[place(side)] ^= key(cell),
    }
}

fn is_possible(size: BoardSize) -> bool {
    size.columns().max(size.rows()) <= MAX_SIDE
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({})\n{self}", self.size)
    }
}
