//! Opens what is no plain record: archives that can be sought, streams, and members that are
//! archives themselves. The kinds of archives have modules of their own.

use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;

use super::decode::decoder;
use super::kind::{HEAD, Kind};
use super::limits::{Bounded, Counted};
use super::parts::Parts;
use super::seek::{ReadSeek, Window};
use super::{Entry, Limits, Packing, Sink, fault, part, pieces, sevenz, tar, zip};

/// How many archives a record may be in: an archive, and one inside of it.
const MAX_DEPTH: u32 = 2;

/// What is read at once of a compressed stream and of what it expands to.
const BUFFER: usize = 64 * 1024;

/// What a member is, of which these are all bytes.
pub(crate) fn kind(bytes: &[u8], name: &str) -> Kind {
    match Kind::named(bytes, name) {
        Kind::Record | Kind::Unknown if zip::are_one(bytes, name) => Kind::Zip,
        kind => kind,
    }
}

/// Reports what has the name of an archive, and is neither one nor a record.
pub(super) fn unknown(name: &str, sink: &mut dyn Sink) -> ControlFlow<()> {
    let error = "damaged, or no archive in spite of its name, not read";
    fault(sink, name, io::Error::other(error))
}

/// Hands on what a member holds that was found to be no record. `depth` is that of the member.
pub(crate) fn members(
    kind: Kind,
    bytes: &[u8],
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    if depth >= MAX_DEPTH {
        let error = "an archive in an archive in an archive, not opened";
        return fault(sink, name, io::Error::other(error));
    }
    match kind {
        Kind::Zip | Kind::SevenZip => {
            sought(kind, Cursor::new(bytes), name, depth + 1, limits, sink)
        }
        Kind::Unknown => unknown(name, sink),
        _ => streamed(kind, &mut &bytes[..], name, depth, limits, sink),
    }
}

/// Hands on the members of an archive, which are at `depth`.
pub(super) fn sought(
    kind: Kind,
    archive: impl ReadSeek,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut window = match Window::new(archive) {
        Ok(window) => window,
        Err(error) => return fault(sink, name, error),
    };
    let length = window.length();
    match kind {
        Kind::SevenZip => sevenz::members(&mut window, length, name, depth, limits, sink),
        _ => zip::members(&mut window, length, name, depth, limits, sink),
    }
}

/// Hands on the members of an archive in parts, of which `next` is the first that is not there.
pub(super) fn parted(
    mut parts: Parts,
    next: &Path,
    name: &str,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut head = [0; HEAD];
    let (filled, _) = fill(&mut parts, &mut head);
    let kind = Kind::of(&head[..filled]);
    let is_whole = match kind {
        Kind::SevenZip => sevenz::is_whole(&mut parts),
        // Its end is in the last one.
        Kind::Zip => zip::has_end(&mut parts),
        _ => {
            return fault(sink, name, io::Error::other("the first part of no zip or 7z, not read"));
        }
    };
    if is_whole {
        return sought(kind, parts, name, 1, limits, sink);
    }
    let missing = format!("part of an archive, {} is missing", next.display());
    fault(sink, name, io::Error::other(missing))?;
    match kind {
        // Of a 7z the directory is missing.
        Kind::SevenZip => ControlFlow::Continue(()),
        _ => sought(kind, parts, name, 1, limits, sink),
    }
}

/// Hands on what a tar or a compressed file holds. `depth` is that of the stream.
pub(super) fn streamed(
    kind: Kind,
    stream: &mut dyn Read,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let Kind::Compressed(compression) = kind else {
        return tar::members(&mut BufReader::new(stream), name, depth + 1, limits, sink);
    };
    let counted = Counted::new(stream);
    let packed = counted.count();
    let expanded = match decoder(compression, BufReader::with_capacity(BUFFER, counted)) {
        Ok(decoder) => Bounded::new(decoder, limits, packed),
        Err(error) => return fault(sink, name, error),
    };
    let mut expanded = BufReader::with_capacity(BUFFER, expanded);
    let mut head = [0; HEAD];
    let (filled, broken) = fill(&mut expanded, &mut head);
    let head = &head[..filled];
    match Kind::expanded(head, name) {
        Kind::Record => {
            let mut broken = broken;
            let entry = Entry {
                name: name.to_owned(),
                file: None,
                source: name.len(),
                depth,
                packing: Packing::Plain,
            };
            if let (Some(options), None) = (pieces::wanted(sink, limits), &broken) {
                return pieces::record(entry, &mut head.chain(expanded), limits, options, sink);
            }
            part::record(entry, sink, &mut |buffer| match broken.take() {
                Some(error) => {
                    buffer.extend_from_slice(head);
                    Err(error)
                }
                None => limits.read(&mut head.chain(&mut expanded), buffer).map(|_| ()),
            })
            .map_continue(drop)
        }
        Kind::Tar => tar::members(&mut head.chain(expanded), name, depth + 1, limits, sink),
        Kind::Unknown => match broken {
            Some(error) => fault(sink, name, error),
            None => unknown(name, sink),
        },
        Kind::Zip | Kind::SevenZip | Kind::Compressed(_) => {
            let error = "compressed a second time, not opened";
            fault(sink, name, io::Error::other(error))
        }
    }
}

/// Reads until the head is full or there is no more, and keeps what was read before an error.
pub(super) fn fill(read: &mut dyn Read, head: &mut [u8]) -> (usize, Option<io::Error>) {
    let mut filled = 0;
    while filled < head.len() {
        match read.read(&mut head[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(error)),
        }
    }
    (filled, None)
}
