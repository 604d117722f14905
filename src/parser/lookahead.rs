//! What stands ahead of a place: the questions that the rules of tolerant reading ask of the
//! bytes. Nothing is read or changed here. `R1` to `R12` name the rules; the README lists them.

use crate::charset::Chars;
use crate::scanner::skip_space;
use crate::text::is_space;

/// The end of the ident that starts at `at`: a letter, then letters and digits.
pub(super) fn ident_end(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at).filter(|byte| byte.is_ascii_alphabetic())?;
    let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    Some(at + length)
}

/// The `[` of the property that starts at `at`: an ident, white space, `[`.
pub(super) fn property_start(bytes: &[u8], at: usize) -> Option<usize> {
    let open = skip_space(bytes, ident_end(bytes, at)?);
    (bytes.get(open) == Some(&b'[')).then_some(open)
}

/// The end of the run of capitals at `at`.
fn capitals_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_uppercase()).count()
}

/// Whether a property whose ident is written in capitals alone starts at `at`.
fn is_capital_property_start(bytes: &[u8], at: usize) -> bool {
    let end = capitals_end(bytes, at);
    end > at && bytes.get(skip_space(bytes, end)) == Some(&b'[')
}

/// R1: whether the `(` at `at`, outside every tree, opens one.
pub(super) fn opens_tree(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'(' && is_followed_by_structure(bytes, at)
}

/// Whether the parenthesis at `at` is followed by what may follow one.
pub(super) fn is_followed_by_structure(bytes: &[u8], at: usize) -> bool {
    let next = skip_space(bytes, at + 1);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => is_capital_property_start(bytes, next),
    }
}

/// R2: whether the `;` at `at`, outside every tree, starts one whose `(` is missing.
pub(super) fn starts_tree(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b';' && property_start(bytes, skip_space(bytes, at + 1)).is_some()
}

/// R4: where text that starts at `at`, outside every tree, ends: at the next tree, or at the end.
pub(super) fn text_end(bytes: &[u8], at: usize) -> usize {
    // The first byte is text, whatever it is.
    memchr::memchr2_iter(b'(', b';', &bytes[at + 1..])
        .map(|found| at + 1 + found)
        .find(|&found| opens_tree(bytes, found) || starts_tree(bytes, found))
        .unwrap_or(bytes.len())
}

/// R7, its first half: whether a value may end in front of `at`.
fn may_follow_value(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(_) => property_start(bytes, at).is_some(),
    }
}

/// R7, its second half: looks on from `at`, behind a `]`, for an unescaped `]` in front of any
/// structure. If there is one, the former was content.
fn bracket_before_structure(bytes: &[u8], mut at: usize, chars: impl Chars) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 1 + chars.width(bytes, at + 1),
            b';' if is_node_start(bytes, at) => return None,
            b'(' | b')' if is_followed_by_structure(bytes, at) => return None,
            byte if is_space(byte) => {
                at = skip_space(bytes, at);
                let end = capitals_end(bytes, at);
                if end > at && bytes.get(end) == Some(&b'[') {
                    return None;
                }
            }
            _ => at += chars.width(bytes, at),
        }
    }
}

/// Whether the `;` at `at`, behind a value in doubt, starts a node.
pub(super) fn is_node_start(bytes: &[u8], at: usize) -> bool {
    let next = skip_space(bytes, at + 1);
    match bytes.get(next) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => property_start(bytes, next).is_some(),
    }
}

/// R10: where the stray bytes that start at `at` end.
pub(super) fn stray_end(bytes: &[u8], at: usize, chars: impl Chars) -> usize {
    // The first character is stray, whatever it is.
    let mut end = bytes.len().min(at + chars.width(bytes, at));
    while let Some(&byte) = bytes.get(end) {
        match byte {
            b';' | b'(' | b')' | b'[' => break,
            b'A'..=b'Z' => {
                if is_capital_property_start(bytes, end) {
                    break;
                }
                // No capital of the run starts a property if its first does not.
                end = capitals_end(bytes, end);
            }
            _ => end = bytes.len().min(end + chars.width(bytes, end)),
        }
    }
    end
}

/// Where the bytes from `start` to `end` end if white space behind them does not count.
pub(super) fn trimmed_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let spaces = bytes[start..end].iter().rev().take_while(|&&byte| is_space(byte)).count();
    end - spaces
}

/// R7: the `]` that ends the value, given the first one that is not escaped.
///
/// Each stretch between two brackets is looked at once, so this is linear.
pub(super) fn true_value_end(bytes: &[u8], first: usize, chars: impl Chars) -> usize {
    let mut end = first;
    while !may_follow_value(bytes, skip_space(bytes, end + 1)) {
        match bracket_before_structure(bytes, end + 1, chars) {
            Some(next) => end = next,
            None => break,
        }
    }
    end
}
