//! The game trees of anything that can be read, one at a time: owns a buffer, fills it, and finds
//! where each game tree ends. What is in the game tree is left to the parser.

mod error;

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use std::io::{self, Read};

pub use error::{ReadError, ReadErrorKind};

use crate::error::{Error, ErrorKind, Found};
use crate::events;
use crate::scanner::State;
use crate::text::is_space;

/// The size of the buffer until a game tree does not fit.
const BUFFER: usize = 64 * 1024;

/// The bound on a game tree unless another one is set.
const MAX_GAME_BYTES: u32 = 64 * 1024 * 1024;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The most bytes of a character of UTF-8.
const CHARACTER: usize = 4;

/// Reads the game trees of a file, a pipe or whatever else can be [`Read`], one at a time.
///
/// It gives the text of each, to be parsed or visited. The memory it takes is that of the largest
/// game tree and the one after it, however much there is to read: a buffer of 64 KiB that doubles
/// when a game tree does not fit. It buffers by itself, so a [`BufReader`](std::io::BufReader)
/// below it gains nothing.
///
/// Cost: linear, however little each read gives. Each game tree is scanned for its end, at about
/// the speed of [`visit`](crate::visit()), before whatever is done with its text.
///
/// ```
/// use kifu::{Arena, GameReader, Parser};
///
/// // As well a `std::fs::File` or a `TcpStream`.
/// let stream: &[u8] = b"(;GN[one];B[aa])\n(;GN[two])\n";
/// let mut games = GameReader::new(stream);
/// let mut parser = Parser::new();
/// let mut names = Vec::new();
/// while let Some(game) = games.next_game()? {
///     let arena = Arena::new();
///     let collection = parser.parse(&arena, game.text())?;
///     names.extend(collection.root().and_then(|root| root.text("GN")).map(str::to_owned));
/// }
/// assert_eq!(names, ["one", "two"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GameReader<R> {
    read: R,
    buffer: Vec<u8>,
    /// The part of the buffer that was read and not yet given. A game tree that is looked for
    /// starts where it starts.
    unread: Range<usize>,
    /// How much was read before what stands at the start of the buffer.
    buffer_offset: u64,
    max_game_bytes: u32,
    /// Whether a game tree was found already.
    in_collection: bool,
    /// Whether there is nothing more to read.
    at_end: bool,
    /// Whether a fault was found.
    failed: bool,
}

/// The text of a game tree that a [`GameReader`] found, and where it stands. `Copy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameText<'r> {
    text: &'r str,
    offset: u64,
}

impl<'r> GameText<'r> {
    /// The game tree from its `(` to its `)`. It follows the grammar, but a node may have a
    /// property twice.
    pub fn text(self) -> &'r str {
        self.text
    }

    /// How many bytes were read before the game tree: what to add to a span of its text to get a
    /// place in the whole.
    ///
    /// ```
    /// let stream: &[u8] = b"(;B[aa])\n(;C[found])";
    /// let mut games = kifu::GameReader::new(stream);
    /// games.next_game()?;
    /// let game = games.next_game()?.unwrap();
    /// assert_eq!((game.offset(), game.text()), (9, "(;C[found])"));
    /// # Ok::<(), kifu::ReadError>(())
    /// ```
    pub fn offset(self) -> u64 {
        self.offset
    }
}

impl<R: Read> GameReader<R> {
    /// A reader of the game trees that `read` gives. It takes game trees of up to 64 MiB.
    pub fn new(read: R) -> Self {
        Self {
            read,
            buffer: Vec::new(),
            unread: 0..0,
            buffer_offset: 0,
            max_game_bytes: MAX_GAME_BYTES,
            in_collection: false,
            at_end: false,
            failed: false,
        }
    }

