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
mod progress;
mod properties;
mod report;
mod run;
mod split;
mod stats;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::cat::Cat;
use crate::check::Check;
use crate::fmt::Fmt;
use crate::json::Json;
use crate::report::Report;
use crate::stats::Stats;

/// Room for what goes to stdout: fewer, larger writes than the 8 KiB of the default.
const OUTPUT_BUFFER: usize = 64 * 1024;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_command_line();
    let mut report = Report::new(arguments.quiet);
    interrupt::listen();
    arguments.begin_progress();
    let mut out = BufWriter::with_capacity(OUTPUT_BUFFER, io::stdout());
    let done = run(&arguments, &mut out, &mut report);
    progress::end();
    match done {
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
        Command::Games(options) => match options.output.path() {
            None => games::run(options, out, report),
            Some(path) => output::to_file(path, |file| games::run(options, file, report)),
        },
        Command::Json(options) => {
            run::run(&options.inputs, &Json::new(options.shape()), out, report)
        }
        Command::Fmt(options) => {
            let fmt = Fmt::new(options.target(), options.lines());
            run::run(&options.inputs, &fmt, out, report)
        }
        Command::Cat(options) => match options.output.path() {
            None => run::run(&options.inputs, &Cat, out, report),
            Some(path) => {
                output::to_file(path, |file| run::run(&options.inputs, &Cat, file, report))
            }
        },
        Command::Split(options) => split::run(options, report),
        Command::Properties(options) => properties::run(options, out),
        Command::Completions(options) => pages::completions(options.shell, out),
        Command::Man(options) => pages::man(options, out),
    }
}
