//! The borrowed tree: collections, game trees and nodes, as `Copy` handles on the tables of an
//! arena.

mod id;
mod iter;
mod node;
mod path;

use alloc::vec::Vec;
use core::fmt;

pub use id::NodeId;
pub use iter::{GameTrees, Nodes};
pub use node::Node;
pub use path::{NodePath, ParsePathError};

use crate::charset::{Charset, CharsetSource};
use crate::diagnostic::Diagnostic;
use crate::property::PropertyTable;
use crate::scratch::{GameRecord, NodeRecord};
use crate::span::Span;
use crate::walk::{Leaves, MainLine};

/// A collection, as it stands in the arena.
#[derive(Debug)]
pub(crate) struct Tables<'a> {
    pub(crate) games: Vec<GameRecord>,
    pub(crate) nodes: Vec<NodeRecord>,
    pub(crate) properties: PropertyTable<'a>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) omitted_diagnostics: u32,
}

/// What one input holds: its game trees. A handle of one word, `Copy`.
///
/// Two collections are equal if their game trees are. Cost: linear; allocates nothing.
///
/// Source: FF\[4\], `Collection = GameTree { GameTree }`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;GN[one];B[aa])(;GN[two])")?;
/// assert_eq!(collection.game_trees().len(), 2);
/// assert_eq!(collection.nodes().len(), 3);
/// let names = collection.game_trees().filter_map(|game| game.root().text("GN"));
/// assert!(names.eq(["one", "two"]));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Collection<'a> {
    tables: &'a Tables<'a>,
}

impl<'a> Collection<'a> {
    pub(crate) fn new(tables: &'a Tables<'a>) -> Self {
        Self { tables }
    }

    /// The game trees, in file order.
    #[inline]
    pub fn game_trees(self) -> GameTrees<'a> {
        GameTrees::new(self.tables)
    }

    /// The first game tree. One that strict reading gave always has it.
    #[inline]
    pub fn first_game_tree(self) -> Option<GameTree<'a>> {
        self.game_trees().next()
    }

    /// The root of the first game tree.
    #[inline]
    pub fn root(self) -> Option<Node<'a>> {
        self.first_game_tree().map(GameTree::root)
    }

    /// The nodes of all game trees, in pre-order: a node's [`NodeId`] is its place here.
    ///
    /// That is file order, unless nodes follow sub-trees in a damaged game tree
    /// ([`NodeAfterVariation`](crate::Code::NodeAfterVariation)).
    #[inline]
    pub fn nodes(self) -> Nodes<'a> {
        Nodes::new(self.tables, 0..self.tables.nodes.len() as u32)
    }

    /// The node with the number `id`; `None` if the collection has fewer nodes.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa];W[bb])")?;
    /// let move_2 = collection.nodes().nth(1).unwrap();
    /// assert_eq!(collection.node(move_2.id()), Some(move_2));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn node(self, id: NodeId) -> Option<Node<'a>> {
        let node = Node { tables: self.tables, index: id.0 };
        (id.index() < self.tables.nodes.len()).then_some(node)
    }

    /// What tolerant reading did about the faults of the input, in the order of their places.
    /// Strict reading, which takes no fault, leaves none.
    pub fn diagnostics(self) -> &'a [Diagnostic] {
        &self.tables.diagnostics
    }

    /// How many diagnostics there were beyond those that
    /// [`ParseOptions::max_diagnostics`](crate::ParseOptions::max_diagnostics) allows.
    pub fn omitted_diagnostics(self) -> usize {
        self.tables.omitted_diagnostics as usize
    }

    /// How many nodes and properties there are, and how many values at most.
    pub(crate) fn table_lengths(self) -> (usize, usize, usize) {
        let Tables { nodes, properties, .. } = self.tables;
        let records = properties.records.len();
        (nodes.len(), records, records + properties.values.len())
    }

    /// The input that the collection was read from.
    pub fn source(self) -> &'a [u8] {
        self.tables.properties.source
    }
}

impl PartialEq for Collection<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.game_trees().eq(other.game_trees())
    }
}

impl Eq for Collection<'_> {}

impl fmt::Debug for Collection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.game_trees()).finish()
    }
}

