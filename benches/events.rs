//! The streaming reader: how fast files are told of, and how fast a collection of many games is
//! read game by game, in bytes a second.

#[path = "corpus/mod.rs"]
mod corpus;
#[path = "generator/mod.rs"]
mod generator;
#[path = "jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;
#[path = "sets/mod.rs"]
mod sets;

use divan::{Bencher, black_box};
use kifu::{Flow, Parser, RawValue, Visitor};
use sets::{SETS, Set};

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

fn roots(_: &mut Parser, files: &[String]) {
    for file in files {
        black_box(kifu::visit(file, Roots::default()).unwrap_or_default().value_bytes);
    }
}

#[divan::bench(args = SETS.iter())]
fn push(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::events, &set.files);
}

#[divan::bench(args = SETS.iter())]
fn push_roots(bencher: Bencher, set: &Set) {
    sets::run(bencher, roots, &set.files);
}

#[divan::bench(args = SETS.iter())]
fn pull(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::pulled_events, &set.files);
}

/// All files of the set as one collection, an arena for each game.
#[divan::bench(args = SETS.iter())]
fn next_game(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::next_game, &[set.files.concat()]);
}

/// The same out of a stream.
#[divan::bench(args = SETS.iter())]
fn game_reader(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::game_reader, &[set.files.concat()]);
}

fn main() {
    divan::main();
}
