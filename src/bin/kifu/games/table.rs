//! Rows for people: the columns that tell one game from another. Texts are cut to the terminal and
//! paths keep their ends; numbers and dates are never cut, and without a terminal nothing is.

use std::borrow::Cow;
use std::io::{self, Write};
use std::iter;

use kifu::rows::{GameRow, Row as _};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::shown::shown;

/// The columns between the players and the path, and how wide they are at least.
const FIXED: [(&str, usize); 3] = [("DT", 10), ("RE", 8), ("moves", 5)];

/// What stands between two columns.
const GAP: &str = "  ";

/// The width of the columns where there is no terminal.
const WIDTH: usize = 100;

/// The least room for the path, and for the players and the path together.
const LEAST_PATH: usize = 8;
const LEAST_TEXTS: usize = 12;

/// How many characters of digits are still taken for a date: the days of a game that lasts weeks.
const LONGEST_DATE: usize = 80;

/// Writes the names of the columns. Without a width nothing is cut.
pub(super) fn head(out: &mut impl Write, width: Option<usize>) -> io::Result<()> {
    let fixed = FIXED.map(|(name, _)| name);
    write(out, ["PB", "PW"], fixed, "path", width)
}

/// Writes a row, of a game that stands in this path.
pub(super) fn line(
    out: &mut impl Write,
    path: &str,
    row: &GameRow<'_>,
    width: Option<usize>,
) -> io::Result<()> {
    let text = |ident| row.game().root().text(ident).unwrap_or("");
    let moves = row.get("moves").map_or_else(String::new, |moves| moves.to_string());
    write(out, [text("PB"), text("PW")], [text("DT"), text("RE"), &moves], path, width)
}

fn write(
    out: &mut impl Write,
    players: [&str; 2],
    fixed: [&str; 3],
    path: &str,
    width: Option<usize>,
) -> io::Result<()> {
    let used: usize = FIXED.iter().map(|(_, width)| width + GAP.len()).sum();
    let rest = width.unwrap_or(WIDTH).saturating_sub(used + 2 * GAP.len()).max(LEAST_TEXTS);
    let player = rest / 4;
    let texts = players.map(|text| (text, player)).into_iter();
    let texts = texts.chain(iter::zip(fixed, FIXED.map(|(_, width)| width)));
    let mut line = String::new();
    let mut taken = 0;
    for (text, columns) in texts {
        let text = in_line(text);
        let is_cut = width.is_some() && !is_number(&text);
        let text = if is_cut { cut_end(&text, columns) } else { text };
        let text_columns = text.width();
        line.push_str(&text);
        line.extend(iter::repeat_n(' ', columns.saturating_sub(text_columns)));
        line.push_str(GAP);
        taken += columns.max(text_columns) + GAP.len();
    }
    let path = shown(path);
    let room = width.map(|width| width.saturating_sub(taken).max(LEAST_PATH));
    line.push_str(&room.map_or_else(|| path.clone(), |room| cut_start(&path, room)));
    writeln!(out, "{}", line.trim_end())
}

/// The text on one line: line breaks and tabs are spaces, what cannot be seen is escaped.
fn in_line(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r', '\t']) {
        return shown(text);
    }
    shown(&text.replace(['\n', '\r', '\t'], " ")).into_owned().into()
}

/// Whether the text is a number or a date, or some of them.
fn is_number(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"-,./ ".contains(&byte);
    text.len() <= LONGEST_DATE && text.bytes().all(is_part)
}

/// The text, or as much of its start as has room, with a mark.
fn cut_end(text: &str, room: usize) -> Cow<'_, str> {
    if text.width() <= room {
        return text.into();
    }
    let end = fitting(text.char_indices(), room);
    let end = end.map_or(0, |(at, char)| at + char.len_utf8());
    format!("{}…", &text[..end]).into()
}

/// The text, or as much of its end as has room, with a mark.
fn cut_start(text: &str, room: usize) -> Cow<'_, str> {
    if text.width() <= room {
        return text.into();
    }
    let start = fitting(text.char_indices().rev(), room);
    let start = start.map_or(text.len(), |(at, _)| at);
    format!("…{}", &text[start..]).into()
}

/// The last of the characters for which there is room, and for a mark.
fn fitting(chars: impl Iterator<Item = (usize, char)>, room: usize) -> Option<(usize, char)> {
    let mut left = room.saturating_sub(1);
    let fits = |&(_, char): &(usize, char)| {
        let rest = left.checked_sub(char.width().unwrap_or(0));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    chars.take_while(fits).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(width: Option<usize>, players: [&str; 2], date: &str, path: &str) -> String {
        let mut out = Vec::new();
        write(&mut out, players, [date, "B+R", "200"], path, width).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_fits_its_width_and_the_path_keeps_its_end() {
        let path = "archive.zip!a/very/long/way/to/the/record/of/a/game.sgf";
        for width in [60, 80, 120] {
            let row = row(Some(width), ["桑原秀策".repeat(9).as_str(), "x"], "1846-09-11", path);
            assert!(row.trim_end().width() <= width, "{row}");
            assert!(row.ends_with("game.sgf\n") && row.contains("  …"), "{row}");
            assert!(row.contains("1846-09-11") && row.contains("  200  "), "{row}");
        }
    }

    #[test]
    fn a_date_is_never_cut_and_a_text_in_its_place_is() {
        let date = "1926-11-20,21,1926-12-05,12,19,22";
        let with_date = row(Some(100), ["a", "b"], date, "dir/game.sgf");
        assert!(with_date.contains(date) && with_date.trim_end().width() <= 100, "{with_date}");
        let with_text = row(Some(80), ["a", "b"], "in the year of the dragon", "game.sgf");
        assert!(with_text.contains("in the ye…"), "{with_text}");
    }

    #[test]
    fn without_a_terminal_nothing_is_cut() {
        let long = "long ".repeat(40);
        let path = format!("{long}/game.sgf");
        let row = row(None, [&long, &long], "in the year of the dragon", &path);
        assert_eq!(row.matches(long.trim()).count(), 3);
        assert!(row.contains("dragon") && !row.contains('…'));
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_written() {
        let row = row(None, ["\u{202e}x\u{1b}[31m", "two\nlines"], "", "a\r\nb\u{2066}.sgf");
        assert!(row.starts_with(r"\u{202e}x\u{1b}[31m") && row.contains("two lines"), "{row}");
        assert!(row.ends_with("a\\r\\nb\\u{2066}.sgf\n"), "{row}");
    }
}
