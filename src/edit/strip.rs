//! Games without parts of what they hold.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::owned::{NodeKey, OwnedProperty, OwnedTree};
use crate::values::catalogue;

/// Leaves parts of games out. Nodes stay, also those that become empty, so that the numbers of moves do
/// not change; only with [`variations`](Self::variations) do nodes go.
///
/// ```
/// use kifu::edit::Strip;
///
/// let mut tree = kifu::OwnedTree::parse("(;SZ[9];B[aa]C[why?]BL[30]LB[bb:x](;W[cc])(;W[dd]))")?;
/// Strip::new().comments(true).marks(true).apply(&mut tree);
/// assert_eq!(tree.to_string(), "(;SZ[9];B[aa]BL[30](;W[cc])(;W[dd]))");
/// Strip::new().times(true).variations(true).apply(&mut tree);
/// assert_eq!(tree.to_string(), "(;SZ[9];B[aa];W[cc])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    comments: bool,
    marks: bool,
    analysis: bool,
    times: bool,
    private: bool,
    variations: bool,
}

/// Comments, and names of nodes.
const COMMENTS: [&str; 2] = ["C", "N"];

/// What is drawn on the board.
const MARKS: [&str; 14] =
    ["AR", "CR", "DD", "FG", "L", "LB", "LN", "M", "MA", "PM", "SL", "SQ", "TR", "VW"];

/// Judgements of positions and moves, and what analysis programs write in properties of their own.
const ANALYSIS: [&str; 17] = [
    "BM", "BS", "DM", "DO", "GB", "GW", "HO", "IT", "KT", "LZ", "LZ2", "LZOP", "LZOP2", "SBKV",
    "TE", "UC", "V",
];

/// Times left. What the root says of the time that there was is no part of this.
const TIMES: [&str; 6] = ["BL", "LC", "LT", "OB", "OW", "WL"];

/// Builder's methods of what is left out.
macro_rules! parts {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $(
            $(#[$doc])+
            #[must_use]
            pub fn $name(self, $name: bool) -> Self {
                Self { $name, ..self }
            }
        )+
    };
}

impl Strip {
    /// One that leaves nothing out.
    pub fn new() -> Self {
        Self::default()
    }

    parts! {
        /// Comments and names of nodes: `C`, `N`.
        comments;
        /// What is drawn on the board: `AR`, `CR`, `DD`, `LB`, `LN`, `MA`, `SL`, `SQ`, `TR`, `VW`, and
        /// figures (`FG`, `PM`).
        marks;
        /// Judgements (`DM`, `GB`, `GW`, `HO`, `UC`, `V`, `BM`, `DO`, `IT`, `TE`), and what analysis
        /// programs write in properties of their own (`LZ`, `KT`, `SBKV`).
        analysis;
        /// Times left: `BL`, `WL`, `OB`, `OW`.
        times;
        /// Properties that no version of the format has.
        private;
        /// All but the main line.
        variations;
    }

    /// Whether nothing is left out.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether a property of this name is left out.
    pub fn leaves_out(self, ident: &str) -> bool {
        let is_private = || {
            let mut meanings = catalogue::meanings(ident).iter();
            meanings.all(|definition| definition.private_to().is_some())
        };
        self.comments && COMMENTS.contains(&ident)
            || self.marks && MARKS.contains(&ident)
            || self.analysis && ANALYSIS.contains(&ident)
            || self.times && TIMES.contains(&ident)
            || self.private && is_private()
    }

    /// Leaves the parts out of all games of a tree.
    ///
    /// Cost: linear in the properties.
    pub fn apply(self, tree: &mut OwnedTree) {
        if self.variations {
            tree.keep_main_line();
        }
        let mut left_out: Vec<(NodeKey, String)> = Vec::new();
        for node in tree.nodes() {
            let idents = node.properties().map(OwnedProperty::ident);
            let idents = idents.filter(|ident| self.leaves_out(ident));
            left_out.extend(idents.map(|ident| (node.id(), ident.to_string())));
        }
        for (node, ident) in left_out {
            // Both are there.
            let _ = tree.remove_property(node, &ident);
        }
    }
}
