//! The row of a game: where it stands, the raw texts of its root, its shape, its main line, its
//! faults and what its texts mean. The moves are left to `line`, what the texts mean to `info`, the
//! columns to `columns`.

mod columns;
mod info;
pub(super) mod line;
mod shape;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::cell::Cell;
use super::column::{Column, Row};
use crate::{Collection, GameTree, Node};
use columns::{COLUMNS, PROPERTIES_END};
use info::Info;
use line::{Kind, Line};
use shape::{Faults, Shape};

/// Where a record comes from: the part of a row that the bytes of the record do not say.
///
/// ```
/// use kifu::rows::{Cell, GameRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[aa]) (;B[bb])")?;
/// let origin = Origin::new("archive.zip").member("dir/games.sgf").after(10, 5_000);
/// let mut places = Vec::new();
/// GameRows::new().read(collection, origin, |row| {
///     assert_eq!(row.get("member"), Some(Cell::Text("dir/games.sgf")));
///     places.push((row.get("game").unwrap().to_string(), row.get("offset").unwrap().to_string()));
///     Ok::<_, kifu::Error>(())
/// })?;
/// assert_eq!(places, [("10".into(), "5000".into()), ("11".into(), "5009".into())]);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin<'a> {
    source: &'a str,
    member: Option<&'a str>,
    games: u64,
    offset: u64,
    nodes: u64,
}

impl<'a> Origin<'a> {
    /// A file of this path, or `-` for stdin.
    pub const fn new(source: &'a str) -> Self {
        Self { source, member: None, games: 0, offset: 0, nodes: 0 }
    }

    /// A member of the file, which is an archive.
    pub const fn member(self, member: &'a str) -> Self {
        Self { member: Some(member), ..self }
    }

    /// A part of a record that is read in parts: so many games and bytes of the record come before
    /// the first game and the first byte of what was read.
    pub const fn after(self, games: u64, bytes: u64) -> Self {
        Self { games, offset: bytes, ..self }
    }

    /// So many nodes of the record come before the first one of what was read.
    ///
    /// ```
    /// use kifu::rows::{Cell, MoveRows, Origin, Row};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;B[aa])")?;
    /// MoveRows::new().read(collection, Origin::default().after_nodes(200), |row| {
    ///     assert_eq!(row.get("node"), Some(Cell::UInt64(200)));
    ///     Ok::<_, kifu::Error>(())
    /// })?;
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub const fn after_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The path of the file.
    pub(super) const fn source(&self) -> &'a str {
        self.source
    }

    /// The path in the archive, if it is one.
    pub(super) const fn member_path(&self) -> Option<&'a str> {
        self.member
    }

    /// The number of a game in the record.
    pub(super) fn game(&self, game: GameTree<'_>) -> u64 {
        self.games + game.index() as u64
    }

    /// The number of a node in the record.
    pub(super) fn node(&self, node: Node<'_>) -> u64 {
        self.nodes + node.id().index() as u64
    }
}

/// Reads the rows of games, and keeps the room it works in: for the next collection it hardly
/// allocates.
///
/// ```
/// use kifu::rows::{GameRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let bytes = b"(;RE[B+R]KM[375];B[qd])(;SZ[9]DT[2016-03-09";
/// let collection = kifu::Parser::new().read(&arena, bytes);
/// let mut rows = Vec::new();
/// GameRows::new().normalize(true).read(collection, Origin::default(), |row| {
///     rows.push(["winner", "komi", "errors"].map(|name| row.get(name).unwrap().to_string()));
///     Ok::<_, ()>(())
/// })
/// .unwrap();
/// assert_eq!(rows, [["B", "7.5", "0"], ["", "", "2"]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameRows {
    normalize: bool,
    line: Line,
    faults: Vec<Faults>,
}

impl GameRows {
    /// A reader that leaves what the texts mean as it is.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether habits of servers are undone in the columns komi, handicap, margin and overtime, of
    /// go alone; see [`GameInfo::normalized`](crate::values::GameInfo::normalized).
    #[must_use]
    pub fn normalize(self, normalize: bool) -> Self {
        Self { normalize, ..self }
    }

