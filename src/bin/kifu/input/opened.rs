//! A file as it was when it was opened, so that one that was changed since is not replaced.

use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A file that was opened to be read.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    path: PathBuf,
    /// `None` if that could not be found out.
    stamp: Option<Stamp>,
}

impl OpenedFile {
    pub(crate) fn new(path: &Path, file: &File) -> Self {
        let stamp = file.metadata().ok().map(|it| Stamp::of(&it));
        Self { path: path.to_owned(), stamp }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether what stands there now is the same file, of the same size and time.
    pub(crate) fn is_still(&self, now: &Metadata) -> bool {
        now.is_file() && self.stamp == Some(Stamp::of(now))
    }
}

/// What changes when a file is replaced or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    /// The device and the number of the file on it, where there are such.
    identity: Option<(u64, u64)>,
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(file: &Metadata) -> Self {
        Self {
            #[cfg(unix)]
            identity: {
                use std::os::unix::fs::MetadataExt as _;
                Some((file.dev(), file.ino()))
            },
            #[cfg(not(unix))]
            identity: None,
            length: file.len(),
            modified: file.modified().ok(),
        }
    }
}
