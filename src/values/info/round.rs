//! The round of an event, and the application that wrote a record.

use super::super::lexer::{Lexer, Token, Words, readable, stripped};
use super::super::reading::{Fault, Reading, Repair};

/// A round: its number, its kind, or both.
///
/// ```
/// use kifu::values::round;
///
/// let round = round("2 (final)").value().unwrap();
/// assert_eq!((round.number(), round.kind()), (Some(2), Some("final")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round<'v> {
    number: Option<u16>,
    kind: Option<&'v str>,
}

impl<'v> Round<'v> {
    /// The number.
    pub const fn number(&self) -> Option<u16> {
        self.number
    }

    /// The kind: `final`, `playoff`, `league`.
    pub const fn kind(&self) -> Option<&'v str> {
        self.kind
    }
}

#[derive(Clone, Copy)]
struct RoundWord;

#[rustfmt::skip]
const ROUND: Words<RoundWord> = &[
    ("round", RoundWord), ("game", RoundWord), ("runde", RoundWord), ("partie", RoundWord),
    ("ronde", RoundWord), ("ronda", RoundWord), ("st", RoundWord), ("nd", RoundWord),
    ("rd", RoundWord), ("th", RoundWord), ("no", RoundWord), ("the", RoundWord),
    ("第", RoundWord), ("局", RoundWord), ("回戦", RoundWord), ("回战", RoundWord),
    ("回戰", RoundWord), ("轮", RoundWord), ("輪", RoundWord), ("回", RoundWord),
    ("局目", RoundWord), ("제", RoundWord), ("국", RoundWord), ("회전", RoundWord),
    ("라운드", RoundWord),
];

/// Reads a round: a number with its kind in brackets, or one of the two.
///
/// Source: FF\[4\], RO: `xx (tt)`, the number and the type. The other forms are habits.
///
/// ```
/// use kifu::values::round;
///
/// assert!(round("5").is_exact());
/// for text in ["Round 3", "第3局", "3回戦", "第三局", "3rd round"] {
///     assert_eq!(round(text).value().unwrap().number(), Some(3), "{text}");
/// }
/// assert_eq!(round("Final").value().unwrap().kind(), Some("Final"));
/// ```
pub fn round(text: &str) -> Reading<'_, Round<'_>> {
    let inner = stripped(text);
    if inner.is_empty() {
        return Reading::unreadable(text, Fault::Empty);
    }
    let (number, kind) = match inner.find('(') {
        Some(at) if inner.ends_with(')') => {
            (stripped(&inner[..at]), Some(stripped(&inner[at + 1..inner.len() - 1])))
        }
        _ => (inner, None),
    };
    let kind = kind.filter(|kind| !kind.is_empty());
    if let Some(number) = plain(number) {
        let round = Round { number: Some(number), kind };
        return match inner.len() == text.len() {
            true => Reading::exact(text, round),
            false => Reading::repaired(text, round, Repair::WhiteSpace),
        };
    }
    if let Some(number) = in_words(number) {
        return Reading::repaired(text, Round { number: Some(number), kind }, Repair::Words);
    }
    Reading::repaired(text, Round { number: None, kind: Some(inner) }, Repair::Form)
}

fn plain(text: &str) -> Option<u16> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn in_words(text: &str) -> Option<u16> {
    let mut number = None;
    for token in Lexer::new(readable(text).ok()?, ROUND) {
        match token {
            Token::Number(found) if number.is_none() => number = Some(found.whole(9999)?),
            Token::Word(RoundWord) | Token::Space | Token::Sign('.' | '#' | ':') => {}
            _ => return None,
        }
    }
    number
}

/// The application that wrote a record: its name and its version.
///
/// ```
/// use kifu::values::application;
///
/// let application = application("CGoban:3").value().unwrap();
/// assert_eq!((application.name(), application.version()), ("CGoban", Some("3")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Application<'v> {
    name: &'v str,
    version: Option<&'v str>,
}

impl<'v> Application<'v> {
    /// The name.
    pub const fn name(&self) -> &'v str {
        self.name
    }

    /// The version.
    pub const fn version(&self) -> Option<&'v str> {
        self.version
    }
}

/// Reads the name and the version of an application, divided at the first colon of the text.
///
/// [`GameInfo::application`](super::GameInfo::application) knows more: which colon of the record
/// was not escaped.
///
/// Source: FF\[4\], AP, a Compose. Some programs write the name alone.
///
/// ```
/// use kifu::values::application;
///
/// assert!(application("GNU Go:3.8").is_exact());
/// let bare = application("foxwq").value().unwrap();
/// assert_eq!((bare.name(), bare.version()), ("foxwq", None));
/// assert!(application("").is_unreadable());
/// ```
pub fn application(text: &str) -> Reading<'_, Application<'_>> {
    application_at(text, text.find(':'))
}

/// As [`application`], divided at the colon that stands at `colon`.
pub(super) fn application_at(text: &str, colon: Option<usize>) -> Reading<'_, Application<'_>> {
    match colon.and_then(|at| Some((text.get(..at)?, text.get(at + 1..)?))) {
        Some((name, version)) => {
            let trimmed = Application { name: stripped(name), version: Some(stripped(version)) };
            if trimmed.name.is_empty() {
                return Reading::unreadable(text, Fault::Empty);
            }
            match trimmed == (Application { name, version: Some(version) }) {
                true => Reading::exact(text, trimmed),
                false => Reading::repaired(text, trimmed, Repair::WhiteSpace),
            }
        }
        None if stripped(text).is_empty() => Reading::unreadable(text, Fault::Empty),
        None => {
            let bare = Application { name: stripped(text), version: None };
            Reading::repaired(text, bare, Repair::NoSecondPart)
        }
    }
}
