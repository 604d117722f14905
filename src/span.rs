//! Where something stands in the input: byte ranges, and the line and column computed from them.

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
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The offset behind the last byte.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// The number of bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte: a place between two bytes, or the end of the input.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range, ready to slice the input with.
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
        for at in memchr::memchr2_iter(b'\n', b'\r', &source[..offset]) {
            // The LF of a CR LF ends the line; the CR before it does not.
            if source[at] == b'\r' && source.get(at + 1) == Some(&b'\n') {
                continue;
            }
            line += 1;
            line_start = at + 1;
        }
        Self { line, column: offset - line_start + 1 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
