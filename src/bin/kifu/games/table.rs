//! Rows for people: the columns that tell one game from another, cut to the terminal.

use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::row::Row;

/// The columns between the players and the path, and how wide they are.
const FIXED: [(&str, usize); 3] = [("DT", 10), ("RE", 8), ("moves", 5)];

/// Writes the names of the columns.
pub(super) fn head(out: &mut impl Write, width: usize) -> io::Result<()> {
    let fixed = FIXED.map(|(name, _)| name.to_owned());
    write(out, ["PB", "PW"], &fixed, "path", width)
}

/// Writes a row.
pub(super) fn line(out: &mut impl Write, row: &Row<'_>, width: usize) -> io::Result<()> {
    let text = |ident| row.game.root().text(ident).unwrap_or("");
    let fixed = [text("DT").to_owned(), text("RE").to_owned(), row.line.len().to_string()];
    write(out, [text("PB"), text("PW")], &fixed, row.path(), width)
}

fn write(
    out: &mut impl Write,
    players: [&str; 2],
    fixed: &[String; 3],
    path: &str,
    width: usize,
) -> io::Result<()> {
    let used: usize = FIXED.iter().map(|(_, width)| width + 2).sum();
    let rest = width.saturating_sub(used + 4).max(12);
    let player = rest / 4;
    let mut line = String::new();
    let texts = players.map(|text| (text, player)).into_iter();
    let texts =
        texts.chain(fixed.iter().zip(FIXED).map(|(text, (_, width))| (text.as_str(), width)));
    for (text, width) in texts {
        pad(&mut line, text, width);
        line.push_str("  ");
    }
    pad(&mut line, path, rest - 2 * player);
    writeln!(out, "{}", line.trim_end())
}

/// The text cut or filled to a width, on one line and without what a terminal might obey.
fn pad(line: &mut String, text: &str, width: usize) {
    let fits = text.width() <= width;
    let room = if fits { width } else { width.saturating_sub(1) };
    let mut used = 0;
    for c in text.chars() {
        let c = if c.is_control() { ' ' } else { c };
        let columns = c.width().unwrap_or(0);
        if used + columns > room {
            break;
        }
        used += columns;
        line.push(c);
    }
    if !fits {
        line.push('…');
        used += 1;
    }
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(used)));
}
