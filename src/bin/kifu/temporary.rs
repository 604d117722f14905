//! Files that have no name of their own yet. They go away if they get none, also where the process
//! is ended by a second signal and nothing is dropped.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The paths of all that are there.
static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn paths() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that takes its name when it is whole.
pub(crate) struct Temporary {
    file: NamedTempFile,
    /// Listed in `PATHS`.
    listed: Listed,
}

/// A path in the list. It is taken out after the file is gone or renamed.
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        paths().remove(&self.0);
    }
}

impl Temporary {
    /// A new file. `make` makes it in its folder.
    pub(crate) fn new(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<Self> {
        // Held while the file is made, so that the process cannot end between that and the list.
        let mut paths = paths();
        let file = make()?;
        let path = file.path().to_owned();
        paths.insert(path.clone());
        Ok(Self { file, listed: Listed(path) })
    }

    pub(crate) fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives the file its name, in the place of what has that name.
    pub(crate) fn persist(self, path: &Path) -> io::Result<File> {
        let Self { file, listed } = self;
        let named = file.persist(path).map_err(|error| error.error);
        drop(listed);
        named
    }

    /// Gives the file its name, unless something has it.
    pub(crate) fn persist_noclobber(self, path: &Path) -> io::Result<File> {
        let Self { file, listed } = self;
        let named = file.persist_noclobber(path).map_err(|error| error.error);
        drop(listed);
        named
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes all temporary files and ends the process.
pub(crate) fn remove_all_and_exit(status: i32) -> ! {
    // The lock is kept, so that no other thread makes a new one.
    let paths = paths();
    for path in paths.iter() {
        let _ = fs::remove_file(path);
    }
    process::exit(status)
}
