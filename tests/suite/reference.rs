//! A second tolerant reader, naive and slow, that follows the rules of recovery one by one, to hold
//! the fast one against. It shares nothing with the crate but the names of the codes, and leaves
//! the texts of values and the bounds of the options out. The fuzz targets include this file too.

use std::{collections::BTreeMap, ops::Range};

use kifu::Code::{self, *};

/// Game tree, start, start of the parent, and the idents, each with the raw bytes of its values.
pub(crate) type Node = (usize, usize, Option<usize>, Vec<(String, Vec<Range<usize>>)>);

/// Start, end, what it is, and the number of the game tree: while reading, a node of it.
pub(crate) type Fault = (usize, usize, Code, Option<usize>);

/// Nodes and parentheses go by the places where they start.
#[derive(Default)]
struct Reader<'s> {
    bytes: &'s [u8],
    at: usize,
    nodes: Vec<Node>, // The game trees are numbered in the end.
    faults: Vec<Fault>,
    /// Indexes of nodes that begin parentheses, and those: redundant ones are as if not there.
    heads: Vec<(usize, usize)>,
    /// The open parentheses: start, last node, and whether a sub-tree began since.
    stack: Vec<(usize, Option<usize>, bool)>,
    damaged: bool, // The game tree had a structural fault.
}

/// The nodes, game tree by game tree, and the faults, each in the order of the input.
pub(crate) fn read(bytes: &[u8]) -> (Vec<Node>, Vec<Fault>) {
    let mut reader = Reader { bytes, ..Reader::default() };
    // R1 to R4. A byte order mark elsewhere is text, as strict reading has it.
    reader.at = if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    while let (at, Some(byte)) = reader.next(reader.at) {
        if reader.starts(at, true) {
            (reader.stack, reader.damaged) = (vec![(at, None, false)], false);
            reader.at = if byte == b'(' { at + 1 } else { at };
            while !reader.stack.is_empty() {
                reader.step();
            }
            if let (at, Some(b')')) = reader.next(reader.at) {
                reader.note(ExtraCloseParen, reader.run(at, |at| reader.next(at).1 != Some(b')')));
            }
        } else {
            let code = if reader.nodes.is_empty() { TextBeforeTree } else { TextAfterTree };
            reader.note(code, reader.run(at, |at| reader.starts(at, true)));
        }
    }
    if reader.nodes.is_empty() {
        reader.faults.retain(|fault| fault.2 != TextBeforeTree);
        reader.note(NoTree, 0..bytes.len());
    }
    let Reader { mut nodes, mut faults, .. } = reader;
    let (mut games, mut numbers) = (BTreeMap::new(), 0..);
    for (game, start, parent, properties) in &mut nodes {
        *game = parent.map_or_else(|| numbers.next().unwrap(), |parent| games[&parent]);
        games.insert(*start, *game);
        properties.retain(|(_, values)| !values.is_empty());
    }
    faults.iter_mut().for_each(|fault| fault.3 = fault.3.map(|node| games[&node]));
    nodes.sort_by_key(|node| node.0);
    faults.sort();
    (nodes, faults)
}

