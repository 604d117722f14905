//! Choosing games: each option against a plain look at the rows of all games, and what the commands
//! do with the games that are chosen and with the others.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use kifu::choose::{Choice, Criterion, Verdict};
use serde_json::Value;

use crate::choose::{Choose as _, Random};
use crate::program::{Run, folder, kifu, kifu_reading};

/// What the games of the tests say of themselves, each of it in some games.
const TEXTS: [(&str, &[&str]); 11] = [
    ("PB", &["Honinbo Shusaku", "shusaku", "Go Seigen", "呉清源", " ", "ÉMILE"]),
    ("PW", &["Shusaku", "émile b", "Hashimoto", "呉"]),
    ("DT", &["1846-09-11", "1846", "1846-09", "spring", "2016-03-09"]),
    ("RE", &["B+2", "W+R", "B+R", "B+T", "W+0.5", "0", "?", "B+", "Void"]),
    ("BR", &["9p", "7d", "3k", "?"]),
    ("WR", &["9p", "7d", "1d"]),
    ("KM", &["6.5", "7.5", "0", "x", "-5.5"]),
    ("HA", &["0", "2", "9", "many"]),
    ("SZ", &["19", "13:9", "9"]),
    ("GM", &["1", "1", "1", "2"]),
    ("EV", &["1st Kisei", "castle game"]),
];

fn game(random: &mut Random) -> String {
    let mut text = String::from("(;");
    for (ident, values) in TEXTS {
        if random.below(6) > 0 {
            text += &format!("{ident}[{}]", values[random.below(values.len())]);
        }
    }
    text += &";B[aa];W[bb]".repeat(random.below(4));
    text += if random.below(3) == 0 { ";C[x])\n" } else { ")\n" };
    text
}

/// A folder with six files of thirty games.
fn games(name: &str) -> PathBuf {
    let mut random = Random::new(16);
    let mut file = |number: usize| {
        let text: String = (0..30).map(|_| game(&mut random)).collect();
        (format!("{number}.sgfs"), text)
    };
    let files: Vec<(String, String)> = (0..6).map(&mut file).collect();
    let files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    folder(&format!("choosing-{name}"), &files)
}

fn run(arguments: &[&str], path: &Path) -> Run {
    kifu(arguments.iter().map(OsStr::new).chain([path.as_os_str()]))
}

/// The rows of the games that the options choose, and what was said.
fn rows(options: &[&str], path: &Path) -> (Vec<Value>, String) {
    let run = run(&[&["games", "--format=ndjson"], options].concat(), path);
    assert_eq!(run.status, 0, "{options:?}: {}", run.messages);
    (run.lines(), run.messages)
}

fn number(row: &Value, column: &str) -> Option<f64> {
    row[column].as_f64()
}

fn text<'r>(row: &'r Value, column: &str) -> Option<&'r str> {
    row[column].as_str().filter(|text| !text.trim().is_empty())
}

/// What a row says of a name.
fn named(row: &Value, column: &str, part: &str) -> Option<bool> {
    Some(text(row, column)?.to_lowercase().contains(&part.to_lowercase()))
}

fn either(row: &Value, part: &str) -> Option<bool> {
    match [named(row, "PB", part), named(row, "PW", part)] {
        [None, None] => None,
        names => Some(names.contains(&Some(true))),
    }
}

/// What a row says of a result.
fn won(row: &Value, winner: Option<&str>, kind: &str) -> Option<bool> {
    let ending = text(row, "result_kind").filter(|kind| *kind != "unknown")?;
    if winner.is_some_and(|winner| text(row, "winner") != Some(winner)) {
        return Some(false);
    }
    if ending == "unspecified" { None } else { Some(ending == kind) }
}

fn within(value: Option<f64>, least: f64, most: f64) -> Option<bool> {
    value.map(|value| least <= value && value <= most)
}

fn ranked(row: &Value, least: f64, most: f64) -> Option<bool> {
    let rank = |column| within(number(row, column), least, most);
    match [rank("black_rank_order"), rank("white_rank_order")] {
        [Some(false), _] | [_, Some(false)] => Some(false),
        [Some(true), Some(true)] => Some(true),
        _ => None,
    }
}

type Judge = fn(&Value) -> Option<bool>;

