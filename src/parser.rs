//! Strict reading: drives the scanner over an input, fills the scratch tables, and commits them to
//! an arena.

mod cut;
mod lookahead;
mod suspicious;
mod tolerant;

use core::ops::Range;
use core::{fmt, str};

use crate::arena::Arena;
use crate::charset::{Part, Stretches};
use crate::error::{Error, ErrorKind};
use crate::events::{self, Events, Visitor};
use crate::scanner::{Bounds, Scanner, State};
use crate::scratch::{Scratch, TreeSink};
use crate::span::Span;
use crate::tree::Collection;

/// Bounds on what an input may hold, set by chained calls. By default its length is the bound.
///
/// ```
/// use kifu::{Arena, ErrorKind, ParseOptions, Parser};
///
/// let mut parser = Parser::with_options(ParseOptions::new().max_depth(2).max_nodes(3));
/// assert!(parser.parse(&Arena::new(), "(;B[aa](;W[bb])(;W[cc]))").is_ok());
///
/// let error = parser.parse(&Arena::new(), "(;(;(;)))").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 2 });
/// let error = parser.parse(&Arena::new(), "(;;;;)").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooManyNodes { limit: 3 });
/// assert_eq!(error.span().range(), 4..5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    max_depth: u32,
    max_nodes: u32,
    max_bytes: u32,
    max_diagnostics: u32,
}

impl ParseOptions {
    /// No bound but those that 32-bit offsets set, fewer than 4 GiB of input; and 10,000
    /// diagnostics.
    pub fn new() -> Self {
        Self {
            max_depth: u32::MAX,
            max_nodes: u32::MAX,
            max_bytes: u32::MAX,
            max_diagnostics: 10_000,
        }
    }

    /// At most so many parentheses open at once.
    #[must_use]
    pub fn max_depth(self, max_depth: u32) -> Self {
        Self { max_depth, ..self }
    }

    /// At most so many nodes in the input.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u32) -> Self {
        Self { max_nodes, ..self }
    }

    /// At most so many bytes of input.
    #[must_use]
    pub fn max_bytes(self, max_bytes: u32) -> Self {
        Self { max_bytes, ..self }
    }

    /// At most so many diagnostics for one input of tolerant reading, so that garbage stays cheap.
    /// Any more are counted: [`Collection::omitted_diagnostics`].
    #[must_use]
    pub fn max_diagnostics(self, max_diagnostics: u32) -> Self {
        Self { max_diagnostics, ..self }
    }

    pub(crate) fn bounds(self) -> Bounds {
        let Self { max_depth, max_nodes, max_bytes, .. } = self;
        Bounds { max_depth, max_nodes, max_bytes }
    }
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self::new()
    }
}

