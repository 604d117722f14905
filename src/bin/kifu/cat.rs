//! `kifu cat`: the games of all inputs as one collection, in canonical form and UTF-8; those that
//! are not chosen as another one, if that is asked for.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use kifu::{Charset, WriteOptions};

use crate::args::{CatOptions, Inputs};
use crate::output::{self, NewFile};
use crate::report::Report;
use crate::run::{self, Input, Load, Outlet, Receiver, Task};

/// The command with one output.
#[derive(Clone)]
struct Cat;

/// The command with a second output, for the games that are not chosen.
#[derive(Clone)]
struct Divide;

/// What goes to both outputs.
#[derive(Default)]
struct Texts {
    chosen: Vec<u8>,
    rest: Vec<u8>,
}

impl Load for Texts {
    fn size(&self) -> usize {
        self.chosen.len() + self.rest.len()
    }

    fn clear(&mut self) {
        self.chosen.clear();
        self.rest.clear();
    }
}

struct Outputs<A, B> {
    chosen: A,
    rest: B,
}

impl<A: Write, B: Write> Receiver<Texts> for Outputs<A, B> {
    fn receive(&mut self, texts: &mut Texts) -> io::Result<()> {
        self.chosen.write_all(&texts.chosen)?;
        self.rest.write_all(&texts.rest)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.chosen.flush()?;
        self.rest.flush()
    }
}

/// Runs the command.
pub(crate) fn run(
    options: &CatOptions,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let Some(path) = &options.rest else {
        return run::run(&options.inputs, &Cat, out, report);
    };
    let inputs = &options.inputs;
    with_rest(path, inputs, report, |rest, report| {
        run::run(inputs, &Divide, Outputs { chosen: out, rest }, report)
    })
}

/// Lets a command write a second file. It takes its name when all is written, and one that is there is
/// replaced only if a game was read.
pub(crate) fn with_rest(
    path: &Path,
    inputs: &Inputs,
    report: &mut Report,
    run: impl FnOnce(&mut BufWriter<&File>, &mut Report) -> io::Result<()>,
) -> io::Result<()> {
    output::check_file(path, &inputs.paths)?;
    let file = NewFile::at(path)?;
    let mut rest = output::buffered(file.as_file());
    let done = run(&mut rest, report);
    // What could not be written is still in the buffer, and would be tried again.
    let _ = rest.into_parts();
    done?;
    if report.has_games() || inputs.allow_empty {
        return file.take_name();
    }
    report.kept(path);
    Ok(())
}

/// How a game is written that leaves its file: it ends its line, and says what it is written in. Its
/// texts keep their line breaks, for which the format has no other form.
pub(crate) fn form() -> WriteOptions {
    WriteOptions::new().break_after_games(true).charset(Charset::UTF_8)
}

impl Task for Cat {
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
        input.games(collection).try_for_each(|game| form().write_to(game, &mut *out))
    }
}

impl Task for Divide {
    type Load = Texts;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Texts>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        report.pass_over(input, collection);
        collection.game_trees().filter(|game| input.is_named(*game)).try_for_each(|game| {
            let is_chosen = input.is_chosen(game);
            out.fill(|texts| {
                let text = if is_chosen { &mut texts.chosen } else { &mut texts.rest };
                form().write_to(game, text)
            })?
        })
    }
}
