//! What all games of a group say of the game together: the game info of the one that is kept, and what
//! it lacks from the others.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use kifu::rows::{Cell, Column, ColumnType, Row};
use kifu::values::catalogue::{self, PropertyType};
use kifu::{Collection, GameTree, OwnedNode, OwnedTree, Value};

use super::groups::{Groups, Member};
use super::list::place;
use super::second::{self, Maker, Taker};
use crate::args::DedupeOptions;
use crate::report::Report;
use crate::rows;
use crate::run::Input;
use crate::shown::shown;

/// The columns of a list of values.
static COLUMNS: [Column; 7] = [
    Column::of("group", ColumnType::UInt32, false, "the number of the group, from 1"),
    Column::of("kept", ColumnType::Bool, false, "whether the game that is kept says it itself"),
    Column::of("ident", ColumnType::Text, false, "the property"),
    Column::of("text", ColumnType::Text, false, "its value"),
    Column::of("source", ColumnType::Text, false, "the path of the file that says it first"),
    Column::of("member", ColumnType::Text, true, "the path in the archive"),
    Column::of("game", ColumnType::UInt64, false, "the number of the game in the record, from 0"),
];

/// The game info of groups, by their numbers: what is taken from which game.
pub(super) struct Merged {
    groups: BTreeMap<u32, Vec<Taken>>,
}

/// A value that a group has.
struct Taken {
    group: u32,
    /// Whether the game that is kept has it.
    is_own: bool,
    ident: Box<str>,
    text: Box<str>,
    place: Place,
}

/// Where a game stands.
#[derive(Clone)]
struct Place {
    source: Box<str>,
    member: Option<Box<str>>,
    game: u64,
}

impl Merged {
    /// Reads the game info of all games of groups.
    pub(super) fn read(
        options: &DedupeOptions,
        groups: &Groups,
        report: &mut Report,
    ) -> io::Result<Self> {
        let mut members = Members::default();
        second::read(options, groups, Reader, &mut members, report)?;
        let kept = members.0.iter().filter(|(member, _)| member.is_kept);
        let kept: HashSet<u32> = kept.map(|(member, _)| member.group).collect();
        // Of a group whose game is kept elsewhere nothing is written.
        members.0.retain(|(member, _)| kept.contains(&member.group));
        // What the game that is kept says comes first, then the others in the order of the inputs.
        members.0.sort_by_key(|(member, _)| (member.group, !member.is_kept));
        let mut merged = Self { groups: BTreeMap::new() };
        for (member, info) in members.0 {
            merged.add(member, info);
        }
        // Values of a property stay in their order.
        merged.groups.values_mut().for_each(|taken| taken.sort_by(|a, b| a.ident.cmp(&b.ident)));
        Ok(merged)
    }

    fn add(&mut self, Member { group, is_kept, .. }: Member, Info { place, values }: Info) {
        let taken = self.groups.entry(group).or_default();
        let known: HashSet<Box<str>> = taken.iter().map(|it| it.ident.clone()).collect();
        let new = values.into_iter().filter(|(ident, _)| !known.contains(ident));
        taken.extend(new.map(|(ident, text)| {
            let place = place.clone();
            Taken { group, is_own: is_kept, ident, text, place }
        }));
    }

    /// Writes the list of the values.
    pub(super) fn list(
        &self,
        options: &DedupeOptions,
        out: &mut (impl Write + Send),
    ) -> io::Result<()> {
        let mut last = 0;
        let line = |out: &mut dyn Write, row: &&Taken| {
            if row.group != last {
                last = row.group;
                writeln!(out, "group {last}")?;
            }
            row.for_people(out)
        };
        let taken: Vec<_> = self.groups.values().flatten().collect();
        rows::print(&taken, options.format, line, out)
    }

