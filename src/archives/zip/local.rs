//! The header before a member. A tool that writes to a pipe does not know the sizes then, and puts them
//! after the member: they are looked for there.

use alloc::string::String;
use alloc::vec::Vec;
use std::io::{self, BufReader, Read as _, SeekFrom};

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use super::super::seek::{ReadSeek, Watched};
use super::super::{Archives, ProblemKind};
use super::end::read;
use super::member::{DEFLATED, ENCRYPTED, Member, SIZES_FOLLOW, STORED, u16_at, u32_at};

/// The bytes of a header up to the name, and what it starts with.
pub(super) const HEADER: usize = 30;
pub(super) const SIGNATURE: &[u8] = b"PK\x03\x04";

/// What the sizes after a member may start with.
const SIGNATURE_OF_SIZES: &[u8] = b"PK\x07\x08";

/// The most bytes of the sizes after a member: a signature, a checksum, and two of eight bytes.
pub(super) const DESCRIPTOR: usize = 24;

/// A header, as it stands.
pub(super) struct Header {
    pub(super) member: Member,
    /// Where the bytes of the member start.
    pub(super) data: u64,
}

/// A member whose sizes are known.
pub(super) struct Local {
    pub(super) member: Member,
    pub(super) data: u64,
    /// Where the next header may be.
    pub(super) end: u64,
}

/// A member whose sizes cannot be found.
pub(super) struct Unsized {
    pub(super) member: String,
    pub(super) error: io::Error,
}

impl Header {
    /// The header at a place, if there is one.
    pub(super) fn read(archive: &mut dyn ReadSeek, at: u64) -> io::Result<Option<Self>> {
        let mut header = [0; HEADER];
        archive.seek(SeekFrom::Start(at))?;
        match archive.read_exact(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        if !header.starts_with(SIGNATURE) {
            return Ok(None);
        }
        let [name, extra] = [26, 28].map(|at| usize::from(u16_at(&header, at)));
        let mut rest = Vec::with_capacity(name + extra);
        archive.take((name + extra) as u64).read_to_end(&mut rest)?;
        if rest.len() < name + extra {
            return Ok(None);
        }
        let (name, extra) = rest.split_at(name);
        let member = Member::of(&header[6..], name, extra, None);
        Ok(Some(Self { member, data: at + (HEADER + rest.len()) as u64 }))
    }

    /// Where the bytes of the member start that has its header at a place, of which nothing else is
    /// to be known.
    pub(super) fn data(archive: &mut dyn ReadSeek, at: u64) -> io::Result<Option<u64>> {
        let mut header = [0; HEADER];
        archive.seek(SeekFrom::Start(at))?;
        match archive.read_exact(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let length = u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28));
        Ok(header.starts_with(SIGNATURE).then_some(at + HEADER as u64 + length))
    }
}

impl Local {
    /// The member whose header is at a place, if there is one.
    pub(super) fn read(
        archive: &mut dyn ReadSeek,
        at: u64,
        options: &Archives,
    ) -> Result<Option<Self>, Unsized> {
        let unnamed = |error| Unsized { member: String::new(), error };
        let Some(Header { member, data }) = Header::read(archive, at).map_err(unnamed)? else {
            return Ok(None);
        };
        if member.flags & SIZES_FOLLOW == 0 {
            let end = data.saturating_add(member.packed);
            return Ok(Some(Self { member, data, end }));
        }
        let name = member.name.clone();
        let sized = Self::sized(archive, member, data, options);
        sized.map(Some).map_err(|error| Unsized { member: name, error })
    }

    /// A member with the sizes that it has, and that stand after it.
    fn sized(
        archive: &mut dyn ReadSeek,
        mut member: Member,
        data: u64,
        options: &Archives,
    ) -> io::Result<Self> {
        let without_length = "its length stands nowhere before it, so what follows is lost too";
        let is_cut = match (member.method, member.flags & ENCRYPTED) {
            // Those of a folder are nothing, and may not stand anywhere.
            (STORED, _) if member.name.ends_with('/') => {
                (member.crc32, member.packed, member.size) = (0, 0, 0);
                let length = descriptor(&member, &read(archive, data, DESCRIPTOR)?).unwrap_or(0);
                return Ok(Self { member, data, end: data + length as u64 });
            }
            (DEFLATED, 0) => inflate(archive, &mut member, data, options)?,
            // Some know the sizes and say all the same that they stand after the member.
            (STORED, _) => false,
            _ => return Err(ProblemKind::Damaged.error(without_length)),
        };
        let end = data.saturating_add(member.packed);
        let after = read(archive, end, DESCRIPTOR)?;
        if let Some(length) = descriptor(&member, &after) {
            return Ok(Self { member, data, end: end + length as u64 });
        }
        if is_cut || (member.is_deflated() && after.len() < DESCRIPTOR) {
            // What came of it is read.
            return Ok(Self { member, data, end });
        }
        if member.is_deflated() && after.starts_with(SIGNATURE_OF_SIZES) {
            // The checksum that was written is the one that counts.
            member.crc32 = u32_at(&after, 4);
            let is_short = after[16..].starts_with(b"PK");
            return Ok(Self { member, data, end: end + if is_short { 16 } else { 24 } });
        }
        let error = if member.is_deflated() { "damaged: no checksum" } else { without_length };
        Err(ProblemKind::Damaged.error(error))
    }
}

/// Finds the sizes of a deflated member: its stream says where it ends. Says whether it does not.
fn inflate(
    archive: &mut dyn ReadSeek,
    member: &mut Member,
    data: u64,
    options: &Archives,
) -> io::Result<bool> {
    archive.seek(SeekFrom::Start(data))?;
    let stream = BufReader::new(Watched(archive, options));
    let mut inflate = CrcReader::new(DeflateDecoder::new(stream));
    let done = io::copy(&mut inflate, &mut io::sink());
    let stream = inflate.get_ref();
    (member.packed, member.size) = (stream.total_in(), stream.total_out());
    member.crc32 = inflate.crc().sum();
    match done {
        Ok(_) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(true),
        Err(error) => Err(error),
    }
}

/// The length of what stands after the member, if it is its sizes: of four bytes or of eight, with or
/// without a signature.
fn descriptor(member: &Member, after: &[u8]) -> Option<usize> {
    let &Member { crc32, packed, size, .. } = member;
    let crc32 = crc32.to_le_bytes();
    let short = [packed as u32, size as u32].map(u32::to_le_bytes).concat();
    let long = [packed, size].map(u64::to_le_bytes).concat();
    let forms = [SIGNATURE_OF_SIZES, &[]]
        .into_iter()
        .flat_map(|signature| [&short, &long].map(|sizes| [signature, &crc32, sizes].concat()));
    forms.into_iter().find(|form| after.starts_with(form)).map(|form| form.len())
}
