//! The members of a 7z, block by block: a fault ends its block, not the archive. Whether its directory
//! can be believed is left to `check`.

mod check;
mod walk;

use std::io::{self, Read, SeekFrom};
use std::mem;
use std::ops::ControlFlow;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::kind::counts;
use super::limits::{Tally, Told};
use super::seek::{ReadSeek, Watched};
use super::{
    Entry, Limits, Packing, Sink, check_interrupt, fault, member_name, part, pieces, unpack,
};
use crate::{memory, progress};

/// Hands on the members, those of a block in their order.
pub(super) fn members(
    mut archive: &mut dyn ReadSeek,
    length: u64,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let password = Password::empty();
    let read = check::check(archive, length).and_then(|checked| {
        Ok((checked, Archive::read(&mut archive, &password).map_err(explain)?))
    });
    let (checked, mut directory) = match read {
        Ok(read) => read,
        Err(error) => return fault(sink, name, error),
    };
    let empty = take_empty(&mut directory);
    for entry in directory.files.iter().chain(&empty) {
        progress::add_ignored(!entry.is_directory && !is_wanted(entry));
    }
    let mut tally = Tally::new(limits, length);
    let mut block = Block { name, depth, limits, sink, is_doubtful: false };
    for index in 0..directory.blocks.len() {
        check_interrupt()?;
        let decoder = BlockDecoder::new(1, index, &directory, &password, &mut archive);
        let first = directory.stream_map.block_first_file_index[index];
        let entries = &directory.files[first..first + decoder.entry_count()];
        if let Err(error) = entries.iter().try_for_each(|entry| tally.add(entry.size)) {
            return fault(block.sink, name, error);
        }
        if !entries.iter().any(is_wanted) {
            continue;
        }
        match memory::take(checked.dictionaries.get(index).copied().unwrap_or(0)) {
            Ok(_taken) => {
                block.is_doubtful = false;
                block.read(decoder, entries)?;
            }
            Err(error) => block.lose(entries, &error.to_string())?,
        }
    }
    // Those without bytes are in no block.
    let mut empty = empty.iter().filter(|entry| is_wanted(entry));
    empty.try_for_each(|entry| {
        let read = &mut io::empty();
        block.record(entry, &mut Counted::new(read, 0))
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
struct Block<'s> {
    name: &'s str,
    depth: u32,
    limits: Limits,
    sink: &'s mut dyn Sink,
    /// Whether a member of the block was damaged, so that the bytes of the others are believed by their
    /// checksums alone.
    is_doubtful: bool,
}

impl Block<'_> {
    /// Hands on the members of a block, and reports those that a fault takes with it.
    fn read<R: ReadSeek>(
        &mut self,
        decoder: BlockDecoder<'_, R>,
        entries: &[ArchiveEntry],
    ) -> ControlFlow<()> {
        let (mut flow, mut done) = (ControlFlow::Continue(()), 0);
        let read = decoder.for_each_entries(&mut |entry, read| {
            done += 1;
            let mut read = Counted::new(read, entry.size);
            if is_wanted(entry) {
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
        let error = match read {
            Ok(true) => return ControlFlow::Continue(()),
            Ok(false) => "follows damage, skipped".to_owned(),
            Err(error) => explain(error).to_string(),
        };
        self.lose(&entries[done..], &error)
    }

    /// Reports members that cannot be read.
    fn lose(&mut self, entries: &[ArchiveEntry], error: &str) -> ControlFlow<()> {
        let lost = entries.iter().filter(|entry| is_wanted(entry));
        lost.map(|entry| member_name(self.name, &entry.name))
            .try_for_each(|path| fault(self.sink, &path, io::Error::other(error)))
    }

    /// Hands on a member.
    fn record(&mut self, entry: &ArchiveEntry, read: &mut Counted<'_>) -> ControlFlow<()> {
        let name = member_name(self.name, &entry.name);
        let entry_of_it = Entry {
            name,
            file: None,
            source: self.name.len(),
            depth: self.depth,
            packing: Packing::Plain,
        };
        if let Some(options) = pieces::wanted_of(entry.size, self.sink, self.limits) {
            let mut read = Told::new(read, entry.size);
            return pieces::record(entry_of_it, &mut read, self.limits, options, self.sink);
        }
        if let Err(error) = self.limits.check_member(entry.size) {
            return fault(self.sink, &entry_of_it.name, error);
        }
        let (limits, is_doubtful) = (self.limits, self.is_doubtful);
        let is_whole = part::record(entry_of_it, self.sink, &mut |buffer| {
            let before = buffer.len();
            let error = match limits.read(read, buffer) {
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
        return io::Error::other("damaged: checksum mismatch after other damage, skipped");
    }
    unpack::checksum_mismatch()
}

/// A member as it comes. After an error nothing more is read of it.
struct Counted<'r> {
    read: Watched<&'r mut dyn Read>,
    count: u64,
    size: u64,
    /// A checksum mismatch, which is reported after the bytes.
    mismatch: Option<io::Error>,
    is_broken: bool,
}

impl<'r> Counted<'r> {
    fn new(read: &'r mut dyn Read, size: u64) -> Self {
        Self { read: Watched(read), count: 0, size, mismatch: None, is_broken: false }
    }

    fn read_on(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.mismatch.take() {
            return Err(error);
        }
        let left = usize::try_from(self.size - self.count).unwrap_or(usize::MAX);
        match self.read.read(buffer) {
            // The last bytes stand in the buffer then, though their number is not given.
            Err(error) if is_mismatch(&error) && (1..=buffer.len()).contains(&left) => {
                self.mismatch = Some(error);
                Ok(left)
            }
            read => read,
        }
    }
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_broken {
            return Ok(0);
        }
        let read = self.read_on(buffer);
        self.is_broken = read.as_ref().is_err_and(|it| it.kind() != io::ErrorKind::Interrupted);
        self.count += *read.as_ref().unwrap_or(&0) as u64;
        read
    }
}

fn is_mismatch(error: &io::Error) -> bool {
    let error = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    matches!(error, Some(Error::ChecksumVerificationFailed))
}

/// The error in words: without the feature for it, encryption is an unknown method.
fn explain(error: Error) -> io::Error {
    match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => {
            io::Error::other("encrypted, skipped")
        }
        Error::UnsupportedCompressionMethod(method) if method.contains("AES") => {
            io::Error::other("encrypted, skipped")
        }
        Error::UnsupportedCompressionMethod(method) => {
            io::Error::other(format!("compressed by {method}, which is not read, skipped"))
        }
        Error::Io(error, _) => error,
        other => io::Error::other(other.to_string()),
    }
}
