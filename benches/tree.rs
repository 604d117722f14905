//! The borrowed tree: how fast files become trees, one after the other, in bytes a second.
//!
//! Each file gets a fresh arena, whose drop counts; the parser is kept, as a batch would.

#[path = "corpus/mod.rs"]
mod corpus;
#[path = "generator/mod.rs"]
mod generator;
#[path = "sets/mod.rs"]
mod sets;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use kifu::{Arena, Parser};
use sets::{SETS, Set};

#[divan::bench(args = SETS.iter())]
fn tree(bencher: Bencher, set: &Set) {
    let mut parser = Parser::new();
    bencher.counter(BytesCount::new(set.bytes())).bench_local(|| {
        for file in &set.files {
            let arena = Arena::new();
            let _ = black_box(parser.parse(&arena, file));
        }
    });
}

fn main() {
    divan::main();
}
