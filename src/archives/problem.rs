//! What could not be read, and why.

use alloc::string::String;
use alloc::sync::Arc;
use core::error::Error;
use core::fmt;
use std::io;
use std::path::Path;

/// Something that could not be read, or not to its end.
///
/// ```
/// use kifu::archives::{Archives, ProblemKind};
///
/// let records = Archives::new().records(["tests/archives/encrypted.7z", "none.sgf"]);
/// let mut problems = records.filter_map(Result::err);
/// let encrypted = problems.next().unwrap();
/// assert_eq!(encrypted.kind(), ProblemKind::Encrypted);
/// assert_eq!(encrypted.message(), "encrypted, skipped");
/// let missing = problems.last().unwrap();
/// assert_eq!((missing.kind(), missing.name()), (ProblemKind::Io, "none.sgf"));
/// ```
#[derive(Debug)]
pub struct Problem {
    pub(super) source: Arc<Path>,
    pub(super) name: String,
    pub(super) source_length: usize,
    pub(super) error: io::Error,
}

/// What kind of problem it is.
///
/// ```
/// use kifu::archives::{Archives, ProblemKind};
///
/// let archives = Archives::new().member_bytes(5);
/// let problem = archives.records(["tests/archives/folders.7z"]).find_map(Result::err).unwrap();
/// assert_eq!(problem.kind(), ProblemKind::TooLarge);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The system could not open or read it, or it is missing.
    Io,
    /// It is damaged or cut off, or no archive in spite of its name.
    Damaged,
    /// It is encrypted.
    Encrypted,
    /// It is packed, or stands there, in a way that is not read.
    Unsupported,
    /// A record has more bytes than it may have.
    TooLarge,
    /// It needs more memory than it may have.
    Memory,
    /// An archive expands to far more than it is, or has too many members.
    Bomb,
    /// An archive is nested too deep.
    Depth,
    /// A file in a folder is no regular one: a pipe, a socket, a device.
    Special,
    /// A part of an archive in parts, of which others are missing or read elsewhere.
    Part,
}

impl Problem {
    /// The path of the file that it is about, or `-` for stdin.
    #[must_use]
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The path as it is shown, as that of an [`Entry`](super::Entry).
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path inside of the archive, if it is about a member.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        self.name.get(self.source_length + 1..)
    }

    /// What kind of problem it is.
    #[must_use]
    pub fn kind(&self) -> ProblemKind {
        Self::kind_of(&self.error)
    }

    /// What kind of problem an error is.
    pub(super) fn kind_of(error: &io::Error) -> ProblemKind {
        let inner = error.get_ref().and_then(|error| error.downcast_ref::<Fault>());
        match (inner, error.kind()) {
            (Some(fault), _) => fault.kind,
            (None, io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData) => {
                ProblemKind::Damaged
            }
            (None, io::ErrorKind::OutOfMemory) => ProblemKind::Memory,
            (None, _) => ProblemKind::Io,
        }
    }

    /// What is wrong, in words, without the name.
    #[must_use]
    pub fn message(&self) -> String {
        alloc::string::ToString::to_string(&self.error)
    }

    /// The error in it.
    #[must_use]
    pub fn into_error(self) -> io::Error {
        self.error
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.name, self.error)
    }
}

impl Error for Problem {}

/// What is in an error that was not met by the system.
#[derive(Debug)]
struct Fault {
    kind: ProblemKind,
    message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl Error for Fault {}

impl ProblemKind {
    /// An error of this kind.
    pub(super) fn error(self, message: impl Into<String>) -> io::Error {
        io::Error::other(Fault { kind: self, message: message.into() })
    }
}
