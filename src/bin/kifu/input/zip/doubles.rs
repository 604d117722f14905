//! Members of a zip that have the name of a later one: the reader of the format knows members by
//! their names, and of these only the last. Where they stand is looked for in the directory itself.

use std::collections::HashMap;
use std::io::{self, SeekFrom};

use super::super::seek::ReadSeek;

/// The bytes of an entry of the directory up to the name.
const ENTRY: usize = 46;

/// Where the members start that were passed over, if there are more than `known` in a directory
/// that starts at `start`. The archive has `offset` bytes of something else in front.
///
/// Of a zip of more than 4 GiB some may stand where this does not look.
pub(super) fn find(
    archive: &mut dyn ReadSeek,
    start: u64,
    offset: u64,
    known: usize,
) -> io::Result<Vec<u64>> {
    let mut count = 0;
    entries(archive, start, |_, _| count += 1)?;
    let mut doubles = Vec::new();
    if count > known {
        let mut last = HashMap::new();
        entries(archive, start, |name, at| {
            doubles.extend(last.insert(name.to_vec(), offset + u64::from(at)));
        })?;
    }
    Ok(doubles)
}

/// Gives the name of each member and where it says that it starts.
fn entries(
    archive: &mut dyn ReadSeek,
    start: u64,
    mut each: impl FnMut(&[u8], u32),
) -> io::Result<()> {
    let (mut entry, mut name) = ([0; ENTRY], Vec::new());
    let mut at = start;
    loop {
        archive.seek(SeekFrom::Start(at))?;
        if archive.read_exact(&mut entry).is_err() || !entry.starts_with(b"PK\x01\x02") {
            return Ok(());
        }
        let length = |at: usize| usize::from(u16::from_le_bytes([entry[at], entry[at + 1]]));
        name.resize(length(28), 0);
        archive.read_exact(&mut name)?;
        each(&name, u32::from_le_bytes(std::array::from_fn(|index| entry[42 + index])));
        at += (ENTRY + length(28) + length(30) + length(32)) as u64;
    }
}
