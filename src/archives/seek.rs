//! Reading at places: a window on what can be sought, and a way to seek in what cannot.

use alloc::boxed::Box;
use alloc::vec;
use std::io::{self, Read, Seek, SeekFrom, Write as _};

use super::Archives;

/// How much is read at once.
const WINDOW: usize = 64 * 1024;

/// How much of a pipe is kept in memory before it goes to a file without a name.
const SPOOLED: usize = 32 * 1024 * 1024;

/// What can be read at any place.
pub(super) trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// A reader that ends with an error once the search is to end, so that nobody waits for all of a long
/// stream.
pub(super) struct Watched<'o, R>(pub(super) R, pub(super) &'o Archives);

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1.check_ended()?;
        self.0.read(buffer)
    }
}

/// All that `stream` has, so that it can be sought.
///
/// A large one goes to a file without a name, which nothing can be mistaken for; its members are
/// never unpacked there.
pub(super) fn spool(
    stream: &mut dyn Read,
    options: &Archives,
) -> io::Result<impl ReadSeek + use<>> {
    let mut spool = tempfile::spooled_tempfile(SPOOLED);
    io::copy(&mut Watched(stream, options), &mut spool)?;
    spool.flush()?;
    spool.rewind()?;
    Ok(spool)
}

/// A buffer that is kept where a seek stays in it, unlike that of a `BufReader`: an archive of small
/// members is a seek to each of them.
pub(super) struct Window<R> {
    read: R,
    length: u64,
    buffer: Box<[u8]>,
    /// Where the buffer stands, and how much of it is filled.
    start: u64,
    filled: usize,
    position: u64,
}

impl<R: ReadSeek> Window<R> {
    pub(super) fn new(mut read: R) -> io::Result<Self> {
        let length = read.seek(SeekFrom::End(0))?;
        let buffer = vec![0; WINDOW].into_boxed_slice();
        Ok(Self { read, length, buffer, start: 0, filled: 0, position: 0 })
    }

    /// The bytes of the whole.
    pub(super) fn length(&self) -> u64 {
        self.length
    }
}

impl<R: ReadSeek> Read for Window<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let inside = self.position.checked_sub(self.start);
        let mut at = inside.map_or(WINDOW, |at| at.min(WINDOW as u64) as usize);
        if at >= self.filled {
            self.read.seek(SeekFrom::Start(self.position))?;
            (self.start, self.filled) = (self.position, 0);
            self.filled = self.read.read(&mut self.buffer)?;
            at = 0;
        }
        let count = buffer.len().min(self.filled - at);
        buffer[..count].copy_from_slice(&self.buffer[at..at + count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl<R: ReadSeek> Seek for Window<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = sought(to, self.position, self.length)?;
        Ok(self.position)
    }
}

/// The place that is sought, in something of this length, from a place in it.
pub(super) fn sought(to: SeekFrom, position: u64, length: u64) -> io::Result<u64> {
    let sought = match to {
        SeekFrom::Start(position) => Some(position),
        SeekFrom::End(offset) => length.checked_add_signed(offset),
        SeekFrom::Current(offset) => position.checked_add_signed(offset),
    };
    sought.ok_or_else(|| io::ErrorKind::InvalidInput.into())
}
