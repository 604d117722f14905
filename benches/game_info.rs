//! What game info costs: games are read tolerantly, and are read with all that each says of itself,
//! in rounds that take turns. Generated plain games, and the zips below `KIFU_CORPUS`.
//!
//! It prints a table of its own: what matters is the last column, the ratio of the two times.

#[path = "corpus/mod.rs"]
#[allow(dead_code, reason = "other benchmarks use the rest")]
mod corpus;
#[path = "generator/mod.rs"]
#[allow(dead_code, reason = "other benchmarks use the rest")]
mod generator;
#[path = "jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{Duration, Instant};

use kifu::Parser;

const ROUNDS: usize = 21;

/// Bytes of the generated set.
const SET_BYTES: usize = 8_000_000;

fn main() {
    println!("| set | files | read | with game info | ratio |\n|---|--:|--:|--:|--:|");
    for (name, set) in generator::SETS.into_iter().filter(|(name, _)| *name == "plain") {
        measure(name, &set(1, SET_BYTES));
    }
    for path in corpus::root().iter().flat_map(|root| corpus::files_below(root)) {
        if path.extension() != Some(OsStr::new("zip")) {
            continue;
        }
        match members(&path) {
            Ok(files) => measure(&path.file_name().unwrap_or_default().to_string_lossy(), &files),
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
}

/// The records of a zip.
fn members(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut zip = zip::ZipArchive::new(io::BufReader::new(File::open(path)?))?;
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let mut member = zip.by_index(index)?;
        if member.name().to_ascii_lowercase().ends_with(".sgf") {
            let mut bytes = Vec::new();
            member.read_to_end(&mut bytes)?;
            files.push(bytes);
        }
    }
    Ok(files)
}

/// Prints the row of a set: medians of the rounds, and the median of the ratios of each.
fn measure(name: &str, files: &[impl AsRef<[u8]>]) {
    if files.is_empty() {
        return;
    }
    let mut parser = Parser::new();
    jobs::game_info(&mut parser, files);
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        jobs::tolerant_tree(&mut parser, files);
        times[0].push(start.elapsed());
        let start = Instant::now();
        jobs::game_info(&mut parser, files);
        times[1].push(start.elapsed());
    }
    let [read, with_info] = &times;
    let ratios = read.iter().zip(with_info).map(|(read, both)| both.div_duration_f64(*read));
    let ratio = median(ratios.collect(), f64::total_cmp);
    let [read, with_info] = times.map(|times| median(times, Duration::cmp));
    println!("| {name} | {} | {read:.1?} | {with_info:.1?} | {ratio:.2} |", files.len());
}

fn median<T: Copy>(mut values: Vec<T>, compare: fn(&T, &T) -> std::cmp::Ordering) -> T {
    values.sort_by(compare);
    values[values.len() / 2]
}
