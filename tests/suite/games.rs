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
        " (;GM[1]SZ[9]PB[a\\]b]DT[2016];B[aa](;W[bb];B[])(;W[cc]KO))\n(;GM[11];B[a1];W[b2])";
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
}

/// Those of `xxhash.xxh3_64_hexdigest` in Python: the hash is the same in every version.
#[test]
fn a_hash_is_that_of_size_setup_and_moves() {
    let cases = [
        ("(;B[aa])", "19x19;Baa", "506d08b2ad353e11"),
        // The one in the guide.
        ("(;B[pd];W[dd])", "19x19;BpdWdd", "ecb7712cf8978a29"),
        ("(;SZ[9];B[ee];W[];B[tt])", "09x09;BeeW--B--", "f61b7aa1bc383b4d"),
        ("(;SZ[9:13];B[im])", "09x13;Bim", "18d2a49a72346ee1"),
        ("(;SZ[9]AB[gc][cg:dg][cg]AW[ee];W[cc])", "09x09;bcgbdgbgcweeWcc", "861378e3078303cb"),
        ("(;SZ[9];B[cc];AE[cc]AB[dd];W[ee])", "09x09;BccbddeccWee", "6f4242931f0756e0"),
        ("(;GM[3];B[a1];W[b2])", "3: Ba1 Wb2", "03725a709e710ffe"),
        ("(;GM[2];B[dc];W[cc])", "2: Bdc Wcc", "0f17b22d055adbe0"),
        ("(;GM[11]SZ[14]AW[c3][a1]AB[b2];B[d4])", "11:14 bb2 wa1 wc3 Bd4", "f8a228843dc0f825"),
    ];
    for (source, hashed, hash) in cases {
        assert_eq!(row(source)["main_line_hash"], hash, "{hashed}");
    }
    let move_of = |n: u8| {
        let colour = if n % 2 == 0 { "B" } else { "W" };
        format!(";{colour}[{}]", letters((n % 19, (7 * u32::from(n) % 19) as u8)))
    };
    let long: String = (0..100).map(move_of).collect();
    assert_eq!(row(&format!("(;{long})"))["main_line_hash"], "54c6d83f9826bdbf");
}

#[test]
fn what_is_no_move_is_marked_and_leaves_the_game_without_a_hash() {
    let hashes = |row: &Value| [row["main_line_hash"].clone(), row["symmetric_hash"].clone()];
    for text in ["aaa", "a", "-a", "a-", "--", "a1", "zz", "Q16", "é", "resign"] {
        let row = row(&format!("(;SZ[19];B[dd];W[{text}])"));
        assert_eq!(row["main_line"], "dd??", "{text}");
        assert_eq!(hashes(&row), [Value::Null, Value::Null], "{text}");
    }
    let pass = row("(;SZ[19];B[dd];W[])");
    assert_eq!(pass["main_line"], "dd--");
    assert_eq!(hashes(&row("(;SZ[19];B[dd];W[tt])")), hashes(&pass));
    assert_eq!(row("(;SZ[21];B[tt])")["main_line"], "tt");
}

#[test]
fn moves_and_setup_are_read_as_the_views_read_them() {
    let hashes = |source: &str| {
        let row = row(source);
        ["main_line", "main_line_hash", "symmetric_hash"].map(|name| row[name].clone())
    };
    let clean = hashes("(;SZ[9]AB[cc][cd];W[ee];B[])");
    assert!(clean[1].is_string());
    for source in [
        "(;SZ[ 9 ]AB[cc:cd];W[ e e ];B[])",
        "(;SZ[9:9]AB[cd:cc];W[EE];B[pass])",
        "(;SZ[9]AB[ cc ][][cd];W[][ee];B[tt])",
        "(;SZ[9x9]GM[ 1]AB[cc][cd];W[ee];B[TT])",
    ] {
        assert_eq!(hashes(source), clean, "{source}");
    }
    // A size that says nothing is the usual one.
    assert_eq!(hashes("(;SZ[];B[dd])"), hashes("(;B[dd])"));
    // Not all points of such a board can be written, so it cannot be turned.
    let large = hashes("(;SZ[60];B[ZZ])");
    assert_eq!(large, ["ZZ".into(), Value::Null, Value::Null]);
}

