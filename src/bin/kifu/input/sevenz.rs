//! The members of a 7z, block by block: a fault ends its block, not the archive. Whether its directory
//! can be believed is left to `check`.

mod check;
mod walk;

use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;

use sevenz_rust2::{Archive, ArchiveEntry, BlockDecoder, Error, Password};

use super::kind::counts;
use super::limits::{Tally, Told};
use super::seek::ReadSeek;
use super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};
use crate::progress;

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
    let checked = check::check(archive, length);
    let read = checked.and_then(|()| Archive::read(&mut archive, &password).map_err(explain));
    let mut directory = match read {
        Ok(directory) => directory,
        Err(error) => return fault(sink, name, error),
    };
    let empty = take_empty(&mut directory);
    for entry in directory.files.iter().chain(&empty) {
        progress::add_ignored(!entry.is_directory && !is_wanted(entry));
    }
    let mut tally = Tally::new(limits, length);
    let mut block = Block { name, depth, limits, sink };
    for index in 0..directory.blocks.len() {
        let decoder = BlockDecoder::new(1, index, &directory, &password, &mut archive);
        let entries = decoder.entries().to_vec();
        if let Err(error) = entries.iter().try_for_each(|entry| tally.add(entry.size)) {
            return fault(block.sink, name, error);
        }
        if entries.iter().any(is_wanted) {
            block.read(decoder, &entries)?;
        }
    }
    // Those without bytes are in no block.
    let mut empty = empty.iter().filter(|entry| is_wanted(entry));
    empty.try_for_each(|entry| block.record(entry, &mut io::empty()).0)
}

/// Takes out what has no bytes.
///
/// The reader takes the members of a block for those that stand behind its first one, which they are
/// only if none of these stands among them. Of a block with one member it looks for the checksum in
/// all blocks before, unless the block has it.
fn take_empty(directory: &mut Archive) -> Vec<ArchiveEntry> {
    let (files, empty) = mem::take(&mut directory.files).into_iter().partition(|it| it.has_stream);
    directory.files = files;
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
}

impl Block<'_> {
    /// Hands on the members of a block, and tells those that a fault takes with it.
    fn read<R: ReadSeek>(
        &mut self,
        decoder: BlockDecoder<'_, R>,
        entries: &[ArchiveEntry],
    ) -> ControlFlow<()> {
        let (mut flow, mut done) = (ControlFlow::Continue(()), 0);
        let read = decoder.for_each_entries(&mut |entry, read| {
            done += 1;
            let is_whole;
            (flow, is_whole) =
                if is_wanted(entry) { self.record(entry, read) } else { (flow, true) };
            if !is_whole || flow.is_break() {
                // After a fault the stream must not be read again: some decoders never return.
                return Ok(false);
            }
            // A block is one stream: what is not read has to be passed over.
            io::copy(read, &mut io::sink())?;
            Ok(true)
        });
        flow?;
        let error = match read {
            Ok(true) => return ControlFlow::Continue(()),
            Ok(false) => "behind damage, skipped".to_owned(),
            Err(error) => explain(error).to_string(),
        };
        let lost = entries.iter().skip(done).filter(|entry| is_wanted(entry));
        lost.map(|entry| member_name(self.name, &entry.name))
            .try_for_each(|path| fault(self.sink, &path, io::Error::other(error.clone())))
    }

    /// Hands on a member, and says whether it could be read.
    fn record(&mut self, entry: &ArchiveEntry, read: &mut dyn Read) -> (ControlFlow<()>, bool) {
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
            let flow = pieces::record(entry_of_it, &mut read, self.limits, options, self.sink);
            return (flow, !read.is_broken());
        }
        if let Err(error) = self.limits.check_member(entry.size) {
            return (fault(self.sink, &entry_of_it.name, error), true);
        }
        let mut is_whole = false;
        let flow = self.sink.record(entry_of_it, &mut |buffer| {
            is_whole = self.limits.read(read, buffer)? == entry.size;
            if is_whole { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
        });
        (flow, is_whole)
    }
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
