//! The program `kifu`: takes the arguments apart, starts the command and gives the exit status.

mod args;
mod cat;
mod check;
mod chooser;
mod dedupe;
mod edit;
mod finding;
mod fmt;
mod games;
mod input;
mod interrupt;
mod json;
mod memory;
mod moves;
mod named;
mod output;
mod pages;
mod progress;
mod properties;
mod report;
mod rewrite;
mod rows;
mod run;
mod shown;
mod split;
mod stats;
mod streams;
mod temporary;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use kifu::rows::{GameRows, MoveRows};

use crate::args::{Arguments, Command, DedupeOptions, GamesOptions, MovesOptions};
use crate::check::Check;
use crate::edit::Edit;
use crate::fmt::Fmt;
use crate::json::Json;
use crate::output::NewFile;
use crate::report::Report;
use crate::stats::Stats;

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    let mut report = Report::new(arguments.quiet);
    interrupt::listen();
    let done = check(&arguments.command).and_then(|()| start(&arguments, &mut report));
    progress::end();
    match done {
        Ok(()) => {
            report.tell_passed_over();
            report.tell_choice();
            tell_missing(&arguments.command, &mut report);
            tell_nothing_read(&arguments.command, &mut report);
        }
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {
            report.interrupted(arguments.command.output());
        }
        Err(error) => report.unwritable(&error),
    }
    report.status()
}

/// An error if the output cannot be written, or must not be for the sake of the inputs.
fn check(command: &Command) -> io::Result<()> {
    if command.uses_stdout() {
        streams::check_stdout()?;
    }
    let Some(inputs) = command.inputs() else { return Ok(()) };
    match (command, command.output()) {
        (Command::Split(options), _) => {
            output::check_folder(&options.to, &inputs.paths, options.names.replaced())
        }
        (Command::Dedupe(DedupeOptions { to: Some(to), names, against, .. }), _) => {
            output::check_folder(to, &inputs.paths, names.replaced())?;
            output::check_folder(to, against, names.replaced())
        }
        (Command::Games(GamesOptions { table, .. }), _)
        | (Command::Moves(MovesOptions { table, .. }), _)
            if table.folder().is_some() =>
        {
            table.folder().map_or(Ok(()), |to| output::check_folder(to, &inputs.paths, None))
        }
        (_, Some(path)) => output::check_file(path, &inputs.paths),
        (_, None) if command.uses_stdout() => output::check_stdout(&inputs.paths),
        _ => Ok(()),
    }
}

/// Runs the command with its output.
fn start(arguments: &Arguments, report: &mut Report) -> io::Result<()> {
    match arguments.command.output() {
        Some(path) => to_file(path, arguments, report),
        None => {
            arguments.begin_progress();
            let mut out = output::buffered(io::stdout());
            let done = run(arguments, &mut out, report);
            // What could not be written is still in the buffer, and would be tried again.
            let _ = out.into_parts();
            done
        }
    }
}

/// Lets the command write a file. One that is there is replaced only if there is something in its
/// place.
fn to_file(path: &Path, arguments: &Arguments, report: &mut Report) -> io::Result<()> {
    let file = NewFile::at(path)?;
    arguments.begin_progress();
    let mut out = output::buffered(file.as_file());
    let done = run(arguments, &mut out, report).and_then(|()| out.flush());
    let _ = out.into_parts();
    done?;
    let may_be_empty = report.is_readable() && allows_empty(&arguments.command);
    let has_faults = report.is_faulty() && arguments.command.reports_faults();
    if may_be_empty || report.has_games() || has_faults {
        return file.take_name();
    }
    report.kept(path);
    Ok(())
}

fn allows_empty(command: &Command) -> bool {
    command.inputs().is_none_or(|inputs| inputs.allow_empty)
}

/// Reports what was asked for by name and is not there. Where a limit ended the run, that is not known.
fn tell_missing(command: &Command, report: &mut Report) {
    let inputs = command.inputs().filter(|inputs| inputs.choosing.limit().is_none());
    if let Some(inputs) = inputs {
        report.tell_missing(&inputs.targets);
    }
}

/// Reports it if nothing was read, and nothing else was wrong.
fn tell_nothing_read(command: &Command, report: &mut Report) {
    // A fault that was looked for is an answer too.
    let has_answer = report.has_games() || report.is_faulty();
    if report.is_readable() && !has_answer && !allows_empty(command) {
        report.nothing_read();
    }
}

/// Runs the command.
fn run(
    arguments: &Arguments,
    mut out: &mut (dyn Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let out = &mut out;
    match &arguments.command {
        Command::Check(options) if options.fix => {
            let fix = check::Fix::new(options, arguments.quiet);
            run::run(&options.inputs, &fix, out, report)
        }
        Command::Check(options) => {
            let (colours, message_colours) = (arguments.colours(), arguments.message_colours());
            let check = Check::new(options, arguments.quiet, colours, message_colours);
            run::run(&options.inputs, &check, out, report)
        }
        Command::Stats(options) => {
            run::run(&options.inputs, &Stats::new(options.format), out, report)
        }
        Command::Games(options) => {
            let reader = GameRows::new().normalize(options.normalize);
            rows::run(&options.inputs, &options.table, reader, out, report)
        }
        Command::Moves(options) => {
            let reader = MoveRows::new().variations(options.variations);
            rows::run(&options.inputs, &options.table, reader, out, report)
        }
        Command::Json(options) => {
            run::run(&options.inputs, &Json::new(options.shape()), out, report)
        }
        Command::Fmt(options) => {
            let fmt = Fmt::new(options.target(), options.lines(), arguments.quiet)
                .taking_guesses(options.takes_guesses());
            run::run(&options.inputs, &fmt, out, report)
        }
        Command::Cat(options) => cat::run(options, out, report),
        Command::Split(options) => split::run(options, report),
        Command::Dedupe(options) => dedupe::run(options, out, report),
        Command::Strip(options) => {
            run::run(&options.inputs, &Edit::Strip(options.strip()), out, report)
        }
        Command::Transform(options) => {
            run::run(&options.inputs, &Edit::Transform(options.transform()), out, report)
        }
        Command::Properties(options) => properties::run(options, out),
        Command::Completions(options) => pages::completions(options.shell, out),
        Command::Man(options) => pages::man(options, out),
    }
}
