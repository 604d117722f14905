//! Reading a game tree by characters past the place where it ends by bytes: there a lead byte has lost
//! its second byte, a bracket, or a second byte was taken for an escape.

use super::again::Run;
use super::choice::utf8_count;
use super::label::{after_root, takes_bracket};
use super::resolver::Resolver;
use crate::charset::{Charset, Decoder, Double, GameCharset};
use crate::error::Found;
use crate::ident::{has_one_line, is_ident_byte};
use crate::parser::tolerant::{Repair, swallows_record};
use crate::scanner::{Fault, FaultPlace, Scanner, Sink, State, skip_space};
use crate::scratch::{Mark, Scratch};
use crate::span::Span;
use crate::text::ValueEnd;

impl Resolver<'_> {
    /// C2: whether by pairs a value of the root goes on after its `]`, and a `CA` may follow. Not in
    /// UTF-8 that a server has damaged.
    pub(super) fn may_hide_label(&mut self, tables: &Scratch, mark: Mark) -> bool {
        let game = tables.games[mark.games];
        let next = tables.nodes.rows().get(game.root as usize + 1);
        let end = next.map_or(usize::MAX, |node| node.start as usize);
        let bytes = self.input.bytes;
        let mut values = self.beyond_ascii.iter().take_while(|value| value.span.start() < end);
        values.any(|value| takes_bracket(&bytes[value.span.range()]))
            && !utf8_count(bytes, &mut self.beyond_ascii).is_explained()
            && memchr::memmem::find(after_root(bytes, game.span), b"CA").is_some()
    }

    /// Where the first game tree starts at or after a place; else the end.
    pub(super) fn next_tree(&mut self, at: usize) -> usize {
        let (from, next) = self.next_tree;
        if !(from..=next).contains(&at) {
            let is_tree = |bytes: &[u8]| bytes.get(skip_space(bytes, 1)) == Some(&b';');
            self.next_tree = (at, next_paren(self.input.bytes, at, is_tree));
        }
        self.next_tree.1
    }

    /// Where the first game tree with a header starts at or after a place; else the end.
    fn next_record(&mut self, at: usize) -> usize {
        let (from, next) = self.next_record;
        if !(from..=next).contains(&at) {
            self.next_record = (at, next_paren(self.input.bytes, at, starts_with_header));
        }
        self.next_record.1
    }

    /// Reads a game tree that goes on after the next one, by bytes, if it has no fault by
    /// characters. If a value seems to have swallowed what follows it, that is valid as it stands
    /// only in the declared character set, and without any damage.
    pub(super) fn read_on_to_its_end(
        &mut self,
        region: Span,
        double: Double,
        declared: Option<Charset>,
    ) -> Option<Run> {
        let start = region.start();
        // What is looked at counts as read again. No more is looked at than may be, but for the
        // first game tree.
        let spare = Some(self.budget.spare()).filter(|&spare| spare > 0)?;
        let bytes = self.input.bytes;
        let limit = self.next_record(region.end()).max(start.saturating_add(spare));
        let own = &bytes[..limit.min(bytes.len())];
        let mut sink = Quiet { bytes, may_swallow: declared.is_some(), has_swallowed: false };
        let (end, looked) = clean_end(own, start, double, &mut sink);
        self.budget.charge(looked - start);
        let end = end?;
        self.budget.charge(end - start);
        let (tables, at) = self.read_bytes(&bytes[..end], start, Some(double), true);
        let run = Run::new(tables, Some(double), at, at);
        let is_clean = run.is_alone() && run.fault_count() == 0;
        let is_valid = |charset| run.has_no_code() && self.decodes(&run, charset);
        (is_clean && (!sink.has_swallowed || declared.is_some_and(is_valid))).then_some(run)
    }

    /// Whether no value of a game tree is damaged.
    fn decodes(&self, run: &Run, charset: Charset) -> bool {
        let decoder = Decoder::new(GameCharset { charset, ..GameCharset::default() });
        let values = run.tables.game_values(run.mark);
        let raw = |value: Span| &self.input.bytes[value.range()];
        values.iter().all(|value| decoder.damage(raw(value.span())) == 0)
    }

    /// C7: reads a game tree by characters to its own end, with its faults, but not into the next
    /// record.
    pub(super) fn read_on_with_faults(&mut self, region: Span, double: Double) -> Option<Run> {
        if !self.budget.has_spare() {
            return None;
        }
        let bytes = self.input.bytes;
        let end = self.next_record(region.end());
        let (tables, at) = self.read_bytes(&bytes[..end], region.start(), Some(double), true);
        self.budget.charge(at - region.start());
        let run = Run::new(tables, Some(double), at, at);
        let is_own_end = run.is_alone() && (end == bytes.len() || !run.is_cut());
        self.list_beyond_ascii(&run.tables, run.mark);
        (is_own_end && !self.has_swallowed()).then_some(run)
    }

    /// C7: whether reading on by bytes, from where the game tree ends by bytes, leaves a fault up
    /// to where it ends by characters.
    pub(super) fn is_torn_by_bytes(&mut self, from: usize, to: usize) -> bool {
        if to <= from {
            return false;
        }
        let bytes = &self.input.bytes[..to];
        let options = self.options.max_diagnostics(16);
        let mut scratch = Scratch::default();
        let mut repair = Repair::new(bytes, from, GameCharset::default(), options, &mut scratch);
        loop {
            let goes_on = repair.read_on_by(None);
            let found = &repair.tables().diagnostics;
            let is_torn = found.list.iter().any(|found| found.doubts_charset());
            if is_torn || !goes_on || found.omitted > 0 {
                self.budget.charge(repair.mark().at - from);
                return is_torn;
            }
        }
    }
}

