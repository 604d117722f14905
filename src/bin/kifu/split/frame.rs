//! A game on its way from the thread that parsed it to the file that it becomes: a name and a text,
//! behind their lengths.

use std::io::{self, Write};
use std::str;

/// How many bytes the two lengths take.
const LENGTHS: usize = 16;

pub(super) fn write(out: &mut impl Write, name: &str, text: &[u8]) -> io::Result<()> {
    out.write_all(&(name.len() as u64).to_le_bytes())?;
    out.write_all(&(text.len() as u64).to_le_bytes())?;
    out.write_all(name.as_bytes())?;
    out.write_all(text)
}

/// The name and the text of the first frame, and what stands behind it; `None` until all of it is
/// there.
pub(super) fn read(bytes: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let (lengths, rest) = bytes.split_at_checked(LENGTHS)?;
    let length = |at| u64::from_le_bytes(lengths[at..at + 8].try_into().unwrap()) as usize;
    let (name, rest) = rest.split_at_checked(length(0))?;
    let (text, rest) = rest.split_at_checked(length(8))?;
    Some((str::from_utf8(name).expect("it was written as text"), text, rest))
}
