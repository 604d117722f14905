//! What tolerant reading did about each fault, as facts: a code, a span, a game. How they are
//! drawn is left to others.

mod message;

use core::fmt;
use core::num::NonZeroU32;

use crate::span::{Location, Span};
use message::Message;

/// One fault that tolerant reading met, and what was done about it: 16 bytes, `Copy`.
///
/// ```
/// use kifu::{Action, Arena, Code, Parser, Severity};
///
/// let arena = Arena::new();
/// let collection = Parser::new().read(&arena, b"(;SZ[9]C;B[aa]");
/// let codes: Vec<_> = collection.diagnostics().iter().map(|found| found.code()).collect();
/// assert_eq!(codes, [Code::PropertyWithoutValue, Code::UnclosedTree]);
///
/// let first = collection.diagnostics()[0];
/// assert_eq!(first.span().range(), 7..8);
/// assert_eq!((first.severity(), first.action()), (Severity::Error, Action::Skipped));
/// assert_eq!(first.game(), Some(0));
/// assert_eq!(first.to_string(), "property without a value left out");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    code: Code,
    case: Case,
    /// The number of the game tree, plus one.
    game: Option<NonZeroU32>,
    span: Span,
}

/// What is special about a diagnostic beside others of its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Case {
    /// Nothing.
    Usual,
    /// A `;` put in before a second move: it leaves the structure of the game tree as it is.
    SecondMove,
    /// A `]` after a value that cannot hold one: it is left out.
    ExtraBracket,
    /// Text that holds a property, which is lost.
    HoldsProperty,
}

impl Diagnostic {
    pub(crate) fn new(code: Code, span: Span, game: Option<u32>) -> Self {
        Self { code, case: Case::Usual, game: None, span }.with_game(game)
    }

    pub(crate) fn with_case(self, case: Case) -> Self {
        Self { case, ..self }
    }

    /// Whether this is a fault in the structure of a game tree, after which it is damaged (R11).
    pub(crate) fn is_structural(self) -> bool {
        self.case != Case::SecondMove && self.code.is_structural()
    }

    /// Whether it says that the game tree may have been read in the wrong character set: a structural
    /// fault, or a `]` too many.
    pub(crate) fn doubts_charset(self) -> bool {
        self.is_structural() || self.code == Code::UnescapedBracket
    }

    pub(crate) fn with_game(self, game: Option<u32>) -> Self {
        Self { game: game.and_then(|game| NonZeroU32::new(game + 1)), ..self }
    }

    pub(crate) fn with_span(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// What was wrong.
    pub fn code(self) -> Code {
        self.code
    }

    /// How bad it is: as the [code](Code::severity) says, but text that holds a property is an
    /// error, since the property is lost.
    ///
    /// ```
    /// use kifu::{Arena, Parser, Severity};
    ///
    /// let arena = Arena::new();
    /// let found = Parser::new().read(&arena, b"Hello! (;B[aa]) PB[Mia]").diagnostics();
    /// assert_eq!(found[0].severity(), Severity::Warning);
    /// assert_eq!(found[1].severity(), Severity::Error);
    /// ```
    pub fn severity(self) -> Severity {
        match self.case {
            Case::HoldsProperty => Severity::Error,
            _ => self.code.severity(),
        }
    }

    /// What was done about it: as the [code](Code::action) says, but a `]` after a value that
    /// cannot hold one is skipped.
    ///
    /// ```
    /// use kifu::{Action, Arena, Parser};
    ///
    /// let arena = Arena::new();
    /// let found = Parser::new().read(&arena, b"(;C[me [1d]: hi];B[aa]])").diagnostics();
    /// assert_eq!(found[0].action(), Action::Kept);
    /// assert_eq!(found[1].action(), Action::Skipped);
    /// ```
    pub fn action(self) -> Action {
        match self.case {
            Case::ExtraBracket => Action::Skipped,
            _ => self.code.action(),
        }
    }

    /// Where it stands in the input. Empty where something is missing.
    pub fn span(self) -> Span {
        self.span
    }

    /// The number of the game tree it stands in, from 0; `None` outside the game trees.
    pub fn game(self) -> Option<usize> {
        self.game.map(|game| game.get() as usize - 1)
    }

    /// The same of a source with so many game trees before those that were read: their
    /// numbers go on from there.
    ///
    /// ```
    /// let arena = kifu::Arena::new();
    /// let found = kifu::Parser::new().read(&arena, b"(;)(;;KO)").diagnostics()[0];
    /// assert_eq!((found.game(), found.behind(10).game()), (Some(1), Some(11)));
    /// ```
    #[must_use]
    pub fn behind(self, games: usize) -> Self {
        let number =
            |game: usize| u32::try_from(game.saturating_add(games)).unwrap_or(u32::MAX - 1);
        self.with_game(self.game().map(number))
    }

    /// The line and the column of the span's start.
    ///
    /// Cost: one pass over the input up to the fault.
    pub fn location(self, source: impl AsRef<[u8]>) -> Location {
        Location::of(source, self.span.start())
    }

    /// What was wrong and what was done, in words, with the names and lengths that `source` gives:
    /// the input that was read. Never longer than a line or two.
    ///
    /// Cost: at most linear in the length of the span, to print it.
    ///
    /// ```
    /// use kifu::{Arena, Parser};
    ///
    /// let arena = Arena::new();
    /// let source = b"(;SZ[9]KO;B[aa])";
    /// let found = Parser::new().read(&arena, source).diagnostics()[0];
    /// assert_eq!(found.message(source).to_string(), "property 'KO' without a value left out");
    /// ```
    pub fn message(self, source: &[u8]) -> impl fmt::Display {
        let rest = source.get(self.span.start()..).unwrap_or_default();
        let bytes = source.get(self.span.range()).unwrap_or_default();
        Message { diagnostic: self, bytes, rest }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.message())
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.code, self.span)?;
        match self.game() {
            Some(game) => write!(f, " game {game}"),
            None => Ok(()),
        }
    }
}

