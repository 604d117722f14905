//! The counts as a table for people.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};

use super::Counts;
use super::games::{Game, Size};
use crate::shown::shown;

/// Writes the counts, one a row, numbers to the right.
pub(super) fn write(
    out: &mut impl Write,
    counts: &Counts,
    archives: u64,
    seconds: f64,
) -> io::Result<()> {
    let mut rows = Rows::default();
    rows.count("files", counts.files);
    rows.count("archives", archives);
    rows.count("bytes", counts.bytes);
    rows.count("game trees", counts.games);
    rows.count("nodes", counts.nodes);
    rows.count("properties", counts.properties);
    rows.count("values", counts.values);
    let faults = counts.faults();
    rows.count("diagnostics", faults.values().sum());
    for (code, count) in faults {
        rows.count(&format!("  {code}"), count);
    }
    rows.text("games by character set", String::new());
    for (charset, count) in counts.charsets() {
        rows.count(&format!("  {charset}"), count);
    }
    rows.text("games by GM and SZ", String::new());
    for (game, sizes) in &counts.by_game {
        rows.count(&format!("  {}", game_label(game)), sizes.values().sum());
        for (size, &count) in sizes {
            rows.count(&format!("    {}", size_label(game, *size)), count);
        }
    }
    rows.text("seconds", format!("{seconds:.4}"));
    let rate = |count: u64| count as f64 / seconds.max(f64::MIN_POSITIVE);
    rows.text("MB/s", format!("{:.1}", rate(counts.bytes) / 1e6));
    rows.count("games/s", rate(counts.games) as u64);
    rows.write(out)
}

fn game_label(game: &Game) -> String {
    match game.name() {
        Some(name) => format!("{game} {name}"),
        None => shown(&game.to_string()).into_owned(),
    }
}

fn size_label(game: &Game, size: Size) -> String {
    match (size, game.default_side()) {
        (Size::Default, Some(side)) => format!("{side} (default)"),
        _ => size.to_string(),
    }
}

/// The table while it is filled: a label to the left, a number to the right.
#[derive(Default)]
struct Rows {
    table: Table,
}

impl Rows {
    fn count(&mut self, label: &str, count: u64) {
        self.text(label, with_separators(count));
    }

    fn text(&mut self, label: &str, value: String) {
        self.table.add_row([label.to_owned(), value]);
    }

    fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        self.table.load_preset(presets::NOTHING);
        if let Some(column) = self.table.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for column in self.table.column_iter_mut() {
            column.set_padding((0, 2));
        }
        for line in self.table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A number with a comma before each group of three digits.
fn with_separators(number: u64) -> String {
    let digits = number.to_string();
    let mut separated = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            separated.push(',');
        }
        separated.push(digit);
    }
    separated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_stands_before_each_group_of_three_digits() {
        let separated = [0, 999, 1_000, 12_345, 1_234_567].map(with_separators);
        assert_eq!(separated, ["0", "999", "1,000", "12,345", "1,234,567"]);
        assert_eq!(with_separators(u64::MAX), "18,446,744,073,709,551,615");
    }
}
