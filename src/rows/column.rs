//! What all tables have: columns with names, types and meanings, and rows with a cell in each of
//! them. Which columns a table has is left to its own room.

use core::fmt;

use super::cell::Cell;

/// A column of a table.
///
/// ```
/// use kifu::rows::{ColumnType, GameRow, Row};
///
/// let column = GameRow::columns().iter().find(|column| column.name() == "komi").unwrap();
/// assert_eq!(column.kind(), ColumnType::Float64);
/// assert!(column.is_nullable());
/// assert_eq!(column.description(), "the komi (go only)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    name: &'static str,
    kind: ColumnType,
    is_nullable: bool,
    is_on_request: bool,
    description: &'static str,
}

impl Column {
    pub(super) const fn new(
        name: &'static str,
        kind: ColumnType,
        is_nullable: bool,
        description: &'static str,
    ) -> Self {
        Self { name, kind, is_nullable, is_on_request: false, description }
    }

    /// A column of a table that is made outside of this crate.
    ///
    /// ```
    /// use kifu::rows::{Column, ColumnType};
    ///
    /// static ID: Column = Column::of("id", ColumnType::Text, false, "what the caller calls it");
    /// assert_eq!(ID.name(), "id");
    /// ```
    pub const fn of(
        name: &'static str,
        kind: ColumnType,
        is_nullable: bool,
        description: &'static str,
    ) -> Self {
        Self::new(name, kind, is_nullable, description)
    }

    /// The same column, which is left out unless it is named.
    pub(super) const fn on_request(self) -> Self {
        Self { is_on_request: true, ..self }
    }

    /// The name, which no other column of its table has.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Row};
    ///
    /// let keys = GameRow::columns()[..3].iter().map(|column| column.name());
    /// assert!(keys.eq(["source", "member", "game"]));
    /// ```
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The type of its cells.
    ///
    /// ```
    /// use kifu::rows::{ColumnType, GameRow, Row};
    ///
    /// assert_eq!(GameRow::columns()[0].kind(), ColumnType::Text);
    /// ```
    pub const fn kind(&self) -> ColumnType {
        self.kind
    }

    /// Whether a row may have no value in it.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Row};
    ///
    /// let [source, member, ..] = GameRow::columns() else { unreachable!() };
    /// assert!(!source.is_nullable() && member.is_nullable());
    /// ```
    pub const fn is_nullable(&self) -> bool {
        self.is_nullable
    }

    /// Whether it is left out unless it is named; see [`Selection`](super::Selection). Such columns
    /// are the last ones of their table.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Row};
    ///
    /// let is_left_out = |name| {
    ///     GameRow::columns().iter().any(|it| it.name() == name && it.is_on_request())
    /// };
    /// assert!(is_left_out("moves_gtp") && !is_left_out("first_moves"));
    /// ```
    pub const fn is_on_request(&self) -> bool {
        self.is_on_request
    }

    /// What it holds, in a clause without a full stop.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Row};
    ///
    /// assert_eq!(GameRow::columns()[0].description(), "the path of the file, or - for stdin");
    /// ```
    pub const fn description(&self) -> &'static str {
        self.description
    }
}

/// The type of a column.
///
/// It prints as the name that data tools have for it; a hash is a number of 64 bits.
///
/// ```
/// use kifu::rows::ColumnType;
///
/// let names = [ColumnType::Text, ColumnType::Hash, ColumnType::Float64, ColumnType::Date];
/// assert_eq!(names.map(|kind| kind.to_string()), ["text", "uint64", "double", "date"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnType {
    /// UTF-8.
    Text,
    /// A whole number of 32 bits, without a sign.
    UInt32,
    /// A whole number of 64 bits, without a sign.
    UInt64,
    /// A number of 64 bits that text formats write in 16 hexadecimal digits, since many readers of
    /// JSON do not keep such numbers.
    Hash,
    /// A whole number of 32 bits, with a sign.
    Int32,
    /// A floating-point number of 64 bits, which is finite.
    Float64,
    /// A day of the Gregorian calendar.
    Date,
    /// True or false.
    Bool,
    /// A list of texts in UTF-8.
    Texts,
}

impl fmt::Display for ColumnType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Text => "text",
            Self::UInt32 => "uint32",
            Self::UInt64 | Self::Hash => "uint64",
            Self::Int32 => "int32",
            Self::Float64 => "double",
            Self::Date => "date",
            Self::Bool => "bool",
            Self::Texts => "list<text>",
        })
    }
}

/// A row of a table: a cell for each of its columns.
///
/// ```
/// use kifu::rows::{Cell, GameRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;KM[6.5];B[aa])")?;
/// GameRows::new().read(collection, Origin::default(), |row| {
///     assert_eq!(row.get("komi"), Some(Cell::Float64(6.5)));
///     assert_eq!(row.get("handicap"), Some(Cell::Null));
///     assert_eq!(row.get("no such column"), None);
///     Ok::<_, kifu::Error>(())
/// })?;
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait Row {
    /// The columns of its table, in their order.
    fn columns() -> &'static [Column];

    /// What the row has in the column of this number; null if there is no such column. Its type is
    /// that of the column.
    fn cell(&self, column: usize) -> Cell<'_>;

    /// The cells in the order of the columns, if the row has all of them at hand.
    fn stored(&self) -> Option<&[Cell<'_>]> {
        None
    }

    /// The columns, each with what the row has in it.
    fn cells(&self) -> impl Iterator<Item = (&'static Column, Cell<'_>)> {
        Self::columns().iter().enumerate().map(|(number, column)| (column, self.cell(number)))
    }

    /// What the row has in the column of this name, if there is such a column.
    ///
    /// Cost: linear in the number of columns.
    fn get(&self, name: &str) -> Option<Cell<'_>> {
        let number = Self::columns().iter().position(|column| column.name() == name)?;
        Some(self.cell(number))
    }
}
