//! The columns as Arrow has them: their types, and arrays of the cells of many rows.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray, UInt32Array, UInt64Array};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::pack::{Packed, PackedRow};
use crate::games::column::{COLUMNS, Column, Value};

/// What a file says of the program that wrote it.
pub(super) const METADATA: [(&str, &str); 2] =
    [("tool", env!("CARGO_PKG_NAME")), ("version", env!("CARGO_PKG_VERSION"))];

/// The names and types of the columns.
pub(super) fn schema() -> SchemaRef {
    let fields: Vec<_> = COLUMNS.iter().map(field).collect();
    let metadata: HashMap<_, _> =
        METADATA.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

fn field(column: &Column) -> Field {
    let (kind, is_nullable) = match column.value {
        Value::Text(_) => (DataType::Utf8, false),
        Value::OptionalText(_) | Value::Property => (DataType::Utf8, true),
        Value::Count(_) => (DataType::UInt32, false),
        Value::Size(_) => (DataType::UInt64, false),
        Value::OptionalHash(_) => (DataType::UInt64, true),
    };
    Field::new(column.name, kind, is_nullable)
}

/// The arrays of rows.
pub(super) fn arrays(rows: &Packed) -> Vec<ArrayRef> {
    let mut rows: Vec<_> = rows.rows().collect();
    COLUMNS.iter().enumerate().map(|(place, column)| array(column, place, &mut rows)).collect()
}

/// The array of a column, after those of the columns before it.
fn array(column: &Column, place: usize, rows: &mut [PackedRow<'_>]) -> ArrayRef {
    let present: NullBuffer = rows.iter().map(|row| row.has(place)).collect();
    let nulls = Some(present).filter(|present| present.null_count() > 0);
    let numbers = rows.iter().map(|row| row.number(place));
    match column.value {
        Value::Text(_) | Value::OptionalText(_) | Value::Property => {
            let offsets = OffsetBuffer::from_lengths(numbers.map(|length| length as usize));
            let mut texts = Vec::with_capacity(offsets[rows.len()] as usize);
            rows.iter_mut().for_each(|row| texts.extend_from_slice(row.take_text(place)));
            // It looks at all texts at once whether they are UTF-8.
            Arc::new(StringArray::new(offsets, texts.into(), nulls))
        }
        Value::Count(_) => {
            let counts: Vec<_> = numbers.map(|number| number as u32).collect();
            Arc::new(UInt32Array::new(counts.into(), nulls))
        }
        Value::Size(_) | Value::OptionalHash(_) => {
            let numbers: Vec<_> = numbers.collect();
            Arc::new(UInt64Array::new(numbers.into(), nulls))
        }
    }
}
