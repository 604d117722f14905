//! Values that may have lost their `]` and swallowed what follows: strictly valid, so nothing more
//! can be said than that they look odd.

use core::ops::Range;

use super::lookahead::skip_space;
use crate::charset::{Bytes, Chars};
use crate::diagnostic::Code;
use crate::ident::{cannot_hold_bracket, has_one_line, ident_end, is_in_capitals, is_watched};
use crate::scratch::{
    Diagnostics, GameRecord, NodeRecord, PropertyEntry, Scratch, Unexplained, ValueEntry,
};
use crate::span::offset;

/// Notes the suspicious values in this part of the input, if there may be any.
#[inline(never)]
pub(super) fn note(bytes: &[u8], part: Range<usize>, scratch: &mut Scratch) {
    let values = scratch.properties.rows().len() + scratch.values.rows().len();
    let Some(Unexplained { parens, brackets }) = scratch.explained.check(bytes, part, values)
    else {
        return;
    };
    note_values(bytes, scratch, |property, raw| {
        parens && swallows_record(raw)
            || brackets && memchr::memchr(b'[', raw).is_some() && is_watched(property.ident(bytes))
    });
}

/// Notes the values that may be suspicious, and are.
#[inline(always)]
fn note_values(
    bytes: &[u8],
    scratch: &mut Scratch,
    may_be: impl Fn(&PropertyEntry, &[u8]) -> bool,
) {
    let mut further = scratch.values.rows();
    let nodes = scratch.nodes.rows();
    for (property, index) in scratch.properties.rows().iter().zip(0..) {
        let (own, rest) = further.split_at(property.more as usize);
        further = rest;
        for value in [&property.value].into_iter().chain(own) {
            let raw = &bytes[value.span().range()];
            // Nearly all are points.
            let is_point = matches!(raw, [first, second] if *first != b'[' && *second != b'[');
            if !is_point && may_be(property, raw) {
                let Scratch { diagnostics, games, .. } = scratch;
                note_value(bytes, diagnostics, nodes, games, (property, index), value);
            }
        }
    }
}

/// Notes a value if it is suspicious.
#[inline(never)]
fn note_value(
    bytes: &[u8],
    diagnostics: &mut Diagnostics,
    nodes: &[NodeRecord],
    games: &[GameRecord],
    (property, index): (&PropertyEntry, usize),
    value: &ValueEntry,
) {
    let node = nodes.partition_point(|node| node.first_entry() <= index) - 1;
    let game = games.partition_point(|game| game.root as usize <= node) - 1;
    let is_suspicious = match by_characters(&games[game]) {
        None => is_suspicious(bytes, property, value, Bytes),
        Some(double) => is_suspicious(bytes, property, value, double),
    };
    if is_suspicious {
        diagnostics.push(Code::SuspiciousValue, value.span(), Some(offset(game)));
    }
}

/// How the game tree was read, if not by bytes.
fn by_characters(game: &GameRecord) -> Option<crate::charset::Double> {
    game.charset.charset.double().filter(|_| !game.charset.by_bytes)
}

/// Whether a value, as it was read, is suspicious and has no other code.
fn is_suspicious(
    bytes: &[u8],
    property: &PropertyEntry,
    value: &ValueEntry,
    chars: impl Chars,
) -> bool {
    let raw = &bytes[value.span().range()];
    let ident = property.ident(bytes);
    let Some(opens) = Brackets::of(raw, chars) else { return false };
    match bytes.get(value.end as usize + 1) {
        // Without an end it has a code, and so it has if a `]` follows that was left out.
        _ if value.end as usize == bytes.len() => return false,
        Some(b']') if cannot_hold_bracket(ident) => return false,
        _ => {}
    }
    swallows_record(raw)
        || opens.is_open && cannot_hold_bracket(ident)
        || has_one_line(ident) && swallows_property(raw, chars)
}

/// The unescaped brackets of a value.
struct Brackets {
    /// Whether a `[` is among them.
    is_open: bool,
}

impl Brackets {
    /// `None` if there is a `]`: such a value was extended.
    fn of(raw: &[u8], chars: impl Chars) -> Option<Self> {
        let (mut at, mut is_open) = (0, false);
        while let Some(&byte) = raw.get(at) {
            at += match byte {
                b']' => return None,
                b'\\' => 1 + chars.width(raw, at + 1),
                _ => chars.width(raw, at),
            };
            is_open |= byte == b'[';
        }
        Some(Self { is_open })
    }
}

/// Whether `)`, white space, `(;` stands in the value.
pub(in crate::parser) fn swallows_record(value: &[u8]) -> bool {
    memchr::memchr_iter(b')', value)
        .any(|close| value[skip_space(value, close + 1, Bytes)..].starts_with(b"(;"))
}

/// Whether a line break stands in the value, then a property in capitals.
fn swallows_property(raw: &[u8], chars: impl Chars) -> bool {
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &raw[at..]) {
        at = skip_space(raw, at + found, chars);
        let Some(end) = ident_end(raw, at) else { continue };
        if is_in_capitals(&raw[at..end]) {
            let open = skip_space(raw, end, chars);
            if matches!(&raw[open..], [b'[', ..] | [b'\\', b'[', ..]) {
                return true;
            }
        }
        at = end;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_end_and_a_start_of_a_tree_are_suspicious() {
        for value in ["x)(;B[aa", "x)\r\n \t(;", ")(;"] {
            assert!(swallows_record(value.as_bytes()), "{value}");
        }
        for value in ["", "(;", "(;)", ")(", "a) (b;)", ") x (;", ":-) (-; (;"] {
            assert!(!swallows_record(value.as_bytes()), "{value}");
        }
    }
}
