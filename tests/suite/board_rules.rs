//! The rules of go, each by a small record: captures, ko, suicide, setup; and what replaying says of
//! moves, over lines, trees and both kinds of trees.

use kifu::go::{Board, Illegal, Replay, Turn, allows_suicide};
use kifu::values::{BoardSize, Color, Point};
use kifu::{Arena, OwnedTree, Parser};

/// The position after the main line, and what was wrong with each move that was not legal.
fn replayed(source: &str) -> (String, Vec<(i64, Illegal)>) {
    let tree = OwnedTree::parse(source).unwrap();
    let game = tree.first_game_tree().unwrap();
    let mut replay = Replay::of(game).unwrap();
    let mut faults = Vec::new();
    for node in game.main_line() {
        replay.step(node);
        for turn in replay.turns() {
            faults.extend(turn.illegal().map(|illegal| (turn.number(), illegal)));
        }
    }
    (replay.board().to_string(), faults)
}

fn position(source: &str) -> String {
    let (position, faults) = replayed(source);
    assert_eq!(faults, [], "{source}");
    position
}

fn faults(source: &str) -> Vec<(i64, Illegal)> {
    replayed(source).1
}

#[test]
fn a_stone_without_liberties_is_captured() {
    assert_eq!(position("(;SZ[3];W[aa];B[ba];W[cc];B[ab])"), ". X .\nX . .\n. . O\n");
}

#[test]
fn several_chains_are_captured_by_one_move() {
    // Three single stones around the middle of the lowest row.
    let source = "(;SZ[5:3]AB[bc][db][cb][dc]AW[ab][bb][ac][ca][ba][da][eb][ec];W[cc])";
    assert_eq!(position(source), ". O O O .\nO O . . O\nO . O . O\n");
}

#[test]
fn a_ring_of_one_chain_is_captured_from_inside() {
    let ring = "AB[aa:ca][ab][cb][ac:cc]";
    let source = format!("(;SZ[4]{ring}AW[da:db][dc][ad:cd];W[bb])");
    assert_eq!(position(&source), ". . . O\n. O . O\n. . . O\nO O O .\n");
}

#[test]
fn a_ko_that_is_retaken_at_once_is_reported_and_executed() {
    let ko = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    assert_eq!(faults(&format!("{ko};W[bb])")), [(2, Illegal::Ko)]);
    assert_eq!(replayed(&format!("{ko};W[bb])")).0, ". X O .\nX O . O\n. X O .\n");
    // Not after a move elsewhere, a pass, or setup, and not of who took it.
    for between in [";W[da];B[aa]", ";W[];B[]", ";W[]", ";AE[da]"] {
        assert_eq!(faults(&format!("{ko}{between};W[bb])")), [], "{between}");
    }
    assert_eq!(faults(&format!("{ko};B[bb])")), []);
}

#[test]
fn a_snapback_is_not_a_ko() {
    // White throws a stone in, Black takes it, and White takes the five stones there.
    let source = "(;SZ[4:3]AB[ca][ab:cb]AW[da:db][ac:dc];W[aa];B[ba];W[aa])";
    assert_eq!(position(source), "O . . O\n. . . O\nO O O O\n");
}

#[test]
fn capturing_two_stones_with_one_is_not_a_ko() {
    let source = "(;SZ[4:2]AB[aa:ba]AW[ab:bb]";
    assert_eq!(position(&format!("{source};W[ca])")), ". . O .\nO O . .\n");
    assert_eq!(position(&format!("{source};W[ca];B[ba])")), ". X O .\nO O . .\n");
}

#[test]
fn suicide_is_executed_and_reported_where_the_rules_forbid_it() {
    let two = "SZ[4:2]AB[ca][bb][cb][ab]AW[aa];W[ba]";
    assert_eq!(replayed(&format!("(;{two})")).0, ". . X .\nX X X .\n");
    assert_eq!(faults(&format!("(;{two})")), [(1, Illegal::Suicide)]);
    for rules in ["NZ", "GOE", "Tromp-Taylor", "koPOSITIONALscoreAREAtaxNONEsui1"] {
        assert_eq!(faults(&format!("(;RU[{rules}]{two})")), [], "{rules}");
        assert!(allows_suicide(rules));
    }
    for rules in ["", "Japanese", "Chinese", "AGA", "koSIMPLEscoreAREAtaxNONEsui0", "ours"] {
        assert_eq!(faults(&format!("(;RU[{rules}]{two})")), [(1, Illegal::Suicide)], "{rules}");
    }
    // A single stone under no rules.
    let one = faults("(;RU[NZ]SZ[3]AB[ba][ab];W[aa])");
    assert_eq!(one, [(1, Illegal::Suicide)]);
}

#[test]
fn a_capture_comes_before_suicide() {
    let source = "(;SZ[3:2]AB[ba][ab]AW[ca][bb];W[aa])";
    assert_eq!(position(source), "O . O\n. O .\n");
}

#[test]
fn a_stone_replaces_another() {
    let (position, faults) = replayed("(;SZ[3];B[bb];W[bb];B[ab];B[ab])");
    assert_eq!(position, ". . .\nX O .\n. . .\n");
    assert_eq!(faults, [(2, Illegal::Occupied), (4, Illegal::Occupied)]);
    // The chain that it was part of falls apart, and what has no liberty then is captured.
    let (position, faults) = replayed("(;SZ[3:1]AB[aa:ba];W[ba])");
    assert_eq!(position, ". O .\n");
    assert_eq!(faults, [(1, Illegal::Occupied)]);
}

