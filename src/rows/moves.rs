//! The row of a move: where it stands, what was played, what is said of it. Times are left to
//! `clock`, what programs write of a position to `analysis`, the columns to `columns`.

mod analysis;
mod clock;
mod columns;

use alloc::vec::Vec;

use super::cell::{Cell, Texts};
use super::column::{Column, Row};
use super::game::Origin;
use super::game::line::{Kind, single_text};
use crate::values::{Color, Move, Notation};
use crate::{Collection, GameTree, Node, Property};
use analysis::Analysis;
use clock::{Clock, Overtimes};
use columns::{COLUMNS, Key, LEN};

/// Reads the rows of moves, and keeps the room it works in.
///
/// ```
/// use kifu::rows::{MoveRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9]C[no move];B[ee]BL[30](;W[]C[why?])(;W[ec]))")?;
/// let mut moves = Vec::new();
/// let mut read = |variations: bool| {
///     moves.clear();
///     MoveRows::new().variations(variations).read(collection, Origin::default(), |row| {
///         let names = ["node", "ply", "main", "color", "x", "y", "pass", "time_left", "comment"];
///         moves.push(names.map(|name| row.get(name).unwrap().to_string()).join(" "));
///         Ok::<_, kifu::Error>(())
///     })?;
///     Ok::<_, kifu::Error>(moves.clone())
/// };
/// assert_eq!(read(false)?, ["1 1 true B 4 4 false 30.0 ", "2 2 true W   true  why?"]);
/// assert_eq!(read(true)?[0], "0 0 true      no move");
/// assert_eq!(read(true)?[3], "3 2 false W 4 2 false  ");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveRows {
    variations: bool,
    /// The nodes above the one that is read.
    open: Vec<Open>,
    labels: Texts,
    marks: Texts,
}

/// What holds after a node.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    node: usize,
    is_main: bool,
    ply: u32,
    move_number: i64,
    clock: Clock,
}

impl MoveRows {
    /// A reader of the moves of main lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there are rows for all nodes of all variations, those without a move too. Otherwise
    /// there is a row for each move of the main line, and none for a node without one.
    #[must_use]
    pub fn variations(self, variations: bool) -> Self {
        Self { variations, ..self }
    }

