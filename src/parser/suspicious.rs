//! Values that may have lost their `]` and swallowed what follows: strictly valid, so nothing more
//! can be said than that they look odd.

use alloc::vec::Vec;
use core::ops::Range;

use super::lookahead::{ident_end, is_in_capitals, skip_space};
use crate::charset::{Bytes, Chars};
use crate::diagnostic::Code;
use crate::scratch::{
    Diagnostics, GameRecord, NodeRecord, PropertyEntry, Scratch, ValueEntry, cannot_hold_bracket,
    has_one_line,
};
use crate::span::offset;

/// Notes the suspicious values in this part of the input.
///
/// Looking into each value would be dear, so the input is counted first: if all its `(` opened a
/// tree, or all its `(;`, then none stands in a value; and the `[` that start no value are looked
/// for until all of them are found.
pub(super) fn note(bytes: &[u8], part: Range<usize>, scratch: &mut Scratch) {
    let part = &bytes[part];
    let parens = memchr::memchr_iter(b'(', part).count() != scratch.opened.parens
        && count_pairs(part) != scratch.opened.pairs;
    let values = scratch.properties.rows().len() + scratch.values.rows().len();
    let brackets = memchr::memchr_iter(b'[', part).count();
    if parens {
        note_values(bytes, scratch, |_, value| {
            let raw = &bytes[value.span().range()];
            (swallows_record(raw), true)
        });
    }
    if brackets != values {
        note_brackets(bytes, scratch, brackets.wrapping_sub(values), parens);
    }
}

/// Notes the values that are suspicious by a `[`. So many `[` stand in values, or fewer.
fn note_brackets(bytes: &[u8], scratch: &mut Scratch, count: usize, parens: bool) {
    let is_noted = |raw| parens && swallows_record(raw);
    let holds = |property: &PropertyEntry, value: &ValueEntry| {
        let raw = &bytes[value.span().range()];
        memchr::memchr(b'[', raw).is_some() && is_watched(property.ident(bytes)) && !is_noted(raw)
    };
    let Some(longer) = longer_values(bytes, scratch, count) else {
        return note_values(bytes, scratch, |property, value| (holds(property, value), true));
    };
    let Scratch { properties, nodes, games, diagnostics, .. } = scratch;
    for index in longer {
        let property = &properties.rows()[index];
        if holds(property, &property.value) {
            let value = &property.value;
            note_value(bytes, diagnostics, nodes.rows(), games, (property, index), value);
        }
    }
}

/// The properties whose first values hold a `[`, if they are no points and hold so many in all.
///
/// Nearly all values are points, which are passed over many at once; the others are mostly texts,
/// which hold all there are.
fn longer_values(bytes: &[u8], scratch: &Scratch, mut count: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for (chunk, start) in scratch.properties.rows().chunks(16).zip((0..).step_by(16)) {
        let length = |property: &PropertyEntry| property.value.end - property.value.start;
        if chunk.iter().fold(0, |all, property| all | (length(property) ^ 2)) == 0 {
            continue;
        }
        for (property, index) in chunk.iter().zip(start..).filter(|(it, _)| length(it) != 2) {
            let brackets = memchr::memchr_iter(b'[', &bytes[property.value.span().range()]).count();
            if brackets > 0 {
                found.push(index);
                count = count.checked_sub(brackets)?;
            }
        }
        if count == 0 {
            return Some(found);
        }
    }
    None
}

/// How many `(` have a `;` directly behind.
fn count_pairs(bytes: &[u8]) -> usize {
    let behind = bytes.get(1..).unwrap_or_default();
    // Counted in bytes, as many as a byte can count, so that the compiler makes vector code of it.
    let counts = bytes.chunks(255).zip(behind.chunks(255)).map(|(firsts, seconds)| {
        let pairs = firsts.iter().zip(seconds);
        pairs.fold(0u8, |count, (&a, &b)| count + u8::from((a == b'(') & (b == b';')))
    });
    counts.map(usize::from).sum()
}

/// Notes the values that `looks_at` says may be suspicious, and are; it says too whether to go on.
#[inline(always)]
fn note_values(
    bytes: &[u8],
    scratch: &mut Scratch,
    mut looks_at: impl FnMut(&PropertyEntry, &ValueEntry) -> (bool, bool),
) {
    let mut further = scratch.values.rows();
    let nodes = scratch.nodes.rows();
    for (property, index) in scratch.properties.rows().iter().zip(0..) {
        let (own, rest) = further.split_at(property.more as usize);
        further = rest;
        for value in [&property.value].into_iter().chain(own) {
            let (may_be, goes_on) = looks_at(property, value);
            if may_be {
                note_value(
                    bytes,
                    &mut scratch.diagnostics,
                    nodes,
                    &scratch.games,
                    (property, index),
                    value,
                );
            }
            if !goes_on {
                return;
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

/// Whether a `[` in a value of the property is suspicious, or may be.
fn is_watched(ident: &[u8]) -> bool {
    ident != b"C" && (cannot_hold_bracket(ident) || has_one_line(ident))
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
pub(super) fn swallows_record(value: &[u8]) -> bool {
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
    fn pairs_are_counted_wherever_they_stand() {
        for length in 0..600 {
            let bytes: alloc::vec::Vec<u8> =
                b"(;(x);((;".iter().copied().cycle().take(length).collect();
            let pairs = bytes.windows(2).filter(|pair| pair == b"(;").count();
            assert_eq!(count_pairs(&bytes), pairs, "{length}");
            assert_eq!(count_pairs(&b"(;".repeat(length)), length);
        }
    }

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
