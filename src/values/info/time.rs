//! Main time, and the durations that overtime is made of.

use core::time::Duration;

use super::super::lexer::{Lexer, Number, Token, narrow, readable};
use super::super::reading::{Fault, Reading, Repair};
use super::number::real;
use super::time_dictionary::{TIME, TimeWord};

/// How long each player has before overtime.
///
/// Source: FF\[4\], TM.
///
/// ```
/// use kifu::values::{MainTime, main_time};
///
/// assert_eq!(main_time("600").value().unwrap().limit().unwrap().as_secs(), 600);
/// assert_eq!(MainTime::Unlimited.limit(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MainTime {
    /// So long.
    Limit(Duration),
    /// There is no limit.
    Unlimited,
}

impl MainTime {
    /// The limit, if there is one.
    pub const fn limit(self) -> Option<Duration> {
        match self {
            Self::Limit(limit) => Some(limit),
            Self::Unlimited => None,
        }
    }
}

/// Reads the main time of each player.
///
/// What follows it (overtime, in `40:00(5x1:00)`) is left out. `1:30` alone can be hours or minutes
/// and is not read; from `10:00` on, two numbers are minutes and seconds.
///
/// Source: FF\[4\], TM: seconds, as a Real. The other forms are habits.
///
/// ```
/// use core::time::Duration;
/// use kifu::values::{MainTime, main_time};
///
/// assert!(main_time("5400").is_exact());
/// for text in ["1:30:00", "90m", "1h 30min", "1時間30分", "1小时30分钟", "90:00", "90 minutes each"] {
///     let limit = main_time(text).value().and_then(MainTime::limit);
///     assert_eq!(limit, Some(Duration::from_secs(5400)), "{text}");
/// }
/// assert_eq!(main_time("unlimited").value(), Some(MainTime::Unlimited));
/// assert!(main_time("1:30").is_unreadable());
/// ```
#[inline]
pub fn main_time(text: &str) -> Reading<'_, MainTime> {
    match seconds(text) {
        Some(limit) => Reading::exact(text, MainTime::Limit(limit)),
        None => match other_time(text) {
            Ok((time, repair)) => Reading::repaired(text, time, repair),
            Err(fault) => Reading::unreadable(text, fault),
        },
    }
}

/// Seconds, as the format has them.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    if let (1..=9, true) = (text.len(), text.bytes().all(|byte| byte.is_ascii_digit())) {
        return Some(Duration::from_secs(text.parse().ok()?));
    }
    Duration::try_from_secs_f64(real(text)?).ok()
}

#[cold]
fn other_time(text: &str) -> Result<(MainTime, Repair), Fault> {
    let inner = readable(text)?;
    if let Some(limit) = seconds(inner) {
        return Ok((MainTime::Limit(limit), Repair::WhiteSpace));
    }
    // `3600.` was a number in FF[1].
    if let Some(limit) = wide_seconds(inner.strip_suffix('.').unwrap_or(inner)) {
        return Ok((MainTime::Limit(limit), Repair::Form));
    }
    // CGoban writes a dash for a game without a clock.
    if ["-", "--", "–", "—", "∞"].contains(&inner) {
        return Ok((MainTime::Unlimited, Repair::Words));
    }
    let mut lexer = Lexer::new(inner, TIME);
    let mut time = None;
    loop {
        let before = lexer;
        match lexer.next_solid() {
            None => break,
            Some(Token::Word(TimeWord::Filler)) | Some(Token::Sign(',' | ':' | '.')) => {}
            Some(Token::Word(TimeWord::None)) if time.is_none() => {
                return match lexer.all(|token| matches!(token, Token::Space | Token::Word(_))) {
                    true => Ok((MainTime::Unlimited, Repair::Words)),
                    false => Err(Fault::NoTime),
                };
            }
            Some(Token::Word(TimeWord::Each)) if time.is_some() => {
                let mut ahead = lexer;
                match ahead.next_solid() {
                    Some(Token::Word(TimeWord::Filler | TimeWord::Other)) => lexer = ahead,
                    _ => return Err(Fault::Ambiguous),
                }
            }
            Some(Token::Word(TimeWord::Kind(_))) if time.is_some() => {
                return Ok((MainTime::Limit(time.unwrap_or_default()), Repair::Note));
            }
            // What comes after is overtime.
            Some(Token::Sign('(' | '（' | '+' | ';' | '[')) if time.is_some() => {
                return Ok((MainTime::Limit(time.unwrap_or_default()), Repair::Note));
            }
            Some(_) if time.is_none() => {
                lexer = before;
                let span = duration(&mut lexer).ok_or(Fault::NoTime)?;
                // `1800+3x30`: so many minutes would be days.
                let seconds = span.seconds >= 300.0 && lexer.peek() == Some(Token::Sign('+'));
                time = Some(if seconds { span.duration()? } else { span.named()? });
            }
            Some(_) => return Err(Fault::NoTime),
        }
    }
    Ok((MainTime::Limit(time.ok_or(Fault::NoTime)?), Repair::Words))
}

/// Seconds in full-width digits.
fn wide_seconds(text: &str) -> Option<Duration> {
    let mut digits = text.chars().map(|digit| narrow(digit).to_digit(10));
    let sum = digits.try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit?))?;
    Some(Duration::from_secs(sum.into()))
}

/// What stands after the main time, if it can be overtime: `5x30s` of `20m + 5x30s`.
///
/// Inlined for the many texts that are too short for both.
#[inline]
pub(super) fn after_main_time(text: &str) -> Option<&str> {
    if text.len() <= 6 {
        return None;
    }
    let (main, rest) = text.split_once(['+', '(', '（', '[', ';'])?;
    (!main.trim().is_empty()).then_some(rest)
}

