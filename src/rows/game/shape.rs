//! How the tree of a game branches, and how many faults were found in each game.

use alloc::vec::Vec;

use super::line::Line;
use crate::{Collection, GameTree, Node, Severity};

/// How a tree branches.
#[derive(Debug)]
pub(super) struct Shape {
    /// The lines of play beside the main line.
    pub(super) variations: u32,
    /// How many nodes are above the lowest one.
    pub(super) depth: u32,
}

impl Shape {
    pub(super) fn of(game: GameTree<'_>, line: &Line) -> Self {
        if line.nodes() == game.nodes().len() {
            return Self { variations: 0, depth: line.nodes() as u32 - 1 };
        }
        let (variations, depth) = (game.leaves().count() - 1, depth(game));
        Self { variations: variations as u32, depth: depth as u32 }
    }
}

fn depth(game: GameTree<'_>) -> usize {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut deepest = 0;
    for node in game.nodes() {
        while open.last().copied() != node.parent() {
            open.pop();
        }
        deepest = deepest.max(open.len());
        open.push(node);
    }
    deepest
}

/// How many faults of each severity there are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    pub(super) errors: u32,
    pub(super) warnings: u32,
    pub(super) infos: u32,
}

/// Counts the faults of each game, in one pass. Those outside the games belong to none.
pub(super) fn count_faults(collection: Collection<'_>, counts: &mut Vec<Faults>) {
    counts.clear();
    counts.resize(collection.game_trees().len(), Faults::default());
    for found in collection.diagnostics() {
        if let Some(of_game) = found.game().and_then(|game| counts.get_mut(game)) {
            *match found.severity() {
                Severity::Error => &mut of_game.errors,
                Severity::Warning => &mut of_game.warnings,
                Severity::Info => &mut of_game.infos,
            } += 1;
        }
    }
}
