//! Main time, and the durations that overtime is made of.

use core::time::Duration;

use super::super::lexer::{Lexer, Token, Words, readable};
use super::super::reading::{Fault, Reading, Repair};
use super::number::real;

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

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TimeWord {
    /// A unit, in seconds.
    Unit(u32),
    /// A half, after a unit.
    Half,
    /// Periods of byo-yomi.
    Periods,
    /// Moves or stones.
    Stones,
    /// The kind is byo-yomi.
    ByoYomi,
    /// The kind is Canadian.
    Canadian,
    /// The kind is Fischer.
    Fischer,
    /// The kind is a delay before the clock runs.
    Delay,
    /// For each.
    Each,
    /// For each move.
    EachMove,
    /// There is none.
    None,
    /// Nothing that matters.
    Filler,
    /// The other player, or something else that divides.
    Other,
}

#[rustfmt::skip]
pub(super) const TIME: Words<TimeWord> = {
    use TimeWord::{
        ByoYomi, Canadian, Delay, Each, EachMove, Filler, Fischer, Half, None, Other, Periods, Stones, Unit,
    };
    &[
        ("s", Unit(1)), ("sec", Unit(1)), ("secs", Unit(1)), ("second", Unit(1)),
        ("seconds", Unit(1)), ("sek", Unit(1)), ("sekunden", Unit(1)), ("secondes", Unit(1)),
        ("segundos", Unit(1)), ("秒", Unit(1)), ("초", Unit(1)), ("сек", Unit(1)),
        ("秒钟", Unit(1)), ("秒鐘", Unit(1)),
        ("m", Unit(60)), ("min", Unit(60)), ("mins", Unit(60)), ("minute", Unit(60)),
        ("minutes", Unit(60)), ("minuten", Unit(60)), ("minutos", Unit(60)), ("分", Unit(60)),
        ("分钟", Unit(60)), ("分鐘", Unit(60)), ("分間", Unit(60)), ("분", Unit(60)),
        ("мин", Unit(60)),
        ("h", Unit(3600)), ("hr", Unit(3600)), ("hrs", Unit(3600)), ("hour", Unit(3600)),
        ("hours", Unit(3600)), ("std", Unit(3600)), ("stunde", Unit(3600)),
        ("stunden", Unit(3600)), ("heure", Unit(3600)), ("heures", Unit(3600)),
        ("hora", Unit(3600)), ("horas", Unit(3600)), ("小时", Unit(3600)),
        ("小時", Unit(3600)), ("时", Unit(3600)), ("時", Unit(3600)), ("時間", Unit(3600)),
        ("시간", Unit(3600)), ("ч", Unit(3600)), ("час", Unit(3600)), ("часа", Unit(3600)),
        ("d", Unit(86400)), ("day", Unit(86400)), ("days", Unit(86400)), ("tag", Unit(86400)),
        ("tage", Unit(86400)), ("jours", Unit(86400)), ("天", Unit(86400)),
        ("일", Unit(86400)), ("日", Unit(86400)), ("日間", Unit(86400)),
        ("week", Unit(604_800)), ("weeks", Unit(604_800)),
        ("半", Half), ("반", Half),
        ("x", Periods), ("times", Periods), ("time", Periods), ("period", Periods),
        ("periods", Periods), ("次", Periods), ("回", Periods), ("회", Periods), ("번", Periods),
        ("stone", Stones), ("stones", Stones), ("move", Stones), ("moves", Stones),
        ("手", Stones), ("子", Stones), ("步", Stones), ("수", Stones), ("st", Stones),
        ("byo", ByoYomi), ("yomi", ByoYomi), ("byoyomi", ByoYomi), ("byōyomi", ByoYomi),
        ("japanese", ByoYomi), ("読秒", ByoYomi), ("秒読み", ByoYomi), ("秒読", ByoYomi),
        ("读秒", ByoYomi), ("讀秒", ByoYomi), ("초읽기", ByoYomi), ("byo-yomi", ByoYomi),
        ("canadian", Canadian), ("kanadisch", Canadian), ("加拿大", Canadian),
        ("fischer", Fischer), ("fisher", Fischer), ("increment", Fischer), ("inc", Fischer),
        ("extra", Fischer), ("bonus", Fischer), ("フィッシャー", Fischer), ("加秒", Fischer),
        ("simple", Delay), ("bronstein", Delay), ("delay", Delay),
        ("per", Each), ("every", Each), ("for", Each), ("in", Each), ("每手", EachMove),
        ("毎手", EachMove), ("一手", EachMove), ("매수", EachMove), ("每", Each),
        ("none", None), ("no", None), ("absolute", None), ("sudden", None), ("death", None),
        ("unlimited", None), ("untimed", None), ("infinite", None), ("不限", None),
        ("不限时", None), ("無制限", None), ("无限制", None), ("无", None), ("無", None),
        ("なし", None), ("無し", None), ("없음", None), ("무제한", None), ("limit", None),
        ("timelimit", None),
        ("each", Filler), ("main", Filler), ("player", Filler), ("pro", Filler),
        ("side", Filler), ("a", Filler), ("of", Filler), ("to", Filler), ("about", Filler),
        ("overtime", Filler), ("ot", Filler), ("style", Filler), ("and", Filler),
        ("with", Filler), ("at", Filler), ("the", Filler), ("各", Filler), ("双方", Filler),
        ("持ち時間", Filler), ("持時間", Filler), ("基本时间", Filler), ("用时", Filler),
        ("限时", Filler), ("每方", Filler), ("각", Filler), ("제한시간", Filler),
        ("に", Filler), ("の", Filler), ("で", Filler), ("以内", Filler), ("으로", Filler),
        ("black", Other), ("white", Other), ("黑", Other), ("白", Other), ("黒", Other),
        ("b", Other), ("w", Other),
    ]
};

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
            // What comes after is overtime.
            Some(Token::Sign('(' | '（' | '+' | ';' | '[')) if time.is_some() => {
                return Ok((MainTime::Limit(time.unwrap_or_default()), Repair::Note));
            }
            Some(_) if time.is_none() => {
                lexer = before;
                time = Some(duration(&mut lexer).ok_or(Fault::NoTime)?.named()?);
            }
            Some(_) => return Err(Fault::NoTime),
        }
    }
    Ok((MainTime::Limit(time.ok_or(Fault::NoTime)?), Repair::Words))
}

/// A length of time, and whether a unit or colons say of what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) seconds: f64,
    pub(super) named: bool,
    ambiguous: bool,
}

impl Span {
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
    let (mut number, mut sum, mut smallest) = (first.value, 0.0, f64::INFINITY);
    let mut named = false;
    loop {
        let mut ahead = *lexer;
        let Some(Token::Word(TimeWord::Unit(unit))) = ahead.next_solid() else { break };
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
        match ahead.peek() {
            Some(Token::Word(TimeWord::Unit(unit))) if f64::from(unit) < smallest => {}
            _ => break,
        }
        (number, *lexer) = (next.value, ahead);
    }
    let seconds = if named { sum } else { number };
    Some(Span { seconds, named, ambiguous: false })
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