    /// A game that is kept, of this text, with what the others of its group say and it does not; `None`
    /// if that is nothing.
    pub(super) fn complete(&self, member: Member, text: &[u8]) -> io::Result<Option<OwnedTree>> {
        let taken = self.groups.get(&member.group).map_or(&[][..], Vec::as_slice);
        if taken.iter().all(|it| it.is_own) {
            return Ok(None);
        }
        let mut tree = OwnedTree::read(text);
        let Some(root) = tree.root().map(OwnedNode::id) else { return Ok(None) };
        for values in taken.chunk_by(|a, b| a.ident == b.ident).filter(|it| !it[0].is_own) {
            let texts = values.iter().map(|it| &*it.text);
            tree.set(root, &values[0].ident, texts).map_err(io::Error::other)?;
        }
        Ok(Some(tree))
    }
}

impl Row for &Taken {
    fn columns() -> &'static [Column] {
        &COLUMNS
    }

    fn cell(&self, column: usize) -> Cell<'_> {
        let Place { source, member, game } = &self.place;
        match column {
            0 => Cell::UInt32(self.group),
            1 => Cell::Bool(self.is_own),
            2 => Cell::Text(&self.ident),
            3 => Cell::Text(&self.text),
            4 => Cell::Text(source),
            5 => member.as_deref().map_or(Cell::Null, Cell::Text),
            6 => Cell::UInt64(*game),
            _ => Cell::Null,
        }
    }
}

impl Taken {
    /// Writes the value, and where it comes from if the game that is kept does not say it.
    fn for_people(&self, out: &mut dyn Write) -> io::Result<()> {
        let text = self.text.replace(['\n', '\r', '\t'], " ");
        write!(out, "    {}  {}", shown(&self.ident), shown(&text))?;
        if !self.is_own {
            let Place { source, member, game } = &self.place;
            let place = place(source, member.as_deref().unwrap_or_default(), &game.to_string());
            write!(out, "  from {}", shown(&place))?;
        }
        writeln!(out)
    }
}

/// What a game says of itself: properties and values, in their order.
struct Info {
    place: Place,
    values: Vec<(Box<str>, Box<str>)>,
}

impl Info {
    fn of(game: GameTree<'_>, place: Place) -> Self {
        let is_info = |ident: &str| {
            let known = catalogue::property(ident);
            known.is_some_and(|it| it.property_type() == PropertyType::GameInfo)
        };
        let mut values = Vec::new();
        for property in game.root().properties().filter(|it| is_info(it.ident())) {
            let texts = property.values().map(Value::text);
            // An empty value says nothing that another game could not say better.
            let texts = texts.filter(|text| !text.trim().is_empty());
            values.extend(texts.map(|text| (property.ident().into(), text.into())));
        }
        Self { place, values }
    }
}

/// Reads what games say of themselves.
#[derive(Clone)]
struct Reader;

impl Maker for Reader {
    type Made = Info;

    fn make<'a>(
        &mut self,
        input: &Input<'a>,
        collection: Collection<'a>,
        _: &mut Report,
        mut each: impl FnMut(GameTree<'_>, Info) -> io::Result<()>,
    ) -> io::Result<()> {
        let (source, member) = input.path.split_at(input.source);
        let member = member.strip_prefix('!');
        input.games(collection).try_for_each(|game| {
            let (source, member) = (source.into(), member.map(Into::into));
            let place = Place { source, member, game: input.number(game) as u64 };
            each(game, Info::of(game, place))
        })
    }

    fn size(info: &Info) -> usize {
        let values = info.values.iter().map(|(ident, text)| 32 + ident.len() + text.len());
        info.place.source.len() + values.sum::<usize>()
    }
}

/// What the games of groups say.
#[derive(Default)]
struct Members(Vec<(Member, Info)>);

impl Taker<Info> for &mut Members {
    fn take(&mut self, member: Option<Member>, info: Info) -> io::Result<()> {
        self.0.extend(member.map(|member| (member, info)));
        Ok(())
    }
}
