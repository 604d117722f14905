//! `kifu split`, run as a process: the files that it makes, how they are called, and what it never
//! touches.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::archives::{archives, zip};
use crate::program::{RECORDS, Run, folder, kifu, kifu_reading};

/// The names in a folder, in their order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

/// Splits what comes from stdin into a new folder of this test's own.
fn split(test: &str, pattern: &str, source: &[u8]) -> (PathBuf, Run) {
    let folder = folder(test, &[]);
    let arguments = ["split", "--quiet", "--name", pattern, "--to"].map(OsStr::new);
    let run = kifu_reading(arguments.iter().copied().chain([folder.as_os_str()]), source);
    (folder, run)
}

/// The names that a pattern gives to the games.
fn named(pattern: &str, source: &[u8]) -> Vec<String> {
    let (folder, run) = split("split-named", pattern, source);
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""), "{pattern}");
    names(&folder)
}

#[test]
fn each_game_has_a_file_that_takes_it_as_cat_writes_it() {
    let folder = folder("split", &[("in.sgfs", b"(;CA[GBK]C[\xC6\xE5] )(;C[a\nb])\n(;KO;B[aa])")]);
    let (input, to) = (folder.join("in.sgfs"), folder.join("a/b"));
    let arguments = ["split".as_ref(), input.as_os_str(), "--to".as_ref(), to.as_os_str()];
    let run = kifu(arguments);
    let reported = "kifu: 1 fault in the records, see `kifu check`\n";
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", reported));
    assert_eq!(names(&to), ["in-0001.sgf", "in-0002.sgf", "in-0003.sgf"]);
    let written = names(&to).into_iter().map(|name| fs::read_to_string(to.join(name)).unwrap());
    let cat = kifu(["cat".as_ref(), input.as_os_str()]).out;
    assert_eq!(written.collect::<String>(), cat);
    assert_eq!(fs::read_to_string(to.join("in-0001.sgf")).unwrap(), "(;CA[UTF-8]C[棋])\n");
}

#[test]
fn the_sample_records_come_back_together_as_they_were() {
    let folder = folder("split-records", &[]);
    let run = kifu([
        "split".as_ref(),
        RECORDS.as_ref(),
        "--to".as_ref(),
        folder.as_os_str(),
        "--name".as_ref(),
        "{n:6}".as_ref(),
    ]);
    assert_eq!(run.status, 0);
    assert!(kifu(["cat".as_ref(), folder.as_os_str()]).out == kifu(["cat", RECORDS]).out);
}

#[test]
fn a_pattern_takes_its_values_from_the_game() {
    let source =
        "(;PB[Ann]PW[Bob]RE[B+2]DT[2016-03-09];B[aa])(;PB[桑原秀策]EV[Oteai];B[aa])".as_bytes();
    for (pattern, expected) in [
        ("{PB}-{PW} {RE}.sgf", ["Ann-Bob B+2.sgf", "桑原秀策-_ _.sgf"]),
        ("{n}", ["1.sgf", "2.sgf"]),
        ("{n:3}{n}.SGF", ["0011.SGF", "0022.SGF"]),
        ("{stem}-{game:2}.mgt", ["stdin-00.mgt", "stdin-01.mgt"]),
        ("{DT}{{x}}.sgfs", ["2016-03-09{x}.sgfs", "_{x}.sgfs"]),
        ("game", ["game-2.sgf", "game.sgf"]),
        ("x.txt", ["x.txt-2.sgf", "x.txt.sgf"]),
    ] {
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        assert_eq!(named(pattern, source), expected, "{pattern}");
    }
    let rows = kifu_reading(["games", "--format=ndjson"], source).lines();
    let hash = rows[0]["main_line_hash"].as_str().unwrap();
    assert_eq!(named("{hash}", source), [format!("{hash}-2.sgf"), format!("{hash}.sgf")]);
}