    /// Hands the row of each game of a collection to `each`, in the order of the games, until that
    /// returns an error.
    ///
    /// Cost: linear in the nodes and the diagnostics of the collection.
    pub fn read<E>(
        &mut self,
        collection: Collection<'_>,
        origin: Origin<'_>,
        each: impl FnMut(&GameRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_chosen(collection, origin, |_| true, each)
    }

    /// As [`read`](Self::read), of the games that are `chosen`: the others cost nothing more.
    ///
    /// ```
    /// use kifu::choose::Choice;
    /// use kifu::rows::{GameRows, Origin, Row};
    ///
    /// let arena = kifu::Arena::new();
    /// let collection = kifu::parse(&arena, "(;PB[Honinbo Shusai])(;PB[Go Seigen])")?;
    /// let (choice, origin) = (Choice::new().black("seigen"), Origin::default());
    /// let is_chosen = |game| choice.judge(game).is_chosen();
    /// let mut numbers = Vec::new();
    /// GameRows::new().read_chosen(collection, origin, is_chosen, |row| {
    ///     numbers.push(row.get("game").unwrap().to_string());
    ///     Ok::<_, kifu::Error>(())
    /// })?;
    /// assert_eq!(numbers, ["1"]);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn read_chosen<'a, E>(
        &mut self,
        collection: Collection<'a>,
        origin: Origin<'_>,
        mut is_chosen: impl FnMut(GameTree<'a>) -> bool,
        mut each: impl FnMut(&GameRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        shape::count_faults(collection, &mut self.faults);
        for (game, &faults) in collection.game_trees().zip(&self.faults) {
            if !is_chosen(game) {
                continue;
            }
            let kind = Kind::of(game);
            self.line.read(game, kind);
            let line = &self.line;
            each(&GameRow {
                origin,
                game,
                texts: texts(game),
                shape: Shape::of(game, line),
                line,
                faults,
                info: Info::of(game, kind, self.normalize),
                moves_gtp: OnceCell::new(),
            })?;
        }
        Ok(())
    }
}

/// The row of a game; see [`GameRows`] for how to get it.
///
/// ```
/// use kifu::rows::{Cell, GameRows, Origin, Row};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;PB[Shusaku]BR[4d]C[of 1846];B[qd])")?;
/// GameRows::new().read(collection, Origin::default(), |row| {
///     assert_eq!(row.get("black_rank_order"), Some(Cell::Int32(4)));
///     assert_eq!(row.game().root().text("C"), Some("of 1846"));
///     Ok::<_, kifu::Error>(())
/// })?;
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
pub struct GameRow<'r> {
    origin: Origin<'r>,
    game: GameTree<'r>,
    /// The texts of the root, each at the number of its column.
    texts: [Option<&'r str>; PROPERTIES_END],
    shape: Shape,
    line: &'r Line,
    faults: Faults,
    info: Info<'r>,
    /// Made when it is asked for.
    moves_gtp: OnceCell<Option<String>>,
}

impl<'r> GameRow<'r> {
    /// The game.
    pub fn game(&self) -> GameTree<'r> {
        self.game
    }
}

impl Row for GameRow<'_> {
    fn columns() -> &'static [Column] {
        &COLUMNS
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        columns::cell(self, column)
    }

    fn cells(&self) -> impl Iterator<Item = (&'static Column, Cell<'_>)> {
        columns::cells(self)
    }
}

/// The texts of the root that are columns, in one pass over its properties.
fn texts(game: GameTree<'_>) -> [Option<&str>; PROPERTIES_END] {
    let mut texts = [None; PROPERTIES_END];
    for property in game.root().properties() {
        if let Some(number) = columns::number_of(property.ident()) {
            texts[number].get_or_insert(property.first_value().text());
        }
    }
    texts
}

/// The hash of the main line of a game, as the column `main_line_hash` has it.
///
/// ```
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;B[pd];W[dd])(;)")?;
/// let hashes: Vec<_> = collection.game_trees().map(kifu::rows::main_line_hash).collect();
/// assert_eq!(hashes, [Some(0xecb7_712c_f897_8a29), None]);
/// # Ok::<(), kifu::Error>(())
/// ```
///
/// Cost: linear in the nodes of the main line.
pub fn main_line_hash(game: GameTree<'_>) -> Option<u64> {
    let mut line = Line::default();
    line.read(game, Kind::of(game));
    line.hash()
}
