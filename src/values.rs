//! What the values of properties mean: views that read a value when asked, and keep its text.
//!
//! Nothing is stored: a view takes the text of a value and gives a [`Reading`], which says whether
//! it was read exactly, read after a repair, or could not be read, and still has the text.

mod reading;

pub use reading::{Fault, Outcome, Reading, Repair};
