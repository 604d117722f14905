//! What the parentheses and brackets of an input are, as far as that is known without a look into its
//! values. It serves `suspicious-value` alone: what is not explained may stand in a value.

use alloc::vec::Vec;
use core::iter;
use core::ops::Range;

use crate::scanner::MOVE_LENGTH;
use crate::span::Span;

/// How many parentheses opened a tree.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Opened {
    parens: usize,
    /// Those with a `;` directly after.
    pairs: usize,
}

impl Opened {
    /// A number that is never right.
    pub(super) const UNKNOWN: Self = Self { parens: usize::MAX / 2, pairs: usize::MAX / 2 };
}

/// What tolerant reading counts and sets aside while it reads.
#[derive(Debug, Default)]
pub(crate) struct Explained {
    pub(super) opened: Opened,
    /// Values in which a `[` says nothing, as many as were found without a search, in file order.
    set_aside: Vec<Span>,
    /// Long runs of nodes that hold one move each, in file order: nothing odd stands in them.
    runs: Vec<Span>,
}

/// What is not explained, of all that might stand in a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unexplained {
    pub(crate) parens: bool,
    pub(crate) brackets: bool,
}

/// So many lone moves in a row are noted, since not to look at them again saves more than that costs.
const LONG_RUN: usize = 64;

impl Explained {
    pub(super) fn clear(&mut self) {
        self.opened = Opened::default();
        self.set_aside.clear();
        self.runs.clear();
    }

    /// Forgets all: what was read twice is counted once, or not at all.
    pub(super) fn forget(&mut self) {
        self.clear();
        self.opened = Opened::UNKNOWN;
    }

    /// Goes back to what was counted before `at`.
    pub(super) fn rewind(&mut self, opened: Opened, at: usize) {
        self.opened = opened;
        for spans in [&mut self.set_aside, &mut self.runs] {
            spans.truncate(spans.partition_point(|span| span.start() < at));
        }
    }

    /// Counts the `(` at `at`, which opens a tree.
    #[inline(always)]
    pub(crate) fn open(&mut self, source: &[u8], at: usize) {
        self.opened.parens += 1;
        self.opened.pairs += usize::from(source.get(at + 1) == Some(&b';'));
    }

    /// Counts a `(` no longer that will be opened once more, and has no `;` directly after.
    pub(crate) fn take_back_open(&mut self) {
        self.opened.parens -= 1;
    }

    /// Takes note of a value in which a `[` says nothing.
    pub(crate) fn set_aside(&mut self, value: Span) {
        self.set_aside.push(value);
    }

    /// Takes note of so many nodes that hold one move each, the first at `at`.
    #[inline(always)]
    pub(crate) fn lone_moves(&mut self, at: usize, count: usize) {
        if count >= LONG_RUN {
            self.runs.push(Span::new(at, at + count * MOVE_LENGTH));
        }
    }

    /// What is not explained in this part of the input, which has so many values.
    ///
    /// Looking into each value would be dear, so the input is counted: if all its `(` opened a tree,
    /// or all its `(;`, then none stands in a value; and if each `[` starts a value, but for those in
    /// values that were set aside, then none stands in another one.
    pub(crate) fn check(
        &self,
        bytes: &[u8],
        part: Range<usize>,
        values: usize,
    ) -> Option<Unexplained> {
        let own = &bytes[part.clone()];
        let in_runs: usize = self.runs.iter().map(|run| run.len() / MOVE_LENGTH).sum();
        let starts = values - in_runs + count_brackets(bytes, &self.set_aside);
        let Opened { parens, pairs } = self.opened;
        // All that opened a tree or starts a value stands in the input, so that the two numbers are
        // right if their sum is.
        let gaps = gaps(bytes, part, &self.runs);
        let counts = gaps.clone().map(|gap| count(gap, |byte| (byte == b'(') | (byte == b'[')));
        let marks: usize = counts.sum();
        if marks == parens + starts {
            return None;
        }
        let brackets: usize = gaps.map(|gap| count(gap, |byte| byte == b'[')).sum();
        let parens = marks - brackets != parens && count_pairs(own) != pairs;
        let brackets = brackets != starts;
        (parens || brackets).then_some(Unexplained { parens, brackets })
    }
}

/// What stands before, between and after these runs.
fn gaps<'s>(
    bytes: &'s [u8],
    part: Range<usize>,
    runs: &'s [Span],
) -> impl Iterator<Item = &'s [u8]> + Clone {
    let starts = iter::once(part.start).chain(runs.iter().map(|run| run.end()));
    let ends = runs.iter().map(|run| run.start()).chain(iter::once(part.end));
    starts.zip(ends).map(|(start, end)| &bytes[start..end])
}

/// How many `[` stand in these spans.
fn count_brackets(bytes: &[u8], spans: &[Span]) -> usize {
    let brackets = |span: &Span| memchr::memchr_iter(b'[', &bytes[span.range()]).count();
    spans.iter().map(brackets).sum()
}

/// So many bytes are counted in numbers of one byte, so that the compiler makes vector code of it:
/// a multiple of the width of a vector.
const STRIDE: usize = 192;

/// How many bytes are like that.
#[inline(always)]
fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    let count = |bytes: &[u8]| {
        let count = bytes.iter().fold(0u8, |count, &byte| count + u8::from(is_counted(byte)));
        usize::from(count)
    };
    let strides = bytes.chunks_exact(STRIDE);
    let rest = count(strides.remainder());
    strides.map(count).sum::<usize>() + rest
}

/// How many `(` have a `;` directly after.
fn count_pairs(bytes: &[u8]) -> usize {
    let after = bytes.get(1..).unwrap_or_default();
    let counts = bytes.chunks(STRIDE).zip(after.chunks(STRIDE)).map(|(firsts, seconds)| {
        let pairs = firsts.iter().zip(seconds);
        pairs.fold(0u8, |count, (&a, &b)| count + u8::from((a == b'(') & (b == b';')))
    });
    counts.map(usize::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_wherever_they_stand() {
        for length in 0..600 {
            let bytes: alloc::vec::Vec<u8> =
                b"(;(x);((;".iter().copied().cycle().take(length).collect();
            let pairs = bytes.windows(2).filter(|pair| pair == b"(;").count();
            assert_eq!(count_pairs(&bytes), pairs, "{length}");
            assert_eq!(count_pairs(&b"(;".repeat(length)), length);
            let parens = bytes.iter().filter(|&&byte| byte == b'(').count();
            assert_eq!(count(&bytes, |byte| byte == b'('), parens, "{length}");
            assert_eq!(count(&b"([".repeat(length), |byte| byte == b'['), length);
        }
    }
}