/// One game, problem or whatever the record is of: a tree of nodes. A handle of two words, `Copy`.
///
/// Two game trees are equal if they have the same shape and their nodes the same properties in
/// the same order. Where they stand, and whether their texts are copies, does not matter. Cost:
/// linear; allocates nothing.
///
/// Source: FF\[4\], `GameTree = "(" Sequence { GameTree } ")"`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))")?;
/// let game = collection.first_game_tree().unwrap();
/// assert_eq!(game.nodes().len(), 5);
/// assert_eq!(game.leaves().count(), 2);
/// let moves = game.main_line().skip(1).flat_map(|node| node.properties());
/// assert!(moves.map(|property| property.ident()).eq(["B", "W"]));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct GameTree<'a> {
    tables: &'a Tables<'a>,
    index: u32,
}

impl<'a> GameTree<'a> {
    #[inline]
    fn record(self) -> GameRecord {
        self.tables.games[self.index as usize]
    }

    /// The number of the game tree in its collection, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The collection that the game tree is part of.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let game = kifu::parse(&arena, "(;GN[a])(;GN[b])")?.first_game_tree().unwrap();
    /// assert_eq!(game.collection().game_trees().len(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn collection(self) -> Collection<'a> {
        Collection::new(self.tables)
    }

    /// The first node, which holds what concerns the whole game.
    ///
    /// Source: FF\[4\], root node.
    #[inline]
    pub fn root(self) -> Node<'a> {
        Node { tables: self.tables, index: self.record().root }
    }

    /// All nodes, in pre-order, the root first.
    #[inline]
    pub fn nodes(self) -> Nodes<'a> {
        let root = self.root();
        Nodes::new(self.tables, root.index..root.record().subtree_end)
    }

    /// The root, its first child, the first child of that, and so on: the game as it was played.
    #[inline]
    pub fn main_line(self) -> MainLine<Node<'a>> {
        self.root().main_line()
    }

    /// The nodes without children, in pre-order: one for each line of play.
    ///
    /// Cost: the whole iteration looks at each node once.
    #[inline]
    pub fn leaves(self) -> Leaves<Nodes<'a>> {
        Leaves::new(self.nodes())
    }

    /// The node that the path leads to from the root; `None` if it leads to none.
    ///
    /// Cost: linear in the length of the path and the number of siblings passed over.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9];B[ee](;W[ce])(;W[gc];B[cc]))")?;
    /// let game = collection.first_game_tree().unwrap();
    /// let node = game.node_at(&"0/1/0".parse()?).unwrap();
    /// assert_eq!(node.text("B"), Some("cc"));
    /// assert_eq!(node.path().to_string(), "0/1/0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn node_at(self, path: &NodePath) -> Option<Node<'a>> {
        path.steps().iter().try_fold(self.root(), |node, &step| node.children().nth(step as usize))
    }

    /// Where the game tree stands in the input, from its `(` to its `)`.
    pub fn span(self) -> Span {
        self.tables.properties.input_span(self.record().span)
    }

    /// The character set that the texts are read in. What is ASCII alone is what it is in any.
    ///
    /// ```
    /// use kifu::{Arena, Charset, CharsetSource, Parser};
    ///
    /// let arena = Arena::new();
    /// let collection = Parser::new().read(&arena, b"(;CA[EUC-CN];B[aa])(;CA[x];B[aa])");
    /// let mut games = collection.game_trees();
    /// let first = games.next().unwrap();
    /// assert_eq!(first.charset(), Charset::GBK);
    /// assert_eq!(first.charset_source(), CharsetSource::Declared);
    /// assert_eq!(games.next().unwrap().charset(), Charset::UTF_8);
    /// ```
    ///
    /// Source: FF\[4\], `CA`.
    pub fn charset(self) -> Charset {
        self.record().charset.charset
    }

    /// How the character set was found.
    pub fn charset_source(self) -> CharsetSource {
        self.record().charset.source
    }

    /// The bytes of the game tree, from its `(` to its `)`.
    pub fn source(self) -> &'a [u8] {
        &self.tables.properties.source[self.span().range()]
    }
}

impl PartialEq for GameTree<'_> {
    fn eq(&self, other: &Self) -> bool {
        let shape = |node: Node<'_>| node.record().subtree_end - node.index;
        self.nodes().len() == other.nodes().len()
            && self.nodes().zip(other.nodes()).all(|(node, other)| {
                shape(node) == shape(other) && node.properties().eq(other.properties())
            })
    }
}

impl Eq for GameTree<'_> {}

impl fmt::Debug for GameTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.nodes()).finish()
    }
}
