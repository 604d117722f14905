//! Game trees and nodes as they stand in the tables, one after the other, as iterators.

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
