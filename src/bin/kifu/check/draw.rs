//! A source line with carets below, for a terminal. Lines are cut down to what stands around the
//! fault first: a record may be one line of megabytes.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use kifu::{LineIndex, Severity, Span};

use crate::shown::is_hidden;

/// The columns of the drawing. Not asked from the terminal, so that output is the same everywhere.
const WIDTH: usize = 80;

/// How many bytes are looked at to each side: of four-byte characters, more than a line of them.
const REACH: usize = 4 * WIDTH;

/// How many bytes of a fault are underlined.
const UNDERLINED: usize = 48;

/// How many bytes of the line before are shown where a fault stands in an empty one.
const BEFORE: usize = 60;

/// What is drawn of one fault.
pub(super) struct Drawing {
    /// The number of the first line that is shown.
    line: usize,
    /// What is shown: a part of the fault's line, and if that is empty the end of the one before.
    text: String,
    /// The part of the text that is underlined.
    marked: Range<usize>,
    /// The line that a fault of several lines ends in.
    last_line: Option<usize>,
}

impl Drawing {
    /// Cost: a few hundred bytes are looked at, however long the line and the fault are.
    pub(super) fn new(bytes: &[u8], lines: &LineIndex, fault: Span) -> Self {
        let (start, end) = (fault.start(), fault.end());
        let line = lines.location(start).line;
        let last = lines.location(end.saturating_sub(1).max(start)).line;
        let whole = lines.line(line).map_or(0..0, Span::range);
        let text_end = whole.end - line_break(&bytes[whole.clone()]);
        // A fault may stand in the line break itself.
        let start = start.min(text_end);
        let end = character_start(bytes, end.clamp(start, text_end.min(start + UNDERLINED)), start);
        let from =
            character_start(bytes, start.saturating_sub(REACH).max(whole.start), whole.start);
        let to = character_start(bytes, text_end.min(end + REACH), end);
        let before = if whole.start == text_end { line_before(bytes, whole.start) } else { None };
        let first_line = line - usize::from(before.is_some());
        let mut text = before.unwrap_or_default();
        text.push_str(&printable(&bytes[from..start]));
        let marked = text.len();
        text.push_str(&printable(&bytes[start..end]));
        let marked = marked..text.len();
        text.push_str(&printable(&bytes[end..to]));
        Self { line: first_line, text, marked, last_line: (last > line).then_some(last) }
    }

    /// The same of bytes with so many lines before them.
    pub(super) fn behind(self, lines: usize) -> Self {
        let last_line = self.last_line.map(|line| line + lines);
        Self { line: self.line + lines, last_line, ..self }
    }

    /// The lines of the drawing, the last one without its end.
    pub(super) fn render(self, severity: Severity, colours: bool) -> String {
        let level = match severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let label = self.last_line.map(|line| format!("up to line {line}"));
        let mark = AnnotationKind::Primary.span(self.marked).label(label);
        let snippet = Snippet::source(self.text).line_start(self.line).annotation(mark);
        let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
        let group = Group::with_level(level).element(snippet);
        renderer.term_width(WIDTH).render(&[group])
    }
}

/// The end of the line before the one that starts at `start`, with a line break; `None` if there is
/// no such line, or nothing in it.
fn line_before(bytes: &[u8], start: usize) -> Option<String> {
    let end = start - line_break(&bytes[..start]);
    let from = character_start(bytes, end.saturating_sub(BEFORE), 0);
    let tail = bytes[from..end].rsplit(|&byte| byte == b'\n' || byte == b'\r').next()?;
    let is_cut = tail.len() == end - from && from > 0;
    let dots = if is_cut { "..." } else { "" };
    (!tail.is_empty()).then(|| format!("{dots}{}\n", printable(tail)))
}

/// The length of the line break at the end of a line.
fn line_break(line: &[u8]) -> usize {
    match line {
        [.., b'\r', b'\n'] => 2,
        [.., b'\r' | b'\n'] => 1,
        _ => 0,
    }
}

/// The start of the UTF-8 character that `at` stands in, but nothing before `least`.
fn character_start(bytes: &[u8], at: usize, least: usize) -> usize {
    let starts = |&at: &usize| bytes.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
    // What goes on for longer is no character.
    (least.max(at.saturating_sub(3))..=at).rev().find(starts).unwrap_or(at)
}

/// The bytes as text, without what a terminal might obey. Line breaks do not occur; the other
/// characters of ASCII that cannot be seen get pictures when they are drawn.
fn printable(bytes: &[u8]) -> String {
    let is_obeyed = |c: char| !c.is_ascii() && is_hidden(c);
    // A tab would be drawn as four columns, and the width of the line not be known.
    String::from_utf8_lossy(bytes).replace('\t', " ").replace(is_obeyed, "\u{FFFD}")
}

#[cfg(test)]
mod tests {
    use kifu::{Arena, Before, Location, Parser};

    use super::*;

    #[test]
    fn a_fault_of_a_piece_is_drawn_as_in_the_whole() {
        let ends = [") ", ")) ", ")\n", ")\r\n", ")\n\n))"];
        let game = |number: usize| {
            format!("(;KO;C[{}é]\n{}", "é".repeat(number % 40), ends[number * number % 7 % 5])
        };
        let source: String = (0..200).map(game).collect();
        let source = source.replace("\n)", ")").into_bytes();
        let arena = Arena::new();
        let whole = Parser::new().read(&arena, &source);
        let mut expected = whole.diagnostics().iter();
        let cuts: Vec<_> = whole.game_trees().map(|game| game.span().end()).step_by(50).collect();
        let starts = [0].into_iter().chain(cuts.iter().copied());
        for (start, end) in starts.zip(cuts.iter().copied().chain([source.len()])) {
            let from = start.saturating_sub(1024);
            let from = character_start(&source, from, 0);
            let bytes = &source[from..source.len().min(end + 1024)];
            let own = &bytes[..end - from];
            let piece = Parser::new().read_rest(&arena, own, start - from, &mut Before::default());
            let before = Location::of(&source, from).line - 1;
            for (found, expected) in piece.diagnostics().iter().zip(&mut expected) {
                let draw = |bytes, span| Drawing::new(bytes, &LineIndex::new(bytes), span);
                let drawn = draw(bytes, found.span()).behind(before);
                let drawn = drawn.render(Severity::Error, false);
                assert_eq!(drawn, draw(&source, expected.span()).render(Severity::Error, false));
            }
        }
        assert_eq!(expected.next(), None);
    }
}
