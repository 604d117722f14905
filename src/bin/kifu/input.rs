//! The inputs: what the library finds on the way through paths and archives, and the pieces of what is
//! too large to be taken whole. Finding is left to the library. What the bytes say is left to others.

mod ahead;
mod host;
mod limits;
mod opened;
mod pieces;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use kifu::ParseOptions;
use kifu::archives::{Entry, Problem, ProblemKind, Sink};
use walkdir::DirEntry;

use crate::interrupt;

pub(crate) use ahead::lengths;
pub(crate) use host::archives;
pub(crate) use kifu::archives::counts;
pub(crate) use limits::Limits;
pub(crate) use opened::OpenedFile;
pub(crate) use pieces::{Piece, Place, WHOLE, Whole, stream};

/// An input that could not be opened or read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) path: String,
    pub(crate) error: io::Error,
}

impl Unreadable {
    /// A problem of the library, with the option that sets the bound if it is about one.
    pub(crate) fn of(problem: Problem, limits: Limits) -> Self {
        let path = problem.name().to_owned();
        let error = match problem.kind() {
            ProblemKind::TooLarge => {
                io::Error::other(format!("{} (see {})", problem.message(), limits.option))
            }
            _ => problem.into_error(),
        };
        Self { path, error }
    }
}

/// Takes large records in pieces too.
pub(crate) trait PieceSink: Sink {
    /// How to read large records to cut them; `None` if they are wanted whole.
    fn pieces(&self) -> Option<ParseOptions>;

    /// The bounds of what is in memory at once.
    fn limits(&self) -> Limits;

    /// The next piece of a record that is too large to be taken whole.
    fn piece(&mut self, whole: &Arc<Whole>, piece: &Piece<'_>) -> ControlFlow<()>;

    fn unreadable(&mut self, unreadable: Unreadable) -> ControlFlow<()>;
}

/// Reports that a record could not be read. After an interrupt that is no fault of it.
fn fault(sink: &mut impl PieceSink, path: &str, error: impl Into<io::Error>) -> ControlFlow<()> {
    if interrupt::is_requested() {
        return ControlFlow::Break(());
    }
    sink.unreadable(Unreadable { path: path.to_owned(), error: error.into() })
}

/// Whether the library reads a file that it finds in a folder, if it is a regular one.
///
/// Linked folders are not entered, linked files are read.
pub(crate) fn holds_records(entry: &DirEntry) -> bool {
    counts(&entry.file_name().to_string_lossy())
        && !entry.file_type().is_dir()
        && !(entry.path_is_symlink() && entry.path().is_dir())
}

/// Reads a record by `read`, as a sink does: what it could not read is its problem.
pub(crate) fn read(
    entry: &Entry,
    read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    buffer: &mut Vec<u8>,
    limits: Limits,
) -> Result<(), Unreadable> {
    read(buffer).map_err(|error| Unreadable::of(entry.problem(error), limits))
}
