//! What a person sees of a run: names without what a terminal obeys, tables cut to it, errors where
//! output or input is missing, and usage in plain words.

use std::ffi::OsStr;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::archives::{archives, zip};
use crate::program::{folder, kifu, kifu_reading, program};

/// A name that colours a terminal, forges lines and turns letters around.
const NAME: &str = "x\x1b[31m\r\nfake: error\u{202e}\u{200b}.sgf";

/// The same as it is shown.
const SHOWN: &str = r"x\u{1b}[31m\r\nfake: error\u{202e}\u{200b}.sgf";

/// Whether nothing in it is obeyed by a terminal, line by line.
fn is_harmless(text: &str) -> bool {
    text.lines()
        .all(|line| !line.contains(|c: char| c.is_control() || "\u{202e}\u{200b}".contains(c)))
}

#[test]
fn no_name_of_a_file_reaches_a_terminal_as_it_is() {
    let folder = folder("shown-files", &[(NAME, b"(;;KO)"), ("sub/b.sgf", b"(;)")]);
    let path = folder.join(NAME);
    fs::write(folder.join("sub").join(NAME), "PK\x03\x04").unwrap();
    for line in [
        "check",
        "check --format=short",
        "check --strict",
        "check -o out",
        "fmt --check",
        "fmt --write",
        "games",
        "games --strict",
        "stats",
        "cat",
    ] {
        let mut command = program();
        command.args(line.split(' ')).args([&folder, &folder.join(format!("no{NAME}"))]);
        let output = command.current_dir(folder.parent().unwrap()).output().unwrap();
        let [out, messages] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert_eq!(output.status.code(), Some(2), "{line}: one is missing");
        assert!(is_harmless(&out) && is_harmless(&messages), "{line}: {out:?} {messages:?}");
        assert!(messages.contains(&format!("no{SHOWN}: No such file")), "{line}: {messages}");
    }
    let written = fs::read_to_string(folder.parent().unwrap().join("out")).unwrap();
    assert!(written.contains(SHOWN) && is_harmless(&written), "{written:?}");
    let run = kifu(["check".as_ref(), "--format=short".as_ref(), path.as_os_str()]);
    assert!(run.out.contains(&format!("{SHOWN}:1:4: error[")), "{}", run.out);
    let run = kifu(["cat".as_ref(), "-o".as_ref(), path.as_os_str(), path.as_os_str()]);
    assert!(run.status == 2 && is_harmless(&run.messages), "{:?}", run.messages);
    let to = folder.join(NAME).join("x");
    let run = kifu(["split".as_ref(), "--to".as_ref(), to.as_os_str(), path.as_os_str()]);
    assert!(run.status == 2 && is_harmless(&run.messages), "{:?}", run.messages);
    let run = kifu([OsStr::new("check"), OsStr::new("--fo\x1b[31mo\u{202e}")]);
    assert!(run.status == 2 && is_harmless(&run.messages), "{:?}", run.messages);
    let run = kifu([OsStr::new(NAME)]);
    assert!(run.status == 2 && is_harmless(&run.messages), "{:?}", run.messages);
}

#[test]
fn data_keeps_the_truth_about_names() {
    for (archive, bytes) in archives(&[(NAME, b"(;;KO)")]) {
        let folder = folder("shown-members", &[(archive, &bytes)]);
        let path = folder.join(archive);
        let run = |line: &str| {
            let arguments = line.split(' ').map(OsStr::new);
            kifu(arguments.chain([path.as_os_str()]))
        };
        let [row] = run("games --format=ndjson").lines().try_into().unwrap();
        let member = row["member"].as_str().unwrap();
        assert_eq!(member, NAME, "{archive}");
        let [found] = run("check --format=json").lines().try_into().unwrap();
        assert!(found["path"].as_str().unwrap().ends_with(NAME), "{archive}");
        assert!(run("games --format=csv").out.contains(NAME), "{archive}");
        let short = run("check --format=short");
        assert!(short.out.contains(SHOWN) && is_harmless(&short.out), "{archive}: {}", short.out);
        let table = run("games").out;
        assert!(table.contains(SHOWN) && is_harmless(&table), "{archive}: {table}");
    }
}