#[test]
fn setup_captures_nothing_and_comes_before_the_move_of_its_node() {
    assert_eq!(position("(;SZ[3]AW[aa]AB[ab][ba])"), "O X .\nX . .\n. . .\n");
    assert_eq!(position("(;SZ[3]AW[aa]AB[ab][ba];B[bb])"), "O X .\nX X .\n. . .\n");
    // A move beside it removes what has no liberty.
    assert_eq!(position("(;SZ[3]AW[aa]AB[ab];B[ba])"), ". X .\nX . .\n. . .\n");
    assert_eq!(position("(;SZ[3]B[ba]AW[aa]AB[ab])"), ". X .\nX . .\n. . .\n");
}

#[test]
fn later_setup_of_a_point_counts() {
    assert_eq!(position("(;SZ[3]AB[aa:cc]AW[bb]AE[cc])"), "X X X\nX O X\nX X .\n");
}

#[test]
fn what_is_no_move_changes_nothing_but_the_number() {
    let found = faults("(;SZ[9];B[Q16];W[zz];B[];W[ee])");
    assert_eq!(found, [(1, Illegal::NotAMove), (2, Illegal::OffBoard)]);
}

#[test]
fn a_position_that_was_there_before_is_reported_on_request() {
    let illegal = |source: &str| {
        let tree = OwnedTree::parse(source).unwrap();
        let mut replay = Replay::of(&tree).unwrap();
        replay.check_superko(true);
        let mut walk = replay.walk(tree.root().unwrap());
        let mut found = Vec::new();
        while walk.next().is_some() {
            found.extend(walk.replay().turns().iter().filter_map(Turn::illegal));
        }
        found
    };
    let ko = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb]";
    assert_eq!(illegal(&format!("{ko};W[];B[];W[bb])")), [Illegal::Superko]);
    assert_eq!(illegal(&format!("{ko};W[bb])")), [Illegal::Ko]);
    // Setup starts anew, and what another variation had is not before.
    assert_eq!(illegal(&format!("{ko};AE[bb];W[bb])")), []);
    assert_eq!(illegal(&format!("{ko}(;W[da])(;W[da])(;W[];B[];W[bb]))")), [Illegal::Superko]);
}

#[test]
fn the_board_of_a_walk_is_that_of_the_line_above_each_node() {
    let source = "(;SZ[5]AB[bb](;W[ab](;B[aa];W[ba])(;W[cb];AE[bb]AW[dd];B[dd](;B[])(;W[bc])))\
        (;B[ab];AB[aa:ee](;W[cc];W[])(;AW[aa:ee];AE[aa:ee]B[cc]))(;AE[bb]MN[20]B[cc]W[dd]))";
    let arena = Arena::new();
    let collection = kifu::parse(&arena, source).unwrap();
    let owned = collection.to_owned_tree();
    let mut replay = Replay::of(collection).unwrap();
    let mut of_owned = Replay::of(&owned).unwrap();
    let mut single = Replay::of(collection).unwrap();
    let mut walk = replay.walk(collection.root().unwrap());
    let mut owned_walk = of_owned.walk(owned.root().unwrap());
    let mut count = 0;
    while let (Some(node), Some(_)) = (walk.next(), owned_walk.next()) {
        single.go_to(node);
        for replay in [walk.replay(), owned_walk.replay()] {
            assert_eq!(replay.board().to_string(), single.board().to_string(), "{}", node.path());
            assert_eq!(replay.board().hash(), single.board().hash());
            assert_eq!(replay.turns(), single.turns());
            assert_eq!(replay.move_number(), kifu::values::move_number(node));
            for color in [Color::Black, Color::White] {
                assert_eq!(replay.board().prisoners(color), single.board().prisoners(color));
                assert_eq!(replay.board().ko(color), single.board().ko(color));
            }
        }
        assert_eq!(walk.depth() + 1, node.ancestors().count());
        count += 1;
    }
    assert_eq!(count, collection.nodes().len());
}

#[test]
fn a_walk_may_start_below_the_root() {
    let arena = Arena::new();
    let source = "(;SZ[9];B[aa];W[bb](;B[cc];W[dd])(;B[ee]))";
    let collection = Parser::new().read(&arena, source.as_bytes());
    let top = collection.nodes().nth(3).unwrap();
    let mut replay = Replay::of(top).unwrap();
    let mut walk = replay.walk(top);
    let mut stones = Vec::new();
    while walk.next().is_some() {
        stones.push(walk.replay().board().stones().count());
    }
    assert_eq!(stones, [3, 4]);
}

/// These values must never change: they are stored, and compared with those of other machines.
#[test]
fn hashes_stay_the_same_in_all_releases() {
    let tree = OwnedTree::parse("(;SZ[19];B[pd];W[dp];B[qq];W[dc];B[aa];W[ss])").unwrap();
    let mut replay = Replay::of(&tree).unwrap();
    tree.nodes().for_each(|node| replay.step(node));
    let hashes = replay.board().hashes();
    let reported = [replay.board().hash(), replay.board().swapped_hash(), hashes.least()];
    assert_eq!(reported, HASHES);
    let mut board = Board::new(BoardSize::new(52, 52).unwrap()).unwrap();
    board.play(Color::White, Point::new(51, 51));
    board.play(Color::Black, Point::new(51, 0));
    assert_eq!(board.hash(), FAR);
}

const HASHES: [u64; 3] = [0x9005_B10A_BFCF_EC7B, 0x83AC_DDFF_6F58_7538, 0x03DB_6BA7_5B4E_C8BF];
const FAR: u64 = 0x6B48_C2D7_69FF_469E;
