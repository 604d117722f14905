//! Seeded game records in the manner of real ones, for benchmarks and tests: it reads no file and
//! needs no crate; what is measured on the records is left to others.
//!
//! A set of files is drawn from a seed and a number of bytes, the same on every machine: the
//! arithmetic is all on integers. Shapes and lengths follow what was measured on real archives
//! (`rivals --stats` prints the same figures for both):
//!
//! - `plain`: 10,313 games of a server and 17,078 of another, 6.7 to 7.3 bytes a node; the sizes
//!   are those of all 52,474 files, median 1.1 kB, 99th percentile 9 kB;
//! - `comments`: 1,594 rating games of an engine, 35 bytes a node, 142 to 276 nodes from the 10th
//!   to the 90th percentile;
//! - `joseki`: 22 dictionaries, nearly all bytes in files of about 1 MB, 23 bytes a node, a
//!   parenthesis for each fourth node, three quarters of the nodes with one property;
//! - `clock`: 27 games of a server that writes the time left after each move.

mod games;
mod joseki;
mod random;

pub(crate) use games::{clock, comments, plain};
pub(crate) use joseki::joseki;

use random::Random;

/// A generator of files: a seed and about how many bytes to make.
pub(crate) type Generator = fn(u64, usize) -> Vec<String>;

/// The sets by name.
pub(crate) const SETS: [(&str, Generator); 5] =
    [("plain", plain), ("comments", comments), ("joseki", joseki), ("clock", clock), ("mix", mix)];

/// A mix with the statistics of all real files together: 84 % of the values have exactly two
/// bytes, 93 % at most seven, 5 % 16 to 127; 0.3 % have to be copied; 91 % of the nodes hold one
/// property.
///
/// The kinds follow each other. The shares are of the bytes.
pub(crate) fn mix(seed: u64, bytes: usize) -> Vec<String> {
    let shares: [(Generator, usize); 4] = [(plain, 62), (comments, 11), (joseki, 20), (clock, 7)];
    shares.iter().flat_map(|(generator, share)| generator(seed, bytes * share / 100)).collect()
}

/// Makes files one after the other until they have `bytes` bytes together. The closure gets how
/// many are still wanted.
fn fill(
    seed: u64,
    bytes: usize,
    mut file: impl FnMut(&mut Random, usize) -> String,
) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut files = Vec::new();
    let mut total = 0;
    while total < bytes {
        let next = file(&mut random, bytes - total);
        total += next.len();
        files.push(next);
    }
    files
}

/// Writes one of the 361 points of the board, as two letters.
fn push_point(random: &mut Random, out: &mut String) {
    for _ in 0..2 {
        out.push(char::from(b'a' + random.below(19) as u8));
    }
}

/// Writes `B` and `W` in turn.
fn colour(number: u64) -> char {
    if number % 2 == 0 { 'B' } else { 'W' }
}