#[test]
fn the_stem_is_that_of_the_file_or_member() {
    let archive = zip(&[("d/one.sgf", b"(;)"), ("two", b"(;)"), ("../d\\three.x.sgf", b"(;)")]);
    let folder = folder(
        "split-stem",
        &[
            ("in/a.zip", &archive),
            ("in/b.sgf.gz", &crate::archives::gz(b"(;)")),
            ("in/c.sgf", b"(;)"),
        ],
    );
    let to = folder.join("out");
    let run = kifu([
        "split".as_ref(),
        folder.join("in").as_os_str(),
        "--to".as_ref(),
        to.as_os_str(),
        "--name={stem}".as_ref(),
    ]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(names(&to), ["b.sgf", "c.sgf", "one.sgf", "three.x.sgf"]);
}

#[test]
fn a_wrong_pattern_is_wrong_usage() {
    for pattern in [
        "", ".sgf", "{", "}", "{}", "{x}", "{pb}", "{PB:3}", "{n:0}", "{n:21}", "{n:x}", "{P-B}",
        "a/{n}", "a\\{n}", "../{n}", "a\n{n}", "{n}:b", "{/}",
    ] {
        let (folder, run) = split("split-wrong", pattern, b"(;)");
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{pattern}");
        assert!(run.messages.contains("--name"), "{}", run.messages);
        assert!(names(&folder).is_empty());
    }
}

#[test]
fn hostile_values_make_harmless_names() {
    let long = "x".repeat(10_000);
    let wide = "棋".repeat(10_000);
    let (long_name, wide_name) = ("x".repeat(80), "棋".repeat(26));
    let cases: [(&str, &str); 24] = [
        ("../../x", "_._.._x"),
        ("/etc/passwd", "_etc_passwd"),
        (r"C:\\con", "C__con"),
        (".", "_"),
        ("..", "_."),
        (".bashrc", "_bashrc"),
        ("-rf", "_rf"),
        ("CON", "_CON"),
        ("con", "_con"),
        ("nul.txt", "_nul.txt"),
        ("Com1", "_Com1"),
        ("COM¹", "_COM¹"),
        ("COM10", "COM10"),
        ("console", "console"),
        ("", "_"),
        (" \t ", "_"),
        ("a\nb", "a b"),
        ("a\u{0}b\u{1b}[2J\u{7f}\u{85}c", "a_b_[2J_ c"),
        ("a\u{202e}fgs\u{200b}\u{feff}", "a_fgs__"),
        ("a*?\"<>|b", "a______b"),
        ("{n}", "{n}"),
        ("\u{3000}棋 ", "棋"),
        (&long, &long_name),
        (&wide, &wide_name),
    ];
    for (value, expected) in cases {
        let source = format!("(;CA[UTF-8]PB[{value}])");
        let names = named("{PB}", source.as_bytes());
        assert_eq!(names, [format!("{expected}.sgf")], "{value:?}");
    }
    let all: String = cases.iter().map(|(value, _)| format!("(;CA[UTF-8]PB[{value}])")).collect();
    let (folder, run) = split("split-hostile/in/here", "{PB}{PB}{PB}{PB}", all.as_bytes());
    assert_eq!(run.status, 0);
    assert_eq!(names(&folder).len(), cases.len(), "no game is lost");
    assert!(names(&folder).iter().all(|name| name.len() <= 255));
    let above = |levels: usize| names(folder.ancestors().nth(levels).unwrap());
    assert_eq!((above(1), above(2)), (vec!["here".to_owned()], vec!["in".to_owned()]));
}

#[test]
fn a_member_is_never_written_where_its_name_says() {
    for (archive, bytes) in archives(&[("../../escaped.sgf", b"(;B[aa])"), ("/abs.sgf", b"(;)")]) {
        let folder = folder("split-escape/in/here", &[(archive, &bytes)]);
        let to = folder.join("to");
        let run = kifu([
            "split".as_ref(),
            folder.join(archive).as_os_str(),
            "--to".as_ref(),
            to.as_os_str(),
        ]);
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{archive}");
        assert_eq!(names(&to), ["abs-0002.sgf", "escaped-0001.sgf"], "{archive}");
        assert_eq!(names(&folder), [archive, "to"]);
    }
}

#[test]
fn nothing_is_replaced_unless_that_is_asked_for() {
    let folder = folder("split-there", &[("b.sgf", b"kept"), ("c.sgf/x", b"kept")]);
    let run = |more: &[&str]| {
        let arguments = ["split", "--name={PB}", "--to"].map(OsStr::new);
        let more = more.iter().map(OsStr::new);
        kifu_reading(
            arguments.into_iter().chain([folder.as_os_str()]).chain(more),
            b"(;PB[a])(;PB[b])(;PB[c])(;PB[d])",
        )
    };
    let first = run(&[]);
    assert_eq!(first.status, 2);
    let reported: Vec<_> = first.messages.lines().collect();
    assert_eq!(reported.len(), 2, "{}", first.messages);
    assert!(reported[0].ends_with("b.sgf: is there already, left as it is"), "{}", reported[0]);
    assert_eq!(fs::read(folder.join("b.sgf")).unwrap(), b"kept");
    assert_eq!(names(&folder), ["a.sgf", "b.sgf", "c.sgf", "d.sgf"], "and nothing beside them");
    assert_eq!(run(&[]).messages.lines().count(), 4);
    let overwritten = run(&["--overwrite"]);
    assert_eq!((overwritten.status, overwritten.messages.lines().count()), (2, 1));
    assert_eq!(fs::read(folder.join("b.sgf")).unwrap(), b"(;CA[UTF-8]PB[b])\n");
    assert_eq!(fs::read(folder.join("c.sgf/x")).unwrap(), b"kept");
    assert_eq!(names(&folder).len(), 4);
}

#[test]
#[cfg(unix)]
fn a_link_is_replaced_and_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = folder("split-link", &[("target", b"kept"), ("to/x", b"")]);
    let to = folder.join("to");
    symlink("../target", to.join("a.sgf")).unwrap();
    symlink("../nowhere", to.join("b.sgf")).unwrap();
    let run = |more: &str| {
        let arguments = ["split", more, "--name={PB}", "--to"].map(OsStr::new);
        kifu_reading(arguments.into_iter().chain([to.as_os_str()]), b"(;PB[a])(;PB[b])")
    };
    assert_eq!((run("-q").status, names(&folder)), (2, vec!["target".to_owned(), "to".to_owned()]));
    assert_eq!(run("--overwrite").status, 0);
    assert_eq!(fs::read(folder.join("target")).unwrap(), b"kept");
    assert_eq!(names(&folder), ["target", "to"]);
    assert!(to.join("a.sgf").symlink_metadata().unwrap().is_file());
}

