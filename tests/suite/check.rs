//! What the program says of damaged records, run as a process: `kifu check` in its formats, and the
//! diagnostics of `json` and `stats`.

use std::fs;
use std::time::{Duration, Instant};

use kifu::{Arena, LineIndex, Parser};
use serde_json::{Value, json};

use crate::program::{RECORDS, folder, kifu, kifu_reading};

/// A damaged sample that holds a bit of everything.
const DAMAGED: &str = "tests/damaged/club-evening.sgf";

#[test]
fn check_shows_each_fault_above_its_line_and_sums_up() {
    let run = kifu(["check", DAMAGED]);
    let expected = fs::read_to_string("tests/damaged/club-evening.long.txt").unwrap();
    assert_eq!((run.status, run.messages.as_str()), (1, ""));
    assert_eq!(run.out, expected);
}

#[test]
fn check_in_short_has_a_line_for_each_fault() {
    let run = kifu(["check", "--format", "short", DAMAGED]);
    let expected = fs::read_to_string("tests/damaged/club-evening.short.txt").unwrap();
    assert!(run.messages.starts_with("1 file, 1 with faults: "), "{}", run.messages);
    assert_eq!((run.status, run.out + &run.messages), (1, expected));
}

#[test]
fn check_in_json_agrees_with_the_library_and_with_the_other_commands() {
    let run = kifu(["check", "--format", "json", DAMAGED]);
    assert_eq!((run.status, run.messages.as_str()), (1, ""));
    let source = fs::read(DAMAGED).unwrap();
    let (arena, lines) = (Arena::new(), LineIndex::new(&source));
    let collection = Parser::new().read(&arena, &source);
    let expected = collection.diagnostics().iter().map(|found| {
        let location = lines.location(found.span().start());
        json!({
            "path": DAMAGED, "game": found.game(), "code": found.code().name(),
            "severity": found.severity().to_string(), "offset": found.span().start(),
            "length": found.span().len(), "line": location.line, "column": location.column,
            "message": found.message(&source).to_string(),
        })
    });
    assert_eq!(run.lines(), expected.collect::<Vec<_>>());
    let first = format!(r#"{{"path":"{DAMAGED}","game":null,"code":"text-before-tree","#);
    assert!(run.out.starts_with(&first), "{}", run.out);

    let [line] = kifu(["json", DAMAGED]).lines().try_into().unwrap();
    assert_eq!(line["diagnostics"], Value::Array(run.lines()));
    let [stats] = kifu(["stats", "--format=json", DAMAGED]).lines().try_into().unwrap();
    let counts = stats["diagnostics"].as_object().unwrap();
    assert_eq!(counts.values().filter_map(Value::as_u64).sum::<u64>(), run.lines().len() as u64);
    for (code, count) in counts {
        let of_code = run.lines().iter().filter(|line| line["code"] == **code).count();
        assert_eq!(count, of_code, "{code}");
    }
}

#[test]
fn the_status_of_check_says_whether_there_was_an_error() {
    let status = |source: &str, options: &[&str]| {
        kifu_reading(["check"].iter().chain(options), source.as_bytes()).status
    };
    let (sound, odd, repaired, damaged) = ("(;B[aa])", "(;b[aa])", "(;B[aa]))", "(;B[aa]");
    assert_eq!([sound, odd, repaired, damaged].map(|source| status(source, &[])), [0, 0, 0, 1]);
    let denied = ["--deny", "warnings"];
    assert_eq!([sound, odd, repaired, damaged].map(|it| status(it, &denied)), [0, 0, 1, 1]);
    let strict = ["--strict", "--format=json"];
    assert_eq!([sound, odd, repaired, damaged].map(|it| status(it, &strict)), [0, 1, 1, 1]);
}

#[test]
fn check_finds_nothing_in_the_sample_records() {
    let run = kifu(["check", "--deny", "warnings", RECORDS]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert!(run.out.ends_with(" files: no fault found\n"), "{}", run.out);
    let run = kifu(["check", "--format=json", RECORDS]);
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""));
}

