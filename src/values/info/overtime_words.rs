//! Overtime in words: `3 periods of 30 seconds`, `25 moves / 10 min`, `秒読み30秒3回`.

use core::time::Duration;

use super::super::lexer::{Lexer, Token};
use super::super::reading::{Fault, Repair};
use super::overtime::{Overtime, OvertimeKind};
use super::time::{Span, duration};
use super::time_dictionary::{TIME, TimeWord};

/// Longer times alone can be the whole time of a game.
const LONGEST_ALONE: Duration = Duration::from_secs(600);

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
    kind: Option<OvertimeKind>,
    each: bool,
    none: bool,
    /// A main time and a `+` stand before it.
    after_main: bool,
    /// A length of time stands before the moves.
    after_time: bool,
    /// The next time is the most that can be saved up.
    max: bool,
}

/// Reads overtime that has not the form that servers share.
pub(super) fn read(text: &str) -> Result<(Overtime, Repair), Fault> {
    let read = Found::of(text).and_then(|found| match (found.overtime(), found.kind, found.time) {
        // `Canadian 10 min`.
        (Err(Fault::Ambiguous), Some(kind), Some(span)) if found.count == 0 => {
            Ok(Overtime::Partial { kind: Some(kind), time: Some(seconds(span.seconds)?) })
        }
        (read, ..) => read,
    });
    match read {
        Err(fault @ (Fault::Ambiguous | Fault::UnknownWord | Fault::NoTime)) => {
            let kind = kind_alone(text).ok_or(fault)?;
            Ok((Overtime::Partial { kind: Some(kind), time: None }, Repair::Words))
        }
        read => read.map(|overtime| (overtime, Repair::Words)),
    }
}

/// The only kind of overtime that a text names.
fn kind_alone(text: &str) -> Option<OvertimeKind> {
    let mut kind = None;
    for token in Lexer::new(text, TIME) {
        match token {
            Token::Word(TimeWord::None) => return None,
            Token::Word(TimeWord::Kind(found)) if kind.is_none_or(|kind| kind == found) => {
                kind = Some(found);
            }
            Token::Word(TimeWord::Kind(_)) => return None,
            _ => {}
        }
    }
    kind
}

