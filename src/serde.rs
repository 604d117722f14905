//! Trees for serde, in the flat form: nodes in pre-order, each with the number of its parent, so
//! that no format has to nest deeper than a value of a property.
//!
//! A tree is a list of nodes; a node has the keys `parent` (a number, from 0, or null for a root)
//! and `properties` (ident to list of values, in their order). A value is a string, divided at its
//! first colon if it is a Compose; one that is divided elsewhere or, in spite of its colons,
//! nowhere has the keys `text` and `colon` (the offset of the dividing colon in bytes, or null).
//! Formats that are not for people have the pair of the two for every value.
//!
//! What was found about an input (diagnostics, errors, spans, character sets) is serialised beside.

mod deserialize;
mod facts;
mod serialize;
