//! What strict reading can refuse, as facts: a kind, a span, and the class it belongs to.

use core::fmt;

use crate::span::{Location, Span};

/// The first fault of an input, and where it stands.
///
/// Small and `Copy`: it holds no text and borrows nothing. The line and the column are computed
/// when asked for, the sentence when printed.
///
/// ```
/// use kifu::{ErrorClass, ErrorKind, Found};
///
/// let source = "(;B[aa];w[bb])";
/// let error = kifu::parse(&kifu::Arena::new(), source).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::BadIdentStart { found: Found::Char('w') });
/// assert_eq!(error.span().range(), 8..9);
/// assert_eq!(error.location(source).to_string(), "1:9");
/// assert_eq!(error.class().unwrap().to_string(), "property must be in uppercase");
/// assert_eq!(
///     error.to_string(),
///     "expected a property in upper-case letters, ';', '(' or ')', found 'w' at byte 8",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    kind: ErrorKind,
    span: Span,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, span: Span) -> Self {
        Self { kind, span }
    }

    /// What was wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where: the character that was found, the `[` of a value without end, the second ident of
    /// a pair, or, empty, the end of the input.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether the input ends where more of it was needed: nothing is wrong with what is there,
    /// and more of it may mend the rest.
    ///
    /// ```
    /// let incomplete = |source| kifu::parse(&kifu::Arena::new(), source).unwrap_err().is_incomplete();
    /// assert!(["", "(", "(;B", "(;B[aa", "(;B[aa]", "(;B[aa](;W[bb])"].map(incomplete).iter().all(|&is| is));
    /// assert!(!["x", "()", "(;B)", "(;b[aa", "(;B[aa])x"].map(incomplete).iter().any(|&is| is));
    /// ```
    pub fn is_incomplete(&self) -> bool {
        self.kind.found() == Some(Found::End)
    }

    /// The line and the column of the span's start.
    ///
    /// Cost: one pass over the input up to the fault.
    pub fn location(&self, source: impl AsRef<[u8]>) -> Location {
        Location::of(source, self.span.start())
    }

    /// The class of the fault, where it has one of the four canonical texts.
    pub fn class(&self) -> Option<ErrorClass> {
        self.kind.class()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        match self.kind {
            // Its place says nothing: the whole input is meant.
            ErrorKind::InputTooLong { .. } => Ok(()),
            _ => write!(f, " at byte {}", self.span.start()),
        }
    }
}

impl core::error::Error for Error {}

/// What was wrong: what was expected, and what stood there instead.
///
/// New kinds may come; match with a wildcard arm, or match on [`ErrorKind::class`].
///
/// ```
/// use kifu::{ErrorKind, Found};
///
/// let kind = kifu::parse(&kifu::Arena::new(), "(;B)").unwrap_err().kind();
/// assert_eq!(kind, ErrorKind::MissingValue { found: Found::Char(')') });
/// assert_eq!(kind.expected(), "'[' after the property's name");
/// assert_eq!(kind.found(), Some(Found::Char(')')));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input holds white space at most.
    Empty,
    /// Something other than white space stands before the first game tree.
    JunkBeforeTree {
        /// What stands there.
        found: Found,
    },
    /// A `(` is not followed by the `;` of its first node.
    EmptyTree {
        /// What follows instead.
        found: Found,
    },
    /// A lower-case letter stands in a property's name.
    LowercaseInIdent {
        /// The letter.
        found: Found,
    },
    /// Where a property, a node, a sub-tree or the end of the tree may stand, something else does.
    BadIdentStart {
        /// What stands there.
        found: Found,
    },
    /// A property's name is not followed by a value.
    MissingValue {
        /// What follows instead.
        found: Found,
    },
    /// A value has no unescaped `]` up to the end of the input.
    UnclosedValue,
    /// The input ends inside a game tree.
    UnclosedTree,
    /// Something other than a game tree follows a game tree.
    TrailingData {
        /// What follows.
        found: Found,
    },
    /// After a sub-tree, something other than a sub-tree or the end of the tree follows.
    NodeAfterVariation {
        /// What follows.
        found: Found,
    },
    /// A property occurs twice in its node.
    DuplicateProperty,
    /// A byte that is no text in the character set of its game tree.
    InvalidEncoding {
        /// The first byte of what is no character.
        byte: u8,
    },
    /// The input is longer than [`ParseOptions::max_bytes`](crate::ParseOptions::max_bytes)
    /// allows, or has 4 GiB or more.
    InputTooLong {
        /// The greatest number of bytes allowed.
        limit: u32,
    },
    /// Parentheses are nested deeper than [`ParseOptions::max_depth`](crate::ParseOptions::max_depth)
    /// allows.
    TooDeep {
        /// The greatest depth allowed.
        limit: u32,
    },
    /// There are more nodes than [`ParseOptions::max_nodes`](crate::ParseOptions::max_nodes)
    /// allows.
    TooManyNodes {
        /// The greatest number of nodes allowed.
        limit: u32,
    },
}

