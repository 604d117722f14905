//! What holds at a node because of those above it: the number of the move, whose turn it is, and
//! what is inherited.

use super::game::Game;
use super::notation::Notation;
use super::number::number;
use super::point::{Area, MAX_SET_SIDE, Point};
use super::reading::{Fault, Reading};
use super::simple::{Color, color};
use super::source::{AnyNode, AnyValue, NodeSource, PropertySource, ValueSource};

/// The number of the last move at a node, 0 before the first: `MN` where there is one, else one more
/// for each move.
///
/// Cost: linear in the number of nodes above, up to one with `MN`.
///
/// Source: FF\[4\], `MN`.
///
/// ```
/// use kifu::values;
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee];W[ec](;B[ge])(;B[cc]MN[1];W[gg]))")?;
/// assert!(collection.nodes().map(values::move_number).eq([0, 1, 2, 3, 1, 2]));
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn move_number<'v>(node: impl AnyNode<'v>) -> i64 {
    let mut moves = 0_i64;
    for node in upwards(node) {
        let set = node.own("MN").and_then(|property| number(property.single()).value());
        if let Some(set) = set {
            return set.saturating_add(moves);
        }
        moves += count_moves(node);
    }
    moves
}

/// The numbers of the last moves at the nodes of a line, as [`move_number`] gives them, in one pass.
/// The first node has to be a root.
///
/// ```
/// let tree = kifu::OwnedTree::parse("(;AB[aa];W[bb];B[cc]MN[10];W[];)")?;
/// let line = tree.first_game_tree().unwrap().main_line();
/// assert!(kifu::values::move_numbers(line).map(|(_, number)| number).eq([0, 1, 10, 11, 11]));
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn move_numbers<'v, I>(line: I) -> impl Iterator<Item = (I::Item, i64)>
where
    I: IntoIterator<Item: AnyNode<'v>>,
{
    line.into_iter().scan(0_i64, |last, node| {
        let set = node.own("MN").and_then(|property| number(property.single()).value());
        *last = set.unwrap_or_else(|| last.saturating_add(count_moves(node)));
        Some((node, *last))
    })
}

fn count_moves<'v>(node: impl NodeSource<'v>) -> i64 {
    node.all_own().filter(|property| Color::of_ident(property.name()).is_some()).count() as i64
}

/// Whose turn it is after a node: what `PL` says, or the opponent of who moved last. Before the first
/// move of go it is Black's, or White's if there is a handicap or Black alone has stones. `None` at
/// the start of another game.
///
/// Cost: linear in the number of nodes above, up to one that says it.
///
/// Source: FF\[4\], `PL`, `HA`.
///
/// ```
/// use kifu::values::{Color, to_play};
///
/// let turn = |source| {
///     let tree = kifu::OwnedTree::parse(source).unwrap();
///     to_play(tree.nodes().last().unwrap())
/// };
/// assert_eq!(turn("(;SZ[9])"), Some(Color::Black));
/// assert_eq!(turn("(;HA[2]AB[aa][bb])"), Some(Color::White));
/// assert_eq!(turn("(;B[aa])"), Some(Color::White));
/// assert_eq!(turn("(;B[aa];PL[B])"), Some(Color::Black));
/// assert_eq!(turn("(;GM[11])"), None);
/// ```
pub fn to_play<'v>(node: impl AnyNode<'v>) -> Option<Color> {
    let mut root = node;
    for node in upwards(node) {
        let set = node.own("PL").and_then(|property| color(property.single()).value());
        if set.is_some() {
            return set;
        }
        let mut moves = node.all_own().filter_map(|property| Color::of_ident(property.name()));
        let moved = moves.next_back();
        if let Some(moved) = moved {
            return Some(moved.other());
        }
        root = node;
    }
    if Game::of_root(root) != Game::GO {
        return None;
    }
    let handicap = root.own("HA").and_then(|property| number(property.single()).value());
    let is_handicap = handicap.is_some_and(|stones| stones >= 2)
        || root.own("AB").is_some() && root.own("AW").is_none();
    Some(if is_handicap { Color::White } else { Color::Black })
}

/// The nearest node, this one or one above it, that has the property: where a value comes from that
/// is inherited.
///
/// Cost: linear in the number of nodes above, up to that node.
///
/// Source: FF\[4\], attribute `inherit`: `DD`, `PM`, `VW`.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;PM[2];B[aa];W[bb])")?;
/// let last = collection.nodes().last().unwrap();
/// assert_eq!(kifu::values::inherited(last, "PM"), collection.root());
/// assert_eq!(kifu::values::inherited(last, "VW"), None);
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn inherited<'v, N: AnyNode<'v>>(node: N, ident: &str) -> Option<N> {
    upwards(node).find(|node| node.own(ident).is_some())
}

fn upwards<'v, N: NodeSource<'v>>(node: N) -> impl Iterator<Item = N> {
    core::iter::successors(Some(node), |node| node.parent())
}

/// How move numbers are printed.
///
/// Source: FF\[4\], `PM`.
///
/// ```
/// use kifu::values::{PrintMode, print_mode};
///
/// let tree = kifu::OwnedTree::parse("(;PM[0];B[aa];PM[])")?;
/// let modes: Vec<_> = tree.nodes().map(|node| print_mode(node).value()).collect();
/// assert_eq!(modes, [Some(PrintMode::None), Some(PrintMode::None), Some(PrintMode::AsIs)]);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PrintMode {
    /// `0`: no numbers.
    None,
    /// `1`: the numbers as they are.
    AsIs,
    /// `2`: the first number of a figure without its hundreds, and counted on from there.
    Modulo,
}

