//! Overtime, as servers spell it.

use core::time::Duration;

use super::super::lexer::{Lexer, Token, readable};
use super::super::reading::{Fault, Reading, Repair};
use super::time::{Span, TIME, TimeWord, duration};

/// What happens when the main time is used up.
///
/// ```
/// use kifu::values::{Overtime, overtime};
///
/// assert!(matches!(overtime("5x30 byo-yomi").value(), Some(Overtime::ByoYomi { periods: 5, .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Overtime {
    /// There is none: who has no time left loses.
    None,
    /// Byo-yomi: a move in each period; a period that runs out is gone.
    ByoYomi {
        /// How many periods there are.
        periods: u16,
        /// How long each is.
        period: Duration,
    },
    /// Canadian: a number of moves in each period.
    Canadian {
        /// How many moves.
        moves: u16,
        /// How long the period is.
        period: Duration,
    },
    /// Fischer: each move adds time.
    Fischer {
        /// How much.
        increment: Duration,
    },
    /// Each move has a time of its own that is not saved up.
    Delay {
        /// How long it is.
        delay: Duration,
    },
}

/// Reads overtime.
///
/// The format leaves the text free, so what is exact are the forms that most servers share, those of
/// KGS and OGS: `3x60 byo-yomi`, `25/600 Canadian`, `60 fischer`, `None`.
///
/// Source: FF\[4\], OT (SimpleText); all forms are habits of servers.
///
/// ```
/// use core::time::Duration;
/// use kifu::values::{Overtime, overtime};
///
/// let byo_yomi = Overtime::ByoYomi { periods: 3, period: Duration::from_secs(30) };
/// for text in ["3x30 byo-yomi", "3 x 30 seconds Byoyomi", "30秒3次", "초읽기 30초 3회"] {
///     assert_eq!(overtime(text).value(), Some(byo_yomi), "{text}");
/// }
/// let canadian = Overtime::Canadian { moves: 25, period: Duration::from_secs(600) };
/// for text in ["25/600 Canadian", "25 moves / 10 min", "10 minutes for 25 stones"] {
///     assert_eq!(overtime(text).value(), Some(canadian), "{text}");
/// }
/// let fischer = Overtime::Fischer { increment: Duration::from_secs(10) };
/// assert_eq!(overtime("10 fischer").value(), Some(fischer));
/// assert!(overtime("20 / 5").is_unreadable());
/// ```
pub fn overtime(text: &str) -> Reading<'_, Overtime> {
    if let Some(overtime) = usual(text) {
        return Reading::exact(text, overtime);
    }
    let read = readable(text).and_then(|inner| match usual(inner) {
        Some(overtime) => Ok((overtime, Repair::WhiteSpace)),
        None => Found::of(inner)?.overtime().map(|overtime| (overtime, Repair::Words)),
    });
    match read {
        Ok((overtime, repair)) => Reading::repaired(text, overtime, repair),
        Err(fault) => Reading::unreadable(text, fault),
    }
}

/// The forms that servers share.
fn usual(text: &str) -> Option<Overtime> {
    if text == "None" {
        return Some(Overtime::None);
    }
    let (numbers, kind) = text.split_once(' ')?;
    let seconds = |text: &str| super::time::seconds(text);
    let count = |text: &str| text.parse::<u16>().ok().filter(|&count| count > 0);
    match kind {
        "byo-yomi" => {
            let (periods, period) = numbers.split_once('x')?;
            Some(Overtime::ByoYomi { periods: count(periods)?, period: seconds(period)? })
        }
        "Canadian" | "canadian" => {
            let (moves, period) = numbers.split_once('/')?;
            let (moves, period) = (count(moves)?, seconds(period)?);
            // Nobody plays more than a move in a second: another order.
            (period.as_secs() >= moves.into()).then_some(Overtime::Canadian { moves, period })
        }
        "fischer" => Some(Overtime::Fischer { increment: seconds(numbers)? }),
        "simple" => Some(Overtime::Delay { delay: seconds(numbers)? }),
        _ => None,
    }
}

