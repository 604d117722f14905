//! Builds an owned tree of nodes that come in file order, with the texts of another tree, changed or
//! not. What comes is not checked: it has to be what a tree can hold, and no more than one holds.

use super::{NO_COLON, NONE, OwnedTree, PropertyRecord, TOP, ValueRecord};

/// A tree that grows by a node, a property or a value at a time.
pub(crate) struct Rewriter {
    tree: OwnedTree,
    /// The last node.
    place: u32,
    /// Where its properties start.
    first_property: usize,
    /// Its last property, whose values are still to come.
    property: Option<PropertyRecord>,
    /// Where the values of that property start.
    first_value: usize,
}

impl Rewriter {
    pub(crate) fn new() -> Self {
        Self {
            tree: OwnedTree::new(),
            place: TOP,
            first_property: 0,
            property: None,
            first_value: 0,
        }
    }

    /// Starts a game tree, whose root follows.
    pub(crate) fn start_game(&mut self) {
        self.end_node();
        self.place = TOP;
    }

    /// Starts a node. Its parent is so many levels above the last node, 0 if it is that one.
    pub(crate) fn start_node(&mut self, climbed: usize) {
        self.end_node();
        for _ in 0..climbed {
            self.place = self.tree.nodes[self.place as usize].parent;
        }
        let node = self.tree.new_node();
        debug_assert!(node.is_ok(), "what fits into one tree fits into another");
        let Ok(node) = node else { return };
        self.tree.link(node, self.place, NONE);
        self.place = node;
    }

    /// Starts a property of the last node. There has to be a value, and no property of this name yet.
    pub(crate) fn start_property(&mut self, ident: &str) {
        self.end_property();
        let (start, len) = self.tree.push_text(ident);
        self.first_value = self.tree.values.len();
        self.property = Some(PropertyRecord { start, len, ..PropertyRecord::default() });
    }

    /// Adds a value to the last property.
    pub(crate) fn value(&mut self, text: &str, colon: Option<usize>) {
        let (start, len) = self.tree.push_text(text);
        let colon = colon.map_or(NO_COLON, |at| at as u32);
        self.tree.values.push_row(ValueRecord { start, len, colon });
    }

    pub(crate) fn finish(mut self) -> OwnedTree {
        self.end_node();
        self.tree
    }

    fn end_property(&mut self) {
        if let Some(property) = self.property.take() {
            let values = self.tree.values.list_from(self.first_value);
            self.tree.properties.push_row(PropertyRecord { values, ..property });
        }
    }

    fn end_node(&mut self) {
        self.end_property();
        let properties = self.tree.properties.list_from(self.first_property);
        self.first_property = self.tree.properties.len();
        self.tree.nodes[self.place as usize].properties = properties;
    }
}
