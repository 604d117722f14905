//! The ways in: drives the scanner over an input, strictly or tolerantly, fills the scratch tables,
//! and commits them to an arena.

mod charsets;
mod strict;
mod tolerant;

use core::fmt;
use core::ops::Range;

use crate::arena::Arena;
use crate::error::Error;
use crate::events::{self, Events, Visitor};
use crate::options::ParseOptions;
use crate::scanner::{Bounds, Fault, Scanner, State};
use crate::scratch::{Scratch, TreeSink};
use crate::survey::Survey;
use crate::tree::Collection;
pub use charsets::Before;
pub(crate) use charsets::Extent;
use charsets::Resolved;

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
    /// between and after the game trees. Cost: linear in the length of the input.
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
        Ok(arena.commit(source, &self.scratch))
    }

    /// Reads a collection from bytes, strictly: as [`parse`](Self::parse), each game tree in its
    /// own character set, which is found as [`read`](Self::read) finds it.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); [`InvalidEncoding`](crate::ErrorKind::InvalidEncoding) at the first byte that is no text
    /// in its character set, unless another fault stands before it. That a character set had to be
    /// guessed, is unknown, or is not the declared one is no error.
    ///
    /// ```
    /// use kifu::{Arena, Charset, ErrorKind, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let arena = Arena::new();
    /// let latin = parser.parse_bytes(&arena, b"(;PB[Fran\xE7ois])")?;
    /// assert_eq!(latin.first_game_tree().unwrap().charset(), Charset::WINDOWS_1252);
    ///
    /// let error = parser.parse_bytes(&arena, b"(;PB[\xE6\xA3]PW[\xE6\xA3\x8B\xE8\xAD\x9C])").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::InvalidEncoding { byte: 0xE6 });
    /// assert_eq!(error.span().range(), 5..7);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn parse_bytes<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
    ) -> Result<Collection<'a>, Error> {
        self.options.bounds().check_length(source)?;
        strict::parse(self.options, &mut self.scratch, arena, source)
    }

    /// Reads whatever can be read of an input, and says what it did about the rest.
    ///
    /// Where strict reading succeeds, this gives the same trees. At a fault it goes on by the rules
    /// that the README lists, and leaves a [`Diagnostic`](crate::Diagnostic) for each; nothing is
    /// lost without one. The collection may be without any game tree.
    ///
    /// Each game tree is read in its own character set, by the rules that the README lists too:
    /// [`GameTree::charset`](crate::GameTree::charset) is what was chosen. Bytes that are no text
    /// in it become U+FFFD in their value alone, whose raw bytes stay at hand. Cost: linear in the
    /// length of the input, whatever it holds.
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
            return arena.commit_bytes(source, 0..0, None, &self.scratch);
        }
        let resolved = charsets::resolve(source, self.options, &mut self.scratch);
        self.commit_resolved(arena, source, 0..source.len(), resolved)
    }

    /// Reads as [`read`](Self::read) does, and counts what a collection would hold instead of making
    /// one.
    ///
    /// Cost: linear in the length of the input, about half of that of `read`. Once the
    /// parser has room enough, nothing is allocated for an input that is UTF-8 and has no fault.
    ///
    /// ```
    /// use kifu::{Charset, Code, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let survey = parser.survey(b"(;SZ[19]PB[Fran\xE7ois];B[aa](;W[bb])(;W[cc]AB[dd][ee]");
    /// assert_eq!((survey.node_count(), survey.property_count(), survey.value_count()), (4, 6, 7));
    /// let codes = survey.diagnostics().map(|found| found.code());
    /// assert!(codes.eq([Code::CharsetGuessed, Code::UnclosedTree]));
    /// let game = survey.game_trees().next().unwrap();
    /// assert_eq!(game.charset(), Charset::WINDOWS_1252);
    /// assert_eq!(game.root_text("PB").as_deref(), Some("François"));
    /// ```
    pub fn survey<'p>(&'p mut self, source: &'p [u8]) -> Survey<'p> {
        self.survey_rest(source, 0, &mut Before::of(source))
    }

    /// As [`survey`](Self::survey), of what [`read_rest`](Self::read_rest) makes a collection of.
    ///
    /// ```
    /// use kifu::{Before, Parser};
    ///
    /// let source = b"(;B[aa])(;B[bb];W[cc])";
    /// let mut parser = Parser::new();
    /// let rest = parser.survey_rest(source, 8, &mut Before::of(source));
    /// assert_eq!((rest.game_trees().len(), rest.node_count()), (1, 2));
    /// ```
    pub fn survey_rest<'p>(
        &'p mut self,
        source: &'p [u8],
        at: usize,
        before: &mut Before,
    ) -> Survey<'p> {
        if self.options.bounds().check_length(source).is_err() {
            tolerant::refuse(self.options, &mut self.scratch);
            return Survey::new(source, None, &self.scratch);
        }
        let extent = Extent { start: at.min(source.len()), one_game: false };
        let whole =
            match charsets::resolve_part(source, extent, before, self.options, &mut self.scratch) {
                Some((Resolved::Whole(whole), _)) => Some(whole),
                Some((Resolved::Bytes(_) | Resolved::TooLong, _)) => None,
                None => {
                    self.scratch = Scratch::default();
                    None
                }
            };
        Survey::new(source, whole, &self.scratch)
    }

    /// As [`read`](Self::read), of the extent, which starts after what `before` tells of; gives
    /// what was read, and where it ends. `None` if nothing but white space is left.
    pub(crate) fn read_part<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        extent: Extent,
        before: &mut Before,
    ) -> Option<(Collection<'a>, usize)> {
        if self.options.bounds().check_length(source).is_err() {
            return (extent.start == 0).then(|| (self.read(arena, source), source.len()));
        }
        let start = extent.start.min(source.len());
        let extent = Extent { start, ..extent };
        let (resolved, end) =
            charsets::resolve_part(source, extent, before, self.options, &mut self.scratch)?;
        let is_empty = self.scratch.games.is_empty() && self.scratch.diagnostics.list.is_empty();
        (!is_empty).then(|| (self.commit_resolved(arena, source, start..end, resolved), end))
    }

    fn commit_resolved<'a>(
        &self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        part: Range<usize>,
        resolved: Resolved<'a>,
    ) -> Collection<'a> {
        match resolved {
            Resolved::Bytes(text) => arena.commit_bytes(source, part, text, &self.scratch),
            Resolved::Whole(whole) => arena.commit_whole(source, whole, &self.scratch),
            Resolved::TooLong => arena.commit_bytes(source, 0..0, None, &self.scratch),
        }
    }

    /// Fills the tables, strictly.
    fn scan(&mut self, source: &[u8]) -> Result<(), Error> {
        let bounds = self.options.bounds();
        bounds.check_length(source)?;
        let mut sink = TreeSink::new(source, &mut self.scratch, bounds.max_nodes);
        let scanned = scan(source, bounds.max_depth, &mut sink);
        self.scratch = sink.finish();
        scanned.map_err(|fault| fault.error(source))
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
        let scanned = scanned.map_err(|fault| fault.error(bytes))?;
        Ok(scanned.then(|| arena.commit(source, &self.scratch)))
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
///
/// It stands apart so that the scanner keeps its registers.
#[inline(never)]
fn scan(bytes: &[u8], max_depth: u32, sink: &mut TreeSink<'_>) -> Result<(), Fault> {
    let mut scanner = Scanner::new(bytes, max_depth);
    let scanned = loop {
        match scanner.next_game(sink) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(fault) => break Err(fault),
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
/// takes memory, so that is left to the visitor. A fault after the place where the visitor
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
