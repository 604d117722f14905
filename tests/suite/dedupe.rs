//! Games that occur more than once: groups against a plain comparison of rows, what is kept, and what
//! is compared.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::choose::{Choose as _, Random};
use crate::program::{Run, folder, kifu, kifu_reading};

/// Games of a few moves on a small board, so that many are the same, turned or not; in several files.
fn games(name: &str) -> PathBuf {
    let mut random = Random::new(7);
    let mut game = || {
        let mut text = String::from("(;");
        for (ident, values) in [
            ("SZ", &["9", "9", "13"][..]),
            ("KM", &["6.5", "6.5", "7.5"]),
            ("HA", &["0", "2"]),
            ("PB", &["Ann", "ann", "Bob"]),
            ("PW", &["Cid"]),
            ("DT", &["2001", "2001-02-03"]),
        ] {
            if random.below(6) > 0 {
                text += &format!("{ident}[{}]", values[random.below(values.len())]);
            }
        }
        if random.below(5) == 0 {
            text += ["AB[cc][gg]", "AB[gg][cc]", "AW[gc]"][random.below(3)];
        }
        for number in 0..random.below(3) {
            let points = ["cc", "gg", "cg", "gc", "ee", "xx"];
            text += &format!(";{}[{}]", ["B", "W"][number % 2], points[random.below(6)]);
        }
        text += &";C[note]".repeat(random.below(3));
        text + ")\n"
    };
    let mut file =
        |number: usize| (format!("{number}.sgfs"), (0..60).map(|_| game()).collect::<String>());
    let files: Vec<(String, String)> = (0..3).map(&mut file).collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    folder(&format!("dedupe-{name}"), &files)
}

fn run(arguments: &[&str], path: &Path) -> Run {
    kifu(arguments.iter().map(OsStr::new).chain([path.as_os_str()]))
}

fn place(row: &Value) -> (String, u64) {
    (row["source"].as_str().unwrap().to_owned(), row["game"].as_u64().unwrap())
}

/// The places of the games in each group, by a key that a test makes of a row.
fn plain(folder: &Path, key: impl Fn(&Value) -> Option<String>) -> Vec<Vec<(String, u64)>> {
    let mut groups: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
    for row in run(&["games", "--format=ndjson"], folder).lines() {
        if let Some(key) = key(&row) {
            groups.entry(key).or_default().push(place(&row));
        }
    }
    let mut groups: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort();
    groups
}

