//! `kifu dedupe`: the games that occur more than once. The inputs are read twice: the first time for
//! the keys of the games, which `groups` compares, the second time by way of `second` for the games,
//! which `list` lists and `keep` writes. What games of a group say of one another's is left to `merge`,
//! which reads them once more before that.

mod groups;
mod keep;
mod list;
mod merge;
mod second;

use std::io::{self, Write};

use kifu::GameTree;
use kifu::rows::GameKeys;

use crate::args::{DedupeOptions, Keep};
use crate::output;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Receiver, Task};
use groups::{Entry, Groups};
use merge::Merged;

/// Runs the command.
pub(crate) fn run(
    options: &DedupeOptions,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let mut silent = Report::silent();
    let mut entries = Entries::default();
    let keep = options.keep.unwrap_or(Keep::First);
    let index = Index { keys: GameKeys::new(options.by), keep };
    if !options.against.is_empty() {
        for path in options.output.path().into_iter().chain(options.rest.as_deref()) {
            output::check_file(path, &options.against)?;
        }
        let against = options.inputs.of(&options.against);
        // What is wrong with these is said now: they are not read again.
        run::run(&against, &index, &mut entries, report)?;
        report.tell_missing(&against.targets);
        entries.against = entries.all.len();
    }
    run::run(&options.inputs, &index, &mut entries, &mut silent)?;
    let groups = Groups::of(entries.all, entries.against)?;
    finish(options, &groups, out, report)?;
    report.tell_groups(&groups.summary());
    Ok(())
}

/// Lists or writes what was found.
fn finish(
    options: &DedupeOptions,
    groups: &Groups,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    match (options.keep, options.merge) {
        (None, false) => list::run(options, groups, out, report),
        (None, true) => Merged::read(options, groups, report)?.list(options, out),
        (Some(_), false) => keep::run(options, groups, None, out, report),
        (Some(_), true) => {
            let merged = Merged::read(options, groups, &mut Report::silent())?;
            keep::run(options, groups, Some(&merged), out, report)
        }
    }
}

/// The work of one thread: the keys of games.
#[derive(Clone)]
struct Index {
    keys: GameKeys,
    keep: Keep,
}

/// The keys of all games, in the order of the inputs.
#[derive(Default)]
struct Entries {
    all: Vec<Entry>,
    /// How many of them are only compared with.
    against: usize,
}

impl Load for Vec<Entry> {
    fn size(&self) -> usize {
        self.len() * size_of::<Entry>()
    }

    fn clear(&mut self) {
        Vec::clear(self);
    }
}

impl Receiver<Vec<Entry>> for &mut Entries {
    fn receive(&mut self, load: &mut Vec<Entry>) -> io::Result<()> {
        self.all.append(load);
        Ok(())
    }
}

impl Task for Index {
    type Load = Vec<Entry>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Vec<Entry>>,
        _: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = input.collection else { return Ok(()) };
        for game in input.games(collection) {
            let entry = Entry::new(self.keys.key(game), self.measure(game));
            out.fill(|entries| entries.push(entry))?;
        }
        Ok(())
    }
}

impl Index {
    /// The more, the better to be kept.
    fn measure(&self, game: GameTree<'_>) -> u32 {
        let measure = match self.keep {
            Keep::First => 0,
            Keep::Longest => game.nodes().len(),
            Keep::MostCommented => {
                let texts = game.nodes().filter_map(|node| node.text("C"));
                texts.map(|text| text.chars().count()).sum()
            }
        };
        u32::try_from(measure).unwrap_or(u32::MAX)
    }
}
