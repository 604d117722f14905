//! The part of a stream that is in memory: it goes on at its end, and what was done with is
//! forgotten at its start.

use std::io::{self, Read};

use super::WHOLE;
use crate::input::Limits;

/// A buffer that slides over a stream.
pub(super) struct Window<'r> {
    stream: &'r mut dyn Read,
    buffer: Vec<u8>,
    filled: usize,
    offset: u64,
    at_end: bool,
    limits: Limits,
}

impl<'r> Window<'r> {
    pub(super) fn new(stream: &'r mut dyn Read, limits: Limits) -> Self {
        Self { stream, buffer: vec![0; WHOLE], filled: 0, offset: 0, at_end: false, limits }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// How many bytes of the stream stood in front of these.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether nothing follows: the stream has ended, or is broken.
    pub(super) fn at_end(&self) -> bool {
        self.at_end
    }

    /// Reads on until the buffer is full. Behind an error nothing more is read.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        while !self.at_end && self.filled < self.buffer.len() {
            match self.stream.read(&mut self.buffer[self.filled..]) {
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

    /// Reads on to the end of the stream.
    pub(super) fn fill_all(&mut self) -> io::Result<()> {
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
        if self.filled >= self.buffer.len() / 2 {
            self.limits.check_kept(self.filled as u64, self.offset)?;
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        self.fill()
    }
}
