//! What a tree shows of itself, borrowed or owned, to those that write, compare, copy or serialise
//! it: its nodes and their properties, and the way through them in pre-order.

use core::iter;

use crate::property::{Property, Value};
use crate::tree::{Collection, GameTree, Node};
use crate::walk::Links;
pub(crate) use crate::walk::{FileOrder, file_order, next_in_file_order};

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
            for property in node.property_views() {
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
pub trait NodeView: Links {
    /// A property of the node.
    type View: PropertyView;

    /// The properties, in file order.
    fn property_views(self) -> impl ExactSizeIterator<Item = Self::View>;
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
    type View = Property<'a>;

    fn property_views(self) -> impl ExactSizeIterator<Item = Property<'a>> {
        Node::properties(self)
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

/// Whether two trees have the same shape, and the same properties in the same order.
pub(crate) fn equal(left: impl TreeView, right: impl TreeView) -> bool {
    pairwise(left.roots(), right.roots(), |left, right| {
        pairwise(file_order(left), file_order(right), |(climbed, left), (other, right)| {
            climbed == other
                && pairwise(left.property_views(), right.property_views(), equal_properties)
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