impl ErrorKind {
    /// The class of the fault, where it has one of the four canonical texts.
    pub fn class(self) -> Option<ErrorClass> {
        Some(match self {
            Self::Empty
            | Self::JunkBeforeTree { .. }
            | Self::UnclosedTree
            | Self::TrailingData { .. }
            | Self::NodeAfterVariation { .. } => ErrorClass::TreeMissing,
            Self::EmptyTree { .. } => ErrorClass::TreeWithNoNodes,
            Self::MissingValue { .. } | Self::UnclosedValue => {
                ErrorClass::PropertiesWithoutDelimiter
            }
            Self::LowercaseInIdent { .. } | Self::BadIdentStart { .. } => {
                ErrorClass::PropertyMustBeInUppercase
            }
            Self::DuplicateProperty
            | Self::InvalidEncoding { .. }
            | Self::InputTooLong { .. }
            | Self::TooDeep { .. }
            | Self::TooManyNodes { .. } => return None,
        })
    }

    /// The name of the kind, in lower-case words joined by hyphens: `missing-value`.
    ///
    /// The names are stable, for programs that read what this one prints.
    pub fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::JunkBeforeTree { .. } => "junk-before-tree",
            Self::EmptyTree { .. } => "empty-tree",
            Self::LowercaseInIdent { .. } => "lowercase-in-ident",
            Self::BadIdentStart { .. } => "bad-ident-start",
            Self::MissingValue { .. } => "missing-value",
            Self::UnclosedValue => "unclosed-value",
            Self::UnclosedTree => "unclosed-tree",
            Self::TrailingData { .. } => "trailing-data",
            Self::NodeAfterVariation { .. } => "node-after-variation",
            Self::DuplicateProperty => "duplicate-property",
            Self::InvalidEncoding { .. } => "invalid-encoding",
            Self::InputTooLong { .. } => "input-too-long",
            Self::TooDeep { .. } => "too-deep",
            Self::TooManyNodes { .. } => "too-many-nodes",
        }
    }

    /// What was expected, in words.
    pub fn expected(self) -> &'static str {
        match self {
            Self::Empty | Self::JunkBeforeTree { .. } => "'(' to open a game tree",
            Self::EmptyTree { .. } => "';' to start the first node after '('",
            Self::LowercaseInIdent { .. } => "an upper-case letter or '['",
            Self::BadIdentStart { .. } => "a property in upper-case letters, ';', '(' or ')'",
            Self::MissingValue { .. } => "'[' after the property's name",
            Self::UnclosedValue => "']' to end the value",
            Self::UnclosedTree => "')' to close the game tree",
            Self::TrailingData { .. } => "'(' to open another game tree, or the end of the input",
            Self::NodeAfterVariation { .. } => "'(' or ')' after a variation",
            Self::DuplicateProperty => "each property once in a node",
            Self::InvalidEncoding { .. } => "text in its character set",
            Self::InputTooLong { .. } => "a shorter input",
            Self::TooDeep { .. } => "fewer open parentheses",
            Self::TooManyNodes { .. } => "fewer nodes",
        }
    }

    /// What was found in the place of what was expected; `None` where that is not a character
    /// nor the end of the input.
    pub fn found(self) -> Option<Found> {
        match self {
            Self::JunkBeforeTree { found }
            | Self::EmptyTree { found }
            | Self::LowercaseInIdent { found }
            | Self::BadIdentStart { found }
            | Self::MissingValue { found }
            | Self::TrailingData { found }
            | Self::NodeAfterVariation { found } => Some(found),
            Self::Empty | Self::UnclosedValue | Self::UnclosedTree => Some(Found::End),
            Self::InvalidEncoding { byte } => Some(Found::Byte(byte)),
            Self::DuplicateProperty
            | Self::InputTooLong { .. }
            | Self::TooDeep { .. }
            | Self::TooManyNodes { .. } => None,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::DuplicateProperty => f.write_str("property given a second time in its node"),
            Self::UnclosedValue => f.write_str("'[' without the ']' that ends its value"),
            Self::InputTooLong { limit } => write!(f, "input longer than {limit} bytes"),
            Self::TooDeep { limit } => write!(f, "more than {limit} open parentheses"),
            Self::TooManyNodes { limit } => write!(f, "more than {limit} nodes"),
            kind => {
                write!(f, "expected {}", kind.expected())?;
                match kind.found() {
                    Some(found) => write!(f, ", found {found}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// What stood in the input where something else was expected.
///
/// ```
/// use kifu::Found;
///
/// assert_eq!(Found::Char('x').to_string(), "'x'");
/// assert_eq!(Found::End.to_string(), "the end of the input");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Found {
    /// A character.
    Char(char),
    /// A byte that belongs to no character of UTF-8.
    Byte(u8),
    /// The end of the input.
    End,
}

impl Found {
    /// What stands at `at`, and the offset after it.
    pub(crate) fn at(bytes: &[u8], at: usize) -> (Self, usize) {
        let Some(&first) = bytes.get(at) else { return (Self::End, at) };
        if first.is_ascii() {
            return (Self::Char(first.into()), at + 1);
        }
        // A character of UTF-8 has four bytes at most; what follows it does not matter.
        let window = &bytes[at..bytes.len().min(at + 4)];
        let valid = match core::str::from_utf8(window) {
            Ok(text) => text,
            Err(error) => core::str::from_utf8(&window[..error.valid_up_to()]).unwrap_or(""),
        };
        match valid.chars().next() {
            Some(found) => (Self::Char(found), at + found.len_utf8()),
            None => (Self::Byte(first), at + 1),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Char(found) => write!(f, "{found:?}"),
            Self::Byte(byte) => write!(f, "byte 0x{byte:02X}"),
            Self::End => f.write_str("the end of the input"),
        }
    }
}

/// The four faults that have a canonical text, which [`Display`](fmt::Display) prints.
///
/// Source: the exercise `sgf-parsing`, whose parsers know no others.
///
/// ```
/// use kifu::ErrorClass;
///
/// let class = |source| kifu::parse(&kifu::Arena::new(), source).unwrap_err().class();
/// assert_eq!(class("").unwrap().to_string(), "tree missing");
/// assert_eq!(class("()").unwrap().to_string(), "tree with no nodes");
/// assert_eq!(class("(;A)").unwrap().to_string(), "properties without delimiter");
/// assert_eq!(class("(;a[b])"), Some(ErrorClass::PropertyMustBeInUppercase));
/// assert_eq!(class("(;A[b]A[c])"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// A game tree is needed and something else, or the end of the input, was found.
    TreeMissing,
    /// A `(` is not followed by a node.
    TreeWithNoNodes,
    /// A property has no value, or a value has no end.
    PropertiesWithoutDelimiter,
    /// A property's name is not written in upper-case letters alone.
    PropertyMustBeInUppercase,
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TreeMissing => "tree missing",
            Self::TreeWithNoNodes => "tree with no nodes",
            Self::PropertiesWithoutDelimiter => "properties without delimiter",
            Self::PropertyMustBeInUppercase => "property must be in uppercase",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn an_error_is_small() {
        assert!(size_of::<Error>() <= 24, "{}", size_of::<Error>());
    }

    #[test]
    fn what_was_found_is_one_character_or_one_byte() {
        assert_eq!(Found::at(b"abc", 1), (Found::Char('b'), 2));
        assert_eq!(Found::at("aéb".as_bytes(), 1), (Found::Char('é'), 3));
        assert_eq!(Found::at("x棋譜y".as_bytes(), 1), (Found::Char('棋'), 4));
        assert_eq!(Found::at(b"\xE6\xA3", 0), (Found::Byte(0xE6), 1));
        assert_eq!(Found::at(b"a\x80", 1), (Found::Byte(0x80), 2));
        assert_eq!(Found::at(b"ab", 2), (Found::End, 2));
    }

    #[test]
    fn a_sentence_is_one_lower_case_clause() {
        let error = Error::new(ErrorKind::UnclosedValue, Span::new(3, 4));
        assert_eq!(error.to_string(), "'[' without the ']' that ends its value at byte 3");
        let error = Error::new(ErrorKind::DuplicateProperty, Span::new(6, 7));
        assert_eq!(error.to_string(), "property given a second time in its node at byte 6");
        let error = Error::new(ErrorKind::InputTooLong { limit: 9 }, Span::new(0, 0));
        assert_eq!(error.to_string(), "input longer than 9 bytes");
    }
}
