//! What the program shows while it runs: lines for logs, a bar on a terminal, and nothing elsewhere.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::archives::zip;
use crate::program::{RECORDS, folder, kifu, kifu_reading, program};

#[test]
fn plain_progress_ends_with_the_totals() {
    let record = format!("(;C[{}])(;B[aa]KO)", " ".repeat(1982));
    let damaged = folder("totals", &[("a.sgf", record.as_bytes()), ("b.txt", b"not read")]);
    let damaged = damaged.to_str().unwrap();
    let totals = "kifu: 2.00 kB, games: 2 (";
    for jobs in ["-j1", "-j2"] {
        let run = kifu(["stats", "--progress", "plain", jobs, damaged]);
        let lines: Vec<_> = run.messages.lines().collect();
        let last = lines[lines.len() - 1];
        assert!(last.starts_with(totals) && last.contains(", faults: 1, "), "{last}");
    }
    // Of an archive, what it has on the disk; of stdin, what came.
    let archive = zip(&[("a.sgf", record.as_bytes()), ("b.txt", b"not read")]);
    let length = format!("kifu: {} B, games: 2 (", archive.len());
    let path = folder("totals-zip", &[("a.zip", &archive)]).join("a.zip");
    let run = kifu(["check".as_ref(), "--progress=plain".as_ref(), path.as_os_str()]);
    assert!(run.messages.starts_with(&length), "{length} {}", run.messages);
    let run = kifu_reading(["--progress=plain", "fmt", "--strict"], b"(;C[a])");
    assert!(run.messages.starts_with("kifu: 7 B, games: 1 ("), "{}", run.messages);
    let run = kifu(["--progress=plain", "fmt", "missing.sgf"]);
    let last = run.messages.lines().last().unwrap();
    assert!(last.starts_with("kifu: 0 B, games: 0 (") && last.contains("faults: 1"), "{last}");
}

#[test]
fn plain_progress_comes_while_the_run_waits() {
    let games = "(;B[aa];W[bb])".repeat(100_000);
    let folder = folder("waits", &[("a.sgf", games.as_bytes()), ("b.sgf", games.as_bytes())]);
    let mut command = program();
    // Nobody reads what it writes, so it has to wait.
    let mut child = command.args(["fmt", "--progress=plain"]).arg(folder).spawn().unwrap();
    let mut messages = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let first = messages.next().unwrap();
    assert!(first.starts_with("kifu: "), "{first}");
    let second = messages.next().unwrap();
    assert!(second.contains(" of 2.80 MB, games: ") && second.ends_with(" left"), "{second}");
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(out.len(), 2 * (games.len() + 100_000));
    assert!(messages.last().unwrap().starts_with("kifu: 2.80 MB, games: 200,000 ("));
    assert!(child.wait().unwrap().success());
}

