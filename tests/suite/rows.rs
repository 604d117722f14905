//! Rows of the library, against the program that prints them, and what their columns promise.

use std::collections::BTreeSet;
use std::fs;

use kifu::rows::{Cell, Column, ColumnType, GameRow, GameRows, Origin, Row};
use kifu::{Arena, Parser};
use serde_json::{Map, Value};

use crate::program::{RECORDS, kifu};

/// The folders whose records are read.
const FOLDERS: [&str; 2] = [RECORDS, "tests/damaged"];

/// Reads the rows of all records of a folder, in the order of the program.
fn read(folder: &str, normalize: bool, mut each: impl FnMut(&GameRow<'_>)) {
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension() == Some("sgf".as_ref()));
    paths.sort();
    let mut rows = GameRows::new().normalize(normalize);
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, &bytes);
        let origin = Origin::new(path.to_str().unwrap());
        let done: Result<(), ()> = rows.read(collection, origin, |row| {
            each(row);
            Ok(())
        });
        done.unwrap();
    }
}

/// A cell as JSON has it.
fn json(cell: Cell<'_>) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Text(text) => text.into(),
        Cell::UInt32(number) => number.into(),
        Cell::UInt64(number) => number.into(),
        Cell::Hash(hash) => format!("{hash:016x}").into(),
        Cell::Int32(number) => number.into(),
        Cell::Float64(number) => number.into(),
        Cell::Date(day) => day.to_string().into(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_rows_of_the_library_are_those_that_the_program_prints() {
    for folder in FOLDERS {
        for normalize in [false, true] {
            let flag = normalize.then_some("--normalize");
            let run = kifu(["games", "--format=ndjson", folder].into_iter().chain(flag));
            let mut expected = run.lines().into_iter();
            read(folder, normalize, |row| {
                let cells = row.cells().filter(|(column, _)| !column.is_on_request());
                let cells = cells.map(|(column, cell)| (column.name().into(), json(cell)));
                let row = Value::Object(cells.collect::<Map<_, _>>());
                assert_eq!(Some(row), expected.next());
            });
            assert_eq!(expected.next(), None);
        }
    }
}

#[test]
fn each_cell_has_the_type_of_its_column() {
    let mut kinds = BTreeSet::new();
    for folder in FOLDERS {
        read(folder, true, |row| {
            for (column, cell) in row.cells() {
                let kind = match cell {
                    Cell::Null => {
                        assert!(column.is_nullable(), "{}", column.name());
                        continue;
                    }
                    Cell::Text(_) => ColumnType::Text,
                    Cell::UInt32(_) => ColumnType::UInt32,
                    Cell::UInt64(_) => ColumnType::UInt64,
                    Cell::Hash(_) => ColumnType::Hash,
                    Cell::Int32(_) => ColumnType::Int32,
                    Cell::Float64(_) => ColumnType::Float64,
                    Cell::Date(_) => ColumnType::Date,
                    other => panic!("{other:?}"),
                };
                assert_eq!(kind, column.kind(), "{}", column.name());
                kinds.insert(format!("{kind:?}"));
            }
            assert_eq!(row.cell(GameRow::columns().len()), Cell::Null);
        });
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

#[test]
fn columns_have_names_of_their_own_and_say_what_they_hold() {
    let columns = GameRow::columns();
    let names: BTreeSet<_> = columns.iter().map(Column::name).collect();
    assert_eq!(names.len(), columns.len());
    for column in columns {
        let description = column.description();
        assert!(description.len() > 5 && !description.ends_with('.'), "{}", column.name());
    }
    let header = kifu(["games", "--format=csv", RECORDS]).out;
    let header = header.lines().next().unwrap().split(',');
    let usual = columns.iter().filter(|column| !column.is_on_request());
    assert!(usual.map(Column::name).eq(header));
}

#[test]
fn the_program_describes_the_columns_without_reading() {
    let run = kifu(["games", "--describe", "--format=ndjson"]);
    assert_eq!((run.status, &*run.messages), (0, ""));
    let described = run.lines();
    assert_eq!(described.len(), GameRow::columns().len());
    for (line, column) in described.iter().zip(GameRow::columns()) {
        assert_eq!(line["name"], column.name());
        assert_eq!(line["type"], column.kind().to_string());
        assert_eq!(line["nullable"], column.is_nullable());
        assert_eq!(line["description"], column.description());
    }
    let csv = kifu(["games", "--describe", "--format=csv"]).out;
    assert_eq!(csv.lines().count(), described.len() + 1);
    let table = kifu(["games", "--describe"]).out;
    assert_eq!(table.lines().count(), described.len() + 1);
    assert!(table.lines().any(|line| line.starts_with("komi ") && line.contains(" double? ")));
    let run = kifu(["games", "--describe", "--format=arrow", "-o", "described.arrow"]);
    assert_eq!((run.status, fs::exists("described.arrow").unwrap()), (2, false));
}

#[cfg(feature = "tables")]
mod batches {
    use kifu::rows::{Batch, PushError};

    use super::*;
    use crate::tables;

    #[test]
    fn a_record_batch_has_the_rows_that_were_pushed_since_the_one_before() {
        for folder in FOLDERS {
            let expected = kifu(["games", "--format=ndjson", folder]).lines();
            let mut batch = Batch::new(GameRow::columns());
            let mut batches = Vec::new();
            read(folder, false, |row| {
                batch.push(row).unwrap();
                if batch.len() == 3 {
                    batches.push(batch.finish().unwrap());
                }
            });
            batches.push(batch.finish().unwrap());
            assert_eq!(batches.len(), expected.len() / 3 + 1);
            assert_eq!(tables::rows(&batches), expected);
            assert_eq!(batch.finish().unwrap().num_rows(), 0);
        }
    }

    #[test]
    fn a_row_that_is_too_long_leaves_the_batch_as_it_was() {
        let long = "long ".repeat(14_000_000);
        let source = format!("(;PB[a])(;PB[{long}])(;PB[b])");
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, source.as_bytes());
        let mut batch = Batch::new(GameRow::columns());
        let mut pushed = Vec::new();
        let done: Result<(), ()> = GameRows::new().read(collection, Origin::default(), |row| {
            let before = batch.bytes();
            pushed.push(batch.push(row));
            assert_eq!(batch.bytes() == before, pushed.last() != Some(&Ok(())));
            Ok(())
        });
        done.unwrap();
        assert_eq!(pushed, [Ok(()), Err(PushError::TooLong), Ok(())]);
        let rows = tables::rows(&[batch.finish().unwrap()]);
        assert!(rows.iter().map(|row| &row["PB"]).eq(["a", "b"]));
    }
}
