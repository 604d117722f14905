//! Tolerant reading: drives the scanner, which reads all that follows the grammar as it does for
//! strict reading, and says what is done at each fault that stops it.
//!
//! `R1` to `R13` are the rules of recovery, which the README lists: `R1` to `R4` stand in `outside`,
//! `R7` to `R10` and what follows a sub-tree (`R5`) in `node`, `R13` in `odd_space`; `R5`, `R6`, `R11`
//! and `R12`, which are about parentheses, stand here. Each of them is applied where
//! the scanner stands, by looking ahead, and then the scanner goes on. One thing alone is read
//! twice: what is read when it turns out that a value goes on after what looked like structure.

use core::mem;

use super::lookahead::{opens_tree, property_start};
use super::sink::{CarefulSink, Halt, RepairSink};
use super::{ParseOptions, suspicious};
use crate::charset::{Bytes, Chars, Double, GameCharset};
use crate::diagnostic::{Case, Code, Diagnostic};
use crate::error::{Error, ErrorKind};
use crate::ident::move_name;
use crate::scanner::{Place, Scanner, Sink, State};
use crate::scratch::{Level, Mark, Scratch, TreeSink, cut};
use crate::span::{Span, offset};

/// Leaves nothing in the tables but word of an input that is too long to be read.
pub(super) fn refuse(options: ParseOptions, scratch: &mut Scratch) {
    let tree = TreeSink::tolerant(&[], scratch, 0, options.max_diagnostics.max(1));
    *scratch = tree.finish();
    scratch.diagnostics.push(Code::LimitReached, Span::new(0, 0), None);
}

/// One tolerant reading of an input.
pub(super) struct Repair<'s, C = Bytes> {
    pub(super) bytes: &'s [u8],
    /// Where the reading starts.
    pub(super) start: usize,
    pub(super) scanner: Scanner<'s, C>,
    pub(super) sink: RepairSink<'s>,
    /// Where the reading stands between values and faults.
    pub(super) state: Progress,
}

