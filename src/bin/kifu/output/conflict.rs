//! Refuses an output that is an input: it would be read while it is written, or replace what was
//! read. All of this happens before anything is read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::about;
use super::replace::follow;
use crate::input::{counts, holds_records};

/// Where stdin and stdout are found in the file system, if they are files.
const STDIN: &str = "/dev/stdin";
const STDOUT: &str = "/dev/stdout";

/// An error if the file at the path is an input, or is or would be in a folder that is read.
pub(crate) fn check_file(path: &Path, inputs: &[PathBuf]) -> io::Result<()> {
    check(path, inputs).map_err(about(path))
}

/// The same of the file that stdout goes to.
pub(crate) fn check_stdout(inputs: &[PathBuf]) -> io::Result<()> {
    check(Path::new(STDOUT), inputs).map_err(about(Path::new("stdout")))
}

fn check(path: &Path, inputs: &[PathBuf]) -> io::Result<()> {
    match fs::metadata(path) {
        // A pipe, a device, a terminal; and what a folder is wrong for is seen later.
        Ok(old) if !old.is_file() => return Ok(()),
        _ => {}
    }
    let Some(place) = place(path) else { return Ok(()) };
    let identity = identity(path);
    let is_same = |other: &Path| identity.is_some() && identity == self::identity(other);
    for input in inputs {
        if input.as_os_str() == "-" {
            if is_same(Path::new(STDIN)) {
                return refuse("is what stdin reads");
            }
        } else if !input.is_dir() {
            if is_same(input) {
                return refuse("is one of the inputs");
            }
        } else if is_in(&place, input) {
            return refuse(&format!("is in the folder '{}', which is read", input.display()));
        } else if let Some(same) = identity.and_then(|it| find(it, input)) {
            return refuse(&format!("is the same file as '{}', which is read", same.display()));
        }
    }
    Ok(())
}

/// An error if the folder that `split` fills is or would be in a folder that is read, or if it may
/// replace an input.
pub(crate) fn check_folder(
    folder: &Path,
    inputs: &[PathBuf],
    replaced: Option<&str>,
) -> io::Result<()> {
    let Some(place) = place_of_folder(folder) else { return Ok(()) };
    for input in inputs.iter().filter(|input| input.as_os_str() != "-") {
        if input.is_dir() {
            let Ok(read) = input.canonicalize() else { continue };
            if place == read {
                return refuse("is a folder that is read; name another one").map_err(about(folder));
            }
            if place.starts_with(read) {
                let error = format!("is in the folder '{}', which is read", input.display());
                return refuse(&error).map_err(about(folder));
            }
        } else if replaced.is_some_and(|ending| is_replaced(input, &place, ending)) {
            let error =
                format!("holds the input '{}', which --overwrite may replace", input.display());
            return refuse(&error).map_err(about(folder));
        }
    }
    Ok(())
}

fn refuse(why: &str) -> io::Result<()> {
    Err(io::Error::other(why))
}

/// Whether a folder has the file among those with this ending, by whatever name.
fn is_replaced(input: &Path, folder: &Path, ending: &str) -> bool {
    let Some(identity) = identity(input) else { return false };
    let is_it = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let end = name.len().checked_sub(ending.len()).and_then(|at| name.get(at..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(ending)) && is_same(entry, identity)
    };
    let entries = WalkDir::new(folder).min_depth(1).max_depth(1).into_iter();
    entries.filter_map(Result::ok).any(|entry| is_it(&entry))
}

/// Whether a walk through the folder finds a file at that place.
fn is_in(place: &Path, folder: &Path) -> bool {
    let name = place.file_name().unwrap_or_default();
    counts(&name.to_string_lossy())
        && folder.canonicalize().is_ok_and(|folder| place.starts_with(folder))
}

/// The file of the folder that is the same one, by another name or by a link.
fn find(identity: Identity, folder: &Path) -> Option<PathBuf> {
    let entries = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let mut same = entries.filter(|entry| holds_records(entry) && is_same(entry, identity));
    same.next().map(DirEntry::into_path)
}

/// What tells a file from all others, by whatever name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let file = fs::metadata(path).ok()?;
    Some(Identity { device: file.dev(), inode: file.ino() })
}

/// By its path, where there is nothing else that the standard library tells.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
    let path = path.canonicalize().ok()?;
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(path);
    Some(Identity { device: 0, inode: hash })
}

/// Whether an entry of a folder is the file. The number that the folder has for it spares asking for
/// nearly all others.
fn is_same(entry: &DirEntry, wanted: Identity) -> bool {
    #[cfg(unix)]
    {
        use walkdir::DirEntryExt as _;
        if entry.ino() != wanted.inode && !entry.path_is_symlink() {
            return false;
        }
    }
    identity(entry.path()) == Some(wanted)
}

/// Where the file is, or would be, without links.
fn place(path: &Path) -> Option<PathBuf> {
    let path = follow(path).ok()?;
    if let Ok(place) = path.canonicalize() {
        return Some(place);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// Where the folder is, or would be made, without links.
fn place_of_folder(folder: &Path) -> Option<PathBuf> {
    let mut there = folder;
    loop {
        let exists = if there.as_os_str().is_empty() { Path::new(".") } else { there };
        if let Ok(place) = exists.canonicalize() {
            let rest = folder.strip_prefix(there).unwrap_or(Path::new(""));
            return Some(place.join(rest));
        }
        there = there.parent()?;
    }
}
