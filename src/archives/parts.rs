//! An archive in parts beside one another, `games.7z.001` and so on: read as if it were one file.

use alloc::format;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::kind::is_split;
use super::seek::sought;

/// The parts, in their order.
pub(super) struct Parts {
    /// Each with the place where it starts.
    parts: Vec<(u64, File)>,
    length: u64,
    position: u64,
}

/// The first part of the archive that a file is a part of, by its name, if it is one, and its number.
pub(super) fn first_of(path: &Path) -> Option<(PathBuf, u32)> {
    let name = path.file_name()?.to_str()?;
    let (stem, number) = name.rsplit_once('.')?;
    let is_number = number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_number && is_split(stem))?;
    Some((path.with_extension("001"), number))
}

impl Parts {
    /// All parts that follow the first one without a gap, and the name of the one that would be next.
    pub(super) fn open(first: &Path, file: File) -> io::Result<(Self, PathBuf)> {
        let mut parts = Self { parts: Vec::new(), length: 0, position: 0 };
        let mut file = Some(file);
        for number in 1.. {
            let path = first.with_extension(format!("{number:03}"));
            let next = match file.take() {
                Some(first) => first,
                None => match File::open(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        return Ok((parts, path));
                    }
                    file => file?,
                },
            };
            let length = next.metadata()?.len();
            parts.parts.push((parts.length, next));
            parts.length += length;
        }
        Err(io::Error::other("too many parts"))
    }
}

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let number = self.parts.partition_point(|&(start, _)| start <= self.position);
        for (start, file) in &mut self.parts[number.saturating_sub(1)..] {
            file.seek(SeekFrom::Start(self.position.saturating_sub(*start)))?;
            let read = file.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                self.position += read as u64;
                return Ok(read);
            }
        }
        Ok(0)
    }
}

impl Seek for Parts {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = sought(to, self.position, self.length)?;
        Ok(self.position)
    }
}
