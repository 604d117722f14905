//! Real files for the benchmarks, from the folder that `KIFU_CORPUS` names; archives are left to
//! the comparison with other readers.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder with real files, if the environment names one.
pub(crate) fn root() -> Option<PathBuf> {
    env::var_os("KIFU_CORPUS").map(PathBuf::from)
}

/// All files below the folder, in the order of their paths. What cannot be read is passed over.
pub(crate) fn files_below(root: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// The records of a file: all of an `.sgf` as one, each line of an `.sgfs`; none of other files.
pub(crate) fn records(path: &Path) -> Vec<Vec<u8>> {
    match path.extension().and_then(OsStr::to_str) {
        Some("sgf") => fs::read(path).into_iter().collect(),
        Some("sgfs") => fs::read(path).map_or_else(|_| Vec::new(), |bytes| lines(&bytes)),
        _ => Vec::new(),
    }
}

/// The lines that hold more than white space.
pub(crate) fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let lines = bytes.split(|&byte| byte == b'\n');
    lines.filter(|line| !line.trim_ascii().is_empty()).map(<[u8]>::to_vec).collect()
}
