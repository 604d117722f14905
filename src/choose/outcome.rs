//! Patterns of results: `B+R`, `W+`, `resign`, `B+0.5..3.5`, `draw`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use super::Interval;
use crate::values::{Color, Ending, GameResult};

/// What a result may be: who won, and how.
///
/// Written as the format writes results: `B+`, `W+R` (also `W+Resign`), `B+T`, `B+F`, `B+3.5`,
/// `W+0.5..5`, `0` or `draw`, `void`; without a colour for either: `R` or `resign`, `T` or `time`,
/// `F` or `forfeit`, `points`.
///
/// ```
/// use kifu::choose::ResultPattern;
/// use kifu::values::result;
///
/// let pattern: ResultPattern = "W+0.5..5".parse()?;
/// assert_eq!(pattern.matches(&result("W+2.5").value().unwrap()), Some(true));
/// assert_eq!(pattern.matches(&result("W+R").value().unwrap()), Some(false));
/// assert_eq!(pattern.matches(&result("?").value().unwrap()), None);
/// assert!("X+R".parse::<ResultPattern>().is_err());
/// # Ok::<(), kifu::choose::ParseResultError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultPattern {
    winner: Option<Color>,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    /// In whatever way, as long as someone won.
    Won,
    /// In this way.
    Ending(Ending),
    /// By so many points.
    Margin(Interval<f64>),
}

impl ResultPattern {
    /// Whether the result is one of those meant; `None` if it does not say.
    pub fn matches(&self, result: &GameResult) -> Option<bool> {
        if result.ending() == Ending::Unknown {
            return None;
        }
        if self.winner.is_some_and(|winner| result.winner() != Some(winner)) {
            return Some(false);
        }
        let won_somehow = result.ending() == Ending::Unspecified;
        match self.how {
            How::Won => Some(result.winner().is_some()),
            How::Ending(ending) if ending == result.ending() => Some(true),
            // Someone won, and it is not said how.
            How::Ending(Ending::Draw | Ending::Void) => Some(false),
            How::Ending(_) => {
                if won_somehow {
                    None
                } else {
                    Some(false)
                }
            }
            How::Margin(margin) => match result.points() {
                Some(points) => Some(margin.contains_by(&points, f64::total_cmp)),
                None if won_somehow || result.ending() == Ending::Points => None,
                None => Some(false),
            },
        }
    }
}

/// A text is no pattern of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseResultError(String);

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(f, "`{text}` is not a result such as B+, W+R, B+T, B+0.5, W+1..10, resign or draw")
    }
}

impl Error for ParseResultError {}

impl FromStr for ResultPattern {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        let error = || ParseResultError(text.to_owned());
        let lower = text.trim().to_lowercase();
        let (winner, how) = match lower.split_once('+') {
            Some(("b" | "black", how)) => (Some(Color::Black), how),
            Some(("w" | "white", how)) => (Some(Color::White), how),
            Some(_) => return Err(error()),
            None => match lower.as_str() {
                "b" | "black" => (Some(Color::Black), ""),
                "w" | "white" => (Some(Color::White), ""),
                how => (None, how),
            },
        };
        let how = match (how, winner) {
            ("", Some(_)) => How::Won,
            ("r" | "resign" | "resignation", _) => How::Ending(Ending::Resignation),
            ("t" | "time", _) => How::Ending(Ending::Time),
            ("f" | "forfeit", _) => How::Ending(Ending::Forfeit),
            ("points", _) => How::Ending(Ending::Points),
            ("0" | "draw" | "jigo", None) => How::Ending(Ending::Draw),
            ("void", None) => How::Ending(Ending::Void),
            (margin, Some(_)) => How::Margin(margin.parse().map_err(|_| error())?),
            _ => return Err(error()),
        };
        Ok(Self { winner, how })
    }
}
