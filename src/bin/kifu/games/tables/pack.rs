//! Rows as bytes, on their way from the workers to who makes a table of them: a head of numbers, and
//! the texts of all cells behind one another.

use std::io::{self, Write};
use std::mem;

use crate::games::column::{COLUMNS, Cell};
use crate::games::row::Row;
use crate::input::Unreadable;
use crate::report::Report;

/// A number of a head.
const NUMBER: usize = size_of::<u64>();

/// A bit for each cell that is not missing.
type Present = u128;

/// How many numbers these bits take.
const PRESENT: usize = size_of::<Present>() / NUMBER;

/// How many bytes a head takes: how many bytes of texts there are, the bits of the cells, and for each
/// cell a number or how many bytes its text has.
const HEAD: usize = NUMBER * (1 + PRESENT + COLUMNS.len());

const _: () = assert!(COLUMNS.len() <= Present::BITS as usize, "a bit for each");

/// The bytes of texts that a row may have. A column of Arrow has 2 GiB of them at most, and the
/// other tools keep many rows in memory.
const MAX_TEXTS: usize = 64 * 1024 * 1024;

/// How much room is kept for the next row.
const KEPT: usize = 1024 * 1024;

/// How much room is kept for the next rows.
const KEPT_ROWS: usize = 16 * KEPT;

/// Writes a row, which is made in the room. One that is too long is told and left out.
pub(in crate::games) fn row(
    out: &mut impl Write,
    row: &Row<'_>,
    room: &mut Vec<u8>,
    report: &mut Report,
) -> io::Result<()> {
    let mut numbers = [0; COLUMNS.len()];
    let mut present: Present = 0;
    room.resize(HEAD, 0);
    for (place, (_, cell)) in row.cells().enumerate() {
        numbers[place] = match cell {
            Cell::Missing => continue,
            Cell::Text(text) => {
                room.extend_from_slice(text.as_bytes());
                text.len() as u64
            }
            Cell::Number(number) | Cell::Hash(number) => number,
            Cell::Order(number) => i64::from(number) as u64,
            Cell::Real(number) => number.to_bits(),
            Cell::Day(day) => i64::from(day.since_1970()) as u64,
        };
        present |= 1 << place;
    }
    let texts = room.len() - HEAD;
    if texts > MAX_TEXTS {
        let told = format!(
            "the texts of game {} are too long for a table, left out",
            row.input.number(row.game)
        );
        report
            .unreadable(&Unreadable { path: row.path().to_owned(), error: io::Error::other(told) });
        empty(room, KEPT);
        return Ok(());
    }
    let bits = [present as u64, (present >> u64::BITS) as u64];
    let head = [texts as u64].into_iter().chain(bits).chain(numbers);
    for (bytes, number) in room.chunks_exact_mut(NUMBER).zip(head) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    out.write_all(room)?;
    empty(room, KEPT);
    Ok(())
}

/// Leaves nothing but so much room, at most.
fn empty(room: &mut Vec<u8>, kept: usize) {
    room.clear();
    room.shrink_to(kept);
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

    /// Hands over the rows, which are whole. The next ones will need about as much room.
    pub(super) fn take_all(&mut self) -> Self {
        let bytes = Vec::with_capacity(self.end.min(KEPT_ROWS));
        mem::replace(self, Self { bytes, ..Self::default() })
    }

    /// Forgets the rows, which are whole; their room is used again.
    pub(super) fn clear(&mut self) {
        empty(&mut self.bytes, KEPT_ROWS);
        (self.rows, self.end) = (0, 0);
    }

    /// Takes of what was written as much as belongs to one row, and says how much.
    pub(super) fn take(&mut self, bytes: &[u8]) -> usize {
        let begun = &self.bytes[self.end..];
        let texts = if begun.is_empty() { bytes } else { begun }.first_chunk();
        let length = texts.map_or(NUMBER, |&texts| HEAD + u64::from_le_bytes(texts) as usize);
        let missing = length - begun.len();
        let taken = missing.min(bytes.len());
        let is_whole = texts.is_some() && taken == missing;
        self.bytes.extend_from_slice(&bytes[..taken]);
        if is_whole {
            self.rows += 1;
            self.end = self.bytes.len();
        }
        taken
    }

    /// The rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = PackedRow<'_>> {
        let mut rest = &self.bytes[..self.end];
        std::iter::from_fn(move || {
            let (head, behind) = rest.split_first_chunk()?;
            let (texts, behind) = behind.split_at(number(head, 0) as usize);
            rest = behind;
            Some(PackedRow { head, texts })
        })
    }
}

/// One of them.
pub(super) struct PackedRow<'p> {
    head: &'p [u8; HEAD],
    /// The texts that were not taken yet.
    texts: &'p [u8],
}

impl<'p> PackedRow<'p> {
    /// Whether the cell in this place is not missing.
    pub(super) fn has(&self, place: usize) -> bool {
        let bits = u64::BITS as usize;
        number(self.head, 1 + place / bits) >> (place % bits) & 1 == 1
    }

    /// The number of the cell in this place, as its kind has it, or how many bytes its text has; 0 if
    /// it is missing.
    pub(super) fn number(&self, place: usize) -> u64 {
        number(self.head, 1 + PRESENT + place)
    }

    /// The text of the cell in this place, after those before it.
    pub(super) fn take_text(&mut self, place: usize) -> &'p [u8] {
        let (text, behind) = self.texts.split_at(self.number(place) as usize);
        self.texts = behind;
        text
    }
}

/// A number of a head.
fn number(head: &[u8; HEAD], place: usize) -> u64 {
    let mut bytes = [0; NUMBER];
    bytes.copy_from_slice(&head[NUMBER * place..][..NUMBER]);
    u64::from_le_bytes(bytes)
}