/// How bad a fault is. Ordered: an error is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Odd, but neither repaired nor lost.
    Info,
    /// Repaired without loss.
    Warning,
    /// Something was lost, or had to be guessed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What was done about a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Action {
    /// The bytes of the span are in no tree.
    Skipped,
    /// The tree holds it as it stands.
    Kept,
    /// What was open was closed.
    Closed,
    /// What was missing was put in.
    Inserted,
    /// The values were added to those of the first property with the name.
    Joined,
    /// The name was changed.
    Renamed,
    /// A game tree was made of what stood inside another.
    Cut,
    /// The text was decoded as well as it could be.
    Decoded,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Skipped => "skipped",
            Self::Kept => "kept",
            Self::Closed => "closed",
            Self::Inserted => "inserted",
            Self::Joined => "joined",
            Self::Renamed => "renamed",
            Self::Cut => "cut",
            Self::Decoded => "decoded",
        })
    }
}

/// What a code is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeClass {
    /// The structure of a game tree, or what stands outside of all: records nested in a game tree
    /// with such a fault are cut out of it.
    Structure,
    /// A part of a game tree stands where it may not, and it is clear what is meant.
    Place,
    /// The name of a property.
    Name,
    /// The bounds of a value.
    Value,
    /// Bytes that are no text in the character set of the game tree.
    Text,
    /// The choice of a character set.
    Charset,
}

/// Declares the codes with all that is known of each, in one place.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident, $name:literal, $class:ident, $severity:ident, $action:ident, $message:literal;)*) => {
        /// What was wrong. The names, which [`Display`](fmt::Display) prints, are stable.
        ///
        /// ```
        /// use kifu::{Code, Severity};
        ///
        /// assert_eq!(Code::RecordCut.to_string(), "record-cut");
        /// assert_eq!(Code::RecordCut.severity(), Severity::Error);
        /// assert_eq!(Code::from_name("record-cut"), Some(Code::RecordCut));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$doc])* $code,)*
        }

        impl Code {
            /// All codes, in the order of their severity.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The name: lower-case words joined by hyphens.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// What it is about.
            ///
            /// ```
            /// use kifu::{Code, CodeClass};
            ///
            /// assert_eq!(Code::UnclosedTree.class(), CodeClass::Structure);
            /// assert_eq!(Code::CharsetGuessed.class(), CodeClass::Charset);
            /// ```
            pub fn class(self) -> CodeClass {
                match self {
                    $(Self::$code => CodeClass::$class,)*
                }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }

            /// What is done about it.
            pub fn action(self) -> Action {
                match self {
                    $(Self::$code => Action::$action,)*
                }
            }

            /// What was wrong and what was done, in words.
            pub fn message(self) -> &'static str {
                match self {
                    $(Self::$code => $message,)*
                }
            }
        }
    };
}

