//! SGF game records as borrowed trees: zero-copy, in an arena, without recursion; and as owned
//! trees to edit, to keep and to write. **Records in Shift_JIS, GBK, Big5, EUC-KR and most other
//! character sets need the feature `encoding`, which is off by default**: without it, their text
//! that is not ASCII is lost.
//!
//! [`parse`] turns a text into a [`Collection`] of [`GameTree`]s, or says what the first fault is
//! and where it stands. [`read`] takes the bytes of any file, repairs what it can, and lists what was
//! wrong. [`Parser`] does both for many inputs and keeps the room it works in.
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
//! ```
//! let arena = kifu::Arena::new();
//! let collection = kifu::read(&arena, b"(;PB[Fran\xE7ois];B[aa]");
//! assert_eq!(collection.root().unwrap().text("PB"), Some("Fran\u{E7}ois"));
//! assert_eq!(collection.diagnostics()[1].to_string(), "game tree closed at the end of the input");
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
//! with it. So a function cannot make an arena and return what it read:
//!
//! ```compile_fail,E0515
//! fn read(source: &str) -> Result<kifu::Collection<'_>, kifu::Error> {
//!     let arena = kifu::Arena::new();
//!     kifu::parse(&arena, source) // error[E0515]: cannot return value referencing local variable
//! }
//! ```
//!
//! ```compile_fail,E0505
//! fn read(source: &str) -> (kifu::Arena<'_>, kifu::Collection<'_>) {
//!     let arena = kifu::Arena::new();
//!     let collection = kifu::parse(&arena, source).unwrap();
//!     (arena, collection) // error[E0505]: cannot move out of `arena` because it is borrowed
//! }
//! ```
//!
//! ```compile_fail,E0597
//! let collection;
//! {
//!     let arena = kifu::Arena::new();
//!     collection = kifu::parse(&arena, "(;B[aa])"); // error[E0597]: does not live long enough
//! }
//! assert!(collection.is_ok());
//! ```
//!
//! There are two ways to hand a tree out of a function. It returns an [`OwnedTree`], a copy that
//! borrows nothing:
//!
//! ```
//! fn read(source: &str) -> Result<kifu::OwnedTree, kifu::Error> {
//!     let arena = kifu::Arena::new();
//!     let collection = kifu::parse(&arena, source)?;
//!     Ok(collection.to_owned_tree())
//! }
//! let tree = read(&String::from("(;PB[Shusaku];B[qd])"))?;
//! assert_eq!(tree.root().unwrap().text("PB"), Some("Shusaku"));
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! Or it takes what is to be done with the tree, and returns what comes of it:
//!
//! ```
//! use kifu::{Arena, Collection, Error};
//!
//! fn read<T>(source: &str, work: impl FnOnce(Collection<'_>) -> T) -> Result<T, Error> {
//!     let arena = Arena::new();
//!     kifu::parse(&arena, source).map(work)
//! }
//! let moves = read("(;PB[Shusaku];B[qd];W[dc])", |collection| collection.nodes().len() - 1)?;
//! assert_eq!(moves, 2);
//! # Ok::<(), kifu::Error>(())
//! ```
//!
//! Single texts can be taken out as they are, or as a [`Span`] of the source.
//!
//! # Which tree to use
//!
//! The borrowed tree ([`Collection`]) to read: it is made in a third to a
//! half of the time, copies no text that need not be, and knows where everything stands. The owned tree ([`OwnedTree`]) to edit, to
//! keep, and to hand on: it is `'static`, and reads like the borrowed one. Both are written by
//! [`Display`](core::fmt::Display), `write_to` and [`WriteOptions`], to the same bytes:
//!
//! ```
//! let mut tree: kifu::OwnedTree = "(;SZ[19] ;B[qd] )".parse()?;
//! let root = tree.root().unwrap().id();
//! tree.set(root, "PB", ["Shusaku"])?;
//! assert_eq!(tree.to_string(), "(;SZ[19]PB[Shusaku];B[qd])");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Code for either tree takes nodes as `impl` [`AnyNode`], or [`Links`] if it only walks.
//!
//! # From record to meaning
//!
//! A tree holds texts; [`values`] reads what they mean, tolerantly, when asked. A move that is no
//! move is not taken for a pass, and a value that cannot be read still has its text:
//!
//! ```
//! use kifu::values::{GameInfo, Move, Notation};
//!
//! let bytes = b"(;PB[Shusaku]PW[Genan]DT[Sep 11 1846]RE[b+res];B[qd];W[ dc ];B[tt];W[Q16])";
//! let arena = kifu::Arena::new();
//! let game = kifu::read(&arena, bytes).first_game_tree().unwrap();
//! let info = GameInfo::of(game);
//! assert_eq!((info.black(), info.white()), (Some("Shusaku"), Some("Genan")));
//! assert_eq!(info.dates().unwrap().value().unwrap().from().to_string(), "1846-09-11");
//! assert_eq!(info.result().unwrap().value().unwrap().ending().as_str(), "resign");
//! let moves = Notation::of(game).moves(game.main_line()).map(|(color, played)| match played {
//!     Move::Point(point) => format!("{color} {:?}", point.xy()),
//!     other => format!("{color} {other:?}"),
//! });
//! assert!(moves.eq(["B (16, 3)", "W (3, 2)", "B Pass", "W NotAMove(\"Q16\")"]));
//! ```
//!
//! # Out of folders and archives
//!
//! With the feature `archives` the module `archives` finds records in folders, archives and compressed
//! files, as the program `kifu` does.
//!
//! # With serde
//!
//! The feature `serde` makes all trees `Serialize` and the owned tree `Deserialize`, in a flat form
//! that no depth of a tree can make deep: a list of nodes in file order, each with the number of
//! its `parent`, from 0 and null for a root, and its `properties`, each a list of values in their
//! order. A value is a string. Where its first colon is not the one that divides it as a Compose,
//! it is `{"text", "colon"}`, with the offset of that colon in bytes, or null if none does. Formats
//! that are not meant for people have the pair of the two for every value.
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! let tree: kifu::OwnedTree = r"(;AP[a\:b:1](;B[aa])(;B[bb]))".parse()?;
//! let flat = serde_json::to_string(&tree)?;
//! assert_eq!(
//!     flat,
//!     r#"[{"parent":null,"properties":{"AP":[{"text":"a:b:1","colon":3}]}},"#.to_owned()
//!         + r#"{"parent":0,"properties":{"B":["aa"]}},{"parent":0,"properties":{"B":["bb"]}}]"#,
//! );
//! assert_eq!(serde_json::from_str::<kifu::OwnedTree>(&flat)?, tree);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Diagnostics, errors, spans and character sets are `Serialize` too. Codes and character sets are
//! their names, which can be deserialised:
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! let arena = kifu::Arena::new();
//! let found = kifu::read(&arena, b"(;B[aa]").diagnostics();
//! assert_eq!(
//!     serde_json::to_string(found)?,
//!     r#"[{"code":"unclosed-tree","severity":"error","action":"closed","#.to_owned()
//!         + r#""span":{"start":7,"end":7},"game":0,"#
//!         + r#""message":"game tree closed at the end of the input"}]"#,
//! );
//! assert_eq!(serde_json::from_str::<kifu::Charset>(r#""shift-jis""#)?, kifu::Charset::SHIFT_JIS);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The library needs `typed-arena` and `memchr` alone. All else is a feature:
//!
//! | feature | what it adds | with |
//! |---|---|---|
//! | `std` (default) | `GameReader`, errors of `std`; without it the crate is `no_std` with `alloc` | |
//! | `encoding` | character sets beyond UTF-8, UTF-16, UTF-32 and windows-1252, and guessing them | `encoding_rs`, `chardetng` |
//! | `serde` | trees, diagnostics and errors serialised | `serde` |
//! | `archives` | records out of folders, archives and compressed files | `bzip2`, `flate2`, `liblzma`, `sevenz-rust2`, `tar`, `tempfile`, `walkdir`, `zstd` |
//! | `rows` | rows of games and moves, as typed cells by column | `twox-hash` |
//! | `arrow` | these rows as record batches of Apache Arrow | `arrow-array`, `arrow-schema` |
//! | `jq` | games chosen by an expression over their rows | `jaq-core`, `jaq-json`, `jaq-std` |
//! | `cli`, `tables` | the program; the program with Parquet and Arrow | |
//!
//! # Where to read on
//!
//! The [`guide`] says how the standard and damaged files are read, which character set is taken, what
//! values mean, what it all costs, and how the source is built.
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

