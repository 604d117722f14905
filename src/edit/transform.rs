//! A record on a board that is turned or mirrored, or with the colours swapped.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::colors;
use super::points::{Form, Turn};
use crate::go::Symmetry;
use crate::owned::{OwnedTree, Rewriter};
use crate::values::{BoardSize, Fault, Game, MAX_SIDE, Notation};
use crate::view::{AnyTree, NodeView, PropertyView, ValueView, file_order};
use crate::walk::Links;

/// One of the eight ways to turn and mirror the board, and whether the colours are swapped.
///
/// Coordinates change in all properties that the [catalogue](crate::values::catalogue) gives points,
/// stones or moves, in lists and rectangles too; a rectangle stays one. Where columns and rows change
/// places, so do the two numbers of an `SZ`. Empty values and passes stay. Texts are not looked into:
/// a comment, or an analysis, that names `Q16` does so still.
///
/// Swapped colours exchange the properties of Black and White (`B` and `W`, `AB` and `AW`, `PB` and
/// `PW` and so on) and change the values of `PL` and `RE`. The record stays true: komi is what White
/// gets, so that `KM[6.5]` becomes `KM[-6.5]`, and so does `V`, which is good for Black. `HA`, which
/// has no sign, stays: it is the number of stones, that now are White's.
///
/// A record of another game is changed if the game writes points as go does: Othello, Gomoku,
/// Amazons, Gess. All others stay as they are, as do values that cannot be read, and coordinates on a
/// board whose size is not known; what stayed is [reported](Transformed::unchanged). The start positions
/// of the other games are not turned: only what is written is.
///
/// ```
/// use kifu::edit::Transform;
/// use kifu::go::Symmetry;
///
/// let tree = kifu::OwnedTree::parse("(;SZ[9:13]KM[6.5]RE[B+R]AB[aa:cb];B[dd];W[]LB[ee:a:b])")?;
/// let right = Transform::new(Symmetry::from_name("rotate-right").unwrap());
/// assert_eq!(
///     right.apply(&tree).tree().to_string(),
///     "(;SZ[13:9]KM[6.5]RE[B+R]AB[la:mc];B[jd];W[]LB[ie:a:b])",
/// );
/// let swapped = Transform::new(Symmetry::IDENTITY).swap_colors(true);
/// assert_eq!(
///     swapped.apply(&tree).tree().to_string(),
///     "(;SZ[9:13]KM[-6.5]RE[W+R]AW[aa:cb];W[dd];B[]LB[ee:a:b])",
/// );
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transform {
    symmetry: Symmetry,
    swaps_colors: bool,
}

impl Transform {
    /// Turns or mirrors the board.
    pub fn new(symmetry: Symmetry) -> Self {
        Self { symmetry, swaps_colors: false }
    }

    /// Whether the colours are swapped.
    #[must_use]
    pub fn swap_colors(self, swaps_colors: bool) -> Self {
        Self { swaps_colors, ..self }
    }

    /// This one, and then another one.
    ///
    /// ```
    /// use kifu::edit::Transform;
    /// use kifu::go::Symmetry;
    ///
    /// let swapped = Transform::default().swap_colors(true);
    /// assert_eq!(swapped.then(swapped), Transform::default());
    /// ```
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            symmetry: self.symmetry.then(next.symmetry),
            swaps_colors: self.swaps_colors != next.swaps_colors,
        }
    }

    /// The tree after it.
    ///
    /// Cost: linear.
    pub fn apply(self, tree: impl AnyTree) -> Transformed {
        let mut work = Work {
            rewriter: Rewriter::new(),
            out: String::new(),
            node: 0,
            unchanged: Vec::new(),
            unchanged_count: 0,
        };
        for root in tree.roots() {
            let top = root.ancestors().last().unwrap_or(root);
            let (changes, reason) = self.changes(top);
            if let Some(reason) = reason {
                work.stays(None, reason);
            }
            work.rewriter.start_game();
            for (climbed, node) in file_order(root) {
                work.rewriter.start_node(climbed);
                work.copy(node, node == top, &changes);
                work.node += 1;
            }
        }
        let Work { rewriter, unchanged, unchanged_count, .. } = work;
        Transformed { tree: rewriter.finish(), unchanged, unchanged_count }
    }

    /// What changes in the game with this root, and why not all of it that should.
    fn changes(self, root: impl NodeView) -> (Changes, Option<Reason>) {
        let game = Game::of_root(root);
        let mut changes = Changes { turn: None, swaps_colors: self.swaps_colors, game };
        if self == Self::default() {
            return (changes, None);
        }
        if !writes_as_go(game) {
            changes.swaps_colors = false;
            return (changes, Some(Reason::Game(game)));
        }
        if self.symmetry == Symmetry::IDENTITY {
            return (changes, None);
        }
        match BoardSize::of_root(root, game) {
            Some(size) if size.columns().max(size.rows()) <= MAX_SIDE => {
                let notation = Notation::new(game, Some(size));
                changes.turn = Some(Turn { symmetry: self.symmetry, size, notation });
                (changes, None)
            }
            size => (changes, Some(Reason::Board(size))),
        }
    }
}

/// Whether the points of the game are two letters, column and row, from the upper left corner.
fn writes_as_go(game: Game) -> bool {
    matches!(game, Game::GO | Game::OTHELLO | Game::GOMOKU | Game::AMAZONS | Game::GESS)
}

