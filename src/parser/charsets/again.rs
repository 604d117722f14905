//! Reading game trees again, by characters or by bytes, each within its own bytes: what follows it,
//! and what was cut out of it, is not touched, so that no byte comes to stand in two game trees.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::choice::Choice;
use super::resolver::{Resolver, Settled};
use crate::charset::{Charset, CharsetSource, Double, double_byte_score};
use crate::diagnostic::{Code, Diagnostic};
use crate::parser::tolerant::Repair;
use crate::scratch::{Mark, Scratch};
use crate::span::{Span, offset};

/// Game trees that were read at one go, in tables of their own.
pub(super) struct Run {
    pub(super) tables: Scratch,
    /// What is decided: all before the mark.
    pub(super) mark: Mark,
    /// How they were read.
    pub(super) reading: Option<Double>,
    /// The diagnostics, each with the number of its game tree, in the order of the numbers.
    diagnostics: Vec<(usize, Diagnostic)>,
    /// How many of them are before the mark.
    noted: usize,
    /// Where it has to end at the latest, if it is open.
    end: usize,
    /// Where the reading ended.
    at: usize,
    /// Whether it is one game tree that may end elsewhere than by bytes, since all that follows is
    /// still to be read.
    is_open: bool,
    /// Whether it is all that was read at one go: more than one game tree, since some were cut out.
    is_unit: bool,
    /// What was cut out of the bytes before they were read, in order.
    holes: Vec<Span>,
}

impl Run {
    pub(super) fn new(mut tables: Scratch, reading: Option<Double>, end: usize, at: usize) -> Self {
        let owner = |found: &Diagnostic| {
            let after = |at| tables.games.partition_point(|game| game.span.start() <= at);
            found.game().unwrap_or_else(|| after(found.span().start()).saturating_sub(1))
        };
        let list = tables.diagnostics.list.iter();
        let mut diagnostics: Vec<_> = list.map(|found| (owner(found), *found)).collect();
        diagnostics.sort_by_key(|&(game, _)| game);
        tables.diagnostics.list.clear();
        let mark = Scratch::default().mark(at);
        Self {
            tables,
            mark,
            reading,
            diagnostics,
            noted: 0,
            end,
            at,
            is_open: false,
            is_unit: false,
            holes: Vec::new(),
        }
    }

    fn is_done(&self) -> bool {
        self.mark.games == self.tables.games.len()
    }

    pub(super) fn is_alone(&self) -> bool {
        self.tables.games.len() == 1
    }

    fn span(&self) -> Span {
        self.tables.games[self.mark.games].span
    }

    /// What was noted about the first game tree that is not decided.
    fn diagnostics(&self) -> &[(usize, Diagnostic)] {
        let rest = &self.diagnostics[self.noted..];
        &rest[..rest.partition_point(|&(game, _)| game <= self.mark.games)]
    }

    /// How many structural faults that game tree has.
    pub(super) fn fault_count(&self) -> usize {
        let is_own = |found: &Diagnostic| found.game().is_some() && found.doubts_charset();
        self.diagnostics().iter().filter(|(_, found)| is_own(found)).count()
    }

    /// Whether nothing at all was noted about it.
    pub(super) fn has_no_code(&self) -> bool {
        self.diagnostics().is_empty()
    }

    /// Whether it has no end of its own.
    pub(super) fn is_cut(&self) -> bool {
        let is_cut =
            |code| matches!(code, Code::UnclosedTree | Code::UnclosedValue | Code::RecordCut);
        self.diagnostics().iter().any(|(_, found)| is_cut(found.code()))
    }

    /// Where its bytes end, and the game trees that were cut out of them.
    fn region(&self) -> (Span, Vec<Span>) {
        let span = self.span();
        let others = self.tables.games[self.mark.games + 1..].iter().map(|game| game.span);
        let mut holes: Vec<Span> = others.take_while(|it| it.start() < span.end()).collect();
        let before = self.holes.partition_point(|it| it.end() <= span.start());
        let cut = self.holes[before..].iter().take_while(|it| it.start() < span.end());
        holes.extend(cut.copied());
        holes.sort_unstable();
        let mut end = 0;
        holes.retain(|hole| {
            let is_apart = end <= hole.start();
            end = end.max(hole.end());
            is_apart
        });
        let end = if self.is_open { self.end.max(span.end()) } else { span.end() };
        (Span::new(span.start(), end), holes)
    }

