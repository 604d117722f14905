//! Tables for other tools: rows travel packed, as any output does, and are gathered here in the
//! order of the inputs. What becomes of them is left to `file` (Parquet) and `stream` (Arrow).

mod arrays;
mod file;
mod pack;
mod stream;

use std::io::{self, Write};

use super::Games;
use crate::args::Inputs;
use crate::report::Report;
use crate::run;
use file::ParquetFile;
use pack::Packed;
pub(super) use pack::row;
use stream::ArrowStream;

/// Writes a Parquet file.
pub(super) fn parquet(
    inputs: &Inputs,
    games: &Games,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    write(inputs, games, ParquetFile::new(out, inputs.jobs())?, report)
}

/// Writes a stream of Arrow IPC.
pub(super) fn arrow(
    inputs: &Inputs,
    games: &Games,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    write(inputs, games, ArrowStream::new(out)?, report)
}

fn write(
    inputs: &Inputs,
    games: &Games,
    table: impl Table + Send,
    report: &mut Report,
) -> io::Result<()> {
    let mut gathered = Gathered { table, rows: Packed::default() };
    let done = run::run(inputs, games, &mut gathered, report);
    match &done {
        Err(error) if error.kind() != io::ErrorKind::Interrupted => {}
        // After a Ctrl-C the table is whole too, with the rows until then.
        _ => gathered.finish()?,
    }
    done
}

/// What takes rows, many at once.
trait Table {
    /// It takes as many rows as this at once.
    const ROWS: usize;

    /// Or rows that have as many bytes as this.
    const BYTES: usize;

    /// Takes the next rows, and leaves room for those behind them.
    fn rows(&mut self, rows: &mut Packed) -> io::Result<()>;

    /// Called once, behind the last rows.
    fn finish(self) -> io::Result<()>;
}

/// Gathers packed rows until there are enough of them.
struct Gathered<T> {
    table: T,
    rows: Packed,
}

impl<T: Table> Gathered<T> {
    fn finish(mut self) -> io::Result<()> {
        if self.rows.len() > 0 {
            self.table.rows(&mut self.rows)?;
        }
        self.table.finish()
    }
}

impl<T: Table> Write for Gathered<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.rows.take(bytes);
        if self.rows.len() == T::ROWS || self.rows.bytes() >= T::BYTES {
            self.table.rows(&mut self.rows)?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
