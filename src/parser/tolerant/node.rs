//! Tolerant reading inside of nodes: names, values and what stands between them. `R5` and `R7` to
//! `R10` are rules of recovery, which the README lists.

use super::lookahead::{opens_tree, property_start, skip_space as skip_all_space, stray_end};
use super::value::Value;
use super::{GoesOn, Pass};
use crate::charset::Chars;
use crate::diagnostic::{Case, Code};
use crate::ident::{cannot_hold_bracket, drops_letters, ident_end, move_name};
use crate::scanner::{Place, skip_space};
use crate::scratch::cut;
use crate::span::Span;
use crate::text::trimmed_end;

impl<'s, C: Chars> Pass<'_, 's, C> {
    /// The ident that starts at `at` and is followed by the `[` at `open`.
    pub(super) fn ident(&self, at: usize, open: usize) -> &'s [u8] {
        &self.bytes[at..ident_end(self.bytes, at).unwrap_or(open)]
    }

    /// R7 to R10: what stands in a node and is no property, node or parenthesis of strict reading.
    pub(super) fn in_node(&mut self) -> GoesOn {
        let at = self.scan.at;
        if let Some(paren) = self.smiley() {
            return self.take_back_open(paren);
        }
        if self.extend_value(at) {
            return true;
        }
        if let Some(open) = property_start(self.bytes, at, self.chars) {
            return self.odd_property(at, open);
        }
        if self.bytes[at] == b'[' && self.scan.has_property {
            // The scanner takes every value here but one without an end.
            return self.unclosed_value(at);
        }
        if self.skips_odd_space() || !self.damage() {
            return true;
        }
        self.scan.has_property = false;
        self.skip(at);
        true
    }

    /// R1: if the game tree has nothing but the start of its first node, and that is a smiley: its
    /// parenthesis.
    fn smiley(&self) -> Option<usize> {
        let tree = &self.sink.tree;
        let (at, level) = (self.scan.at, tree.level);
        let node = tree.tables.nodes.rows().get(level.first as usize)?;
        let (paren, semicolon) = (level.start as usize, node.start as usize);
        let is_first = self.scan.depth == 1
            && level.first == level.last
            && !level.is_implied
            && skip_all_space(self.bytes, paren + 1, self.chars) == semicolon
            && skip_space(self.bytes, semicolon + 1) == at
            && self.bytes[semicolon] == b';';
        let is_paren = self.bytes[paren] == b'(';
        (is_first && is_paren && !opens_tree(self.bytes, paren, self.chars)).then_some(paren)
    }

    /// R9: a `B` or `W` at the place of the scanner, in a node that has one already.
    pub(super) fn second_move(&mut self) -> GoesOn {
        let at = self.scan.at;
        let open = skip_space(self.bytes, at + 1);
        let name = self.bytes[at];
        let value = self.value(&[name], open);
        if self.starts_node(name, open, value) {
            // The scanner reads it again.
            return self.node_of_second_move(at);
        }
        self.sink.tree.same_move(at, at + 1);
        self.sink.put(open + 1, value.end, true);
        self.pass_value(value);
        true
    }

    /// R9: whether a move with this first value is another than the one that the node has.
    fn starts_node(&mut self, name: u8, open: usize, value: Value) -> bool {
        let bytes = self.bytes;
        let first = self.sink.tree.first_move(name);
        first.is_some_and(|first| bytes[first.range()] != bytes[open + 1..value.end.at])
    }

    fn node_of_second_move(&mut self, at: usize) -> GoesOn {
        self.note_case(Code::MissingSemicolon, Case::SecondMove, at, at);
        self.insert_node(at)
    }

    /// R9: reads the property at `at` that the scanner did not take: its ident is not written in
    /// capitals alone, or its value has no end.
    fn odd_property(&mut self, at: usize, open: usize) -> GoesOn {
        let ident = self.ident(at, open);
        let end = at + ident.len();
        let is_candidate = cut::makes_candidate(&self.sink.tree, ident);
        if is_candidate && self.sink.is_damaged {
            return self.cut_here();
        }
        let value = self.value(ident, open);
        // With a candidate the fault is met when the candidate is known to be one.
        if self.is_unclosed(value) && !is_candidate && !self.damage() {
            return true;
        }
        if let Some(name) = move_name(ident) {
            if self.starts_node(name, open, value) && !self.node_of_second_move(at) {
                return false;
            }
        }
        self.pend_ident(ident, at);
        self.skip_space(end);
        if ident.iter().all(u8::is_ascii_uppercase) && move_name(ident).is_none() {
            // A candidate was looked for.
            self.sink.tree.put_property(at, end);
        } else {
            self.sink.tree.odd_property(at, end);
        }
        self.sink.put(open + 1, value.end, true);
        self.pass_value(value);
        if self.is_unclosed(value) {
            // A candidate is open, so that there is something to go on with.
            self.damage();
            self.note(Code::UnclosedValue, open, open + 1);
        }
        true
    }

    /// R9: notes an ident that is not written in capitals alone.
    fn pend_ident(&mut self, ident: &[u8], at: usize) {
        if !ident.iter().all(u8::is_ascii_uppercase) {
            let is_renamed = drops_letters(ident);
            let code = if is_renamed { Code::LowercaseIdent } else { Code::InvalidIdent };
            self.pend(code, at, at + ident.len());
        }
    }

    /// R5: a property that follows a sub-tree belongs to the node that the sub-tree hangs on.
    pub(super) fn property_after_variation(&mut self, at: usize, open: usize) -> GoesOn {
        let ident = self.ident(at, open);
        let is_candidate = cut::makes_candidate(&self.sink.tree, ident);
        if is_candidate && self.sink.is_damaged {
            self.cut_here();
        }
        let is_unclosed = self.is_unclosed(self.value(ident, open));
        // Records in the sub-trees are the last, so that a cut closes all.
        let closes_all = is_unclosed && is_candidate && cut::has_candidates_below(&self.sink.tree);
        if is_unclosed && (!is_candidate || closes_all) && !self.damage() {
            return true;
        }
        let is_further =
            self.state.run_end.is_some_and(|end| skip_all_space(self.bytes, end, self.chars) == at);
        if !is_further {
            self.note(Code::PropertyAfterVariation, at, at + ident.len());
        }
        self.pend_ident(ident, at);
        self.skip_space(at + ident.len());
        let start = self.sink.tree.tables.properties.len();
        self.sink.tree.continued_property(at, at + ident.len());
        let (mut open, mut is_first) = (open, true);
        let unclosed = loop {
            let value = self.value(ident, open);
            if self.is_unclosed(value) && !is_first {
                break Some(open);
            }
            self.sink.put(open + 1, value.end, is_first);
            self.pass_value(value);
            if self.is_unclosed(value) {
                break Some(open);
            }
            if cannot_hold_bracket(ident) {
                self.skip_brackets(value.end.at + 1);
            }
            is_first = false;
            let end = self.scan.at;
            let next = skip_all_space(self.bytes, end, self.chars);
            if self.bytes.get(next) != Some(&b'[') {
                break None;
            }
            open = self.skip_space(end);
        };
        let end = self.scan.at;
        self.state.run_end = Some(end);
        self.sink.tree.continue_node(start, Span::new(at, end));
        self.scan.has_property = false;
        match unclosed {
            Some(open) if is_first => {
                self.damage();
                self.note(Code::UnclosedValue, open, open + 1);
                true
            }
            Some(open) => self.unclosed_value_after_variation(at, open),
            None => true,
        }
    }

    /// R8: as [`unclosed_value`](Self::unclosed_value), for a property after a sub-tree, which
    /// starts at `at`.
    fn unclosed_value_after_variation(&mut self, at: usize, open: usize) -> GoesOn {
        self.scan.at = open;
        if !self.damage() {
            return true;
        }
        self.note(Code::UnclosedValue, open, open + 1);
        let value = self.value(&[], open);
        // It is joined to those before it.
        let start = self.sink.tree.tables.properties.len();
        let (ident_end, end) = (at + self.ident(at, open).len(), self.bytes.len());
        self.sink.tree.continued_property(at, ident_end);
        self.sink.put(open + 1, value.end, true);
        self.sink.tree.continue_node(start, Span::new(open, end));
        self.pass_value(value);
        self.scan.has_property = false;
        true
    }

    /// R9 and R10: leaves out a name without a value, a value without a name, or stray bytes.
    pub(super) fn skip(&mut self, at: usize) {
        let (bytes, chars) = (self.bytes, self.chars);
        let ident =
            ident_end(bytes, at).filter(|&end| bytes[at..end].iter().any(u8::is_ascii_uppercase));
        let (code, end) = match (bytes[at], ident) {
            (b'[', _) => {
                let value = self.value(&[], at);
                (Code::ValueWithoutProperty, bytes.len().min(value.end.at + 1))
            }
            (_, Some(end)) => (Code::PropertyWithoutValue, end),
            _ => (Code::StrayBytes, trimmed_end(bytes, at, stray_end(bytes, at, chars))),
        };
        self.note(code, at, end);
        let is_in_run = self.scan.place == Place::Variations
            && self
                .state
                .run_end
                .is_some_and(|run_end| skip_all_space(bytes, run_end, chars) == at);
        if is_in_run {
            self.state.run_end = Some(end);
        }
        self.scan.at = end;
    }
}
