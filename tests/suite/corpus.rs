//! Real files, from the folder that `KIFU_CORPUS` names; without it these tests pass over nothing
//! and say so.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use kifu::{Arena, Parser};

use crate::{account, differential, invariants, round_trip};

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

/// Nothing, and a word on it, if no folder is named.
pub(crate) fn corpus() -> Vec<PathBuf> {
    let Some(folder) = std::env::var_os("KIFU_CORPUS") else {
        eprintln!("KIFU_CORPUS names no folder: no real file was read");
        return Vec::new();
    };
    let mut files = Vec::new();
    files_below(Path::new(&folder), &mut files);
    assert!(!files.is_empty(), "no .sgf file below {}", Path::new(&folder).display());
    files
}

/// Whether a `(` and a `;` stand in it next to each other, but for white space.
fn opens_a_tree(bytes: &[u8]) -> bool {
    let mut marks = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    let mut before = None;
    marks.any(|&byte| before.replace(byte) == Some(b'(') && byte == b';')
}

#[test]
fn every_real_file_holds_a_game_tree_and_is_accounted_for() {
    let mut parser = Parser::new();
    let (mut games, mut nodes, mut damaged, mut without) = (0, 0, 0, 0);
    let files = corpus();
    for path in &files {
        let bytes = fs::read(path).unwrap();
        let checked = panic::catch_unwind(AssertUnwindSafe(|| account::check(&mut parser, &bytes)));
        assert!(checked.is_ok(), "{}", path.display());
        let arena = Arena::new();
        let collection = parser.read(&arena, &bytes);
        // Files of zeros, and those in UTF-16, which is not read yet.
        assert!(collection.root().is_some() || !opens_a_tree(&bytes), "{}", path.display());
        without += usize::from(collection.root().is_none());
        games += collection.game_trees().len();
        nodes += collection.nodes().len();
        damaged += usize::from(!collection.diagnostics().is_empty());
    }
    eprintln!(
        "{} files: {games} game trees, {nodes} nodes, {damaged} damaged, {without} empty",
        files.len()
    );
}

#[test]
fn every_real_file_is_read_or_refused_with_a_place() {
    let files = corpus();
    if files.is_empty() {
        return;
    }
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

/// Both take every file for UTF-8, so that bytes of other character sets are only bytes to them.
#[test]
fn every_real_file_is_read_as_the_reference_reader_reads_it() {
    let (mut parser, mut differing) = (differential::parser(), Vec::new());
    for path in corpus() {
        let bytes = fs::read(&path).unwrap();
        differential::compare_strict(&mut parser, &bytes);
        if differential::difference(&mut parser, &bytes).is_some() {
            differing.push(path);
        }
    }
    assert!(differing.is_empty(), "{differing:#?}");
}
