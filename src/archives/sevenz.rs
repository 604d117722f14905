//! The members of a 7z, block by block: a fault ends its block, not the archive. Whether its directory
//! can be believed is left to `check`.

mod check;
mod walk;

use alloc::format;
use alloc::string::ToString as _;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use std::io::{self, Read, SeekFrom};

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::kind::counts;
use super::limits::{SizeChecked, Tally};
use super::output::{Output, member_name};
use super::seek::{ReadSeek, Watched};
use super::{Archives, Problem, ProblemKind, part, unpack};

/// Hands on the members, those of a block in their order.
pub(super) fn members(
    mut archive: &mut dyn ReadSeek,
    length: u64,
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    output.sink.archive();
    let options = output.options;
    let password = Password::empty();
    let read = check::check(archive, length, options).and_then(|checked| {
        Ok((checked, Archive::read(&mut archive, &password).map_err(explain)?))
    });
    let (checked, mut directory) = match read {
        Ok(read) => read,
        Err(error) => return output.problem(name, error),
    };
    let empty = take_empty(&mut directory);
    for entry in directory.files.iter().chain(&empty) {
        if !entry.is_directory && !is_wanted(entry) {
            output.sink.ignored();
        }
    }
    let mut tally = Tally::new(options, length);
    let mut block = Block { name, depth, output, is_doubtful: false };
    for index in 0..directory.blocks.len() {
        block.output.check()?;
        let decoder = BlockDecoder::new(1, index, &directory, &password, &mut archive);
        let first = directory.stream_map.block_first_file_index[index];
        let entries = &directory.files[first..first + decoder.entry_count()];
        if let Err(error) = entries.iter().try_for_each(|entry| tally.add(entry.size)) {
            return block.output.problem(name, error);
        }
        if !entries.iter().any(|entry| block.wants(entry)) {
            continue;
        }
        match options.reserve(checked.dictionaries.get(index).copied().unwrap_or(0)) {
            Ok(_reserved) => {
                block.is_doubtful = false;
                block.read(decoder, entries)?;
            }
            Err(error) => {
                block.lose(entries, || ProblemKind::Memory.error(error.to_string()))?;
            }
        }
    }
    // Those without bytes are in no block.
    empty.iter().try_for_each(|entry| {
        if !block.wants(entry) {
            return ControlFlow::Continue(());
        }
        let read = &mut io::empty();
        block.record(entry, &mut Counted::new(read, 0, options))
    })
}

/// Whether all bytes of an archive are there, by what its start says.
pub(super) fn is_whole(archive: &mut dyn ReadSeek) -> bool {
    let length = archive.seek(SeekFrom::End(0));
    length.is_ok_and(|length| check::place(archive, length).is_ok())
}

/// Takes out what has no bytes.
///
/// The reader takes the members of a block for those that follow its first one, which they are
/// only if none of these stands among them. Of a block with one member it looks for the checksum in
/// all blocks before, unless the block has it.
fn take_empty(directory: &mut Archive) -> Vec<ArchiveEntry> {
    let count = directory.files.iter().filter(|it| !it.has_stream).count();
    let mut empty = Vec::with_capacity(count);
    // In its place: there may be millions.
    directory.files.retain_mut(|it| {
        if !it.has_stream {
            empty.push(mem::take(it));
            return false;
        }
        true
    });
    let mut first = 0;
    let password = Password::empty();
    for index in 0..directory.blocks.len() {
        directory.stream_map.block_first_file_index[index] = first;
        let mut none = io::empty();
        let members = BlockDecoder::new(1, index, directory, &password, &mut none).entry_count();
        if let (1, Some(ArchiveEntry { has_crc: true, crc, .. })) =
            (members, directory.files.get(first))
        {
            directory.blocks[index].has_crc = true;
            directory.blocks[index].crc = *crc;
        }
        first += members;
    }
    empty
}

fn is_wanted(entry: &ArchiveEntry) -> bool {
    !entry.is_directory && !entry.is_anti_item && counts(&entry.name)
}

/// What the blocks have in common.
struct Block<'s, 'o> {
    name: &'s str,
    depth: u32,
    output: &'s mut Output<'o>,
    /// Whether a member of the block was damaged, so that the bytes of the others are believed by their
    /// checksums alone.
    is_doubtful: bool,
}

impl Block<'_, '_> {
    /// Whether a member is a record by its name, and asked for.
    fn wants(&self, entry: &ArchiveEntry) -> bool {
        is_wanted(entry) && self.output.wants(self.name, &entry.name)
    }

    /// Hands on the members of a block, and reports those that a fault takes with it.
    fn read<R: ReadSeek>(
        &mut self,
        decoder: BlockDecoder<'_, R>,
        entries: &[ArchiveEntry],
    ) -> ControlFlow<()> {
        let options = self.output.options;
        let (mut flow, mut done) = (ControlFlow::Continue(()), 0);
        let read = decoder.for_each_entries(&mut |entry, read| {
            done += 1;
            let mut read = Counted::new(read, entry.size, options);
            if self.wants(entry) {
                flow = self.record(entry, &mut read);
            }
            if flow.is_break() {
                return Ok(false);
            }
            // A block is one stream: what is not read has to be passed over.
            let error = io::copy(&mut read, &mut io::sink()).err();
            self.is_doubtful |= read.is_broken;
            match error {
                // The checksum of a member that nobody wants.
                Some(_) if read.count == entry.size => Ok(true),
                Some(error) => Err(error.into()),
                // After a fault the stream must not be read again: some decoders never return.
                None => Ok(!read.is_broken || read.count == entry.size),
            }
        });
        flow?;
        match read {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => self
                .lose(&entries[done..], || ProblemKind::Damaged.error("follows damage, skipped")),
            Err(error) => {
                let error = explain(error);
                self.lose(&entries[done..], || again(&error))
            }
        }
    }

