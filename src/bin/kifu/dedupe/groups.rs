//! Which games have the same key. In memory are 24 bytes for each game, and 32 more for each that is
//! not the only one of its kind.

use std::io;

/// The key of a game, in two halves, which need no room between them.
pub(super) type Key = [u64; 2];

/// The key of a game, and how much there is to be kept.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: Key,
    measure: u32,
    /// The number of the game, in the order of the inputs.
    number: u32,
}

/// The key of a game that cannot be compared: no other has it, since no key is 0 but by chance.
const NONE: Key = [0, 0];

/// A key in two halves.
pub(super) fn halves(key: Option<u128>) -> Key {
    key.map_or(NONE, |key| [(key >> 64) as u64, key as u64])
}

impl Entry {
    pub(super) fn new(key: Option<u128>, measure: u32) -> Self {
        Self { key: halves(key), measure, number: 0 }
    }
}

/// A game that is not the only one of its kind.
#[derive(Clone, Copy)]
pub(super) struct Member {
    number: u32,
    /// The number of its group, from 1, in the order of the first games.
    pub(super) group: u32,
    pub(super) is_kept: bool,
    /// Its key, which it has when it is read again.
    key: Key,
}

/// The games that are not the only ones of their kind, by their numbers.
pub(super) struct Groups {
    members: Vec<Member>,
    /// How many games are only compared with: they have the first numbers.
    against: usize,
    games: usize,
    groups: usize,
    incomparable: usize,
}

impl Groups {
    pub(super) fn of(mut entries: Vec<Entry>, against: usize) -> io::Result<Self> {
        if u32::try_from(entries.len()).is_err() {
            return Err(io::Error::other("more than 4,294,967,295 games cannot be compared"));
        }
        for (entry, number) in entries.iter_mut().zip(0..) {
            entry.number = number;
        }
        let games = entries.len() - against;
        let is_against = |number: u32| (number as usize) < against;
        let is_none = |entry: &&Entry| entry.key == NONE && !is_against(entry.number);
        let incomparable = entries.iter().filter(is_none).count();
        entries.sort_unstable_by_key(|entry| (entry.key, entry.number));
        // What is only compared with is there in any case.
        let of_inputs = |group: &[Entry]| group.iter().any(|entry| !is_against(entry.number));
        let mut found: Vec<&[Entry]> = entries
            .chunk_by(|a, b| a.key == b.key)
            .filter(|group| group.len() > 1 && group[0].key != NONE && of_inputs(group))
            .collect();
        found.sort_unstable_by_key(|group| group[0].number);
        let mut members = Vec::new();
        for (group, number) in found.iter().zip(1..) {
            let best = group.iter().rev().max_by_key(|entry| entry.measure).map(|it| it.number);
            let is_there = is_against(group[0].number);
            members.extend(group.iter().map(|entry| Member {
                number: entry.number,
                group: number,
                key: entry.key,
                is_kept: if is_there {
                    is_against(entry.number)
                } else {
                    Some(entry.number) == best
                },
            }));
        }
        let groups = found.len();
        members.sort_unstable_by_key(|member: &Member| member.number);
        Ok(Self { members, against, games, groups, incomparable })
    }

    /// Goes through the games of the inputs, in their order.
    pub(super) fn in_order(&self) -> InOrder<'_> {
        let first = self.members.partition_point(|it| (it.number as usize) < self.against);
        let end = self.against + self.games;
        InOrder { members: &self.members[first..], next: self.against, end }
    }

    /// What was found, in a line.
    pub(super) fn summary(&self) -> String {
        let Self { games, groups, incomparable, .. } = *self;
        let first = self.members.partition_point(|it| (it.number as usize) < self.against);
        let left_out = self.members[first..].iter().filter(|it| !it.is_kept).count();
        let plural = |count: usize, what: &str| {
            format!("{count} {what}{}", if count == 1 { "" } else { "s" })
        };
        let rest = match incomparable {
            0 => String::new(),
            count => format!("; {} could not be compared", plural(count, "game")),
        };
        let (games, groups) = (plural(games, "game"), plural(groups, "group"));
        format!("{games}: {left_out} again, in {groups}{rest}")
    }
}

/// The games of the inputs one after the other, when they are read again.
pub(super) struct InOrder<'g> {
    members: &'g [Member],
    next: usize,
    /// The number after that of the last game.
    end: usize,
}

impl InOrder<'_> {
    /// What is known of the next game, which has this key; `None` if it is the only one of its kind.
    ///
    /// An error if it is not the game that was compared: an input has changed since.
    pub(super) fn next_game(&mut self, key: Key) -> io::Result<Option<Member>> {
        let number = self.next;
        self.next += 1;
        let Some((&first, rest)) = self.members.split_first() else { return Ok(None) };
        if first.number as usize != number {
            return Ok(None);
        }
        self.members = rest;
        if first.key == key { Ok(Some(first)) } else { Err(changed()) }
    }

    /// An error if there were not as many games as when they were compared.
    pub(super) fn check_end(&self) -> io::Result<()> {
        if self.next == self.end { Ok(()) } else { Err(changed()) }
    }
}

fn changed() -> io::Error {
    io::Error::other("an input has changed since its games were compared")
}
