//! Numbers: Number and Real.

use alloc::string::String;

use super::reading::{Fault, Parsed, Reading, Repair};
use super::source::AnyValue;
use crate::text::is_space;

/// Reads a Number: digits, with or without a sign.
///
/// White space is left out, and so is a fraction of zeros. Anything else is no number.
///
/// Source: FF\[4\], `Number = [("+"|"-")] Digit { Digit }`.
///
/// ```
/// use kifu::values::{self, Fault, Outcome, Repair};
///
/// assert_eq!(values::number("-3").outcome(), Outcome::Exact(-3));
/// assert_eq!(values::number("1 9").outcome(), Outcome::Repaired(19, Repair::WhiteSpace));
/// assert_eq!(values::number("2.0").outcome(), Outcome::Repaired(2, Repair::ZeroFraction));
/// assert_eq!(values::number("2.5").outcome(), Outcome::Unreadable(Fault::NotANumber));
/// ```
pub fn number<'v>(value: impl AnyValue<'v>) -> Reading<'v, i64> {
    let text = value.whole();
    Reading::of(text, parse_number(text))
}

pub(super) fn parse_number(text: &str) -> Parsed<i64> {
    let mut bytes = text.bytes().filter(|&byte| !is_space(byte)).peekable();
    let mut repair = text.bytes().any(is_space).then_some(Repair::WhiteSpace);
    if bytes.peek().is_none() {
        return Err(Fault::Empty);
    }
    let sign = bytes.next_if(|byte| matches!(byte, b'+' | b'-'));
    let is_negative = sign == Some(b'-');
    // Negative, since the least number has no positive twin.
    let mut number = Some(0_i64);
    let mut has_digits = false;
    while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
        has_digits = true;
        number = number
            .and_then(|number| number.checked_mul(10))
            .and_then(|number| number.checked_sub(i64::from(digit - b'0')));
    }
    if bytes.next_if_eq(&b'.').is_some() {
        while bytes.next_if_eq(&b'0').is_some() {}
        repair = Some(Repair::ZeroFraction);
    }
    if !has_digits || bytes.next().is_some() {
        return Err(Fault::NotANumber);
    }
    let number = number.and_then(|it| if is_negative { Some(it) } else { it.checked_neg() });
    Ok((number.ok_or(Fault::OutOfRange)?, repair))
}

/// Reads a Real: a Number, with or without a fraction.
///
/// White space is left out; a decimal comma is read as a point; digits may be missing on one side of
/// it. There are no exponents and no infinity.
///
/// Cost: linear; allocates if the text is repaired.
///
/// Source: FF\[4\], `Real = Number ["." Digit { Digit }]`.
///
/// ```
/// use kifu::values::{self, Fault, Outcome, Repair};
///
/// assert_eq!(values::real("6.5").outcome(), Outcome::Exact(6.5));
/// assert_eq!(values::real("30.").outcome(), Outcome::Repaired(30.0, Repair::MissingDigits));
/// assert_eq!(values::real("1e3").outcome(), Outcome::Unreadable(Fault::NotANumber));
/// ```
pub fn real<'v>(value: impl AnyValue<'v>) -> Reading<'v, f64> {
    let text = value.whole();
    Reading::of(text, parse_real(text))
}

pub(super) fn parse_real(text: &str) -> Parsed<f64> {
    let repair = real_form(text)?;
    let number = match repair {
        None => text.parse::<f64>(),
        Some(_) => {
            let kept = text.chars().filter(|char| !char.is_ascii() || !is_space(*char as u8));
            kept.map(|char| if char == ',' { '.' } else { char }).collect::<String>().parse()
        }
    };
    match number {
        Ok(number) if number.is_finite() => Ok((number, repair)),
        Ok(_) => Err(Fault::OutOfRange),
        Err(_) => Err(Fault::NotANumber),
    }
}

/// What has to be repaired for the text to have the form of a Real.
fn real_form(text: &str) -> Result<Option<Repair>, Fault> {
    let mut repair = text.bytes().any(is_space).then_some(Repair::WhiteSpace);
    let mut bytes = text.bytes().filter(|&byte| !is_space(byte)).peekable();
    if bytes.peek().is_none() {
        return Err(Fault::Empty);
    }
    bytes.next_if(|byte| matches!(byte, b'+' | b'-'));
    let mut digits = || {
        let mut has_digits = false;
        while bytes.next_if(u8::is_ascii_digit).is_some() {
            has_digits = true;
        }
        (has_digits, bytes.next())
    };
    let (before, separator) = digits();
    let after = match separator {
        None => return if before { Ok(repair) } else { Err(Fault::NotANumber) },
        Some(b'.') => digits(),
        Some(b',') => {
            repair = Some(Repair::DecimalComma);
            digits()
        }
        Some(_) => return Err(Fault::NotANumber),
    };
    match (before, after) {
        (true, (true, None)) => Ok(repair),
        (true, (false, None)) | (false, (true, None)) => Ok(repair.or(Some(Repair::MissingDigits))),
        _ => Err(Fault::NotANumber),
    }
}
