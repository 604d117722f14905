//! The entries of the directory of a zip, as they come: it is never in memory as a whole, and its end
//! is where its entries end, whatever number of them is written elsewhere.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;
use std::io::{self, Read as _, SeekFrom};

use super::super::seek::ReadSeek;
use super::member::{Member, u16_at, u32_at};

/// The bytes of an entry up to the name.
pub(super) const ENTRY: usize = 46;

/// What an entry starts with.
pub(super) const SIGNATURE: &[u8] = b"PK\x01\x02";

/// How much of the directory is read at once, at least.
const CHUNK: usize = 64 * 1024;

/// The host whose attributes have the kind of a file in their upper half, and the kind of a link.
const UNIX: u8 = 3;
const KIND: u32 = 0o170_000;
const SYMBOLIC_LINK: u32 = 0o120_000;

/// An entry.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) member: Member,
    /// The name as it is written.
    pub(super) name: Vec<u8>,
    /// Where the header before its bytes is, from the start of the zip.
    pub(super) place: u64,
    pub(super) is_link: bool,
}

/// Goes through the entries.
pub(super) struct Entries {
    chunk: Vec<u8>,
    /// How much of the chunk is done with, and where the chunk ends in the archive.
    done: usize,
    end: u64,
}

impl Entries {
    /// The entries from a place on.
    pub(super) fn new(start: u64) -> Self {
        Self { chunk: Vec::new(), done: 0, end: start }
    }

    /// Where the next entry is, if there is one.
    pub(super) fn at(&self) -> u64 {
        self.end - (self.chunk.len() - self.done) as u64
    }

    /// The next entry; `None` at what is none, or is cut off.
    pub(super) fn next(&mut self, archive: &mut dyn ReadSeek) -> io::Result<Option<Listed>> {
        if !self.holds(ENTRY, archive)? || !self.chunk[self.done..].starts_with(SIGNATURE) {
            return Ok(None);
        }
        let length = |entries: &Self, at| usize::from(u16_at(&entries.chunk[entries.done..], at));
        let [name, extra, comment] = [28, 30, 32].map(|at| length(self, at));
        let all = ENTRY + name + extra + comment;
        if !self.holds(all, archive)? {
            return Ok(None);
        }
        let (fields, rest) = self.chunk[self.done..][..all].split_at(ENTRY);
        let (name, rest) = rest.split_at(name);
        let mut place = u32_at(fields, 42).into();
        let member = Member::of(&fields[8..], name, &rest[..extra], Some(&mut place));
        let is_link = fields[5] == UNIX && (u32_at(fields, 38) >> 16) & KIND == SYMBOLIC_LINK;
        let listed = Listed { member, name: name.to_owned(), place, is_link };
        self.done += all;
        Ok(Some(listed))
    }

    /// Whether so many bytes follow; they are then in the chunk.
    fn holds(&mut self, count: usize, archive: &mut dyn ReadSeek) -> io::Result<bool> {
        if self.chunk.len() - self.done < count {
            self.chunk.drain(..self.done);
            self.done = 0;
            archive.seek(SeekFrom::Start(self.end))?;
            let missing = count.max(CHUNK) - self.chunk.len();
            let read = archive.take(missing as u64).read_to_end(&mut self.chunk)?;
            self.end += read as u64;
        }
        Ok(self.chunk.len() - self.done >= count)
    }
}
