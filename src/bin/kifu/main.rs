//! The program `kifu`: takes the arguments apart, starts the command and gives the exit status.

mod args;
mod cat;
mod check;
mod finding;
mod fmt;
mod games;
mod input;
mod interrupt;
mod json;
mod output;
mod pages;
mod report;
mod run;
mod split;
mod stats;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::args::{Arguments, Command, Inputs};
use crate::cat::Cat;
use crate::check::Check;
use crate::fmt::Fmt;
use crate::games::Games;
use crate::json::Json;
use crate::report::Report;
use crate::run::Task;
use crate::stats::Stats;

/// Room for what goes to stdout: fewer, larger writes than the 8 KiB of the default.
const OUTPUT_BUFFER: usize = 64 * 1024;

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    let mut report = Report::new(arguments.quiet);
    interrupt::listen();
    let mut out = BufWriter::with_capacity(OUTPUT_BUFFER, io::stdout());
    match run(&arguments, &mut out, &mut report) {
        Ok(()) => report.tell_passed_over(),
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => report.interrupted(),
        Err(error) => report.unwritable(&error),
    }
    // What could not be written is still in the buffer, and would be tried again.
    let _ = out.into_parts();
    report.status()
}

/// Runs the command.
fn run(
    arguments: &Arguments,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    match &arguments.command {
        Command::Check(options) => {
            let check = Check::new(options, arguments.quiet, arguments.colours());
            run::run(&options.inputs, &check, out, report)
        }
        Command::Stats(options) => {
            run::run(&options.inputs, &Stats::new(options.format), out, report)
        }
        Command::Games(options) => {
            let games = Games::new(options.format, output::width());
            run_to(options.output.path(), &options.inputs, &games, out, report)
        }
        Command::Json(options) => {
            run::run(&options.inputs, &Json::new(options.shape()), out, report)
        }
        Command::Fmt(options) => {
            let fmt = Fmt::new(options.target(), options.lines());
            run::run(&options.inputs, &fmt, out, report)
        }
        Command::Cat(options) => run_to(options.output.path(), &options.inputs, &Cat, out, report),
        Command::Split(options) => split::run(options, report),
        Command::Completions(options) => pages::completions(options.shell, out),
        Command::Man(options) => pages::man(options, out),
    }
}

/// Runs a command whose output goes to the file, or to `out` without one.
fn run_to(
    file: Option<&Path>,
    inputs: &Inputs,
    task: &impl Task,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    match file {
        None => run::run(inputs, task, out, report),
        Some(path) => output::to_file(path, |file| run::run(inputs, task, file, report)),
    }
}
