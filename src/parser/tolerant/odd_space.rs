//! Odd white space: `R13` of the rules of recovery, which the README lists.

use core::mem;

use super::Pass;
use super::lookahead::{odd_space, skip_space};
use crate::charset::Chars;
use crate::diagnostic::{Code, Diagnostic};
use crate::scanner;
use crate::scratch::NONE;
use crate::span::Span;

impl<C: Chars> Pass<'_, '_, C> {
    /// R13: skips odd white space where the scanner stands. Says whether there is any.
    pub(super) fn skips_odd_space(&mut self) -> bool {
        let at = self.scan.at;
        let end = self.skip_space(at);
        self.scan.at = end;
        end > at
    }

    /// Where white space ends that starts at `at`, inside a tree; odd white space is noted.
    pub(super) fn skip_space(&mut self, at: usize) -> usize {
        let (bytes, chars) = (self.bytes, self.chars);
        let odd = scanner::skip_space(bytes, at);
        let width = odd_space(bytes, odd, chars);
        if width > 0 {
            let span = Span::new(odd, odd + width);
            let found = Diagnostic::new(Code::OddWhiteSpace, span, self.game_of_space());
            self.tables_mut().diagnostics.pending.push(found);
        }
        skip_space(bytes, odd, chars)
    }

    /// R13: notes odd white space outside of all game trees, once up to the next one.
    pub(super) fn note_odd_gap(&mut self, span: Span) {
        if !mem::replace(&mut self.state.has_odd_gap, true) {
            self.tables_mut().diagnostics.push(Code::OddWhiteSpace, span, None);
        }
    }

    /// R3 and R13: skips what belongs to the game tree that ended here: `)` that close nothing, and
    /// odd white space.
    pub(super) fn skip_trail(&mut self, game: u32) {
        loop {
            let at = self.scan.at;
            let next = scanner::skip_space(self.bytes, at);
            let odd = odd_space(self.bytes, next, self.chars);
            let odd = if odd > 0 {
                self.scan.at = skip_space(self.bytes, next, self.chars);
                Some(Span::new(next, next + odd))
            } else if self.bytes.get(next) == Some(&b')') {
                self.extra_parens(next)
            } else {
                return;
            };
            if let Some(span) = odd {
                let found = Diagnostic::new(Code::OddWhiteSpace, span, Some(game));
                self.tables_mut().diagnostics.pending.push(found);
            }
        }
    }

    /// R13: the game tree that white space belongs to where the scanner stands, inside a tree. After
    /// a game tree that ended in redundant parentheses it is that one.
    fn game_of_space(&self) -> Option<u32> {
        let tree = &self.sink.tree;
        let is_before_root = tree.level.last == NONE;
        let last = tree.tables.games.last().filter(|_| is_before_root);
        let ended_here = last.is_some_and(|game| tree.outermost_start() < Some(game.span.start()));
        self.open_game().map(|game| game - u32::from(ended_here))
    }
}
