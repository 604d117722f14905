//! The arguments and the help of `kifu json`.

use clap::Args;

use super::output::Output;
use super::{Inputs, ending};
use crate::json::Shape;

/// Print the records as JSON, one line for each input or each node
///
/// A line for each input: `{"path", "charsets", "games", "diagnostics"}`, with one charset and one
/// tree for each game. A tree is `{"properties": {ident: [values]}, "children": [tree…]}`, a
/// diagnostic what `kifu check --format json` writes for a fault. Beyond a million of them in one
/// input the others are only counted, as `omitted_diagnostics`.
///
/// A game of 200 moves is 200 objects deep in this shape. kifu writes and reads any depth, but
/// common readers give up on nesting: serde_json at 63 moves, jq at 85, Python at 500. For records
/// longer than that take --flat, which never nests, or --sequences, which nests only where the
/// record branches.
#[derive(Debug, Args)]
#[command(after_long_help = ending(EXAMPLES, "--strict met a fault"))]
pub(crate) struct JsonOptions {
    #[command(flatten)]
    pub(crate) inputs: Inputs,

    #[command(flatten)]
    pub(crate) output: Output,

    /// One line for each node: path, game, node, parent, depth, main, properties
    ///
    /// Nodes are numbered through the input from 0, in file order; `parent` is such a number, or
    /// null for a root. `depth` counts the nodes above,
    /// and `main` says whether the node is on the main line. What was done about faults is not said
    /// here; `kifu check --format json` does.
    #[arg(long, conflicts_with = "sequences")]
    flat: bool,

    /// Write a tree as `{"nodes": [properties…], "variations": [tree…]}`
    ///
    /// It nests only as deep as the parentheses of the record do.
    #[arg(long)]
    sequences: bool,
}

impl JsonOptions {
    pub(crate) fn shape(&self) -> Shape {
        match (self.flat, self.sequences) {
            (true, _) => Shape::Flat,
            (_, true) => Shape::Sequences,
            _ => Shape::Nested,
        }
    }
}

const EXAMPLES: &str = "  \
  kifu json game.sgf
      {\"path\":\"game.sgf\",\"charsets\":[\"UTF-8\"],\"games\":[{\"properties\":{…},\"children\":[…]}],\"diagnostics\":[]}
  kifu json --flat games/ | jq -r 'select(.parent == null) | .properties.PB[0] // empty'
      the players of the black stones, a game a line
  kifu json --sequences games/ | jq -r '.path as $p | .games[] | \"\\($p) \\(.nodes | length)\"'
      how many nodes come before the first variation
  kifu json --strict game.sgf
      {\"path\":\"game.sgf\",\"error\":{\"kind\":\"missing-value\",…,\"line\":3,\"column\":7}}   if it has a fault";
