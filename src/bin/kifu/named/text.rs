//! Rows in ndjson and csv: which of the two it is, is seen by the first character.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::{COLUMNS, Found, MAX_ROW, Row, next_line, no_number, whole};

/// A byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// What separates columns, besides the comma.
const DELIMITERS: [u8; 3] = [b',', b'\t', b';'];

pub(super) fn read(mut table: impl BufRead, found: &mut Found) -> io::Result<()> {
    // It stands in the first few bytes, which are read together.
    if table.fill_buf()?.starts_with(MARK) {
        table.consume(MARK.len());
    }
    loop {
        match table.fill_buf()?.first() {
            None => return Ok(()),
            Some(b'{') => return ndjson(table, found),
            Some(b'[') => {
                let error = "an array of JSON; needed is an object on each line, as `jq -c .[]` \
                             prints them";
                return Err(io::Error::other(error));
            }
            Some(byte) if byte.is_ascii_whitespace() => table.consume(1),
            Some(_) => return csv(table, found),
        }
    }
}

fn ndjson(mut lines: impl BufRead, found: &mut Found) -> io::Result<()> {
    let mut line = Vec::new();
    for number in 1.. {
        let about = |error: &dyn fmt::Display| io::Error::other(format!("line {number}: {error}"));
        if !next_line(&mut lines, b'\n', MAX_ROW, &mut line).map_err(|error| about(&error))? {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let row: Row = serde_json::from_slice(&line).map_err(|error| {
            let (column, error) = (error.column(), error.to_string());
            let what = error.split(" at line 1 ").next().unwrap_or_default();
            about(&format_args!("{what}, at byte {column}"))
        })?;
        found.add(&row).map_err(|error| about(&error))?;
    }
    Ok(())
}

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        object.deserialize_map(RowVisitor)
    }
}

struct RowVisitor;

impl<'de> Visitor<'de> for RowVisitor {
    type Value = Row;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the columns of a row")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut object: M) -> Result<Row, M::Error> {
        let mut row = Row::default();
        while let Some(Key(column)) = object.next_key()? {
            match column {
                Some("source") => row.source = text(&mut object, "source")?,
                Some("member") => row.member = text(&mut object, "member")?,
                Some("game") => row.game = number(&mut object, "game")?,
                Some("offset") => row.offset = number(&mut object, "offset")?,
                Some("length") => row.length = number(&mut object, "length")?,
                _ => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(row)
    }
}

/// The name of a column that is looked at.
struct Key(Option<&'static str>);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(name: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Key;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a column")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Key, E> {
                Ok(Key(COLUMNS.into_iter().find(|column| *column == name)))
            }
        }

        name.deserialize_str(Name)
    }
}

fn text<'de, M: MapAccess<'de>>(object: &mut M, column: &str) -> Result<Option<String>, M::Error> {
    let other = |found: &dyn fmt::Display| {
        Err(M::Error::custom(format_args!("`{column}` is {found}, and not a text")))
    };
    match scalar(object, column)? {
        Scalar::Null => Ok(None),
        Scalar::Text(text) => Ok(Some(text)),
        Scalar::Whole(number) => other(&number),
        Scalar::Real(number) => other(&number),
    }
}

fn number<'de, M: MapAccess<'de>>(object: &mut M, column: &str) -> Result<Option<u64>, M::Error> {
    let number = match scalar(object, column)? {
        Scalar::Null => return Ok(None),
        Scalar::Whole(number) => Ok(number),
        Scalar::Real(number) => whole(column, number),
        Scalar::Text(text) => Err(no_number(column, &format_args!("{text:.40?}"))),
    };
    number.map(Some).map_err(M::Error::custom)
}

fn scalar<'de, M: MapAccess<'de>>(object: &mut M, column: &str) -> Result<Scalar, M::Error> {
    object.next_value().map_err(|error| M::Error::custom(format_args!("`{column}`: {error}")))
}

/// What a column may hold that is looked at. Nothing is kept of anything else.
enum Scalar {
    Null,
    Text(String),
    Whole(u64),
    Real(f64),
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        struct ScalarVisitor;

        impl Visitor<'_> for ScalarVisitor {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }

            fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
                Ok(Scalar::Null)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar::Whole(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar::Real(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Scalar, E> {
                Ok(Scalar::Real(number))
            }
        }

        value.deserialize_any(ScalarVisitor)
    }
}

fn csv(mut table: impl BufRead, found: &mut Found) -> io::Result<()> {
    let head = table.fill_buf()?;
    let head = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let has_source = |delimiter: &u8| {
        let mut names = head.split(|byte| byte == delimiter).map(<[u8]>::trim_ascii);
        names.any(|name| name == b"source" || name == b"\"source\"")
    };
    let delimiter = DELIMITERS.into_iter().find(has_source).unwrap_or(b',');
    let since = Rc::new(Cell::new(0));
    let table = Bounded { read: table, since: Rc::clone(&since) };
    let mut reader = csv::ReaderBuilder::new().delimiter(delimiter).from_reader(table);
    let names = reader.byte_headers()?;
    let place_of = |column: &str| names.iter().position(|it| it.trim_ascii() == column.as_bytes());
    let places = COLUMNS.map(place_of);
    if places[0].is_none() {
        let error = "neither ndjson nor a csv with a line of names, of which one is `source`";
        return Err(io::Error::other(error));
    }
    let mut record = csv::ByteRecord::new();
    loop {
        since.set(0);
        if !reader.read_byte_record(&mut record)? {
            return Ok(());
        }
        let line = record.position().map_or(0, csv::Position::line);
        let added = row(&record, places).and_then(|row| found.add(&row));
        added.map_err(|error| io::Error::other(format!("line {line}: {error}")))?;
    }
}

fn row(record: &csv::ByteRecord, places: [Option<usize>; 5]) -> Result<Row, String> {
    let get = |column: usize| {
        let field = places[column].and_then(|place| record.get(place)).unwrap_or_default();
        let text = std::str::from_utf8(field);
        let text = text.map_err(|_| format!("`{}` is not UTF-8", COLUMNS[column]))?;
        Ok::<_, String>(Some(text).filter(|text| !text.is_empty()))
    };
    let number = |column: usize| {
        let Some(text) = get(column)?.map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let name = COLUMNS[column];
        match (text.parse::<u64>(), text.parse::<f64>()) {
            (Ok(number), _) => Ok(Some(number)),
            (Err(_), Ok(number)) => whole(name, number).map(Some),
            _ => Err(no_number(name, &format_args!("{text:.40?}"))),
        }
    };
    Ok(Row {
        source: get(0)?.map(str::to_owned),
        member: get(1)?.map(str::to_owned),
        game: number(2)?,
        offset: number(3)?,
        length: number(4)?,
    })
}

/// A table of which no row may have too many bytes.
struct Bounded<R> {
    read: R,
    /// How many bytes were read since the last row.
    since: Rc<Cell<u64>>,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since.get() > MAX_ROW {
            return Err(io::Error::other(format!("a row has more than {MAX_ROW} bytes")));
        }
        let read = self.read.read(buffer)?;
        self.since.set(self.since.get() + read as u64);
        Ok(read)
    }
}
