//! Rows gathered to record batches of Apache Arrow: each text goes from the record to its column in
//! one copy.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::error::Error;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Date32Builder, Float64Builder, Int32Builder, ListBuilder,
    StringBuilder, UInt32Builder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::cell::Cell;
use super::column::{Column, ColumnType, Row};
use super::selection::Selection;

/// How many bytes of texts a row may have: tools keep many rows in memory.
const MAX_ROW_TEXTS: usize = 64 * 1024 * 1024;

/// How many bytes of texts a batch may have: offsets into a column are numbers of 31 bits.
const MAX_TEXTS: usize = i32::MAX as usize;

/// How much room for the texts of a column the next batch gets at once, at most.
const MAX_ROOM: usize = 64 * 1024;

/// The names and types of columns as Arrow has them, with what made them as metadata.
///
/// ```
/// use kifu::rows::{self, GameRow, Row};
///
/// let schema = rows::schema(GameRow::columns());
/// let field = schema.field_with_name("black_rank_order")?;
/// assert_eq!((field.data_type().to_string().as_str(), field.is_nullable()), ("Int32", true));
/// assert_eq!(schema.metadata()["tool"], "kifu");
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
pub fn schema<'c>(columns: impl IntoIterator<Item = &'c Column>) -> SchemaRef {
    let fields: Vec<_> = columns
        .into_iter()
        .map(|column| Field::new(column.name(), data_type(column.kind()), column.is_nullable()))
        .collect();
    let metadata = [("tool", env!("CARGO_PKG_NAME")), ("version", env!("CARGO_PKG_VERSION"))];
    let metadata = metadata.map(|(key, value)| (String::from(key), String::from(value)));
    Arc::new(Schema::new_with_metadata(fields, metadata.into()))
}

fn data_type(kind: ColumnType) -> DataType {
    match kind {
        ColumnType::Text => DataType::Utf8,
        ColumnType::UInt32 => DataType::UInt32,
        ColumnType::UInt64 | ColumnType::Hash => DataType::UInt64,
        ColumnType::Int32 => DataType::Int32,
        ColumnType::Float64 => DataType::Float64,
        ColumnType::Date => DataType::Date32,
        ColumnType::Bool => DataType::Boolean,
        ColumnType::Texts => DataType::new_list(DataType::Utf8, true),
    }
}

/// Gathers rows of one table, column by column, until they are taken as a record batch.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use kifu::rows::{Batch, GameRow, GameRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;PB[Shusaku];B[qd])(;PB[Go Seigen])")?;
/// let mut batch = Batch::new(GameRow::columns());
/// GameRows::new().read(collection, Origin::new("games.sgf"), |row| batch.push(row))?;
/// assert_eq!(batch.len(), 2);
/// let table = batch.finish()?;
/// assert!(batch.is_empty());
/// let players = table.column_by_name("PB").unwrap().as_string::<i32>();
/// assert!(players.iter().eq([Some("Shusaku"), Some("Go Seigen")]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Batch {
    selection: Selection,
    schema: SchemaRef,
    builders: Vec<Builder>,
    rows: usize,
    /// How many bytes of texts the rows have.
    texts: usize,
    /// How many bytes a row has beside its texts.
    row_width: usize,
}

impl Batch {
    /// An empty batch for rows with these columns, of which it has those that need not be named.
    pub fn new(columns: &'static [Column]) -> Self {
        Self::of(Selection::usual_of(columns))
    }

