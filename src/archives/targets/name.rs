//! Names as the program prints them, taken apart: `archive.zip!dir/games.sgfs#12`.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use std::path::{Path, PathBuf};

/// The name of a record or of a game in it: a file, perhaps a member of it after a `!`, perhaps the
/// number of a game after a `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    source: PathBuf,
    member: Option<String>,
    game: Option<u64>,
}

impl Name {
    /// Takes a name apart by what is there: what is a path as it stands is one, whatever `!` and `#` it
    /// holds. Else the longest part before a `!` or before `#` and digits has to be the path of a file,
    /// or `-`. Where there is none, all of it is the path, for whoever reports that it is not there.
    ///
    /// ```
    /// use std::path::Path;
    /// use kifu::archives::Name;
    ///
    /// let name = Name::of("tests/archives/folders.7z!a/1.sgf#0".as_ref());
    /// assert_eq!(name.source(), Path::new("tests/archives/folders.7z"));
    /// assert_eq!((name.member(), name.game()), (Some("a/1.sgf"), Some(0)));
    /// let nowhere = Name::of("nowhere.zip!a.sgf".as_ref());
    /// assert_eq!((nowhere.source(), nowhere.member()), (Path::new("nowhere.zip!a.sgf"), None));
    /// ```
    ///
    /// Cost: it asks the file system for each `!` in the name, if it has one or a `#`.
    #[must_use]
    pub fn of(name: &Path) -> Self {
        Self::by(name, |path| path.as_os_str() == "-" || path.is_file() || is_other(path))
    }

    fn by(name: &Path, is_source: impl Fn(&Path) -> bool) -> Self {
        let whole = || Self { source: name.to_owned(), member: None, game: None };
        // Names with other characters are printed with replacements, and cannot be found by them.
        let Some(text) = name.to_str().filter(|text| text.contains(['!', '#'])) else {
            return whole();
        };
        if is_source(name) || name.exists() {
            return whole();
        }
        let (record, game) = numbered(text).map_or((text, None), |(it, game)| (it, Some(game)));
        if game.is_some() && is_source(record.as_ref()) {
            return Self { source: record.into(), member: None, game };
        }
        for (at, _) in record.rmatch_indices('!') {
            let (source, member) = (Path::new(&record[..at]), &record[at + 1..]);
            if !member.is_empty() && is_source(source) {
                return Self { source: source.to_owned(), member: Some(member.to_owned()), game };
            }
        }
        whole()
    }

    /// The path of the file, or `-` for stdin.
    #[must_use]
    pub fn source(&self) -> &Path {
        &self.source
    }

    /// The path in the archive, with a `!` between those of archives in archives.
    #[must_use]
    pub fn member(&self) -> Option<&str> {
        self.member.as_deref()
    }

    /// The number of the game in the record, from 0.
    #[must_use]
    pub fn game(&self) -> Option<u64> {
        self.game
    }
}

/// Whether it is there and neither a file nor a folder: a pipe, or a link to one.
fn is_other(path: &Path) -> bool {
    path.metadata().is_ok_and(|it| !it.is_dir())
}

/// The name of a record and the number of a game after a `#`.
fn numbered(text: &str) -> Option<(&str, u64)> {
    let (record, number) = text.rsplit_once('#')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number && !record.is_empty()).map(|number| (record, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &str, files: &[&str]) -> (String, Option<String>, Option<u64>) {
        let name = Name::by(name.as_ref(), |path| files.iter().any(|file| path == Path::new(file)));
        (name.source.to_str().unwrap().to_owned(), name.member, name.game)
    }

    #[test]
    fn a_name_is_taken_apart_by_the_files_that_there_are() {
        let part = |source: &str, member: Option<&str>, game| {
            (source.to_owned(), member.map(str::to_owned), game)
        };
        for (name, files, expected) in [
            ("a.zip!b.sgf", &["a.zip"][..], part("a.zip", Some("b.sgf"), None)),
            ("a.zip!b.sgf#7", &["a.zip"], part("a.zip", Some("b.sgf"), Some(7))),
            ("a.sgfs#12", &["a.sgfs"], part("a.sgfs", None, Some(12))),
            // A file may have such a name.
            ("a.zip!b.sgf", &["a.zip", "a.zip!b.sgf"], part("a.zip!b.sgf", None, None)),
            ("a.sgfs#12", &["a.sgfs", "a.sgfs#12"], part("a.sgfs#12", None, None)),
            ("a#1.sgf#2", &["a#1.sgf"], part("a#1.sgf", None, Some(2))),
            ("a!b.zip!c.sgf", &["a", "a!b.zip"], part("a!b.zip", Some("c.sgf"), None)),
            ("a!b.zip!c.sgf", &["a"], part("a", Some("b.zip!c.sgf"), None)),
            ("-!c.sgf#0", &["-"], part("-", Some("c.sgf"), Some(0))),
            // What is nowhere is left as it is.
            ("a.zip!b.sgf", &[], part("a.zip!b.sgf", None, None)),
            ("a.zip!", &["a.zip"], part("a.zip!", None, None)),
            ("a.sgfs#", &["a.sgfs"], part("a.sgfs#", None, None)),
            ("a.sgfs#-1", &["a.sgfs"], part("a.sgfs#-1", None, None)),
            (
                "a.sgfs#99999999999999999999",
                &["a.sgfs"],
                part("a.sgfs#99999999999999999999", None, None),
            ),
        ] {
            assert_eq!(parts(name, files), expected, "{name} {files:?}");
        }
    }
}
