//! The arguments that choose games, which all commands share that read records.

use std::num::NonZeroU64;

use clap::Args;
use kifu::choose::{Choice, Filter, Interval, Period, ResultPattern};
use kifu::values::{BoardSize, Game, Rank, game};

use super::number::positive;
use crate::chooser::Sample;

/// The heading of these options.
pub(super) const HEADING: &str = "Choosing games";

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Choosing {
    /// Only games of this player; --help has more ways to choose
    ///
    /// Black or White; any part of the name, in capitals or not.
    ///
    /// A game has to meet all options of this kind that are given. Of an option that is given more
    /// than once, one is enough. A game that does not say what an option asks for is not chosen, and
    /// how many such games there were is reported at the end. Games keep the numbers that they have
    /// in their record.
    #[arg(long, value_name = "NAME", help_heading = HEADING)]
    player: Vec<String>,

    /// Only games in which Black has this name
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = HEADING)]
    black: Vec<String>,

    /// Only games in which White has this name
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = HEADING)]
    white: Vec<String>,

    /// Only games of this event: any part of its name
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = HEADING)]
    event: Vec<String>,

    /// Only games that were played in this year, month or day, or later: 2015, 2015-06, 2015-06-30
    ///
    /// One that was played on several days needs one of them. A game of which only the year is known
    /// is chosen if all of the year is in the period, and cannot be judged if part of it is.
    #[arg(long, value_name = "DATE", help_heading = HEADING, hide_short_help = true)]
    since: Option<Period>,

    /// Only games that were played in this year, month or day, or earlier
    #[arg(long, value_name = "DATE", help_heading = HEADING, hide_short_help = true)]
    until: Option<Period>,

    /// Only games that ended so: B+, W+R, B+T, W+0.5, B+1..10, resign, draw
    ///
    /// As the format writes results, with a range of points if there is one. Without a colour: resign,
    /// time, forfeit, points, draw, void.
    #[arg(long, value_name = "RESULT", help_heading = HEADING, hide_short_help = true)]
    result: Vec<ResultPattern>,

    /// Only games in which both players have such ranks: 7d.., 5k..3d, 9p
    ///
    /// Here and below, A..B is a range with both ends, A.. and ..B have one end. Professionals rank
    /// above amateurs, so 7d.. has them too.
    #[arg(long, value_name = "RANGE", help_heading = HEADING, hide_short_help = true)]
    rank: Option<Interval<Rank>>,

    /// Only games with such a komi: 6.5, 6..8
    #[arg(long, value_name = "RANGE", hide_short_help = true, allow_hyphen_values = true, help_heading = HEADING)]
    komi: Option<Interval<f64>>,

    /// Only games on boards of such sides: 19, 9..13, 13x9
    #[arg(long, value_name = "RANGE", hide_short_help = true, help_heading = HEADING)]
    size: Option<Interval<BoardSize>>,

    /// Only games with such a handicap: 0, 2..9
    ///
    /// A game of go that does not say it has none.
    #[arg(long, value_name = "RANGE", hide_short_help = true, help_heading = HEADING)]
    handicap: Option<Interval<u16>>,

    /// Only games whose main line has so many moves: 50.., 100..300
    #[arg(long, value_name = "RANGE", hide_short_help = true, help_heading = HEADING)]
    moves: Option<Interval<u32>>,

    /// Only games of this kind: a number of GM, or a name such as go or chess
    #[arg(long, value_name = "GAME", hide_short_help = true, value_parser = game_kind, help_heading = HEADING)]
    game_kind: Vec<Game>,

    /// Only games that have this property, in any node; if repeated, all of them
    #[arg(long, value_name = "IDENT", hide_short_help = true, help_heading = HEADING)]
    has: Vec<String>,

    /// Only games for whose row this expression of jq is true
    ///
    /// The row is the object that `kifu games --format ndjson` prints, and its columns are those of
    /// `kifu games --describe`: `.moves > 200 and (.EV // "" | test("final"; "i"))`. What is missing is
    /// null; `//` gives another value in its place. A game for which the expression gives an error is
    /// not chosen, and how many these are is reported.
    #[arg(long = "where", value_name = "EXPR", value_parser = Filter::new, help_heading = HEADING, hide_short_help = true)]
    pub(crate) filter: Option<Filter>,

    /// The games that the options above do not choose, in the place of those that they do
    ///
    /// One that cannot be judged is not chosen either way.
    #[arg(long, hide_short_help = true, help_heading = HEADING)]
    pub(crate) invert: bool,

    /// The first N of the games that are chosen; reading ends there
    ///
    /// One thread reads, whatever --jobs says.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = positive::<NonZeroU64>, help_heading = HEADING)]
    limit: Option<NonZeroU64>,

    /// N of the games that are chosen, at random, in the order of the inputs
    ///
    /// The same seed draws the same games from the same paths, whatever --jobs says. The inputs are
    /// read twice, so stdin cannot be one.
    #[arg(long, value_name = "N", hide_short_help = true, value_parser = positive::<NonZeroU64>, help_heading = HEADING)]
    sample: Option<NonZeroU64>,

    /// The seed of --sample; 0 unless it is given
    #[arg(long, value_name = "S", hide_short_help = true, requires = "sample", help_heading = HEADING)]
    seed: Option<u64>,
}

