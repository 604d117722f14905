//! One game tree of a source at a time: each committed to an arena by itself, so that a source of
//! any size needs no more memory than its largest game.

use core::fmt;

use crate::arena::Arena;
use crate::error::{Error, ErrorKind};
use crate::parser::{Before, Extent, Parser};
use crate::scanner::State;
use crate::scratch::Scratch;
use crate::tree::{Collection, GameTree};

/// A game tree that [`Parser::next_game`] read, and where it ends. `Copy`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let next = kifu::Parser::new().next_game(&arena, "(;GN[one])(;GN[two])", 10)?.unwrap();
/// assert_eq!(next.game_tree().root().text("GN"), Some("two"));
/// assert_eq!(next.collection().game_trees().len(), 1);
/// assert_eq!(next.end(), 20);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NextGame<'a> {
    game_tree: GameTree<'a>,
    collection: Collection<'a>,
}

impl<'a> NextGame<'a> {
    /// The game tree.
    pub fn game_tree(self) -> GameTree<'a> {
        self.game_tree
    }

    /// The collection that holds the game tree and nothing else.
    pub fn collection(self) -> Collection<'a> {
        self.collection
    }

    /// The offset after the game tree, where to look for the next one.
    pub fn end(self) -> usize {
        self.game_tree.span().end()
    }
}

/// What [`Parser::read_game`] read, and where it ends. `Copy`.
#[derive(Clone, Copy, Debug)]
pub struct ReadGame<'a> {
    collection: Collection<'a>,
    end: usize,
}

impl<'a> ReadGame<'a> {
    /// The game tree, and the diagnostics of its part of the source. There is no game tree where
    /// only text was left, and there are several where a damaged one held others.
    pub fn collection(self) -> Collection<'a> {
        self.collection
    }

    /// The offset after the part that was read, where to go on.
    pub fn end(self) -> usize {
        self.end
    }
}

