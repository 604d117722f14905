//! `--partition-rows` and `--resume`, run as a process.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;

use crate::program::{Run, folder, kifu};
use crate::tables;

fn inputs(name: &str) -> (PathBuf, PathBuf) {
    let games: String = (0..250).map(|n| format!("(;SZ[9]PB[{n}];B[aa];W[b{}])\n", 'a')).collect();
    let folder = folder(name, &[("a.sgf", games.as_bytes()), ("b.sgf", b"(;PB[last];B[cc])")]);
    let _ = fs::remove_dir_all(folder.with_extension("set"));
    (folder.clone(), folder.with_extension("set"))
}

fn run(input: &Path, set: &Path, more: &[&str]) -> Run {
    let (input, set) = (input.to_str().unwrap(), set.to_str().unwrap());
    let arguments = ["moves", "--format=parquet", "--partition-rows=100", input, "-o", set];
    kifu(arguments.iter().chain(more))
}

/// The files in their order, each with its rows.
fn files(set: &Path) -> Vec<(String, Vec<Value>)> {
    let mut names: Vec<_> = fs::read_dir(set)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "_kifu.json")
        .collect();
    names.sort();
    let read = |name: &String| {
        let file = File::open(set.join(name)).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        tables::rows(&reader.map(Result::unwrap).collect::<Vec<_>>())
    };
    names.iter().map(|name| (name.clone(), read(name))).collect()
}

#[test]
fn all_files_but_the_last_have_as_many_rows_and_together_they_are_the_table() {
    let (input, set) = inputs("partitions");
    let run = run(&input, &set, &["--columns=source,game,node,move"]);
    assert_eq!((run.status, &*run.messages), (0, ""));
    let files = files(&set);
    let counts: Vec<_> = files.iter().map(|(_, rows)| rows.len()).collect();
    assert_eq!(counts, [100, 100, 100, 100, 100, 1]);
    assert_eq!(files[5].0, "part-00005.parquet");
    let path = input.to_str().unwrap();
    let columns = "--columns=source,game,node,move";
    let expected = kifu(["moves", "--format=ndjson", columns, path]).lines();
    let rows: Vec<_> = files.into_iter().flat_map(|(_, rows)| rows).collect();
    assert_eq!(rows, expected);
}

#[test]
fn a_run_that_was_stopped_is_taken_up_again_and_gives_the_same_files() {
    let (input, set) = inputs("partitions-resume");
    assert_eq!(run(&input, &set, &["-j1"]).status, 0);
    let whole = files(&set);
    // As a run leaves it that is killed while it writes the third file.
    for number in 2..6 {
        fs::remove_file(set.join(format!("part-0000{number}.parquet"))).unwrap();
    }
    let manifest = set.join("_kifu.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("\"complete\": true", "\"complete\": false")).unwrap();
    let first = fs::metadata(set.join("part-00000.parquet")).unwrap().modified().unwrap();
    let again = run(&input, &set, &["--resume", "-j2"]);
    assert_eq!((again.status, &*again.messages), (0, ""));
    assert_eq!(files(&set), whole);
    let now = fs::metadata(set.join("part-00000.parquet")).unwrap().modified().unwrap();
    assert_eq!(now, first);
    // There is nothing left to do.
    assert_eq!(run(&input, &set, &["--resume"]).status, 0);
    assert_eq!(files(&set), whole);
}

#[test]
fn other_inputs_and_other_options_are_refused() {
    let (input, set) = inputs("partitions-refused");
    assert_eq!(run(&input, &set, &[]).status, 0);
    let refused = |more: &[&str], why: &str| {
        let run = run(&input, &set, more);
        assert_eq!(run.status, 2, "{more:?}");
        assert!(run.messages.contains(why), "{}", run.messages);
    };
    refused(&[], "holds a table already");
    refused(&["--resume", "--variations"], "was begun with other options");
    refused(&["--resume", "--partition-rows=50"], "another --partition-rows");
    refused(&["--resume", "tests/records"], "other inputs");
    fs::remove_file(set.join("part-00001.parquet")).unwrap();
    refused(&["--resume"], "lacks a file before its last one");
    fs::write(input.join("b.sgf"), "(;PB[changed];B[cc])").unwrap();
    refused(&["--resume"], "or they have changed");
    fs::remove_file(set.join("_kifu.json")).unwrap();
    refused(&[], "holds files of another table");
    for arguments in ["games --partition-rows=5 x", "games --resume x"] {
        assert_eq!(kifu(arguments.split(' ')).status, 2);
    }
    let form = ["games", "--format=csv", "--partition-rows=5", "-o", "no-such", "tests/records"];
    assert_eq!(kifu(form).status, 2);
    assert!(!Path::new("no-such").exists());
}
