//! What is asked for by name: files, members of archives, games of records. How a name is taken apart
//! is left to `name`, which members and games of one file are wanted to `wanted`.

mod name;
mod wanted;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::path::{Path, PathBuf};

pub use name::Name;
pub(super) use wanted::Wanted;
pub use wanted::{Games, WhichGame};

/// What to look for, in this order: paths with all that they lead to, and of some files single members
/// and games.
///
/// ```
/// use std::ops::ControlFlow;
/// use kifu::archives::{Archives, Targets};
///
/// let targets = Targets::of_names(["tests/archives/folders.7z!b/4.sgf"]);
/// let mut names = Vec::new();
/// Archives::new().each_target(&targets, |found| {
///     names.push(found.unwrap().entry().name().to_owned());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(names, ["tests/archives/folders.7z!b/4.sgf"]);
/// assert_eq!(targets.missing().count(), 0);
/// ```
///
/// Members and games of one file are taken together, where the file is named first: it is opened once,
/// and they come in the order in which they stand there.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    targets: Vec<Target>,
    /// Where the files are of which only something is wanted.
    parts: BTreeMap<PathBuf, usize>,
    bytes: u64,
}

/// A path, and what is wanted of it: all, if nothing else is said.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) path: PathBuf,
    pub(super) wanted: Option<Arc<Wanted>>,
}

impl Targets {
    /// Nothing so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All that these paths lead to.
    ///
    /// ```
    /// use std::path::Path;
    /// use kifu::archives::Targets;
    ///
    /// let targets = Targets::of_paths(["games#1.sgf", "games.zip"]);
    /// assert!(targets.paths().eq(["games#1.sgf", "games.zip"].map(Path::new)));
    /// assert!(!targets.has_games());
    /// ```
    pub fn of_paths<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut targets = Self::new();
        paths.into_iter().for_each(|path| targets.add_path(path));
        targets
    }

    /// What these names say, as [`Name::of`] takes them apart.
    pub fn of_names<P: AsRef<Path>>(names: impl IntoIterator<Item = P>) -> Self {
        let mut targets = Self::new();
        names.into_iter().for_each(|name| targets.add_name(&Name::of(name.as_ref())));
        targets
    }

    /// Adds all that a path leads to.
    pub fn add_path(&mut self, path: impl Into<PathBuf>) {
        self.targets.push(Target { path: path.into(), wanted: None });
    }

    /// Adds what a name says. A file that is named twice as a whole is taken twice.
    pub fn add_name(&mut self, name: &Name) {
        let game = name.game().map_or(WhichGame::All, WhichGame::Number);
        match (name.member(), game) {
            (None, WhichGame::All) => self.add_path(name.source()),
            (member, game) => self.add(name.source(), member, game),
        }
    }

    /// Adds a game of a record, or all of its games: of a file, or of a member of an archive, as
    /// [`Entry::member`](super::Entry::member) has its path. What is added twice is taken once.
    ///
    /// ```
    /// use std::path::Path;
    /// use kifu::archives::{Targets, WhichGame};
    ///
    /// let archive = Path::new("games.zip");
    /// let mut targets = Targets::new();
    /// targets.add(archive, Some("2016/a.sgfs"), WhichGame::Number(3));
    /// targets.add(archive, Some("2016/b.sgf"), WhichGame::All);
    /// assert!(targets.paths().eq([archive]));
    /// assert!(targets.has_games());
    /// ```
    ///
    /// Cost: logarithmic in what was added before.
    pub fn add(&mut self, source: &Path, member: Option<&str>, game: WhichGame) {
        let place = match self.parts.get(source) {
            Some(&place) => place,
            None => {
                let wanted = Some(Arc::default());
                self.targets.push(Target { path: source.into(), wanted });
                self.parts.insert(source.into(), self.targets.len() - 1);
                self.bytes += 2 * source.as_os_str().len() as u64;
                self.targets.len() - 1
            }
        };
        let wanted = &mut self.targets[place].wanted;
        match (wanted, member, game) {
            (wanted, None, WhichGame::All) => *wanted = None,
            (Some(wanted), _, _) => {
                self.bytes += Arc::make_mut(wanted).add(member.unwrap_or_default(), game);
            }
            // All of the file is wanted already.
            (None, ..) => {}
        }
    }

    /// The paths, in their order.
    pub fn paths(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.targets.iter().map(|target| target.path.as_path())
    }

    /// Whether single games of a record are wanted, and not all.
    pub fn has_games(&self) -> bool {
        self.targets.iter().filter_map(|target| target.wanted.as_ref()).any(|it| it.has_games())
    }

    /// Whether of a file only something is wanted, and not all.
    pub fn is_partial(&self) -> bool {
        self.targets.iter().any(|target| target.wanted.is_some())
    }

    /// About how many bytes of memory the members and games take that are wanted.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What was wanted, and not found by searches that went to their ends. Games are found by whoever
    /// reads the records, and says so to [`Games::find`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use kifu::archives::{Archives, Targets};
    ///
    /// let targets = Targets::of_names(["tests/archives/folders.7z!c/1.sgf"]);
    /// Archives::new().each_target(&targets, |_| ControlFlow::Continue(()));
    /// let missing: Vec<_> = targets.missing().map(|it| it.to_string()).collect();
    /// assert_eq!(missing, ["tests/archives/folders.7z!c/1.sgf: no such member"]);
    /// ```
    pub fn missing(&self) -> impl Iterator<Item = Missing> {
        let parts = self.targets.iter().filter_map(|it| Some((&it.path, it.wanted.as_ref()?)));
        parts.flat_map(|(path, wanted)| wanted.missing(path.to_string_lossy()))
    }

    pub(super) fn as_slice(&self) -> &[Target] {
        &self.targets
    }
}

impl Target {
    /// Each of the paths, with all that they lead to.
    pub(super) fn all(paths: &[PathBuf]) -> Vec<Self> {
        paths.iter().map(|path| Self { path: path.clone(), wanted: None }).collect()
    }
}

/// Something that was wanted, and is not there.
///
/// It prints as the name and what is missing: `games.sgfs#12: no such game`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    name: String,
    what: What,
}

/// What is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Member,
    Game(u64),
    GameAt(u64),
    /// The record is there, and was not read.
    Unread,
}

impl Missing {
    /// Whether the record was found, and nobody looked for games in it: it could not be read, which is
    /// a [`Problem`](super::Problem), or it is an archive.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        self.what == What::Unread
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.what {
            What::Member => write!(f, "{name}: no such member"),
            What::Game(number) => write!(f, "{name}#{number}: no such game"),
            What::GameAt(offset) => write!(f, "{name}: no game starts at byte {offset}"),
            What::Unread => write!(f, "{name}: no game of it was read"),
        }
    }
}
