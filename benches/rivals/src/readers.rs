//! What each reader is asked to do with a set of files, as its users would ask it.

use std::hint::black_box;

use kifu::{Arena, Parser};
use sgf_parse::{GameTree, SgfNode, SgfProp};

use crate::jobs::{self, Job};

/// What kifu is measured at, by name. Each is compared with all [`RIVALS`].
pub(crate) const KIFU: [(&str, Job); 8] = [
    ("events", jobs::events),
    ("events, pulled", jobs::pulled_events),
    ("tree", jobs::tree),
    ("tree, tolerant", jobs::tolerant_tree),
    ("tree, values seen", jobs::values),
    ("tree, moves as x, y", jobs::moves),
    ("next_game", jobs::next_game),
    ("owned tree", jobs::owned_tree),
];

/// What the rivals do: they know one kind of reading, to a tree of owned properties.
pub(crate) const RIVALS: [(&str, Job); 1] = [("sgf-parse", sgf_parse_tree)];

/// To sgf-parse's tree, its drop included. It keeps nothing between files, and its options do not
/// make it faster.
fn sgf_parse_tree(_: &mut Parser, files: &[String]) {
    for file in files {
        let _ = black_box(sgf_parse::parse(file));
    }
}

/// The number of nodes as kifu counts them; `None` if it refuses the file.
pub(crate) fn kifu_nodes(file: &str) -> Option<usize> {
    kifu::parse(&Arena::new(), file).ok().map(|collection| collection.nodes().len())
}

/// The number of nodes as sgf-parse counts them; `None` if it refuses the file.
pub(crate) fn sgf_parse_nodes(file: &str) -> Option<usize> {
    let count = |game: &GameTree| match game {
        GameTree::GoGame(root) => nodes_below(root),
        GameTree::Unknown(root) => nodes_below(root),
    };
    sgf_parse::parse(file).ok().map(|games| games.iter().map(count).sum())
}

fn nodes_below<Prop: SgfProp>(root: &SgfNode<Prop>) -> usize {
    let mut count = 0;
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        count += 1;
        waiting.extend(node.children());
    }
    count
}
