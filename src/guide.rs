//! The guide: pages to read. There is nothing in them to call.
//!
//! | page | what it says |
//! |---|---|
//! | [`choosing`] | how to choose games, with what two other programs have for it beside |

pub mod choosing;