/// The first `(` at or after a place of which this holds, given the bytes from there on; else the
/// end.
fn next_paren(bytes: &[u8], at: usize, holds: impl Fn(&[u8]) -> bool) -> usize {
    let mut parens = memchr::memchr_iter(b'(', &bytes[at..]).map(|found| at + found);
    parens.find(|&start| holds(&bytes[start..])).unwrap_or(bytes.len())
}

/// Whether the bytes, which start with `(`, start a game tree with what stands in the root of a
/// record.
fn starts_with_header(bytes: &[u8]) -> bool {
    let at = skip_space(bytes, 1);
    if bytes.get(at) != Some(&b';') {
        return false;
    }
    let start = skip_space(bytes, at + 1);
    let end = start + bytes[start..].iter().take_while(|&&byte| is_ident_byte(byte)).count();
    let ident = &bytes[start..end];
    let is_root = matches!(ident, b"AP" | b"CA" | b"FF" | b"GM" | b"ST" | b"SZ");
    (is_root || ident != b"N" && has_one_line(ident))
        && bytes.get(skip_space(bytes, end)) == Some(&b'[')
}

/// Where the game tree ends that starts at `start`, if it has no fault by characters and no value
/// that the sink refuses; and how far that was looked at.
fn clean_end(
    bytes: &[u8],
    start: usize,
    double: Double,
    sink: &mut Quiet<'_>,
) -> (Option<usize>, usize) {
    let mut scanner =
        Scanner::resume(bytes, State::outside(start, true), u32::MAX).with_chars(double);
    let (is_clean, looked) = match scanner.next_game(sink) {
        Ok(is_clean) => (is_clean, 0),
        // The end of a value was looked for up to the end.
        Err(Odd::Fault(fault)) if fault.place == FaultPlace::UnclosedValue => (false, usize::MAX),
        Err(Odd::Fault(fault)) => (false, Found::at(bytes, fault.at).1),
        Err(Odd::Value(looked)) => (false, looked),
    };
    let at = scanner.state.at;
    (is_clean.then_some(at), at.max(looked).min(bytes.len()))
}

/// Why [`clean_end`] stops.
enum Odd {
    Fault(Fault),
    /// A value that is none, up to here.
    Value(usize),
}

impl From<Fault> for Odd {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A sink that keeps nothing.
struct Quiet<'s> {
    bytes: &'s [u8],
    /// Whether a value may hold what looks like the start of another game tree, but for the header
    /// of a record: a lead byte that was cut off has taken the end of its game tree along.
    may_swallow: bool,
    has_swallowed: bool,
}

impl Sink for Quiet<'_> {
    type Stop = Odd;

    fn open(&mut self, _: usize) -> Result<(), Odd> {
        Ok(())
    }

    fn close(&mut self, _: usize) -> Result<(), Odd> {
        Ok(())
    }

    fn node(&mut self, _: usize) -> Result<(), Odd> {
        Ok(())
    }

    fn property(&mut self, _: usize, _: usize) -> Result<(), Odd> {
        Ok(())
    }

    fn first_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Odd> {
        self.next_value(start, end)
    }

    fn next_value(&mut self, start: usize, end: ValueEnd) -> Result<(), Odd> {
        let value = &self.bytes[start..end.at];
        if swallows_record(value) {
            if !self.may_swallow || swallows_header(value) {
                return Err(Odd::Value(end.at));
            }
            self.has_swallowed = true;
        }
        Ok(())
    }
}

/// Whether `)`, white space and the start of a record stand in the value.
fn swallows_header(value: &[u8]) -> bool {
    memchr::memchr_iter(b')', value).any(|close| {
        let rest = &value[skip_space(value, close + 1)..];
        rest.starts_with(b"(") && starts_with_header(rest)
    })
}
