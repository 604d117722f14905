//! What each reader is asked to do with a set of files, as its users would ask it.

use std::hint::black_box;

use kifu::{Arena, Event, Events, Flow, Parser, RawValue, Visitor};
use sgf_parse::{GameTree, SgfNode, SgfProp};

/// Something to do with all files of a set.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&[String]),
}

/// What kifu is measured at. Each is compared with all [`RIVALS`].
pub(crate) const KIFU: [Job; 7] = [
    Job { name: "events", run: kifu_events },
    Job { name: "events, pulled", run: kifu_pulled_events },
    Job { name: "tree", run: kifu_tree },
    Job { name: "tree, tolerant", run: kifu_read },
    Job { name: "tree, values seen", run: kifu_values },
    Job { name: "next_game", run: kifu_next_game },
    Job { name: "owned tree", run: kifu_owned },
];

/// What the rivals do: they know one kind of reading, to a tree of owned properties.
pub(crate) const RIVALS: [Job; 1] = [Job { name: "sgf-parse", run: sgf_parse_tree }];

/// What there is to see without a tree: how many nodes, and how many bytes in values.
#[derive(Default)]
struct Counts {
    nodes: usize,
    value_bytes: usize,
}

impl Visitor<'_> for Counts {
    fn node(&mut self, _: usize) -> Flow {
        self.nodes += 1;
        Flow::Continue
    }

    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.value_bytes += value.raw().len();
        Flow::Continue
    }
}

/// Counts nodes and the bytes of values, as a visitor.
fn kifu_events(files: &[String]) {
    for file in files {
        let counts = kifu::visit(file, Counts::default()).unwrap_or_default();
        black_box((counts.nodes, counts.value_bytes));
    }
}

/// Counts the same, event by event.
fn kifu_pulled_events(files: &[String]) {
    for file in files {
        let mut counts = Counts::default();
        for event in Events::new(file) {
            match event {
                Ok(Event::Node(_)) => counts.nodes += 1,
                Ok(Event::Value(value)) => counts.value_bytes += value.raw().len(),
                _ => {}
            }
        }
        black_box((counts.nodes, counts.value_bytes));
    }
}

/// As [`kifu_tree`], a game at a time.
fn kifu_next_game(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let mut games = parser.games(file);
        loop {
            let arena = Arena::new();
            match games.next_game(&arena) {
                Ok(Some(game)) => black_box(game),
                _ => break,
            };
        }
    }
}

/// To the borrowed tree: a fresh arena for each file, its drop included; the parser is kept.
fn kifu_tree(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, file));
    }
}

/// As [`kifu_tree`], from bytes and tolerantly.
fn kifu_read(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let arena = Arena::new();
        black_box(parser.read(&arena, file.as_bytes()));
    }
}

/// As [`kifu_tree`], and then looks at the text of each value.
fn kifu_values(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let arena = Arena::new();
        let Ok(collection) = parser.parse(&arena, file) else { continue };
        for property in collection.nodes().flat_map(kifu::Node::properties) {
            for value in property.values() {
                black_box(value.text());
            }
        }
    }
}

/// To the owned tree, by way of the borrowed one.
fn kifu_owned(files: &[String]) {
    let mut parser = Parser::new();
    for file in files {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, file).map(kifu::Collection::to_owned_tree));
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
