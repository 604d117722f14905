//! The tests that see the crate as its users do: one binary, a module for each concern.

mod allocations;
mod cases;
mod corpus;
mod differential;
mod golden;
mod handles;
mod hostile;
mod invariants;
#[cfg(feature = "cli")]
mod program;
mod reference;
mod shape;
