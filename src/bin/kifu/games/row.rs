//! What is told of a game: where it stands, the raw texts of its root, its shape, its main line and
//! its faults. The moves are left to `line`, the columns to `column`.

use kifu::{Collection, GameTree, Node, Severity};

use super::column::{COLUMNS, Cell, Column, Value, place};
use super::line::Line;
use crate::run::Input;

/// A row.
pub(super) struct Row<'a> {
    pub(super) input: &'a Input<'a>,
    pub(super) game: GameTree<'a>,
    /// The texts of the root, each at the place of its column.
    texts: [Option<&'a str>; COLUMNS.len()],
    pub(super) shape: Shape,
    pub(super) line: &'a Line,
    pub(super) faults: Faults,
}

impl<'a> Row<'a> {
    /// The row of a game; the room of the line is used again.
    pub(super) fn new(
        input: &'a Input<'a>,
        game: GameTree<'a>,
        line: &'a mut Line,
        faults: Faults,
    ) -> Self {
        line.read(game);
        Self { input, game, texts: texts(game), shape: Shape::of(game, line), line, faults }
    }

    /// The path as it is shown.
    pub(super) fn path(&self) -> &'a str {
        self.input.path
    }

    /// The path of the file, and the member of it.
    pub(super) fn place(&self) -> (&'a str, Option<&'a str>) {
        let (source, member) = self.input.path.split_at(self.input.source);
        (source, member.strip_prefix('!'))
    }

    /// What the row has in each column.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&'static Column, Cell<'_>)> {
        COLUMNS.iter().zip(&self.texts).map(|(column, &text)| {
            let cell = match column.value {
                Value::Text(get) => Cell::Text(get(self)),
                Value::OptionalText(get) => get(self).map_or(Cell::Missing, Cell::Text),
                Value::Property => text.map_or(Cell::Missing, Cell::Text),
                Value::Count(get) => Cell::Number(get(self).into()),
                Value::Size(get) => Cell::Number(get(self)),
                Value::OptionalHash(get) => get(self).map_or(Cell::Missing, Cell::Hash),
            };
            (column, cell)
        })
    }
}

/// The texts of the root that are columns, in one pass over its properties.
fn texts(game: GameTree<'_>) -> [Option<&str>; COLUMNS.len()] {
    let mut texts = [None; COLUMNS.len()];
    for property in game.root().properties() {
        if let Some(place) = place(property.ident()) {
            texts[place].get_or_insert(property.first_value().text());
        }
    }
    texts
}

/// How a tree branches.
pub(super) struct Shape {
    /// The lines of play beside the main line.
    pub(super) variations: u32,
    /// How many nodes stand above the lowest one.
    pub(super) depth: u32,
}

impl Shape {
    fn of(game: GameTree<'_>, line: &Line) -> Self {
        if line.nodes() == game.nodes().len() {
            return Self { variations: 0, depth: line.nodes() as u32 - 1 };
        }
        let (variations, depth) = (game.leaves().count() - 1, depth(game));
        Self { variations: variations as u32, depth: depth as u32 }
    }
}

fn depth(game: GameTree<'_>) -> usize {
    let mut open: Vec<Node<'_>> = Vec::new();
    let mut deepest = 0;
    for node in game.nodes() {
        while open.last().copied() != node.parent() {
            open.pop();
        }
        deepest = deepest.max(open.len());
        open.push(node);
    }
    deepest
}

/// How many faults of each severity there are.
#[derive(Clone, Copy, Default)]
pub(super) struct Faults {
    pub(super) errors: u32,
    pub(super) warnings: u32,
    pub(super) infos: u32,
}

/// The faults of each game, in one pass. Those outside the games are nobody's.
pub(super) fn faults(collection: Collection<'_>) -> Vec<Faults> {
    let mut faults = vec![Faults::default(); collection.game_trees().len()];
    for found in collection.diagnostics() {
        if let Some(of_game) = found.game().and_then(|game| faults.get_mut(game)) {
            *match found.severity() {
                Severity::Error => &mut of_game.errors,
                Severity::Warning => &mut of_game.warnings,
                Severity::Info => &mut of_game.infos,
            } += 1;
        }
    }
    faults
}