/// A reader with the room it works in, to be kept from input to input.
///
/// A parser that has seen an input as large as the next one allocates nothing of its own: what a
/// call allocates is the tables of the collection, in the arena, and the texts that must be
/// copied. It keeps up to 80 bytes for each node of the largest input so far.
///
/// ```
/// use kifu::{Arena, Parser};
///
/// let mut parser = Parser::new();
/// let mut nodes = 0;
/// for source in ["(;B[aa];W[bb])", "(;B[cc])"] {
///     let arena = Arena::new();
///     nodes += parser.parse(&arena, source)?.nodes().len();
/// }
/// assert_eq!(nodes, 3);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Default)]
pub struct Parser {
    options: ParseOptions,
    scratch: Scratch,
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Parser {
    /// A parser without bounds.
    pub fn new() -> Self {
        Self::default()
    }

    /// A parser with bounds on what it takes.
    pub fn with_options(options: ParseOptions) -> Self {
        Self { options, ..Self::default() }
    }

    /// Reads a collection, strictly.
    ///
    /// The input may start with a byte order mark; nothing but white space may stand before,
    /// between and behind the game trees. Cost: linear in the length of the input.
    ///
    /// # Errors
    ///
    /// The leftmost fault of the input. A missing value lies where `[` was expected, a duplicate
    /// at the start of its ident, a value without end at its `[`, a tree without end at the end of
    /// the input. An input that exceeds a bound of the [`ParseOptions`], or has 4 GiB or more.
    pub fn parse<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a str,
    ) -> Result<Collection<'a>, Error> {
        self.scan(source.as_bytes())?;
        Ok(arena.commit(source.as_bytes(), &source, &self.scratch))
    }

    /// Reads a collection from bytes, strictly: as [`parse`](Self::parse), and the bytes have to be
    /// UTF-8.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); [`ErrorKind::InvalidEncoding`] at the first byte that is not
    /// UTF-8, unless another fault stands before it.
    ///
    /// ```
    /// use kifu::{Arena, ErrorKind, Parser};
    ///
    /// let mut parser = Parser::new();
    /// assert!(parser.parse_bytes(&Arena::new(), "(;PB[棋])".as_bytes()).is_ok());
    /// let error = parser.parse_bytes(&Arena::new(), b"(;PB[\xE6\xA3])").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::InvalidEncoding { byte: 0xE6 });
    /// assert_eq!(error.span().range(), 5..7);
    /// ```
    pub fn parse_bytes<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
    ) -> Result<Collection<'a>, Error> {
        match str::from_utf8(source) {
            Ok(source) => self.parse(arena, source),
            Err(error) => {
                let start = error.valid_up_to();
                let end = error.error_len().map_or(source.len(), |length| start + length);
                self.scan(source).or_else(|earlier| {
                    if earlier.span().start() < start { Err(earlier) } else { Ok(()) }
                })?;
                let kind = ErrorKind::InvalidEncoding { byte: source[start] };
                Err(Error::new(kind, Span::new(start, end)))
            }
        }
    }

    /// Reads whatever can be read of an input, and says what it did about the rest.
    ///
    /// Where strict reading succeeds, this gives the same trees. At a fault it goes on by the rules
    /// that the README lists, and leaves a [`Diagnostic`](crate::Diagnostic) for each; nothing is
    /// lost without one. The collection may be without any game tree.
    ///
    /// The text is read as UTF-8; bytes that are not become U+FFFD in their value alone, whose raw
    /// bytes stay at hand. Cost: linear in the length of the input, whatever it holds.
    ///
    /// ```
    /// use kifu::{Arena, Code, Parser};
    ///
    /// let arena = Arena::new();
    /// let collection = Parser::new().read(&arena, b"Dear reader, (;SZ[9];B[aa];Black[bb]");
    /// assert_eq!(collection.nodes().len(), 3);
    /// assert_eq!(collection.nodes().nth(2).unwrap().text("B"), Some("bb"));
    /// let codes = collection.diagnostics().iter().map(|found| found.code());
    /// assert!(codes.eq([Code::TextBeforeTree, Code::LowercaseIdent, Code::UnclosedTree]));
    /// ```
    pub fn read<'a>(&mut self, arena: &'a Arena<'a>, source: &'a [u8]) -> Collection<'a> {
        if self.options.bounds().check_length(source).is_err() {
            tolerant::refuse(self.options, &mut self.scratch);
            return arena.commit(source, &"", &self.scratch);
        }
        tolerant::read(source, self.options, &mut self.scratch);
        self.commit_part(arena, source, 0..source.len())
    }

    /// As [`read`](Self::read), from `at` to the end of the first game tree; gives what was read,
    /// and where it ends. `None` if nothing but white space is left.
    pub(crate) fn read_part<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        at: usize,
    ) -> Option<(Collection<'a>, usize)> {
        if self.options.bounds().check_length(source).is_err() {
            return (at == 0).then(|| (self.read(arena, source), source.len()));
        }
        let at = at.min(source.len());
        let end = tolerant::read_game(source, at, self.options, &mut self.scratch)?;
        Some((self.commit_part(arena, source, at..end), end))
    }

    /// Makes a collection of what tolerant reading found in a part of the source.
    fn commit_part<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        part: Range<usize>,
    ) -> Collection<'a> {
        match str::from_utf8(&source[part.clone()]) {
            // The whole is the usual case, and spares the subtraction at each slice.
            Ok(text) if part.start == 0 => arena.commit(source, &text, &self.scratch),
            Ok(text) => arena.commit(source, &Part { start: part.start, text }, &self.scratch),
            Err(_) => {
                let stretches = Stretches::new(source, part);
                tolerant::note_damaged_values(&mut self.scratch, &stretches);
                arena.commit(source, &stretches, &self.scratch)
            }
        }
    }

    /// Fills the tables, strictly.
    fn scan(&mut self, source: &[u8]) -> Result<(), Error> {
        let bounds = self.options.bounds();
        bounds.check_length(source)?;
        let mut sink = TreeSink::new(source, &mut self.scratch, bounds.max_nodes);
        let scanned = scan(source, bounds.max_depth, &mut sink);
        self.scratch = sink.finish();
        scanned
    }

    /// Reads the next game tree from `state` on; `None` if none is left.
    pub(crate) fn parse_game<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a str,
        state: State,
    ) -> Result<Option<Collection<'a>>, Error> {
        let bytes = source.as_bytes();
        let bounds = self.options.bounds();
        bounds.check_length(bytes)?;
        let mut sink = TreeSink::new(bytes, &mut self.scratch, bounds.max_nodes);
        let scanned = Scanner::resume(bytes, state, bounds.max_depth).next_game(&mut sink);
        let scanned = sink.settle().and(scanned);
        self.scratch = sink.finish();
        Ok(scanned?.then(|| arena.commit(bytes, &source, &self.scratch)))
    }

    /// Tells the visitor of all that the source holds, strictly, and gives it back: [`visit`] with
    /// the bounds of this parser.
    ///
    /// # Errors
    ///
    /// As [`visit`], and an input that exceeds a bound of the [`ParseOptions`].
    ///
    /// ```
    /// use kifu::{ErrorKind, ParseOptions, Parser, Visitor};
    ///
    /// struct Ignore;
    /// impl Visitor<'_> for Ignore {}
    ///
    /// let parser = Parser::with_options(ParseOptions::new().max_nodes(2));
    /// assert!(parser.visit("(;B[aa];W[bb])", Ignore).is_ok());
    /// let error = parser.visit("(;B[aa];W[bb];)", Ignore).err().unwrap();
    /// assert_eq!(error.kind(), ErrorKind::TooManyNodes { limit: 2 });
    /// ```
    pub fn visit<'a, V: Visitor<'a>>(&self, source: &'a str, visitor: V) -> Result<V, Error> {
        events::visit(source, self.options.bounds(), visitor)
    }

    /// The events of the source, to be pulled one at a time: [`Events::new`] with the bounds of
    /// this parser.
    ///
    /// ```
    /// use kifu::{ErrorKind, ParseOptions, Parser};
    ///
    /// let parser = Parser::with_options(ParseOptions::new().max_depth(1));
    /// let error = parser.events("(;(;))").find_map(Result::err).unwrap();
    /// assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 1 });
    /// ```
    pub fn events<'a>(&self, source: &'a str) -> Events<'a> {
        Events::with_bounds(source, self.options.bounds())
    }
}

