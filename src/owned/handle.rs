//! Game trees and nodes of an owned tree, as `Copy` handles that walk along its links.

use alloc::vec::Vec;
use core::fmt;
use core::iter;
use core::ptr;

use super::iter::{OwnedNodes, OwnedProperties, OwnedValues};
use super::property::OwnedProperty;
use super::{NodeKey, NodeRecord, OwnedTree, TOP};
use crate::tree::NodePath;
use crate::view::{self, NodeView, TreeView};
use crate::walk::{Ancestors, Children, Leaves, Links, MainLine, Sealed, Siblings};

/// A game tree of an [`OwnedTree`]: the twin of [`GameTree`](crate::GameTree). A handle of two
/// words, `Copy`.
///
/// Two game trees are equal if they have the same shape and their nodes the same properties in
/// the same order.
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))")?;
/// let game = tree.first_game_tree().unwrap();
/// assert_eq!(game.nodes().count(), 5);
/// assert_eq!(game.leaves().count(), 2);
/// assert_eq!(game.main_line().count(), 3);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct OwnedGameTree<'t> {
    root: OwnedNode<'t>,
}

impl<'t> OwnedGameTree<'t> {
    pub(super) fn new(root: OwnedNode<'t>) -> Self {
        Self { root }
    }

    /// The number of the game tree in its collection, from 0.
    ///
    /// Cost: linear in the number of game trees before it.
    pub fn index(self) -> usize {
        self.root.place_among_siblings()
    }

    /// The collection that the game tree is part of.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;GN[a])(;GN[b])")?;
    /// let game = tree.first_game_tree().unwrap();
    /// assert_eq!(game.collection().game_trees().count(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn collection(self) -> &'t OwnedTree {
        self.root.tree
    }

    /// The first node, which holds what concerns the whole game.
    pub fn root(self) -> OwnedNode<'t> {
        self.root
    }

    /// All nodes, in file order, the root first.
    pub fn nodes(self) -> OwnedNodes<'t> {
        OwnedNodes::of(self.root)
    }

    /// The root, its first child, the first child of that, and so on: the game as it was played.
    pub fn main_line(self) -> MainLine<OwnedNode<'t>> {
        self.root.main_line()
    }

    /// The nodes without children, in file order: one for each line of play.
    ///
    /// Cost: the whole iteration looks at each node once.
    pub fn leaves(self) -> Leaves<OwnedNodes<'t>> {
        Leaves::new(self.nodes())
    }

    /// The node that the path leads to from the root; `None` if it leads to none.
    ///
    /// Cost: linear in the length of the path and the number of siblings passed over.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))")?;
    /// let node = tree.first_game_tree().unwrap().node_at(&"0/1/0".parse()?).unwrap();
    /// assert_eq!(node.text("B"), Some("cc"));
    /// assert_eq!(node.path().to_string(), "0/1/0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn node_at(self, path: &NodePath) -> Option<OwnedNode<'t>> {
        path.steps().iter().try_fold(self.root, |node, &step| node.children().nth(step as usize))
    }
}

impl<'t> TreeView for OwnedGameTree<'t> {
    type Node = OwnedNode<'t>;

    fn roots(self) -> impl Iterator<Item = OwnedNode<'t>> {
        iter::once(self.root)
    }
}

impl PartialEq for OwnedGameTree<'_> {
    fn eq(&self, other: &Self) -> bool {
        view::equal(*self, *other)
    }
}

impl Eq for OwnedGameTree<'_> {}

impl fmt::Debug for OwnedGameTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.nodes()).finish()
    }
}

/// A node of an [`OwnedTree`]: the twin of [`Node`](crate::Node). A handle of two words, `Copy`.
///
/// Two handles are equal if they are of the same node of the same tree.
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;B[aa]C[corner](;W[bb])(;W[cc]))")?;
/// let node = tree.root().unwrap();
/// assert_eq!(node.text("B"), Some("aa"));
/// assert_eq!(node.children().count(), 2);
/// assert!(node.children().all(|child| child.parent() == Some(node)));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct OwnedNode<'t> {
    pub(super) tree: &'t OwnedTree,
    pub(super) place: u32,
}

