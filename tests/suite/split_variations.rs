//! Lines of play as games of their own: against paths that are looked up leaf by leaf, in the library
//! and as `kifu split --variations` writes them.

use std::ffi::OsStr;
use std::fs;

use kifu::edit::Lines;
use kifu::{OwnedGameTree, OwnedNode, OwnedTree, WriteOptions};

use crate::choose::{Choose as _, Random};
use crate::program::{RECORDS, Run, folder, kifu, kifu_reading, sample_files};

/// The texts of the lines: for each leaf a copy of the game without all that is not on the way to it.
fn plain_lines(tree: &OwnedTree) -> Vec<String> {
    let leaves = tree.first_game_tree().into_iter().flat_map(OwnedGameTree::leaves);
    let line = |leaf: OwnedNode<'_>| {
        let mut copy = tree.clone();
        copy.keep_line(leaf.id()).unwrap();
        copy.first_game_tree().unwrap().to_string()
    };
    leaves.map(line).collect()
}

fn lines(tree: &OwnedTree) -> Vec<String> {
    let mut lines = Lines::of(tree);
    let mut texts = Vec::new();
    while let Some(line) = lines.next_line() {
        texts.push(WriteOptions::new().display(line).to_string());
    }
    assert!(lines.next_line().is_none());
    assert_eq!(lines.count(), texts.len());
    texts
}

/// A game in which variations start anywhere.
fn game(random: &mut Random) -> String {
    let mut text = String::from("(;SZ[9]PB[A\\]nn]");
    let mut open = 1;
    for _ in 0..random.below(40) {
        match random.below(4) {
            0 => {
                text.push('(');
                open += 1;
            }
            1 if open > 1 && text.ends_with(']') => {
                text.push(')');
                open -= 1;
                continue;
            }
            _ => {}
        }
        text += &format!(";B[{}a]", char::from(b'a' + random.below(9) as u8));
    }
    text + &")".repeat(open)
}

#[test]
fn the_lines_are_those_of_all_leaves() {
    let mut random = Random::new(3);
    let mut most = 0;
    for _ in 0..500 {
        let tree = OwnedTree::read(game(&mut random).as_bytes());
        let expected = plain_lines(&tree);
        assert_eq!(lines(&tree), expected, "{tree}");
        most = most.max(expected.len());
    }
    assert!(most > 5);
    for path in sample_files() {
        let tree = OwnedTree::read(&fs::read(path).unwrap());
        if tree.node_count() < 3_000 {
            assert_eq!(lines(&tree), plain_lines(&tree));
        }
    }
    assert!(lines(&OwnedTree::new()).is_empty());
}

#[test]
fn a_borrowed_game_ends_where_the_next_begins() {
    let arena = kifu::Arena::new();
    let collection = kifu::parse(&arena, "(;B[aa](;W[bb])(;W[cc]))(;B[dd])").unwrap();
    let texts = collection.game_trees().map(|game| {
        let mut lines = Lines::of(game);
        let mut texts = Vec::new();
        while let Some(line) = lines.next_line() {
            texts.push(line.nodes().len());
        }
        texts
    });
    assert_eq!(texts.collect::<Vec<_>>(), [vec![2, 2], vec![1]]);
}

#[test]
fn the_size_of_all_lines_is_known_before_they_are_written() {
    let mut random = Random::new(9);
    for _ in 0..200 {
        let tree = OwnedTree::read(game(&mut random).as_bytes());
        let written: usize = lines(&tree).iter().map(String::len).sum();
        let escapes = lines(&tree).concat().matches('\\').count();
        assert_eq!(Lines::of(&tree).byte_total(), (written - escapes) as u64, "{tree}");
    }
}