#[test]
fn no_text_of_a_record_reaches_a_terminal_as_it_is() {
    let source =
        "(;PB[a\u{202e}b\x1b[31m\\]c]PW[d\u{200b}]RE[\u{2066}B]DT[\u{9b}1]GM[\x1b[2J\\]];KO)";
    let folder = folder("shown-texts", &[("a.sgf", source.as_bytes())]);
    for line in ["games", "stats", "check --format=short", "check"] {
        let run = kifu(line.split(' ').map(OsStr::new).chain([folder.as_os_str()]));
        assert!(is_harmless(&run.out) && is_harmless(&run.messages), "{line}: {:?}", run.out);
    }
    let table = kifu(["games".as_ref(), folder.as_os_str()]).out;
    assert!(table.contains(r"a\u{202e}b\u{1b}[31m]c"), "{table}");
    let rows = kifu(["games".as_ref(), "--format=ndjson".as_ref(), folder.as_os_str()]).lines();
    assert_eq!(rows[0]["PW"], "d\u{200b}");
}

/// What a command shows on a terminal of so many columns; `None` where none can be made.
fn on_terminal(folder: &Path, columns: u32, line: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_kifu");
    let line =
        format!("stty cols {columns} rows 25; {}", line.replace("KIFU", &format!("'{program}'")));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(folder).stdin(Stdio::null());
    let output = command.env("TERM", "xterm").env_remove("COLUMNS").output();
    match output {
        Ok(output) => Some(String::from_utf8(output.stdout).unwrap().replace('\r', "")),
        Err(error) => {
            eprintln!("not tested, for there is no terminal: script: {error}");
            None
        }
    }
}

#[test]
fn a_table_is_cut_on_a_terminal_and_nowhere_else() {
    let record = format!("(;PB[{}]DT[1926-11-20,21,22];B[aa])", "Black ".repeat(20));
    let name = format!("{}/end.sgf", "a-long-way".repeat(10));
    let folder = folder("shown-table", &[(&name, record.as_bytes())]);
    let cut = |shown: &str, columns: usize| {
        let row = shown.lines().find(|line| line.contains("Black")).unwrap().to_owned();
        assert_eq!(row.chars().count(), columns, "{row}");
        assert!(row.ends_with("-way/end.sgf") && row.matches('…').count() == 2, "{row}");
        assert!(row.contains("  1926-11-20,21,22  "), "{row}");
    };
    let Some(shown) = on_terminal(&folder, 70, "KIFU games .") else { return };
    cut(&shown, 70);
    cut(&on_terminal(&folder, 70, "COLUMNS=90 KIFU games .").unwrap(), 90);
    cut(&on_terminal(&folder, 70, "COLUMNS=none KIFU games .").unwrap(), 70);
    for line in ["KIFU games . | cat", "COLUMNS=60 KIFU games . | cat", "KIFU games . -o t; cat t"]
    {
        let shown = on_terminal(&folder, 70, line).unwrap();
        assert!(shown.contains(&"Black ".repeat(20)) && shown.contains(&name), "{line}: {shown}");
    }
    let lines = |line| on_terminal(&folder, 90, line).unwrap().lines().count();
    assert!(lines("COLUMNS=50 KIFU check --help") > lines("KIFU check --help") + 20);
}

/// A run by a shell that closes streams or pipes.
fn by_shell(folder: &Path, line: &str) -> (i32, String) {
    let line = line.replace("KIFU", &format!("'{}'", env!("CARGO_BIN_EXE_kifu")));
    let output = Command::new("bash").args(["-c", &line]).current_dir(folder).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_closed_stdout_is_an_error() {
    let folder = folder("shown-closed", &[("a.sgf", b"( ;B[aa])")]);
    for command in ["check", "stats", "json", "fmt", "fmt --check", "games", "cat", "cat -o -"] {
        let (status, messages) = by_shell(&folder, &format!("KIFU {command} a.sgf >&-"));
        let reported = "kifu: cannot write the output: stdout is closed\n";
        assert_eq!((status, messages.as_str()), (2, reported), "{command}");
    }
    for line in ["cat a.sgf -o out", "split a.sgf --to to", "fmt -q --write a.sgf", "man --to man"]
    {
        let (status, messages) = by_shell(&folder, &format!("KIFU {line} >&-"));
        assert_eq!((status, messages.as_str()), (0, ""), "{line} does not need it");
    }
    for line in ["man", "completions bash", "--help", "check -h", "--version", "help games"] {
        for closed in [">&-", ">/dev/full"] {
            let (status, messages) = by_shell(&folder, &format!("KIFU {line} {closed}"));
            assert_eq!((status, messages.lines().count()), (2, 1), "{line} {closed}: {messages}");
        }
    }
    assert_eq!(by_shell(&folder, "KIFU --help | true; exit ${PIPESTATUS[0]}"), (0, String::new()));
    // A program that throws the output away may open it for reading too.
    assert_eq!(by_shell(&folder, "KIFU cat a.sgf 1<>/dev/null"), (0, String::new()));
    let (status, messages) = by_shell(&folder, "KIFU cat - <&-");
    assert_eq!((status, messages.as_str()), (2, "kifu: -: stdin is closed\n"));
}

#[test]
fn a_reader_who_has_seen_enough_does_not_change_what_was_found() {
    let faulty = b"(;;KO)\n".repeat(100_000);
    let folder = folder("shown-pipe", &[("a.sgf", &faulty), ("b.sgf", b"(;B[aa])")]);
    for format in ["long", "short", "json"] {
        for jobs in ["-j1", "-j3"] {
            let mut command = program();
            command.args(["check", jobs, "--format", format]).arg(&folder);
            let mut child = command.spawn().unwrap();
            let mut start = [0; 16];
            child.stdout.take().unwrap().read_exact(&mut start).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), output.stderr), (Some(1), vec![]), "{format} {jobs}");
        }
    }
}

