//! A Parquet file: row groups, of which several are encoded at once and written in their order.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use arrow_array::RecordBatch;
use kifu::rows::{self, Column, ColumnType};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriterOptions,
    compute_leaves,
};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;

use super::Table;
use super::parts::Parts;

/// A row group is full with as many rows as this.
const GROUP_ROWS: usize = 128 * 1024;

/// A row group is full with as many bytes of rows as this.
const GROUP_BYTES: usize = 32 * 1024 * 1024;

/// Rows are encoded as soon as there are so many: the state of each column is in the cache of a core
/// once for all of them.
const CHUNK_ROWS: usize = 4096;

/// Or so many bytes.
const CHUNK_BYTES: usize = 4 * 1024 * 1024;

/// A page is full with as many bytes as this: a buffer that stays in the cache and is used again,
/// and hardly a difference for the compression.
const PAGE_BYTES: usize = 128 * 1024;

/// The file.
pub(super) struct ParquetFile<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    encoder: Arc<ArrowRowGroupWriterFactory>,
    /// How many row groups may be encoded at once. None means: on this thread.
    threads: usize,
    /// The row groups that got all their rows and are not encoded yet, in their order.
    encoding: VecDeque<JoinHandle<Encoded>>,
    group: Option<Group>,
    groups: usize,
}

/// The row group that gets rows.
struct Group {
    rows: usize,
    bytes: usize,
    place: Place,
}

/// Where it is encoded.
enum Place {
    Here(Encoder),
    Thread(Sender<(RecordBatch, usize)>, JoinHandle<Encoded>),
}

impl<W: Write + Send> ParquetFile<W> {
    pub(super) fn new(out: W, columns: &[Column], jobs: usize) -> io::Result<Self> {
        let schema = rows::schema(columns);
        let options =
            ArrowWriterOptions::new().with_properties(properties(columns, schema.metadata()));
        let (writer, encoder) = ArrowWriter::try_new_with_options(out, schema, options)
            .and_then(ArrowWriter::into_serialized_writer)
            .map_err(io_error)?;
        let encoder = Arc::new(encoder);
        let encoding = VecDeque::new();
        Ok(Self { writer, encoder, threads: jobs / 2, encoding, group: None, groups: 0 })
    }

    fn open(&mut self) -> io::Result<Group> {
        if self.threads > 0 && self.encoding.len() == self.threads {
            self.write_next()?;
        }
        let encoder = Encoder::new(&self.encoder, self.groups).map_err(io_error)?;
        self.groups += 1;
        let place = if self.threads == 0 {
            Place::Here(encoder)
        } else {
            let (sender, rows) = mpsc::channel();
            // The run fails where no thread can be made so late: the encoder went with it.
            let encoding = thread::Builder::new().spawn(|| encoder.all(rows))?;
            Place::Thread(sender, encoding)
        };
        Ok(Group { rows: 0, bytes: 0, place })
    }

    fn close(&mut self, group: Group) -> io::Result<()> {
        match group.place {
            Place::Here(encoder) => self.write(encoder.close()),
            Place::Thread(_, encoding) => {
                self.encoding.push_back(encoding);
                Ok(())
            }
        }
    }

    /// Waits for the first of the row groups that are being encoded, and writes it.
    fn write_next(&mut self) -> io::Result<()> {
        match self.encoding.pop_front().map(JoinHandle::join) {
            Some(Ok(encoded)) => self.write(encoded),
            Some(Err(panic)) => std::panic::resume_unwind(panic),
            None => Ok(()),
        }
    }

    fn write(&mut self, encoded: Encoded) -> io::Result<()> {
        let write = || {
            let mut group = self.writer.next_row_group()?;
            encoded?.into_iter().try_for_each(|column| column.append_to_row_group(&mut group))?;
            group.close()
        };
        write().map(drop).map_err(io_error)
    }
}

