//! Tables for other tools: each worker gathers rows by column, and what it has goes to the table in
//! the order of the inputs. What becomes of them is left to `file` (Parquet) and `stream` (Arrow).

mod file;
mod parts;
mod stream;

use std::io::{self, Write};

use arrow_array::RecordBatch;
use kifu::rows::{Batch, GameRow, GameRows, PushError, Row as _};

use super::origin;
use crate::args::Inputs;
use crate::input::Unreadable;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Receiver, Task};
use file::ParquetFile;
use stream::ArrowStream;

/// Writes a Parquet file.
pub(super) fn parquet(
    inputs: &Inputs,
    rows: GameRows,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    write(inputs, rows, ParquetFile::new(out, GameRow::columns(), inputs.jobs())?, report)
}

/// Writes a stream of Arrow IPC.
pub(super) fn arrow(
    inputs: &Inputs,
    rows: GameRows,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    write(inputs, rows, ArrowStream::new(out, GameRow::columns())?, report)
}

fn write(
    inputs: &Inputs,
    rows: GameRows,
    table: impl Table + Send,
    report: &mut Report,
) -> io::Result<()> {
    let mut taken = Taken(table);
    let done = run::run(inputs, &TypedGames { rows }, &mut taken, report);
    match &done {
        Err(error) if error.kind() != io::ErrorKind::Interrupted => {}
        // After a Ctrl-C the table is whole too, with the rows until then.
        _ => taken.0.finish()?,
    }
    done
}

/// The command in a format with types.
#[derive(Clone)]
struct TypedGames {
    rows: GameRows,
}

/// The rows of a worker, by column.
struct Gathered(Batch);

impl Task for TypedGames {
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
        self.rows.read(collection, origin(input), |row| {
            match out.fill(|gathered| gathered.0.push(row))? {
                Ok(()) => {}
                Err(PushError::TooLong) => report.unreadable(&too_long(input, row)),
                // A batch goes out long before it is full.
                Err(error) => return Err(io::Error::other(error)),
            }
            Ok(())
        })
    }
}

fn too_long(input: &Input<'_>, row: &GameRow<'_>) -> Unreadable {
    let game = input.number(row.game());
    let error = format!("the texts of game {game} are too long for a table, left out");
    Unreadable { path: input.path.to_owned(), error: io::Error::other(error) }
}

impl Default for Gathered {
    fn default() -> Self {
        Self(Batch::new(GameRow::columns()))
    }
}

impl Load for Gathered {
    fn size(&self) -> usize {
        self.0.bytes()
    }

    fn clear(&mut self) {
        if !self.0.is_empty() {
            self.0 = self.0.another();
        }
    }

    fn another(&self) -> Self {
        Self(self.0.another())
    }
}

/// What rows are written to.
trait Table {
    /// Takes the next rows, which have so many bytes.
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()>;

    /// Called once, after the last rows.
    fn finish(self) -> io::Result<()>;
}

/// A table that takes what the workers gathered.
struct Taken<T>(T);

impl<T: Table> Receiver<Gathered> for &mut Taken<T> {
    fn receive(&mut self, Gathered(batch): &mut Gathered) -> io::Result<()> {
        if batch.is_empty() {
            return Ok(());
        }
        let bytes = batch.bytes();
        let rows = batch.finish().map_err(io::Error::other)?;
        self.0.rows(rows, bytes)
    }
}
