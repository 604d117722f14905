//! Replaces a file as a whole: whoever reads it, and whatever fails, sees the old one or the new one.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::path::Path;

use crate::input::OpenedFile;
use crate::output::{OldFile, beside_in_private};

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Replaced,
    /// It is not what was read: somebody changed it since, or put another in its place.
    Changed,
}

/// Puts a file with these bytes in the place of one that held those that were read.
///
/// The new file is written beside the old one, so that it can take its name in one step. A link
/// stays, and what it leads to is replaced; another hard link to the old file keeps the old bytes.
pub(super) fn replace(file: &OpenedFile, read: &[u8], bytes: &[u8]) -> io::Result<Outcome> {
    let path = fs::canonicalize(file.path())?;
    let old = OldFile::open(&path)?;
    let Some(folder) = path.parent().filter(|_| file.is_still(old.metadata())) else {
        return Ok(Outcome::Changed);
    };
    let mut new = beside_in_private(folder)?;
    new.write_all(bytes)?;
    old.hand_down(new.as_file())?;
    // Without it a crash could leave the new name with nothing in the file.
    new.as_file().sync_all()?;
    // As late as can be: what is written between here and the next line is lost.
    if !holds(&path, file, read)? {
        return Ok(Outcome::Changed);
    }
    new.persist(&path)?;
    sync_folder(folder);
    Ok(Outcome::Replaced)
}

/// Whether the file is what was read. Its bytes are compared too: a file system may give two writes
/// the same time.
fn holds(path: &Path, file: &OpenedFile, read: &[u8]) -> io::Result<bool> {
    // A link that was put there is not followed.
    if !file.is_still(&fs::symlink_metadata(path)?) {
        return Ok(false);
    }
    let mut now = File::open(path)?;
    let mut buffer = [0; 16 * 1024];
    let mut rest = read;
    loop {
        match now.read(&mut buffer) {
            Ok(0) => return Ok(rest.is_empty()),
            Ok(count) => match rest.strip_prefix(&buffer[..count]) {
                Some(after) => rest = after,
                None => return Ok(false),
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Makes the new name last. A file system that cannot do so has replaced the file all the same.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
