//! Checks of play: whether the moves of records are legal, and what else a board shows to be odd.

mod code;
mod found;
mod message;

use alloc::vec::Vec;
use core::fmt;
use core::iter;

use super::board::Board;
use super::replay::{Replay, Turn};
use crate::tree::Collection;
use crate::values::source::{PropertySource, ValueSource};
use crate::values::{self, AnyNode, Color, Ending, Point};
use crate::view::{NodeView, TreeView};
use message::Message;

pub use code::PlayCode;
pub use found::{PlayChecked, PlayDiagnostic};

/// Checks the play of records of go: main lines and variations. Made once, for any number of them.
///
/// Records of other games, and boards of more than 52 lines, are passed over. A move in a node with
/// `KO` is known to be illegal, and is not reported for it.
///
/// ```
/// use kifu::go::{PlayChecker, PlayCode};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee];W[ee];W[zz])")?;
/// let checked = PlayChecker::new().check(collection);
/// let codes: Vec<_> = checked.diagnostics().iter().map(|found| found.code()).collect();
/// assert_eq!(codes, [PlayCode::OccupiedPoint, PlayCode::MoveOffBoard, PlayCode::ColorTwice]);
/// let first = checked.diagnostics()[0];
/// assert_eq!((first.span().range(), first.number()), (16..18, 2));
/// assert_eq!(first.to_string(), "move 2, W E5: there is a stone on the point");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayChecker {
    replay: Option<Replay>,
    superko: bool,
    max_diagnostics: usize,
}

/// One finding in a tree, borrowed or owned, by its node and the ident of its property. `Copy`.
///
/// ```
/// use kifu::go::PlayChecker;
///
/// let tree = kifu::OwnedTree::parse("(;SZ[9]AB[ee];AW[ee])")?;
/// let mut lines = Vec::new();
/// PlayChecker::new().visit(tree.root().unwrap(), |remark, board| {
///     assert_eq!(board.stones().count(), 1);
///     lines.push(format!("{}: {remark}", remark.code()));
/// });
/// assert_eq!(lines, ["setup-on-stone: AW puts a stone on another, at E5"]);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayRemark<N> {
    node: N,
    ident: &'static str,
    message: Message,
}

/// What a sentence says beside the code.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Detail {
    None,
    /// Of stones.
    Count(usize),
    Handicap {
        says: i64,
        set: usize,
    },
}

impl Default for PlayChecker {
    fn default() -> Self {
        Self::new()
    }
}

/// A root as a tree of its own.
#[derive(Clone, Copy)]
struct Rooted<N>(N);

impl<N: NodeView> TreeView for Rooted<N> {
    type Node = N;

    fn roots(self) -> impl Iterator<Item = N> {
        iter::once(self.0)
    }
}

impl PlayChecker {
    /// All checks but that of positions that were there before, and as many diagnostics as there are.
    pub const fn new() -> Self {
        Self { replay: None, superko: false, max_diagnostics: usize::MAX }
    }

