//! What the benchmarks have kifu do, each in one place so that all of them measure the same; how
//! often, on which records and what is made of the times is left to them.

use std::hint::black_box;

use kifu::values::{GameInfo, Notation};
use kifu::{Arena, Collection, Event, Events, Flow, GameReader, Parser, RawValue, Visitor};

/// Something to do with all files, one after the other. The parser is what a batch keeps.
pub(crate) type Job = fn(&mut Parser, &[String]);

/// Something to do with a tree that was read before.
pub(crate) type TreeJob = fn(Collection<'_>);

/// What there is to see without a tree: how many nodes, and how many bytes in values.
#[derive(Default)]
struct Counts {
    nodes: usize,
    value_bytes: usize,
}

impl Visitor<'_> for Counts {
    fn node(&mut self, _: usize) -> Flow {
        self.nodes += 1;
        Flow::Continue
    }

    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.value_bytes += value.raw().len();
        Flow::Continue
    }
}

/// Counts nodes and the bytes of values, as a visitor.
pub(crate) fn events(_: &mut Parser, files: &[String]) {
    for file in files {
        let counts = kifu::visit(file, Counts::default()).unwrap_or_default();
        black_box((counts.nodes, counts.value_bytes));
    }
}

/// Counts the same, event by event.
pub(crate) fn pulled_events(_: &mut Parser, files: &[String]) {
    for file in files {
        let mut counts = Counts::default();
        for event in Events::new(file) {
            match event {
                Ok(Event::Node(_)) => counts.nodes += 1,
                Ok(Event::Value(value)) => counts.value_bytes += value.raw().len(),
                _ => {}
            }
        }
        black_box((counts.nodes, counts.value_bytes));
    }
}

/// To the borrowed tree: a fresh arena for each file, its drop included.
pub(crate) fn tree(parser: &mut Parser, files: &[String]) {
    for file in files {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, file));
    }
}

/// To borrowed trees that are all kept until the last one is there.
pub(crate) fn kept_trees(parser: &mut Parser, files: &[String]) {
    let arenas: Vec<Arena> = files.iter().map(|_| Arena::new()).collect();
    let trees = arenas.iter().zip(files).map(|(arena, file)| parser.parse(arena, file));
    black_box(trees.collect::<Vec<_>>());
}

/// As [`tree`], from bytes and tolerantly.
pub(crate) fn tolerant_tree(parser: &mut Parser, files: &[impl AsRef<[u8]>]) {
    for file in files {
        let arena = Arena::new();
        black_box(parser.read(&arena, file.as_ref()));
    }
}

/// As [`tolerant_tree`], and then reads all that each game says of itself: players, ranks, dates,
/// result, komi, handicap, size, times, rules, application.
pub(crate) fn game_info(parser: &mut Parser, files: &[impl AsRef<[u8]>]) {
    for file in files {
        let arena = Arena::new();
        for game in parser.read(&arena, file.as_ref()).game_trees() {
            let info = GameInfo::of(game);
            black_box((info.black(), info.white(), info.event(), info.place()));
            black_box((info.black_rank(), info.white_rank(), info.board_size()));
            black_box((info.dates(), info.result(), info.komi(), info.handicap()));
            black_box((info.main_time(), info.overtime(), info.rules(), info.application()));
        }
    }
}

/// As [`tree`], and then looks at the text of each value.
pub(crate) fn values(parser: &mut Parser, files: &[String]) {
    for file in files {
        let arena = Arena::new();
        let Ok(collection) = parser.parse(&arena, file) else { continue };
        for property in collection.nodes().flat_map(kifu::Node::properties) {
            for value in property.values() {
                black_box(value.text());
            }
        }
    }
}

/// As [`tree`], and then reads each move of each game as column and row, variations too.
pub(crate) fn moves(parser: &mut Parser, files: &[String]) {
    for file in files {
        let arena = Arena::new();
        let Ok(collection) = parser.parse(&arena, file) else { continue };
        for game in collection.game_trees() {
            for (_, played) in Notation::of(game).moves(game.nodes().properties()) {
                if let Some(point) = played.point() {
                    black_box(point.xy());
                }
            }
        }
    }
}

/// As [`tree`], with an arena for each game.
pub(crate) fn next_game(parser: &mut Parser, files: &[String]) {
    for file in files {
        let mut games = parser.games(file);
        loop {
            let arena = Arena::new();
            match games.next_game(&arena) {
                Ok(Some(game)) => black_box(game),
                _ => break,
            };
        }
    }
}

/// As [`next_game`], out of a stream.
pub(crate) fn game_reader(parser: &mut Parser, files: &[String]) {
    for file in files {
        let mut games = GameReader::new(file.as_bytes());
        while let Ok(Some(game)) = games.next_game() {
            let arena = Arena::new();
            let _ = black_box(parser.parse(&arena, game.text()));
        }
    }
}

/// To the owned tree, by way of the borrowed one.
pub(crate) fn owned_tree(parser: &mut Parser, files: &[String]) {
    for file in files {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, file).map(Collection::to_owned_tree));
    }
}

/// Makes an owned tree of a borrowed one, its drop included.
pub(crate) fn to_owned_tree(tree: Collection<'_>) {
    drop(black_box(tree.to_owned_tree()));
}

/// Writes a tree as a text.
pub(crate) fn write(tree: Collection<'_>) {
    drop(black_box(tree.to_string()));
}
