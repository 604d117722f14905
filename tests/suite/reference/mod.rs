//! A second tolerant reader, naive and slow, written from the text of the recovery rules alone and
//! sharing nothing with the crate: the fast reader is held against it. It knows no character set
//! but UTF-8, no texts of values, and no bounds of the options. The fuzz targets include it too.
//!
//! Where the rules leave a choice, this is how they are read here:
//!
//! - R1, R4, R10, severities: a property start may be in the middle of a word, after a letter or
//!   digit that belongs to no ident in capitals: `x1AB[y]` in text holds `AB[`.
//! - R3, R4, R10: ordinary white space at the end of text or stray bytes is not part of the span;
//!   odd white space is, and is not noted. In a run of `)` odd white space is noted.
//! - R5: `()` counts as a sub-tree. A node after the sub-trees of a parenthesis without a node of
//!   its own is never moved, and that parenthesis is no candidate by it. `B` and `W` are meant as
//!   idents, so that `Black` is one. In such a parenthesis outside every node, it is a game.
//! - R5: `property-after-variation` is at the first ident of its run.
//! - R7: while looking on, a `\` hides a mark or white space after it as it hides a `]`, but `\n`,
//!   `\r` and `\t` are white space. A value without a property can hold brackets. Among the codes
//!   that keep `suspicious-value` away, R7 is `unescaped-bracket` and R8 `unclosed-value`.
//! - R7: `unescaped-bracket` is at the first `]` that is content, or at the `]` left out.
//! - R9: moves are compared as raw bytes. Nothing but the first value of a property can start a
//!   node.
//! - R11: the ident of a property whose value has no end counts. A fault in a parenthesis that has
//!   nothing in it yet is judged from that parenthesis on, a value without an end from its ident or,
//!   if it is not the first, from its `[`. A record that is cut out at once has the faults
//!   that stand in it.
//!   If the last candidate is closed already, the cut closes all. In redundant parentheses around
//!   games a game that closes ends its damage.
//! - R13: `odd-white-space` is at the first character. Before the first game, and after text or an
//!   empty tree, it belongs to none; there it is reported once up to the next game.
//!   Inside a tree it belongs to the game that the parenthesis around it ends up in.
//! - `suspicious-value`: a line break is LF or CR, escaped or not; white space can be odd.

mod input;
mod layout;
mod property;

use std::ops::Range;

use input::{Idents, Input, ValueEnd};

/// Game tree, start, start of the parent, and the idents, each with the raw bytes of its values.
pub(crate) type Node = (usize, usize, Option<usize>, Vec<(String, Vec<Range<usize>>)>);

/// Start, end, code, severity, and the number of the game tree.
pub(crate) type Fault = (usize, usize, &'static str, &'static str, Option<usize>);

/// A node while reading.
struct Draft {
    start: usize,
    parent: Option<usize>,
    /// R5: it follows sub-trees of its parent, and may become its first child.
    goes_on: bool,
    properties: Vec<(String, Vec<Range<usize>>)>,
}

/// A fault, with a node of the game tree that it belongs to.
struct Noted {
    code: &'static str,
    span: Range<usize>,
    node: Option<usize>,
}

/// An open parenthesis.
#[derive(Default)]
struct Paren {
    start: usize,
    last: Option<usize>,
    has_sub_tree: bool,
    /// The node that it began with: none, if sub-trees came before it.
    head: Option<usize>,
    /// The candidates of R11 that hang in it: start and first node.
    candidates: Vec<(usize, usize)>,
    /// A run of properties after a sub-tree is noted.
    in_run: bool,
}

impl Paren {
    fn is_empty(&self) -> bool {
        self.last.is_none() && !self.has_sub_tree
    }
}

#[derive(Default)]
struct Reader<'s> {
    input: Input<'s>,
    at: usize,
    nodes: Vec<Draft>,
    noted: Vec<Noted>,
    stack: Vec<Paren>,
    is_damaged: bool, // The game tree had a structural fault.
    last_fault: usize,
    is_after_game: bool, // Nothing but `)` and white space since then.
}