impl Reader<'_> {
    /// What follows behind white space.
    fn next(&self, at: usize) -> (usize, Option<u8>) {
        let at = at + self.bytes[at..].iter().take_while(|b| matches!(b, 9..=13 | b' ')).count();
        (at, self.bytes.get(at).copied())
    }

    /// From one place to the next that is so, or to the end; without white space at its end.
    fn run(&self, start: usize, stops: impl Fn(usize) -> bool) -> Range<usize> {
        let end = (start + 1..self.bytes.len()).find(|&at| stops(at)).unwrap_or(self.bytes.len());
        start..(start..end).rfind(|&at| self.next(at).0 == at).map_or(end, |at| at + 1)
    }

    /// The end of the ident that starts here: here, if none does.
    fn ident_end(&self, at: usize) -> usize {
        let letter = self.bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        at + self.bytes[at..].iter().take_while(|b| letter && b.is_ascii_alphanumeric()).count()
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

    /// R1 and R2 outside every tree, the structure of R7 inside.
    fn starts(&self, at: usize, outside: bool) -> bool {
        let directly = self.bytes.get(self.ident_end(at + 1)) == Some(&b'[');
        match self.bytes[at] {
            b'(' => self.goes_on(at + 1, true),
            byte if outside => byte == b';' && self.property_start(self.next(at + 1).0, false),
            b';' => self.goes_on(at + 1, false),
            b')' => self.goes_on(at + 1, true),
            _ => self.next(at).0 > at && directly && self.property_start(at + 1, true),
        }
    }

    /// R7: the `]` that ends the value, and the first, content if it is another. R8: both the end
    /// of the input. A `\` hides structure as it hides a `]`: so it would in a value that goes on.
    fn value_end(&self, open: usize) -> (usize, usize) {
        let (mut at, mut found, mut ends) = (open + 1, None, false);
        while let (Some(&byte), false) = (self.bytes.get(at), ends) {
            let first = found.map_or(at, |(_, first)| first);
            found = (byte == b']').then_some((at, first)).or(found);
            let goes_on = self.next(at + 1).1 == Some(b'[') || self.goes_on(at + 1, false);
            ends = if byte == b']' { goes_on } else { found.is_some() && self.starts(at, false) };
            at += if byte == b'\\' { 2 } else { 1 };
        }
        found.unwrap_or((self.bytes.len(), self.bytes.len()))
    }

    /// What is wrong with what comes next, then what it does. Nothing if the fault closed all.
    fn step(&mut self) -> Option<()> {
        let ((at, byte), len) = (self.next(self.at), self.bytes.len());
        let &(start, last, sub_tree) = self.stack.last()?;
        let is_empty = last.is_none() && !sub_tree;
        let is_property = self.property_start(at, false);
        let name = at..self.ident_end(at);
        let has_capital = self.bytes[name.clone()].iter().any(u8::is_ascii_uppercase);
        let stops = |at| b";()[".contains(&self.bytes[at]) || self.property_start(at, true);
        let (code, span) = match byte {
            None => (Some(UnclosedTree), at..at), // R12
            Some(b';') if start == at => (Some(MissingOpenParen), at..at + 1), // R2
            Some(b';') => (sub_tree.then_some(NodeAfterVariation), at..at + 1), // R5
            Some(b'(') => (is_empty.then_some(RedundantParens), start..start + 1), // R6
            Some(b')') => (is_empty.then_some(EmptyTree), start..at + 1),
            Some(b'[') => (Some(ValueWithoutProperty), at..len.min(self.value_end(at).0 + 1)), // R9
            _ if is_property && sub_tree => (Some(NodeAfterVariation), at..at),
            _ if is_property => (last.is_none().then_some(MissingSemicolon), at..at),
            _ if has_capital => (Some(PropertyWithoutValue), name.clone()),
            _ => (Some(StrayBytes), self.run(at, stops)), // R10
        };
        let again = if last.is_none() { start } else { span.start }; // An empty `(` goes along.
        self.fault(code, span.clone(), again)?;
        self.at = span.end;
        match byte {
            None => self.stack.clear(),
            Some(b'(') => {
                self.stack.last_mut()?.2 = true;
                self.stack.push((at, None, false));
                self.at = at + 1;
            }
            Some(b')') => {
                self.stack.pop();
                self.damaged &= last.is_none() || self.place().is_some(); // Not if it was empty.
            }
            _ if byte == Some(b';') || is_property && (last.is_none() || sub_tree) => {
                let parent = self.place();
                self.heads.extend(is_empty.then_some((self.nodes.len(), start)));
                self.nodes.push((0, at, parent, Vec::new()));
                *self.stack.last_mut()? = (start, Some(at), false);
                // What was noted before the first node is of its game tree.
                let since = if parent.is_none() { self.stack[0].0 } else { start };
                let before = |fault: &&mut Fault| fault.0 >= since && fault.3 == parent;
                self.faults.iter_mut().filter(before).for_each(|fault| fault.3 = Some(at));
            }
            _ if is_property => self.property(name)?,
            _ => {}
        }
        Some(())
    }

    /// R7 to R9, for the last node.
    fn property(&mut self, name: Range<usize>) -> Option<()> {
        let written = String::from_utf8(self.bytes[name.clone()].to_vec()).ok()?;
        let capitals = written.replace(|char: char| !char.is_ascii_uppercase(), "");
        let is_odd = capitals.is_empty() || written.contains(|char: char| char.is_ascii_digit());
        let ident = if is_odd { &written } else { &capitals };
        let properties = &mut self.nodes.last_mut()?.3;
        properties.push((ident.clone(), Vec::new()));
        let index = properties.iter().position(|(other, _)| other == ident)?;
        let is_known = index + 1 < properties.len();
        self.damaged = self.damaged && !self.cut(); // R11: a new candidate
        self.at = name.end;
        while let (open, Some(b'[')) = self.next(self.at) {
            let is_first = self.at == name.end;
            let (close, bracket) = self.value_end(open);
            let value = open + 1..close;
            let again = if is_first { name.start } else { open };
            let code = (close == self.bytes.len()).then_some(UnclosedValue);
            self.fault(code, open..open + 1, again)?;
            let starts_tree = |at: usize| self.bytes[self.next(at).0..].starts_with(b"(;");
            let swallows = |at: usize| self.bytes[at] == b')' && starts_tree(at + 1);
            let faults = [
                (is_first && is_odd, InvalidIdent, &name),
                (is_first && *ident != written, LowercaseIdent, &name),
                (is_first && is_known, DuplicateProperty, &name),
                (bracket < close, UnescapedBracket, &(bracket..bracket + 1)),
                (std::str::from_utf8(&self.bytes[value.clone()]).is_err(), InvalidEncoding, &value),
                (value.clone().any(swallows), SuspiciousValue, &value),
            ];
            let faults = faults.into_iter().filter(|fault| fault.0);
            faults.for_each(|(_, code, span)| self.note(code, span.clone()));
            self.nodes.last_mut()?.3[index].1.push(value);
            self.at = self.bytes.len().min(close + 1);
        }
        Some(())
    }

    /// The node on which hangs what comes next.
    fn place(&self) -> Option<usize> {
        self.stack.iter().rev().find_map(|paren| paren.1)
    }

    /// Goes on behind what it notes.
    fn note(&mut self, code: Code, span: Range<usize>) {
        self.at = span.end;
        self.faults.push((span.start, span.end, code, self.place()));
    }

    /// R11: the first structural fault of a game tree cuts. If that closes all, it is read again.
    fn fault(&mut self, code: Option<Code>, span: Range<usize>, again: usize) -> Option<()> {
        let Some(code) = code else { return Some(()) };
        if !std::mem::replace(&mut self.damaged, true) && self.cut() && self.stack.is_empty() {
            self.at = again;
            return None;
        }
        self.note(code, span);
        Some(())
    }

    fn cut(&mut self) -> bool {
        const ROOT: [&str; 6] = ["AP", "CA", "FF", "GM", "ST", "SZ"];
        // What is around it is open, if the parenthesis is that it hangs in.
        let is_candidate = |&(node, _): &(usize, usize)| {
            let (_, _, parent, properties) = &self.nodes[node];
            let is_root = properties.iter().any(|(ident, _)| ROOT.contains(&&**ident));
            is_root && parent.is_some() && self.stack.iter().any(|paren| paren.1 == *parent)
        };
        let candidates: Vec<_> = self.heads.iter().copied().filter(is_candidate).collect();
        let Some(&(node, start)) = candidates.first() else { return false };
        self.faults.push((start, start + 1, RecordCut, self.nodes[node].2));
        candidates.iter().for_each(|&(node, _)| self.nodes[node].2 = None);
        let kept = self.stack.iter().position(|open| open.0 == candidates[candidates.len() - 1].1);
        self.stack.drain(..kept.unwrap_or(self.stack.len()));
        true
    }
}
