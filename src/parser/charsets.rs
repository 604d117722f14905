//! The character set of each game tree: `C1` to `C7`, which the README lists. This file reads the
//! input game tree by game tree, by bytes as long as nothing else is known; `resolver` finds out what
//! each is written in, with what `label` finds and `choice` chooses, and `again` has those read again
//! that have to be.

mod again;
mod before;
mod budget;
mod choice;
mod damage;
mod further;
mod label;
mod resolver;

use core::mem;
use core::ops::ControlFlow;
use core::str;

use super::tolerant::{self, Repair};
use crate::charset::{Charset, CharsetSource, GameCharset, Whole};
use crate::options::ParseOptions;
use crate::scratch::Scratch;
pub use before::Before;
pub(super) use damage::Damage;
use resolver::{Input, Resolver};

/// How much of an input to read.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// Where to start. At 0 starts the source; before all else stands a game tree.
    pub(crate) start: usize,
    /// Whether to end with the first game tree.
    pub(crate) one_game: bool,
}

/// Reads the input into the tables and says where the reading ended; if the first game tree is in
/// a character set that has to be decoded as a whole, only says in which one.
fn read(
    input: Input<'_>,
    extent: Extent,
    before: &mut Before,
    options: ParseOptions,
    scratch: &mut Scratch,
) -> Result<usize, Charset> {
    let charset = input.fixed.unwrap_or_default();
    let start = extent.start;
    let beyond_ascii = mem::take(&mut scratch.beyond_ascii);
    let mut repair = Repair::new(input.bytes, start, charset, options, scratch);
    let mut resolver = Resolver::new(input, start, options, beyond_ascii, *before);
    loop {
        let mark = repair.mark();
        let reading = resolver.expected(mark.at);
        let mut goes_on = repair.read_on_by(reading);
        resolver.budget.set_read(repair.mark().at - start);
        if !resolver.settle_text(repair.tables_mut(), mark.games) {
            match resolver.settle(&mut repair, mark, reading, goes_on) {
                ControlFlow::Continue(settled) => goes_on = settled,
                ControlFlow::Break(charset) => {
                    *scratch = repair.finish();
                    return Err(charset);
                }
            }
        }
        if !goes_on || (extent.one_game && !repair.tables().games.is_empty()) {
            break;
        }
    }
    let end = repair.mark().at;
    *before = resolver.before_behind(end);
    *scratch = repair.finish();
    scratch.beyond_ascii = resolver.beyond_ascii;
    Ok(end)
}

/// What has become of an input.
pub(super) enum Resolved<'s> {
    /// It was read as it is; it is a text if all of it is UTF-8.
    Bytes(Option<&'s str>),
    /// It was decoded first.
    Whole(Whole),
    /// It is too long to be decoded.
    TooLong,
}

/// Finds out what the input is written in and reads all of it into the tables.
pub(super) fn resolve<'s>(
    bytes: &'s [u8],
    options: ParseOptions,
    scratch: &mut Scratch,
) -> Resolved<'s> {
    let extent = Extent { start: 0, one_game: false };
    let resolved = resolve_part(bytes, extent, &mut Before::of(bytes), options, scratch);
    // The start of an input is always read.
    resolved.map_or(Resolved::Bytes(None), |(resolved, _)| resolved)
}

/// As [`resolve`], as far as the extent goes, and says where the reading ended. An input that has
/// to be decoded first is read whole from its start, and has nothing after that.
pub(super) fn resolve_part<'s>(
    bytes: &'s [u8],
    extent: Extent,
    before: &mut Before,
    options: ParseOptions,
    scratch: &mut Scratch,
) -> Option<(Resolved<'s>, usize)> {
    // Whether a game tree is UTF-8 is found out when it is known where it ends.
    let text = if extent.one_game { None } else { str::from_utf8(bytes).ok() };
    let mut fixed = before.fixed(options);
    if fixed.is_none_or(|fixed| !fixed.charset.is_whole()) {
        let input = Input { bytes, is_text: text.is_some(), fixed, whole: None };
        match read(input, extent, before, options, scratch) {
            Ok(end) => return Some((Resolved::Bytes(text), end)),
            Err(charset) => fixed = Some(GameCharset::new(charset, CharsetSource::Declared)),
        }
    }
    (extent.start == 0)
        .then(|| (decode_first(bytes, fixed.unwrap_or_default(), options, scratch), bytes.len()))
}

/// Decodes the input as a whole and reads all of it into the tables.
fn decode_first<'s>(
    bytes: &[u8],
    fixed: GameCharset,
    options: ParseOptions,
    scratch: &mut Scratch,
) -> Resolved<'s> {
    let Some(whole) = Whole::decode(fixed.charset, bytes) else {
        tolerant::refuse(options, scratch);
        return Resolved::TooLong;
    };
    let input = Input {
        bytes: whole.text.as_bytes(),
        is_text: true,
        fixed: Some(fixed),
        whole: Some(&whole),
    };
    // With a fixed character set nothing has to be decoded another time.
    let extent = Extent { start: 0, one_game: false };
    let _ = read(input, extent, &mut Before::default(), options, scratch);
    Resolved::Whole(whole)
}
