//! A stream of Arrow IPC: a record batch for some thousands of rows.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, SchemaRef};

use super::Table;
use super::arrays::{arrays, schema};
use super::pack::Packed;

/// The stream.
pub(super) struct ArrowStream<W: Write> {
    writer: StreamWriter<W>,
    schema: SchemaRef,
}

impl<W: Write> ArrowStream<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let schema = schema();
        let writer = StreamWriter::try_new(out, &schema).map_err(told)?;
        Ok(Self { writer, schema })
    }
}

impl<W: Write> Table for ArrowStream<W> {
    const ROWS: usize = 8192;
    const BYTES: usize = 8 * 1024 * 1024;

    fn rows(&mut self, rows: &mut Packed) -> io::Result<()> {
        let batch = RecordBatch::try_new(self.schema.clone(), arrays(rows));
        rows.clear();
        batch.and_then(|batch| self.writer.write(&batch)).map_err(told)
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.finish().map_err(told)
    }
}

/// The error of the output, as it was met there.
fn told(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}
