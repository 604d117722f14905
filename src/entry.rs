//! Tolerant reading for those who keep no parser.

use crate::arena::Arena;
use crate::parser::Parser;
use crate::tree::Collection;

/// Reads a collection out of bytes, tolerantly: there is always one, with
/// [`diagnostics`](Collection::diagnostics) for what was wrong and what was done about it. Beside it,
/// [`parse`](crate::parse) takes a text and refuses the first fault.
///
/// Each game tree is read in its own character set; those that are not UTF-8, UTF-16 or windows-1252
/// take the feature `encoding`. Whoever reads many inputs keeps a [`Parser`] and calls
/// [`Parser::read`].
///
/// Cost: linear in the input.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::read(&arena, b"(;PB[Ann]KM;B[aa]");
/// assert_eq!(collection.root().unwrap().text("PB"), Some("Ann"));
/// let codes: Vec<_> = collection.diagnostics().iter().map(|found| found.code().name()).collect();
/// assert_eq!(codes, ["property-without-value", "unclosed-tree"]);
/// ```
pub fn read<'a>(arena: &'a Arena<'a>, source: &'a [u8]) -> Collection<'a> {
    Parser::new().read(arena, source)
}
