//! Which games a command is about: those that meet the criteria, of these a sample, and of the
//! sample the first ones. What can be asked for is left to the arguments, how a game is judged to
//! the library.

use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::io::{self, Write as _};

use kifu::choose::{Choice, Criterion, Verdict};
use kifu::{Collection, Error};
use twox_hash::XxHash3_64;

use crate::args::Choosing;
use crate::report::Report;
use crate::run::{Input, Outlet, Task};

/// Chooses games. Each worker has one.
#[derive(Clone)]
pub(crate) struct Chooser {
    choice: Choice,
    /// The seed of a sample, and the greatest number that is drawn with it.
    sample: Option<(u64, Option<u64>)>,
    /// How many more may be chosen.
    left: Option<u64>,
}

/// A sample that is asked for: how many games, and the seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) count: usize,
    pub(crate) seed: u64,
}

impl Chooser {
    pub(crate) fn new(choosing: &Choosing) -> Self {
        Self { choice: choosing.choice(), sample: None, left: None }
    }

    /// Keeps to what was drawn.
    pub(crate) fn keep_drawn(&mut self, sample: Sample, drawn: &[u8]) {
        let greatest = drawn.try_into().ok().map(u64::from_le_bytes);
        self.sample = Some((sample.seed, greatest));
    }

    /// Chooses the first games alone.
    pub(crate) fn set_limit(&mut self, limit: Option<u64>) {
        self.left = limit;
    }

    pub(crate) fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    /// Whether no more games will be chosen.
    pub(crate) fn is_done(&self) -> bool {
        self.left == Some(0)
    }

    /// Whether every game is chosen.
    pub(crate) fn takes_all(&self) -> bool {
        self.choice.is_all() && self.sample.is_none() && self.left.is_none()
    }

    /// Chooses among the games of an input, or of a piece of one with so many games before it.
    /// `None` if all are chosen.
    pub(crate) fn choose(
        &mut self,
        path: &str,
        before: usize,
        collection: &Result<Collection<'_>, Error>,
        report: &mut Report,
    ) -> Option<Vec<bool>> {
        if self.takes_all() {
            return None;
        }
        let collection = collection.as_ref().ok()?;
        let mut tally = Tally::default();
        let chosen = collection.game_trees().map(|game| {
            let verdict = self.choice.judge(game);
            let is_drawn = || match self.sample {
                None => true,
                Some((seed, greatest)) => {
                    greatest.is_some_and(|it| number(seed, path, before + game.index()) <= it)
                }
            };
            let is_chosen = !self.is_done() && verdict.is_chosen() && is_drawn();
            if let (true, Some(left)) = (is_chosen, &mut self.left) {
                *left -= 1;
            }
            tally.count(verdict, is_chosen);
            is_chosen
        });
        let chosen = chosen.collect();
        report.count_choice(&tally);
        Some(chosen)
    }
}

/// What a game draws: by its place, so that the sample is the same whoever reads it.
fn number(seed: u64, path: &str, game: usize) -> u64 {
    let place = [path.as_bytes(), &(game as u64).to_le_bytes()].concat();
    XxHash3_64::oneshot_with_seed(seed, &place)
}

/// How many games were chosen, and why others could not be judged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    games: u64,
    chosen: u64,
    unknown: BTreeMap<Criterion, u64>,
}

impl Tally {
    fn count(&mut self, verdict: Verdict, is_chosen: bool) {
        self.games += 1;
        self.chosen += u64::from(is_chosen);
        if let Verdict::Unknown(criterion) = verdict {
            *self.unknown.entry(criterion).or_default() += 1;
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.chosen += other.chosen;
        for (&criterion, &count) in &other.unknown {
            *self.unknown.entry(criterion).or_default() += count;
        }
    }
}

impl fmt::Display for Tally {
    /// A line for each criterion that games could not be judged by, and one if none was chosen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (criterion, count) in &self.unknown {
            let games = if *count == 1 { "game was" } else { "games were" };
            writeln!(f, "kifu: {count} {games} not chosen: {criterion} missing or not readable")?;
        }
        match (self.games, self.chosen) {
            (1.., 0) => writeln!(f, "kifu: none of {} games was chosen", self.games),
            _ => Ok(()),
        }
    }
}

/// Draws a sample: of all games that are chosen, those whose numbers are the least. What it writes is
/// the greatest of these numbers, or nothing if there is none.
#[derive(Clone)]
pub(crate) struct Draw {
    sample: Sample,
    /// As many as are wanted, the greatest on top.
    least: BinaryHeap<u64>,
}

impl Draw {
    pub(crate) fn new(sample: Sample) -> Self {
        Self { sample, least: BinaryHeap::new() }
    }

    fn push(&mut self, number: u64) {
        if self.least.len() < self.sample.count {
            self.least.push(number);
        } else if self.least.peek().is_some_and(|&greatest| number < greatest) {
            self.least.pop();
            self.least.push(number);
        }
    }
}

impl Task for Draw {
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(&mut self, input: &Input<'_>, _: &mut Outlet<'_>, _: &mut Report) -> io::Result<()> {
        let Ok(collection) = input.collection else { return Ok(()) };
        for game in input.games(collection) {
            self.push(number(self.sample.seed, input.path, input.number(game)));
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        other.least.into_iter().for_each(|number| self.push(number));
    }

    fn finish(&self, _: u64, out: &mut Vec<u8>) -> io::Result<()> {
        match self.least.peek() {
            Some(greatest) => out.write_all(&greatest.to_le_bytes()),
            None => Ok(()),
        }
    }
}
