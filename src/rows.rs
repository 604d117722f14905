//! Rows of tables (feature `rows`): what `kifu games` prints of each game and `kifu moves` of each
//! move, as typed values by column. The program, bindings and data engines share them.
//!
//! [`GameRows`] reads the rows of the games of a collection, [`MoveRows`] those of the moves. A [`Row`] has a [`Cell`] in each [`Column`] of its
//! table, and the columns say their names, types and meanings. Nothing is copied: the texts are
//! those of the record, or of the room that these keep.
//!
//! ```
//! use kifu::rows::{GameRows, Origin, Row};
//!
//! let bytes = b"(;SZ[19]PB[Shusaku]PW[Genan]DT[1846-09-11]RE[B+2];B[qd];W[dc];B[pq])";
//! let arena = kifu::Arena::new();
//! let collection = kifu::Parser::new().read(&arena, bytes);
//! let mut found = Vec::new();
//! GameRows::new().read(collection, Origin::new("ear-reddening.sgf"), |row| {
//!     for (column, cell) in row.cells() {
//!         if ["source", "game", "PB", "moves", "date_from", "komi"].contains(&column.name()) {
//!             found.push(format!("{}={cell}", column.name()));
//!         }
//!     }
//!     Ok::<_, ()>(())
//! })
//! .unwrap();
//! let expected = ["source=ear-reddening.sgf", "game=0", "PB=Shusaku", "moves=3",
//!     "date_from=1846-09-11", "komi="];
//! assert_eq!(found, expected);
//! ```
//!
//! With the feature `arrow`, a `Batch` gathers rows to record batches of Apache Arrow, which data
//! tools take without a copy.

#[cfg(feature = "arrow")]
mod batch;
mod cell;
mod column;
mod game;
mod moves;
mod same;
mod selection;

#[cfg(feature = "arrow")]
pub use batch::{Batch, PushError, schema};
pub use cell::{Cell, Day, Texts};
pub use column::{Column, ColumnType, Row};
pub use game::{GameRow, GameRows, Origin, main_line_hash};
pub use moves::{MoveRow, MoveRows};
pub use same::{GameKeys, ParseSameByError, SameBy};
pub use selection::{Selection, UnknownColumn};
