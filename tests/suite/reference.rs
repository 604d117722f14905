//! A second tolerant reader, naive and slow, that follows the rules of recovery one by one, to hold
//! the fast one against. It shares nothing with the crate but the names of the codes, and leaves
//! the texts of values and the bounds of the options out. The fuzz targets include this file too.

use std::ops::Range;

use kifu::Code;

/// A node: its parent, where it starts, and each ident with the raw bytes of its values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    pub(crate) parent: Option<usize>,
    pub(crate) start: usize,
    pub(crate) properties: Vec<(String, Vec<Range<usize>>)>,
}

/// Start, end, what it is, and the number of the game tree.
pub(crate) type Fault = (usize, usize, Code, Option<usize>);

/// A parenthesis, open or closed. One that hangs on no node makes game trees.
#[derive(Clone, Default)]
struct Paren {
    start: usize,
    end: Option<usize>,
    outer: Option<usize>,
    hangs_on: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    /// A sub-tree with a node was read since the last node.
    sub_tree: bool,
    redundant: bool,
}

#[derive(Default)]
struct Reader<'s> {
    bytes: &'s [u8],
    at: usize,
    nodes: Vec<Node>,
    faults: Vec<Fault>,
    /// The roots.
    games: Vec<usize>,
    parens: Vec<Paren>,
    /// Those that are open.
    stack: Vec<usize>,
    /// The game tree that is being read has a root already; else its number is the next one.
    rooted: bool,
    /// It had a structural fault.
    damaged: bool,
}

/// The nodes, game tree by game tree, each in file order, and the faults, sorted.
pub(crate) fn read(bytes: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let mut reader = Reader { bytes, ..Reader::default() };
    reader.collection();
    reader.finish()
}

fn white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Looking ahead, from any place.
impl Reader<'_> {
    fn skip(&self, at: usize, skipped: impl Fn(u8) -> bool) -> usize {
        at + self.bytes[at..].iter().take_while(|&&byte| skipped(byte)).count()
    }

    /// What follows behind white space.
    fn next(&self, at: usize) -> (usize, Option<u8>) {
        let at = self.skip(at, white);
        (at, self.bytes.get(at).copied())
    }

    /// From one place to the next that is so, or to the end; without white space at its end.
    fn run(&self, start: usize, stops: impl Fn(usize) -> bool) -> Range<usize> {
        let end = (start + 1..self.bytes.len()).find(|&at| stops(at)).unwrap_or(self.bytes.len());
        let last = self.bytes[start..end].iter().rposition(|&byte| !white(byte)).unwrap_or(0);
        start..start + last + 1
    }

    /// The end of the ident that starts here: here, if none does.
    fn ident_end(&self, at: usize) -> usize {
        match self.bytes.get(at) {
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.skip(at, |byte| byte.is_ascii_alphanumeric()),
            _ => at,
        }
    }

    /// An ident, perhaps in capitals, white space, `[`.
    fn property_start(&self, at: usize, capitals: bool) -> bool {
        let end = self.ident_end(at);
        let fits = !capitals || self.bytes[at..end].iter().all(u8::is_ascii_uppercase);
        end > at && fits && self.next(end).1 == Some(b'[')
    }

    /// Behind white space one of `;` `(` `)`, the end, or a property start, perhaps in capitals.
    fn goes_on(&self, at: usize, capitals: bool) -> bool {
        let (at, next) = self.next(at);
        matches!(next, None | Some(b';' | b'(' | b')')) || self.property_start(at, capitals)
    }

    /// R1 and R2.
    fn tree_start(&self, at: usize) -> bool {
        match self.bytes[at] {
            b'(' => self.goes_on(at + 1, true),
            byte => byte == b';' && self.property_start(self.next(at + 1).0, false),
        }
    }

    /// R7: structure. A `\` hides it as it hides a `]`: so it would in the value that may go on.
    fn structure(&self, at: usize) -> bool {
        match self.bytes[at] {
            b';' => self.goes_on(at + 1, false),
            b'(' | b')' => self.goes_on(at + 1, true),
            byte => {
                let directly = self.bytes.get(self.ident_end(at + 1)) == Some(&b'[');
                white(byte) && directly && self.property_start(at + 1, true)
            }
        }
    }

    /// The first unescaped `]` from here on, unless structure comes before it.
    fn bracket(&self, from: usize, or_structure: bool) -> Option<usize> {
        let mut escaped = false;
        for at in from..self.bytes.len() {
            match self.bytes[at] {
                b']' if !escaped => return Some(at),
                _ if or_structure && !escaped && self.structure(at) => return None,
                byte => escaped = byte == b'\\' && !escaped,
            }
        }
        None
    }

    /// R7: the `]` that ends the value, and the first one that did not.
    fn value_end(&self, open: usize) -> Option<(usize, Option<usize>)> {
        let (mut end, mut content) = (self.bracket(open + 1, false)?, None);
        while self.next(end + 1).1 != Some(b'[') && !self.goes_on(end + 1, false) {
            let Some(next) = self.bracket(end + 1, true) else { break };
            content = content.or(Some(end));
            end = next;
        }
        Some((end, content))
    }
}

