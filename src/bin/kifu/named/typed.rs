//! Rows in Parquet and Arrow: whatever whole numbers and texts the columns are made of.

use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::Path;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{COLUMNS, Found, Row, no_number, whole};

/// Reads a table that starts with these bytes, which were read of the file.
pub(super) fn read(
    table: &Path,
    head: &[u8],
    file: impl Read,
    found: &mut Found,
) -> io::Result<()> {
    let mut row = 0;
    let mut add = |batch: RecordBatch| add(&batch, &mut row, found);
    if head.starts_with(b"PAR1") {
        let file = sought(table, head, file)?;
        let builder = ParquetRecordBatchReaderBuilder::try_new(file)?;
        let columns = places(builder.schema())?.into_iter().flatten();
        let mask = ProjectionMask::roots(builder.parquet_schema(), columns);
        for batch in builder.with_projection(mask).build()? {
            add(batch.map_err(io::Error::other)?)?;
        }
    } else if head.starts_with(b"ARROW1") {
        let file = sought(table, head, file)?;
        let reader = FileReader::try_new(file, None).map_err(io::Error::other)?;
        for batch in reader {
            add(batch.map_err(io::Error::other)?)?;
        }
    } else {
        let reader = StreamReader::try_new(head.chain(file), None).map_err(io::Error::other)?;
        for batch in reader {
            add(batch.map_err(io::Error::other)?)?;
        }
    }
    Ok(())
}

/// The table as a file that can be sought: what a pipe holds goes to one without a name.
fn sought(table: &Path, head: &[u8], file: impl Read) -> io::Result<File> {
    if table.is_file() {
        return File::open(table);
    }
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut head.chain(file), &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// Where the columns are that are looked at.
fn places(schema: &Schema) -> io::Result<[Option<usize>; 5]> {
    let places =
        COLUMNS.map(|column| schema.fields().iter().position(|field| field.name() == column));
    match places[0] {
        Some(_) => Ok(places),
        None => Err(io::Error::other("no column `source`")),
    }
}

/// Adds rows, of which so many came before.
fn add(batch: &RecordBatch, before: &mut u64, found: &mut Found) -> io::Result<()> {
    let columns = places(&batch.schema())?.map(|place| place.map(|place| batch.column(place)));
    let texts = [columns[0].map(Texts::of), columns[1].map(Texts::of)];
    for row in 0..batch.num_rows() {
        *before += 1;
        let text = |column: usize| {
            texts[column].as_ref().map_or(Ok(None), |it| it.get(COLUMNS[column], row))
        };
        let number =
            |column: usize| columns[column].map_or(Ok(None), |it| number(it, COLUMNS[column], row));
        let values = || {
            Ok(Row {
                source: text(0)?,
                member: text(1)?,
                game: number(2)?,
                offset: number(3)?,
                length: number(4)?,
            })
        };
        let added = values().and_then(|row| found.add(&row));
        added.map_err(|error| io::Error::other(format!("row {before}: {error}")))?;
    }
    Ok(())
}

/// A column of texts.
struct Texts<'b> {
    array: &'b dyn Array,
    /// Where the text of each row is, if each is there once and no more.
    keys: Option<(&'b dyn Array, Vec<usize>)>,
}

impl<'b> Texts<'b> {
    fn of(array: &'b ArrayRef) -> Self {
        let keys = array.as_any_dictionary_opt().filter(|it| !it.values().is_empty());
        let keys = keys.map(|it| (it.values().as_ref(), it.normalized_keys()));
        Self { array, keys }
    }

    fn get(&self, column: &str, row: usize) -> Result<Option<String>, String> {
        let (array, row) = match &self.keys {
            Some((values, keys)) if !self.array.is_null(row) => (*values, keys[row]),
            _ => (self.array, row),
        };
        if array.is_null(row) {
            return Ok(None);
        }
        let text = match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().value(row),
            DataType::LargeUtf8 => array.as_string::<i64>().value(row),
            DataType::Utf8View => array.as_string_view().value(row),
            DataType::Null => return Ok(None),
            other => return Err(format!("`{column}` is a column of {other}, not of texts")),
        };
        Ok(Some(text.to_owned()))
    }
}

fn number(array: &dyn Array, column: &str, row: usize) -> Result<Option<u64>, String> {
    macro_rules! number {
        ($kind:ty) => {{
            let number = array.as_primitive::<$kind>().value(row);
            u64::try_from(number).map_err(|_| no_number(column, &number))
        }};
    }
    if array.is_null(row) {
        return Ok(None);
    }
    let number = match array.data_type() {
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::Float32 => whole(column, array.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float64 => whole(column, array.as_primitive::<Float64Type>().value(row)),
        DataType::Null => return Ok(None),
        other => Err(format!("`{column}` is a column of {other}, not of whole numbers")),
    };
    number.map(Some)
}
