//! Replaces a file as a whole: whoever reads it, and whatever fails, sees the old one or the new one.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use crate::output;

/// Puts a file with these bytes in the place of the file at `path`, with its permissions.
///
/// The new file is written beside the old one, so that it can take its name in one step. A link
/// stays, and what it leads to is replaced; another hard link to the old file keeps the old bytes.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let old = fs::metadata(&path)?;
    let (true, Some(folder)) = (old.is_file(), path.parent()) else {
        return Err(io::Error::other("not a regular file, left as it is"));
    };
    // The folder alone decides whether a name may be taken; a file that must not be written is
    // respected all the same.
    OpenOptions::new().write(true).open(&path)?;
    let mut new = output::beside(folder)?;
    new.write_all(bytes)?;
    keep_owner(new.as_file(), &old);
    new.as_file().set_permissions(old.permissions())?;
    // Without it a crash could leave the new name with nothing behind it.
    new.as_file().sync_all()?;
    new.persist(&path)?;
    sync_folder(folder);
    Ok(())
}

/// Gives the new file the owner and the group of the old one, where that is allowed; elsewhere it
/// belongs to who runs the program.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(new, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// Makes the new name last. A file system that cannot do so has replaced the file all the same.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