impl<'t> OwnedNode<'t> {
    fn record(self) -> &'t NodeRecord {
        &self.tree.nodes[self.place as usize]
    }

    /// The address of the node, which edits take and leave as it is.
    pub fn id(self) -> NodeKey {
        NodeKey { place: self.place, generation: self.record().generation }
    }

    /// The way from the root to this node.
    ///
    /// Cost: linear in the length of the way and the number of siblings passed over.
    pub fn path(self) -> NodePath {
        let below_root = self.ancestors().take_while(|node| node.parent().is_some());
        let mut steps: Vec<u32> =
            below_root.map(|node| node.place_among_siblings() as u32).collect();
        steps.reverse();
        NodePath::from(steps)
    }

    /// How many siblings, or game trees, stand before this one.
    pub(super) fn place_among_siblings(self) -> usize {
        let previous = |node: &Self| self.tree.linked(node.record().previous);
        iter::successors(previous(&self), previous).count()
    }

    /// The game tree that the node belongs to.
    ///
    /// Cost: linear in the number of nodes above.
    pub fn game_tree(self) -> OwnedGameTree<'t> {
        OwnedGameTree::new(self.ancestors().last().unwrap_or(self))
    }

    /// The properties, in file order.
    pub fn properties(self) -> OwnedProperties<'t> {
        let records = self.tree.properties.rows(self.record().properties);
        OwnedProperties { tree: self.tree, records: records.iter() }
    }

    /// The property with this ident.
    ///
    /// Cost: linear in the number of properties of the node.
    pub fn get(self, ident: &str) -> Option<OwnedProperty<'t>> {
        self.properties().find(|property| property.ident() == ident)
    }

    /// The text of the first value of the property with this ident.
    ///
    /// Cost: as [`get`](Self::get).
    pub fn text(self, ident: &str) -> Option<&'t str> {
        self.get(ident).map(|property| property.first_value().text())
    }

    /// The values of the property with this ident; none if there is no such property.
    ///
    /// Cost: as [`get`](Self::get).
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;SZ[19]AB[dd][pp])")?;
    /// let root = tree.root().unwrap();
    /// assert!(root.values("AB").map(|value| value.text()).eq(["dd", "pp"]));
    /// assert_eq!(root.values("AW").len(), 0);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn values(self, ident: &str) -> OwnedValues<'t> {
        let none = || OwnedValues { tree: self.tree, records: [].iter() };
        self.get(ident).map_or_else(none, OwnedProperty::values)
    }

    /// The node that this one follows; `None` for a root.
    pub fn parent(self) -> Option<Self> {
        self.tree.linked(self.record().parent)
    }

    /// The first child, with which the main line goes on.
    pub fn first_child(self) -> Option<Self> {
        self.tree.linked(self.record().first_child)
    }

    /// The next node with the same parent.
    pub fn next_sibling(self) -> Option<Self> {
        // Roots are no siblings, though they are linked as if they were.
        let is_root = self.record().parent == TOP;
        if is_root { None } else { self.next_linked() }
    }

    /// The next sibling, or the root of the next game tree.
    pub(super) fn next_linked(self) -> Option<Self> {
        self.tree.linked(self.record().next)
    }

    /// The children, in file order.
    pub fn children(self) -> Children<Self> {
        Links::children(self)
    }

    /// The other children of the parent, in file order: the alternatives to this node.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;B[aa](;W[bb])(;W[cc])(;W[dd]))")?;
    /// let second = tree.root().unwrap().children().nth(1).unwrap();
    /// assert!(second.siblings().map(|node| node.text("W").unwrap()).eq(["bb", "dd"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn siblings(self) -> Siblings<Self> {
        Links::siblings(self)
    }

    /// The node itself, its first child, the first child of that, and so on.
    pub fn main_line(self) -> MainLine<Self> {
        Links::main_line(self)
    }

    /// All nodes below this one, in file order.
    pub fn descendants(self) -> OwnedNodes<'t> {
        let mut nodes = OwnedNodes::of(self);
        nodes.next();
        nodes
    }

    /// The node itself, its parent, the parent of that, and so on to the root.
    pub fn ancestors(self) -> Ancestors<Self> {
        Links::ancestors(self)
    }
}

impl<'t> TreeView for OwnedNode<'t> {
    type Node = Self;

    fn roots(self) -> impl Iterator<Item = Self> {
        iter::once(self)
    }
}

impl<'t> NodeView for OwnedNode<'t> {
    type View = OwnedProperty<'t>;

    fn property_views(self) -> impl ExactSizeIterator<Item = OwnedProperty<'t>> {
        OwnedNode::properties(self)
    }
}

impl Sealed for OwnedNode<'_> {}

impl Links for OwnedNode<'_> {
    fn parent(self) -> Option<Self> {
        OwnedNode::parent(self)
    }

    fn first_child(self) -> Option<Self> {
        OwnedNode::first_child(self)
    }

    fn next_sibling(self) -> Option<Self> {
        OwnedNode::next_sibling(self)
    }
}

impl PartialEq for OwnedNode<'_> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.tree, other.tree) && self.place == other.place
    }
}

impl Eq for OwnedNode<'_> {}

impl core::hash::Hash for OwnedNode<'_> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        ptr::from_ref(self.tree).addr().hash(state);
        self.place.hash(state);
    }
}

impl fmt::Debug for OwnedNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedNode")
            .field("id", &self.id())
            .field("parent", &self.parent().map(Self::id))
            .field("properties", &self.properties())
            .finish()
    }
}