impl Found {
    fn of(text: &str) -> Result<Self, Fault> {
        // Not a word of the dictionary, since `60秒讀秒` has it too.
        let rest = ["秒讀", "秒读"].iter().find_map(|word| text.strip_prefix(word));
        let kind = rest.map(|_| OvertimeKind::ByoYomi);
        let mut found = Self { kind, ..Self::default() };
        let mut lexer = Lexer::new(rest.unwrap_or(text), TIME);
        loop {
            let before = lexer;
            match lexer.next_solid() {
                None => return Ok(found),
                Some(Token::Number(_)) => {
                    lexer = before;
                    let span = duration(&mut lexer).ok_or(Fault::NoTime)?;
                    found.number(span, &mut lexer)?;
                }
                // NHK: `30秒、考慮時間1分10回`.
                Some(Token::Word(TimeWord::Thinking)) if found.time.is_some() => {
                    found.kind = Some(OvertimeKind::ByoYomi);
                    return Ok(found);
                }
                // `1 move / min`.
                Some(Token::Word(TimeWord::Unit(unit))) if found.is_each_move() => {
                    let seconds = f64::from(unit);
                    found.time = Some(Span::of(seconds));
                }
                Some(Token::Word(word)) => found.word(word)?,
                // DGS and others put the main time first.
                Some(Token::Sign('+')) if found.is_main_time() => {
                    found = Self { after_main: true, kind: found.kind, ..Self::default() };
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

    /// Whether a unit without a number can be the time of each move. The time before is then the
    /// main time.
    fn is_each_move(&self) -> bool {
        self.is_divided() && self.moves == Some(1) && self.count == 0
    }

    /// Whether a word or a sign for `per` stands there.
    fn is_divided(&self) -> bool {
        self.each || self.joint == Some('/')
    }

    /// Whether nothing but one length of time has been found.
    fn is_main_time(&self) -> bool {
        let fischer = self.kind.is_none_or(|kind| kind == OvertimeKind::Fischer);
        let alone = self.periods.is_none() && self.moves.is_none() && fischer;
        alone && !self.each && (self.time.is_some() != (self.count == 1))
    }

    fn number(&mut self, span: Span, lexer: &mut Lexer<'_, TimeWord>) -> Result<(), Fault> {
        // `Fischer 1 day, 7 days max`.
        let mut ahead = *lexer;
        if ahead.next_solid() == Some(Token::Word(TimeWord::Max)) {
            // `Fischer 30s max 10m`: the number after it, if there is no time yet.
            let next = matches!(ahead.peek(), Some(Token::Number(_)));
            if !next || self.time.is_some() {
                *lexer = ahead;
                return Ok(());
            }
        }
        if core::mem::take(&mut self.max) {
            return Ok(());
        }
        if span.named {
            return match self.time.replace(span) {
                // `15 mins, 25 moves / 10 min`: the main time stands first.
                Some(_) if core::mem::take(&mut self.after_time) && self.is_divided() => Ok(()),
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
        self.after_time = self.time.is_some();
        match slot.replace(count().ok_or(Fault::OutOfRange)?) {
            Some(_) => Err(Fault::Ambiguous),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: TimeWord) -> Result<(), Fault> {
        match word {
            TimeWord::Kind(kind) => match self.kind.replace(kind) {
                // DGS: `Canadian byoyomi`.
                Some(OvertimeKind::Canadian) if kind == OvertimeKind::ByoYomi => {
                    self.kind = Some(OvertimeKind::Canadian);
                }
                Some(OvertimeKind::ByoYomi) if kind == OvertimeKind::Canadian => {}
                Some(before) if before != kind => return Err(Fault::Contradiction),
                _ => {}
            },
            TimeWord::Thinking => self.kind = Some(OvertimeKind::ByoYomi),
            TimeWord::Max => self.max = true,
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
        let partial = |kind, time| Ok(Overtime::Partial { kind, time });
        if self.is_main_time() && self.kind.is_none() && self.count == 0 {
            // `30秒`: more than a minute or so may be anything.
            let short = time
                .filter(|time| *time <= LONGEST_ALONE && !time.is_zero())
                .ok_or(Fault::Ambiguous)?;
            return partial(None, Some(short));
        }
        match self.kind {
            Some(OvertimeKind::Fischer) => {
                self.each_move(time).map(|increment| Overtime::Fischer { increment })
            }
            Some(OvertimeKind::Delay) => {
                self.each_move(time).map(|delay| Overtime::Delay { delay })
            }
            Some(OvertimeKind::Canadian) => self.canadian(time),
            Some(
                kind @ (OvertimeKind::Progressive
                | OvertimeKind::Hourglass
                | OvertimeKind::Correspondence),
            ) => partial(Some(kind), time),
            // `25 moves / 10 min`.
            None if self.moves.is_some_and(|moves| moves > 1) => self.canadian(time),
            // `15 min + 10 sec per move` is Fischer to most, and byo-yomi to some.
            None if self.moves == Some(1) && self.after_main && time.is_some() => {
                partial(None, time)
            }
            // `10 min/25`.
            None if self.is_per_moves() => self.canadian(time),
            _ => self.byo_yomi(time),
        }
    }

    /// Whether a time is divided by a number that is too large for periods.
    fn is_per_moves(&self) -> bool {
        let divided = self.is_divided() && self.time.is_some();
        divided
            && self.periods.is_none()
            && self.moves.is_none()
            && matches!(*self.numbers(), [10.0..=100.0])
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
            // `180 x 5`: the seconds first.
            (None, Some(period), None, &[periods]) if f64::from(period) > periods => {
                (whole(periods)?, seconds(period.into())?)
            }
            (None, None, None, &[first, second]) if times && !known => {
                (whole(first.min(second))?, seconds(first.max(second))?)
            }
            // `byo-yomi 30`; less may be a number of periods.
            (None, None, None | Some(1), &[period]) if known && period >= 10.0 => {
                (1, seconds(period)?)
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
