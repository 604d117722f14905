//! The end record of a zip, and where it says that the directory is. A zip that is stored in another one
//! has an end record too: what is taken has to be that of the archive as a whole.

use alloc::vec::Vec;
use std::io::{self, Read as _, SeekFrom};

use super::super::seek::ReadSeek;
use super::directory::{self, Entries, Listed};
use super::local::{self, DESCRIPTOR, HEADER, Header};
use super::member::{u16_at, u32_at, u64_at};

/// The end record up to the comment, and what it starts with.
pub(super) const RECORD: usize = 22;
pub(super) const SIGNATURE: &[u8] = b"PK\x05\x06";

/// The record before it that leads to the end record of 64 bits, and the start of that.
pub(super) const LOCATOR: usize = 20;
pub(super) const LOCATOR_SIGNATURE: &[u8] = b"PK\x06\x07";
pub(super) const RECORD_64: usize = 56;
pub(super) const SIGNATURE_64: &[u8] = b"PK\x06\x06";

/// How much is searched at once.
const BLOCK: usize = 64 * 1024;

/// How many entries are looked at, for any of them may be damaged.
const LOOKED_AT: usize = 4;

/// How many directories are gone through that may be the right one.
const TRIES: u32 = 8;

/// How far before a zip the header of a member is searched that the zip may be.
const BEFORE: u64 = 1024;

/// A directory.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) start: u64,
    /// Where its last entry is to end.
    pub(super) end: u64,
    /// Where the zip starts: places are counted from there.
    pub(super) base: u64,
    /// What follows the end record and its comment.
    pub(super) after: u64,
}

/// Where the search for an end record ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    /// Nowhere.
    All,
    /// Where the longest comment can start.
    Comment,
}

