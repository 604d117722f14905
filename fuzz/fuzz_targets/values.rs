//! Any text as any value of any game: no view panics, each keeps the text, and what one view says
//! agrees with what the others do. And any bytes as records, whose lines of play are read from both
//! trees.

#![no_main]

use kifu::values::{self, BoardSize, Game, Move, Notation, Outcome, Point, Reading};
use kifu::{Arena, Parser};
use libfuzzer_sys::fuzz_target;

/// No list of points is longer.
const MOST_POINTS: usize = 64 * 64;

fuzz_target!(|input: (u8, u8, u8, &str, &[u8])| {
    let (game, columns, rows, text, record) = input;
    let game = Game::new(u32::from(game % 44));
    // Some boards larger than a byte, and some without a size.
    let side = |number: u8| if number > 250 { u16::MAX } else { u16::from(number) };
    let notation = Notation::new(game, BoardSize::new(side(columns), side(rows)));
    check_simple(text, game);
    check_notation(notation, text);
    check_record(record);
});

/// The reading keeps its text, and has either a value or a fault.
fn keeps<T>(reading: Reading<'_, T>, text: &str) -> Option<T> {
    assert_eq!(reading.text(), text);
    let is_unreadable = reading.is_unreadable();
    match reading.outcome() {
        Outcome::Exact(value) | Outcome::Repaired(value, _) => Some(value),
        Outcome::Unreadable(fault) => {
            assert!(is_unreadable && !fault.to_string().is_empty());
            None
        }
    }
}

/// The views that are the same in all games.
fn check_simple(text: &str, game: Game) {
    let number = keeps(values::number(text), text);
    let real = keeps(values::real(text), text);
    if let Some(number) = number {
        assert_eq!(real, Some(number as f64), "a Number is a Real");
    }
    if values::number(text).is_exact() {
        assert_eq!(number, text.trim_start_matches('+').parse().ok());
    }
    assert!(real.is_none_or(f64::is_finite));
    if let Some(size) = keeps(values::size(text, game), text) {
        assert!(size.columns() > 0 && size.rows() > 0);
        assert_eq!(values::size(&*size.to_string(), game).value(), Some(size));
    }
    keeps(values::color(text), text);
    keeps(values::double(text), text).expect("a Double is always read");
    keeps(values::none(text), text).expect("so is a None");
    keeps(values::game(text), text);
    keeps(values::style(text), text);
    keeps(values::figure(text), text);
    let compose = keeps(values::compose(text), text).expect("so is a Compose");
    assert_eq!(compose.second().is_some(), text.contains(':'));
    assert!(!values::simple_text(text).contains('\n'));
    for property in values::catalogue::meanings(text) {
        assert_eq!(property.ident(), text);
    }
}

/// The views that need a game and a board.
fn check_notation(notation: Notation, text: &str) {
    let on_board = |point: Point| {
        let size = notation.size();
        // The bar of Backgammon is on no board.
        notation.game() == Game::BACKGAMMON
            || size.is_none_or(|it| point.column() < it.columns() && point.row() < it.rows())
    };
    let point = keeps(notation.point(text), text);
    assert!(point.is_none_or(on_board));
    keeps(notation.stone(text), text);
    keeps(notation.label(text), text);
    if let Some(arrow) = keeps(notation.arrow(text), text) {
        assert_ne!(arrow.from(), arrow.to());
    }
    match keeps(notation.area(text), text) {
        Some(area) => {
            assert!(area.len() <= MOST_POINTS && on_board(area.first()) && on_board(area.last()));
            assert!(area.points().all(|point| area.contains(point)));
            assert_eq!(area.points().count(), area.len());
            let twice = notation.points([text, text]);
            assert!(twice.clone().count() == area.len() || area.len() == 1 && twice.count() == 2);
        }
        None if notation.game() != Game::OCTI => assert_eq!(notation.points([text]).count(), 0),
        None => {}
    }
    let read = notation.read_move(text);
    let played = notation.play(text);
    assert_eq!(keeps(read, text).unwrap_or(Move::NotAMove(text)), played);
    match played {
        Move::Point(point) => assert!(on_board(point)),
        Move::Octi(octi) => assert!(octi.jumps().count() <= text.len() / 3),
        Move::Roll(roll) => {
            assert!(roll.steps().all(|(from, to)| from.column().max(to.column()) < 26))
        }
        Move::Raw(raw) | Move::NotAMove(raw) => assert_eq!(raw, text),
        _ => {}
    }
    if notation.game() == Game::GO && read.is_exact() && !played.is_pass() {
        assert_eq!(played.point(), point, "a move of go is a point");
    }
}

/// Lines of play, of the borrowed tree and of the owned one.
fn check_record(record: &[u8]) {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, record);
    let owned = collection.to_owned_tree();
    for (game, copy) in collection.game_trees().zip(owned.game_trees()) {
        let notation = Notation::of(game);
        assert_eq!(notation, Notation::of(copy));
        assert!(notation.moves(game.nodes()).eq(notation.moves(copy.nodes())));
        assert!(notation.readings(game.main_line()).eq(notation.readings(copy.main_line())));
        assert!(notation.setup(game.main_line()).eq(notation.setup(copy.main_line())));
        let numbers = values::move_numbers(game.main_line());
        for ((node, number), copied) in numbers.zip(copy.main_line()).take(64) {
            assert_eq!(values::move_number(node), number);
            assert_eq!(values::move_number(copied), number);
            assert_eq!(values::to_play(node), values::to_play(copied));
            assert_eq!(values::print_mode(node), values::print_mode(copied));
            assert!(notation.dimmed(node).eq(notation.dimmed(copied)));
            let shown = notation.view(node).map(Iterator::count);
            assert_eq!(shown, notation.view(copied).map(Iterator::count));
        }
    }
}