/// What changes in a game.
struct Changes {
    turn: Option<Turn>,
    swaps_colors: bool,
    game: Game,
}

/// The tree that is made, and what stayed as it was.
struct Work {
    rewriter: Rewriter,
    /// A value, as it is written.
    out: String,
    /// The number of the node.
    node: usize,
    unchanged: Vec<Unchanged>,
    unchanged_count: usize,
}

impl Work {
    fn copy(&mut self, node: impl NodeView, is_root: bool, changes: &Changes) {
        for (number, property) in node.property_views().enumerate() {
            let ident = property.ident();
            let form = changes.turn.and_then(|turn| Some((turn, Form::of(ident, changes.game)?)));
            let size = changes.turn.filter(|_| is_root && ident == "SZ");
            let written = if changes.swaps_colors { colors::ident(ident) } else { ident };
            self.rewriter.start_property(written);
            for (at, value) in property.values().enumerate() {
                let (text, colon) = (value.text(), value.colon());
                self.out.clear();
                let changed = match (form, size) {
                    (Some((turn, form)), _) => turn.value(form, text, colon, &mut self.out),
                    (_, Some(turn)) => Ok(turn.size_value(text, &mut self.out).map(Some)),
                    _ if changes.swaps_colors => {
                        colors::value(ident, text, &mut self.out).map(|is_changed| {
                            let is_colon = |at: &usize| self.out.as_bytes().get(*at) == Some(&b':');
                            is_changed.then(|| colon.filter(is_colon))
                        })
                    }
                    _ => Ok(None),
                };
                match changed {
                    Ok(Some(colon)) => self.rewriter.value(&self.out, colon),
                    Ok(None) => self.rewriter.value(text, colon),
                    Err(fault) => {
                        self.rewriter.value(text, colon);
                        self.stays(Some((number, at)), Reason::Value(fault));
                    }
                }
            }
        }
    }

    fn stays(&mut self, place: Option<(usize, usize)>, reason: Reason) {
        self.unchanged_count += 1;
        if self.unchanged.len() < MAX_UNCHANGED {
            self.unchanged.push(Unchanged { node: self.node, place, reason });
        }
    }
}

/// How much of what stayed as it was is kept.
const MAX_UNCHANGED: usize = 100;

/// What [`Transform::apply`] gives: the tree, and what stayed as it was though it should have changed.
///
/// ```
/// use kifu::edit::Transform;
/// use kifu::go::Symmetry;
///
/// let tree = kifu::OwnedTree::parse("(;SZ[9];B[Q16];W[aa])")?;
/// let turned = Transform::new(Symmetry::from_name("rotate-180").unwrap()).apply(&tree);
/// assert_eq!(turned.tree().to_string(), "(;SZ[9];B[Q16];W[ii])");
/// assert_eq!(turned.unchanged_count(), 1);
/// let unchanged = turned.unchanged()[0];
/// assert_eq!((unchanged.node(), unchanged.property(), unchanged.value()), (1, Some(0), Some(0)));
/// assert_eq!(unchanged.reason().to_string(), "not a move of this game");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transformed {
    tree: OwnedTree,
    unchanged: Vec<Unchanged>,
    unchanged_count: usize,
}

impl Transformed {
    /// The tree.
    pub fn tree(&self) -> &OwnedTree {
        &self.tree
    }

    /// The tree, taken out.
    pub fn into_tree(self) -> OwnedTree {
        self.tree
    }

    /// What stayed as it was, in file order; the first hundred.
    pub fn unchanged(&self) -> &[Unchanged] {
        &self.unchanged
    }

    /// How many games and values stayed as they were.
    pub fn unchanged_count(&self) -> usize {
        self.unchanged_count
    }
}

/// A value or a game that stayed as it was, by numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unchanged {
    node: usize,
    /// The numbers of the property and the value.
    place: Option<(usize, usize)>,
    reason: Reason,
}

impl Unchanged {
    /// The number of the node among all nodes of the tree, in file order; that of the root if
    /// [the reason](Self::reason) is about the whole game.
    pub fn node(&self) -> usize {
        self.node
    }

    /// The number of the property in its node; `None` if the reason is about the whole game.
    pub fn property(&self) -> Option<usize> {
        self.place.map(|(property, _)| property)
    }

    /// The number of the value in its property; `None` if the reason is about the whole game.
    pub fn value(&self) -> Option<usize> {
        self.place.map(|(_, value)| value)
    }

    /// Why it stayed.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

/// Why something stayed as it was.
///
/// ```
/// use kifu::edit::Reason;
/// use kifu::values::Game;
///
/// assert_eq!(Reason::Game(Game::HEX).to_string(), "Hex does not write points as go does");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The game does not write points as go does. All of it stayed.
    Game(Game),
    /// The size of the board is not known, or has more than the 52 lines that have letters. All
    /// coordinates of the game stayed.
    Board(Option<BoardSize>),
    /// The value cannot be read.
    Value(Fault),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(game) => match game.name() {
                Some(name) => write!(f, "{name} does not write points as go does"),
                None => f.write_str("it is not known how this game writes points"),
            },
            Self::Board(Some(size)) => {
                write!(f, "a board of size {size} has lines without a letter")
            }
            Self::Board(None) => f.write_str("the size of the board is not known"),
            Self::Value(fault) => fault.fmt(f),
        }
    }
}