    /// At most so many bytes in a game tree: a bound on the buffer, so that a bracket without its
    /// partner cannot fill the memory.
    ///
    /// ```
    /// use kifu::{GameReader, ReadErrorKind};
    ///
    /// let mut games = GameReader::new(&b"(;B[aa])(;C[much too long])"[..]).max_game_bytes(10);
    /// assert!(games.next_game()?.is_some());
    /// let error = games.next_game().unwrap_err();
    /// assert!(matches!(error.kind(), ReadErrorKind::GameTooLong { limit: 10 }));
    /// assert_eq!(error.offset(), 8);
    /// # Ok::<(), kifu::ReadError>(())
    /// ```
    #[must_use]
    pub fn max_game_bytes(self, max_game_bytes: u32) -> Self {
        Self { max_game_bytes, ..self }
    }

    /// The next game tree; `None` if none is left. It has to be done with before the next one is
    /// asked for.
    ///
    /// # Errors
    ///
    /// The leftmost fault of the game tree, but for a property that a node has twice; bytes that
    /// are not UTF-8; a game tree that is too long; what the reading itself says. Nothing follows
    /// an error: the next call gives `None`. That there is no game tree at all is none.
    ///
    /// ```
    /// use kifu::{ErrorKind, GameReader, ReadErrorKind};
    ///
    /// let mut games = GameReader::new(&b"(;B[aa])\n(;B[bb];w[cc])"[..]);
    /// assert!(games.next_game()?.is_some());
    /// let error = games.next_game().unwrap_err();
    /// assert_eq!(error.offset(), 17, "the fault's place in all that was read");
    /// assert_eq!(error.game_offset(), 9);
    /// assert!(matches!(error.kind(), ReadErrorKind::Syntax(fault) if fault.span().start() == 8));
    /// assert!(games.next_game()?.is_none());
    /// # Ok::<(), kifu::ReadError>(())
    /// ```
    pub fn next_game(&mut self) -> Result<Option<GameText<'_>>, ReadError> {
        if self.failed {
            return Ok(None);
        }
        // Unless all goes well.
        self.failed = true;
        self.skip_space()?;
        if self.unread.is_empty() {
            return Ok(None);
        }
        let length = self.find_end()?;
        let game = self.unread.start..self.unread.start + length;
        let offset = self.offset();
        let text = core::str::from_utf8(&self.buffer[game]);
        let text = text.map_err(|error| ReadError::invalid_utf8(offset, error.valid_up_to()))?;
        self.unread.start += length;
        self.in_collection = true;
        self.failed = false;
        Ok(Some(GameText { text, offset }))
    }

    /// How many bytes were read before what comes next.
    fn offset(&self) -> u64 {
        self.buffer_offset + self.unread.start as u64
    }

    /// Gets to the next byte that is no white space, or to the end.
    fn skip_space(&mut self) -> Result<(), ReadError> {
        if self.offset() == 0 {
            while self.unread.len() < BYTE_ORDER_MARK.len() && self.fill()? {}
            if self.buffer[self.unread.clone()].starts_with(BYTE_ORDER_MARK) {
                self.unread.start += BYTE_ORDER_MARK.len();
            }
        }
        loop {
            let unread = &self.buffer[self.unread.clone()];
            match unread.iter().position(|&byte| !is_space(byte)) {
                Some(spaces) => {
                    self.unread.start += spaces;
                    return Ok(());
                }
                None => self.unread.start = self.unread.end,
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    /// The length of the game tree that is next, for which the buffer is filled as far as needed.
    ///
    /// Each byte is scanned once and, where it belongs to a value or an ident that the buffer cut
    /// in two, a few times more: the scanner goes on from where it stopped, and not before there is
    /// something that can change its answer.
    fn find_end(&mut self) -> Result<usize, ReadError> {
        let limit = self.max_game_bytes as usize;
        let mut state = State::outside(0, self.in_collection);
        loop {
            let known = &self.buffer[self.unread.clone()];
            let too_long = known.len() > limit;
            let (scanned, stopped) = events::skip_game_tree(known, state);
            // What lies after the bound must not matter: it may not have been read.
            let error = match scanned {
                Ok(()) if stopped.at <= limit => return Ok(stopped.at),
                Err(error) if !too_long => error,
                Err(error) if error.span().end() <= limit && !error.is_incomplete() => error,
                _ => return Err(ReadError::too_long(self.offset(), self.max_game_bytes)),
            };
            state = stopped;
            let known = known.len();
            if !self.more_can_mend(error, known, limit)? {
                return Err(self.fault(error));
            }
        }
    }

    /// Reads on until there is something that can change the scanner's answer to the first `known`
    /// bytes; false if nothing can.
    fn more_can_mend(
        &mut self,
        error: Error,
        known: usize,
        limit: usize,
    ) -> Result<bool, ReadError> {
        // A character that was cut in two is not known yet.
        let cut = matches!(error.kind().found(), Some(Found::Byte(_)))
            && error.span().start() + CHARACTER > known;
        if !(cut || error.is_incomplete()) {
            return Ok(false);
        }
        let mut searched = match error.kind() {
            ErrorKind::UnclosedValue => error.span().end(),
            _ => known,
        };
        while self.fill()? {
            let unread = &self.buffer[self.unread.clone()];
            let decisive = match error.kind() {
                ErrorKind::UnclosedValue => value_closes(unread, &mut searched),
                ErrorKind::MissingValue { .. } => ident_ends(unread, &mut searched),
                _ => true,
            };
            if decisive || unread.len() > limit {
                return Ok(true);
            }
        }
        // What came meanwhile changes nothing but where the end is that the error tells of.
        Ok(self.unread.len() > known)
    }

    /// The error for a fault of the game tree, or for the bytes that are no UTF-8 before it.
    #[cold]
    fn fault(&self, error: Error) -> ReadError {
        let before = &self.buffer[self.unread.start..][..error.span().start()];
        match core::str::from_utf8(before) {
            Ok(_) => ReadError::syntax(self.offset(), error),
            Err(error) => ReadError::invalid_utf8(self.offset(), error.valid_up_to()),
        }
    }

    /// Reads on into the buffer; false if there is nothing more.
    fn fill(&mut self) -> Result<bool, ReadError> {
        self.make_room();
        while !self.at_end {
            match self.read.read(&mut self.buffer[self.unread.end..]) {
                Ok(0) => self.at_end = true,
                Ok(count) => {
                    self.unread.end += count;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let end = self.buffer_offset + self.unread.end as u64;
                    return Err(ReadError::io(self.offset(), end, error));
                }
            }
        }
        Ok(false)
    }

    /// Makes sure that there is room after what is in the buffer. Where what is unread takes more
    /// than half of it, it doubles, so that no byte is moved more than a few times.
    fn make_room(&mut self) {
        if self.unread.end < self.buffer.len() {
            return;
        }
        self.buffer.copy_within(self.unread.clone(), 0);
        self.buffer_offset += self.unread.start as u64;
        self.unread = 0..self.unread.len();
        if self.unread.end * 2 >= self.buffer.len() {
            // A game tree that fills the greatest buffer is too long.
            let greatest = (self.max_game_bytes as usize).saturating_add(1);
            let length = (self.buffer.len() * 2).min(greatest).max(BUFFER);
            self.buffer.resize(length.max(self.buffer.len()), 0);
        }
    }
}

/// Whether a `]` ends the value that reaches up to `searched` and beyond. Where not, `searched` is
/// how far the search came.
fn value_closes(bytes: &[u8], searched: &mut usize) -> bool {
    while let Some(found) = memchr::memchr2(b']', b'\\', &bytes[*searched..]) {
        *searched += found;
        if bytes[*searched] == b']' {
            return true;
        }
        if *searched + 1 == bytes.len() {
            // What the `\` takes with it is still to come.
            return false;
        }
        *searched += 2;
    }
    *searched = bytes.len();
    false
}

/// Whether something stands after `searched` that ends an ident and the white space after it.
fn ident_ends(bytes: &[u8], searched: &mut usize) -> bool {
    let rest = &bytes[*searched..];
    *searched = bytes.len();
    rest.iter().any(|&byte| !byte.is_ascii_uppercase() && !is_space(byte))
}

impl<R> fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader")
            .field("offset", &(self.buffer_offset + self.unread.start as u64))
            .field("buffer", &self.buffer.len())
            .finish_non_exhaustive()
    }
}
