//! The tests that see the crate as its users do: one binary, a module for each concern.

mod account;
mod allocations;
mod cases;
mod choose;
mod corpus;
mod damage;
mod differential;
mod golden;
mod handles;
mod hostile;
mod invariants;
#[cfg(feature = "cli")]
mod program;
mod reference;
mod shape;
mod tolerant;