/// Options, and what they ask of a row; `None` if it does not say.
const OPTIONS: [(&[&str], Judge); 22] = [
    (&["--player", "SHUSAKU"], |row| either(row, "shusaku")),
    (&["--player", "Émile"], |row| either(row, "émile")),
    (&["--player", "清"], |row| either(row, "清")),
    (&["--black", "seigen"], |row| named(row, "PB", "seigen")),
    (&["--white", "呉"], |row| named(row, "PW", "呉")),
    (&["--event", "KISEI"], |row| named(row, "EV", "kisei")),
    (&["--since", "1900"], |row| Some(text(row, "date_from")? > "1900")),
    (&["--until", "1846"], |row| Some(text(row, "date_to")? < "1847")),
    (&["--since", "1846", "--until", "1846"], |row| {
        Some(text(row, "date_to")?.starts_with("1846"))
    }),
    (&["--result", "B+R"], |row| won(row, Some("B"), "resign")),
    (&["--result", "resign"], |row| won(row, None, "resign")),
    (&["--result", "W+"], |row| won(row, Some("W"), "").map(|_| text(row, "winner") == Some("W"))),
    (&["--result", "draw"], |row| {
        let ending = text(row, "result_kind").filter(|kind| *kind != "unknown")?;
        Some(ending == "draw")
    }),
    (&["--result", "B+1..5"], |row| {
        let points = won(row, Some("B"), "points")?;
        Some(points && within(number(row, "margin"), 1.0, 5.0)?)
    }),
    (&["--rank", "7d.."], |row| ranked(row, 7.0, 99.0)),
    (&["--rank", "9p"], |row| ranked(row, 29.0, 29.0)),
    (&["--komi", "6.5..7.5"], |row| within(number(row, "komi"), 6.5, 7.5)),
    (&["--komi", "..-1"], |row| within(number(row, "komi"), f64::MIN, -1.0)),
    (&["--moves", "2..4"], |row| within(number(row, "moves"), 2.0, 4.0)),
    (&["--size", "9..13"], |row| {
        let side = |column| within(number(row, column), 9.0, 13.0);
        Some(side("width")? && side("height")?)
    }),
    (&["--game-kind", "go"], |row| Some(text(row, "GM").unwrap_or("1") == "1")),
    (&["--game-kind", "2"], |row| Some(text(row, "GM") == Some("2"))),
];

fn place(row: &Value) -> (String, u64) {
    (row["source"].as_str().unwrap().to_owned(), row["game"].as_u64().unwrap())
}

/// What is chosen by an option, its inversion, and what is said of the games that cannot be judged.
#[test]
fn an_option_chooses_what_a_plain_look_at_the_rows_does() {
    let folder = games("options");
    let (all, _) = rows(&[], &folder);
    for (options, judge) in OPTIONS {
        // The komi and the handicap of games that are not go have no column.
        let of_go = ["--komi"].contains(&options[0]);
        let judge = |row: &Value| {
            if of_go && text(row, "GM") == Some("2") { Some(false) } else { judge(row) }
        };
        let options =
            if of_go { [options, &["--game-kind", "1"]].concat() } else { options.to_vec() };
        for inverted in [false, true] {
            let expected: Vec<_> =
                all.iter().filter(|row| judge(row) == Some(!inverted)).map(place).collect();
            let given = [&options[..], if inverted { &["--invert"] } else { &[] }].concat();
            let (chosen, said) = rows(&given, &folder);
            assert_eq!(chosen.iter().map(place).collect::<Vec<_>>(), expected, "{given:?}");
            assert!(!expected.is_empty() && expected.len() < all.len(), "{given:?}");
            let unknown = all.iter().filter(|row| judge(row).is_none()).count();
            let count = said.lines().find_map(|line| {
                line.strip_prefix("kifu: ")?
                    .strip_suffix(" missing or not readable")?
                    .split(' ')
                    .next()
            });
            assert_eq!(
                count.map_or(0, |count| count.parse().unwrap()),
                unknown,
                "{given:?}: {said}"
            );
        }
    }
}

