//! What a check found, with its places in the input.

use alloc::vec::Vec;
use core::fmt;

use super::message::Message;
use super::{PlayCode, PlayRemark};
use crate::diagnostic::Severity;
use crate::go::board::Board;
use crate::go::shown::Cutout;
use crate::span::Span;
use crate::tree::{Node, NodeId};
use crate::values::source::PropertySource;
use crate::values::{BoardSize, Color, Point};

/// What a check of a collection found.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[aa];W[aa];B[aa])")?;
/// let checked = kifu::go::PlayChecker::new().max_diagnostics(1).check(collection);
/// assert_eq!((checked.diagnostics().len(), checked.omitted()), (1, 1));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayChecked {
    pub(super) diagnostics: Vec<PlayDiagnostic>,
    pub(super) omitted: usize,
}

impl PlayChecked {
    /// What was found, game by game, in the order in which the walk came to it.
    pub fn diagnostics(&self) -> &[PlayDiagnostic] {
        &self.diagnostics
    }

    /// How many diagnostics there were beyond those that are kept.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

/// One finding of a check of play, with its place in the input. `Copy`.
///
/// The alternate form of its text (`{:#}`) has a small board below the sentence, with the stones
/// around the point after the move.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[3];B[ba];W[bb];B[ba])")?;
/// let found = kifu::go::PlayChecker::new().check(collection).diagnostics()[0];
/// assert_eq!(found.code().name(), "occupied-point");
/// let shown = "move 3, B B3: there is a stone on the point\n .(X).\n . O .\n . . .\n";
/// assert_eq!(format!("{found:#}"), shown);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct PlayDiagnostic {
    message: Message,
    span: Span,
    game: u32,
    node: NodeId,
    cutout: Option<Cutout>,
}

/// How many columns and rows around a point are shown.
const REACH: u16 = 3;

impl PlayDiagnostic {
    pub(super) fn new(remark: PlayRemark<Node<'_>>, game: usize, board: &Board) -> Self {
        let PlayRemark { node, ident, message } = remark;
        Self {
            message,
            span: span(node, ident, message.code),
            game: game as u32,
            node: node.id(),
            cutout: message.point.map(|point| Cutout::around(board, point, REACH)),
        }
    }

    /// What was found.
    pub fn code(self) -> PlayCode {
        self.message.code
    }

    /// How bad it is; the code decides.
    pub fn severity(self) -> Severity {
        self.code().severity()
    }

    /// Where it stands in the input: a value, or an ident.
    pub fn span(self) -> Span {
        self.span
    }

    /// The number of the game tree in the collection, from 0.
    pub fn game(self) -> usize {
        self.game as usize
    }

    /// The node it stands in.
    pub fn node(self) -> NodeId {
        self.node
    }

    /// The number of the move, or of the last one before it; 0 before the first.
    pub fn number(self) -> i64 {
        self.message.number
    }

    /// Who moved, or whose stones they are.
    pub fn color(self) -> Option<Color> {
        self.message.color
    }

    /// The point of the move, or of the first stone of setup.
    pub fn point(self) -> Option<Point> {
        self.message.point
    }

    /// The size of the board.
    pub fn board_size(self) -> BoardSize {
        self.message.size
    }

    /// The stones around the point, after the move.
    pub fn cutout(self) -> Option<Cutout> {
        self.cutout
    }
}

/// Where a finding stands.
fn span(node: Node<'_>, ident: &str, code: PlayCode) -> Span {
    match node.get(ident) {
        Some(property) if code == PlayCode::SetupOnStone || ident == "AB" => property.ident_span(),
        Some(property) => property.single().span(),
        None => {
            let whole = node.span();
            Span::new(whole.start(), whole.end().min(whole.start() + 1))
        }
    }
}

impl fmt::Display for PlayDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.message, f)?;
        match self.cutout.filter(|_| f.alternate()) {
            Some(cutout) => write!(f, "\n{cutout}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for PlayDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} in game {}", self.code(), self.span, self.game)
    }
}
