//! What stands ahead of a place: the questions that the rules of tolerant reading ask of the
//! bytes. Nothing is read or changed here. `R1` to `R13` name the rules; the README lists them.

use crate::charset::{Bytes, Chars};
use crate::ident::{
    cannot_hold_bracket, capitals_end, ident_end, is_ident_byte, is_in_capitals, word_end,
};
use crate::scanner;

/// R13: the number of bytes of the odd white space at `at`, one character; 0 if there is none.
pub(super) fn odd_space<C: Chars>(bytes: &[u8], at: usize, _: C) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    match rest {
        [b'\\', b'n' | b'r' | b't', ..] => 2,
        _ if !C::BY_BYTES => 0,
        // U+00A0
        [0xC2, 0xA0, ..] => 2,
        // U+1680
        [0xE1, 0x9A, 0x80, ..]
        // U+2000 to U+200B, U+2028, U+2029, U+202F
        | [0xE2, 0x80, 0x80..=0x8B | 0xA8 | 0xA9 | 0xAF, ..]
        // U+205F
        | [0xE2, 0x81, 0x9F, ..]
        // U+3000
        | [0xE3, 0x80, 0x80, ..]
        // U+FEFF
        | [0xEF, 0xBB, 0xBF, ..] => 3,
        _ => 0,
    }
}

/// The offset of the first byte from `at` on that is no white space, odd or not.
pub(super) fn skip_space(bytes: &[u8], mut at: usize, chars: impl Chars) -> usize {
    loop {
        at = scanner::skip_space(bytes, at);
        match odd_space(bytes, at, chars) {
            0 => return at,
            width => at += width,
        }
    }
}

/// The `[` of the property that starts at `at`: an ident, white space, `[`.
pub(super) fn property_start(bytes: &[u8], at: usize, chars: impl Chars) -> Option<usize> {
    let open = skip_space(bytes, ident_end(bytes, at)?, chars);
    (bytes.get(open) == Some(&b'[')).then_some(open)
}

/// As [`property_start`], where it may be prose: an ident without a capital counts only directly
/// before its `[`.
fn is_property_in_prose(bytes: &[u8], at: usize, chars: impl Chars) -> bool {
    let Some(end) = ident_end(bytes, at) else { return false };
    bytes.get(end) == Some(&b'[')
        || bytes[at..end].iter().any(u8::is_ascii_uppercase)
            && bytes.get(skip_space(bytes, end, chars)) == Some(&b'[')
}

/// Whether a property whose ident is in capitals starts at `at`.
pub(super) fn is_capital_property_start(bytes: &[u8], at: usize, chars: impl Chars) -> bool {
    capitals_end(bytes, at)
        .is_some_and(|end| bytes.get(skip_space(bytes, end, chars)) == Some(&b'['))
}

/// Where the first property in capitals starts from `at` on, before any byte that `stops`; else
/// where that byte stands, or the end. `width` steps over what is no part of an ident.
fn next_capital_start(
    bytes: &[u8],
    mut at: usize,
    chars: impl Chars,
    stops: impl Fn(u8) -> bool,
    width: impl Fn(usize) -> usize,
) -> Result<usize, usize> {
    while let Some(&byte) = bytes.get(at) {
        if stops(byte) {
            return Err(at);
        }
        if !is_ident_byte(byte) {
            at += width(at);
            continue;
        }
        let end = word_end(bytes, at);
        if bytes.get(skip_space(bytes, end, chars)) == Some(&b'[') {
            // The longest end of the word that is an ident in capitals.
            let word = &bytes[at..end];
            let after_small = word.iter().rposition(u8::is_ascii_lowercase).map_or(0, |it| it + 1);
            let starts = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
            let start = word[after_small..].iter().position(starts);
            let start = start.map(|start| after_small + start);
            if let Some(start) = start.filter(|&start| is_in_capitals(&word[start..])) {
                return Ok(at + start);
            }
        }
        at = end;
    }
    Err(bytes.len())
}

/// Whether a property in capitals starts anywhere in the bytes.
pub(super) fn holds_property(bytes: &[u8], chars: impl Chars) -> bool {
    next_capital_start(bytes, 0, chars, |_| false, |at| chars.width(bytes, at)).is_ok()
}

/// R1: whether the `(` at `at`, outside every tree, opens one.
pub(super) fn opens_tree(bytes: &[u8], at: usize, chars: impl Chars) -> bool {
    if bytes[at] != b'(' {
        return false;
    }
    let next = skip_space(bytes, at + 1, chars);
    match bytes.get(next) {
        Some(b';') => starts_first_node(bytes, next, chars),
        None | Some(b'(' | b')') => true,
        Some(_) => is_capital_property_start(bytes, next, chars),
    }
}

/// R1: whether the `;` at `at`, after a `(`, starts a node, and is not the eyes of a smiley.
fn starts_first_node(bytes: &[u8], at: usize, chars: impl Chars) -> bool {
    let next = skip_space(bytes, at + 1, chars);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) if property_start(bytes, next, chars).is_some() => true,
        Some(_) => {
            let is_paren = |byte| matches!(byte, b'(' | b')');
            let width = |at| chars.width(bytes, at);
            next_capital_start(bytes, next, chars, is_paren, width).is_ok()
        }
    }
}

/// R2: whether the `;` at `at`, outside every tree, starts one whose `(` is missing.
pub(super) fn starts_tree(bytes: &[u8], at: usize, chars: impl Chars) -> bool {
    bytes[at] == b';' && is_property_in_prose(bytes, skip_space(bytes, at + 1, chars), chars)
}

