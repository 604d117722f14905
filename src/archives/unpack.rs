//! The bytes of a member as they stand in a zip, unpacked where they are needed: on any thread.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use std::io;

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::{Archives, Entry, Problem, ProblemKind};

/// How much is unpacked before it is asked whether the run goes on.
const STEP: usize = 8 * 1024 * 1024;

/// How much room there is at first, at least, and for each byte of a deflated record, however large it
/// says it is.
const FIRST_ROOM: usize = 64 * 1024;
const FIRST_RATIO: usize = 16;

/// What the bytes of an entry have to be put through.
#[derive(Clone, Copy, Debug)]
pub(super) enum Packing {
    /// They are the record.
    Plain,
    /// They are those of a zip, which has the size and the checksum.
    Zip { deflated: bool, size: u64, crc32: u32 },
}

impl Packing {
    /// How many bytes there will be of `packed` ones.
    pub(super) fn size(self, packed: usize) -> u64 {
        match self {
            Self::Plain => packed as u64,
            Self::Zip { size, .. } => size.max(packed as u64),
        }
    }
}

/// Unpacks record after record, with the same tables, on whatever thread it is. How to use it is shown at
/// [`Sink`](super::Sink).
pub struct Unpacker {
    inflate: Decompress,
    options: Archives,
}

impl Unpacker {
    /// An unpacker of what such a search finds: it ends with the search.
    #[must_use]
    pub fn new(archives: &Archives) -> Self {
        Self { inflate: Decompress::new(false), options: archives.clone() }
    }

    /// The record that the bytes are, in `room` unless they are it themselves, and what is wrong with
    /// it. What could be unpacked is the record also where the rest is damaged.
    ///
    /// Nothing beyond the size in the zip is made: it was found small enough before. `room` only grows,
    /// so that it need not be cleared for each member.
    pub fn unpack<'b>(
        &mut self,
        entry: &Entry,
        bytes: &'b [u8],
        room: &'b mut Vec<u8>,
    ) -> (&'b [u8], Option<Problem>) {
        let (record, damage) = self.unpack_as(entry.packing, bytes, room);
        (record, damage.map(|error| entry.problem(error)))
    }

    fn unpack_as<'b>(
        &mut self,
        packing: Packing,
        bytes: &'b [u8],
        room: &'b mut Vec<u8>,
    ) -> (&'b [u8], Option<io::Error>) {
        let (record, damage, size, crc32) = match packing {
            Packing::Plain => return (bytes, None),
            Packing::Zip { deflated: false, size, crc32 } => (bytes, None, size, crc32),
            Packing::Zip { deflated: true, size, crc32 } => {
                let (length, damage) = self.inflate(bytes, size, room);
                (&room[..length], damage, size, crc32)
            }
        };
        let damage = damage.or_else(|| {
            if record.len() as u64 != size {
                let is_cut = (record.len() as u64) < size;
                return Some(ProblemKind::Damaged.error(if is_cut { CUT } else { LONGER }));
            }
            let mut crc = Crc::new();
            crc.update(record);
            (crc.sum() != crc32).then(checksum_mismatch)
        });
        (record, damage)
    }

    /// Inflates to the room, and says how many bytes there are, and why they are not all.
    fn inflate(
        &mut self,
        bytes: &[u8],
        size: u64,
        room: &mut Vec<u8>,
    ) -> (usize, Option<io::Error>) {
        self.inflate.reset(false);
        let Ok(size) = usize::try_from(size) else {
            return (0, Some(ProblemKind::Memory.error("larger than the memory, skipped")));
        };
        // One byte more shows that it is longer.
        let most = size.saturating_add(1);
        let first = FIRST_ROOM.saturating_add(bytes.len().saturating_mul(FIRST_RATIO));
        let mut end = most.min(room.len().max(first)).min(STEP);
        let (mut used, mut done) = (0, 0);
        loop {
            if let Err(error) = grow(room, end) {
                return (done, Some(error));
            }
            let is_all = used == 0 && end == most;
            let flush = if is_all { FlushDecompress::Finish } else { FlushDecompress::None };
            let status = self.inflate.decompress(&bytes[used..], &mut room[done..end], flush);
            used = self.inflate.total_in() as usize;
            done = self.inflate.total_out() as usize;
            match status {
                Ok(Status::StreamEnd) => return (done.min(size), (done > size).then(longer)),
                Ok(_) if done > size => return (size, Some(longer())),
                Ok(_) if done < end => return (done, Some(ProblemKind::Damaged.error(CUT))),
                Ok(_) if self.options.is_ended() => return (0, None),
                Ok(_) => end = most.min(end.saturating_mul(2).min(end.saturating_add(STEP))),
                Err(error) => {
                    let message = format!("damaged: {error}, read as far as it goes");
                    return (done.min(size), Some(ProblemKind::Damaged.error(message)));
                }
            }
        }
    }
}

impl fmt::Debug for Unpacker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

const CUT: &str = "damaged: cut off, read as far as it goes";
const LONGER: &str = "damaged: longer than it says, the rest skipped";

fn longer() -> io::Error {
    ProblemKind::Damaged.error(LONGER)
}

/// What is said of a record that was read, though its checksum is that of other bytes.
pub(super) fn checksum_mismatch() -> io::Error {
    ProblemKind::Damaged.error("damaged: checksum mismatch, read as it is")
}

/// Makes room for so many bytes.
fn grow(room: &mut Vec<u8>, length: usize) -> io::Result<()> {
    if room.len() < length {
        let more = length - room.len();
        room.try_reserve(more)
            .map_err(|_| ProblemKind::Memory.error("larger than the memory, skipped"))?;
        room.resize(length, 0);
    }
    Ok(())
}
