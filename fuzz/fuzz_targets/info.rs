//! Any text, and any words of dictionaries in any order, as game info: no view panics, and what is
//! read holds together.

#![no_main]

use kifu::values::{self, GameInfo};
use libfuzzer_sys::fuzz_target;

/// Words and signs that the views know, chosen by the bytes of the input.
const PIECES: [&str; 80] = [
    "1", "2", "31", "12", "1996", "20160309", "0", "-", "/", ".", ",", ":", " ", "+", "~", "(",
    ")", "?", "*", "年", "月", "日", "元年", "寛永", "昭和", "三", "十", "Mar", "c.", "or", "to",
    "T", "GMT", "B", "W", "R", "黑", "白", "胜", "负", "中盘", "半", "目", "子", "又", "分之", "½",
    "win", "by", "흑", "승", "집", "段", "k", "P", "h", "min", "秒", "x", "次", "fischer",
    "Canadian", "per", "none", "H", "S", "–", "32", "98.", "9d", "[", "pro", "2150", "W.O.", "\"",
    "'", "max", "考慮", "두", "점",
];

fuzz_target!(|parts: (&str, &[u8])| {
    let (text, chosen) = parts;
    read(text);
    let words: String =
        chosen.iter().take(40).map(|&byte| PIECES[usize::from(byte) % PIECES.len()]).collect();
    read(&words);
    let mut tree = kifu::OwnedTree::new();
    let root = tree.add_game_tree().unwrap();
    for ident in ["KM", "HA", "RU", "RE", "TC", "TT", "TM", "KO", "AP"] {
        tree.set(root, ident, [words.as_str()]).unwrap();
    }
    let info = GameInfo::of(tree.root().unwrap());
    let _ = (info.normalized(), info.application(), info.overtime());
});

fn read(text: &str) {
    if let Some(dates) = values::dates(text).value() {
        assert!(dates.from().first_day() <= dates.to().last_day());
        assert!(dates.iter().all(|date| {
            values::Date::new(date.year(), date.month(), date.day()) == Some(date)
        }));
    }
    if let Some(result) = values::result(text).value() {
        assert!(result.points().is_none_or(|points| points >= 0.0));
    }
    assert!(values::komi(text).value().is_none_or(f64::is_finite));
    if let Some(strength) = values::rank(text).value() {
        assert!(strength.rating().is_none_or(f64::is_finite));
    }
    let _ = (values::handicap(text), values::size(text, values::Game::GO));
    let _ = (values::main_time(text), values::overtime(text), values::rules(text));
    let _ = (values::round(text), values::application(text));
}
