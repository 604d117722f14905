//! The ways through a tree, as iterators. None of them allocates or recurses.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use super::{GameTree, Node, Tables};
use crate::property::{Properties, iterate_range};

/// Iterator over the game trees of a collection, in file order.
#[derive(Clone)]
pub struct GameTrees<'a> {
    tables: &'a Tables<'a>,
    range: Range<u32>,
}

impl<'a> GameTrees<'a> {
    #[inline]
    pub(super) fn new(tables: &'a Tables<'a>) -> Self {
        Self { tables, range: 0..tables.games.len() as u32 }
    }

    #[inline]
    fn game_tree(&self, index: u32) -> GameTree<'a> {
        GameTree { tables: self.tables, index }
    }
}

iterate_range!(GameTrees, GameTree, game_tree);

/// Iterator over the nodes of a subtree, a game tree or a collection, in pre-order.
#[derive(Clone)]
pub struct Nodes<'a> {
    tables: &'a Tables<'a>,
    range: Range<u32>,
}

impl<'a> Nodes<'a> {
    #[inline]
    pub(super) fn new(tables: &'a Tables<'a>, range: Range<u32>) -> Self {
        Self { tables, range }
    }

    /// The properties of the nodes that are left, in file order.
    ///
    /// Cost: O(1), for they stand in a row. To go over them takes less than to go over the nodes and
    /// the properties of each.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9];B[ee]C[centre](;W[ce])(;W[gc]))")?;
    /// let root = collection.root().unwrap();
    /// let idents = root.descendants().properties().map(|property| property.ident());
    /// assert!(idents.eq(["B", "C", "W", "W"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn properties(&self) -> Properties<'a> {
        let Tables { nodes, properties, .. } = self.tables;
        let all = properties.records.len() as u32;
        let first = |node: u32| nodes.get(node as usize).map_or(all, |node| node.properties);
        Properties::new(properties, first(self.range.start)..first(self.range.end))
    }

    #[inline]
    fn node(&self, index: u32) -> Node<'a> {
        Node { tables: self.tables, index }
    }
}

iterate_range!(Nodes, Node, node);

/// Iterator over the nodes without children, in pre-order.
#[derive(Clone)]
pub struct Leaves<'a> {
    nodes: Nodes<'a>,
}

impl<'a> Leaves<'a> {
    #[inline]
    pub(super) fn new(nodes: Nodes<'a>) -> Self {
        Self { nodes }
    }
}

impl<'a> Iterator for Leaves<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.nodes.find(|node| node.first_child().is_none())
    }
}

impl DoubleEndedIterator for Leaves<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.nodes.rfind(|node| node.first_child().is_none())
    }
}

/// Iterator over the children of a node, in order.
#[derive(Clone)]
pub struct Children<'a> {
    next: Option<Node<'a>>,
}

impl<'a> Children<'a> {
    #[inline]
    pub(super) fn new(node: Node<'a>) -> Self {
        Self { next: node.first_child() }
    }
}

impl<'a> Iterator for Children<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        self.next = node.next_sibling();
        Some(node)
    }
}

/// Iterator over the other children of a node's parent, in order.
#[derive(Clone)]
pub struct Siblings<'a> {
    all: Children<'a>,
    node: Node<'a>,
}

impl<'a> Siblings<'a> {
    #[inline]
    pub(super) fn new(node: Node<'a>) -> Self {
        let all = node.parent().map_or(Children { next: None }, Node::children);
        Self { all, node }
    }
}

impl<'a> Iterator for Siblings<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.all.find(|&node| node != self.node)
    }
}

/// Iterator over a node, its first child, the first child of that, and so on.
#[derive(Clone)]
pub struct MainLine<'a> {
    next: Option<Node<'a>>,
}

impl<'a> MainLine<'a> {
    #[inline]
    pub(super) fn new(node: Node<'a>) -> Self {
        Self { next: Some(node) }
    }
}

impl<'a> Iterator for MainLine<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        self.next = node.first_child();
        Some(node)
    }
}

/// Iterator over a node, its parent, the parent of that, and so on to the root.
#[derive(Clone)]
pub struct Ancestors<'a> {
    next: Option<Node<'a>>,
}

impl<'a> Ancestors<'a> {
    #[inline]
    pub(super) fn new(node: Node<'a>) -> Self {
        Self { next: Some(node) }
    }
}

impl<'a> Iterator for Ancestors<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let node = self.next?;
        self.next = node.parent();
        Some(node)
    }
}

/// What the iterators without a known length have in common.
macro_rules! walk {
    ($($iterator:ident),*) => {$(
        impl FusedIterator for $iterator<'_> {}

        impl fmt::Debug for $iterator<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )*};
}

walk!(Leaves, Children, Siblings, MainLine, Ancestors);
