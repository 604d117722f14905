//! Whether the directory of a 7z may be handed to the reader of the format, which believes whatever
//! is said there: it is gone through before, bounded by the size of the archive, and memory is taken
//! for it. What it says is left to `walk`.

use alloc::format;
use alloc::vec::Vec;
use std::io::{self, BufReader, Read, SeekFrom};

use flate2::Crc;
use liblzma::bufread::XzDecoder;
use liblzma::stream::{Filters, Stream};

use super::super::seek::ReadSeek;
use super::super::{Archives, ProblemKind, Reserved};
use super::walk::{self, Bounds, Streams, Walk, damaged};

/// Where the packed streams start.
const START: u64 = 32;

/// How long the directory of an archive may be that is shorter itself. A larger one may have one as
/// long as it is, for there are some bytes for a member in it, and some in a stream, up to what
/// millions of members take.
const DIRECTORY: u64 = 16 * 1024 * 1024;
const LONGEST: u64 = 1024 * 1024 * 1024;

/// How much memory the reader takes for each byte of the directory: the byte itself, and the names in
/// UTF-8.
const MEMORY_OF_BYTE: u64 = 3;

/// A directory that may be read.
pub(super) struct Checked {
    /// How much memory each folder takes to be unpacked.
    pub(super) dictionaries: Vec<u64>,
    /// The memory for all that is made of the directory.
    _reserved: [Reserved; 2],
}

/// Goes through the directory of an archive of `length` bytes.
pub(super) fn check(
    archive: &mut dyn ReadSeek,
    length: u64,
    options: &Archives,
) -> io::Result<Checked> {
    let (start, size) = place(archive, length)?;
    let bounds = Bounds { packed: length - START, directory: length.clamp(DIRECTORY, LONGEST) };
    if size > bounds.directory {
        return Err(damaged());
    }
    let mut reserved = [reserve(size * MEMORY_OF_BYTE, options)?, Reserved::default()];
    archive.seek(SeekFrom::Start(start))?;
    let mut directory = room(size)?;
    (&mut *archive).take(size).read_to_end(&mut directory)?;
    let unpacked = match directory.split_first() {
        Some((&walk::ENCODED_HEADER, rest)) => {
            let streams = Walk::new(rest, bounds).streams()?;
            let size = streams.folders.first().map_or(0, |folder| folder.size);
            if size <= bounds.directory {
                reserved[0] = reserve(size * MEMORY_OF_BYTE, options)?;
            }
            unpack(archive, &streams, bounds)?
        }
        _ => directory,
    };
    let Some((&walk::HEADER, rest)) = unpacked.split_first() else { return Err(damaged()) };
    let mut walk = Walk::new(rest, bounds);
    let dictionaries = walk.header()?;
    reserved[1] = reserve(walk.memory(), options)?;
    Ok(Checked { dictionaries, _reserved: reserved })
}

/// Takes memory for the directory.
fn reserve(bytes: u64, options: &Archives) -> io::Result<Reserved> {
    let named = |error| ProblemKind::Memory.error(format!("its directory {error}"));
    options.reserve(bytes).map_err(named)
}

/// A buffer for so many bytes, if there is the memory.
fn room(size: u64) -> io::Result<Vec<u8>> {
    let mut room = Vec::new();
    let size = usize::try_from(size).map_err(io::Error::other)?;
    room.try_reserve_exact(size).map_err(io::Error::other)?;
    Ok(room)
}

/// Where the directory starts, and its length.
pub(super) fn place(archive: &mut dyn ReadSeek, length: u64) -> io::Result<(u64, u64)> {
    let mut head = [0; START as usize];
    archive.seek(SeekFrom::Start(0))?;
    archive.read_exact(&mut head)?;
    let mut crc = Crc::new();
    crc.update(&head[12..]);
    // Of an archive that was never finished it is zero, and the reader would look for a directory
    // at every place.
    if head[8..12] != crc.sum().to_le_bytes() {
        return Err(damaged());
    }
    let number = |at: usize| u64::from_le_bytes(core::array::from_fn(|index| head[at + index]));
    let (start, size) = (START.checked_add(number(12)), number(20));
    let end = start.and_then(|start| start.checked_add(size)).filter(|&end| end <= length);
    start.zip(end).map(|(start, _)| (start, size)).ok_or_else(|| {
        // What an archive is that was cut.
        io::ErrorKind::UnexpectedEof.into()
    })
}

/// A directory that is packed itself, as 7-Zip packs it.
fn unpack(
    archive: &mut dyn ReadSeek,
    streams: &Streams<'_>,
    bounds: Bounds,
) -> io::Result<Vec<u8>> {
    let Some((folder, &size)) = streams.folders.first().zip(streams.sizes.first()) else {
        return Err(damaged());
    };
    if folder.is_encrypted {
        return Err(ProblemKind::Encrypted.error("encrypted, skipped"));
    }
    let mut filters = Filters::new();
    match folder.method {
        walk::LZMA if folder.coders == 1 => filters.lzma1_properties(folder.properties)?,
        walk::LZMA2 if folder.coders == 1 => filters.lzma2_properties(folder.properties)?,
        _ => {
            let error = "its directory is not packed by LZMA, not read";
            return Err(ProblemKind::Unsupported.error(error));
        }
    };
    if folder.size > bounds.directory {
        return Err(damaged());
    }
    archive.seek(SeekFrom::Start(START + streams.position))?;
    let packed = BufReader::new(archive.take(size));
    let mut unpacked = room(folder.size)?;
    let decoder = XzDecoder::new_stream(packed, Stream::new_raw_decoder(&filters)?);
    decoder.take(folder.size).read_to_end(&mut unpacked)?;
    if unpacked.len() as u64 == folder.size { Ok(unpacked) } else { Err(damaged()) }
}