/// A length of time, and whether a unit or colons say of what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) seconds: f64,
    pub(super) named: bool,
    ambiguous: bool,
}

impl Span {
    /// So many seconds.
    pub(super) const fn of(seconds: f64) -> Self {
        Self { seconds, named: true, ambiguous: false }
    }

    /// As a duration, of whatever unit the number was.
    fn duration(self) -> Result<Duration, Fault> {
        if self.ambiguous {
            return Err(Fault::Ambiguous);
        }
        Duration::try_from_secs_f64(self.seconds).map_err(|_| Fault::OutOfRange)
    }

    /// As a duration whose unit is known.
    fn named(self) -> Result<Duration, Fault> {
        if self.named { self.duration() } else { Err(Fault::Ambiguous) }
    }
}

/// Reads a length of time: `1:30:00`, `90m`, `1時間30分`, or a number alone.
pub(super) fn duration(lexer: &mut Lexer<'_, TimeWord>) -> Option<Span> {
    let Some(Token::Number(first)) = lexer.next_solid() else { return None };
    if let Some(clock) = clock(lexer, first.value) {
        return Some(clock);
    }
    let first = with_fraction(lexer, first);
    let (mut number, mut sum, mut smallest) = (first, 0.0, f64::INFINITY);
    let mut named = false;
    loop {
        let mut ahead = *lexer;
        let Some(unit) = take_unit(&mut ahead) else { break };
        let unit = f64::from(unit);
        // Units go from the largest to the smallest.
        if unit >= smallest {
            return None;
        }
        (sum, smallest, named) = (sum + number * unit, unit, true);
        *lexer = ahead;
        if ahead.next_solid() == Some(Token::Word(TimeWord::Half)) {
            (sum, *lexer) = (sum + unit / 2.0, ahead);
            break;
        }
        let mut ahead = *lexer;
        let Some(Token::Number(next)) = ahead.next_solid() else { break };
        // A number without a unit, or with one that is not smaller, is another length of time.
        match ahead.peek().and_then(unit_of) {
            Some(next) if f64::from(next) < smallest => {}
            // `1h30`.
            None if unit == 3600.0 && next.digits == 2 && next.value < 60.0 && is_last(ahead) => {
                (sum, *lexer) = (sum + 60.0 * next.value, ahead);
                break;
            }
            _ => break,
        }
        (number, *lexer) = (next.value, ahead);
    }
    let seconds = if named { sum } else { number };
    Some(Span { seconds, named, ambiguous: false })
}

/// Whether the length of time ends here.
fn is_last(mut lexer: Lexer<'_, TimeWord>) -> bool {
    matches!(lexer.next_solid(), None | Some(Token::Sign('+' | '(' | ',' | ';')))
}

/// Takes a unit. Two minute signs are those of seconds: `30''`.
fn take_unit(lexer: &mut Lexer<'_, TimeWord>) -> Option<u32> {
    let sign = lexer.next_solid()?;
    let unit = unit_of(sign)?;
    let mut ahead = *lexer;
    if !matches!(sign, Token::Word(_)) && unit == 60 && ahead.next() == Some(sign) {
        *lexer = ahead;
        return Some(1);
    }
    Some(unit)
}

/// The seconds of a unit, by its word or its sign.
fn unit_of(token: Token<TimeWord>) -> Option<u32> {
    match token {
        Token::Word(TimeWord::Unit(unit)) => Some(unit),
        Token::Sign('"' | '″' | '”') => Some(1),
        Token::Sign('\'' | '′' | '’') => Some(60),
        _ => None,
    }
}

/// A number with the half or the fraction after it: `3½`, `1 1/2`. A fraction has a unit after it.
fn with_fraction(lexer: &mut Lexer<'_, TimeWord>, number: Number) -> f64 {
    let mut ahead = *lexer;
    let part = match ahead.next_solid() {
        Some(Token::Sign('½')) => Some(0.5),
        Some(Token::Sign('¼')) => Some(0.25),
        Some(Token::Sign('¾')) => Some(0.75),
        Some(Token::Number(above)) => match (ahead.next(), ahead.next()) {
            (Some(Token::Sign('/')), Some(Token::Number(below))) => {
                let (above, below) = (above.whole(3), below.whole(4));
                above
                    .zip(below)
                    .filter(|(above, below)| 0 < *above && above < below)
                    .map(|(above, below)| f64::from(above) / f64::from(below))
            }
            _ => None,
        },
        _ => None,
    };
    match part.filter(|_| !number.fraction && ahead.peek().and_then(unit_of).is_some()) {
        Some(part) => {
            *lexer = ahead;
            number.value + part
        }
        None => number.value,
    }
}

/// The rest of `1:30:00` or `30:00`.
fn clock(lexer: &mut Lexer<'_, TimeWord>, first: f64) -> Option<Span> {
    let mut parts = [first, 0.0, 0.0];
    let mut count = 1;
    let mut ahead = *lexer;
    while count < 3 && ahead.next() == Some(Token::Sign(':')) {
        let Some(Token::Number(number)) = ahead.next() else { break };
        if number.digits != 2 || number.value >= 60.0 {
            return None;
        }
        parts[count] = number.value;
        (*lexer, count) = (ahead, count + 1);
    }
    let [a, b, c] = parts;
    Some(match count {
        1 => return None,
        // `30:00` is minutes; `1:30` may be hours.
        2 => Span { seconds: a * 60.0 + b, named: true, ambiguous: a < 10.0 },
        _ => Span { seconds: a * 3600.0 + b * 60.0 + c, named: true, ambiguous: false },
    })
}
