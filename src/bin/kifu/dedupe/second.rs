//! The second reading: the games are written, or those of groups are listed. Workers hand over games
//! in the order of the inputs, and whoever takes them knows by that order which is which.

use std::io::{self, Write};
use std::mem;

use kifu::rows::{Cell, Column, ColumnType, GameKeys, GameRow, GameRows, Row as _, Selection};

use super::groups::{Groups, InOrder, Key, halves};
use crate::args::{DedupeOptions, GroupFormat, Inputs};
use crate::cat;
use crate::report::Report;
use crate::rows::{csv, csv_names, ndjson};
use crate::run::{self, Input, Load, Outlet, Receiver, Task};
use crate::shown::shown;

/// The columns of the list after its own.
const NAMES: [&str; 10] =
    ["source", "member", "game", "offset", "length", "PB", "PW", "DT", "RE", "moves"];

/// The columns before those of the games.
static OWN: [Column; 2] = [
    Column::of("group", ColumnType::UInt32, false, "the number of the group, from 1"),
    Column::of("kept", ColumnType::Bool, false, "whether this is the game that is kept"),
];

/// Writes or lists the games.
pub(super) fn run(
    options: &DedupeOptions,
    groups: &Groups,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    let (inputs, games) = (&options.inputs, groups.in_order());
    let keys = GameKeys::new(options.by);
    if options.keep.is_none() {
        let selection = Selection::named::<GameRow<'static>>(NAMES)
            .map_err(|error| io::Error::other(error.to_string()))?;
        let form = options.format;
        let how = How::Rows(Box::new(Rows { form, rows: GameRows::new(), selection }));
        let mut listed = Listed { games, form, rows: Vec::new() };
        run::run(inputs, &Second { keys, how }, &mut listed, report)?;
        listed.games.check_end()?;
        return listed.write(out);
    }
    let second = Second { keys, how: How::Games };
    match &options.rest {
        Some(path) => cat::with_rest(path, inputs, report, |rest, report| {
            write(inputs, &second, Kept { games, out, rest }, report)
        }),
        None => write(inputs, &second, Kept { games, out, rest: io::sink() }, report),
    }
}

fn write(
    inputs: &Inputs,
    second: &Second,
    mut kept: Kept<'_, impl Write + Send, impl Write + Send>,
    report: &mut Report,
) -> io::Result<()> {
    run::run(inputs, second, &mut kept, report)?;
    kept.games.check_end()
}

/// Games one after the other, each with its key and as a text.
#[derive(Default)]
struct Games {
    text: Vec<u8>,
    /// The key of each of them, and where its text ends.
    all: Vec<(Key, usize)>,
}

impl Games {
    /// Adds a game whose text this writes.
    fn push(
        &mut self,
        key: Key,
        write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        write(&mut self.text)?;
        self.all.push((key, self.text.len()));
        Ok(())
    }

    fn each(&self) -> impl Iterator<Item = (Key, &[u8])> {
        let mut start = 0;
        self.all
            .iter()
            .map(move |&(key, end)| (key, &self.text[mem::replace(&mut start, end)..end]))
    }
}

impl Load for Games {
    fn size(&self) -> usize {
        self.text.len() + size_of_val(&*self.all)
    }

    fn clear(&mut self) {
        self.text.clear();
        self.all.clear();
    }
}

/// The work of one thread. It makes the keys once more: a game that is left out has to be the one that
/// was compared, whatever became of the inputs since.
#[derive(Clone)]
struct Second {
    keys: GameKeys,
    how: How,
}

/// How rows are made.
#[derive(Clone)]
struct Rows {
    form: GroupFormat,
    rows: GameRows,
    selection: Selection,
}

/// What the text of a game is.
#[derive(Clone)]
enum How {
    /// The game.
    Games,
    /// Its row.
    Rows(Box<Rows>),
}

