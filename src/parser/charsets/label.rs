//! C2: `CA` of a root node, found before it is known how to step over the characters before
//! it, by reading the node in both ways at once.

use crate::charset::{Charset, Form};
use crate::ident::is_declaration;
use crate::parser::tolerant::{is_followed_by_structure, is_node_start};
use crate::span::Span;
use crate::text::is_space;

/// What a reading of the root node comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    /// The value of `CA`.
    Label(Span),
    /// The end of the node.
    End,
}

/// How many bytes further one way may read than twice as far as the other.
const FURTHER: usize = 1024;

/// A `CA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Where its value stands.
    pub(super) span: Span,
    /// Whether it is there for the reading by pairs alone.
    pub(super) by_pairs: bool,
}

/// Where the value of `CA` stands in the root node whose `;` or first property starts at `start`.
///
/// By bytes the node ends at `end` at the latest. Cost: linear in what stands before the `CA`, or
/// in the shorter reading of the node; each way runs to its own `CA` or end of the node, but not
/// much more than twice as far as the other.
pub(super) fn find_label(bytes: &[u8], start: usize, end: usize, is_text: bool) -> Option<Label> {
    let mut by_bytes = Walk::new(start, false);
    let mut by_pairs = Walk::new(start, true);
    let mut limit = start;
    let mut step = 64;
    let met = loop {
        limit = bytes.len().min(limit + step);
        step *= 2;
        let met = [by_bytes.go_on(&bytes[..end], limit.min(end)), by_pairs.go_on(bytes, limit)];
        match met {
            // What either way finds counts by itself.
            [Some(Met::Label(span)), None] if !has_ascii_seconds(bytes, span) => break met,
            [Some(_), Some(_)] => break met,
            // So that a lost bracket is not looked for in all that follows, game tree by game tree.
            [Some(_), None] if limit - start > FURTHER + 2 * (by_bytes.at - start) => break met,
            [None, Some(_)] if limit - start > FURTHER + 2 * (by_pairs.at - start) => break met,
            _ => {}
        }
    };
    let label = |met: Option<Met>| match met {
        Some(Met::Label(span)) => Some(span),
        _ => None,
    };
    match met.map(label) {
        [Some(span), other] if other == Some(span) || !has_ascii_seconds(bytes, span) => {
            Some(Label { span, by_pairs: false })
        }
        // What is UTF-8 has no character to hide a `CA` from bytes.
        [_, Some(span)] if !is_text && has_ascii_seconds(bytes, span) => {
            Some(Label { span, by_pairs: true })
        }
        _ => None,
    }
}

/// How far reading by pairs may come after a game tree that ends there by bytes.
pub(super) fn after_root(bytes: &[u8], game: Span) -> &[u8] {
    let longest = 4 * (FURTHER + game.len());
    &bytes[game.end()..bytes.len().min(game.end() + longest)]
}

/// Whether reading by pairs takes the `]` after a value along.
pub(super) fn takes_bracket(value: &[u8]) -> bool {
    let walk = Walk::new(0, true);
    let mut at = 0;
    while at < value.len() {
        at += match value[at] {
            b'\\' => 1 + walk.width(value, at + 1),
            _ => walk.width(value, at),
        };
    }
    at > value.len()
}

/// Whether the character set of a `CA` has second bytes that look like structure.
fn has_ascii_seconds(bytes: &[u8], label: Span) -> bool {
    let charset = Charset::from_label(&bytes[label.range()]);
    charset.is_some_and(|charset| matches!(charset.form(), Form::Double(_)))
}

/// One way to read a root node, which stops wherever it is asked to.
struct Walk {
    at: usize,
    /// Whether a lead byte takes the next byte along.
    by_pairs: bool,
    /// Whether the `;` of the node has been passed.
    has_started: bool,
    /// The ident that was read last, if nothing but white space stands after it.
    ident: (usize, usize),
    /// Where the value starts that is being read.
    value: Option<usize>,
    met: Option<Met>,
}

impl Walk {
    fn new(at: usize, by_pairs: bool) -> Self {
        Self { at, by_pairs, has_started: false, ident: (at, at), value: None, met: None }
    }

    fn width(&self, bytes: &[u8], at: usize) -> usize {
        let is_lead = matches!(bytes.get(at), Some(0x81..=0xFE));
        1 + usize::from(self.by_pairs && is_lead)
    }

