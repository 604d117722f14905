//! A member of a zip, as a header describes it: the one before its bytes, or the one in the directory.
//! Its name in characters is left to `name`.

use alloc::string::String;
use std::io;

use super::super::unpack::Packing;
use super::super::{Archives, ProblemKind, Reserved};
use super::name;

/// The flags of a header: the member is encrypted, its sizes follow its bytes, its name is UTF-8.
pub(super) const ENCRYPTED: u16 = 1;
pub(super) const SIZES_FOLLOW: u16 = 1 << 3;
const UTF_8: u16 = 1 << 11;

/// The methods of a header.
pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

/// The extra field with the numbers that do not fit into 32 bits.
const ZIP64: u16 = 1;

/// What a header says.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) crc32: u32,
    /// The bytes in the archive, and the bytes of the record.
    pub(super) packed: u64,
    pub(super) size: u64,
}

impl Member {
    /// The member of a header whose fields from the flags to the size start at `fields`. A number
    /// that does not fit there is in the extra fields, and then the place of the header, if that is
    /// given and does not fit either.
    pub(super) fn of(fields: &[u8], name: &[u8], extra: &[u8], place: Option<&mut u64>) -> Self {
        let flags = u16_at(fields, 0);
        let mut member = Self {
            name: name::decode(name, flags & UTF_8 != 0, extra),
            flags,
            method: u16_at(fields, 2),
            crc32: u32_at(fields, 8),
            packed: u32_at(fields, 12).into(),
            size: u32_at(fields, 16).into(),
        };
        let mut numbers = field(extra, ZIP64).unwrap_or_default().chunks_exact(8);
        for number in [&mut member.size, &mut member.packed].into_iter().chain(place) {
            if *number == u64::from(u32::MAX) {
                let long = numbers.next().and_then(|bytes| bytes.try_into().ok());
                *number = long.map_or(*number, u64::from_le_bytes);
            }
        }
        member
    }

    pub(super) fn is_deflated(&self) -> bool {
        self.method == DEFLATED
    }

    pub(super) fn packing(&self) -> Packing {
        Packing::Zip { deflated: self.is_deflated(), size: self.size, crc32: self.crc32 }
    }

    /// Whether it can be read, whole or as a stream; memory for it, if it can.
    pub(super) fn check(&self, options: &Archives, as_stream: bool) -> io::Result<Reserved> {
        if self.flags & ENCRYPTED != 0 {
            return Err(ProblemKind::Encrypted.error("encrypted, skipped"));
        }
        match self.method {
            STORED | DEFLATED if as_stream => Ok(Reserved::default()),
            STORED | DEFLATED => options.check_member(self.size.max(self.packed)),
            _ => {
                let error = "compressed by another method than deflate, skipped";
                Err(ProblemKind::Unsupported.error(error))
            }
        }
    }
}

/// The extra field of this number.
pub(super) fn field(mut extra: &[u8], number: u16) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (id, length) = (u16_at(extra, 0), u16_at(extra, 2));
        let (this, rest) = extra[4..].split_at_checked(length.into())?;
        if id == number {
            return Some(this);
        }
        extra = rest;
    }
    None
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(core::array::from_fn(|index| bytes[at + index]))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(core::array::from_fn(|index| bytes[at + index]))
}
