//! Copies of trees into owned trees: the conversion, the joining, and the copy of itself that
//! gives back what edits left behind.

use alloc::string::String;
use alloc::vec::Vec;

use super::pool::{List, Pool};
use super::{
    EditError, NO_COLON, NONE, NodeKey, NodeRecord, OwnedGameTree, OwnedNode, OwnedTree,
    PropertyRecord, TOP, ValueRecord,
};
use crate::tree::{Collection, GameTree, Node};
use crate::view::{self, AnyTree, NodeView, PropertyView, Size, TreeView, ValueView};

impl OwnedTree {
    /// Joins the game trees of another tree to this one, after its own.
    ///
    /// Cost: linear in the other tree.
    ///
    /// # Errors
    ///
    /// [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;GN[a])")?;
    /// let other = kifu::OwnedTree::parse("(;GN[b];B[aa])(;GN[c])")?;
    /// tree.append(&other)?;
    /// tree.append(other.root().unwrap().first_child().unwrap())?;
    /// assert_eq!(tree.to_string(), "(;GN[a])(;GN[b];B[aa])(;GN[c])(;B[aa])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append(&mut self, tree: impl AnyTree) -> Result<(), EditError> {
        self.copy_below(TOP, tree, tree.size())
    }

    /// Hangs copies of the game trees of another tree below a node, after its children.
    ///
    /// Cost: linear in the other tree.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.graft(root, &kifu::OwnedTree::parse("(;W[cc];B[dd])(;W[ee])")?)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;W[bb])(;W[cc];B[dd])(;W[ee]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn graft(&mut self, parent: NodeKey, tree: impl AnyTree) -> Result<(), EditError> {
        let parent = self.place(parent)?;
        self.copy_below(parent, tree, tree.size())
    }

    /// An owned copy of any tree, with tables that have exactly the size they need.
    pub(crate) fn of(tree: impl TreeView) -> Self {
        let size = tree.size();
        let mut nodes = Vec::with_capacity(size.nodes + 1);
        nodes.push(NodeRecord::default());
        let mut owned = Self {
            nodes,
            free: Vec::new(),
            count: 0,
            properties: Pool::with_capacity(size.properties),
            values: Pool::with_capacity(size.values),
            text: String::with_capacity(size.text),
            text_waste: 0,
        };
        // What fits into one tree fits into another: every row of a borrowed one took a byte of an
        // input below 4 GiB.
        let copied = owned.copy_below(TOP, tree, size);
        debug_assert_eq!(copied, Ok(()));
        // Sizes are upper bounds.
        owned.values.shrink_to_fit();
        owned.text.shrink_to_fit();
        owned
    }

    fn copy_below(
        &mut self,
        parent: u32,
        tree: impl TreeView,
        size: Size,
    ) -> Result<(), EditError> {
        let most = u32::MAX as usize;
        if self.nodes.len() + size.nodes > most
            || self.properties.len() + size.properties > most
            || self.values.len() + size.values > most
        {
            return Err(EditError::TooLarge);
        }
        for root in tree.roots() {
            let mut place = parent;
            for (climbed, node) in view::file_order(root) {
                for _ in 0..climbed {
                    place = self.nodes[place as usize].parent;
                }
                let child = self.new_node()?;
                self.link(child, place, NONE);
                self.nodes[child as usize].properties = self.copy_properties(node);
                place = child;
            }
        }
        Ok(())
    }

    /// Copies the properties of a node, for which there has to be room.
    #[inline(always)]
    fn copy_properties(&mut self, node: impl NodeView) -> List {
        let first_property = self.properties.len();
        for property in node.property_views() {
            let (start, len) = self.push_text(property.ident());
            let first_value = self.values.len();
            for value in property.values() {
                let (start, len) = self.push_text(value.text());
                let colon = value.colon().map_or(NO_COLON, |at| at as u32);
                self.values.push_row(ValueRecord { start, len, colon });
            }
            let values = self.values.list_from(first_value);
            self.properties.push_row(PropertyRecord { start, len, values });
        }
        self.properties.list_from(first_property)
    }

    /// Gives up all properties of a list.
    pub(super) fn discard_properties(&mut self, list: List) {
        for at in 0..list.len as usize {
            let property = self.properties.rows(list)[at];
            self.text_waste += property.len as usize;
            self.discard_values(property.values);
        }
        self.properties.discard(list);
    }

    /// Gives up all values of a list.
    pub(super) fn discard_values(&mut self, list: List) {
        let lengths = self.values.rows(list).iter().map(|value| value.len as usize);
        self.text_waste += lengths.sum::<usize>();
        self.values.discard(list);
    }

    /// Gives back the room that edits left behind. Keys stay as they are.
    ///
    /// Edits do so by themselves when it is more than half of the whole; so there is need for it
    /// only where a tree is kept for long.
    ///
    /// Cost: linear in the tree.
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;C[a long comment])")?;
    /// let root = tree.root().unwrap().id();
    /// tree.set(root, "C", ["short"])?;
    /// tree.compact();
    /// assert_eq!(tree.node(root).unwrap().text("C"), Some("short"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact(&mut self) {
        let old_properties = core::mem::replace(&mut self.properties, Pool::new());
        let old_values = core::mem::replace(&mut self.values, Pool::new());
        let old_text = core::mem::take(&mut self.text);
        self.properties.reserve_exact(old_properties.len() - old_properties.waste());
        self.values.reserve_exact(old_values.len() - old_values.waste());
        self.text.reserve_exact(old_text.len() - self.text_waste);
        self.text_waste = 0;
        let mut keep_text = |start: usize, len: u32| {
            let kept = self.text.len();
            self.text.push_str(&old_text[start..][..len as usize]);
            kept
        };
        for node in &mut self.nodes {
            let first_property = self.properties.len();
            for &property in old_properties.rows(node.properties) {
                let start = keep_text(property.start, property.len);
                let first_value = self.values.len();
                for &value in old_values.rows(property.values) {
                    let start = keep_text(value.start, value.len);
                    self.values.push_row(ValueRecord { start, ..value });
                }
                let values = self.values.list_from(first_value);
                self.properties.push_row(PropertyRecord { start, values, ..property });
            }
            node.properties = self.properties.list_from(first_property);
        }
    }

    /// Compacts the tree where more than half of it is waste, so that the cost is spread over the
    /// edits that made the waste.
    pub(super) fn compact_if_wasteful(&mut self) {
        let waste = self.properties.waste() + self.values.waste() + self.text_waste;
        let whole = self.nodes.len() + self.properties.len() + self.values.len() + self.text.len();
        if waste > 4096 && waste > whole / 2 {
            self.compact();
        }
    }
}

