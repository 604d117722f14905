//! What a move can be, in all games whose moves the format defines.

use super::point::Point;
use super::reading::{Fault, Parsed};
use crate::text::is_space;

/// A move: what a player did.
///
/// Most games use a few of these: go knows [`Point`](Self::Point) and [`Pass`](Self::Pass), and what
/// is neither is [`NotAMove`](Self::NotAMove).
///
/// Source: FF\[4\], Move; the pages of the games.
///
/// ```
/// use kifu::values::{Move, Notation};
///
/// let shown = |text| match Notation::GO.play(text) {
///     Move::Point(point) => format!("{:?}", point.xy()),
///     Move::Pass => "pass".into(),
///     Move::NotAMove(text) => format!("{text}, whatever that is"),
///     other => unreachable!("{other:?} is not of go"),
/// };
/// assert_eq!(shown("pd"), "(15, 3)");
/// assert_eq!(shown("tt"), "pass");
/// assert_eq!(shown("resign"), "resign, whatever that is");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move<'v> {
    /// A stone on a point: go, Othello, Gomoku, Hex, TwixT.
    Point(Point),
    /// A pass: go, Hex, Lines of Action, TwixT.
    Pass,
    /// From a point to another: Lines of Action, Gess.
    Step {
        /// Where the move starts.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// From a point to another, and an arrow from there to a third: Amazons.
    Shot {
        /// Where the amazon was.
        from: Point,
        /// Where it went.
        to: Point,
        /// Where the arrow went.
        arrow: Point,
    },
    /// Dice, and what was moved: Backgammon.
    Roll(Roll),
    /// A move of Octi.
    Octi(Octi<'v>),
    /// Something other than a move on the board: resigning, doubling, changing sides.
    Word(Word),
    /// The text of a move, in a game whose moves the format does not define.
    Raw(&'v str),
    /// The text of what is not a move of this game.
    NotAMove(&'v str),
}

impl<'v> Move<'v> {
    /// The point, if the move is a stone on one.
    ///
    /// ```
    /// use kifu::values::Notation;
    ///
    /// assert_eq!(Notation::GO.play("aa").point().unwrap().xy(), (0, 0));
    /// assert_eq!(Notation::GO.play("").point(), None);
    /// ```
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Point(point) => Some(point),
            _ => None,
        }
    }

    /// Whether it is a pass.
    ///
    /// ```
    /// assert!(kifu::values::Notation::GO.play("tt").is_pass());
    /// ```
    pub const fn is_pass(self) -> bool {
        matches!(self, Self::Pass)
    }
}

/// What is said in the place of a move.
///
/// Source: FF\[4\], the pages of Hex, Lines of Action and Backgammon.
///
/// ```
/// use kifu::values::{BoardSize, Game, Move, Notation, Word};
///
/// let hex = Notation::new(Game::HEX, BoardSize::new(11, 11));
/// assert_eq!(hex.play("swap-pieces"), Move::Word(Word::SwapPieces));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Word {
    /// `swap-sides`: the players change sides.
    SwapSides,
    /// `swap-pieces`: the stone is taken over in the mirrored place.
    SwapPieces,
    /// `swap`, without saying of what.
    Swap,
    /// `resign`
    Resign,
    /// `forfeit`
    Forfeit,
    /// `double`, of Backgammon.
    Double,
    /// `take`, of Backgammon: the double is accepted.
    Take,
    /// `drop`, of Backgammon: the double is refused.
    Drop,
}

/// A roll of Backgammon: the dice, and up to four steps from a point to another.
///
/// Source: FF\[4\], Backgammon.
///
/// ```
/// use kifu::values::{Game, Move, Notation};
///
/// let Move::Roll(roll) = Notation::new(Game::BACKGAMMON, None).play("31hefe") else { panic!() };
/// assert_eq!(roll.dice(), [3, 1]);
/// let steps = roll.steps().map(|(from, to)| (from.column(), to.column()));
/// assert!(steps.eq([(7, 4), (5, 4)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    dice: [u8; 2],
    steps: [[u8; 2]; 4],
    count: u8,
}

impl Roll {
    /// The two dice, from 1 to 6.
    pub const fn dice(self) -> [u8; 2] {
        self.dice
    }

    /// The steps, each from a point to another.
    pub fn steps(self) -> impl ExactSizeIterator<Item = (Point, Point)> {
        let steps = self.steps.into_iter().take(usize::from(self.count));
        steps.map(|[from, to]| (Point::new(from.into(), 0), Point::new(to.into(), 0)))
    }