/// The rules. A step that gives nothing met a fault that closed all: its place is read again.
impl Reader<'_> {
    fn collection(&mut self) {
        // R1. A byte order mark elsewhere is text, as strict reading has it.
        self.at = if self.bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        while let (at, Some(byte)) = self.next(self.at) {
            (self.at, self.rooted, self.damaged) = (at, false, false);
            if self.tree_start(at) {
                self.open();
                if byte == b';' {
                    // R2.
                    (self.at, self.damaged) = (at, true);
                    self.note(Code::MissingOpenParen, at..at + 1, self.game());
                }
                while let Some(&paren) = self.stack.last() {
                    self.at = self.next(self.at).0;
                    self.step(paren);
                }
                self.forget_pending(at);
            } else {
                // R4.
                let first = self.games.is_empty();
                let code = if first { Code::TextBeforeTree } else { Code::TextAfterTree };
                let run = self.run(at, |at| self.tree_start(at));
                self.at = run.end;
                self.note(code, run, None);
            }
        }
    }

    fn step(&mut self, paren: usize) -> Option<()> {
        let (at, Paren { start, last, redundant, .. }) = (self.at, self.parens[paren].clone());
        match self.bytes.get(at) {
            // R12.
            None => {
                self.fault(Code::UnclosedTree, at..at)?;
                self.stack.clear();
            }
            Some(b';') => self.node(paren, at..at + 1)?,
            // R6.
            Some(b'(') => {
                if last.is_none() && !redundant {
                    self.fault(Code::RedundantParens, start..start + 1)?;
                    self.parens[paren].redundant = true;
                }
                self.open();
            }
            Some(b')') => {
                if last.is_none() && !redundant {
                    self.fault(Code::EmptyTree, start..at + 1)?;
                }
                self.at = at + 1;
                self.close(paren);
            }
            Some(b'[') => {
                let end = self.value_end(at).map_or(self.bytes.len(), |(end, _)| end + 1);
                self.fault(Code::ValueWithoutProperty, at..end)?;
            }
            Some(_) if self.property_start(at, false) => self.property(paren)?,
            // R9 and R10.
            Some(_) => {
                let end = self.ident_end(at);
                if self.bytes[at..end].iter().any(u8::is_ascii_uppercase) {
                    self.fault(Code::PropertyWithoutValue, at..end)?;
                } else {
                    let stops =
                        |at| b";()[".contains(&self.bytes[at]) || self.property_start(at, true);
                    self.fault(Code::StrayBytes, self.run(at, stops))?;
                }
            }
        }
        Some(())
    }

    /// The node on which hangs what comes next in a parenthesis.
    fn place(&self, paren: usize) -> Option<usize> {
        self.parens[paren].last.or(self.parens[paren].hangs_on)
    }

    fn open(&mut self) {
        let (start, outer) = (self.at, self.stack.last().copied());
        let hangs_on = outer.and_then(|outer| self.place(outer));
        self.stack.push(self.parens.len());
        self.parens.push(Paren { start, outer, hangs_on, ..Paren::default() });
        self.at += 1;
    }

    fn close(&mut self, paren: usize) {
        self.stack.pop();
        self.parens[paren].end = Some(self.at);
        if self.parens[paren].hangs_on.is_none() && self.parens[paren].last.is_some() {
            (self.rooted, self.damaged) = (false, false);
        }
        if let Some(&outer) = self.stack.last() {
            self.parens[outer].sub_tree = true;
        } else if let (at, Some(b')')) = self.next(self.at) {
            // R3.
            let run = self.run(at, |at| self.bytes[at] != b')' && !white(self.bytes[at]));
            self.at = run.end;
            self.note(Code::ExtraCloseParen, run, None);
        }
    }

    /// R5 and R6: for a `;`, or, with an empty span, for a property.
    fn node(&mut self, paren: usize, span: Range<usize>) -> Option<()> {
        if self.parens[paren].sub_tree {
            self.fault(Code::NodeAfterVariation, span.clone())?;
        } else if span.is_empty() {
            self.fault(Code::MissingSemicolon, span.clone())?;
        }
        self.at = span.end;
        let (parent, node) = (self.place(paren), self.nodes.len());
        self.nodes.push(Node { parent, start: span.start, properties: Vec::new() });
        if parent.is_none() {
            self.games.push(node);
            self.rooted = true;
        }
        let paren = &mut self.parens[paren];
        paren.first.get_or_insert(node);
        (paren.last, paren.sub_tree) = (Some(node), false);
        Some(())
    }

    /// R7 to R9.
    fn property(&mut self, paren: usize) -> Option<()> {
        let (start, end) = (self.at, self.ident_end(self.at));
        if self.parens[paren].last.is_none() || self.parens[paren].sub_tree {
            self.node(paren, start..start)?;
        }
        let name = std::str::from_utf8(&self.bytes[start..end]).unwrap();
        let capitals = name.replace(|char: char| !char.is_ascii_uppercase(), "");
        let (ident, code) = if capitals == name {
            (capitals, None)
        } else if capitals.is_empty() || name.contains(|char: char| char.is_ascii_digit()) {
            (name.into(), Some(Code::InvalidIdent))
        } else {
            (capitals, Some(Code::LowercaseIdent))
        };
        let node = self.parens[paren].last.unwrap();
        let properties = &mut self.nodes[node].properties;
        let known = properties.iter().position(|(name, _)| *name == ident);
        if known.is_none() {
            properties.push((ident, Vec::new()));
        }
        let index = known.unwrap_or(properties.len() - 1);
        // R11: a new candidate in a damaged game tree.
        if self.damaged && !self.candidates().is_empty() {
            self.cut();
            self.damaged = false;
        }
        let mut codes = vec![code, known.map(|_| Code::DuplicateProperty)];
        self.at = end;
        while let (open, Some(b'[')) = self.next(self.at) {
            let (close, content) = match self.value_end(open) {
                Some(found) => found,
                None => {
                    // R8. A name goes with its only value, where that is read again.
                    let place = if self.at == end { start } else { open };
                    self.structural(place).or_else(|| {
                        self.nodes[node].properties.retain(|(_, values)| !values.is_empty());
                        None
                    })?;
                    self.note(Code::UnclosedValue, open..open + 1, self.game());
                    (self.bytes.len(), None)
                }
            };
            for code in codes.drain(..).flatten() {
                self.note(code, start..end, self.game());
            }
            if let Some(at) = content {
                self.note(Code::UnescapedBracket, at..at + 1, self.game());
            }
            self.nodes[node].properties[index].1.push(open + 1..close);
            self.at = self.bytes.len().min(close + 1);
        }
        Some(())
    }
}

