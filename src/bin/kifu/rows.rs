//! Tables of rows, one command's or another's: what is read is left to the commands, the formats for
//! other tools to `typed`, the list of columns to `describe`, records from a pipe to `filter`.

mod describe;
mod filter;
#[cfg(feature = "tables")]
mod typed;

use std::io::{self, Write};

use kifu::rows::{Cell, Column, Origin, Row, Selection};
use kifu::{Collection, GameTree};

use crate::args::{Inputs, TableFormat, TableOptions};
use crate::json::{list, string};
use crate::output::width;
use crate::report::Report;
use crate::run::{self, Input, Outlet, Task};

/// What reads the rows of a command.
pub(crate) trait Reader: Clone + Send {
    /// A row.
    type Row<'r>: Row;

    /// Hands the rows of the games of a collection that are chosen to `each`, in their order.
    fn read<'a, E>(
        &mut self,
        collection: Collection<'a>,
        origin: Origin<'_>,
        is_chosen: impl FnMut(GameTree<'a>) -> bool,
        each: impl FnMut(&Self::Row<'_>) -> Result<(), E>,
    ) -> Result<(), E>;

    /// The game that a row is of, or is in.
    #[cfg(feature = "tables")]
    fn game<'t>(row: &'t Self::Row<'_>) -> GameTree<'t>;

    /// Writes the names of the columns for people, cut to a width if there is one.
    fn head(out: &mut impl Write, width: Option<usize>) -> io::Result<()>;

    /// Writes a row for people, of what stands in this path.
    fn line(
        out: &mut impl Write,
        path: &str,
        row: &Self::Row<'_>,
        width: Option<usize>,
    ) -> io::Result<()>;
}

/// The columns of the rows that a reader gives.
fn columns<R: Reader>() -> &'static [Column] {
    <R::Row<'static> as Row>::columns()
}

/// Runs a command that prints rows.
pub(crate) fn run<R: Reader>(
    inputs: &Inputs,
    options: &TableOptions,
    rows: R,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    if options.describe {
        return describe::columns(options.format, columns::<R>(), out);
    }
    let selection = selection::<R>(options)?;
    if let Some(form) = options.stdin_records {
        return filter::run(inputs, options.format, form, rows, &selection, out);
    }
    #[cfg(feature = "tables")]
    if options.partition_rows.is_some() {
        return typed::dataset(inputs, options, rows, selection, report);
    }
    let form = match options.format {
        TableFormat::Table => Form::Table(width().filter(|_| options.output.path().is_none())),
        TableFormat::Ndjson => Form::Ndjson,
        TableFormat::Csv => Form::Csv,
        #[cfg(feature = "tables")]
        TableFormat::Parquet => return typed::parquet(inputs, rows, selection, out, report),
        #[cfg(feature = "tables")]
        TableFormat::Arrow => return typed::arrow(inputs, rows, selection, out, report),
        #[cfg(not(feature = "tables"))]
        TableFormat::Parquet | TableFormat::Arrow => return Err(without_tables()),
    };
    run::run(inputs, &Texts { form, rows, selection }, out, report)
}

/// Writes rows that are there already; `line` writes one for people.
pub(crate) fn print<R: Row>(
    rows: &[R],
    format: TableFormat,
    mut line: impl FnMut(&mut dyn Write, &R) -> io::Result<()>,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    match format {
        TableFormat::Table => rows.iter().try_for_each(|row| line(out, row))?,
        TableFormat::Ndjson => rows.iter().try_for_each(|row| ndjson(out, row.cells()))?,
        TableFormat::Csv => {
            csv_names(out, R::columns().iter())?;
            rows.iter().try_for_each(|row| csv(out, row.cells()))?;
        }
        #[cfg(feature = "tables")]
        TableFormat::Parquet | TableFormat::Arrow => typed::print(rows, format, out)?,
        #[cfg(not(feature = "tables"))]
        TableFormat::Parquet | TableFormat::Arrow => return Err(without_tables()),
    }
    out.flush()
}

#[cfg(not(feature = "tables"))]
fn without_tables() -> io::Error {
    io::Error::other("parquet and arrow need a kifu that was built with the feature tables")
}

/// The columns that are asked for.
fn selection<R: Reader>(options: &TableOptions) -> io::Result<Selection> {
    if options.columns.is_empty() {
        return Ok(Selection::usual::<R::Row<'static>>());
    }
    let names = options.columns.iter().map(String::as_str);
    Selection::named::<R::Row<'static>>(names)
        .map_err(|error| io::Error::other(format!("{error} (--describe lists them)")))
}

/// The command in a format of text.
#[derive(Clone)]
struct Texts<R> {
    form: Form,
    rows: R,
    selection: Selection,
}

/// How a row is written.
#[derive(Clone, Copy)]
enum Form {
    /// Cut to so many columns, if they are those of a terminal.
    Table(Option<usize>),
    Ndjson,
    Csv,
}

impl<R: Reader> Task for Texts<R> {
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn start(&self, out: &mut Vec<u8>) -> io::Result<()> {
        match self.form {
            Form::Table(width) => R::head(out, width),
            Form::Csv => csv_names(out, self.selection.columns()),
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
        let Self { form, rows, selection } = self;
        let is_chosen = |game| input.is_chosen(game);
        rows.read(collection, origin(input), is_chosen, |row| match *form {
            Form::Table(width) => R::line(out, input.path, row, width),
            Form::Ndjson => ndjson(out, selection.cells(row)),
            Form::Csv => csv(out, selection.cells(row)),
        })
    }
}

/// Where an input comes from, as its rows say it.
fn origin<'a>(input: &Input<'a>) -> Origin<'a> {
    run::origin(input.path, input.source, &input.place)
}

/// A line of ndjson: all columns, in their order.
pub(crate) fn ndjson<'r>(
    out: &mut impl Write,
    cells: impl Iterator<Item = (&'static Column, Cell<'r>)>,
) -> io::Result<()> {
    out.write_all(b"{")?;
    list(out, cells, |out, (column, cell)| {
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

/// A line of csv. Texts are always in quotes and nothing else is, so that what guesses the types of
/// columns takes no text for a number, and a missing one is not an empty one.
pub(crate) fn csv<'r>(
    out: &mut impl Write,
    cells: impl Iterator<Item = (&'static Column, Cell<'r>)>,
) -> io::Result<()> {
    list(out, cells, |out, (_, cell)| match cell {
        Cell::Null => Ok(()),
        Cell::Text(text) => quoted(out, text),
        Cell::Hash(_) => write!(out, "\"{cell}\""),
        Cell::Texts(texts) => quoted(out, &texts.to_string()),
        _ => write!(out, "{cell}"),
    })?;
    out.write_all(b"\n")
}

pub(crate) fn csv_names<'c>(
    out: &mut impl Write,
    columns: impl Iterator<Item = &'c Column>,
) -> io::Result<()> {
    list(out, columns, |out, column| out.write_all(column.name().as_bytes()))?;
    out.write_all(b"\n")
}

fn quoted(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(b"\"")?;
    for (number, part) in text.split('"').enumerate() {
        if number > 0 {
            out.write_all(b"\"\"")?;
        }
        out.write_all(part.as_bytes())?;
    }
    out.write_all(b"\"")
}
