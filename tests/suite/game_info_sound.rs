//! What holds of game info whatever a text says: no view panics or allocates, what was read holds
//! together, and the records of servers are read.

use std::fs;

use allocation_counter::measure;
use kifu::values::{self, Ending, GameInfo};
use kifu::{Arena, Parser};

/// Words and signs that the views know, and some that they do not.
#[rustfmt::skip]
const PIECES: [&str; 84] = [
    "1", "2", "31", "12", "99", "1996", "20160309", "99999999999999999999999", "0", "-", "/",
    ".", ",", ":", " ", "+", "~", "(", ")", "?", "*", "年", "月", "日", "元年", "寛永", "昭和", "三", "十",
    "廿", "千", "Mar", "c.", "or", "to", "T", "Z", "GMT", "B", "W", "R", "黑", "白", "胜", "负", "中盘",
    "半", "目", "子", "又", "分之", "½", "win", "by", "흑", "승", "집", "段", "k", "P", "プロ", "æ®µ", "h",
    "min", "秒", "x", "次", "fischer", "byo-yomi", "Canadian", "per", "stones", "none", "é",
    "\u{FF11}", "\u{3000}", "\u{FEFF}", "\u{1F600}", "\0", "komi", "第", "局", "Chinese", "20:00",
];

/// Reads a text by all views, and asserts what holds of all readings.
fn read_by_all(text: &str) {
    if let Some(dates) = values::dates(text).value() {
        assert!(dates.from().first_day() <= dates.to().last_day(), "{text:?}");
        for date in dates.iter() {
            let again = values::Date::new(date.year(), date.month(), date.day());
            assert_eq!(again, Some(date), "{text:?}");
        }
    }
    if let Some(result) = values::result(text).value() {
        let won = !matches!(result.ending(), Ending::Draw | Ending::Void | Ending::Unknown);
        assert_eq!(result.winner().is_some(), won, "{text:?}");
        assert!(result.points().is_none_or(|points| points >= 0.0), "{text:?}");
    }
    assert!(values::komi(text).value().is_none_or(f64::is_finite), "{text:?}");
    if let Some(strength) = values::rank(text).value() {
        assert!(strength.rating().is_none_or(f64::is_finite), "{text:?}");
        let nothing = strength.rank().is_none() && strength.rating().is_none();
        assert_eq!(strength.is_unranked(), nothing, "{text:?}");
    }
    let _ = (values::handicap(text), values::size(text, values::Game::GO), values::main_time(text));
    if let Some(overtime) = values::overtime(text).value() {
        let known = overtime.kind().is_some() || overtime.time().is_some();
        assert!(known || overtime == values::Overtime::None, "{text:?}");
    }
    let _ = (values::rules(text), values::round(text));
    let _ = values::application(text);
}

#[test]
fn no_text_makes_a_view_panic_or_allocate() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut read = 0;
    for _ in 0..8_000 {
        let text: String = (0..=next(7)).map(|_| PIECES[next(PIECES.len())]).collect();
        read_by_all(&text);
        read += usize::from(values::dates(&text).value().is_some());
    }
    assert!(read > 10, "{read} dates");
    let long = "1996年5月".repeat(50_000);
    let allocated = measure(|| {
        for text in
            ["2016年3月9日、10日", "白2目半勝ち", "业余5段", "3 x 60 seconds Byoyomi", &long]
        {
            read_by_all(text);
        }
    });
    assert_eq!(allocated.count_total, 0);
}

/// The texts of server records are read: at least 995 of 1,000 of each property.
#[test]
fn the_game_info_of_server_records_is_read() {
    let Some(folder) = std::env::var_os("KIFU_CORPUS") else {
        eprintln!("KIFU_CORPUS names no folder: no real file was read");
        return;
    };
    let mut counts = [[0_usize; 2]; 6];
    let mut parser = Parser::new();
    for entry in fs::read_dir(std::path::Path::new(&folder).join("files")).unwrap() {
        let folder = entry.unwrap().path();
        if !folder.file_name().unwrap().to_str().unwrap().starts_with("server-") {
            continue;
        }
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                continue;
            }
            let bytes = fs::read(path).unwrap();
            let arena = Arena::new();
            for game in parser.read(&arena, &bytes).game_trees() {
                let info = GameInfo::of(game);
                let mut count = |index: usize, text: Option<&str>, read: fn(&str) -> bool| {
                    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return };
                    counts[index][0] += 1;
                    counts[index][1] += usize::from(read(text));
                    read_by_all(text);
                };
                count(0, info.text("DT"), |text| !values::dates(text).is_unreadable());
                count(1, info.text("RE"), |text| !values::result(text).is_unreadable());
                count(2, info.text("KM"), |text| !values::komi(text).is_unreadable());
                count(3, info.text("HA"), |text| !values::handicap(text).is_unreadable());
                count(4, info.text("SZ"), |text| {
                    !values::size(text, values::Game::GO).is_unreadable()
                });
                for ident in ["BR", "WR"] {
                    count(5, info.text(ident), |text| !values::rank(text).is_unreadable());
                }
            }
        }
    }
    for [all, read] in counts {
        assert!(all > 0 && read * 1000 >= all * 995, "{counts:?}");
    }
}
