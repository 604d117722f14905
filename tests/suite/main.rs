//! The tests that see the crate as its users do: one binary, a module for each concern.

mod allocations;
mod cases;
mod charsets;
#[cfg(feature = "cli")]
mod check;
mod corpus;
mod differential;
mod events;
mod game_reader;
#[path = "../../benches/generator/mod.rs"]
mod generator;
mod golden;
mod handles;
mod hostile;
mod invariants;
#[cfg(feature = "encoding")]
mod languages;
mod next_game;
#[cfg(feature = "cli")]
mod program;
mod readme;
mod reference;
mod shape;
mod tokens;
mod told;
