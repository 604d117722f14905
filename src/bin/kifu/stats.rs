//! `kifu stats`: counts what the inputs hold. The table for people is left to `table`, what games
//! the numbers stand for to `games`.

mod games;
mod table;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Instant;

use kifu::{Charset, Code, Collection, Survey};
use serde_json::Value;

use crate::args::StatsFormat;
use crate::json::object;
use crate::report::Report;
use crate::run::{Input, Outlet, Task};
use games::{Game, Size};

/// How many different games are counted one by one.
const MAX_GAMES: usize = 1_000;

/// The counts over all inputs.
#[derive(Clone, Debug, Default)]
struct Counts {
    files: u64,
    bytes: u64,
    games: u64,
    nodes: u64,
    properties: u64,
    values: u64,
    /// Diagnostics by code.
    codes: BTreeMap<Code, u64>,
    /// The other faults by name: those of strict reading, and as `omitted` the diagnostics whose
    /// code was not kept.
    others: BTreeMap<&'static str, u64>,
    /// Games by the character set they were read in.
    charsets: BTreeMap<Charset, u64>,
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
    type Load = Vec<u8>;

    fn takes_pieces(&self) -> bool {
        true
    }

    fn input(
        &mut self,
        input: &Input<'_>,
        _: &mut Outlet<'_>,
        report: &mut Report,
    ) -> io::Result<()> {
        self.counts.files += u64::from(input.is_start());
        self.counts.bytes += input.own.len() as u64;
        match report.collection(input) {
            Ok(collection) => self.counts.add(input, collection),
            Err(error) => add(&mut self.counts.others, error.kind().name(), 1),
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

    fn finish(&self, archives: u64, out: &mut Vec<u8>) -> io::Result<()> {
        let seconds = self.start.elapsed().as_secs_f64();
        match self.format {
            StatsFormat::Table => table::write(out, &self.counts, archives, seconds),
            StatsFormat::Json => self.counts.write_json(out, archives, seconds),
        }
    }
}

impl Counts {
    /// Counts the games that are chosen.
    fn add(&mut self, input: &Input<'_>, collection: Collection<'_>) {
        for found in collection.diagnostics().iter().filter(|it| input.shows(it.game())) {
            add(&mut self.codes, found.code(), 1);
        }
        add(&mut self.others, "omitted", collection.omitted_diagnostics() as u64);
        for game in collection.game_trees().filter(|game| input.is_chosen(*game)) {
            self.nodes += game.nodes().len() as u64;
            for property in game.nodes().flat_map(kifu::Node::properties) {
                self.properties += 1;
                self.values += property.texts().len() as u64;
            }
            let root = game.root();
            self.add_game(game.charset(), root.text("GM"), root.text("SZ"));
        }
    }

    fn add_survey(&mut self, survey: &Survey<'_>) {
        self.nodes += survey.node_count() as u64;
        self.properties += survey.property_count() as u64;
        self.values += survey.value_count() as u64;
        for found in survey.diagnostics() {
            add(&mut self.codes, found.code(), 1);
        }
        add(&mut self.others, "omitted", survey.omitted_diagnostics() as u64);
        for game in survey.game_trees() {
            let [kind, size] = ["GM", "SZ"].map(|ident| game.root_text(ident));
            self.add_game(game.charset(), kind.as_deref(), size.as_deref());
        }
    }

    /// Counts a game by the texts of its `GM` and `SZ`.
    fn add_game(&mut self, charset: Charset, kind: Option<&str>, size: Option<&str>) {
        self.games += 1;
        add(&mut self.charsets, charset, 1);
        let game = Game::of(kind);
        let size = Size::of(size, &game);
        add(self.by_game.entry(game).or_default(), size, 1);
        self.bound_games();
    }

    /// Takes together what is too much to be reported: of the texts that are no numbers, the first ones
    /// by their letters are kept. So it does not matter in which order and by which worker they are
    /// counted: one of the first is never among those that are given up.
    fn bound_games(&mut self) {
        while self.by_game.len() > MAX_GAMES {
            let last = |game: &&Game| !matches!(game, Game::Others);
            let Some(game) = self.by_game.keys().rev().find(last).cloned() else { return };
            let sizes = self.by_game.remove(&game).unwrap_or_default();
            add_all(self.by_game.entry(Game::Others).or_default(), sizes);
        }
    }

    /// All faults by their names.
    fn faults(&self) -> BTreeMap<&'static str, u64> {
        let mut faults = self.others.clone();
        self.codes.iter().for_each(|(code, &count)| add(&mut faults, code.name(), count));
        faults
    }

    /// The games by the names of their character sets.
    fn charsets(&self) -> BTreeMap<&'static str, u64> {
        self.charsets.iter().map(|(charset, &count)| (charset.name(), count)).collect()
    }

    fn merge(&mut self, other: Self) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.games += other.games;
        self.nodes += other.nodes;
        self.properties += other.properties;
        self.values += other.values;
        add_all(&mut self.codes, other.codes);
        add_all(&mut self.others, other.others);
        add_all(&mut self.charsets, other.charsets);
        for (game, sizes) in other.by_game {
            add_all(self.by_game.entry(game).or_default(), sizes);
        }
        self.bound_games();
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
            ("diagnostics", counts(&self.faults())),
            ("charsets", counts(&self.charsets())),
            ("by_game", Value::Object(self.by_game.iter().map(by_game).collect())),
            ("by_size", Value::Object(self.by_game.iter().map(by_size).collect())),
            ("seconds", seconds.into()),
        ];
        object(out, &members)?;
        out.write_all(b"\n")
    }
}

/// Counts more of something; what is never met is not listed.
fn add<K: Ord>(counts: &mut BTreeMap<K, u64>, key: K, count: u64) {
    if count > 0 {
        *counts.entry(key).or_default() += count;
    }
}

fn add_all<K: Ord>(counts: &mut BTreeMap<K, u64>, others: BTreeMap<K, u64>) {
    others.into_iter().for_each(|(key, count)| add(counts, key, count));
}

fn counts(map: &BTreeMap<&'static str, u64>) -> Value {
    Value::Object(map.iter().map(|(&name, &count)| (name.to_owned(), count.into())).collect())
}
