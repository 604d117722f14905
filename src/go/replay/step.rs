//! One node: its setup, and then its moves.

use super::{Now, PlacedSetup, Replay, Turn, number_of};
use crate::go::rules::Illegal;
use crate::values::source::{PropertySource, ValueSource};
use crate::values::{AnyNode, Color, Fault, Move, Outcome};

impl Replay {
    /// Executes a node: its setup and its moves. It has to follow the last one, and the first has to
    /// be a root: a line of play is a loop over its nodes.
    ///
    /// Cost: linear in the values of the node; see [`Board::play`](crate::go::Board::play) and
    /// [`Board::setup`](crate::go::Board::setup).
    #[inline]
    pub fn step<'v>(&mut self, node: impl AnyNode<'v>) {
        self.turns.clear();
        self.placed = PlacedSetup::default();
        let mut first = None;
        let mut has_more = false;
        for property in node.all_own() {
            match property.colored() {
                Some(_) if first.is_some() => has_more = true,
                Some(found) => first = Some(found),
                None => has_more |= is_executed(property.name()),
            }
        }
        if has_more {
            self.step_slowly(node);
        } else if let Some((color, text)) = first {
            self.turn(color, text);
        }
    }

    /// A node with more than a move.
    #[cold]
    #[inline(never)]
    fn step_slowly<'v>(&mut self, node: impl AnyNode<'v>) {
        self.set_up(node);
        for property in node.all_own() {
            if let Some((color, text)) = property.colored() {
                self.turn(color, text);
            }
        }
        if node.all_own().any(is_plain_ko) {
            self.turns.iter_mut().for_each(|turn| turn.is_forced = true);
        }
        let number = node.all_own().find(|property| property.name() == "MN");
        if let Some(number) = number.and_then(|property| number_of(property.single().whole())) {
            self.now.number = number;
            let last = self.turns.len().saturating_sub(1);
            for (index, turn) in self.turns.iter_mut().enumerate() {
                turn.number = number.saturating_sub((last - index) as i64);
            }
        }
    }

    /// Executes the setup of a node, in file order.
    fn set_up<'v>(&mut self, node: impl AnyNode<'v>) {
        if !node.all_own().any(|property| stone_of(property.name()).is_some()) {
            return;
        }
        self.placed.is_any = true;
        let mut setting_up = self.board.begin_setup();
        for property in node.all_own() {
            let Some(color) = stone_of(property.name()) else { continue };
            for point in self.notation.points(property.all_own()) {
                let before = self.board.set_up(&mut setting_up, color, point).flatten();
                if let (Some(color), Some(_)) = (color, before) {
                    self.placed.on_stone = self.placed.on_stone.or(Some((color, point)));
                    self.placed.count += 1;
                }
            }
        }
        self.board.end_setup(&setting_up);
        self.now = Now { last: None, passes: 0, setups: self.now.setups + 1, ..self.now };
        self.is_new_position();
    }

    /// Executes a move.
    #[inline]
    fn turn(&mut self, color: Color, text: &str) {
        let Now { number, last, passes, .. } = self.now;
        let number = number.saturating_add(1);
        let mut turn = Turn {
            number,
            color,
            point: None,
            captured: 0,
            lost: 0,
            illegal: None,
            is_twice: last == Some(color),
            passes,
            is_forced: false,
        };
        self.now.number = number;
        match self.notation.play(text) {
            Move::Point(point) => {
                let played = self.board.play(color, point);
                turn.point = Some(point);
                turn.captured = played.captured() as u16;
                turn.lost = played.lost() as u16;
                turn.illegal = played.illegal();
                self.now.passes = 0;
                if turn.lost > 1 && self.allows_suicide && turn.illegal == Some(Illegal::Suicide) {
                    turn.illegal = None;
                }
                if self.history.is_some() && !self.is_new_position() {
                    turn.illegal = turn.illegal.or(Some(Illegal::Superko));
                }
            }
            Move::Pass => {
                self.board.pass();
                self.now.passes = passes.saturating_add(1);
            }
            _ => turn.illegal = Some(self.why_not(text)),
        }
        self.now.last = Some(color);
        self.turns.push(turn);
    }

    #[cold]
    fn why_not(&self, text: &str) -> Illegal {
        match self.notation.read_move(text).outcome() {
            Outcome::Unreadable(Fault::OffBoard) => Illegal::OffBoard,
            _ => Illegal::NotAMove,
        }
    }

    /// Remembers the position. Whether it was not there before.
    fn is_new_position(&mut self) -> bool {
        let Some(history) = &mut self.history else { return true };
        // Another number for each setup, so that positions before it are others.
        let salt = self.now.setups.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        history.add(self.board.hash() ^ salt)
    }
}

/// Whether a property asks for more than its move to be executed.
#[inline(always)]
fn is_executed(ident: &str) -> bool {
    matches!(ident.as_bytes(), b"AB" | b"AW" | b"AE" | b"MN" | b"KO")
}

/// What setup puts on points.
fn stone_of(ident: &str) -> Option<Option<Color>> {
    match ident {
        "AB" => Some(Some(Color::Black)),
        "AW" => Some(Some(Color::White)),
        "AE" => Some(None),
        _ => None,
    }
}

/// `KO[]`. Programs write a komi there.
fn is_plain_ko<'v>(property: impl PropertySource<'v>) -> bool {
    property.name() == "KO" && property.first().whole().is_empty()
}