/// What has been found in a text.
#[derive(Default)]
struct Found {
    /// The length of a period; a number without a unit is kept in `numbers`.
    time: Option<Span>,
    periods: Option<u16>,
    moves: Option<u16>,
    /// Numbers that nothing names.
    numbers: [f64; 2],
    count: usize,
    /// The sign between them.
    joint: Option<char>,
    kind: Option<TimeWord>,
    each: bool,
    none: bool,
    /// A main time and a `+` stand before it.
    after_main: bool,
}

impl Found {
    fn of(text: &str) -> Result<Self, Fault> {
        let mut found = Self::default();
        let mut lexer = Lexer::new(text, TIME);
        loop {
            let before = lexer;
            match lexer.next_solid() {
                None => return Ok(found),
                Some(Token::Number(_)) => {
                    lexer = before;
                    let span = duration(&mut lexer).ok_or(Fault::NoTime)?;
                    found.number(span, &mut lexer)?;
                }
                Some(Token::Word(word)) => found.word(word)?,
                // DGS and others put the main time first.
                Some(Token::Sign('+')) if found.is_main_time() => {
                    found = Self { after_main: true, ..Self::default() };
                }
                Some(Token::Sign('x' | 'X' | '*' | '×')) => found.joint = Some('x'),
                Some(Token::Sign('/')) => found.joint = Some('/'),
                Some(Token::Sign(
                    '+' | ',' | ':' | '-' | '.' | '(' | ')' | '、' | '，' | '（' | '）',
                )) => {}
                Some(_) => return Err(Fault::UnknownWord),
            }
        }
    }

    /// Whether nothing but one length of time has been found.
    fn is_main_time(&self) -> bool {
        let alone = self.periods.is_none() && self.moves.is_none() && self.kind.is_none();
        alone && !self.each && (self.time.is_some() != (self.count == 1))
    }

