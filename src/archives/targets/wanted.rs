//! Which members of one file are wanted, and which games of these; and which of them were found.

use alloc::borrow::{Cow, ToOwned as _};
use alloc::collections::BTreeMap;
use alloc::string::String;
use core::ops::Bound;
use core::sync::atomic::{AtomicBool, Ordering};

use super::super::output::member_name;
use super::{Missing, What};

/// About how many bytes a member or a game takes beside its name.
const NODE: u64 = 48;
const MEMBER: u64 = 160;

/// A game of a record that is wanted.
///
/// ```
/// use kifu::archives::{Targets, WhichGame};
///
/// let mut targets = Targets::new();
/// targets.add("games.sgfs".as_ref(), None, WhichGame::At { offset: 500, length: None });
/// assert!(targets.has_games());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhichGame {
    /// All games.
    All,
    /// The one of this number, from 0.
    Number(u64),
    /// The one that starts at this byte, and has so many bytes, if that is said.
    At {
        /// Where it starts, in bytes of the record.
        offset: u64,
        /// How many bytes it has.
        length: Option<u64>,
    },
}

/// Which games of a record are wanted.
///
/// Whoever reads the record asks for each game, and so says that it was found.
///
/// ```
/// use std::ops::ControlFlow;
/// use kifu::archives::{Archives, Targets};
///
/// let targets = Targets::of_names(["tests/records/problems.sgf#1"]);
/// Archives::new().each_target(&targets, |found| {
///     let record = found.unwrap();
///     let games = record.entry().games().unwrap();
///     let arena = kifu::Arena::new();
///     let collection = kifu::Parser::new().read(&arena, record.bytes());
///     for game in collection.game_trees() {
///         let span = game.span();
///         let is_wanted =
///             games.find(game.index() as u64, span.start() as u64, span.len() as u64);
///         assert_eq!(is_wanted, game.index() == 1);
///     }
///     ControlFlow::Continue(())
/// });
/// assert_eq!(targets.missing().count(), 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// Whether all are wanted.
    all: bool,
    /// By their numbers, and by where they start.
    numbers: BTreeMap<u64, Flag>,
    places: BTreeMap<u64, (Option<u64>, Flag)>,
    /// Whether the record was found, and whether somebody looked for its games.
    is_there: Flag,
    is_read: Flag,
}

impl Games {
    fn add(&mut self, game: WhichGame) -> u64 {
        match game {
            WhichGame::All => self.all = true,
            WhichGame::Number(number) => {
                self.numbers.entry(number).or_default();
            }
            WhichGame::At { offset, length } => {
                // Of two lengths one is wrong.
                let place = self.places.entry(offset).or_default();
                place.0 = place.0.or(length);
            }
        }
        NODE
    }

    /// Whether a game is wanted, by its number, and by where it starts and how many bytes it has. It is
    /// found then, and the record is read.
    ///
    /// Cost: logarithmic in the games that are wanted.
    pub fn find(&self, number: u64, offset: u64, length: u64) -> bool {
        self.is_read.set();
        let by_number = self.numbers.get(&number).inspect(|found| found.set());
        let by_place = self
            .places
            .get(&offset)
            .filter(|(wanted, _)| wanted.is_none_or(|wanted| wanted == length));
        by_place.inspect(|(_, found)| found.set());
        by_number.is_some() || by_place.is_some()
    }

    /// The record was read: for one that has no game to ask for.
    pub fn mark_read(&self) {
        self.is_read.set();
    }

    /// Whether no game is wanted that has at least so many others, and at least so many bytes, before it.
    pub fn are_before(&self, number: u64, offset: u64) -> bool {
        let last_number = self.numbers.last_key_value().map(|(&number, _)| number);
        let last_place = self.places.last_key_value().map(|(&offset, _)| offset);
        last_number.is_none_or(|last| last < number) && last_place.is_none_or(|last| last < offset)
    }

    /// What was not found of the record of this name.
    fn missing(&self, name: String) -> impl Iterator<Item = Missing> {
        let is_looked_at = self.is_read.is_set() && self.is_there.is_set() && !self.all;
        let whole = match (self.is_there.is_set(), self.all) {
            (false, _) => Some(What::Member),
            (true, false) if !is_looked_at => Some(What::Unread),
            _ => None,
        };
        let numbers = self.numbers.iter().filter(move |(_, it)| is_looked_at && !it.is_set());
        let numbers = numbers.map(|(&number, _)| What::Game(number));
        let places = self.places.iter().filter(move |(_, (_, it))| is_looked_at && !it.is_set());
        let places = places.map(|(&offset, _)| What::GameAt(offset));
        let all = whole.into_iter().chain(numbers).chain(places);
        all.map(move |what| Missing { name: name.clone(), what })
    }
}