#[test]
fn no_game_of_a_run_replaces_another() {
    let source = b"(;PB[Ann];B[aa])(;PB[ANN];B[bb])(;PB[ann-2];B[cc])(;PB[Ann];B[dd])";
    for overwrite in ["--overwrite", "--quiet"] {
        let folder = folder("split-twice", &[]);
        let arguments = ["split", overwrite, "--name={PB}", "--to"].map(OsStr::new);
        let run = kifu_reading(arguments.into_iter().chain([folder.as_os_str()]), source);
        assert_eq!((run.status, run.messages.as_str()), (0, ""));
        assert_eq!(names(&folder), ["ANN-2.sgf", "Ann-3.sgf", "Ann.sgf", "ann-2-2.sgf"]);
        let last = fs::read_to_string(folder.join("Ann-3.sgf")).unwrap();
        assert_eq!(last, "(;CA[UTF-8]PB[Ann];B[dd])\n");
    }
}

#[test]
fn the_files_are_the_same_whatever_the_number_of_jobs() {
    let record = |n: usize| format!("(;PB[{}]C[{}])", n % 7, "long ".repeat(n)).repeat(2);
    let records: Vec<_> = (0..600).map(|n| (format!("{n}.sgf"), record(n))).collect();
    let members: Vec<_> =
        records.iter().map(|(name, record)| (name.as_str(), record.as_bytes())).collect();
    let input = folder("split-jobs", &[("a.zip", &zip(&members))]);
    let files = |jobs: &str| {
        let to = folder(&format!("split-jobs{jobs}"), &[]);
        let arguments = ["split", jobs, "--name={PB}", "--to"].map(OsStr::new);
        let run = kifu(arguments.into_iter().chain([to.as_os_str(), input.as_os_str()]));
        assert_eq!((run.status, run.messages.as_str()), (0, ""));
        let read = |name: String| (fs::read(to.join(&name)).unwrap(), name);
        names(&to).into_iter().map(read).collect::<Vec<_>>()
    };
    let one = files("-j1");
    assert_eq!(one.len(), 1200);
    assert!(files("-j2") == one && files("-j5") == one);
}

#[test]
fn the_folder_must_not_be_among_the_inputs() {
    let folder = folder("split-inside", &[("in/a.sgf", b"(;)")]);
    let input = folder.join("in");
    for to in [input.clone(), input.join("new")] {
        let run = kifu(["split".as_ref(), input.as_os_str(), "--to".as_ref(), to.as_os_str()]);
        assert_eq!(run.status, 2);
        assert!(run.messages.contains("is read"), "{}", run.messages);
    }
    let run = kifu([
        "split".as_ref(),
        input.join("a.sgf").as_os_str(),
        "--to".as_ref(),
        input.as_os_str(),
    ]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""), "a file beside it may be read");
    let file = input.join("a.sgf");
    let run = kifu(["split".as_ref(), file.as_os_str(), "--to".as_ref(), file.as_os_str()]);
    assert_eq!(run.status, 2);
    assert!(run.messages.starts_with("kifu: cannot write the output: "), "{}", run.messages);
}

#[test]
fn a_strict_reader_leaves_the_input_out() {
    let (folder, run) = split("split-strict", "{n}", b"(;B[aa])(;;KO)");
    assert_eq!((run.status, names(&folder).len()), (0, 2));
    fs::remove_dir_all(&folder).unwrap();
    let arguments = ["split", "--strict", "--to"].map(OsStr::new);
    let run = kifu_reading(arguments.into_iter().chain([folder.as_os_str()]), b"(;B[aa])(;;KO)");
    assert_eq!((run.status, names(&folder).len()), (1, 0));
}
