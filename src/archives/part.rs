//! A record that may be damaged: what came of it before the fault is read, then the fault is reported.

use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io;

use super::Entry;
use super::output::Output;

/// Hands on a record, and says whether it could be read to its end. `read` appends it to a buffer, and
/// leaves there what came before an error, if that is to be read.
pub(super) fn record(
    entry: Entry,
    output: &mut Output<'_>,
    read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
) -> ControlFlow<(), bool> {
    let name = entry.name.to_owned();
    let (mut damage, mut is_whole) = (None, false);
    output.sink.record(entry, &mut |buffer| {
        let before = buffer.len();
        match read(buffer) {
            Ok(()) => is_whole = true,
            Err(error) if buffer.len() == before => return Err(error),
            Err(error) => damage = Some(error),
        }
        Ok(())
    })?;
    if let Some(error) = damage {
        output.problem(&name, error)?;
    }
    ControlFlow::Continue(is_whole)
}