    /// Hands the rows of a collection to `each`, in the order of the nodes, until that returns an
    /// error. A node with a move of both colours has two rows.
    ///
    /// Cost: linear in the properties of the nodes that have rows. Nothing is allocated for a row
    /// but as far as the room for labels and marks grows.
    pub fn read<E>(
        &mut self,
        collection: Collection<'_>,
        origin: Origin<'_>,
        each: impl FnMut(&MoveRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_chosen(collection, origin, |_| true, each)
    }

    /// As [`read`](Self::read), of the games that are `chosen`.
    ///
    /// ```
    /// use kifu::rows::{MoveRows, Origin, Row};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa])(;B[bb];W[cc])")?;
    /// let (mut games, origin) = (Vec::new(), Origin::default());
    /// MoveRows::new().read_chosen(collection, origin, |game| game.nodes().len() > 1, |row| {
    ///     games.push(row.get("game").unwrap().to_string());
    ///     Ok::<_, kifu::Error>(())
    /// })?;
    /// assert_eq!(games, ["1", "1"]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn read_chosen<'a, E>(
        &mut self,
        collection: Collection<'a>,
        origin: Origin<'_>,
        mut is_chosen: impl FnMut(GameTree<'a>) -> bool,
        mut each: impl FnMut(&MoveRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for game in collection.game_trees() {
            if !is_chosen(game) {
                continue;
            }
            self.open.clear();
            match self.variations {
                true => self.game(game, game.nodes(), origin, &mut each)?,
                false => self.game(game, game.main_line(), origin, &mut each)?,
            }
        }
        Ok(())
    }

    fn game<'a, E>(
        &mut self,
        game: GameTree<'a>,
        nodes: impl Iterator<Item = Node<'a>>,
        origin: Origin<'_>,
        each: &mut impl FnMut(&MoveRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut base = [Cell::Null; LEN];
        base[Key::Source as usize] = Cell::Text(origin.source());
        base[Key::Member as usize] = origin.member_path().map_or(Cell::Null, Cell::Text);
        base[Key::Game as usize] = Cell::UInt64(origin.game(game));
        let overtimes = Overtimes::of(game);
        let notation = notation(game);
        for node in nodes {
            let index = node.id().index();
            let parent = node.parent();
            while self
                .open
                .last()
                .is_some_and(|it| Some(it.node) != parent.map(|it| it.id().index()))
            {
                self.open.pop();
            }
            let above = self.open.last().copied();
            let mut now = above.unwrap_or_default();
            now.is_main = above.is_none_or(|it| it.is_main && it.node + 1 == index);
            now.node = index;
            let mut cells = base;
            cells[Key::Node as usize] = Cell::UInt64(origin.node(node));
            cells[Key::Parent as usize] =
                parent.map_or(Cell::Null, |it| Cell::UInt64(origin.node(it)));
            cells[Key::Main as usize] = Cell::Bool(now.is_main);
            let found = Found::of(node, &mut self.labels, &mut self.marks);
            found.fill(&mut cells, &self.labels, &self.marks);
            let count = found.moves.iter().flatten().count() as u32;
            let set = found.move_number;
            let first = set.unwrap_or_else(|| now.move_number.saturating_add(count.into()));
            if count == 0 {
                if let Some(set) = set {
                    now.move_number = set;
                }
                if self.variations {
                    cells[Key::Ply as usize] = Cell::UInt32(now.ply);
                    cells[Key::MoveNumber as usize] = number(now.move_number);
                    each(&MoveRow { node, cells })?;
                }
            }
            let mut left = count;
            for (color, property) in found.moves.into_iter().flatten() {
                left -= 1;
                now.ply += 1;
                now.move_number = first.saturating_sub(left.into());
                cells[Key::Ply as usize] = Cell::UInt32(now.ply);
                cells[Key::MoveNumber as usize] = number(now.move_number);
                played(notation, color, property, &mut cells);
                now.clock.play(color, found.clock(color), &overtimes, &mut cells);
                each(&MoveRow { node, cells })?;
            }
            self.open.push(now);
        }
        Ok(())
    }
}

/// The notation in which the moves of a game are written; that of a board of go of the usual size
/// where the record does not say a size that can be read.
fn notation(game: GameTree<'_>) -> Notation {
    let Kind { game: kind, size } = Kind::of(game);
    let size = size.and_then(crate::values::Reading::value);
    let usual = || kind.default_side().and_then(|side| crate::values::BoardSize::new(side, side));
    Notation::new(kind, size.or_else(usual))
}

fn number(number: i64) -> Cell<'static> {
    i32::try_from(number).map_or(Cell::Null, Cell::Int32)
}

/// The cells of a move itself.
fn played<'r>(
    notation: Notation,
    color: Color,
    property: Property<'r>,
    cells: &mut [Cell<'r>; LEN],
) {
    let text = single_text(property);
    let read = notation.play(text);
    let point = read.point();
    cells[Key::Color as usize] = Cell::Text(if color == Color::Black { "B" } else { "W" });
    cells[Key::X as usize] = point.map_or(Cell::Null, |it| Cell::UInt32(it.column().into()));
    cells[Key::Y as usize] = point.map_or(Cell::Null, |it| Cell::UInt32(it.row().into()));
    cells[Key::Pass as usize] = Cell::Bool(matches!(read, Move::Pass));
    cells[Key::Move as usize] = Cell::Text(text);
}

/// What a node has, found in one pass over its properties.
#[derive(Default)]
struct Found<'r> {
    moves: [Option<(Color, Property<'r>)>; 2],
    comment: Option<&'r str>,
    move_number: Option<i64>,
    /// `BL` and `WL`.
    times: [Option<&'r str>; 2],
    /// `OB` and `OW`.
    counts: [Option<&'r str>; 2],
    analysis: Analysis,
}

impl<'r> Found<'r> {
    fn of(node: Node<'r>, labels: &mut Texts, marks: &mut Texts) -> Self {
        let mut found = Self::default();
        labels.clear();
        marks.clear();
        let mut analysis = [None; 3];
        for property in node.properties() {
            let text = || Some(single_text(property));
            match property.ident() {
                "B" => found.add(Color::Black, property),
                "W" => found.add(Color::White, property),
                "C" => found.comment = text(),
                "BL" => found.times[0] = text(),
                "WL" => found.times[1] = text(),
                "OB" => found.counts[0] = text(),
                "OW" => found.counts[1] = text(),
                "MN" => {
                    found.move_number = crate::values::number(single_text(property)).value();
                }
                "LB" => property.values().for_each(|value| labels.push([value.text()])),
                ident @ ("TR" | "SQ" | "CR" | "MA" | "SL") => {
                    property.values().for_each(|value| marks.push([ident, ":", value.text()]));
                }
                "LZ" | "LZOP" => analysis[0] = text(),
                "SBKV" => analysis[1] = text(),
                _ => {}
            }
        }
        analysis[2] = found.comment;
        let last = found.moves.iter().flatten().next_back().map(|(color, _)| *color);
        found.analysis = Analysis::of(analysis, last);
        found
    }

    fn add(&mut self, color: Color, property: Property<'r>) {
        let place = usize::from(self.moves[0].is_some());
        self.moves[place] = Some((color, property));
    }

    /// The cells of the node.
    fn fill(&self, cells: &mut [Cell<'r>; LEN], labels: &'r Texts, marks: &'r Texts) {
        let list = |texts: &'r Texts| match texts.is_empty() {
            true => Cell::Null,
            false => Cell::Texts(texts),
        };
        cells[Key::Comment as usize] = self.comment.map_or(Cell::Null, Cell::Text);
        cells[Key::Labels as usize] = list(labels);
        cells[Key::Marks as usize] = list(marks);
        self.analysis.fill(cells);
    }

    /// What is said of the clock of a colour: the time, and what is left of overtime.
    fn clock(&self, color: Color) -> (Option<&'r str>, Option<&'r str>) {
        let place = usize::from(color == Color::White);
        (self.times[place], self.counts[place])
    }
}

/// The row of a move, or of a node; see [`MoveRows`] for how to get it.
///
/// ```
/// use kifu::rows::{Cell, MoveRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee]N[tengen])")?;
/// MoveRows::new().read(collection, Origin::default(), |row| {
///     assert_eq!(row.get("move"), Some(Cell::Text("ee")));
///     assert_eq!(row.node().text("N"), Some("tengen"));
///     Ok::<_, kifu::Error>(())
/// })?;
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
pub struct MoveRow<'r> {
    node: Node<'r>,
    cells: [Cell<'r>; LEN],
}

impl<'r> MoveRow<'r> {
    /// The node.
    pub fn node(&self) -> Node<'r> {
        self.node
    }
}

impl Row for MoveRow<'_> {
    fn columns() -> &'static [Column] {
        &COLUMNS
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        self.cells.get(column).copied().unwrap_or(Cell::Null)
    }

    fn stored(&self) -> Option<&[Cell<'_>]> {
        Some(&self.cells)
    }
}
