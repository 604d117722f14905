//! `kifu split`: each game, or each line of play, in a file of its own. How a file is called is left to
//! `pattern`, writing it to `files`, in whose order the games come out of the run.

mod files;
mod pattern;

use std::io;

use kifu::edit::Lines;
use kifu::{AnyTree, GameTree};

use crate::args::SplitOptions;
use crate::cat;
use crate::input::Unreadable;
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Task};
pub(crate) use files::Files;
pub(crate) use pattern::Pattern;
pub(crate) use pattern::{Name, Origin};

/// The work of one thread: it makes the name and the text of each game.
#[derive(Clone)]
struct Split<'p> {
    pattern: &'p Pattern,
    /// How many bytes the lines of play of a game may have together, if these are written.
    line_bytes: Option<u64>,
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
    let line_bytes = options.variations.then_some(options.max_line_bytes);
    let split = Split { pattern: &options.names.pattern, line_bytes };
    let mut files = Files::at(folder, &options.names, report.another())?;
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
            let name = self.pattern.name(input, game);
            match self.line_bytes {
                Some(most) => lines(input, (game, &name), most, out, report)?,
                None => push(game, name, out)?,
            }
        }
        Ok(())
    }
}

/// Hands over a game, or a line of play as one.
fn push(game: impl AnyTree, name: Name, out: &mut Outlet<'_, Games>) -> io::Result<()> {
    let mut text = Vec::new();
    cat::form().write_to(game, &mut text)?;
    out.fill(|games| games.push(Game { name, text }))
}

/// Hands over the lines of play of a game, unless they have more bytes than they may.
fn lines(
    input: &Input<'_>,
    (game, name): (GameTree<'_>, &Name),
    most: u64,
    out: &mut Outlet<'_, Games>,
    report: &mut Report,
) -> io::Result<()> {
    let mut lines = Lines::of(game);
    let bytes = lines.byte_total();
    if bytes > most {
        let error = io::Error::other(format!(
            "the lines of play of game {} have {bytes} bytes together, more than \
             --max-line-bytes allows; left out",
            input.number(game)
        ));
        report.unreadable(&Unreadable { path: input.path.to_owned(), error });
        return Ok(());
    }
    let mut number = 0;
    while let Some(line) = lines.next_line() {
        push(line, name.with_line(number), out)?;
        number += 1;
    }
    Ok(())
}