fn found(by: &str, folder: &Path) -> Vec<Vec<(String, u64)>> {
    let mut groups: BTreeMap<u64, Vec<(String, u64)>> = BTreeMap::new();
    for jobs in ["-j1", "-j3"] {
        let rows = run(&["dedupe", "--by", by, "--format=ndjson", jobs], folder).lines();
        let numbers: Vec<_> = rows.iter().map(|row| row["group"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        groups.clear();
        for row in &rows {
            groups.entry(row["group"].as_u64().unwrap()).or_default().push(place(row));
        }
    }
    let groups: Vec<_> = groups.into_values().collect();
    assert!(groups.is_sorted(), "by their first games");
    groups
}

/// The terms of a game: komi and handicap.
fn terms(row: &Value) -> String {
    let handicap = row["handicap"].as_u64().unwrap_or(0);
    format!("{} {handicap}", row["komi"])
}

#[test]
fn groups_are_those_of_a_plain_comparison() {
    let folder = games("plain");
    // Games without a move have no hash; what they set up is compared in a test of its own.
    let has_moves = |groups: Vec<Vec<(String, u64)>>| {
        let rows = run(&["games", "--format=ndjson"], &folder).lines();
        let moves: BTreeMap<_, _> =
            rows.iter().map(|row| (place(row), row["moves"].as_u64())).collect();
        let of_moves = |group: &Vec<(String, u64)>| moves[&group[0]] > Some(0);
        groups.into_iter().filter(of_moves).collect::<Vec<_>>()
    };
    for (by, column) in [("moves", "main_line_hash"), ("symmetric", "symmetric_hash")] {
        let key = |row: &Value| Some(format!("{} {}", row[column].as_str()?, terms(row)));
        let groups = has_moves(found(by, &folder));
        assert_eq!(groups, plain(&folder, key), "{by}");
        assert!(groups.len() > 7);
    }
    let players = |row: &Value| {
        let names = ["PB", "PW"].map(|name| row[name].as_str().map(str::to_lowercase));
        let [Some(black), Some(white)] = names else { return None };
        Some(format!("{black} {white} {} {}", row["date_from"].as_str()?, row["date_to"]))
    };
    assert_eq!(found("players+date", &folder), plain(&folder, players));
}

#[test]
fn size_setup_komi_and_handicap_are_part_of_a_game() {
    let one = "(;SZ[9]KM[6.5]AB[cc][gg];B[ee])";
    let others = [
        "(;SZ[13]KM[6.5]AB[cc][gg];B[ee])",
        "(;SZ[9]KM[7.5]AB[cc][gg];B[ee])",
        "(;SZ[9]AB[cc][gg];B[ee])",
        "(;SZ[9]KM[6.5]HA[2]AB[cc][gg];B[ee])",
        "(;SZ[9]KM[6.5]AB[cc];B[ee])",
        "(;SZ[9]KM[6.5]AB[cc][gg];W[ee])",
        "(;SZ[9]KM[6.5]AB[cc][gg])",
        "(;SZ[9]KM[6.5])",
        "(;SZ[9]KM[6.5])",
    ];
    let same = "(;KM[6.5]SZ[9]HA[0]PB[x];AB[gg][cc];B[ee]C[x](;W[aa])(;W[bb]))";
    for by in ["moves", "symmetric", "prefix:1"] {
        let text = format!("{one}{}", others.concat());
        let path = folder("dedupe-part", &[("a.sgfs", text.as_bytes())]);
        assert_eq!(run(&["dedupe", "--by", by], &path).out, "", "{by}");
    }
    // The setup of the root and the moves are the same; that the stones stand in another node is not.
    let text = format!("{one}{}", same.replace(";AB[gg][cc];", "AB[gg][cc];"));
    let path =
        folder("dedupe-part-same", &[("a.sgfs", text.replace("(;W[aa])(;W[bb])", "").as_bytes())]);
    let run = run(&["dedupe"], &path);
    assert_eq!(run.out.lines().count(), 3, "{}", run.out);
    assert_eq!(run.messages, "kifu: 2 games: 1 again, in 1 group\n");
}

#[test]
fn games_without_moves_are_the_same_if_their_setup_is() {
    let text =
        b"(;SZ[9]AB[cc][gg])(;SZ[9]AB[gg][cc])(;SZ[9]AB[cg][gc])(;SZ[9]AB[cc])(;SZ[9])(;SZ[9])";
    let path = folder("dedupe-setup", &[("a.sgfs", text)]);
    let numbers = |by| {
        let rows = run(&["dedupe", "--by", by, "--format=ndjson"], &path).lines();
        rows.iter().map(|row| row["game"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers("moves"), [0, 1]);
    assert_eq!(numbers("symmetric"), [0, 1, 2]);
    let said = run(&["dedupe"], &path).messages;
    assert_eq!(said, "kifu: 6 games: 2 again, in 1 group; 2 games could not be compared\n");
}

#[test]
fn a_prefix_and_a_dyer_signature_are_of_some_moves() {
    let line = |turn: bool, from: usize, count: usize| {
        let point = |number: usize| {
            let (column, row) = (number % 19, number / 19);
            let (column, row) = if turn { (18 - row, column) } else { (column, row) };
            [column, row].map(|it| char::from(b'a' + it as u8)).iter().collect::<String>()
        };
        let moves = (0..count).map(|number| {
            let place = if number < from { number } else { number + 100 };
            format!(";{}[{}]", ["B", "W"][number % 2], point(place))
        });
        format!("(;SZ[19]{})", moves.collect::<String>())
    };
    let games = [
        line(false, 80, 80),
        line(false, 40, 80),
        line(false, 80, 39),
        line(true, 80, 80),
        line(false, 72, 90),
    ];
    let path = folder("dedupe-some", &[("a.sgfs", games.concat().as_bytes())]);
    let numbers = |by| {
        let rows = run(&["dedupe", "--by", by, "--format=ndjson"], &path).lines();
        rows.iter().map(|row| row["game"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(numbers("prefix:40"), [0, 1, 4]);
    assert_eq!(numbers("prefix:39"), [0, 1, 2, 4]);
    assert_eq!(numbers("prefix:41"), [0, 4]);
    assert_eq!(numbers("dyer"), [0, 3, 4]);
    assert_eq!(numbers("moves"), [0; 0]);
    assert_eq!(numbers("symmetric"), [0, 3]);
}

#[test]
fn one_of_each_group_is_kept_and_the_others_go_to_the_rest() {
    let folder = games("keep");
    let [kept, rest] = ["kept.sgfs", "rest.sgfs"].map(|name| folder.with_file_name(name));
    let rows = run(&["games", "--format=ndjson"], &folder).lines();
    let groups = found("moves", &folder);
    let lines: Vec<String> = run(&["cat"], &folder).out.lines().map(str::to_owned).collect();
    let number: BTreeMap<_, _> = rows.iter().map(place).zip(0..).collect();
    let notes = |game: &usize| lines[*game].matches("C[note]").count();
    let length = |game: &usize| lines[*game].matches(';').count();
    type Measure<'a> = &'a dyn Fn(&usize) -> usize;
    let ways: [(&str, Measure<'_>); 3] =
        [("first", &|_| 0), ("longest", &length), ("most-commented", &notes)];
    for (keep, measure) in ways {
        let mut left_out = Vec::new();
        for group in &groups {
            let games: Vec<usize> = group.iter().map(|place| number[place]).collect();
            let most = games.iter().map(measure).max().unwrap();
            let best = *games.iter().find(|game| measure(game) == most).unwrap();
            left_out.extend(games.into_iter().filter(|&game| game != best));
        }
        left_out.sort_unstable();
        let out = ["-o", kept.to_str().unwrap(), "--rest", rest.to_str().unwrap(), "-j2"];
        let run = run(&[&["dedupe", "--by=moves", "--keep", keep], &out[..]].concat(), &folder);
        assert_eq!(run.status, 0, "{}", run.messages);
        let [kept, rest] = [&kept, &rest].map(|path| std::fs::read_to_string(path).unwrap());
        let is_out = |game: &usize| left_out.binary_search(game).is_ok();
        let of = |wanted: bool| {
            let games = (0..lines.len()).filter(|game| is_out(game) == wanted);
            games.map(|game| lines[game].clone() + "\n").collect::<String>()
        };
        assert_eq!((kept, rest), (of(false), of(true)), "{keep}");
    }
}

#[test]
fn what_is_there_already_is_left_out() {
    let mine = b"(;SZ[9];B[ee])(;SZ[9];B[ee])(;SZ[9];B[aa])";
    let new = b"(;SZ[9];B[ee]C[again])(;SZ[9];B[cd])(;SZ[9];B[cd]C[twice])";
    let path = folder("dedupe-against", &[("mine.sgfs", mine), ("new/a.sgfs", new)]);
    let (mine, new) = (path.join("mine.sgfs"), path.join("new"));
    let given = ["dedupe", "--against", mine.to_str().unwrap()];
    let listed = run(&[&given[..], &["--format=csv"]].concat(), &new).out;
    let rows: Vec<_> =
        listed.lines().map(|line| line.split(',').take(2).collect::<Vec<_>>()).collect();
    assert_eq!(rows, [["group", "kept"], ["1", "false"], ["2", "true"], ["2", "false"]]);
    let kept = run(&[&given[..], &["--keep=first"]].concat(), &new).out;
    assert_eq!(kept, "(;CA[UTF-8]SZ[9];B[cd])\n");
}

#[test]
fn stdin_cannot_be_read_twice() {
    for arguments in [&["dedupe"][..], &["dedupe", "-"]] {
        let run = kifu_reading(arguments.iter().map(OsStr::new), b"(;)");
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.contains("are read twice"), "{}", run.messages);
    }
}

/// A pipe with a name gives other games when it is read again.
#[cfg(unix)]
#[test]
fn an_input_that_changes_between_the_two_readings_is_an_error_and_nothing_is_written() {
    let path = folder("dedupe-changed", &[]);
    let [pipe, kept, rest] = ["pipe.sgfs", "kept.sgfs", "rest.sgfs"].map(|name| path.join(name));
    let [pipe, kept, rest] = [&pipe, &kept, &rest].map(|path| path.to_str().unwrap());
    let first = "(;SZ[9];B[aa])(;SZ[9];B[aa])(;SZ[9];B[bb])";
    for second in ["(;SZ[9];B[cc])(;SZ[9];B[dd])(;SZ[9];B[ee])", "(;SZ[9];B[aa])(;SZ[9];B[aa])"] {
        let _ = std::fs::remove_file(pipe);
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        let run = std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for text in [first, second] {
                    std::fs::write(pipe, text).unwrap();
                    // The reader has to see the end of the one before the other is there.
                    std::thread::sleep(std::time::Duration::from_millis(200));
                }
            });
            let run = kifu(["dedupe", "--keep=first", "-o", kept, "--rest", rest, pipe]);
            writer.join().unwrap();
            run
        });
        assert_eq!(run.status, 2, "{}", run.messages);
        assert!(
            run.messages.contains("has changed since its games were compared"),
            "{}",
            run.messages
        );
        assert!(!Path::new(kept).exists() && !Path::new(rest).exists());
    }
}

/// Two games of which each says what the other does not, and one that is alone.
fn telling(name: &str) -> PathBuf {
    let first = b"(;SZ[9]PB[Ann]EV[]KM[6];B[aa];W[bb];B[cc])";
    let second =
        b"(;SZ[9]PB[Anne]PW[Bob]EV[Cup: \\] final]DT[2001]C[no game info];B[aa];W[bb];B[cc])\
                   (;SZ[9]PB[Cid];B[ee])";
    let second = std::str::from_utf8(second).unwrap().replace("DT[2001]", "KM[6]DT[2001]");
    folder(name, &[("a.sgf", first), ("b.sgfs", second.as_bytes())])
}

#[test]
fn a_game_that_is_kept_gets_what_others_of_its_group_say() {
    let folder = telling("dedupe-merge");
    let kept = run(&["dedupe", "--keep=first", "--merge"], &folder);
    assert_eq!(kept.status, 0, "{}", kept.messages);
    assert_eq!(
        kept.out,
        "(;CA[UTF-8]SZ[9]PB[Ann]EV[Cup: \\] final]KM[6]DT[2001]PW[Bob];B[aa];W[bb];B[cc])\n\
         (;CA[UTF-8]SZ[9]PB[Cid];B[ee])\n"
    );
    let listed = run(&["dedupe", "--merge", "--format=ndjson"], &folder).lines();
    let values: Vec<_> = listed
        .iter()
        .map(|row| {
            let source = Path::new(row["source"].as_str().unwrap()).file_name().unwrap();
            let texts = ["ident", "text"].map(|name| row[name].as_str().unwrap());
            (texts, row["kept"].as_bool().unwrap(), source.to_str().unwrap(), &row["group"])
        })
        .collect();
    let group = &Value::from(1);
    assert_eq!(
        values,
        [
            (["DT", "2001"], false, "b.sgfs", group),
            (["EV", "Cup: ] final"], false, "b.sgfs", group),
            (["KM", "6"], true, "a.sgf", group),
            (["PB", "Ann"], true, "a.sgf", group),
            (["PW", "Bob"], false, "b.sgfs", group),
        ]
    );
    // A game that is kept elsewhere gets nothing.
    let (mine, new) = (folder.join("a.sgf"), folder.join("b.sgfs"));
    let against = ["dedupe", "--merge", "--against", mine.to_str().unwrap()];
    assert_eq!(run(&against, &new).out, "");
    let new = run(&[&against[..], &["--keep=first"]].concat(), &new).out;
    assert_eq!(new, "(;CA[UTF-8]SZ[9]PB[Cid];B[ee])\n");
}

#[test]
fn games_that_are_kept_go_to_a_folder_by_names_of_what_they_say_then() {
    let folder = telling("dedupe-to");
    let to = folder.with_file_name("dedupe-to-unique");
    let rest = folder.with_file_name("dedupe-to-rest.sgf");
    let _ = std::fs::remove_dir_all(&to);
    let given = ["dedupe", "--keep=first", "--to", to.to_str().unwrap(), "--name={n}{PB}-{PW}"];
    let names = || {
        let files = std::fs::read_dir(&to).unwrap();
        let mut names: Vec<_> = files.map(|it| it.unwrap().file_name().into_string()).collect();
        names.sort();
        names.into_iter().map(Result::unwrap).collect::<Vec<_>>()
    };
    let plain = run(&[&given[..], &["--rest", rest.to_str().unwrap()]].concat(), &folder);
    assert_eq!((plain.status, &*plain.out), (0, ""), "{}", plain.messages);
    assert_eq!(names(), ["1Ann-_.sgf", "2Cid-_.sgf"]);
    assert!(std::fs::read_to_string(&rest).unwrap().contains("PB[Anne]"));
    let merged = run(&[&given[..], &["--merge", "--overwrite"]].concat(), &folder);
    assert_eq!(merged.status, 0, "{}", merged.messages);
    assert_eq!(names(), ["1Ann-Bob.sgf", "1Ann-_.sgf", "2Cid-_.sgf"]);
    let game = std::fs::read_to_string(to.join("1Ann-Bob.sgf")).unwrap();
    assert!(game.contains("PW[Bob]") && game.contains("DT[2001]"), "{game}");
    // A folder that is read is no place for what is written, nor is one that is compared with.
    let inside = folder.join("x");
    let refused = run(&["dedupe", "--keep=first", "--to", inside.to_str().unwrap()], &folder);
    assert_eq!(refused.status, 2);
    let given = ["dedupe", "--keep=first", "--to", inside.to_str().unwrap()];
    let against = ["--against", folder.to_str().unwrap()];
    assert_eq!(run(&[&given[..], &against].concat(), &rest).status, 2);
}

#[cfg(feature = "tables")]
#[test]
fn groups_are_a_table_for_other_tools_too() {
    let folder = telling("dedupe-tables");
    for merge in [&[][..], &["--merge"]] {
        let rows = run(&[&["dedupe", "--format=ndjson"], merge].concat(), &folder).lines();
        assert!(!rows.is_empty());
        for format in ["parquet", "arrow"] {
            let table = folder.with_file_name(format!("dedupe-groups.{format}"));
            let out = ["dedupe", "--format", format, "-o", table.to_str().unwrap()];
            assert_eq!(run(&[&out[..], merge].concat(), &folder).status, 0);
            assert_eq!(crate::tables::rows(&crate::tables::batches(&table)), rows, "{format}");
        }
    }
}
