//! `kifu games`: a row for each game. What a row holds is left to the library, the formats for other
//! tools to `tables`, the list of columns to `describe`.

mod describe;
mod table;
#[cfg(feature = "tables")]
mod tables;

use std::io::{self, Write};

use kifu::rows::{Cell, Column, GameRow, GameRows, Row};

use crate::args::{GamesFormat, GamesOptions};
use crate::json::{list, string};
use crate::output::width;
use crate::report::Report;
use crate::run::{self, Input, Outlet, Task, origin};

/// The command in a format of text.
#[derive(Clone)]
struct Games {
    form: Form,
    rows: GameRows,
}

/// How a row is written.
#[derive(Clone, Copy)]
enum Form {
    /// Cut to so many columns, if they are those of a terminal.
    Table(Option<usize>),
    Ndjson,
    Csv,
}

/// Runs the command.
pub(crate) fn run(
    options: &GamesOptions,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    if options.describe {
        return describe::columns(options.format, out);
    }
    let inputs = &options.inputs;
    let rows = GameRows::new().normalize(options.normalize);
    let form = match options.format {
        GamesFormat::Table => Form::Table(width().filter(|_| options.output.path().is_none())),
        GamesFormat::Ndjson => Form::Ndjson,
        GamesFormat::Csv => Form::Csv,
        #[cfg(feature = "tables")]
        GamesFormat::Parquet => return tables::parquet(inputs, rows, out, report),
        #[cfg(feature = "tables")]
        GamesFormat::Arrow => return tables::arrow(inputs, rows, out, report),
        #[cfg(not(feature = "tables"))]
        GamesFormat::Parquet | GamesFormat::Arrow => {
            return Err(io::Error::other(
                "parquet and arrow need a kifu that was built with the feature tables",
            ));
        }
    };
    run::run(inputs, &Games { form, rows }, out, report)
}

impl Task for Games {
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        match self.form {
            Form::Table(width) => table::head(out, width),
            Form::Csv => {
                let names = GameRow::columns().iter().map(Column::name);
                Ok(csv_writer(out).write_record(names)?)
            }
            Form::Ndjson => Ok(()),
        }
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        let is_chosen = |game| input.is_chosen(game);
        self.rows.read_chosen(
            collection,
            origin(input.path, input.source, &input.place),
            is_chosen,
            |row| match self.form {
                Form::Table(width) => table::line(out, input.path, row, width),
                Form::Ndjson => ndjson(out, row),
                Form::Csv => csv(out, row),
            },
        )
    }
}

fn ndjson(out: &mut impl Write, row: &impl Row) -> io::Result<()> {
    out.write_all(b"{")?;
    list(out, row.cells(), |out, (column, cell)| {
        string(out, column.name())?;
        out.write_all(b":")?;
        match cell {
            Cell::Null => out.write_all(b"null"),
            Cell::Text(text) => string(out, text),
            Cell::Hash(_) | Cell::Date(_) => write!(out, "\"{cell}\""),
            _ => write!(out, "{cell}"),
        }
    })?;
    out.write_all(b"}\n")
}

fn csv(out: &mut impl Write, row: &impl Row) -> io::Result<()> {
    let mut writer = csv_writer(out);
    for (_, cell) in row.cells() {
        match cell {
            Cell::Text(text) => writer.write_field(text),
            cell => writer.write_field(cell.to_string()),
        }?;
    }
    writer.write_record(None::<&[u8]>)?;
    writer.flush()
}

fn csv_writer<W: Write>(out: W) -> csv::Writer<W> {
    csv::WriterBuilder::new().buffer_capacity(4096).from_writer(out)
}
