//! What an edit can be refused for.

use core::fmt;

/// Why an edit was refused. The tree is as it was before.
///
/// ```
/// use kifu::{EditError, IdentFault};
///
/// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
/// let root = tree.root().unwrap().id();
/// let reply = tree.root().unwrap().first_child().unwrap().id();
/// assert_eq!(tree.set(root, "C", [""; 0]), Err(EditError::NoValues));
/// let refused = tree.set(root, "C D", ["x"]).unwrap_err();
/// assert_eq!(refused, EditError::InvalidIdent(IdentFault::Char(' ')));
/// assert_eq!(refused.to_string(), "a property's name cannot hold ' '");
/// assert_eq!(tree.move_subtree(root, reply, 0), Err(EditError::BelowItself));
/// assert_eq!(tree.to_string(), "(;B[aa];W[bb])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EditError {
    /// The node was removed.
    StaleNode,
    /// The name of a new property would not be read as it was given.
    InvalidIdent(IdentFault),
    /// The node has a property of this name already.
    DuplicateIdent,
    /// The node has no property of this name.
    NoSuchProperty,
    /// A property without values was asked for, and cannot be written.
    NoValues,
    /// A place among values, children or game trees was asked for that does not exist.
    NoSuchPosition {
        /// The place, from 0.
        at: usize,
        /// The last place there is.
        last: usize,
    },
    /// A node cannot hang below itself.
    BelowItself,
    /// The tables count with 32 bits: there can be no 4 Gi nodes, properties or values, and no
    /// value of 4 GiB.
    TooLarge,
}

/// What is wrong with the name of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IdentFault {
    /// It holds no capital letter.
    NoCapital,
    /// It starts with a digit.
    LeadingDigit,
    /// It holds this character, which is no ASCII letter or digit.
    Char(char),
    /// It holds this lower-case letter among capitals: readers drop it, as in `CoPyright` for
    /// `CP`.
    Lowercase(char),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::StaleNode => "the node was removed",
            Self::InvalidIdent(fault) => return fault.fmt(f),
            Self::DuplicateIdent => "the node has a property of this name already",
            Self::NoSuchProperty => "the node has no property of this name",
            Self::NoValues => "a property needs at least one value",
            Self::NoSuchPosition { at, last } => {
                return write!(f, "there is no place {at}, the last one is {last}");
            }
            Self::BelowItself => "a node cannot hang below itself",
            Self::TooLarge => "the tree would be too large for 32-bit numbers",
        })
    }
}

impl core::error::Error for EditError {}

impl fmt::Display for IdentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCapital => f.write_str("a property's name needs a capital letter"),
            Self::LeadingDigit => f.write_str("a property's name cannot start with a digit"),
            Self::Char(char) | Self::Lowercase(char) => {
                write!(f, "a property's name cannot hold {char:?}")
            }
        }
    }
}