#[test]
fn all_options_have_to_be_met_and_of_one_that_is_repeated_one_value() {
    let folder = games("together");
    let (all, _) = rows(&[], &folder);
    let options = ["--player=seigen", "--player=shusaku", "--result=B+", "--handicap=0..2"];
    let expected: Vec<_> = all
        .iter()
        .filter(|row| either(row, "seigen") == Some(true) || either(row, "shusaku") == Some(true))
        .filter(|row| text(row, "winner") == Some("B"))
        .filter(|row| match text(row, "HA") {
            None => text(row, "GM") != Some("2"),
            Some(handicap) => ["0", "2"].contains(&handicap),
        })
        .map(place)
        .collect();
    let (chosen, _) = rows(&options, &folder);
    assert_eq!(chosen.iter().map(place).collect::<Vec<_>>(), expected);
    assert!(expected.len() > 3);
}

#[test]
fn a_date_that_may_be_in_the_period_cannot_be_judged() {
    let verdict = |date: &str, since: &str, until: &str| {
        let arena = kifu::Arena::new();
        let source = format!("(;DT[{date}])");
        let game = kifu::parse(&arena, &source).unwrap().first_game_tree().unwrap();
        let choice = Choice::new();
        let choice = since.parse().map_or(choice.clone(), |since| choice.since(since));
        let choice = until.parse().map_or(choice.clone(), |until| choice.until(until));
        choice.judge(game)
    };
    let unknown = Verdict::Unknown(Criterion::Date);
    for (date, since, until, expected) in [
        ("2015", "2015", "2017", Verdict::Chosen),
        ("2015", "2015-06", "", unknown),
        ("2015-05", "2015-06", "", Verdict::NotChosen),
        ("2015-06-30", "", "2015-06", Verdict::Chosen),
        ("2015-07-01", "", "2015-06", Verdict::NotChosen),
        ("2015-12-31,2016-01-01", "2016", "2016", Verdict::Chosen),
        ("2015-12-31,2017-01-01", "2016", "2016", Verdict::NotChosen),
        ("before 1700", "", "1750", Verdict::Chosen),
        ("before 1700", "1600", "", unknown),
        ("before 1700", "1800", "", Verdict::NotChosen),
        ("spring", "1800", "", unknown),
        ("", "1800", "", unknown),
    ] {
        assert_eq!(verdict(date, since, until), expected, "{date} {since} {until}");
    }
}

#[test]
fn every_command_takes_the_games_that_are_chosen_alone() {
    let folder = games("commands");
    let options = ["--white=hashimoto", "--moves=1.."];
    let (chosen, _) = rows(&options, &folder);
    let count = chosen.len() as u64;
    let of = |command: &[&str]| run(&[command, &options].concat(), &folder);
    let stats: Value = serde_json::from_str(&of(&["stats", "--format=json"]).out).unwrap();
    assert_eq!((stats["games"].as_u64(), stats["files"].as_u64()), (Some(count), Some(6)));
    let nodes: u64 = chosen.iter().map(|row| row["nodes"].as_u64().unwrap()).sum();
    assert_eq!(stats["nodes"].as_u64(), Some(nodes));
    assert_eq!(of(&["json", "--flat"]).lines().len() as u64, nodes);
    let trees = of(&["json"]).lines();
    let trees = trees.iter().map(|line| line["games"].as_array().unwrap().len() as u64);
    assert_eq!(trees.sum::<u64>(), count);
    for command in [&["cat"][..], &["fmt"]] {
        assert_eq!(of(command).out.matches("PW[Hashimoto]").count() as u64, count, "{command:?}");
    }
    let faults: u64 = of(&["check", "--format=json", "--pedantic"]).lines().len() as u64;
    let all = run(&["check", "--format=json", "--pedantic"], &folder).lines();
    let places: Vec<_> = chosen.iter().map(place).collect();
    let is_of_chosen = |fault: &&Value| {
        places.iter().any(|(path, game)| fault["path"] == **path && fault["game"] == *game)
    };
    assert_eq!(all.iter().filter(is_of_chosen).count() as u64, faults);
    assert!(faults > 0 && faults < all.len() as u64);
}