#[test]
fn nothing_is_shown_where_it_is_not_wanted_or_there_is_no_terminal() {
    for options in
        [&[][..], &["--progress=auto"], &["--progress=bar"], &["--progress=none"], &["-q"]]
    {
        let run = kifu(["stats", RECORDS].iter().chain(options));
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{options:?}");
    }
    let run = kifu(["stats", "--progress=plain", "--quiet", RECORDS]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
}

/// A run on a terminal that waits for what comes out of a pipe.
struct Terminal {
    child: Child,
    /// What is to be read by the program, once it is opened.
    pipe: PathBuf,
    shown: String,
}

impl Terminal {
    /// `None` where no terminal can be made.
    fn new(test: &str, arguments: &str) -> Option<Self> {
        let folder = folder(test, &[]);
        let pipe = folder.join("a.sgf");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let [program, pipe_name, out] =
            [Path::new(env!("CARGO_BIN_EXE_kifu")), &pipe, &folder.join("out")]
                .map(|path| format!("'{}'", path.display()));
        let line = arguments.replace("OUT", &out).replace("PIPE", &pipe_name);
        let mut command = Command::new("script");
        command.args(["-qefc", &format!("{program} {line}"), "/dev/null"]);
        command.env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped());
        match command.spawn() {
            Ok(child) => Some(Self { child, pipe, shown: String::new() }),
            Err(error) => {
                eprintln!("not tested, for there is no terminal: script: {error}");
                None
            }
        }
    }

    /// Waits until the terminal shows this.
    fn wait_for(&mut self, text: &str) {
        while !self.shown.contains(text) {
            let mut bytes = [0; 4096];
            let count = self.child.stdout.as_mut().unwrap().read(&mut bytes).unwrap();
            assert!(count > 0, "{text:?} is not in {:?}", self.shown);
            self.shown += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    fn press_ctrl_c(&mut self) {
        let keyboard = self.child.stdin.as_mut().unwrap();
        // Whoever has ended does not listen.
        let _ = keyboard.write_all(b"\x03").and_then(|()| keyboard.flush());
    }

    /// The exit status, and what was shown until then.
    fn end(mut self) -> (i32, String) {
        let mut rest = Vec::new();
        self.child.stdout.take().unwrap().read_to_end(&mut rest).unwrap();
        let status = self.child.wait().unwrap().code().unwrap();
        (status, self.shown + &String::from_utf8_lossy(&rest))
    }
}

/// What clears the line of the bar.
const CLEARED: &str = "\r\u{1b}[2K";

/// The text without the bars that were cleared.
fn remains(shown: &str) -> String {
    shown.lines().map(|line| line.rsplit(CLEARED).next().unwrap()).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_terminal_gets_a_bar_that_makes_room_for_messages_and_output() {
    for arguments in ["stats --progress bar missing.sgf PIPE", "stats missing.sgf PIPE"] {
        let Some(mut run) = Terminal::new("bar", arguments) else { return };
        run.wait_for("games: 0 (0/s)");
        fs::write(&run.pipe, "(;B[aa])").unwrap();
        let (status, shown) = run.end();
        assert_eq!(status, 2);
        let remains = remains(&shown);
        assert!(remains.starts_with("kifu: missing.sgf: No such"), "{shown:?}");
        assert!(remains.contains("\nfiles  "), "{shown:?}");
        assert!(!remains.contains("games: 0"), "{shown:?}");
    }
    // A message comes while there is a bar.
    let Some(mut run) = Terminal::new("bar-message", "check PIPE missing.sgf >OUT") else {
        return;
    };
    run.wait_for("games: 0 (0/s)");
    fs::write(&run.pipe, "(;B[aa])").unwrap();
    let (status, shown) = run.end();
    assert_eq!(status, 2);
    let remains = remains(&shown);
    assert!(remains.starts_with("kifu: missing.sgf: No such"), "{shown:?}");
    assert_eq!(remains.lines().count(), 1, "{shown:?}");
}

#[test]
fn a_terminal_that_gets_the_output_gets_no_bar() {
    for command in ["json", "check", "fmt", "fmt --check", "games", "stats --quiet"] {
        let arguments = format!("{command} --progress bar PIPE");
        let Some(run) = Terminal::new("bar-and-output", &arguments) else { return };
        fs::write(&run.pipe, "(;B[aa])").unwrap();
        let (_, shown) = run.end();
        assert!(!shown.is_empty() && !shown.contains('\u{1b}'), "{command}: {shown:?}");
    }
}

#[test]
fn ctrl_c_clears_the_bar() {
    let Some(mut run) = Terminal::new("bar-interrupted", "games -o OUT PIPE") else { return };
    run.wait_for("games: 0 (0/s)");
    let mut pipe = File::options().write(true).open(&run.pipe).unwrap();
    run.press_ctrl_c();
    run.wait_for("^C");
    // The signal is heard by another thread.
    thread::sleep(Duration::from_millis(200));
    // It need not be read any more.
    let _ = pipe.write_all(b"(;B[aa])");
    drop(pipe);
    let (status, shown) = run.end();
    assert_eq!(status, 130);
    assert!(
        remains(&shown).contains("kifu: interrupted; ")
            && remains(&shown).ends_with(" was not made"),
        "{shown:?}"
    );

    // Nothing comes: where it waits for that already, the second one ends the process.
    let Some(mut run) = Terminal::new("bar-interrupted", "stats PIPE") else { return };
    run.wait_for("games: 0 (0/s)");
    let _pipe = File::options().write(true).open(&run.pipe).unwrap();
    while run.child.try_wait().unwrap().is_none() {
        run.press_ctrl_c();
        thread::sleep(Duration::from_millis(50));
    }
    let (status, shown) = run.end();
    assert_eq!(status, 130);
    assert!(!remains(&shown).contains("games: 0 (0/s)"), "{shown:?}");
}
