//! Tolerant reading of parentheses, and of what follows them: `R5`, `R6`, `R11` and `R12` of the
//! rules of recovery, which the README lists.

use super::lookahead::{opens_tree, property_start};
use super::{GoesOn, Pass};
use crate::charset::Chars;
use crate::diagnostic::Code;
use crate::ident::move_name;
use crate::scanner::{Place, Sink};
use crate::scratch::{Level, cut};

impl<C: Chars> Pass<'_, '_, C> {
    /// R6: what stands after a `(` in the place of a `;`.
    pub(super) fn opened(&mut self) -> GoesOn {
        let at = self.scan.at;
        let chars = self.chars;
        let paren = self.sink.tree.level.start as usize;
        if self.scan.depth == 1 && !opens_tree(self.bytes, paren, chars) {
            return self.take_back_open(paren);
        }
        if self.skips_odd_space() || !self.damage() {
            return true;
        }
        match self.bytes[at] {
            b'(' => {
                self.note(Code::RedundantParens, paren, paren + 1);
                self.scan.place = Place::Variations;
            }
            b')' => {
                self.note(Code::EmptyTree, paren, at + 1);
                self.scan.place = Place::Variations;
            }
            _ if property_start(self.bytes, at, chars).is_some() => {
                self.note(Code::MissingSemicolon, at, at);
                return self.insert_node(at);
            }
            _ => self.skip(at),
        }
        true
    }

    /// Makes a node of the property that starts at `at`.
    pub(super) fn insert_node(&mut self, at: usize) -> GoesOn {
        let state = &mut self.scan;
        (state.place, state.has_property) = (Place::Node, false);
        match self.sink.node(at) {
            Ok(()) => true,
            Err(_) => self.stop_at_limit(),
        }
    }

    /// R5: what follows a sub-tree and is neither another one nor the end of the tree.
    pub(super) fn after_variation(&mut self) -> GoesOn {
        let at = self.scan.at;
        if self.skips_odd_space() {
            return true;
        }
        if let Some(open) = property_start(self.bytes, at, self.chars) {
            let ident = self.ident(at, open);
            let has_nodes = self.sink.tree.level.has_nodes();
            if has_nodes && move_name(ident).is_none() {
                return self.property_after_variation(at, open);
            }
            if self.damage() {
                // R6: a parenthesis without a node of its own gets one.
                let code =
                    if has_nodes { Code::NodeAfterVariation } else { Code::MissingSemicolon };
                self.note(code, at, at);
                self.sink.tree.go_on(at);
                return self.insert_node(at);
            }
            return true;
        }
        if !self.damage() {
            return true;
        }
        if self.bytes[at] == b';' {
            self.note(Code::NodeAfterVariation, at, at + 1);
            self.sink.tree.go_on(at);
            self.scan.place = Place::Node;
        } else {
            self.skip(at);
        }
        true
    }

    /// R12
    pub(super) fn end_of_input(&mut self) -> GoesOn {
        if !self.damage() {
            return true;
        }
        let end = self.bytes.len();
        self.note(Code::UnclosedTree, end, end);
        self.close_all(end)
    }

    /// Leaves out all from here on.
    pub(super) fn stop_at_limit(&mut self) -> GoesOn {
        let at = self.scan.at;
        self.note(Code::LimitReached, at, self.bytes.len());
        self.close_all(at);
        false
    }

    pub(super) fn close_all(&mut self, end: usize) -> GoesOn {
        while self.sink.tree.is_inside() {
            self.sink.close_level(end);
        }
        self.leave_tree();
        self.tree_closed()
    }

    /// R11: at the first structural fault of a game tree, makes the records in it game trees of
    /// their own. Says whether the scanner is still inside a tree, and its place the same.
    pub(super) fn damage(&mut self) -> bool {
        let is_damaged = self.sink.is_damaged;
        self.fault_at(self.scan.at);
        if is_damaged {
            return true;
        }
        // A parenthesis that has nothing in it yet is not read, if it is closed.
        let Level { start, .. } = self.sink.tree.level;
        let is_empty = !self.sink.tree.level.has_nodes();
        let end = if is_empty { start as usize } else { self.scan.at };
        if !cut::cut_candidates(&mut self.sink.tree, end) {
            return true;
        }
        self.scan.depth = self.sink.tree.open_parens();
        if self.sink.tree.is_inside() {
            return true;
        }
        if is_empty {
            self.scan.at = start as usize;
            let pending = &mut self.tables_mut().diagnostics.pending;
            pending.retain(|found| found.span().start() < start as usize);
            // It is opened once more. An empty one has no `;`.
            self.tables_mut().explained.take_back_open();
        }
        self.leave_tree();
        self.tree_closed();
        false
    }

    /// Notes that the game tree has a structural fault at `at`.
    pub(super) fn fault_at(&mut self, at: usize) {
        self.sink.is_damaged = true;
        self.state.last_fault = at;
    }

    /// R11: makes a game tree of the parenthesis that is read.
    pub(super) fn cut_here(&mut self) -> GoesOn {
        cut::cut_here(&mut self.sink.tree);
        // It may have had a fault in one of its sub-trees.
        self.sink.is_damaged = self.state.last_fault > self.sink.tree.game_start;
        self.scan.depth = 1;
        true
    }
}
