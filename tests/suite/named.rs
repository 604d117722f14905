//! Games by name: what one command prints, every other takes, as a path or as a row of a table.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::archives::{gz, sevenz, tar, zip};
use crate::choose::{Choose as _, Random};
use crate::program::{Run, folder, kifu, kifu_reading, program};

/// So many games, each with a name of its own, and of one in three with a comment.
fn games(name: &str, count: usize) -> Vec<u8> {
    let mut random = Random::new(name.len() as u64);
    let mut text = Vec::new();
    for number in 0..count {
        let result = ["B+R", "W+R", "0"][random.below(3)];
        let comment = if random.below(3) == 0 { "C[said\nin lines]" } else { "" };
        let moves = ";B[aa];W[bb]".repeat(random.below(4));
        writeln!(text, "(;PB[{name} {number}]RE[{result}]{comment}{moves})").unwrap();
    }
    text
}

/// A folder with games in all places that they can be in, the largest file in several pieces.
fn places(test: &str) -> PathBuf {
    let padding = format!("GC[{}]RE[", "long ".repeat(120));
    let large = String::from_utf8(games("large", 3_000)).unwrap().replace("RE[", &padding);
    let large = large.into_bytes();
    let inner = zip(&[("in.sgfs", &games("inner", 9)), ("other.sgf", &games("other", 1))]);
    let members = |name: &'static str| [games(name, 7), games(&format!("{name} b"), 1)];
    let [a, b] = members("zipped");
    let outer = zip(&[("d/a.sgfs", &a), ("b!b.sgf", &b), ("n.zip", &inner), ("x.txt", b"no")]);
    let [c, d] = members("tarred");
    let [e, f] = members("sevenz");
    let tarred = gz(&tar(&[("d/c.sgfs", &c), ("d.sgf", &d)]));
    folder(
        &format!("named-{test}"),
        &[
            ("large.sgfs", &large),
            ("small#1.sgf", &games("small", 3)),
            ("what!.sgfs", &games("bang", 5)),
            ("c.sgfs.gz", &gz(&games("packed", 8))),
            ("t.tar.gz", &tarred),
            ("s.7z", &sevenz(&[("e.sgfs", &e), ("d/f.sgf", &f)])),
            ("z.zip", &outer),
        ],
    )
}

fn run(arguments: &[&str], path: &str) -> Run {
    kifu(arguments.iter().map(OsStr::new).chain([OsStr::new(path)]))
}

const ROWS: [&str; 2] = ["games", "--format=ndjson"];

fn rows(folder: &Path) -> Vec<Value> {
    let run = run(&ROWS, folder.to_str().unwrap());
    assert_eq!(run.status, 0, "{}", run.messages);
    run.lines()
}

/// What the columns of a place say, as a name.
fn name(row: &Value) -> String {
    let record = match row["member"].as_str() {
        Some(member) => format!("{}!{member}", row["source"].as_str().unwrap()),
        None => row["source"].as_str().unwrap().to_owned(),
    };
    format!("{record}#{}", row["game"])
}

/// Some of the rows, in another order than theirs.
fn some(rows: &[Value], seed: u64, count: usize) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut number = 0;
    let is_taken = |row: &&Value| {
        number += 1;
        !row["source"].as_str().unwrap().contains("large") || number % 97 == 0
    };
    let mut rows: Vec<_> = rows.iter().filter(is_taken).cloned().collect();
    let mut some = Vec::new();
    while some.len() < count {
        some.push(rows.swap_remove(random.below(rows.len())));
    }
    some
}

