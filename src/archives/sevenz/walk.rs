//! The way through the directory of a 7z: nothing is made of it, but every count is bounded by the
//! bytes that follow, every size by what it is part of, and every stream has a place. The names of the
//! parts are those of the format's description.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;
use std::io;

use super::super::ProblemKind;
use super::super::limits::MAX_DICTIONARY;

/// The first byte of a directory that stands there as it is, and of one that is packed itself.
pub(super) const HEADER: u8 = 0x01;
pub(super) const ENCODED_HEADER: u8 = 0x17;

const END: u8 = 0x00;
const ARCHIVE_PROPERTIES: u8 = 0x02;
const MAIN_STREAMS_INFO: u8 = 0x04;
const FILES_INFO: u8 = 0x05;
const PACK_INFO: u8 = 0x06;
const UNPACK_INFO: u8 = 0x07;
const SUB_STREAMS_INFO: u8 = 0x08;
const SIZE: u8 = 0x09;
const CRC: u8 = 0x0A;
const FOLDER: u8 = 0x0B;
const CODERS_UNPACK_SIZE: u8 = 0x0C;
const NUM_UNPACK_STREAM: u8 = 0x0D;
const EMPTY_STREAM: u8 = 0x0E;
const EMPTY_FILE: u8 = 0x0F;
const ANTI: u8 = 0x10;
const NAME: u8 = 0x11;
const C_TIME: u8 = 0x12;
const A_TIME: u8 = 0x13;
const M_TIME: u8 = 0x14;
const WIN_ATTRIBUTES: u8 = 0x15;

/// How many coders and how many streams between them a folder may have, as 7-Zip has it.
const MAX_STREAMS: usize = 32;

/// How many bytes of an archive or its directory there have to be for each folder and each file: the
/// reader makes as much of them, and hardly any has less.
const BYTES_OF_ENTRY: usize = 64;

/// How many bytes of memory the reader takes for a folder or a file, without its name: more than it was
/// seen to take.
const MEMORY_OF_ENTRY: u64 = 256;

/// What is checked against the sizes of what it is in.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The bytes of the archive after its start.
    pub(super) packed: u64,
    /// How many bytes the directory may have.
    pub(super) directory: u64,
}

/// A chain of coders, and what comes out of it.
#[derive(Default)]
pub(super) struct Folder<'d> {
    pub(super) coders: usize,
    /// The method and the properties of the first coder.
    pub(super) method: &'d [u8],
    pub(super) properties: &'d [u8],
    pub(super) is_encrypted: bool,
    /// How much memory its coders take to look back at.
    pub(super) dictionary: u64,
    /// The coder whose output is that of the chain, and its bytes.
    main: usize,
    pub(super) size: u64,
    packed_streams: usize,
    members: usize,
    has_crc: bool,
}

/// The streams of an archive.
#[derive(Default)]
pub(super) struct Streams<'d> {
    /// Where they start, and the bytes of each.
    pub(super) position: u64,
    pub(super) sizes: Vec<u64>,
    pub(super) folders: Vec<Folder<'d>>,
    members: usize,
}

/// What is left of the directory.
pub(super) struct Walk<'d> {
    rest: &'d [u8],
    bounds: Bounds,
    /// How many folders and files there are.
    entries: u64,
}

impl<'d> Walk<'d> {
    /// A walk through what follows the first byte.
    pub(super) fn new(rest: &'d [u8], bounds: Bounds) -> Self {
        Self { rest, bounds, entries: 0 }
    }

    /// How much memory the reader takes for what was met so far, beside the bytes of the directory.
    pub(super) fn memory(&self) -> u64 {
        self.entries * MEMORY_OF_ENTRY
    }

