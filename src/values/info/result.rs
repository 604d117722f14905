//! Results: who won, how, and by how much.

use super::super::lexer::readable;
use super::super::reading::{Fault, Reading, Repair};
use super::super::simple::Color;
use super::number::real;
use super::result_words;

/// How a game ended.
///
/// Source: FF\[4\], RE.
///
/// ```
/// use kifu::values::{Ending, result};
///
/// let ending = |text| result(text).value().unwrap().ending();
/// assert_eq!((ending("B+T"), ending("W+"), ending("?")), (Ending::Time, Ending::Unspecified, Ending::Unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// It was counted.
    Points,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Time,
    /// The loser forfeited: did not appear, left, or broke a rule.
    Forfeit,
    /// One side won, and the text does not say how.
    Unspecified,
    /// Neither side won: a draw, a jigo.
    Draw,
    /// The game has no result, or was suspended.
    Void,
    /// The result is not known.
    Unknown,
}

impl Ending {
    /// A stable name for programs.
    ///
    /// ```
    /// assert_eq!(kifu::values::Ending::Resignation.as_str(), "resign");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Resignation => "resign",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Unspecified => "unspecified",
            Self::Draw => "draw",
            Self::Void => "void",
            Self::Unknown => "unknown",
        }
    }
}

/// The result of a game.
///
/// ```
/// use kifu::values::{Ending, Color, result};
///
/// let won = result("W+0.5").value().unwrap();
/// assert_eq!((won.winner(), won.ending()), (Some(Color::White), Ending::Points));
/// assert_eq!((won.margin(), won.points()), (Some(0.5), Some(0.5)));
/// let drawn = result("0").value().unwrap();
/// assert_eq!((drawn.winner(), drawn.ending()), (None, Ending::Draw));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    winner: Option<Color>,
    ending: Ending,
    /// Not a number if there is none.
    margin: Option<f64>,
    stones: bool,
}

impl GameResult {
    pub(super) const fn won(winner: Color, ending: Ending) -> Self {
        Self { winner: Some(winner), ending, margin: None, stones: false }
    }

    pub(super) const fn not_won(ending: Ending) -> Self {
        Self { winner: None, ending, margin: None, stones: false }
    }

    pub(super) const fn counted(winner: Color, margin: f64, stones: bool) -> Self {
        Self { winner: Some(winner), ending: Ending::Points, margin: Some(margin), stones }
    }

    pub(super) const fn with_margin(self, margin: f64) -> Self {
        Self { margin: Some(margin), ..self }
    }

    /// The result with its margin given in stones of Chinese counting.
    pub(super) const fn in_stones(self) -> Self {
        Self { stones: true, ..self }
    }

    /// Who won, if anybody did.
    pub const fn winner(&self) -> Option<Color> {
        self.winner
    }

    /// How the game ended.
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// By how much, as the text has it: points, or stones of Chinese counting.
    pub const fn margin(&self) -> Option<f64> {
        self.margin
    }

    /// Whether the text gives the margin in stones of Chinese counting (子), each worth two points.
    pub const fn is_in_stones(&self) -> bool {
        self.stones
    }

    /// By how many points: the margin, doubled if it is in stones of Chinese counting.
    ///
    /// ```
    /// use kifu::values::result;
    ///
    /// let won = result("黑胜1又3/4子").value().unwrap();
    /// assert_eq!((won.margin(), won.points()), (Some(1.75), Some(3.5)));
    /// ```
    pub fn points(&self) -> Option<f64> {
        self.margin.map(|margin| if self.stones { 2.0 * margin } else { margin })
    }
}

/// Reads a result: that of the format, and what people and servers write in English, Chinese,
/// Japanese, Korean and some European languages.
///
/// A text that can mean two things (`Black time`, two results) is not read.
///
/// Source: FF\[4\], RE; everything that is repaired is a habit of people and servers.
///
/// ```
/// use kifu::values::{Ending, Color, result};
///
/// assert!(result("B+Resign").is_exact());
/// for text in ["b+r", "B+Res.", "黑中盘胜", "黒中押し勝ち", "흑 불계승", "White resigns"] {
///     let won = result(text).value().unwrap();
///     assert_eq!((won.winner(), won.ending()), (Some(Color::Black), Ending::Resignation));
/// }
/// assert_eq!(result("白2目半勝ち").value().unwrap().margin(), Some(2.5));
/// assert_eq!(result("Jigo").value().unwrap().ending(), Ending::Draw);
/// assert!(result("B+1.5 ? W+timeout").is_unreadable());
/// ```
#[inline]
pub fn result(text: &str) -> Reading<'_, GameResult> {
    if let Some(result) = format_result(text) {
        return Reading::exact(text, result);
    }
    match other_result(text) {
        Ok((result, repair)) => Reading::repaired(text, result, repair),
        Err(fault) => Reading::unreadable(text, fault),
    }
}

/// The forms of the format.
#[inline]
fn format_result(text: &str) -> Option<GameResult> {
    let (winner, how) = match text.as_bytes() {
        [b'B', b'+', ..] => (Color::Black, &text[2..]),
        [b'W', b'+', ..] => (Color::White, &text[2..]),
        b"0" | b"Draw" => return Some(GameResult::not_won(Ending::Draw)),
        b"Void" => return Some(GameResult::not_won(Ending::Void)),
        b"?" => return Some(GameResult::not_won(Ending::Unknown)),
        _ => return None,
    };
    let ending = match how {
        "R" | "Resign" => Ending::Resignation,
        "T" | "Time" => Ending::Time,
        "F" | "Forfeit" => Ending::Forfeit,
        "" => Ending::Unspecified,
        _ => {
            let margin = real(how).filter(|_| how.as_bytes()[0].is_ascii_digit())?;
            return Some(GameResult::counted(winner, margin, false));
        }
    };
    Some(GameResult::won(winner, ending))
}

#[cold]
fn other_result(text: &str) -> Result<(GameResult, Repair), Fault> {
    let inner = readable(text)?;
    if let Some(result) = format_result(inner) {
        return Ok((result, Repair::WhiteSpace));
    }
    result_words::read(inner)
}
