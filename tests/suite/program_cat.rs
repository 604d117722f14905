//! `kifu cat`, run as a process: the same games in one collection, in UTF-8 that says so.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::archives::{archives, gz, zip};
use crate::program::{RECORDS, folder, kifu, kifu_reading, sample_files};

/// What is not the same before and after: the place, the character set, and the faults, of which
/// there are none left but idents that are odd.
const OTHER: [&str; 10] = [
    "source",
    "member",
    "game",
    "offset",
    "length",
    "charset",
    "charset_source",
    "errors",
    "warnings",
    "infos",
];

/// The rows of `kifu games`, without what is not the same before and after.
fn rows(input: &[u8]) -> Vec<Value> {
    let mut rows = kifu_reading(["games", "--format=ndjson"], input).lines();
    for row in &mut rows {
        for name in OTHER {
            row.as_object_mut().unwrap().remove(name).unwrap();
        }
    }
    rows
}

/// The sample records, damaged ones, and records in other character sets.
fn records() -> Vec<(String, Vec<u8>)> {
    let damaged = "tests/damaged/club-evening.sgf";
    let files = sample_files().into_iter().chain([damaged.into()]);
    let read = |file: std::path::PathBuf| (file.display().to_string(), fs::read(&file).unwrap());
    let mut records: Vec<_> = files.map(read).collect();
    let others: [&[u8]; 9] = [
        b"(;CA[GBK]PB[\xC9\xCF\xBA\xA3]AP[a:b\\:c];B[aa])",
        b"(;GM[1]FF[4]PB[\x82\xA0\x82\xA2\x82\xA4]CA[Shift_JIS]C[\x83\x5D])",
        b"(;PB[Fran\xE7ois]GN[a\r\nb\\\nc\td]\n;B[aa] (;W[bb]) (;W[cc]))",
        b"\xEF\xBB\xBF(;CA[Big5]C[\xC3\xA9]PW[[1d\\]:\\\\])",
        b"(;\x00B\x00[\x00a\x00a\x00]\x00)\x00",
        b"Dear reader, (;SZ[9];B[aa](;W[bb](;SZ[9]PB[x",
        b"(;CA[UTF-8]PB[caf\xE9]C[\xE6\xA3\x8B])(;b[aa]B2[y]Ko[z]PB[x])(;PB[x]PW[y]PB[z])",
        b"(;GM[1]CA[nope]PB[\xB0\xA1\xB3\xAA\xB4\xD9\xB6\xF3])()",
        b"(;GN[two\n\nlines]B[tt])\n\n(;RE[B+\nR])",
    ];
    let others = others.iter().enumerate();
    records.extend(others.map(|(number, bytes)| (format!("other-{number}.sgf"), bytes.to_vec())));
    records
}

#[test]
fn the_rows_of_the_games_are_the_same_before_and_after() {
    let records = records();
    let mut all = Vec::new();
    for (name, bytes) in &records {
        let expected = rows(bytes);
        let cat = kifu_reading(["cat"], bytes);
        assert_eq!(cat.status, if expected.is_empty() { 2 } else { 0 }, "{name}");
        assert_eq!(rows(cat.out.as_bytes()), expected, "{name}");
        let rows = kifu_reading(["games", "--format=ndjson"], cat.out.as_bytes()).lines();
        for row in rows {
            assert_eq!(
                (&row["charset"], &row["charset_source"]),
                (&"UTF-8".into(), &"declared".into())
            );
            assert_eq!((&row["errors"], &row["warnings"]), (&0.into(), &0.into()), "{name}");
        }
        assert_eq!(kifu_reading(["cat"], cat.out.as_bytes()).out, cat.out, "{name}");
        all.extend(expected);
    }
    assert!(all.len() > records.len());
    let members: Vec<_> = records.iter().map(|(name, bytes)| (name.as_str(), &**bytes)).collect();
    for (name, archive) in archives(&members) {
        let cat = kifu_reading(["cat"], &archive);
        assert_eq!(cat.status, 0);
        assert_eq!(rows(cat.out.as_bytes()), all, "{name}");
    }
}

#[test]
fn the_trees_are_the_same_but_for_the_charset() {
    for (name, bytes) in records() {
        let cat = kifu_reading(["cat"], &bytes).out;
        let nodes = |input: &[u8]| {
            let mut lines = kifu_reading(["json", "--flat"], input).lines();
            for line in &mut lines {
                line["properties"].as_object_mut().unwrap().remove("CA");
            }
            lines
        };
        assert_eq!(nodes(&bytes), nodes(cat.as_bytes()), "{name}");
    }
}