#[test]
fn nothing_read_is_no_success() {
    let none = zip(&[("a.txt", b"(;)"), ("d/b.doc", b"(;)"), ("d/", b"")]);
    let folder = folder(
        "shown-nothing",
        &[
            ("texts/a.txt", b"(;)"),
            ("texts/d/b.md", b"(;)"),
            ("none.zip", &none),
            ("z.sgf", b"(;)"),
        ],
    );
    fs::create_dir(folder.join("empty")).unwrap();
    for command in ["check", "stats", "json", "fmt", "fmt --check", "fmt --write", "games", "cat"] {
        let run = |input: &str, more: &[&str]| {
            let path = folder.join(input);
            let arguments = command.split(' ').chain(more.iter().copied()).map(OsStr::new);
            let run = kifu(arguments.chain([path.as_os_str()]));
            let last = run.messages.lines().last().unwrap_or_default().to_owned();
            (run.status, last)
        };
        let (status, message) = run("empty", &[]);
        let reported = "kifu: no record found (--allow-empty makes this a success)";
        assert_eq!((status, message.as_str()), (2, reported), "{command}");
        for input in ["texts", "none.zip"] {
            let (status, message) = run(input, &["-q"]);
            assert!(
                status == 2 && message.contains("; 2 files passed over"),
                "{command}: {message}"
            );
        }
        for input in ["empty", "texts", "none.zip"] {
            assert_eq!(run(input, &["--allow-empty"]).0, 0, "{command} {input}");
        }
        assert!([0, 1].contains(&run("z.sgf", &[]).0), "{command}");
    }
    for (name, archive) in archives(&[("a.txt", b"(;)"), ("b.txt", b"(;)")]) {
        fs::write(folder.join(name), archive).unwrap();
        let run = kifu(["stats".as_ref(), folder.join(name).as_os_str()]);
        assert!(run.status == 2 && run.messages.contains("; 2 files"), "{name}: {}", run.messages);
    }
    let run = kifu(["stats".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""), "there is a record after all");
}

#[test]
fn records_without_a_game_are_nothing_read_whether_or_not_the_output_is_there() {
    let files: &[(&str, &[u8])] = &[("none/a.sgf", b""), ("none/b.sgf", b" "), ("j.sgf", b"junk")];
    let folder = folder("shown-no-game", files);
    let new = folder.join("new");
    for input in ["none", "none/a.sgf", "j.sgf"] {
        let input = folder.join(input);
        let input = input.to_str().unwrap();
        for command in ["cat", "games", "json", "stats", "fmt", "cat --strict"] {
            let run = kifu(command.split(' ').chain([input]));
            let reported = "kifu: no game in the records (--allow-empty makes this a success)\n";
            // A fault that --strict met is what was asked for.
            let is_strict = command == "cat --strict";
            let status = if is_strict { 1 } else { 2 };
            assert_eq!(run.status, status, "{command} {input}");
            if !is_strict {
                assert!(run.messages.ends_with(reported), "{command} {input}: {}", run.messages);
                let allowed = kifu([command, "--allow-empty", input]);
                assert_eq!(allowed.status, 0, "{command} {input}: {}", allowed.messages);
            }
            let arguments = [&["-o", new.to_str().unwrap(), input][..]].concat();
            for old in [None, Some("(;B[aa])")] {
                let _ = fs::remove_file(&new);
                if let Some(old) = old {
                    fs::write(&new, old).unwrap();
                }
                let run = kifu(command.split(' ').chain(arguments.iter().copied()));
                let reported = ": not written: no game was read\n";
                assert!(run.messages.contains(reported), "{command} {input}: {}", run.messages);
                assert_eq!(run.status, 2, "{command} {input}");
                assert_eq!(fs::read_to_string(&new).ok().as_deref(), old, "{command} {input}");
            }
        }
        // Faults are what these look for.
        for command in ["check", "fmt --check", "fmt --write", "check -o new"] {
            let arguments = command.split(' ').map(|it| match it {
                "new" => new.to_str().unwrap(),
                other => other,
            });
            assert_eq!(kifu(arguments.chain([input])).status, 1, "{command} {input}");
        }
    }
}

