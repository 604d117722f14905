//! `kifu transform`, run as a process: its output, its messages and the examples of its help.

use std::ffi::OsStr;

use kifu::go::Symmetry;
use kifu::{Arena, Charset, Parser, WriteOptions};

use crate::program::{folder, kifu, kifu_reading};
use crate::transform::{made_up, transform};

#[test]
fn every_symmetry_of_the_library_has_its_name_and_its_example_is_true() {
    let help = kifu(["transform", "--help"]).out;
    let words: Vec<_> = help.split_whitespace().collect();
    let help = words.join(" ");
    for symmetry in Symmetry::ALL {
        let option = format!("--symmetry={}", symmetry.name());
        let run = kifu_reading(["transform", &option], b"(;B[qd])");
        let point = run.out.trim_end().trim_start_matches("(;CA[UTF-8]B[").trim_end_matches("])");
        assert_eq!((run.status, point.len()), (0, 2), "{}", run.out);
        let (_, said) = help.split_once(&format!("- {}: ", symmetry.name())).unwrap();
        let said = said.split(" - ").next().unwrap();
        let said = said.split(" --").next().unwrap();
        assert!(said.ends_with(&format!(": {point}")) || said == "it stays", "{said}");
        assert_eq!(said == "it stays", point == "qd");
    }
}

#[test]
fn the_command_writes_what_the_library_gives() {
    let mut random = crate::choose::Random::new(8);
    let games: String = (0..50).map(|_| made_up(&mut random)).collect();
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, games.as_bytes());
    let form = WriteOptions::new().break_after_games(true).charset(Charset::UTF_8);
    for swap in ["--swap-colours", "--swap-colors"] {
        let arguments = ["transform", "-q", "--symmetry", "rotate-left", swap];
        let run = kifu_reading(arguments, games.as_bytes());
        let transformed = transform("rotate-left", true).apply(collection);
        assert_eq!((run.status, run.messages.as_str()), (0, ""));
        assert!(run.out == form.display(transformed.tree()).to_string());
    }
}

#[test]
fn each_game_of_which_something_stays_is_reported_once() {
    let games = "(;SZ[9];B[Q16])\n(;GM[11];B[a1])\n(;B[aa]TR[x][y][z])\n(;B[aa])\n";
    let run = kifu_reading(["transform", "--symmetry=rotate-180"], games.as_bytes());
    assert_eq!(run.status, 0);
    assert_eq!(run.out.lines().count(), 4);
    assert_eq!(
        run.messages.lines().collect::<Vec<_>>(),
        [
            "-:1:11: B[Q16] left as it is: not a move of this game",
            "-:2:1: game not transformed: Hex does not write points as go does",
            "-:3:11: TR[x] left as it is: not a point of this game, and 2 more values of this game",
        ]
    );
    let quiet = kifu_reading(["transform", "-q", "--symmetry=rotate-180"], games.as_bytes());
    assert_eq!((quiet.out, quiet.messages.as_str()), (run.out, ""));
}

#[test]
fn nothing_to_change_is_wrong_usage() {
    let run = kifu_reading(["transform"], b"(;B[aa])");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert!(run.messages.contains("--symmetry") && run.messages.contains("--swap-colours"));
}

#[test]
fn a_large_record_is_transformed_in_pieces_on_any_number_of_threads() {
    let record = "(;SZ[9]PB[Ann];B[aa](;W[bb];B[Q16])(;W[cc]LB[aa:x]))\n".repeat(40_000);
    let path = folder("transform-pieces", &[("a.sgfs", record.as_bytes())]);
    let one = "(;CA[UTF-8]SZ[9]PW[Ann];W[ii](;B[hh];W[Q16])(;B[gg]LB[ii:x]))\n";
    let mut messages = Vec::new();
    for jobs in ["-j1", "-j3"] {
        let arguments = ["transform", "--swap-colours", "--symmetry=rotate-180", jobs];
        let run = kifu(arguments.map(OsStr::new).into_iter().chain([path.as_os_str()]));
        assert_eq!(run.status, 0);
        assert!(run.out == one.repeat(40_000), "{jobs}");
        assert_eq!(run.messages.lines().count(), 40_000);
        assert!(
            run.messages.contains(":40000:31: B[Q16] left as it is: "),
            "places are those of the whole"
        );
        messages.push(run.messages);
    }
    assert!(messages[0] == messages[1]);
}
