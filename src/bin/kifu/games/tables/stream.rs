//! A stream of Arrow IPC: a record batch for some thousands of rows.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use kifu::rows::{self, Column};

use super::Table;

/// A record batch is written as soon as it has so many rows: readers take few large ones faster than
/// many small ones.
const ROWS: usize = 8192;

/// Or so many bytes.
const BYTES: usize = 8 * 1024 * 1024;

/// The stream.
pub(super) struct ArrowStream<W: Write> {
    writer: StreamWriter<W>,
    schema: SchemaRef,
    /// What the next record batch is made of.
    parts: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl<W: Write> ArrowStream<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> io::Result<Self> {
        let schema = rows::schema(columns);
        let writer = StreamWriter::try_new(out, &schema).map_err(io_error)?;
        Ok(Self { writer, schema, parts: Vec::new(), rows: 0, bytes: 0 })
    }

    fn write(&mut self) -> io::Result<()> {
        let batch = concat_batches(&self.schema, &self.parts);
        self.parts.clear();
        (self.rows, self.bytes) = (0, 0);
        batch.and_then(|batch| self.writer.write(&batch)).map_err(io_error)
    }
}

impl<W: Write> Table for ArrowStream<W> {
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()> {
        self.rows += rows.num_rows();
        self.bytes += bytes;
        self.parts.push(rows);
        if self.rows >= ROWS || self.bytes >= BYTES { self.write() } else { Ok(()) }
    }

    fn finish(mut self) -> io::Result<()> {
        if self.rows > 0 {
            self.write()?;
        }
        self.writer.finish().map_err(io_error)
    }
}

/// The error of the output, as it was met there.
fn io_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
