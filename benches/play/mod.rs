//! Games as moves in memory, for the benchmarks of boards: main lines of records on 19 × 19, or
//! random play.

use kifu::go::Board;
use kifu::values::{BoardSize, Color, Game, Move, Notation, Point};
use kifu::{GameTree, Parser};

/// What is done on the board: a stone that is played, or a pass.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) color: Color,
    /// The column and the row.
    pub(crate) point: Option<(u8, u8)>,
}

/// A game.
pub(crate) struct Line {
    pub(crate) setup: Vec<(Option<Color>, Point)>,
    pub(crate) turns: Vec<Turn>,
}

pub(crate) fn size() -> BoardSize {
    BoardSize::new(19, 19).expect("it is a size")
}

/// The main lines of the records on boards of 19 × 19.
pub(crate) fn main_lines(records: &[impl AsRef<[u8]>]) -> Vec<Line> {
    let mut parser = Parser::new();
    let mut lines = Vec::new();
    for record in records {
        let arena = kifu::Arena::new();
        lines.extend(parser.read(&arena, record.as_ref()).game_trees().filter_map(main_line));
    }
    lines
}

fn main_line(game: GameTree<'_>) -> Option<Line> {
    let notation = Notation::of(game);
    if notation.game() != Game::GO || notation.size() != Some(size()) {
        return None;
    }
    let turns = notation.moves(game.main_line()).map(|(color, played)| {
        let point = match played {
            Move::Point(point) => Some((point.column() as u8, point.row() as u8)),
            _ => None,
        };
        Turn { color, point }
    });
    Some(Line { setup: notation.setup(game.main_line()).collect(), turns: turns.collect() })
}

/// So many games of random play, of 250 moves each.
pub(crate) fn random_lines(count: u64) -> Vec<Line> {
    let Some(mut board) = Board::new(size()) else { return Vec::new() };
    let mut state = 0_u64;
    // The high bits of a linear congruential generator by Donald Knuth.
    let mut below = move |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % bound
    };
    let mut lines = Vec::new();
    for _ in 0..count {
        board.clear();
        let mut turns = Vec::new();
        while turns.len() < 250 {
            let color = if turns.len() % 2 == 0 { Color::Black } else { Color::White };
            let point = Point::new(below(19) as u16, below(19) as u16);
            if board.illegal(color, point).is_none() {
                board.play(color, point);
                let point = Some((point.column() as u8, point.row() as u8));
                turns.push(Turn { color, point });
            }
        }
        lines.push(Line { setup: Vec::new(), turns });
    }
    lines
}

/// Plays the games one after the other on the board, and gives what is made of all hashes.
#[inline(never)]
pub(crate) fn play_all(board: &mut Board, lines: &[Line]) -> u64 {
    let mut sum = 0;
    for line in lines {
        board.clear();
        if !line.setup.is_empty() {
            board.setup(line.setup.iter().copied());
        }
        for turn in &line.turns {
            match turn.point {
                Some((column, row)) => {
                    board.play(turn.color, Point::new(column.into(), row.into()));
                }
                None => board.pass(),
            }
        }
        sum ^= board.hash();
    }
    sum
}

/// How many moves the games have.
pub(crate) fn count(lines: &[Line]) -> usize {
    lines.iter().map(|line| line.turns.len()).sum()
}
