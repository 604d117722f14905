//! A table in files of so many rows each, in a folder: each is whole or not there, and a run that was
//! stopped is taken up again.
//!
//! The order of the rows is always the same, and all files but the last have exactly as many rows. So
//! the number of files that are there says how many rows are done. A manifest says what they are rows
//! of: with other inputs, options or another version they could be others.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use arrow_array::RecordBatch;
use serde_json::{Value, json};
use twox_hash::xxhash3_64::Hasher;
use walkdir::WalkDir;

use super::Table;
use crate::args::{Inputs, TableOptions};
use crate::output::{self, NewFile};

/// The name of the manifest. Data tools pass over what starts with a line.
const MANIFEST: &str = "_kifu.json";

/// The files, of which one is written at a time. `M` makes the table of a file.
pub(super) struct Dataset<T, M> {
    folder: PathBuf,
    ending: &'static str,
    make: M,
    manifest: Value,
    rows_per_file: u64,
    /// How many rows are in the files that were there.
    done: u64,
    /// The number of the file that is next.
    next: usize,
    open: Option<Open<T>>,
}

/// The file that gets rows.
struct Open<T> {
    file: NewFile,
    table: T,
    /// How many rows it still gets.
    left: u64,
}

impl<T: Table, M: Fn(File) -> io::Result<T>> Dataset<T, M> {
    /// The data set in a folder, which is made. `None` if it is complete.
    pub(super) fn open(
        inputs: &Inputs,
        options: &TableOptions,
        ending: &'static str,
        make: M,
    ) -> io::Result<Option<Self>> {
        let (Some(folder), Some(rows)) = (options.folder(), options.partition_rows) else {
            return Err(io::Error::other("--partition-rows needs a folder, -o DIR"));
        };
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        let rows_per_file = rows.get();
        let manifest = json!({
            "version": env!("CARGO_PKG_VERSION"),
            "options": options.given,
            "inputs": digests(&inputs.paths)?,
            "partition_rows": rows_per_file,
            "complete": false,
        });
        let (there, is_complete) = look(folder, ending, options.resume, &manifest)?;
        if is_complete {
            return Ok(None);
        }
        let set = Self {
            folder: folder.to_owned(),
            ending,
            make,
            manifest,
            rows_per_file,
            done: there as u64 * rows_per_file,
            next: there,
            open: None,
        };
        set.write_manifest()?;
        Ok(Some(set))
    }

    fn write_manifest(&self) -> io::Result<()> {
        output::to_file(&self.folder.join(MANIFEST), |out| writeln!(out, "{:#}", self.manifest))
    }

    fn open_next(&mut self) -> io::Result<Open<T>> {
        let file = NewFile::at(&self.folder.join(name(self.next, self.ending)))?;
        self.next += 1;
        let table = (self.make)(file.as_file().try_clone()?)?;
        Ok(Open { file, table, left: self.rows_per_file })
    }
}

impl<T: Table> Open<T> {
    fn close(self) -> io::Result<()> {
        self.table.finish()?;
        self.file.take_name()
    }
}

impl<T: Table, M: Fn(File) -> io::Result<T>> Table for Dataset<T, M> {
    fn rows(&mut self, rows: RecordBatch, bytes: usize) -> io::Result<()> {
        let all = rows.num_rows();
        let mut start = usize::try_from(self.done).map_or(all, |done| done.min(all));
        self.done -= start as u64;
        while start < all {
            let mut open = match self.open.take() {
                Some(open) => open,
                None => self.open_next()?,
            };
            let count = usize::try_from(open.left).map_or(all - start, |it| it.min(all - start));
            let share = bytes / all * count;
            open.table.rows(rows.slice(start, count), share)?;
            start += count;
            open.left -= count as u64;
            match open.left {
                0 => open.close()?,
                _ => self.open = Some(open),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<()> {
        if let Some(open) = self.open.take() {
            open.close()?;
        }
        self.manifest["complete"] = true.into();
        self.write_manifest()
    }

    /// The file that is not full is not made: the rows that it lacks are not known to be the last.
    fn break_off(self) -> io::Result<()> {
        Ok(())
    }
}

fn name(number: usize, ending: &str) -> String {
    format!("part-{number:05}.{ending}")
}

/// How many files are there, and whether these are all.
fn look(folder: &Path, ending: &str, resume: bool, new: &Value) -> io::Result<(usize, bool)> {
    let refuse = |why: &str| Err(about(folder, &io::Error::other(why.to_owned())));
    let path = folder.join(MANIFEST);
    let is_part = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("part-");
    let parts = fs::read_dir(folder)?.filter_map(Result::ok).filter(is_part).count();
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return match parts {
                0 => Ok((0, false)),
                _ => refuse("holds files of another table; name another folder"),
            };
        }
        Err(error) => return Err(about(&path, &error)),
    };
    if !resume {
        return refuse("holds a table already; go on with it by --resume, or name another folder");
    }
    let Ok(old) = serde_json::from_str::<Value>(&text) else {
        return refuse("has a _kifu.json that cannot be read; name another folder");
    };
    for (key, why) in [
        ("version", "was begun by another version of kifu; name another folder"),
        ("partition_rows", "was begun with another --partition-rows; name another folder"),
        ("options", "was begun with other options; name another folder"),
        ("inputs", "was begun with other inputs, or they have changed; name another folder"),
    ] {
        if old[key] != new[key] {
            return refuse(why);
        }
    }
    let there = (0..parts).take_while(|&number| folder.join(name(number, ending)).exists()).count();
    match there == parts {
        true => Ok((there, old["complete"] == true)),
        false => refuse("lacks a file before its last one; name another folder"),
    }
}

/// What tells whether inputs are those of the run before: names, lengths and times of all files.
fn digests(paths: &[PathBuf]) -> io::Result<Value> {
    let mut digests = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            let why = "--partition-rows needs inputs that can be read again: name files, not stdin";
            return Err(io::Error::other(why));
        }
        let (mut files, mut bytes, mut hash) = (0_u64, 0_u64, 0_u64);
        for entry in WalkDir::new(path).follow_root_links(true).sort_by_file_name() {
            let Ok(entry) = entry else { continue };
            let Some(found) = entry.metadata().ok().filter(fs::Metadata::is_file) else { continue };
            let time = found.modified().ok().and_then(|it| it.duration_since(UNIX_EPOCH).ok());
            files += 1;
            bytes += found.len();
            let numbers = [found.len().into(), time.map_or(0, |it| it.as_nanos()), hash.into()];
            let mut text = numbers.map(u128::to_le_bytes).concat();
            text.extend(entry.path().as_os_str().as_encoded_bytes());
            hash = Hasher::oneshot(&text);
        }
        let digest = format!("{:016x}", hash);
        let path = path.to_string_lossy();
        digests.push(json!({"path": path, "files": files, "bytes": bytes, "digest": digest}));
    }
    Ok(digests.into())
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
