//! Which games a command is about: those that meet the criteria, of these a sample, and of the
//! sample the first ones. What can be asked for is left to the arguments, how a game is judged to
//! the library.

use std::collections::{BTreeMap, BinaryHeap};
use std::convert::Infallible;
use std::fmt;
use std::io::{self, Write as _};

use kifu::choose::{Choice, Criterion, Filter, Verdict};
use kifu::rows::{GameRows, Origin};
use kifu::{Collection, Error, GameTree};
use twox_hash::XxHash3_64;

use crate::args::Choosing;
use crate::input::Place;
use crate::report::Report;
use crate::run::{Input, Outlet, Task, origin};
use crate::shown::shown;

/// Chooses games. Each worker has one.
#[derive(Clone)]
pub(crate) struct Chooser {
    choice: Choice,
    filter: Option<Filter>,
    /// What the filter looks at.
    rows: GameRows,
    inverted: bool,
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
        Self {
            choice: choosing.choice(),
            filter: choosing.filter.clone(),
            rows: GameRows::new(),
            inverted: choosing.invert,
            sample: None,
            left: None,
        }
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
        let is_plain = self.choice.is_all() && self.filter.is_none() && !self.inverted;
        is_plain && self.sample.is_none() && self.left.is_none()
    }

    /// Chooses among the games of an input, or of a piece of one with so many games before it: among
    /// those that are asked for by name, if any are. `None` if all of these are chosen.
    pub(crate) fn choose(
        &mut self,
        path: &str,
        source: usize,
        place: &Place,
        named: Option<&[bool]>,
        collection: &Result<Collection<'_>, Error>,
        report: &mut Report,
    ) -> Option<Vec<bool>> {
        if self.takes_all() {
            return None;
        }
        let collection = collection.as_ref().ok()?;
        let mut tally = Tally::default();
        let is_named = |game: GameTree<'_>| named.is_none_or(|named| named[game.index()]);
        let answers = collection.game_trees().map(|game| match is_named(game) {
            true => Answer::of(self.choice.judge(game)),
            false => Answer::No,
        });
        let mut answers: Vec<_> = answers.collect();
        self.filter(origin(path, source, place), *collection, &mut answers, &mut tally);
        let chosen = collection.game_trees().zip(answers).map(|(game, answer)| {
            if !is_named(game) {
                return false;
            }
            let is_drawn = || match self.sample {
                None => true,
                Some((seed, greatest)) => {
                    greatest.is_some_and(|it| number(seed, path, place.games + game.index()) <= it)
                }
            };
            let is_wanted = answer == if self.inverted { Answer::No } else { Answer::Yes };
            let is_chosen = !self.is_done() && is_wanted && is_drawn();
            if let (true, Some(left)) = (is_chosen, &mut self.left) {
                *left -= 1;
            }
            tally.count(answer, is_chosen);
            is_chosen
        });
        let chosen = chosen.collect();
        report.count_choice(&tally);
        Some(chosen)
    }

    /// Asks the filter about the games that the other options leave.
    fn filter(
        &mut self,
        origin: Origin<'_>,
        collection: Collection<'_>,
        answers: &mut [Answer],
        tally: &mut Tally,
    ) {
        let Some(filter) = &mut self.filter else { return };
        let is_asked: Vec<_> = answers.iter().map(|&answer| answer != Answer::No).collect();
        let is_chosen = |game: GameTree<'_>| is_asked[game.index()];
        let done = self.rows.read_chosen(collection, origin, is_chosen, |row| {
            let answer = &mut answers[row.game().index()];
            match filter.matches(row) {
                Ok(true) => {}
                Ok(false) => *answer = Answer::No,
                Err(error) => {
                    tally.error.get_or_insert_with(|| error.to_string());
                    *answer = Answer::Failed;
                }
            }
            Ok::<_, Infallible>(())
        });
        match done {
            Ok(()) => {}
        }
    }
}

/// Whether a game meets what is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    /// It cannot be judged by this.
    Unknown(Criterion),
    /// The expression gave an error.
    Failed,
}

impl Answer {
    fn of(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Chosen => Self::Yes,
            Verdict::Unknown(criterion) => Self::Unknown(criterion),
            _ => Self::No,
        }
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
    failed: u64,
    /// The first error of the expression.
    error: Option<String>,
}

impl Tally {
    fn count(&mut self, answer: Answer, is_chosen: bool) {
        self.games += 1;
        self.chosen += u64::from(is_chosen);
        match answer {
            Answer::Yes | Answer::No => {}
            Answer::Unknown(criterion) => *self.unknown.entry(criterion).or_default() += 1,
            Answer::Failed => self.failed += 1,
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.chosen += other.chosen;
        self.failed += other.failed;
        if self.error.is_none() {
            self.error.clone_from(&other.error);
        }
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
        if let Some(error) = &self.error {
            let games = if self.failed == 1 { "game was" } else { "games were" };
            let (failed, error) = (self.failed, shown(error));
            writeln!(f, "kifu: {failed} {games} not chosen: --where failed, first with: {error}")?;
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
