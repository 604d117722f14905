//! Which faults are reported, and in which order: those of structure, which reading found, and those
//! of values and of play, which are looked for here.

use std::iter;

use kifu::go::{PlayChecker, PlayCode, PlayDiagnostic};
use kifu::values::{CheckDiagnostic, Checker};
use kifu::{Code, Span};

use crate::args::{CheckOptions, FaultKind};
use crate::finding::Finding;
use crate::input::Whole;
use crate::run::{Input, MAX_DIAGNOSTICS};

/// What is asked for.
#[derive(Clone)]
pub(super) struct Selection {
    structure: bool,
    values: bool,
    /// Only where it is asked for.
    play: bool,
    skipped: Vec<String>,
    checker: Checker,
    /// Its board is used again for each input.
    player: PlayChecker,
}

/// A fault that is looked for here.
#[derive(Clone, Copy)]
enum Checked<'i> {
    Value(CheckDiagnostic<'i>),
    Play(PlayDiagnostic),
}

impl Checked<'_> {
    fn span(self) -> Span {
        match self {
            Self::Value(found) => found.span(),
            Self::Play(found) => found.span(),
        }
    }

    /// The finding, in a piece of an input with so many game trees before it.
    fn finding(self, games: usize) -> Finding {
        match self {
            Self::Value(found) => Finding::of_check(found, games),
            Self::Play(found) => Finding::of_play(found, games),
        }
    }
}

/// What was found in an input, or a piece of one.
pub(super) struct Faults<'i> {
    input: &'i Input<'i>,
    structure: bool,
    /// In the order of their places.
    checked: Vec<Checked<'i>>,
    /// How many more there were, which were counted but not kept.
    pub(super) omitted: usize,
}

impl Selection {
    pub(super) fn new(options: &CheckOptions) -> Self {
        let has = |kind| options.only.is_empty() || options.only.contains(&kind);
        Self {
            structure: has(FaultKind::Structure),
            values: has(FaultKind::Values),
            play: options.only.contains(&FaultKind::Play),
            skipped: options.skip.clone(),
            checker: Checker::new()
                .pedantic(options.pedantic)
                .max_diagnostics(MAX_DIAGNOSTICS as usize),
            player: PlayChecker::new().max_diagnostics(MAX_DIAGNOSTICS as usize),
        }
    }

    /// Whether faults with this code are reported.
    pub(super) fn wants(&self, code: &str) -> bool {
        !self.skipped.iter().any(|skipped| skipped == code)
    }

    /// Whether faults with this code are asked for, of whatever kind they are.
    pub(super) fn takes(&self, code: &str) -> bool {
        let is_of_kind = if Code::from_name(code).is_some() {
            self.structure
        } else if PlayCode::from_name(code).is_some() {
            self.play
        } else {
            self.values
        };
        self.wants(code) && is_of_kind
    }

    /// Looks for faults.
    pub(super) fn faults<'i>(&mut self, input: &'i Input<'i>) -> Faults<'i> {
        let mut faults = Faults {
            input,
            structure: self.structure,
            checked: Vec::new(),
            omitted: if self.structure { input.omitted() } else { 0 },
        };
        let Ok(collection) = input.collection else { return faults };
        if self.values {
            // The game trees of a piece are compared with the first one of the whole.
            let first = input.whole.filter(|_| input.place.games > 0);
            let first = first.and_then(Whole::first_tree);
            let checked = self.checker.clone().first_tree(first).check(collection);
            faults.omitted += checked.omitted();
            let wanted = checked
                .diagnostics()
                .iter()
                .filter(|it| self.wants(it.code().name()) && input.shows(Some(it.game())));
            faults.checked.extend(wanted.copied().map(Checked::Value));
        }
        if self.play {
            let checked = self.player.check(collection);
            faults.omitted += checked.omitted();
            let wanted = checked
                .diagnostics()
                .iter()
                .filter(|it| self.wants(it.code().name()) && input.shows(Some(it.game())));
            faults.checked.extend(wanted.copied().map(Checked::Play));
        }
        faults.checked.sort_by_key(|found| found.span().start());
        faults
    }
}

impl Faults<'_> {
    /// All of them by their places, so that the pieces of an input give what the whole gives. At one
    /// place those of structure come first.
    pub(super) fn in_order(&self) -> impl Iterator<Item = Finding> {
        // An error of strict reading refuses the input, and is no matter of choice.
        let has_structure = self.structure || self.input.collection.is_err();
        let structure = has_structure.then(|| self.input.findings()).into_iter().flatten();
        let mut structure = structure.peekable();
        let games = self.input.place.games;
        let mut checked = self.checked.iter().peekable();
        iter::from_fn(move || {
            let next = checked.peek().map(|found| found.span().start());
            match structure.next_if(|it| next.is_none_or(|next| it.span.start() <= next)) {
                Some(found) => Some(found),
                None => checked.next().map(|found| found.finding(games)),
            }
        })
    }
}
