//! The walk through a tree: down by steps, up by taking them back.

use core::fmt;

use super::{Frame, Replay};
use crate::values::AnyNode;
use crate::view::{self, FileOrder, NodeView};

/// A walk through a node and all nodes below it, made by [`Replay::walk`]: an iterator over the
/// nodes, each of which was just executed.
pub struct Walk<'r, N> {
    replay: &'r mut Replay,
    nodes: FileOrder<N>,
    depth: usize,
}

impl<'r, N: NodeView> Walk<'r, N> {
    pub(super) fn new(replay: &'r mut Replay, top: N) -> Self {
        Self { replay, nodes: view::file_order(top), depth: 0 }
    }

    /// The replay at the last node that was given.
    pub fn replay(&self) -> &Replay {
        self.replay
    }

    /// How many levels the last node lies below the first one.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

impl<'v, N: AnyNode<'v>> Iterator for Walk<'_, N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        let (climbed, node) = self.nodes.next()?;
        if climbed > 0 {
            self.replay.climb(climbed);
        }
        self.replay.descend(node);
        self.depth = self.replay.line.len() - 1;
        Some(node)
    }
}

impl<N> fmt::Debug for Walk<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walk").field("replay", &self.replay).field("depth", &self.depth).finish()
    }
}

impl Replay {
    /// Executes a node that can be taken back.
    #[inline]
    fn descend<'v>(&mut self, node: impl AnyNode<'v>) {
        let positions = self.history.as_ref().map_or(0, super::History::len);
        self.line.push(Frame { mark: self.board.mark(), now: self.now, positions });
        self.step(node);
    }

    /// Takes so many nodes back.
    fn climb(&mut self, nodes: usize) {
        let first = self.line.len().saturating_sub(nodes);
        let Some(&Frame { mark, now, positions }) = self.line.get(first) else { return };
        self.line.truncate(first);
        self.board.undo_to(mark);
        self.now = now;
        if let Some(history) = &mut self.history {
            history.truncate(positions);
        }
    }
}
