//! `kifu games`: a row for each game. What a row holds is left to the library, how it is written to
//! `rows`, but for the table for people.

mod table;

use std::io::{self, Write};

use kifu::rows::{GameRow, GameRows, Origin};
use kifu::{Collection, GameTree};

use crate::rows::Reader;

impl Reader for GameRows {
    type Row<'r> = GameRow<'r>;

    fn read<'a, E>(
        &mut self,
        collection: Collection<'a>,
        origin: Origin<'_>,
        is_chosen: impl FnMut(GameTree<'a>) -> bool,
        each: impl FnMut(&GameRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        Self::read_chosen(self, collection, origin, is_chosen, each)
    }

    #[cfg(feature = "tables")]
    fn game<'t>(row: &'t GameRow<'_>) -> GameTree<'t> {
        row.game()
    }

    fn head(out: &mut impl Write, width: Option<usize>) -> io::Result<()> {
        table::head(out, width)
    }

    fn line(
        out: &mut impl Write,
        path: &str,
        row: &GameRow<'_>,
        width: Option<usize>,
    ) -> io::Result<()> {
        table::line(out, path, row, width)
    }
}