#[test]
fn what_is_written_is_utf_8_and_says_so() {
    for (source, expected) in [
        (&b"(;CA[GBK]PB[\xC9\xCF\xBA\xA3])"[..], "(;CA[UTF-8]PB[上海])\n"),
        (b"(;FF[4]CA[Shift_JIS]C[\x83\x5D])", "(;FF[4]CA[UTF-8]C[ゾ])\n"),
        (b"(;CA[ISO-8859-1]C[caf\xE9]\n)", "(;CA[UTF-8]C[café])\n"),
        (b"(;GM[1]FF[4]SZ[9]C[caf\xE9])", "(;GM[1]FF[4]CA[UTF-8]SZ[9]C[café])\n"),
        (b"(;)(;CA[utf8];B[aa])", "(;CA[UTF-8])\n(;CA[UTF-8];B[aa])\n"),
        (b"(;C[two\r\nlines]\r\n;B[aa])", "(;CA[UTF-8]C[two\nlines];B[aa])\n"),
    ] {
        assert_eq!(kifu_reading(["cat", "--quiet"], source).out, expected);
    }
    let overruled = kifu_reading(["cat", "--charset=GBK"], b"(;CA[UTF-8]PB[\xC9\xCF\xBA\xA3])");
    assert_eq!(overruled.out, "(;CA[UTF-8]PB[上海])\n");
}

#[test]
fn a_game_ends_its_line_and_breaks_it_in_its_texts_alone() {
    let cat = kifu(["cat", RECORDS]).out;
    let arena = kifu::Arena::new();
    let collection = kifu::parse(&arena, &cat).unwrap();
    let values =
        collection.nodes().flat_map(kifu::Node::properties).flat_map(kifu::Property::values);
    let in_texts: usize = values.map(|value| value.text().matches('\n').count()).sum();
    assert!(in_texts > 0);
    assert_eq!(cat.matches('\n').count(), collection.game_trees().len() + in_texts);
    assert!(collection.game_trees().all(|game| cat[game.span().end()..].starts_with('\n')));
}

#[test]
fn faults_are_counted_in_one_line_and_a_strict_reader_leaves_the_input_out() {
    let folder =
        folder("cat-faults", &[("a.sgf", b"(;;KO KO)"), ("b.sgf", b"(;B[aa])"), ("c.sgf", b"x")]);
    let run = |arguments: &[&str]| {
        let arguments = arguments.iter().map(AsRef::as_ref).chain([folder.as_os_str()]);
        let run = kifu(arguments);
        (run.status, run.out, run.messages)
    };
    let written = "(;CA[UTF-8];)\n(;CA[UTF-8]B[aa])\n".to_owned();
    let reported = "kifu: 3 faults in the records, see `kifu check`\n".to_owned();
    assert_eq!(run(&["cat"]), (0, written.clone(), reported));
    assert_eq!(run(&["cat", "-q"]), (0, written, String::new()));
    let (status, out, messages) = run(&["cat", "--strict"]);
    assert_eq!((status, out.as_str()), (1, "(;CA[UTF-8]B[aa])\n"));
    assert_eq!(messages.lines().count(), 2, "{messages}");
    assert!(messages.contains("a.sgf:1:7: error[missing-value]"), "{messages}");
    assert_eq!(
        kifu_reading(["cat"], b"(;;KO)").messages,
        "kifu: 1 fault in the records, see `kifu check`\n"
    );
}

#[test]
fn inputs_come_in_their_order_and_what_cannot_be_read_is_told() {
    let games: Vec<_> = (0..2_000).map(|n| format!("(;GN[{n}];B[aa])")).collect();
    let names: Vec<_> = (0..2_000).map(|n| format!("{n}.sgf")).collect();
    let members: Vec<_> =
        names.iter().zip(&games).map(|(name, game)| (name.as_str(), game.as_bytes())).collect();
    let folder = folder(
        "cat-order",
        &[("a.zip", &zip(&members)), ("b.sgf.gz", &gz(games.concat().as_bytes()))],
    );
    let expected: String =
        games.iter().chain(&games).map(|game| game.replace("(;", "(;CA[UTF-8]") + "\n").collect();
    for jobs in ["-j1", "-j3"] {
        let run = kifu(["cat".as_ref(), jobs.as_ref(), "missing.sgf".as_ref(), folder.as_os_str()]);
        assert_eq!(run.status, 2);
        assert!(run.out == expected, "{jobs}");
        assert!(run.messages.starts_with("kifu: missing.sgf: "), "{}", run.messages);
    }
}

#[test]
fn a_file_takes_its_name_when_it_is_whole() {
    let folder = folder("cat-file", &[]);
    let to = |path: &std::ffi::OsStr| kifu(["cat".as_ref(), RECORDS.as_ref(), "-o".as_ref(), path]);
    let path = folder.join("all.sgfs");
    let run = to(path.as_os_str());
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""));
    assert!(fs::read_to_string(&path).unwrap() == kifu(["cat", RECORDS]).out);
    for failing in [folder.join("nowhere/all.sgfs"), folder.clone()] {
        let run = to(failing.as_os_str());
        assert_eq!(run.status, 2);
        assert!(run.messages.starts_with("kifu: cannot write the output: "), "{}", run.messages);
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    #[cfg(target_os = "linux")]
    assert_eq!(to("/dev/full".as_ref()).status, 2, "a device is written, not replaced");
}

#[test]
fn a_closed_pipe_is_no_error_and_a_full_disk_is_one() {
    let record = b"(;B[aa];W[bb])".repeat(100_000);
    let folder = folder("cat-pipe", &[("a.sgf", &record)]);
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.arg("cat").arg(&folder).stdin(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let mut child = command().stdout(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 12];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    assert_eq!(&start, b"(;CA[UTF-8]B");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
    #[cfg(target_os = "linux")]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command().stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stderr.starts_with(b"kifu: cannot write the output: "));
    }
}
