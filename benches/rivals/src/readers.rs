//! What each reader is asked to do with a set of files, as its users would ask it.

use std::hint::black_box;

use kifu::{Arena, Parser};
use sgf_parse::{GameTree, SgfNode, SgfProp};

/// Something to do with all files of a set.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&[String]),
}

/// What kifu is measured at. Each is compared with all [`RIVALS`].
pub(crate) const KIFU: [Job; 1] = [Job { name: "tree", run: kifu_tree }];

/// What the rivals do: they know one kind of reading, to a tree of owned properties.
pub(crate) const RIVALS: [Job; 1] = [Job { name: "sgf-parse", run: sgf_parse_tree }];

/// To the borrowed tree: a fresh arena for each file, its drop included; the parser is kept.
fn kifu_tree(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, file));
    }
}

/// To sgf-parse's tree, its drop included. Its options do not make it faster.
fn sgf_parse_tree(files: &[String]) {
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