/// Makes `to_owned_tree` of a handle.
macro_rules! to_owned_tree {
    ($($handle:ident: $what:literal;)*) => {$(
        impl $handle<'_> {
            #[doc = $what]
            ///
            /// Cost: linear; four allocations, whatever the size.
            ///
            /// ```
            /// fn replies(source: &str) -> Result<kifu::OwnedTree, kifu::Error> {
            ///     let arena = kifu::Arena::new();
            ///     let collection = kifu::parse(&arena, source)?;
            ///     let game = collection.first_game_tree().unwrap();
            ///     assert_eq!(collection, game.to_owned_tree());
            ///     assert_eq!(collection, collection.to_owned_tree());
            ///     Ok(game.root().first_child().unwrap().to_owned_tree())
            /// }
            /// assert_eq!(replies("(;B[aa];W[bb];B[cc])")?.to_string(), "(;W[bb];B[cc])");
            /// # Ok::<(), kifu::Error>(())
            /// ```
            pub fn to_owned_tree(self) -> OwnedTree {
                OwnedTree::of(self)
            }
        }
    )*};
}

to_owned_tree! {
    Collection: "A copy of the collection that borrows nothing and can be edited.";
    GameTree: "A copy of the game tree that borrows nothing and can be edited.";
    Node: "A copy of the node and all nodes below it, as a game tree of its own.";
    OwnedGameTree: "A copy of the game tree as a tree of its own.";
    OwnedNode: "A copy of the node and all nodes below it, as a game tree of its own.";
}
