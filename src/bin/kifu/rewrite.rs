//! Replaces an input as a whole: whoever reads it, and whatever fails, sees the old file or the new
//! one. What became of it is reported here, for all commands that do so.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use crate::input::{OpenedFile, Unreadable};
use crate::output::{OldFile, beside_in_private};
use crate::progress::print;
use crate::report::Report;
use crate::run::Input;

/// Puts bytes in the place of an input, and says whether that was done. If it was not, the input is
/// as it was, and it is reported why.
pub(crate) fn rewrite(input: &Input<'_>, bytes: &[u8], backup: bool, report: &mut Report) -> bool {
    let inside = || io::Error::other("in an archive or compressed, left as it is");
    let replaced = input.file.ok_or_else(inside);
    match replaced.and_then(|file| replace(file, input.bytes, bytes, backup)) {
        Ok(Outcome::Replaced) => return true,
        Ok(Outcome::Changed) => report.changed(input.path),
        Err(error) => report.unreadable(&Unreadable { path: input.path.to_owned(), error }),
    }
    false
}

/// Prints what was done in the end, if it is to be said.
pub(crate) fn finish(summary: Option<String>) {
    if let Some(summary) = summary {
        print(&format!("kifu: {summary}\n"));
    }
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Replaced,
    /// It is not what was read: somebody changed it since, or put another in its place.
    Changed,
}

/// Puts a file with these bytes in the place of one that held those that were read.
///
/// The new file is written beside the old one, so that it can take its name in one step. A link
/// stays, and what it leads to is replaced; another hard link to the old file keeps the old bytes.
/// With `backup` it is kept beside the new one.
fn replace(file: &OpenedFile<'_>, read: &[u8], bytes: &[u8], backup: bool) -> io::Result<Outcome> {
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
    if backup {
        keep(&path)?;
    }
    new.persist(&path)?;
    sync_folder(folder);
    Ok(Outcome::Replaced)
}

/// Whether the file is what was read. Its bytes are compared too: a file system may give two writes
/// the same time.
fn holds(path: &Path, file: &OpenedFile<'_>, read: &[u8]) -> io::Result<bool> {
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

/// How many older backups are gone past.
const MAX_BACKUPS: u32 = 1000;

/// Keeps a file under another name: with `.bak` after its own, or `.bak2` and so on if there is such
/// a file already.
fn keep(path: &Path) -> io::Result<()> {
    for number in 1..MAX_BACKUPS {
        let mut name = path.as_os_str().to_owned();
        name.push(".bak");
        if number > 1 {
            name.push(number.to_string());
        }
        match fs::hard_link(path, &name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Ok(()) => return Ok(()),
            // A file system without links.
            Err(_) => {
                let mut copy = match File::create_new(&name) {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                    created => created?,
                };
                io::copy(&mut File::open(path)?, &mut copy)?;
                copy.set_permissions(fs::metadata(path)?.permissions())?;
                return copy.sync_all();
            }
        }
    }
    Err(io::Error::other("too many backups, left as it is"))
}

/// Makes the new name last. A file system that cannot do so has replaced the file all the same.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
