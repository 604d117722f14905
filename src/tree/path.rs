//! The address of a node as the way that leads to it.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// The way from the root of a game tree to a node: at each step the number of the child, from 0,
/// joined by `/` when printed. The root's own path has no step and prints as nothing.
///
/// Unlike a [`NodeId`](crate::NodeId) it says where in the game the node stands, and it holds in
/// every copy of the tree.
///
/// ```
/// use kifu::NodePath;
///
/// let path: NodePath = "0/3/1".parse()?;
/// assert_eq!(path.steps(), [0, 3, 1]);
/// assert_eq!(path, NodePath::from(vec![0, 3, 1]));
/// assert_eq!(path.to_string(), "0/3/1");
/// assert_eq!("".parse(), Ok(NodePath::default()));
/// assert!("0//1".parse::<NodePath>().is_err());
/// # Ok::<(), kifu::ParsePathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodePath {
    steps: Vec<u32>,
}

impl NodePath {
    /// The numbers of the children, from the root on.
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }
}

impl From<Vec<u32>> for NodePath {
    fn from(steps: Vec<u32>) -> Self {
        Self { steps }
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

impl FromStr for NodePath {
    type Err = ParsePathError;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        if path.is_empty() {
            return Ok(Self::default());
        }
        let steps = path.split('/').map(|step| {
            // A number may have a sign, a step may not.
            if step.bytes().all(|byte| byte.is_ascii_digit()) { step.parse().ok() } else { None }
        });
        Ok(Self { steps: steps.collect::<Option<_>>().ok_or(ParsePathError)? })
    }
}

/// A text is no [`NodePath`]: it is not empty, and not numbers of 32 bits joined by `/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePathError;

impl fmt::Display for ParsePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a node's path is numbers joined by '/', such as 0/3/1")
    }
}

impl core::error::Error for ParsePathError {}
