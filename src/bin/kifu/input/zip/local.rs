//! The header in front of a member. Who wrote the archive to a pipe did not know the sizes then, and
//! put them behind the member: they are looked for there, and put where they belong.

use std::io::{self, BufReader, Read, SeekFrom};

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use super::super::seek::ReadSeek;

/// The bytes of a header up to the name.
const HEADER: usize = 30;

/// The flags of a header: the member is encrypted, its sizes stand behind it.
const ENCRYPTED: u16 = 1;
const SIZES_BEHIND: u16 = 1 << 3;

/// The methods of a header.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// What may stand in front of the sizes behind a member.
const SIGNATURE: &[u8] = b"PK\x07\x08";

/// The most bytes of the sizes behind a member: a signature, a checksum, and two of eight bytes.
const DESCRIPTOR: usize = 24;

/// A header that has sizes, up to the name, behind which the archive stands.
pub(super) struct Local {
    pub(super) header: [u8; HEADER],
    /// Where the next one is, if that is not where the member ends.
    pub(super) end: Option<u64>,
}

/// A member whose sizes cannot be found.
pub(super) struct Unsized {
    pub(super) member: String,
    pub(super) error: io::Error,
}

impl Local {
    /// Reads what stands at a place, whether it is a header or not.
    pub(super) fn read(archive: &mut dyn ReadSeek, at: u64) -> Result<Self, Unsized> {
        let mut header = [0; HEADER];
        let unnamed = |error| Unsized { member: String::new(), error };
        archive.seek(SeekFrom::Start(at)).map_err(unnamed)?;
        archive.read_exact(&mut header).map_err(unnamed)?;
        if !header.starts_with(b"PK\x03\x04") || u16_at(&header, 6) & SIZES_BEHIND == 0 {
            return Ok(Self { header, end: None });
        }
        let mut name = vec![0; u16_at(&header, 26).into()];
        archive.read_exact(&mut name).map_err(unnamed)?;
        let behind = at + HEADER as u64 + name.len() as u64;
        let start = behind + u64::from(u16_at(&header, 28));
        let is_stored = u16_at(&header, 8) == STORED;
        let found = if is_stored && name.ends_with(b"/") {
            Sizes::of_folder(archive, start)
        } else {
            Sizes::find(archive, &header, start)
        };
        let found = found.and_then(|(sizes, end)| {
            archive.seek(SeekFrom::Start(at + HEADER as u64))?;
            sizes.put(&mut header)?;
            Ok(end)
        });
        match found {
            Ok(end) => Ok(Self { header, end: Some(end) }),
            Err(error) => {
                let member = String::from_utf8_lossy(&name).into_owned();
                Err(Unsized { member, error })
            }
        }
    }
}

/// What stands behind a member.
#[derive(Clone, Copy)]
struct Sizes {
    crc32: u32,
    packed: u64,
    size: u64,
}

impl Sizes {
    /// The sizes of a member whose bytes start at a place, and where they end. They are those that
    /// the member has and that stand behind it.
    fn find(
        archive: &mut dyn ReadSeek,
        header: &[u8; HEADER],
        start: u64,
    ) -> io::Result<(Self, u64)> {
        let untold = "its length stands nowhere in front of it, so what follows is lost too";
        let sizes = match (u16_at(header, 8), u16_at(header, 6) & ENCRYPTED) {
            (DEFLATED, 0) => Self::inflated(archive, start)?,
            // Some know the sizes and say all the same that they stand behind.
            (STORED, _) => Self::told(header),
            _ => return Err(io::Error::other(untold)),
        };
        let behind = read_behind(archive, start + sizes.packed)?;
        let is_inflated = u16_at(header, 8) == DEFLATED;
        match sizes.descriptor(&behind) {
            Some(length) => Ok((sizes, start + sizes.packed + length as u64)),
            None if behind.len() < DESCRIPTOR => Err(io::ErrorKind::UnexpectedEof.into()),
            None if is_inflated => Err(io::Error::other("damaged: its checksum is another")),
            None => Err(io::Error::other(untold)),
        }
    }

    /// Those of a folder are nothing, and may not stand anywhere.
    fn of_folder(archive: &mut dyn ReadSeek, start: u64) -> io::Result<(Self, u64)> {
        let nothing = Self { crc32: 0, packed: 0, size: 0 };
        let length = nothing.descriptor(&read_behind(archive, start)?).unwrap_or(0);
        Ok((nothing, start + length as u64))
    }

    /// Of a deflated member: its stream says where it ends.
    fn inflated(archive: &mut dyn ReadSeek, start: u64) -> io::Result<Self> {
        archive.seek(SeekFrom::Start(start))?;
        let mut inflate = CrcReader::new(DeflateDecoder::new(BufReader::new(archive)));
        io::copy(&mut inflate, &mut io::sink())?;
        let stream = inflate.get_ref();
        let (packed, size) = (stream.total_in(), stream.total_out());
        Ok(Self { crc32: inflate.crc().sum(), packed, size })
    }

    fn told(header: &[u8; HEADER]) -> Self {
        let [crc32, packed, size] = [14, 18, 22].map(|at| u32_at(header, at));
        Self { crc32, packed: packed.into(), size: size.into() }
    }

    /// The length of what stands behind the member, if it is these sizes: of four bytes or of
    /// eight, with or without a signature.
    fn descriptor(self, behind: &[u8]) -> Option<usize> {
        let Self { crc32, packed, size } = self;
        let crc32 = crc32.to_le_bytes();
        let short = [packed as u32, size as u32].map(u32::to_le_bytes).concat();
        let long = [packed, size].map(u64::to_le_bytes).concat();
        let forms = [SIGNATURE, &[]]
            .into_iter()
            .flat_map(|signature| [&short, &long].map(|sizes| [signature, &crc32, sizes].concat()));
        forms.into_iter().find(|form| behind.starts_with(form)).map(|form| form.len())
    }

    /// Puts the sizes where they would be if they had been known.
    fn put(self, header: &mut [u8; HEADER]) -> io::Result<()> {
        let [packed, size] = [self.packed, self.size].map(u32::try_from);
        let flags = u16_at(header, 6) & !SIZES_BEHIND;
        header[6..8].copy_from_slice(&flags.to_le_bytes());
        header[14..18].copy_from_slice(&self.crc32.to_le_bytes());
        header[18..22].copy_from_slice(&packed.map_err(io::Error::other)?.to_le_bytes());
        header[22..26].copy_from_slice(&size.map_err(io::Error::other)?.to_le_bytes());
        Ok(())
    }
}

/// What may be the sizes behind a member that ends there.
fn read_behind(archive: &mut dyn ReadSeek, at: u64) -> io::Result<Vec<u8>> {
    archive.seek(SeekFrom::Start(at))?;
    let mut behind = Vec::new();
    archive.take(DESCRIPTOR as u64).read_to_end(&mut behind)?;
    Ok(behind)
}

fn u16_at(header: &[u8; HEADER], at: usize) -> u16 {
    u16::from_le_bytes([header[at], header[at + 1]])
}

fn u32_at(header: &[u8; HEADER], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|index| header[at + index]))
}
