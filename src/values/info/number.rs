//! Komi and handicap, and the Real that results and times start from.

use super::super::lexer::{Lexer, Number, Token, Words, readable};
use super::super::reading::{Fault, Reading, Repair};

/// A Real in the form of the format: a sign, digits, and perhaps a point and digits.
pub(super) fn real(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text).as_bytes();
    let point = digits.iter().position(|&byte| byte == b'.').unwrap_or(digits.len());
    let fraction = digits.get(point + 1..).unwrap_or(b"0");
    let sound = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if !(sound(&digits[..point]) && sound(fraction)) {
        return None;
    }
    if digits.len() > 18 {
        return text.parse().ok();
    }
    let all = digits[..point].iter().chain(digits.get(point + 1..).unwrap_or(b""));
    let whole = all.fold(0_u64, |sum, &digit| sum * 10 + u64::from(digit - b'0'));
    // Exact: both sides of the division are whole numbers that an f64 holds.
    let value = match digits.len().saturating_sub(point + 1) {
        _ if whole >= 1 << 53 => text.parse().ok()?,
        places => whole as f64 / POWERS[places.min(17)],
    };
    Some(if text.starts_with('-') && whole != 0 { -value } else { value })
}

const POWERS: [f64; 18] = [
    1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17,
];

/// Words of amounts, in komi, results and handicaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    /// A unit: points.
    Points,
    /// A unit: stones of Chinese counting, worth two points each.
    Stones,
    /// A half.
    Half,
    /// The fraction named.
    Quarters(u8),
    /// Between a whole number and its fraction.
    And,
    /// Between the parts of a fraction that names the lower one first.
    Of,
}

/// An amount that starts with a number or a half: `6.5`, `6目半`, `1又3/4子`, `5 1/2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Parsed {
    /// How many.
    pub(super) value: f64,
    /// Whether a unit says that these are stones of Chinese counting.
    pub(super) stones: bool,
    /// Whether a unit stands there.
    pub(super) unit: bool,
}

/// Reads an amount from where `lexer` is, if one starts there; `meaning` finds the words of amounts.
pub(super) fn amount<M: Copy>(
    lexer: &mut Lexer<'_, M>,
    meaning: fn(M) -> Option<Amount>,
) -> Option<Parsed> {
    let mut ahead = *lexer;
    let mut parsed = Parsed { value: 0.0, stones: false, unit: false };
    let word = |token| match token {
        Some(Token::Word(word)) => meaning(word),
        Some(Token::Sign('½')) => Some(Amount::Half),
        Some(Token::Sign('¼')) => Some(Amount::Quarters(1)),
        Some(Token::Sign('¾')) => Some(Amount::Quarters(3)),
        _ => None,
    };
    match ahead.next_solid() {
        Some(Token::Number(number)) => parsed.value = number_or_fraction(&mut ahead, number, word)?,
        token => match word(token)? {
            Amount::Half => parsed.value = 0.5,
            Amount::Quarters(quarters) => parsed.value = f64::from(quarters) / 4.0,
            _ => return None,
        },
    }
    *lexer = ahead;
    let mut halved = false;
    loop {
        match word(ahead.next_solid()) {
            Some(Amount::Half) if !halved && parsed.value % 1.0 == 0.0 => {
                (parsed.value, halved) = (parsed.value + 0.5, true);
            }
            Some(Amount::Quarters(quarters)) if !halved && parsed.value % 1.0 == 0.0 => {
                (parsed.value, halved) = (parsed.value + f64::from(quarters) / 4.0, true);
            }
            Some(Amount::Points) if !parsed.stones => parsed.unit = true,
            Some(Amount::Stones) if !parsed.unit || parsed.stones => {
                (parsed.unit, parsed.stones) = (true, true);
            }
            Some(Amount::And) if !halved => {
                let part = match ahead.next_solid() {
                    Some(Token::Number(number)) => number_or_fraction(&mut ahead, number, word)?,
                    token => match word(token)? {
                        Amount::Half => 0.5,
                        Amount::Quarters(quarters) => f64::from(quarters) / 4.0,
                        _ => return None,
                    },
                };
                if part >= 1.0 {
                    return None;
                }
                (parsed.value, halved) = (parsed.value + part, true);
            }
            Some(_) => return None,
            None => return Some(parsed),
        }
        *lexer = ahead;
    }
}

