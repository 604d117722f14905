//! What can stop the reading of game trees from a stream, and where in the stream.

use core::fmt;
use std::io;

use crate::error::Error;

/// Why a [`GameReader`](crate::GameReader) stopped, and where.
///
/// Offsets count all bytes that were read, a byte order mark among them.
///
/// ```
/// use kifu::{GameReader, ReadErrorKind};
///
/// let mut games = GameReader::new(&b"(;C[caf\xE9])"[..]);
/// let error = games.next_game().unwrap_err();
/// assert!(matches!(error.kind(), ReadErrorKind::InvalidUtf8));
/// assert_eq!(error.offset(), 7);
/// assert_eq!(error.to_string(), "expected UTF-8 at byte 7");
/// ```
#[derive(Debug)]
pub struct ReadError {
    kind: ReadErrorKind,
    game_offset: u64,
    offset: u64,
}

/// What stopped a [`GameReader`](crate::GameReader).
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The reading failed.
    Io(io::Error),
    /// The game tree has a fault. Its span is one of the text of the game tree, which starts at
    /// [`ReadError::game_offset`].
    Syntax(Error),
    /// The bytes are not UTF-8.
    InvalidUtf8,
    /// The game tree is longer than
    /// [`GameReader::max_game_bytes`](crate::GameReader::max_game_bytes) allows.
    GameTooLong {
        /// The greatest number of bytes allowed.
        limit: u32,
    },
}

impl ReadError {
    #[cold]
    pub(super) fn io(game_offset: u64, offset: u64, error: io::Error) -> Self {
        Self { kind: ReadErrorKind::Io(error), game_offset, offset }
    }

    #[cold]
    pub(super) fn syntax(game_offset: u64, error: Error) -> Self {
        let offset = game_offset + error.span().start() as u64;
        Self { kind: ReadErrorKind::Syntax(error), game_offset, offset }
    }

    #[cold]
    pub(super) fn invalid_utf8(game_offset: u64, valid_up_to: usize) -> Self {
        let offset = game_offset + valid_up_to as u64;
        Self { kind: ReadErrorKind::InvalidUtf8, game_offset, offset }
    }

    #[cold]
    pub(super) fn too_long(game_offset: u64, limit: u32) -> Self {
        Self { kind: ReadErrorKind::GameTooLong { limit }, game_offset, offset: game_offset }
    }

    /// What was wrong.
    pub fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }

    /// Where in the stream: the start of the fault, the first byte that is not UTF-8, the start of
    /// the game tree that is too long, or how much was read before the reading failed.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Where in the stream the game tree starts that was read when the error was found.
    pub fn game_offset(&self) -> u64 {
        self.game_offset
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ReadErrorKind::Io(error) => write!(f, "{error}")?,
            ReadErrorKind::Syntax(error) => write!(f, "{}", error.kind())?,
            ReadErrorKind::InvalidUtf8 => f.write_str("expected UTF-8")?,
            ReadErrorKind::GameTooLong { limit } => write!(f, "game longer than {limit} bytes")?,
        }
        write!(f, " at byte {}", self.offset)
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Io(error) => Some(error),
            // Its sentence is said already, with its place in the stream.
            _ => None,
        }
    }
}
