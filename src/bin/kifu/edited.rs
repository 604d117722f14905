//! `kifu transform` and `kifu strip`: the games as `kifu cat` writes them, after a change that the
//! library makes.

use std::io;

use kifu::OwnedTree;
use kifu::edit::{Strip, Transform};

use crate::cat;
use crate::progress::print;
use crate::report::Report;
use crate::run::{Input, Outlet, Task};

/// What is done to a game.
pub(crate) trait Edit: Clone + Send {
    fn apply(&mut self, tree: &mut OwnedTree);

    /// Takes over what another worker counted.
    fn merge(&mut self, _other: Self) {}

    /// What could not be done, at the end.
    fn summary(&self) -> String {
        String::new()
    }
}

impl Edit for Strip {
    fn apply(&mut self, tree: &mut OwnedTree) {
        Strip::apply(*self, tree);
    }
}

/// Transforms games, and counts what could not be.
#[derive(Clone)]
pub(crate) struct Counted {
    transform: Transform,
    unreadable: usize,
    other_games: usize,
}

impl Counted {
    pub(crate) fn new(transform: Transform) -> Self {
        Self { transform, unreadable: 0, other_games: 0 }
    }
}

impl Edit for Counted {
    fn apply(&mut self, tree: &mut OwnedTree) {
        let done = self.transform.apply(tree);
        self.unreadable += done.unreadable();
        self.other_games += done.other_games();
    }

    fn merge(&mut self, other: Self) {
        self.unreadable += other.unreadable;
        self.other_games += other.other_games;
    }

    fn summary(&self) -> String {
        let games = match self.other_games {
            0 => String::new(),
            1 => "kifu: 1 game left as it is: it is not go\n".into(),
            count => format!("kifu: {count} games left as they are: they are not go\n"),
        };
        let values = match self.unreadable {
            0 => String::new(),
            1 => "kifu: 1 value left as it is: it cannot be read\n".into(),
            count => format!("kifu: {count} values left as they are: they cannot be read\n"),
        };
        games + &values
    }
}

/// The command.
#[derive(Clone)]
pub(crate) struct Edited<E> {
    edit: E,
    quiet: bool,
}

impl<E: Edit> Edited<E> {
    pub(crate) fn new(edit: E, quiet: bool) -> Self {
        Self { edit, quiet }
    }
}

impl<E: Edit> Task for Edited<E> {
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        report.pass_over(input, collection);
        for game in input.games(collection) {
            let mut tree = game.to_owned_tree();
            self.edit.apply(&mut tree);
            cat::form().write_to(&tree, &mut *out)?;
        }
        Ok(())
    }

    fn merge(&mut self, other: Self) {
        self.edit.merge(other.edit);
    }

    fn finish(&self, _: u64, _: &mut Vec<u8>) -> io::Result<()> {
        if !self.quiet {
            print(&self.edit.summary());
        }
        Ok(())
    }
}