/// R11, and what is noted.
impl Reader<'_> {
    /// The number of the game tree that is being read.
    fn game(&self) -> Option<usize> {
        Some(self.games.len() - usize::from(self.rooted))
    }

    fn note(&mut self, code: Code, span: Range<usize>, game: Option<usize>) {
        self.faults.push((span.start, span.end, code, game));
    }

    /// What would have been the next game tree came to nothing.
    fn forget_pending(&mut self, from: usize) {
        let pending = Some(self.games.len());
        let forgotten = |fault: &&mut Fault| fault.0 >= from && fault.3 == pending;
        self.faults.iter_mut().filter(forgotten).for_each(|fault| fault.3 = None);
    }

    /// Notes a structural fault, and goes on behind it.
    fn fault(&mut self, code: Code, span: Range<usize>) -> Option<()> {
        self.structural(span.start)?;
        self.note(code, span.clone(), self.game());
        self.at = self.at.max(span.end);
        Some(())
    }

    /// A structural fault, the first of which cuts. If that closes all, its place is read again,
    /// from its `(` on if that has no node yet.
    fn structural(&mut self, place: usize) -> Option<()> {
        let empty = self.stack.last().filter(|&&paren| self.parens[paren].last.is_none());
        let place = empty.map_or(place, |&paren| self.parens[paren].start);
        if !std::mem::replace(&mut self.damaged, true) && !self.candidates().is_empty() {
            self.cut();
            if self.stack.is_empty() {
                self.at = place;
                return None;
            }
        }
        Some(())
    }

    fn candidates(&self) -> Vec<usize> {
        const ROOT: [&str; 6] = ["AP", "CA", "FF", "GM", "ST", "SZ"];
        let holds_root_property = |&node: &usize| {
            self.nodes[node].properties.iter().any(|(ident, _)| ROOT.contains(&&**ident))
        };
        let candidate = |&number: &usize| {
            let paren = &self.parens[number];
            // A redundant parenthesis is none: it is as if it were not there.
            paren.hangs_on.is_some()
                && !paren.redundant
                && paren.outer.is_some_and(|outer| self.stack.contains(&outer))
                && paren.first.as_ref().is_some_and(holds_root_property)
        };
        (0..self.parens.len()).filter(candidate).collect()
    }

    fn cut(&mut self) {
        let (candidates, game) = (self.candidates(), self.game());
        for &number in &candidates {
            let paren = &mut self.parens[number];
            paren.hangs_on = None;
            let (first, end) = (paren.first.unwrap(), paren.end.unwrap_or(usize::MAX));
            let range = paren.start..end;
            let inside = |fault: &&mut Fault| fault.3 >= game && range.contains(&fault.0);
            self.faults
                .iter_mut()
                .filter(inside)
                .for_each(|fault| fault.3 = Some(self.games.len()));
            self.nodes[first].parent = None;
            self.games.push(first);
        }
        let start = self.parens[candidates[0]].start;
        self.note(Code::RecordCut, start..start + 1, game);
        let last = candidates[candidates.len() - 1];
        let kept = self.stack.iter().position(|&open| open == last).unwrap_or(self.stack.len());
        self.stack.drain(..kept);
    }

    fn finish(mut self) -> (Vec<Node>, Vec<Fault>) {
        if self.games.is_empty() {
            self.faults
                .retain(|fault| !matches!(fault.2, Code::TextBeforeTree | Code::TextAfterTree));
            self.note(Code::NoTree, 0..self.bytes.len(), None);
        }
        // The number of the game tree of each node, then the nodes in the order of these.
        let mut game = vec![0; self.nodes.len()];
        for node in 0..self.nodes.len() {
            let root = |&root: &usize| root == node;
            game[node] = match self.nodes[node].parent {
                Some(parent) => game[parent],
                None => self.games.iter().position(root).unwrap(),
            };
            for value in self.nodes[node].properties.iter().flat_map(|(_, values)| values) {
                if std::str::from_utf8(&self.bytes[value.clone()]).is_err() {
                    self.faults.push((
                        value.start,
                        value.end,
                        Code::InvalidEncoding,
                        Some(game[node]),
                    ));
                }
            }
        }
        let mut order = Vec::from_iter(0..self.nodes.len());
        order.sort_by_key(|&node| game[node]);
        let place = |parent| order.iter().position(|&node| node == parent);
        let moved = |&node: &usize| {
            let Node { parent, start, properties } = self.nodes[node].clone();
            Node { parent: parent.and_then(place), start, properties }
        };
        self.faults.sort_by_key(|&(start, end, code, _)| (start, end, code));
        (order.iter().map(moved).collect(), self.faults)
    }
}
