//! `kifu games`, run as a process: a row for each game, in each format.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};

use crate::archives::{tar, zip};
use crate::program::{RECORDS, folder, kifu, kifu_reading};

fn rows(source: &str) -> Vec<Value> {
    kifu_reading(["games", "--format=ndjson"], source.as_bytes()).lines()
}

fn row(source: &str) -> Value {
    let [row] = rows(source).try_into().unwrap();
    row
}

#[test]
fn a_row_tells_where_a_game_stands_and_what_it_holds() {
    let source =
        " (;GM[1]SZ[9]PB[a\\]b]DT[2016];B[aa](;W[bb];B[])(;W[cc]KO))\n(;GM[2];B[a1];W[b2])";
    let [first, second] = rows(source).try_into().unwrap();
    let expected = [
        ("source", json!("-")),
        ("member", Value::Null),
        ("game", json!(0)),
        ("offset", json!(1)),
        ("length", json!(57)),
        ("GM", json!("1")),
        ("SZ", json!("9")),
        ("PB", json!("a]b")),
        ("PW", Value::Null),
        ("nodes", json!(5)),
        ("moves", json!(3)),
        ("variations", json!(1)),
        ("depth", json!(3)),
        ("main_line", json!("aabb--")),
        ("dyer", json!("????????????")),
        ("errors", json!(1)),
        ("warnings", json!(0)),
    ];
    for (name, value) in expected {
        assert_eq!(first[name], value, "{name}");
    }
    assert_eq!((&second["game"], &second["main_line"]), (&json!(1), &json!("a1 b2")));
    assert_eq!((&second["dyer"], &second["symmetric_hash"]), (&Value::Null, &Value::Null));
    // FNV-1a of "Baa", by hand: the hash is the same in every version.
    let by_hand = b"Baa".iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    assert_eq!(row("(;B[aa])")["main_line_hash"], format!("{by_hand:016x}"));
}

#[test]
fn the_dyer_signature_is_made_of_six_moves() {
    let letters = |number: usize| {
        let letter = |number: usize| char::from(b'a' + (number % 19) as u8);
        format!("{}{}", letter(number / 19), letter(number))
    };
    let moves: String = (1..=70).map(|number| format!(";B[{}]", letters(number))).collect();
    let expected = [20, 40, 60, 31, 51].map(letters).concat() + "??";
    assert_eq!(row(&format!("(;SZ[19]{moves})"))["dyer"], expected);
}

#[test]
fn a_turned_game_has_the_same_symmetric_hash_and_no_other_has() {
    let points = [(2, 3), (15, 2), (9, 9), (0, 18), (4, 4)];
    let game = |turn: &dyn Fn(u8, u8) -> (u8, u8), last: &str| {
        let mut source = "(;SZ[19]".to_owned();
        for (number, &(column, row)) in points.iter().enumerate() {
            let (column, row) = turn(column, row);
            let [column, row] = [column, row].map(|place| char::from(b'a' + place));
            source += &format!(";{}[{column}{row}]", ["B", "W"][number % 2]);
        }
        row(&format!("{source};W[{last}])"))
    };
    let flips: [&dyn Fn(u8, u8) -> (u8, u8); 4] =
        [&|x, y| (x, y), &|x, y| (18 - x, y), &|x, y| (x, 18 - y), &|x, y| (18 - x, 18 - y)];
    let mut games = Vec::new();
    for flip in flips {
        games.push(game(flip, ""));
        games.push(game(&|x, y| flip(y, x), ""));
    }
    let hashes =
        |name: &str| games.iter().map(|row| row[name].to_string()).collect::<BTreeSet<_>>();
    assert_eq!((hashes("main_line_hash").len(), hashes("symmetric_hash").len()), (8, 1));
    assert_ne!(game(&|x, y| (x, y), "aa")["symmetric_hash"], games[0]["symmetric_hash"]);
}

#[test]
fn csv_has_the_same_rows_as_ndjson_and_a_line_of_names() {
    let games = "(;PB[a, \"b\"]C[x];B[aa])\n(;PB[two\nlines])";
    let archive = tar(&[("d/a.sgf", games.as_bytes())]);
    let outer = zip(&[("in.tar", &archive), ("b.sgf", b"(;SZ[13])")]);
    let folder = folder("games", &[("out.zip", &outer)]);
    let path = folder.join("out.zip");
    let of_format = |format: &str| {
        kifu(["games".as_ref(), "--format".as_ref(), format.as_ref(), path.as_os_str()])
    };
    let rows = of_format("ndjson").lines();
    let members: Vec<_> = rows.iter().map(|row| row["member"].as_str().unwrap()).collect();
    assert_eq!(members, ["in.tar!d/a.sgf", "in.tar!d/a.sgf", "b.sgf"]);
    assert!(rows.iter().all(|row| row["source"] == path.to_str().unwrap()));
    let csv = of_format("csv").out;
    assert!(
        csv.starts_with("source,member,game,offset,length,charset,charset_source,GM,SZ,PB,"),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 1 + 3 + 1, "one text has two lines");
    assert!(csv.contains(",\"a, \"\"b\"\"\",") && csv.contains(",\"two\nlines\","), "{csv}");
    let table = of_format("table").out;
    assert_eq!(table.lines().count(), 4);
    assert!(table.contains("\na, \"b\"") && table.contains("\ntwo lines"), "{table}");
}

#[test]
fn a_file_takes_its_name_when_it_is_whole() {
    let folder = folder("games-file", &[]);
    let path = folder.join("games.csv");
    let to = |path: &std::ffi::OsStr| {
        kifu(["games".as_ref(), "--format=csv".as_ref(), "-o".as_ref(), path, RECORDS.as_ref()])
    };
    let run = to(path.as_os_str());
    assert_eq!((run.status, run.out.as_str(), run.messages.as_str()), (0, "", ""));
    let expected = kifu(["games", "--format=csv", "-j1", RECORDS]).out;
    assert!(expected.lines().count() > 6 && fs::read_to_string(&path).unwrap() == expected);
    let run = to(folder.join("nowhere/games.csv").as_os_str());
    assert_eq!(run.status, 2);
    assert!(run.messages.starts_with("kifu: cannot write the output: "), "{}", run.messages);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    #[cfg(target_os = "linux")]
    assert_eq!(to("/dev/full".as_ref()).status, 2, "a device is written, not replaced");
}

#[cfg(not(feature = "tables"))]
#[test]
fn tables_need_their_feature() {
    for format in ["parquet", "arrow"] {
        let folder = folder("games-without-tables", &[]);
        let path = folder.join("games");
        let run = kifu(["games", "--format", format, "-o", path.to_str().unwrap(), RECORDS]);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.ends_with(" built with the feature tables\n"), "{}", run.messages);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}
