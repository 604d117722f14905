//! Finds out what each game tree is written in that was read, and whether it has to be read again.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::str;

use super::before::Before;
use super::budget::Budget;
use super::choice::{Choice, Game};
use super::damage::Damage;
use super::label::{Label, find_label};
use crate::charset::{Charset, CharsetSource, Decoder, Double, Form, GameCharset, Whole};
use crate::diagnostic::Code;
use crate::ident::is_declaration;
use crate::options::ParseOptions;
use crate::parser::tolerant::{GoesOn, Repair, swallows_record};
use crate::scratch::{BeyondAscii, Mark, Scratch};
use crate::span::{Span, offset};

/// What is known of an input before it is read.
#[derive(Clone, Copy)]
pub(super) struct Input<'s> {
    pub(super) bytes: &'s [u8],
    /// Whether all of it is UTF-8.
    pub(super) is_text: bool,
    /// The character set of all game trees, if no `CA` can change it.
    pub(super) fixed: Option<GameCharset>,
    /// Where the bytes were decoded from.
    pub(super) whole: Option<&'s Whole>,
}

pub(super) struct Resolver<'s> {
    pub(super) input: Input<'s>,
    /// Where the reading started.
    pub(super) start: usize,
    pub(super) options: ParseOptions,
    /// The values of the current game tree that are not ASCII.
    pub(super) beyond_ascii: Vec<BeyondAscii>,
    /// How much may be read again.
    pub(super) budget: Budget,
    /// Where the next game tree starts after a place, as it was looked up last.
    pub(super) next_tree: (usize, usize),
    /// The same, of those with a header.
    pub(super) next_record: (usize, usize),
    /// What was found out up to here.
    pub(super) before: Before,
}

/// What may still happen to a game tree.
pub(super) type Settled = ControlFlow<Charset, GoesOn>;

impl<'s> Resolver<'s> {
    pub(super) fn new(
        input: Input<'s>,
        start: usize,
        options: ParseOptions,
        beyond_ascii: Vec<BeyondAscii>,
        before: Before,
    ) -> Self {
        Self {
            input,
            start,
            options,
            beyond_ascii,
            budget: before.budget,
            next_tree: (0, 0),
            next_record: (0, 0),
            before,
        }
    }

    /// What there is to know after the part that was read.
    pub(super) fn before_behind(&self, end: usize) -> Before {
        Before { budget: self.budget.after(end - self.start), ..self.before }
    }

    /// How to read the game tree that starts at `at`, or after white space there, as far as that
    /// can be known before.
    pub(super) fn expected(&self, at: usize) -> Option<Double> {
        if let Some(fixed) = self.input.fixed {
            return fixed.charset.double();
        }
        if self.before.peeks != Some(true) {
            return None;
        }
        let bytes = self.input.bytes;
        let start = crate::scanner::skip_space(bytes, at);
        if bytes.get(start) != Some(&b'(') {
            return None;
        }
        let label = find_label(bytes, start, bytes.len(), false)?;
        Charset::from_label(&bytes[label.span.range()])?.double()
    }

    /// Settles the game trees from this one on, if they are all UTF-8 and none says anything else;
    /// that is nearly always so, and costs nearly nothing.
    #[inline]
    pub(super) fn settle_text(&self, tables: &mut Scratch, games: usize) -> bool {
        if !self.input.is_text || self.input.fixed.is_some() {
            return false;
        }
        (games..tables.games.len()).all(|game| match self.label(tables, game) {
            None => true,
            Some(label) => {
                let label = &self.input.bytes[label.range()];
                let is_utf8 = label.eq_ignore_ascii_case(b"UTF-8");
                if is_utf8 {
                    let source = CharsetSource::Declared;
                    tables.games[game].charset = GameCharset::new(Charset::UTF_8, source);
                }
                is_utf8
            }
        })
    }

    /// Where the value of `CA` stands in the root of a game tree, as it was read.
    fn label(&self, tables: &Scratch, game: usize) -> Option<Span> {
        let source = self.input.bytes;
        let found = tables
            .root_properties(game)
            .iter()
            .find(|property| is_declaration(property.ident(source)))?;
        Some(Span::new(found.value.start as usize, found.value.end as usize))
    }

