//! The owned tree: a collection that borrows nothing and can be edited. Its tables and the ways
//! to read it; edits, copies and lists of rows are left to the modules below.

#[cfg(feature = "serde")]
mod build;
mod copy;
mod edit;
mod error;
mod handle;
mod iter;
mod key;
mod pool;
mod property;
mod rewrite;
mod set;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "serde")]
pub(crate) use build::Builder;
pub use error::{EditError, IdentFault};
pub use handle::{OwnedGameTree, OwnedNode};
pub use iter::{OwnedGameTrees, OwnedNodes, OwnedProperties, OwnedValues};
pub use key::NodeKey;
pub use property::{OwnedProperty, OwnedValue};
pub(crate) use rewrite::Rewriter;
pub use set::NewValue;

use crate::arena::Arena;
use crate::entry;
use crate::error::Error;
use crate::parser;
use crate::tree::Collection;
use crate::view::{self, TreeView};
use pool::{List, Pool};

/// The place of the node that no one sees: it stands above the roots, which are its children, so
/// that a game tree can be moved, split off and hung up as any other subtree.
const TOP: u32 = 0;

/// Where a link leads that leads to no node. Only `parent` leads to the node above the roots.
const NONE: u32 = TOP;

/// A node, 36 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct NodeRecord {
    /// How many nodes have stood here before this one.
    generation: u32,
    parent: u32,
    first_child: u32,
    last_child: u32,
    previous: u32,
    next: u32,
    properties: List,
}

/// A property, 24 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct PropertyRecord {
    /// Where the ident stands in the text.
    start: usize,
    len: u32,
    values: List,
}

/// A value, 16 bytes.
#[derive(Clone, Copy, Debug, Default)]
struct ValueRecord {
    /// Where the value stands in the text. Offsets are not narrowed: a text can be longer than the
    /// input it was decoded from.
    start: usize,
    len: u32,
    /// How far after `start` the colon stands that divides the value, or [`NO_COLON`].
    colon: u32,
}

const NO_COLON: u32 = u32::MAX;

/// A collection of game trees that owns all it holds and can be edited: `'static`, `Send`, `Sync`,
/// `Clone`.
///
/// [`Collection::to_owned_tree`], [`GameTree::to_owned_tree`](crate::GameTree::to_owned_tree) and
/// [`Node::to_owned_tree`](crate::Node::to_owned_tree) make one of what was read, and
/// [`OwnedTree::new`] an empty one. It is read by handles whose methods are those of the borrowed
/// tree, and edited by methods of its own that take a [`NodeKey`].
///
/// Two owned trees are equal if their game trees are; an owned tree and a [`Collection`] can be
/// compared too, either way round.
///
/// Nodes, properties, values and texts stand in one table each, so that a tree costs four
/// allocations, not one for each node: about 79 bytes for a node with one move. What edits leave
/// after is given back when it is more than half.
///
/// ```
/// use kifu::OwnedTree;
///
/// let mut tree: OwnedTree = "(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))".parse()?;
/// let second = tree.first_game_tree().unwrap().node_at(&"0/1".parse()?).unwrap().id();
/// tree.set(second, "C", ["better [by far]"])?;
/// tree.promote(second)?;
/// let pass = tree.add_child(second)?;
/// tree.set(pass, "B", [""])?;
/// assert_eq!(
///     tree.to_string(),
///     r"(;SZ[9];B[ee](;W[gc]C[better [by far\]](;B[cc])(;B[]))(;W[ce]))",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct OwnedTree {
    nodes: Vec<NodeRecord>,
    /// Places in `nodes` that no node stands in.
    free: Vec<u32>,
    /// How many nodes there are, without the one above the roots.
    count: usize,
    properties: Pool<PropertyRecord>,
    values: Pool<ValueRecord>,
    text: String,
    /// How many bytes of `text` belong to no value and no ident any more.
    text_waste: usize,
}

impl OwnedTree {
    /// A collection without game trees.
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::new();
    /// let root = tree.add_game_tree()?;
    /// tree.set(root, "SZ", ["19"])?;
    /// assert_eq!(tree.to_string(), "(;SZ[19])");
    /// # Ok::<(), kifu::EditError>(())
    /// ```
    pub fn new() -> Self {
        Self {
            nodes: Vec::from([NodeRecord::default()]),
            free: Vec::new(),
            count: 0,
            properties: Pool::new(),
            values: Pool::new(),
            text: String::new(),
            text_waste: 0,
        }
    }

