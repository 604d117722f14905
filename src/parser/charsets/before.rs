//! What tolerant reading remembers from game tree to game tree, and from part to part of a source.

use super::budget::Budget;
use crate::charset::{Charset, CharsetSource, GameCharset};
use crate::options::ParseOptions;

/// What tolerant reading has to know of what stands before a part of a source, to read it as
/// it reads the whole: the character set of a byte order mark, and the last one that was guessed.
///
/// It is made of the start of the source and handed from part to part, to
/// [`Parser::read_next`](crate::Parser::read_next) and
/// [`Parser::read_rest`](crate::Parser::read_rest). `Copy`, so that it can be kept for later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Before {
    /// What the source itself says at its start.
    pub(super) marked: Option<Charset>,
    /// What the last game tree without `CA` was guessed to be in.
    pub(super) last_guess: Option<Charset>,
    /// Whether to look for `CA` before a game tree is read. It saves reading again, and changes
    /// nothing else.
    pub(super) peeks: Option<bool>,
    /// How much may be read again.
    pub(super) budget: Budget,
}

impl Before {
    /// Before a source that starts with these bytes: its first four, or more of it.
    ///
    /// ```
    /// use kifu::{Arena, Before, CharsetSource, Parser};
    ///
    /// let source = b"\xEF\xBB\xBF(;C[\xC3\xA9])(;C[\xC3\xA9])";
    /// let mut before = Before::of(source);
    /// let arena = Arena::new();
    /// let rest = Parser::new().read_rest(&arena, source, 10, &mut before);
    /// let game = rest.first_game_tree().unwrap();
    /// assert_eq!(game.charset_source(), CharsetSource::ByteOrderMark);
    /// ```
    pub fn of(start: &[u8]) -> Self {
        let marked = Charset::of_mark(start).or_else(|| Charset::of_wide_paren(start));
        Self { marked, ..Self::default() }
    }

    /// Counts bytes that were passed over: whole game trees that nothing has to be known of, and
    /// what stands between them.
    ///
    /// How much may be read again depends on how much was read.
    ///
    /// ```
    /// use kifu::Before;
    ///
    /// let mut before = Before::of(b"(;B[aa])(;B[bb])");
    /// before.pass(8);
    /// assert_ne!(before, Before::of(b"(;B[aa])(;B[bb])"));
    /// ```
    pub fn pass(&mut self, bytes: usize) {
        self.budget = self.budget.after(bytes);
    }

    /// The character set of all game trees, if the caller or a byte order mark says so.
    pub(super) fn fixed(self, options: ParseOptions) -> Option<GameCharset> {
        let marked = self.marked.map(|it| GameCharset::new(it, CharsetSource::ByteOrderMark));
        let overruled = |charset| GameCharset::new(charset, CharsetSource::Overruled);
        options.charset.map(overruled).or(marked)
    }
}
