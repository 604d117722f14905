//! Where something stands in the input: byte ranges, and the line and column computed from them.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// A range of bytes of the input, as two 32-bit offsets: 8 bytes, `Copy`.
///
/// Offsets are always those of the input as it was handed in, whatever its character set.
///
/// ```
/// let arena = kifu::Arena::new();
/// let source = "(;C[root])";
/// let collection = kifu::parse(&arena, source)?;
/// let span = collection.root().unwrap().get("C").unwrap().first_value().span();
/// assert_eq!(span.range(), 4..8);
/// assert_eq!(&source[span.range()], "root");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The bytes from `start` up to, and without, `end`.
    ///
    /// Both are below 4 GiB: longer inputs are refused before a span is made.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: offset(start), end: offset(end) }
    }

    /// The offset of the first byte.
    #[inline]
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The offset after the last byte.
    #[inline]
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// The number of bytes.
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte: a place between two bytes, or the end of the input.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span so many bytes further on.
    pub(crate) fn shifted(self, bytes: u32) -> Self {
        Self { start: self.start + bytes, end: self.end + bytes }
    }

    /// The span as a range, ready to slice the input with.
    #[inline]
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// Narrows an offset of the input, which the length check at the entry made to fit.
#[inline(always)]
pub(crate) fn offset(at: usize) -> u32 {
    debug_assert!(at <= u32::MAX as usize, "the entry points refuse inputs of 4 GiB and more");
    at as u32
}

/// A line and a column, both counted from 1, the column in bytes.
///
/// A line ends at LF, CR, or CR LF.
///
/// ```
/// use kifu::Location;
///
/// let source = "(;C[one\ntwo];c[x])";
/// let error = kifu::parse(&kifu::Arena::new(), source).unwrap_err();
/// assert_eq!(error.location(source), Location { line: 2, column: 6 });
/// assert_eq!(error.location(source).to_string(), "2:6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in bytes.
    pub column: usize,
}

impl Location {
    /// The line and column of the byte at `offset` in `source`; an offset past the end counts as
    /// the end.
    ///
    /// Cost: one pass over the bytes before `offset`.
    ///
    /// ```
    /// use kifu::Location;
    ///
    /// assert_eq!(Location::of("a\r\nb\rc\nd", 7), Location { line: 4, column: 1 });
    /// ```
    pub fn of(source: impl AsRef<[u8]>, offset: usize) -> Self {
        let source = source.as_ref();
        let offset = offset.min(source.len());
        let (mut line, mut line_start) = (1, 0);
        // The byte at the offset says whether a CR before it ends a line.
        let before = &source[..source.len().min(offset + 1)];
        for start in line_starts(before).take_while(|&start| start <= offset) {
            line += 1;
            line_start = start;
        }
        Self { line, column: offset - line_start + 1 }
    }
}

/// Where the second line starts, and each one after it.
fn line_starts(source: &[u8]) -> impl Iterator<Item = usize> {
    memchr::memchr2_iter(b'\n', b'\r', source)
        // The LF of a CR LF ends the line; the CR before it does not.
        .filter(|&at| source[at] == b'\n' || source.get(at + 1) != Some(&b'\n'))
        .map(|at| at + 1)
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Where the lines of an input start: finds the [`Location`] of any offset without going through
/// the input again.
///
/// Worth building where many places of one input are asked for. It takes four bytes for each
/// line. Lines that start at 4 GiB or after are not told apart; no input that long is read.
///
/// ```
/// use kifu::{LineIndex, Location};
///
/// let source = "(;C[one\ntwo]\r\n;B[aa])";
/// let lines = LineIndex::new(source);
/// assert_eq!(lines.location(9), Location { line: 2, column: 2 });
/// assert_eq!(lines.location(9), Location::of(source, 9));
/// assert_eq!(lines.line_count(), 3);
/// assert_eq!(&source[lines.line(2).unwrap().range()], "two]\r\n");
/// assert_eq!(lines.line(4), None);
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex {
    /// The start of each line, of the first one too.
    starts: Vec<u32>,
    len: usize,
}

impl LineIndex {
    /// Finds the lines of `source`.
    ///
    /// Cost: one pass over the input.
    pub fn new(source: impl AsRef<[u8]>) -> Self {
        let source = source.as_ref();
        let known = |start: usize| u32::try_from(start).ok();
        let starts = core::iter::once(0).chain(line_starts(source).map_while(known)).collect();
        Self { starts, len: source.len() }
    }

    /// The line and column of the byte at `offset`; an offset past the end counts as the end.
    ///
    /// Cost: a binary search among the lines.
    pub fn location(&self, offset: usize) -> Location {
        let offset = offset.min(self.len);
        let line = self.starts.partition_point(|&start| start as usize <= offset);
        Location { line, column: offset - self.starts[line - 1] as usize + 1 }
    }

    /// Where the line with this number, from 1, stands: up to the start of the next one, its line
    /// break included.
    pub fn line(&self, line: usize) -> Option<Span> {
        let start = *self.starts.get(line.checked_sub(1)?)?;
        let end = self.starts.get(line).map_or(self.len, |&next| next as usize);
        Some(Span::new(start as usize, end.min(u32::MAX as usize)))
    }

    /// The number of lines: one more than there are line breaks.
    pub fn line_count(&self) -> usize {
        self.starts.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_of_lines_agrees_with_a_pass_over_the_input() {
        for source in ["", "a", "\n", "\r\n", "\n\r", "a\nb\rc\r\nd\n\re", "\r\r\n\n", "ab\r"] {
            let lines = LineIndex::new(source);
            for offset in 0..source.len() + 2 {
                let location = lines.location(offset);
                assert_eq!(location, Location::of(source, offset), "{source:?} at {offset}");
                let line = lines.line(location.line).unwrap();
                assert_eq!(line.start() + location.column - 1, offset.min(source.len()));
            }
            let spans: Vec<_> = (1..).map_while(|line| lines.line(line)).collect();
            assert_eq!(spans.len(), lines.line_count());
            assert!(spans.windows(2).all(|pair| pair[0].end() == pair[1].start()), "{source:?}");
            assert_eq!((spans[0].start(), spans[spans.len() - 1].end()), (0, source.len()));
            assert_eq!(lines.line(0), None);
        }
    }

    #[test]
    fn every_style_of_line_break_ends_one_line() {
        let source = "a\nb\rc\r\nd\n\re";
        let place = |at| {
            let Location { line, column } = Location::of(source, at);
            (line, column)
        };
        assert_eq!(place(0), (1, 1));
        assert_eq!(place(1), (1, 2));
        assert_eq!(place(2), (2, 1));
        assert_eq!(place(4), (3, 1));
        assert_eq!(place(6), (3, 3), "the LF of a CR LF still stands in the line it ends");
        assert_eq!(place(7), (4, 1));
        assert_eq!(place(10), (6, 1));
        assert_eq!(place(99), (6, 2));
    }
}