impl Choosing {
    /// What games are chosen by.
    pub(crate) fn choice(&self) -> Choice {
        let choice = Choice::new();
        let choice = self.player.iter().fold(choice, |choice, name| choice.player(name));
        let choice = self.black.iter().fold(choice, |choice, name| choice.black(name));
        let choice = self.white.iter().fold(choice, |choice, name| choice.white(name));
        let choice = self.event.iter().fold(choice, |choice, name| choice.event(name));
        let choice = self.result.iter().fold(choice, |choice, &result| choice.result(result));
        let choice = self.game_kind.iter().fold(choice, |choice, &game| choice.kind(game));
        let choice = self.has.iter().fold(choice, |choice, ident| choice.has(ident));
        let choice = self.since.into_iter().fold(choice, Choice::since);
        let choice = self.until.into_iter().fold(choice, Choice::until);
        let choice = self.rank.into_iter().fold(choice, Choice::rank);
        let choice = self.komi.into_iter().fold(choice, Choice::komi);
        let choice = self.size.into_iter().fold(choice, Choice::size);
        let choice = self.handicap.into_iter().fold(choice, Choice::handicap);
        self.moves.into_iter().fold(choice, Choice::moves)
    }

    /// How many games are chosen at most.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.limit.map(NonZeroU64::get)
    }

    /// The sample that is asked for.
    pub(crate) fn sample(&self) -> Option<Sample> {
        let count = usize::try_from(self.sample?.get()).unwrap_or(usize::MAX);
        Some(Sample { count, seed: self.seed.unwrap_or(0) })
    }

    /// Whether anything is asked for.
    pub(super) fn is_given(&self) -> bool {
        !self.choice().is_all()
            || self.filter.is_some()
            || self.invert
            || self.limit.is_some()
            || self.sample.is_some()
    }
}

fn game_of(number: u8) -> Option<Game> {
    game(number.to_string().as_str()).value()
}

/// A game by its number or its name.
fn game_kind(text: &str) -> Result<Game, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        return game(text).value().ok_or_else(|| "it is too large".into());
    }
    let known = (1..=40u8).filter_map(game_of);
    let mut known = known.filter(|game| game.name().is_some());
    let wanted = text.trim();
    known.find(|game| game.name().is_some_and(|name| name.eq_ignore_ascii_case(wanted))).ok_or_else(
        || "a number of GM or the name of a game is needed, such as go, chess or hex".into(),
    )
}
