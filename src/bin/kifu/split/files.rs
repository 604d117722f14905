//! The files that a run of `split` makes: one after the other, in the order of the games, each with a
//! name that no other game of the run has.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::pattern::{Name, Pattern};
use super::{Game, Games};
use crate::args;
use crate::input::Unreadable;
use crate::interrupt;
use crate::output;
use crate::report::Report;
use crate::run::Receiver;

/// Takes games, and makes a file of each.
pub(crate) struct Files<'p> {
    folder: &'p Path,
    pattern: &'p Pattern,
    overwrite: bool,
    /// How many games there were.
    games: u64,
    names: Names,
    report: Report,
}

impl<'p> Files<'p> {
    /// In a folder, which is made if there is none.
    pub(crate) fn at(folder: &'p Path, names: &'p args::Names, report: Report) -> io::Result<Self> {
        let told = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(told)?;
        let (pattern, overwrite) = (&names.pattern, names.overwrite);
        Ok(Self { folder, pattern, overwrite, games: 0, names: Names::default(), report })
    }

    /// What went wrong.
    pub(crate) fn report(&self) -> &Report {
        &self.report
    }

    /// Makes the file of a game. An error ends the run: what keeps one name from being used, and no
    /// other, is reported instead.
    pub(crate) fn add(&mut self, name: &Name, text: &[u8]) -> io::Result<()> {
        self.games += 1;
        let stem = self.names.unused(&name.stem(self.games));
        let path = self.folder.join(stem + self.pattern.ending());
        let told =
            |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if !self.is_taken(&path) {
            let mut file = output::beside(self.folder).map_err(told)?;
            file.write_all(text).map_err(told)?;
            let named =
                if self.overwrite { file.persist(&path) } else { file.persist_noclobber(&path) };
            match named {
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(told(error)),
            }
        }
        let path = path.display().to_string();
        let error = io::Error::other("is there already, left as it is");
        let mut report = self.report.another();
        report.unreadable(&Unreadable { path, error });
        self.report.absorb(&report);
        Ok(())
    }

    /// Whether there is something that must stay. A link is replaced, never what it leads to.
    fn is_taken(&self, path: &Path) -> bool {
        path.symlink_metadata().is_ok_and(|old| old.is_dir() || !self.overwrite)
    }
}

impl Receiver<Games> for &mut Files<'_> {
    fn receive(&mut self, games: &mut Games) -> io::Result<()> {
        for Game { name, text } in &games.games {
            if interrupt::is_requested() {
                // Each file is whole. Making the others may take longer than a user waits.
                break;
            }
            self.add(name, text)?;
        }
        Ok(())
    }
}

/// The names of a run, as a file system compares them that ignores letter case, and how often each
/// was wanted.
#[derive(Default)]
struct Names(HashMap<String, u32>);

impl Names {
    /// The name, with a number after it if it has been used.
    ///
    /// Cost: constant on average over a run.
    fn unused(&mut self, name: &str) -> String {
        let key = name.to_lowercase();
        let mut free = name.to_owned();
        loop {
            match self.0.entry(free.to_lowercase()) {
                Entry::Vacant(entry) => {
                    entry.insert(1);
                    return free;
                }
                Entry::Occupied(_) => {
                    let wanted = self.0.entry(key.clone()).or_default();
                    *wanted += 1;
                    free = format!("{name}-{wanted}");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_used_twice() {
        let mut names = Names::default();
        let wanted = ["a", "A", "a-2", "a", "b", "a-3", "a-2"];
        let used = wanted.map(|name| names.unused(name));
        assert_eq!(used, ["a", "A-2", "a-2-2", "a-3", "b", "a-3-2", "a-2-3"]);
    }
}
