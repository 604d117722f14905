//! The columns as Arrow has them: their types, and arrays of the cells of many rows.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{StringBuilder, UInt32Builder, UInt64Builder};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::pack::cells;
use crate::games::column::{COLUMNS, Cell, Column, Value};

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
        Value::Size(_) | Value::Hash(_) => (DataType::UInt64, false),
        Value::OptionalHash(_) => (DataType::UInt64, true),
    };
    Field::new(column.name, kind, is_nullable)
}

/// Arrays that grow by rows.
pub(super) struct Arrays(Vec<Builder>);

enum Builder {
    Text(StringBuilder),
    Count(UInt32Builder),
    Number(UInt64Builder),
}

impl Arrays {
    pub(super) fn new() -> Self {
        let builder = |column: &Column| match column.value {
            Value::Text(_) | Value::OptionalText(_) | Value::Property => {
                Builder::Text(StringBuilder::new())
            }
            Value::Count(_) => Builder::Count(UInt32Builder::new()),
            Value::Size(_) | Value::Hash(_) | Value::OptionalHash(_) => {
                Builder::Number(UInt64Builder::new())
            }
        };
        Self(COLUMNS.iter().map(builder).collect())
    }

    /// Adds a packed row.
    pub(super) fn push(&mut self, row: &[u8]) {
        for (builder, cell) in self.0.iter_mut().zip(cells(row)) {
            match (builder, cell) {
                (Builder::Text(builder), Cell::Text(text)) => builder.append_value(text),
                (Builder::Text(builder), _) => builder.append_null(),
                (Builder::Count(builder), cell) => {
                    builder.append_option(cell.number().map(|number| number as u32));
                }
                (Builder::Number(builder), cell) => builder.append_option(cell.number()),
            }
        }
    }

    /// The arrays of the rows since the last time.
    pub(super) fn finish(&mut self) -> Vec<ArrayRef> {
        let finish = |builder: &mut Builder| -> ArrayRef {
            match builder {
                Builder::Text(builder) => Arc::new(builder.finish()),
                Builder::Count(builder) => Arc::new(builder.finish()),
                Builder::Number(builder) => Arc::new(builder.finish()),
            }
        };
        self.0.iter_mut().map(finish).collect()
    }
}
