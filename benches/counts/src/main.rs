//! Instructions that kifu takes for a byte of input, held against the recorded ones: what the
//! command line asks for, and what is said of the counts.

#[path = "../../generator/mod.rs"]
mod generator;
#[path = "../../jobs/mod.rs"]
#[allow(dead_code, reason = "not every job is counted")]
mod jobs;

#[path = "../../shapes/mod.rs"]
mod shapes;

mod counting;
mod hostile;
mod record;

use std::env;
use std::error::Error;
use std::process::ExitCode;

use record::{Count, Record};

const HELP: &str = "\
Instructions of kifu, counted by callgrind (Valgrind has to be installed).

Usage: kifu-counts [--record | --hostile]

Without an option: counts, and fails if a count is more than 5 % above the
recorded one, or if README.md does not show what is recorded.

  --record  writes the counts to recorded.tsv and as a table to README.md
  --hostile counts what each damaged input without end takes at three sizes,
            and fails if a count more than doubles when the size does
";

/// How much of a recorded count may be added to it.
const GROWTH: f64 = 0.05;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    if cfg!(debug_assertions) {
        return Err("only a release build is worth counting".into());
    }
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => compare(),
        ["--record"] => {
            let record = counting::count_all()?;
            record.write()?;
            println!("{}", record.table());
            Ok(ExitCode::SUCCESS)
        }
        ["--hostile"] => hostile::count_all(),
        ["--help" | "-h"] => {
            print!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
        [hostile::WORK, shape, bytes] => {
            hostile::work(shape.parse()?, bytes.parse()?);
            Ok(ExitCode::SUCCESS)
        }
        [counting::WORK, job, set] => {
            counting::work(job, set)?;
            Ok(ExitCode::SUCCESS)
        }
        _ => {
            eprint!("{HELP}");
            Ok(ExitCode::from(2))
        }
    }
}

/// Counts anew and says how each count stands to the recorded one.
fn compare() -> Result<ExitCode> {
    let recorded = Record::read()?;
    recorded.check_readme()?;
    let counted = counting::count_all()?;
    if counted.compiler != recorded.compiler {
        println!("counted with {}, recorded with {}\n", counted.compiler, recorded.compiler);
    }
    if !recorded.counts.iter().map(Count::input).eq(counted.counts.iter().map(Count::input)) {
        return Err("other jobs or sets are recorded: record anew".into());
    }
    println!("| job | set | recorded | counted | growth |\n|---|---|--:|--:|--:|");
    let (mut grown, mut fallen) = (0, 0);
    for (before, now) in recorded.counts.iter().zip(&counted.counts) {
        let growth = now.instructions as f64 / before.instructions as f64 - 1.0;
        let Count { job, set, .. } = now;
        let (per_byte, now_per_byte) = (before.per_byte(), now.per_byte());
        let mark = if growth > GROWTH { " (too much)" } else { "" };
        println!(
            "| {job} | {set} | {per_byte:.2} | {now_per_byte:.2} | {:+.1} %{mark} |",
            100.0 * growth
        );
        grown += usize::from(growth > GROWTH);
        fallen += usize::from(growth < -GROWTH);
    }
    if fallen > 0 {
        println!("\n{fallen} fell by more than 5 %: record anew, so that they stay there");
    }
    if grown > 0 {
        println!("\n{grown} grew by more than 5 %");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