codes! {
    /// The input holds no game tree.
    NoTree, "no-tree", Structure, Error, Skipped, "no game tree in the input";
    /// The input ends inside a game tree.
    UnclosedTree, "unclosed-tree", Structure, Error, Closed, "game tree closed at the end of the input";
    /// A value has no `]` up to the end of the input.
    UnclosedValue, "unclosed-value", Structure, Error, Closed,
        "value without ']' taken to reach to the end of the input";
    /// A damaged game tree held whole records, which became game trees of their own.
    RecordCut, "record-cut", Structure, Error, Cut,
        "record inside a damaged game tree made a game tree of its own";
    /// A name is not followed by a value.
    PropertyWithoutValue, "property-without-value", Structure, Error, Skipped,
        "property without a value left out";
    /// A value does not follow a name or another value.
    ValueWithoutProperty, "value-without-property", Structure, Error, Skipped,
        "value without a property left out";
    /// Bytes that belong to no property.
    StrayBytes, "stray-bytes", Structure, Error, Skipped, "stray bytes left out";
    /// Bytes of a value that are not text in its character set.
    InvalidEncoding, "invalid-encoding", Text, Error, Decoded,
        "bytes that are no text replaced in this value";
    /// A bound of the [`ParseOptions`](crate::ParseOptions) was reached.
    LimitReached, "limit-reached", Structure, Error, Skipped,
        "more than the options allow, all from here on left out";
    /// Text before the first game tree.
    TextBeforeTree, "text-before-tree", Structure, Warning, Skipped, "text before the first game tree skipped";
    /// Text between or after the game trees.
    TextAfterTree, "text-after-tree", Structure, Warning, Skipped, "text after a game tree skipped";
    /// A game tree starts with `;`.
    MissingOpenParen, "missing-open-paren", Structure, Warning, Inserted, "'(' put in before this ';'";
    /// A property follows a `(`, or a second move the first one of its node.
    MissingSemicolon, "missing-semicolon", Structure, Warning, Inserted, "';' put in before this property";
    /// `)` where no tree is open.
    ExtraCloseParen, "extra-close-paren", Structure, Warning, Skipped, "')' that closes nothing skipped";
    /// `()`.
    EmptyTree, "empty-tree", Structure, Warning, Skipped, "tree without a node left out";
    /// `((`.
    RedundantParens, "redundant-parens", Structure, Warning, Skipped, "parentheses around trees left out";
    /// A node or a move follows a sub-tree.
    NodeAfterVariation, "node-after-variation", Structure, Warning, Kept,
        "node after a variation hung on the node that the variation hangs on";
    /// A property follows a sub-tree.
    PropertyAfterVariation, "property-after-variation", Place, Warning, Joined,
        "property after a variation given to the node that the variation hangs on";
    /// A property occurs again in its node.
    DuplicateProperty, "duplicate-property", Name, Warning, Joined,
        "values added to the first property with this name in the node";
    /// A `]` inside a value is not escaped.
    UnescapedBracket, "unescaped-bracket", Value, Warning, Kept, "']' taken as part of the value";
    /// White space that the format does not know stands between the parts of a game tree.
    OddWhiteSpace, "odd-white-space", Place, Warning, Skipped,
        "white space that the format does not know skipped in this game tree";
    /// `CA` names no known character set.
    CharsetUnknown, "charset-unknown", Charset, Warning, Decoded, "unknown character set ignored";
    /// `CA` names a character set that the bytes contradict.
    CharsetConflict, "charset-conflict", Charset, Warning, Decoded,
        "character set that does not fit replaced by a better one";
    /// No character set is named, and the bytes are not UTF-8.
    CharsetGuessed, "charset-guessed", Charset, Warning, Decoded, "character set guessed from the bytes";
    /// More was to be read again for other character sets than twice the input.
    CharsetBudget, "charset-budget", Charset, Warning, Decoded,
        "too much to read again: character sets from here on taken without a second look";
    /// A value holds what looks like structure: it may have lost its `]`. It is valid as it stands.
    SuspiciousValue, "suspicious-value", Value, Warning, Kept,
        "value that may have lost its ']' and swallowed what follows";
    /// Lower-case letters in a name.
    LowercaseIdent, "lowercase-ident", Name, Info, Renamed, "lower-case letters dropped from the name";
    /// A name without a capital, or with a digit, `_` or `-`.
    InvalidIdent, "invalid-ident", Name, Info, Kept,
        "name without a capital, or with a digit, '_' or '-', kept";
}

impl Code {
    /// Whether a fault with this code is one in the structure of a game tree (R11).
    pub(crate) fn is_structural(self) -> bool {
        self.class() == CodeClass::Structure
    }

    /// Whether what is strictly valid may have this code, but for bytes that are no text.
    pub(crate) fn is_strictly_valid(self) -> bool {
        matches!(self.class(), CodeClass::Charset | CodeClass::Text)
            || self == Self::SuspiciousValue
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_is_small() {
        assert!(size_of::<Diagnostic>() <= 16, "{}", size_of::<Diagnostic>());
    }

    #[test]
    fn every_code_is_found_by_its_name_and_says_what_was_done() {
        for &code in Code::ALL {
            assert_eq!(Code::from_name(code.name()), Some(code));
            assert!(code.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert!(!code.message().ends_with('.'));
        }
        let worst_first = Code::ALL.windows(2).all(|pair| pair[0].severity() >= pair[1].severity());
        assert!(worst_first, "the codes stand in the order of their severity");
        assert_eq!(Code::from_name("no-such-code"), None);
    }
}
