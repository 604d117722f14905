//! Tolerant reading outside of all game trees: `R1` to `R4` of the rules of recovery, which the
//! README lists.

use super::lookahead::{holds_property, odd_space, skip_space, starts_tree, text_end};
use super::{GoesOn, Pass};
use crate::charset::Chars;
use crate::diagnostic::{Case, Code};
use crate::scanner::Place;
use crate::span::Span;
use crate::text::trimmed_end;

impl<C: Chars> Pass<'_, '_, C> {
    /// R1 to R4: what stands before, between and after the trees.
    pub(super) fn outside(&mut self) -> GoesOn {
        let at = self.scan.at;
        let Some(&byte) = self.bytes.get(at) else { return false };
        let chars = self.chars;
        if odd_space(self.bytes, at, chars) > 0 {
            self.scan.at = skip_space(self.bytes, at, chars);
            self.note_odd_gap(Span::new(at, at + odd_space(self.bytes, at, chars)));
            return true;
        }
        let tree_end = self.state.tree_end;
        if byte == b')' && tree_end.is_some_and(|end| skip_space(self.bytes, end, chars) == at) {
            if let Some(odd) = self.extra_parens(at) {
                self.note_odd_gap(odd);
            }
        } else if starts_tree(self.bytes, at, chars) {
            self.open(at);
            self.note(Code::MissingOpenParen, at, at + 1);
            self.fault_at(at);
        } else {
            self.skip_text(at);
        }
        true
    }

    /// R3: skips the `)` at `at` and those that follow; gives the first odd white space between.
    pub(super) fn extra_parens(&mut self, at: usize) -> Option<Span> {
        let (bytes, chars) = (self.bytes, self.chars);
        let (mut end, mut next, mut odd) = (at, at, None);
        while bytes.get(next) == Some(&b')') {
            end = next + 1;
            next = skip_space(bytes, end, chars);
            let gap = crate::scanner::skip_space(bytes, end);
            if gap < next && bytes.get(next) == Some(&b')') {
                odd = odd.or(Some(Span::new(gap, gap + odd_space(bytes, gap, chars))));
            }
        }
        self.note(Code::ExtraCloseParen, at, end);
        self.scan.at = end;
        odd
    }

    /// R2: opens a tree before the `;` at `at`.
    fn open(&mut self, at: usize) {
        // There is no `(` to count.
        self.sink.tree.push_level(at);
        let state = &mut self.scan;
        (state.at, state.depth, state.place) = (at, 1, Place::Node);
    }

    /// R4
    pub(super) fn skip_text(&mut self, at: usize) {
        let chars = self.chars;
        let end = text_end(self.bytes, at, chars);
        let before = self.start == 0 && self.sink.tree.tables.games.is_empty();
        let code = if before { Code::TextBeforeTree } else { Code::TextAfterTree };
        let holds_property = holds_property(&self.bytes[at..end], chars);
        let case = if holds_property { Case::HoldsProperty } else { Case::Usual };
        self.note_case(code, case, at, trimmed_end(self.bytes, at, end));
        self.scan.at = end;
    }

    /// R1: takes a parenthesis back that opens no tree, and skips it as text.
    pub(super) fn take_back_open(&mut self, paren: usize) -> GoesOn {
        self.sink.tree.take_back_open();
        self.leave_tree();
        self.skip_text(paren);
        true
    }
}
