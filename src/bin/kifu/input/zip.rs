//! The members of a zip, as they stand there: they are unpacked elsewhere. A zip without its directory
//! is left to `front`.

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

/// Hands on the members, in the order of the directory.
pub(super) fn members(
    archive: &mut dyn ReadSeek,
    length: u64,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let mut tally = Tally::new(limits, length);
    let mut directory = match ZipArchive::new(&mut *archive) {
        Ok(directory) => directory,
        Err(error) => {
            front::members(archive, &mut tally, name, depth, limits, sink)?;
            return fault(sink, name, error);
        }
    };
    for index in 0..directory.len() {
        let Some(path) = directory.name_for_index(index) else { continue };
        if !counts(path) {
            continue;
        }
        let path = member_name(name, path);
        let mut member = match directory.by_index_raw(index) {
            Ok(member) => member,
            Err(error) => {
                fault(sink, &path, error)?;
                continue;
            }
        };
        if !member.is_file() {
            continue;
        }
        let (size, crc32) = (member.size(), member.crc32());
        let large = pieces::wanted_of(size, sink, limits);
        if let Err(error) = check(&member, limits, large.is_some()) {
            fault(sink, &path, error)?;
            continue;
        }
        if let Err(error) = tally.add(size) {
            return fault(sink, name, error);
        }
        let deflated = member.compression() == Deflated;
        let packing = Packing::Zip { deflated, size, crc32 };
        let entry = Entry { name: path, file: None, source: name.len(), depth, packing };
        if let Some(options) = large {
            drop(member);
            let entry = Entry { packing: Packing::Plain, ..entry };
            match directory.by_index(index) {
                Ok(member) => {
                    let mut member = Told::new(member, size);
                    pieces::record(entry, &mut member, limits, options, sink)?;
                }
                Err(error) => fault(sink, &entry.name, error)?,
            }
            continue;
        }
        sink.record(entry, &mut |buffer| {
            let told = member.compressed_size();
            if limits.read(&mut member, buffer)? == told {
                return Ok(());
            }
            Err(io::ErrorKind::UnexpectedEof.into())
        })?;
    }
    ControlFlow::Continue(())
}

/// Whether a member can be read: whole, or in pieces.
fn check<R: Read>(member: &ZipFile<'_, R>, limits: Limits, in_pieces: bool) -> io::Result<()> {
    if member.encrypted() {
        return Err(io::Error::other("encrypted, skipped"));
    }
    match member.compression() {
        Stored | Deflated if in_pieces => Ok(()),
        Stored | Deflated => limits.check_member(member.size().max(member.compressed_size())),
        other => {
            Err(io::Error::other(format!("compressed by {other}, which is not read, skipped")))
        }
    }
}