#[test]
fn check_shows_the_one_fault_of_strict_reading() {
    let run = kifu_reading(["check", "--strict", "--format=short"], b"(;B[aa]KO;c[x]");
    let message = "expected '[' after the property's name, found ';' at byte 9";
    let line = format!("-:1:10: error[missing-value]: {message}\n");
    let summary =
        "1 file, 1 with faults: 1 error, 0 warnings, 0 info\n  1  error    missing-value\n";
    assert_eq!((run.status, run.out, run.messages.as_str()), (1, line, summary));
}

#[test]
fn check_has_colours_only_where_they_are_asked_for() {
    let is_coloured = |options: &[&str]| {
        let run = kifu(["check", DAMAGED].iter().chain(options));
        run.out.contains('\x1B')
    };
    assert!(!is_coloured(&[]), "this is no terminal");
    assert!(!is_coloured(&["--color", "never"]));
    assert!(is_coloured(&["--color", "always"]));
    assert!(is_coloured(&["--color", "always", "--format", "short"]));
    assert!(!is_coloured(&["--color", "always", "--format", "json"]));
}

#[test]
fn check_quietly_sums_up_and_no_more() {
    let run = kifu_reading(["check", "--quiet"], b"(;B[aa]");
    let summary =
        "1 file, 1 with faults: 1 error, 0 warnings, 0 info\n  1  error    unclosed-tree\n";
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (1, summary, ""));
    assert_eq!(kifu_reading(["check", "-q", "--format=json"], b"(;B[aa]").out, "");
}

