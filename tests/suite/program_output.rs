//! What the world may do to a run of the program: an output that is full, closed or slow, inputs that
//! may not be read or that become shorter while they are.

use std::fs::{self, File, Permissions};
use std::io::{BufRead as _, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::archives::{tar, zip};
use crate::program::{folder, program};

/// Every command that writes to stdout, in every form.
const COMMANDS: &[&str] = &[
    "check",
    "check --format=short",
    "check --format=json",
    "stats",
    "stats --format=json",
    "json",
    "json --flat",
    "json --sequences",
    "fmt",
    "fmt --check",
    "games",
    "games --format=ndjson",
    "games --format=csv",
    #[cfg(feature = "tables")]
    "games --format=parquet",
    #[cfg(feature = "tables")]
    "games --format=arrow",
    "cat",
];

/// An archive of records that each command has something to say of.
fn archive(test: &str, records: usize) -> PathBuf {
    let record = b"(;Black[aa];W[bb]\n)".as_slice();
    let many: Vec<_> = std::iter::repeat_n(("a.sgf", record), records).collect();
    folder(test, &[("a.tar", &tar(&many))])
}

fn start(command: &str, jobs: &str, input: &Path) -> Command {
    let mut started = program();
    started.args(command.split(' ')).arg(jobs).arg(input);
    started
}

#[test]
fn a_full_disk_ends_every_command() {
    for (records, jobs) in [(1, "-j1"), (5_000, "-j1"), (5_000, "-j4")] {
        let folder = archive("full", records);
        for &command in COMMANDS {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let output = start(command, jobs, &folder).stdout(full).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {jobs}");
            let messages = String::from_utf8(output.stderr).unwrap();
            assert!(messages.starts_with("kifu: cannot write the output: "), "{messages}");
            assert_eq!(messages.lines().count(), 1, "{command} {jobs}");
        }
        for command in COMMANDS.iter().filter(|it| it.starts_with("games") || **it == "cat") {
            let command = format!("{command} -o /dev/full");
            let output = start(&command, jobs, &folder).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{command} {jobs}");
        }
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1, "nothing else is left");
    }
}

#[test]
fn a_closed_pipe_ends_every_command_without_a_word() {
    for jobs in ["-j1", "-j4"] {
        let folder = archive("closed", 5_000);
        for &command in COMMANDS {
            let mut child = start(command, jobs, &folder).spawn().unwrap();
            let mut start = [0; 4];
            child.stdout.take().unwrap().read_exact(&mut start).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.stderr, b"", "{command} {jobs}");
            // What was found before counts.
            let found = i32::from(command == "fmt --check");
            assert!([0, found].contains(&output.status.code().unwrap()), "{command} {jobs}");
        }
    }
}

#[test]
fn pages_are_written_whole_or_not() {
    for command in [&["man"][..], &["man", "games"], &["completions", "bash"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = program().args(command).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let mut child = program().args(command).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{command:?}");
    }
}

/// A record of about a kilobyte.
fn record() -> String {
    format!("(;C[{}])", "long ".repeat(200))
}

#[test]
fn who_reads_slowly_slows_the_run_down() {
    const MOST: usize = 64 * 1024 * 1024;
    let record = record();
    let many: Vec<_> = std::iter::repeat_n(("a.sgf", record.as_bytes()), 10).collect();
    let mut endless = tar(&many);
    endless.truncate(endless.len() - 1024);
    for jobs in ["-j1", "-j3"] {
        let mut child = program().args(["json", jobs]).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let taken = AtomicUsize::new(0);
        let peak = thread::scope(|scope| {
            scope.spawn(|| {
                while stdin.write_all(&endless).is_ok() {
                    taken.fetch_add(endless.len(), Ordering::Relaxed);
                }
            });
            // Nobody reads. If it takes its time to say that it has enough, it is asked too early,
            // which is no fault.
            let mut before = 0;
            loop {
                thread::sleep(Duration::from_millis(300));
                let now = taken.load(Ordering::Relaxed);
                if now > MOST || (now > 0 && now == before) {
                    break;
                }
                before = now;
            }
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap().trim().to_owned()
        });
        assert!(taken.into_inner() <= MOST, "{jobs}: it takes in without an end");
        let peak: usize = peak.trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 100_000, "{jobs}: {peak} kB");
    }
}