    /// Whether a position that was there before is reported, in the line of play and since the last
    /// setup: positional superko.
    ///
    /// ```
    /// use kifu::go::{PlayChecker, PlayCode};
    ///
    /// let arena = kifu::Arena::new();
    /// let source = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb])";
    /// let collection = kifu::parse(&arena, source)?;
    /// let checked = PlayChecker::new().superko(true).check(collection);
    /// let codes: Vec<_> = checked.diagnostics().iter().map(|found| found.code()).collect();
    /// assert_eq!(codes, [PlayCode::RepeatedPosition, PlayCode::MoveAfterEnd]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn superko(self, superko: bool) -> Self {
        Self { superko, replay: None, ..self }
    }

    /// The greatest number of diagnostics that [`check`](Self::check) keeps. The others are counted.
    #[must_use]
    pub fn max_diagnostics(self, most: usize) -> Self {
        Self { max_diagnostics: most, ..self }
    }

    /// Checks all game trees of a collection.
    ///
    /// Cost: linear, as [`Replay::walk`].
    pub fn check(&mut self, collection: Collection<'_>) -> PlayChecked {
        let mut checked = PlayChecked { diagnostics: Vec::new(), omitted: 0 };
        let most = self.max_diagnostics;
        for (game, tree) in collection.game_trees().enumerate() {
            self.visit(tree.root(), |remark, board| {
                if checked.diagnostics.len() < most {
                    checked.diagnostics.push(PlayDiagnostic::new(remark, game, board));
                } else {
                    checked.omitted += 1;
                }
            });
        }
        checked
    }

    /// Checks the game tree below a root, borrowed or owned, and hands over what it finds, each with
    /// the board after the node. What is about the handicap comes with the first move after it, and
    /// what is about the result with the end of the main line.
    ///
    /// Cost: linear, as [`Replay::walk`].
    pub fn visit<'v, N: AnyNode<'v>>(
        &mut self,
        root: N,
        mut see: impl FnMut(PlayRemark<N>, &Board),
    ) {
        let Some(replay) = self.replay(root) else { return };
        let mut start = Some(Start::default());
        let mut is_in_main_line = true;
        let mut walk = replay.walk(root);
        while let Some(node) = walk.next() {
            let replay = walk.replay();
            if replay.turns().iter().any(Turn::is_odd) {
                of_turns(node, replay, &mut see);
            }
            if replay.has_setup() {
                of_setup(node, replay, &mut see);
            }
            if !is_in_main_line {
                continue;
            }
            let is_end = node.first_child().is_none();
            if let Some(state) = &mut start {
                if state.is_over(replay) || is_end {
                    of_handicap(root, replay, state, &mut see);
                    start = None;
                }
            }
            if is_end {
                of_result(root, replay, &mut see);
                // The first node without children is where the main line ends.
                is_in_main_line = false;
            }
        }
    }

    /// The replay, ready for the record; `None` of what cannot be replayed.
    fn replay(&mut self, root: impl NodeView) -> Option<&mut Replay> {
        match &mut self.replay {
            Some(replay) => replay.restart(Rooted(root)).ok()?,
            None => {
                let mut replay = Replay::of(Rooted(root)).ok()?;
                replay.check_superko(self.superko);
                self.replay = Some(replay);
            }
        }
        self.replay.as_mut()
    }
}

impl Turn {
    /// Whether there is something to report.
    #[inline]
    fn is_odd(&self) -> bool {
        self.illegal().is_some() || self.is_twice() || self.passes_before() > 1
    }
}

/// The start of the main line: the stones that were set, and the moves before White's first.
#[derive(Default)]
struct Start {
    black: usize,
    white: usize,
    black_moves: usize,
    is_white_first: bool,
}

impl Start {
    /// Takes the last node. Whether White has moved.
    fn is_over(&mut self, replay: &Replay) -> bool {
        if replay.has_setup() && self.black_moves == 0 {
            let moved = |point: Point| replay.turns().iter().any(|it| it.point() == Some(point));
            let count = |color: Color| {
                let stones = replay.board().stones();
                stones.filter(|&(point, it)| it == color && !moved(point)).count()
            };
            (self.black, self.white) = (count(Color::Black), count(Color::White));
        }
        for turn in replay.turns() {
            if turn.color() == Color::White {
                self.is_white_first = self.black_moves == 0;
                return true;
            }
            self.black_moves += 1;
        }
        false
    }
}

/// The moves of a node.
fn of_turns<'v, N: AnyNode<'v>>(
    node: N,
    replay: &Replay,
    see: &mut impl FnMut(PlayRemark<N>, &Board),
) {
    let board = replay.board();
    for turn in replay.turns() {
        let mut report = |code: PlayCode, detail: Detail| {
            let (color, point) = (turn.color(), turn.point());
            let message = Message {
                code,
                color: Some(color),
                point,
                number: turn.number(),
                size: board.size(),
                detail,
            };
            let ident = if color == Color::Black { "B" } else { "W" };
            see(PlayRemark { node, ident, message }, board);
        };
        if let Some(illegal) = turn.illegal().filter(|_| !turn.is_forced()) {
            report(PlayCode::of_illegal(illegal), Detail::Count(turn.lost()));
        }
        if turn.passes_before() > 1 && turn.point().is_some() {
            report(PlayCode::MoveAfterEnd, Detail::None);
        }
        if turn.is_twice() {
            report(PlayCode::ColorTwice, Detail::None);
        }
    }
}

