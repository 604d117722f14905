//! What the program does to files that are there already: an output is whole or as it was, never an
//! input, and takes over what its predecessor had; a file that was changed meanwhile stays.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::archives::zip;
use crate::program::{Run, folder, kifu, program};

/// Every command that takes `-o`, in a form for each kind of output.
const COMMANDS: [&str; 9] = [
    "check",
    "check --format=json",
    "stats",
    "json",
    "json --flat",
    "fmt",
    "fmt --check",
    "games --format=csv",
    "cat",
];

/// Runs a command in a folder of its own.
fn run_in(folder: &Path, line: &str) -> Run {
    let output = program().args(line.split(' ')).current_dir(folder).output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        messages: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The names of all that is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|it| name(it).into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_command_that_writes_data_takes_a_file_for_it() {
    let folder = folder("files-all", &[("a.sgf", b"( ;PB[x]KO;B[aa])")]);
    for command in COMMANDS {
        let to_stdout = run_in(&folder, &format!("{command} a.sgf"));
        let to_file = run_in(&folder, &format!("{command} a.sgf -o out"));
        let dash = run_in(&folder, &format!("{command} a.sgf -o -"));
        assert_eq!((to_file.status, to_file.out.as_str()), (to_stdout.status, ""), "{command}");
        assert_eq!(to_file.messages, to_stdout.messages, "{command}");
        let written = fs::read_to_string(folder.join("out")).unwrap();
        if !command.starts_with("stats") {
            // Which has a time in it.
            assert_eq!(written, to_stdout.out, "{command}");
            assert_eq!(dash.out, to_stdout.out, "{command}: `-` is stdout");
        }
        assert_eq!(names(&folder), ["a.sgf", "out"], "{command}");
        assert!(!written.contains('\x1B'));
    }
    assert_eq!(run_in(&folder, "fmt --write -o out a.sgf").status, 2);
    let to_pipe = run_in(&folder, "cat a.sgf -o /dev/stdout");
    assert_eq!((to_pipe.status, to_pipe.out), (0, run_in(&folder, "cat a.sgf").out));
}

#[test]
fn the_old_file_stays_if_nothing_could_be_read() {
    let folder = folder(
        "files-kept",
        &[
            ("keep", b"precious"),
            ("none.zip", &zip(&[("a.txt", b"(;)")])),
            ("cut.zip", b"PK\x03\x04nothing more"),
            ("text.sgf", b"no game in here"),
            ("empty/a.txt", b"(;)"),
        ],
    );
    for command in COMMANDS {
        for input in ["missing.sgf", "none.zip", "cut.zip", "empty", "missing.sgf --allow-empty"] {
            let run = run_in(&folder, &format!("{command} {input} -o keep"));
            assert_eq!(run.status, 2, "{command} {input}");
            let last = run.messages.lines().last().unwrap();
            assert!(last.starts_with("kifu: keep: not written: no "), "{command} {input}: {last}");
            assert_eq!(fs::read(folder.join("keep")).unwrap(), b"precious", "{command} {input}");
            let run = run_in(&folder, &format!("{command} {input} -o new"));
            assert_eq!(run.status, 2, "{command} {input}");
            assert_eq!(names(&folder).len(), 5, "{command} {input}");
        }
    }
    for command in ["cat", "fmt", "games", "cat --strict"] {
        let run = run_in(&folder, &format!("{command} text.sgf -o keep"));
        assert_eq!(run.status, 2, "{command}");
        assert_eq!(fs::read(folder.join("keep")).unwrap(), b"precious", "{command}");
    }
    let run = run_in(&folder, "cat empty -o keep --allow-empty");
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(fs::read(folder.join("keep")).unwrap(), b"", "it was asked for");
}

#[test]
fn what_could_be_read_of_several_inputs_is_written() {
    let folder = folder("files-some", &[("a.sgf", b"(;B[aa])"), ("out", b"old")]);
    let run = run_in(&folder, "cat missing.sgf a.sgf -o out");
    assert_eq!((run.status, run.messages.lines().count()), (2, 1), "{}", run.messages);
    assert_eq!(fs::read(folder.join("out")).unwrap(), b"(;CA[UTF-8]B[aa])\n");
}

#[test]
fn an_output_hands_down_what_its_predecessor_had() {
    let folder = folder("files-attributes", &[("a.sgf", b"(;B[aa]  )"), ("sub/out.sgf", b"old")]);
    let out = folder.join("sub/out.sgf");
    symlink("sub/out.sgf", folder.join("link")).unwrap();
    symlink("link", folder.join("second")).unwrap();
    let name = "user.comment";
    // Some file systems have none.
    let has_attributes = xattr_of(&out, Some("kept"), name).is_some();
    for (line, path, expected) in [
        ("cat a.sgf -o second", &out, "(;CA[UTF-8]B[aa])\n"),
        ("fmt --write sub/out.sgf", &out, "(;B[bb])\n"),
    ] {
        if line.starts_with("fmt") {
            fs::write(path, "( ;B[bb])").unwrap();
        }
        fs::set_permissions(path, fs::Permissions::from_mode(0o640)).unwrap();
        let before = fs::metadata(path).unwrap();
        let run = run_in(&folder, line);
        assert_eq!(run.status, 0, "{line}: {}", run.messages);
        let after = fs::metadata(path).unwrap();
        assert_ne!(before.ino(), after.ino(), "{line}: it is replaced");
        assert_eq!(fs::read_to_string(path).unwrap(), expected);
        assert_eq!(after.mode(), before.mode(), "{line}");
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()), "{line}");
        if has_attributes {
            assert_eq!(xattr_of(path, None, name).as_deref(), Some("kept"), "{line}");
        }
    }
    for link in ["link", "second"] {
        assert!(fs::symlink_metadata(folder.join(link)).unwrap().is_symlink(), "{link}");
    }
    symlink("sub/made.sgfs", folder.join("nowhere")).unwrap();
    assert_eq!(run_in(&folder, "cat a.sgf -o nowhere").status, 0);
    assert!(folder.join("sub/made.sgfs").is_file(), "a link to nothing leads to the new file");
    symlink("circle", folder.join("circle")).unwrap();
    assert_eq!(run_in(&folder, "cat a.sgf -o circle").status, 2);
}

