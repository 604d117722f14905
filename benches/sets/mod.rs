//! The sets that the benchmarks of the library run over: the generated ones, and the real files
//! that `KIFU_CORPUS` names; and how divan runs a job over them.

use std::fmt;
use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::BytesCount;
use kifu::{Arena, Parser};

use crate::jobs::Job;
use crate::{corpus, generator};

/// Bytes of a generated set: more than a processor keeps near at hand.
const SET_BYTES: usize = 8_000_000;

pub(crate) static SETS: LazyLock<Vec<Set>> = LazyLock::new(|| {
    let generated = generator::SETS
        .into_iter()
        .map(|(name, generator)| Set { name, files: generator(1, SET_BYTES) });
    let real = real_files().map(|files| Set { name: "corpus", files });
    generated.chain(real).collect()
});

/// Files that are read one after the other.
pub(crate) struct Set {
    name: &'static str,
    pub(crate) files: Vec<String>,
}

/// Measures a job on files, in bytes a second.
pub(crate) fn run(bencher: Bencher, job: Job, files: &[String]) {
    let bytes: usize = files.iter().map(String::len).sum();
    let mut parser = Parser::new();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| job(&mut parser, files));
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