#[test]
fn what_is_not_chosen_goes_to_the_rest() {
    let folder = games("rest");
    let [chosen, rest] = ["chosen.sgfs", "rest.sgfs"].map(|name| folder.with_file_name(name));
    let all = run(&["cat"], &folder).out;
    for jobs in ["1", "3"] {
        let out = [chosen.to_str().unwrap(), "--rest", rest.to_str().unwrap(), "-j", jobs];
        let run = run(&[&["cat", "--result=B+R", "-o"], &out[..]].concat(), &folder);
        assert_eq!(run.status, 0, "{}", run.messages);
        let [chosen, rest] = [&chosen, &rest].map(|path| std::fs::read_to_string(path).unwrap());
        let mut lines: Vec<_> = chosen.lines().chain(rest.lines()).collect();
        let mut expected: Vec<_> = all.lines().collect();
        lines.sort_unstable();
        expected.sort_unstable();
        assert_eq!(lines, expected);
        assert!(chosen.lines().all(|line| line.contains("RE[B+R]")) && !rest.contains("RE[B+R]"));
    }
}

#[test]
fn a_limit_takes_the_first_games_and_a_sample_the_same_ones_for_a_seed() {
    let folder = games("sample");
    let (all, _) = rows(&["--result=B+"], &folder);
    for limit in [1, 7, all.len(), all.len() + 9] {
        let (first, _) = rows(&["--result=B+", "--limit", &limit.to_string()], &folder);
        assert_eq!(first, all[..limit.min(all.len())]);
    }
    let sample = |options: &[&str]| rows(&[&["--result=B+"], options].concat(), &folder).0;
    let ten = sample(&["--sample=10", "-j1"]);
    assert_eq!(ten.len(), 10);
    assert_eq!(sample(&["--sample=10", "-j3", "--seed=0"]), ten);
    assert_ne!(sample(&["--sample=10", "--seed=1"]), ten);
    // In the order of the inputs, and all of them of those that were chosen.
    let mut rest = all.iter();
    assert!(ten.iter().all(|row| rest.any(|other| other == row)));
    assert_eq!(sample(&["--sample=1000"]), all);
}

#[test]
fn what_cannot_be_asked_is_refused_before_anything_is_read() {
    let folder = games("refused");
    for (arguments, said) in [
        (&["games", "--since", "June"][..], "a date is needed such as 2015"),
        (&["games", "--moves", "9..1"], "its ends are in reverse order"),
        (&["games", "--komi", ".."], "a value or a range is needed"),
        (&["games", "--rank", "strong"], "`strong` is not a rank such as 5k, 7d or 9p"),
        (&["games", "--result", "X+R"], "`X+R` is not a result"),
        (&["games", "--game-kind", "mikado"], "the name of a game is needed"),
        (&["games", "--limit", "0"], "it has to be 1 or more"),
        (&["games", "--seed", "1"], "--sample"),
        (&["fmt", "--check", "--black", "x"], "are about whole files"),
        (&["check", "--fix", "--black", "x"], "are about whole files"),
    ] {
        let run = run(arguments, &folder);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.messages.contains(said) && run.out.is_empty(), "{}", run.messages);
    }
    let stdin = kifu_reading(["games", "--sample=1"].map(OsStr::new), b"(;)");
    assert!(stdin.messages.contains("are read twice"), "{}", stdin.messages);
    assert_eq!(stdin.status, 2);
}

#[test]
fn a_choice_that_no_game_meets_is_said_and_is_no_failure() {
    let folder = games("none");
    let run = run(&["games", "--format=ndjson", "--event=nowhere", "--moves=0.."], &folder);
    assert_eq!((run.status, run.out.as_str()), (0, ""));
    assert!(run.messages.ends_with("kifu: none of 180 games was chosen\n"), "{}", run.messages);
}