    /// Finds the character sets of the game trees that were read since the mark; where one of them
    /// may have to be read again, all from there on are taken apart.
    pub(super) fn settle(
        &mut self,
        repair: &mut Repair<'s>,
        start: Mark,
        reading: Option<Double>,
        goes_on: GoesOn,
    ) -> Settled {
        let mut mark = start;
        while mark.games < repair.tables().games.len() {
            self.list_beyond_ascii(repair.tables(), mark);
            let is_first = self.start == 0 && mark.games == 0;
            let choice = self.choose(repair.tables(), mark, reading, is_first, false);
            if choice.is_whole {
                return ControlFlow::Break(choice.charset);
            }
            if self.is_open(repair.tables(), start, mark, reading, choice) {
                return self.settle_apart(repair, start, mark, reading);
            }
            self.record(repair, mark, choice);
            mark = repair.tables().mark_behind(mark);
        }
        ControlFlow::Continue(goes_on)
    }

    /// Whether the game tree may have to be read in another way than it was.
    fn is_open(
        &self,
        tables: &Scratch,
        start: Mark,
        mark: Mark,
        reading: Option<Double>,
        choice: Choice,
    ) -> bool {
        let span = tables.games[mark.games].span;
        if self.input.fixed.is_some() || !self.differs(span) {
            return false;
        }
        if choice.charset.double() != reading {
            return true;
        }
        match reading {
            Some(_) => has_fault(tables, start) || self.has_swallowed(),
            None => {
                let is_guess = choice.source == CharsetSource::Guessed;
                is_guess
                    && choice.charset != Charset::UTF_8
                    && (has_fault(tables, start) || self.hides_bracket())
            }
        }
    }

    pub(super) fn list_beyond_ascii(&mut self, tables: &Scratch, mark: Mark) {
        let span = tables.games[mark.games].span;
        let values = tables.game_values(mark);
        values.list_beyond_ascii(self.input.bytes, span, &mut self.beyond_ascii);
    }

    /// Whether reading by bytes and reading by characters may differ.
    pub(super) fn differs(&self, span: Span) -> bool {
        !self.input.bytes[span.range()].is_ascii()
    }