#[cfg(feature = "archives")]
pub mod archives;
mod arena;
mod charset;
pub mod choose;
mod diagnostic;
pub mod edit;
mod entry;
mod error;
mod events;
mod fault;
mod games;
pub mod go;
pub mod guide;
mod ident;
mod options;
mod owned;
mod parser;
mod property;
#[cfg(feature = "std")]
mod read;
#[cfg(feature = "rows")]
pub mod rows;
mod scanner;
mod scratch;
#[cfg(feature = "serde")]
mod serde;
mod span;
mod survey;
mod text;
mod tree;
pub mod values;
mod view;
mod walk;
mod write;

pub use arena::Arena;
pub use charset::{Charset, CharsetSource};
pub use diagnostic::{Action, Code, CodeClass, Diagnostic, Severity};
pub use entry::read;
pub use error::{Error, ErrorClass, ErrorKind, Found};
pub use events::{Event, Events, Flow, Ident, RawValue, Visitor};
pub use games::{Games, NextGame, ReadGame};
pub use options::ParseOptions;
pub use owned::{
    EditError, IdentFault, NewValue, NodeKey, OwnedGameTree, OwnedGameTrees, OwnedNode, OwnedNodes,
    OwnedProperties, OwnedProperty, OwnedTree, OwnedValue, OwnedValues,
};
pub use parser::{Before, Parser, parse, visit};
pub use property::{Properties, Property, Value, Values};
#[cfg(feature = "std")]
pub use read::{GameReader, GameText, ReadError, ReadErrorKind};
pub use span::{LineIndex, Location, Span};
pub use survey::{Survey, SurveyedTree, SurveyedTrees};
pub use tree::{Collection, GameTree, GameTrees, Node, NodeId, NodePath, Nodes, ParsePathError};
pub use values::{AnyNode, AnyProperty, AnyValue};
pub use view::AnyTree;
pub use walk::{Ancestors, Children, Leaves, Links, MainLine, Siblings};
pub use write::{Displayed, WriteOptions};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
