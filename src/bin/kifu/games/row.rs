//! What is told of a game: where it stands, the raw texts of its root, counts, and its main line.

use kifu::{Collection, GameTree, Node, Severity};
use serde_json::Value;

use super::line::Line;
use crate::run::Input;

/// The properties of the root whose texts are told as they stand.
pub(super) const TEXTS: [&str; 20] = [
    "PB", "PW", "BR", "WR", "DT", "RE", "KM", "HA", "RU", "EV", "RO", "PC", "GN", "SO", "US", "AN",
    "CP", "ON", "OT", "TM",
];

/// The names of the columns.
pub(super) const NAMES: [&str; COLUMNS] = [
    "source",
    "member",
    "game",
    "offset",
    "length",
    "charset",
    "charset_source",
    "GM",
    "SZ",
    "PB",
    "PW",
    "BR",
    "WR",
    "DT",
    "RE",
    "KM",
    "HA",
    "RU",
    "EV",
    "RO",
    "PC",
    "GN",
    "SO",
    "US",
    "AN",
    "CP",
    "ON",
    "OT",
    "TM",
    "AP",
    "nodes",
    "moves",
    "variations",
    "depth",
    "main_line",
    "main_line_hash",
    "symmetric_hash",
    "dyer",
    "errors",
    "warnings",
    "infos",
];

const COLUMNS: usize = 41;

/// How many errors, warnings and infos there are.
pub(super) type Faults = [u64; 3];

/// The faults of each game, in one pass. Those outside the games are nobody's.
pub(super) fn faults(collection: Collection<'_>) -> Vec<Faults> {
    let mut faults = vec![[0; 3]; collection.game_trees().len()];
    for found in collection.diagnostics() {
        if let Some(of_game) = found.game().and_then(|game| faults.get_mut(game)) {
            of_game[match found.severity() {
                Severity::Error => 0,
                Severity::Warning => 1,
                Severity::Info => 2,
            }] += 1;
        }
    }
    faults
}

/// A row.
pub(super) struct Row<'a> {
    input: &'a Input<'a>,
    pub(super) game: GameTree<'a>,
    pub(super) line: Line,
    faults: Faults,
}

impl<'a> Row<'a> {
    pub(super) fn new(input: &'a Input<'a>, game: GameTree<'a>, faults: Faults) -> Self {
        Self { input, game, line: Line::of(game), faults }
    }

    /// The path of the file, and the member of it.
    fn place(&self) -> (&'a str, Option<&'a str>) {
        let (source, member) = self.input.path.split_at(self.input.source);
        (source, member.strip_prefix('!'))
    }

    /// The path as it is shown.
    pub(super) fn path(&self) -> &'a str {
        self.input.path
    }

    /// The values of all columns.
    pub(super) fn members(&self) -> [(&'static str, Value); COLUMNS] {
        let (game, root) = (self.game, self.game.root());
        let (source, member) = self.place();
        let [errors, warnings, infos] = self.faults;
        let start = [
            source.into(),
            member.into(),
            game.index().into(),
            game.span().start().into(),
            game.span().len().into(),
            game.charset().name().into(),
            game.charset_source().name().into(),
            root.text("GM").into(),
            root.text("SZ").into(),
        ];
        let texts = TEXTS.iter().chain(&["AP"]).map(|ident| root.text(ident).into());
        let end = [
            game.nodes().len().into(),
            self.line.len().into(),
            (game.leaves().count().max(1) - 1).into(),
            depth(game).into(),
            self.line.text().into(),
            hexadecimal(self.line.hash()).into(),
            self.line.symmetric_hash().map(hexadecimal).into(),
            self.line.dyer().into(),
            errors.into(),
            warnings.into(),
            infos.into(),
        ];
        let mut values = start.into_iter().chain(texts).chain(end);
        NAMES.map(|name| (name, values.next().unwrap_or_default()))
    }
}

/// A hash as a text: a number of 64 bits is not kept by all readers of JSON.
pub(super) fn hexadecimal(hash: u64) -> String {
    format!("{hash:016x}")
}

/// How many nodes stand above the lowest one.
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

/// A value as a cell of a table: what is missing is empty.
pub(super) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
