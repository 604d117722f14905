//! SGF game records as borrowed trees: zero-copy, in an arena, without recursion.

#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod arena;
mod error;
mod parser;
mod property;
mod scanner;
mod scratch;
mod span;
mod text;
mod tree;

pub use arena::Arena;
pub use error::{Error, ErrorClass, ErrorKind, Found};
pub use parser::{ParseOptions, Parser, parse};
pub use property::{Properties, Property, Value, Values};
pub use span::{Location, Span};
pub use tree::{
    Ancestors, Children, Collection, GameTree, GameTrees, Leaves, MainLine, Node, NodeId, NodePath,
    Nodes, ParsePathError, Siblings,
};