/// A number, or what follows it as `3/4`, `4分の3`, or ` 1/2` after a whole number.
fn number_or_fraction<M: Copy>(
    lexer: &mut Lexer<'_, M>,
    number: Number,
    word: impl Fn(Option<Token<M>>) -> Option<Amount>,
) -> Option<f64> {
    let mut ahead = *lexer;
    match ahead.next_solid() {
        Some(Token::Sign('/')) => {
            let Some(Token::Number(below)) = ahead.next_solid() else { return None };
            *lexer = ahead;
            part(number, below)
        }
        Some(Token::Number(above)) => {
            let (Some(Token::Sign('/')), Some(Token::Number(below))) =
                (ahead.next_solid(), ahead.next_solid())
            else {
                return None;
            };
            *lexer = ahead;
            number.whole(1000).map(f64::from)?.checked(part(above, below)?)
        }
        token if word(token) == Some(Amount::Of) => {
            let Some(Token::Number(above)) = ahead.next_solid() else { return None };
            *lexer = ahead;
            part(above, number)
        }
        _ => Some(number.value),
    }
}

/// A sum of a whole number and a part.
trait Checked: Sized {
    fn checked(self, part: f64) -> Option<f64>;
}

impl Checked for f64 {
    fn checked(self, part: f64) -> Option<f64> {
        (part < 1.0).then_some(self + part)
    }
}

/// Halves, thirds and quarters, below one.
fn part(above: Number, below: Number) -> Option<f64> {
    let (above, below) = (above.whole(3)?, below.whole(4)?);
    (above > 0 && above < below).then(|| f64::from(above) / f64::from(below))
}

#[derive(Clone, Copy)]
enum KomiWord {
    Amount(Amount),
    /// The name of the thing itself.
    Komi,
    /// White gives it.
    Reverse,
    /// There is none.
    Nothing,
}

const KOMI: Words<KomiWord> = {
    use self::Amount::{And, Half, Of, Points, Quarters, Stones};
    use KomiWord::{Amount, Komi, Nothing, Reverse};
    &[
        ("komi", Komi),
        ("逆コミ", Reverse),
        ("逆込み", Reverse),
        ("逆コミ出し", Reverse),
        ("逆贴", Reverse),
        ("逆貼", Reverse),
        ("倒贴", Reverse),
        ("倒貼", Reverse),
        ("reverse", Reverse),
        ("역덤", Reverse),
        ("zi", Amount(Stones)),
        ("コミ", Komi),
        ("込み", Komi),
        ("コミ出し", Komi),
        ("コミダシ", Komi),
        ("込み出し", Komi),
        ("黒", Komi),
        ("黑", Komi),
        ("흑", Komi),
        ("黑贴", Komi),
        ("黒貼", Komi),
        ("黑貼", Komi),
        ("贴目", Komi),
        ("貼目", Komi),
        ("贴子", Komi),
        ("贴", Komi),
        ("貼", Komi),
        ("덤", Komi),
        ("공제", Komi),
        ("점", Amount(Points)),
        ("points", Amount(Points)),
        ("point", Amount(Points)),
        ("pts", Amount(Points)),
        ("pt", Amount(Points)),
        ("p", Amount(Points)),
        ("moku", Amount(Points)),
        ("punkte", Amount(Points)),
        ("puntos", Amount(Points)),
        ("目", Amount(Points)),
        ("집", Amount(Points)),
        ("子", Amount(Stones)),
        ("半", Amount(Half)),
        ("반", Amount(Half)),
        ("half", Amount(Half)),
        ("四分之三", Amount(Quarters(3))),
        ("四分之一", Amount(Quarters(1))),
        ("又", Amount(And)),
        ("and", Amount(And)),
        ("分之", Amount(Of)),
        ("分の", Amount(Of)),
        ("none", Nothing),
        ("no", Nothing),
        ("なし", Nothing),
        ("無し", Nothing),
        ("ナシ", Nothing),
        ("無", Nothing),
        ("无", Nothing),
        ("없음", Nothing),
    ]
};

