//! The members of a zip, as they stand there: they are unpacked elsewhere. Where the directory is, is
//! left to `end`, its entries to `directory`; a zip without one to `front`.
//!
//! The headers are read here, not by a crate: those there are keep the directory in memory by the names
//! of the members, or believe what the end record says, and a damaged zip is to be read as far as it goes.

mod directory;
mod end;
mod front;
mod local;
mod member;
mod name;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, BufReader, Cursor, Read, SeekFrom};
use std::path::Path;

use super::decode::inflater;
use super::kind::counts;
use super::limits::{SizeChecked, Tally};
use super::output::{Output, member_name};
use super::seek::{ReadSeek, Watched};
use super::unpack::Packing;
use super::{ProblemKind, unpack};
use directory::{Entries, Listed};
use end::{Directory, Search};
use local::Header;
use member::Member;

/// What is read at once of a member that is unpacked here.
const BUFFER: usize = 64 * 1024;

/// What programs and scripts start with that have a zip after them.
const PROGRAMS: [&[u8]; 3] = [b"MZ", b"#!", b"\x7FELF"];

/// Whether something that starts as no archive is a zip with something before it. A zip is found by its
/// end: `is_likely` says that its start or its name speaks for it, then something may follow too.
pub(super) fn is_one(archive: &mut dyn ReadSeek, length: u64, is_likely: bool) -> bool {
    let search = if is_likely { Search::All } else { Search::Comment };
    let Ok(Some(directory)) = end::find(archive, length, search) else { return false };
    (is_likely || directory.after == length) && directory.is_whole(archive).unwrap_or(false)
}

/// As [`is_one`], of bytes that are all there are.
pub(super) fn are_one(bytes: &[u8], name: &str) -> bool {
    // What starts and ends as game trees do is a record, as nearly all are.
    if bytes.starts_with(b"(") && bytes.trim_ascii_end().ends_with(b")") {
        return false;
    }
    let tail = &bytes[bytes.len().saturating_sub(end::RECORD + usize::from(u16::MAX))..];
    let is_likely = is_likely(bytes, name);
    // Hardly any record has this byte, which each end record has.
    let may_be_one = is_likely
        || memchr::memchr(end::SIGNATURE[3], tail).is_some()
            && memchr::memmem::find(tail, end::SIGNATURE).is_some();
    may_be_one && is_one(&mut Cursor::new(bytes), bytes.len() as u64, is_likely)
}

/// Whether the start of a file or its name makes it likely that it is a zip with something before it.
pub(super) fn is_likely(head: &[u8], name: &str) -> bool {
    let extension = Path::new(name).extension();
    PROGRAMS.iter().any(|start| head.starts_with(start))
        || extension.is_some_and(|it| it.eq_ignore_ascii_case("zip"))
}

/// Whether all of a file has to be looked at to say that it is no zip with something before it.
pub(super) fn is_possible(head: &[u8], name: &str) -> bool {
    is_likely(head, name) || memchr::memmem::find(head, local::SIGNATURE).is_some()
}

/// Whether the end of a zip is there.
pub(super) fn has_end(archive: &mut dyn ReadSeek) -> bool {
    let length = archive.seek(SeekFrom::End(0));
    length.is_ok_and(|length| matches!(end::find(archive, length, Search::All), Ok(Some(_))))
}

/// What the members have in common.
struct Members<'s, 'o> {
    name: &'s str,
    depth: u32,
    tally: Tally<'s>,
    output: &'s mut Output<'o>,
}

/// Hands on the members, in the order of the directory.
pub(super) fn members(
    archive: &mut dyn ReadSeek,
    length: u64,
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    output.sink.archive();
    let options = output.options;
    let mut members = Members { name, depth, tally: Tally::new(options, length), output };
    match end::find(archive, length, Search::All) {
        Ok(Some(directory)) => members.listed(archive, &directory, length),
        Ok(None) => {
            members.headers(archive, 0, length)?;
            let error = "damaged: its directory is missing, what stands before that is read";
            members.output.problem(name, ProblemKind::Damaged.error(error))
        }
        Err(error) => members.output.problem(name, error),
    }
}

impl Members<'_, '_> {
    /// Hands on the members of the directory, and those that follow it or that it does not reach.
    fn listed(
        &mut self,
        archive: &mut dyn ReadSeek,
        directory: &Directory,
        length: u64,
    ) -> ControlFlow<()> {
        let mut entries = Entries::new(directory.start);
        // Where the last member ends that was found.
        let mut reached = directory.base;
        let mut entry = entries.next(archive);
        while let Ok(Some(listed)) = entry {
            self.output.check()?;
            if !self.entry(archive, listed, directory.base, &mut reached)? {
                return ControlFlow::Continue(());
            }
            entry = entries.next(archive);
        }
        match entry.and_then(|_| directory.is_end(archive, entries.at())) {
            Ok(true) => {}
            Ok(false) => {
                self.headers(archive, reached, directory.end)?;
                let error = "damaged: its directory ends early, what it does not list is read \
                             by the headers of the members";
                return self.output.problem(self.name, ProblemKind::Damaged.error(error));
            }
            Err(error) => return self.output.problem(self.name, error),
        }
        let follows = end::read(archive, directory.after, local::SIGNATURE.len());
        if follows.is_ok_and(|follows| follows == local::SIGNATURE)
            && !self.headers(archive, directory.after, length)?
        {
            let error = "damaged: what follows the end of the archive is read as far as it goes";
            return self.output.problem(self.name, ProblemKind::Damaged.error(error));
        }
        ControlFlow::Continue(())
    }