impl PrintMode {
    /// What is printed for a move, in a figure whose first move has the number `first`.
    ///
    /// ```
    /// use kifu::values::PrintMode;
    ///
    /// assert_eq!(PrintMode::Modulo.printed(232, 198), Some(132));
    /// assert_eq!(PrintMode::AsIs.printed(232, 198), Some(232));
    /// assert_eq!(PrintMode::None.printed(232, 198), None);
    /// ```
    pub fn printed(self, number: i64, first: i64) -> Option<i64> {
        match self {
            Self::None => None,
            Self::AsIs => Some(number),
            Self::Modulo => Some(number.saturating_sub(first.saturating_sub(first % 100))),
        }
    }
}

/// How move numbers are printed at a node: what `PM` says there or above. Without one, and where it
/// is empty, they are printed as they are.
///
/// Cost: as [`inherited`].
///
/// Source: FF\[4\], `PM`: Number, 0 to 2.
///
/// ```
/// use kifu::values::{Fault, Outcome, print_mode};
///
/// let tree = kifu::OwnedTree::parse("(;PM[7])")?;
/// let outcome = print_mode(tree.root().unwrap()).outcome();
/// assert_eq!(outcome, Outcome::Unreadable(Fault::OutOfRange));
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn print_mode<'v>(node: impl AnyNode<'v>) -> Reading<'v, PrintMode> {
    let property = inherited(node, "PM").and_then(|node| node.own("PM"));
    let Some(value) = property.map(PropertySource::single).filter(|it| !it.whole().is_empty())
    else {
        return Reading::exact("", PrintMode::AsIs);
    };
    let read = number(value).parsed().and_then(|(number, repair)| match number {
        0 => Ok((PrintMode::None, repair)),
        1 => Ok((PrintMode::AsIs, repair)),
        2 => Ok((PrintMode::Modulo, repair)),
        _ => Err(Fault::OutOfRange),
    });
    Reading::of(value.whole(), read)
}

impl Notation {
    /// The points that are dimmed at a node: those of `DD` there or above. An empty `DD` clears
    /// them.
    ///
    /// Cost: as [`inherited`], and then as [`points`](Self::points).
    ///
    /// Source: FF\[4\], `DD`.
    ///
    /// ```
    /// use kifu::values::Notation;
    ///
    /// let tree = kifu::OwnedTree::parse("(;DD[aa:bb];B[aa];DD[])")?;
    /// let dimmed = tree.nodes().map(|node| Notation::GO.dimmed(node).count());
    /// assert!(dimmed.eq([4, 4, 0]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn dimmed<'v>(self, node: impl AnyNode<'v>) -> impl Iterator<Item = Point> {
        let property = inherited(node, "DD").and_then(|node| node.own("DD"));
        property.into_iter().flat_map(move |it| self.points(it.all_own()))
    }

    /// The points that are shown at a node: those of `VW` there or above. `None` is the whole board,
    /// as it is without a `VW` and where it is empty.
    ///
    /// Before FF\[4\] two points are the corners of a rectangle.
    ///
    /// Cost: as [`inherited`] up to the root, and then as [`points`](Self::points).
    ///
    /// Source: FF\[4\], `VW`; converting.
    ///
    /// ```
    /// use kifu::values::Notation;
    ///
    /// let shown = |source| {
    ///     let tree = kifu::OwnedTree::parse(source).unwrap();
    ///     Notation::GO.view(tree.nodes().last().unwrap()).map(Iterator::count)
    /// };
    /// assert_eq!(shown("(;FF[4]VW[aa:bb];B[aa])"), Some(4));
    /// assert_eq!(shown("(;FF[4]VW[aa][bb])"), Some(2));
    /// assert_eq!(shown("(;FF[3]VW[aa][bb])"), Some(4));
    /// assert_eq!(shown("(;FF[4]VW[aa:bb];VW[])"), None);
    /// ```
    pub fn view<'v>(self, node: impl AnyNode<'v>) -> Option<impl Iterator<Item = Point>> {
        let property = inherited(node, "VW")?.own("VW")?;
        let mut values = property.all_own();
        if values.clone().all(|value| value.whole().is_empty()) {
            return None;
        }
        let corners = [values.next(), values.next(), values.next()];
        let rectangle = match corners {
            [Some(corner), Some(other), None] if version_at(node) < 4 => {
                self.rectangle(corner, other)
            }
            _ => None,
        };
        // One of the two gives nothing.
        let list = rectangle.is_none().then(|| self.points(property.all_own()));
        Some(rectangle.map(Area::points).into_iter().flatten().chain(list.into_iter().flatten()))
    }

    /// The rectangle between two points, on a board whose points can be listed.
    fn rectangle<'v>(self, corner: impl AnyValue<'v>, other: impl AnyValue<'v>) -> Option<Area> {
        let (corner, other) = (self.point(corner).value()?, self.point(other).value()?);
        let area = Area::between(corner, other);
        (area.len() <= MOST_POINTS).then_some(area)
    }
}

/// How many points a rectangle has at most.
const MOST_POINTS: usize = MAX_SET_SIDE as usize * MAX_SET_SIDE as usize;

/// The version of the format that the root says; 1 without one.
fn version_at<'v>(node: impl AnyNode<'v>) -> i64 {
    let root = upwards(node).last().unwrap_or(node);
    root.own("FF").and_then(|property| number(property.single()).value()).unwrap_or(1)
}
