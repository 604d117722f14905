//! Bounds of the program as a process: memory, threads, and files that are no files.

use std::fs;
use std::process::{Command, Stdio};

use crate::archives::{gz, tar, zip};
use crate::program::{Run, folder, kifu};

/// A run of a shell line in which `"$@"` is the program with its arguments.
fn kifu_under(line: &str, arguments: &[&str]) -> Run {
    let mut command = Command::new("sh");
    command.args(["-c", line, "sh", env!("CARGO_BIN_EXE_kifu")]).args(arguments);
    // Each heap reserves addresses, of which the tests allow few.
    command.env("MALLOC_ARENA_MAX", "1").stdin(Stdio::null());
    let output = command.output().unwrap();
    Run {
        status: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        messages: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A run that may have 256 MiB for records, and 160 MiB for the program itself.
fn in_little_memory(arguments: &[&str]) -> Run {
    let arguments = [arguments, &["--max-memory=256M"]].concat();
    kifu_under(r#"ulimit -v 425984; exec "$@""#, &arguments)
}

fn record(start: &[u8], unit: &[u8], bytes: usize) -> Vec<u8> {
    [start, &unit.repeat(bytes / unit.len())].concat()
}

/// Records that need far more memory than they have bytes.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    const MEGABYTE: usize = 1_000_000;
    vec![
        ("properties", record(b"(;", b"A[]", 5 * MEGABYTE)),
        ("values", record(b"(;A", b"[]", 5 * MEGABYTE)),
        ("nodes", record(b"(", b";", 5 * MEGABYTE)),
        ("trees", record(b"", b"(;", 5 * MEGABYTE)),
        ("escaped", record(b"(;", b"A[\\]]", 5 * MEGABYTE)),
        ("latin", record(b"(;", b"A[\xE9]", 5 * MEGABYTE)),
    ]
}

#[test]
fn a_record_that_needs_too_much_memory_is_reported_and_the_next_is_read() {
    for (name, bytes) in hostile() {
        let archive = tar(&[("a.sgf", b"(;B[aa])"), ("x.sgf", &bytes), ("b.sgf", b"(;B[bb])")]);
        let packed =
            [("a.tar.gz", &gz(&archive)[..]), ("b.zip", &zip(&[("c.tgz", &gz(&archive))]))];
        let folder = folder("limits-memory", &packed);
        for command in [&["json", "-j1"][..], &["games", "--format=csv", "-j3"]] {
            let run = in_little_memory(&[command, &[folder.to_str().unwrap()]].concat());
            let reported = |it: &&str| it.contains("x.sgf: ") && it.contains("(see --max-memory)");
            let times = run.messages.lines().filter(reported).count();
            assert_eq!((run.status, times), (2, 2), "{name} {command:?}: {}", run.messages);
            let sound = ["aa", "bb"].map(|text| run.out.matches(text).count() >= 2);
            assert!(sound[0] && sound[1], "{name} {command:?}: {}", run.out);
        }
    }
}

#[test]
fn a_file_without_an_end_is_bounded_as_a_member_is() {
    let folder = folder("limits-file", &[("a.sgf", b"(;B[aa])"), ("c.sgf", b"(;B[cc])")]);
    fs::File::create(folder.join("b.sgf")).unwrap().set_len(3 << 30).unwrap();
    let path = folder.to_str().unwrap();
    for command in [&["json"][..], &["games", "--format=csv"], &["check", "--strict"]] {
        let run = in_little_memory(&[command, &["-j2", path]].concat());
        assert_eq!((run.status, run.messages.lines().count()), (2, 1), "{}", run.messages);
        assert!(run.messages.contains("b.sgf: "), "{}", run.messages);
        assert!(run.messages.contains("(see --max-memory)"), "{}", run.messages);
    }
    let rows = in_little_memory(&["games", "--format=csv", path]).out;
    assert_eq!(rows.lines().count(), 3, "{rows}");
    let run = in_little_memory(&["json", "--max-member-bytes=1000000", path]);
    assert_eq!(run.out.lines().count(), 2);
    let reported = "larger than 1000000 bytes, skipped (see --max-member-bytes)";
    assert!(run.messages.contains(reported), "{}", run.messages);
}

#[test]
fn large_records_wait_for_memory_and_come_in_order() {
    let large = |number: usize| {
        let start = format!("(;PB[{number}];");
        [record(start.as_bytes(), b"A[]", 810_000), b")".to_vec()].concat()
    };
    let members: Vec<_> = (0..8).map(|it| (format!("{it}.sgf"), large(it))).collect();
    let members: Vec<_> = members.iter().map(|(name, it)| (name.as_str(), &it[..])).collect();
    let inner = gz(&tar(&members));
    let path =
        folder("limits-wait", &[("a.zip", &zip(&members)), ("b.zip", &zip(&[("b.tgz", &inner)]))]);
    let path = path.to_str().unwrap();
    let run = |jobs| kifu(["games", "--format=csv", "--max-memory=256M", jobs, path]);
    let (one, four) = (run("-j1"), run("-j4"));
    assert_eq!((one.status, one.out.lines().count()), (0, 17), "{}", one.messages);
    assert!(one.out == four.out && four.status == 0, "{}", four.messages);
}

/// Entries of a directory that lead to no member, in an archive of a long name: the messages have a
/// hundred times the bytes of the archive.
#[test]
fn messages_do_not_wait_in_memory_for_the_end_of_an_archive() {
    let entry = |name: &str| {
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let fields = [&b"PK\x01\x02"[..], &[20, 0, 20, 0], &[0; 20], &length, &[0; 12], &[7; 4]];
        [&fields.concat()[..], name.as_bytes()].concat()
    };
    let entries = entry("a.sgf").repeat(5_200);
    let record = b"PK\x03\x04".iter().copied().chain([0; 26]).chain(*b"b");
    let mut inner: Vec<u8> = record.collect();
    inner[26] = 1;
    let first = [&entry("b")[..42], &[0; 4], b"b"].concat();
    let (start, size) = (inner.len() as u32, (first.len() + entries.len()) as u32);
    inner.extend([first, entries].concat());
    inner.extend(b"PK\x05\x06\0\0\0\0\x51\x14\x51\x14");
    inner.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    inner.extend([0; 2]);
    let name = format!("{}.zip", "n".repeat(60_000));
    let outer = zip(&[("a.sgf", b"(;B[aa])"), (&name, &inner), ("z.sgf", b"(;B[zz])")]);
    let path = folder("limits-messages", &[("a.zip", &outer)]).join("a.zip");
    let arguments = ["games", "--format=csv", "-j2", "--max-memory=128M", path.to_str().unwrap()];
    let run = kifu_under(r#"ulimit -v 294912; exec "$@""#, &arguments);
    assert_eq!((run.status, run.out.lines().count()), (2, 3));
    assert_eq!(run.messages.lines().count(), 5_200);
    assert!(run.messages.len() > 294_912 * 1024);
}

#[test]
fn names_count_as_the_bytes_of_records_do() {
    // Small records of one name, as long as it can be, in a zip that is not packed itself.
    let name = format!("{}.sgf", "n".repeat(65_000));
    let record = b"(;B[aa])";
    let mut crc = flate2::Crc::new();
    crc.update(record);
    let (crc, size) = (crc.sum().to_le_bytes(), 8_u32.to_le_bytes());
    let length = (name.len() as u16).to_le_bytes();
    let common = [&[20, 0, 0, 8, 0, 0, 0, 0, 0, 0][..], &crc, &size, &size, &length, &[0; 2]];
    let common = common.concat();
    let mut archive = [b"PK\x03\x04", &common[..], name.as_bytes(), record].concat();
    let start = archive.len() as u32;
    let entry = [&b"PK\x01\x02\x14\0"[..], &common, &[0; 14], name.as_bytes()].concat();
    archive.extend(entry.repeat(4_000));
    let size = archive.len() as u32 - start;
    archive.extend(b"PK\x05\x06\0\0\0\0\xA0\x0F\xA0\x0F");
    archive.extend([size.to_le_bytes(), start.to_le_bytes()].concat());
    archive.extend([0; 2]);
    let path = folder("limits-names", &[("a.zip", &archive)]).join("a.zip");
    let run = in_little_memory(&["stats", "--format=json", "-j4", path.to_str().unwrap()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(run.lines()[0]["files"], 4_000);
}

#[test]
fn a_large_game_tree_does_not_count_against_those_after_it() {
    // A comment of 9 MB, and then many nodes which would be too much as one tree.
    let comment = [record(b"(;C[", b"word ", 9_000_000), b"])".to_vec()].concat();
    let games = record(b"", b"(;A[]B[]C[])\n", 9_000_000);
    let folder = folder("limits-after", &[("a.sgf", &[comment, games].concat())]);
    let run = in_little_memory(&["stats", "--format=json", "-j1", folder.to_str().unwrap()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(run.lines()[0]["games"], 1 + 9_000_000 / 13);
}

#[test]
fn bad_sizes_and_numbers_of_threads_are_told_plainly() {
    for (argument, reported) in [
        ("--max-memory=1M", "at least 128M is needed"),
        ("--max-memory=much", "a number of bytes is needed, such as"),
        ("--max-memory=99999999999G", "it is too large"),
        ("--jobs=20000", "1024 is the most"),
        ("--jobs=0", "it has to be 1 or more"),
    ] {
        let run = kifu(["stats", argument, "tests/records"]);
        assert!(run.status == 2 && run.messages.contains(reported), "{}", run.messages);
    }
}

#[test]
fn reading_goes_on_with_the_threads_there_are() {
    let few = |bytes: u32| {
        // The stacks of more threads have no room in the addresses.
        let line = format!(r#"export RUST_MIN_STACK=100000000; ulimit -v {bytes}; exec "$@""#);
        kifu_under(&line, &["games", "--format=csv", "-j12", "tests/records"])
    };
    let all = kifu(["games", "--format=csv", "tests/records"]);
    for bytes in [300_000, 600_000] {
        let run = few(bytes);
        assert_eq!((run.status, run.out == all.out), (0, true), "{}", run.messages);
        assert_eq!(run.messages.lines().count(), 1, "{}", run.messages);
        assert!(run.messages.contains(" of 12 threads could be started"), "{}", run.messages);
    }
}

#[test]
fn in_folders_only_regular_files_are_opened() {
    let folder = folder("limits-special", &[("a.sgf", b"(;B[aa])"), ("z.sgf", b"(;B[zz])")]);
    let made = Command::new("mkfifo").arg(folder.join("pipe.sgf")).status().unwrap();
    assert!(made.success());
    let _socket = std::os::unix::net::UnixListener::bind(folder.join("s.sgf"));
    std::os::unix::fs::symlink("/dev/zero", folder.join("endless.sgf")).unwrap();
    std::os::unix::fs::symlink("a.sgf", folder.join("link.sgf")).unwrap();
    let run = kifu(["games", "--format=csv", folder.to_str().unwrap()]);
    assert_eq!((run.status, run.out.lines().count()), (2, 4), "{}", run.messages);
    let reported: Vec<_> =
        run.messages.lines().map(|line| line.rsplit('/').next().unwrap()).collect();
    let skipped = |name, kind| format!("{name}: is {kind}, skipped; name it to read it");
    assert!(reported.contains(&&skipped("endless.sgf", "a device")[..]), "{reported:?}");
    assert!(reported.contains(&&skipped("pipe.sgf", "a named pipe")[..]), "{reported:?}");
    assert_eq!(reported.len(), if folder.join("s.sgf").exists() { 3 } else { 2 }, "{reported:?}");

    // Named, it is a stream as any other.
    let line = r#"ulimit -v 425984; exec "$@""#;
    let endless = folder.join("endless.sgf");
    let named = [
        (endless.to_str().unwrap(), "endless.sgf: larger than "),
        ("/dev/zero", "/dev/zero: nothing but zeros"),
    ];
    for (path, reported) in named {
        let run = kifu_under(line, &["json", "--max-memory=256M", path]);
        assert!(run.status == 2 && run.messages.contains(reported), "{}", run.messages);
    }
}

#[test]
fn a_file_is_bounded_as_the_same_member_is() {
    // Read at once, read on, and so large that it would be taken in pieces.
    for bytes in [5_000, 100_000, 2_000_000] {
        let record = record(b"(;", b"A[];", bytes);
        let folder =
            folder("limits-file-as-member", &[("a.sgf", &record), ("a.sgf.gz", &gz(&record))]);
        for command in [&["games"][..], &["cat"], &["json"], &["fmt", "--check"], &["stats"]] {
            let reported = ["a.sgf", "a.sgf.gz"].map(|name| {
                let path = folder.join(name);
                let path = path.to_str().unwrap();
                let run = kifu([command, &["--max-member-bytes=1000", path]].concat());
                assert_eq!(run.status, 2, "{bytes} {command:?} {name}: {}", run.messages);
                run.messages.replace(path, "")
            });
            assert!(reported[0].contains("larger than 1000 bytes, skipped"), "{}", reported[0]);
            assert_eq!(reported[0], reported[1], "{bytes} {command:?}");
        }
    }
}