    /// Reports members that cannot be read.
    fn lose(&mut self, entries: &[ArchiveEntry], error: impl Fn() -> io::Error) -> ControlFlow<()> {
        entries.iter().try_for_each(|entry| match self.wants(entry) {
            true => self.output.problem(&member_name(self.name, &entry.name), error()),
            false => ControlFlow::Continue(()),
        })
    }

    /// Hands on a member.
    fn record(&mut self, entry: &ArchiveEntry, read: &mut Counted<'_>) -> ControlFlow<()> {
        let name = member_name(self.name, &entry.name);
        let entry_of_it = self.output.entry(name, self.depth);
        if self.output.wants_stream_of(entry.size) {
            let mut read = SizeChecked::new(read, entry.size);
            return self.output.sink.stream(entry_of_it, &mut read);
        }
        let options = self.output.options;
        // Held until the sink is done with the record.
        let mut held = Vec::new();
        match options.check_member(entry.size) {
            Ok(reserved) => held.push(reserved),
            Err(error) => return self.output.problem(&entry_of_it.name, error),
        }
        let is_doubtful = self.is_doubtful;
        let is_whole = part::record(entry_of_it, self.output, &mut |buffer| {
            let before = buffer.len();
            let error = match options.read(read, buffer, &mut held) {
                Ok(count) if count == entry.size => return Ok(()),
                Ok(_) => io::ErrorKind::UnexpectedEof.into(),
                Err(_) if read.count == entry.size => checksum_mismatch(is_doubtful),
                Err(error) => error,
            };
            read.is_broken = true;
            if is_doubtful {
                buffer.truncate(before);
            }
            Err(error)
        })?;
        self.is_doubtful |= !is_whole;
        ControlFlow::Continue(())
    }
}

/// What is said of a member whose checksum is that of other bytes.
fn checksum_mismatch(is_doubtful: bool) -> io::Error {
    if is_doubtful {
        let error = "damaged: checksum mismatch after other damage, skipped";
        return ProblemKind::Damaged.error(error);
    }
    unpack::checksum_mismatch()
}

/// How much is unpacked at once. Where a decoder meets a fault, what it made of this is lost, so it does
/// not depend on how much is asked for.
const CHUNK: usize = 4 * 1024;

/// A member as it comes. After an error nothing more is read of it.
struct Counted<'r> {
    read: Watched<'r, &'r mut dyn Read>,
    chunk: [u8; CHUNK],
    /// Which part of the chunk was unpacked, and not given.
    start: usize,
    end: usize,
    /// How many bytes were unpacked, and how many were given.
    unpacked: u64,
    count: u64,
    size: u64,
    /// A checksum mismatch, which is reported after the bytes.
    mismatch: Option<io::Error>,
    is_broken: bool,
}

impl<'r> Counted<'r> {
    fn new(read: &'r mut dyn Read, size: u64, options: &'r Archives) -> Self {
        Self {
            read: Watched(read, options),
            chunk: [0; CHUNK],
            start: 0,
            end: 0,
            unpacked: 0,
            count: 0,
            size,
            mismatch: None,
            is_broken: false,
        }
    }

    /// Unpacks the next chunk.
    fn fill(&mut self) -> io::Result<()> {
        if let Some(error) = self.mismatch.take() {
            return Err(error);
        }
        let left = usize::try_from(self.size - self.unpacked).unwrap_or(usize::MAX);
        // After the last byte it is asked whether there are others.
        let wanted = if left == 0 { CHUNK } else { left.min(CHUNK) };
        let read = match self.read.read(&mut self.chunk[..wanted]) {
            // The last bytes stand in the chunk then, though their number is not given.
            Err(error) if is_mismatch(&error) && (1..=wanted).contains(&left) => {
                self.mismatch = Some(error);
                left
            }
            read => read?,
        };
        (self.start, self.end) = (0, read);
        self.unpacked += read as u64;
        Ok(())
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_broken || buffer.is_empty() {
            return Ok(0);
        }
        if self.start == self.end {
            let filled = self.fill();
            let is_broken = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
            self.is_broken = filled.as_ref().is_err_and(is_broken);
            filled?;
        }
        let count = buffer.len().min(self.end - self.start);
        buffer[..count].copy_from_slice(&self.chunk[self.start..][..count]);
        self.start += count;
        self.count += count as u64;
        Ok(count)
    }
}

fn is_mismatch(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    matches!(error, Some(Error::ChecksumVerificationFailed))
}

/// The error in words: without the feature for it, encryption is an unknown method.
fn explain(error: Error) -> io::Error {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => encrypted(),
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => encrypted(),
        Error::UnsupportedCompressionMethod(method) => ProblemKind::Unsupported
            .error(format!("compressed by {method}, which is not read, skipped")),
        Error::Io(error, _) => error,
        other => ProblemKind::Damaged.error(other.to_string()),
    }
}

fn encrypted() -> io::Error {
    ProblemKind::Encrypted.error("encrypted, skipped")
}

/// The same error for another member.
fn again(error: &io::Error) -> io::Error {
    Problem::kind_of(error).error(error.to_string())
}
