//! A file as it was when it was opened, so that one that was changed since is not replaced.

use std::fs::Metadata;
use std::path::Path;
use std::time::SystemTime;

use kifu::archives::Entry;

/// A file that was opened to be read.
#[derive(Debug)]
pub(crate) struct OpenedFile<'e> {
    path: &'e Path,
    stamp: Stamp,
}

impl<'e> OpenedFile<'e> {
    /// The file that a record is, if it is one, as it stands.
    pub(crate) fn of(entry: &'e Entry) -> Option<Self> {
        let stamp = Stamp::of(entry.metadata()?);
        Some(Self { path: entry.source(), stamp })
    }

    pub(crate) fn path(&self) -> &Path {
        self.path
    }

    /// Whether what stands there now is the same file, of the same size and time.
    pub(crate) fn is_still(&self, now: &Metadata) -> bool {
        now.is_file() && self.stamp == Stamp::of(now)
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
