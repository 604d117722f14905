//! `kifu moves`, run as a process: against the games it counts, a reader of its own, and by cases.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::program::{RECORDS, kifu, kifu_reading};

const FOLDERS: [&str; 2] = [RECORDS, "tests/damaged"];

fn moves(source: &str, more: &[&str]) -> Vec<Value> {
    let arguments = ["moves", "--format=ndjson"].iter().chain(more);
    kifu_reading(arguments, source.as_bytes()).lines()
}

#[test]
fn there_are_as_many_rows_of_a_game_as_it_has_moves() {
    let key = |row: &Value| (row["source"].to_string(), row["game"].as_u64());
    for folder in FOLDERS {
        let mut left: BTreeMap<_, _> = kifu(["games", "--format=ndjson", folder])
            .lines()
            .iter()
            .map(|row| (key(row), row["moves"].as_u64().unwrap()))
            .collect();
        assert!(left.values().sum::<u64>() > 0);
        for row in kifu(["moves", "--format=ndjson", folder]).lines() {
            *left.get_mut(&key(&row)).unwrap() -= 1;
        }
        assert!(left.values().all(|&left| left == 0), "{left:?}");
    }
}

/// The rows of all variations, made of the lines of `kifu json --flat`.
fn naive(folder: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    let mut plies: BTreeMap<(String, u64), u64> = BTreeMap::new();
    for node in kifu(["json", "--flat", folder]).lines() {
        let path = node["path"].as_str().unwrap().to_owned();
        let above = node["parent"].as_u64().map_or(0, |it| plies[&(path.clone(), it)]);
        let properties = &node["properties"];
        // A map of JSON has lost the order of B and W.
        let colors: Vec<_> =
            ["B", "W"].into_iter().filter(|it| !properties[it].is_null()).collect();
        let row = |ply: u64, color: Value| {
            json!([
                path,
                node["game"],
                node["node"],
                node["parent"],
                node["main"],
                ply,
                color,
                properties["C"][0]
            ])
        };
        if colors.is_empty() {
            rows.push(row(above, Value::Null));
        }
        for (number, color) in colors.iter().enumerate() {
            rows.push(row(above + 1 + number as u64, json!(color)));
        }
        plies.insert((path.clone(), node["node"].as_u64().unwrap()), above + colors.len() as u64);
    }
    rows
}

#[test]
fn the_rows_of_all_variations_are_the_nodes_of_the_flat_json() {
    for folder in FOLDERS {
        let columns = "source,game,node,parent,main,ply,color,comment";
        let run = kifu(["moves", "--variations", "--format=ndjson", "--columns", columns, folder]);
        let names: Vec<_> = columns.split(',').collect();
        let rows: Vec<_> = run
            .lines()
            .iter()
            .map(|row| json!(names.iter().map(|it| &row[*it]).collect::<Vec<_>>()))
            .collect();
        let naive = naive(folder);
        assert_eq!(rows.len(), naive.len());
        for (row, expected) in rows.iter().zip(&naive) {
            // In a node with a move of both colours the order is that of the file.
            let both = naive.iter().filter(|it| it[0] == row[0] && it[2] == row[2]).count() > 1;
            assert!(row == expected || both, "{row} is not {expected}");
        }
    }
}

