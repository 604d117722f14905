//! The files that the arguments mean: goes through paths and directories, and hands on what they
//! hold. Archives are left to `open`.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::kind::{Kind, counts};
use super::seek::spool;
use super::{Entry, Limits, OpenedFile, Packing, Sink, fault, open, pieces, zip};
use crate::progress;
use crate::streams;

/// How much of a file is read at first: all of it, for most.
const FIRST_READ: usize = 64 * 1024;

/// Goes through the paths and hands on what is found, in their order.
pub(crate) struct Finder<'s> {
    limits: Limits,
    sink: &'s mut dyn Sink,
    head: Vec<u8>,
}

impl<'s> Finder<'s> {
    pub(crate) fn new(limits: Limits, sink: &'s mut dyn Sink) -> Self {
        Self { limits, sink, head: vec![0; FIRST_READ] }
    }

    /// Directories are walked in the order of names, and while they are read, so a large one starts
    /// at once.
    pub(crate) fn paths(&mut self, paths: &[PathBuf]) -> ControlFlow<()> {
        paths.iter().try_for_each(|path| {
            if path.as_os_str() == "-" {
                match streams::check_stdin() {
                    Ok(()) => self.stream(&mut Metered(io::stdin().lock()), "-", None),
                    Err(error) => fault(self.sink, "-", error),
                }
            } else if path.is_dir() {
                self.directory(path)
            } else {
                self.file(path)
            }
        })
    }

    fn directory(&mut self, directory: &Path) -> ControlFlow<()> {
        for entry in WalkDir::new(directory).sort_by_file_name() {
            match entry {
                Ok(entry) if holds_records(&entry) => self.file(entry.path())?,
                Ok(entry) => progress::add_ignored(!entry.file_type().is_dir()),
                Err(error) => {
                    let path = error.path().unwrap_or(Path::new("")).to_string_lossy().into_owned();
                    let text = error.to_string();
                    // The text would name the path a second time.
                    let error = error.into_io_error().unwrap_or_else(|| io::Error::other(text));
                    fault(self.sink, &path, error)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn file(&mut self, path: &Path) -> ControlFlow<()> {
        let name = path.to_string_lossy();
        match File::open(path) {
            Ok(file) => {
                let opened = OpenedFile::new(path, &file);
                self.stream(&mut Metered(file), &name, Some(opened))
            }
            Err(error) => fault(self.sink, &name, error),
        }
    }

    /// What a file or stdin holds, by its first bytes.
    fn stream(
        &mut self,
        stream: &mut (impl Read + TrySeek),
        name: &str,
        file: Option<OpenedFile>,
    ) -> ControlFlow<()> {
        let first = match open::fill(stream, &mut self.head) {
            (filled, None) => &self.head[..filled],
            (_, Some(error)) => return fault(self.sink, name, error),
        };
        let limits = self.limits;
        let kind = match Kind::of(first) {
            Kind::Record if ends_as_zip(first, name, stream) => Kind::Zip,
            kind => kind,
        };
        match kind {
            Kind::Record => {
                let entry = Entry {
                    name: name.to_owned(),
                    file,
                    source: name.len(),
                    depth: 0,
                    packing: Packing::Plain,
                };
                let is_all = first.len() < FIRST_READ;
                // Not being in an archive, it may be as large as it is.
                let unlimited = Limits { member_bytes: u64::MAX };
                match pieces::wanted(self.sink, unlimited) {
                    Some(options) if !is_all => {
                        let mut stream = first.chain(stream);
                        pieces::record(entry, &mut stream, unlimited, options, self.sink)
                    }
                    _ => self.sink.record(entry, &mut |buffer| {
                        buffer.extend_from_slice(first);
                        if !is_all {
                            stream.read_to_end(buffer)?;
                        }
                        Ok(())
                    }),
                }
            }
            kind @ (Kind::Zip | Kind::SevenZip) => {
                if let Some(file) = stream.rewound() {
                    let end = progress::read() - first.len() as u64 + file.length();
                    open::sought(kind, file, name, 1, limits, self.sink)?;
                    progress::set_read(end);
                    return ControlFlow::Continue(());
                }
                match spool(&mut first.chain(stream)) {
                    Ok(spool) => open::sought(kind, spool, name, 1, limits, self.sink),
                    Err(error) => fault(self.sink, name, error),
                }
            }
            kind => open::streamed(kind, &mut first.chain(stream), name, 0, limits, self.sink),
        }
    }
}

/// Whether a file inside a directory counts.
///
/// Linked directories are not entered, they might lead in circles; linked files are read, and a
/// link that leads nowhere is told when it is opened.
pub(crate) fn holds_records(entry: &DirEntry) -> bool {
    counts(&entry.file_name().to_string_lossy())
        && !entry.file_type().is_dir()
        && !(entry.path_is_symlink() && entry.path().is_dir())
}

/// Whether a file that starts as no archive is a zip with something in front, like a program that
/// unpacks it. A zip is told by its end, so only what may be one is looked at.
fn ends_as_zip(first: &[u8], name: &str, stream: &mut impl TrySeek) -> bool {
    let extension = Path::new(name).extension();
    let may_be_one =
        first.starts_with(b"MZ") || extension.is_some_and(|it| it.eq_ignore_ascii_case("zip"));
    if !may_be_one {
        return false;
    }
    let Some(file) = stream.rewound() else { return false };
    let is_zip = zip::is_one(file);
    // If it is none, it is read on where it was.
    is_zip || file.seek(SeekFrom::Start(first.len() as u64)).is_err()
}

/// What may be a regular file, or a pipe.
trait TrySeek {
    /// The file from its start, if it can be sought.
    fn rewound(&mut self) -> Option<&mut Metered<File>>;
}

impl TrySeek for Metered<File> {
    fn rewound(&mut self) -> Option<&mut Self> {
        self.rewind().ok().map(|()| self)
    }
}

impl TrySeek for Metered<io::StdinLock<'_>> {
    fn rewound(&mut self) -> Option<&mut Metered<File>> {
        None
    }
}

/// Counts what is read for those who watch the run.
struct Metered<R>(R);

impl Metered<File> {
    /// The bytes of the file, or nothing if that is not known.
    fn length(&self) -> u64 {
        self.0.metadata().map_or(0, |file| file.len())
    }
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        progress::add_read(read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}
