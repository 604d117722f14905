//! What a signal leaves: whole lines, the exit status of its number, no file under a final name and
//! no temporary one. How soon a run ends is not measured here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::archives::{tar, zip};
use crate::choose::{Choose as _, Random};
use crate::program::folder;

const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.args(arguments).stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until it handles signals, of which 1, 2 and 15 are meant.
fn wait_until_it_listens(child: &Child) {
    const ALL: u64 = 1 | 1 << 1 | 1 << 14;
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = |name: &str| {
            let mask = status.lines().find_map(|line| line.strip_prefix(name));
            mask.map(|it| u64::from_str_radix(it.trim(), 16).unwrap())
        };
        // What is ignored, as SIGHUP under `nohup`, stays so. One that has ended has no masks.
        let [caught, ignored] = ["SigCgt:", "SigIgn:"].map(mask);
        caught.zip(ignored).is_none_or(|(caught, ignored)| (caught | ignored) & ALL == ALL)
            || status.contains("State:\tZ")
    };
    while !listens() {
        thread::sleep(Duration::from_millis(1));
    }
}

fn send(signal: &str, child: &Child) {
    let kill = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
}

/// The names in a folder of what is to become files.
fn temporaries(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|it| it == "tmp")).collect()
}

/// A zip in a zip, and a tar, of many members.
fn nest(test: &str) -> PathBuf {
    let record = format!("(;SZ[19]C[{}])\n", "long ".repeat(200));
    let names: Vec<_> = (0..6_000).map(|number| format!("{number}.sgf")).collect();
    let many: Vec<_> = names.iter().map(|name| (name.as_str(), record.as_bytes())).collect();
    let inner = zip(&many);
    let outer = zip(&[("a.zip", &inner), ("b.zip", &inner)]);
    folder(test, &[("in/a.zip", &outer), ("in/b.tar", &tar(&many))])
}

#[test]
fn a_signal_leaves_whole_lines_and_no_file() {
    let folder = nest("signals-nest");
    let (input, output) = (folder.join("in"), folder.join("out"));
    let [input, output] = [&input, &output].map(|path| path.to_str().unwrap());
    let into = folder.join("games");
    let commands: [&[&str]; 7] = [
        &["json", input],
        &["check", "--format=json", input],
        &["games", "--format=ndjson", input],
        &["stats", "--format=json", input],
        &["fmt", "--quiet", input],
        &["cat", "-o", output, input],
        &["split", "--to", into.to_str().unwrap(), input],
    ];
    let mut random = Random::new(7);
    let mut ended = 0;
    for (number, command) in commands.iter().cycle().take(21).enumerate() {
        let (signal, status) = SIGNALS[number / commands.len()];
        let jobs = ["-j1", "-j3"][number % 2];
        let child = start(&[command, &[jobs][..]].concat());
        wait_until_it_listens(&child);
        thread::sleep(Duration::from_millis(random.below(150) as u64));
        send(signal, &child);
        let run = child.wait_with_output().unwrap();
        // It may have been done before.
        let is_ended = run.status.code() == Some(status);
        let messages = String::from_utf8(run.stderr).unwrap();
        assert!(is_ended || run.status.code() == Some(0), "{command:?}: {messages}");
        let out = String::from_utf8(run.stdout).unwrap();
        assert!(out.is_empty() || out.ends_with('\n'), "{command:?}");
        if !matches!(command[0], "fmt") {
            let is_whole = |line: &str| serde_json::from_str::<Value>(line).is_ok();
            assert!(out.lines().all(is_whole), "{command:?}");
        }
        assert_eq!(temporaries(&folder), Vec::<PathBuf>::new(), "{command:?}");
        if is_ended {
            ended += 1;
            assert!(!Path::new(output).exists(), "{command:?}");
            assert_eq!(messages.lines().count(), 1, "{messages}");
            let reported = if command[0] == "cat" { "was not made" } else { "is in the output" };
            assert!(messages.contains(reported), "{messages}");
        }
        let _ = fs::remove_file(output);
        if into.exists() {
            assert_eq!(temporaries(&into), Vec::<PathBuf>::new(), "{command:?}");
            let files = fs::read_dir(&into).unwrap().map(|entry| entry.unwrap().path());
            assert!(files.into_iter().all(|path| fs::read(path).unwrap().ends_with(b")\n")));
            fs::remove_dir_all(&into).unwrap();
        }
    }
    assert!(ended > 5, "{ended}");
}

#[test]
fn after_a_signal_no_more_files_are_replaced() {
    let names: Vec<_> = (0..3_000).map(|number| format!("in/{number:04}.sgf")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b"( ;B[aa])"[..])).collect();
    let folder = folder("signals-write", &files);
    let is_old = |name: &String| fs::read(folder.join(name)).unwrap().starts_with(b"( ");
    let child = start(&["fmt", "--write", "-j1", folder.to_str().unwrap()]);
    while is_old(&names[0]) {
        thread::yield_now();
    }
    send("INT", &child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    // All records were read ahead by then, being few bytes.
    assert!(names.iter().any(is_old), "all were replaced");
    assert_eq!(temporaries(&folder.join("in")), Vec::<PathBuf>::new());
}

#[test]
fn a_second_signal_leaves_no_temporary_file() {
    let folder = nest("signals-second");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (old, made) = (folder.join("old"), folder.join("new"));
    fs::write(&old, "old").unwrap();
    for (output, signal, status) in [(&old, "TERM", 143), (&made, "HUP", 129)] {
        let mut child = start(&["cat", "-o", output.to_str().unwrap(), pipe.to_str().unwrap()]);
        // It waits for what does not come.
        let writer = fs::File::options().read(true).write(true).open(&pipe).unwrap();
        while temporaries(&folder).is_empty() {
            thread::sleep(Duration::from_millis(5));
        }
        while child.try_wait().unwrap().is_none() {
            let _ = Command::new("kill")
                .args([&format!("-{signal}"), &child.id().to_string()])
                .output();
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(temporaries(&folder), Vec::<PathBuf>::new());
        drop(writer);
    }
    assert_eq!((fs::read(&old).unwrap(), made.exists()), (b"old".to_vec(), false));
}

#[test]
fn the_message_of_a_run_that_was_ended_says_what_became_of_its_file() {
    let folder = nest("signals-message");
    let file = folder.join("old.sgfs");
    fs::write(&file, "old").unwrap();
    let child = start(&["cat", "-o", file.to_str().unwrap(), folder.join("in").to_str().unwrap()]);
    while temporaries(&folder).is_empty() {
        thread::yield_now();
    }
    send("TERM", &child);
    let run = child.wait_with_output().unwrap();
    let message = format!("kifu: interrupted; {} is as it was before\n", file.display());
    assert_eq!((run.status.code(), String::from_utf8(run.stderr).unwrap()), (Some(143), message));
    assert_eq!(fs::read(&file).unwrap(), b"old");
}
