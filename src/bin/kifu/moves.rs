//! `kifu moves`: a row for each move. What a row holds is left to the library, how it is written to
//! `rows`, but for the table for people.

use std::io::{self, Write};

use kifu::rows::{MoveRow, MoveRows, Origin, Row as _};
use kifu::{Collection, GameTree};
use unicode_width::UnicodeWidthChar as _;

use crate::rows::Reader;
use crate::shown::shown;

/// The columns of the table, and how wide they are at least.
const COLUMNS: [(&str, usize); 6] =
    [("game", 4), ("node", 4), ("ply", 4), ("color", 5), ("move", 4), ("time_left", 9)];

impl Reader for MoveRows {
    type Row<'r> = MoveRow<'r>;

    fn read<'a, E>(
        &mut self,
        collection: Collection<'a>,
        origin: Origin<'_>,
        is_chosen: impl FnMut(GameTree<'a>) -> bool,
        each: impl FnMut(&MoveRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        Self::read_chosen(self, collection, origin, is_chosen, each)
    }

    #[cfg(feature = "tables")]
    fn game<'t>(row: &'t MoveRow<'_>) -> GameTree<'t> {
        row.node().game_tree()
    }

    fn head(out: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        let names = COLUMNS.map(|(name, _)| name.to_owned());
        line(out, &names, "path", "comment", width)
    }

    fn line(
        out: &mut impl Write,
        path: &str,
        row: &MoveRow<'_>,
        width: Option<usize>,
    ) -> io::Result<()> {
        let text = |name| row.get(name).map_or_else(String::new, |cell| cell.to_string());
        line(out, &COLUMNS.map(|(name, _)| text(name)), path, &text("comment"), width)
    }
}

/// Writes a line, of which the end is cut if there is a width.
fn line(
    out: &mut impl Write,
    texts: &[String; 6],
    path: &str,
    comment: &str,
    width: Option<usize>,
) -> io::Result<()> {
    let mut line = String::new();
    for (text, (_, columns)) in texts.iter().zip(COLUMNS) {
        line.push_str(&format!("{:columns$}  ", shown(text)));
    }
    let comment = comment.replace(['\n', '\r', '\t'], " ");
    line.push_str(&format!("{}  {}", shown(path), shown(&comment)));
    let mut left = width.unwrap_or(usize::MAX);
    let fits = |char: &char| {
        let rest = left.checked_sub(char.width().unwrap_or(0));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let line: String = line.chars().take_while(fits).collect();
    writeln!(out, "{}", line.trim_end())
}
