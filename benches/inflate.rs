//! `kifu stats` on archives beside a program that only inflates their members: medians of rounds that
//! take turns, each of them a process of its own.
//!
//! `KIFU_CORPUS=folder cargo bench --features cli --bench inflate` takes the zips of the folder
//! `bulk` in it, and a `.tar.zst` made of each.

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

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == INFLATE) {
        return inflate(Path::new(&arguments.next().ok_or("no archive")?));
    }
    let Some(root) = corpus::root() else {
        println!("KIFU_CORPUS names no folder, nothing to measure");
        return Ok(());
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inflate");
    fs::create_dir_all(&folder)?;
    for zip in corpus::files_below(&root.join("bulk")) {
        if zip.extension().is_some_and(|extension| extension == "zip") {
            measure(&zip)?;
            measure(&tar_zst(&zip, &folder)?)?;
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

/// Prints what share of the rate of only inflating each number of jobs reaches.
fn measure(archive: &Path) -> Result<()> {
    let this = env::current_exe()?;
    let kifu = Path::new(env!("CARGO_BIN_EXE_kifu"));
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        times[0].push(time(Command::new(&this).arg(INFLATE).arg(archive))?);
        times[1].push(time(Command::new(kifu).args(["stats", "-j1"]).arg(archive))?);
        times[2].push(time(Command::new(kifu).args(["stats", "-j2"]).arg(archive))?);
    }
    let [inflate, one, two] = times.map(median);
    let share = |part: Duration| inflate.as_secs_f64() / part.as_secs_f64();
    println!("{}", archive.file_name().unwrap_or_default().to_string_lossy());
    println!("  only inflating  {inflate:>8.1?}");
    println!("  stats -j1       {one:>8.1?}  {:.2} of that rate", share(one));
    println!("  stats -j2       {two:>8.1?}  {:.2} of that rate", share(two));
    println!("  -j2 to -j1      {:.2}", one.as_secs_f64() / two.as_secs_f64());
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

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}
