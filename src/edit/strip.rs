//! What is left out of a record.

use crate::owned::{OwnedTree, Rewriter};
use crate::values::Game;
use crate::values::catalogue::meanings;
use crate::view::{AnyTree, NodeView, PropertyView, ValueView, file_order};
use crate::walk::Links;

/// What to leave out of a record, set by chained calls; by default nothing.
///
/// A node whose properties are all left out stays, so that the tree has the same shape and moves the
/// same numbers; only [`variations`](Self::variations) changes that.
///
/// ```
/// use kifu::edit::Strip;
///
/// let tree = kifu::OwnedTree::parse("(;B[aa]BL[30]C[x](;C[y])(;W[bb];TR[bb]))")?;
/// let strip = Strip::new().comments(true).marks(true);
/// assert_eq!(strip.apply(&tree).to_string(), "(;B[aa]BL[30](;)(;W[bb];))");
/// let strip = Strip::new().times(true).variations(true);
/// assert_eq!(strip.apply(&tree).to_string(), "(;B[aa]C[x];C[y])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Strip {
    comments: bool,
    marks: bool,
    analysis: bool,
    times: bool,
    private: bool,
    variations: bool,
}

impl Strip {
    /// Leaves out nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether comments are left out: those of nodes, `C`, and that of the game, `GC`.
    #[must_use]
    pub fn comments(self, comments: bool) -> Self {
        Self { comments, ..self }
    }

    /// Whether marks on the board are left out: labels, lines, arrows, points that are marked,
    /// selected or dimmed. Territory (`TB`, `TW`) and the part of the board that is shown (`VW`) are
    /// no marks.
    ///
    /// Source: FF\[4\], markup properties; `L` and `M` of FF\[1\].
    ///
    /// ```
    /// use kifu::{edit::Strip, values::Game};
    ///
    /// let strip = Strip::new().marks(true);
    /// assert!(strip.removes("LB", Game::GO) && strip.removes("DD", Game::GO));
    /// assert!(!strip.removes("TB", Game::GO));
    /// ```
    #[must_use]
    pub fn marks(self, marks: bool) -> Self {
        Self { marks, ..self }
    }

    /// Whether analysis is left out: judgements of positions and moves (`V`, `GB`, `GW`, `DM`, `UC`,
    /// `HO`, `BM`, `DO`, `IT`, `TE` and the older `CH`, `SI`, `EL` and `EX`), and what programs write
    /// into properties of their own (`LZ`, `KT`, `SBKV`, `CC` and their kin). What programs write
    /// into comments is a comment.
    ///
    /// ```
    /// use kifu::{edit::Strip, values::Game};
    ///
    /// let strip = Strip::new().analysis(true);
    /// assert!(strip.removes("LZ", Game::GO) && strip.removes("GB", Game::GO));
    /// assert!(strip.removes("A", Game::BACKGAMMON) && !strip.removes("A", Game::GO));
    /// ```
    #[must_use]
    pub fn analysis(self, analysis: bool) -> Self {
        Self { analysis, ..self }
    }

    /// Whether the clocks are left out: what time and moves are left after a move (`BL`, `WL`, `OB`,
    /// `OW`). The time limits of the game (`TM`, `OT`) are game info, and stay.
    #[must_use]
    pub fn times(self, times: bool) -> Self {
        Self { times, ..self }
    }

    /// Whether private properties are left out: all that no version of the format has, known or not.
    ///
    /// ```
    /// use kifu::{edit::Strip, values::Game};
    ///
    /// let strip = Strip::new().private(true);
    /// assert!(strip.removes("KGSDE", Game::GO) && strip.removes("XYZ", Game::GO));
    /// assert!(!strip.removes("KM", Game::GO) && !strip.removes("LT", Game::GO));
    /// ```
    #[must_use]
    pub fn private(self, private: bool) -> Self {
        Self { private, ..self }
    }

    /// Whether variations are left out: all nodes but those of the main lines.
    #[must_use]
    pub fn variations(self, variations: bool) -> Self {
        Self { variations, ..self }
    }

    /// Whether a property with this name is left out of a record of this game.
    ///
    /// Cost: constant.
    pub fn removes(self, ident: &str, game: Game) -> bool {
        self.comments && matches!(ident, "C" | "GC")
            || self.marks && is_mark(ident)
            || self.analysis && is_analysis(ident, game)
            || self.times && matches!(ident, "BL" | "WL" | "OB" | "OW")
            || self.private && is_private(ident)
    }

    /// The tree without what is left out.
    ///
    /// Cost: linear.
    pub fn apply(self, tree: impl AnyTree) -> OwnedTree {
        let mut rewriter = Rewriter::new();
        for root in tree.roots() {
            rewriter.start_game();
            let top = root.ancestors().last().unwrap_or(root);
            let game = Game::of_root(top);
            if self.variations {
                root.main_line().for_each(|node| self.copy(node, 0, game, &mut rewriter));
            } else {
                let nodes = file_order(root);
                nodes.for_each(|(climbed, node)| self.copy(node, climbed, game, &mut rewriter));
            }
        }
        rewriter.finish()
    }

    fn copy(self, node: impl NodeView, climbed: usize, game: Game, rewriter: &mut Rewriter) {
        rewriter.start_node(climbed);
        for property in node.property_views() {
            if self.removes(property.ident(), game) {
                continue;
            }
            rewriter.start_property(property.ident());
            for value in property.values() {
                rewriter.value(value.text(), value.colon());
            }
        }
    }
}

fn is_mark(ident: &str) -> bool {
    matches!(ident, "AR" | "CR" | "DD" | "L" | "LB" | "LN" | "M" | "MA" | "SL" | "SQ" | "TR")
}

fn is_analysis(ident: &str, game: Game) -> bool {
    match ident {
        "BM" | "CH" | "DM" | "DO" | "EL" | "EX" | "GB" | "GW" | "HO" | "IT" | "SI" | "TE"
        | "UC" | "V" => true,
        "CC" | "KT" | "KTV" | "LZ" | "LZ0" | "LZ2" | "LZOP" | "LZOP2" | "SBKS" | "SBKV" => true,
        "A" | "DA" | "GS" | "LU" => game == Game::BACKGAMMON,
        _ => false,
    }
}

fn is_private(ident: &str) -> bool {
    meanings(ident).iter().all(|meaning| meaning.private_to().is_some())
}
