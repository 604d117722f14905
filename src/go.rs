//! Go: a board that executes the moves of records, and the replay of whole trees.
//!
//! - [`Board`]: stones, moves, setup, prisoners, ko, and a hash of the position that is kept while
//!   playing; [`Hashes`] under all eight [`Symmetry`]s.
//! - [`Replay`]: the nodes of a record executed along a line, through a whole tree, or up to a node,
//!   and what was wrong with each move.
//! - [`PlayChecker`]: checks of play, with stable codes.
//!
//! ```
//! use kifu::go::Replay;
//!
//! let arena = kifu::Arena::new();
//! let collection = kifu::parse(&arena, "(;SZ[3];B[bb];W[ab];B[aa];W[ba];B[ac];W[ca])")?;
//! let game = collection.first_game_tree().unwrap();
//! let mut replay = Replay::of(game)?;
//! for node in game.main_line() {
//!     replay.step(node);
//! }
//! assert_eq!(replay.board().to_string(), ". O O\nO X .\nX . .\n");
//! assert_eq!(replay.board().prisoners(kifu::values::Color::White), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod hash;
mod history;
mod replay;
mod rules;
mod shown;
mod stones;
mod undo;

pub use board::{Board, BoardPoints, Chain, Mark, Played};
pub use check::{PlayChecked, PlayChecker, PlayCode, PlayDiagnostic, PlayRemark, check};
pub use hash::{Hashes, Symmetry};
pub use replay::{Replay, Turn, Unplayable, Walk};
pub use rules::{Illegal, allows_suicide};
pub use shown::{Coordinate, Cutout};
