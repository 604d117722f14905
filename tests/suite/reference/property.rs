//! The lists of properties, and what makes a value suspicious.

use super::input::{Idents, Input};

/// Properties that make the parenthesis of a first node a candidate (R11).
const ROOT: &str = "AP CA FF GM ST SZ";

/// Properties whose values cannot hold a bracket.
const WITHOUT_BRACKETS: &str = "B W KO MN AB AE AW PL CR MA SL SQ TR DD VW TB TW DM GB GW HO UC \
                                V BM DO IT TE GM FF SZ HA KM TM ST";

/// Properties of one line.
const OF_ONE_LINE: &str = "AN AP BR BT CA CP DT EV GN N ON OT PB PC PW RE RO RU SO US WR WT";

fn is_in(list: &str, ident: &str) -> bool {
    list.split(' ').any(|other| other == ident)
}

pub(super) fn is_root(ident: &str) -> bool {
    is_in(ROOT, ident)
}

pub(super) fn is_move(ident: &str) -> bool {
    ident == "B" || ident == "W"
}

pub(super) fn holds_brackets(ident: &str) -> bool {
    !is_in(WITHOUT_BRACKETS, ident)
}

/// R9: the ident that a name stands for, and whether it is a valid one at that.
pub(super) fn ident_of(name: &str) -> (String, bool) {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let has_others = name.contains(|char: char| !char.is_ascii_alphabetic());
    if capitals.is_empty() || has_others { (name.into(), false) } else { (capitals, true) }
}

/// Whether a lost `]` may have swallowed what follows this value, which the other rules left alone.
pub(super) fn is_suspicious(ident: &str, value: &[u8]) -> bool {
    let value = Input(value);
    let swallows_record =
        |at| value.0[at] == b')' && value.0[value.skip(at + 1)..].starts_with(b"(;");
    let swallows_line = |at| {
        let word = value.skip(at + 1);
        let end = value.ident_end(word);
        let bracket = value.skip(end);
        let is_escaped = value.0[bracket..].starts_with(b"\\[") && {
            let word = &value.0[word..end];
            word.iter().any(u8::is_ascii_uppercase) && !word.iter().any(u8::is_ascii_lowercase)
        };
        matches!(value.0[at], b'\n' | b'\r')
            && (is_escaped || value.property_start(word, Idents::InCapitals))
    };
    (0..value.len()).any(swallows_record)
        || !holds_brackets(ident) && has_unescaped_bracket(value.0)
        || is_in(OF_ONE_LINE, ident) && (0..value.len()).any(swallows_line)
}

fn has_unescaped_bracket(value: &[u8]) -> bool {
    let mut bytes = value.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' => return true,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    false
}
