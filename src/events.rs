//! The streaming reader: what a source holds, told in the order of the input by the same scanner
//! that trees are made with. It builds nothing, allocates nothing, and leaves duplicates to the
//! caller.

mod handle;
mod pull;
mod push;
mod skip;

pub use handle::{Ident, RawValue};
pub use pull::{Event, Events};
pub(crate) use push::visit;
#[cfg(feature = "std")]
pub(crate) use skip::skip_game_tree;

/// What a visitor wants to be told next.
///
/// What is skipped is read all the same, so a fault in it is found; it is only not told of.
///
/// ```
/// use kifu::{Flow, Ident, RawValue, Visitor};
///
/// /// Who plays black, game by game: nothing but the root is wanted.
/// #[derive(Default)]
/// struct Players<'a> {
///     names: Vec<&'a [u8]>,
///     is_black: bool,
/// }
///
/// impl<'a> Visitor<'a> for Players<'a> {
///     fn property(&mut self, ident: Ident<'a>) -> Flow {
///         self.is_black = ident == "PB";
///         Flow::Continue
///     }
///
///     fn value(&mut self, value: RawValue<'a>) -> Flow {
///         if !self.is_black {
///             return Flow::Continue;
///         }
///         self.names.push(value.raw());
///         Flow::SkipGame
///     }
/// }
///
/// let source = "(;PB[Shusaku]PW[Gennan];B[qd])(;PB[Go Seigen]PW[Kitani])";
/// let players = kifu::visit(source, Players::default())?;
/// assert_eq!(players.names, [&b"Shusaku"[..], b"Go Seigen"]);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Flow {
    /// Whatever comes next.
    Continue,
    /// What follows the node. Outside of a node as [`Continue`](Self::Continue).
    SkipNode,
    /// The `)` of the innermost tree that is open: its rest is skipped, what stands in it
    /// included. Behind a game tree as [`Continue`](Self::Continue).
    SkipVariation,
    /// The `)` of the game tree: its rest is skipped. Behind a game tree as
    /// [`Continue`](Self::Continue).
    SkipGame,
    /// Nothing more. What was not read yet is not read, so a fault in it is not found.
    Stop,
}

/// Is told of everything that a source holds, by [`visit`](crate::visit()). Each method says what it
/// wants to be told next; without a body of their own they want to be told everything.
///
/// Each opening is followed by its closing, unless a game is skipped, a fault comes before, or the
/// visitor stops. Between them come nodes, each followed by its properties, each of these by its
/// values, of which there is at least one. Offsets are bytes of the source.
///
/// ```
/// use kifu::{Flow, Visitor};
///
/// /// The nodes of the main line of each game.
/// #[derive(Default)]
/// struct MainLines(Vec<usize>);
///
/// impl Visitor<'_> for MainLines {
///     fn open_game(&mut self, _at: usize) -> Flow {
///         self.0.push(0);
///         Flow::Continue
///     }
///
///     fn node(&mut self, _at: usize) -> Flow {
///         *self.0.last_mut().expect("a node stands in a game") += 1;
///         Flow::Continue
///     }
///
///     // The first of several variations goes on with the main line; the others are skipped.
///     fn close_variation(&mut self, _end: usize) -> Flow {
///         Flow::SkipVariation
///     }
/// }
///
/// let lines = kifu::visit("(;B[aa](;W[bb];B[cc])(;W[dd]))(;B[ee])", MainLines::default())?;
/// assert_eq!(lines.0, [3, 1]);
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait Visitor<'a> {
    /// A game tree opens: the offset of its `(`.
    #[inline(always)]
    fn open_game(&mut self, at: usize) -> Flow {
        let _ = at;
        Flow::Continue
    }

    /// A tree within a tree opens: the offset of its `(`.
    #[inline(always)]
    fn open_variation(&mut self, at: usize) -> Flow {
        let _ = at;
        Flow::Continue
    }

    /// A node starts: the offset of its `;`.
    #[inline(always)]
    fn node(&mut self, at: usize) -> Flow {
        let _ = at;
        Flow::Continue
    }

    /// A property of the node: its name. Its values follow, at least one.
    #[inline(always)]
    fn property(&mut self, ident: Ident<'a>) -> Flow {
        let _ = ident;
        Flow::Continue
    }

    /// A value of the property.
    #[inline(always)]
    fn value(&mut self, value: RawValue<'a>) -> Flow {
        let _ = value;
        Flow::Continue
    }

    /// The innermost open tree within a tree closes: the offset after its `)`.
    #[inline(always)]
    fn close_variation(&mut self, end: usize) -> Flow {
        let _ = end;
        Flow::Continue
    }

    /// The game tree closes: the offset after its `)`.
    #[inline(always)]
    fn close_game(&mut self, end: usize) -> Flow {
        let _ = end;
        Flow::Continue
    }
}

impl<'a, V: Visitor<'a> + ?Sized> Visitor<'a> for &mut V {
    #[inline(always)]
    fn open_game(&mut self, at: usize) -> Flow {
        (**self).open_game(at)
    }

    #[inline(always)]
    fn open_variation(&mut self, at: usize) -> Flow {
        (**self).open_variation(at)
    }

    #[inline(always)]
    fn node(&mut self, at: usize) -> Flow {
        (**self).node(at)
    }

    #[inline(always)]
    fn property(&mut self, ident: Ident<'a>) -> Flow {
        (**self).property(ident)
    }

    #[inline(always)]
    fn value(&mut self, value: RawValue<'a>) -> Flow {
        (**self).value(value)
    }

    #[inline(always)]
    fn close_variation(&mut self, end: usize) -> Flow {
        (**self).close_variation(end)
    }

    #[inline(always)]
    fn close_game(&mut self, end: usize) -> Flow {
        (**self).close_game(end)
    }
}