    /// Reads a collection, strictly, as [`parse`](crate::parse) does, into an owned tree.
    ///
    /// Whoever reads many keeps a [`Parser`](crate::Parser) and calls
    /// [`Collection::to_owned_tree`]. [`str::parse`] does the same as this.
    ///
    /// # Errors
    ///
    /// As [`Parser::parse`](crate::Parser::parse).
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;GN[one])(;GN[two])")?;
    /// assert_eq!(tree.game_trees().count(), 2);
    /// assert_eq!("(;GN[one])(;GN[two])".parse(), Ok(tree));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn parse(source: &str) -> Result<Self, Error> {
        let arena = Arena::new();
        parser::parse(&arena, source).map(Collection::to_owned_tree)
    }

    /// Reads a collection out of bytes, tolerantly, as [`read`](crate::read) does, into an owned
    /// tree. What was wrong is not kept: whoever wants the diagnostics calls [`read`](crate::read)
    /// and [`Collection::to_owned_tree`].
    ///
    /// ```
    /// let tree = kifu::OwnedTree::read(b"(;PB[Ann]KM;B[aa]");
    /// assert_eq!(tree.to_string(), "(;PB[Ann];B[aa])");
    /// assert!(kifu::OwnedTree::read(b"no game").is_empty());
    /// ```
    pub fn read(source: &[u8]) -> Self {
        let arena = Arena::new();
        entry::read(&arena, source).to_owned_tree()
    }

    /// The game trees, in file order.
    pub fn game_trees(&self) -> OwnedGameTrees<'_> {
        OwnedGameTrees { next: self.linked(self.nodes[TOP as usize].first_child) }
    }

    /// The first game tree; `None` if there is none.
    pub fn first_game_tree(&self) -> Option<OwnedGameTree<'_>> {
        self.game_trees().next()
    }

    /// The root of the first game tree.
    pub fn root(&self) -> Option<OwnedNode<'_>> {
        self.first_game_tree().map(OwnedGameTree::root)
    }

    /// The nodes of all game trees, in file order.
    pub fn nodes(&self) -> OwnedNodes<'_> {
        OwnedNodes::of_all(self)
    }

    /// The number of nodes of all game trees.
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;B[aa](;W[bb])(;W[cc]))(;)")?;
    /// assert_eq!(tree.node_count(), 4);
    /// assert_eq!(tree.nodes().count(), 4);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn node_count(&self) -> usize {
        self.count
    }

    /// Whether there is no game tree.
    pub fn is_empty(&self) -> bool {
        self.root().is_none()
    }

    /// The node with this key; `None` if it was removed.
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
    /// let reply = tree.root().unwrap().first_child().unwrap().id();
    /// assert_eq!(tree.node(reply).unwrap().text("W"), Some("bb"));
    /// tree.remove_subtree(reply).unwrap();
    /// assert!(tree.node(reply).is_none());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn node(&self, key: NodeKey) -> Option<OwnedNode<'_>> {
        self.place(key).ok().map(|place| OwnedNode { tree: self, place })
    }

    /// The node at this place, which a link leads to; `None` if the link leads to none.
    fn linked(&self, place: u32) -> Option<OwnedNode<'_>> {
        (place != NONE).then_some(OwnedNode { tree: self, place })
    }

    /// Where the node with this key stands.
    fn place(&self, key: NodeKey) -> Result<u32, EditError> {
        match self.nodes.get(key.place as usize) {
            Some(node) if node.generation == key.generation && key.place != TOP => Ok(key.place),
            _ => Err(EditError::StaleNode),
        }
    }

    fn ident(&self, property: PropertyRecord) -> &str {
        &self.text[property.start..][..property.len as usize]
    }

    fn text(&self, value: ValueRecord) -> &str {
        &self.text[value.start..][..value.len as usize]
    }
}

impl Default for OwnedTree {
    fn default() -> Self {
        Self::new()
    }
}

impl FromStr for OwnedTree {
    type Err = Error;

    fn from_str(source: &str) -> Result<Self, Error> {
        Self::parse(source)
    }
}

impl<'t> TreeView for &'t OwnedTree {
    type Node = OwnedNode<'t>;

    fn roots(self) -> impl Iterator<Item = OwnedNode<'t>> {
        self.game_trees().map(OwnedGameTree::root)
    }
}

impl PartialEq for OwnedTree {
    fn eq(&self, other: &Self) -> bool {
        view::equal(self, other)
    }
}

impl Eq for OwnedTree {}

impl PartialEq<Collection<'_>> for OwnedTree {
    fn eq(&self, other: &Collection<'_>) -> bool {
        view::equal(self, *other)
    }
}

impl PartialEq<OwnedTree> for Collection<'_> {
    fn eq(&self, other: &OwnedTree) -> bool {
        view::equal(*self, other)
    }
}

impl fmt::Debug for OwnedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.game_trees()).finish()
    }
}
