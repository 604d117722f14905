//! Strict reading of bytes: the character sets are found as tolerant reading finds them, and what
//! it met on the way says whether there is a fault.

use super::charsets::{Damage, Resolved, resolve};
use crate::arena::Arena;
use crate::charset::{Bytes, Charset, Decoder, GameCharset, Whole};
use crate::diagnostic::Code;
use crate::error::{Error, ErrorKind, Found};
use crate::options::ParseOptions;
use crate::scanner::{Bounds, State, next_game};
use crate::scratch::{Scratch, TreeSink};
use crate::span::Span;
use crate::tree::Collection;

/// How many diagnostics are looked at. If there are more, the input is read once more.
const ENOUGH: u32 = 64;

/// Reads a collection, each game tree in its own character set.
pub(super) fn parse<'a>(
    options: ParseOptions,
    scratch: &mut Scratch,
    arena: &'a Arena<'a>,
    source: &'a [u8],
) -> Result<Collection<'a>, Error> {
    let bounds = options.bounds();
    match resolve(source, options.max_diagnostics(ENOUGH), scratch) {
        Resolved::Bytes(text) => {
            check(source, None, bounds, scratch)?;
            Ok(arena.commit_bytes(source, 0..source.len(), text, scratch))
        }
        Resolved::Whole(whole) => {
            check(whole.text.as_bytes(), Some(&whole), bounds, scratch)
                .map_err(|error| in_input(error, &whole, source))?;
            Ok(arena.commit_whole(source, whole, scratch))
        }
        Resolved::TooLong => {
            let kind = ErrorKind::InputTooLong { limit: u32::MAX - 1 };
            Err(Error::new(kind, Span::new(0, 0)))
        }
    }
}

/// Finds the leftmost fault of what was read into the tables.
fn check(
    bytes: &[u8],
    whole: Option<&Whole>,
    bounds: Bounds,
    scratch: &mut Scratch,
) -> Result<(), Error> {
    let found = &scratch.diagnostics;
    let is_plain =
        found.omitted == 0 && found.list.iter().all(|found| found.code().is_strictly_valid());
    let damage = first_damage(bytes, whole, scratch);
    if !is_plain {
        scan_again(bytes, bounds, scratch).map_err(|(error, game)| match damage {
            Some(span) if span.start() <= error.span().start() => invalid(bytes, span),
            _ => as_damage(bytes, error, game),
        })?;
    }
    scratch.diagnostics.list.clear();
    scratch.diagnostics.omitted = 0;
    damage.map_or(Ok(()), |span| Err(invalid(bytes, span)))
}

/// Reads the input strictly, each game tree as it was read before. The error comes with the
/// character set of its game tree.
fn scan_again(
    bytes: &[u8],
    bounds: Bounds,
    scratch: &mut Scratch,
) -> Result<(), (Error, GameCharset)> {
    let charsets: alloc::vec::Vec<GameCharset> =
        scratch.games.iter().map(|game| game.charset).collect();
    let mut sink = TreeSink::new(bytes, scratch, bounds.max_nodes);
    let mut state = State::at(bytes, 0);
    let scanned = loop {
        let game = charsets.get(sink.tables.games.len()).copied().unwrap_or_default();
        sink.charset = game;
        let read = match game.charset.double().filter(|_| !game.by_bytes) {
            None => next_game(bytes, &mut state, bounds.max_depth, Bytes, &mut sink),
            Some(double) => next_game(bytes, &mut state, bounds.max_depth, double, &mut sink),
        };
        match read {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(fault) => break Err((fault.error(bytes), game)),
        }
    };
    let settled = sink.settle().map_err(|fault| (fault.error(bytes), GameCharset::default()));
    *scratch = sink.finish();
    settled.and(scanned)
}

/// The first damaged character of any value.
fn first_damage(bytes: &[u8], whole: Option<&Whole>, scratch: &Scratch) -> Option<Span> {
    let found = &scratch.diagnostics;
    if found.omitted == 0 && found.list.iter().all(|it| it.code() != Code::InvalidEncoding) {
        return None;
    }
    let mut first: Option<Span> = None;
    let mut mark = Scratch::default().mark(0);
    while let Some(game) = scratch.games.get(mark.games) {
        let damage = Damage { whole, decoder: Decoder::new(game.charset), bytes };
        for value in scratch.game_values(mark).iter() {
            let here = damage.first(Span::new(value.start as usize, value.end as usize));
            first = [first, here].into_iter().flatten().min_by_key(|span| span.start());
        }
        mark = scratch.mark_behind(mark);
    }
    first
}

fn invalid(bytes: &[u8], span: Span) -> Error {
    Error::new(ErrorKind::InvalidEncoding { byte: bytes[span.start()] }, span)
}

/// A byte of no character, in the place of structure, is a fault of the encoding.
fn as_damage(bytes: &[u8], error: Error, game: GameCharset) -> Error {
    let at = error.span().start();
    match error.kind().found() {
        Some(Found::Byte(_)) if game.charset == Charset::UTF_8 => {
            let rest = &bytes[at..];
            let length = match core::str::from_utf8(rest) {
                Err(error) => error.error_len().unwrap_or(rest.len()),
                Ok(_) => 1,
            };
            invalid(bytes, Span::new(at, at + length))
        }
        _ => error,
    }
}

/// The error with its place in the input that the text was decoded from.
fn in_input(error: Error, whole: &Whole, source: &[u8]) -> Error {
    let span = error.span();
    let span = Span::new(whole.map.input(span.start()), whole.map.input(span.end()));
    let kind = match error.kind() {
        ErrorKind::InvalidEncoding { .. } => {
            ErrorKind::InvalidEncoding { byte: source.get(span.start()).copied().unwrap_or(0) }
        }
        kind => kind,
    };
    Error::new(kind, span)
}