    /// Hands on a member of the directory, if it counts. Says whether there may be others.
    fn entry(
        &mut self,
        archive: &mut dyn ReadSeek,
        listed: Listed,
        base: u64,
        reached: &mut u64,
    ) -> ControlFlow<(), bool> {
        let next = ControlFlow::Continue(true);
        let Listed { mut member, place, is_link, .. } = listed;
        let at = base.saturating_add(place);
        let data = if counts(&member.name) {
            if is_link || !self.output.wants(self.name, &member.name) {
                return next;
            }
            Header::data(archive, at)
        } else if member.packed == 0 {
            self.pass_over(&member, is_link);
            return next;
        } else {
            // Where one of its two names is damaged, the other one may count.
            match Header::read(archive, at) {
                Ok(Some(header)) if counts(&header.member.name) && !is_link => {
                    member.name = header.member.name;
                    Ok(Some(header.data))
                }
                Ok(Some(header)) => {
                    *reached = (*reached).max(header.data.saturating_add(member.packed));
                    self.pass_over(&member, is_link);
                    return next;
                }
                _ => {
                    self.pass_over(&member, is_link);
                    return next;
                }
            }
        };
        match data {
            Ok(Some(data)) => {
                *reached = (*reached).max(data.saturating_add(member.packed));
                self.hand_on(archive, &member, data)
            }
            Ok(None) => {
                let error = "damaged: it is not where the directory has it, skipped";
                let name = member_name(self.name, &member.name);
                self.output.problem(&name, ProblemKind::Damaged.error(error))?;
                next
            }
            Err(error) => {
                self.output.problem(&member_name(self.name, &member.name), error)?;
                next
            }
        }
    }

    /// Counts a member whose name does not count.
    fn pass_over(&mut self, member: &Member, is_link: bool) {
        if !is_link && !member.name.ends_with('/') {
            self.output.sink.ignored();
        }
    }

    /// Hands on a member whose bytes start at a place. Says whether there may be others.
    fn hand_on(
        &mut self,
        archive: &mut dyn ReadSeek,
        member: &Member,
        data: u64,
    ) -> ControlFlow<(), bool> {
        let next = ControlFlow::Continue(true);
        if !self.output.wants(self.name, &member.name) {
            return next;
        }
        let name = member_name(self.name, &member.name);
        let options = self.output.options;
        let is_large = self.output.wants_stream_of(member.size);
        // Held until the sink is done with the record.
        let mut held = Vec::new();
        match member.check(options, is_large) {
            Ok(reserved) => held.push(reserved),
            Err(error) => {
                self.output.problem(&name, error)?;
                return next;
            }
        }
        if let Err(error) = self.tally.add(member.size) {
            self.output.problem(self.name, error)?;
            return ControlFlow::Continue(false);
        }
        if let Err(error) = archive.seek(SeekFrom::Start(data)) {
            self.output.problem(&name, error)?;
            return next;
        }
        let mut entry = self.output.entry(name, self.depth);
        (entry.packing, entry.offset) = (member.packing(), Some(data));
        let mut packed = Watched(archive.take(member.packed), options);
        if is_large {
            entry.packing = Packing::Plain;
            let stream = BufReader::with_capacity(BUFFER, packed);
            let unpacked: Box<dyn Read> = match member.is_deflated() {
                true => Box::new(inflater(stream, options)),
                false => Box::new(stream),
            };
            let mut record = Summed::new(SizeChecked::new(unpacked, member.size), member.crc32);
            self.output.sink.stream(entry, &mut record)?;
            return next;
        }
        self.output.sink.record(entry, &mut |buffer| {
            // That some are missing is found where they are unpacked.
            match options.read(&mut packed, buffer, &mut held)? {
                0 if member.packed > 0 => Err(io::ErrorKind::UnexpectedEof.into()),
                _ => Ok(()),
            }
        })?;
        next
    }
}

/// A record that is read as it comes, and is to have a checksum.
struct Summed<R> {
    read: flate2::CrcReader<R>,
    crc32: Option<u32>,
}

impl<R: Read> Summed<R> {
    fn new(read: R, crc32: u32) -> Self {
        Self { read: flate2::CrcReader::new(read), crc32: Some(crc32) }
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(buffer)?;
        if read == 0 && !buffer.is_empty() {
            let crc32 = self.crc32.take().unwrap_or(self.read.crc().sum());
            if crc32 != self.read.crc().sum() {
                return Err(unpack::checksum_mismatch());
            }
        }
        Ok(read)
    }
}
