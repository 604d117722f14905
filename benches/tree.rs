//! The borrowed tree: how fast files become trees, one after the other, in bytes a second; and how
//! fast when each move is read as column and row.
//!
//! Each file gets a fresh arena, whose drop counts; the parser is kept, as a batch would.

#[path = "corpus/mod.rs"]
mod corpus;
#[path = "generator/mod.rs"]
mod generator;
#[path = "jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;
#[path = "sets/mod.rs"]
mod sets;

use divan::Bencher;
use sets::{SETS, Set};

#[divan::bench(args = SETS.iter())]
fn tree(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::tree, &set.files);
}

#[divan::bench(args = SETS.iter())]
fn moves(bencher: Bencher, set: &Set) {
    sets::run(bencher, jobs::moves, &set.files);
}

fn main() {
    divan::main();
}
