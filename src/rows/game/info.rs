//! What a game says of itself, read: dates, result, ranks, komi, size, times. Which columns these are
//! is left to `columns`, the main line to `line`.

use alloc::string::String;
use core::fmt;

use super::line::Kind;
use crate::GameTree;
use crate::rows::Day;
use crate::values::{
    Application, BoardSize, Color, DateSense, Dates, Ending, Fault, Game, GameInfo, GameResult,
    MainTime, Outcome, Overtime, OvertimeKind, Rank, Reading, Rules, Strength,
};

/// What was read. What is missing or could not be read is `None`.
#[derive(Debug, Default)]
pub(super) struct Info<'a> {
    pub(super) date_from: Option<Day>,
    pub(super) date_to: Option<Day>,
    pub(super) result: Option<GameResult>,
    pub(super) komi: Option<f64>,
    pub(super) handicap: Option<u32>,
    pub(super) size: Option<BoardSize>,
    pub(super) black: Player,
    pub(super) white: Player,
    /// In seconds.
    pub(super) main_time: Option<f64>,
    pub(super) overtime: Option<Overtime>,
    pub(super) rules: Option<&'static str>,
    pub(super) application: Option<Application<'a>>,
    /// The idents of what could not be read, with a space between them.
    unreadable: String,
    /// The habits of servers that were undone, with a space between them.
    habits: String,
}

impl<'a> Info<'a> {
    /// Reads what a game says of itself; with the habits of servers undone, if that is asked for.
    pub(super) fn of(game: GameTree<'a>, kind: Kind<'a>, normalize: bool) -> Self {
        let mut info = Self::default();
        let texts = GameInfo::of(game);
        info.read_size(kind);
        if let Some(dates) = info.value("DT", texts.dates()) {
            (info.date_from, info.date_to) = days(&dates);
        }
        info.result = info.value("RE", texts.result());
        info.black = info.player("BR", texts.black_rank());
        info.white = info.player("WR", texts.white_rank());
        info.main_time = info
            .value("TM", texts.main_time())
            .and_then(MainTime::limit)
            .map(|limit| limit.as_secs_f64());
        info.overtime = info.value("OT", texts.overtime());
        info.application = info.value("AP", texts.application());
        if kind.game == Game::GO {
            let komi = info.value("KM", texts.komi());
            info.komi = info.finite("KM", komi);
            info.handicap = info.value("HA", texts.handicap()).map(u32::from);
            info.rules = info.value("RU", texts.rules()).map(Rules::name);
            if normalize {
                info.normalize(&texts);
            }
        }
        info
    }

    /// The value of a reading. What could not be read is noted; an empty text says nothing.
    fn value<T>(&mut self, ident: &str, reading: Option<Reading<'_, T>>) -> Option<T> {
        match reading?.outcome() {
            Outcome::Exact(value) | Outcome::Repaired(value, _) => return Some(value),
            Outcome::Unreadable(Fault::Empty) => {}
            Outcome::Unreadable(_) => push(&mut self.unreadable, ident),
        }
        None
    }

    /// A number that all formats can hold: not one of hundreds of digits.
    fn finite(&mut self, ident: &str, number: Option<f64>) -> Option<f64> {
        if number.is_some_and(|number| !number.is_finite()) {
            push(&mut self.unreadable, ident);
            return None;
        }
        number
    }

    /// The size of the board that the moves are read on.
    fn read_size(&mut self, Kind { game, size }: Kind<'_>) {
        let usual = || game.default_side().and_then(|side| BoardSize::new(side, side));
        self.size = if size.is_some() { self.value("SZ", size) } else { usual() };
    }

    fn player(&mut self, ident: &str, reading: Option<Reading<'_, Strength>>) -> Player {
        let Some(strength) = self.value(ident, reading) else { return Player::default() };
        let rating = self.finite(ident, strength.rating());
        Player { rank: strength.rank().map(RankText::of), rating }
    }

