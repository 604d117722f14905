//! Replay: the nodes of a record executed on a board, along a line, through a whole tree, or up to a
//! node; and what was wrong with each move.

mod step;
mod walk;

use alloc::vec::Vec;
use core::fmt;

use super::board::{Board, Mark};
use super::history::History;
use super::rules::{Illegal, allows_suicide};
use super::stones::MAX_SIDE;
use crate::AnyTree;
use crate::values::{self, AnyNode, BoardSize, Color, Game, Notation, Point};
use crate::view::{NodeView, PropertyView, ValueView};
use crate::walk::Links;

pub use walk::Walk;

/// Executes the nodes of records of go: setup and moves, legal or not. Made for one record, and used
/// again for others.
///
/// In a node setup comes before the move. What is not a move of go, or off the board, is reported
/// and changes nothing.
///
/// Cost: a few nanoseconds for a node beside those of its moves; nothing is allocated for a move,
/// once the longest line was seen.
///
/// Source: FF\[4\], go, `B`, `W`, `AB`, `AW`, `AE`, `MN`.
///
/// ```
/// use kifu::go::{Illegal, Replay};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9]AB[ee];W[ed];B[ee];W[zz];B[])")?;
/// let game = collection.first_game_tree().unwrap();
/// let mut replay = Replay::of(game)?;
/// let mut faults = Vec::new();
/// for node in game.main_line() {
///     replay.step(node);
///     for turn in replay.turns() {
///         faults.extend(turn.illegal().map(|illegal| (turn.number(), illegal)));
///     }
/// }
/// assert_eq!(faults, [(2, Illegal::Occupied), (3, Illegal::OffBoard)]);
/// assert_eq!(replay.move_number(), 4);
/// assert_eq!(replay.board().stones().count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
    notation: Notation,
    allows_suicide: bool,
    history: Option<History>,
    now: Now,
    turns: Vec<Turn>,
    placed: PlacedSetup,
    /// What was before each node of the line that a walk is at.
    line: Vec<Frame>,
}

/// What is known after a node beside the position.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    number: i64,
    last: Option<Color>,
    passes: u32,
    /// How many nodes had setup: positions before one are not those after it.
    setups: u64,
}

/// What to come back to.
#[derive(Clone, Copy, Debug)]
struct Frame {
    mark: Mark,
    now: Now,
    positions: usize,
}

/// What setup of the last node met.
#[derive(Clone, Copy, Debug, Default)]
struct PlacedSetup {
    is_any: bool,
    /// The first stone that was put on another.
    on_stone: Option<(Color, Point)>,
    count: u32,
}

/// A move as it was executed. `Copy`.
///
/// ```
/// use kifu::go::Replay;
/// use kifu::values::{Color, Point};
///
/// let tree = kifu::OwnedTree::parse("(;SZ[9];W[ba];B[aa];W[ab]MN[10])")?;
/// let game = tree.first_game_tree().unwrap();
/// let mut replay = Replay::of(game)?;
/// game.main_line().for_each(|node| replay.step(node));
/// let [turn] = replay.turns() else { panic!() };
/// assert_eq!((turn.color(), turn.point()), (Color::White, Some(Point::new(0, 1))));
/// assert_eq!((turn.number(), turn.captured(), turn.illegal()), (10, 1, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    number: i64,
    color: Color,
    /// `None` of a pass, and of what is not a move of go.
    point: Option<Point>,
    captured: u16,
    lost: u16,
    illegal: Option<Illegal>,
    /// Whether the last move was of the same colour.
    is_twice: bool,
    /// How many passes came just before it.
    passes: u32,
    is_forced: bool,
}

impl Turn {
    /// The number of the move: what `MN` of the node says, or one more than the last.
    pub const fn number(&self) -> i64 {
        self.number
    }

    /// Who moved.
    pub const fn color(&self) -> Color {
        self.color
    }

    /// Where the stone was placed; `None` of a pass, and of what is not a move on the board.
    pub const fn point(&self) -> Option<Point> {
        self.point
    }

    /// Whether it is a pass.
    pub const fn is_pass(&self) -> bool {
        self.point.is_none() && self.illegal.is_none()
    }

    /// How many stones of the opponent were removed.
    pub const fn captured(&self) -> usize {
        self.captured as usize
    }

    /// How many stones of who moved were removed.
    pub const fn lost(&self) -> usize {
        self.lost as usize
    }

    /// Why it is not legal. Suicide of several stones is, where the rules allow it.
    pub const fn illegal(&self) -> Option<Illegal> {
        self.illegal
    }

