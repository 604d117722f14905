//! The typed columns of `kifu games`, run as a process: what the texts of a game mean.

use serde_json::{Value, json};

use crate::program::kifu_reading;

fn row_of(source: &str, more: &[&str]) -> Value {
    let arguments = ["games", "--format=ndjson"].iter().chain(more);
    let [row] = kifu_reading(arguments, source.as_bytes()).lines().try_into().unwrap();
    row
}

fn row(source: &str) -> Value {
    row_of(source, &[])
}

/// The names of the typed columns, which stand at the end.
fn typed() -> Vec<String> {
    let header = kifu_reading(["games", "--format=csv"], b"(;)").out;
    let names = header.lines().next().unwrap().split(',').map(str::to_owned);
    names.skip_while(|name| name != "infos").skip(1).collect()
}

#[test]
fn what_is_read_has_types() {
    let found = row("(;GM[1]SZ[13:9]DT[2016-03-09,10]RE[W+3.5]KM[7.5]HA[2]BR[9段]WR[12k?]\
         TM[3600]OT[3x30 byo-yomi]RU[japanese]AP[GNU Go:3.8];B[aa])");
    let expected = json!({
        "date_from": "2016-03-09", "date_to": "2016-03-10", "winner": "W", "result_kind": "points",
        "margin": 3.5, "komi": 7.5, "handicap": 2, "width": 13, "height": 9, "black_rank": "9d",
        "white_rank": "12k", "black_rank_order": 9, "white_rank_order": -11, "black_rating": null,
        "white_rating": null, "main_time": 3600.0, "overtime": "byo-yomi", "overtime_count": 3,
        "overtime_seconds": 30.0, "rules": "Japanese", "application": "GNU Go",
        "application_version": "3.8", "unreadable": null, "normalized": null,
    });
    assert_eq!(expected.as_object().unwrap().len(), typed().len());
    for name in typed() {
        assert_eq!(found[&name], expected[&name], "{name}");
    }
}

#[test]
fn what_is_missing_or_empty_is_missing_but_for_the_usual_size() {
    for source in ["(;)", "(;SZ[]DT[]RE[]KM[]HA[]BR[]WR[ ]TM[]OT[]RU[]AP[])"] {
        let row = row(source);
        for name in typed() {
            let expected =
                if ["width", "height"].contains(&&*name) { json!(19) } else { json!(null) };
            assert_eq!(row[&name], expected, "{name} of {source}");
        }
    }
    assert_eq!(row("(;GM[11])")["width"], 11);
    assert_eq!(row("(;GM[2])")["width"], Value::Null);
}

#[test]
fn what_could_not_be_read_is_missing_and_named() {
    let row = row(
        "(;SZ[abc]DT[196]RE[B+1 ? W+T]KM[x]HA[7.5]BR[Honinbo]WR[17k]TM[1:30]OT[20 / 5]RU[House])",
    );
    assert_eq!(row["unreadable"], "SZ DT RE BR TM OT KM HA RU");
    for name in ["width", "date_from", "winner", "komi", "handicap", "black_rank", "main_time"] {
        assert_eq!(row[name], Value::Null, "{name}");
    }
    assert_eq!(row["white_rank"], "17k");
    // The texts stay.
    assert_eq!((&row["DT"], &row["SZ"]), (&json!("196"), &json!("abc")));
}

#[test]
fn each_result_has_a_winner_and_a_kind() {
    for (text, winner, kind, margin) in [
        ("B+0.5", json!("B"), "points", json!(0.5)),
        ("白中盘胜", json!("W"), "resign", json!(null)),
        ("W+T", json!("W"), "time", json!(null)),
        ("B+F", json!("B"), "forfeit", json!(null)),
        ("B+", json!("B"), "unspecified", json!(null)),
        ("Jigo", json!("draw"), "draw", json!(null)),
        ("Void", json!(null), "void", json!(null)),
        ("?", json!(null), "unknown", json!(null)),
        // Stones of Chinese counting are worth two points.
        ("黑胜1又3/4子", json!("B"), "points", json!(3.5)),
    ] {
        let row = row(&format!("(;RE[{text}])"));
        assert_eq!((&row["winner"], &row["margin"]), (&winner, &margin), "{text}");
        assert_eq!(row["result_kind"], kind, "{text}");
    }
}

