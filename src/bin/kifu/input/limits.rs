//! Bounds against archives that expand to far more than they are: a member, the whole, the number.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::{interrupt, memory};

/// How much larger the whole may be than its archive, once it is larger than one member may be.
/// Real archives of records reach a few dozen; deflate itself reaches 1,032.
const MAX_RATIO: u64 = 250;

/// How many bytes a decompressor may keep to look back at: as many as the usual tools ask for at
/// their highest levels, of which zstd with `--long=31` and xz and 7z with a dictionary of their own
/// size are none.
pub(super) const MAX_DICTIONARY: u64 = 256 * 1024 * 1024;

/// How many members an archive may have.
const MAX_MEMBERS: u64 = 10_000_000;

/// How much of a member is read before more memory is taken for it.
const FIRST_STEP: u64 = 1024 * 1024;

/// The bounds that an archive has to keep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most bytes of a record that are in memory at once.
    pub(crate) member_bytes: u64,
    /// The option that sets this bound.
    pub(crate) option: &'static str,
}

impl Limits {
    /// Whether a member is small enough to be read.
    pub(super) fn check_member(self, size: u64) -> io::Result<()> {
        if size <= self.member_bytes { memory::take_to_read(size) } else { Err(self.too_large()) }
    }

    fn too_large(self) -> io::Error {
        let Self { member_bytes: bytes, option } = self;
        io::Error::other(format!("larger than {bytes} bytes, skipped (see {option})"))
    }

    /// Whether so much of a record may be in memory, after `offset` bytes that were done with.
    pub(super) fn check_kept(self, kept: u64, offset: u64) -> io::Result<()> {
        let Self { member_bytes: bytes, option } = self;
        if kept <= bytes {
            return Ok(());
        }
        if offset == 0 {
            return Err(self.too_large());
        }
        let message = format!(
            "no game tree ends within {bytes} bytes after {offset}, the rest skipped (see {option})"
        );
        Err(io::Error::other(message))
    }

    /// Whether an archive of `packed` bytes may hold `expanded` ones.
    fn check_ratio(self, packed: u64, expanded: u64) -> io::Result<()> {
        if expanded <= self.member_bytes || expanded / MAX_RATIO <= packed {
            return Ok(());
        }
        let message = format!("expands to more than {MAX_RATIO} times its size, given up");
        Err(io::Error::other(message))
    }

    /// Appends all that `read` gives to the buffer, if that is not more than a member may be.
    ///
    /// What was read before an error of the reader stays; of what may not be in memory, nothing does.
    pub(super) fn read(self, read: &mut dyn Read, buffer: &mut Vec<u8>) -> io::Result<u64> {
        let before = buffer.len();
        let most = self.member_bytes.saturating_add(1);
        let (mut size, mut step) = (0, FIRST_STEP);
        loop {
            let next = step.min(most - size);
            let read = Read::take(&mut *read, next).read_to_end(buffer)? as u64;
            size += read;
            if size > self.member_bytes {
                buffer.truncate(before);
                return Err(self.too_large());
            }
            if read < next {
                return Ok(size);
            }
            // As much again, and as much as it has.
            step = size;
            if let Err(error) = memory::take_to_read(step) {
                buffer.truncate(before);
                return Err(error);
            }
        }
    }
}

/// What was met of an archive whose members tell their sizes.
pub(super) struct Tally {
    limits: Limits,
    /// The bytes of the archive.
    packed: u64,
    expanded: u64,
    members: u64,
}

impl Tally {
    pub(super) fn new(limits: Limits, packed: u64) -> Self {
        Self { limits, packed, expanded: 0, members: 0 }
    }

    /// One more member of `size` bytes. An error ends the archive.
    pub(super) fn add(&mut self, size: u64) -> io::Result<()> {
        self.expanded = self.expanded.saturating_add(size);
        self.members += 1;
        if self.members > MAX_MEMBERS {
            let message = format!("more than {MAX_MEMBERS} members, given up");
            return Err(io::Error::other(message));
        }
        self.limits.check_ratio(self.packed, self.expanded)
    }
}

/// Counts what is read.
pub(super) struct Counted<R> {
    read: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Counted<R> {
    pub(super) fn new(read: R) -> Self {
        Self { read, count: Rc::default() }
    }

    /// The count, also of what is read later.
    pub(super) fn count(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.count)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(buffer)?;
        self.count.set(self.count.get() + read as u64);
        Ok(read)
    }
}

/// A member that is read as it comes, and is to have as many bytes as was told.
pub(super) struct Told<R> {
    read: R,
    left: u64,
    is_broken: bool,
}

impl<R: Read> Told<R> {
    pub(super) fn new(read: R, size: u64) -> Self {
        Self { read, left: size, is_broken: false }
    }

    /// Whether it could not be read on.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    fn read_on(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(buffer)?;
        if read == 0 && self.left > 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let longer = || io::Error::other("damaged: longer than it says, the rest skipped");
        self.left = self.left.checked_sub(read as u64).ok_or_else(longer)?;
        Ok(read)
    }
}

impl<R: Read> Read for Told<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read_on(buffer);
        self.is_broken |= read.as_ref().is_err_and(|it| it.kind() != io::ErrorKind::Interrupted);
        read
    }
}

/// Ends a stream that expands too far. Its members need not tell their sizes, nor be read.
pub(super) struct Bounded<R> {
    read: R,
    limits: Limits,
    packed: Rc<Cell<u64>>,
    expanded: u64,
}

impl<R: Read> Bounded<R> {
    /// `packed` counts what `read` reads.
    pub(super) fn new(read: R, limits: Limits, packed: Rc<Cell<u64>>) -> Self {
        Self { read, limits, packed, expanded: 0 }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        interrupt::check()?;
        let read = self.read.read(buffer)?;
        self.expanded += read as u64;
        self.limits.check_ratio(self.packed.get(), self.expanded)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_may_expand_by_its_ratio_once_it_passes_the_size_of_a_member() {
        let limits = Limits { member_bytes: 1000, option: "" };
        let mut tally = Tally::new(limits, 10);
        tally.add(1000).unwrap();
        tally.add(1500).unwrap();
        tally.add(250).unwrap_err();
        Tally::new(limits, 0).add(1000).unwrap();
    }

    #[test]
    fn an_archive_has_only_so_many_members() {
        let mut tally = Tally::new(Limits { member_bytes: 1000, option: "" }, 1);
        (0..MAX_MEMBERS).for_each(|_| tally.add(0).unwrap());
        tally.add(0).unwrap_err();
    }
}