    /// Whether the last move was of the same colour, and no setup came between.
    pub const fn is_twice(&self) -> bool {
        self.is_twice
    }

    /// How many passes came just before it.
    pub const fn passes_before(&self) -> usize {
        self.passes as usize
    }

    /// Whether the node has `KO`: the move is known to be illegal.
    ///
    /// Source: FF\[4\], `KO`.
    pub const fn is_forced(&self) -> bool {
        self.is_forced
    }
}

/// Why a record cannot be replayed. Printed as a clause.
///
/// ```
/// use kifu::go::{Replay, Unplayable};
///
/// let tree = kifu::OwnedTree::parse("(;GM[11])(;SZ[60])")?;
/// let faults = tree.game_trees().map(|game| Replay::of(game).unwrap_err());
/// assert!(faults.eq([Unplayable::NotGo, Unplayable::TooLarge]));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unplayable {
    /// `GM` names another game, or cannot be read.
    NotGo,
    /// A side of the board is longer than 52.
    TooLarge,
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotGo => "not a record of go",
            Self::TooLarge => "the board has more than 52 columns or rows",
        })
    }
}

impl core::error::Error for Unplayable {}

/// What the root of a record says of its board and its rules.
fn board_of(tree: impl AnyTree) -> Result<(Notation, BoardSize, bool), Unplayable> {
    let notation = Notation::of(tree);
    if notation.game() != Game::GO {
        return Err(Unplayable::NotGo);
    }
    let usual = || BoardSize::new(19, 19).ok_or(Unplayable::TooLarge);
    let size = notation.size().map_or_else(usual, Ok)?;
    if size.columns().max(size.rows()) > MAX_SIDE {
        return Err(Unplayable::TooLarge);
    }
    Ok((notation, size, rules_of(tree)))
}

/// Whether the rules that the root names allow suicide.
fn rules_of(tree: impl AnyTree) -> bool {
    let Some(first) = tree.roots().next() else { return false };
    let Some(root) = core::iter::successors(Some(first), |node| node.parent()).last() else {
        return false;
    };
    let rules = root.property_views().find(|property| property.ident() == "RU");
    let Some(rules) = rules.and_then(|property| property.values().next()) else { return false };
    !matches!(rules.text(), "" | "Japanese" | "Chinese") && allows_suicide(rules.text())
}

impl Replay {
    /// For the record that a tree is, or of which it is a part, with an empty board.
    ///
    /// Cost: a board, and as [`Notation::of`].
    pub fn of(tree: impl AnyTree) -> Result<Self, Unplayable> {
        let (notation, size, allows_suicide) = board_of(tree)?;
        Ok(Self {
            board: Board::new(size).ok_or(Unplayable::TooLarge)?,
            notation,
            allows_suicide,
            history: None,
            now: Now::default(),
            turns: Vec::new(),
            placed: PlacedSetup::default(),
            line: Vec::new(),
        })
    }

