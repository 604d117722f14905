//! Files that say what to read: lists of paths, and tables whose rows name games. Tables of text are
//! left to `text`, the others to `typed`.

mod text;
#[cfg(feature = "tables")]
mod typed;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use kifu::archives::{Targets, WhichGame};

use crate::streams;

/// How many bytes a row of a table of text may have: far more than those of real games, and little enough
/// to be kept in memory, as fields too.
const MAX_ROW: u64 = 32 * 1024 * 1024;

/// How many bytes a path may have: more than any system takes.
const MAX_PATH: u64 = 64 * 1024;

/// Appends the paths of a list, one a line.
pub(crate) fn add_paths(list: &Path, is_null: bool, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    let end = if is_null { 0 } else { b'\n' };
    let mut lines = BufReader::new(open(list)?);
    let mut line = Vec::new();
    for number in 1.. {
        let read = next_line(&mut lines, end, MAX_PATH, &mut line);
        if !read.map_err(|error| about(list, &format!("path {number}: {error}")))? {
            break;
        }
        if !is_null && line.last() == Some(&b'\r') {
            line.pop();
        }
        if !line.is_empty() {
            paths.push(path(&line).map_err(|error| about(list, &error))?);
        }
    }
    Ok(())
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> Result<PathBuf, String> {
    use std::os::unix::ffi::OsStringExt as _;
    Ok(OsString::from_vec(bytes.to_vec()).into())
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Result<PathBuf, String> {
    let text = String::from_utf8(bytes.to_vec()).map_err(|_| "a path is not UTF-8".to_owned())?;
    Ok(OsString::from(text).into())
}

/// Reads a line without its end; says whether there was one.
fn next_line(lines: &mut impl BufRead, end: u8, most: u64, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = lines.take(most + 1).read_until(end, line)?;
    if line.last() == Some(&end) {
        line.pop();
    } else if read as u64 > most {
        return Err(io::Error::other(format!("more than {most} bytes in a line")));
    }
    Ok(read > 0)
}

/// What the rows of a table name, if that takes no more than so many bytes of memory.
pub(crate) fn by_rows(table: &Path, most: u64) -> io::Result<Targets> {
    let mut found = Found { targets: Targets::new(), most };
    read(table, &mut found).map_err(|error| about(table, &error))?;
    Ok(found.targets)
}

fn read(table: &Path, found: &mut Found) -> io::Result<()> {
    let mut file = open(table)?;
    let mut head = Vec::new();
    file.by_ref().take(HEAD).read_to_end(&mut head)?;
    let is_stream = head.starts_with(&[0xFF; 4]);
    if is_stream || [b"PAR1".as_slice(), b"ARROW1"].iter().any(|start| head.starts_with(start)) {
        #[cfg(feature = "tables")]
        return typed::read(table, &head, file, found);
        #[cfg(not(feature = "tables"))]
        return Err(io::Error::other(
            "Parquet and Arrow need a kifu that was built with the feature tables",
        ));
    }
    text::read(BufReader::with_capacity(head.len().max(8 * 1024), head.chain(file)), found)
}

/// How many bytes are looked at to tell one kind of table from another: with the names of its columns.
const HEAD: u64 = 64 * 1024;

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        streams::check_stdin()?;
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(|error| about(path, &error))?))
}

/// An error with the name of the file, once.
fn about(path: &Path, error: &impl ToString) -> io::Error {
    let (path, error) = (path.display().to_string(), error.to_string());
    let is_named = error.strip_prefix(&path).is_some_and(|rest| rest.starts_with(": "));
    io::Error::other(if is_named { error } else { format!("{path}: {error}") })
}

/// What a row says of where a game stands.
#[derive(Debug, Default)]
struct Row {
    source: Option<String>,
    member: Option<String>,
    game: Option<u64>,
    offset: Option<u64>,
    length: Option<u64>,
}

/// The columns that are looked at.
const COLUMNS: [&str; 5] = ["source", "member", "game", "offset", "length"];

/// What the rows name so far.
struct Found {
    targets: Targets,
    /// How many bytes of memory it may take.
    most: u64,
}

impl Found {
    fn add(&mut self, row: &Row) -> Result<(), String> {
        let Row { source, member, game, offset, length } = row;
        let Some(source) = source.as_deref().filter(|it| !it.is_empty()) else {
            return Err("no `source`, the path of a file".into());
        };
        let game = match (*game, *offset) {
            (Some(game), _) => WhichGame::Number(game),
            (None, Some(offset)) => WhichGame::At { offset, length: *length },
            (None, None) => WhichGame::All,
        };
        let member = member.as_deref().filter(|it| !it.is_empty());
        self.targets.add(source.as_ref(), member, game);
        if self.targets.bytes() > self.most {
            return Err(
                "more games are named than there may be memory for (see --max-memory)".into()
            );
        }
        Ok(())
    }
}

/// A number in a column, which some tools make a floating-point number where others are missing.
fn whole(column: &str, number: f64) -> Result<u64, String> {
    // The greatest number up to which all are exact.
    let is_whole = (0.0..=9_007_199_254_740_992.0).contains(&number) && number.fract() == 0.0;
    if is_whole { Ok(number as u64) } else { Err(no_number(column, &number)) }
}

fn no_number(column: &str, found: &dyn std::fmt::Display) -> String {
    format!("`{column}` is {found}, and not a whole number of 0 or more")
}