impl Task for Second {
    type Load = Games;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        out: &mut Outlet<'_, Games>,
        report: &mut Report,
    ) -> io::Result<()> {
        let Ok(collection) = report.collection(input) else { return Ok(()) };
        let Self { keys, how } = self;
        match how {
            How::Games => {
                report.pass_over(input, collection);
                input.games(collection).try_for_each(|game| {
                    let key = halves(keys.key(game));
                    let write = |text: &mut Vec<u8>| cat::form().write_to(game, text);
                    out.fill(|games| games.push(key, write))?
                })
            }
            How::Rows(how) => {
                let Rows { form, rows, selection } = &mut **how;
                let origin = run::origin(input.path, input.source, &input.place);
                rows.read_chosen(
                    collection,
                    origin,
                    |game| input.is_chosen(game),
                    |row| {
                        let key = halves(keys.key(row.game()));
                        let write = |text: &mut Vec<u8>| match form {
                            GroupFormat::Table => for_people(text, input.path, row),
                            GroupFormat::Ndjson => ndjson(text, selection.cells(row)),
                            GroupFormat::Csv => csv(text, selection.cells(row)),
                        };
                        out.fill(|games| games.push(key, write))?
                    },
                )
            }
        }
    }
}

/// Where games are written to.
struct Kept<'g, A, B> {
    games: InOrder<'g>,
    out: A,
    rest: B,
}

impl<A: Write, B: Write> Receiver<Games> for &mut Kept<'_, A, B> {
    fn receive(&mut self, games: &mut Games) -> io::Result<()> {
        for (key, text) in games.each() {
            match self.games.next_game(key)? {
                Some(member) if !member.is_kept => self.rest.write_all(text)?,
                _ => self.out.write_all(text)?,
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.rest.flush()
    }
}

/// Writes who played, when, with what result, how long, and where it stands.
fn for_people(out: &mut impl Write, path: &str, row: &GameRow<'_>) -> io::Result<()> {
    let text = |name| row.get(name).map_or_else(String::new, |cell| cell.to_string());
    let players = ["PB", "PW"].map(|name| Some(text(name)).filter(|it| !it.is_empty()));
    let players = players.map(|name| name.unwrap_or_else(|| "?".into())).join(" - ");
    let parts = [players, text("DT"), text("RE"), format!("{} moves", text("moves"))];
    for part in parts.iter().filter(|part| !part.is_empty()) {
        write!(out, "{}  ", shown(&part.replace(['\n', '\r', '\t'], " ")))?;
    }
    writeln!(out, "{}#{}", shown(path), text("game"))
}

/// The rows of the games of groups.
struct Listed<'g> {
    games: InOrder<'g>,
    form: GroupFormat,
    /// The number of the group, whether it is kept, and the row.
    rows: Vec<(u32, bool, Box<[u8]>)>,
}

impl Receiver<Games> for &mut Listed<'_> {
    fn receive(&mut self, games: &mut Games) -> io::Result<()> {
        for (key, text) in games.each() {
            if let Some(member) = self.games.next_game(key)? {
                self.rows.push((member.group, member.is_kept, text.into()));
            }
        }
        Ok(())
    }
}

impl Listed<'_> {
    /// Writes the rows, group by group.
    fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        // Games of a group stay in the order of the inputs.
        self.rows.sort_by_key(|&(group, ..)| group);
        if self.form == GroupFormat::Csv {
            let games = GameRow::columns();
            let of_games =
                NAMES.iter().filter_map(|name| games.iter().find(|it| it.name() == *name));
            csv_names(out, OWN.iter().chain(of_games))?;
        }
        let mut last = 0;
        for (group, is_kept, row) in &self.rows {
            let own = OWN.iter().zip([Cell::UInt32(*group), Cell::Bool(*is_kept)]);
            match self.form {
                GroupFormat::Table => {
                    if *group != last {
                        writeln!(out, "group {group}")?;
                    }
                    out.write_all(if *is_kept { b"  * " } else { b"    " })?;
                    out.write_all(row)?;
                }
                // The row goes on where its own columns end.
                GroupFormat::Ndjson => {
                    let mut start = Vec::new();
                    ndjson(&mut start, own)?;
                    out.write_all(start.strip_suffix(b"}\n").unwrap_or(&start))?;
                    out.write_all(b",")?;
                    out.write_all(row.strip_prefix(b"{").unwrap_or(row))?;
                }
                GroupFormat::Csv => {
                    let mut start = Vec::new();
                    csv(&mut start, own)?;
                    out.write_all(start.strip_suffix(b"\n").unwrap_or(&start))?;
                    out.write_all(b",")?;
                    out.write_all(row)?;
                }
            }
            last = *group;
        }
        out.flush()
    }
}