#[test]
fn a_move_has_a_point_a_pass_or_only_its_text() {
    let rows = moves("(;SZ[9];B[ca];W[];B[tt];W[Q16];B[zz]MN[50];W[aa])", &[]);
    let cells =
        |row: &Value| json!([row["x"], row["y"], row["pass"], row["move"], row["move_number"]]);
    let found: Vec<_> = rows.iter().map(cells).collect();
    let expected = [
        json!([2, 0, false, "ca", 1]),
        json!([null, null, true, "", 2]),
        json!([null, null, true, "tt", 3]),
        json!([null, null, false, "Q16", 4]),
        json!([null, null, false, "zz", 50]),
        json!([0, 0, false, "aa", 51]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_time_that_a_move_took_follows_from_the_kind_of_time() {
    let used = |source: &str| {
        let rows = moves(source, &[]);
        rows.iter().map(|it| json!([it["time_used"], it["time_habit"]])).collect::<Vec<_>>()
    };
    let main = used("(;TM[60];B[aa]BL[50.5];W[bb]WL[60];B[cc]BL[50];W[dd];B[ee]BL[55])");
    let expected = [json!([9.5, "main"]), json!([0.0, "main"]), json!([0.5, "main"])];
    assert_eq!(main[..3], expected);
    assert_eq!(main[3..], [json!([null, null]), json!([null, null])]);
    let fischer = used("(;TM[60]OT[10 fischer];B[aa]BL[65];B[bb]BL[70])");
    assert_eq!(fischer, [json!([5.0, "fischer"]), json!([5.0, "fischer"])]);
    let canadian = used("(;B[aa]BL[300]OB[25];B[bb]BL[280.5]OB[24];B[cc]BL[300]OB[25])");
    assert_eq!(canadian[1..], [json!([19.5, "canadian"]), json!([null, null])]);
    let byo_yomi = used("(;OT[5x30 byo-yomi];B[aa]BL[20]OB[5];B[bb]BL[22]OB[5];B[cc]BL[30]OB[4])");
    assert_eq!(byo_yomi[1..], [json!([8.0, "byo-yomi"]), json!([null, null])]);
}

#[test]
fn labels_and_marks_are_lists_in_all_formats_of_text() {
    let source = "(;SZ[9];B[aa]LB[bb:A][cc:\"x\"]TR[dd]MA[ee:ff];W[bb])";
    let [first, second] = moves(source, &[]).try_into().unwrap();
    assert_eq!(first["labels"], json!(["bb:A", "cc:\"x\""]));
    assert_eq!(first["marks"], json!(["TR:dd", "MA:ee:ff"]));
    assert_eq!((&second["labels"], &second["marks"]), (&Value::Null, &Value::Null));
    let csv = kifu_reading(["moves", "--format=csv", "--columns=labels,ply"], source.as_bytes());
    assert_eq!(csv.out, "labels,ply\n\"[\"\"bb:A\"\",\"\"cc:\\\"\"x\\\"\"\"\"]\",1\n,2\n");
}

#[test]
fn what_programs_write_of_a_position_is_said_for_black() {
    let rows = moves(
        "(;SZ[9];B[aa]C[0.47 0.53 0.00 -0.4 v=600];W[bb]LZ[Net 52.9 1.3k -0.3 15\nmove A1];\
         B[cc]SBKV[40];W[dd]C[0.5 points])",
        &[],
    );
    let cells = |row: &Value| json!([row["analysis"], row["winrate"], row["score"], row["visits"]]);
    let expected = [
        json!(["KataGo", 0.53, 0.4, 600]),
        json!(["Lizzie", 0.471, -0.3, 1300]),
        json!(["Sabaki", 0.4, null, null]),
        json!([null, null, null, null]),
    ];
    assert!(rows.iter().map(cells).eq(expected));
}

#[test]
fn a_column_that_is_not_there_is_refused_by_name() {
    let run = kifu(["moves", "--format=csv", "--columns=game,elo", RECORDS]);
    assert_eq!(run.status, 2);
    assert!(run.messages.contains("there is no column 'elo'"), "{}", run.messages);
}

#[test]
fn first_moves_are_the_same_for_all_images_of_a_game() {
    let first = |source: &str| {
        let arguments = ["games", "--format=ndjson", "--columns=first_moves"];
        kifu_reading(arguments, source.as_bytes()).lines()[0]["first_moves"].clone()
    };
    let letters = |point: (u8, u8)| [point.0, point.1].map(|it| char::from(b'a' + it));
    let points = [(3, 3), (15, 16), (2, 15), (16, 2), (5, 2), (9, 9), (10, 9), (9, 10), (0, 7)];
    let mut found = Vec::new();
    for way in 0..8 {
        let mut record = String::from("(;SZ[19]AB[jj]");
        for (number, &(x, y)) in points.iter().enumerate() {
            let (x, y) = if way & 1 == 1 { (18 - x, y) } else { (x, y) };
            let (x, y) = if way & 2 == 2 { (x, 18 - y) } else { (x, y) };
            let (x, y) = if way & 4 == 4 { (y, x) } else { (x, y) };
            record.extend([';', ['B', 'W'][number % 2], '[']);
            record.extend(letters((x, y)));
            record.push(']');
        }
        found.push(first(&(record + ")")));
    }
    assert!(found.iter().all(|it| it == &found[0]), "{found:?}");
    assert_eq!(found[0].as_str().unwrap().split(' ').count(), 8);
    assert_eq!(first("(;SZ[19];B[dc];W[])"), "R16 pass");
    assert_eq!(first("(;SZ[30];B[dc])"), Value::Null);
    assert_eq!(first("(;B[xx])"), Value::Null);
}

#[test]
fn moves_in_gtp_letters_are_there_when_they_are_named() {
    let games = |columns: &str| {
        kifu_reading(
            ["games", "--format=ndjson", "--columns", columns],
            b"(;SZ[9]AB[aa];B[ia];W[];B[ai])(;SZ[9];B[zz])",
        )
        .lines()
    };
    let rows = games("game,moves_gtp");
    assert_eq!(rows[0]["moves_gtp"], "B J9 W pass B A1");
    assert_eq!(rows[1]["moves_gtp"], Value::Null);
    let usual = kifu_reading(["games", "--format=ndjson"], b"(;B[aa])").lines();
    assert!(usual[0].get("moves_gtp").is_none() && usual[0].get("first_moves").is_some());
}
