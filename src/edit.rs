//! Edits of whole records: what is left out of them, boards that are turned or mirrored, lines of play
//! as games of their own. [`Strip`] and [`Transform`] take any tree and give an owned one, in one pass.
//!
//! - [`Strip`] leaves out comments, marks, analysis, times, private properties or variations.
//! - [`Transform`] turns or mirrors the board and swaps the colours.
//! - [`Lines`] gives each line of play as a game of its own, without a copy.
//!
//! ```
//! use kifu::edit::{Strip, Transform};
//! use kifu::go::Symmetry;
//!
//! let tree = kifu::OwnedTree::parse("(;SZ[9];B[aa]C[corner]LB[ab:x])")?;
//! let stripped = Strip::new().comments(true).apply(&tree);
//! assert_eq!(stripped.to_string(), "(;SZ[9];B[aa]LB[ab:x])");
//! let turned = Transform::new(Symmetry::from_name("rotate-180").unwrap()).apply(&stripped);
//! assert_eq!(turned.tree().to_string(), "(;SZ[9];B[ii]LB[ih:x])");
//! # Ok::<(), kifu::Error>(())
//! ```

mod colors;
mod lines;
mod points;
mod strip;
mod transform;

pub use lines::{Line, Lines};
pub use strip::Strip;
pub use transform::{Reason, Transform, Transformed, Unchanged};
