//! How fast moves are played: random games, and the main lines of the archives below `KIFU_CORPUS`
//! on boards of 19 × 19, read into memory before. One thread, with captures, ko and the hash.
//!
//! `cargo bench --bench board -- --once KIND` plays the random games once, for callgrind: `--once
//! plain`, `recorded`, `hashes`, `nothing`.

#[path = "corpus/mod.rs"]
#[allow(dead_code, reason = "other benchmarks use the rest")]
mod corpus;
#[path = "play/mod.rs"]
mod play;

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::MultiGzDecoder;
use kifu::go::{Board, PlayChecker, Replay};
use kifu::{Arena, Parser};
use play::{Line, play_all};

const ROUNDS: usize = 9;

/// Random games.
const GAMES: u64 = 4000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--once") {
        return once(arguments.get(at + 1).map_or("", String::as_str));
    }
    println!("Million moves a second, medians of {ROUNDS} rounds that take turns.\n");
    println!("| set | games | moves | board | recorded | eight hashes | ratio |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    measure("random", &play::random_lines(GAMES));
    let mut all = Vec::new();
    for path in corpus::root().iter().flat_map(|root| corpus::files_below(root)) {
        match records(&path) {
            Ok(records) if !records.is_empty() => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                measure(&name, &play::main_lines(&records));
                all.push((name, records));
            }
            Ok(_) => {}
            Err(error) => eprintln!("{}: {error}", path.display()),
        }
    }
    if !all.is_empty() {
        println!("\n| set | games | read and replayed, games/s | read and checked, games/s |");
        println!("|---|--:|--:|--:|");
    }
    for (name, records) in &all {
        measure_records(name, records);
    }
    if !all.is_empty() {
        println!("\n| set | 19 × 19 | without setup | illegal moves, by reason |");
        println!("|---|--:|--:|---|");
    }
    for (name, records) in &all {
        count_illegal(name, &play::main_lines(records));
    }
}

/// One pass over the random games, in a function that callgrind knows by its name.
fn once(kind: &str) {
    let lines = play::random_lines(200);
    let mut board = Board::new(play::size()).expect("a board of 19 × 19 is possible");
    board.keep_hashes(kind == "hashes");
    board.record(kind == "recorded");
    if kind != "nothing" {
        black_box(play_all(&mut board, &lines));
    }
    println!("{} moves", play::count(&lines));
}

/// The records of an archive.
fn records(path: &Path) -> io::Result<Vec<Vec<u8>>> {
    let name = path.to_string_lossy();
    if name.ends_with(".sgfs.gz") {
        let mut text = Vec::new();
        MultiGzDecoder::new(File::open(path)?).read_to_end(&mut text)?;
        return Ok(corpus::lines(&text));
    }
    let mut records = Vec::new();
    let mut take = |name: &str, member: &mut dyn Read| {
        let mut bytes = Vec::new();
        if name.to_ascii_lowercase().ends_with(".sgf") {
            member.read_to_end(&mut bytes)?;
            records.push(bytes);
        }
        io::Result::Ok(())
    };
    if name.ends_with(".tar.gz") {
        let mut archive = tar::Archive::new(MultiGzDecoder::new(File::open(path)?));
        for entry in archive.entries()? {
            let mut entry = entry?;
            let name = entry.path()?.to_string_lossy().into_owned();
            take(&name, &mut entry)?;
        }
    } else if name.ends_with(".zip") {
        let mut archive = zip::ZipArchive::new(io::BufReader::new(File::open(path)?))?;
        for index in 0..archive.len() {
            let mut member = archive.by_index(index)?;
            let name = member.name().to_owned();
            take(&name, &mut member)?;
        }
    }
    Ok(records)
}

/// Prints the row of a set.
fn measure(name: &str, lines: &[Line]) {
    let moves = play::count(lines);
    if moves == 0 {
        return;
    }
    let mut boards: Vec<Board> = (0..3).filter_map(|_| Board::new(play::size())).collect();
    boards[1].record(true);
    boards[2].keep_hashes(true);
    let mut times = vec![Vec::new(); boards.len()];
    for _ in 0..ROUNDS {
        for (board, times) in boards.iter_mut().zip(&mut times) {
            let start = Instant::now();
            black_box(play_all(board, lines));
            times.push(start.elapsed());
        }
    }
    let ratios = times[0].iter().zip(&times[2]).map(|(plain, all)| plain.div_duration_f64(*all));
    let ratio = median(ratios.collect(), f64::total_cmp);
    let speeds = times.into_iter().map(|times| {
        let time = median(times, Duration::cmp).as_secs_f64();
        format!("{:.1}", moves as f64 / time / 1e6)
    });
    let speeds: Vec<String> = speeds.collect();
    println!("| {name} | {} | {moves} | {} | {ratio:.2} |", lines.len(), speeds.join(" | "));
}

/// Prints how many games a second are read from their bytes and replayed, and read and checked.
fn measure_records(name: &str, records: &[Vec<u8>]) {
    let mut parser = Parser::new();
    let mut checker = PlayChecker::new();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..3 {
        let start = Instant::now();
        replay_all(&mut parser, records);
        times[0].push(start.elapsed());
        let start = Instant::now();
        for record in records {
            let arena = Arena::new();
            black_box(checker.check(parser.read(&arena, record)).diagnostics().len());
        }
        times[1].push(start.elapsed());
    }
    let [replayed, checked] =
        times.map(|times| records.len() as f64 / median(times, Duration::cmp).as_secs_f64());
    println!("| {name} | {} | {replayed:.0} | {checked:.0} |", records.len());
}

/// Reads the records and replays their main lines.
fn replay_all(parser: &mut Parser, records: &[Vec<u8>]) {
    let mut replay: Option<Replay> = None;
    for record in records {
        let arena = Arena::new();
        for game in parser.read(&arena, record).game_trees() {
            let replay = match &mut replay {
                Some(replay) => match replay.restart(game) {
                    Ok(()) => replay,
                    Err(_) => continue,
                },
                None => match Replay::of(game) {
                    Ok(made) => replay.insert(made),
                    Err(_) => continue,
                },
            };
            game.main_line().for_each(|node| replay.step(node));
            black_box(replay.board().hash());
        }
    }
}

/// Prints how many moves are illegal.
fn count_illegal(name: &str, lines: &[Line]) {
    let Some(mut board) = Board::new(play::size()) else { return };
    let mut reasons = BTreeMap::new();
    for line in lines {
        board.clear();
        board.setup(line.setup.iter().copied());
        for turn in &line.turns {
            match turn.point {
                Some((column, row)) => {
                    let point = kifu::values::Point::new(column.into(), row.into());
                    if let Some(illegal) = board.play(turn.color, point).illegal() {
                        *reasons.entry(illegal).or_insert(0) += 1;
                    }
                }
                None => board.pass(),
            }
        }
    }
    let reasons = reasons.iter().map(|(illegal, count)| format!("{illegal} {count}"));
    let reasons: Vec<String> = reasons.collect();
    let plain = lines.iter().filter(|line| line.setup.is_empty()).count();
    println!("| {name} | {} | {plain} | {} |", lines.len(), reasons.join(", "));
}

fn median<T: Copy>(mut values: Vec<T>, compare: fn(&T, &T) -> std::cmp::Ordering) -> T {
    values.sort_by(compare);
    values[values.len() / 2]
}
