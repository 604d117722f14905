//! The loop over the inputs that all commands share: find, read, hand over, go on.

use std::io;

use kifu::{Arena, Collection, Error, ParseOptions, Parser};

use crate::args::Inputs;
use crate::input::{self, Source};
use crate::report::Report;

/// How many diagnostics of one input are kept: enough for tens of megabytes of records with a fault
/// in each property, and few enough that gigabytes of garbage do not fill the memory.
const MAX_DIAGNOSTICS: u32 = 1_000_000;

/// An input, read.
pub(crate) struct Input<'a> {
    /// The path as it is shown.
    pub(crate) path: &'a str,
    /// Where it came from.
    pub(crate) source: &'a Source,
    pub(crate) bytes: &'a [u8],
    /// An error comes of strict reading alone.
    pub(crate) collection: Result<Collection<'a>, Error>,
}

/// What is done with the inputs. An error means that the output could not be written, and ends
/// the run.
pub(crate) trait Task {
    fn input(&mut self, input: &Input<'_>, report: &mut Report) -> io::Result<()>;

    /// Called once, after the last input.
    fn finish(&mut self) -> io::Result<()>;
}

/// Hands all inputs to the task, in their order.
///
/// The read buffer and the parser serve all of them; an arena serves one.
pub(crate) fn run(inputs: &Inputs, task: &mut impl Task, report: &mut Report) -> io::Result<()> {
    let options = ParseOptions::new().max_diagnostics(MAX_DIAGNOSTICS).charset(inputs.charset);
    let mut parser = Parser::with_options(options);
    let mut buffer = Vec::new();
    for source in input::find(&inputs.paths) {
        let source = match source.and_then(|source| source.read(&mut buffer).map(|()| source)) {
            Ok(source) => source,
            Err(unreadable) => {
                report.unreadable(&unreadable);
                continue;
            }
        };
        let arena = Arena::new();
        let collection = if inputs.strict {
            parser.parse_bytes(&arena, &buffer)
        } else {
            Ok(parser.read(&arena, &buffer))
        };
        let path = source.name();
        let input = Input { path: &path, source: &source, bytes: &buffer, collection };
        task.input(&input, report)?;
    }
    task.finish()
}
