//! `--stdin-records`, run as a process: one record in, its rows or one error row out.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::program::{kifu, kifu_reading, program};

fn answers(command: &str, form: &str, stdin: &[u8]) -> Vec<Value> {
    let run = kifu_reading([command, "--stdin-records", form], stdin);
    assert_eq!((run.status, &*run.messages), (0, ""));
    run.lines()
}

#[test]
fn each_record_has_its_rows_or_exactly_one_error_row_in_order() {
    let record = |number: u32| match number {
        _ if number % 50 == 7 => format!("(;PB[{number}];B[aa]C[cut"),
        _ if number % 100 == 3 => "no record".to_owned(),
        _ if number % 10 == 1 => format!("(;PB[{number}])(;PB[{number}];B[aa])"),
        _ => format!("(;PB[{number}];B[aa];W[bb])"),
    };
    let input: String = (0..1000).map(|number| record(number) + "\n").collect();
    let rows = answers("games", "line", input.as_bytes());
    let mut rows = rows.iter().peekable();
    for number in 0..1000 {
        let count = record(number).matches("PB").count();
        let id = number.to_string();
        for _ in 0..count {
            let row = rows.next().unwrap();
            assert_eq!((&row["id"], &row["PB"]), (&json!(id), &json!(id)));
            assert_eq!(row["error"], Value::Null);
            assert_eq!(row["errors"].as_u64() > Some(0), number % 50 == 7, "{row}");
        }
        if count == 0 {
            let row = rows.next().unwrap();
            assert_eq!((&row["id"], &row["error"]), (&json!(id), &json!("it has no game")));
            assert_eq!(row["source"], Value::Null);
        }
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn records_in_json_have_ids_and_texts_or_bytes() {
    let input = concat!(
        r#""(;PB[a\nb])""#,
        "\n",
        r#"{"id": "x/1", "sgf": "(;CA[GBK]PB[中])"}"#,
        "\n",
        r#"{"id": 17, "base64": "KDtDQVtHQktdUEJb1tBdKQ=="}"#,
        "\n",
        r#"{"id": "none"}"#,
        "\n",
        r#"{"id": "two", "sgf": "(;)", "base64": "KDsp"}"#,
        "\n",
        r#"{"id": "bad", "base64": "*"}"#,
        "\n",
        "[1]\n",
        "{\"id\": \"half",
    );
    let rows = answers("games", "json", input.as_bytes());
    let ids: Vec<_> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["0", "x/1", "17", "none", "two", "bad", "6", "7"]);
    assert!(rows[..3].iter().map(|row| &row["PB"]).eq([
        &json!("a\nb"),
        &json!("中"),
        &json!("中")
    ]));
    assert!(rows[..3].iter().all(|row| row["error"].is_null()));
    assert!(rows[3..].iter().all(|row| row["error"].is_string() && row["PB"].is_null()));
}

#[test]
fn records_of_several_lines_end_with_a_nul_byte_and_a_game_without_moves_has_an_answer() {
    let rows = answers("moves", "nul", b"(;SZ[9];\nB[aa];W[bb])\0(;C[no\nmove])\0\0(;B[cc");
    let cells: Vec<_> =
        rows.iter().map(|row| json!([row["id"], row["move"], row["error"]])).collect();
    let expected = [
        json!(["0", "aa", null]),
        json!(["0", "bb", null]),
        json!(["1", null, "it has no move"]),
        json!(["2", null, "it has no game"]),
        json!(["3", "cc", null]),
    ];
    assert_eq!(cells, expected);
}

#[test]
fn a_record_that_is_too_long_is_one_error_row_and_the_next_is_read() {
    let long = "x".repeat(5000);
    let input = format!("(;B[aa])\n(;C[{long}])\n(;B[bb])\n(;C[{long}])");
    let arguments = ["moves", "--stdin-records=line", "--max-member-bytes=1K"];
    let run = kifu_reading(arguments, input.as_bytes());
    let rows = run.lines();
    let moves: Vec<_> = rows.iter().map(|row| row["move"].clone()).collect();
    assert_eq!((run.status, moves), (0, vec![json!("aa"), Value::Null, json!("bb"), Value::Null]));
    assert!(rows[1]["error"].as_str().unwrap().contains("more than 1024 bytes"));
}

#[test]
fn an_answer_is_there_before_the_next_record_is() {
    let arguments = ["games", "--stdin-records=line", "--columns=moves"];
    let mut child = program().args(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 0..3 {
        writeln!(stdin, "(;B[aa])").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("{{\"id\":\"{number}\",\"error\":null,\"moves\":1}}\n"));
    }
    // Who reads no more is no fault.
    drop(stdout);
    let _ = writeln!(stdin, "(;B[aa])");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn csv_has_a_line_of_names_and_what_is_not_a_format_of_lines_is_refused() {
    let arguments = ["games", "--stdin-records=line", "--format=csv", "--columns=PB,moves"];
    let run = kifu_reading(arguments, b"(;PB[a \"b\"])\nx\n");
    assert_eq!(
        run.out,
        "id,error,PB,moves\n\"0\",,\"a \"\"b\"\"\",0\n\"1\",\"it has no game\",,\n"
    );
    assert_eq!(kifu(["games", "--stdin-records=line", "--format=parquet"]).status, 2);
    assert_eq!(kifu(["games", "--stdin-records=line", "tests/records"]).status, 2);
}

#[test]
fn strict_reading_answers_a_fault_with_an_error_row() {
    let run = kifu_reading(["games", "--strict", "--stdin-records=line"], b"(;B[aa])\n(;B[aa]\n");
    let rows = run.lines();
    assert_eq!((run.status, rows.len()), (0, 2));
    assert_eq!(rows[0]["error"], Value::Null);
    assert!(rows[1]["error"].as_str().unwrap().starts_with("1:"), "{}", rows[1]);
}
