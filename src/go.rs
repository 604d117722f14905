//! Go: a board that executes the moves of records, and the replay of whole trees.
//!
//! - [`Board`]: stones, moves, setup, prisoners, ko, and a hash of the position that is kept while
//!   playing; [`Hashes`] under all eight [`Symmetry`]s.
//!
//! ```
//! use kifu::go::Board;
//! use kifu::values::{BoardSize, Notation};
//!
//! let arena = kifu::Arena::new();
//! let collection = kifu::parse(&arena, "(;SZ[3];B[bb];W[ab];B[aa];W[ba];B[ac])")?;
//! let game = collection.first_game_tree().unwrap();
//! let mut board = Board::new(BoardSize::of(game).unwrap()).unwrap();
//! for (color, played) in Notation::of(game).moves(game.main_line()) {
//!     if let Some(point) = played.point() {
//!         board.play(color, point);
//!     }
//! }
//! assert_eq!(board.to_string(), "X O .\n. X .\nX . .\n");
//! # Ok::<(), kifu::Error>(())
//! ```

mod board;
mod hash;
mod rules;
mod shown;
mod stones;
mod undo;

pub use board::{Board, BoardPoints, Chain, Mark, Played};
pub use hash::{Hashes, Symmetry};
pub use rules::{Illegal, allows_suicide};
pub use shown::{Coordinate, Cutout};