/// R4: where text that starts at `at`, outside every tree, ends: at the next tree, or at the end.
pub(super) fn text_end(bytes: &[u8], at: usize, chars: impl Chars) -> usize {
    // The first byte is text, whatever it is.
    memchr::memchr2_iter(b'(', b';', &bytes[at + 1..])
        .map(|found| at + 1 + found)
        .find(|&found| opens_tree(bytes, found, chars) || starts_tree(bytes, found, chars))
        .unwrap_or(bytes.len())
}

/// Whether the parenthesis at `at` is followed by what may follow one.
pub(in crate::parser) fn is_followed_by_structure(bytes: &[u8], at: usize) -> bool {
    let next = scanner::skip_space(bytes, at + 1);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => is_capital_property_start(bytes, next, Bytes),
    }
}

/// Whether the `;` at `at`, after a value in doubt, starts a node.
pub(in crate::parser) fn is_node_start(bytes: &[u8], at: usize) -> bool {
    let next = scanner::skip_space(bytes, at + 1);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => property_start(bytes, next, Bytes).is_some(),
    }
}

/// R10: where the stray bytes that start at `at` end.
pub(super) fn stray_end(bytes: &[u8], at: usize, chars: impl Chars) -> usize {
    // The first character is stray, whatever it is.
    let start = bytes.len().min(at + chars.width(bytes, at));
    let stops = |byte| matches!(byte, b';' | b'(' | b')' | b'[');
    let width = |at| chars.width(bytes, at);
    let (Ok(end) | Err(end)) = next_capital_start(bytes, start, chars, stops, width);
    end.min(bytes.len())
}

/// R7: white space, `;`, `(` and `)`, as many as there are.
pub(super) struct Run {
    /// Where it ends.
    pub(super) end: usize,
    /// The last `;`, `(` or `)` in it.
    pub(super) last_mark: Option<u8>,
}

impl Run {
    /// The run that starts at `at`; it may be empty.
    pub(super) fn at(bytes: &[u8], at: usize, chars: impl Chars) -> Self {
        let mut run = Self { end: at, last_mark: None };
        loop {
            run.end = skip_space(bytes, run.end, chars);
            match bytes.get(run.end) {
                Some(&mark @ (b';' | b'(' | b')')) => {
                    run.last_mark = Some(mark);
                    run.end += 1;
                }
                _ => return run,
            }
        }
    }

    /// Whether a value surely ends before this run.
    fn follows_value(&self, bytes: &[u8], chars: impl Chars) -> bool {
        match bytes.get(self.end) {
            None => true,
            Some(b'[') => self.last_mark.is_none(),
            Some(_) => is_property_in_prose(bytes, self.end, chars),
        }
    }

    /// Whether it is structure, or leads to it, after a value in doubt.
    fn is_structure(&self, bytes: &[u8], chars: impl Chars) -> bool {
        match self.last_mark {
            Some(_) if self.end == bytes.len() => true,
            Some(b';') => is_property_in_prose(bytes, self.end, chars),
            Some(_) => is_capital_property_start(bytes, self.end, chars),
            None => capitals_end(bytes, self.end).is_some_and(|end| bytes.get(end) == Some(&b'[')),
        }
    }
}

/// R7: looks on from `at`, after a `]`, for an unescaped `]` before any structure. If there is one,
/// the former was content.
fn bracket_before_structure(bytes: &[u8], mut at: usize, chars: impl Chars) -> Option<usize> {
    loop {
        let run = Run::at(bytes, at, chars);
        if run.end > at {
            if run.is_structure(bytes, chars) {
                return None;
            }
            at = run.end;
        }
        match *bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 1 + chars.width(bytes, at + 1),
            _ => at += chars.width(bytes, at),
        }
    }
}

/// The brackets in a value that have no partner yet, counted from the left.
struct OpenBrackets {
    /// How far they were counted.
    at: usize,
    count: usize,
}

impl OpenBrackets {
    /// Counts on up to `end`.
    fn count(&mut self, bytes: &[u8], end: usize, chars: impl Chars) -> usize {
        while self.at < end {
            let at = self.at;
            self.at += match bytes[at] {
                b'\\' => {
                    self.count -= usize::from(bytes.get(at + 1) == Some(&b']') && self.count > 0);
                    1 + chars.width(bytes, at + 1)
                }
                b'[' => {
                    self.count += 1;
                    1
                }
                b']' => {
                    self.count = self.count.saturating_sub(1);
                    1
                }
                _ => chars.width(bytes, at),
            };
        }
        self.count
    }
}

/// R7: the `]` that ends a value of the property with this ident, given where the value starts and
/// its first `]` that is not escaped.
///
/// Cost: linear in the length of the value and of what stands up to the next `]` or structure, of
/// which each stretch between two `]` is looked at once.
pub(super) fn value_end(
    bytes: &[u8],
    ident: &[u8],
    start: usize,
    first: usize,
    chars: impl Chars,
) -> usize {
    let mut end = first;
    let mut open = OpenBrackets { at: start, count: 0 };
    let mut run = Run::at(bytes, end + 1, chars);
    if run.follows_value(bytes, chars) || cannot_hold_bracket(ident) {
        return end;
    }
    loop {
        if run.last_mark.is_some() && open.count(bytes, end, chars) == 0 {
            return end;
        }
        let Some(next) = bracket_before_structure(bytes, end + 1, chars) else { return end };
        end = next;
        run = Run::at(bytes, end + 1, chars);
        if run.follows_value(bytes, chars) {
            return end;
        }
    }
}

/// Where `]` end that stand at `at`, one directly after the other.
pub(super) fn brackets_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|&&byte| byte == b']').count()
}
