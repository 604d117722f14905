//! Records made to break a replay: boards of 52 × 52 full of setup, one point played again and again,
//! lists of everything, nesting. Sizes at which anything but linear work would not end.

use allocation_counter::measure;
use kifu::go::{Board, Illegal, Replay};
use kifu::values::{BoardSize, Color, Point};
use kifu::{Arena, Parser};

use crate::hostile::on_a_small_stack;

/// Walks through the whole record, and gives how many nodes there were and the hash at the end.
fn walked(source: &str) -> (usize, u64) {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, source.as_bytes());
    let mut replay = Replay::of(collection).unwrap();
    replay.check_superko(true);
    let mut walk = replay.walk(collection.root().unwrap());
    let nodes = walk.by_ref().count();
    (nodes, walk.replay().board().hash())
}

#[test]
fn a_hundred_thousand_moves_on_one_point() {
    on_a_small_stack(|| {
        let source = format!("(;SZ[52]{})", ";B[zz];W[zz]".repeat(50_000));
        assert_eq!(walked(&source).0, 100_001);
    });
}

#[test]
fn a_hundred_thousand_suicides_on_one_point() {
    let source = format!("(;SZ[52]AB[ba][ab]{})", ";W[aa]".repeat(100_000));
    assert_eq!(walked(&source).0, 100_001);
}

#[test]
fn setup_of_all_points_again_and_again() {
    let source = format!("(;SZ[52]{})", ";AB[aa:ZZ];AW[aa:ZZ];AE[aa:ZZ]".repeat(40));
    assert_eq!(walked(&source), (121, 0));
}

#[test]
fn lists_that_name_all_points_many_times() {
    let source = format!("(;SZ[52]AB{}AW{})", "[aa:ZZ]".repeat(100_000), "[aa]".repeat(100_000));
    let black = walked("(;SZ[52]AB[aa:ZZ]AW[aa])");
    assert_eq!(walked(&source), black);
}

#[test]
fn deep_variations_are_taken_back_without_recursion() {
    on_a_small_stack(|| {
        let depth = 20_000;
        let moves: String = (0..depth)
            .map(|number| {
                let letter = |place: usize| char::from(b'a' + (place % 19) as u8);
                let color = ["B", "W"][number % 2];
                format!("(;{color}[{}{}]", letter(number), letter(number / 19))
            })
            .collect();
        let source = format!("(;SZ[19]{moves}{};B[])", ")".repeat(depth));
        assert_eq!(walked(&source), (depth + 2, 0));
    });
}

#[test]
fn a_log_of_setup_takes_a_quarter_of_a_byte_for_each_point() {
    let mut board = Board::new(BoardSize::new(52, 52).unwrap()).unwrap();
    board.record(true);
    let mark = board.mark();
    let info = measure(|| {
        for number in 0..256 {
            let color = [Some(Color::Black), Some(Color::White)][number % 2];
            let points = board.points();
            board.setup(points.map(|point| (color, point)));
        }
    });
    // A list that grows holds up to twice of what is in it, and once more while it is copied.
    let entries = 256 * (52 * 52 / 4 + 16);
    assert!(info.bytes_max < 4 * entries, "{} bytes for {entries}", info.bytes_max);
    board.undo_to(mark);
    assert_eq!((board.hash(), board.stones().count()), (0, 0));
}

#[test]
fn nothing_is_allocated_for_a_move_of_a_game_like_one_before() {
    let arena = Arena::new();
    let source = format!("(;SZ[19]{})", ";B[aa];W[ba];B[bb];W[ab];B[ca];W[ac]".repeat(40));
    let collection = kifu::parse(&arena, &source).unwrap();
    let game = collection.first_game_tree().unwrap();
    let mut replay = Replay::of(game).unwrap();
    let mut play = || {
        replay.restart(game).unwrap();
        game.main_line().for_each(|node| replay.step(node));
        let mut walk = replay.walk(game.root());
        while walk.next().is_some() {}
        replay.board().prisoners(Color::Black)
    };
    let first = play();
    let info = measure(|| assert_eq!(play(), first));
    assert_eq!(info.count_total, 0);
}

#[test]
fn the_last_letters_are_points_of_the_largest_board() {
    let tree = kifu::OwnedTree::parse("(;SZ[52];B[ZZ];W[aZ];B[Za])").unwrap();
    let mut replay = Replay::of(&tree).unwrap();
    tree.nodes().for_each(|node| replay.step(node));
    let board = replay.board();
    assert_eq!(board.at(Point::new(51, 51)), Some(Color::Black));
    assert_eq!(board.chain(Point::new(51, 51)).unwrap().liberties(), 2);
    assert_eq!(board.at(Point::new(52, 51)), None);
    assert_eq!(board.illegal(Color::Black, Point::new(52, 0)), Some(Illegal::OffBoard));
    assert_eq!(
        board.illegal(Color::Black, Point::new(u16::MAX, u16::MAX)),
        Some(Illegal::OffBoard)
    );
}
