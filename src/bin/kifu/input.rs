//! The inputs: finds the files that the arguments mean and reads their bytes. What the bytes say
//! is left to others.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

/// Where bytes come from.
#[derive(Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

/// An input that could not be opened or read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) path: String,
    pub(crate) error: io::Error,
}

/// The sources that the paths mean, in their order, a directory's files in the order of names.
///
/// Directories are walked while the iterator is, so a large archive starts at once.
pub(crate) fn find(paths: &[PathBuf]) -> impl Iterator<Item = Result<Source, Unreadable>> {
    paths.iter().flat_map(|path| -> Box<dyn Iterator<Item = _>> {
        if path.as_os_str() == "-" {
            Box::new(std::iter::once(Ok(Source::Stdin)))
        } else if path.is_dir() {
            Box::new(walk(path))
        } else {
            Box::new(std::iter::once(Ok(Source::File(path.clone()))))
        }
    })
}

fn walk(directory: &Path) -> impl Iterator<Item = Result<Source, Unreadable>> + use<> {
    WalkDir::new(directory).sort_by_file_name().into_iter().filter_map(|entry| match entry {
        Ok(entry) if holds_records(&entry) => Some(Ok(Source::File(entry.into_path()))),
        Ok(_) => None,
        Err(error) => {
            let path = error.path().unwrap_or(Path::new("")).to_string_lossy().into_owned();
            let text = error.to_string();
            // The text would name the path a second time.
            let error = error.into_io_error().unwrap_or_else(|| io::Error::other(text));
            Some(Err(Unreadable { path, error }))
        }
    })
}

/// Whether a file inside a directory counts: by its name, in any letter case.
fn holds_records(entry: &DirEntry) -> bool {
    let is_named_so = entry.path().extension().is_some_and(|extension| {
        ["sgf", "sgfs", "mgt"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    });
    // Linked directories are not entered, they might lead in circles; linked files are read, and
    // a link that leads nowhere is told when it is opened.
    is_named_so
        && !entry.file_type().is_dir()
        && !(entry.path_is_symlink() && entry.path().is_dir())
}

impl Source {
    /// The path as it is shown; parts that are not UTF-8 show as U+FFFD.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Stdin => Cow::Borrowed("-"),
            Self::File(path) => path.to_string_lossy(),
        }
    }

    /// Replaces what `buffer` holds by all bytes of the source.
    pub(crate) fn read(&self, buffer: &mut Vec<u8>) -> Result<(), Unreadable> {
        buffer.clear();
        let read = match self {
            Self::Stdin => io::stdin().lock().read_to_end(buffer),
            Self::File(path) => File::open(path).and_then(|mut file| file.read_to_end(buffer)),
        };
        match read {
            Ok(_) => Ok(()),
            Err(error) => Err(Unreadable { path: self.name().into_owned(), error }),
        }
    }
}
