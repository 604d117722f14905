//! Tolerant reading: drives the scanner, which reads all that follows the grammar as it does for
//! strict reading, and says what is done at each fault that stops it.
//!
//! `R1` to `R13` are the rules of recovery, which the README lists. Where each is kept:
//!
//! | rules | file |
//! |---|---|
//! | R1 to R4: outside of all game trees | `outside` |
//! | R5, R6, R11 and R12: parentheses, and nodes after them | `parens` |
//! | R7 and R8: where values end | `value` |
//! | R9 and R10, and R5 for properties: names and stray bytes | `node` |
//! | R13: odd white space | `odd_space` |
//!
//! Each of them is applied where
//! the scanner stands, by looking ahead, and then the scanner goes on. One thing alone is read
//! twice: what is read when it turns out that a value goes on after what looked like structure.

mod lookahead;
mod node;
mod odd_space;
mod outside;
mod parens;
mod sink;
mod suspicious;
mod value;

use core::ops::{Deref, DerefMut};

use crate::charset::{Bytes, Chars, Double, GameCharset};
use crate::diagnostic::{Case, Code, Diagnostic};
use crate::options::ParseOptions;
use crate::scanner::{FaultPlace, Place, State, next_game};
use crate::scratch::{Mark, Scratch, TreeSink};
use crate::span::{Span, offset};
pub(super) use lookahead::{is_followed_by_structure, is_node_start};
use sink::{CarefulSink, Halt, RepairSink};
pub(super) use suspicious::swallows_record;

/// Leaves nothing in the tables but word of an input that is too long to be read.
pub(super) fn refuse(options: ParseOptions, scratch: &mut Scratch) {
    let tree = TreeSink::tolerant(&[], scratch, 0, options.max_diagnostics.max(1));
    *scratch = tree.finish();
    scratch.diagnostics.push(Code::LimitReached, Span::new(0, 0), None);
}

/// One tolerant reading of an input: all that is kept while it is read, game tree by game tree.
pub(super) struct Repair<'s> {
    bytes: &'s [u8],
    /// Where the reading starts.
    start: usize,
    max_depth: u32,
    /// Where the scanner stands.
    scan: State,
    sink: RepairSink<'s>,
    /// Where the reading stands between values and faults.
    state: Progress,
}

/// What a reading remembers beside the tree.
#[derive(Clone, Copy)]
struct Progress {
    /// The end of the tree that was closed last.
    tree_end: Option<usize>,
    /// How many diagnostics there were then.
    noted: usize,
    /// The end of the value that was last looked at whether it goes on.
    checked: Option<usize>,
    /// Whether all values are looked at when they are read.
    is_careful: bool,
    /// Where properties end that follow a sub-tree, or what was skipped after them.
    run_end: Option<usize>,
    /// Where the last structural fault of the game tree stands.
    last_fault: usize,
    /// How many game trees there were when one ended last.
    games: usize,
    /// Whether odd white space was noted outside since then.
    has_odd_gap: bool,
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
            max_depth,
            scan: State::at(bytes, at),
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
        suspicious::note(self.bytes, self.start..self.scan.at, self.tables_mut());
        self.finish_diagnostics();
        self.sink.tree.finish()
    }

    /// Gives the tables back as they are, to be joined with others.
    pub(super) fn leave(self) -> Scratch {
        self.sink.tree.finish()
    }

    /// Reads on until there is a game tree that was not there before, and nothing is open: by bytes
    /// or, for a character set of two bytes, by characters.
    pub(super) fn read_on_by(&mut self, reading: Option<Double>) -> GoesOn {
        match reading {
            None => Pass { repair: self, chars: Bytes }.read_on(),
            Some(double) => Pass { repair: self, chars: double }.read_on(),
        }
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

    pub(super) fn leave_tree(&mut self) {
        let state = &mut self.scan;
        (state.place, state.depth, state.in_collection) = (Place::Outside, 0, true);
    }

    pub(super) fn tables(&self) -> &Scratch {
        &self.sink.tree.tables
    }

    pub(super) fn tables_mut(&mut self) -> &mut Scratch {
        &mut self.sink.tree.tables
    }

    /// How much was read so far.
    pub(super) fn mark(&self) -> Mark {
        self.tables().mark(self.scan.at)
    }

    /// Goes back to where the mark was made, outside of all game trees.
    pub(super) fn rewind(&mut self, mark: Mark) {
        self.sink.tree.rewind(mark);
        self.sink.is_damaged = false;
        self.leave_tree();
        self.scan.at = mark.at;
        self.scan.has_property = false;
        self.state.noted = self.tables().diagnostics.list.len();
        // A mark is made where the reading starts, or where a game tree ends.
        self.state.tree_end = (mark.at > 0).then_some(mark.at);
        self.state.checked = None;
        self.state.run_end = None;
        (self.state.games, self.state.has_odd_gap) = (mark.games, false);
    }
}

