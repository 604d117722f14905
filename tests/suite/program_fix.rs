//! `kifu check` on what values say, run as a process: what is reported, and what `--fix` does to files.

use std::fs;
use std::path::Path;

use crate::archives::zip;
use crate::program::{folder, kifu, kifu_reading};

/// GBK, line breaks of all kinds, and things to fix.
const BAD: &[u8] =
    b"(;CA[GBK]\r\nPB[\xC0\xEE\xB2\xFD]\rSZ[19:19]\nKM[6,5]\n;Black[a a]\n;W[Q16];C[end\n";
const GOOD: &[u8] =
    b"(;CA[GBK]\r\nPB[\xC0\xEE\xB2\xFD]\rSZ[19]\nKM[6.5]\n;B[aa]\n;W[Q16];C[end\n])";

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The codes of a check in JSON, in order.
fn codes(arguments: &[&str], source: &str) -> Vec<String> {
    let arguments = ["check", "--format=json"].iter().chain(arguments);
    let run = kifu_reading(arguments, source.as_bytes());
    run.lines().iter().map(|line| line["code"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn check_reports_structure_and_values_by_their_places() {
    let source = "(;SZ[abc]KO;B[a a]C[x]C[y];W[])";
    let all = ["bad-root-value", "property-without-value", "repaired-value"];
    assert_eq!(codes(&[], source)[..3], all);
    assert!(!codes(&["--only=structure"], source).contains(&"bad-root-value".into()));
    let values = codes(&["--only", "values"], source);
    assert_eq!(values, ["bad-root-value", "repaired-value"]);
    assert_eq!(codes(&["--only=structure,values"], source), codes(&[], source));
    assert_eq!(codes(&["--only=values", "--skip=repaired-value"], source), ["bad-root-value"]);
    let skipped = ["--skip=repaired-value,property-without-value", "--skip=duplicate-property"];
    assert_eq!(codes(&skipped, source), ["bad-root-value"]);
}

#[test]
fn a_skipped_code_does_not_count() {
    let run = kifu_reading(["check"], b"(;SZ[abc])");
    assert_eq!(run.status, 1);
    assert!(run.out.contains("-:1:6: error[bad-root-value]: SZ cannot be read"), "{}", run.out);
    assert!(run.out.ends_with("  1  error    bad-root-value\n"), "{}", run.out);
    let run = kifu_reading(["check", "--skip", "bad-root-value"], b"(;SZ[abc])");
    assert_eq!((run.status, run.out.as_str()), (0, "1 file: no fault found\n"));
    let run = kifu_reading(["check", "--only=structure"], b"(;SZ[abc])");
    assert_eq!((run.status, run.out.as_str()), (0, "1 file: no fault found\n"));
    let run = kifu_reading(["check", "--skip", "no-such-code"], b"(;)");
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("no-such-code"), "{}", run.messages);
}

#[test]
fn what_the_pedantic_miss_is_reported_when_they_ask() {
    assert_eq!(codes(&[], "(;B[aa];B[bb])"), [""; 0]);
    assert_eq!(codes(&["--pedantic"], "(;B[aa];B[bb])"), ["move-in-root", "same-color-twice"]);
}

#[test]
fn fix_prints_a_diff_and_leaves_the_file() {
    let folder = folder("fix-diff", &[("a.sgf", b"(;SZ[19:19]\n;B[aa]\n)\n"), ("b.sgf", b"(;)")]);
    let path = folder.join("a.sgf");
    let run = kifu(["check", "--fix", shown(&folder)]);
    let expected = format!(
        "--- {0}\n+++ {0}\n@@ -1,3 +1,3 @@\n-(;SZ[19:19]\n+(;SZ[19]\n ;B[aa]\n )\n",
        shown(&path),
    );
    assert_eq!((run.status, run.out), (0, expected));
    assert_eq!(
        run.messages,
        "kifu: 1 would be fixed, 1 without anything to fix, 0 left as is; 0 with errors or \
         warnings that remain\n",
    );
    assert_eq!(fs::read(path).unwrap(), b"(;SZ[19:19]\n;B[aa]\n)\n");
}

#[test]
fn fix_and_write_replace_the_file_once() {
    let folder = folder("fix-write", &[("a.sgf", BAD)]);
    let path = folder.join("a.sgf");
    let run = kifu(["check", "--fix", "--write", "--backup", shown(&folder)]);
    // The move that is none remains.
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(run.messages.starts_with("kifu: 1 fixed, "), "{}", run.messages);
    assert!(
        run.messages.ends_with("; 1 with errors or warnings that remain\n"),
        "{}",
        run.messages
    );
    assert_eq!(
        fs::read(&path).unwrap().escape_ascii().to_string(),
        GOOD.escape_ascii().to_string()
    );
    assert_eq!(fs::read(folder.join("a.sgf.bak")).unwrap(), BAD);

    let run = kifu(["check", "--fix", "--write", "--backup", shown(&path)]);
    assert!(run.messages.starts_with("kifu: 0 fixed, 1 without"), "{}", run.messages);
    assert_eq!(fs::read(&path).unwrap(), GOOD);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);

    fs::write(&path, b"(;SZ[9:9])").unwrap();
    let run = kifu(["check", "--fix", "--write", "--backup", shown(&path)]);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert_eq!(fs::read(folder.join("a.sgf.bak2")).unwrap(), b"(;SZ[9:9])");
    assert_eq!(fs::read(folder.join("a.sgf.bak")).unwrap(), BAD);
}

#[test]
fn fix_does_what_is_asked_for_alone() {
    let source = b"(;SZ[9:9]Black[aa]KO)\n";
    let fixed = |arguments: &[&str]| {
        let run = kifu_reading(["check", "--fix"].iter().chain(arguments), source);
        let lines = run.out.lines().filter_map(|line| line.strip_prefix('+'));
        lines.filter(|line| !line.starts_with("++")).collect::<String>()
    };
    assert_eq!(fixed(&[]), "(;SZ[9]B[aa]KO)");
    assert_eq!(fixed(&["--only=structure"]), "(;SZ[9:9]B[aa]KO)");
    assert_eq!(fixed(&["--only=values"]), "(;SZ[9]Black[aa]KO)");
    assert_eq!(fixed(&["--skip=square-size"]), "(;SZ[9:9]B[aa]KO)");
    assert_eq!(fixed(&["--unsafe-fixes"]), "(;SZ[9]B[aa])");
}

#[test]
fn members_of_archives_and_stdin_are_never_written() {
    let archive = zip(&[("x.sgf", b"(;SZ[9:9])\n")]);
    let folder = folder("fix-zip", &[("a.zip", &archive)]);
    let path = folder.join("a.zip");
    let run = kifu(["check", "--fix", shown(&path)]);
    assert_eq!(run.status, 0);
    assert!(run.out.contains("a.zip!x.sgf\n@@ -1,1 +1,1 @@\n") || run.out.contains("@@ -1 +1 @@"));
    let run = kifu(["check", "--fix", "--write", shown(&path)]);
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("left as it is"), "{}", run.messages);
    assert_eq!(fs::read(&path).unwrap(), archive);
    let run = kifu_reading(["check", "--fix", "--write"], b"(;SZ[9:9])");
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn fix_needs_no_write_and_write_needs_fix() {
    for arguments in [&["--write"][..], &["--backup"], &["--fix", "--backup"], &["--unsafe-fixes"]]
    {
        let run = kifu_reading(["check"].iter().chain(arguments), b"(;)");
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.out);
    }
}