/// Sets an extended attribute, if a value is given, and reads it; `None` where that cannot be done.
fn xattr_of(path: &Path, value: Option<&str>, name: &str) -> Option<String> {
    if let Some(value) = value {
        xattr::set(path, name, value.as_bytes()).ok()?;
    }
    xattr::get(path, name).ok()?.map(|value| String::from_utf8(value).unwrap())
}

#[test]
fn a_file_that_must_not_be_written_is_not_replaced() {
    let folder = folder("files-read-only", &[("a.sgf", b"(;)"), ("out", b"old")]);
    fs::set_permissions(folder.join("out"), fs::Permissions::from_mode(0o444)).unwrap();
    if File::options().write(true).open(folder.join("out")).is_ok() {
        eprintln!("not tested, for this user may write everything");
        return;
    }
    let run = run_in(&folder, "cat a.sgf -o out");
    assert_eq!((run.status, fs::read(folder.join("out")).unwrap()), (2, b"old".to_vec()));
}

#[test]
fn an_output_that_is_an_input_is_refused_before_anything_is_read() {
    let files: [(&str, &[u8]); 4] =
        [("in/a.sgf", b"(;B[aa])"), ("in/sub/b.sgf", b"(;)"), ("other", b"(;)"), ("out", b"old")];
    let folder = folder("files-input", &files);
    fs::hard_link(folder.join("in/sub/b.sgf"), folder.join("hard")).unwrap();
    symlink("in/a.sgf", folder.join("soft")).unwrap();
    symlink("in/sub", folder.join("way")).unwrap();
    symlink("../out", folder.join("in/linked.sgf")).unwrap();
    for (line, why) in [
        ("cat in -o in/all.sgfs", "is in the folder 'in', which is read"),
        ("cat in -o way/all.sgfs", "is in the folder 'in', which is read"),
        ("cat in -o in/sub/../all.SGF", "is in the folder 'in', which is read"),
        ("json way -o in/sub/x.zip", "is in the folder 'way', which is read"),
        ("stats in -o hard", "is the same file as 'in/sub/b.sgf', which is read"),
        ("check in -o soft", "is in the folder 'in', which is read"),
        ("games in -o out", "is the same file as 'in/linked.sgf', which is read"),
        ("cat other -o other", "is one of the inputs"),
        ("cat ./other -o in/../other", "is one of the inputs"),
        ("fmt hard -o in/sub/b.sgf", "is one of the inputs"),
        ("cat soft -o in/a.sgf", "is one of the inputs"),
        ("cat missing in -o in/all.sgfs", "is in the folder 'in', which is read"),
    ] {
        let run = run_in(&folder, line);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{line}");
        assert_eq!(run.messages.lines().count(), 1, "{line}: nothing was read: {}", run.messages);
        assert!(run.messages.contains(why), "{line}: {}", run.messages);
    }
    for (name, bytes) in files {
        assert_eq!(fs::read(folder.join(name)).unwrap(), bytes);
    }
    assert_eq!(names(&folder.join("in")), ["a.sgf", "linked.sgf", "sub"]);
    // What is not read may stand there.
    for line in ["cat in -o in/all.txt", "cat in/a.sgf -o in/b.sgf", "cat in -o new.sgf"] {
        assert_eq!(run_in(&folder, line).status, 0, "{line}");
    }
}

