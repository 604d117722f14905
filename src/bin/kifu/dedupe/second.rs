//! A second reading of the inputs: workers make something of each game, and whoever takes it knows by
//! the order of the games which of them it is of.

use std::io;

use kifu::rows::GameKeys;
use kifu::{Collection, GameTree};

use super::groups::{Groups, InOrder, Key, Member, halves};
use crate::args::DedupeOptions;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Receiver, Task};

/// What makes something of the games.
pub(super) trait Maker: Clone + Send {
    type Made: Send;

    /// Hands over what it makes of each game of an input that is chosen.
    fn make<'a>(
        &mut self,
        input: &Input<'a>,
        collection: Collection<'a>,
        report: &mut Report,
        each: impl FnMut(GameTree<'_>, Self::Made) -> io::Result<()>,
    ) -> io::Result<()>;

    /// About how many bytes of memory it takes.
    fn size(made: &Self::Made) -> usize;
}

/// What takes it: in the order of the games, with what is known of a game that is not the only one of
/// its kind.
pub(super) trait Taker<T>: Send {
    fn take(&mut self, member: Option<Member>, made: T) -> io::Result<()>;

    /// Called once, after the last game.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads all games again.
pub(super) fn read<M: Maker>(
    options: &DedupeOptions,
    groups: &Groups,
    maker: M,
    taker: impl Taker<M::Made>,
    report: &mut Report,
) -> io::Result<()> {
    let again = Again { keys: GameKeys::new(options.by), maker };
    let mut turns = Turns { games: groups.in_order(), taker };
    run::run(&options.inputs, &again, &mut turns, report)?;
    turns.games.check_end()
}

/// The work of one thread. It makes the keys once more: a game that is left out has to be the one that
/// was compared, whatever became of the inputs since.
#[derive(Clone)]
struct Again<M> {
    keys: GameKeys,
    maker: M,
}

/// What was made of games, each with its key.
struct Keyed<T> {
    all: Vec<(Key, T)>,
    bytes: usize,
}

impl<T> Default for Keyed<T> {
    fn default() -> Self {
        Self { all: Vec::new(), bytes: 0 }
    }
}

impl<T: Send> Load for Keyed<T> {
    fn size(&self) -> usize {
        self.bytes
    }

    fn clear(&mut self) {
        self.all.clear();
        self.bytes = 0;
    }
}

impl<M: Maker> Task for Again<M> {
    type Load = Keyed<M::Made>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Self::Load>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        let Self { keys, maker } = self;
        maker.make(input, collection, report, |game, made| {
            let key = halves(keys.key(game));
            out.fill(|keyed| {
                keyed.bytes += size_of::<(Key, M::Made)>() + M::size(&made);
                keyed.all.push((key, made));
            })
        })
    }
}

/// The games in their turn.
struct Turns<'g, T> {
    games: InOrder<'g>,
    taker: T,
}

impl<T, M: Taker<T>> Receiver<Keyed<T>> for &mut Turns<'_, M> {
    fn receive(&mut self, keyed: &mut Keyed<T>) -> io::Result<()> {
        for (key, made) in keyed.all.drain(..) {
            let member = self.games.next_game(key)?;
            self.taker.take(member, made)?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.taker.flush()
    }
}
