//! The program, run as a process: its output, its messages and its exit status.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The sample records, as a user names them: tests run in the crate's folder.
pub(crate) const RECORDS: &str = "tests/records";

/// What a run of the program left.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) messages: String,
}

impl Run {
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn kifu<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    kifu_reading(arguments, b"")
}

pub(crate) fn kifu_reading<S: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = S>,
    stdin: &[u8],
) -> Run {
    let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // A program that does not read its stdin closes it.
            let _ = pipe.write_all(stdin);
        });
        child.wait_with_output().unwrap()
    });
    Run {
        status: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        messages: String::from_utf8(output.stderr).unwrap(),
    }
}

/// A folder of this test's own with the given files.
pub(crate) fn folder(test: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

pub(crate) fn sample_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(RECORDS).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension() == Some("sgf".as_ref())).collect();
    files.sort();
    assert!(files.len() >= 5);
    files
}

/// Counts by brackets alone: game trees, nodes, properties, values.
fn count_naively(source: &str) -> [u64; 4] {
    let [mut games, mut nodes, mut properties, mut values] = [0; 4];
    let (mut depth, mut in_value, mut escaped, mut in_ident) = (0, false, false, false);
    for byte in source.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_value => escaped = true,
            b']' => in_value = false,
            _ if in_value => {}
            b'[' => {
                values += 1;
                properties += u64::from(in_ident);
                (in_value, in_ident) = (true, false);
            }
            b'(' => {
                games += u64::from(depth == 0);
                depth += 1;
            }
            b')' => depth -= 1,
            b';' => nodes += 1,
            b'A'..=b'Z' => in_ident = true,
            _ => {}
        }
    }
    [games, nodes, properties, values]
}

#[test]
fn stats_counts_what_a_naive_scanner_counts() {
    let mut sums = [0; 4];
    let mut bytes = 0;
    for file in sample_files() {
        let source = fs::read_to_string(file).unwrap();
        bytes += source.len() as u64;
        let counts = count_naively(&source);
        sums = std::array::from_fn(|index| sums[index] + counts[index]);
    }
    let run = kifu(["stats", "--format", "json", RECORDS]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let [stats] = run.lines().try_into().unwrap();
    let [games, nodes, properties, values] = sums;
    assert_eq!(stats["files"], sample_files().len());
    assert_eq!(stats["archives"], 0);
    assert_eq!(stats["bytes"], bytes);
    assert_eq!(stats["games"], games);
    assert_eq!(stats["nodes"], nodes);
    assert_eq!(stats["properties"], properties);
    assert_eq!(stats["values"], values);
    assert_eq!(stats["diagnostics"], json!({}));
    assert_eq!(stats["charsets"], json!({ "UTF-8": games }));
    assert!(stats["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn stats_groups_games_by_gm_and_sz() {
    let source = b"(;GM[1]SZ[19])(;)(;GM[])(;SZ[9])(;SZ[ 19:19 ])(;SZ[13:9])(;GM[11])(;GM[2])\
        (;GM[99]SZ[7])(;GM[go]SZ[big])";
    let [stats] = kifu_reading(["stats", "--format", "json"], source).lines().try_into().unwrap();
    assert_eq!(stats["by_game"], json!({"1": 6, "2": 1, "11": 1, "99": 1, "go": 1}));
    assert_eq!(
        stats["by_size"],
        json!({
            "1": {"9": 1, "13:9": 1, "19": 2, "default": 2},
            "2": {"default": 1},
            "11": {"default": 1},
            "99": {"7": 1},
            "go": {"invalid": 1},
        })
    );
}

#[test]
fn stats_prints_a_table_that_fits_a_terminal() {
    let run = kifu(["stats", RECORDS]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let row = |label: &str| {
        let row = run.out.lines().find_map(|line| line.trim_start().strip_prefix(label));
        row.unwrap_or_else(|| panic!("no row {label:?} in\n{}", run.out)).trim()
    };
    let bytes: u64 = sample_files().iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert_eq!(row("files"), sample_files().len().to_string());
    assert_eq!(row("bytes").replace(',', ""), bytes.to_string());
    assert_eq!(row("bytes").contains(','), bytes > 999);
    assert_eq!(row("11 Hex"), "1");
    assert_eq!(row("19 (default)"), "1");
    let table = run.out.lines().filter(|line| line.ends_with(|last: char| last.is_ascii_digit()));
    let widths: Vec<usize> = table.map(|line| line.chars().count()).collect();
    assert!(widths.len() > 10);
    assert!(widths.iter().all(|&width| width == widths[0] && width < 80), "{}", run.out);
}

#[test]
fn json_nests_nodes_with_properties_in_file_order() {
    let source = br"(;SZ[9]C[a \]
b]AB[aa][bb](;B[cc])(;W[dd];B[ee]))(;GM[11])";
    let run = kifu_reading(["json"], source);
    let line = concat!(
        r#"{"path":"-","charsets":["UTF-8","UTF-8"],"games":["#,
        r#"{"properties":{"SZ":["9"],"C":["a ]\nb"],"AB":["aa","bb"]},"children":["#,
        r#"{"properties":{"B":["cc"]},"children":[]},"#,
        r#"{"properties":{"W":["dd"]},"children":[{"properties":{"B":["ee"]},"children":[]}]}]},"#,
        r#"{"properties":{"GM":["11"]},"children":[]}],"diagnostics":[]}"#,
        "\n",
    );
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, line, ""));
}

