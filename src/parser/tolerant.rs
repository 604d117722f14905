//! Tolerant reading: what is done at each fault that stops the scanner. The scanner reads all that
//! follows the grammar, as it does for strict reading; here it is led past the rest.
//!
//! `R1` to `R12` are the rules of recovery, which the README lists. Each of them is applied where
//! the scanner stands, by looking ahead, and then the scanner goes on; nothing is
//! read twice for them.

use core::mem;

use super::lookahead::{
    ident_end, opens_tree, property_start, starts_tree, stray_end, text_end, trimmed_end,
    true_value_end,
};
use super::sink::{Halt, RepairSink};
use super::{ParseOptions, cut, suspicious};
use crate::charset::{Bytes, Chars, Double, GameCharset};
use crate::diagnostic::Code;
use crate::error::{Error, ErrorKind};
use crate::scanner::{Place, Scanner, Sink, State, skip_space};
use crate::scratch::{Level, Mark, Scratch, TreeSink, drops_letters};
use crate::span::{Span, offset};
use crate::text::{ValueEnd, changes_text, is_space};

/// Leaves nothing in the tables but word of an input that is too long to be read.
pub(super) fn refuse(options: ParseOptions, scratch: &mut Scratch) {
    let tree = TreeSink::tolerant(&[], scratch, 0, options.max_diagnostics.max(1));
    *scratch = tree.finish();
    scratch.diagnostics.push(Code::LimitReached, Span::new(0, 0), None);
}

/// One tolerant reading of an input.
pub(super) struct Repair<'s, C = Bytes> {
    bytes: &'s [u8],
    /// Where the reading starts.
    start: usize,
    scanner: Scanner<'s, C>,
    sink: RepairSink<'s>,
    /// The end of the tree that was closed last.
    tree_end: Option<usize>,
    /// How many diagnostics there were then.
    noted: usize,
}

/// Whether there is anything left to read.
pub(super) type GoesOn = bool;

impl<'s> Repair<'s> {
    /// A reading that starts at `at`. Game trees have the character set `charset` until more is
    /// known.
    pub(super) fn new(
        bytes: &'s [u8],
        at: usize,
        charset: GameCharset,
        options: ParseOptions,
        scratch: &mut Scratch,
    ) -> Self {
        let ParseOptions { max_depth, max_nodes, max_diagnostics, .. } = options;
        let mut tree = TreeSink::tolerant(bytes, scratch, max_nodes, max_diagnostics);
        tree.charset = charset;
        Self {
            bytes,
            start: at,
            scanner: Scanner::resume(bytes, State::at(bytes, at), max_depth),
            sink: RepairSink { tree, is_damaged: false },
            // Behind the start of the input stands a tree that was read before.
            tree_end: (at > 0).then_some(at),
            noted: 0,
        }
    }

    /// Ends the reading and gives the tables back.
    pub(super) fn finish(mut self) -> Scratch {
        suspicious::note(self.bytes, self.start..self.scanner.state.at, self.tables_mut());
        self.finish_diagnostics();
        self.sink.tree.finish()
    }
}

impl Repair<'_> {
    /// Gives the tables back as they are, to be joined with others.
    pub(super) fn leave(self) -> Scratch {
        self.sink.tree.finish()
    }

    /// As [`read_on`](Self::read_on), by bytes or, for a character set of two bytes, by characters.
    pub(super) fn read_on_by(&mut self, reading: Option<Double>) -> GoesOn {
        let Some(double) = reading else { return self.read_on() };
        let options = ParseOptions::new();
        let nothing = Repair::new(&[], 0, self.sink.tree.charset, options, &mut Scratch::default());
        let mut repair = mem::replace(self, nothing).with_chars(double);
        let goes_on = repair.read_on();
        *self = repair.with_chars(Bytes);
        goes_on
    }
}

