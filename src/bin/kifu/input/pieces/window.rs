//! The part of a stream that is in memory: it goes on at its end, and what was done with is
//! forgotten at its start.

use std::io::{self, Read};

use super::WHOLE;
use crate::input::Limits;
use crate::memory::{self, Taken};

/// How much is read before its memory is counted.
const STEP: usize = 1024 * 1024;

/// A buffer that slides over a stream.
pub(super) struct Window<'r> {
    stream: &'r mut dyn Read,
    buffer: Vec<u8>,
    filled: usize,
    /// How far it is filled: up to the end of the buffer, or less after a large game tree.
    room: usize,
    offset: u64,
    at_end: bool,
    limits: Limits,
    /// The memory of a window that has grown.
    memory: Memory,
}

/// The memory that a window and the reading of it may need.
#[derive(Default)]
struct Memory {
    /// Whether the window is not read but handed on as it is.
    is_free: bool,
    needed: u64,
    taken: u64,
    all: Vec<Taken>,
}

impl Memory {
    /// Counts more bytes, and takes memory for them.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.is_free {
            return Ok(());
        }
        self.needed += memory::of_part(bytes);
        let missing = self.needed - self.taken;
        if missing >= memory::SMALL {
            self.all.push(memory::take(missing)?);
            self.taken = self.needed;
        }
        Ok(())
    }

    /// Counts anew.
    fn clear(&mut self) {
        *self = Self { is_free: self.is_free, ..Self::default() };
    }
}

impl<'r> Window<'r> {
    pub(super) fn new(stream: &'r mut dyn Read, limits: Limits) -> Self {
        Self {
            stream,
            buffer: vec![0; WHOLE],
            filled: 0,
            room: WHOLE,
            offset: 0,
            at_end: false,
            limits,
            memory: Memory::default(),
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// How many bytes of the stream stood before these.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether nothing follows: the stream has ended, or is broken.
    pub(super) fn at_end(&self) -> bool {
        self.at_end
    }

    /// Reads on until there is no room. After an error nothing more is read.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        while !self.at_end && self.filled < self.room {
            let start = self.filled;
            let end = self.room.min(start + STEP);
            self.read_to(end)?;
            // A window that has not grown is small whatever it holds.
            let is_large = self.room > WHOLE;
            if is_large && self.memory.add(&self.buffer[start..self.filled]).is_err() {
                // What is there may do. If it does not, the error is met again.
                self.room = self.filled;
            }
        }
        Ok(())
    }

    fn read_to(&mut self, end: usize) -> io::Result<()> {
        while !self.at_end && self.filled < end {
            match self.stream.read(&mut self.buffer[self.filled..end]) {
                Ok(0) => self.at_end = true,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.at_end = true;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Reads on to the end of the stream, for what is handed on as it is.
    pub(super) fn fill_all(&mut self) -> io::Result<()> {
        self.memory.is_free = true;
        while !self.at_end {
            self.go_on(0)?;
        }
        Ok(())
    }

    /// Forgets so many bytes and reads on, into twice the room if the others take half of it.
    pub(super) fn go_on(&mut self, done: usize) -> io::Result<()> {
        self.buffer.copy_within(done..self.filled, 0);
        self.filled -= done;
        self.offset += done as u64;
        if self.filled >= self.room / 2 {
            self.grow()?;
        } else if self.room > WHOLE && self.filled < self.room / 4 {
            self.shrink();
        }
        if self.room > WHOLE {
            self.memory.clear();
            self.memory.add(&self.buffer[..self.filled]).map_err(|error| self.explain(&error))?;
        }
        self.fill()
    }

    /// Twice the room, but hardly more than may be kept.
    fn grow(&mut self) -> io::Result<()> {
        self.limits.check_kept(self.filled as u64, self.offset)?;
        let most = usize::try_from(self.limits.member_bytes).unwrap_or(usize::MAX);
        self.room = (self.room.max(WHOLE) * 2).min(most.saturating_add(1)).max(self.filled + 1);
        if self.room > self.buffer.len() {
            self.buffer.try_reserve_exact(self.room - self.buffer.len())?;
            self.buffer.resize(self.room, 0);
        }
        Ok(())
    }

    /// Half of the room: what follows a large game tree may be many small ones, which are not to be
    /// read at once.
    fn shrink(&mut self) {
        self.room = (self.room / 2).max(WHOLE);
        self.buffer.truncate(self.room.max(WHOLE));
        self.buffer.shrink_to(self.room);
        if self.room == WHOLE {
            self.memory.clear();
        }
    }

    /// The error of a game tree that may need too much memory.
    fn explain(&self, error: &io::Error) -> io::Error {
        match self.offset {
            0 => io::Error::other(error.to_string()),
            offset => io::Error::other(format!("a game tree after byte {offset} {error}")),
        }
    }
}
