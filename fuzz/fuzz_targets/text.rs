//! Any text as a value: set, written and read back, against naive twins that go a character at a
//! time; and any bytes between brackets, read as Text and as Compose, against naive twins too.

#![no_main]

#[path = "../../tests/suite/invariants.rs"]
mod invariants;

use kifu::{Arena, NewValue, OwnedTree};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|parts: (&str, &str)| {
    let (first, second) = parts;
    check_reading(first);
    let (a, b) = (naive_normalised(first), naive_normalised(second));
    let pair = format!("{a}:{b}");
    let written = [
        check_setting(NewValue::text(first), &a, a.find(':')),
        check_setting(NewValue::undivided(first), &a, None),
        check_setting(NewValue::compose(first, second), &pair, Some(a.len())),
    ];
    for written in written {
        check_reading(&written);
    }
});

/// Reads what stands between brackets; `invariants` knows what it says.
fn check_reading(raw: &str) {
    let source = format!("(;X[{raw}])");
    let arena = Arena::new();
    if let Ok(collection) = kifu::parse(&arena, &source) {
        invariants::check(collection);
    }
}

/// Sets a value that has to be this text, divided there, and gives what is written between the
/// brackets.
fn check_setting(value: NewValue<'_>, text: &str, colon: Option<usize>) -> String {
    let mut tree = OwnedTree::new();
    let root = tree.add_game_tree().unwrap();
    tree.set(root, "X", [value]).unwrap();
    let property = tree.root().unwrap().get("X").unwrap();
    assert_eq!(property.first_value().text(), text);
    let simple = |part: &str| part.replace('\n', " ");
    let parts = colon.map(|at| (simple(&text[..at]).into(), simple(&text[at + 1..]).into()));
    assert_eq!(property.first_value().compose(), parts);

    let written = tree.to_string();
    let raw = naive_escaped(text, colon);
    assert_eq!(written, format!("(;X[{raw}])"));
    let arena = Arena::new();
    assert_eq!(kifu::parse(&arena, &written).unwrap(), tree);
    raw
}

/// The text with the white space of a Text: each line break one LF, each other TAB, VT and FF a
/// space.
fn naive_normalised(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\n' | '\r' => {
                let other = if char == '\n' { '\r' } else { '\n' };
                chars.next_if_eq(&other);
                out.push('\n');
            }
            '\t' | '\x0B' | '\x0C' => out.push(' '),
            char => out.push(char),
        }
    }
    out
}

/// The text as it is written: escaped where it would end, escape or divide, and nowhere else.
fn naive_escaped(text: &str, colon: Option<usize>) -> String {
    let mut out = String::new();
    for (at, char) in text.char_indices() {
        let divides = char == ':' && colon.is_none_or(|colon| at < colon);
        if char == ']' || char == '\\' || divides {
            out.push('\\');
        }
        out.push(char);
    }
    out
}