#[test]
fn an_expression_chooses_by_the_row_that_ndjson_has() {
    let folder = games("where");
    let (all, _) = rows(&[], &folder);
    type IsMet = fn(&Value) -> bool;
    let expressions: [(&str, IsMet); 7] = [
        (".moves > 2", |row| row["moves"].as_u64() > Some(2)),
        (r#".date_from != null and .date_from < "1900""#, |row| {
            text(row, "date_from").is_some_and(|date| date < "1900")
        }),
        (r#".PB // "" | test("SHUSAKU"; "i")"#, |row| named(row, "PB", "shusaku") == Some(true)),
        (".komi == -5.5", |row| number(row, "komi") == Some(-5.5)),
        ("select(.game % 10 == 0)", |row| row["game"].as_u64().unwrap() % 10 == 0),
        (r#".source | endswith("3.sgfs")"#, |row| text(row, "source").unwrap().ends_with("3.sgfs")),
        (r#"[.main_line_hash, .RE] | index("B+R") == 1"#, |row| text(row, "RE") == Some("B+R")),
    ];
    for (expression, is_met) in expressions {
        for inverted in [false, true] {
            let inversion: &[&str] = if inverted { &["--invert"] } else { &[] };
            let given = [&["--where", expression], inversion];
            let expected: Vec<_> =
                all.iter().filter(|row| is_met(row) != inverted).cloned().collect();
            let (chosen, said) = rows(&given.concat(), &folder);
            assert_eq!((chosen, said.as_str()), (expected, ""), "{expression}");
        }
    }
    // Beside other options it is asked of the games that these leave.
    let (both, _) = rows(&["--where", ".moves > 2", "--black=seigen"], &folder);
    let is_both =
        |row: &&Value| named(row, "PB", "seigen") == Some(true) && row["moves"].as_u64() > Some(2);
    assert_eq!(both, all.iter().filter(is_both).cloned().collect::<Vec<_>>());
}

#[test]
fn an_expression_that_gives_an_error_does_not_choose_the_game_and_is_reported() {
    let folder = games("where-error");
    let (all, _) = rows(&[], &folder);
    let (chosen, said) = rows(&["--where", r#".PB | test("S")"#], &folder);
    let without = all.iter().filter(|row| row["PB"].is_null()).count();
    assert!(without > 1 && !chosen.is_empty());
    assert_eq!(
        said,
        format!(
            "kifu: {without} games were not chosen: --where failed, first with: cannot use null as \
             string\n"
        )
    );
    // What ends the process in jq ends nothing here.
    let (chosen, said) = rows(&["--where", "if .game == 0 then halt else true end"], &folder);
    let first = all.iter().filter(|row| row["game"] == 0).count();
    assert_eq!(chosen.len(), all.len() - first);
    assert!(
        said.ends_with("--where failed, first with: `halt` does not choose a game\n"),
        "{said}"
    );
    for (expression, message) in [
        (".moves > ", "at its end: a term is expected"),
        (".moves | bigger(3)", "at `bigger(3)`: there is no such filter"),
        ("(.moves", "is expected"),
        (".PB == \"", "is expected"),
        ("import \"a\" as a; .", "modules cannot be loaded"),
    ] {
        let run = run(&["games", "--where", expression], &folder);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{expression}");
        assert!(run.messages.contains(message), "{expression}: {}", run.messages);
    }
}

#[test]
fn paths_come_from_a_list_too() {
    let folder = games("list");
    let path = |number: usize| folder.join(format!("{number}.sgfs")).display().to_string();
    let (all, _) = rows(&[], &folder);
    let of = |numbers: &[usize]| {
        let paths: Vec<_> = numbers.iter().map(|&number| path(number)).collect();
        let is_of = |row: &&Value, it: &String| row["source"] == **it;
        paths.iter().flat_map(|it| all.iter().filter(move |row| is_of(row, it))).cloned().collect()
    };
    let expected: Vec<Value> = of(&[3, 1, 2]);
    let list = folder.join("list.txt");
    for (text, options) in [
        (format!("{}\n\n{}\r\n", path(1), path(2)), &["--files-from"][..]),
        (format!("{}\0{}\0", path(1), path(2)), &["-0", "--files-from"]),
    ] {
        std::fs::write(&list, &text).unwrap();
        let first = path(3);
        let given = [&["games", "--format=ndjson", &first][..], options].concat();
        let of_file = run(&given, &list);
        assert_eq!(of_file.lines(), expected, "{}", of_file.messages);
        let stdin =
            kifu_reading(given.iter().map(OsStr::new).chain(["-".as_ref()]), text.as_bytes());
        assert_eq!(stdin.lines(), expected);
    }
    std::fs::write(&list, "").unwrap();
    let empty = run(&["games", "--files-from"], &list);
    assert_eq!(
        (empty.status, empty.messages.as_str()),
        (2, "kifu: no record found (--allow-empty makes this a success)\n")
    );
    let missing = run(&["games", "--files-from"], &folder.join("nowhere"));
    assert!(missing.status == 2 && missing.messages.contains("nowhere: "), "{}", missing.messages);
}
