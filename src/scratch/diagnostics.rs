//! The diagnostics of one input while it is read: bounded, and some of them reported once for a game
//! tree.

use alloc::vec::Vec;
use core::mem;

use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// The diagnostics of one input, up to a bound.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) list: Vec<Diagnostic>,
    /// How many more there were.
    pub(crate) omitted: u32,
    /// How many of those were text before a game tree, which does not count without a game tree.
    omitted_text: u32,
    /// What is reported once for a game tree, of those that are read: all places of it. Which game
    /// tree a place belongs to is known when none can be cut any more (R11).
    pub(crate) pending: Vec<Diagnostic>,
    /// The last game tree of which odd white space was reported.
    odd_game: Option<usize>,
    max: u32,
}

impl Diagnostics {
    /// Empties the tables and keeps their room.
    pub(super) fn clear(&mut self, max: u32) {
        self.list.clear();
        self.pending.clear();
        (self.omitted, self.omitted_text, self.odd_game, self.max) = (0, 0, None, max);
    }

    /// Goes back to what was omitted up to a mark, before the game tree with this number.
    pub(super) fn rewind(&mut self, omitted: u32, game: usize) {
        self.omitted = omitted;
        self.omitted_text = self.omitted_text.min(omitted);
        self.forget_from(game);
    }

    pub(crate) fn push(&mut self, code: Code, span: Span, game: Option<u32>) {
        self.add(Diagnostic::new(code, span, game));
    }

    pub(crate) fn add(&mut self, found: Diagnostic) {
        if self.list.len() < self.max as usize {
            self.list.push(found);
        } else {
            self.omitted = self.omitted.saturating_add(1);
            self.omitted_text += u32::from(is_before_tree(&found));
        }
    }

    /// Keeps of what is pending the first place in each game tree: of white space, and of each
    /// name as it is written.
    ///
    /// Cost: linear but for a factor of the logarithm; nothing if nothing is pending.
    pub(crate) fn settle(&mut self, source: &[u8]) {
        if self.pending.is_empty() {
            return;
        }
        let mut pending = mem::take(&mut self.pending);
        let key = |found: &Diagnostic| {
            let name = match found.code() {
                Code::OddWhiteSpace => &[],
                _ => &source[found.span().range()],
            };
            (found.game(), found.code(), name)
        };
        // Most of many are the same few names again, which need not be sorted.
        let mut recent = [None; 16];
        pending.retain(|found| {
            let (_, code, name) = key(found);
            let ends =
                [name.first(), name.last()].map(|byte| byte.map_or(0, |&byte| usize::from(byte)));
            let slot = &mut recent[(code as usize + 3 * ends[0] + 5 * ends[1]) % 16];
            let is_again = slot.is_some_and(|first: Diagnostic| {
                key(&first) == key(found) && first.span() <= found.span()
            });
            *slot = if is_again { *slot } else { Some(*found) };
            !is_again
        });
        pending.sort_by(|a, b| key(a).cmp(&key(b)).then(a.span().cmp(&b.span())));
        pending.dedup_by(|next, first| key(next) == key(first));
        // Those of the bound that are kept are the first.
        pending.sort_by_key(|found| found.span());
        for found in pending.drain(..) {
            if found.code() == Code::OddWhiteSpace {
                if self.odd_game == found.game() {
                    continue;
                }
                self.odd_game = self.odd_game.max(found.game());
            }
            self.add(found);
        }
        self.pending = pending;
    }

    /// Forgets what is reported once for a game tree, of those from `game` on.
    fn forget_from(&mut self, game: usize) {
        self.pending.clear();
        self.odd_game = self.odd_game.filter(|&odd| odd < game);
    }

    /// R4: without any game tree, what was skipped before one is part of the whole input.
    pub(crate) fn forget_text(&mut self) {
        self.list.retain(|found| !is_before_tree(found));
        self.omitted = self.omitted.saturating_sub(self.omitted_text);
        self.omitted_text = 0;
    }

    /// As [`push`](Self::push), for what matters more than the last one.
    pub(crate) fn push_over(&mut self, code: Code, span: Span, game: Option<u32>) {
        if self.list.len() == self.max as usize && self.list.pop().is_some() {
            self.omitted = self.omitted.saturating_add(1);
        }
        self.push(code, span, game);
    }
}

/// Whether it is about what was skipped before a game tree, if there is one at all.
fn is_before_tree(found: &Diagnostic) -> bool {
    found.code() == Code::TextBeforeTree
        || found.code() == Code::OddWhiteSpace && found.game().is_none()
}