#[test]
fn stdout_that_is_an_input_is_refused() {
    let folder = folder("files-stdout", &[("in/a.sgf", b"(;B[aa])"), ("one.sgf", b"(;)")]);
    let append = |name: &str| File::options().create(true).append(true).open(folder.join(name));
    for (line, output) in [("cat in", "in/all.sgfs"), ("cat one.sgf", "one.sgf")] {
        let out = append(output).unwrap();
        let output = program().args(line.split(' ')).current_dir(&folder).stdout(out).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        let messages = String::from_utf8(output.stderr).unwrap();
        assert!(messages.starts_with("kifu: cannot write the output: stdout: is "), "{messages}");
    }
    assert_eq!(fs::read(folder.join("one.sgf")).unwrap(), b"(;)");
    let input = File::open(folder.join("one.sgf")).unwrap();
    let output = program().arg("cat").stdin(input).stdout(append("one.sgf").unwrap()).output();
    assert_eq!(output.unwrap().status.code(), Some(2));
    let out = append("in/list.txt").unwrap();
    let output = program().args(["cat", "in"]).current_dir(&folder).stdout(out).output();
    assert_eq!(output.unwrap().status.code(), Some(0), "a list that is not read may stand there");
}

#[test]
fn split_does_not_fill_a_folder_that_is_read_nor_replace_an_input() {
    let files: [(&str, &[u8]); 2] = [("in/n.sgf", b"(;B[aa])(;B[bb])"), ("in/sub/m.sgf", b"(;)")];
    let folder = folder("files-split", &files);
    fs::hard_link(folder.join("in/n.sgf"), folder.join("hard")).unwrap();
    symlink("in", folder.join("way")).unwrap();
    for line in [
        "split in --to in/new/deep",
        "split in --to way/new",
        "split way --to in",
        "split in/n.sgf --to in --overwrite",
        "split in/n.sgf --to way --overwrite --name {stem}",
        "split hard --to in --overwrite --name n",
    ] {
        let run = run_in(&folder, line);
        assert_eq!((run.status, run.messages.lines().count()), (2, 1), "{line}: {}", run.messages);
        assert_eq!(names(&folder.join("in")), ["n.sgf", "sub"], "{line}");
        assert_eq!(fs::read(folder.join("in/n.sgf")).unwrap(), files[0].1, "{line}");
    }
    assert_eq!(run_in(&folder, "split in/sub/m.sgf --to in --overwrite").status, 0);
    let run = run_in(&folder, "split in/n.sgf --to in --overwrite --name {n}.mgt");
    assert_eq!(run.status, 0, "no file with that ending is read: {}", run.messages);
}

/// `fmt --write` that has read `a.sgf` and waits for a pipe.
struct Waiting {
    run: Child,
    pipe: File,
}