#[test]
fn moves_of_other_games_are_read_where_the_format_defines_them() {
    // Hex, Lines of Action, Backgammon, Othello.
    for (game, good, bad) in
        [(11, "c4", "44"), (9, "a2-c2", "a2"), (6, "31hefe", "71he"), (2, "dc", "d3")]
    {
        let good_row = row(&format!("(;GM[{game}]SZ[8];B[{good}])"));
        assert_eq!(good_row["main_line"], good, "{game}");
        assert!(good_row["main_line_hash"].is_string(), "{game}");
        let bad_row = row(&format!("(;GM[{game}]SZ[8];B[{good}];W[{bad}])"));
        assert_eq!(bad_row["main_line"], format!("{good} ??"), "{game}");
        assert_eq!(bad_row["main_line_hash"], Value::Null, "{game}");
    }
    // The format does not say how these write their moves.
    for game in ["3", "99", "chess"] {
        let row = row(&format!("(;GM[{game}];B[e4];W[whatever])"));
        assert_eq!(row["main_line"], "e4 whatever", "{game}");
        assert!(row["main_line_hash"].is_string(), "{game}");
    }
}

#[test]
fn setup_that_names_whole_boards_again_and_again_takes_bounded_memory() {
    let all = ";AB[aa:ZZ]".repeat(1_000);
    let row = row(&format!("(;SZ[52]{all};B[aa])"));
    assert_eq!((&row["main_line"], &row["main_line_hash"]), (&json!("aa"), &Value::Null));
}

#[test]
fn games_are_not_claimed_to_be_the_same_for_what_was_not_read() {
    // No move, a size that is none, and setup off the board.
    for source in ["(;)", "(;AB[dd]AW[pp])", "(;SZ[abc];B[dd])", "(;SZ[9]AB[qq];B[dd])", "(;GM[2])"]
    {
        let row = row(source);
        assert_eq!((&row["main_line_hash"], &row["symmetric_hash"]), (&Value::Null, &Value::Null));
    }
    // Problems with other stones, or on another board, and the same first move.
    let problems = [
        "(;SZ[9]AB[dd]AW[ee];B[aa])",
        "(;SZ[9]AB[dd]AW[ef];B[aa])",
        "(;SZ[9]AB[dd][ee];B[aa])",
        "(;SZ[13]AB[dd]AW[ee];B[aa])",
        "(;SZ[9];AB[dd]AW[ee];B[bb])",
        "(;SZ[9];B[aa])",
    ];
    for column in ["main_line_hash", "symmetric_hash"] {
        let hashes: BTreeSet<_> = problems.iter().map(|it| row(it)[column].to_string()).collect();
        assert_eq!(hashes.len(), problems.len(), "{column}");
    }
}