    /// The values of the current game tree that are not ASCII.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'s [u8]> + Clone + use<'_, 's> {
        let bytes = self.input.bytes;
        self.beyond_ascii.iter().map(move |value| &bytes[value.span.range()])
    }

    /// Those of them that are text.
    pub(super) fn evidence(&self) -> impl Iterator<Item = &'s [u8]> + Clone + use<'_, 's> {
        let bytes = self.input.bytes;
        let evidence = self.beyond_ascii.iter().filter(|value| value.is_evidence);
        evidence.map(move |value| &bytes[value.span.range()])
    }

    /// Whether a value of the current game tree may have lost its bracket to a lead byte.
    pub(super) fn has_swallowed(&self) -> bool {
        self.texts().any(swallows_record)
    }

    /// Whether a value of the current game tree may have lost its bracket to a `\\` that is the
    /// second byte of a character.
    pub(super) fn hides_bracket(&self) -> bool {
        let hides = |bytes: &[u8]| match bytes {
            [0x81..=0xFE, b'\\', b']', rest @ ..] => {
                let ident = rest.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
                ident > 0 && rest.get(ident) == Some(&b'[')
            }
            _ => false,
        };
        self.texts()
            .any(|text| memchr::memchr_iter(b'\\', text).any(|at| at > 0 && hides(&text[at - 1..])))
    }

    /// C7: whether there may be an escape that reading by characters does not see.
    pub(super) fn hides_escape(&self, span: Span) -> bool {
        self.input.fixed.is_none()
            && self.input.bytes[span.range()]
                .windows(3)
                .any(|bytes| matches!(bytes, [0x81..=0xFE, b'\\', b'['..=b']']))
    }

    /// Finds out what the game tree after the mark is written in.
    ///
    /// With `by_bytes_alone`, a `CA` that only the reading by pairs has found does not count.
    pub(super) fn choose(
        &mut self,
        tables: &Scratch,
        mark: Mark,
        reading: Option<Double>,
        is_first: bool,
        by_bytes_alone: bool,
    ) -> Choice {
        let bytes = self.input.bytes;
        let record = tables.games[mark.games];
        let span = record.span;
        let own = &bytes[span.range()];
        let read = self.label(tables, mark.games);
        if let Some(fixed) = self.input.fixed {
            return Choice::fixed(
                fixed,
                read.map(|span| (span, Charset::from_label(&bytes[span.range()]))),
            );
        }
        let is_text = self.input.is_text || str::from_utf8(own).is_ok();
        let root = tables.nodes.rows()[record.root as usize].start as usize;
        let is_by_bytes = !is_text && reading.is_none() && read.is_none();
        let is_hidden = is_by_bytes && self.may_hide_label(tables, mark);
        let is_certain = || !is_hidden && is_certain(own, span.start(), read, bytes);
        let label = if is_text && reading.is_none() || is_certain() {
            read.map(|span| Label { span, by_pairs: false })
        } else {
            // After the end of the game tree it is that of another one.
            let is_own = |it: &Label| {
                let is_read_so = it.by_pairs == reading.is_some();
                !(it.by_pairs && by_bytes_alone || is_read_so && it.span.end() > span.end())
            };
            let end = if reading.is_none() { span.end() } else { bytes.len() };
            find_label(bytes, root, end, is_text).filter(is_own)
        };
        let mut game = Game {
            bytes,
            span,
            is_text,
            reading,
            values: tables.game_values(mark),
            beyond_ascii: &mut self.beyond_ascii,
            last_guess: self.before.last_guess,
            is_first,
        };
        game.choose(label)
    }

    /// Gives the game tree after the mark its character set, and notes what there is to note.
    pub(super) fn record(&mut self, repair: &mut Repair<'s>, mark: Mark, choice: Choice) {
        let Choice { charset, source, by_bytes, .. } = choice;
        if source == CharsetSource::Guessed && charset != Charset::UTF_8 {
            self.before.last_guess = Some(charset);
        }
        let game = GameCharset { charset, source, by_bytes };
        let tables = repair.tables_mut();
        let number = Some(offset(mark.games));
        let record = &mut tables.games[mark.games];
        record.charset = game;
        let start = Span::new(record.span.start(), record.span.start() + 1);
        // Read again, it may hold less than when it was chosen for.
        let is_own = |place: &Span| place.end() <= record.span.end();
        let first = self.beyond_ascii.iter().find(|it| it.is_evidence).map(|it| it.span);
        let place = choice.place.filter(is_own).or(first).unwrap_or(start);
        let own = &self.input.bytes[record.span.range()];
        let is_ascii = self.input.whole.is_none() && own.is_ascii() && !charset.has_shifts(own);
        for code in
            [choice.unknown.then_some(Code::CharsetUnknown), choice.code].into_iter().flatten()
        {
            tables.diagnostics.push(code, place, number);
        }
        if self.budget.takes_report() {
            tables.diagnostics.push(Code::CharsetBudget, start, number);
        }
        let is_text = charset == Charset::UTF_8 && self.input.is_text && self.input.whole.is_none();
        if is_ascii || is_text {
            return;
        }
        if !charset.is_decodable() {
            if !choice.unknown {
                tables.diagnostics.push(Code::CharsetUnknown, place, number);
            }
            return;
        }
        let damage = Damage {
            whole: self.input.whole,
            decoder: Decoder::new(game),
            bytes: self.input.bytes,
        };
        // Of a text that was decoded as a whole, and of character sets that shift, ASCII says little.
        if self.input.whole.is_none() && charset.form() != Form::Shifted {
            let is_damaged = |value: &&BeyondAscii| match value.utf8 {
                Some(count) if charset == Charset::UTF_8 => count.broken > 0,
                _ => damage.first(value.span).is_some(),
            };
            for value in self.beyond_ascii.iter().filter(is_damaged) {
                tables.diagnostics.push(Code::InvalidEncoding, value.span, number);
            }
            return;
        }
        let damaged: Vec<Span> = damage.values(tables.game_values(mark)).collect();
        for span in damaged {
            tables.diagnostics.push(Code::InvalidEncoding, span, number);
        }
    }
}

/// Whether the game trees after the mark have a structural fault.
fn has_fault(tables: &Scratch, mark: Mark) -> bool {
    let list = tables.diagnostics.list.get(mark.diagnostics..).unwrap_or_default();
    list.iter().any(|found| found.game().is_some() && found.doubts_charset())
}

/// Whether `CA` was found as it was read, or found missing, whichever way the root is read: nothing
/// else looks like one, and its character set has no second bytes that do.
fn is_certain(own: &[u8], start: usize, label: Option<Span>, bytes: &[u8]) -> bool {
    let mut names = memchr::memmem::find_iter(own, b"CA").map(|at| start + at);
    let Some(label) = label else { return names.next().is_none() };
    let charset = Charset::from_label(&bytes[label.range()]);
    charset.is_some_and(|charset| charset.double().is_none())
        && names.next().is_some_and(|at| at < label.start())
        && names.next().is_none_or(|at| at >= label.start())
}
