//! Any bytes as records, and records put together from any bytes: walked through and taken back, at
//! each node the board is the one that a simple board has after the line above it, and the owned tree
//! gives the same.

#![no_main]

#[path = "../../tests/suite/naive_board.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod naive_board;

use std::fmt::Write;

use kifu::go::{PlayChecker, Replay, Unplayable};
use kifu::values::{BoardSize, Color, Notation};
use kifu::{Arena, Collection, Node, Parser};
use libfuzzer_sys::fuzz_target;
use naive_board::{Naive, compare};

/// Nodes of a record that are compared: each costs a game.
const MOST_NODES: usize = 200;

fuzz_target!(|input: (bool, u8, u8, &[u8])| {
    let (is_record, columns, rows, bytes) = input;
    let arena = Arena::new();
    let source = if is_record { bytes.to_vec() } else { made_up(columns, rows, bytes) };
    let collection = Parser::new().read(&arena, &source);
    check(collection);
});

/// A record with variations, setup and moves, mostly close to each other.
fn made_up(columns: u8, rows: u8, bytes: &[u8]) -> Vec<u8> {
    let (columns, rows) = (columns % 52 + 1, rows % 52 + 1);
    let letter = |number: u8| char::from(b'a' + number);
    let mut source = format!("(;SZ[{columns}:{rows}]");
    let mut open = 0;
    for (index, pair) in bytes.chunks_exact(2).enumerate() {
        let (column, row) = (letter(pair[0] % columns.min(8)), letter(pair[1] % rows.min(8)));
        let property = match pair[0] / 8 {
            0 => "AB",
            1 => "AW",
            2 => "AE",
            _ if index % 2 == 0 => "B",
            _ => "W",
        };
        match pair[1] / 8 {
            0 => {
                source.push('(');
                open += 1;
            }
            1 if open > 0 && !source.ends_with('(') => {
                source.push_str(")(");
            }
            2 => source.push_str(";W[]"),
            _ => {}
        }
        let _ = write!(source, ";{property}[{column}{row}]");
    }
    source.push_str(&")".repeat(open + 1));
    source.into_bytes()
}

fn check(collection: Collection<'_>) {
    let owned = collection.to_owned_tree();
    for (game, copy) in collection.game_trees().zip(owned.game_trees()) {
        let mut checker = PlayChecker::new().superko(true);
        let mut remarks = Vec::new();
        checker.visit(game.root(), |remark, _| remarks.push(remark.to_string()));
        let mut others = Vec::new();
        checker.visit(copy.root(), |remark, _| others.push(remark.to_string()));
        assert_eq!(remarks, others);
        let mut replay = match Replay::of(game) {
            Ok(replay) => replay,
            Err(error) => {
                assert!(matches!(error, Unplayable::NotGo | Unplayable::TooLarge));
                continue;
            }
        };
        replay.board_mut().keep_hashes(game.nodes().len() % 2 == 0);
        let mut walk = replay.walk(game.root());
        let mut count = 0;
        while let Some(node) = walk.next() {
            count += 1;
            if count <= MOST_NODES {
                let board = walk.replay().board();
                compare(board, &played(node, board.size()));
                assert_eq!(walk.replay().move_number(), kifu::values::move_number(node));
            }
        }
        assert_eq!(count, game.nodes().len());
        let end = walk.replay().board().clone();
        let last = game.nodes().last().unwrap_or(game.root());
        replay.go_to(last);
        assert_eq!(replay.board().to_string(), end.to_string());
    }
}

/// The simple board after the line above a node.
fn played(node: Node<'_>, size: BoardSize) -> Naive {
    let mut line: Vec<Node<'_>> = node.ancestors().collect();
    line.reverse();
    let notation = Notation::of(node);
    let mut naive = Naive::new(size);
    for node in line {
        set_up(&mut naive, node, notation);
        for (color, played) in notation.moves([node]) {
            match played.point() {
                Some(point) => {
                    naive.play(color, point);
                }
                None if played.is_pass() => naive.ko = None,
                None => {}
            }
        }
    }
    naive
}

fn set_up(naive: &mut Naive, node: Node<'_>, notation: Notation) {
    for property in node.properties() {
        let color = match property.ident() {
            "AB" => Some(Color::Black),
            "AW" => Some(Color::White),
            "AE" => None,
            _ => continue,
        };
        naive.ko = None;
        for point in notation.points(property.values()) {
            naive.put(point, color);
        }
    }
}