    /// A directory that stands as it is. Gives how much each folder has to look back at.
    pub(super) fn header(&mut self) -> io::Result<Vec<u64>> {
        let mut id = self.byte()?;
        if id == ARCHIVE_PROPERTIES {
            while self.byte()? != END {
                self.sized()?;
            }
            id = self.byte()?;
        }
        let mut streams = Streams::default();
        if id == MAIN_STREAMS_INFO {
            streams = self.streams()?;
            id = self.byte()?;
        }
        if id == FILES_INFO {
            self.files(streams.members)?;
            id = self.byte()?;
        } else {
            // The reader does not know which files a folder has none of.
            holds(streams.folders.is_empty())?;
        }
        holds(id == END)?;
        Ok(streams.folders.iter().map(|folder| folder.dictionary).collect())
    }

    /// Where everything is packed. For a packed directory that is all.
    pub(super) fn streams(&mut self) -> io::Result<Streams<'d>> {
        let mut streams = Streams::default();
        let mut id = self.byte()?;
        if id == PACK_INFO {
            (streams.position, streams.sizes) = self.packs()?;
            id = self.byte()?;
        }
        if id == UNPACK_INFO {
            streams.folders = self.folders()?;
            id = self.byte()?;
        }
        if id == SUB_STREAMS_INFO {
            streams.members = self.sub_streams(&mut streams.folders)?;
            id = self.byte()?;
        }
        holds(id == END)?;
        let packed_streams = streams.folders.iter().map(|folder| folder.packed_streams);
        holds(packed_streams.sum::<usize>() == streams.sizes.len())?;
        Ok(streams)
    }

    fn packs(&mut self) -> io::Result<(u64, Vec<u64>)> {
        let position = self.number()?;
        let count = self.count()?;
        let mut sizes = Vec::new();
        let mut id = self.byte()?;
        if id == SIZE {
            sizes = (0..count).map(|_| self.number()).collect::<io::Result<_>>()?;
            id = self.byte()?;
        }
        if id == CRC {
            self.digests(count)?;
            id = self.byte()?;
        }
        holds(id == END && sizes.len() == count)?;
        let end = sizes.iter().try_fold(position, |end, &size| end.checked_add(size));
        holds(end.is_some_and(|end| end <= self.bounds.packed))?;
        Ok((position, sizes))
    }

    fn folders(&mut self) -> io::Result<Vec<Folder<'d>>> {
        holds(self.byte()? == FOLDER)?;
        let count = self.entries()?;
        self.is_internal()?;
        let mut folders =
            (0..count).map(|_| self.folder()).collect::<io::Result<Vec<Folder<'_>>>>()?;
        holds(self.byte()? == CODERS_UNPACK_SIZE)?;
        for folder in &mut folders {
            for coder in 0..folder.coders {
                let size = self.number()?;
                holds(i64::try_from(size).is_ok())?;
                if coder == folder.main {
                    folder.size = size;
                }
            }
        }
        let mut id = self.byte()?;
        if id == CRC {
            let defined = self.digests(count)?;
            folders.iter_mut().zip(defined).for_each(|(folder, defined)| folder.has_crc = defined);
            id = self.byte()?;
        }
        holds(id == END)?;
        Ok(folders)
    }

    fn folder(&mut self) -> io::Result<Folder<'d>> {
        let coders = self.count()?;
        holds((1..=MAX_STREAMS).contains(&coders))?;
        let mut folder = Folder { coders, members: 1, ..Folder::default() };
        let mut inputs = Vec::with_capacity(coders);
        let (mut streams, mut memory) = (0, 0);
        for coder in 0..coders {
            let flags = self.byte()?;
            let method = self.bytes((flags & 0x0F).into())?;
            let is_simple = flags & 0x10 == 0;
            let (ins, outs) = if is_simple { (1, 1) } else { (self.count()?, self.number()?) };
            let properties = if flags & 0x20 != 0 { self.sized()? } else { &[] };
            holds(flags & 0x80 == 0 && outs == 1 && (1..=MAX_STREAMS).contains(&ins))?;
            memory += dictionary(method, properties)?;
            folder.is_encrypted |= method == AES;
            if coder == 0 {
                (folder.method, folder.properties) = (method, properties);
            }
            inputs.push(streams..streams + ins);
            streams += ins;
        }
        if memory > MAX_DICTIONARY {
            let most = MAX_DICTIONARY >> 20;
            let message = format!("needs more than {most} MiB of memory to be unpacked, not read");
            return Err(ProblemKind::Memory.error(message));
        }
        holds(streams <= MAX_STREAMS)?;
        folder.dictionary = memory;
        (folder.main, folder.packed_streams) = self.bonds(&inputs, streams)?;
        Ok(folder)
    }

    /// Which output goes to which input, and which inputs are packed streams: that all of it is one
    /// chain without a circle. Gives the coder that it ends in, and the number of packed streams.
    fn bonds(&mut self, inputs: &[Range<usize>], streams: usize) -> io::Result<(usize, usize)> {
        let coders = inputs.len();
        let mut sources = [None; MAX_STREAMS];
        let mut is_taken = [false; MAX_STREAMS];
        let mut is_bound = [false; MAX_STREAMS];
        for _ in 1..coders {
            let (input, output) = (self.below(streams)?, self.below(coders)?);
            let was_taken = mem::replace(&mut is_taken[input], true);
            let was_bound = mem::replace(&mut is_bound[output], true);
            holds(!was_taken && !was_bound)?;
            sources[input] = Some(output);
        }
        // No coder is without an input, so at least one is left.
        let packed_streams = streams - (coders - 1);
        if packed_streams > 1 {
            for _ in 0..packed_streams {
                let input = self.below(streams)?;
                holds(!mem::replace(&mut is_taken[input], true))?;
            }
        }
        let main = is_bound.iter().position(|is_bound| !is_bound).unwrap_or(0);
        let (mut open, mut reached) = (vec![main], 0);
        while let Some(coder) = open.pop() {
            reached += 1;
            open.extend(inputs[coder].clone().filter_map(|input| sources[input]));
        }
        holds(reached == coders)?;
        Ok((main, packed_streams))
    }

    /// The members of each folder and their sizes; gives the number of all.
    fn sub_streams(&mut self, folders: &mut [Folder<'_>]) -> io::Result<usize> {
        let mut id = self.byte()?;
        if id == NUM_UNPACK_STREAM {
            for folder in folders.iter_mut() {
                folder.members = self.count()?;
            }
            id = self.byte()?;
        }
        for folder in folders.iter().filter(|folder| folder.members > 1) {
            holds(id == SIZE)?;
            // The last one has what is left.
            let mut left = folder.size;
            for _ in 1..folder.members {
                left = left.checked_sub(self.number()?).ok_or_else(damaged)?;
            }
        }
        if id == SIZE {
            id = self.byte()?;
        }
        if id == CRC {
            let is_known = |folder: &&Folder<'_>| folder.members == 1 && folder.has_crc;
            let unknown = folders.iter().filter(|folder| !is_known(folder));
            self.digests(unknown.map(|folder| folder.members).sum())?;
            id = self.byte()?;
        }
        holds(id == END)?;
        Ok(folders.iter().map(|folder| folder.members).sum())
    }

    fn files(&mut self, members: usize) -> io::Result<()> {
        let count = self.entries()?;
        let mut empty = 0;
        loop {
            let id = self.byte()?;
            if id == END {
                break;
            }
            let mut property = Walk::new(self.sized()?, self.bounds);
            match id {
                EMPTY_STREAM => empty = trues(&property.bits(count)?),
                EMPTY_FILE | ANTI => drop(property.bits(empty)?),
                NAME => property.names(count)?,
                C_TIME | A_TIME | M_TIME => property.each(count, 8)?,
                WIN_ATTRIBUTES => property.each(count, 4)?,
                _ => continue,
            }
            holds(property.rest.is_empty())?;
        }
        holds(count - empty == members)
    }

    /// A name for each file, in UTF-16 with a zero after it.
    fn names(&mut self, count: usize) -> io::Result<()> {
        self.is_internal()?;
        let units = mem::take(&mut self.rest).chunks(2);
        holds(units.clone().last().is_none_or(|last| last == [0, 0]))?;
        holds(units.filter(|unit| *unit == [0, 0]).count() == count)
    }

    /// A number of `width` bytes for some of the files.
    fn each(&mut self, count: usize, width: usize) -> io::Result<()> {
        let defined = trues(&self.defined(count)?);
        self.is_internal()?;
        self.bytes(defined.saturating_mul(width)).map(|_| ())
    }

    /// Checksums for some of so many streams, and for which.
    fn digests(&mut self, count: usize) -> io::Result<Vec<bool>> {
        let defined = self.defined(count)?;
        self.bytes(trues(&defined).saturating_mul(4))?;
        Ok(defined)
    }

    fn defined(&mut self, count: usize) -> io::Result<Vec<bool>> {
        if self.byte()? != 0 { Ok(vec![true; count]) } else { self.bits(count) }
    }

    fn bits(&mut self, count: usize) -> io::Result<Vec<bool>> {
        let bytes = self.bytes(count.div_ceil(8))?;
        Ok((0..count).map(|index| bytes[index / 8] & (0x80 >> (index % 8)) != 0).collect())
    }

    /// It stands here, not in a stream of its own.
    fn is_internal(&mut self) -> io::Result<()> {
        holds(self.byte()? == 0)
    }

    /// The number of things of which each has a byte at least, and of which the reader makes more.
    fn entries(&mut self) -> io::Result<usize> {
        let count = self.count()?;
        holds(count.saturating_mul(BYTES_OF_ENTRY) as u64 <= self.bounds.directory)?;
        self.entries += count as u64;
        Ok(count)
    }

    /// The number of things of which each has a byte at least.
    fn count(&mut self) -> io::Result<usize> {
        let most = self.rest.len();
        self.below(most)
    }

    fn below(&mut self, most: usize) -> io::Result<usize> {
        usize::try_from(self.number()?).ok().filter(|&number| number < most).ok_or_else(damaged)
    }

    /// A number of one to nine bytes: as many as the first one has ones at its front follow it.
    fn number(&mut self) -> io::Result<u64> {
        let first = self.byte()?;
        let more = first.leading_ones() as usize;
        let mut bytes = [0; 8];
        bytes[..more].copy_from_slice(self.bytes(more)?);
        let high = u64::from(first) & (0x7F_u64 >> more);
        Ok(u64::from_le_bytes(bytes) | high.checked_shl(8 * more as u32).unwrap_or(0))
    }

    /// As many bytes as the number before them says.
    fn sized(&mut self) -> io::Result<&'d [u8]> {
        let size = usize::try_from(self.number()?).map_err(|_| damaged())?;
        self.bytes(size)
    }

    fn bytes(&mut self, count: usize) -> io::Result<&'d [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or_else(damaged)?;
        self.rest = rest;
        Ok(bytes)
    }

    fn byte(&mut self) -> io::Result<u8> {
        Ok(self.bytes(1)?[0])
    }
}

