//! The members of a tar, as they come, and what follows a damaged header or the end of a tar.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::ops::ControlFlow;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

use tar::{Archive, Entry as Member, EntryType};

use super::kind::{HEAD, counts, is_tar};
use super::limits::{SizeChecked, Tally};
use super::output::{Output, member_name};
use super::seek::Watched;
use super::{Archives, Entry, ProblemKind, part};

/// How many bytes may stand between two members: headers, long names, whatever else is said of one.
const MAX_HEADERS: u64 = 1024 * 1024;

/// How many zeros there may be in a tar without members: tools fill the last record, and tapes have
/// large ones.
const MAX_ZEROS: u64 = 1024 * 1024;

/// Hands on the members. A tar after another one is read too, and after a damaged header what follows
/// the next good one.
pub(super) fn members(
    stream: &mut dyn BufRead,
    name: &str,
    depth: u32,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    output.sink.archive();
    let options = output.options;
    let forward = Forward::new(stream, options);
    // How far it expands is bounded below, where it is decompressed.
    let mut members = Members { name, depth, tally: Tally::new(options, u64::MAX), output };
    let mut is_damaged = false;
    while !members.all(&forward, &mut is_damaged)? {
        if !forward.find_header() {
            return ControlFlow::Continue(());
        }
    }
    // The checksums of a compressed tar follow it.
    if let Err(error) =
        io::copy(&mut Watched(forward.stream.into_inner(), options), &mut io::sink())
    {
        return members.output.problem(name, error);
    }
    if is_damaged || forward.zeros.get() > 0 {
        return ControlFlow::Continue(());
    }
    let error = "cut off after a member, or never finished: the end of the archive is missing";
    members.output.problem(name, ProblemKind::Damaged.error(error))
}

/// What the members have in common.
struct Members<'s, 'o> {
    name: &'s str,
    depth: u32,
    tally: Tally<'s>,
    output: &'s mut Output<'o>,
}

impl Members<'_, '_> {
    /// Hands on the members up to the end of the stream, and says whether it was reached. Otherwise it
    /// was reported why not, and there may be others after that.
    fn all(&mut self, forward: &Forward<'_>, is_damaged: &mut bool) -> ControlFlow<(), bool> {
        let mut archive = Archive::new(forward);
        archive.set_ignore_zeros(true);
        let entries = match archive.entries_with_seek() {
            Ok(entries) => entries,
            Err(error) => {
                *is_damaged = true;
                forward.is_over.set(true);
                return self.output.problem(self.name, error).map_continue(|()| false);
            }
        };
        for member in entries {
            self.output.check()?;
            let mut member = match member {
                Ok(member) => member,
                Err(error) => {
                    *is_damaged = true;
                    return self.output.problem(self.name, error).map_continue(|()| false);
                }
            };
            if let Err(error) = self.tally.add(0) {
                forward.is_over.set(true);
                return self.output.problem(self.name, error).map_continue(|()| false);
            }
            let packed = match member.header().entry_type() {
                // Its size is that of the holes too.
                EntryType::GNUSparse => member.header().entry_size().unwrap_or(0),
                _ => member.size(),
            };
            forward.left.set(packed.saturating_add(MAX_HEADERS));
            let path = member.path_bytes();
            let path = String::from_utf8_lossy(&path);
            if is_file(&member) && !counts(&path) {
                self.output.sink.ignored();
            } else if is_file(&member) && self.output.wants(self.name, &path) {
                let path = member_name(self.name, &path);
                let mut entry = self.output.entry(path, self.depth);
                entry.offset = Some(forward.consumed.get());
                if !hand_on(forward, &mut member, entry, self.output)? {
                    // The end of the tar, or bytes that cannot be expanded: nothing can follow.
                    forward.is_over.set(true);
                    return ControlFlow::Continue(false);
                }
            }
        }
        ControlFlow::Continue(true)
    }
}

