//! A stream of Arrow IPC: a record batch for some thousands of rows.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::ArrowError;
use kifu::rows::{self, Column};

use super::Table;
use super::parts::Parts;

/// A record batch is written as soon as it has so many rows.
const ROWS: usize = 8192;

/// Or so many bytes.
const BYTES: usize = 8 * 1024 * 1024;

/// The stream.
pub(super) struct ArrowStream<W: Write> {
    writer: StreamWriter<W>,
    parts: Parts,
}

impl<W: Write> ArrowStream<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> io::Result<Self> {
        let writer = StreamWriter::try_new(out, &rows::schema(columns)).map_err(io_error)?;
        Ok(Self { writer, parts: Parts::new(ROWS, BYTES) })
    }

    fn write(&mut self, batch: Option<RecordBatch>) -> Result<(), ArrowError> {
        batch.map_or(Ok(()), |batch| self.writer.write(&batch))
    }
}

impl<W: Write> Table for ArrowStream<W> {
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()> {
        let batch = self.parts.add(rows, bytes);
        batch.and_then(|batch| self.write(batch)).map_err(io_error)
    }

    fn finish(mut self) -> io::Result<()> {
        let batch = self.parts.take();
        batch.and_then(|batch| self.write(batch)).map_err(io_error)?;
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
