//! `kifu split`: each game in a file of its own. How a file is called is left to `pattern`, writing
//! it to `files`, in whose order the games come out of the run.

mod files;
mod frame;
mod pattern;

use std::fs;
use std::io::{self, Write};

use crate::args::SplitOptions;
use crate::cat;
use crate::report::Report;
use crate::run::{self, Input, Task};
use files::Files;
pub(crate) use pattern::Pattern;

/// The work of one thread: it writes each game, with what its name is made of, as a frame.
#[derive(Clone)]
struct Split<'p> {
    pattern: &'p Pattern,
    /// Room for what a frame holds.
    name: String,
    text: Vec<u8>,
}

/// Runs the command.
pub(crate) fn run(options: &SplitOptions, report: &mut Report) -> io::Result<()> {
    let folder = &options.to;
    fs::create_dir_all(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    let split = Split { pattern: &options.name, name: String::new(), text: Vec::new() };
    let mut files = Files::new(folder, &options.name, options.overwrite, report.another());
    let done = run::run(&options.inputs, &split, &mut files, report);
    report.absorb(files.report());
    done
}

impl Task for Split<'_> {
    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        report.pass_over(collection);
        for game in collection.game_trees() {
            self.name.clear();
            self.pattern.fill(input, game, &mut self.name);
            self.text.clear();
            cat::form().write_to(game, &mut self.text)?;
            frame::write(out, &self.name, &self.text)?;
        }
        Ok(())
    }
}