impl<'s, C: Chars> Repair<'s, C> {
    /// The same reading, stepping over characters in another way from here on.
    pub(super) fn with_chars<D: Chars>(self, chars: D) -> Repair<'s, D> {
        let Self { bytes, start, scanner, sink, tree_end, noted } = self;
        Repair { bytes, start, scanner: scanner.with_chars(chars), sink, tree_end, noted }
    }

    pub(super) fn tables(&self) -> &Scratch {
        &self.sink.tree.tables
    }

    pub(super) fn tables_mut(&mut self) -> &mut Scratch {
        &mut self.sink.tree.tables
    }

    /// How much was read so far.
    pub(super) fn mark(&self) -> Mark {
        self.tables().mark(self.scanner.state.at)
    }

    /// Goes back to where the mark was made, outside of all game trees.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.sink.tree.rewind(mark);
        self.sink.is_damaged = false;
        self.leave_tree();
        self.scanner.state.at = mark.at;
        self.scanner.state.has_property = false;
        self.noted = self.tables().diagnostics.list.len();
        // A mark is made where the reading starts, or where a game tree ends.
        self.tree_end = (mark.at > 0).then_some(mark.at);
    }

    /// Reads on until there is a game tree that was not there before, and nothing is open.
    pub(super) fn read_on(&mut self) -> GoesOn {
        let games = self.tables().games.len();
        loop {
            let goes_on = match self.scanner.next_game(&mut self.sink) {
                Ok(true) => self.tree_closed(),
                Ok(false) => false,
                Err(Halt::Candidate) => self.cut_here(),
                Err(Halt::Fault(error)) => self.repair(error),
            };
            if !goes_on {
                // Joining refuses nothing.
                let _ = self.sink.tree.settle();
                return false;
            }
            if self.scanner.state.place == Place::Outside && self.tables().games.len() > games {
                return true;
            }
        }
    }

    fn repair(&mut self, error: Error) -> GoesOn {
        if let ErrorKind::TooDeep { .. } | ErrorKind::TooManyNodes { .. } = error.kind() {
            return self.stop_at_limit();
        }
        match self.scanner.state.place {
            Place::Outside => self.outside(),
            _ if self.scanner.state.at >= self.bytes.len() => self.end_of_input(),
            Place::Opened => self.opened(),
            Place::Node => self.in_node(),
            Place::Variations => self.after_variation(),
        }
    }

    /// R1 to R4: what stands before, between and behind the trees.
    fn outside(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        let Some(&byte) = self.bytes.get(at) else { return false };
        if byte == b')' && self.tree_end.is_some_and(|end| skip_space(self.bytes, end) == at) {
            let run = self.bytes[at..].iter().take_while(|&&byte| byte == b')' || is_space(byte));
            self.scanner.state.at = at + run.count();
            let end = trimmed_end(self.bytes, at, self.scanner.state.at);
            self.note(Code::ExtraCloseParen, at, end);
        } else if starts_tree(self.bytes, at) {
            self.open(at);
            self.note(Code::MissingOpenParen, at, at + 1);
            self.sink.is_damaged = true;
        } else {
            self.skip_text(at);
        }
        true
    }

    /// R2: opens a tree in front of the `;` at `at`.
    fn open(&mut self, at: usize) {
        // Opening refuses nothing, and there is no `(` to count.
        let _ = self.sink.tree.open(at);
        let state = &mut self.scanner.state;
        (state.at, state.depth, state.place) = (at, 1, Place::Node);
    }

    /// R4
    fn skip_text(&mut self, at: usize) {
        let end = text_end(self.bytes, at);
        let before = self.start == 0 && self.sink.tree.tables.games.is_empty();
        let code = if before { Code::TextBeforeTree } else { Code::TextAfterTree };
        self.note(code, at, trimmed_end(self.bytes, at, end));
        self.scanner.state.at = end;
    }

    /// R6: what stands behind a `(` in the place of a `;`.
    fn opened(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        let paren = self.sink.tree.level.start as usize;
        if self.scanner.state.depth == 1 && !opens_tree(self.bytes, paren) {
            self.sink.tree.take_back_open();
            self.leave_tree();
            self.skip_text(paren);
            return true;
        }
        if !self.damage() {
            return true;
        }
        match self.bytes[at] {
            b'(' => {
                self.note(Code::RedundantParens, paren, paren + 1);
                self.scanner.state.place = Place::Variations;
            }
            b')' => {
                self.note(Code::EmptyTree, paren, at + 1);
                self.scanner.state.place = Place::Variations;
            }
            _ if property_start(self.bytes, at).is_some() => {
                self.note(Code::MissingSemicolon, at, at);
                return self.insert_node(at);
            }
            _ => self.skip(at),
        }
        true
    }

    /// Makes a node of the property that starts at `at`.
    fn insert_node(&mut self, at: usize) -> GoesOn {
        let state = &mut self.scanner.state;
        (state.place, state.has_property) = (Place::Node, false);
        match self.sink.node(at) {
            Ok(()) => true,
            Err(_) => self.stop_at_limit(),
        }
    }

    /// R7 to R10: what stands in a node and is no property, node or parenthesis of strict reading.
    fn in_node(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        if let Some(open) = property_start(self.bytes, at) {
            return self.odd_property(at, open);
        }
        if self.bytes[at] == b'[' && self.scanner.state.has_property {
            // The scanner takes every value here but one without an end.
            return self.unclosed_value(at);
        }
        if self.extend_value(at) || !self.damage() {
            return true;
        }
        self.scanner.state.has_property = false;
        self.skip(at);
        true
    }

    /// R9: reads the property at `at` that the scanner did not take: its ident is not written in
    /// capitals alone, or its value has no end.
    fn odd_property(&mut self, at: usize, open: usize) -> GoesOn {
        let end = ident_end(self.bytes, at).unwrap_or(open);
        let ident = &self.bytes[at..end];
        let is_candidate = cut::makes_candidate(&self.sink.tree, ident);
        if is_candidate && self.sink.is_damaged {
            return self.cut_here();
        }
        let value = self.scanner.chars.value_end(self.bytes, open + 1);
        // With a candidate the fault is met when the candidate is known to be one.
        if value.is_none() && !is_candidate && !self.damage() {
            return true;
        }
        if ident.iter().all(u8::is_ascii_uppercase) {
            // Joining refuses nothing, and a candidate was looked for.
            let _ = self.sink.tree.property(at, end);
        } else {
            let is_renamed = drops_letters(ident);
            let code = if is_renamed { Code::LowercaseIdent } else { Code::InvalidIdent };
            self.note(code, at, end);
            self.sink.tree.odd_property(at, end);
        }
        // A value is never refused.
        let first = value.unwrap_or_else(|| rest(self.bytes, open + 1));
        let _ = self.sink.first_value(open + 1, first);
        if value.is_none() {
            // A candidate is open, so that there is something to go on with.
            self.damage();
            self.note(Code::UnclosedValue, open, open + 1);
        }
        self.scanner.state.at = value.map_or(self.bytes.len(), |value| value.at + 1);
        self.scanner.state.has_property = true;
        true
    }

    /// R8: takes all behind the `[` at `open` for one more value.
    fn unclosed_value(&mut self, open: usize) -> GoesOn {
        if !self.damage() {
            return true;
        }
        self.note(Code::UnclosedValue, open, open + 1);
        // A value is never refused.
        let _ = self.sink.next_value(open + 1, rest(self.bytes, open + 1));
        self.scanner.state.at = self.bytes.len();
        true
    }

    /// R7: if what stands at `at` follows a value directly and may not, looks whether the value
    /// goes on. Says whether it did.
    fn extend_value(&mut self, at: usize) -> bool {
        let bytes = self.bytes;
        if !self.scanner.state.has_property {
            return false;
        }
        let Some(value) = self.sink.tree.last_value_mut() else { return false };
        let first = value.end as usize;
        if skip_space(bytes, first + 1) != at {
            return false;
        }
        let end = true_value_end(bytes, first, self.scanner.chars);
        if end == first {
            return false;
        }
        value.end = offset(end);
        value.dirty |= changes_text(&bytes[first..end]);
        self.sink.tree.tables.has_dirty |= value.dirty;
        self.note(Code::UnescapedBracket, first, first + 1);
        self.scanner.state.at = end + 1;
        true
    }

    /// R5: what follows a sub-tree and is neither another one nor the end of the tree.
    fn after_variation(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        if !self.damage() {
            return true;
        }
        if self.bytes[at] == b';' {
            self.note(Code::NodeAfterVariation, at, at + 1);
            self.sink.tree.open_implied(at);
            self.scanner.state.place = Place::Node;
        } else if property_start(self.bytes, at).is_some() {
            self.note(Code::NodeAfterVariation, at, at);
            self.sink.tree.open_implied(at);
            return self.insert_node(at);
        } else {
            self.skip(at);
        }
        true
    }

    /// R9 and R10: leaves out a name without a value, a value without a name, or stray bytes.
    fn skip(&mut self, at: usize) {
        let chars = self.scanner.chars;
        let ident = ident_end(self.bytes, at)
            .filter(|&end| self.bytes[at..end].iter().any(u8::is_ascii_uppercase));
        let (code, end) = match (self.bytes[at], ident) {
            (b'[', _) => {
                let value = chars.value_end(self.bytes, at + 1);
                let end = value.map(|value| true_value_end(self.bytes, value.at, chars) + 1);
                (Code::ValueWithoutProperty, end.unwrap_or(self.bytes.len()))
            }
            (_, Some(end)) => (Code::PropertyWithoutValue, end),
            _ => (Code::StrayBytes, trimmed_end(self.bytes, at, stray_end(self.bytes, at, chars))),
        };
        self.note(code, at, end);
        self.scanner.state.at = end;
    }

    /// R12
    fn end_of_input(&mut self) -> GoesOn {
        if !self.damage() {
            return true;
        }
        let end = self.bytes.len();
        self.note(Code::UnclosedTree, end, end);
        self.close_all(end)
    }

    /// Leaves out all from here on.
    fn stop_at_limit(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        self.note(Code::LimitReached, at, self.bytes.len());
        self.close_all(at);
        false
    }

    fn close_all(&mut self, end: usize) -> GoesOn {
        while self.sink.tree.is_inside() {
            // Closing refuses nothing.
            let _ = self.sink.close(end);
        }
        self.leave_tree();
        self.tree_closed()
    }

    /// R11: at the first structural fault of a game tree, makes the records in it game trees of
    /// their own. Says whether the scanner is still inside a tree, and its place the same.
    fn damage(&mut self) -> bool {
        if self.sink.is_damaged {
            return true;
        }
        self.sink.is_damaged = true;
        // A parenthesis that has nothing in it yet is not read, if it is closed.
        let Level { start, .. } = self.sink.tree.level;
        let is_empty = !self.sink.tree.level.has_nodes();
        if !cut::cut_candidates(&mut self.sink.tree, self.scanner.state.at) {
            return true;
        }
        self.scanner.state.depth = self.sink.tree.open_parens();
        if self.sink.tree.is_inside() {
            return true;
        }
        if is_empty {
            self.scanner.state.at = start as usize;
            // It is opened once more. An empty one has no `;`.
            self.tables_mut().opened.parens -= 1;
        }
        self.leave_tree();
        self.tree_closed();
        false
    }

    /// R11: makes a game tree of the parenthesis that is read.
    fn cut_here(&mut self) -> GoesOn {
        cut::cut_here(&mut self.sink.tree);
        self.sink.is_damaged = false;
        self.scanner.state.depth = 1;
        true
    }

    fn leave_tree(&mut self) {
        let state = &mut self.scanner.state;
        (state.place, state.depth, state.in_collection) = (Place::Outside, 0, true);
    }

    fn tree_closed(&mut self) -> GoesOn {
        let tables = &mut self.sink.tree.tables;
        // A tree that came to nothing has no number.
        let next = tables.games.len();
        for diagnostic in &mut tables.diagnostics.list[self.noted..] {
            if diagnostic.game() == Some(next) {
                *diagnostic = diagnostic.with_game(None);
            }
        }
        self.noted = tables.diagnostics.list.len();
        self.tree_end = Some(self.scanner.state.at);
        self.sink.is_damaged = false;
        true
    }

    fn note(&mut self, code: Code, start: usize, end: usize) {
        let tree = &mut self.sink.tree;
        let game = tree.is_inside().then(|| offset(tree.tables.games.len()));
        tree.tables.diagnostics.push(code, Span::new(start, end), game);
    }

    /// R4: without any game tree, what was text is the whole input; and the diagnostics come into
    /// the order of the input.
    fn finish_diagnostics(&mut self) {
        let tables = &mut self.sink.tree.tables;
        if tables.games.is_empty() && self.start == 0 {
            tables.diagnostics.list.retain(|found| found.code() != Code::TextBeforeTree);
            let whole = Span::new(0, self.bytes.len());
            tables.diagnostics.push_over(Code::NoTree, whole, None);
        }
        tables.diagnostics.list.sort_by_key(|found| (found.span(), found.code()));
    }
}

/// R8: a value that reaches from `start` to the end of the input.
fn rest(bytes: &[u8], start: usize) -> ValueEnd {
    ValueEnd { at: bytes.len(), dirty: changes_text(&bytes[start..]) }
}