#[test]
fn a_warning_that_remains_is_counted_and_so_is_one_in_what_is_left_as_it_is() {
    let archive = zip(&[("x.sgf", b"(;SZ[9:9])\n")]);
    let folder = folder(
        "fix-remains",
        &[("a.sgf", b"(;DT[garbage]SZ[9:9])"), ("b.sgf", b"(;SZ[9:9])"), ("c.zip", &archive)],
    );
    let run = kifu(["check", "--fix", "--write", shown(&folder)]);
    assert_eq!(run.status, 2);
    let summary = "kifu: 2 fixed, 0 without anything to fix, 1 left as is; 2 with errors or \
                   warnings that remain\n";
    assert!(run.messages.ends_with(summary), "{}", run.messages);
}

#[test]
fn a_file_that_is_named_twice_is_replaced_once() {
    let folder = folder("fix-twice", &[("a.sgf", b"(;SZ[9:9])"), ("b.sgf", b"(;SZ[9:9])")]);
    let [a, b] = ["a.sgf", "b.sgf"].map(|name| folder.join(name));
    let other = folder.join(".").join("a.sgf");
    for jobs in ["--jobs=1", "--jobs=4"] {
        for (command, done) in [(["check", "--fix"], "fixed"), (["fmt", "--quiet"], "")] {
            for path in [&a, &b] {
                fs::write(path, b"(;SZ[9:9] )").unwrap();
            }
            let paths = [shown(&a), shown(&a), shown(&folder), shown(&b), shown(&other)];
            let run = kifu(command.iter().chain(&[jobs, "--write"]).chain(&paths));
            assert_eq!((run.status, run.out.as_str()), (0, ""), "{}", run.messages);
            let expected = if done.is_empty() { "" } else { "kifu: 2 fixed, 0 without" };
            assert!(run.messages.starts_with(expected), "{}", run.messages);
            assert!(!run.messages.contains("changed"), "{}", run.messages);
        }
    }
}

#[test]
fn fixes_without_which_the_names_would_be_misread_are_left_out_and_reported() {
    // Big5, which only the result shows.
    let source = b"(;PB[\xA9P]PW[\xB3\x5C]RE[\xA5\xD5\xB3\xD3];B[a a])";
    let good = b"(;PB[\xA9P]PW[\xB3\x5C]RE[\xA5\xD5\xB3\xD3];B[aa])";
    let folder = folder("fix-charset", &[("a.sgf", source)]);
    let path = folder.join("a.sgf");
    let run = kifu(["check", "--fix", "--write", shown(&path)]);
    assert_eq!(fs::read(&path).unwrap(), good);
    let reported = format!("{}:1:18: 1 fix left out: ", shown(&path));
    assert!(run.messages.contains(&reported), "{}", run.messages);
    let again = kifu(["check", "--fix", "--write", "--unsafe-fixes", shown(&path)]);
    assert!(again.messages.contains(&reported), "{}", again.messages);
    assert_eq!(fs::read(&path).unwrap(), good);
}