    /// Goes to the end of the game tree.
    fn pass(&mut self) {
        self.noted += self.diagnostics().len();
        self.mark = self.tables.mark_behind(self.mark);
    }
}

/// How a game tree is to be taken.
enum Decision {
    /// As it was read.
    Keep(Choice),
    /// As it was read again: the first of these.
    Replace(Box<Run>, Choice),
    /// As it was read again, in the place of all that was read at one go.
    ReplaceAll(Box<Run>, Choice),
}

impl<'s> Resolver<'s> {
    /// Finds the character sets of the game trees after the mark where one of them may have to be
    /// read again. They were read at one go since `start`.
    pub(super) fn settle_apart(
        &mut self,
        repair: &mut Repair<'s>,
        start: Mark,
        mut mark: Mark,
        mut reading: Option<Double>,
    ) -> Settled {
        if reading.is_some() && self.input.fixed.is_none() {
            // Where the game trees end is to be known by bytes first.
            if self.budget.spend(repair.mark().at - start.at) {
                repair.rewind(start);
                (mark, reading) = (start, None);
                repair.read_on_by(reading);
                self.before.peeks = Some(false);
            }
        }
        let at = repair.mark().at;
        let is_alone = repair.tables().games.len() == start.games + 1;
        let end = if is_alone { self.next_tree(at) } else { at };
        let tables = repair.tables_mut().split_off(mark, start.diagnostics);
        let mut cursor = at;
        let is_unit = !is_alone && mark.games == start.games;
        let run = Run { is_open: is_alone, is_unit, ..Run::new(tables, reading, end, at) };
        let mut runs = alloc::vec![run];
        while let Some(run) = runs.last_mut() {
            if run.is_done() {
                runs.pop();
                continue;
            }
            let is_first = self.start == 0 && repair.tables().games.is_empty();
            match self.decide(run, is_first, false) {
                Decision::Keep(choice) if choice.is_whole => {
                    return Settled::Break(choice.charset);
                }
                Decision::Keep(choice) => {
                    self.take(repair, run, choice);
                    run.pass();
                }
                Decision::Replace(mut other, choice) => {
                    self.keep_cuts(repair, run);
                    self.take(repair, &other, choice);
                    run.pass();
                    other.pass();
                    if is_alone && runs.len() == 1 {
                        cursor = other.at;
                    }
                    runs.push(*other);
                }
                Decision::ReplaceAll(other, choice) => {
                    self.take(repair, &other, choice);
                    cursor = other.at;
                    runs.clear();
                }
            }
        }
        let tables = repair.tables();
        // Those of earlier runs are not looked at again, run by run.
        let list = tables.diagnostics.list.get(start.diagnostics..).unwrap_or_default();
        let is_limited = list.iter().any(|found| found.code() == Code::LimitReached);
        let after = tables.mark(cursor);
        repair.rewind(after);
        Settled::Continue(!is_limited)
    }

    /// Adds the game tree to those that are decided.
    fn take(&mut self, repair: &mut Repair<'s>, run: &Run, choice: Choice) {
        let tables = repair.tables_mut();
        let mark = tables.mark(run.at);
        tables.append(&run.tables, run.mark, 1, 0);
        let number = offset(mark.games);
        for &(_, found) in run.diagnostics() {
            tables.diagnostics.add(found.with_game(found.game().map(|_| number)));
        }
        if run.mark.games == 0 {
            let omitted = &mut tables.diagnostics.omitted;
            *omitted = omitted.saturating_add(run.tables.diagnostics.omitted);
        }
        self.list_beyond_ascii(repair.tables(), mark);
        self.record(repair, mark, choice);
    }

