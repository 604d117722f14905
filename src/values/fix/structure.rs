//! Fixes of structure: what tolerant reading did about a fault, written down.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::write::Writer;
use super::{Fix, Safety};
use crate::charset::{Chars as _, Charset};
use crate::diagnostic::{Code, Diagnostic};
use crate::property::Property;
use crate::span::Span;
use crate::text;
use crate::tree::{Collection, GameTree};
use crate::values::Game;
use crate::values::catalogue::{self, ListKind};

/// What can be fixed of the structure, in no order.
pub(super) fn fixes(collection: Collection<'_>) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let Some(writer) = Writer::of(collection) else { return fixes };
    for &found in collection.diagnostics() {
        if let Some(fix) = of_diagnostic(found, collection, writer) {
            fixes.push(fix);
        }
    }
    let has = |code| collection.diagnostics().iter().any(|found| found.code() == code);
    if has(Code::LowercaseIdent) {
        fixes.extend(idents(collection, writer));
    }
    if writer.is_plain() {
        if has(Code::UnescapedBracket) {
            brackets(collection, &mut fixes);
        }
        if has(Code::DuplicateProperty) {
            duplicates(collection, &mut fixes);
        }
        if has(Code::RedundantParens) {
            parens(collection, &mut fixes);
        }
    }
    fixes
}

/// The fix of a fault that one edit in its own place mends.
fn of_diagnostic(found: Diagnostic, collection: Collection<'_>, writer: Writer) -> Option<Fix> {
    let (source, span) = (collection.source(), found.span());
    let end = source.len();
    let insert = |at, text| (Span::new(at, at), writer.write(text), Safety::Safe);
    let remove = |safety| (span, Cow::Borrowed(&[][..]), safety);
    let (span, replacement, safety) = match found.code() {
        Code::UnclosedValue => {
            // A lone `\` at the end is no part of the value, and would escape the bracket.
            let escapes = source.iter().rev().take_while(|&&byte| byte == b'\\').count();
            let is_lone = writer.is_plain() && escapes % 2 == 1;
            (Span::new(end - usize::from(is_lone), end), writer.write("]"), Safety::Safe)
        }
        // No more than are open; those that close nothing are taken away by the next round.
        Code::UnclosedTree => {
            let game = collection.game_trees().nth(found.game()?)?;
            let rest = source.get(game.span().start()..)?;
            let open = memchr::memchr_iter(b'(', rest).count().max(1);
            (Span::new(end, end), writer.write(&")".repeat(open)), Safety::Safe)
        }
        Code::MissingOpenParen => insert(span.start(), "("),
        Code::MissingSemicolon => insert(span.start(), ";"),
        Code::ExtraCloseParen | Code::EmptyTree => remove(Safety::Safe),
        Code::PropertyWithoutValue
        | Code::ValueWithoutProperty
        | Code::StrayBytes
        | Code::TextBeforeTree
        | Code::TextAfterTree => remove(Safety::Unsafe),
        _ => return None,
    };
    Some(Fix::new(found.code().name(), span, replacement, safety))
}

/// All properties, in file order.
fn properties(collection: Collection<'_>) -> impl Iterator<Item = (GameTree<'_>, Property<'_>)> {
    collection.game_trees().flat_map(|game| {
        game.nodes().flat_map(move |node| node.properties().map(move |it| (game, it)))
    })
}

/// Idents without the letters that were dropped.
fn idents(collection: Collection<'_>, writer: Writer) -> impl Iterator<Item = Fix> {
    let dropped = properties(collection).filter(|(_, it)| matches!(it.ident_cow(), Cow::Owned(_)));
    dropped.map(move |(_, property)| {
        let replacement = writer.write(property.ident());
        Fix::new(Code::LowercaseIdent.name(), property.ident_span(), replacement, Safety::Safe)
    })
}

/// Where a code was found, in order.
fn places(collection: Collection<'_>, code: Code) -> Vec<Span> {
    let found = collection.diagnostics().iter().filter(|found| found.code() == code);
    let mut places: Vec<_> = found.map(|found| found.span()).collect();
    places.sort_by_key(|span| span.start());
    places
}

/// The first of the places that starts in the span.
fn within(places: &[Span], span: Span) -> Option<usize> {
    let first = places.partition_point(|place| place.start() < span.start());
    (places.get(first)?.start() < span.end()).then_some(first)
}

