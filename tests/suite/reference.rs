//! A second tolerant reader, naive and slow, that follows the rules of recovery one by one, to hold
//! the fast one against. It shares nothing with the crate but the names of the codes, and leaves
//! the texts of values and the bounds of the options out. The fuzz targets include this file too.

use std::collections::BTreeMap;
use std::ops::Range;

use kifu::Code;

/// The number of the game tree, where the node starts, where its parent does, and its idents, each
/// with the raw bytes of its values.
pub(crate) type Node = (usize, usize, Option<usize>, Vec<Property>);
type Property = (String, Vec<Range<usize>>);

/// Start, end, what it is, and the number of the game tree.
pub(crate) type Fault = (usize, usize, Code, Option<usize>);

/// A parenthesis, open or closed. Nodes go by the place where they start.
#[derive(Clone, Default)]
struct Paren {
    start: usize,
    end: Option<usize>,
    outer: Option<usize>,
    /// A node; none for a game tree.
    hangs_on: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    /// A sub-tree was read since the last node.
    sub_tree: bool,
    redundant: bool,
}

#[derive(Default)]
struct Reader<'s> {
    bytes: &'s [u8],
    at: usize,
    /// The parent and the properties of each node.
    nodes: BTreeMap<usize, (Option<usize>, Vec<Property>)>,
    faults: Vec<Fault>,
    /// The roots.
    games: Vec<usize>,
    parens: Vec<Paren>,
    /// Those that are open.
    stack: Vec<usize>,
    /// The number of the game tree that is read, or comes next inside the parentheses.
    game: Option<usize>,
    /// It had a structural fault.
    damaged: bool,
}

