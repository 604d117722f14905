//! The program `kifu`: takes the arguments apart, starts the command and gives the exit status.

mod args;
mod check;
mod finding;
mod fmt;
mod input;
mod json;
mod report;
mod run;
mod stats;

use std::io::{self, BufWriter, Write as _};
use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::check::Check;
use crate::fmt::Fmt;
use crate::json::Json;
use crate::report::Report;
use crate::stats::Stats;

/// Room for what goes to stdout: fewer, larger writes than the 8 KiB of the default.
const OUTPUT_BUFFER: usize = 64 * 1024;

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    let mut report = Report::new(arguments.quiet);
    let mut out = BufWriter::with_capacity(OUTPUT_BUFFER, io::stdout().lock());
    let inputs = arguments.command.inputs();
    let done = match &arguments.command {
        Command::Check(options) => {
            let mut check = Check::new(options, arguments.quiet, arguments.colours(), &mut out);
            run::run(inputs, &mut check, &mut report)
        }
        Command::Stats(options) => {
            let mut stats = Stats::new(options.format, &mut out);
            run::run(inputs, &mut stats, &mut report)
        }
        Command::Json(options) => {
            let mut json = Json::new(options.shape(), &mut out);
            run::run(inputs, &mut json, &mut report)
        }
        Command::Fmt(options) => {
            let mut fmt = Fmt::new(options.target(), options.lines(), &mut out);
            run::run(inputs, &mut fmt, &mut report)
        }
    };
    match done.and_then(|()| out.flush()) {
        Ok(()) => {}
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) => report.unwritable(&error),
    }
    // What could not be written is still in the buffer, and would be tried again.
    let _ = out.into_parts();
    report.status()
}
