//! The second reading: the games are written, or those of groups are listed. Workers hand over games
//! in the order of the inputs, and whoever takes them knows by that order which is which.

use std::io::{self, Write};
use std::path::Path;

use kifu::rows::{Cell, Column, ColumnType, GameRow, GameRows, Row as _, Selection};

use super::groups::{Groups, InOrder};
use crate::args::{DedupeOptions, GroupFormat};
use crate::cat;
use crate::output::{self, NewFile};
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
    let games = groups.in_order();
    if options.keep.is_none() {
        let selection = Selection::named::<GameRow<'static>>(NAMES)
            .map_err(|error| io::Error::other(error.to_string()))?;
        let list = List { form: options.format, rows: GameRows::new(), selection };
        let mut listed = Listed { games, form: options.format, rows: Vec::new() };
        run::run(&options.inputs, &list, &mut listed, report)?;
        return listed.write(out);
    }
    match &options.rest {
        Some(path) => with_rest(path, options, games, out, report),
        None => {
            let mut kept = Kept { games, out, rest: io::sink() };
            run::run(&options.inputs, &Texts, &mut kept, report)
        }
    }
}

fn with_rest(
    path: &Path,
    options: &DedupeOptions,
    games: InOrder<'_>,
    out: &mut (impl Write + Send),
    report: &mut Report,
) -> io::Result<()> {
    output::check_file(path, &options.inputs.paths)?;
    let file = NewFile::at(path)?;
    let mut rest = output::buffered(file.as_file());
    let done = {
        let mut kept = Kept { games, out, rest: &mut rest };
        run::run(&options.inputs, &Texts, &mut kept, report)
    };
    // What could not be written is still in the buffer, and would be tried again.
    let _ = rest.into_parts();
    done?;
    if report.has_games() || options.inputs.allow_empty {
        return file.take_name();
    }
    report.kept(path);
    Ok(())
}

/// Games one after the other, each as a text.
#[derive(Default)]
struct Games {
    text: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

impl Games {
    fn each(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.text[std::mem::replace(&mut start, end)..end])
    }
}

impl Load for Games {
    fn size(&self) -> usize {
        self.text.len() + self.ends.len() * size_of::<usize>()
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

/// The work of one thread where games are written.
#[derive(Clone)]
struct Texts;

impl Task for Texts {
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
        report.pass_over(input, collection);
        input.games(collection).try_for_each(|game| {
            out.fill(|games| {
                cat::form().write_to(game, &mut games.text)?;
                games.ends.push(games.text.len());
                Ok(())
            })?
        })
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
        for text in games.each() {
            match self.games.next_game() {
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

/// The work of one thread where games are listed.
#[derive(Clone)]
struct List {
    form: GroupFormat,
    rows: GameRows,
    selection: Selection,
}

impl Task for List {
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
        let Self { form, rows, selection } = self;
        let origin = run::origin(input.path, input.source, &input.place);
        let is_chosen = |game| input.is_chosen(game);
        rows.read_chosen(collection, origin, is_chosen, |row| {
            out.fill(|games| {
                match form {
                    GroupFormat::Table => {
                        for_people(&mut games.text, input.path, row)?;
                    }
                    GroupFormat::Ndjson => ndjson(&mut games.text, selection.cells(row))?,
                    GroupFormat::Csv => csv(&mut games.text, selection.cells(row))?,
                }
                games.ends.push(games.text.len());
                Ok(())
            })?
        })
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
        for text in games.each() {
            if let Some(member) = self.games.next_game() {
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