/// What a reading remembers beside the tree.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// The end of the tree that was closed last.
    pub(super) tree_end: Option<usize>,
    /// How many diagnostics there were then.
    pub(super) noted: usize,
    /// The end of the value that was last looked at whether it goes on.
    pub(super) checked: Option<usize>,
    /// Whether all values are looked at when they are read.
    pub(super) is_careful: bool,
    /// Where properties end that follow a sub-tree, or what was skipped after them.
    pub(super) run_end: Option<usize>,
    /// Where the last structural fault of the game tree stands.
    pub(super) last_fault: usize,
    /// How many game trees there were when one ended last.
    pub(super) games: usize,
    /// Whether odd white space was noted outside since then.
    pub(super) has_odd_gap: bool,
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
            state: Progress {
                // Before the start of a part stands a tree that was read before.
                tree_end: (at > 0).then_some(at),
                noted: 0,
                checked: None,
                is_careful: false,
                run_end: None,
                last_fault: 0,
                games: 0,
                has_odd_gap: false,
            },
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
        let Self { bytes, start, scanner, sink, state } = self;
        Repair { bytes, start, scanner: scanner.with_chars(chars), sink, state }
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
        self.state.noted = self.tables().diagnostics.list.len();
        // A mark is made where the reading starts, or where a game tree ends.
        self.state.tree_end = (mark.at > 0).then_some(mark.at);
        self.state.checked = None;
        self.state.run_end = None;
        (self.state.games, self.state.has_odd_gap) = (mark.games, false);
    }

    /// Reads on until there is a game tree that was not there before, and nothing is open.
    ///
    /// It stands apart so that the scanner in it keeps its registers.
    #[inline(never)]
    pub(super) fn read_on(&mut self) -> GoesOn {
        let games = self.tables().games.len();
        let start = (self.mark(), self.state);
        self.state.is_careful = false;
        loop {
            let read = if self.state.is_careful {
                self.next_game_carefully()
            } else {
                self.scanner.next_game(&mut self.sink)
            };
            let goes_on = match read {
                Ok(false) => false,
                Ok(true) | Err(Halt::Fault(_)) if self.value_goes_on() => self.start_over(start),
                Ok(true) => self.tree_closed(),
                Err(Halt::Candidate) => self.cut_here(),
                Err(Halt::LongValue { start, first, end, is_first }) => {
                    self.long_value(start, first, end, is_first)
                }
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

    /// As the scanner does, with a look at each value. It stands apart so that the usual reading
    /// keeps its registers.
    #[cold]
    #[inline(never)]
    fn next_game_carefully(&mut self) -> Result<bool, Halt> {
        let chars = self.scanner.chars;
        self.scanner.next_game(&mut CarefulSink { sink: &mut self.sink, chars })
    }

    /// Reads once more what was read since the start, and looks at each value when it is read: one
    /// was found that goes on after what was taken for structure.
    ///
    /// Cost: as much as reading it took. It comes to that once for each call of
    /// [`read_on`](Self::read_on).
    fn start_over(&mut self, (mark, state): (Mark, Progress)) -> GoesOn {
        self.rewind(mark);
        self.state = Progress { is_careful: true, noted: self.state.noted, ..state };
        true
    }

    fn repair(&mut self, error: Error) -> GoesOn {
        if let ErrorKind::TooDeep { .. } | ErrorKind::TooManyNodes { .. } = error.kind() {
            return self.stop_at_limit();
        }
        match self.scanner.state.place {
            Place::Outside => self.outside(),
            _ if self.scanner.state.at >= self.bytes.len() => self.end_of_input(),
            Place::Opened => self.opened(),
            Place::Node if error.kind() == ErrorKind::DuplicateProperty => self.second_move(),
            Place::Node => self.in_node(),
            Place::Variations => self.after_variation(),
        }
    }

    /// R6: what stands after a `(` in the place of a `;`.
    fn opened(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        let chars = self.scanner.chars;
        let paren = self.sink.tree.level.start as usize;
        if self.scanner.state.depth == 1 && !opens_tree(self.bytes, paren, chars) {
            return self.take_back_open(paren);
        }
        if self.skips_odd_space() || !self.damage() {
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
        let state = &mut self.scanner.state;
        (state.place, state.has_property) = (Place::Node, false);
        match self.sink.node(at) {
            Ok(()) => true,
            Err(_) => self.stop_at_limit(),
        }
    }

    /// R5: what follows a sub-tree and is neither another one nor the end of the tree.
    fn after_variation(&mut self) -> GoesOn {
        let at = self.scanner.state.at;
        if self.skips_odd_space() {
            return true;
        }
        if let Some(open) = property_start(self.bytes, at, self.scanner.chars) {
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
            self.scanner.state.place = Place::Node;
        } else {
            self.skip(at);
        }
        true
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
    pub(super) fn damage(&mut self) -> bool {
        let is_damaged = self.sink.is_damaged;
        self.fault_at(self.scanner.state.at);
        if is_damaged {
            return true;
        }
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
            let pending = &mut self.tables_mut().diagnostics.pending;
            pending.retain(|found| found.span().start() < start as usize);
            // It is opened once more. An empty one has no `;`.
            self.tables_mut().opened.parens -= 1;
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
        self.scanner.state.depth = 1;
        true
    }

    pub(super) fn leave_tree(&mut self) {
        let state = &mut self.scanner.state;
        (state.place, state.depth, state.in_collection) = (Place::Outside, 0, true);
    }

    fn tree_closed(&mut self) -> GoesOn {
        let tables = &mut self.sink.tree.tables;
        // A tree that came to nothing has no number.
        let next = tables.games.len();
        for diagnostic in &mut tables.diagnostics.list[self.state.noted..] {
            if diagnostic.game() == Some(next) {
                *diagnostic = diagnostic.with_game(None);
            }
        }
        self.sink.is_damaged = false;
        self.state.run_end = None;
        self.state.tree_end = Some(self.scanner.state.at);
        if self.state.games == next {
            let odd = self.tables_mut().diagnostics.pending.drain(..).next();
            if let Some(odd) = odd {
                self.note_odd_gap(odd.span());
            }
        } else {
            (self.state.games, self.state.has_odd_gap) = (next, false);
            // What stands after a game tree, in parentheses without a node, is counted to it.
            for found in &mut self.tables_mut().diagnostics.pending {
                *found = found.with_game(found.game().map(|game| offset(game.min(next - 1))));
            }
            self.skip_trail(offset(next - 1));
        }
        let tables = &mut self.sink.tree.tables;
        tables.diagnostics.settle(self.bytes);
        self.state.noted = tables.diagnostics.list.len();
        true
    }

    pub(super) fn note(&mut self, code: Code, start: usize, end: usize) {
        self.note_case(code, Case::Usual, start, end);
    }

    pub(super) fn note_case(&mut self, code: Code, case: Case, start: usize, end: usize) {
        let found = Diagnostic::new(code, Span::new(start, end), self.open_game()).with_case(case);
        self.tables_mut().diagnostics.add(found);
    }

    /// Notes what is reported once for the game tree.
    pub(super) fn pend(&mut self, code: Code, start: usize, end: usize) {
        let found = Diagnostic::new(code, Span::new(start, end), self.open_game());
        self.tables_mut().diagnostics.pending.push(found);
    }

    /// The number of the game tree that is read.
    pub(super) fn open_game(&self) -> Option<u32> {
        let tree = &self.sink.tree;
        tree.is_inside().then(|| offset(tree.tables.games.len()))
    }

    /// R4: without any game tree, what was text is the whole input; and the diagnostics come into
    /// the order of the input.
    fn finish_diagnostics(&mut self) {
        let tables = &mut self.sink.tree.tables;
        if tables.games.is_empty() && self.start == 0 {
            tables.diagnostics.forget_text();
            let whole = Span::new(0, self.bytes.len());
            tables.diagnostics.push_over(Code::NoTree, whole, None);
        }
        tables.diagnostics.list.sort_by_key(|found| (found.span(), found.code()));
    }
}
