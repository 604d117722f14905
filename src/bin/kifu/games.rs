//! `kifu games`: a row for each game. What a row holds is left to the library, how it is written to
//! `rows`, but for the table for people.

mod table;

use std::io::{self, Write};

use kifu::Collection;
#[cfg(feature = "tables")]
use kifu::GameTree;
use kifu::rows::{GameRow, GameRows, Origin};

use crate::rows::Reader;

impl Reader for GameRows {
    type Row<'r> = GameRow<'r>;

    fn read<E>(
        &mut self,
        collection: Collection<'_>,
        origin: Origin<'_>,
        each: impl FnMut(&GameRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        Self::read(self, collection, origin, each)
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