    /// Reads up to the limit, or to where something is met.
    fn go_on(&mut self, bytes: &[u8], limit: usize) -> Option<Met> {
        while self.met.is_none() && self.at < limit {
            let rest = &bytes[self.at..limit];
            if self.value.is_some() {
                self.at += self.plain_length(rest);
            } else {
                self.pass_ident(rest);
            }
            if self.at < limit {
                self.step(bytes);
            }
        }
        if self.met.is_none() && self.at >= bytes.len() {
            self.met = Some(Met::End);
        }
        self.met
    }

    /// How many bytes of a value say nothing.
    fn plain_length(&self, rest: &[u8]) -> usize {
        let by_pairs = self.by_pairs;
        let says_much =
            |byte: &u8| matches!(byte, b'\\' | b']') || by_pairs && matches!(byte, 0x81..=0xFE);
        rest.iter().position(says_much).unwrap_or(rest.len())
    }

    /// Goes past an ident, or what there is of it.
    fn pass_ident(&mut self, rest: &[u8]) {
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if length > 0 {
            let goes_on = self.ident.1 == self.at && self.ident.0 < self.at;
            let start = if goes_on { self.ident.0 } else { self.at };
            self.at += length;
            self.ident = (start, self.at);
            self.has_started = true;
        }
    }

    /// Reads a byte that starts or ends something.
    fn step(&mut self, bytes: &[u8]) {
        let at = self.at;
        let byte = bytes[at];
        if let Some(start) = self.value {
            match byte {
                b'\\' => self.at += 1 + self.width(bytes, at + 1),
                b']' => {
                    if is_declaration(&bytes[self.ident.0..self.ident.1]) {
                        self.met = Some(Met::Label(Span::new(start, at)));
                    }
                    self.value = None;
                    self.at += 1;
                }
                _ => self.at += self.width(bytes, at),
            }
            return;
        }
        let ends = match byte {
            b';' => is_node_start(bytes, at),
            b'(' | b')' => is_followed_by_structure(bytes, at),
            _ => false,
        };
        match byte {
            _ if ends && self.has_started => self.met = Some(Met::End),
            b'[' => self.value = Some(at + 1),
            byte if is_space(byte) => {}
            _ => {
                self.has_started |= byte == b';';
                self.ident = (at, at);
            }
        }
        self.at += self.width(bytes, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(bytes: &[u8]) -> Option<&[u8]> {
        let is_text = core::str::from_utf8(bytes).is_ok();
        find_label(bytes, 0, bytes.len(), is_text).map(|label| &bytes[label.span.range()])
    }

    #[test]
    fn a_declaration_is_found_in_the_root_alone() {
        assert_eq!(label(b"(;GM[1]CA[Big5]C[x])"), Some(&b"Big5"[..]));
        assert_eq!(label(b"(; CA [utf-8])"), Some(&b"utf-8"[..]));
        assert_eq!(label(b"(;C[CA[x\\]]CA[GBK])"), Some(&b"GBK"[..]));
        assert_eq!(label(b"(;C[a [1]; b]CA[GBK])"), Some(&b"GBK"[..]));
        assert_eq!(label(b"(;GM[1];CA[Big5])"), None);
        assert_eq!(label(b"(;GM[1](;CA[Big5]))"), None);
        assert_eq!(label(b"(;GM[1])"), None);
        assert_eq!(label(b"(;C[CA["), None);
        assert_eq!(
            label(&[&b"(;C["[..], &b"x".repeat(1000), b"]CA[GBK])"].concat()),
            Some(&b"GBK"[..])
        );
    }

    #[test]
    fn both_ways_to_read_have_a_say() {
        // By bytes the value goes on to the next bracket.
        assert_eq!(label(b"(;C[\x83\x5C]CA[Shift_JIS])"), Some(&b"Shift_JIS"[..]));
        assert_eq!(label(b"(;C[\x83\x5C]CA[EUC-JP])"), None, "no second byte looks like that");
        // By pairs the bracket goes with the letter before it.
        assert_eq!(label(b"(;C[caf\xE9]CA[latin1]GM[1])"), Some(&b"latin1"[..]));
        assert_eq!(label(b"(;C[caf\xE9]CA[GBK]GM[1])"), None);
    }
}
