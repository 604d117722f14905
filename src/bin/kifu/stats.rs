//! `kifu stats`: counts what the inputs hold. The table for people is left to `table`, what games
//! the numbers stand for to `games`.

mod games;
mod table;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use kifu::{Charset, Collection, Survey};
use serde_json::Value;

use crate::args::StatsFormat;
use crate::json::object;
use crate::report::Report;
use crate::run::{Input, Task};
use games::{Game, Size};

/// The counts over all inputs.
#[derive(Clone, Debug, Default)]
struct Counts {
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    properties: u64,
    values: u64,
    /// Faults by code, and as `omitted` those whose code was not kept.
    diagnostics: BTreeMap<&'static str, u64>,
    /// Games by the character set they were read in.
    charsets: BTreeMap<&'static str, u64>,
    /// Games by what is played, and on what size of board.
    by_game: BTreeMap<Game, BTreeMap<Size, u64>>,
}

/// The command.
#[derive(Clone)]
pub(crate) struct Stats {
    format: StatsFormat,
    start: Instant,
    counts: Counts,
}

impl Stats {
    pub(crate) fn new(format: StatsFormat) -> Self {
        Self { format, start: Instant::now(), counts: Counts::default() }
    }
}

impl Task for Stats {
    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        _: &mut impl Write,
        report: &mut Report,
    ) -> io::Result<()> {
        self.counts.files += u64::from(input.is_start());
        self.counts.bytes += input.own.len() as u64;
        match report.collection(input) {
            Ok(collection) => self.counts.add(collection),
            Err(error) => self.counts.add_diagnostics(error.kind().name(), 1),
        }
        Ok(())
    }

    fn takes_surveys(&self) -> bool {
        true
    }

    fn survey(&mut self, survey: &Survey<'_>, bytes: usize, is_start: bool) {
        self.counts.files += u64::from(is_start);
        self.counts.bytes += bytes as u64;
        self.counts.add_survey(survey);
    }

    fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
    }

    fn finish(&self, archives: u64, out: &mut impl Write) -> io::Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        match self.format {
            StatsFormat::Table => table::write(out, &self.counts, archives, seconds),
            StatsFormat::Json => self.counts.write_json(out, archives, seconds),
        }
    }
}

impl Counts {
    /// Counts what was read strictly, which has no diagnostics.
    fn add(&mut self, collection: Collection<'_>) {
        self.nodes += collection.nodes().len() as u64;
        for property in collection.nodes().flat_map(kifu::Node::properties) {
            self.properties += 1;
            self.values += property.texts().len() as u64;
        }
        for game in collection.game_trees() {
            let root = game.root();
            self.add_game(game.charset(), root.text("GM"), root.text("SZ"));
        }
    }

    fn add_survey(&mut self, survey: &Survey<'_>) {
        self.nodes += survey.node_count() as u64;
        self.properties += survey.property_count() as u64;
        self.values += survey.value_count() as u64;
        for found in survey.diagnostics() {
            self.add_diagnostics(found.code().name(), 1);
        }
        self.add_diagnostics("omitted", survey.omitted_diagnostics() as u64);
        for game in survey.game_trees() {
            let [kind, size] = ["GM", "SZ"].map(|ident| game.root_text(ident));
            self.add_game(game.charset(), kind.as_deref(), size.as_deref());
        }
    }

    /// Counts a game by the texts of its `GM` and `SZ`.
    fn add_game(&mut self, charset: Charset, kind: Option<&str>, size: Option<&str>) {
        self.games += 1;
        *self.charsets.entry(charset.name()).or_default() += 1;
        let sizes = self.by_game.entry(Game::of(kind)).or_default();
        *sizes.entry(Size::of(size)).or_default() += 1;
    }

    fn add_diagnostics(&mut self, code: &'static str, count: u64) {
        if count > 0 {
            *self.diagnostics.entry(code).or_default() += count;
        }
    }

    fn merge(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.games += other.games;
        self.nodes += other.nodes;
        self.properties += other.properties;
        self.values += other.values;
        for (code, count) in other.diagnostics {
            self.add_diagnostics(code, count);
        }
        for (charset, count) in other.charsets {
            *self.charsets.entry(charset).or_default() += count;
        }
        for (game, sizes) in other.by_game {
            let merged = self.by_game.entry(game).or_default();
            for (size, count) in sizes {
                *merged.entry(size).or_default() += count;
            }
        }
    }

    fn write_json(&self, out: &mut impl Write, archives: u64, seconds: f64) -> io::Result<()> {
        let by_game = |(game, sizes): (&Game, &BTreeMap<Size, u64>)| {
            (game.to_string(), sizes.values().sum::<u64>().into())
        };
        let by_size = |(game, sizes): (&Game, &BTreeMap<Size, u64>)| {
            let sizes = sizes.iter().map(|(size, &count)| (size.to_string(), count.into()));
            (game.to_string(), Value::Object(sizes.collect()))
        };
        let members = [
            ("files", self.files.into()),
            ("archives", archives.into()),
            ("bytes", self.bytes.into()),
            ("games", self.games.into()),
            ("nodes", self.nodes.into()),
            ("properties", self.properties.into()),
            ("values", self.values.into()),
            ("diagnostics", counts(&self.diagnostics)),
            ("charsets", counts(&self.charsets)),
            ("by_game", Value::Object(self.by_game.iter().map(by_game).collect())),
            ("by_size", Value::Object(self.by_game.iter().map(by_size).collect())),
            ("seconds", seconds.into()),
        ];
        object(out, &members)?;
        out.write_all(b"\n")
    }
}

fn counts(map: &BTreeMap<&'static str, u64>) -> Value {
    Value::Object(map.iter().map(|(&name, &count)| (name.to_owned(), count.into())).collect())
}
