//! The nodes that enclose a node, known without recursion while going through a tree in file order.

use kifu::{Node, NodeId};

/// A stack of nodes, the root at the bottom. A node may be left out by never being pushed.
#[derive(Debug, Default)]
pub(super) struct OpenNodes {
    stack: Vec<NodeId>,
}

impl OpenNodes {
    /// Closes the nodes above the parent of `node`, and says how many that were.
    ///
    /// Each node is closed once, so a whole tree takes linear time.
    pub(super) fn close_down_to_parent_of(&mut self, node: Node<'_>) -> usize {
        let parent = node.parent().map(Node::id);
        let before = self.stack.len();
        while self.stack.last().copied() != parent {
            self.stack.pop();
        }
        before - self.stack.len()
    }

    pub(super) fn push(&mut self, node: Node<'_>) {
        self.stack.push(node.id());
    }

    pub(super) fn len(&self) -> usize {
        self.stack.len()
    }
}
