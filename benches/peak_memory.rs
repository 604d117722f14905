//! How much memory the program takes for archives and files that were made to take much, each of them
//! between two sound records in one folder: the peak of the process, and whether the rows of the sound
//! records came out. It ends with an error where a peak is above `--max-memory`, or a row is missing.
//!
//! `cargo bench --features cli --bench peak_memory -- [WORD]`: those inputs whose names have the word, or
//! all. Linux only: the peak is the `VmHWM` of the process, looked at until it ends.

#[path = "hostile/mod.rs"]
mod hostile;

use std::env;
use std::error::Error;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What is run: a command that goes game by game, two that need a record as a whole, and one that
/// reports much.
const COMMANDS: [&[&str]; 4] = [
    &["games", "--format=csv", "-j2"],
    &["json", "-j1"],
    &["json", "-j8"],
    &["check", "--format=short", "-j2"],
];

/// The default, and little. The text is what the option takes.
const BOUNDS: [(&str, u64); 2] = [("2G", 2 << 30), ("256M", 256 << 20)];

/// How long a run may take before it is ended.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let word = env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default();
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peak-memory");
    println!("| input | bytes | command | bound | peak, MiB | seconds | sound rows | messages |");
    println!("|---|--:|---|--:|--:|--:|---|--:|");
    let mut faults = 0;
    for (name, make) in hostile::INPUTS {
        if !name.contains(&word) {
            continue;
        }
        let folder = root.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("a.sgf"), "(;GM[1]SZ[19]PB[Sound A];B[aa])")?;
        fs::write(folder.join("z.sgf"), "(;GM[1]SZ[19]PB[Sound Z]ko[];W[bb])")?;
        let bytes = make(&folder)?;
        for command in COMMANDS {
            for (option, bound) in BOUNDS {
                faults += usize::from(!measure(name, bytes, &folder, command, option, bound)?);
            }
        }
        fs::remove_dir_all(&folder)?;
    }
    if faults > 0 { Err(format!("{faults} runs did not keep the bound").into()) } else { Ok(()) }
}

/// Runs a command, prints a row, and says whether all is well.
fn measure(
    name: &str,
    bytes: u64,
    folder: &Path,
    command: &[&str],
    option: &str,
    bound: u64,
) -> Result<bool, Box<dyn Error>> {
    let start = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(command)
        .arg(format!("--max-memory={option}"))
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let rows = drain(child.stdout.take(), &["Sound A", "Sound Z", "/a.sgf", "/z.sgf"]);
    let messages = drain(child.stderr.take(), &["\n"]);
    let (peak, is_ended) = peak(&mut child, start)?;
    let (rows, messages) = (rows.join().unwrap_or_default(), messages.join().unwrap_or_default());
    // A check shows nothing of a record without a fault.
    let is_sound = match command[0] {
        "check" => rows[3] > 0,
        _ => rows[0] > 0 && rows[1] > 0,
    };
    let status = if is_ended { "ended by itself" } else { "took too long" };
    let is_well = peak <= bound && is_sound && is_ended;
    let mark = if is_well { "" } else { " <- NOT KEPT" };
    println!(
        "| {name} | {bytes} | {} | {option} | {:.0} | {:.1} | {} | {} |{mark}",
        command.join(" "),
        peak as f64 / f64::from(1 << 20),
        start.elapsed().as_secs_f64(),
        if !is_ended {
            status
        } else if is_sound {
            "all"
        } else {
            "missing"
        },
        messages[0],
    );
    Ok(is_well)
}

/// Reads a pipe to its end on a thread, and counts how often each text is there.
fn drain(
    pipe: Option<impl Read + Send + 'static>,
    texts: &'static [&'static str],
) -> thread::JoinHandle<Vec<usize>> {
    thread::spawn(move || {
        let mut counts = vec![0; texts.len()];
        let Some(mut pipe) = pipe else { return counts };
        let mut buffer = vec![0; 1 << 20];
        // The end of a part is looked at again with the next one, for what lies across.
        let mut kept = 0;
        while let Ok(read @ 1..) = pipe.read(&mut buffer[kept..]) {
            let filled = kept + read;
            for (count, text) in counts.iter_mut().zip(texts) {
                let from = (kept + 1).saturating_sub(text.len());
                *count += memchr::memmem::find_iter(&buffer[from..filled], text).count();
            }
            let start = filled.saturating_sub(16);
            buffer.copy_within(start..filled, 0);
            kept = filled - start;
        }
        counts
    })
}

/// The most memory that a process had until it ended, and whether it ended in time.
fn peak(child: &mut Child, start: Instant) -> Result<(u64, bool), Box<dyn Error>> {
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0_u64) * 1024);
        if child.try_wait()?.is_some() {
            return Ok((peak, true));
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok((peak, false));
        }
        thread::sleep(Duration::from_millis(1));
    }
}
