//! Rows as bytes, on their way from the workers to who makes a table of them: the length of the
//! row, then its cells, each a tag with a number or a text behind it.

use std::io::{self, Write};
use std::str;

use crate::games::column::Cell;
use crate::games::row::Row;
use crate::input::Unreadable;
use crate::report::Report;

/// How many bytes the length of a row takes.
const LENGTH: usize = 4;

/// The bytes that a row may have. A column of Arrow has 2 GiB of texts at most, and the other tools
/// keep many rows in memory.
const MAX_ROW: usize = 64 * 1024 * 1024;

const MISSING: u8 = 0;
const TEXT: u8 = 1;
const NUMBER: u8 = 2;

/// Writes a row. One that is too long is told and left out.
pub(in crate::games) fn row(
    out: &mut impl Write,
    row: &Row<'_>,
    report: &mut Report,
) -> io::Result<()> {
    let mut bytes = vec![0; LENGTH];
    for (_, cell) in row.cells() {
        match cell {
            Cell::Missing => bytes.push(MISSING),
            Cell::Text(text) => {
                bytes.push(TEXT);
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
            Cell::Number(number) | Cell::Hash(number) => {
                bytes.push(NUMBER);
                bytes.extend(number.to_le_bytes());
            }
        }
    }
    let length = bytes.len() - LENGTH;
    if length > MAX_ROW {
        let told = format!(
            "the texts of game {} are too long for a table, left out",
            row.input.number(row.game)
        );
        report
            .unreadable(&Unreadable { path: row.path().to_owned(), error: io::Error::other(told) });
        return Ok(());
    }
    bytes[..LENGTH].copy_from_slice(&(length as u32).to_le_bytes());
    out.write_all(&bytes)
}

/// Packed rows.
#[derive(Default)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// How many of the rows are whole.
    rows: usize,
    /// Where they end.
    end: usize,
}

impl Packed {
    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// How many bytes they have.
    pub(super) fn bytes(&self) -> usize {
        self.end
    }

    /// Takes of what was written as much as belongs to one length or one row, and says how much.
    pub(super) fn take(&mut self, bytes: &[u8]) -> usize {
        let begun = &self.bytes[self.end..];
        let length = begun.first_chunk().map(|&length| u32::from_le_bytes(length) as usize);
        let missing = LENGTH + length.unwrap_or(0) - begun.len();
        let taken = missing.min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        if length.is_some() && taken == missing {
            self.rows += 1;
            self.end = self.bytes.len();
        }
        taken
    }

    /// The rows, each to be taken apart by [`cells`].
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &self.bytes[..self.end];
        std::iter::from_fn(move || {
            let length = u32::from_le_bytes(take(&mut rest)?);
            let (row, behind) = rest.split_at(length as usize);
            rest = behind;
            Some(row)
        })
    }
}

/// The cells of a row, in the order of the columns.
pub(super) fn cells(mut row: &[u8]) -> impl Iterator<Item = Cell<'_>> {
    std::iter::from_fn(move || {
        let [tag] = take(&mut row)?;
        if tag == MISSING {
            return Some(Cell::Missing);
        }
        let number = u64::from_le_bytes(take(&mut row)?);
        if tag == NUMBER {
            return Some(Cell::Number(number));
        }
        let (text, behind) = row.split_at(number as usize);
        row = behind;
        Some(Cell::Text(str::from_utf8(text).expect("packed as a text")))
    })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (&taken, behind) = bytes.split_first_chunk()?;
    *bytes = behind;
    Some(taken)
}