/// Reads on in a [`Repair`], with one way to step over characters.
struct Pass<'r, 's, C> {
    repair: &'r mut Repair<'s>,
    chars: C,
}

impl<'s, C> Deref for Pass<'_, 's, C> {
    type Target = Repair<'s>;

    fn deref(&self) -> &Repair<'s> {
        self.repair
    }
}

impl<C> DerefMut for Pass<'_, '_, C> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.repair
    }
}

impl<'s, C: Chars> Pass<'_, 's, C> {
    /// Reads on until there is a game tree that was not there before, and nothing is open.
    fn read_on(&mut self) -> GoesOn {
        let games = self.tables().games.len();
        let start = (self.mark(), self.state);
        self.state.is_careful = false;
        loop {
            let read = if self.state.is_careful {
                self.next_game_carefully()
            } else {
                let Repair { bytes, max_depth, scan, sink, .. } = &mut *self.repair;
                next_game(bytes, scan, *max_depth, self.chars, sink)
            };
            let goes_on = match read {
                Ok(false) => false,
                Ok(true) | Err(Halt::Fault(_)) if self.value_goes_on() => self.start_over(start),
                Ok(true) => self.tree_closed(),
                Err(Halt::Candidate) => self.cut_here(),
                Err(Halt::LongValue { start, first, end, is_first }) => {
                    self.long_value(start, first, end, is_first)
                }
                Err(Halt::Fault(fault)) => self.repair(fault.place),
            };
            if !goes_on {
                self.sink.tree.join_duplicates();
                return false;
            }
            if self.scan.place == Place::Outside && self.tables().games.len() > games {
                return true;
            }
        }
    }

    /// As the scanner does, with a look at each value.
    #[cold]
    fn next_game_carefully(&mut self) -> Result<bool, Halt> {
        let chars = self.chars;
        let Repair { bytes, max_depth, scan, sink, .. } = &mut *self.repair;
        next_game(bytes, scan, *max_depth, chars, &mut CarefulSink { sink, chars })
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

    fn repair(&mut self, fault: FaultPlace) -> GoesOn {
        if let FaultPlace::Depth { .. } | FaultPlace::Nodes { .. } = fault {
            return self.stop_at_limit();
        }
        match self.scan.place {
            Place::Outside => self.outside(),
            _ if self.scan.at >= self.bytes.len() => self.end_of_input(),
            Place::Opened => self.opened(),
            Place::Node if fault == FaultPlace::Ident => self.second_move(),
            Place::Node => self.in_node(),
            Place::Variations => self.after_variation(),
        }
    }

    fn tree_closed(&mut self) -> GoesOn {
        let noted = self.state.noted;
        let tables = &mut self.sink.tree.tables;
        // A tree that came to nothing has no number.
        let next = tables.games.len();
        for diagnostic in &mut tables.diagnostics.list[noted..] {
            if diagnostic.game() == Some(next) {
                *diagnostic = diagnostic.with_game(None);
            }
        }
        self.sink.is_damaged = false;
        self.state.run_end = None;
        self.state.tree_end = Some(self.scan.at);
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
        let bytes = self.bytes;
        self.tables_mut().diagnostics.settle(bytes);
        self.state.noted = self.tables().diagnostics.list.len();
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
}
