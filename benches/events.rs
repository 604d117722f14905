//! The streaming reader: how fast files are told of, and how fast a collection of many games is
//! read game by game, in bytes a second.

#[path = "corpus/mod.rs"]
mod corpus;
#[path = "generator/mod.rs"]
mod generator;
#[path = "sets/mod.rs"]
mod sets;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use kifu::{Arena, Event, Events, Flow, GameReader, Parser, RawValue, Visitor};
use sets::{SETS, Set};

/// What there is to see without a tree: how many nodes, and how many bytes in values.
#[derive(Default)]
struct Counts {
    nodes: usize,
    value_bytes: usize,
}

impl Visitor<'_> for Counts {
    fn node(&mut self, _at: usize) -> Flow {
        self.nodes += 1;
        Flow::Continue
    }

    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.value_bytes += value.raw().len();
        Flow::Continue
    }
}

/// Wants the root of each game and nothing else.
#[derive(Default)]
struct Roots {
    in_root: bool,
    value_bytes: usize,
}

impl Visitor<'_> for Roots {
    fn node(&mut self, _at: usize) -> Flow {
        self.in_root = !self.in_root;
        if self.in_root { Flow::Continue } else { Flow::SkipGame }
    }

    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.value_bytes += value.raw().len();
        Flow::Continue
    }

    fn close_game(&mut self, _end: usize) -> Flow {
        self.in_root = false;
        Flow::Continue
    }
}

#[divan::bench(args = SETS.iter())]
fn push(bencher: Bencher, set: &Set) {
    bencher.counter(BytesCount::new(set.bytes())).bench_local(|| {
        for file in &set.files {
            let counts = kifu::visit(file, Counts::default()).unwrap_or_default();
            black_box((counts.nodes, counts.value_bytes));
        }
    });
}

#[divan::bench(args = SETS.iter())]
fn push_roots(bencher: Bencher, set: &Set) {
    bencher.counter(BytesCount::new(set.bytes())).bench_local(|| {
        for file in &set.files {
            black_box(kifu::visit(file, Roots::default()).unwrap_or_default().value_bytes);
        }
    });
}

#[divan::bench(args = SETS.iter())]
fn pull(bencher: Bencher, set: &Set) {
    bencher.counter(BytesCount::new(set.bytes())).bench_local(|| {
        for file in &set.files {
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
    });
}

/// All files of the set as one collection, an arena for each game.
#[divan::bench(args = SETS.iter())]
fn next_game(bencher: Bencher, set: &Set) {
    let collection = set.files.concat();
    let mut parser = Parser::new();
    bencher.counter(BytesCount::new(collection.len())).bench_local(|| {
        let mut games = parser.games(&collection);
        loop {
            let arena = Arena::new();
            match games.next_game(&arena) {
                Ok(Some(game)) => black_box(game),
                _ => break,
            };
        }
    });
}

/// The same out of a stream.
#[divan::bench(args = SETS.iter())]
fn game_reader(bencher: Bencher, set: &Set) {
    let collection = set.files.concat();
    let mut parser = Parser::new();
    bencher.counter(BytesCount::new(collection.len())).bench_local(|| {
        let mut games = GameReader::new(collection.as_bytes());
        while let Ok(Some(game)) = games.next_game() {
            let arena = Arena::new();
            let _ = black_box(parser.parse(&arena, game.text()));
        }
    });
}

fn main() {
    divan::main();
}