/// A `\` before each bracket in a value that does not end it.
fn brackets(collection: Collection<'_>, fixes: &mut Vec<Fix>) {
    let name = Code::UnescapedBracket.name();
    let places = places(collection, Code::UnescapedBracket);
    let mut is_inside = alloc::vec![false; places.len()];
    let escape = |at| Fix::new(name, Span::new(at, at), b"\\".as_slice(), Safety::Safe);
    for (game, property) in properties(collection) {
        for value in property.values() {
            let span = value.span();
            let Some(first) = within(&places, span) else { continue };
            let own = places[first..].iter().take_while(|place| place.start() < span.end());
            is_inside[first..][..own.count()].fill(true);
            let own = unescaped(value.raw(), game.charset());
            fixes.extend(own.into_iter().map(|at| escape(span.start() + at)));
        }
    }
    // Those after a value that cannot hold any are left out of it.
    for (place, _) in places.iter().zip(is_inside).filter(|(_, is_inside)| !is_inside) {
        fixes.push(Fix::new(name, *place, b"".as_slice(), Safety::Safe));
    }
}

/// Where brackets stand in a value that no `\` takes with it.
fn unescaped(raw: &[u8], charset: Charset) -> Vec<usize> {
    let width = |at| charset.double().map_or(1, |double| double.width(raw, at));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(byte) = raw.get(at) {
        match byte {
            b'\\' => at += 1,
            b']' => found.push(at),
            _ => {}
        }
        at += width(at);
    }
    found
}

/// The ident of a list that goes on right after the first part of it.
fn duplicates(collection: Collection<'_>, fixes: &mut Vec<Fix>) {
    let source = collection.source();
    let places = places(collection, Code::DuplicateProperty);
    let mut last_game = None;
    for (game, property) in properties(collection) {
        if property.texts().len() < 2 {
            continue;
        }
        let number = match last_game {
            Some((index, number)) if index == game.index() => number,
            _ => Game::of(game),
        };
        last_game = Some((game.index(), number));
        let definition = catalogue::property_in(number, property.ident());
        if definition.is_none_or(|it| it.list_kind() == ListKind::Single) {
            continue;
        }
        let mut end = None;
        for value in property.values() {
            let span = value.span();
            let before = end.replace(span.end());
            let gap = before.and_then(|end| source.get(end..span.start()));
            let Some([b']', between @ .., b'[']) = gap else { continue };
            let Some(ident) = sole_word(between) else { continue };
            let start = span.start() - 1 - between.len() + ident.start();
            let ident = Span::new(start, start + ident.len());
            if within(&places, ident).is_some() {
                let name = Code::DuplicateProperty.name();
                fixes.push(Fix::new(name, ident, b"".as_slice(), Safety::Safe));
            }
        }
    }
}

/// The only word between white space.
fn sole_word(bytes: &[u8]) -> Option<Span> {
    let start = bytes.iter().position(|&byte| !text::is_space(byte))?;
    let end = bytes.iter().rposition(|&byte| !text::is_space(byte))? + 1;
    let is_word = bytes[start..end].iter().all(u8::is_ascii_alphanumeric);
    is_word.then(|| Span::new(start, end))
}

/// Parentheses around trees, each with the one that closes it. With other faults in the source, what
/// closes what is not certain: those are fixed first.
fn parens(collection: Collection<'_>, fixes: &mut Vec<Fix>) {
    let name = Code::RedundantParens.name();
    let is_other = |found: &Diagnostic| {
        !matches!(
            found.code(),
            Code::RedundantParens
                | Code::CharsetConflict
                | Code::CharsetGuessed
                | Code::CharsetUnknown
                | Code::InvalidEncoding
                | Code::InvalidIdent
                | Code::LowercaseIdent
                | Code::SuspiciousValue
                | Code::TextBeforeTree
                | Code::TextAfterTree
        )
    };
    if collection.diagnostics().iter().any(is_other) {
        return;
    }
    let (source, places) = (collection.source(), places(collection, Code::RedundantParens));
    let mut open = Vec::new();
    let mut at = places[0].start();
    while let Some(byte) = source.get(at) {
        match byte {
            b'[' => match text::value_end(source, at + 1) {
                Some(end) => at = end.at,
                None => return,
            },
            b'(' => open.push(at),
            b')' => {
                let is_redundant =
                    |at: &usize| places.binary_search_by_key(at, |place| place.start()).is_ok();
                // Others were opened before the first one.
                if let Some(opened) = open.pop().filter(is_redundant) {
                    for at in [opened, at] {
                        let span = Span::new(at, at + 1);
                        fixes.push(Fix::new(name, span, b"".as_slice(), Safety::Safe));
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
}
