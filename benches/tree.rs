//! The borrowed tree: how fast files become trees, one after the other, in bytes a second.
//!
//! Each file gets a fresh arena, whose drop counts; the parser is kept, as a batch would.

#[path = "corpus/mod.rs"]
mod corpus;
#[path = "generator/mod.rs"]
mod generator;

use std::fmt;
use std::sync::LazyLock;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use kifu::{Arena, Parser};

/// Bytes of a generated set: more than a processor keeps near at hand.
const SET_BYTES: usize = 8_000_000;

static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| {
    let generated = generator::SETS
        .into_iter()
        .map(|(name, generator)| Set { name, files: generator(1, SET_BYTES) });
    let real = real_files().map(|files| Set { name: "corpus", files });
    generated.chain(real).collect()
});

/// Files that are read one after the other.
struct Set {
    name: &'static str,
    files: Vec<String>,
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The records below `KIFU_CORPUS` that are UTF-8 and that strict reading takes.
fn real_files() -> Option<Vec<String>> {
    let paths = corpus::files_below(&corpus::root()?);
    let records = paths.iter().flat_map(|path| corpus::records(path));
    let texts = records.filter_map(|bytes| String::from_utf8(bytes).ok());
    Some(texts.filter(|text| kifu::parse(&Arena::new(), text).is_ok()).collect())
}

#[divan::bench(args = SETS.iter())]
fn tree(bencher: Bencher, set: &Set) {
    let mut parser = Parser::new();
    let bytes: usize = set.files.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for file in &set.files {
            let arena = Arena::new();
            let _ = black_box(parser.parse(&arena, file));
        }
    });
}

fn main() {
    divan::main();
}
