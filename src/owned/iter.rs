//! Game trees, nodes, properties and values of an owned tree, as iterators. None of them allocates or
//! recurses.

use core::fmt;
use core::iter::FusedIterator;
use core::slice;

use super::{OwnedGameTree, OwnedNode, OwnedProperty, OwnedTree, OwnedValue};
use super::{PropertyRecord, ValueRecord};
use crate::view::{self, FileOrder};

/// Iterator over the game trees of a collection, made by [`OwnedTree::game_trees`].
#[derive(Clone)]
pub struct OwnedGameTrees<'t> {
    pub(super) next: Option<OwnedNode<'t>>,
}

impl<'t> Iterator for OwnedGameTrees<'t> {
    type Item = OwnedGameTree<'t>;

    fn next(&mut self) -> Option<OwnedGameTree<'t>> {
        let root = self.next?;
        self.next = root.next_linked();
        Some(OwnedGameTree::new(root))
    }
}

/// Iterator over the nodes of a subtree, a game tree or a collection, in file order.
#[derive(Clone)]
pub struct OwnedNodes<'t> {
    /// What is left of the game tree or subtree that is walked.
    within: Option<FileOrder<OwnedNode<'t>>>,
    further: OwnedGameTrees<'t>,
}

impl<'t> OwnedNodes<'t> {
    /// The nodes from `top` down.
    pub(super) fn of(top: OwnedNode<'t>) -> Self {
        Self { within: Some(view::file_order(top)), further: OwnedGameTrees { next: None } }
    }

    /// The nodes of all game trees.
    pub(super) fn of_all(tree: &'t OwnedTree) -> Self {
        Self { within: None, further: tree.game_trees() }
    }
}

impl<'t> Iterator for OwnedNodes<'t> {
    type Item = OwnedNode<'t>;

    fn next(&mut self) -> Option<OwnedNode<'t>> {
        loop {
            if let Some((_, node)) = self.within.as_mut().and_then(Iterator::next) {
                return Some(node);
            }
            self.within = Some(view::file_order(self.further.next()?.root()));
        }
    }
}

/// Makes iterators over the rows of a list, as handles.
macro_rules! iterate_rows {
    ($($(#[$doc:meta])* $iterator:ident: $handle:ident, $record:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $iterator<'t> {
            pub(super) tree: &'t OwnedTree,
            pub(super) records: slice::Iter<'t, $record>,
        }

        impl<'t> Iterator for $iterator<'t> {
            type Item = $handle<'t>;

            fn next(&mut self) -> Option<$handle<'t>> {
                self.records.next().map(|record| $handle { tree: self.tree, record })
            }

            fn nth(&mut self, n: usize) -> Option<$handle<'t>> {
                self.records.nth(n).map(|record| $handle { tree: self.tree, record })
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.records.size_hint()
            }
        }

        impl DoubleEndedIterator for $iterator<'_> {
            fn next_back(&mut self) -> Option<Self::Item> {
                self.records.next_back().map(|record| $handle { tree: self.tree, record })
            }
        }

        impl ExactSizeIterator for $iterator<'_> {}
    )*};
}

iterate_rows! {
    /// Iterator over the properties of a node, made by [`OwnedNode::properties`].
    OwnedProperties: OwnedProperty, PropertyRecord;
    /// Iterator over the values of a property, made by [`OwnedProperty::values`].
    OwnedValues: OwnedValue, ValueRecord;
}

/// What all of them have in common.
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

walk!(OwnedGameTrees, OwnedNodes, OwnedProperties, OwnedValues);
