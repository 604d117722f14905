//! The loop over the inputs that all commands share: find, read, hand over, go on.

use std::io;
use std::path::PathBuf;

use kifu::{Arena, Collection, Parser};

use crate::fault::{self, Fault};
use crate::input;
use crate::report::Report;

/// An input, read.
pub(crate) struct Input<'a> {
    /// The path as it is shown.
    pub(crate) path: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) collection: Result<Collection<'a>, Fault>,
}

/// What is done with the inputs. An error means that the output could not be written, and ends
/// the run.
pub(crate) trait Task {
    fn input(&mut self, input: &Input<'_>) -> io::Result<()>;

    /// Called once, after the last input.
    fn finish(&mut self) -> io::Result<()>;
}

/// Hands all inputs to the task, in their order.
///
/// The read buffer and the parser serve all of them; an arena serves one.
pub(crate) fn run(paths: &[PathBuf], task: &mut impl Task, report: &mut Report) -> io::Result<()> {
    let mut parser = Parser::new();
    let mut buffer = Vec::new();
    for source in input::find(paths) {
        let source = match source.and_then(|source| source.read(&mut buffer).map(|()| source)) {
            Ok(source) => source,
            Err(unreadable) => {
                report.unreadable(&unreadable);
                continue;
            }
        };
        let path = source.name();
        let arena = Arena::new();
        let collection = fault::read(&mut parser, &arena, &buffer);
        if let Err(fault) = &collection {
            report.fault(&path, fault);
        }
        task.input(&Input { path: &path, bytes: &buffer, collection })?;
    }
    task.finish()
}