/// Reads all game trees into the sink.
fn scan(bytes: &[u8], max_depth: u32, sink: &mut TreeSink<'_>) -> Result<(), Error> {
    let mut scanner = Scanner::new(bytes, max_depth);
    let scanned = loop {
        match scanner.next_game(sink) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    sink.settle().and(scanned)
}

/// Reads a collection, strictly, with a [`Parser`] of its own.
///
/// # Errors
///
/// As [`Parser::parse`].
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;FF[4]SZ[19];B[pd];W[dp])")?;
/// assert_eq!(collection.root().unwrap().text("SZ"), Some("19"));
///
/// let error = kifu::parse(&arena, "(;FF[4]SZ[19];B[pd];W[dp]").unwrap_err();
/// assert_eq!(error.to_string(), "expected ')' to close the game tree, found the end of the input at byte 25");
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn parse<'a>(arena: &'a Arena<'a>, source: &'a str) -> Result<Collection<'a>, Error> {
    Parser::new().parse(arena, source)
}

/// Tells a visitor of all that a source holds, strictly and in the order of the source, and gives
/// the visitor back.
///
/// Nothing is built and nothing allocated. The code of the visitor becomes part of the scanner, so
/// this is the fastest way to read a source. Pass `&mut visitor` to keep what it gathered before a
/// fault. [`Events`] is the same as an iterator.
///
/// Cost: linear; nothing is allocated.
///
/// # Errors
///
/// As [`parse`], but for [`DuplicateProperty`](crate::ErrorKind::DuplicateProperty): to find one
/// takes memory, so that is left to the visitor. A fault behind the place where the visitor
/// stopped is not found.
///
/// ```
/// use kifu::{Flow, Ident, RawValue, Visitor};
///
/// #[derive(Default)]
/// struct Moves(usize);
///
/// impl<'a> Visitor<'a> for Moves {
///     fn property(&mut self, ident: Ident<'a>) -> Flow {
///         self.0 += usize::from(ident == "B" || ident == "W");
///         Flow::Continue
///     }
/// }
///
/// let moves = kifu::visit("(;SZ[19];B[pd];W[dp](;B[pq])(;B[qp]))", Moves::default())?;
/// assert_eq!(moves.0, 4);
/// # Ok::<(), kifu::Error>(())
/// ```
#[inline]
pub fn visit<'a, V: Visitor<'a>>(source: &'a str, visitor: V) -> Result<V, Error> {
    events::visit(source, Bounds::NONE, visitor)
}
