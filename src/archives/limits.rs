//! Bounds against archives that expand to far more than they are: a member, the whole, the number.

use alloc::format;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::Cell;
use std::io::{self, Read};

use super::options::Held;
use super::{Archives, ProblemKind, Reserved};

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

impl Archives {
    /// Whether a member is small enough to be read; memory for it, if it is.
    pub(super) fn check_member(&self, size: u64) -> io::Result<Reserved> {
        self.check_size(size).and_then(|()| self.reserve_record(size))
    }

    /// Whether a record is small enough to be read.
    pub(super) fn check_size(&self, size: u64) -> io::Result<()> {
        if size <= self.member_bytes { Ok(()) } else { Err(self.too_large()) }
    }

    fn too_large(&self) -> io::Error {
        ProblemKind::TooLarge.error(format!("larger than {} bytes, skipped", self.member_bytes))
    }

    /// Whether an archive of `packed` bytes may hold `expanded` ones.
    fn check_ratio(&self, packed: u64, expanded: u64) -> io::Result<()> {
        if expanded <= self.member_bytes || expanded / MAX_RATIO <= packed {
            return Ok(());
        }
        let message = format!("expands to more than {MAX_RATIO} times its size, given up");
        Err(ProblemKind::Bomb.error(message))
    }

    /// Appends all that `read` gives to the buffer, if that is not more than a member may be, and holds
    /// memory for it.
    ///
    /// What was read before an error of the reader stays; of what may not be in memory, nothing does.
    pub(super) fn read(
        &self,
        read: &mut dyn Read,
        buffer: &mut Vec<u8>,
        held: &mut Held,
    ) -> io::Result<u64> {
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
            match self.reserve_record(step) {
                Ok(reserved) => held.push(reserved),
                Err(error) => {
                    buffer.truncate(before);
                    return Err(error);
                }
            }
        }
    }
}

/// What is said of what needs more memory than it may have.
pub(super) fn too_much_memory(bytes: u64, most: u64) -> io::Error {
    let mebibytes = |bytes: u64| bytes.div_ceil(1024 * 1024);
    let (needed, most) = (mebibytes(bytes), mebibytes(most));
    let message = format!("needs about {needed} MiB of memory of at most {most} MiB, skipped");
    ProblemKind::Memory.error(message)
}

/// What was met of an archive whose members state their sizes.
pub(super) struct Tally<'o> {
    options: &'o Archives,
    /// The bytes of the archive.
    packed: u64,
    expanded: u64,
    members: u64,
}

impl<'o> Tally<'o> {
    pub(super) fn new(options: &'o Archives, packed: u64) -> Self {
        Self { options, packed, expanded: 0, members: 0 }
    }

    /// One more member of `size` bytes. An error ends the archive.
    pub(super) fn add(&mut self, size: u64) -> io::Result<()> {
        self.expanded = self.expanded.saturating_add(size);
        self.members += 1;
        if self.members > MAX_MEMBERS {
            let message = format!("more than {MAX_MEMBERS} members, given up");
            return Err(ProblemKind::Bomb.error(message));
        }
        self.options.check_ratio(self.packed, self.expanded)
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

/// A member that is read as it comes, and has to have as many bytes as the archive says.
pub(super) struct SizeChecked<R> {
    read: R,
    left: u64,
    is_broken: bool,
}

impl<R: Read> SizeChecked<R> {
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
        let longer =
            || ProblemKind::Damaged.error("damaged: longer than it says, the rest skipped");
        self.left = self.left.checked_sub(read as u64).ok_or_else(longer)?;
        Ok(read)
    }
}

impl<R: Read> Read for SizeChecked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read_on(buffer);
        self.is_broken |= read.as_ref().is_err_and(|it| it.kind() != io::ErrorKind::Interrupted);
        read
    }
}

/// Ends a stream that expands too far. Its members need not state their sizes, nor be read.
pub(super) struct Bounded<'o, R> {
    read: R,
    options: &'o Archives,
    packed: Rc<Cell<u64>>,
    expanded: u64,
}

impl<'o, R: Read> Bounded<'o, R> {
    /// `packed` counts what `read` reads.
    pub(super) fn new(read: R, options: &'o Archives, packed: Rc<Cell<u64>>) -> Self {
        Self { read, options, packed, expanded: 0 }
    }
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.options.check_ended()?;
        let read = self.read.read(buffer)?;
        self.expanded += read as u64;
        self.options.check_ratio(self.packed.get(), self.expanded)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_may_expand_by_its_ratio_once_it_passes_the_size_of_a_member() {
        let options = Archives::new().member_bytes(1000);
        let mut tally = Tally::new(&options, 10);
        tally.add(1000).unwrap();
        tally.add(1500).unwrap();
        tally.add(250).unwrap_err();
        Tally::new(&options, 0).add(1000).unwrap();
    }

    #[test]
    fn an_archive_has_only_so_many_members() {
        let options = Archives::new();
        let mut tally = Tally::new(&options, 1);
        (0..MAX_MEMBERS).for_each(|_| tally.add(0).unwrap());
        tally.add(0).unwrap_err();
    }
}
