//! SGF game records as borrowed trees: zero-copy, in an arena, without recursion.
//!
//! [`parse`] turns a text into a [`Collection`] of [`GameTree`]s, or says what the first fault is
//! and where it stands. [`Parser`] does the same for many texts and keeps the room it works in.
//!
//! ```
//! let arena = kifu::Arena::new();
//! let collection = kifu::parse(&arena, "(;FF[4]C[root]SZ[19];B[aa];W[ab](;B[bb])(;B[ba]))")?;
//! for game in collection.game_trees() {
//!     assert_eq!(game.root().text("SZ"), Some("19"));
//!     assert_eq!(game.main_line().count(), 4);
//!     assert_eq!(game.nodes().len(), 5);
//! }
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! # Without a tree, and one game at a time
//!
//! [`visit`] tells a [`Visitor`] what a text holds, and [`Events`] is the same as an iterator:
//! nothing is built and nothing allocated. [`Parser::games`] makes a tree of one game after the
//! other, and `GameReader` (feature `std`) finds the games of whatever can be read, so that a
//! source of any size takes no more memory than its largest game.
//!
//! # What lives how long
//!
//! A collection borrows its source and its arena for one lifetime, `'a`, and so does every
//! handle and every text. Handles are `Copy`; what they give outlives them:
//!
//! ```
//! fn black<'a>(collection: kifu::Collection<'a>) -> Option<&'a str> {
//!     collection.root()?.text("PB")
//! }
//! # let arena = kifu::Arena::new();
//! # assert_eq!(black(kifu::parse(&arena, "(;PB[Shusaku])")?), Some("Shusaku"));
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! The arena has to be declared before what is read into it, and cannot leave a function together
//! with it. What must outlive the arena is taken out as text, or as a [`Span`] of the source.
//!
//! # Words
//!
//! The names are those of the format: a *collection* holds *game trees*, these hold *nodes*, which
//! hold *properties*, which have an *ident* and *values*. The first child of each node makes the
//! *main line*, the others are *variations*.

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod arena;
mod charset;
mod diagnostic;
mod error;
mod events;
mod games;
mod parser;
mod property;
#[cfg(feature = "std")]
mod read;
mod scanner;
mod scratch;
mod span;
mod text;
mod tree;

pub use arena::Arena;
pub use charset::{Charset, CharsetSource};
pub use diagnostic::{Action, Code, Diagnostic, Severity};
pub use error::{Error, ErrorClass, ErrorKind, Found};
pub use events::{Event, Events, Flow, Ident, RawValue, Visitor};
pub use games::{Games, NextGame};
pub use parser::{ParseOptions, Parser, parse, visit};
pub use property::{Properties, Property, Value, Values};
#[cfg(feature = "std")]
pub use read::{GameReader, GameText, ReadError, ReadErrorKind};
pub use span::{LineIndex, Location, Span};
pub use tree::{
    Ancestors, Children, Collection, GameTree, GameTrees, Leaves, MainLine, Node, NodeId, NodePath,
    Nodes, ParsePathError, Siblings,
};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
