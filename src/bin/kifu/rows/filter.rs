//! Records from a pipe: one record in, its rows or one error row out, in order, flushed before the
//! next one is waited for.

use std::io::{self, BufRead, BufReader, Read as _, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kifu::rows::{Cell, Column, ColumnType, Origin, Selection};
use kifu::{Arena, Charset, ParseOptions, Parser};
use serde_json::Value;

use super::{Reader, csv, csv_names, ndjson};
use crate::args::{Inputs, RecordForm, TableFormat};
use crate::run::MAX_DIAGNOSTICS;
use crate::{interrupt, memory};

/// How much room for a record is kept for the next one.
const KEPT: usize = 4 * 1024 * 1024;

/// The columns before those of the rows.
static OWN: [Column; 2] = [
    Column::of("id", ColumnType::Text, false, "the id of the record, or its number from 0"),
    Column::of("error", ColumnType::Text, true, "why the record has no rows"),
];

/// A record as it came, or why there is none.
struct Record {
    id: String,
    bytes: Result<Vec<u8>, String>,
    /// Whether its text was decoded already.
    is_text: bool,
}

/// Goes through all records.
pub(super) fn run<R: Reader>(
    inputs: &Inputs,
    format: TableFormat,
    form: RecordForm,
    rows: R,
    selection: &Selection,
    out: &mut impl Write,
) -> io::Result<()> {
    memory::Budget::new(inputs.max_memory(), false, 1).begin();
    if let TableFormat::Csv = format {
        csv_names(out, OWN.iter().chain(selection.columns()))?;
    }
    let mut filter = Filter { rows, selection, is_csv: matches!(format, TableFormat::Csv), out };
    let options = ParseOptions::new().max_diagnostics(MAX_DIAGNOSTICS).charset(inputs.charset);
    let mut parsers = [options, options.charset(Some(Charset::UTF_8))].map(Parser::with_options);
    let mut stdin = BufReader::with_capacity(64 * 1024, io::stdin().lock());
    let end = if let RecordForm::Nul = form { 0 } else { b'\n' };
    let mut bytes = Vec::new();
    let mut number = 0_u64;
    loop {
        if !stdin.buffer().contains(&end) {
            filter.out.flush()?;
        }
        let Some(read) = next(&mut stdin, end, inputs.max_member_bytes(), &mut bytes)? else {
            return filter.out.flush();
        };
        if interrupt::is_requested() {
            filter.out.flush()?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        let record = match read {
            Ok(()) => take_apart(form, number, &mut bytes),
            Err(error) => Record { id: number.to_string(), bytes: Err(error), is_text: false },
        };
        let parser = &mut parsers[usize::from(record.is_text)];
        filter.record(&record, parser, inputs.strict)?;
        // The room of a large record is not kept.
        bytes = record.bytes.unwrap_or_default();
        bytes.clear();
        if bytes.capacity() > KEPT {
            bytes = Vec::new();
            *parser = Parser::with_options(match record.is_text {
                true => options.charset(Some(Charset::UTF_8)),
                false => options,
            });
        }
        number += 1;
    }
}

/// Reads a record without what ends it; `None` at the end. One that is longer than allowed is passed
/// over.
fn next(
    stdin: &mut impl BufRead,
    end: u8,
    most: u64,
    bytes: &mut Vec<u8>,
) -> io::Result<Option<Result<(), String>>> {
    bytes.clear();
    let read = (&mut *stdin).take(most.saturating_add(1)).read_until(end, bytes)?;
    if read == 0 {
        return Ok(None);
    }
    let is_ended = bytes.last() == Some(&end);
    if is_ended || (bytes.len() as u64) <= most {
        bytes.truncate(bytes.len() - usize::from(is_ended));
        if end == b'\n' && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        return Ok(Some(Ok(())));
    }
    *bytes = Vec::new();
    stdin.skip_until(end)?;
    Ok(Some(Err(format!("it has more than {most} bytes (--max-member-bytes)"))))
}

/// Makes a record of its bytes, which are taken.
fn take_apart(form: RecordForm, number: u64, bytes: &mut Vec<u8>) -> Record {
    let id = number.to_string();
    if !matches!(form, RecordForm::Json) {
        return Record { id, bytes: Ok(std::mem::take(bytes)), is_text: false };
    }
    let failed = |id, error: &str| Record { id, bytes: Err(error.to_owned()), is_text: false };
    let mut value = match serde_json::from_slice(bytes) {
        Ok(Value::String(text)) => {
            return Record { id, bytes: Ok(text.into_bytes()), is_text: true };
        }
        Ok(value @ Value::Object(_)) => value,
        Ok(_) => return failed(id, "it is neither a string nor an object"),
        Err(error) => return failed(id, &format!("it is no JSON: {error}")),
    };
    let id = match &value["id"] {
        Value::Null => id,
        Value::String(id) => id.clone(),
        other => other.to_string(),
    };
    match (value["sgf"].take(), value["base64"].take()) {
        (Value::String(text), Value::Null) => {
            Record { id, bytes: Ok(text.into_bytes()), is_text: true }
        }
        (Value::Null, Value::String(text)) => match STANDARD.decode(text) {
            Ok(bytes) => Record { id, bytes: Ok(bytes), is_text: false },
            Err(error) => failed(id, &format!("its base64 cannot be decoded: {error}")),
        },
        (Value::Null, Value::Null) => failed(id, "it has neither sgf nor base64"),
        _ => failed(id, "one of sgf and base64 has to be a string, and the other missing"),
    }
}

/// What writes the rows.
struct Filter<'f, R, W> {
    rows: R,
    selection: &'f Selection,
    is_csv: bool,
    out: &'f mut W,
}

impl<R: Reader, W: Write> Filter<'_, R, W> {
    /// Writes the rows of a record, or an error row.
    fn record(&mut self, record: &Record, parser: &mut Parser, strict: bool) -> io::Result<()> {
        let id = &*record.id;
        let bytes = match &record.bytes {
            Ok(bytes) => bytes,
            Err(error) => return self.error(id, error),
        };
        let _taken = match memory::take(memory::of_tree(bytes)) {
            Ok(taken) => taken,
            Err(error) => return self.error(id, &error.to_string()),
        };
        let arena = Arena::new();
        let collection = match strict {
            true => parser.parse_bytes(&arena, bytes),
            false => Ok(parser.read(&arena, bytes)),
        };
        let collection = match collection {
            Ok(collection) => collection,
            Err(error) => return self.error(id, &format!("{}: {error}", error.location(bytes))),
        };
        let (mut written, has_games) = (false, collection.first_game_tree().is_some());
        let Self { rows, selection, is_csv, out } = self;
        rows.read(
            collection,
            Origin::new("-"),
            |_| true,
            |row| {
                written = true;
                let own = OWN.iter().zip([Cell::Text(id), Cell::Null]);
                write(*out, *is_csv, own.chain(selection.cells(row)))
            },
        )?;
        match (written, has_games) {
            (true, _) => Ok(()),
            (false, true) => self.error(id, "it has no move"),
            (false, false) => self.error(id, "it has no game"),
        }
    }

    fn error(&mut self, id: &str, error: &str) -> io::Result<()> {
        let own = OWN.iter().zip([Cell::Text(id), Cell::Text(error)]);
        let missing = self.selection.columns().map(|column| (column, Cell::Null));
        write(self.out, self.is_csv, own.chain(missing))
    }
}

fn write<'r>(
    out: &mut impl Write,
    is_csv: bool,
    cells: impl Iterator<Item = (&'static Column, Cell<'r>)>,
) -> io::Result<()> {
    if is_csv { csv(out, cells) } else { ndjson(out, cells) }
}