    /// Notes of a game tree that is replaced what was cut out of it, which still is.
    fn keep_cuts(&self, repair: &mut Repair<'s>, run: &Run) {
        let tables = repair.tables_mut();
        let number = offset(tables.games.len());
        let is_cut = |found: &Diagnostic| found.code() == Code::RecordCut;
        for (_, found) in run.diagnostics().iter().filter(|(_, found)| is_cut(found)) {
            tables.diagnostics.push(found.code(), found.span(), Some(number));
        }
    }

    /// Decides how the first game tree of the run that is not decided is to be taken.
    ///
    /// With `by_bytes_alone`, a `CA` that only the reading by pairs has found does not count.
    fn decide(&mut self, run: &Run, is_first: bool, by_bytes_alone: bool) -> Decision {
        self.list_beyond_ascii(&run.tables, run.mark);
        let first = self.choose(&run.tables, run.mark, run.reading, is_first, by_bytes_alone);
        if first.is_whole {
            return Decision::Keep(first);
        }
        if let Some((other, choice)) = self.join_by_pairs(run, first, is_first) {
            return Decision::ReplaceAll(Box::new(other), choice);
        }
        if let Some((other, choice)) = self.try_pairs(run, first) {
            return Decision::Replace(Box::new(other), choice);
        }
        let wanted = first.charset.double();
        if wanted != run.reading && self.differs(run.span()) {
            return self.decide_again(run, first, is_first);
        }
        let faults = run.fault_count();
        if wanted.is_some() && run.reading.is_some() && faults > 0 && self.hides_escape(run.span())
        {
            if let Some(other) = self.read_again(run, None, None) {
                if other.fault_count() == 0 && other.is_alone() {
                    return Decision::Replace(Box::new(other), first.by_bytes());
                }
            }
        }
        Decision::Keep(first)
    }

    /// C2: a `CA` that only the reading by pairs has found, where by bytes the rest of the game tree
    /// was cut out of it: reads all of it by characters, if that leaves no fault.
    fn join_by_pairs(&mut self, run: &Run, first: Choice, is_first: bool) -> Option<(Run, Choice)> {
        if !first.by_pairs || !run.is_unit || run.mark.games > 0 || run.reading.is_some() {
            return None;
        }
        let wanted = first.charset.double();
        let region = Span::new(run.span().start(), run.at);
        let other = self.read_on_to_its_end(region, wanted?, first.declared())?;
        self.list_beyond_ascii(&other.tables, other.mark);
        let choice = self.choose(&other.tables, other.mark, wanted, is_first, false);
        (choice.charset.double() == wanted).then_some((other, choice))
    }

    /// C5: a game tree without `CA` that has a fault by bytes, beside high bytes: read by pairs in
    /// the likeliest character set that leaves none and decodes all.
    fn try_pairs(&mut self, run: &Run, first: Choice) -> Option<(Run, Choice)> {
        let is_guess = first.source == CharsetSource::Guessed && first.charset != Charset::UTF_8;
        if self.input.fixed.is_some()
            || run.reading.is_some()
            || !is_guess
            || !(run.fault_count() > 0 || self.hides_bracket())
        {
            return None;
        }
        let mut best: Option<(Run, Choice, f32)> = None;
        for charset in [Charset::GBK, Charset::BIG5, Charset::SHIFT_JIS] {
            // By these bytes it may not be one at all.
            let Some(other) = self.read_again(run, charset.double(), None) else { continue };
            if other.fault_count() > 0 || !other.is_alone() {
                continue;
            }
            self.list_beyond_ascii(&other.tables, other.mark);
            let Some(score) = double_byte_score(charset, self.evidence()) else { continue };
            if best.as_ref().is_none_or(|&(_, _, other)| score > other) {
                best = Some((other, Choice { charset, is_final: true, ..first }, score));
            }
        }
        best.map(|(run, choice, _)| (run, choice))
    }

