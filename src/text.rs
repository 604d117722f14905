//! The text of a value: where it ends, what it says as Text and as SimpleText, where a Compose
//! splits. One value at a time; what a property makes of it is left to others.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// White space of the format: what may stand between the parts of a record.
///
/// Source: FF\[4\] names space, TAB, LF, CR and VT and leaves the list open; FF joins them.
#[inline(always)]
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Where the bytes from `start` to `end` end if white space at their end does not count.
pub(crate) fn trimmed_end(bytes: &[u8], start: usize, end: usize) -> usize {
    let spaces = bytes[start..end].iter().rev().take_while(|&&byte| is_space(byte)).count();
    end - spaces
}

/// Whether the byte makes the text of a value differ from its bytes: a `\`, or white space other
/// than space and LF.
#[inline(always)]
fn changes(byte: u8) -> bool {
    matches!(byte, b'\\' | b'\t' | 0x0B | 0x0C | b'\r')
}

/// The end of a value, and whether its text differs from its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueEnd {
    /// The offset of the `]` that ends the value.
    pub(crate) at: usize,
    /// Whether a `\` or white space that must change stands in the value.
    pub(crate) dirty: bool,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Marks, with the high bit of a byte, each byte of `word` that is `]`, `\` or below 0x20.
///
/// Only the lowest mark is certain: a borrow can set a wrong one above it.
#[inline(always)]
fn marks(word: u64) -> u64 {
    // `]` and `\` differ in the lowest bit alone, so one test for zero finds both.
    let brackets = (word | ONES) ^ (ONES * u64::from(b']'));
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    ((brackets.wrapping_sub(ONES) & !brackets) | controls) & HIGHS
}

/// How many of the first bytes of `word` are white space of the format.
#[inline(always)]
pub(crate) fn leading_spaces(word: u64) -> usize {
    let low = word & !HIGHS;
    // The high bit of a byte says so; no sum carries into the next byte.
    let from_tab = low + ONES * (0x80 - 0x09);
    let behind_cr = low + ONES * (0x80 - 0x0E);
    let no_space = (low ^ (ONES * 0x20)) + ONES * 0x7F;
    let others = (word | (no_space & (!from_tab | behind_cr))) & HIGHS;
    lowest(others)
}

/// Marks, with the high bit of a byte, each byte of `word` that is `]`, or makes the text of a value
/// differ from its bytes. Only the lowest mark is certain.
#[inline(always)]
fn changing_marks(word: u64) -> u64 {
    let brackets = (word | ONES) ^ (ONES * u64::from(b']'));
    let line_feeds = word ^ (ONES * u64::from(b'\n'));
    let low = word & !HIGHS;
    let from_tab = low + ONES * (0x80 - 0x09);
    let behind_cr = low + ONES * (0x80 - 0x0E);
    let spaces = from_tab & !behind_cr & !word & ((line_feeds & !HIGHS) + !HIGHS);
    ((brackets.wrapping_sub(ONES) & !brackets) | spaces) & HIGHS
}

#[inline(always)]
fn word_at(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8).map(|window| u64::from_le_bytes(window.try_into().unwrap()))
}

/// The offset of the byte of the lowest mark.
#[inline(always)]
fn lowest(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

/// Finds the first `]` from `start` on that no `\` takes with it.
///
/// Nearly all values end within the first sixteen bytes, and hold nothing but printable characters.
#[inline(always)]
pub(crate) fn value_end(bytes: &[u8], start: usize) -> Option<ValueEnd> {
    let mut at = start;
    for _ in 0..INLINE_WORDS {
        let Some(word) = word_at(bytes, at) else { break };
        let marks = marks(word);
        if marks == 0 {
            at += 8;
            continue;
        }
        at += lowest(marks);
        if bytes[at] == b']' {
            return Some(ValueEnd { at, dirty: false });
        }
        break;
    }
    long_value_end(bytes, at)
}

const INLINE_WORDS: usize = 5;

/// As [`value_end`], where nothing of note stands before `from`.
///
/// Up to a few lines are looked at eight bytes at a time, with a test that passes over line feeds;
/// what is longer is worth the call of a vector search, and a second look at what it passed.
#[inline(never)]
fn long_value_end(bytes: &[u8], from: usize) -> Option<ValueEnd> {
    let mut at = from;
    let mut dirty = false;
    while at < from + WORDWISE {
        let Some(word) = word_at(bytes, at) else { break };
        let marks = changing_marks(word);
        if marks == 0 {
            at += 8;
            continue;
        }
        at += lowest(marks);
        match bytes[at] {
            b']' => return Some(ValueEnd { at, dirty }),
            b'\\' => at += 2,
            _ => at += 1,
        }
        dirty = true;
    }
    let start = at;
    let end = loop {
        let found = at + memchr::memchr2(b']', b'\\', bytes.get(at..)?)?;
        if bytes[found] == b']' {
            break found;
        }
        dirty = true;
        at = found + 2;
    };
    Some(ValueEnd { at: end, dirty: dirty || has_changing_space(&bytes[start..end]) })
}

/// How many bytes are looked at before the vector search.
const WORDWISE: usize = 128;

/// Whether the text of these bytes of a value differs from them.
pub(crate) fn changes_text(bytes: &[u8]) -> bool {
    memchr::memchr(b'\\', bytes).is_some() || has_changing_space(bytes)
}

/// Whether white space other than space and LF is among the bytes.
fn has_changing_space(bytes: &[u8]) -> bool {
    // Without an early way out inside a chunk the compiler makes vector code of it.
    bytes.chunks(256).any(|chunk| {
        chunk
            .iter()
            .fold(false, |found, &byte| found | ((byte.wrapping_sub(b'\t') < 5) & (byte != b'\n')))
    })
}

/// The Text of a raw value.
///
/// A `\` takes the next character as it is, except that an escaped line break vanishes; TAB, VT
/// and FF become a space, escaped or not; each line break (LF, CR, CR LF, LF CR, pairs taken
/// greedily) becomes one LF; a lone `\` at the end is dropped.
///
/// Cost: linear; allocates only if the text differs from the bytes.
///
/// Source: FF\[4\], Text.
pub(crate) fn text(raw: &str) -> Cow<'_, str> {
    let first = unchanged_end(raw.as_bytes(), 0);
    if first == raw.len() { Cow::Borrowed(raw) } else { Cow::Owned(changed_text(raw, first)) }
}

/// As [`text`], where the byte at `first` is the first that changes.
#[cold]
pub(crate) fn changed_text(raw: &str, first: usize) -> String {
    let mut text = String::with_capacity(raw.len());
    // An LF just before the first change may be the first half of an LF CR.
    let mut at = first - usize::from(raw[..first].ends_with('\n'));
    text.push_str(&raw[..at]);
    while at < raw.len() {
        at = push_next(raw, at, &mut text);
    }
    text
}

/// The Text of a raw value whose escapes take bytes, not characters, as bytes.
///
/// Cost: linear; allocates.
pub(crate) fn unescaped_bytes(raw: &[u8]) -> Vec<u8> {
    // Nothing that the rules are about is more than one byte long.
    let characters: String = raw.iter().copied().map(char::from).collect();
    text(&characters).chars().filter_map(|character| u8::try_from(character).ok()).collect()
}

/// The length of the text of a raw value; bytes that are not UTF-8 count as U+FFFD.
///
/// Cost: linear; allocates nothing.
pub(crate) fn text_length(raw: &[u8]) -> usize {
    let mut length = Length(0);
    for chunk in raw.utf8_chunks() {
        // A `\` at the end of a chunk takes the replaced character, which stays as it is.
        let mut at = 0;
        while at < chunk.valid().len() {
            at = push_next(chunk.valid(), at, &mut length);
        }
        if !chunk.invalid().is_empty() {
            length.push_str("\u{FFFD}");
        }
    }
    length.0
}

/// What a text is written to.
trait Output {
    fn push_str(&mut self, text: &str);
}

impl Output for String {
    fn push_str(&mut self, text: &str) {
        self.push_str(text);
    }
}

/// Counts bytes and keeps nothing.
struct Length(usize);

impl Output for Length {
    fn push_str(&mut self, text: &str) {
        self.0 += text.len();
    }
}

/// Appends what the characters at `at` stand for, as far as one step reaches, and says where the
/// next step starts.
fn push_next(raw: &str, at: usize, text: &mut impl Output) -> usize {
    let bytes = raw.as_bytes();
    match bytes[at] {
        b'\\' => match bytes.get(at + 1) {
            None => at + 1,
            Some(b'\n' | b'\r') => after_line_break(bytes, at + 1),
            Some(b'\t' | 0x0B | 0x0C) => {
                text.push_str(" ");
                at + 2
            }
            // The escaped byte is the first of the next run, whatever it is.
            Some(_) => push_run(raw, at + 1, text),
        },
        b'\n' | b'\r' => {
            text.push_str("\n");
            after_line_break(bytes, at)
        }
        b'\t' | 0x0B | 0x0C => {
            text.push_str(" ");
            at + 1
        }
        _ => push_run(raw, at, text),
    }
}

/// Appends the byte at `at` and all that follow it unchanged.
fn push_run(raw: &str, at: usize, text: &mut impl Output) -> usize {
    let end = unchanged_end(raw.as_bytes(), at + 1);
    // An LF before a CR is the first half of their pair.
    let splits_pair = end > at + 1 && raw[..end].ends_with('\n') && raw[end..].starts_with('\r');
    let end = end - usize::from(splits_pair);
    text.push_str(&raw[at..end]);
    end
}

/// The offset of the first byte from `at` on that changes, or the end.
fn unchanged_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = word_at(bytes, at) {
        let marks = changing_marks(word);
        if marks == 0 {
            at += 8;
            continue;
        }
        at += lowest(marks);
        if bytes[at] != b']' {
            return at;
        }
        // In a text that was written without escapes.
        at += 1;
    }
    let rest = &bytes[at..];
    at + rest.iter().position(|&byte| changes(byte)).unwrap_or(rest.len())
}

/// The offset after the line break at `at`: CR LF and LF CR are one.
fn after_line_break(bytes: &[u8], at: usize) -> usize {
    let pair =
        matches!((bytes[at], bytes.get(at + 1)), (b'\n', Some(b'\r')) | (b'\r', Some(b'\n')));
    at + 1 + usize::from(pair)
}

/// The SimpleText of a value whose Text is `text`: its line breaks are spaces.
///
/// The two differ in nothing else, so there is no need to go back to the raw value.
///
/// Cost: linear; allocates only if there is a line break.
///
/// Source: FF\[4\], SimpleText.
pub(crate) fn simple_text(text: &str) -> Cow<'_, str> {
    match memchr::memchr(b'\n', text.as_bytes()) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.replace('\n', " ")),
    }
}

/// Where the first colon that is not escaped stands in the raw value.
///
/// Cost: linear; allocates nothing.
pub(crate) fn colon(raw: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        let found = at + memchr::memchr2(b':', b'\\', raw.get(at..)?)?;
        if raw[found] == b':' {
            return Some(found);
        }
        at = found + 2;
    }
}

/// Where the first colon of a text stands.
#[inline]
pub(crate) fn first_colon(text: &str) -> Option<usize> {
    find(text.as_bytes(), |byte| byte == b':', |bytes| memchr::memchr(b':', bytes))
}

/// Finds a byte by `is_wanted` in what is short, as nearly all values are, and by `search` in what
/// is worth its call.
#[inline]
fn find(
    bytes: &[u8],
    is_wanted: impl Fn(u8) -> bool,
    search: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    if bytes.len() <= 16 { bytes.iter().position(|&byte| is_wanted(byte)) } else { search(bytes) }
}

/// Appends the text with the white space that a Text can hold: TAB, VT and FF become a space, each
/// line break (LF, CR, CR LF, LF CR) one LF. A `\` is a character like others.
///
/// Source: FF\[4\], Text.
pub(crate) fn push_normalised(text: &str, out: &mut String) {
    let is_changing = |byte: u8| matches!(byte, b'\t'..=b'\r');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(is_changing) {
        out.push_str(&rest[..at]);
        let bytes = rest.as_bytes();
        let (char, next) = match bytes[at] {
            b'\n' | b'\r' => ('\n', after_line_break(bytes, at)),
            _ => (' ', at + 1),
        };
        out.push(char);
        rest = &rest[next..];
    }
    out.push_str(rest);
}

/// Appends the text as it is written between brackets, where the colon at `colon` divides it: a `\`
/// goes before each `]` and `\`, and before each colon that would divide the text elsewhere.
pub(crate) fn push_escaped(text: &str, colon: Option<usize>, out: &mut String) {
    let (first, rest) = text.split_at(colon.unwrap_or(text.len()));
    let is_special = |byte| matches!(byte, b']' | b'\\' | b':');
    push_escaping(first, out, |bytes| {
        find(bytes, is_special, |bytes| memchr::memchr3(b']', b'\\', b':', bytes))
    });
    let is_special = |byte| matches!(byte, b']' | b'\\');
    push_escaping(rest, out, |bytes| {
        find(bytes, is_special, |bytes| memchr::memchr2(b']', b'\\', bytes))
    });
}

/// Appends the text with a `\` before each byte that `next` finds.
#[inline]
fn push_escaping(text: &str, out: &mut String, next: impl Fn(&[u8]) -> Option<usize>) {
    let (mut start, mut from) = (0, 0);
    while let Some(found) = next(&text.as_bytes()[from..]) {
        let at = from + found;
        out.push_str(&text[start..at]);
        out.push('\\');
        (start, from) = (at, at + 1);
    }
    out.push_str(&text[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// The definition of [`value_end`], a byte at a time.
    fn naive_end(bytes: &[u8], start: usize) -> Option<ValueEnd> {
        let (mut at, mut dirty) = (start, false);
        loop {
            match bytes.get(at)? {
                b']' => return Some(ValueEnd { at, dirty }),
                b'\\' => {
                    dirty = true;
                    at += 2;
                }
                &byte => {
                    dirty |= changes(byte);
                    at += 1;
                }
            }
        }
    }

    #[test]
    fn the_end_of_a_value_is_found_wherever_it_stands() {
        // Every special byte at every distance, with another one at every distance after it.
        for first in *b"]\\\n\r\t\x0B\x0C\x1Fa" {
            for second in *b"]\\\n\t" {
                for a in 0..40 {
                    for b in a + 1..44 {
                        let mut bytes = Vec::from([b'x'; 48]);
                        bytes[a] = first;
                        bytes[b] = second;
                        assert_eq!(value_end(&bytes, 0), naive_end(&bytes, 0), "{bytes:?}");
                        bytes.push(b']');
                        assert_eq!(value_end(&bytes, 0), naive_end(&bytes, 0), "{bytes:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_of_other_characters_are_no_marks() {
        for byte in 0x20..=0xFF {
            let word = u64::from_le_bytes([byte; 8]);
            assert_eq!(marks(word) != 0, matches!(byte, b']' | b'\\'), "{byte:#x}");
        }
    }

    #[test]
    fn a_change_at_any_place_keeps_what_stands_around_it() {
        assert_eq!(text("a\n\rb"), "a\nb", "an LF before the CR belongs to the same break");
        assert_eq!(text("\n\r"), "\n");
        assert_eq!(text("é\\é\t棋\\"), "éé 棋");
        assert_eq!(text("a\\\\"), "a\\");
        assert!(matches!(text("plain\ntext: with [ and 棋"), Cow::Borrowed(_)));
    }

    #[test]
    fn what_is_written_is_read_as_the_same_text() {
        let written = |text, colon| {
            let mut out = String::new();
            push_escaped(text, colon, &mut out);
            out
        };
        assert_eq!(written("a:b:c", None), r"a\:b\:c");
        assert_eq!(written("a:b:c", Some(1)), "a:b:c");
        assert_eq!(written("a:b:c]", Some(3)), r"a\:b:c\]");
        assert_eq!(written(r"\:\", Some(1)), r"\\:\\");
        let long = "a text that is long enough for a vector search: [棋] \\".repeat(3);
        for colon in [None, long.find(':'), long.rfind(':')] {
            let written = written(&long, colon);
            assert_eq!(text(&written), long);
            let before = super::colon(written.as_bytes()).map(|at| text(&written[..at]).len());
            assert_eq!(before, colon);
        }
    }

    #[test]
    fn white_space_of_a_given_text_is_that_of_a_text() {
        let normalised = |text| {
            let mut out = String::new();
            push_normalised(text, &mut out);
            out
        };
        assert_eq!(normalised("a\tb\x0Bc\x0Cd\re\r\nf\n\rg\n\nh\\\t"), "a b c d\ne\nf\ng\n\nh\\ ");
        assert_eq!(normalised("\r\r\n"), "\n\n");
        assert_eq!(normalised("棋\\]:"), "棋\\]:");
    }

    #[test]
    fn an_escaped_colon_does_not_split() {
        assert_eq!(colon(b"a:b:c"), Some(1));
        assert_eq!(colon(br"a\:b:c"), Some(4));
        assert_eq!(colon(br"a\\:b"), Some(3));
        assert_eq!(colon(br"a\:b\"), None);
        assert_eq!(simple_text("a\nb\n").to_string(), "a b ");
    }
}
