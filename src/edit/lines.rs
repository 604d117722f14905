//! The lines of play of a game, each as a game of its own.

use alloc::vec::Vec;
use core::iter;

use crate::view::{AnyTree, NodeView, PropertyView, TreeView, ValueView};
use crate::walk::{Links, Sealed, file_order};

/// The lines of play of a game, one for each node without children, in file order: all nodes from the
/// root to it. So the first is the main line, and all have the root with what it says of the game.
///
/// Each line can be written as any game tree. Together they may be far larger than the game, up to the
/// square of it: nodes before a variation are part of each of its lines.
/// [`byte_total`](Self::byte_total) says how large, before anything is written.
///
/// Cost: memory for the nodes of one line, and for all lines time linear in what is written of them.
///
/// ```
/// use kifu::edit::Lines;
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc](;W[aa])(;W[bb])))")?;
/// let mut lines = Lines::of(collection.first_game_tree().unwrap());
/// assert_eq!(lines.count(), 3);
/// let mut texts = Vec::new();
/// while let Some(line) = lines.next_line() {
///     texts.push(kifu::WriteOptions::new().display(line).to_string());
/// }
/// assert_eq!(lines.byte_total(), texts.concat().len() as u64);
/// assert_eq!(texts[0], "(;SZ[9];B[ee];W[ce])");
/// assert_eq!(texts[2], "(;SZ[9];B[ee];W[gc];B[cc];W[bb])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lines<N> {
    root: Option<N>,
    is_started: bool,
    /// The nodes of the line that was given last.
    nodes: Vec<N>,
}

impl<N: NodeView> Lines<N> {
    /// The lines of the first game of a tree.
    pub fn of(tree: impl AnyTree<Node = N>) -> Self {
        Self { root: tree.roots().next(), is_started: false, nodes: Vec::new() }
    }

    /// How many lines there are, those that were given too.
    ///
    /// Cost: linear in the nodes of the game.
    pub fn count(&self) -> usize {
        self.root.into_iter().flat_map(file_order).filter(|(_, node)| is_leaf(*node)).count()
    }

    /// How many bytes all lines have together when they are written in canonical form, without those
    /// of escapes.
    ///
    /// Cost: linear in the game.
    pub fn byte_total(&self) -> u64 {
        let mut total = 0_u64;
        // How many bytes there are from the root to each node of the line that is gone through.
        let mut sizes: Vec<u64> = Vec::new();
        for (climbed, node) in self.root.into_iter().flat_map(file_order) {
            sizes.truncate(sizes.len() - climbed);
            let above = sizes.last().copied().unwrap_or(PARENTHESES);
            let size = above.saturating_add(size(node));
            sizes.push(size);
            if is_leaf(node) {
                total = total.saturating_add(size);
            }
        }
        total
    }

    /// The next line; `None` after the last.
    pub fn next_line(&mut self) -> Option<Line<'_, N>> {
        let mut next = self.root.filter(|_| !self.is_started);
        self.is_started = true;
        while next.is_none() {
            // What stands beside the root is another game.
            next = self.nodes.pop()?.next_sibling().filter(|_| !self.nodes.is_empty());
        }
        while let Some(node) = next {
            self.nodes.push(node);
            next = node.first_child();
        }
        Some(Line { nodes: &self.nodes })
    }
}

/// Those of a game tree.
const PARENTHESES: u64 = 2;

fn is_leaf(node: impl NodeView) -> bool {
    node.first_child().is_none()
}

/// How many bytes a node has when it is written, without those of escapes.
fn size(node: impl NodeView) -> u64 {
    let mut size = 1;
    for property in node.property_views() {
        size += property.ident().len() as u64;
        size += property.values().map(|value| value.text().len() as u64 + 2).sum::<u64>();
    }
    size
}

/// A line of play as a game tree, made by [`Lines::next_line`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'l, N> {
    nodes: &'l [N],
}

impl<'l, N> Line<'l, N> {
    /// The nodes of the game that it consists of, the root first.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;SZ[9];B[ee](;W[ce])(;W[gc]))")?;
    /// let mut lines = kifu::edit::Lines::of(&tree);
    /// assert_eq!(lines.next_line().unwrap().nodes()[2].text("W"), Some("ce"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn nodes(self) -> &'l [N] {
        self.nodes
    }
}

impl<'l, N: NodeView> TreeView for Line<'l, N> {
    type Node = LineNode<'l, N>;

    fn roots(self) -> impl Iterator<Item = LineNode<'l, N>> {
        iter::once(LineNode { nodes: self.nodes, at: 0 }).filter(|_| !self.nodes.is_empty())
    }
}

/// A node of a line, which has no other children than the next one.
#[derive(Clone, Copy)]
pub struct LineNode<'l, N> {
    nodes: &'l [N],
    at: usize,
}

impl<N> PartialEq for LineNode<'_, N> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at && core::ptr::eq(self.nodes, other.nodes)
    }
}

impl<N> Eq for LineNode<'_, N> {}

impl<N> Sealed for LineNode<'_, N> {}

impl<N: NodeView> Links for LineNode<'_, N> {
    fn parent(self) -> Option<Self> {
        self.at.checked_sub(1).map(|at| Self { at, ..self })
    }

    fn first_child(self) -> Option<Self> {
        let at = self.at + 1;
        (at < self.nodes.len()).then_some(Self { at, ..self })
    }

    fn next_sibling(self) -> Option<Self> {
        None
    }
}

impl<N: NodeView> NodeView for LineNode<'_, N> {
    type View = N::View;

    fn property_views(self) -> impl ExactSizeIterator<Item = N::View> {
        self.nodes[self.at].property_views()
    }
}
