//! A board of go that is as simple as can be, written from the rules alone: the fast one is held
//! against it, here and by the fuzzer.

use std::collections::BTreeSet;

use kifu::go::{Board, Illegal, Symmetry};
use kifu::values::{BoardSize, Color, Point};

/// A board without any thought of speed.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) size: BoardSize,
    pub(crate) stones: Vec<Option<Color>>,
    pub(crate) ko: Option<(Color, Point)>,
    pub(crate) prisoners: [usize; 2],
}

impl Naive {
    pub(crate) fn new(size: BoardSize) -> Self {
        let points = usize::from(size.columns()) * usize::from(size.rows());
        Self { size, stones: vec![None; points], ko: None, prisoners: [0; 2] }
    }

    fn place(&self, point: Point) -> Option<usize> {
        let is_on = point.column() < self.size.columns() && point.row() < self.size.rows();
        let columns = usize::from(self.size.columns());
        is_on.then(|| usize::from(point.row()) * columns + usize::from(point.column()))
    }

    pub(crate) fn at(&self, point: Point) -> Option<Color> {
        self.place(point).and_then(|place| self.stones[place])
    }

    pub(crate) fn put(&mut self, point: Point, color: Option<Color>) {
        if let Some(place) = self.place(point) {
            self.stones[place] = color;
        }
    }

    fn neighbours(&self, point: Point) -> Vec<Point> {
        let (column, row) = point.xy();
        let all = [(0, -1), (-1, 0), (1, 0), (0, 1)].map(|(right, down): (i16, i16)| {
            let moved = |from: u16, by: i16| from.checked_add_signed(by);
            Some(Point::new(moved(column, right)?, moved(row, down)?))
        });
        all.into_iter().flatten().filter(|point| self.place(*point).is_some()).collect()
    }

    /// The chain of a stone, and its liberties.
    pub(crate) fn chain(&self, start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
        let (mut chain, mut liberties) = (BTreeSet::from([start]), BTreeSet::new());
        let mut left = vec![start];
        while let Some(stone) = left.pop() {
            for point in self.neighbours(stone) {
                if self.at(point).is_none() {
                    liberties.insert(point);
                } else if self.at(point) == self.at(start) && chain.insert(point) {
                    left.push(point);
                }
            }
        }
        (chain, liberties)
    }

    fn remove_dead(&mut self, start: Point) -> usize {
        let (chain, liberties) = self.chain(start);
        if !liberties.is_empty() {
            return 0;
        }
        for stone in &chain {
            self.put(*stone, None);
        }
        chain.len()
    }

    /// Captured, lost, and what was wrong.
    pub(crate) fn play(&mut self, color: Color, point: Point) -> (usize, usize, Option<Illegal>) {
        if self.place(point).is_none() {
            return (0, 0, Some(Illegal::OffBoard));
        }
        let mut illegal = self.at(point).map(|_| Illegal::Occupied);
        if self.ko.take() == Some((color, point)) {
            illegal = Some(Illegal::Ko);
        }
        self.put(point, Some(color));
        let (mut captured, mut last) = (0, point);
        for neighbour in self.neighbours(point) {
            if self.at(neighbour) == Some(color.other()) {
                let removed = self.remove_dead(neighbour);
                captured += removed;
                last = if removed > 0 { neighbour } else { last };
            }
        }
        let lost = self.remove_dead(point);
        if lost > 0 && illegal.is_none() {
            illegal = Some(Illegal::Suicide);
        }
        let (chain, liberties) = self.chain(point);
        if captured == 1 && lost == 0 && chain.len() == 1 && liberties.len() == 1 {
            self.ko = Some((color.other(), last));
        }
        let opponent = color.other() as usize;
        self.prisoners[color as usize] += captured;
        self.prisoners[opponent] += lost;
        (captured, lost, illegal)
    }

    pub(crate) fn hash(&self) -> u64 {
        let mut hash = 0;
        for (place, stone) in self.stones.iter().enumerate() {
            let (row, column) = (
                place / usize::from(self.size.columns()),
                place % usize::from(self.size.columns()),
            );
            let key = split_mix(64 * row as u64 + column as u64 + 1);
            match stone {
                Some(Color::Black) => hash ^= key,
                Some(Color::White) => hash ^= key.rotate_left(21),
                None => {}
            }
        }
        hash
    }

    /// The position turned and mirrored.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self::new(symmetry.size(self.size));
        for row in 0..self.size.rows() {
            for column in 0..self.size.columns() {
                let point = Point::new(column, row);
                image.put(symmetry.image(point, self.size), self.at(point));
            }
        }
        image
    }
}

/// An output of SplitMix64 from the seed 0.
fn split_mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Holds everything that a board says of a position against the simple one.
pub(crate) fn compare(board: &Board, naive: &Naive) {
    for point in board.points() {
        assert_eq!(board.at(point), naive.at(point), "at {:?} of\n{board}", point.xy());
    }
    for color in [Color::Black, Color::White] {
        assert_eq!(board.prisoners(color), naive.prisoners[color as usize]);
        let ko = naive.ko.filter(|ko| ko.0 == color).map(|ko| ko.1);
        assert_eq!(board.ko(color), ko, "{color}\n{board}");
    }
    assert_eq!(board.hash(), naive.hash());
}