    fn number(&mut self, span: Span, lexer: &mut Lexer<'_, TimeWord>) -> Result<(), Fault> {
        if span.named {
            return match self.time.replace(span) {
                // `60/3 10m`: seconds, periods, and the main time.
                Some(_) => Err(Fault::Ambiguous),
                None => Ok(()),
            };
        }
        let count =
            || (span.seconds >= 1.0 && span.seconds <= 9999.0).then_some(span.seconds as u16);
        let mut ahead = *lexer;
        let slot = match ahead.next_solid() {
            Some(Token::Word(TimeWord::Periods)) => &mut self.periods,
            Some(Token::Word(TimeWord::Stones)) => &mut self.moves,
            _ => {
                *self.numbers.get_mut(self.count).ok_or(Fault::Ambiguous)? = span.seconds;
                self.count += 1;
                return Ok(());
            }
        };
        *lexer = ahead;
        match slot.replace(count().ok_or(Fault::OutOfRange)?) {
            Some(_) => Err(Fault::Ambiguous),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: TimeWord) -> Result<(), Fault> {
        match word {
            TimeWord::ByoYomi | TimeWord::Canadian | TimeWord::Fischer | TimeWord::Delay => {
                match self.kind.replace(word) {
                    // DGS: `Canadian byoyomi`.
                    Some(TimeWord::Canadian) if word == TimeWord::ByoYomi => {
                        self.kind = Some(TimeWord::Canadian);
                    }
                    Some(TimeWord::ByoYomi) if word == TimeWord::Canadian => {}
                    Some(before) if before != word => return Err(Fault::Contradiction),
                    _ => {}
                }
            }
            TimeWord::Each => self.each = true,
            TimeWord::EachMove => {
                self.moves.get_or_insert(1);
            }
            TimeWord::None => self.none = true,
            TimeWord::Periods => self.joint = Some('x'),
            TimeWord::Stones if self.each || self.joint == Some('/') => {
                self.moves.get_or_insert(1);
            }
            TimeWord::Filler => {}
            _ => return Err(Fault::NoTime),
        }
        Ok(())
    }

    fn overtime(&self) -> Result<Overtime, Fault> {
        if self.none {
            let named = self.time.is_some() || self.count > 0;
            return if named { Err(Fault::Contradiction) } else { Ok(Overtime::None) };
        }
        // Periods are shorter than an hour: `5x1:00` is a minute each.
        let time = self.time.map(|span| seconds(span.seconds)).transpose()?;
        match self.kind {
            Some(TimeWord::Fischer) => {
                self.each_move(time).map(|increment| Overtime::Fischer { increment })
            }
            Some(TimeWord::Delay) => self.each_move(time).map(|delay| Overtime::Delay { delay }),
            Some(TimeWord::Canadian) => self.canadian(time),
            // `25 moves / 10 min`.
            None if self.moves.is_some_and(|moves| moves > 1) => self.canadian(time),
            // `15 min + 10 sec per move` is Fischer to most, and byo-yomi to some.
            None if self.moves == Some(1) && self.after_main => Err(Fault::Ambiguous),
            _ => self.byo_yomi(time),
        }
    }

    fn numbers(&self) -> &[f64] {
        &self.numbers[..self.count]
    }

    /// A time for each move: `10 sec`, or a number alone.
    fn each_move(&self, time: Option<Duration>) -> Result<Duration, Fault> {
        match (time, self.periods, self.moves, self.numbers()) {
            (Some(time), None, None | Some(1), []) => Ok(time),
            (None, None, None | Some(1), &[number]) => seconds(number),
            _ => Err(Fault::Ambiguous),
        }
    }

    fn canadian(&self, time: Option<Duration>) -> Result<Overtime, Fault> {
        let (moves, period) = match (time, self.periods, self.moves, self.numbers()) {
            (Some(period), None, Some(moves), []) => (moves, period),
            (None, None, Some(moves), &[period]) => (moves, seconds(period)?),
            (Some(period), None, None, &[moves]) => (whole(moves)?, period),
            // `25/600`; nobody plays more than a move in a second.
            (None, None, None, &[moves, period]) if self.joint == Some('/') && moves <= period => {
                (whole(moves)?, seconds(period)?)
            }
            _ => return Err(Fault::Ambiguous),
        };
        Ok(Overtime::Canadian { moves, period })
    }

    fn byo_yomi(&self, time: Option<Duration>) -> Result<Overtime, Fault> {
        let known = self.kind.is_some();
        let times = self.joint == Some('x');
        let (periods, period) = match (time, self.periods, self.moves, self.numbers()) {
            // `3 periods of 30 seconds`, `30秒3次`.
            (Some(period), Some(periods), None | Some(1), []) => (periods, period),
            // `5x30`.
            (None, Some(periods), None, &[period]) if known || f64::from(periods) < period => {
                (periods, seconds(period)?)
            }
            // `60 sec x 5`, `3 byo-yomi of 30 seconds`.
            (Some(period), None, None, &[periods]) if times || known => (whole(periods)?, period),
            (None, None, None, &[periods, period]) if times && known => {
                (whole(periods)?, seconds(period)?)
            }
            // TOM: `60/3 10m`, the seconds and the number of the periods, and the main time.
            (Some(_), None, None, &[period, periods])
                if !known && self.joint == Some('/') && period >= 10.0 && periods <= 10.0 =>
            {
                (whole(periods)?, seconds(period)?)
            }
            // `30 sec/move`, `byo-yomi 30 seconds`: one period that never runs out.
            (Some(period), None, Some(1), []) => (1, period),
            (Some(period), None, None, []) if known => (1, period),
            _ => return Err(Fault::Ambiguous),
        };
        Ok(Overtime::ByoYomi { periods, period })
    }
}

fn seconds(value: f64) -> Result<Duration, Fault> {
    Duration::try_from_secs_f64(value).map_err(|_| Fault::OutOfRange)
}

/// A number of periods or moves.
fn whole(value: f64) -> Result<u16, Fault> {
    let sound = value % 1.0 == 0.0 && (1.0..=9999.0).contains(&value);
    if sound { Ok(value as u16) } else { Err(Fault::OutOfRange) }
}
