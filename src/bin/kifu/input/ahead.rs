//! How many bytes there are to be read, found before they are: nothing is opened for it.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::holds_records;

/// The lengths of the files that the paths mean; `None` for what has none, like a pipe. What cannot
/// be looked at is passed over: it is not read either.
pub(crate) fn lengths(paths: Vec<PathBuf>) -> impl Iterator<Item = Option<u64>> {
    paths.into_iter().flat_map(|path| -> Box<dyn Iterator<Item = Option<u64>>> {
        if path.as_os_str() == "-" {
            // It may be a file all the same.
            return Box::new([length("/dev/stdin".as_ref()).flatten()].into_iter());
        }
        let is_directory = path.is_dir();
        let files = WalkDir::new(path).into_iter().filter_map(Result::ok);
        let files = files.filter(move |file| !is_directory || holds_records(file));
        Box::new(files.filter_map(|file| length(file.path())))
    })
}

/// The length of a file, if there is one, and it has one.
fn length(path: &Path) -> Option<Option<u64>> {
    let file = fs::metadata(path).ok()?;
    Some(file.is_file().then_some(file.len()))
}
