//! Real files, from the folder that `KIFU_CORPUS` names; without it these tests pass over nothing
//! and say so.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::{Arena, Parser};

use crate::{invariants, round_trip};

fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            files.push(path);
        }
    }
}

#[test]
fn every_real_file_is_read_or_refused_with_a_place() {
    let Some(folder) = std::env::var_os("KIFU_CORPUS") else {
        eprintln!("KIFU_CORPUS names no folder: no real file was read");
        return;
    };
    let mut files = Vec::new();
    files_below(Path::new(&folder), &mut files);
    assert!(!files.is_empty(), "no .sgf file below {}", Path::new(&folder).display());
    let mut parser = Parser::new();
    let (mut read, mut refused, mut other) = (0, 0, 0);
    for path in &files {
        let bytes = fs::read(path).unwrap();
        round_trip::check_damaged(&bytes);
        let Ok(source) = std::str::from_utf8(&bytes) else {
            other += 1;
            continue;
        };
        let arena = Arena::new();
        match parser.parse(&arena, source) {
            Ok(collection) => {
                invariants::check(collection);
                round_trip::check(collection);
                read += 1;
            }
            Err(error) => {
                assert!(error.span().end() <= source.len(), "{}: {error}", path.display());
                refused += 1;
            }
        }
    }
    eprintln!("{} files: {read} read, {refused} refused, {other} not UTF-8", files.len());
    assert!(read > refused, "most real files are sound");
}