/// The setup of a node.
fn of_setup<'v, N: AnyNode<'v>>(
    node: N,
    replay: &Replay,
    see: &mut impl FnMut(PlayRemark<N>, &Board),
) {
    let Some((color, point, count)) = replay.setup_on_stones() else { return };
    let message = Message {
        code: PlayCode::SetupOnStone,
        color: Some(color),
        point: Some(point),
        number: replay.move_number(),
        size: replay.board().size(),
        detail: Detail::Count(count),
    };
    let ident = if color == Color::Black { "AB" } else { "AW" };
    see(PlayRemark { node, ident, message }, replay.board());
}

/// Whether the handicap stones are those of `HA`: set, or played before White's first move.
fn of_handicap<'v, N: AnyNode<'v>>(
    root: N,
    replay: &Replay,
    start: &Start,
    see: &mut impl FnMut(PlayRemark<N>, &Board),
) {
    let property = root.own("HA");
    let says = property.and_then(|it| values::number(it.single().whole()).value()).unwrap_or(0);
    let is_same = |count: usize| i64::try_from(count) == Ok(says);
    let is_odd = if says >= 2 {
        !(is_same(start.black) || start.black == 0 && is_same(start.black_moves))
    } else {
        start.black >= 2 && start.is_white_first
    };
    // With white stones it is a position that was set up.
    if !is_odd || start.white > 0 {
        return;
    }
    let message = Message {
        code: PlayCode::HandicapStones,
        color: None,
        point: None,
        number: 0,
        size: replay.board().size(),
        detail: Detail::Handicap { says, set: start.black },
    };
    let ident = if says >= 2 { "HA" } else { "AB" };
    see(PlayRemark { node: root, ident, message }, replay.board());
}

/// Whether the result can be that of the last moves.
fn of_result<'v, N: AnyNode<'v>>(
    root: N,
    replay: &Replay,
    see: &mut impl FnMut(PlayRemark<N>, &Board),
) {
    let result = root.own("RE").and_then(|it| values::result(it.single().whole()).value());
    let Some(result) = result else { return };
    let loser = result.winner().map(Color::other);
    let detail = match result.ending() {
        Ending::Resignation | Ending::Time if replay.passes() > 1 => Detail::Count(2),
        Ending::Time if loser.is_some() && replay.last_color() == loser => Detail::None,
        _ => return,
    };
    let message = Message {
        code: PlayCode::ResultContradicted,
        color: loser,
        point: None,
        number: replay.move_number(),
        size: replay.board().size(),
        detail,
    };
    see(PlayRemark { node: root, ident: "RE", message }, replay.board());
}

impl<N: Copy> PlayRemark<N> {
    /// What was found.
    pub fn code(&self) -> PlayCode {
        self.message.code
    }

    /// The node it was found in.
    pub fn node(&self) -> N {
        self.node
    }

    /// The ident of the property: `B`, `W`, `AB`, `AW`, `HA`, `RE`.
    pub fn ident(&self) -> &'static str {
        self.ident
    }

    /// The number of the move, or of the last one before it; 0 before the first.
    pub fn number(&self) -> i64 {
        self.message.number
    }

    /// The point of the move, or of the first stone of setup.
    pub fn point(&self) -> Option<Point> {
        self.message.point
    }
}

impl<N> fmt::Display for PlayRemark<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

/// Checks the play of all game trees of a collection: [`PlayChecker::check`] with what is usual.
///
/// ```
/// let arena = kifu::Arena::new();
/// let checked = kifu::go::check(kifu::parse(&arena, "(;SZ[9];B[aa];W[bb])")?);
/// assert!(checked.diagnostics().is_empty());
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn check(collection: Collection<'_>) -> PlayChecked {
    PlayChecker::new().check(collection)
}