impl<W: Write + Send> Table for ParquetFile<W> {
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()> {
        let mut group = match self.group.take() {
            Some(group) => group,
            None => self.open()?,
        };
        group.rows += rows.num_rows();
        group.bytes += bytes;
        match &mut group.place {
            Place::Here(encoder) => encoder.add(rows, bytes).map_err(io_error)?,
            Place::Thread(sender, _) => {
                // One that failed says why when it is waited for.
                let _ = sender.send((rows, bytes));
            }
        }
        if group.rows >= GROUP_ROWS || group.bytes >= GROUP_BYTES {
            return self.close(group);
        }
        self.group = Some(group);
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        if let Some(group) = self.group.take() {
            self.close(group)?;
        }
        while !self.encoding.is_empty() {
            self.write_next()?;
        }
        self.writer.close().map(drop).map_err(io_error)
    }
}

fn properties(columns: &[Column], metadata: &HashMap<String, String>) -> WriterProperties {
    let pairs =
        ["tool", "version"].map(|key| KeyValue::new(key.to_owned(), metadata.get(key).cloned()));
    let builder = WriterProperties::builder()
        .set_data_page_size_limit(PAGE_BYTES)
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        // The form in which readers look for it.
        .set_created_by(
            concat!(env!("CARGO_PKG_NAME"), " version ", env!("CARGO_PKG_VERSION")).to_owned(),
        )
        .set_key_value_metadata(Some(pairs.into()));
    // A dictionary of values of which hardly any occurs twice is larger than they are.
    let is_unlike = |column: &&Column| {
        column.kind() == ColumnType::Hash || matches!(column.name(), "member" | "main_line")
    };
    // Numbers that grow by one from row to row are hardly any bytes as differences.
    let is_counted =
        |column: &&Column| matches!(column.name(), "node" | "parent" | "ply" | "move_number");
    let counted = columns.iter().filter(is_counted).map(|it| ColumnPath::from(it.name()));
    let builder = counted.fold(builder, |builder, path| {
        builder
            .set_column_dictionary_enabled(path.clone(), false)
            .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
    });
    let unlike = columns.iter().filter(is_unlike);
    let paths = unlike.map(|column| ColumnPath::from(column.name()));
    paths.fold(builder, |builder, path| builder.set_column_dictionary_enabled(path, false)).build()
}

/// Makes a row group of rows.
struct Encoder {
    columns: Vec<ArrowColumnWriter>,
    parts: Parts,
}

/// The columns of a row group.
type Encoded = Result<Vec<ArrowColumnChunk>, ParquetError>;

impl Encoder {
    fn new(factory: &ArrowRowGroupWriterFactory, group: usize) -> Result<Self, ParquetError> {
        let columns = factory.create_column_writers(group)?;
        Ok(Self { columns, parts: Parts::new(CHUNK_ROWS, CHUNK_BYTES) })
    }

    /// Takes rows that have so many bytes.
    fn add(&mut self, rows: RecordBatch, bytes: usize) -> Result<(), ParquetError> {
        match self.parts.add(rows, bytes)? {
            Some(rows) => self.encode(&rows),
            None => Ok(()),
        }
    }

    fn encode(&mut self, rows: &RecordBatch) -> Result<(), ParquetError> {
        let schema = rows.schema_ref();
        let fields = schema.fields().iter().zip(rows.columns());
        for (column, (field, array)) in self.columns.iter_mut().zip(fields) {
            for leaf in compute_leaves(field, array)? {
                column.write(&leaf)?;
            }
        }
        Ok(())
    }

    fn close(mut self) -> Encoded {
        if let Some(rows) = self.parts.take()? {
            self.encode(&rows)?;
        }
        self.columns.into_iter().map(ArrowColumnWriter::close).collect()
    }

    /// Takes all rows that come.
    fn all(mut self, rows: Receiver<(RecordBatch, usize)>) -> Encoded {
        for (rows, bytes) in rows {
            self.add(rows, bytes)?;
        }
        self.close()
    }
}

/// The error of the output, as it was met there.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => {
            error.downcast().map_or_else(io::Error::other, |error| *error)
        }
        error => io::Error::other(error),
    }
}
