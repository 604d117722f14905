//! Changes of whole games: the board turned or mirrored, colours exchanged, parts left out. Single
//! edits are left to the owned tree.

mod strip;
mod symmetry;
mod transform;

pub use strip::Strip;
pub use symmetry::{ParseSymmetryError, Symmetry};
pub use transform::{Transform, Transformed};