    /// An empty batch with some of the columns that rows have.
    ///
    /// ```
    /// use kifu::rows::{Batch, GameRow, Selection};
    ///
    /// let mut batch = Batch::of(Selection::named::<GameRow>(["PW", "PB"])?);
    /// assert_eq!(batch.finish()?.schema().field(1).name(), "PB");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(selection: Selection) -> Self {
        let builders: Vec<_> =
            selection.columns().map(|column| Builder::new(column.kind(), 0, 0)).collect();
        let row_width = builders.iter().map(Builder::width).sum();
        let schema = schema(selection.columns());
        Self { selection, schema, builders, rows: 0, texts: 0, row_width }
    }

    /// An empty batch for rows with the same columns. It has the schema in common with this one.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use kifu::rows::{Batch, GameRow, Row};
    ///
    /// let mut batch = Batch::new(GameRow::columns());
    /// let mut other = batch.another();
    /// assert!(Arc::ptr_eq(&batch.finish()?.schema(), &other.finish()?.schema()));
    /// # Ok::<(), arrow_schema::ArrowError>(())
    /// ```
    pub fn another(&self) -> Self {
        let (rows, kinds) = (self.rows, self.selection.columns().map(Column::kind));
        let builders = self.builders.iter().zip(kinds);
        let builders = builders.map(|(it, kind)| Builder::new(kind, rows, it.texts())).collect();
        let (selection, schema) = (self.selection.clone(), Arc::clone(&self.schema));
        Self { selection, schema, builders, rows: 0, texts: 0, row_width: self.row_width }
    }

    /// Adds a row. After an error the batch is as it was before.
    ///
    /// Cost: linear in the columns and in the bytes of the texts.
    pub fn push<R: Row>(&mut self, row: &R) -> Result<(), PushError> {
        if !self.selection.is_of::<R>() {
            return Err(PushError::OtherColumns);
        }
        let Self { selection, builders, .. } = self;
        // A cell that is copied once more costs as much as all that is done with it.
        match row.stored() {
            Some(stored) => {
                let cells = selection.numbers().iter().map(|&number| &stored[number]);
                push(builders, cells, self.texts)
            }
            None if selection.is_usual() => {
                let mut cells = Vec::with_capacity(builders.len());
                cells.extend(row.cells().take(builders.len()).map(|(_, cell)| cell));
                push(builders, cells.iter(), self.texts)
            }
            None => {
                let mut cells = Vec::with_capacity(builders.len());
                cells.extend(selection.numbers().iter().map(|&number| row.cell(number)));
                push(builders, cells.iter(), self.texts)
            }
        }
        .map(|texts| {
            self.rows += 1;
            self.texts += texts;
        })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// How many bytes the rows take, without the room that is kept for the next ones.
    ///
    /// ```
    /// use kifu::rows::{Batch, GameRow, GameRows, Origin, Row};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;C[not a column])(;PB[1234567890])")?;
    /// let mut batch = Batch::new(GameRow::columns());
    /// let mut bytes = vec![batch.bytes()];
    /// GameRows::new().read(collection, Origin::default(), |row| {
    ///     batch.push(row)?;
    ///     bytes.push(batch.bytes());
    ///     Ok::<_, Box<dyn std::error::Error>>(())
    /// })?;
    /// assert_eq!(bytes[0], 0);
    /// assert_eq!(bytes[2] - bytes[1], bytes[1] + 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.texts + self.rows * self.row_width
    }

    /// The rows as a record batch, without a copy. The batch is empty then.
    ///
    /// # Errors
    ///
    /// If a row had null in a column that is not nullable, which none of this crate has.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        let rows = self.rows;
        let columns = self.selection.columns().zip(&mut self.builders);
        let arrays = columns.map(|(column, builder)| {
            // The next rows are likely to need as much room.
            let next = Builder::new(column.kind(), rows, builder.texts());
            core::mem::replace(builder, next).finish()
        });
        let arrays = arrays.collect();
        (self.rows, self.texts) = (0, 0);
        RecordBatch::try_new(Arc::clone(&self.schema), arrays)
    }
}

/// Adds a cell to each column, and gives how many bytes of texts that were.
fn push<'r>(
    builders: &mut [Builder],
    cells: impl Iterator<Item = &'r Cell<'r>> + Clone,
    texts: usize,
) -> Result<usize, PushError> {
    let of_row: usize = cells.clone().map(text_length).sum();
    if of_row > MAX_ROW_TEXTS {
        return Err(PushError::TooLong);
    }
    if of_row > MAX_TEXTS - texts {
        return Err(PushError::Full);
    }
    for (builder, cell) in builders.iter_mut().zip(cells) {
        builder.push(cell);
    }
    Ok(of_row)
}

fn text_length(cell: &Cell<'_>) -> usize {
    match *cell {
        Cell::Text(text) => text.len(),
        // Each of them has an offset too.
        Cell::Texts(texts) => texts.bytes() + 4 * texts.len(),
        _ => 0,
    }
}

/// Why a row was not added to a batch.
///
/// ```
/// use kifu::rows::{Batch, Cell, Column, GameRow, PushError, Row};
///
/// struct NoColumns;
///
/// impl Row for NoColumns {
///     fn columns() -> &'static [Column] {
///         &[]
///     }
///
///     fn cell(&self, _: usize) -> Cell<'_> {
///         Cell::Null
///     }
/// }
/// let pushed = Batch::new(GameRow::columns()).push(&NoColumns);
/// assert_eq!(pushed, Err(PushError::OtherColumns));
/// assert_eq!(pushed.unwrap_err().to_string(), "a row of another table");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PushError {
    /// The batch is for rows of another table.
    OtherColumns,
    /// The row has more than 64 MiB of texts.
    TooLong,
    /// With the texts of the row a batch would have more than 2 GiB of them. It can be added after
    /// the rows were taken.
    Full,
}

impl fmt::Display for PushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherColumns => "a row of another table",
            Self::TooLong => "the texts of a row are too long for a table",
            Self::Full => "the texts of a batch are too long for a table",
        })
    }
}

