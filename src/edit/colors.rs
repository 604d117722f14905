//! Black and White exchanged: the names of properties, and the values that speak of one of the two.

use alloc::string::String;
use core::fmt::Write as _;

use crate::values::{Color, Ending, Fault, GameResult, color, komi, real, result};

/// Properties of Black, and the same of White.
const PAIRS: [(&str, &str); 13] = [
    ("B", "W"),
    ("AB", "AW"),
    ("BC", "WC"),
    ("BL", "WL"),
    ("BR", "WR"),
    ("BS", "WS"),
    ("BT", "WT"),
    ("GB", "GW"),
    ("KGSSB", "KGSSW"),
    ("NB", "NW"),
    ("OB", "OW"),
    ("PB", "PW"),
    ("TB", "TW"),
];

/// The name that a property has when the colours are swapped.
pub(super) fn ident(ident: &str) -> &str {
    // Nearly all others.
    if ident.is_empty() || !ident.bytes().any(|byte| matches!(byte, b'B' | b'W')) {
        return ident;
    }
    let other = PAIRS.iter().find_map(|&(black, white)| match ident {
        _ if ident == black => Some(white),
        _ if ident == white => Some(black),
        _ => None,
    });
    other.unwrap_or(ident)
}

/// Writes what a value is when the colours are swapped. Without that it stays as it is.
pub(super) fn value(ident: &str, text: &str, out: &mut String) -> Result<bool, Fault> {
    if text.is_empty() {
        return Ok(false);
    }
    match ident {
        "PL" => {
            let to_play = color(text).value().ok_or(Fault::NotAColor)?;
            let _ = write!(out, "{}", to_play.other());
            Ok(true)
        }
        "RE" => other_result(text, out),
        // Points for White, and a value that is good for Black where it is positive.
        "KM" | "GKM" | "KI" | "V" => negative(text, out),
        _ => Ok(false),
    }
}

/// A result with the other winner: the text as it is but for the letter of the winner, or else the
/// result in the form of the format.
fn other_result(text: &str, out: &mut String) -> Result<bool, Fault> {
    let read = result(text).value().ok_or(Fault::NoResult)?;
    let Some(winner) = read.winner() else { return Ok(false) };
    let start = text.len() - text.trim_start().len();
    let (space, won) = text.split_at(start);
    let other = match won.as_bytes().first() {
        Some(b'B') => 'W',
        Some(b'b') => 'w',
        Some(b'W') => 'B',
        Some(b'w') => 'b',
        _ => ' ',
    };
    if other != ' ' && won[1..].trim_start().starts_with('+') {
        let _ = write!(out, "{space}{other}{}", &won[1..]);
        let is_other = |it: GameResult| {
            it.winner() == Some(winner.other())
                && (it.ending(), it.points()) == (read.ending(), read.points())
        };
        if result(out).value().is_some_and(is_other) {
            return Ok(true);
        }
        out.clear();
    }
    write_result(winner.other(), &read, out);
    Ok(true)
}

fn write_result(winner: Color, read: &GameResult, out: &mut String) {
    let _ = write!(out, "{winner}+");
    match (read.ending(), read.points()) {
        (Ending::Resignation, _) => out.push('R'),
        (Ending::Time, _) => out.push('T'),
        (Ending::Forfeit, _) => out.push('F'),
        (_, Some(points)) => {
            let _ = write!(out, "{points}");
        }
        _ => {}
    }
}

/// A number with the other sign.
fn negative(text: &str, out: &mut String) -> Result<bool, Fault> {
    let Some(number) = real(text).value() else {
        let number = komi(text).value().ok_or(Fault::NotANumber)?;
        let _ = write!(out, "{}", -number);
        return Ok(number != 0.0);
    };
    if number == 0.0 {
        return Ok(false);
    }
    let text = text.trim();
    match text.strip_prefix('-') {
        Some(digits) => out.push_str(digits),
        None => {
            out.push('-');
            out.push_str(text.strip_prefix('+').unwrap_or(text));
        }
    }
    Ok(true)
}
