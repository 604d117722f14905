//! Nodes of a collection, as `Copy` handles.

use alloc::vec::Vec;
use core::fmt;

use super::{GameTree, NodeId, NodePath, Nodes, Tables};
use crate::property::{Properties, Property, Values};
use crate::scratch::{NONE, NodeRecord};
use crate::span::Span;
use crate::walk::{Ancestors, Children, Links, MainLine, Sealed, Siblings};

/// A node: a position of the game, with the properties that lead to it or speak of it. A handle of
/// two words, `Copy`.
///
/// Two handles are equal if they are of the same node of the same collection.
///
/// Source: FF\[4\], `Node = ";" { Property }`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[aa]C[corner](;W[bb])(;W[cc]))")?;
/// let node = collection.root().unwrap();
/// assert_eq!(node.text("B"), Some("aa"));
/// assert_eq!(node.children().count(), 2);
/// assert!(node.children().all(|child| child.parent() == Some(node)));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(super) tables: &'a Tables<'a>,
    pub(super) index: u32,
}

impl<'a> Node<'a> {
    #[inline]
    pub(super) fn record(self) -> NodeRecord {
        self.tables.nodes[self.index as usize]
    }

    #[inline]
    fn with_index(self, index: u32) -> Self {
        Self { tables: self.tables, index }
    }

    /// The number of the node in its collection, in pre-order from 0.
    #[inline]
    pub fn id(self) -> NodeId {
        NodeId(self.index)
    }

    /// The way from the root to this node.
    ///
    /// Cost: linear in the length of the way and the number of siblings passed over.
    pub fn path(self) -> NodePath {
        let step = |node: Node<'a>| {
            let parent = node.parent()?;
            Some(parent.children().take_while(|&child| child != node).count() as u32)
        };
        let mut steps: Vec<u32> = self.ancestors().map_while(step).collect();
        steps.reverse();
        NodePath::from(steps)
    }

    /// The game tree that the node belongs to.
    ///
    /// Cost: a binary search among the game trees of the collection.
    pub fn game_tree(self) -> GameTree<'a> {
        let games = &self.tables.games;
        let after = games.partition_point(|game| game.root <= self.index);
        GameTree { tables: self.tables, index: after as u32 - 1 }
    }

    /// The properties, in file order.
    #[inline]
    pub fn properties(self) -> Properties<'a> {
        let Tables { nodes, properties, .. } = self.tables;
        let index = self.index as usize;
        // A look at the next node first: where there is one, that this one exists needs no check.
        let range = match nodes.get(index + 1) {
            Some(next) => nodes[index].properties..next.properties,
            None => nodes[index].properties..properties.records.len() as u32,
        };
        Properties::new(properties, range)
    }

    /// The property with this ident.
    ///
    /// Cost: linear in the number of properties of the node.
    #[inline]
    pub fn get(self, ident: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.ident() == ident)
    }

    /// The text of the first value of the property with this ident.
    ///
    /// Cost: as [`get`](Self::get).
    #[inline]
    pub fn text(self, ident: &str) -> Option<&'a str> {
        self.get(ident).map(|property| property.first_value().text())
    }

    /// The values of the property with this ident; none if there is no such property.
    ///
    /// Cost: as [`get`](Self::get).
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[19]AB[dd][pp])")?;
    /// let root = collection.root().unwrap();
    /// assert!(root.values("AB").map(|value| value.text()).eq(["dd", "pp"]));
    /// assert_eq!(root.values("AW").len(), 0);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn values(self, ident: &str) -> Values<'a> {
        self.get(ident).map_or_else(|| self.properties().no_values(), Property::values)
    }

    /// The node that this one follows; `None` for a root.
    #[inline]
    pub fn parent(self) -> Option<Self> {
        match self.record().parent {
            NONE => None,
            parent => Some(self.with_index(parent)),
        }
    }

    /// The first child, with which the main line goes on.
    #[inline]
    pub fn first_child(self) -> Option<Self> {
        let next = self.index + 1;
        (next < self.record().subtree_end).then(|| self.with_index(next))
    }

    /// The next node with the same parent.
    #[inline]
    pub fn next_sibling(self) -> Option<Self> {
        let parent = self.parent()?;
        let next = self.record().subtree_end;
        (next < parent.record().subtree_end).then(|| self.with_index(next))
    }

    /// The children, in order.
    #[inline]
    pub fn children(self) -> Children<Self> {
        Links::children(self)
    }

    /// The other children of the parent, in order: the alternatives to this node.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa](;W[bb])(;W[cc])(;W[dd]))")?;
    /// let second = collection.root().unwrap().children().nth(1).unwrap();
    /// assert!(second.siblings().map(|node| node.text("W").unwrap()).eq(["bb", "dd"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn siblings(self) -> Siblings<Self> {
        Links::siblings(self)
    }

    /// The node itself, its first child, the first child of that, and so on.
    #[inline]
    pub fn main_line(self) -> MainLine<Self> {
        Links::main_line(self)
    }

    /// All nodes below this one, in pre-order, without itself.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa](;W[bb];B[cc])(;W[dd]))")?;
    /// let child = collection.root().unwrap().first_child().unwrap();
    /// assert_eq!(child.descendants().len(), 1);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn descendants(self) -> Nodes<'a> {
        Nodes::new(self.tables, self.index + 1..self.record().subtree_end)
    }

    /// The node itself, its parent, the parent of that, and so on to the root. (Its
    /// [`descendants`](Self::descendants) are without it.)
    #[inline]
    pub fn ancestors(self) -> Ancestors<Self> {
        Links::ancestors(self)
    }

    /// Where the node stands in the input: from its `;` to the end of its last property.
    pub fn span(self) -> Span {
        let table = &self.tables.properties;
        let start = self.record().start as usize;
        let end = self.properties().next_back().map_or(start + 1, |last| last.base_span().end());
        table.input_span(Span::new(start, end))
    }

    /// The bytes of the node, from its `;` to the end of its last property.
    pub fn source(self) -> &'a [u8] {
        &self.tables.properties.source[self.span().range()]
    }
}

impl Sealed for Node<'_> {}

impl Links for Node<'_> {
    #[inline]
    fn parent(self) -> Option<Self> {
        Node::parent(self)
    }

    #[inline]
    fn first_child(self) -> Option<Self> {
        Node::first_child(self)
    }

    #[inline]
    fn next_sibling(self) -> Option<Self> {
        Node::next_sibling(self)
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.tables, other.tables) && self.index == other.index
    }
}

impl Eq for Node<'_> {}

impl core::hash::Hash for Node<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        core::ptr::from_ref(self.tables).addr().hash(state);
        self.index.hash(state);
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Node")
            .field("id", &self.index)
            .field("parent", &self.parent().map(Node::id))
            .field("properties", &self.properties())
            .finish()
    }
}