#[test]
fn messages_name_what_was_given_and_not_what_was_made_of_it() {
    let folder = folder("shown-given", &[("in/a.sgf", b"(;B[aa])")]);
    let [input, missing] = ["in", "none/x.sgf"].map(|name| folder.join(name));
    let [input, missing] = [&input, &missing].map(|it| it.to_str().unwrap());
    let run = kifu(["cat", input, "-o", missing]);
    let no_folder = format!("the folder '{}' does not exist\n", folder.join("none").display());
    assert!(run.status == 2 && run.messages.ends_with(&no_folder), "{}", run.messages);
    #[cfg(unix)]
    {
        let link = folder.join("link");
        std::os::unix::fs::symlink(missing, &link).unwrap();
        let run = kifu(["cat", input, "-o", link.to_str().unwrap()]);
        assert!(run.status == 2 && run.messages.ends_with(&no_folder), "{}", run.messages);
    }
    let inside = format!("{input}/out.sgf");
    let run = kifu(["cat", input, "-o", &inside]);
    let reported = format!("{inside}: is in the folder '{input}', which is read\n");
    assert!(run.status == 2 && run.messages.ends_with(&reported), "{}", run.messages);
    let run = kifu(["split", input, "--to", input]);
    let reported = format!("{input}: is a folder that is read; name another one\n");
    assert!(run.status == 2 && run.messages.ends_with(&reported), "{}", run.messages);
    let run = kifu(["cat", ""]);
    assert_eq!((run.status, &*run.messages), (2, "kifu: '': an empty path names no file\n"));
}

#[test]
fn wrong_usage_shows_the_usage_of_the_command_with_its_path_optional() {
    let folder = folder("shown-usage", &[("-dash.sgf", b"(;B[aa])")]);
    for (arguments, reported) in [
        ("fmt --write -", "Usage: kifu fmt [OPTIONS] [PATH]...\n"),
        ("help nosuch", "Usage: kifu help [COMMAND]\n"),
        ("properties XYZ", "Usage: kifu properties [OPTIONS] [IDENT]\n"),
        ("check --fix --strict a.sgf", "Usage: kifu check --fix [PATH]...\n"),
        ("json --flat --sequences a.sgf", "Usage: kifu json --flat [PATH]...\n"),
        ("split a.sgf", "Usage: kifu split --to <DIR> [PATH]...\n"),
        ("cat -j -1 a.sgf", "for '--jobs <N>': a whole number is needed, such as 4\n"),
        ("cat --max-member-bytes 0 a.sgf", "it has to be 1 or more\n"),
        ("cat -dash.sgf", "for the file '-dash.sgf' write './-dash.sgf', or '--' before it\n"),
    ] {
        let mut command = program();
        let output = command.args(arguments.split(' ')).current_dir(&folder).output().unwrap();
        let messages = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {messages}");
        assert!(messages.contains(reported), "{arguments}: {messages}");
    }
}

#[test]
fn what_is_said_of_all_records_may_stand_before_the_command() {
    let source = b"(;;KO)";
    for line in
        ["--strict cat -q", "-q cat --strict", "-q --strict -j1 cat", "-j 2 cat --strict -q"]
    {
        let run = kifu_reading(line.split(' '), source);
        assert_eq!((run.status, run.messages.as_str()), (1, ""), "{line}");
    }
    let run = kifu_reading(["--charset=Big5", "json"], b"(;B[aa])").lines();
    assert_eq!(run[0]["charsets"][0], "Big5");
    let run = kifu_reading(["--charset=Big5", "json", "--charset=GBK"], b"(;B[aa])").lines();
    assert_eq!(run[0]["charsets"][0], "GBK", "the one after the command counts");
    let twice = kifu_reading("check -q -q --format long --format json".split(' '), source);
    assert_eq!((twice.status, twice.messages.as_str()), (1, ""), "the last one counts");
}

