//! `kifu fmt`: the records in canonical SGF and UTF-8, on stdout or in the place of the files. How a
//! file is replaced is left to `replace`.

mod replace;

use std::io::{self, Write};

use kifu::{Charset, GameTree, Severity, WriteOptions};

use crate::input::Unreadable;
use crate::report::Report;
use crate::run::{Input, Task};

/// What becomes of the canonical form.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// It goes to stdout.
    Stdout,
    /// It is compared with the input, whose path goes to stdout if they differ.
    Check,
    /// It replaces the file.
    File,
}

/// The command.
#[derive(Clone)]
pub(crate) struct Fmt {
    target: Target,
    options: WriteOptions,
    /// The canonical form of an input, kept for its room.
    text: Vec<u8>,
}

impl Fmt {
    pub(crate) fn new(target: Target, options: WriteOptions) -> Self {
        Self { target, options: options.break_after_games(true), text: Vec::new() }
    }
}

impl Task for Fmt {
    /// What is compared or replaced has to be there as a whole.
    fn takes_pieces(&self) -> bool {
        matches!(self.target, Target::Stdout)
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        // A copy may be what could be read of a record; the record itself is not given up for it.
        let damage = input.findings().find(|finding| finding.severity > Severity::Info);
        if let (Some(damage), Target::Check | Target::File) = (damage, self.target) {
            report.left(input, &damage);
            return Ok(());
        }
        self.text.clear();
        for game in collection.game_trees() {
            write_game(self.options, game, &mut self.text)?;
        }
        let differs = self.text != input.bytes;
        match self.target {
            Target::Stdout => {
                report.pass_over(collection);
                out.write_all(&self.text)?;
            }
            Target::Check if differs => {
                report.mark_faulty();
                writeln!(out, "{}", input.path)?;
            }
            Target::File if differs => {
                let inside = || io::Error::other("in an archive or compressed, left as it is");
                let file = input.file.ok_or_else(inside);
                if let Err(error) = file.and_then(|file| replace::replace(file, &self.text)) {
                    report.unreadable(&Unreadable { path: input.path.to_owned(), error });
                }
            }
            Target::Check | Target::File => {}
        }
        Ok(())
    }
}

/// Writes a game tree, with a CA that tells the truth: what is written is UTF-8, and without CA a
/// reader has to take it for Latin-1.
fn write_game(options: WriteOptions, game: GameTree<'_>, text: &mut Vec<u8>) -> io::Result<()> {
    let start = text.len();
    options.write_to(game, &mut *text)?;
    let is_told = match game.root().text("CA") {
        Some(charset) => ["UTF-8", "UTF8"].iter().any(|name| name.eq_ignore_ascii_case(charset)),
        None => text[start..].is_ascii(),
    };
    if is_told {
        return Ok(());
    }
    text.truncate(start);
    options.charset(Charset::UTF_8).write_to(game, text)
}