/// What is wanted of one file. The file itself has an empty name.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Wanted {
    members: BTreeMap<String, Games>,
    /// The file could not be read, which is reported.
    is_lost: Flag,
}

impl Wanted {
    /// Adds a game of a member; gives about how many bytes it takes.
    pub(super) fn add(&mut self, member: &str, game: WhichGame) -> u64 {
        match self.members.get_mut(member) {
            Some(games) => games.add(game),
            None => {
                let games = self.members.entry(member.to_owned()).or_default();
                games.add(game) + MEMBER + member.len() as u64
            }
        }
    }

    pub(super) fn has_games(&self) -> bool {
        self.members.values().any(|games| !games.all)
    }

    /// The file is there.
    pub(in super::super) fn reach(&self) {
        if let Some(games) = self.members.get("") {
            games.is_there.set();
        }
    }

    /// Whether a member is wanted, or something in it, or an archive that it is in. Finds the member.
    pub(in super::super) fn wants(&self, member: &str) -> bool {
        if let Some(games) = self.members.get(member) {
            games.is_there.set();
            return true;
        }
        self.is_in_wanted(member) || self.is_way(member)
    }

    /// Whether an archive that is wanted with all that it holds has the member.
    fn is_in_wanted(&self, member: &str) -> bool {
        let mut archives = memchr::memchr_iter(b'!', member.as_bytes()).map(|at| &member[..at]);
        archives.any(|archive| self.members.get(archive).is_some_and(|games| games.all))
    }

    /// Whether something in the member is wanted.
    fn is_way(&self, member: &str) -> bool {
        let way = alloc::format!("{member}!");
        let after = (Bound::Excluded(way.as_str()), Bound::Unbounded);
        self.members.range::<str, _>(after).next().is_some_and(|(name, _)| name.starts_with(&way))
    }

    /// Which games of a member are wanted, or of the file itself; `None` if all are.
    pub(in super::super) fn games(&self, member: Option<&str>) -> Option<&Games> {
        self.members.get(member.unwrap_or_default()).filter(|games| !games.all)
    }

    /// The file could not be read, which is reported.
    pub(in super::super) fn lose(&self) {
        self.is_lost.set();
    }

    /// What was not found in the file of this name. What could not be read was reported.
    pub(super) fn missing(&self, source: Cow<'_, str>) -> impl Iterator<Item = Missing> {
        let members = self.members.iter().filter(|_| !self.is_lost.is_set());
        members.flat_map(move |(member, games)| {
            games.missing(match member.as_str() {
                "" => source.as_ref().to_owned(),
                member => member_name(&source, member),
            })
        })
    }
}

/// What is set once, on whatever thread.
#[derive(Debug, Default)]
struct Flag(AtomicBool);

impl Flag {
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clone for Flag {
    fn clone(&self) -> Self {
        Self(self.is_set().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_wanted_by_its_name_on_the_way_to_another_and_in_an_archive() {
        let mut wanted = Wanted::default();
        wanted.add("a.sgf", WhichGame::All);
        wanted.add("b.zip!c.sgfs", WhichGame::Number(3));
        wanted.add("d.tar", WhichGame::All);
        wanted.add("e.sgfs", WhichGame::Number(1));
        for name in ["a.sgf", "b.zip", "b.zip!c.sgfs", "d.tar", "d.tar!x/y.sgf", "e.sgfs"] {
            assert!(wanted.wants(name), "{name}");
        }
        for name in ["", "a", "a.sgf2", "b", "b.zip!d.sgf", "c.sgfs", "d", "e.sgfs!x", "z"] {
            assert!(!wanted.wants(name), "{name}");
        }
        assert!(wanted.games(Some("a.sgf")).is_none() && wanted.games(Some("d.tar!x")).is_none());
        assert!(wanted.games(Some("e.sgfs")).is_some_and(|games| games.find(1, 0, 0)));
    }

    #[test]
    fn a_game_is_found_by_its_number_or_by_where_it_stands() {
        let mut games = Games::default();
        games.add(WhichGame::Number(3));
        games.add(WhichGame::At { offset: 50, length: Some(7) });
        games.add(WhichGame::At { offset: 90, length: None });
        assert!(!games.find(2, 40, 7) && !games.find(2, 50, 8));
        assert!(games.find(2, 50, 7) && games.find(3, 0, 0) && games.find(9, 90, 1));
        assert!(games.are_before(4, 91) && !games.are_before(4, 90) && !games.are_before(3, 91));
    }
}
