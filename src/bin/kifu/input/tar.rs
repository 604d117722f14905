//! The members of a tar, as they come.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use tar::{Archive, Entry as Member, EntryType};

use super::kind::counts;
use super::limits::{Tally, Told};
use super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};

/// How many bytes may stand between two members: headers, long names, whatever else is told of one.
const MAX_HEADERS: u64 = 1024 * 1024;

/// Hands on the members; at the first fault of the tar itself it ends.
pub(super) fn members(
    mut stream: &mut dyn Read,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let leash = Rc::new(Cell::new(MAX_HEADERS));
    let mut archive = Archive::new(Leashed { read: &mut stream, left: Rc::clone(&leash) });
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return fault(sink, name, error),
    };
    // How far it expands is bounded below, where it is decompressed.
    let mut tally = Tally::new(limits, u64::MAX);
    for member in entries {
        let mut member = match member.and_then(|member| tally.add(0).map(|()| member)) {
            Ok(member) => member,
            Err(error) => return fault(sink, name, error),
        };
        let packed = match member.header().entry_type() {
            // Its size is that of the holes too.
            EntryType::GNUSparse => member.header().entry_size().unwrap_or(0),
            _ => member.size(),
        };
        // All of it is read, or passed over on the way to the next.
        leash.set(packed.saturating_add(MAX_HEADERS));
        let path = String::from_utf8_lossy(&member.path_bytes()).into_owned();
        if is_file(&member) && counts(&path) {
            let path = member_name(name, &path);
            let (source, packing) = (name.len(), Packing::Plain);
            let entry = Entry { name: path, file: None, source, depth, packing };
            if !hand_on(&mut member, entry, limits, sink)? {
                // The end of the tar, or bytes that cannot be expanded: nothing can follow.
                return ControlFlow::Continue(());
            }
        }
    }
    // The checksums of a compressed tar stand behind it.
    match io::copy(&mut stream, &mut io::sink()) {
        Ok(_) => ControlFlow::Continue(()),
        Err(error) => fault(sink, name, error),
    }
}

/// Hands on a member, and says whether it could be read, or need not be.
fn hand_on<R: Read>(
    member: &mut Member<'_, R>,
    entry: Entry,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<(), bool> {
    if is_sparse(member) {
        let error = "a sparse file in a form that is not read, skipped";
        fault(sink, &entry.name, io::Error::other(error))?;
        return ControlFlow::Continue(true);
    }
    let size = member.size();
    if let Some(options) = pieces::wanted_of(size, sink, limits) {
        let mut member = Told::new(member, size);
        pieces::record(entry, &mut member, limits, options, sink)?;
        return ControlFlow::Continue(!member.is_broken());
    }
    if let Err(error) = limits.check_member(size) {
        fault(sink, &entry.name, error)?;
        return ControlFlow::Continue(true);
    }
    let mut is_whole = false;
    sink.record(entry, &mut |buffer| {
        is_whole = limits.read(member, buffer)? == size;
        let error = || io::Error::from(io::ErrorKind::UnexpectedEof);
        if is_whole { Ok(()) } else { Err(error()) }
    })?;
    ControlFlow::Continue(is_whole)
}

/// Whether the bytes are those of a file without its holes, and where they are is told in a way
/// that is not known here.
fn is_sparse<R: Read>(member: &mut Member<'_, R>) -> bool {
    let extensions = member.pax_extensions().into_iter().flatten().flatten().flatten();
    extensions.map(|it| it.key_bytes()).any(|key| key.starts_with(b"GNU.sparse."))
}

/// Lets so many bytes be read, so that the names and whatever else stands between two members do not
/// fill the memory.
struct Leashed<R> {
    read: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Leashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.read.read(buffer)? as u64;
        let left = self.left.get().checked_sub(read);
        let too_long = || io::Error::other("what stands between two members is too long, given up");
        self.left.set(left.ok_or_else(too_long)?);
        Ok(read as usize)
    }
}

fn is_file<R: Read>(member: &Member<'_, R>) -> bool {
    use EntryType::{Continuous, GNUSparse, Regular};
    matches!(member.header().entry_type(), Regular | Continuous | GNUSparse)
}