/// The drawing of the first fault, without its head.
fn drawing(source: &[u8]) -> String {
    let run = kifu_reading(["check"], source);
    let end = run.out.find("\n\n").unwrap();
    run.out[..end].lines().skip(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_drawing_is_safe_and_its_carets_stand_below_the_fault() {
    for (source, expected) in [
        // Wide characters, tabs, and nothing that a terminal would obey.
        ("(;C[棋譜]KO;B[aa])", "1 | (;C[棋譜]KO;B[aa])\n  |          ^^"),
        ("(;\tC[a]\tKO)", "1 | (; C[a] KO)\n  |         ^^"),
        ("(;C[\x1B[1m\x07\u{9B}]KO)", "1 | (;C[␛[1m␇�]KO)\n  |            ^^"),
        ("(;C[\u{202E}]KO)", "1 | (;C[�]KO)\n  |       ^^"),
        // Lines end as the format says.
        ("(;C[a]\rKO\r\n)", "2 | KO\n  | ^^"),
        // Nothing to underline, at the end and in an empty line.
        ("(;B[aa]", "1 | (;B[aa]\n  |        ^"),
        ("(;B[aa]\r\n", "1 | (;B[aa]\n  |        ^"),
        ("", "1 |\n  | ^"),
        // A fault of several lines shows its first one.
        ("(;B[aa]+\n+\n+)", "1 | (;B[aa]+\n  |        ^ up to line 3"),
    ] {
        assert_eq!(drawing(source.as_bytes()), expected, "{source:?}");
    }
    assert_eq!(drawing(b"(;C[\xFF\xFE])"), "1 | (;C[��])\n  |     ^^");
}

#[test]
fn a_drawing_of_a_long_line_is_a_window_around_the_fault() {
    let moves = ";W[aa]".repeat(10_000);
    let run = kifu_reading(["check"], format!("(;C[棋]{moves}KO{moves}").as_bytes());
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[2].starts_with("1 | ...") && lines[2].ends_with("..."), "{}", run.out);
    assert!(lines[2].chars().count() <= 80);
    let caret = lines[3].find("^^").unwrap();
    assert_eq!(&lines[2][caret..caret + 2], "KO");

    let garbage = format!("(;B[aa]{}", "棋".repeat(100_000));
    let run = kifu_reading(["check"], garbage.as_bytes());
    assert!(run.out.len() < 2_000, "{}", run.out);
    assert!(run.out.lines().skip(1).all(|line| line.chars().count() <= 80), "{}", run.out);
}

/// With a pass over the input, or over the line, for each fault this takes minutes.
#[test]
fn thousands_of_faults_in_one_line_take_linear_time() {
    const FAULTS: usize = 10_000;
    let record = format!("(;{})", "C[no line break for miles]KO;".repeat(FAULTS));
    let start = Instant::now();
    for format in ["long", "short", "json"] {
        let run = kifu_reading(["check", "--format", format], record.as_bytes());
        assert_eq!(run.out.matches("property-without-value").count() / FAULTS, 1, "{format}");
        assert_eq!(run.status, 1);
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn check_reads_all_inputs_and_counts_them_together() {
    let files: [(&str, &[u8]); 3] =
        [("a.sgf", b"(;B[aa]W"), ("b.sgf", b"(;B[aa])"), ("c.sgf", b"(;W[aa]B")];
    let folder = folder("check", &files);
    let run = kifu(["check".as_ref(), "--format=short".as_ref(), folder.as_os_str()]);
    let summary = "3 files, 2 with faults: 4 errors, 0 warnings, 0 info\n\
        \x20 2  error    property-without-value\n  2  error    unclosed-tree\n";
    assert_eq!(run.status, 1);
    assert_eq!((run.out.lines().count(), run.messages.as_str()), (4, summary));
}

#[test]
fn json_reads_a_faulty_file_and_says_what_it_did() {
    let files: [(&str, &[u8]); 2] =
        [("a.sgf", b"(;C[one\ntwo]KO;B[aa])\n)"), ("b.sgf", b"(;B[bb])")];
    let folder = folder("faulty", &files);
    let path = folder.join("a.sgf").to_str().unwrap().to_owned();
    let run = kifu(["json".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let [faulty, sound] = run.lines().try_into().unwrap();
    let diagnostics = json!([
        {
            "path": path, "game": 0, "code": "property-without-value", "severity": "error",
            "offset": 12, "length": 2, "line": 2, "column": 5,
            "message": "property 'KO' without a value left out",
        },
        {
            "path": path, "game": null, "code": "extra-close-paren", "severity": "warning",
            "offset": 22, "length": 1, "line": 3, "column": 1,
            "message": "')' that closes nothing skipped",
        },
    ]);
    let games = json!([{"properties": {"C": ["one\ntwo"]}, "children": [
        {"properties": {"B": ["aa"]}, "children": []},
    ]}]);
    let line = json!({
        "path": path, "charsets": ["UTF-8"], "games": games, "diagnostics": diagnostics,
    });
    assert_eq!(faulty, line);
    assert_eq!(sound["diagnostics"], json!([]));

    let run = kifu(["json".as_ref(), "--flat".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.lines().len()), (0, 3));
}

#[test]
fn strict_reading_gives_a_file_up_at_its_first_fault_and_the_run_goes_on() {
    let files: [(&str, &[u8]); 2] = [("a.sgf", b"(;C[one\ntwo];b[aa])"), ("b.sgf", b"(;B[aa])")];
    let folder = folder("strict", &files);
    let path = folder.join("a.sgf").to_str().unwrap().to_owned();
    let message =
        "expected a property in upper-case letters, ';', '(' or ')', found 'b' at byte 13";

    let run = kifu(["json".as_ref(), "--strict".as_ref(), folder.as_os_str()]);
    assert_eq!(run.status, 1);
    assert_eq!(run.messages, format!("{path}:2:6: error[bad-ident-start]: {message}\n"));
    let [faulty, sound] = run.lines().try_into().unwrap();
    let error = json!({
        "kind": "bad-ident-start", "class": "property must be in uppercase", "message": message,
        "offset": 13, "line": 2, "column": 6,
    });
    assert_eq!(faulty, json!({"path": path, "error": error}));
    assert_eq!(sound["games"][0]["properties"]["B"][0], "aa");

    let run = kifu(["json", "--flat", "--strict", "--quiet", &path]);
    assert_eq!((run.status, run.messages.as_str()), (1, ""));
    assert_eq!(run.lines(), [faulty]);
}

#[test]
fn stats_counts_what_was_read_and_faults_by_code() {
    let files: [(&str, &[u8]); 4] = [
        ("a.sgf", b"(;B[aa]"),
        ("b.sgf", b"(;B[aa]W"),
        ("c.sgf", b"(;B[bb]"),
        ("d.sgf", b"(;B[cc])"),
    ];
    let folder = folder("faults", &files);
    let run = kifu(["stats".as_ref(), "--format=json".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let [stats] = run.lines().try_into().unwrap();
    assert_eq!(stats["diagnostics"], json!({"property-without-value": 1, "unclosed-tree": 3}));
    assert_eq!(stats["files"], 4);
    assert_eq!([&stats["games"], &stats["nodes"], &stats["values"]], [4, 4, 4]);

    let strict = ["stats".as_ref(), "--strict".as_ref(), "--format=json".as_ref()];
    let run = kifu(strict.into_iter().chain([folder.as_os_str()]));
    assert_eq!((run.status, run.messages.lines().count()), (1, 3));
    let [stats] = run.lines().try_into().unwrap();
    assert_eq!(stats["diagnostics"], json!({"missing-value": 1, "unclosed-tree": 2}));
    assert_eq!((&stats["files"], &stats["games"]), (&json!(4), &json!(1)));
    let run = kifu(["stats".as_ref(), "--strict".as_ref(), "-q".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.as_str()), (1, ""));
    assert!(run.out.contains("unclosed-tree"), "{}", run.out);
}

#[test]
fn strict_reading_takes_nothing_but_text() {
    const CAFE: &[u8] = b"(;C[a\ncaf\xE9 \xC3\xA9\xC3\xA9])";
    let error = |source: &[u8]| {
        let [line] = kifu_reading(["json", "-q", "--strict"], source).lines().try_into().unwrap();
        (line["error"]["kind"].as_str().unwrap().to_owned(), line["error"]["offset"].clone())
    };
    let encoding = |offset| ("invalid-encoding".to_owned(), json!(offset));
    assert_eq!(error(b"(;C[caf\xE9 \xC3\xA9\xC3\xA9])"), encoding(7));
    assert_eq!(error(b"(;CA[EUC-JP]C[\xA4\xA2\xA4\xA2\xA4 ])"), encoding(18));
    assert_eq!(error(b"(;C[a])\xE6\xA3"), encoding(7));
    assert_eq!(error(b"(;c[caf\xE9])"), ("bad-ident-start".to_owned(), json!(2)));
    let run = kifu_reading(["json", "--strict"], CAFE);
    let message = "-:2:4: error[invalid-encoding]: expected text in its character set, found byte 0xE9 at byte 9\n";
    assert_eq!((run.status, run.messages.as_str()), (1, message));

    let [line] = kifu_reading(["json"], CAFE).lines().try_into().unwrap();
    assert_eq!(line["games"][0]["properties"]["C"][0], "a\ncaf\u{FFFD} éé");
    let codes = line["diagnostics"].as_array().unwrap().iter().map(|it| it["code"].clone());
    assert!(codes.eq(["invalid-encoding", "charset-guessed"]));
}

#[test]
fn diagnostics_beyond_a_million_are_counted_but_not_kept() {
    let garbage = format!("(;SZ[9];{})", "B;".repeat(1_000_003));
    let run = kifu_reading(["stats", "--format=json"], garbage.as_bytes());
    let [stats] = run.lines().try_into().unwrap();
    let counts = json!({"property-without-value": 1_000_000, "omitted": 3});
    assert_eq!((run.status, &stats["diagnostics"]), (0, &counts));
    let run = kifu_reading(["check", "--quiet"], garbage.as_bytes());
    assert!(run.out.contains("and 3 more"), "{}", run.out);
    assert_eq!(run.status, 1);
}