/// The directory of an archive of `length` bytes, if there is one that fits it.
pub(super) fn find(
    archive: &mut dyn ReadSeek,
    length: u64,
    search: Search,
) -> io::Result<Option<Directory>> {
    let first = read(archive, 0, 4)?;
    let is_start = first == local::SIGNATURE || first == SIGNATURE;
    let least = match search {
        Search::All => 0,
        Search::Comment => length.saturating_sub(RECORD as u64 + u64::from(u16::MAX)),
    };
    let (mut to, mut tries) = (length, TRIES);
    while to > least {
        let from = to.saturating_sub(BLOCK as u64).max(least);
        // A signature may lie across two blocks.
        let block = read(archive, from, (to - from) as usize + SIGNATURE.len() - 1)?;
        // Searching forwards is much faster.
        let places: Vec<_> = memchr::memmem::find_iter(&block, SIGNATURE).collect();
        for at in places.into_iter().rev() {
            let found = Directory::of(archive, from + at as u64, is_start, &mut tries)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        to = from;
    }
    Ok(None)
}

impl Directory {
    /// The directory that an end record leads to, if it fits: `is_start` says that a member or the end
    /// record stands at the start of the archive, so that places are counted from there.
    fn of(
        archive: &mut dyn ReadSeek,
        at: u64,
        is_start: bool,
        tries: &mut u32,
    ) -> io::Result<Option<Self>> {
        let record = read(archive, at, RECORD)?;
        if record.len() < RECORD {
            return Ok(None);
        }
        let after = at + (RECORD as u64) + u64::from(u16_at(&record, 20));
        let numbers = [u32_at(&record, 12).into(), u32_at(&record, 16).into()];
        let (end, [size, place]) = match long_record(archive, at)? {
            Some((end, numbers)) => (end, numbers),
            None => (at, numbers),
        };
        let found = |start, base| Some(Self { start, end, base, after });
        let starts = [Some(place), end.checked_sub(size)];
        if is_start {
            if starts[1] == Some(place) && (size == 0 || is_entry(archive, place)?) {
                return Ok(found(place, 0));
            }
            // One of the two numbers may be damaged.
            for start in starts.into_iter().flatten().filter(|&start| start < end) {
                let directory = Self { start, end, base: 0, after };
                if *tries > 0 && entry_of(archive, start, &[0])?.is_some() {
                    *tries -= 1;
                    if directory.fits(archive)? {
                        return Ok(Some(directory));
                    }
                }
            }
            return Ok(None);
        }
        let Some((start, base)) = starts[1].and_then(|it| Some((it, it.checked_sub(place)?)))
        else {
            return Ok(None);
        };
        match entry_of(archive, start, &[base, 0])? {
            Some(base) if !is_stored_at(archive, base)? => Ok(found(start, base)),
            _ => Ok(None),
        }
    }

    /// Whether entries stand there up to the end, and the last of their members ends where they start.
    fn fits(&self, archive: &mut dyn ReadSeek) -> io::Result<bool> {
        let mut entries = Entries::new(self.start);
        let mut last = None;
        while let Some(entry) = entries.next(archive)? {
            last = Some(entry);
        }
        let Some(last) = last.filter(|_| entries.at() == self.end) else { return Ok(false) };
        let data = Header::data(archive, last.place)?;
        let rest =
            data.and_then(|data| self.start.checked_sub(data)?.checked_sub(last.member.packed));
        Ok(rest.is_some_and(|rest| rest <= DESCRIPTOR as u64))
    }

    /// Whether entries stand there up to the end.
    pub(super) fn is_whole(&self, archive: &mut dyn ReadSeek) -> io::Result<bool> {
        let mut entries = Entries::new(self.start);
        while entries.next(archive)?.is_some() {}
        self.is_end(archive, entries.at())
    }

    /// Whether the entries may end at a place. A signature may follow them.
    pub(super) fn is_end(&self, archive: &mut dyn ReadSeek, at: u64) -> io::Result<bool> {
        Ok(at == self.end || (at < self.end && read(archive, at, 4)? == b"PK\x05\x05"))
    }
}

/// Where the end record of 64 bits is, and the size and the place of the directory that it has.
fn long_record(archive: &mut dyn ReadSeek, at: u64) -> io::Result<Option<(u64, [u64; 2])>> {
    let Some(locator) = at.checked_sub(LOCATOR as u64) else { return Ok(None) };
    let bytes = read(archive, locator, LOCATOR)?;
    if !bytes.starts_with(LOCATOR_SIGNATURE) {
        return Ok(None);
    }
    // Its place, or that of one of the usual length where something stands before the zip.
    let places = [Some(u64_at(&bytes, 8)), locator.checked_sub(RECORD_64 as u64)];
    for place in places.into_iter().flatten().filter(|&place| place < locator) {
        let record = read(archive, place, RECORD_64)?;
        if record.len() == RECORD_64 && record.starts_with(SIGNATURE_64) {
            return Ok(Some((place, [u64_at(&record, 40), u64_at(&record, 48)])));
        }
    }
    Ok(None)
}

fn is_entry(archive: &mut dyn ReadSeek, at: u64) -> io::Result<bool> {
    Ok(read(archive, at, 4)? == directory::SIGNATURE)
}

/// The base, of those given, from which one of the first entries at a place leads to a member of the same
/// name.
fn entry_of(archive: &mut dyn ReadSeek, start: u64, bases: &[u64]) -> io::Result<Option<u64>> {
    let mut entries = Entries::new(start);
    for _ in 0..LOOKED_AT {
        let Some(Listed { name, place, .. }) = entries.next(archive)? else { break };
        for &base in bases {
            let Some(at) = base.checked_add(place) else { continue };
            let header = read(archive, at, HEADER + name.len())?;
            if header.starts_with(local::SIGNATURE) && header.get(HEADER..) == Some(&name) {
                return Ok(Some(base));
            }
        }
    }
    Ok(None)
}

/// Whether a zip that starts at a place is a stored member of another one: whether its header ends there.
fn is_stored_at(archive: &mut dyn ReadSeek, at: u64) -> io::Result<bool> {
    let from = at.saturating_sub(BEFORE);
    let before = read(archive, from, (at - from) as usize)?;
    Ok(memchr::memmem::find_iter(&before, local::SIGNATURE).any(|start| {
        let header = &before[start..];
        header.len() >= HEADER
            && header.len()
                == HEADER + usize::from(u16_at(header, 26)) + usize::from(u16_at(header, 28))
    }))
}

/// So many bytes from a place on, or as many as there are.
pub(super) fn read(archive: &mut dyn ReadSeek, at: u64, count: usize) -> io::Result<Vec<u8>> {
    archive.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::with_capacity(count);
    archive.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