/// Splits what comes from stdin into the folder of this test.
fn split(test: &str, more: &[&str], source: &[u8]) -> (Vec<(String, String)>, Run) {
    let to = folder(test, &[]);
    let arguments = ["split", "--variations", "--to"].map(OsStr::new);
    let more = more.iter().map(OsStr::new);
    let run = kifu_reading(arguments.into_iter().chain([to.as_os_str()]).chain(more), source);
    let entries = fs::read_dir(&to).unwrap().map(|entry| entry.unwrap());
    let file = |entry: fs::DirEntry| {
        let text = fs::read_to_string(entry.path()).unwrap();
        (entry.file_name().into_string().unwrap(), text)
    };
    let mut files: Vec<_> = entries.map(file).collect();
    files.sort();
    (files, run)
}

#[test]
fn each_line_has_a_file_with_what_is_said_of_the_game() {
    let source = b"(;PB[Ann];B[aa](;W[bb])(;W[cc];B[dd]))(;PB[Bob])";
    let (files, run) = split("lines", &["--name={PB}-{game}-{line:2}"], source);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let expected = [
        ("Ann-0-00.sgf", "(;CA[UTF-8]PB[Ann];B[aa];W[bb])\n"),
        ("Ann-0-01.sgf", "(;CA[UTF-8]PB[Ann];B[aa];W[cc];B[dd])\n"),
        ("Bob-1-00.sgf", "(;CA[UTF-8]PB[Bob])\n"),
    ];
    assert_eq!(files, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    let (files, _) = split("lines-named", &[], source);
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["stdin-0001.sgf", "stdin-0002.sgf", "stdin-0003.sgf"]);
}

#[test]
fn the_files_are_the_lines_of_the_library_whatever_the_number_of_jobs() {
    let mut expected = Vec::new();
    let cat = kifu(["cat", RECORDS]).out;
    for game in OwnedTree::parse(&cat).unwrap().game_trees() {
        let tree = game.to_owned_tree();
        expected.extend(lines(&tree).into_iter().map(|line| line + "\n"));
    }
    for jobs in ["-j1", "-j3"] {
        let to = folder("lines-jobs", &[]);
        let arguments = ["split", "--variations", "--name={n:6}", jobs, RECORDS, "--to"];
        let run = kifu(arguments.map(OsStr::new).into_iter().chain([to.as_os_str()]));
        assert_eq!(run.status, 0, "{}", run.messages);
        let files =
            (1..=expected.len()).map(|n| fs::read_to_string(to.join(format!("{n:06}.sgf"))));
        assert!(files.map(Result::unwrap).eq(expected.iter().cloned()));
        assert_eq!(fs::read_dir(&to).unwrap().count(), expected.len());
    }
}

#[test]
fn a_game_whose_lines_would_fill_the_disk_is_left_out() {
    // A variation at each move: every line has all the moves before it.
    let comb = format!("({}{}", ";B[aa](;W[bb])(".repeat(50_000), ";B[cc]");
    let source = format!("{comb}{}(;B[dd](;W[ee])(;W[ff]))", ")".repeat(50_001));
    let (files, run) = split("lines-comb", &[], source.as_bytes());
    assert_eq!((files.len(), run.status), (2, 2));
    assert!(run.messages.contains("of game 0 have "), "{}", run.messages);
    assert!(run.messages.contains("left out"), "{}", run.messages);
    let most = format!("--max-line-bytes={}", 2 * "(;B[dd];W[ee])".len() - 1);
    let (files, run) = split("lines-most", &[&most], b"(;B[dd](;W[ee])(;W[ff]))");
    assert_eq!((files.len(), run.status), (0, 2));
    assert_eq!(kifu(["split", "--to=x", "--max-line-bytes=9", RECORDS]).status, 2);
}

#[test]
fn many_variations_and_deep_ones_are_taken_apart() {
    let wide = format!("(;SZ[9]{})", "(;B[aa])".repeat(100_000));
    let tree = OwnedTree::parse(&wide).unwrap();
    assert_eq!((Lines::of(&tree).count(), lines(&tree).len()), (100_000, 100_000));
    let deep = format!("{}{}", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
    let tree = OwnedTree::parse(&deep).unwrap();
    assert_eq!(lines(&tree), [format!("({})", ";B[aa]".repeat(200_000))]);
}
