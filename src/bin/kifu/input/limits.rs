//! The bound on what is in memory of one record at once, and the option that sets it.

use std::io;

/// The bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most bytes of a record that are in memory at once.
    pub(crate) member_bytes: u64,
    /// The option that sets this bound.
    pub(crate) option: &'static str,
}

impl Limits {
    /// Whether so much of a record may be in memory, after `offset` bytes that were done with.
    pub(super) fn check_kept(self, kept: u64, offset: u64) -> io::Result<()> {
        let Self { member_bytes: bytes, option } = self;
        if kept <= bytes {
            return Ok(());
        }
        let message = match offset {
            0 => format!("larger than {bytes} bytes, skipped (see {option})"),
            _ => format!(
                "no game tree ends within {bytes} bytes after {offset}, the rest skipped \
                 (see {option})"
            ),
        };
        Err(io::Error::other(message))
    }
}
