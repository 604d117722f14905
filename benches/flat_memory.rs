//! A collection of any size, read game by game out of a stream: how much memory it takes and how
//! fast it goes. The games are made while they are read, so nothing else holds them. And what
//! files take whose trees are all kept.
//!
//! `cargo bench --bench flat_memory -- [BYTES [FILE]]`: so many bytes, 1 GB if not said, either
//! straight from the generator or, with a FILE, written to it first and then read from it.

#[path = "generator/mod.rs"]
mod generator;
#[path = "jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;

use std::env;
use std::fs::{self, File};
use std::io::{self, Read};
use std::time::Instant;

use kifu::{Arena, GameReader, Parser};

/// How much the generator makes at once.
const PART: usize = 1_000_000;

/// A collection of the generator's sets in turn, as a stream.
struct Generated {
    part: io::Cursor<Vec<u8>>,
    seed: u64,
    left: u64,
}

impl Generated {
    fn new(bytes: u64) -> Self {
        Self { part: io::Cursor::default(), seed: 0, left: bytes }
    }
}

impl Read for Generated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.part.read(buffer)?;
        if read > 0 || self.left == 0 {
            return Ok(read);
        }
        let (_, set) = generator::SETS[self.seed as usize % generator::SETS.len()];
        let part = set(self.seed, PART).concat().into_bytes();
        self.seed += 1;
        self.left = self.left.saturating_sub(part.len() as u64);
        self.part = io::Cursor::new(part);
        self.part.read(buffer)
    }
}

/// Reads all games into trees, and says how many games, nodes and bytes there were.
fn read_games(stream: impl Read) -> Result<(u64, u64, u64), Box<dyn std::error::Error>> {
    let mut games = GameReader::new(stream);
    let mut parser = Parser::new();
    let (mut count, mut nodes, mut end) = (0, 0, 0);
    while let Some(game) = games.next_game()? {
        let arena = Arena::new();
        nodes += parser.parse(&arena, game.text())?.nodes().len() as u64;
        count += 1;
        end = game.offset() + game.text().len() as u64;
    }
    Ok((count, nodes, end))
}

/// The most memory that the process has had so far, where the system tells it.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or_else(|| "unknown".to_owned(), |peak| peak.trim().to_owned())
}

/// What was asked of the allocator at the peak, the parser's own room included.
fn kept_trees() {
    println!("\n| trees kept of | input | memory | bytes a byte |\n|---|--:|--:|--:|");
    for (set, generator) in generator::SETS {
        let files = generator(1, 8_000_000);
        let bytes: usize = files.iter().map(String::len).sum();
        let parse = || jobs::kept_trees(&mut Parser::new(), &files);
        let peak = allocation_counter::measure(parse).bytes_max;
        println!("| {set} | {bytes} | {peak} | {:.2} |", peak as f64 / bytes as f64);
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo says `--bench` to a benchmark.
    let mut arguments = env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let bytes = arguments.next().map_or(Ok(1_000_000_000), |bytes| bytes.parse())?;
    let (source, start, read) = match arguments.next() {
        None => ("the generator", Instant::now(), read_games(Generated::new(bytes))?),
        Some(path) => {
            io::copy(&mut Generated::new(bytes), &mut File::create(&path)?)?;
            let file = File::open(&path)?;
            ("a file", Instant::now(), read_games(file)?)
        }
    };
    let (games, nodes, bytes) = read;
    let speed = bytes as f64 / 1e6 / start.elapsed().as_secs_f64();
    println!("{bytes} bytes from {source}: {games} games, {nodes} nodes, {speed:.0} MB/s");
    println!("peak memory: {}", peak_memory());
    kept_trees();
    Ok(())
}