    pub(super) fn parse(bytes: &[u8]) -> Parsed<Self> {
        let [first @ b'1'..=b'6', second @ b'1'..=b'6', rest @ ..] = bytes else {
            return Err(Fault::NotAMove);
        };
        let mut roll = Self { dice: [first - b'0', second - b'0'], steps: [[0; 2]; 4], count: 0 };
        let pairs = rest.chunks(2);
        if pairs.len() > roll.steps.len() {
            return Err(Fault::NotAMove);
        }
        for (step, pair) in roll.steps.iter_mut().zip(pairs) {
            let &[from @ b'a'..=b'z', to @ b'a'..=b'z'] = pair else {
                return Err(Fault::NotAMove);
            };
            *step = [from - b'a', to - b'a'];
            roll.count += 1;
        }
        Ok((roll, None))
    }
}

/// A move of Octi: a new pod, a prong added or turned, or one jump or more.
///
/// Source: FF\[4\], Octi.
///
/// ```
/// use kifu::values::{Game, Move, Notation, OctiKind};
///
/// let notation = Notation::new(Game::OCTI, None);
/// let Move::Octi(new) = notation.play("73") else { panic!() };
/// assert_eq!((new.kind(), new.start().xy()), (OctiKind::NewPod, (6, 2)));
/// let Move::Octi(jumps) = notation.play("84-86-68x") else { panic!() };
/// assert_eq!(jumps.kind(), OctiKind::Jump);
/// assert!(jumps.jumps().map(|(to, captures)| (to.xy(), captures)).eq([((7, 5), false), ((5, 7), true)]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Octi<'v> {
    text: &'v str,
    start: Point,
    kind: OctiKind,
}

/// What kind of a move of Octi it is.
///
/// Source: FF\[4\], Octi.
///
/// ```
/// use kifu::values::{Game, Move, Notation, OctiKind};
///
/// let Move::Octi(turn) = Notation::new(Game::OCTI, None).play("33+A-B") else { panic!() };
/// assert_eq!(turn.kind(), OctiKind::Turn { added: 'A', removed: 'B' });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OctiKind {
    /// A new pod: `73`.
    NewPod,
    /// A prong is added to a pod: `33+B`, `33+B!` for a superprong.
    Prong {
        /// The letter of the prong, `A` to `H`.
        added: char,
        /// Whether it is a superprong.
        is_super: bool,
    },
    /// A prong is turned: `33+A-B`.
    Turn {
        /// The letter after the `+`.
        added: char,
        /// The letter after the `-`.
        removed: char,
    },
    /// One jump or more: `84-86-68x`.
    Jump,
}

impl<'v> Octi<'v> {
    /// What kind of a move it is.
    pub const fn kind(self) -> OctiKind {
        self.kind
    }

    /// The pod that moves or changes.
    pub const fn start(self) -> Point {
        self.start
    }

    /// Where a jump leads, one point after the other, and whether what was jumped over is captured.
    pub fn jumps(self) -> impl Iterator<Item = (Point, bool)> + use<'v> {
        let is_jump = self.kind == OctiKind::Jump;
        let mut bytes = self.text.bytes().filter(|&byte| !is_space(byte)).skip(2).peekable();
        core::iter::from_fn(move || {
            bytes.next_if_eq(&b'-').filter(|_| is_jump)?;
            let point = octi_point(bytes.next()?, bytes.next()?)?;
            Some((point, bytes.next_if_eq(&b'x').is_some()))
        })
    }

    /// Reads what `bytes`, which are `text` without white space, say.
    pub(super) fn parse(text: &'v str, bytes: &[u8]) -> Parsed<Self> {
        let (&[column, row, ref rest @ ..], fault) = (bytes, Fault::NotAMove) else {
            return Err(Fault::NotAMove);
        };
        let start = octi_point(column, row).ok_or(fault)?;
        let kind = match *rest {
            [] => OctiKind::NewPod,
            [b'+', prong @ b'A'..=b'H'] => OctiKind::Prong { added: prong.into(), is_super: false },
            [b'+', prong @ b'A'..=b'H', b'!'] | [b'+', b'!', prong @ b'A'..=b'H'] => {
                OctiKind::Prong { added: prong.into(), is_super: true }
            }
            [b'+', added @ b'A'..=b'H', b'-', removed @ b'A'..=b'H'] => {
                OctiKind::Turn { added: added.into(), removed: removed.into() }
            }
            [b'-', ..] if are_jumps(rest) => OctiKind::Jump,
            _ => return Err(fault),
        };
        Ok((Self { text, start, kind }, None))
    }
}

fn are_jumps(bytes: &[u8]) -> bool {
    let mut left = bytes;
    while let [b'-', column, row, rest @ ..] = left {
        if octi_point(*column, *row).is_none() {
            return false;
        }
        left = rest.strip_prefix(b"x").unwrap_or(rest);
    }
    left.is_empty()
}

/// A point of Octi: two digits from 1.
pub(super) fn octi_point(column: u8, row: u8) -> Option<Point> {
    match (column, row) {
        (b'1'..=b'9', b'1'..=b'9') => Some(Point::new((column - b'1').into(), (row - b'1').into())),
        _ => None,
    }
}
