//! Some columns of a table, in an order of their own.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ptr;

use super::cell::Cell;
use super::column::{Column, Row};

/// Some columns of a table, in an order of their own.
///
/// ```
/// use kifu::rows::{GameRow, GameRows, Origin, Selection};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;PB[Shusaku];B[pd];W[])")?;
/// let selection = Selection::named::<GameRow>(["moves_gtp", "PB"])?;
/// let mut found = Vec::new();
/// GameRows::new().read(collection, Origin::default(), |row| {
///     found.extend(selection.cells(row).map(|(column, cell)| format!("{}={cell}", column.name())));
///     Ok::<_, kifu::Error>(())
/// })?;
/// assert_eq!(found, ["moves_gtp=B Q16 W pass", "PB=Shusaku"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selection {
    table: &'static [Column],
    numbers: Vec<usize>,
}

impl Selection {
    /// All columns but those that are left out unless they are named.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Row, Selection};
    ///
    /// let usual = Selection::usual::<GameRow>();
    /// assert_eq!(usual.columns().count(), GameRow::columns().len() - 1);
    /// ```
    pub fn usual<R: Row>() -> Self {
        Self::usual_of(R::columns())
    }

    /// The columns of these names, in their order. One that is named twice comes once.
    ///
    /// # Errors
    ///
    /// If the table has no column of a name, or no column is named.
    ///
    /// ```
    /// use kifu::rows::{GameRow, Selection};
    ///
    /// let error = Selection::named::<GameRow>(["game", "elo"]).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no column 'elo'");
    /// ```
    pub fn named<'n, R: Row>(
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, UnknownColumn<'n>> {
        let mut numbers = Vec::new();
        for name in names {
            let number = R::columns().iter().position(|column| column.name() == name);
            let number = number.ok_or(UnknownColumn { name })?;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        match numbers.is_empty() {
            true => Err(UnknownColumn { name: "" }),
            false => Ok(Self { table: R::columns(), numbers }),
        }
    }

    /// The usual columns of a table.
    pub(super) fn usual_of(table: &'static [Column]) -> Self {
        let usual = table.iter().take_while(|column| !column.is_on_request()).count();
        Self { table, numbers: (0..usual).collect() }
    }

    /// The columns, in their order.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = &'static Column> {
        self.numbers.iter().map(|&number| &self.table[number])
    }

    /// The columns, each with what a row has in it: null in a row of another table.
    pub fn cells<'r, R: Row>(
        &self,
        row: &'r R,
    ) -> impl ExactSizeIterator<Item = (&'static Column, Cell<'r>)> {
        let is_of_table = self.is_of::<R>();
        self.numbers.iter().map(move |&number| {
            let cell = if is_of_table { row.cell(number) } else { Cell::Null };
            (&self.table[number], cell)
        })
    }

    /// The numbers of the columns in their table.
    #[cfg(feature = "arrow")]
    pub(super) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// Whether they are the first columns of the table, in their order.
    #[cfg(feature = "arrow")]
    pub(super) fn is_usual(&self) -> bool {
        self.numbers.iter().enumerate().all(|(place, number)| place == *number)
    }

    /// Whether they are columns of the table that these rows are of.
    pub(super) fn is_of<R: Row>(&self) -> bool {
        ptr::eq(R::columns(), self.table)
    }
}

/// A name that is that of no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownColumn<'n> {
    name: &'n str,
}

impl fmt::Display for UnknownColumn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no column '{}'", self.name)
    }
}

impl Error for UnknownColumn<'_> {}
