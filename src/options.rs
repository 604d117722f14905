//! What a caller may ask of a reading: bounds, and a character set.

use crate::charset::Charset;
use crate::scanner::Bounds;

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
    pub(crate) max_depth: u32,
    pub(crate) max_nodes: u32,
    max_bytes: u32,
    pub(crate) max_diagnostics: u32,
    pub(crate) charset: Option<Charset>,
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
            charset: None,
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
    /// Any more are counted: [`Collection::omitted_diagnostics`](crate::Collection::omitted_diagnostics).
    #[must_use]
    pub fn max_diagnostics(self, max_diagnostics: u32) -> Self {
        Self { max_diagnostics, ..self }
    }

    /// Reads all bytes in this character set, whatever they say of themselves, or, with `None`,
    /// in the one that each game tree has. It does not concern inputs that are text already.
    ///
    /// ```
    /// use kifu::{Arena, Charset, ParseOptions, Parser};
    ///
    /// let mut parser = Parser::with_options(ParseOptions::new().charset(Charset::WINDOWS_1252));
    /// let arena = Arena::new();
    /// let collection = parser.read(&arena, "(;CA[UTF-8]PB[é])".as_bytes());
    /// assert_eq!(collection.root().unwrap().text("PB"), Some("Ã©"));
    /// ```
    #[must_use]
    pub fn charset(self, charset: impl Into<Option<Charset>>) -> Self {
        Self { charset: charset.into(), ..self }
    }

    /// What the scanner has to keep to.
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
