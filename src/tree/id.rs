//! The address of a node as its number.

use core::fmt;

/// The number of a node in its collection, in pre-order from 0: stable, small, and `Ord` in that
/// order.
///
/// ```
/// use kifu::NodeId;
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[aa];W[bb])(;B[cc])")?;
/// let node = collection.node(NodeId::new(2)).unwrap();
/// assert_eq!(node.text("B"), Some("cc"));
/// assert_eq!(node.id().index(), 2);
/// assert_eq!(collection.node(NodeId::new(3)), None);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The address of the node with this number. No collection has a node past `u32::MAX`.
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The number.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
