//! The tests that see the crate as its users do: one binary, a module for each concern.

#[cfg(feature = "cli")]
mod program;
