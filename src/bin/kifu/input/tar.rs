//! The members of a tar, as they come.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use tar::{Archive, Entry as Member, EntryType};

use super::kind::counts;
use super::limits::{Tally, Told};
use super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};
use crate::progress;

/// How many bytes may stand between two members: headers, long names, whatever else is told of one.
const MAX_HEADERS: u64 = 1024 * 1024;

/// Hands on the members; at the first fault of the tar itself it ends.
pub(super) fn members(
    stream: &mut dyn BufRead,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let forward = Forward {
        stream: RefCell::new(stream),
        position: Cell::new(0),
        taken: Cell::new(0),
        left: Cell::new(MAX_HEADERS),
    };
    let mut archive = Archive::new(&forward);
    let entries = match archive.entries_with_seek() {
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
        forward.left.set(packed.saturating_add(MAX_HEADERS));
        let path = member.path_bytes();
        let path = String::from_utf8_lossy(&path);
        if is_file(&member) && !counts(&path) {
            progress::add_ignored(true);
        } else if is_file(&member) {
            let path = member_name(name, &path);
            let (source, packing) = (name.len(), Packing::Plain);
            let entry = Entry { name: path, file: None, source, depth, packing };
            if !hand_on(&forward, &mut member, entry, limits, sink)? {
                // The end of the tar, or bytes that cannot be expanded: nothing can follow.
                return ControlFlow::Continue(());
            }
        }
    }
    // The checksums of a compressed tar stand behind it.
    match io::copy(forward.stream.into_inner(), &mut io::sink()) {
        Ok(_) => ControlFlow::Continue(()),
        Err(error) => fault(sink, name, error),
    }
}

/// Hands on a member, and says whether it could be read, or need not be.
fn hand_on<R: Read>(
    forward: &Forward<'_>,
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
    let has_holes = member.header().entry_type() == EntryType::GNUSparse;
    let mut is_whole = false;
    sink.record(entry, &mut |buffer| {
        let read = match has_holes {
            true => limits.read(member, buffer)?,
            false => forward.take(size, buffer)?,
        };
        is_whole = read == size;
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

/// A stream in which the tar goes forward, and in which it finds the next member before long: the
/// names and whatever else stands between two of them is kept in memory.
struct Forward<'s> {
    stream: RefCell<&'s mut dyn BufRead>,
    /// Where the tar takes it to stand.
    position: Cell<u64>,
    /// How many bytes behind that were taken past the tar.
    taken: Cell<u64>,
    /// How many bytes the tar may read and pass over until it has found the next member.
    left: Cell<u64>,
}

impl Forward<'_> {
    /// Appends the bytes of the member at which the tar stands, of which nothing was read, and says
    /// how many there were: as many as its size, unless the stream ends.
    ///
    /// They go from buffer to buffer, where the readers of the tar would have to clear room first.
    fn take(&self, size: u64, buffer: &mut Vec<u8>) -> io::Result<u64> {
        let taken = self.each(size, |bytes| buffer.extend_from_slice(bytes))?;
        self.taken.set(taken);
        Ok(taken)
    }

    /// Goes over so many bytes, or to the end of the stream, and says how many there were.
    fn each(&self, count: u64, mut take: impl FnMut(&[u8])) -> io::Result<u64> {
        let mut stream = self.stream.borrow_mut();
        let mut left = count;
        while left > 0 {
            let held = match stream.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                held => held?,
            };
            let bytes = &held[..held.len().min(usize::try_from(left).unwrap_or(usize::MAX))];
            let length = bytes.len();
            if length == 0 {
                break;
            }
            take(bytes);
            stream.consume(length);
            left -= length as u64;
        }
        Ok(count - left)
    }
}

impl Read for &Forward<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.borrow_mut().read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        let too_long = || io::Error::other("what stands between two members is too long, given up");
        self.left.set(left.ok_or_else(too_long)?);
        self.position.set(self.position.get() + read as u64);
        Ok(read)
    }
}

impl Seek for &Forward<'_> {
    /// Only onwards from where it stands.
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Current(offset @ 0..) = to else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let offset = offset as u64;
        let ahead = offset.saturating_sub(self.taken.take());
        if self.each(ahead, |_| {})? < ahead {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left.set(self.left.get().saturating_sub(offset));
        self.position.set(self.position.get() + offset);
        Ok(self.position.get())
    }
}

fn is_file<R: Read>(member: &Member<'_, R>) -> bool {
    use EntryType::{Continuous, GNUSparse, Regular};
    matches!(member.header().entry_type(), Regular | Continuous | GNUSparse)
}