/// The methods that are looked at.
pub(super) const LZMA: &[u8] = &[3, 1, 1];
pub(super) const LZMA2: &[u8] = &[0x21];
const PPMD: &[u8] = &[3, 4, 1];
const AES: &[u8] = &[6, 0xF1, 7, 1];

/// How much memory a method takes by its properties, where they say it.
fn dictionary(method: &[u8], properties: &[u8]) -> io::Result<u64> {
    match method {
        LZMA | PPMD => {
            let bytes = properties.get(1..5).and_then(|bytes| bytes.try_into().ok());
            bytes.map(|bytes| u32::from_le_bytes(bytes).into()).ok_or_else(damaged)
        }
        LZMA2 => {
            let bits = properties.first().filter(|&&bits| bits <= 40).ok_or_else(damaged)?;
            Ok(u64::from(2 | bits & 1) << (bits / 2 + 11))
        }
        _ => Ok(0),
    }
}

fn trues(bits: &[bool]) -> usize {
    bits.iter().filter(|&&bit| bit).count()
}

fn holds(condition: bool) -> io::Result<()> {
    if condition { Ok(()) } else { Err(damaged()) }
}

pub(super) fn damaged() -> io::Error {
    ProblemKind::Damaged.error("its directory is damaged, or larger than it can be, not read")
}