impl Parser {
    /// Reads the game tree that starts at `at`, or after the white space there; `None` if no
    /// game tree is left.
    ///
    /// Spans are those of the whole source, so a game can be found again in it. The bounds of the
    /// [`ParseOptions`](crate::ParseOptions) hold for the game tree, that on bytes for the source.
    /// A byte order mark is passed over where the source starts. An `at` past the end counts as
    /// the end.
    ///
    /// Where the source is a part of something larger, and ends in a game tree, the error says so
    /// by [`Error::is_incomplete`]: get more of it and ask again. Ask for twice as much each time,
    /// since the game is read from its start again. `GameReader` (feature `std`) does all
    /// that for whatever can be read.
    ///
    /// Cost: linear in the length of the game tree.
    ///
    /// # Errors
    ///
    /// The leftmost fault from `at` to the end of the game tree, as [`parse`](Self::parse) finds
    /// it. A source without a game tree is no fault here.
    ///
    /// ```
    /// use kifu::{Arena, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let source = "(;B[aa];W[bb]) (;B[cc]) (;B[d";
    /// let arena = Arena::new();
    /// let first = parser.next_game(&arena, source, 0)?.unwrap();
    /// assert_eq!(first.game_tree().nodes().len(), 2);
    /// assert_eq!(first.end(), 14);
    /// let second = parser.next_game(&arena, source, first.end())?.unwrap();
    /// assert_eq!(second.game_tree().span().range(), 15..23);
    ///
    /// // The rest is not all there yet.
    /// let error = parser.next_game(&arena, source, second.end()).unwrap_err();
    /// assert!(error.is_incomplete());
    /// assert_eq!(error.span().start(), 27);
    /// assert!(parser.next_game(&arena, "(;B[aa])\n", 8)?.is_none());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn next_game<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a str,
        at: usize,
    ) -> Result<Option<NextGame<'a>>, Error> {
        let state = State::at(source.as_bytes(), at);
        match self.parse_game(arena, source, state) {
            Ok(Some(collection)) => {
                Ok(collection.first_game_tree().map(|game_tree| NextGame { game_tree, collection }))
            }
            Ok(None) => Ok(None),
            Err(error) if error.kind() == ErrorKind::Empty => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads on from `at` to the end of the next game tree, tolerantly; `None` if nothing but white
    /// space is left.
    ///
    /// Part after part this gives the game trees and the diagnostics that [`read`](Self::read)
    /// gives for the whole, with the memory of one part, but for guesses at character sets that go
    /// by the game trees before: see [`read_next`](Self::read_next). What stands before a game
    /// tree belongs to its part.
    ///
    /// Cost: linear in the length of the part.
    ///
    /// ```
    /// use kifu::{Arena, Code, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let source = b"(;B[aa]) and (;B[bb];w[cc]";
    /// let arena = Arena::new();
    /// let first = parser.read_game(&arena, source, 0).unwrap();
    /// assert_eq!((first.collection().nodes().len(), first.end()), (1, 8));
    /// let second = parser.read_game(&arena, source, first.end()).unwrap();
    /// let codes = second.collection().diagnostics().iter().map(|found| found.code());
    /// assert!(codes.eq([Code::TextAfterTree, Code::InvalidIdent, Code::UnclosedTree]));
    /// assert_eq!(second.end(), source.len());
    /// assert!(parser.read_game(&arena, source, second.end()).is_none());
    /// ```
    pub fn read_game<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        at: usize,
    ) -> Option<ReadGame<'a>> {
        self.read_next(arena, source, at, &mut Before::of(source))
    }

    /// As [`read_game`](Self::read_game), of what may be a part of a larger source: `before` tells
    /// of all that stands before `at`, and then of all before the end.
    ///
    /// An `at` of 0 is the start of the source. Before any other a game tree ends, and the
    /// bytes before it do not matter. Where the given bytes end before the source does, the rules
    /// may look at more than there is, and more of it change what was read: surely so where the
    /// part reaches to the end of the bytes. Get more and ask again, with what stood in `before`.
    ///
    /// Cost: linear in the length of the part.
    ///
    /// ```
    /// use kifu::{Arena, Before, Charset, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let source = b"(;PB[\xC0\xCC\xC3\xA2\xC8\xA3 \xBB\xE7\xB9\xFC])(;PB[Fran\xE7ois])";
    /// let arena = Arena::new();
    /// let mut before = Before::of(source);
    /// let first = parser.read_next(&arena, source, 0, &mut before).unwrap();
    /// let rest = &source[first.end() - 1..];
    /// let second = parser.read_next(&arena, rest, 1, &mut before).unwrap();
    /// let all = parser.read(&arena, source);
    /// assert_eq!(second.collection().first_game_tree(), all.game_trees().nth(1));
    /// ```
    pub fn read_next<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        at: usize,
        before: &mut Before,
    ) -> Option<ReadGame<'a>> {
        // Its end is its start: whoever goes on there would do so for ever.
        if source.is_empty() {
            return None;
        }
        let part = self.read_part(arena, source, Extent { start: at, one_game: true }, before);
        part.map(|(collection, end)| ReadGame { collection, end })
    }

    /// As [`read_next`](Self::read_next), all game trees to the end of the source, or of a part of
    /// it that ends after a game tree.
    ///
    /// Where no rule has to look beyond that end, part after part this gives what
    /// [`read`](Self::read) gives for the whole: none has to if all game trees follow the grammar
    /// and are UTF-8, or if another one follows at once. Only the bounds of the
    /// [`ParseOptions`](crate::ParseOptions), and that on reading anew for a character set, are
    /// those of the part.
    ///
    /// Cost: linear in the length of the part.
    ///
    /// ```
    /// use kifu::{Arena, Before, Code, Parser};
    ///
    /// let source = b"(;B[aa])(;KO;B[bb]) (;B[cc]) and";
    /// let arena = Arena::new();
    /// let rest = Parser::new().read_rest(&arena, source, 8, &mut Before::of(source));
    /// assert_eq!(rest.game_trees().len(), 2);
    /// let found: Vec<_> = rest.diagnostics().iter().map(|it| (it.code(), it.game())).collect();
    /// assert_eq!(found, [(Code::PropertyWithoutValue, Some(0)), (Code::TextAfterTree, None)]);
    /// // In the whole, one game tree stands in front.
    /// assert_eq!(rest.diagnostics()[0].behind(1).game(), Some(1));
    /// ```
    pub fn read_rest<'a>(
        &mut self,
        arena: &'a Arena<'a>,
        source: &'a [u8],
        at: usize,
        before: &mut Before,
    ) -> Collection<'a> {
        let part = self.read_part(arena, source, Extent { start: at, one_game: false }, before);
        let nothing = || arena.commit_bytes(source, 0..0, None, &Scratch::default());
        part.map_or_else(nothing, |(collection, _)| collection)
    }

    /// The game trees of a source, one after the other, each into an arena that the caller gives.
    ///
    /// ```
    /// use kifu::{Arena, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let mut games = parser.games("(;B[aa];W[bb])(;B[cc])");
    /// let mut nodes = Vec::new();
    /// loop {
    ///     // A fresh arena for each game: memory for one of them is all that is needed.
    ///     let arena = Arena::new();
    ///     let Some(game) = games.next_game(&arena)? else { break };
    ///     nodes.push(game.nodes().len());
    /// }
    /// assert_eq!(nodes, [2, 1]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn games<'p, 's>(&'p mut self, source: &'s str) -> Games<'p, 's> {
        Games { parser: self, source, at: 0 }
    }
}

/// The game trees of a source, one at a time, made by [`Parser::games`].
///
/// It is no [`Iterator`]: a game tree lives in an arena, and only the caller can say in which one,
/// and for how long.
pub struct Games<'p, 's> {
    parser: &'p mut Parser,
    source: &'s str,
    at: usize,
}

impl<'s> Games<'_, 's> {
    /// Reads the next game tree into `arena`; `None` if none is left.
    ///
    /// Cost: linear in the length of the game tree.
    ///
    /// # Errors
    ///
    /// As [`Parser::next_game`]. Nothing follows a fault: the next call gives `None`.
    ///
    /// ```
    /// use kifu::{Arena, Parser};
    ///
    /// let mut parser = Parser::new();
    /// let mut games = parser.games("(;GN[sound])(;gn[broken])(;GN[lost])");
    /// let arena = Arena::new();
    /// assert_eq!(games.next_game(&arena)?.unwrap().root().text("GN"), Some("sound"));
    /// assert!(games.next_game(&arena).is_err());
    /// assert!(games.next_game(&arena)?.is_none());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn next_game<'a>(&mut self, arena: &'a Arena<'a>) -> Result<Option<GameTree<'a>>, Error>
    where
        's: 'a,
    {
        let next = self.parser.next_game(arena, self.source, self.at);
        self.at = match &next {
            Ok(Some(next)) => next.end(),
            Ok(None) | Err(_) => self.source.len(),
        };
        Ok(next?.map(NextGame::game_tree))
    }

    /// The offset after the last game tree that was read.
    pub fn offset(&self) -> usize {
        self.at
    }
}

impl fmt::Debug for Games<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("at", &self.at).finish_non_exhaustive()
    }
}
