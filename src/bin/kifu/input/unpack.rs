//! The bytes of a member as they stand in a zip, unpacked where they are needed: on any thread.

use std::io;

use flate2::{Crc, Decompress, FlushDecompress, Status};

/// What the bytes of an entry have to be put through.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Packing {
    /// They are the record.
    Plain,
    /// They are those of a zip, which told the size and the checksum.
    Zip { deflated: bool, size: u64, crc32: u32 },
}

impl Packing {
    /// How many bytes there will be of `packed` ones.
    pub(crate) fn size(self, packed: usize) -> u64 {
        match self {
            Self::Plain => packed as u64,
            Self::Zip { size, .. } => size.max(packed as u64),
        }
    }
}

/// Unpacks member after member, with the same tables.
pub(crate) struct Unpacker {
    inflate: Decompress,
}

impl Unpacker {
    pub(crate) fn new() -> Self {
        Self { inflate: Decompress::new(false) }
    }

    /// The record that the bytes are, in `room` unless they are it themselves.
    ///
    /// Nothing beyond the told size is made: it was found small enough before. `room` only grows,
    /// so that it need not be cleared for each member.
    pub(crate) fn unpack<'b>(
        &mut self,
        packing: Packing,
        bytes: &'b [u8],
        room: &'b mut Vec<u8>,
    ) -> io::Result<&'b [u8]> {
        let (record, size, crc32) = match packing {
            Packing::Plain => return Ok(bytes),
            Packing::Zip { deflated: false, size, crc32 } => (bytes, size, crc32),
            Packing::Zip { deflated: true, size, crc32 } => {
                (self.inflate(bytes, size, room)?, size, crc32)
            }
        };
        let mut crc = Crc::new();
        crc.update(record);
        if record.len() as u64 != size || crc.sum() != crc32 {
            return Err(io::Error::other("damaged: its checksum or its size is another, skipped"));
        }
        Ok(record)
    }

    fn inflate<'b>(
        &mut self,
        bytes: &[u8],
        size: u64,
        room: &'b mut Vec<u8>,
    ) -> io::Result<&'b [u8]> {
        self.inflate.reset(false);
        // One byte more shows that it is longer.
        let most = usize::try_from(size).map_err(io::Error::other)?.saturating_add(1);
        if room.len() < most {
            room.try_reserve_exact(most - room.len())?;
            room.resize(most, 0);
        }
        let status = self.inflate.decompress(bytes, &mut room[..most], FlushDecompress::Finish);
        match status {
            Ok(Status::StreamEnd) => Ok(&room[..self.inflate.total_out() as usize]),
            Ok(_) => Err(io::Error::other("damaged: cut off, or longer than it says, skipped")),
            Err(error) => Err(io::Error::other(format!("damaged: {error}, skipped"))),
        }
    }
}