#[test]
fn bytes_take_a_letter_and_bad_numbers_are_told_in_plain_words() {
    let big = "(;C[".to_owned() + &"x".repeat(3000) + "])";
    let archive = zip(&[("a.sgf", big.as_bytes())]);
    let folder = folder("shown-bytes", &[("a.zip", &archive)]);
    let run = |bytes: &str| {
        let limit = format!("--max-member-bytes={bytes}");
        kifu(["stats".as_ref(), OsStr::new(&limit), folder.as_os_str()])
    };
    for enough in ["4096", "3K", "3kb", "3KiB", "1M", "1G", "1TiB"] {
        assert_eq!(run(enough).status, 0, "{enough}");
    }
    assert_eq!(run("2K").status, 2);
    for (arguments, reported) in [
        ("--max-member-bytes=2X", "a number of bytes is needed, such as 65536, 64K, 256M or 2GiB"),
        ("--max-member-bytes=99999999T", "it is too large"),
        ("--jobs=0", "it has to be 1 or more"),
        ("--jobs=four", "a whole number is needed, such as 4"),
        ("--charset=klingon", "no such character set is known"),
    ] {
        let run = kifu(["stats", arguments, "."]);
        assert_eq!(run.status, 2, "{arguments}");
        assert!(run.messages.contains(reported), "{arguments}: {}", run.messages);
    }
    let run = kifu(["fmt", "--max-width=wide", "."]);
    assert!(run.messages.contains("a whole number is needed"), "{}", run.messages);
}

#[test]
fn errors_of_usage_have_the_colours_that_are_asked_for_and_no_tip_that_leads_nowhere() {
    for (arguments, coloured) in [
        (&["--color=always", "check", "--foo"][..], true),
        (&["check", "--foo", "--color", "always"], true),
        (&["check", "--jobs=x", "--color=always"], true),
        (&["--color=always", "fmt", "--write", "-"], true),
        (&["--color=never", "check", "--foo"], false),
        (&["check", "--foo"], false),
        (&["check", "--foo", "--", "--color=always"], false),
    ] {
        let run = kifu(arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert_eq!(run.messages.contains('\x1B'), coloured, "{arguments:?}: {}", run.messages);
    }
    let run = kifu(["check", "--foo"]);
    assert!(!run.messages.contains("tip:"), "{}", run.messages);
    assert!(!run.messages.contains("\n\n\n"), "{}", run.messages);
    assert!(kifu(["check", "--formt"]).messages.contains("--format"), "a tip that is of use stays");
    let folder = folder("shown-tip", &[("--foo", b"(;)")]);
    let output = program().args(["check", "--foo"]).current_dir(folder).output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.contains("-- --foo"), "there is such a file: {messages}");
    assert!(kifu(["README.md"]).messages.contains("'kifu check README.md'"));
}

#[test]
fn completions_know_character_sets_and_pages() {
    for shell in ["bash", "zsh", "fish"] {
        let script = kifu(["completions", shell]).out;
        for word in ["gb18030", "Shift_JIS", "allow-empty"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
    }
    let bash = kifu(["completions", "bash"]).out;
    let man = bash.split("kifu__subcmd__man)").last().unwrap();
    let options = man.split("esac").next().unwrap();
    assert!(
        options.contains("check stats games moves json fmt cat split dedupe strip transform"),
        "{options}"
    );
    assert!(kifu(["man", "nonesuch"]).messages.contains("games"), "it says which pages there are");
    assert!(kifu(["games", "--help"]).out.contains("formula"));
}

#[test]
fn a_gm_that_is_no_number_is_counted_as_it_stands() {
    let many: String = (0..3000).map(|n| format!("(;GM[kind {n}])")).collect();
    let source = format!("(;GM[go])(;GM[go])(;GM[1])(;GM[{}]){many}", "long".repeat(30));
    let [stats] =
        kifu_reading(["stats", "--format=json"], source.as_bytes()).lines().try_into().unwrap();
    let games = stats["by_game"].as_object().unwrap();
    assert_eq!((&games["go"], &games["1"]), (&2.into(), &1.into()));
    assert!(games.keys().all(|name| name.chars().count() <= 41), "{games:?}");
    assert!(games.len() <= 1000, "what is reported is bounded");
    let sum: u64 = games.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(sum, 3004);
    let files: Vec<_> = (0..3000)
        .map(|n| (format!("{n}.sgf"), format!("(;GM[kind {}]{})", n * 7 % 3000, "C[x]".repeat(99))))
        .collect();
    let members: Vec<_> = files.iter().map(|(name, it)| (name.as_str(), it.as_bytes())).collect();
    let folder = folder("shown-gm", &[("a.zip", &zip(&members))]);
    let counted = |jobs: &str| {
        let json = ["stats", "--format=json", jobs].map(OsStr::new);
        let [stats] =
            kifu(json.into_iter().chain([folder.as_os_str()])).lines().try_into().unwrap();
        stats["by_game"].to_string()
    };
    assert_eq!(counted("-j1"), counted("-j4"), "whoever counts");
}
