//! Trees of either kind to the flat form.

use alloc::vec::Vec;

use serde::ser::{Serialize, SerializeSeq as _, SerializeStruct as _, Serializer};

use crate::owned::{OwnedGameTree, OwnedNode, OwnedTree};
use crate::text;
use crate::tree::{Collection, GameTree, Node};
use crate::view::{self, NodeView, PropertyView, TreeView, ValueView};

fn serialize<S: Serializer>(tree: impl TreeView, serializer: S) -> Result<S::Ok, S::Error> {
    let count = tree.roots().flat_map(view::file_order).count();
    let mut list = serializer.serialize_seq(Some(count))?;
    let mut number = 0;
    // The numbers of the last node and of those above it.
    let mut line: Vec<u32> = Vec::new();
    for root in tree.roots() {
        line.clear();
        for (climbed, node) in view::file_order(root) {
            line.truncate(line.len() - climbed);
            list.serialize_element(&FlatNode { parent: line.last().copied(), node })?;
            line.push(number);
            number += 1;
        }
    }
    list.end()
}

struct FlatNode<N> {
    parent: Option<u32>,
    node: N,
}

impl<N: NodeView> Serialize for FlatNode<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut node = serializer.serialize_struct("Node", 2)?;
        node.serialize_field("parent", &self.parent)?;
        node.serialize_field("properties", &Properties(self.node))?;
        node.end()
    }
}

struct Properties<N>(N);

impl<N: NodeView> Serialize for Properties<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap as _;
        let properties = self.0.property_views();
        let mut map = serializer.serialize_map(Some(properties.len()))?;
        for property in properties {
            map.serialize_entry(property.ident(), &Values(property))?;
        }
        map.end()
    }
}

struct Values<P>(P);

impl<P: PropertyView> Serialize for Values<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.values().map(FlatValue))
    }
}

struct FlatValue<V>(V);

impl<V: ValueView> Serialize for FlatValue<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (text, colon) = (self.0.text(), self.0.colon());
        if !serializer.is_human_readable() {
            return (text, colon.map(|at| at as u32)).serialize(serializer);
        }
        if colon == text::first_colon(text) {
            return serializer.serialize_str(text);
        }
        let mut value = serializer.serialize_struct("Value", 2)?;
        value.serialize_field("text", text)?;
        value.serialize_field("colon", &colon)?;
        value.end()
    }
}

/// Makes `Serialize` of what `$tree` borrows from a handle or a tree.
macro_rules! serialized {
    ($($type:ty, $this:ident: $tree:expr;)*) => {$(
        /// The flat form: a list of nodes in file order, each with its parent's number and its
        /// properties.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $this = self;
                serialize($tree, serializer)
            }
        }
    )*};
}

serialized! {
    Collection<'_>, this: *this;
    GameTree<'_>, this: *this;
    Node<'_>, this: *this;
    OwnedTree, this: this;
    OwnedGameTree<'_>, this: *this;
    OwnedNode<'_>, this: *this;
}
