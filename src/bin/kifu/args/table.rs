//! What the commands take that print rows.

use std::io::{self, IsTerminal as _};
use std::num::NonZeroU64;
use std::path::Path;

use clap::{Args, ValueEnum};

use super::Inputs;
use super::number::positive;
use super::output::Output;

// What is said of it in a doc comment would be taken for the help of the command.
#[derive(Debug, Args)]
pub(crate) struct TableOptions {
    /// How to print the rows
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub(crate) format: TableFormat,

    /// Print these columns, in this order
    ///
    /// Their names, with commas between them. It is for all formats but table.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,

    /// Print the columns instead: names, types and what they hold; nothing is read
    ///
    /// As a table, where ? marks the type of a column that may be null, or in ndjson or csv. The types
    /// are those of parquet and arrow.
    #[arg(long)]
    pub(crate) describe: bool,

    /// Read records from stdin, one after the other, and print the rows of each at once
    ///
    /// For a record that has no rows there is exactly one row, with a text in the column `error` and
    /// nothing else but the id. So each record has an answer, in order, and the status is 0. It runs in
    /// RDD.pipe of Spark, in GNU parallel and in xargs, and as a process that is asked and waited for:
    /// the answer is there before the next record is. The columns `id` and `error` come first; `id` is
    /// that of the record, or its number from 0.
    ///
    /// A record of more than --max-member-bytes is passed over, with an error row. It is for ndjson,
    /// which is the format unless another is given, and for csv.
    #[arg(long, value_enum, value_name = "FORM", hide_short_help = true)]
    pub(crate) stdin_records: Option<RecordForm>,

    /// Write files of so many rows each to the folder that -o names
    ///
    /// `part-00000.parquet` and so on: each takes its name when it is whole, and all but the last have
    /// exactly as many rows. A file _kifu.json says what they are rows of. For parquet and arrow.
    #[arg(long, value_name = "N", value_parser = positive::<NonZeroU64>)]
    #[arg(allow_negative_numbers = true, hide_short_help = true)]
    pub(crate) partition_rows: Option<NonZeroU64>,

    /// Go on with a folder of --partition-rows after a run that was stopped
    ///
    /// What is in the files that are there is read again and not written again. It is refused where
    /// inputs, options or the version of kifu are not those that _kifu.json names.
    #[arg(long, requires = "partition_rows", hide_short_help = true)]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) output: Output,

    /// All that was given on the command line and decides what the rows are.
    #[arg(skip)]
    pub(crate) given: Vec<String>,
}

impl TableOptions {
    /// The file that is to be written instead of stdout.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.path().filter(|_| self.partition_rows.is_none())
    }

    /// The folder that files of some rows each come to.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.output.path().filter(|_| self.partition_rows.is_some())
    }

    /// Whether the paths are read, and not stdin record by record, or nothing.
    pub(super) fn reads_inputs(&self) -> bool {
        !self.describe && self.stdin_records.is_none()
    }

    /// Takes the format that records are answered in, where none is given.
    pub(super) fn settle(&mut self) {
        if self.stdin_records.is_some() && matches!(self.format, TableFormat::Table) {
            self.format = TableFormat::Ndjson;
        }
    }

    /// What cannot be done, though each argument is right by itself.
    pub(super) fn contradiction(&self, inputs: &Inputs) -> Option<&'static str> {
        let fills_terminal = self.format.fills_terminal(&self.output);
        let records = self.stdin_records.is_some();
        let in_parts = self.partition_rows.is_some();
        let contradictions = [
            (
                self.describe && self.format.has_types(),
                "--describe prints text: take --format table, ndjson or csv, or leave it out",
            ),
            (fills_terminal && !records, NO_TERMINAL),
            (
                records && self.format.has_types(),
                "--stdin-records prints a line at a time: take --format ndjson or csv",
            ),
            (
                in_parts && (!self.format.has_types() || records || self.output.path().is_none()),
                "--partition-rows is for --format parquet or arrow, and a folder: -o DIR",
            ),
            (
                records && (!inputs.paths.is_empty() || inputs.come_from_file()),
                "--stdin-records reads stdin: leave out the paths, or the option",
            ),
            (
                records && inputs.choosing.is_given(),
                "--stdin-records answers each record: leave out what chooses games",
            ),
        ];
        contradictions.into_iter().find(|(is_so, _)| *is_so).map(|(_, message)| message)
    }
}

/// What is wrong where a format fills a terminal.
pub(super) const NO_TERMINAL: &str =
    "parquet and arrow are not for terminals: name a file with -o, or redirect stdout";

impl TableFormat {
    /// Whether bytes that are for programs alone would go to a terminal.
    pub(super) fn fills_terminal(self, output: &Output) -> bool {
        self.has_types() && output.path().is_none() && io::stdout().is_terminal()
    }

    fn has_types(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }
}

/// How records stand in stdin.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RecordForm {
    /// A record on each line
    Line,
    /// A value of JSON on each line: a string, or an object with `sgf` (a text) or `base64` (the bytes
    /// of a record in any character set), and `id` (a text or a number)
    Json,
    /// A NUL byte after each record
    Nul,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people: what tells one row from another, cut to the columns of the terminal or to COLUMNS;
    /// in a pipe or a file nothing is cut
    Table,
    /// An object on each line
    Ndjson,
    /// With a line of names; texts are in quotes and as they are, so a spreadsheet may take one that
    /// starts with =, +, - or @ for a formula: import such columns as text
    Csv,
    /// A Parquet file, for DuckDB, Polars, pandas and their like (with the feature `tables`)
    Parquet,
    /// A stream of Arrow IPC, for the same (with the feature `tables`)
    Arrow,
}