/// The nodes, game tree by game tree in pre-order, and the faults in the order of the input.
pub(crate) fn read(bytes: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let mut reader = Reader { input: Input(bytes), ..Reader::default() };
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        reader.at = 3;
    }
    reader.read_all();
    layout::lay_out(reader.input, &reader.nodes, reader.noted)
}

impl Reader<'_> {
    /// R1 to R4.
    fn read_all(&mut self) {
        let input = self.input;
        loop {
            self.skip();
            let Some(byte) = input.byte(self.at) else { break };
            if input.starts_tree(self.at) {
                self.stack = vec![Paren { start: self.at, ..Paren::default() }];
                self.is_damaged = false;
                self.at += usize::from(byte == b'(');
                let nodes = self.nodes.len();
                while !self.stack.is_empty() {
                    self.step();
                }
                self.is_after_game = self.nodes.len() > nodes;
                self.extra_parens();
            } else {
                let is_first = self.nodes.is_empty();
                let code = if is_first { "text-before-tree" } else { "text-after-tree" };
                let text = input.stretch(self.at, |at| input.starts_tree(at));
                self.is_after_game = false;
                self.at = text.end;
                self.note(code, text, None);
            }
        }
        if self.nodes.is_empty() {
            self.noted.retain(|noted| noted.code != "text-before-tree");
            self.note("no-tree", 0..input.len(), None);
        }
    }

    /// R3.
    fn extra_parens(&mut self) {
        self.skip();
        let start = self.at;
        let mut end = start;
        while self.input.byte(self.at) == Some(b')') {
            end = self.at + 1;
            self.at = end;
            self.skip();
        }
        if end > start {
            self.note("extra-close-paren", start..end, None);
        }
    }

    /// Skips white space between parts, and notes what is odd of it.
    fn skip(&mut self) {
        let end = self.input.skip(self.at);
        while self.at < end {
            let length = self.input.odd_white_space(self.at);
            if length > 0 {
                self.note("odd-white-space", self.at..self.at + length, self.place_of_space());
            }
            self.at += length.max(1);
        }
    }

    /// R13: odd white space after a game tree is of that one, also in parentheses around it, and
    /// after a sub-tree that may become a game.
    fn place_of_space(&self) -> Option<usize> {
        let root = || self.nodes.iter().rposition(|node| node.parent.is_none());
        match (self.stack.first(), self.stack.last()) {
            (None, _) => root().filter(|_| self.is_after_game),
            (Some(outer), _) if self.place().is_none() => {
                root().filter(|&root| self.nodes[root].start >= outer.start)
            }
            (_, Some(paren)) if paren.has_sub_tree && !paren.in_run => {
                self.nodes.len().checked_sub(1)
            }
            _ => self.place(),
        }
    }

    fn top(&mut self) -> &mut Paren {
        self.stack.last_mut().expect("a parenthesis is open")
    }

    /// The node on which hangs what comes next.
    fn place(&self) -> Option<usize> {
        self.stack.iter().rev().find_map(|paren| paren.last)
    }

    fn note(&mut self, code: &'static str, span: Range<usize>, node: Option<usize>) {
        self.noted.push(Noted { code, span, node });
    }

    /// R5 to R12: the next part of a tree.
    fn step(&mut self) {
        self.skip();
        let (input, at) = (self.input, self.at);
        match input.byte(at) {
            None => {
                self.fault("unclosed-tree", at..at);
                self.stack.clear();
            }
            Some(b';') => self.semicolon(),
            Some(b'(') => self.open(),
            Some(b')') => self.close(),
            Some(b'[') => {
                let end = input.value_end(at, true).next;
                self.skipped("value-without-property", at..end);
            }
            _ if input.property_start(at, Idents::All) => self.property(),
            _ => {
                let name = at..input.ident_end(at);
                if input.0[name.clone()].iter().any(u8::is_ascii_uppercase) {
                    self.skipped("property-without-value", name);
                } else {
                    let is_mark = |at| matches!(input.0[at], b';' | b'(' | b')' | b'[');
                    let stops = |at| is_mark(at) || input.property_start(at, Idents::InCapitals);
                    self.skipped("stray-bytes", input.stretch(at, stops));
                }
            }
        }
    }

    fn skipped(&mut self, code: &'static str, span: Range<usize>) {
        if self.fault(code, span.clone()) {
            self.at = span.end;
        }
    }

    /// R2, R5.
    fn semicolon(&mut self) {
        let at = self.at;
        let is_alright = if self.top().start == at {
            self.fault("missing-open-paren", at..at + 1)
        } else {
            !self.top().has_sub_tree || self.fault("node-after-variation", at..at + 1)
        };
        if is_alright {
            self.at = at + 1;
            self.make_node(at);
        }
    }

    /// R6.
    fn open(&mut self) {
        let (at, start) = (self.at, self.top().start);
        if self.top().is_empty() && !self.fault("redundant-parens", start..start + 1) {
            return;
        }
        self.top().has_sub_tree = true;
        self.top().in_run = false;
        self.stack.push(Paren { start: at, ..Paren::default() });
        self.at = at + 1;
    }

    /// R6.
    fn close(&mut self) {
        let (at, start) = (self.at, self.top().start);
        let had_node = self.top().last.is_some();
        if self.top().is_empty() && !self.fault("empty-tree", start..at + 1) {
            return;
        }
        self.at = at + 1;
        self.stack.pop();
        if had_node && self.place().is_none() {
            self.is_damaged = false; // The game tree ended; parentheses around it go on.
        }
    }

    fn make_node(&mut self, start: usize) {
        let (node, parent) = (self.nodes.len(), self.place());
        let outer = self.stack[0].start;
        let paren = self.top();
        let goes_on = paren.has_sub_tree && paren.last.is_some();
        if paren.is_empty() {
            paren.head = Some(node);
        }
        // What was noted before the first node of a parenthesis goes along with it.
        let since = if parent.is_none() { outer } else { paren.start };
        (paren.last, paren.has_sub_tree, paren.in_run) = (Some(node), false, false);
        for noted in &mut self.noted {
            if noted.span.start >= since && noted.node == parent {
                noted.node = Some(node);
            }
        }
        self.nodes.push(Draft { start, parent, goes_on, properties: Vec::new() });
    }

    /// R5 to R9.
    fn property(&mut self) {
        let name = self.at..self.input.ident_end(self.at);
        let written = String::from_utf8_lossy(&self.input.0[name.clone()]).into_owned();
        let (ident, is_valid) = property::ident_of(&written);
        let start = name.start;
        let is_alright = if self.top().last.is_none() {
            self.fault("missing-semicolon", start..start).then(|| self.make_node(start))
        } else if self.top().has_sub_tree && property::is_move(&ident) {
            self.fault("node-after-variation", start..start).then(|| self.make_node(start))
        } else {
            Some(())
        };
        if is_alright.is_none() {
            return;
        }
        let value = self.input.skip(name.end);
        let first = self.input.value_end(value, property::holds_brackets(&ident));
        // After candidates that are closed, one without an end is read outside of all trees.
        let is_outside = first.is_unclosed && !self.top().candidates.is_empty();
        if property::is_root(&ident) && !is_outside {
            self.candidate();
        }
        if first.is_unclosed && !self.unclosed(value, start) {
            return;
        }
        let index = self.property_of(&ident, start, &self.input.0[value + 1..first.end]);
        let node = self.place();
        if !is_valid {
            self.note("invalid-ident", name.clone(), node);
        } else if ident != written {
            self.note("lowercase-ident", name.clone(), node);
        }
        self.at = name.end;
        self.values(&ident, index, first);
    }

    /// Where in its node the values go, after the node that a second move starts.
    fn property_of(&mut self, ident: &str, start: usize, value: &[u8]) -> usize {
        let node = self.place().expect("a property has a node");
        let name = start..self.input.ident_end(start);
        let known = self.nodes[node].properties.iter().position(|(other, _)| other == ident);
        if self.top().has_sub_tree {
            if !std::mem::replace(&mut self.top().in_run, true) {
                self.note("property-after-variation", name, Some(node));
            }
        } else if let Some(index) = known {
            let first = self.nodes[node].properties[index].1[0].clone();
            if property::is_move(ident) && self.input.0[first] != *value {
                self.make_node(start);
                self.note("missing-semicolon", start..start, self.place());
                return self.property_of(ident, start, value);
            }
            self.note("duplicate-property", name, Some(node));
        }
        let properties = &mut self.nodes[node].properties;
        known.unwrap_or_else(|| {
            properties.push((ident.into(), Vec::new()));
            properties.len() - 1
        })
    }

    /// R7, R8: all values of a property, of which the end of the first is known.
    fn values(&mut self, ident: &str, index: usize, first: ValueEnd) {
        let node = self.place().expect("a value has a node");
        let mut found = Some(first);
        loop {
            let open = self.input.skip(self.at);
            if self.input.byte(open) != Some(b'[') {
                return;
            }
            self.skip();
            let found = match found.take() {
                Some(first) => first,
                None => {
                    let end = self.input.value_end(open, property::holds_brackets(ident));
                    if end.is_unclosed && !self.unclosed(open, open) {
                        return;
                    }
                    end
                }
            };
            let value = open + 1..found.end;
            let bytes = &self.input.0[value.clone()];
            let is_sound = found.unescaped.is_none() && !found.is_unclosed;
            if is_sound && property::is_suspicious(ident, bytes) {
                self.note("suspicious-value", value.clone(), Some(node));
            }
            if std::str::from_utf8(bytes).is_err() {
                self.note("invalid-encoding", value.clone(), Some(node));
            }
            if let Some(unescaped) = found.unescaped {
                self.note("unescaped-bracket", unescaped, Some(node));
            }
            self.nodes[node].properties[index].1.push(value);
            self.at = found.next;
        }
    }

    /// R8, R11: notes a value without an end; if that closes all, reads on from another place.
    fn unclosed(&mut self, open: usize, again: usize) -> bool {
        self.fault_at("unclosed-value", open..open + 1, again)
    }

    fn fault(&mut self, code: &'static str, span: Range<usize>) -> bool {
        let paren = self.top();
        let again = if paren.last.is_none() { paren.start } else { self.at };
        self.fault_at(code, span, again)
    }

    /// R11: the first structural fault of a game tree cuts. If that closes all, the fault is not
    /// there, and it is read again from a place outside every tree.
    fn fault_at(&mut self, code: &'static str, span: Range<usize>, again: usize) -> bool {
        let is_first = !std::mem::replace(&mut self.is_damaged, true);
        self.last_fault = self.at;
        if is_first && self.cut() && self.stack.is_empty() {
            self.at = again;
            self.noted.retain(|noted| noted.span.start < again); // Odd white space, to be read again.
            return false;
        }
        self.note(code, span, self.place());
        true
    }

    /// R11: the first node of the innermost parenthesis has a root property.
    fn candidate(&mut self) {
        let Some([outer, paren]) = self.stack.last_chunk_mut::<2>() else { return };
        let Some(head) = paren.head.filter(|_| paren.head == paren.last) else { return };
        let candidate = (paren.start, head);
        if self.nodes[head].parent.is_some() && outer.candidates.last() != Some(&candidate) {
            outer.candidates.push(candidate);
        }
        if self.is_damaged && self.cut() {
            self.is_damaged = self.last_fault > candidate.0;
        }
    }

    /// R11: makes games of all candidates, and closes the parentheses below the last.
    fn cut(&mut self) -> bool {
        let mut candidates: Vec<_> =
            self.stack.iter_mut().flat_map(|paren| std::mem::take(&mut paren.candidates)).collect();
        candidates.sort_unstable();
        let (Some(&(start, first)), Some(&last)) = (candidates.first(), candidates.last()) else {
            return false;
        };
        self.note("record-cut", start..start + 1, self.nodes[first].parent);
        for (_, node) in candidates {
            self.nodes[node].parent = None;
        }
        let kept = self.stack.iter().position(|paren| paren.start == last.0);
        self.stack.drain(..kept.unwrap_or(self.stack.len()));
        true
    }
}
