//! The ways through a tree that lead from node to node, in borrowed and owned trees alike. None of
//! them allocates or recurses.

use core::fmt;
use core::iter::FusedIterator;

/// A node with its neighbours: [`Node`](crate::Node) and [`OwnedNode`](crate::OwnedNode). Nothing
/// else can be.
///
/// It is for code that takes nodes of either tree. Both have these methods of their own, so that
/// nothing has to be imported to call them. [`AnyNode`](crate::AnyNode) has the properties as well.
///
/// ```
/// use kifu::Links;
///
/// fn variations<N: Links>(root: N) -> usize {
///     root.main_line().map(|node| node.children().skip(1).count()).sum()
/// }
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])(;W[ff]))")?;
/// assert_eq!(variations(collection.root().unwrap()), 3);
/// assert_eq!(variations(collection.to_owned_tree().root().unwrap()), 3);
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait Links: Copy + Eq + Sealed {
    /// The node that this one follows; `None` for a root.
    fn parent(self) -> Option<Self>;

    /// The first child, with which the main line goes on.
    fn first_child(self) -> Option<Self>;

    /// The next node with the same parent.
    fn next_sibling(self) -> Option<Self>;

    /// The children, in order.
    #[inline]
    fn children(self) -> Children<Self> {
        Children { next: self.first_child() }
    }

    /// The other children of the parent, in order: the alternatives to this node.
    #[inline]
    fn siblings(self) -> Siblings<Self> {
        let first = self.parent().and_then(Self::first_child);
        Siblings { all: Children { next: first }, node: self }
    }

    /// The node itself, its first child, the first child of that, and so on.
    #[inline]
    fn main_line(self) -> MainLine<Self> {
        MainLine { next: Some(self) }
    }

    /// The node itself, its parent, the parent of that, and so on to the root.
    #[inline]
    fn ancestors(self) -> Ancestors<Self> {
        Ancestors { next: Some(self) }
    }

    /// All nodes below this one, in pre-order, without itself.
    #[inline]
    fn descendants(self) -> impl Iterator<Item = Self> + Clone {
        file_order(self).skip(1).map(|(_, node)| node)
    }
}

/// Keeps others from making a tree that this crate does not know.
pub trait Sealed {}

/// Makes iterators that follow links: each holds the node to give next, and `$after` says what
/// follows a node.
macro_rules! follow_links {
    ($($(#[$doc:meta])* $iterator:ident: $after:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $iterator<N> {
            next: Option<N>,
        }

        impl<N: Links> Iterator for $iterator<N> {
            type Item = N;

            #[inline]
            fn next(&mut self) -> Option<N> {
                let node = self.next?;
                self.next = node.$after();
                Some(node)
            }
        }
    )*};
}

follow_links! {
    /// Iterator over the children of a node, in order, made by [`Node::children`](crate::Node::children).
    Children: next_sibling;
    /// Iterator over a node, its first child, the first child of that, and so on, made by
    /// [`Node::main_line`](crate::Node::main_line).
    MainLine: first_child;
    /// Iterator over a node, its parent, the parent of that, and so on to the root, made by
    /// [`Node::ancestors`](crate::Node::ancestors).
    Ancestors: parent;
}

/// Iterator over the other children of a node's parent, in order, made by
/// [`Node::siblings`](crate::Node::siblings).
#[derive(Clone)]
pub struct Siblings<N> {
    all: Children<N>,
    node: N,
}

impl<N: Links> Iterator for Siblings<N> {
    type Item = N;

    #[inline]
    fn next(&mut self) -> Option<N> {
        self.all.find(|&node| node != self.node)
    }
}

/// Iterator over those of some nodes that have no children, in pre-order, made by
/// [`GameTree::leaves`](crate::GameTree::leaves).
#[derive(Clone)]
pub struct Leaves<I> {
    nodes: I,
}

impl<I> Leaves<I> {
    #[inline]
    pub(crate) fn new(nodes: I) -> Self {
        Self { nodes }
    }
}

impl<I: Iterator<Item: Links>> Iterator for Leaves<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.nodes.find(|node| node.first_child().is_none())
    }
}

impl<I: DoubleEndedIterator<Item: Links>> DoubleEndedIterator for Leaves<I> {
    #[inline]
    fn next_back(&mut self) -> Option<I::Item> {
        self.nodes.rfind(|node| node.first_child().is_none())
    }
}

impl<I: FusedIterator<Item: Links>> FusedIterator for Leaves<I> {}

impl<I: Iterator<Item: Links + fmt::Debug> + Clone> fmt::Debug for Leaves<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// What the others have in common.
macro_rules! walk {
    ($($iterator:ident),*) => {$(
        impl<N: Links> FusedIterator for $iterator<N> {}

        impl<N: Links + fmt::Debug> fmt::Debug for $iterator<N> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    )*};
}

walk!(Children, Siblings, MainLine, Ancestors);

/// The nodes from `top` down, in pre-order. Each comes with the number of levels that lie between
/// the one before it and its own parent: 0 for a first child, 1 for a sibling.
#[inline]
pub(crate) fn file_order<N: Links>(top: N) -> FileOrder<N> {
    FileOrder { top, next: Some((0, top)) }
}

/// Iterator over the nodes of a subtree, made by [`file_order`].
#[derive(Clone)]
pub(crate) struct FileOrder<N> {
    top: N,
    next: Option<(usize, N)>,
}

impl<N: Links> Iterator for FileOrder<N> {
    type Item = (usize, N);

    // Inlined whatever it costs: handed out through memory, an item costs more than the walk.
    #[inline(always)]
    fn next(&mut self) -> Option<(usize, N)> {
        let (climbed, node) = self.next?;
        self.next = next_in_file_order(node, self.top);
        Some((climbed, node))
    }
}

impl<N: Links> FusedIterator for FileOrder<N> {}

/// What follows `node` in the subtree of `top`, as [`file_order`] gives it.
#[inline(always)]
pub(crate) fn next_in_file_order<N: Links>(node: N, top: N) -> Option<(usize, N)> {
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