/// Reads a komi, in points: a Real; or what people write, such as `6目半` and `6,5`.
///
/// Stones of Chinese counting, where a unit names them (`3又3/4子`), are worth two points each. A
/// bare number is taken as it stands: `375` is 375, and
/// [`GameInfo::normalized`](super::GameInfo::normalized) knows which servers mean 7.5 by it.
///
/// Source: FF\[4\], go, KM (a Real); the other forms are habits of people and servers.
///
/// ```
/// use kifu::values::{Repair, komi};
///
/// assert!(komi("6.5").is_exact());
/// for text in ["6,5", "komi 6.5", "6目半", "六目半", "６．５", "덤 6집반", "6 1/2 points"] {
///     assert_eq!(komi(text).value(), Some(6.5), "{text}");
/// }
/// assert_eq!(komi("3又3/4子").value(), Some(7.5));
/// assert!(komi("{{komi}}").is_unreadable());
/// ```
pub fn komi(text: &str) -> Reading<'_, f64> {
    if let Some(value) = real(text) {
        return match value.abs() <= LARGEST_KOMI {
            true => Reading::exact(text, value),
            false => Reading::unreadable(text, Fault::OutOfRange),
        };
    }
    let inner = match readable(text) {
        Ok(inner) => inner,
        Err(fault) => return Reading::unreadable(text, fault),
    };
    if let Some(value) = real(inner).filter(|value| value.abs() <= LARGEST_KOMI) {
        return Reading::repaired(text, value, Repair::WhiteSpace);
    }
    match komi_in_words(inner) {
        Some((value, _)) if value.abs() > LARGEST_KOMI => {
            Reading::unreadable(text, Fault::OutOfRange)
        }
        Some((value, repair)) => Reading::repaired(text, value, repair),
        None => Reading::unreadable(text, Fault::NotANumber),
    }
}

/// More than any komi, even in hundredths of points.
const LARGEST_KOMI: f64 = 100_000.0;

fn komi_in_words(text: &str) -> Option<(f64, Repair)> {
    let mut lexer = Lexer::new(text, KOMI);
    let (mut words, mut none, mut negative, mut noted) = (false, false, false, false);
    let mut value = None;
    loop {
        let ahead = lexer;
        match lexer.next_solid() {
            None => break,
            Some(Token::Word(KomiWord::Komi)) => words = true,
            Some(Token::Word(KomiWord::Reverse)) if !negative => (words, negative) = (true, true),
            Some(Token::Word(KomiWord::Nothing)) if value.is_none() => none = true,
            Some(Token::Sign('-')) if value.is_none() && !negative => negative = true,
            Some(Token::Sign('+')) if value.is_none() => {}
            Some(Token::Sign(':' | '=')) if words && value.is_none() => {}
            // `30.` and `.5` were numbers in FF[1].
            Some(Token::Sign('.')) if value.is_some() && lexer.rest().is_empty() => {}
            // `6.5 (Japanese)`.
            Some(Token::Sign('(')) if value.is_some() && note(lexer) => {
                (noted, lexer) = (true, Lexer::new("", KOMI));
            }
            Some(Token::Sign('.')) if value.is_none() => {
                value =
                    Some(Parsed { value: point_first(lexer.rest())?, stones: false, unit: false });
                lexer = Lexer::new("", KOMI);
            }
            Some(_) if value.is_none() => {
                lexer = ahead;
                value = Some(amount(&mut lexer, |word| match word {
                    KomiWord::Amount(amount) => Some(amount),
                    _ => None,
                })?);
            }
            Some(_) => return None,
        }
    }
    let Some(parsed) = value else { return none.then_some((0.0, Repair::Words)) };
    let sign = if negative { -1.0 } else { 1.0 };
    let repair = match parsed {
        Parsed { stones: true, .. } => Repair::Unit,
        _ if noted => Repair::Note,
        Parsed { unit: true, .. } => Repair::Words,
        _ if words => Repair::Words,
        _ => Repair::Form,
    };
    let factor = if parsed.stones { 2.0 } else { 1.0 };
    (!none).then_some((sign * factor * parsed.value, repair))
}

/// Whether what follows a bracket is a note up to the end, in which no other number stands.
fn note<M: Copy>(mut lexer: Lexer<'_, M>) -> bool {
    lexer.all(|token| !matches!(token, Token::Number(_)))
}

/// The value of the digits after a leading point.
fn point_first(digits: &str) -> Option<f64> {
    if digits.is_empty() || digits.len() > 9 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(f64::from(digits.parse::<u32>().ok()?) / POWERS[digits.len()])
}

#[derive(Clone, Copy)]
enum HandicapWord {
    /// A unit, or the name of the thing itself.
    Filler,
    /// An even game.
    Even,
}