impl Error for PushError {}

/// A column that gets cells.
#[derive(Debug)]
enum Builder {
    Text(StringBuilder),
    UInt32(UInt32Builder),
    UInt64(UInt64Builder),
    Int32(Int32Builder),
    Float64(Float64Builder),
    Date(Date32Builder),
    Bool(BooleanBuilder),
    Texts(ListBuilder<StringBuilder>),
}

impl Builder {
    /// An empty column with room for so many rows and bytes of texts.
    fn new(kind: ColumnType, rows: usize, texts: usize) -> Self {
        match kind {
            ColumnType::Text => Self::Text(StringBuilder::with_capacity(rows, texts.min(MAX_ROOM))),
            ColumnType::UInt32 => Self::UInt32(UInt32Builder::with_capacity(rows)),
            ColumnType::UInt64 | ColumnType::Hash => {
                Self::UInt64(UInt64Builder::with_capacity(rows))
            }
            ColumnType::Int32 => Self::Int32(Int32Builder::with_capacity(rows)),
            ColumnType::Float64 => Self::Float64(Float64Builder::with_capacity(rows)),
            ColumnType::Date => Self::Date(Date32Builder::with_capacity(rows)),
            ColumnType::Bool => Self::Bool(BooleanBuilder::with_capacity(rows)),
            ColumnType::Texts => {
                Self::Texts(ListBuilder::with_capacity(StringBuilder::with_capacity(0, 0), rows))
            }
        }
    }

    /// How many bytes a row takes in it, without those of a text.
    fn width(&self) -> usize {
        match self {
            Self::Bool(_) => 1,
            Self::Text(_) | Self::UInt32(_) | Self::Int32(_) | Self::Date(_) | Self::Texts(_) => 4,
            Self::UInt64(_) | Self::Float64(_) => 8,
        }
    }

    /// How many bytes of texts it has.
    fn texts(&self) -> usize {
        if let Self::Text(texts) = self { texts.values_slice().len() } else { 0 }
    }

    /// Adds a cell: null, if it has another type than the column.
    #[inline]
    fn push(&mut self, cell: &Cell<'_>) {
        match self {
            Self::Text(column) => match *cell {
                Cell::Text(text) => column.append_value(text),
                _ => column.append_null(),
            },
            Self::UInt32(column) => match *cell {
                Cell::UInt32(number) => column.append_value(number),
                _ => column.append_null(),
            },
            Self::UInt64(column) => match *cell {
                Cell::UInt64(number) | Cell::Hash(number) => column.append_value(number),
                _ => column.append_null(),
            },
            Self::Int32(column) => match *cell {
                Cell::Int32(number) => column.append_value(number),
                _ => column.append_null(),
            },
            Self::Float64(column) => match *cell {
                Cell::Float64(number) => column.append_value(number),
                _ => column.append_null(),
            },
            Self::Date(column) => match *cell {
                Cell::Date(day) => column.append_value(day.since_1970()),
                _ => column.append_null(),
            },
            Self::Bool(column) => match *cell {
                Cell::Bool(value) => column.append_value(value),
                _ => column.append_null(),
            },
            Self::Texts(column) => match *cell {
                Cell::Texts(texts) => {
                    texts.iter().for_each(|text| column.values().append_value(text));
                    column.append(true);
                }
                _ => column.append_null(),
            },
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => ArrayBuilder::finish(&mut column),
            Self::UInt32(mut column) => ArrayBuilder::finish(&mut column),
            Self::UInt64(mut column) => ArrayBuilder::finish(&mut column),
            Self::Int32(mut column) => ArrayBuilder::finish(&mut column),
            Self::Float64(mut column) => ArrayBuilder::finish(&mut column),
            Self::Date(mut column) => ArrayBuilder::finish(&mut column),
            Self::Bool(mut column) => ArrayBuilder::finish(&mut column),
            Self::Texts(mut column) => ArrayBuilder::finish(&mut column),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{GameRow, GameRows, Origin};
    use crate::{Arena, parse};

    #[test]
    fn a_batch_that_is_full_takes_rows_again_after_they_were_taken() {
        let arena = Arena::new();
        let collection = parse(&arena, "(;PB[1234567890])").unwrap();
        let mut batch = Batch::new(GameRow::columns());
        let push = |batch: &mut Batch| {
            GameRows::new().read(collection, Origin::default(), |row| batch.push(row))
        };
        batch.texts = MAX_TEXTS - 10;
        assert_eq!(push(&mut batch), Err(PushError::Full));
        assert_eq!(batch.finish().unwrap().num_rows(), 0);
        assert_eq!(push(&mut batch), Ok(()));
        assert_eq!(batch.finish().unwrap().num_rows(), 1);
    }
}
