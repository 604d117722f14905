//! The sets of files: where they come from, and which of their files all readers take.

use std::path::PathBuf;

use crate::{archive, corpus, generator, readers};
use generator::Generator;

/// What a set is made from.
pub(crate) enum Source {
    Generated { name: &'static str, generator: Generator },
    Archive { name: String, path: PathBuf },
    Folder { name: String, path: PathBuf },
}

/// Files that all readers take, with the same number of nodes.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) files: Vec<String>,
    refused: Refused,
}

/// Files that were left out, by the reason.
#[derive(Default)]
struct Refused {
    by_kifu: usize,
    by_sgf_parse: usize,
    differing: usize,
    re_encoded: usize,
}

/// The sources with these names, or the usual ones; else the name that there is no source for.
pub(crate) fn sources(names: &[String]) -> Result<Vec<Source>, String> {
    if names.is_empty() {
        let usual = generator::SETS.into_iter().filter(|(name, _)| *name != "mix");
        let generated = usual.map(|(name, generator)| Source::Generated { name, generator });
        return Ok(generated.chain(archives()).collect());
    }
    names.iter().map(|name| source(name).ok_or_else(|| name.clone())).collect()
}

fn source(name: &str) -> Option<Source> {
    if let Some((name, generator)) = generator::SETS.into_iter().find(|(set, _)| *set == name) {
        return Some(Source::Generated { name, generator });
    }
    let path = corpus::root()?.join(name);
    let name = name.to_owned();
    if path.is_dir() {
        Some(Source::Folder { name, path })
    } else {
        (path.is_file() && archive::is_archive(&path)).then_some(Source::Archive { name, path })
    }
}

/// All archives below `KIFU_CORPUS`, by their paths from there.
fn archives() -> Vec<Source> {
    let Some(root) = corpus::root() else { return Vec::new() };
    let paths = corpus::files_below(&root).into_iter().filter(|path| archive::is_archive(path));
    let named = paths.map(|path| {
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
        Source::Archive { name, path }
    });
    named.collect()
}

impl Set {
    /// Makes about `bytes` bytes of files, without those that a reader refuses.
    pub(crate) fn load(source: &Source, bytes: usize) -> Self {
        let (name, records) = match source {
            Source::Generated { name, generator } => {
                let files = generator(1, bytes).into_iter();
                ((*name).to_owned(), files.map(String::into_bytes).collect())
            }
            // An archive that cannot be read counts as empty: the table shows it.
            Source::Archive { name, path } => {
                (name.clone(), archive::records(path).unwrap_or_default())
            }
            Source::Folder { name, path } => {
                let paths = corpus::files_below(path);
                let records: Vec<_> = paths.iter().flat_map(|path| corpus::records(path)).collect();
                (name.clone(), records)
            }
        };
        let mut set = Self { name, files: Vec::new(), refused: Refused::default() };
        let mut total = 0;
        for record in records {
            if total >= bytes {
                break;
            }
            total += set.admit(record);
        }
        set
    }

    /// Takes a record in if all readers agree on it, and says how many bytes that added.
    fn admit(&mut self, record: Vec<u8>) -> usize {
        let text = String::from_utf8(record).unwrap_or_else(|error| {
            self.refused.re_encoded += 1;
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        let reason = match (readers::kifu_nodes(&text), readers::sgf_parse_nodes(&text)) {
            (Some(kifu), Some(rival)) if kifu == rival => {
                self.files.push(text);
                return self.files.last().map_or(0, String::len);
            }
            (Some(_), Some(_)) => &mut self.refused.differing,
            (None, _) => &mut self.refused.by_kifu,
            (Some(_), None) => &mut self.refused.by_sgf_parse,
        };
        *reason += 1;
        0
    }

    /// The number of bytes of all files.
    pub(crate) fn bytes(&self) -> usize {
        self.files.iter().map(String::len).sum()
    }

    /// What was done to the files before the race, if anything.
    pub(crate) fn note(&self) -> Option<String> {
        let Refused { by_kifu, by_sgf_parse, differing, re_encoded } = self.refused;
        if by_kifu + by_sgf_parse + differing + re_encoded == 0 {
            return None;
        }
        Some(format!(
            "{}: {} files taken; left out: {by_kifu} that kifu refuses, {by_sgf_parse} more that \
             sgf-parse refuses, {differing} where the nodes differ; {re_encoded} made UTF-8",
            self.name,
            self.files.len(),
        ))
    }
}