#[test]
fn an_archive_that_shrinks_while_it_is_read_is_read_up_to_there() {
    let record = record();
    let noise = |number: usize| (0..200).map(|n| format!("{};", number * n % 7919)).collect();
    let records: Vec<String> =
        (0..4000).map(noise).map(|it: String| format!("(;C[{it}])")).collect();
    let names: Vec<_> = (0..records.len()).map(|number| format!("{number}.sgf")).collect();
    let members: Vec<_> =
        names.iter().zip(&records).map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let sequel = [("z.sgf", record.as_bytes())];
    for (name, bytes) in [("a.tar", tar(&members)), ("a.zip", zip(&members))] {
        let folder = folder("shrinks", &[(name, &bytes), ("b.tar", &tar(&sequel))]);
        let messages = folder.join("messages");
        let reported = File::create(&messages).unwrap();
        let mut child = start("json", "-j1", &folder).stderr(reported).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        // It is at work, and waits for a reader before it is far.
        let mut start = [0; 16];
        stdout.read_exact(&mut start).unwrap();
        let file = File::options().write(true).open(folder.join(name)).unwrap();
        file.set_len(bytes.len() as u64 / 2).unwrap();
        let mut out = start.to_vec();
        stdout.read_to_end(&mut out).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{name}");
        let lines: Vec<Value> =
            out.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        assert!((100..3900).contains(&lines.len()), "{name}: {}", lines.len());
        let (sequel, read) = lines.split_last().unwrap();
        let is_damaged =
            |line: &Value| line["diagnostics"].as_array().is_some_and(|it| !it.is_empty());
        // The member at the new end is read as far as it goes.
        let whole = read.iter().take_while(|line| !is_damaged(line)).count();
        assert!(read.len() - whole <= 1, "{name}: {whole} of {}", read.len());
        for (line, member) in read.iter().zip(&names) {
            let path = line["path"].as_str().unwrap();
            assert!(path.ends_with(&format!("{name}!{member}")), "{path}");
        }
        let last = sequel["path"].as_str().unwrap();
        assert!(last.ends_with("b.tar!z.sgf"), "what follows is read: {last}");
        let first_lost = format!("{name}!{whole}.sgf: ");
        let messages = fs::read_to_string(messages).unwrap();
        assert!(messages.lines().next().unwrap().contains(&first_lost), "{messages:.200}");
    }
}

/// A run by somebody who may not read everything, whoever runs the tests.
fn run_by_nobody(folder: &Path) -> std::io::Result<Child> {
    // Where the tests are built others may have no way to.
    let program = folder.join("kifu");
    fs::copy(env!("CARGO_BIN_EXE_kifu"), &program)?;
    let mut command = Command::new(program);
    command.arg("json").arg(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.uid(65534).gid(65534).spawn()
}

#[test]
fn a_directory_without_permission_is_told_and_the_rest_is_read() {
    let folder = tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir();
    let folder = folder.unwrap();
    for name in ["a", "b"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(folder.path().join(name).join("a.sgf"), "(;)").unwrap();
    }
    fs::write(folder.path().join("c.sgf"), "(;)").unwrap();
    let set = |name: &str, mode| {
        fs::set_permissions(folder.path().join(name), Permissions::from_mode(mode)).unwrap();
    };
    set("a", 0o000);
    set("c.sgf", 0o000);
    let is_locked = fs::read_dir(folder.path().join("a")).is_err();
    let child = if is_locked {
        start("json", "-j2", folder.path()).spawn()
    } else {
        run_by_nobody(folder.path())
    };
    let output = child.unwrap().wait_with_output().unwrap();
    set("a", 0o755);
    let messages = String::from_utf8(output.stderr).unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), out.lines().count()), (Some(2), 1), "{messages}");
    let reported: Vec<_> = messages.lines().collect();
    assert!(reported.len() == 2, "{messages}");
    assert!(reported[0].contains("/a: ") && reported[1].contains("/c.sgf: "), "{messages}");
}
