//! Text as a person may see it: names and messages without the characters that a terminal obeys or
//! does not show. JSON and CSV do without it: they keep the text as it is.

use std::borrow::Cow;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

/// The text on one line, with every control and format character escaped as in `\n` or `\u{202e}`.
///
/// Such a character in the name of a file could forge a line of the output, colour it, or turn
/// around what follows.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    let is_plain = text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_plain || !text.contains(is_hidden) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_hidden(char) {
            escaped.extend(char.escape_default());
        } else {
            escaped.push(char);
        }
    }
    escaped.into()
}

/// Whether the character is a control, a format character such as U+202E, or a separator of lines.
pub(crate) fn is_hidden(char: char) -> bool {
    use GeneralCategory::{Control, Format, LineSeparator, ParagraphSeparator};
    let category = char.general_category();
    matches!(category, Control | Format | LineSeparator | ParagraphSeparator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_or_hides_is_escaped_and_all_else_stays() {
        for (text, expected) in [
            ("games/a.sgf", "games/a.sgf"),
            (r"C:\games\a.sgf", r"C:\games\a.sgf"),
            ("棋\u{3000}譜 é", "棋\u{3000}譜 é"),
            ("x\u{1b}[31m\nfake\r\t", r"x\u{1b}[31m\nfake\r\t"),
            ("\u{7f}\u{9b}\u{0}", r"\u{7f}\u{9b}\u{0}"),
            ("\u{202e}a\u{2066}b\u{200b}\u{feff}", r"\u{202e}a\u{2066}b\u{200b}\u{feff}"),
            ("\u{2028}\u{2029}\u{ad}\u{e0041}", r"\u{2028}\u{2029}\u{ad}\u{e0041}"),
        ] {
            assert_eq!(shown(text), expected);
            assert_eq!(shown(&shown(text)), expected, "twice is the same as once");
        }
    }
}