#[test]
fn json_flat_has_a_line_for_each_node() {
    let run = kifu_reading(["json", "--flat"], b"(;SZ[9](;B[cc])(;W[dd];B[ee]))(;GM[11];B[a1])");
    let node = |game, node, parent: Option<u32>, depth, properties| {
        json!({
            "path": "-", "game": game, "node": node, "parent": parent, "depth": depth,
            "main": ![2, 3].contains(&node), "properties": properties,
        })
    };
    let nodes = [
        node(0, 0, None, 0, json!({"SZ": ["9"]})),
        node(0, 1, Some(0), 1, json!({"B": ["cc"]})),
        node(0, 2, Some(0), 1, json!({"W": ["dd"]})),
        node(0, 3, Some(2), 2, json!({"B": ["ee"]})),
        node(1, 4, None, 0, json!({"GM": ["11"]})),
        node(1, 5, Some(4), 1, json!({"B": ["a1"]})),
    ];
    assert_eq!(run.lines(), nodes);
    let first =
        r#"{"path":"-","game":0,"node":0,"parent":null,"depth":0,"main":true,"properties":"#;
    assert!(run.out.starts_with(first), "{}", run.out);
}

#[test]
fn json_flat_agrees_with_the_library_on_the_sample_records() {
    let run = kifu(["json", "--flat", RECORDS]);
    let mut lines = run.lines().into_iter();
    for file in sample_files() {
        let source = fs::read_to_string(&file).unwrap();
        let arena = kifu::Arena::new();
        let collection = kifu::parse(&arena, &source).unwrap();
        for node in collection.nodes() {
            let line = lines.next().unwrap();
            assert_eq!(line["path"], file.to_str().unwrap());
            assert_eq!(line["game"], node.game_tree().index());
            assert_eq!(line["node"], node.id().index());
            assert_eq!(line["parent"], json!(node.parent().map(|parent| parent.id().index())));
            assert_eq!(line["depth"], node.ancestors().count() - 1);
            let properties = node.properties().map(|it| (it.ident().to_owned(), json!(it.texts())));
            assert_eq!(line["properties"], Value::Object(properties.collect()));
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn json_sequences_nests_only_where_the_record_branches() {
    let source = b"(;SZ[9];B[aa](;W[bb];B[cc](;W[dd]))(;W[ee](;B[ff])(;B[gg];W[hh])))(;)";
    let [line] = kifu_reading(["json", "--sequences"], source).lines().try_into().unwrap();
    let games = json!([
        {"nodes": [{"SZ": ["9"]}, {"B": ["aa"]}], "variations": [
            {"nodes": [{"W": ["bb"]}, {"B": ["cc"]}, {"W": ["dd"]}], "variations": []},
            {"nodes": [{"W": ["ee"]}], "variations": [
                {"nodes": [{"B": ["ff"]}], "variations": []},
                {"nodes": [{"B": ["gg"]}, {"W": ["hh"]}], "variations": []},
            ]},
        ]},
        {"nodes": [{}], "variations": []},
    ]);
    let whole =
        json!({"path": "-", "charsets": ["UTF-8", "UTF-8"], "games": games, "diagnostics": []});
    assert_eq!(line, whole);
}

#[test]
fn stdin_is_read_by_default_and_by_its_name() {
    for arguments in [&["json"][..], &["json", "-"]] {
        let [line] = kifu_reading(arguments, b"(;B[aa])").lines().try_into().unwrap();
        assert_eq!(line["path"], "-");
        assert_eq!(line["games"][0]["properties"], json!({"B": ["aa"]}));
    }
}

#[test]
fn directories_are_walked_in_the_order_of_names() {
    let names = ["b/2.SGF", "b/1.sgf", "a.sgf", "c.Sgfs", "d.mgt", "b.sgf"];
    let others = ["note.txt", "game.sgf.bak", "sgf", "b/none"];
    let record: &[u8] = b"(;B[aa])";
    let files: Vec<_> = names.iter().chain(&others).map(|&name| (name, record)).collect();
    let folder = folder("walk", &files);
    fs::create_dir(folder.join("e.sgf")).unwrap();
    let paths = |run: Run| -> Vec<String> {
        let shown = |line: &Value| {
            let path = Path::new(line["path"].as_str().unwrap());
            path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/")
        };
        run.lines().iter().map(shown).collect()
    };
    let run = kifu(["json".as_ref(), folder.as_os_str()]);
    assert_eq!(run.status, 0);
    assert_eq!(paths(run), ["a.sgf", "b/1.sgf", "b/2.SGF", "b.sgf", "c.Sgfs", "d.mgt"]);
    let [d, note, b] = ["d.mgt", "note.txt", "b"].map(|name| folder.join(name));
    let run = kifu(["json".as_ref(), d.as_os_str(), note.as_os_str(), b.as_os_str()]);
    assert_eq!(paths(run), ["d.mgt", "note.txt", "b/1.sgf", "b/2.SGF"]);
}

#[test]
fn a_missing_file_is_told_and_the_others_are_read() {
    let run = kifu(["json", "--strict", "--quiet", "no-such-file.sgf", RECORDS]);
    assert_eq!(run.status, 2);
    assert!(run.messages.starts_with("kifu: no-such-file.sgf: "), "{}", run.messages);
    // Not read back: the games are nested deeper than serde_json goes.
    assert_eq!(run.out.lines().count(), sample_files().len());
    let folder = folder("missing", &[("a.sgf", b"(;")]);
    let run = kifu(["check".as_ref(), "nowhere".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.lines().count()), (2, 1));
    let run = kifu(["stats".as_ref(), "--strict".as_ref(), "nowhere".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.lines().count()), (2, 2));
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        &[][..],
        &["jsonn"],
        &["json", "--flat", "--sequences"],
        &["stats", "--flat"],
        &["stats", "--format", "xml"],
        &["check", "--format", "table"],
        &["check", "--deny", "errors"],
        &["split", "tests/records"],
        &["completions"],
    ] {
        let run = kifu(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.messages.contains("help"), "{}", run.messages);
    }
}

#[test]
fn the_help_warns_of_readers_that_give_up() {
    let run = kifu(["json", "--help"]);
    assert_eq!(run.status, 0);
    for part in ["serde_json", "jq", "Python", "--flat", "--sequences", "Examples:"] {
        assert!(run.out.contains(part), "{part} is not in\n{}", run.out);
    }
}

/// In all three forms; with a walk to the root for each node this takes minutes.
#[test]
fn deep_records_are_written_without_recursion_in_linear_time() {
    const DEPTH: usize = 200_000;
    let start = Instant::now();
    let chain = format!("{}{}", "(;".repeat(DEPTH), ")".repeat(DEPTH));
    let line = |games: &str| {
        format!(
            "{{\"path\":\"-\",\"charsets\":[\"UTF-8\"],\"games\":[{games}],\"diagnostics\":[]}}\n"
        )
    };

    let nested = r#"{"properties":{},"children":["#.repeat(DEPTH) + &"]}".repeat(DEPTH);
    let run = kifu_reading(["json"], chain.as_bytes());
    assert!(run.status == 0 && run.out == line(&nested));

    let run = kifu_reading(["json", "--flat"], chain.as_bytes());
    assert_eq!((run.status, run.out.lines().count()), (0, DEPTH));
    let last = format!(
        r#"{{"path":"-","game":0,"node":{},"parent":{},"depth":{},"main":true,"properties":{{}}}}"#,
        DEPTH - 1,
        DEPTH - 2,
        DEPTH - 1
    );
    assert_eq!(run.out.lines().last(), Some(&*last));

    // Each level branches, else it would be one sequence.
    let branching = format!("{}(;){}", "(;(;)".repeat(DEPTH), ")".repeat(DEPTH));
    let leaf = r#"{"nodes":[{}],"variations":[]}"#;
    let level = format!(r#"{{"nodes":[{{}}],"variations":[{leaf},"#);
    let sequences = level.repeat(DEPTH) + leaf + &"]}".repeat(DEPTH);
    let run = kifu_reading(["json", "--sequences"], branching.as_bytes());
    assert!(run.status == 0 && run.out == line(&sequences));

    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn a_broken_pipe_is_no_error() {
    let record = format!("(;{})", ";B[aa]".repeat(100_000));
    let folder = folder("pipe", &[("a.sgf", record.as_bytes())]);
    for form in ["--strict", "--flat"] {
        let mut child = program().arg("json").arg(form).arg(&folder).spawn().unwrap();
        let mut start = [0; 7];
        let mut pipe = child.stdout.take().unwrap();
        pipe.read_exact(&mut start).unwrap();
        assert_eq!(&start, b"{\"path\"");
        drop(pipe);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stderr, b"");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_path_that_is_not_utf8_is_read_and_shown_with_a_replacement() {
    use std::os::unix::ffi::OsStrExt as _;

    let folder = folder("latin-1", &[]);
    fs::write(folder.join(OsStr::from_bytes(b"caf\xE9.sgf")), b"(;B[aa])").unwrap();
    let run = kifu(["json".as_ref(), folder.as_os_str()]);
    let [line] = run.lines().try_into().unwrap();
    assert!(line["path"].as_str().unwrap().ends_with("/caf\u{FFFD}.sgf"));
    assert_eq!(line["games"][0]["properties"]["B"][0], "aa");
}

#[test]
fn every_game_has_its_own_character_set() {
    let source =
        b"(;CA[Big5]C[\xA6\x5D])(;PB[Fran\xE7ois])(;CA[utf-8]C[\xC3\xA9])(;CA[nope];B[aa])";
    let [line] = kifu_reading(["json"], source).lines().try_into().unwrap();
    assert_eq!(line["charsets"], json!(["Big5", "windows-1252", "UTF-8", "UTF-8"]));
    let texts = [&line["games"][0]["properties"]["C"][0], &line["games"][1]["properties"]["PB"][0]];
    assert_eq!(texts, ["因", "François"]);
    let codes = line["diagnostics"].as_array().unwrap().iter().map(|it| it["code"].clone());
    assert!(codes.eq(["charset-guessed", "charset-unknown"]));
    let [stats] = kifu_reading(["stats", "--format=json"], source).lines().try_into().unwrap();
    assert_eq!(stats["charsets"], json!({"Big5": 1, "windows-1252": 1, "UTF-8": 2}));
    let run = kifu_reading(["check", "--format=short"], source);
    assert!(run.out.contains("warning[charset-guessed]"), "{}", run.out);

    let overruled = ["json", "--charset", "latin1"];
    let [line] = kifu_reading(overruled, source).lines().try_into().unwrap();
    assert_eq!(
        line["charsets"],
        json!(["windows-1252", "windows-1252", "windows-1252", "windows-1252"])
    );
    assert_eq!(line["games"][2]["properties"]["C"][0], "Ã©");
    let run = kifu_reading(["json", "--charset", "klingon"], source);
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("no such character set is known"), "{}", run.messages);
}
