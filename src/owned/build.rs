//! Builds an owned tree of nodes that come in file order from a source that has to be checked.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::pool::List;
use super::set::check_ident;
use super::{EditError, NONE, NewValue, OwnedNode, OwnedProperty, OwnedTree, TOP};
use crate::ident::{drops_letters, is_ident_byte};

/// A tree that grows by one node after the other.
pub(crate) struct Builder {
    tree: OwnedTree,
    /// The place of the last node. The node with the number n stands at the place n + 1.
    last: u32,
}

/// Why nodes do not make a tree.
#[derive(Debug)]
pub(crate) struct BuildError {
    /// The number of the node.
    node: u32,
    fault: Fault,
}

#[derive(Debug)]
enum Fault {
    /// It does not stand before its child.
    ParentBehind(u32),
    /// It stands before its child, but not above the node just before.
    ParentElsewhere(u32),
    Property(String, EditError),
    TooLarge,
}

impl Builder {
    pub(crate) fn new() -> Self {
        Self { tree: OwnedTree::new(), last: TOP }
    }

    pub(crate) fn finish(self) -> OwnedTree {
        self.tree
    }

    fn fail<T>(&self, fault: Fault) -> Result<T, BuildError> {
        Err(BuildError { node: self.tree.count as u32 - 1, fault })
    }

    /// Starts a node, whose properties follow.
    pub(crate) fn start_node(&mut self) -> Result<(), BuildError> {
        match self.tree.new_node() {
            Ok(_) => Ok(()),
            Err(_) => self.fail(Fault::TooLarge),
        }
    }

    /// Adds a property to the node that was started last.
    pub(crate) fn property<'v>(
        &mut self,
        ident: &str,
        values: impl Iterator<Item = NewValue<'v>>,
    ) -> Result<(), BuildError> {
        let place = self.tree.count as u32;
        let added = match check_ident(ident) {
            // Tolerant reading keeps such a name, so what was read may hold it.
            Err(EditError::InvalidIdent(_)) if is_kept(ident.as_bytes()) => Ok(()),
            checked => checked,
        };
        let added = added
            .and_then(|()| self.tree.push_values(List::default(), values))
            .and_then(|list| self.tree.push_property(place, ident, list));
        added.or_else(|fault| self.fail(Fault::Property(ident.into(), fault)))
    }

    /// Hangs the node that was started last below its parent, after its children.
    ///
    /// Cost: constant, spread over all nodes, but for a look at all idents.
    pub(crate) fn end_node(&mut self, parent: Option<u32>) -> Result<(), BuildError> {
        let place = self.tree.count as u32;
        if let Some(ident) = self.duplicate(place) {
            let ident = ident.into();
            return self.fail(Fault::Property(ident, EditError::DuplicateIdent));
        }
        let mut above = TOP;
        if let Some(parent) = parent {
            if parent >= place - 1 {
                return self.fail(Fault::ParentBehind(parent));
            }
            // In file order a parent stands on the line to the node before. What is climbed here
            // is not climbed again.
            above = self.last;
            while above != parent + 1 {
                if above == TOP {
                    return self.fail(Fault::ParentElsewhere(parent));
                }
                above = self.tree.nodes[above as usize].parent;
            }
        }
        self.tree.link(place, above, NONE);
        self.last = place;
        Ok(())
    }

    /// An ident that the node has twice.
    fn duplicate(&self, place: u32) -> Option<&str> {
        let properties = OwnedNode { tree: &self.tree, place }.properties();
        if properties.len() < 2 {
            return None;
        }
        let mut idents: Vec<_> = properties.map(OwnedProperty::ident).collect();
        idents.sort_unstable();
        idents.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }
}

/// Whether tolerant reading keeps such a name as it is written (R9).
fn is_kept(ident: &[u8]) -> bool {
    ident.first().is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'_')
        && ident.iter().all(|&byte| is_ident_byte(byte))
        && !drops_letters(ident)
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {}: ", self.node)?;
        match &self.fault {
            Fault::ParentBehind(parent) => {
                write!(f, "its parent {parent} does not stand before it")
            }
            Fault::ParentElsewhere(parent) => {
                let before = self.node - 1;
                write!(f, "its parent {parent} is not on the line to node {before}")
            }
            Fault::Property(ident, fault) => write!(f, "property {ident:?}: {fault}"),
            Fault::TooLarge => EditError::TooLarge.fmt(f),
        }
    }
}