/// The same rows as a plain look has them: the files in the order in which they are named first, and of
/// each its rows in their order.
fn in_order(named: &[Value], all: &[Value]) -> Vec<Value> {
    let mut sources: Vec<&str> = Vec::new();
    for row in named {
        let source = row["source"].as_str().unwrap();
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let of = |source: &str| -> Vec<Value> {
        let is_of = |row: &&Value| row["source"] == *source && named.contains(row);
        all.iter().filter(is_of).cloned().collect()
    };
    sources.into_iter().flat_map(of).collect()
}

fn ndjson(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

#[test]
fn the_place_of_a_row_is_a_path_that_gives_this_row() {
    let folder = places("paths");
    let all = rows(&folder);
    let mut last: BTreeMap<String, &Value> = BTreeMap::new();
    for row in &all {
        last.insert(name(row).rsplit_once('#').unwrap().0.to_owned(), row);
    }
    assert_eq!(last.len(), 12);
    for row in last.into_values().chain(all.iter().step_by(401)) {
        let run = run(&ROWS, &name(row));
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{}", name(row));
        assert_eq!(run.lines(), std::slice::from_ref(row));
    }
}

#[test]
fn a_member_and_an_archive_in_an_archive_are_paths() {
    let folder = places("members");
    let all = rows(&folder);
    for (path, count) in [
        ("z.zip!d/a.sgfs", 7),
        ("z.zip!b!b.sgf", 1),
        ("z.zip!n.zip", 10),
        ("z.zip!n.zip!in.sgfs", 9),
        ("t.tar.gz!d.sgf", 1),
        ("s.7z!d/f.sgf", 1),
        ("what!.sgfs", 5),
        ("small#1.sgf", 3),
    ] {
        let path = folder.join(path).to_str().unwrap().to_owned();
        let is_in = |row: &&Value| {
            let name = name(row);
            let record = name.rsplit_once('#').unwrap().0;
            record == path || record.strip_prefix(&path).is_some_and(|it| it.starts_with('!'))
        };
        let expected: Vec<_> = all.iter().filter(is_in).cloned().collect();
        assert_eq!(expected.len(), count, "{path}");
        assert_eq!(run(&ROWS, &path).lines(), expected, "{path}");
    }
}

#[test]
fn every_command_takes_a_name() {
    let folder = places("commands");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let game = path("z.zip!n.zip!in.sgfs#4");
    let counted = |command: &[&str]| run(command, &game).out.matches("inner 4").count();
    for command in [
        &["cat"][..],
        &["fmt"],
        &["json"],
        &["json", "--flat"],
        &["strip", "--comments"],
        &["transform", "--symmetry=rotate-right"],
        &["games"],
    ] {
        assert_eq!(counted(command), 1, "{command:?}");
        assert_eq!(run(command, &game).out.matches("inner").count(), 1, "{command:?}");
    }
    let [stats] = run(&["stats", "--format=json"], &game).lines().try_into().unwrap();
    assert_eq!((stats["games"].as_u64(), stats["files"].as_u64()), (Some(1), Some(1)));
    assert_eq!(run(&["check", "--format=json"], &game).status, 0);
    let moves = run(&["moves", "--format=ndjson"], &game).lines();
    let [row] = run(&ROWS, &game).lines().try_into().unwrap();
    assert_eq!(moves.len() as u64, row["moves"].as_u64().unwrap());
    let to = folder.with_file_name("named-commands-split");
    let _ = fs::remove_dir_all(&to);
    let split = run(&["split", "--to", to.to_str().unwrap()], &game);
    assert_eq!((split.status, fs::read_dir(&to).unwrap().count()), (0, 1), "{}", split.messages);
    let copy = path("copy.sgf");
    fs::write(&copy, run(&["cat"], &game).out).unwrap();
    let both = kifu(["dedupe", "--by=moves", "--format=ndjson", "--against", &game, &copy]);
    assert_eq!(both.lines().len(), if moves.is_empty() { 0 } else { 2 }, "{}", both.messages);
}

#[test]
fn what_is_named_twice_in_a_file_is_taken_once_and_in_the_order_of_the_file() {
    let folder = places("twice");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let names = ["z.zip!n.zip!in.sgfs#8", "c.sgfs.gz#3", "z.zip!d/a.sgfs#5", "c.sgfs.gz#3"];
    let run =
        kifu(["games", "--format=ndjson"].map(str::to_owned).into_iter().chain(names.map(path)));
    let found: Vec<_> = run.lines().iter().map(|row| row["PB"].clone()).collect();
    assert_eq!(found, ["zipped 5", "inner 8", "packed 3"]);
}

#[test]
fn rows_fetch_the_games_that_they_are_of_in_the_order_of_the_files() {
    let folder = places("rows");
    let all = rows(&folder);
    for seed in 1..4 {
        let named = some(&all, seed, 25);
        let expected = in_order(&named, &all);
        let fetch = |rows: &str, jobs: &str| {
            let run = kifu_reading(
                ["games", "--format=ndjson", "--rows", "-", "-j", jobs],
                rows.as_bytes(),
            );
            assert_eq!((run.status, run.messages.as_str()), (0, ""));
            run.lines()
        };
        assert_eq!(fetch(&ndjson(&named), "1"), expected);
        assert_eq!(fetch(&ndjson(&named), "3"), expected);
        // By the place in bytes, with other columns in their midst, and numbers as some tools have them.
        let places: Vec<_> = named
            .iter()
            .map(|row| {
                let (source, member) = (&row["source"], &row["member"]);
                let (offset, length) = (&row["offset"], &row["length"]);
                json!({"x": [1], "length": length, "source": source, "member": member,
                    "game": null, "offset": offset.as_f64()})
            })
            .collect();
        assert_eq!(fetch(&ndjson(&places), "2"), expected);
        let mut csv = String::from("moves;game;member;source\n");
        for row in &named {
            let (source, member) = (row["source"].as_str().unwrap(), row["member"].as_str());
            csv += &format!("7;{}.0;\"{}\";{source}\n", row["game"], member.unwrap_or(""));
        }
        assert_eq!(fetch(&csv, "2"), expected);
        assert_eq!(fetch(&format!("\u{feff}{csv}"), "2"), expected);
    }
}

/// Tables of all formats of `kifu games`, and of `kifu moves`.
#[test]
fn what_a_command_prints_names_the_games_that_it_is_of() {
    let folder = places("formats");
    let path = folder.to_str().unwrap();
    let cat = |rows: &str| {
        let run = kifu(["cat", "--rows", rows]);
        assert_eq!(run.status, 0, "{}", run.messages);
        run.out
    };
    let expected = run(&["cat", "--result=draw", "--moves=1.."], path).out;
    assert!(expected.len() > 10_000);
    let table = folder.with_file_name("named-formats-table");
    let table = table.to_str().unwrap();
    let typed: &[&str] = if cfg!(feature = "tables") { &["parquet", "arrow"] } else { &[] };
    for command in ["games", "moves"] {
        for format in [&["ndjson", "csv"], typed].concat() {
            let options = ["--result=draw", "--moves=1..", "--format", format, "-o", table];
            let run = run(&[&[command], &options[..]].concat(), path);
            assert_eq!(run.status, 0, "{}", run.messages);
            assert_eq!(cat(table), expected, "{command} {format}");
            let stdin = kifu_reading(["cat", "--rows", "-"], &fs::read(table).unwrap());
            assert_eq!(stdin.out, expected, "{command} {format} {}", stdin.messages);
        }
    }
}

#[test]
fn a_row_without_a_game_names_all_of_the_record() {
    let folder = places("whole");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let rows = [
        json!({"source": path("z.zip"), "member": "d/a.sgfs"}),
        json!({"source": path("c.sgfs.gz"), "game": 2}),
        json!({"source": path("c.sgfs.gz"), "member": ""}),
    ];
    let run = kifu_reading(["stats", "--format=json", "--rows=-"], ndjson(&rows).as_bytes());
    assert_eq!(run.lines()[0]["games"], 15);
}

#[test]
fn other_options_choose_among_the_games_that_are_named() {
    let folder = places("among");
    let all = rows(&folder);
    let named = some(&all, 7, 30);
    let table = folder.with_file_name("named-among.ndjson");
    fs::write(&table, ndjson(&named)).unwrap();
    let rest = folder.with_file_name("named-among-rest.sgfs");
    let given = ["--rows", table.to_str().unwrap(), "--result=B+R"];
    let rows = kifu([&ROWS, &given[..]].concat());
    let is_meant = |row: &&Value| row["RE"] == "B+R";
    let expected: Vec<_> = in_order(&named, &all).iter().filter(is_meant).cloned().collect();
    assert_eq!(rows.lines(), expected);
    let cat = kifu([&["cat", "--rest", rest.to_str().unwrap()], &given[..]].concat());
    assert_eq!(cat.out.matches("(;").count(), expected.len());
    let rest = fs::read_to_string(rest).unwrap();
    assert_eq!(rest.matches("(;").count(), named.len() - expected.len());
    let inverted = kifu([&ROWS, &given[..], &["--invert"]].concat());
    assert_eq!(inverted.lines().len(), named.len() - expected.len());
    let first = kifu([&ROWS, &given[..2], &["--limit=3"]].concat());
    assert_eq!(first.lines(), in_order(&named, &all)[..3]);
    let drawn = kifu([&ROWS, &given[..2], &["--sample=5"]].concat());
    assert_eq!(drawn.lines().len(), 5);
    let none = kifu([&ROWS, &given[..2], &["--event=nowhere", "--invert"]].concat());
    assert!(
        none.messages.starts_with("kifu: 30 games were not chosen: event"),
        "{}",
        none.messages
    );
}

#[test]
fn what_is_named_and_not_there_is_reported_and_the_rest_is_read() {
    let folder = places("missing");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let said = |names: &[&str]| {
        let names: Vec<_> = names.iter().map(|name| path(name)).collect();
        let run = kifu(["cat".to_owned()].into_iter().chain(names));
        let messages = run.messages.replace(&path(""), "");
        (run.status, messages, run.out.matches("(;").count())
    };
    for (names, expected, games) in [
        (
            &["z.zip!d/a.sgfs#7", "z.zip!d/a.sgfs#6"][..],
            "kifu: z.zip!d/a.sgfs#7: no such game\n",
            1,
        ),
        (&["z.zip!none.sgf", "c.sgfs.gz"], "kifu: z.zip!none.sgf: no such member\n", 8),
        (&["z.zip!n.zip!d/a.sgfs"], "kifu: z.zip!n.zip!d/a.sgfs: no such member\n", 0),
        (&["z.zip#0"], "kifu: z.zip: no game of it was read\n", 0),
        (
            &["s.7z!e.sgf", "t.tar.gz!d"],
            "kifu: s.7z!e.sgf: no such member\n\
            kifu: t.tar.gz!d: no such member\n",
            0,
        ),
        (&["large.sgfs#3000"], "kifu: large.sgfs#3000: no such game\n", 0),
        (&["no.zip!a.sgf"], "kifu: no.zip!a.sgf: No such file or directory (os error 2)\n", 0),
    ] {
        assert_eq!(said(names), (2, expected.to_owned(), games), "{names:?}");
    }
    let many: Vec<_> = (0..60).map(|number| format!("c.sgfs.gz#{number}")).collect();
    let (status, messages, games) = said(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((status, games, messages.lines().count()), (2, 8, 21));
    assert!(messages.ends_with("kifu: 32 more games or members are not there\n"), "{messages}");
    // Of a file that is not there it is said once.
    let rows = (0..9).map(|game| json!({"source": path("no.sgfs"), "game": game}));
    let rows = ndjson(&rows.collect::<Vec<_>>());
    let run = kifu_reading(["games", "--rows=-"], rows.as_bytes());
    assert_eq!((run.status, run.messages.lines().count()), (2, 1), "{}", run.messages);
    let row = json!({"source": path("c.sgfs.gz"), "offset": 1});
    let run = kifu_reading(["games", "--rows=-"], row.to_string().as_bytes());
    assert!(run.messages.ends_with("c.sgfs.gz: no game starts at byte 1\n"), "{}", run.messages);
}

#[test]
fn a_table_that_names_nothing_says_in_which_line() {
    let cases: [(&[u8], &str); 15] = [
        (b"{\"source\":\"a.sgf\"}\n{\"game\":1}", "line 2: no `source`, the path of a file"),
        (b"{\"source\":\"\",\"game\":1}", "line 1: no `source`"),
        (b"{\"source\":5}", "line 1: `source` is 5, and not a text, at byte"),
        (b"{\"source\":\"a\",\"game\":-1}", "line 1: `game` is -1, and not a whole number"),
        (b"{\"source\":\"a\",\"game\":1.5}", "`game` is 1.5, and not a whole number"),
        (b"{\"source\":\"a\",\"game\":1e30}", "and not a whole number of 0 or more"),
        (
            b"{\"source\":\"a\",\"offset\":\"7\"}",
            "line 1: `offset` is \"7\", and not a whole number",
        ),
        (
            b"{\"source\":\"a\",\"length\":[]}",
            "line 1: `length`: invalid type: sequence, expected a text or a number",
        ),
        (b"{\"source\":\"a\"}\n\n{\"source\":", "line 3: `source`: EOF while parsing a value"),
        (b"{\"source\":\"a\"}\nnull", "line 2: invalid type: null, expected an object"),
        (b"[{\"source\":\"a\"}]", "an array of JSON; needed is an object on each line"),
        (b"(;B[aa])", "neither ndjson nor a csv"),
        (b"source,game\na,1\nb,-2\n", "line 3: `game` is -2"),
        (b"source,game\na,x\n", "line 2: `game` is \"x\", and not a whole number"),
        (b"source,game\na\n", "found record with 1 field"),
    ];
    for (table, said) in cases {
        let run = kifu_reading(["cat", "--rows=-"], table);
        let table = String::from_utf8_lossy(table);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{table}");
        assert!(run.messages.starts_with("kifu: -: "), "{table}: {}", run.messages);
        assert!(run.messages.contains(said), "{table}: {}", run.messages);
        assert_eq!(run.messages.lines().count(), 1, "{table}: {}", run.messages);
    }
    for table in [&b"PAR1"[..], b"PAR1PAR1PAR1", b"ARROW1\0\0", b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"]
    {
        let run = kifu_reading(["cat", "--rows=-"], table);
        assert_eq!((run.status, run.messages.lines().count()), (2, 1), "{}", run.messages);
    }
}

#[test]
fn a_game_far_outside_of_a_record_is_one_that_is_not_there() {
    let folder = places("far");
    let path = folder.join("c.sgfs.gz");
    let row = |column: &str| {
        let row = json!({"source": path.to_str().unwrap(), column: u64::MAX});
        kifu_reading(["cat", "--rows=-"], row.to_string().as_bytes())
    };
    for (column, said) in [
        ("game", "c.sgfs.gz#18446744073709551615: no such game\n"),
        ("offset", "c.sgfs.gz: no game starts at byte 18446744073709551615\n"),
    ] {
        let run = row(column);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.ends_with(said), "{}", run.messages);
    }
}

/// Whatever comes in one line, no more of it is in memory than a row may have.
#[cfg(target_os = "linux")]
#[test]
fn a_row_without_end_is_refused() {
    for start in [&b"{\"source\":\""[..], b"source,game\n\"", b"source,game\n"] {
        let mut child =
            program().args(["games", "--rows=-"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(start).unwrap();
        let block = vec![b'x'; 1024 * 1024];
        let written = (0..1024).take_while(|_| pipe.write_all(&block).is_ok()).count();
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(messages.contains("more than 33554432 bytes"), "{messages}");
        assert!(written < 100, "{written} MiB were read");
    }
}

#[test]
fn more_names_than_there_may_be_memory_for_are_refused() {
    let row =
        |number: usize| format!("{{\"source\":\"a.zip\",\"member\":\"{number:0900}.sgf\"}}\n");
    let rows: String = (0..40_000).map(row).collect();
    let run = kifu_reading(["games", "--rows=-", "--max-memory=128M"], rows.as_bytes());
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("(see --max-memory)"), "{}", run.messages);
}

/// A file is read no further than to the last game that is asked for.
#[test]
fn a_record_is_read_up_to_the_last_game_that_is_named() {
    let table = folder("named-early", &[("rows.ndjson", b"{\"source\":\"-\",\"game\":3}\n")]);
    let table = table.join("rows.ndjson");
    let mut child = program();
    child.arg("games").arg("--format=ndjson").arg("--rows").arg(table).stdin(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let block = games("piped", 200_000);
    // More than the program wants: then it closes the pipe, and all that was asked for was found.
    let _ = pipe.write_all(&block);
    let until = Instant::now() + Duration::from_secs(120);
    while child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "the program waits for more");
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    drop(pipe);
    let rows = String::from_utf8(output.stdout).unwrap();
    assert!(rows.contains("\"PB\":\"piped 3\"") && rows.lines().count() == 1, "{rows}");
}

#[test]
fn what_cannot_go_together_is_refused() {
    let folder = places("refused");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let stdin = r#"{"source":"-","game":0}"#;
    for (arguments, said) in [
        (vec!["fmt".into(), "--write".into(), path("what!.sgfs#1")], "are about whole files"),
        (vec!["check".into(), "--fix".into(), path("what!.sgfs#1")], "are about whole files"),
        (vec!["cat".into(), "--rows=-".into(), path("z.zip")], "cannot be used with"),
        (vec!["cat".into(), "--rows=-".into()], "stdin says what to read"),
        (vec!["cat".into(), "--rows".into(), path("no")], "No such file"),
        (vec!["cat".into(), "--rows".into(), path("")], "directory"),
    ] {
        let run = kifu_reading(&arguments, stdin.as_bytes());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.messages.contains(said), "{arguments:?}: {}", run.messages);
    }
    let written = path("what!.sgfs");
    fs::write(&written, "(;PB[a] )").unwrap();
    assert_eq!(run(&["fmt", "--write", "--quiet"], &written).status, 0);
    assert_eq!(fs::read(&written).unwrap(), b"(;PB[a])\n");
}
