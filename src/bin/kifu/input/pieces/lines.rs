//! Counts lines as `kifu::Location` does: a line ends at LF, CR, or CR LF.

/// A place in a record, and what stands before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    /// The place, in the bytes that are known.
    pub(super) at: usize,
    /// How many lines end before it.
    pub(super) count: usize,
    /// How much of the next one stands there.
    pub(super) columns: usize,
}

impl Lines {
    /// Goes on to a place before the end of the bytes, or at it if nothing follows.
    pub(super) fn go_to(&mut self, bytes: &[u8], to: usize) {
        let part = &bytes[self.at..to];
        let (breaks, last) = match memchr::memchr(b'\r', part) {
            None => (memchr::memchr_iter(b'\n', part).count(), memchr::memrchr(b'\n', part)),
            Some(_) => {
                let mut breaks = memchr::memchr2_iter(b'\n', b'\r', part)
                    // The LF of a CR LF ends the line; the CR before it does not.
                    .filter(|&at| part[at] == b'\n' || bytes.get(self.at + at + 1) != Some(&b'\n'));
                let first = breaks.next();
                breaks.fold((usize::from(first.is_some()), first), |(n, _), at| (n + 1, Some(at)))
            }
        };
        self.count += breaks;
        self.columns = last.map_or(self.columns + part.len(), |last| part.len() - last - 1);
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use kifu::Location;

    use super::*;

    #[test]
    fn lines_are_those_of_a_location() {
        for text in ["a\nbc\n\nd", "a\r\nb\r\r\n\nc", "\r\r", "\n\r\n", "abc", "a\r"] {
            for from in 0..=text.len() {
                for to in from..=text.len() {
                    let mut lines = Lines::default();
                    lines.go_to(text.as_bytes(), from);
                    lines.go_to(text.as_bytes(), to);
                    let Location { line, column } = Location::of(text, to);
                    let place = (lines.count + 1, lines.columns + 1);
                    assert_eq!(place, (line, column), "{text:?} {from} {to}");
                }
            }
        }
    }
}
