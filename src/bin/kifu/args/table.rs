//! What the commands take that print rows.

use std::io::{self, IsTerminal as _};

use clap::{Args, ValueEnum};

use super::Inputs;
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
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) stdin_records: Option<RecordForm>,

    #[command(flatten)]
    pub(crate) output: Output,
}

impl TableOptions {
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

    fn has_types(&self) -> bool {
        matches!(self.format, TableFormat::Parquet | TableFormat::Arrow)
    }

    /// What cannot be done, though each argument is right by itself.
    pub(super) fn contradiction(&self, inputs: &Inputs) -> Option<&'static str> {
        // Bytes that are for programs alone.
        let fills_terminal =
            self.has_types() && self.output.path().is_none() && io::stdout().is_terminal();
        let records = self.stdin_records.is_some();
        let contradictions = [
            (
                self.describe && self.has_types(),
                "--describe prints text: take --format table, ndjson or csv, or leave it out",
            ),
            (
                fills_terminal && !records,
                "parquet and arrow are not for terminals: name a file with -o, or redirect stdout",
            ),
            (
                records && self.has_types(),
                "--stdin-records prints a line at a time: take --format ndjson or csv",
            ),
            (
                records && !inputs.paths.is_empty(),
                "--stdin-records reads stdin: leave out the paths, or the option",
            ),
        ];
        contradictions.into_iter().find(|(is_so, _)| *is_so).map(|(_, message)| message)
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
