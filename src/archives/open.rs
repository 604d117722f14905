//! Opens what is no plain record: archives that can be sought, streams, and members that are
//! archives themselves. The kinds of archives have modules of their own.

use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use super::decode::decoder;
use super::kind::{HEAD, Kind};
use super::limits::{Bounded, Counted};
use super::output::Output;
use super::parts::Parts;
use super::seek::{ReadSeek, Window};
use super::{ProblemKind, part, sevenz, tar, zip};

/// What is read at once of a compressed stream and of what it expands to.
const BUFFER: usize = 64 * 1024;

/// What a member is, of which these are all bytes.
pub(super) fn kind(bytes: &[u8], name: &str) -> Kind {
    match Kind::named(bytes, name) {
        Kind::Record | Kind::Unknown if zip::are_one(bytes, name) => Kind::Zip,
        kind => kind,
    }
}

/// Reports what has the name of an archive, and is neither one nor a record.
pub(super) fn unknown(name: &str, output: &mut Output<'_>) -> ControlFlow<()> {
    let error = "damaged, or no archive in spite of its name, not read";
    output.problem(name, ProblemKind::Damaged.error(error))
}

/// Hands on what a member holds that was found to be no record. `depth` is that of the member.
pub(super) fn members(
    kind: Kind,
    bytes: &[u8],
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    if depth >= output.options.depth {
        return too_deep(name, output);
    }
    match kind {
        Kind::Zip | Kind::SevenZip => sought(kind, Cursor::new(bytes), name, depth + 1, output),
        Kind::Unknown => unknown(name, output),
        _ => streamed(kind, &mut &bytes[..], name, depth, output),
    }
}

/// Reports an archive in too many others.
fn too_deep(name: &str, output: &mut Output<'_>) -> ControlFlow<()> {
    let error = match output.options.depth {
        2 => "an archive in an archive in an archive, not opened".into(),
        depth => format!("an archive in {depth} archives, not opened"),
    };
    output.problem(name, ProblemKind::Depth.error(error))
}

/// Hands on the members of an archive, which are at `depth`.
pub(super) fn sought(
    kind: Kind,
    archive: impl ReadSeek,
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let mut window = match Window::new(archive) {
        Ok(window) => window,
        Err(error) => return output.problem(name, error),
    };
    let length = window.length();
    match kind {
        Kind::SevenZip => sevenz::members(&mut window, length, name, depth, output),
        _ => zip::members(&mut window, length, name, depth, output),
    }
}

/// Hands on the members of an archive in parts, of which `next` is the first that is not there.
pub(super) fn parted(
    mut parts: Parts,
    next: &Path,
    name: &str,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let mut head = [0; HEAD];
    let (filled, _) = fill(&mut parts, &mut head);
    let kind = Kind::of(&head[..filled]);
    let is_whole = match kind {
        Kind::SevenZip => sevenz::is_whole(&mut parts),
        // Its end is in the last one.
        Kind::Zip => zip::has_end(&mut parts),
        _ => {
            let error = "the first part of no zip or 7z, not read";
            return output.problem(name, ProblemKind::Part.error(error));
        }
    };
    if is_whole {
        return sought(kind, parts, name, 1, output);
    }
    let missing = format!("part of an archive, {} is missing", next.display());
    output.problem(name, ProblemKind::Part.error(missing))?;
    match kind {
        // Of a 7z the directory is missing.
        Kind::SevenZip => ControlFlow::Continue(()),
        _ => sought(kind, parts, name, 1, output),
    }
}

/// Hands on what a tar or a compressed file holds. `depth` is that of the stream.
pub(super) fn streamed(
    kind: Kind,
    stream: &mut dyn Read,
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let options = output.options;
    let Kind::Compressed(compression) = kind else {
        return tar::members(&mut BufReader::new(stream), name, depth + 1, output);
    };
    let counted = Counted::new(stream);
    let packed = counted.count();
    let expanded = match decoder(compression, BufReader::with_capacity(BUFFER, counted), options) {
        Ok(decoder) => Bounded::new(decoder, options, packed),
        Err(error) => return output.problem(name, error),
    };
    let mut expanded = BufReader::with_capacity(BUFFER, expanded);
    let mut head = [0; HEAD];
    let (filled, broken) = fill(&mut expanded, &mut head);
    let head = &head[..filled];
    match Kind::expanded(head, name) {
        Kind::Record => {
            let mut broken = broken;
            let entry = output.entry(name.into(), depth);
            if output.wants_stream() && broken.is_none() {
                return output.sink.stream(entry, &mut head.chain(expanded));
            }
            // Held until the sink is done with the record.
            let mut held = Vec::new();
            part::record(entry, output, &mut |buffer| match broken.take() {
                Some(error) => {
                    buffer.extend_from_slice(head);
                    Err(error)
                }
                None => options.read(&mut head.chain(&mut expanded), buffer, &mut held).map(|_| ()),
            })
            .map_continue(drop)
        }
        Kind::Tar => tar::members(&mut head.chain(expanded), name, depth + 1, output),
        Kind::Unknown => match broken {
            Some(error) => output.problem(name, error),
            None => unknown(name, output),
        },
        Kind::Zip | Kind::SevenZip | Kind::Compressed(_) => {
            let error = "compressed a second time, not opened";
            output.problem(name, ProblemKind::Unsupported.error(error))
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
