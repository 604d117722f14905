//! Tables for other tools: each worker gathers rows by column, and what it has goes to the table in
//! the order of the inputs. What becomes of them is left to `file` (Parquet) and `stream` (Arrow).

mod dataset;
mod file;
mod parts;
mod stream;

use std::io::{self, Write};

use arrow_array::RecordBatch;
use kifu::rows::{Batch, Column, PushError, Row, Selection};

use super::{Reader, origin};
use crate::args::{Inputs, TableFormat, TableOptions};
use crate::input::Unreadable;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Receiver, Task};
use dataset::Dataset;
use file::ParquetFile;
use stream::ArrowStream;

/// So many rows that are there already go to a table at once.
const PRINTED: usize = 4096;

/// Writes a Parquet file.
pub(super) fn parquet(
    inputs: &Inputs,
    rows: impl Reader,
    selection: Selection,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let columns: Vec<Column> = selection.columns().copied().collect();
    let table = ParquetFile::new(out, &columns, inputs.jobs())?;
    write(inputs, rows, selection, table, report)
}

/// Writes a stream of Arrow IPC.
pub(super) fn arrow(
    inputs: &Inputs,
    rows: impl Reader,
    selection: Selection,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let columns: Vec<Column> = selection.columns().copied().collect();
    let table = ArrowStream::new(out, &columns)?;
    write(inputs, rows, selection, table, report)
}

/// Writes rows that are there already.
pub(super) fn print<R: Row>(
    rows: &[R],
    format: TableFormat,
    out: &mut (impl Write + Send),
) -> io::Result<()> {
    match format {
        TableFormat::Arrow => print_to(rows, ArrowStream::new(out, R::columns())?),
        _ => print_to(rows, ParquetFile::new(out, R::columns(), 1)?),
    }
}

fn print_to<R: Row>(rows: &[R], mut table: impl Table) -> io::Result<()> {
    let mut batch = Batch::new(R::columns());
    for rows in rows.chunks(PRINTED) {
        rows.iter().try_for_each(|row| batch.push(row)).map_err(io::Error::other)?;
        let bytes = batch.bytes();
        table.rows(batch.finish().map_err(io::Error::other)?, bytes)?;
    }
    table.finish()
}

/// Writes files of so many rows each, in a folder.
pub(super) fn dataset(
    inputs: &Inputs,
    options: &TableOptions,
    rows: impl Reader,
    selection: Selection,
    report: &mut Report,
) -> io::Result<()> {
    let columns: Vec<Column> = selection.columns().copied().collect();
    let opened = match options.format {
        TableFormat::Arrow => {
            let make = |file| ArrowStream::new(file, &columns);
            Dataset::open(inputs, options, "arrows", make)?
                .map(|set| write(inputs, rows, selection, set, report))
        }
        _ => {
            let make = |file| ParquetFile::new(file, &columns, inputs.jobs());
            Dataset::open(inputs, options, "parquet", make)?
                .map(|set| write(inputs, rows, selection, set, report))
        }
    };
    opened.unwrap_or_else(|| {
        // All of it was read by a run before.
        report.mark_read(1, 1);
        Ok(())
    })
}

fn write(
    inputs: &Inputs,
    rows: impl Reader,
    selection: Selection,
    table: impl Table + Send,
    report: &mut Report,
) -> io::Result<()> {
    let mut taken = Taken(table);
    let done = run::run(inputs, &Typed { rows, batch: Batch::of(selection) }, &mut taken, report);
    match &done {
        Ok(()) => taken.0.finish()?,
        Err(error) if error.kind() == io::ErrorKind::Interrupted => taken.0.break_off()?,
        Err(_) => {}
    }
    done
}

/// The command in a format with types.
struct Typed<R> {
    rows: R,
    /// An empty one, of which others are made.
    batch: Batch,
}

impl<R: Clone> Clone for Typed<R> {
    fn clone(&self) -> Self {
        Self { rows: self.rows.clone(), batch: self.batch.another() }
    }
}

/// The rows of a worker, by column, as soon as there are any.
#[derive(Default)]
struct Gathered(Option<Batch>);

impl<R: Reader> Task for Typed<R> {
    type Load = Gathered;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Gathered>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        let Self { rows, batch } = self;
        let is_chosen = |game| input.is_chosen(game);
        rows.read(collection, origin(input), is_chosen, |row| {
            let push = |gathered: &mut Gathered| {
                gathered.0.get_or_insert_with(|| batch.another()).push(row)
            };
            match out.fill(push)? {
                Ok(()) => {}
                Err(PushError::TooLong) => {
                    report.unreadable(&too_long(input, input.number(R::game(row))));
                }
                // A batch goes out long before it is full.
                Err(error) => return Err(io::Error::other(error)),
            }
            Ok(())
        })
    }
}

fn too_long(input: &Input<'_>, game: usize) -> Unreadable {
    let error = format!("the texts of game {game} are too long for a table, left out");
    Unreadable { path: input.path.to_owned(), error: io::Error::other(error) }
}

impl Load for Gathered {
    fn size(&self) -> usize {
        self.0.as_ref().map_or(0, Batch::bytes)
    }

    fn clear(&mut self) {
        if let Some(batch) = self.0.as_mut().filter(|batch| !batch.is_empty()) {
            *batch = batch.another();
        }
    }

    fn another(&self) -> Self {
        Self(self.0.as_ref().map(Batch::another))
    }
}

/// What rows are written to.
trait Table {
    /// Takes the next rows, which have so many bytes.
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()>;

    /// Called once, after the last rows.
    fn finish(self) -> io::Result<()>;

    /// Called in its place after a Ctrl-C: a table is whole then too, with the rows until then.
    fn break_off(self) -> io::Result<()>
    where
        Self: Sized,
    {
        self.finish()
    }
}

/// A table that takes what the workers gathered.
struct Taken<T>(T);

impl<T: Table> Receiver<Gathered> for &mut Taken<T> {
    fn receive(&mut self, Gathered(batch): &mut Gathered) -> io::Result<()> {
        let Some(batch) = batch.as_mut().filter(|batch| !batch.is_empty()) else {
            return Ok(());
        };
        let bytes = batch.bytes();
        let rows = batch.finish().map_err(io::Error::other)?;
        self.0.rows(rows, bytes)
    }
}
