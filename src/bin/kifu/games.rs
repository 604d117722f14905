//! `kifu games`: a row for each game. What a row holds is left to `row`, its moves to `line`.

mod line;
mod row;
mod table;

use std::io::{self, Write};

use kifu::GameTree;

use crate::args::GamesFormat;
use crate::json::object;
use crate::report::Report;
use crate::run::{Input, Task};
use line::Line;
use row::{NAMES, Row};

/// The command.
#[derive(Clone)]
pub(crate) struct Games {
    format: GamesFormat,
    /// The columns of the terminal.
    width: usize,
}

impl Games {
    pub(crate) fn new(format: GamesFormat, width: usize) -> Self {
        Self { format, width }
    }
}

impl Task for Games {
    fn start(&self, out: &mut impl Write) -> io::Result<()> {
        match self.format {
            GamesFormat::Table => table::head(out, self.width),
            GamesFormat::Ndjson => Ok(()),
            GamesFormat::Csv => csv_writer(out).write_record(NAMES).map_err(io::Error::from),
        }
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        let faults = row::faults(collection);
        let rows = collection.game_trees().zip(faults);
        let mut rows = rows.map(|(game, faults)| Row::new(input, game, faults));
        match self.format {
            GamesFormat::Table => rows.try_for_each(|row| table::line(out, &row, self.width)),
            GamesFormat::Ndjson => rows.try_for_each(|row| {
                object(out, &row.members())?;
                out.write_all(b"\n")
            }),
            GamesFormat::Csv => {
                let mut writer = csv_writer(out);
                for row in rows {
                    writer.write_record(row.members().iter().map(|(_, value)| row::cell(value)))?;
                }
                writer.flush()
            }
        }
    }
}

/// The hash of the main line, as the column of its name has it.
pub(crate) fn main_line_hash(game: GameTree<'_>) -> String {
    row::hexadecimal(Line::of(game).hash())
}

fn csv_writer<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().buffer_capacity(4096).from_writer(out)
}