#[test]
fn dates_are_the_first_and_the_last_day_on_which_a_game_can_have_been_played() {
    for (text, from, to) in [
        ("2016-02", json!("2016-02-01"), json!("2016-02-29")),
        ("1853", json!("1853-01-01"), json!("1853-12-31")),
        ("1996-12-27,28,1997-01-03", json!("1996-12-27"), json!("1997-01-03")),
        ("before 1700", json!(null), json!("1700-12-31")),
        ("Published 1990-01-01", json!(null), json!("1990-01-01")),
        ("0850 onwards", json!("0850-01-01"), json!(null)),
    ] {
        let row = row(&format!("(;DT[{text}])"));
        assert_eq!((&row["date_from"], &row["date_to"]), (&from, &to), "{text}");
    }
}

#[test]
fn overtime_has_a_kind_a_count_and_seconds() {
    for (text, kind, count, seconds) in [
        ("25/600 Canadian", "canadian", json!(25), json!(600.0)),
        ("10 fischer", "fischer", json!(null), json!(10.0)),
        ("None", "none", json!(null), json!(null)),
        ("5 simple", "delay", json!(null), json!(5.0)),
    ] {
        let row = row(&format!("(;OT[{text}])"));
        assert_eq!(row["overtime"], kind, "{text}");
        assert_eq!(
            (&row["overtime_count"], &row["overtime_seconds"]),
            (&count, &seconds),
            "{text}"
        );
    }
}

#[test]
fn ranks_sort_by_their_order_and_ratings_stand_apart() {
    let order = |rank: &str| row(&format!("(;BR[{rank}])"))["black_rank_order"].as_i64().unwrap();
    let ranks = ["30k", "2 kyu", "1級", "1d", "9段", "1p", "P9段"].map(order);
    assert!(ranks.is_sorted_by(|one, next| one < next), "{ranks:?}");
    let rated = row("(;BR[2100?]WR[NR])");
    assert_eq!((&rated["black_rating"], &rated["black_rank"]), (&json!(2100.0), &json!(null)));
    assert_eq!((&rated["white_rating"], &rated["unreadable"]), (&json!(null), &json!(null)));
}

#[test]
fn what_go_means_is_not_read_into_other_games() {
    let row = row("(;GM[6]RU[Crawford]KM[x]HA[y]DT[2020]RE[B+R])");
    for name in ["rules", "komi", "handicap", "unreadable"] {
        assert_eq!(row[name], Value::Null, "{name}");
    }
    assert_eq!((&row["date_from"], &row["winner"]), (&json!("2020-01-01"), &json!("B")));
}

#[test]
fn habits_of_servers_are_undone_when_asked() {
    let source = "(;KM[375]HA[1]TC[3]TT[30]RE[B+0.75]RU[Chinese]AP[foxwq])";
    let plain = row(source);
    assert_eq!((&plain["komi"], &plain["normalized"]), (&json!(375.0), &json!(null)));
    let undone = row_of(source, &["--normalize"]);
    assert_eq!((&undone["komi"], &undone["handicap"]), (&json!(7.5), &json!(0)));
    assert_eq!((&undone["margin"], &undone["overtime_count"]), (&json!(1.5), &json!(3)));
    let habits = "komi-times-fifty handicap-of-one overtime-in-tc-tt margin-in-stones";
    assert_eq!(undone["normalized"], habits);
    assert_eq!(undone["KM"], "375");
}

#[test]
fn numbers_beyond_what_a_column_holds_are_not_read() {
    let digits = "9".repeat(400);
    let row = row(&format!(
        "(;KM[{digits}]HA[{digits}]SZ[{digits}]BR[{digits}]TM[{digits}]RE[B+{digits}])"
    ));
    for name in ["komi", "handicap", "width", "black_rating", "main_time", "margin"] {
        assert_eq!(row[name], Value::Null, "{name}");
    }
    for ident in ["KM", "HA", "SZ"] {
        assert!(row["unreadable"].as_str().unwrap().contains(ident), "{ident}");
    }
}

#[test]
fn csv_has_the_typed_columns_after_all_others() {
    let csv = kifu_reading(["games", "--format=csv"], b"(;DT[2016-03-09]KM[7]BR[3k])").out;
    let [names, cells] = csv.lines().collect::<Vec<_>>().try_into().unwrap();
    let cell = |name| cells.split(',').nth(names.split(',').position(|it| it == name).unwrap());
    assert_eq!(cell("date_from"), Some("2016-03-09"));
    assert_eq!(cell("black_rank"), Some("\"3k\""));
    assert_eq!(cell("komi"), Some("7.0"));
    assert_eq!(cell("black_rank_order"), Some("-2"));
    assert!(names.ends_with(&format!(",infos,{}", typed().join(","))), "{names}");
}
