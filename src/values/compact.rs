//! Values without their white space, which has no place in values that are no texts.

use super::reading::{Fault, Parsed, Repair};
use crate::text::is_space;

/// The longest value without white space that is read after white space was left out of it. No
/// value is longer that has a meaning.
const LONGEST: usize = 64;

/// Reads the bytes of a value; if there is white space in it, those that are left without.
///
/// Source: FF\[4\], converting: white space in values that are no texts is removed.
#[inline]
pub(super) fn compact<T>(
    text: &str,
    otherwise: Fault,
    read: impl FnOnce(&[u8]) -> Parsed<T>,
) -> Parsed<T> {
    if !text.bytes().any(is_space) {
        return read(text.as_bytes());
    }
    let mut room = [0; LONGEST];
    let mut length = 0;
    for byte in text.bytes().filter(|&byte| !is_space(byte)) {
        *room.get_mut(length).ok_or(otherwise)? = byte;
        length += 1;
    }
    let (value, repair) = read(&room[..length])?;
    Ok((value, repair.or(Some(Repair::WhiteSpace))))
}