    /// Starts anew with another record, or with the same.
    ///
    /// Cost: as [`Board::resize`]; allocates nothing.
    ///
    /// ```
    /// use kifu::go::Replay;
    ///
    /// let tree = kifu::OwnedTree::parse("(;SZ[9];B[aa])(;SZ[19];B[aa];W[bb])(;GM[2])")?;
    /// let mut replay = Replay::of(tree.first_game_tree().unwrap())?;
    /// let mut stones = Vec::new();
    /// for game in tree.game_trees() {
    ///     if replay.restart(game).is_ok() {
    ///         game.main_line().for_each(|node| replay.step(node));
    ///         stones.push(replay.board().stones().count());
    ///     }
    /// }
    /// assert_eq!(stones, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, tree: impl AnyTree) -> Result<(), Unplayable> {
        let (notation, size, allows_suicide) = board_of(tree)?;
        self.notation = notation;
        self.allows_suicide = allows_suicide;
        self.board.resize(size);
        self.rewind();
        Ok(())
    }

    /// Empties everything but what the record says of its board.
    fn rewind(&mut self) {
        self.board.clear();
        self.board.record(false);
        self.now = Now::default();
        self.turns.clear();
        self.line.clear();
        self.placed = PlacedSetup::default();
        if let Some(history) = &mut self.history {
            history.clear();
            history.add(self.board.hash());
        }
    }

    /// Whether a position that was there before, in the line of play and since the last setup, is
    /// reported: positional superko. Positions are compared by their hashes. It has to be called
    /// before the first step.
    ///
    /// ```
    /// use kifu::go::{Illegal, Replay};
    ///
    /// // Black takes a ko, both pass, and White takes it back.
    /// let source = "(;SZ[4:3]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb])";
    /// let tree = kifu::OwnedTree::parse(source)?;
    /// let mut replay = Replay::of(&tree)?;
    /// for (is_checked, illegal) in [(false, None), (true, Some(Illegal::Superko))] {
    ///     replay.check_superko(is_checked);
    ///     tree.nodes().for_each(|node| replay.step(node));
    ///     assert_eq!(replay.turns()[0].illegal(), illegal);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_superko(&mut self, is_checked: bool) {
        self.history = is_checked.then(History::default);
        self.rewind();
    }

    /// Whether the rules allow to remove several stones of one's own. At first it is what `RU` of the
    /// root says, as [`allows_suicide`] reads it.
    pub fn allow_suicide(&mut self, is_allowed: bool) {
        self.allows_suicide = is_allowed;
    }

    /// The position, and the prisoners.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, to ask for what it can keep, such as
    /// [the hashes of all symmetries](Board::keep_hashes).
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// How the record writes its points and moves.
    pub fn notation(&self) -> Notation {
        self.notation
    }

    /// The number of the last move, as [`values::move_number`] gives it.
    pub fn move_number(&self) -> i64 {
        self.now.number
    }

    /// The moves of the last node: mostly one or none.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Who moved last; `None` before the first move, and after setup.
    pub fn last_color(&self) -> Option<Color> {
        self.now.last
    }

    /// How many passes there are since the last stone, or since setup.
    pub fn passes(&self) -> usize {
        self.now.passes as usize
    }

    /// The first stone that setup of the last node put on another, and how many there were.
    ///
    /// ```
    /// use kifu::go::Replay;
    /// use kifu::values::{Color, Point};
    ///
    /// let tree = kifu::OwnedTree::parse("(;AB[aa][bb];AW[aa:ba])")?;
    /// let mut replay = Replay::of(&tree)?;
    /// tree.nodes().for_each(|node| replay.step(node));
    /// assert_eq!(replay.setup_on_stones(), Some((Color::White, Point::new(0, 0), 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup_on_stones(&self) -> Option<(Color, Point, usize)> {
        self.placed.on_stone.map(|(color, point)| (color, point, self.placed.count as usize))
    }

    /// Whether the last node had setup.
    pub fn has_setup(&self) -> bool {
        self.placed.is_any
    }

    /// Goes to a node of the record: from an empty board down to it.
    ///
    /// Cost: that of the line above the node, and a list of its nodes.
    ///
    /// ```
    /// use kifu::go::Replay;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9](;B[aa];W[bb])(;B[cc]))")?;
    /// let last = collection.nodes().last().unwrap();
    /// let mut replay = Replay::of(last)?;
    /// replay.go_to(last);
    /// assert_eq!(replay.move_number(), 1);
    /// assert_eq!(replay.board().stones().next().unwrap().0.xy(), (2, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_to<'v, N: AnyNode<'v>>(&mut self, node: N) {
        self.rewind();
        let line: Vec<N> = core::iter::successors(Some(node), |node| node.parent()).collect();
        for node in line.into_iter().rev() {
            self.step(node);
        }
    }

    /// Goes through a node and all nodes below it, in file order, each once: where a variation ends,
    /// the moves up to where the next one starts are taken back. The walk starts with the position
    /// before the node.
    ///
    /// Cost: twice that of the moves; the log of the line takes what [`Board::record`] says. Where
    /// setup is taken back, see [`Board::undo_to`].
    ///
    /// ```
    /// use kifu::go::Replay;
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))")?;
    /// let mut replay = Replay::of(collection)?;
    /// let mut walk = replay.walk(collection.root().unwrap());
    /// let mut stones = Vec::new();
    /// while let Some(node) = walk.next() {
    ///     assert_eq!(walk.replay().move_number(), kifu::values::move_number(node));
    ///     stones.push(walk.replay().board().stones().count());
    /// }
    /// assert_eq!(stones, [0, 1, 2, 3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk<'v, N: AnyNode<'v>>(&mut self, node: N) -> Walk<'_, N> {
        match node.parent() {
            Some(parent) => self.go_to(parent),
            None => self.rewind(),
        }
        self.board.record(true);
        Walk::new(self, node)
    }
}

/// The number that `MN` says.
fn number_of<'v>(value: impl values::AnyValue<'v>) -> Option<i64> {
    values::number(value).value()
}