#[test]
fn setup_is_the_same_in_any_order_and_turned_with_the_moves() {
    let games = [
        "(;SZ[19]AB[dd][pp]AW[qc];W[cd];B[pc])",
        // The order of the stones, a rectangle, a stone twice.
        "(;AW[qc]AB[pp][dd:dd][pp];W[cd];B[pc])",
        // Mirrored, turned.
        "(;SZ[19]AB[pd][dp]AW[cc];W[qd];B[dc])",
        "(;SZ[19]AB[dd][pp]AW[cq];W[dc];B[cp])",
    ];
    let hashes: BTreeSet<_> =
        games.iter().map(|it| row(it)["symmetric_hash"].to_string()).collect();
    assert_eq!(hashes.len(), 1);
    let [first, second, ..] = games.map(|it| row(it)["main_line_hash"].clone());
    assert_eq!(first, second);
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

/// The two letters of a point.
fn letters((column, row): (u8, u8)) -> String {
    let letter = |number| char::from(if number < 26 { b'a' + number } else { b'A' + number - 26 });
    [column, row].map(letter).iter().collect()
}

/// A game on the board in each way to turn and mirror it: what is to be hashed, and the row.
fn images(columns: u8, rows: u8, points: &[Option<(u8, u8)>]) -> Vec<(String, Value)> {
    let turn = |way: u8, (column, row): (u8, u8)| {
        let column = if way & 1 == 0 { column } else { columns - 1 - column };
        let row = if way & 2 == 0 { row } else { rows - 1 - row };
        if way & 4 == 0 { (column, row) } else { (row, column) }
    };
    let image = |way| {
        let (columns, rows) = if way & 4 == 0 { (columns, rows) } else { (rows, columns) };
        let source = format!("(;SZ[{columns}:{rows}]");
        let (mut hashed, mut source) = (format!("{columns:02}x{rows:02};"), source);
        for (number, point) in points.iter().enumerate() {
            let colour = ["B", "W"][number % 2];
            let letters = point.map(|point| letters(turn(way, point)));
            source += &format!(";{colour}[{}]", letters.as_deref().unwrap_or(""));
            hashed += &format!("{colour}{}", letters.as_deref().unwrap_or("--"));
        }
        (hashed, row(&(source + ")")))
    };
    (0..8).map(image).collect()
}

#[test]
fn a_turned_game_has_the_same_symmetric_hash_that_of_its_least_image() {
    let all = |points: &[(u8, u8)]| points.iter().copied().map(Some).collect::<Vec<_>>();
    let games = [
        (19, 19, all(&[(2, 3), (15, 2), (9, 9), (0, 18), (4, 4)]), 8),
        (19, 19, all(&[(9, 9)]), 1),
        (19, 19, vec![None, Some((9, 9)), None], 1),
        (19, 19, all(&[(9, 9), (3, 9), (15, 9)]), 4),
        (19, 19, all(&[(15, 3), (3, 15), (9, 9)]), 4),
        (19, 19, all(&[(15, 3), (3, 15), (9, 9), (2, 14), (13, 3)]), 8),
        (19, 19, vec![Some((3, 3)), None, Some((15, 15)), Some((16, 2)), None, Some((2, 5))], 8),
        (9, 5, all(&[(4, 2), (8, 2), (1, 4)]), 8),
        (9, 5, all(&[(4, 1)]), 4),
        (5, 9, all(&[(0, 8), (2, 4)]), 8),
        (1, 1, all(&[(0, 0)]), 1),
        // The letters are in the order of their bytes: `A` is less than `a`.
        (52, 52, all(&[(0, 1), (30, 2), (51, 51)]), 8),
        (30, 52, all(&[(29, 2), (3, 40)]), 8),
    ];
    for (columns, rows, points, count) in games {
        let images = images(columns, rows, &points);
        let (least, row) = images.iter().min_by_key(|(hashed, _)| hashed).unwrap();
        for (hashed, image) in &images {
            assert_eq!(image["symmetric_hash"], row["main_line_hash"], "{hashed}");
            let is_least = image["main_line_hash"] == row["main_line_hash"];
            assert_eq!(is_least, hashed == least, "{hashed}");
        }
        let hashes = images.iter().map(|(_, row)| row["main_line_hash"].to_string());
        assert_eq!(hashes.collect::<BTreeSet<_>>().len(), count, "{least}");
    }
}

#[test]
fn no_other_game_has_the_same_symmetric_hash() {
    let games = [
        "(;SZ[19];B[cd];W[pc])",
        "(;SZ[19];B[cd];W[pd])",
        "(;SZ[19];B[cd];B[pc])",
        "(;SZ[19];W[cd];B[pc])",
        "(;SZ[19];B[cd];W[pc];B[])",
        "(;SZ[19];B[pc];W[cd])",
        // The first one, on another board.
        "(;SZ[19:18];B[dc];W[cp])",
    ];
    let hashes: BTreeSet<_> =
        games.iter().map(|game| row(game)["symmetric_hash"].to_string()).collect();
    assert_eq!(hashes.len(), games.len());
    assert_eq!(row("(;GM[2];B[aa])")["symmetric_hash"], Value::Null);
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