    fn normalize(&mut self, texts: &GameInfo<'_>) {
        let normalized = texts.normalized();
        for habit in normalized.habits() {
            push(&mut self.habits, habit.as_str());
        }
        self.komi = normalized.komi().filter(|komi| komi.is_finite());
        self.handicap = normalized.handicap().map(u32::from);
        self.overtime = normalized.overtime();
        self.result = normalized.result();
    }

    /// `B`, `W`, or `draw` if neither won.
    pub(super) fn winner(&self) -> Option<&'static str> {
        let result = self.result?;
        match result.winner() {
            Some(Color::Black) => Some("B"),
            Some(Color::White) => Some("W"),
            None => (result.ending() == Ending::Draw).then_some("draw"),
        }
    }

    /// The points that the game was won by.
    pub(super) fn margin(&self) -> Option<f64> {
        self.result?.points().filter(|points| points.is_finite())
    }

    /// The kind of overtime.
    pub(super) fn overtime_kind(&self) -> Option<&'static str> {
        match self.overtime? {
            Overtime::None => Some("none"),
            overtime => overtime.kind().map(OvertimeKind::as_str),
        }
    }

    /// How many periods of byo-yomi there are, or moves in a Canadian period.
    pub(super) fn overtime_count(&self) -> Option<u32> {
        match self.overtime? {
            Overtime::ByoYomi { periods: count, .. } | Overtime::Canadian { moves: count, .. } => {
                Some(count.into())
            }
            _ => None,
        }
    }

    /// How long a period is, or what a move adds or has.
    pub(super) fn overtime_seconds(&self) -> Option<f64> {
        self.overtime?.time().map(|time| time.as_secs_f64())
    }

    /// The version of the application, where it says one.
    pub(super) fn application_version(&self) -> Option<&'a str> {
        self.application?.version().filter(|version| !version.is_empty())
    }

    /// The idents of what could not be read.
    pub(super) fn unreadable(&self) -> Option<&str> {
        Some(&*self.unreadable).filter(|idents| !idents.is_empty())
    }

    /// The habits of servers that were undone.
    pub(super) fn habits(&self) -> Option<&str> {
        Some(&*self.habits).filter(|habits| !habits.is_empty())
    }
}

/// Appends a word to others, each once.
fn push(words: &mut String, word: &str) {
    if words.split(' ').any(|other| other == word) {
        return;
    }
    if !words.is_empty() {
        words.push(' ');
    }
    words.push_str(word);
}

/// The first and the last day on which a game can have been played.
fn days(dates: &Dates) -> (Option<Day>, Option<Day>) {
    let day = |(year, month, day)| Day::new(year, month, day);
    let (from, to) = (day(dates.from().first_day()), day(dates.to().last_day()));
    match dates.sense() {
        DateSense::Before | DateSense::Published => (None, to),
        DateSense::After => (from, None),
        _ => (from, to),
    }
}

/// What is said of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Player {
    rank: Option<RankText>,
    pub(super) rating: Option<f64>,
}

impl Player {
    /// The rank: `12k`, `3d`, `9p`.
    pub(super) fn rank(&self) -> Option<&str> {
        self.rank.as_ref().map(RankText::as_str)
    }

    /// A number that sorts ranks.
    pub(super) fn rank_order(&self) -> Option<i32> {
        self.rank.map(|rank| rank.order.into())
    }
}

/// A rank as a text that is not allocated.
#[derive(Clone, Copy, Debug)]
struct RankText {
    bytes: [u8; 3],
    length: u8,
    order: i8,
}

impl RankText {
    fn of(rank: Rank) -> Self {
        let mut text = Self { bytes: [0; 3], length: 0, order: rank.order() };
        // A rank has two digits and a letter at most.
        let _ = fmt::write(&mut text, format_args!("{rank}"));
        text
    }

    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl fmt::Write for RankText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = usize::from(self.length);
        let room = self.bytes.get_mut(start..start + text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length += text.len() as u8;
        Ok(())
    }
}