    /// Reads the game tree as it wants to be read, and decides which reading is the better one.
    fn decide_again(&mut self, run: &Run, first: Choice, is_first: bool) -> Decision {
        let wanted = first.charset.double();
        let Some(other) = self.read_again(run, wanted, first.declared()) else {
            if first.by_pairs {
                return self.decide(run, is_first, true);
            }
            return Decision::Keep(first.as_it_is(run.reading));
        };
        let (before, after) = (run.fault_count(), other.fault_count());
        if first.by_pairs && after > 0 && after >= before {
            return self.decide(run, is_first, true);
        }
        if run.reading.is_none()
            && before == 0
            && after > 0
            && self.hides_escape(run.span())
            && !self.is_torn_by_bytes(run.at, other.at)
        {
            return Decision::Keep(first.by_bytes());
        }
        let second = if first.is_final {
            first
        } else {
            self.list_beyond_ascii(&other.tables, other.mark);
            self.choose(&other.tables, other.mark, wanted, is_first, false)
        };
        let now = second.charset.double();
        if now == wanted {
            if wanted.is_some() && self.before.peeks.is_none() {
                self.before.peeks = Some(true);
            }
            return Decision::Replace(Box::new(other), second);
        }
        if now == run.reading {
            return Decision::Keep(second);
        }
        match self.read_again(run, now, second.declared()) {
            Some(third) => Decision::Replace(Box::new(third), second),
            None => Decision::Keep(second.as_it_is(run.reading)),
        }
    }

    /// Reads the game tree again, within its own bytes. `None` if nothing comes of that, or if
    /// enough has been read again.
    fn read_again(
        &mut self,
        run: &Run,
        reading: Option<Double>,
        declared: Option<Charset>,
    ) -> Option<Run> {
        let (region, holes) = run.region();
        if !self.budget.spend(region.len()) {
            return None;
        }
        let bytes = self.input.bytes;
        let mut other = if holes.is_empty() {
            self.read_bytes(&bytes[..region.end()], region.start(), reading, run.is_open)
        } else {
            let mut own = bytes[region.range()].to_vec();
            for hole in &holes {
                let [start, end] = [hole.start(), hole.end().min(region.end())];
                own[start - region.start()..end - region.start()].fill(b' ');
            }
            let (tables, at) = self.read_bytes(&own, 0, reading, false);
            (tables.shifted(offset(region.start())), at + region.start())
        };
        if other.0.games.is_empty() || other.0.reaches_into(&holes) {
            return None;
        }
        let is_unclosed = |found: &Diagnostic| found.code() == Code::UnclosedTree;
        if !run.diagnostics().iter().any(|(_, found)| is_unclosed(found)) && !run.is_open {
            // It was cut there, which is reported.
            other.0.diagnostics.list.retain(|found| !is_unclosed(found));
        }
        let other = Run { holes, ..Run::new(other.0, reading, other.1, other.1) };
        if run.is_open && other.fault_count() > 0 && region.end() < bytes.len() {
            if let Some(longer) = self.read_further(region, reading?, &other, declared) {
                return Some(longer);
            }
        }
        // A value that takes the end of its game tree along has lost its bracket to a lead byte
        // that is none.
        let has_end = |(_, found): &(usize, Diagnostic)| found.code() != Code::UnclosedValue;
        (region.end() == bytes.len() || other.diagnostics.iter().all(has_end)).then_some(other)
    }

    /// Reads a game tree that has a fault up to the end that it has by bytes, to its own end.
    fn read_further(
        &mut self,
        region: Span,
        double: Double,
        other: &Run,
        declared: Option<Charset>,
    ) -> Option<Run> {
        if other.is_cut() && self.hides_escape(region) {
            if let Some(longer) = self.read_on_with_faults(region, double) {
                return Some(longer);
            }
        }
        self.read_on_to_its_end(region, double, declared)
    }

    pub(super) fn read_bytes(
        &self,
        bytes: &[u8],
        start: usize,
        reading: Option<Double>,
        one_unit: bool,
    ) -> (Scratch, usize) {
        let charset = self.input.fixed.unwrap_or_default();
        let mut scratch = Scratch::default();
        let mut repair = Repair::new(bytes, start, charset, self.options, &mut scratch);
        while repair.read_on_by(reading) && !one_unit {}
        let at = repair.mark().at;
        (repair.leave(), at)
    }
}
