//! kifu and sgf-parse on the same files in one run, a round of each in turn: what the command line
//! asks for, and the tables of answers.

#[path = "../../corpus/mod.rs"]
mod corpus;
#[path = "../../generator/mod.rs"]
mod generator;
#[path = "../../jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;

mod archive;
mod contest;
mod readers;
mod sets;
mod statistics;

use std::env;
use std::fs;
use std::process::ExitCode;

use contest::Outcome;
use sets::{Set, Source};
use statistics::Statistics;

const HELP: &str = "\
kifu beside sgf-parse: medians of interleaved rounds on the same files.

Usage: kifu-rivals [--quick | --stats] [SET]...

SET is a generated set (plain, comments, joseki, clock, mix), or a folder or an
archive (.zip, .sgfs.gz) below the folder that KIFU_CORPUS names, by its path
from there. Without a SET: plain, comments, joseki, clock and all archives.

  --quick  three rounds on 1 MB of each set instead of nine on 8 MB
  --stats  what the sets are made of, and no race
";

/// What the command line asks for.
#[derive(Default)]
struct Request {
    quick: bool,
    stats: bool,
    sets: Vec<String>,
}

fn main() -> ExitCode {
    let mut request = Request::default();
    for argument in env::args().skip(1) {
        match argument.as_str() {
            "--quick" => request.quick = true,
            "--stats" => request.stats = true,
            // Cargo says so to a benchmark.
            "--bench" => {}
            "--help" | "-h" => {
                print!("{HELP}");
                return ExitCode::SUCCESS;
            }
            _ if argument.starts_with('-') => {
                eprint!("unknown option {argument}\n\n{HELP}");
                return ExitCode::from(2);
            }
            _ => request.sets.push(argument),
        }
    }
    match sets::sources(&request.sets) {
        Ok(sources) => {
            run(&request, &sources);
            ExitCode::SUCCESS
        }
        Err(unknown) => {
            eprintln!("no set {unknown} (--help says what there is)");
            ExitCode::from(2)
        }
    }
}

fn run(request: &Request, sources: &[Source]) {
    let (rounds, bytes) = if request.quick { (3, 1_000_000) } else { (9, 8_000_000) };
    if request.stats {
        println!("{}", Statistics::HEADING);
        for source in sources {
            println!("{}", Statistics::of(&Set::load(source, bytes)));
        }
        return;
    }
    println!("machine: {}", processor());
    println!("rounds: {rounds}, MB/s of input, medians; ratio: median of the rounds' ratios\n");
    println!("{}", Outcome::HEADING);
    let mut notes = Vec::new();
    for source in sources {
        let set = Set::load(source, bytes);
        notes.extend(set.note());
        if set.files.is_empty() {
            continue;
        }
        for outcome in contest::run(&set, rounds) {
            println!("{outcome}");
        }
    }
    println!();
    for note in notes {
        println!("{note}");
    }
}

/// The model of the processor, where the system tells it.
fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split(": ").nth(1));
    model.unwrap_or("unknown").to_owned()
}
