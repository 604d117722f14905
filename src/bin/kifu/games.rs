//! `kifu games`: a row for each game. What a row holds is left to `row` and `column`, its moves to
//! `line`, the formats for other tools to `tables`.

mod column;
mod line;
mod row;
mod table;
#[cfg(feature = "tables")]
mod tables;

use std::io::{self, Write};

use kifu::GameTree;

use crate::args::{GamesFormat, GamesOptions};
use crate::json::{list, string};
use crate::output::width;
use crate::report::Report;
use crate::run::{self, Input, Task};
use column::{COLUMNS, Cell};
use line::Line;
use row::Row;

/// The command.
#[derive(Clone)]
struct Games {
    form: Form,
    /// Room for that of one game.
    line: Line,
    /// Room for a packed row.
    #[cfg(feature = "tables")]
    packed: Vec<u8>,
}

/// What becomes of a row.
#[derive(Clone, Copy)]
enum Form {
    /// Cut to so many columns, if they are those of a terminal.
    Table(Option<usize>),
    Ndjson,
    Csv,
    /// Bytes from which a table for other tools is made.
    #[cfg(feature = "tables")]
    Packed,
}

/// Runs the command.
pub(crate) fn run(
    options: &GamesOptions,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let inputs = &options.inputs;
    let games = |form| Games {
        form,
        line: Line::new(),
        #[cfg(feature = "tables")]
        packed: Vec::new(),
    };
    let form = match options.format {
        GamesFormat::Table => Form::Table(width().filter(|_| options.output.path().is_none())),
        GamesFormat::Ndjson => Form::Ndjson,
        GamesFormat::Csv => Form::Csv,
        #[cfg(feature = "tables")]
        GamesFormat::Parquet => return tables::parquet(inputs, &games(Form::Packed), out, report),
        #[cfg(feature = "tables")]
        GamesFormat::Arrow => return tables::arrow(inputs, &games(Form::Packed), out, report),
        #[cfg(not(feature = "tables"))]
        GamesFormat::Parquet | GamesFormat::Arrow => {
            return Err(io::Error::other(
                "parquet and arrow need a kifu that was built with the feature tables",
            ));
        }
    };
    run::run(inputs, &games(form), out, report)
}

impl Task for Games {
    fn takes_pieces(&self) -> bool {
        true
    }

    fn start(&self, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::Table(width) => table::head(out, width),
            Form::Csv => {
                csv_writer(out).write_record(COLUMNS.iter().map(|column| column.name))?;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        for (game, faults) in collection.game_trees().zip(row::faults(collection)) {
            let row = Row::new(input, game, &mut self.line, faults);
            match self.form {
                Form::Table(width) => table::line(out, &row, width)?,
                Form::Ndjson => ndjson(out, &row)?,
                Form::Csv => csv(out, &row)?,
                #[cfg(feature = "tables")]
                Form::Packed => tables::row(out, &row, &mut self.packed, report)?,
            }
        }
        Ok(())
    }
}

/// The hash of the main line, as the column of its name has it.
pub(crate) fn main_line_hash(game: GameTree<'_>) -> Option<String> {
    let mut line = Line::new();
    line.read(game);
    line.hash().map(hexadecimal)
}

/// A hash as a text: a number of 64 bits is not kept by all readers of JSON.
fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

fn ndjson(out: &mut impl Write, row: &Row<'_>) -> io::Result<()> {
    out.write_all(b"{")?;
    list(out, row.cells(), |out, (column, cell)| {
        string(out, column.name)?;
        out.write_all(b":")?;
        match cell {
            Cell::Missing => out.write_all(b"null"),
            Cell::Text(text) => string(out, text),
            Cell::Number(number) => write!(out, "{number}"),
            Cell::Hash(hash) => string(out, &hexadecimal(hash)),
        }
    })?;
    out.write_all(b"}\n")
}

fn csv(out: &mut impl Write, row: &Row<'_>) -> io::Result<()> {
    let mut writer = csv_writer(out);
    for (_, cell) in row.cells() {
        match cell {
            Cell::Missing => writer.write_field(""),
            Cell::Text(text) => writer.write_field(text),
            Cell::Number(number) => writer.write_field(number.to_string()),
            Cell::Hash(hash) => writer.write_field(hexadecimal(hash)),
        }?;
    }
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}

fn csv_writer<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().buffer_capacity(4096).from_writer(out)
}
