//! The board of go held against one that is as simple as can be, in random play on boards of all
//! sizes: stones, prisoners, what is illegal, hashes, and moves and setup that are taken back.

use std::collections::BTreeSet;
use std::env;

use kifu::go::{Board, Illegal, Mark, Symmetry};
use kifu::values::{BoardSize, Color, Point};

use crate::choose::{Choose, Random};
use crate::naive_board::{Naive, compare};

/// Moves of a run: enough for all kinds of positions. `KIFU_BOARD_MOVES` asks for more.
const MOVES: usize = 60_000;

/// Holds the hashes of all symmetries and one chain against the simple board.
fn compare_closely(board: &Board, naive: &Naive, point: Point) {
    let hashes = board.hashes();
    for symmetry in Symmetry::ALL {
        let image = naive.image(symmetry);
        assert_eq!(hashes.of(symmetry), image.hash());
        let mut swapped = image;
        for stone in &mut swapped.stones {
            *stone = stone.map(Color::other);
        }
        assert_eq!(hashes.swapped(symmetry), swapped.hash());
    }
    if let Some(chain) = board.chain(point) {
        let (stones, liberties) = naive.chain(point);
        assert_eq!(chain.stones().collect::<BTreeSet<_>>(), stones);
        assert_eq!((chain.len(), chain.liberties()), (stones.len(), liberties.len()));
    }
}

/// One game: moves at random points, mostly in turn, with some setup, and some taken back.
struct Play {
    random: Random,
    board: Board,
    naive: Naive,
    /// States to come back to.
    marks: Vec<(Mark, Naive)>,
}

impl Play {
    fn point(&mut self) -> Point {
        let size = self.board.size();
        let mut side = |length: u16| self.random.below(usize::from(length)) as u16;
        Point::new(side(size.columns()), side(size.rows()))
    }

    fn set(&mut self) {
        let count = [1, 2, 5, 200][self.random.below(4)];
        let mut points = Vec::new();
        for _ in 0..count {
            let color = [None, Some(Color::Black), Some(Color::White)][self.random.below(3)];
            points.push((color, self.point()));
        }
        self.board.setup(points.iter().copied());
        for (color, point) in points {
            self.naive.put(point, color);
        }
        self.naive.ko = None;
    }

    fn undo(&mut self) {
        let keep = self.random.below(self.marks.len());
        let (mark, naive) = self.marks[keep].clone();
        self.marks.truncate(keep);
        self.board.undo_to(mark);
        self.naive = naive;
        compare(&self.board, &self.naive);
    }

    fn step(&mut self, number: usize) {
        match self.random.below(400) {
            0 => return self.set(),
            1 => {
                self.board.pass();
                self.naive.ko = None;
                return;
            }
            2..=7 => self.marks.push((self.board.mark(), self.naive.clone())),
            8..=11 if !self.marks.is_empty() => return self.undo(),
            _ => {}
        }
        let mut color = if number % 2 == 0 { Color::Black } else { Color::White };
        if self.random.below(10) == 0 {
            color = color.other();
        }
        let mut point = self.point();
        // Most moves go where there is no stone, and many where a ko was.
        for _ in 0..3 {
            if self.naive.at(point).is_some() && self.random.below(20) > 0 {
                point = self.point();
            }
        }
        if let Some((_, ko)) = self.naive.ko.filter(|_| self.random.below(2) == 0) {
            point = ko;
        }
        let expected = self.board.illegal(color, point);
        let played = self.board.play(color, point);
        let (captured, lost, illegal) = self.naive.play(color, point);
        assert_eq!((played.captured(), played.lost()), (captured, lost), "\n{}", self.board);
        assert_eq!((played.illegal(), expected), (illegal, illegal), "\n{}", self.board);
        let removed = self.board.removed();
        assert_eq!(removed.len(), captured + lost);
        assert!(removed.clone().all(|stone| self.naive.at(stone).is_none()));
    }
}

/// Plays on a board of this size, and gives how many moves captured something.
fn play(size: BoardSize, seed: u64, moves: usize) {
    let mut board = Board::new(size).unwrap();
    let is_recording = seed % 2 == 0;
    board.record(is_recording);
    board.keep_hashes(seed % 3 == 0);
    let random = Random::new(seed);
    let mut play = Play { random, board, naive: Naive::new(size), marks: Vec::new() };
    for number in 0..moves {
        play.step(number);
        if !is_recording {
            // Nothing can be taken back.
            play.marks.clear();
        }
        if number % 61 == 0 {
            compare(&play.board, &play.naive);
        }
        if number % 1000 == 0 {
            let point = play.point();
            compare_closely(&play.board, &play.naive, point);
        }
    }
    compare(&play.board, &play.naive);
    if let Some((mark, naive)) = play.marks.first().cloned() {
        play.board.undo_to(mark);
        compare(&play.board, &naive);
        compare_closely(&play.board, &naive, Point::new(0, 0));
    }
}

fn moves() -> usize {
    let asked = env::var("KIFU_BOARD_MOVES").ok().and_then(|moves| moves.parse().ok());
    asked.unwrap_or(MOVES)
}

#[test]
fn random_play_is_that_of_a_simple_board_on_boards_of_all_sizes() {
    let moves = moves();
    let mut left = moves;
    let mut seed = 1;
    while left > 0 {
        // Small boards are where most is captured.
        let mut sizes = Random::new(seed);
        let most = [5, 9, 19, 52][sizes.below(4)];
        let columns = 1 + sizes.below(most) as u16;
        let rows = if sizes.below(2) == 0 { columns } else { 1 + sizes.below(most) as u16 };
        let game = left.min(200 + 3 * usize::from(columns) * usize::from(rows));
        play(BoardSize::new(columns, rows).unwrap(), seed, game);
        left -= game;
        seed += 1;
    }
}

#[test]
fn every_size_can_be_filled_and_emptied() {
    let mut board = Board::new(BoardSize::new(1, 1).unwrap()).unwrap();
    for side in 1..=52 {
        for (columns, rows) in [(side, side), (side, 53 - side), (1, side), (side, 1)] {
            let size = BoardSize::new(columns, rows).unwrap();
            assert!(board.resize(size));
            let points: Vec<_> = board.points().collect();
            assert_eq!(points.len(), usize::from(columns) * usize::from(rows));
            let (last, others) = points.split_last().unwrap();
            for point in others {
                assert_eq!(board.play(Color::Black, *point).illegal(), None);
            }
            let played = board.play(Color::White, *last);
            if others.is_empty() {
                assert_eq!((played.lost(), played.illegal()), (1, Some(Illegal::Suicide)));
            } else {
                assert_eq!(played.captured(), others.len());
                assert!(board.stones().eq([(*last, Color::White)]));
            }
        }
    }
    assert!(!board.resize(BoardSize::new(53, 1).unwrap()));
}
