//! `kifu split`: each game in a file of its own. How a file is called is left to `pattern`, writing
//! it to `files`, in whose order the games come out of the run.

mod files;
mod pattern;

use std::fs;
use std::io;

use crate::args::SplitOptions;
use crate::cat;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Task};
use files::Files;
use pattern::Name;
pub(crate) use pattern::Pattern;

/// The work of one thread: it makes the name and the text of each game.
#[derive(Clone)]
struct Split<'p> {
    pattern: &'p Pattern,
}

/// Games on their way to the files that they become.
#[derive(Default)]
struct Games {
    games: Vec<Game>,
    bytes: usize,
}

/// One of them: what its name is made of, and what is in its file.
struct Game {
    name: Name,
    text: Vec<u8>,
}

impl Games {
    fn push(&mut self, game: Game) {
        self.bytes += size_of::<Game>() + game.name.len() + game.text.len();
        self.games.push(game);
    }
}

impl Load for Games {
    fn size(&self) -> usize {
        self.bytes
    }

    fn clear(&mut self) {
        self.games.clear();
        self.bytes = 0;
    }
}

/// Runs the command.
pub(crate) fn run(options: &SplitOptions, report: &mut Report) -> io::Result<()> {
    let folder = &options.to;
    fs::create_dir_all(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    let split = Split { pattern: &options.name };
    let mut files = Files::new(folder, &options.name, options.overwrite, report.another());
    let done = run::run(&options.inputs, &split, &mut files, report);
    report.absorb(files.report());
    done
}

impl Task for Split<'_> {
    type Load = Games;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Games>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        report.pass_over(input, collection);
        for game in input.games(collection) {
            let mut text = Vec::new();
            cat::form().write_to(game, &mut text)?;
            let name = self.pattern.name(input, game);
            out.fill(|games| games.push(Game { name, text }))?;
        }
        Ok(())
    }
}
