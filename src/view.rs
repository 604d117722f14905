//! What a tree shows of itself, borrowed or owned, to those that write, compare, copy or serialise
//! it: its nodes and their properties, and the way through them in pre-order.

use core::iter::{self, FusedIterator};

use crate::property::{Property, Value};
use crate::tree::{Collection, GameTree, Node};

/// Any tree of this crate, or a part of one that can stand as a game tree: [`Collection`],
/// [`GameTree`], [`Node`] with the nodes below it, and the owned ones. Nothing else can be.
///
/// ```
/// use kifu::AnyTree;
///
/// fn length(tree: impl AnyTree) -> usize {
///     kifu::WriteOptions::new().display(tree).to_string().len()
/// }
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[aa])")?;
/// assert_eq!(length(collection), 8);
/// assert_eq!(length(&collection.to_owned_tree()), 8);
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait AnyTree: TreeView {}

impl<T: TreeView> AnyTree for T {}

/// Game trees, by their roots.
pub trait TreeView: Copy {
    /// A node of the tree.
    type Node: NodeView;

    /// The nodes that the game trees start with. What lies above or beside one is not looked at.
    fn roots(self) -> impl Iterator<Item = Self::Node>;

    /// How much the tree holds.
    ///
    /// Cost: linear, unless it is known.
    fn size(self) -> Size {
        let mut size = Size::default();
        for (_, node) in self.roots().flat_map(file_order) {
            size.nodes += 1;
            for property in node.properties() {
                size.properties += 1;
                size.text += property.ident().len();
                for value in property.values() {
                    size.values += 1;
                    size.text += value.text().len();
                }
            }
        }
        size
    }
}

/// How much a tree holds, or what can be told of it at a glance: not less, and hardly more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Size {
    pub(crate) nodes: usize,
    pub(crate) properties: usize,
    pub(crate) values: usize,
    /// Bytes of idents and values.
    pub(crate) text: usize,
}

/// A node, with its properties and its neighbours.
pub trait NodeView: Copy + PartialEq {
    /// A property of the node.
    type Property: PropertyView;

    /// The properties, in file order.
    fn properties(self) -> impl ExactSizeIterator<Item = Self::Property>;
    /// The first child.
    fn first_child(self) -> Option<Self>;
    /// The next node with the same parent.
    fn next_sibling(self) -> Option<Self>;
    /// The node that this one follows.
    fn parent(self) -> Option<Self>;
}

/// A property: its ident and its values.
pub trait PropertyView: Copy {
    /// A value of the property.
    type Value: ValueView;

    /// The name.
    fn ident(&self) -> &str;
    /// The values, in file order.
    fn values(self) -> impl ExactSizeIterator<Item = Self::Value>;
}

/// A value: its text, and where its Compose is divided.
pub trait ValueView: Copy {
    /// The value read as Text.
    fn text(&self) -> &str;
    /// Where in the text the colon stands that divides it.
    fn colon(&self) -> Option<usize>;
}

impl<'a> TreeView for Collection<'a> {
    type Node = Node<'a>;

    fn roots(self) -> impl Iterator<Item = Node<'a>> {
        self.game_trees().map(GameTree::root)
    }

    fn size(self) -> Size {
        let (nodes, properties, values) = self.table_lengths();
        // Not the whole source: it may be large, and the collection one game of it.
        let mut games = self.game_trees();
        let text = match (games.next(), games.next_back()) {
            (Some(first), last) => last.unwrap_or(first).span().end() - first.span().start(),
            (None, _) => 0,
        };
        Size { nodes, properties, values, text }
    }
}

impl<'a> TreeView for GameTree<'a> {
    type Node = Node<'a>;

    fn roots(self) -> impl Iterator<Item = Node<'a>> {
        iter::once(self.root())
    }
}

impl<'a> TreeView for Node<'a> {
    type Node = Self;

    fn roots(self) -> impl Iterator<Item = Node<'a>> {
        iter::once(self)
    }
}

impl<'a> NodeView for Node<'a> {
    type Property = Property<'a>;

    fn properties(self) -> impl ExactSizeIterator<Item = Property<'a>> {
        Node::properties(self)
    }

    fn first_child(self) -> Option<Self> {
        Node::first_child(self)
    }

    fn next_sibling(self) -> Option<Self> {
        Node::next_sibling(self)
    }

    fn parent(self) -> Option<Self> {
        Node::parent(self)
    }
}

impl<'a> PropertyView for Property<'a> {
    type Value = Value<'a>;

    fn ident(&self) -> &str {
        Property::ident(*self)
    }

    fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> {
        Property::values(self)
    }
}

impl ValueView for Value<'_> {
    fn text(&self) -> &str {
        Value::text(*self)
    }

    fn colon(&self) -> Option<usize> {
        Value::colon(*self)
    }
}

/// The nodes from `top` down, in pre-order. Each comes with the number of levels that lie between
/// the one before it and its own parent: 0 for a first child, 1 for a sibling.
#[inline]
pub(crate) fn file_order<N: NodeView>(top: N) -> FileOrder<N> {
    FileOrder { top, next: Some((0, top)) }
}

/// Iterator over the nodes of a subtree, made by [`file_order`].
#[derive(Clone)]
pub(crate) struct FileOrder<N> {
    top: N,
    next: Option<(usize, N)>,
}

impl<N: NodeView> Iterator for FileOrder<N> {
    type Item = (usize, N);

    // Inlined whatever it costs: handed out through memory, an item costs more than the walk.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, N)> {
        let (climbed, node) = self.next?;
        self.next = next_in_file_order(node, self.top);
        Some((climbed, node))
    }
}

impl<N: NodeView> FusedIterator for FileOrder<N> {}

/// What follows `node` in the subtree of `top`, as [`file_order`] gives it.
#[inline(always)]
pub(crate) fn next_in_file_order<N: NodeView>(node: N, top: N) -> Option<(usize, N)> {
    if let Some(child) = node.first_child() {
        return Some((0, child));
    }
    let (mut node, mut climbed) = (node, 1);
    while node != top {
        if let Some(sibling) = node.next_sibling() {
            return Some((climbed, sibling));
        }
        node = node.parent()?;
        climbed += 1;
    }
    None
}

/// Whether two trees have the same shape, and the same properties in the same order.
pub(crate) fn equal(left: impl TreeView, right: impl TreeView) -> bool {
    pairwise(left.roots(), right.roots(), |left, right| {
        pairwise(file_order(left), file_order(right), |(climbed, left), (other, right)| {
            climbed == other && pairwise(left.properties(), right.properties(), equal_properties)
        })
    })
}

/// Whether two properties have the same ident and the same values.
pub(crate) fn equal_properties(left: impl PropertyView, right: impl PropertyView) -> bool {
    left.ident() == right.ident() && pairwise(left.values(), right.values(), equal_values)
}

/// Whether two values have the same text, divided at the same colon.
pub(crate) fn equal_values(left: impl ValueView, right: impl ValueView) -> bool {
    left.text() == right.text() && left.colon() == right.colon()
}

/// Whether both sides are of one length and every pair is the same.
fn pairwise<L, R>(
    mut left: impl Iterator<Item = L>,
    mut right: impl Iterator<Item = R>,
    same: impl Fn(L, R) -> bool,
) -> bool {
    left.all(|left| right.next().is_some_and(|right| same(left, right))) && right.next().is_none()
}