/// Hands on a member, and says whether it could be read, or need not be.
fn hand_on<R: Read>(
    forward: &Forward<'_>,
    member: &mut Member<'_, R>,
    entry: Entry,
    output: &mut Output<'_>,
) -> ControlFlow<(), bool> {
    let options = output.options;
    if is_sparse(member) {
        let error = "a sparse file in a form that is not read, skipped";
        output.problem(&entry.name, ProblemKind::Unsupported.error(error))?;
        return ControlFlow::Continue(true);
    }
    let size = member.size();
    if output.wants_stream_of(size) {
        let mut member = SizeChecked::new(Watched(member, options), size);
        output.sink.stream(entry, &mut member)?;
        return ControlFlow::Continue(!member.is_broken());
    }
    // Held until the sink is done with the record.
    let mut held = Vec::new();
    match options.check_member(size) {
        Ok(reserved) => held.push(reserved),
        Err(error) => {
            output.problem(&entry.name, error)?;
            return ControlFlow::Continue(true);
        }
    }
    let has_holes = member.header().entry_type() == EntryType::GNUSparse;
    part::record(entry, output, &mut |buffer| {
        let read = match has_holes {
            true => options.read(member, buffer, &mut held)?,
            false => forward.take(size, buffer)?,
        };
        if read == size { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    })
}

/// Whether the bytes are those of a file without its holes, and where they are is stated in a way
/// that is not known here.
fn is_sparse<R: Read>(member: &mut Member<'_, R>) -> bool {
    let extensions = member.pax_extensions().into_iter().flatten().flatten().flatten();
    extensions.map(|it| it.key_bytes()).any(|key| key.starts_with(b"GNU.sparse."))
}

/// A stream in which the tar goes forward, and in which it finds the next member before long: the
/// names and whatever else stands between two of them is kept in memory.
struct Forward<'s> {
    stream: RefCell<&'s mut dyn BufRead>,
    options: &'s Archives,
    /// How many bytes of the stream were taken.
    consumed: Cell<u64>,
    /// A header that was found, and is to be read next.
    header: Cell<Option<[u8; HEAD]>>,
    /// Where the tar takes it to stand.
    position: Cell<u64>,
    /// How many bytes after that were taken past the tar.
    taken: Cell<u64>,
    /// How many bytes the tar may read and pass over until it has found the next member.
    left: Cell<u64>,
    /// Whether nothing can follow, or is to.
    is_over: Cell<bool>,
    /// How many blocks other than zeros were read, and how many zeros after the last of them.
    blocks: Cell<u64>,
    zeros: Cell<u64>,
}

impl<'s> Forward<'s> {
    fn new(stream: &'s mut dyn BufRead, options: &'s Archives) -> Self {
        Self {
            stream: RefCell::new(stream),
            options,
            consumed: Cell::new(0),
            header: Cell::new(None),
            position: Cell::new(0),
            taken: Cell::new(0),
            left: Cell::new(MAX_HEADERS),
            is_over: Cell::new(false),
            blocks: Cell::new(0),
            zeros: Cell::new(0),
        }
    }

    /// Goes on to the next block that is a header, for a tar that starts anew there. Says whether
    /// there is one.
    fn find_header(&self) -> bool {
        if self.is_over.get() {
            return false;
        }
        let block = HEAD as u64;
        let inside = (self.position.take() + self.taken.take()) % block;
        let rest = if inside > 0 { block - inside } else { 0 };
        if !self.each(rest, |_| {}).is_ok_and(|skipped| skipped == rest) {
            return false;
        }
        let mut header = Vec::with_capacity(HEAD);
        while !self.options.is_ended() {
            header.clear();
            let read = self.each(block, |bytes| header.extend_from_slice(bytes));
            match <[u8; HEAD]>::try_from(header.as_slice()) {
                Ok(header) if is_tar(&header) => {
                    self.header.set(Some(header));
                    self.left.set(MAX_HEADERS);
                    return true;
                }
                Ok(_) if read.is_ok() => {}
                _ => return false,
            }
        }
        false
    }

    /// Appends the bytes of the member at which the tar stands, of which nothing was read, and says
    /// how many there were: as many as its size, unless the stream ends.
    ///
    /// They go from buffer to buffer, where the readers of the tar would have to clear room first.
    fn take(&self, size: u64, buffer: &mut Vec<u8>) -> io::Result<u64> {
        buffer.try_reserve(usize::try_from(size).map_err(io::Error::other)?)?;
        let taken = self.each(size, |bytes| buffer.extend_from_slice(bytes))?;
        self.taken.set(taken);
        Ok(taken)
    }

    /// Goes over so many bytes, or to the end of the stream, and says how many there were.
    fn each(&self, count: u64, mut take: impl FnMut(&[u8])) -> io::Result<u64> {
        let mut stream = self.stream.borrow_mut();
        let mut left = count;
        while left > 0 {
            self.options.check_ended()?;
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
            self.consumed.set(self.consumed.get() + length as u64);
            left -= length as u64;
        }
        Ok(count - left)
    }
}

impl Read for &Forward<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self.header.take() {
            Some(header) if buffer.len() >= HEAD => {
                buffer[..HEAD].copy_from_slice(&header);
                HEAD
            }
            _ => {
                let mut done = 0;
                // As much as there is: blocks are looked at as a whole.
                self.each(buffer.len() as u64, |bytes| {
                    buffer[done..done + bytes.len()].copy_from_slice(bytes);
                    done += bytes.len();
                })?;
                done
            }
        };
        self.position.set(self.position.get() + read as u64);
        if read == HEAD && buffer.len() == HEAD && buffer.iter().all(|&byte| byte == 0) {
            self.zeros.set(self.zeros.get() + read as u64);
            if self.blocks.get() == 0 && self.zeros.get() >= MAX_ZEROS {
                // A device may have no end of them.
                self.is_over.set(true);
                return Err(ProblemKind::Damaged.error("nothing but zeros"));
            }
            return Ok(read);
        }
        if read > 0 {
            self.zeros.set(0);
            self.blocks.set(self.blocks.get() + 1);
        }
        match self.left.get().checked_sub(read as u64) {
            Some(left) => self.left.set(left),
            None => {
                self.is_over.set(true);
                let error = "what stands between two members is too long, given up";
                return Err(ProblemKind::Bomb.error(error));
            }
        }
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
        if offset > 0 {
            self.zeros.set(0);
        }
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