impl Waiting {
    fn new(folder: &Path, more: &[&str]) -> Self {
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut command = program();
        command.args(["fmt", "--write", "-j1"]).args(more).args(["a.sgf", "pipe"]);
        let run = command.current_dir(folder).stderr(Stdio::piped()).spawn().unwrap();
        // Opened once the program opens it too, which it does after it has read the other one.
        let pipe = File::options().write(true).open(&pipe).unwrap();
        Self { run, pipe }
    }

    fn end(mut self) -> (Option<i32>, String) {
        self.pipe.write_all(b"(;)\n").unwrap();
        drop(self.pipe);
        let output = self.run.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

/// What becomes of a file meanwhile, in words and in deed.
type Change = (&'static str, fn(&Path));

#[test]
fn a_file_that_was_changed_since_it_was_read_is_not_replaced() {
    const OLD: &[u8] = b"( ;C[old])\n";
    let changes: [Change; 5] = [
        ("longer", |file| fs::write(file, "(;C[something new])\n").unwrap()),
        ("as long, at the same time", |file| {
            let time = fs::metadata(file).unwrap().modified().unwrap();
            fs::write(file, "( ;C[new])\n").unwrap();
            File::options().write(true).open(file).unwrap().set_modified(time).unwrap();
        }),
        ("another file", |file| {
            fs::write(file.with_extension("new"), "( ;C[new])\n").unwrap();
            fs::rename(file.with_extension("new"), file).unwrap();
        }),
        ("a link", |file| {
            fs::write(file.with_extension("precious"), OLD).unwrap();
            fs::remove_file(file).unwrap();
            symlink("a.precious", file).unwrap();
        }),
        ("a folder", |file| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        }),
    ];
    for (number, (what, change)) in changes.into_iter().enumerate() {
        for quiet in [&[][..], &["-q"]] {
            let folder = folder(&format!("files-changed-{number}"), &[("a.sgf", OLD)]);
            let run = Waiting::new(&folder, quiet);
            let file = folder.join("a.sgf");
            change(&file);
            let changed = fs::read(&file).ok();
            let is_link = fs::symlink_metadata(&file).unwrap().is_symlink();
            let (status, messages) = run.end();
            let is_folder = changed.is_none();
            assert_eq!(status, Some(if is_folder { 2 } else { 1 }), "{what}: {messages}");
            let reported =
                if is_folder { "not a regular file" } else { "changed since it was read" };
            assert!(messages.contains(&format!("a.sgf: {reported}")), "{what}: {messages}");
            assert!(messages.contains("1 left as is"), "{what}: {messages}");
            assert_eq!(fs::read(&file).ok(), changed, "{what}");
            assert_eq!(fs::symlink_metadata(&file).unwrap().is_symlink(), is_link, "{what}");
            let temporary = names(&folder).into_iter().filter(|name| name.ends_with(".tmp"));
            assert_eq!(temporary.count(), 0, "{what}");
        }
    }
}

#[test]
fn a_file_that_is_left_for_its_faults_is_status_1_and_counted() {
    let damaged: &[u8] = b"(;B[aa]";
    let folder = folder("files-left", &[("a.sgf", damaged), ("b.sgf", b"( ;B[aa])")]);
    let path = folder.as_os_str();
    let run = kifu([OsStr::new("fmt"), "--check".as_ref(), "-q".as_ref(), path]);
    assert_eq!((run.status, run.messages.as_str()), (1, "kifu: 1 left as is\n"));
    let run = kifu([OsStr::new("fmt"), "--write".as_ref(), "-q".as_ref(), path]);
    assert_eq!((run.status, run.messages.as_str()), (1, "kifu: 1 left as is\n"));
    let run = kifu([OsStr::new("fmt"), "--write".as_ref(), path]);
    assert_eq!((run.status, run.messages.lines().count()), (1, 2), "{}", run.messages);
    let summary = "\nkifu: 0 replaced, 1 in canonical form, 1 left as is\n";
    assert!(run.messages.ends_with(summary), "{}", run.messages);
    assert_eq!(fs::read(folder.join("a.sgf")).unwrap(), damaged);
    let sound = folder.join("b.sgf");
    let run = kifu([OsStr::new("fmt"), "--write".as_ref(), "-q".as_ref(), sound.as_os_str()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
}