const HANDICAP: Words<HandicapWord> = {
    use HandicapWord::{Even, Filler};
    &[
        ("stones", Filler),
        ("stone", Filler),
        ("handicap", Filler),
        ("h", Filler),
        ("ha", Filler),
        ("steine", Filler),
        ("pierres", Filler),
        ("piedras", Filler),
        ("子", Filler),
        ("让", Filler),
        ("讓", Filler),
        ("让子", Filler),
        ("讓子", Filler),
        ("置石", Filler),
        ("置き石", Filler),
        ("置", Filler),
        ("置碁", Filler),
        ("置き碁", Filler),
        ("受", Filler),
        ("被", Filler),
        ("黒", Filler),
        ("黑", Filler),
        ("授", Filler),
        ("局", Filler),
        ("目", Filler),
        ("점", Filler),
        ("접바둑", Filler),
        ("even", Even),
        ("game", Filler),
        ("none", Even),
        ("no", Even),
        ("互先", Even),
        ("分先", Even),
        ("猜先", Even),
        // Black plays first in each game, without stones and without komi.
        ("定先", Even),
        ("先", Even),
        ("向先", Even),
        ("先番", Even),
        ("先相先", Even),
        ("정선", Even),
        ("선", Even),
        ("선상선", Even),
        ("호선", Even),
        ("맞바둑", Even),
        ("なし", Even),
        ("無し", Even),
        ("無", Even),
        ("无", Even),
        ("없음", Even),
    ]
};

/// Reads a handicap: how many stones Black has more at the start.
///
/// 0 and 1 are what servers write for a game without handicap stones; they are read as they stand.
///
/// Source: FF\[4\], go, HA (a Number, at least 2); the other forms are habits.
///
/// ```
/// use kifu::values::{Fault, handicap};
///
/// assert!(handicap("4").is_exact());
/// for text in [" 4", "4.0", "4 stones", "让4子", "四子", "4점"] {
///     assert_eq!(handicap(text).value(), Some(4), "{text}");
/// }
/// assert_eq!(handicap("互先").value(), Some(0));
/// assert!(handicap("7.5").is_unreadable());
/// ```
pub fn handicap(text: &str) -> Reading<'_, u16> {
    let plain = |text: &str| {
        let digits = text.strip_prefix('+').unwrap_or(text);
        let sound = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        sound.then(|| digits.parse::<u32>().ok()).flatten()
    };
    let checked = |value: u32| u16::try_from(value).ok().filter(|&value| value <= MOST_STONES);
    if let Some(value) = plain(text) {
        return match checked(value) {
            Some(value) => Reading::exact(text, value),
            None => Reading::unreadable(text, Fault::OutOfRange),
        };
    }
    let inner = match readable(text) {
        Ok(inner) => inner,
        Err(fault) => return Reading::unreadable(text, fault),
    };
    if let Some(value) = plain(inner).and_then(checked) {
        return Reading::repaired(text, value, Repair::WhiteSpace);
    }
    let (mut value, mut even, mut noted) = (None, false, false);
    let mut lexer = Lexer::new(inner, HANDICAP);
    while let Some(token) = lexer.next() {
        match token {
            // `7 stones (traditional)`.
            Token::Sign('(') if (value.is_some() || even) && note(lexer) => {
                noted = true;
                break;
            }
            Token::Space
            | Token::Word(HandicapWord::Filler)
            | Token::Sign(':' | '-' | '(' | ')') => {}
            Token::Word(HandicapWord::Even) => even = true,
            // A fraction of zero is a Real where a Number belongs.
            Token::Number(number) if value.is_none() && number.value % 1.0 == 0.0 => {
                value = Number { fraction: false, ..number }.whole(MOST_STONES);
                if value.is_none() {
                    return Reading::unreadable(text, Fault::OutOfRange);
                }
            }
            _ => return Reading::unreadable(text, Fault::NotANumber),
        }
    }
    match (value, even) {
        (Some(value), false) if value == 0 || !inner.starts_with('-') => {
            let plain = inner.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let words = if plain { Repair::Form } else { Repair::Words };
            Reading::repaired(text, value, if noted { Repair::Note } else { words })
        }
        (None | Some(0), true) => Reading::repaired(text, 0, Repair::Words),
        _ => Reading::unreadable(text, Fault::NotANumber),
    }
}

/// The points of the largest board of go.
const MOST_STONES: u16 = 52 * 52;
