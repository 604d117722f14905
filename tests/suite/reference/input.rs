//! What a place of the input is, whatever was read before it: white space, idents, property
//! starts, the starts of trees (R1, R2) and the ends of values (R7, R8).

use std::ops::Range;

/// R13, as far as it is characters; beside them a `\` with n, r or t after it.
const ODD: [&str; 20] = [
    "\u{A0}", "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}",
    "\u{2006}", "\u{2007}", "\u{2008}", "\u{2009}", "\u{200A}", "\u{200B}", "\u{2028}", "\u{2029}",
    "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}",
];

/// Which idents make a property start.
#[derive(Clone, Copy)]
pub(super) enum Idents {
    All,
    /// Where it may be prose: without a capital only directly before the `[`.
    InProse,
    /// With a capital and without a lower-case letter.
    InCapitals,
}

/// Where a value ends.
pub(super) struct ValueEnd {
    /// The end of the value, and where reading goes on after it.
    pub(super) end: usize,
    pub(super) next: usize,
    /// No `]` ends it, but the end of the input.
    pub(super) is_unclosed: bool,
    /// The first `]` that is content, or all those that are left out.
    pub(super) unescaped: Option<Range<usize>>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Input<'s>(pub(super) &'s [u8]);

impl Input<'_> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    /// How many bytes of odd white space are here.
    pub(super) fn odd_white_space(self, at: usize) -> usize {
        match self.0.get(at..) {
            Some([b'\\', b'n' | b'r' | b't', ..]) => 2,
            Some(here @ [0xC2..=0xFF, ..]) => {
                let odd = ODD.iter().find(|odd| here.starts_with(odd.as_bytes()));
                odd.map_or(0, |odd| odd.len())
            }
            _ => 0,
        }
    }

    /// How many bytes the character of white space here has; 0 if it is none.
    fn white_space(self, at: usize) -> usize {
        match self.byte(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C) => 1,
            _ => self.odd_white_space(at),
        }
    }

    /// The place after the white space here.
    pub(super) fn skip(self, mut at: usize) -> usize {
        while self.white_space(at) > 0 {
            at += self.white_space(at);
        }
        at
    }

    /// The end of the ident that starts here: here, if none does.
    pub(super) fn ident_end(self, at: usize) -> usize {
        let is_first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        let is_next = |byte: u8| is_first(byte) || byte.is_ascii_digit() || byte == b'-';
        let mut end = at;
        while self
            .byte(end)
            .is_some_and(|byte| if end == at { is_first(byte) } else { is_next(byte) })
        {
            end += 1;
        }
        end
    }

    pub(super) fn property_start(self, at: usize, idents: Idents) -> bool {
        let end = self.ident_end(at);
        if end == at || self.byte(self.skip(end)) != Some(b'[') {
            return false;
        }
        let has_capital = self.0[at..end].iter().any(u8::is_ascii_uppercase);
        match idents {
            Idents::All => true,
            Idents::InProse => has_capital || self.byte(end) == Some(b'['),
            Idents::InCapitals => {
                has_capital && !self.0[at..end].iter().any(u8::is_ascii_lowercase)
            }
        }
    }

    /// Whether a property start in capitals is anywhere in these bytes.
    pub(super) fn holds_property(self, mut places: Range<usize>) -> bool {
        places.any(|at| self.property_start(at, Idents::InCapitals))
    }

    /// R1, R2: whether a tree starts here.
    pub(super) fn starts_tree(self, at: usize) -> bool {
        let next = self.skip(at + 1);
        match (self.byte(at), self.byte(next)) {
            (Some(b'('), None | Some(b'(' | b')')) => true,
            (Some(b'('), Some(b';')) => {
                let next = self.skip(next + 1);
                let is_paren = |at: &usize| matches!(self.0[*at], b'(' | b')');
                let paren = || (next..self.len()).find(is_paren).unwrap_or(self.len());
                matches!(self.byte(next), None | Some(b';' | b'(' | b')'))
                    || self.property_start(next, Idents::All)
                    || self.holds_property(next..paren())
            }
            (Some(b'('), _) => self.property_start(next, Idents::InCapitals),
            (Some(b';'), _) => self.property_start(next, Idents::InProse),
            _ => false,
        }
    }

    /// From one place to the next that is so, or to the end; without ordinary white space at its
    /// end. Odd white space belongs to it.
    pub(super) fn stretch(self, start: usize, stops: impl Fn(usize) -> bool) -> Range<usize> {
        let mut end = (start + 1..self.len()).find(|&at| stops(at)).unwrap_or(self.len());
        while end > start + 1 && matches!(self.0[end - 1], b'\t'..=b'\r' | b' ') {
            end -= 1;
        }
        start..end
    }

    /// Past a character of a value: two bytes if a `\` escapes the second.
    fn step(self, at: usize) -> usize {
        if self.0[at] == b'\\' { at + 2 } else { at + 1 }
    }

    /// The first unescaped `]` from here on.
    fn bracket(self, mut at: usize) -> Option<usize> {
        while self.byte(at)? != b']' {
            at = self.step(at);
        }
        Some(at)
    }

    /// R7: where the run of white space, `;`, `(` and `)` that starts here leads to, and the last
    /// of these marks in it.
    fn run(self, mut at: usize) -> (usize, Option<u8>) {
        let mut mark = None;
        loop {
            at = self.skip(at);
            match self.byte(at) {
                Some(byte @ (b';' | b'(' | b')')) => mark = Some(byte),
                _ => return (at, mark),
            }
            at += 1;
        }
    }

    /// R7: whether this `]`, in a property whose values can hold one, needs no look further on.
    fn ends_at_once(self, open: usize, bracket: usize) -> bool {
        let (next, mark) = self.run(bracket + 1);
        next == self.len()
            || self.property_start(next, Idents::InProse)
            || mark.is_none() && self.byte(next) == Some(b'[')
            || mark.is_some() && !self.has_partner(open, bracket)
    }

    /// Whether the value so far has an unescaped `[` for this `]`.
    fn has_partner(self, open: usize, bracket: usize) -> bool {
        let (mut at, mut count) = (open + 1, 0_usize);
        while at < bracket {
            match &self.0[at..] {
                [b'[', ..] => count += 1,
                [b']', ..] | [b'\\', b']', ..] => count = count.saturating_sub(1),
                _ => {}
            }
            at = self.step(at);
        }
        count > 0
    }

    /// R7: the next unescaped `]`, if no structure comes before it. As a `\` hides a `]`, so it
    /// hides structure, unless it is odd white space itself.
    fn looks_on(self, bracket: usize) -> Option<usize> {
        let mut at = bracket + 1;
        while self.byte(at)? != b']' {
            let (next, mark) = self.run(at);
            let idents = if mark == Some(b';') { Idents::InProse } else { Idents::InCapitals };
            let is_mark = matches!(self.0[at], b';' | b'(' | b')');
            if is_mark && (next == self.len() || self.property_start(next, idents)) {
                return None;
            }
            let word = at + self.white_space(at);
            let is_direct = self.byte(self.ident_end(word)) == Some(b'[');
            if word > at && is_direct && self.property_start(word, Idents::InCapitals) {
                return None;
            }
            at = self.step(at);
        }
        Some(at)
    }

    /// R7, R8: the end of the value that this `[` opens.
    pub(super) fn value_end(self, open: usize, holds_brackets: bool) -> ValueEnd {
        let len = self.len();
        let Some(first) = self.bracket(open + 1) else {
            return ValueEnd { end: len, next: len, is_unclosed: true, unescaped: None };
        };
        if !holds_brackets {
            let more = self.0[first + 1..].iter().take_while(|&&byte| byte == b']').count();
            let next = first + 1 + more;
            let unescaped = (more > 0).then_some(first + 1..next);
            return ValueEnd { end: first, next, is_unclosed: false, unescaped };
        }
        let mut end = first;
        while !self.ends_at_once(open, end) {
            let Some(next) = self.looks_on(end) else { break };
            end = next;
        }
        let unescaped = (end > first).then_some(first..first + 1);
        ValueEnd { end, next: end + 1, is_unclosed: false, unescaped }
    }
}
