//! Lines of play: their moves, and the stones that stand before the first.

use core::fmt;
use core::iter::FusedIterator;

use super::moves::Move;
use super::notation::Notation;
use super::point::Point;
use super::points::Points;
use super::reading::Reading;
use super::simple::Color;
use super::source::{AnyNode, MoveSource, NodeOrProperty, NodeSource, PropertySource};

impl Notation {
    /// The moves of nodes, such as those of a main line, each with its colour.
    ///
    /// What is no move of the game is [`Move::NotAMove`], so that nothing is lost and nothing made
    /// up. A node with a move of both colours gives both, in file order.
    ///
    /// Cost: linear in the number of properties; allocates nothing.
    ///
    /// Source: FF\[4\], `B`, `W`.
    ///
    /// ```
    /// use kifu::values::{Color, Move, Notation, Point};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9];B[ee];W[];B[Q16])")?;
    /// let game = collection.first_game_tree().unwrap();
    /// let moves: Vec<_> = Notation::of(game).moves(game.main_line()).collect();
    /// assert_eq!(moves, [
    ///     (Color::Black, Move::Point(Point::new(4, 4))),
    ///     (Color::White, Move::Pass),
    ///     (Color::Black, Move::NotAMove("Q16")),
    /// ]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[inline]
    pub fn moves<'v, I>(self, nodes: I) -> Moves<'v, I::IntoIter>
    where
        I: IntoIterator<Item: NodeOrProperty<'v>>,
    {
        Moves { notation: self, texts: MoveTexts::new(nodes.into_iter()) }
    }

    /// The same with how each move was read.
    ///
    /// ```
    /// use kifu::values::{Notation, Outcome, Repair};
    ///
    /// let tree = kifu::OwnedTree::parse("(;SZ[9];B[ e e ])")?;
    /// let game = tree.first_game_tree().unwrap();
    /// let (_, reading) = Notation::of(game).readings(game.main_line()).next().unwrap();
    /// assert!(matches!(reading.outcome(), Outcome::Repaired(_, Repair::WhiteSpace)));
    /// assert_eq!(reading.text(), " e e ");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn readings<'v, I>(self, nodes: I) -> Readings<'v, I::IntoIter>
    where
        I: IntoIterator<Item: NodeOrProperty<'v>>,
    {
        Readings { notation: self, texts: MoveTexts::new(nodes.into_iter()) }
    }

    /// The stones that nodes set before the first move, in file order: the colour, or `None` where a
    /// point is cleared. A point that is set twice comes twice, and what comes later counts.
    ///
    /// A node with both setup and a move is the last that is looked at.
    ///
    /// Source: FF\[4\], `AB`, `AW`, `AE`.
    ///
    /// ```
    /// use kifu::values::{Color, Notation, Point};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;SZ[9]HA[2]AB[gc:gd];W[ee];AB[aa])")?;
    /// let game = collection.first_game_tree().unwrap();
    /// let setup = Notation::of(game).setup(game.main_line());
    /// let stones = [Point::new(6, 2), Point::new(6, 3)].map(|point| (Some(Color::Black), point));
    /// assert!(setup.eq(stones));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn setup<'v, I>(self, nodes: I) -> Setup<'v, I::IntoIter>
    where
        I: IntoIterator<Item: AnyNode<'v>>,
    {
        Setup { notation: self, nodes: Some(nodes.into_iter()), properties: None, points: None }
    }
}

/// The colours and texts of the properties `B` and `W` of nodes.
#[derive(Clone)]
struct MoveTexts<'v, I: Iterator<Item: MoveSource<'v>>> {
    sources: I,
    /// What is left of the node that was reached.
    rest: <I::Item as MoveSource<'v>>::Rest,
}

impl<'v, I: Iterator<Item: MoveSource<'v>>> MoveTexts<'v, I> {
    #[inline]
    fn new(sources: I) -> Self {
        Self { sources, rest: Default::default() }
    }

    #[inline(always)]
    fn next(&mut self) -> Option<(Color, &'v str)> {
        if let Some(found) = I::Item::next_move(&mut self.rest) {
            return Some(found);
        }
        loop {
            let source = self.sources.next()?;
            if let Some(found) = source.first_move(&mut self.rest) {
                return Some(found);
            }
        }
    }
}

