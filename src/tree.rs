//! The borrowed tree: collections, game trees and nodes, as `Copy` handles on the tables of an
//! arena.

mod id;
mod iter;
mod path;

use alloc::vec::Vec;
use core::fmt;

pub use id::NodeId;
pub use iter::{Ancestors, Children, GameTrees, Leaves, MainLine, Nodes, Siblings};
pub use path::{NodePath, ParsePathError};

use crate::charset::{Charset, CharsetSource};
use crate::diagnostic::Diagnostic;
use crate::property::{Properties, Property, PropertyTable, Values};
use crate::scratch::{GameRecord, NONE, NodeRecord};
use crate::span::Span;

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
    pub fn main_line(self) -> MainLine<'a> {
        self.root().main_line()
    }

    /// The nodes without children, in pre-order: one for each line of play.
    ///
    /// Cost: the whole iteration looks at each node once.
    #[inline]
    pub fn leaves(self) -> Leaves<'a> {
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
    tables: &'a Tables<'a>,
    index: u32,
}

impl<'a> Node<'a> {
    #[inline]
    fn record(self) -> NodeRecord {
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
    pub fn children(self) -> Children<'a> {
        Children::new(self)
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
    pub fn siblings(self) -> Siblings<'a> {
        Siblings::new(self)
    }

    /// The node itself, its first child, the first child of that, and so on.
    #[inline]
    pub fn main_line(self) -> MainLine<'a> {
        MainLine::new(self)
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
    pub fn ancestors(self) -> Ancestors<'a> {
        Ancestors::new(self)
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
