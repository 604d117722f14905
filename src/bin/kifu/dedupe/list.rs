//! The list of the games of groups: rows with some of the columns of `kifu games`, after those of the
//! group.

use std::io::{self, Write};
use std::sync::LazyLock;

use kifu::rows::{Cell, Column, ColumnType, GameRow, GameRows, Row, Selection};
use kifu::{Collection, GameTree};

use super::groups::{Groups, Member};
use super::second::{self, Maker, Taker};
use crate::args::DedupeOptions;
use crate::report::Report;
use crate::rows;
use crate::run::{self, Input};
use crate::shown::shown;

/// The columns of the games.
const NAMES: [&str; 10] =
    ["source", "member", "game", "offset", "length", "PB", "PW", "DT", "RE", "moves"];

/// All columns: first those of the group.
static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
    let own = [
        Column::of("group", ColumnType::UInt32, false, "the number of the group, from 1"),
        Column::of("kept", ColumnType::Bool, false, "whether this is the game that is kept"),
    ];
    let of_games = NAMES.iter().filter_map(|name| {
        GameRow::columns().iter().find(|column| column.name() == *name).copied()
    });
    own.into_iter().chain(of_games).collect()
});

/// Writes the list.
pub(super) fn run(
    options: &DedupeOptions,
    groups: &Groups,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let selection = Selection::named::<GameRow<'static>>(NAMES)
        .map_err(|error| io::Error::other(error.to_string()))?;
    let mut listed = Listed::default();
    second::read(
        options,
        groups,
        Lister { rows: GameRows::new(), selection },
        &mut listed,
        report,
    )?;
    // Games of a group stay in the order of the inputs.
    listed.0.sort_by_key(|row| row.group);
    let mut last = 0;
    let line = |out: &mut dyn Write, row: &GroupRow| {
        if row.group != last {
            last = row.group;
            writeln!(out, "group {last}")?;
        }
        row.for_people(out)
    };
    rows::print(&listed.0, options.format, line, out)
}

/// What a game has in the columns of the games.
type Cells = Box<[Kept]>;

/// A cell that borrows nothing.
enum Kept {
    Null,
    Text(Box<str>),
    Number(u32),
    Place(u64),
}

impl From<Cell<'_>> for Kept {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Null => Self::Null,
            Cell::UInt32(number) => Self::Number(number),
            Cell::UInt64(place) => Self::Place(place),
            Cell::Text(text) => Self::Text(text.into()),
            other => Self::Text(other.to_string().into()),
        }
    }
}

/// Makes rows.
#[derive(Clone)]
struct Lister {
    rows: GameRows,
    selection: Selection,
}

impl Maker for Lister {
    type Made = Cells;

    fn make<'a>(
        &mut self,
        input: &Input<'a>,
        collection: Collection<'a>,
        _: &mut Report,
        mut each: impl FnMut(GameTree<'_>, Cells) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { rows, selection } = self;
        let origin = run::origin(input.path, input.source, &input.place);
        let is_chosen = |game| input.is_chosen(game);
        rows.read_chosen(collection, origin, is_chosen, |row| {
            each(row.game(), selection.cells(row).map(|(_, cell)| cell.into()).collect())
        })
    }

    fn size(cells: &Cells) -> usize {
        let text = |cell: &Kept| if let Kept::Text(text) = cell { text.len() } else { 0 };
        size_of_val(&**cells) + cells.iter().map(text).sum::<usize>()
    }
}

/// The rows of the games of groups.
#[derive(Default)]
struct Listed(Vec<GroupRow>);

impl Taker<Cells> for &mut Listed {
    fn take(&mut self, member: Option<Member>, cells: Cells) -> io::Result<()> {
        let row = member.map(|it| GroupRow { group: it.group, is_kept: it.is_kept, cells });
        self.0.extend(row);
        Ok(())
    }
}

/// A row of the list.
struct GroupRow {
    group: u32,
    is_kept: bool,
    cells: Cells,
}

impl Row for GroupRow {
    fn columns() -> &'static [Column] {
        &COLUMNS
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::UInt32(self.group),
            1 => Cell::Bool(self.is_kept),
            _ => match self.cells.get(column - 2) {
                None | Some(Kept::Null) => Cell::Null,
                Some(Kept::Text(text)) => Cell::Text(text),
                Some(Kept::Number(number)) => Cell::UInt32(*number),
                Some(Kept::Place(place)) => Cell::UInt64(*place),
            },
        }
    }
}

impl GroupRow {
    /// Writes who played, when, with what result, how long, and where it stands.
    fn for_people(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = |name: &str| {
            let cell = self.cells().find(|(column, _)| column.name() == name);
            cell.map_or_else(String::new, |(_, cell)| cell.to_string())
        };
        let players = ["PB", "PW"].map(|name| Some(text(name)).filter(|it| !it.is_empty()));
        let players = players.map(|name| name.unwrap_or_else(|| "?".into())).join(" - ");
        let parts = [players, text("DT"), text("RE"), format!("{} moves", text("moves"))];
        write!(out, "  {} ", if self.is_kept { "*" } else { " " })?;
        for part in parts.iter().filter(|part| !part.is_empty()) {
            write!(out, "{}  ", shown(&part.replace(['\n', '\r', '\t'], " ")))?;
        }
        writeln!(out, "{}", shown(&place(&text("source"), &text("member"), &text("game"))))
    }
}

/// The name of a game, as all commands take it.
pub(super) fn place(source: &str, member: &str, game: &str) -> String {
    let member = if member.is_empty() { String::new() } else { format!("!{member}") };
    format!("{source}{member}#{game}")
}
