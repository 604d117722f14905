//! The members of a zip, as they stand there: they are unpacked elsewhere. A zip without its directory
//! is left to `front`.

mod doubles;
mod front;
mod local;

use std::io::{self, Read};
use std::ops::ControlFlow;

use zip::CompressionMethod::{Deflated, Stored};
use zip::ZipArchive;
use zip::read::ZipFile;

use super::kind::counts;
use super::limits::{Tally, Told};
use super::seek::ReadSeek;
use super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};
use crate::progress;

/// Whether there is a directory of a zip at the end.
pub(super) fn is_one(archive: &mut dyn ReadSeek) -> bool {
    ZipArchive::new(archive).is_ok()
}

/// What the members have in common.
struct Members<'s> {
    name: &'s str,
    depth: u32,
    limits: Limits,
    tally: Tally,
    sink: &'s mut dyn Sink,
}

/// Hands on the members, in the order of the directory; those whose name is that of a later one come
/// behind all others.
pub(super) fn members(
    archive: &mut dyn ReadSeek,
    length: u64,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let mut members = Members { name, depth, limits, tally: Tally::new(limits, length), sink };
    let mut directory = match ZipArchive::new(&mut *archive) {
        Ok(directory) => directory,
        Err(error) => {
            members.all_in_front(archive)?;
            return fault(members.sink, name, error);
        }
    };
    for index in 0..directory.len() {
        if !members.listed(&mut directory, index)? {
            return ControlFlow::Continue(());
        }
    }
    let (start, offset) = (directory.central_directory_start(), directory.offset());
    let known = directory.len();
    match doubles::find(directory.into_inner(), start, offset, known) {
        Ok(doubles) => members.places(archive, &doubles),
        Err(error) => fault(members.sink, name, error),
    }
}

impl Members<'_> {
    /// Hands on a member of the directory, if it counts. Says whether there may be others.
    fn listed<R: ReadSeek>(
        &mut self,
        directory: &mut ZipArchive<R>,
        index: usize,
    ) -> ControlFlow<(), bool> {
        let next = ControlFlow::Continue(true);
        let path = match directory.name_for_index(index) {
            Some(path) if counts(path) => member_name(self.name, path),
            path => {
                progress::add_ignored(path.is_some_and(|path| !path.ends_with('/')));
                return next;
            }
        };
        let mut member = match directory.by_index_raw(index) {
            Ok(member) if member.is_file() => member,
            Ok(_) => return next,
            Err(error) => {
                fault(self.sink, &path, error)?;
                return next;
            }
        };
        let size = member.size();
        let large = pieces::wanted_of(size, self.sink, self.limits);
        if let Err(error) = check(&member, self.limits, large.is_some()) {
            fault(self.sink, &path, error)?;
            return next;
        }
        if let Err(error) = self.tally.add(size) {
            fault(self.sink, self.name, error)?;
            return ControlFlow::Continue(false);
        }
        let (source, packing) = (self.name.len(), packing(&member));
        let entry = Entry { name: path, file: None, source, depth: self.depth, packing };
        if let Some(options) = large {
            drop(member);
            let entry = Entry { packing: Packing::Plain, ..entry };
            match directory.by_index(index) {
                Ok(member) => {
                    let mut member = Told::new(member, size);
                    pieces::record(entry, &mut member, self.limits, options, self.sink)?;
                }
                Err(error) => fault(self.sink, &entry.name, error)?,
            }
            return next;
        }
        let limits = self.limits;
        self.sink.record(entry, &mut |buffer| {
            let told = member.compressed_size();
            if limits.read(&mut member, buffer)? == told {
                return Ok(());
            }
            Err(io::ErrorKind::UnexpectedEof.into())
        })?;
        next
    }
}

fn packing<R: Read>(member: &ZipFile<'_, R>) -> Packing {
    let deflated = member.compression() == Deflated;
    Packing::Zip { deflated, size: member.size(), crc32: member.crc32() }
}

/// Whether a member can be read: whole, or in pieces.
fn check<R: Read>(member: &ZipFile<'_, R>, limits: Limits, in_pieces: bool) -> io::Result<()> {
    if member.encrypted() {
        return Err(io::Error::other("encrypted, skipped"));
    }
    match member.compression() {
        Stored | Deflated if in_pieces => Ok(()),
        Stored | Deflated => limits.check_member(member.size().max(member.compressed_size())),
        _ => Err(io::Error::other("compressed by another method than deflate, skipped")),
    }
}