/// Makes an iterator over the moves of nodes.
macro_rules! iterate_moves {
    ($(#[$doc:meta])* $name:ident, $item:ty, $read:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<'v, I: Iterator<Item: NodeOrProperty<'v>>> {
            notation: Notation,
            texts: MoveTexts<'v, I>,
        }

        impl<'v, I: Iterator<Item: NodeOrProperty<'v>>> Iterator for $name<'v, I> {
            type Item = (Color, $item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                let (color, text) = self.texts.next()?;
                Some((color, self.notation.$read(text)))
            }
        }

        impl<'v, I: FusedIterator<Item: NodeOrProperty<'v>>> FusedIterator for $name<'v, I> {}

        impl<'v, I: Iterator<Item: NodeOrProperty<'v>>> fmt::Debug for $name<'v, I> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("notation", &self.notation).finish()
            }
        }
    };
}

iterate_moves! {
    /// Iterator over the moves of nodes, made by [`Notation::moves`].
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;B[pd];W[dp])")?;
    /// let game = tree.first_game_tree().unwrap();
    /// let moves = kifu::values::Notation::of(game).moves(game.main_line());
    /// let points: Vec<_> = moves.filter_map(|(_, played)| played.point()).map(|it| it.xy()).collect();
    /// assert_eq!(points, [(15, 3), (3, 15)]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    Moves, Move<'v>, played
}

iterate_moves! {
    /// Iterator over the moves of nodes and how they were read, made by [`Notation::readings`].
    ///
    /// ```
    /// let tree = kifu::OwnedTree::parse("(;B[pd];W[D4])")?;
    /// let game = tree.first_game_tree().unwrap();
    /// let mut readings = kifu::values::Notation::of(game).readings(game.main_line());
    /// assert!(readings.next().unwrap().1.is_exact());
    /// assert!(readings.next().unwrap().1.is_unreadable());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    Readings, Reading<'v, Move<'v>>, move_reading
}

/// Iterator over the stones that are set before the first move, made by [`Notation::setup`].
///
/// ```
/// use kifu::values::{Color, Notation, Point};
///
/// let tree = kifu::OwnedTree::parse("(;AB[aa];AW[bb];B[cc]AE[aa])")?;
/// let game = tree.first_game_tree().unwrap();
/// let setup = Notation::of(game).setup(game.main_line());
/// let colors = setup.map(|(color, _)| color);
/// assert!(colors.eq([Some(Color::Black), Some(Color::White), None]));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone)]
pub struct Setup<'v, I: Iterator<Item: AnyNode<'v>>> {
    notation: Notation,
    /// `None` after the node with the first move.
    nodes: Option<I>,
    properties: Option<<I::Item as NodeSource<'v>>::Properties>,
    #[expect(clippy::type_complexity, reason = "the values of a property of any tree")]
    points: Option<(
        Option<Color>,
        Points<'v, <<I::Item as NodeSource<'v>>::Property as PropertySource<'v>>::Values>,
    )>,
}

impl<'v, I: Iterator<Item: AnyNode<'v>>> Iterator for Setup<'v, I> {
    type Item = (Option<Color>, Point);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((color, points)) = &mut self.points {
                if let Some(point) = points.next() {
                    return Some((*color, point));
                }
                self.points = None;
            }
            match self.properties.as_mut().and_then(Iterator::next) {
                Some(property) => {
                    let color = match property.name() {
                        "AB" => Some(Color::Black),
                        "AW" => Some(Color::White),
                        "AE" => None,
                        _ => continue,
                    };
                    self.points = Some((color, self.notation.points(property.all_own())));
                }
                None => {
                    let node = self.nodes.as_mut()?.next()?;
                    let mut properties = node.all_own();
                    self.properties = Some(properties.clone());
                    if properties.any(|property| Color::of_ident(property.name()).is_some()) {
                        self.nodes = None;
                    }
                }
            }
        }
    }
}

impl<'v, I: Iterator<Item: AnyNode<'v>>> fmt::Debug for Setup<'v, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("notation", &self.notation).finish()
    }
}