/// The nodes, game tree by game tree, and the faults, each in the order of the input.
pub(crate) fn read(bytes: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let mut reader = Reader { bytes, ..Reader::default() };
    reader.collection();
    if reader.games.is_empty() {
        reader.faults.retain(|fault| fault.2 != Code::TextBeforeTree);
        reader.game = None;
        reader.note(Code::NoTree, 0..bytes.len());
    }
    let Reader { nodes, mut faults, games, .. } = reader;
    let game = |mut node: usize| {
        while let Some(parent) = nodes[&node].0 {
            node = parent;
        }
        games.iter().position(|&root| root == node).unwrap()
    };
    let number = |(&start, (parent, properties)): (&usize, &(_, Vec<_>))| {
        (game(start), start, *parent, properties.clone())
    };
    let mut nodes: Vec<Node> = nodes.iter().map(number).collect();
    nodes.sort_by_key(|node| node.0);
    faults.sort();
    (nodes, faults)
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
        start..start + 1 + self.bytes[start..end].iter().rposition(|&byte| !white(byte)).unwrap()
    }

    /// The end of the ident that starts here: here, if none does.
    fn ident_end(&self, at: usize) -> usize {
        let is_start = self.bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        if is_start { self.skip(at, |byte| byte.is_ascii_alphanumeric()) } else { at }
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
        let directly = self.bytes.get(self.ident_end(at + 1)) == Some(&b'[');
        match self.bytes[at] {
            b';' => self.goes_on(at + 1, false),
            b'(' | b')' => self.goes_on(at + 1, true),
            byte => white(byte) && directly && self.property_start(at + 1, true),
        }
    }

    /// The first unescaped `]` from here on, unless structure comes before it.
    fn bracket(&self, from: usize, or_structure: bool) -> Option<usize> {
        let mut escaped = false;
        let stop = (from..self.bytes.len()).find(|&at| {
            let is_stop = self.bytes[at] == b']' || or_structure && self.structure(at);
            let was_escaped = escaped;
            escaped = self.bytes[at] == b'\\' && !escaped;
            is_stop && !was_escaped
        });
        stop.filter(|&at| self.bytes[at] == b']')
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
            (self.at, self.game, self.damaged) = (at, None, byte == b';');
            if self.tree_start(at) {
                self.game = Some(self.games.len());
                self.open();
                if byte == b';' {
                    // R2.
                    self.note(Code::MissingOpenParen, at..at + 1);
                    self.at = at;
                }
                while let Some(&paren) = self.stack.last() {
                    self.at = self.next(self.at).0;
                    self.step(paren);
                }
                // What would have been the next game tree came to nothing.
                let next = Some(self.games.len());
                self.faults
                    .iter_mut()
                    .filter(|fault| fault.3 == next)
                    .for_each(|fault| fault.3 = None);
            } else {
                // R4.
                let first = self.games.is_empty();
                let code = if first { Code::TextBeforeTree } else { Code::TextAfterTree };
                self.note(code, self.run(at, |at| self.tree_start(at)));
            }
        }
    }

    fn step(&mut self, number: usize) -> Option<()> {
        let (at, paren) = (self.at, self.parens[number].clone());
        let empty = paren.last.is_none() && !paren.redundant;
        match self.bytes.get(at) {
            // R12.
            None => {
                self.fault(Code::UnclosedTree, at..at)?;
                self.stack.clear();
            }
            Some(b';') => self.node(number, at..at + 1)?,
            // R6.
            Some(b'(') => {
                if empty {
                    self.fault(Code::RedundantParens, paren.start..paren.start + 1)?;
                    self.parens[number].redundant = true;
                }
                self.at = at;
                self.open();
            }
            Some(b')') => {
                if empty {
                    self.fault(Code::EmptyTree, paren.start..at + 1)?;
                }
                self.at = at + 1;
                self.close(number);
            }
            Some(b'[') => {
                let end = self.value_end(at).map_or(self.bytes.len(), |(end, _)| end + 1);
                self.fault(Code::ValueWithoutProperty, at..end)?;
            }
            Some(_) if self.property_start(at, false) => self.property(number)?,
            // R9 and R10.
            Some(_) => {
                let name = at..self.ident_end(at);
                let stops = |at| b";()[".contains(&self.bytes[at]) || self.property_start(at, true);
                if self.bytes[name.clone()].iter().any(u8::is_ascii_uppercase) {
                    self.fault(Code::PropertyWithoutValue, name)?;
                } else {
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
            (self.game, self.damaged) = (Some(self.games.len()), false);
        }
        if let Some(&outer) = self.stack.last() {
            self.parens[outer].sub_tree = true;
        } else if let (at, Some(b')')) = self.next(self.at) {
            // R3.
            self.game = None;
            let stops = |at: usize| self.bytes[at] != b')' && !white(self.bytes[at]);
            self.note(Code::ExtraCloseParen, self.run(at, stops));
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
        let (start, parent) = (span.start, self.place(paren));
        self.nodes.insert(start, (parent, Vec::new()));
        if parent.is_none() {
            self.games.push(start);
        }
        let paren = &mut self.parens[paren];
        paren.first.get_or_insert(start);
        (paren.last, paren.sub_tree) = (Some(start), false);
        Some(())
    }

    /// R7 to R9.
    fn property(&mut self, paren: usize) -> Option<()> {
        let (start, end) = (self.at, self.ident_end(self.at));
        if self.parens[paren].last.is_none() || self.parens[paren].sub_tree {
            self.node(paren, start..start)?;
        }
        let name = String::from_utf8(self.bytes[start..end].to_vec()).unwrap();
        let capitals = name.replace(|char: char| !char.is_ascii_uppercase(), "");
        let (ident, code) = if capitals == name {
            (capitals, None)
        } else if capitals.is_empty() || name.contains(|char: char| char.is_ascii_digit()) {
            (name, Some(Code::InvalidIdent))
        } else {
            (capitals, Some(Code::LowercaseIdent))
        };
        let node = self.parens[paren].last.unwrap();
        let properties = &mut self.nodes.get_mut(&node).unwrap().1;
        let known = properties.iter().position(|(name, _)| *name == ident);
        let index = known.unwrap_or(properties.len());
        if known.is_none() {
            properties.push((ident, Vec::new()));
        }
        // R11: a new candidate in a damaged game tree.
        if self.damaged && self.cut() {
            self.damaged = false;
        }
        let mut codes = vec![code, known.map(|_| Code::DuplicateProperty)];
        self.at = end;
        while let (open, Some(b'[')) = self.next(self.at) {
            let found = self.value_end(open);
            if found.is_none() {
                // R8. A name goes with its only value, where that is read again.
                let place = if self.at == end { start } else { open };
                if self.structural(place).is_none() {
                    self.nodes.get_mut(&node)?.1.retain(|(_, values)| !values.is_empty());
                    return None;
                }
                self.note(Code::UnclosedValue, open..open + 1);
            }
            let (close, content) = found.unwrap_or((self.bytes.len(), None));
            codes.drain(..).flatten().for_each(|code| self.note(code, start..end));
            content.iter().for_each(|&at| self.note(Code::UnescapedBracket, at..at + 1));
            if std::str::from_utf8(&self.bytes[open + 1..close]).is_err() {
                self.note(Code::InvalidEncoding, open + 1..close);
            }
            if holds_end_and_start(&self.bytes[open + 1..close]) {
                self.note(Code::SuspiciousValue, open + 1..close);
            }
            self.nodes.get_mut(&node)?.1[index].1.push(open + 1..close);
            self.at = self.bytes.len().min(close + 1);
        }
        Some(())
    }

    /// Goes on behind what it notes.
    fn note(&mut self, code: Code, span: Range<usize>) {
        self.at = span.end;
        self.faults.push((span.start, span.end, code, self.game));
    }

    fn fault(&mut self, code: Code, span: Range<usize>) -> Option<()> {
        self.structural(span.start)?;
        self.note(code, span);
        Some(())
    }

    /// R11: the first structural fault of a game tree cuts. If that closes all, its place is read
    /// again, from its `(` on if that has no node yet.
    fn structural(&mut self, place: usize) -> Option<()> {
        let empty = self.stack.last().filter(|&&paren| self.parens[paren].last.is_none());
        let place = empty.map_or(place, |&paren| self.parens[paren].start);
        if !std::mem::replace(&mut self.damaged, true) && self.cut() && self.stack.is_empty() {
            self.at = place;
            return None;
        }
        Some(())
    }

    /// R11. A redundant parenthesis is no candidate: it is as if it were not there.
    fn is_candidate(&self, paren: &Paren) -> bool {
        const ROOT: [&str; 6] = ["AP", "CA", "FF", "GM", "ST", "SZ"];
        let is_inside = paren.outer.is_some_and(|outer| self.stack.contains(&outer));
        is_inside
            && !paren.redundant
            && paren.hangs_on.is_some()
            && paren.first.is_some_and(|first| {
                self.nodes[&first].1.iter().any(|(ident, _)| ROOT.contains(&&**ident))
            })
    }

    fn cut(&mut self) -> bool {
        let is_candidate = |&paren: &usize| self.is_candidate(&self.parens[paren]);
        let candidates: Vec<usize> = (0..self.parens.len()).filter(is_candidate).collect();
        let Some(&last) = candidates.last() else { return false };
        for &candidate in &candidates {
            let (paren, game) = (&mut self.parens[candidate], Some(self.games.len()));
            paren.hangs_on = None;
            let (root, range) =
                (paren.first.unwrap(), paren.start..paren.end.unwrap_or(usize::MAX));
            self.nodes.get_mut(&root).unwrap().0 = None;
            self.games.push(root);
            let inside = |fault: &&mut Fault| fault.3 >= self.game && range.contains(&fault.0);
            self.faults.iter_mut().filter(inside).for_each(|fault| fault.3 = game);
        }
        let start = self.parens[candidates[0]].start;
        self.note(Code::RecordCut, start..start + 1);
        self.game = Some(self.games.len() - 1);
        let kept = self.stack.iter().position(|&open| open == last).unwrap_or(self.stack.len());
        self.stack.drain(..kept);
        true
    }
}

/// Whether a value holds `)`, white space, `(;`.
fn holds_end_and_start(value: &[u8]) -> bool {
    (0..value.len()).filter(|&at| value[at] == b')').any(|at| {
        let spaces = value[at + 1..].iter().take_while(|&&byte| b" \t\n\r\x0B\x0C".contains(&byte));
        value[at + 1 + spaces.count()..].starts_with(b"(;")
    })
}
