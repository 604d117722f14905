//! `kifu stats` on archives beside a program that only inflates their members, and on a folder beside
//! one that only reads its files: medians of rounds that take turns, each of them a process of its
//! own. With the feature `tables` also `kifu games --format parquet` beside `stats`.
//!
//! `KIFU_CORPUS=folder cargo bench --features cli --bench inflate` takes the zips of the folder
//! `bulk` in it, a `.tar.zst` made of each, and a folder of 33,000 files with their members.

#[path = "corpus/mod.rs"]
#[allow(dead_code, reason = "the other benchmarks use the rest")]
mod corpus;

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 9;

/// The argument of the process that only inflates.
const INFLATE: &str = "--only-inflate";

/// The argument of the process that only opens, reads and closes the files of a folder.
const READ: &str = "--only-read";

/// How many files the folder has.
const FILES: usize = 33_000;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1);
    match arguments.next() {
        Some(what) if what == INFLATE => {
            return inflate(Path::new(&arguments.next().ok_or("no archive")?));
        }
        Some(what) if what == READ => {
            return read(Path::new(&arguments.next().ok_or("no folder")?));
        }
        _ => {}
    }
    let Some(root) = corpus::root() else {
        println!("KIFU_CORPUS names no folder, nothing to measure");
        return Ok(());
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inflate");
    fs::create_dir_all(&folder)?;
    for zip in corpus::files_below(&root.join("bulk")) {
        if zip.extension().is_some_and(|extension| extension == "zip") {
            measure(INFLATE, &zip)?;
            measure(INFLATE, &tar_zst(&zip, &folder)?)?;
            if let Some(files) = files_of(&zip, &folder)? {
                measure(READ, &files)?;
            }
        }
    }
    Ok(())
}

/// Reads all members and does nothing with them.
fn inflate(archive: &Path) -> Result<()> {
    let mut member = Vec::new();
    if archive.extension().is_some_and(|extension| extension == "zip") {
        // From memory: a `BufReader` would read its buffer anew for each member.
        let mut zip = zip::ZipArchive::new(Cursor::new(fs::read(archive)?))?;
        for index in 0..zip.len() {
            member.clear();
            zip.by_index(index)?.read_to_end(&mut member)?;
        }
    } else {
        let stream = zstd::Decoder::new(File::open(archive)?)?;
        let stream = BufReader::with_capacity(64 * 1024, stream);
        for entry in tar::Archive::new(stream).entries()? {
            member.clear();
            entry?.read_to_end(&mut member)?;
        }
    }
    Ok(())
}

/// Reads all files of a folder of folders and does nothing with them.
fn read(folder: &Path) -> Result<()> {
    let mut bytes = Vec::new();
    for path in corpus::files_below(folder) {
        bytes.clear();
        File::open(path)?.read_to_end(&mut bytes)?;
    }
    Ok(())
}

/// The members of a zip as files, again and again until there are [`FILES`], a thousand in a folder;
/// `None` if they are few, and may be large.
fn files_of(zip: &Path, folder: &Path) -> Result<Option<PathBuf>> {
    let mut members = zip::ZipArchive::new(File::open(zip)?)?;
    if members.len() < 1000 {
        return Ok(None);
    }
    let root = folder.join(zip.file_stem().ok_or("no name")?).with_extension("files");
    for number in 0..FILES {
        let folder = root.join(format!("{:03}", number / 1000));
        fs::create_dir_all(&folder)?;
        let mut bytes = Vec::new();
        members.by_index(number % members.len())?.read_to_end(&mut bytes)?;
        fs::write(folder.join(format!("{number:05}.sgf")), bytes)?;
    }
    Ok(Some(root))
}

/// The members of a zip as a `.tar.zst`.
fn tar_zst(zip: &Path, folder: &Path) -> Result<PathBuf> {
    let mut members = zip::ZipArchive::new(File::open(zip)?)?;
    let name = zip.file_stem().ok_or("no name")?;
    let path = folder.join(name).with_extension("tar.zst");
    let compressed = zstd::Encoder::new(File::create(&path)?, 3)?.auto_finish();
    let mut tar = tar::Builder::new(compressed);
    for index in 0..members.len() {
        let member = members.by_index(index)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(member.size());
        header.set_mode(0o644);
        let name = member.name().to_owned();
        tar.append_data(&mut header, name, member)?;
    }
    tar.finish()?;
    Ok(path)
}

/// Prints what share of the rate of `only` each number of jobs reaches.
fn measure(only: &str, input: &Path) -> Result<()> {
    let this = env::current_exe()?;
    let kifu = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.args(arguments).arg(input);
        command
    };
    let table = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inflate/games.parquet");
    let table = table.to_str().ok_or("a path that is no text")?;
    let mut times = [const { Vec::new() }; 5];
    for _ in 0..ROUNDS {
        times[0].push(time(Command::new(&this).arg(only).arg(input))?);
        for (jobs, times) in ["-j1", "-j2"].into_iter().zip(times[1..].chunks_mut(2)) {
            times[0].push(time(&mut kifu(&["stats", "--allow-empty", jobs]))?);
            if cfg!(feature = "tables") {
                let arguments =
                    ["games", "--allow-empty", jobs, "--format", "parquet", "-o", table];
                times[1].push(time(&mut kifu(&arguments))?);
                // To put a new file in the place of one that is there may wait for the disk.
                fs::remove_file(table)?;
            }
        }
    }
    let [only_time, stats_1, games_1, stats_2, games_2] = times.map(median);
    let share = |whole: Option<Duration>, part: Option<Duration>| match (whole, part) {
        (Some(whole), Some(part)) => whole.as_secs_f64() / part.as_secs_f64(),
        _ => f64::NAN,
    };
    let shown = |time: Option<Duration>| format!("{:>8.1?}", time.unwrap_or_default());
    println!("{}", input.file_name().unwrap_or_default().to_string_lossy());
    println!("  {only:<15} {}", shown(only_time));
    for (jobs, stats, games) in [("-j1", stats_1, games_1), ("-j2", stats_2, games_2)] {
        let of_that = share(only_time, stats);
        println!("  stats {jobs}       {}  {of_that:.2} of that rate", shown(stats));
        if games.is_some() {
            let of_stats = share(stats, games);
            println!("  parquet {jobs}     {}  {of_stats:.2} of the rate of stats", shown(games));
        }
    }
    println!("  stats, -j2 to -j1        {:.2}", share(stats_1, stats_2));
    Ok(())
}

fn time(command: &mut Command) -> io::Result<Duration> {
    let start = Instant::now();
    let status = command.stdout(Stdio::null()).status()?;
    if !status.success() {
        return Err(io::Error::other(format!("{command:?} ended with {status}")));
    }
    Ok(start.elapsed())
}

/// `None` if nothing was measured.
fn median(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}
