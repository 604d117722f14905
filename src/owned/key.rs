//! The address of a node of an owned tree.

/// The address of a node of an [`OwnedTree`](crate::OwnedTree): 8 bytes, `Copy`.
///
/// It stays with its node whatever is edited, wherever the node is moved, and holds in every clone
/// made since. Once the node is removed the key leads nowhere: reading gives `None`, editing
/// [`EditError::StaleNode`](crate::EditError::StaleNode), and never another node. A key says
/// nothing of other trees than the one that gave it, and their clones.
///
/// ```
/// use kifu::EditError;
///
/// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
/// let root = tree.root().unwrap().id();
/// let reply = tree.root().unwrap().first_child().unwrap().id();
/// tree.remove_subtree(reply)?;
/// let other = tree.add_child(root)?;
/// assert_ne!(other, reply);
/// assert_eq!(tree.set(reply, "W", ["cc"]), Err(EditError::StaleNode));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeKey {
    pub(super) place: u32,
    pub(super) generation: u32,
}
