//! The guide: pages to read. There is nothing in them to call.
//!
//! | page | what it says |
//! |---|---|
//! | [`reading`] | how the standard is read, and damaged files: the rules R1 to R13 and all codes |
//! | [`charsets`] | which character set a game is read in: the rules C1 to C7 |
//! | [`values`] | what values mean: moves, dates, results |
//! | [`memory`] | what reading costs; events, one game at a time, streams |
//! | [`program`] | the program: faults, fixes, archives, tables, limits |
//! | [`choosing`] | how to choose games, with what two other programs have for it beside |
//! | [`inside`] | the map of the source, its words, and how to add something |

pub mod choosing;

#[doc = include_str!("guide/reading.md")]
pub mod reading {}

#[doc = include_str!("guide/charsets.md")]
pub mod charsets {}

#[doc = include_str!("guide/values.md")]
pub mod values {}

#[doc = include_str!("guide/memory.md")]
pub mod memory {}

#[doc = include_str!("guide/program.md")]
pub mod program {}

#[doc = include_str!("guide/inside.md")]
pub mod inside {}
