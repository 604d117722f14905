//! The files that the arguments mean: goes through paths and directories, and hands on what they
//! hold. Archives are left to `open`.

use std::fs::{File, FileType};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::kind::{Kind, counts};
use super::parts::{Parts, first_of};
use super::seek::{ReadSeek, spool};
use super::{Entry, Limits, OpenedFile, Packing, Sink, check_interrupt, fault, open, pieces, zip};
use crate::streams;
use crate::{interrupt, progress};

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
            } else if first_of(path)
                .is_some_and(|(first, _)| first != *path && paths.contains(&first))
            {
                // It is a part of an archive that is read by its first part.
                ControlFlow::Continue(())
            } else {
                self.file(path)
            }
        })
    }

    fn directory(&mut self, directory: &Path) -> ControlFlow<()> {
        for entry in WalkDir::new(directory).sort_by_file_name() {
            check_interrupt()?;
            match entry {
                Ok(entry) if holds_records(&entry) => match special(&entry) {
                    Some(kind) => {
                        let error = format!("is {kind}, skipped; name it to read it");
                        let path = entry.path().to_string_lossy();
                        fault(self.sink, &path, io::Error::other(error))?;
                    }
                    None => self.file(entry.path())?,
                },
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
            Ok(file) if first_of(path).is_some() => self.parts(path, file),
            Ok(file) => {
                let opened = OpenedFile::new(path, &file);
                self.stream(&mut Metered(file), &name, Some(opened))
            }
            Err(error) => fault(self.sink, &name, error),
        }
    }

    /// What the parts of an archive hold, which stand beside one another. It is read by the first one.
    fn parts(&mut self, path: &Path, file: File) -> ControlFlow<()> {
        let name = path.to_string_lossy();
        let Some((first, number)) = first_of(path).filter(|(_, number)| *number > 1) else {
            return match Parts::open(path, file) {
                Ok((parts, next)) => open::parted(parts, &next, &name, self.limits, self.sink),
                Err(error) => fault(self.sink, &name, error),
            };
        };
        let error = match first.exists() {
            true => format!("part {number} of an archive, which is read by {}", first.display()),
            false => format!("part {number} of an archive, {} is missing", first.display()),
        };
        fault(self.sink, &name, io::Error::other(error))
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
        let kind = match Kind::named(first, name) {
            Kind::Record | Kind::Unknown if ends_as_zip(first, name, stream) => Kind::Zip,
            kind => kind,
        };
        let is_possible = first.len() == FIRST_READ && zip::is_possible(first, name);
        match kind {
            Kind::Record if is_possible && !stream.is_file() => {
                match spool(&mut first.chain(stream)) {
                    Ok(spool) => spooled(spool, first, name, limits, self.sink),
                    Err(error) => fault(self.sink, name, error),
                }
            }
            Kind::Unknown => open::unknown(name, self.sink),
            Kind::Record => record(first, stream, name, file, limits, self.sink),
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

/// Hands on a record that starts with these bytes; a file that is small is all there.
fn record(
    first: &[u8],
    stream: &mut dyn Read,
    name: &str,
    file: Option<OpenedFile>,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let entry = Entry {
        name: name.to_owned(),
        file,
        source: name.len(),
        depth: 0,
        packing: Packing::Plain,
    };
    if first.len() < FIRST_READ {
        return sink.record(entry, &mut |buffer| {
            limits.check_kept(first.len() as u64, 0)?;
            buffer.extend_from_slice(first);
            Ok(())
        });
    }
    let mut stream = first.chain(stream);
    // In pieces it may be as large as it is: each of them is small enough.
    match pieces::wanted(sink, limits) {
        Some(options) => pieces::record(entry, &mut stream, limits, options, sink),
        None => sink.record(entry, &mut |buffer| limits.read(&mut stream, buffer).map(|_| ())),
    }
}

/// Hands on what a pipe held that may be a zip with something before it, of which these are the first
/// bytes.
fn spooled(
    mut spool: impl ReadSeek,
    first: &[u8],
    name: &str,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let is_zip = spool
        .seek(SeekFrom::End(0))
        .is_ok_and(|length| zip::is_one(&mut spool, length, zip::is_likely(first, name)));
    if is_zip {
        return open::sought(Kind::Zip, spool, name, 1, limits, sink);
    }
    match spool.seek(SeekFrom::Start(first.len() as u64)) {
        Ok(_) => record(first, &mut spool, name, None, limits, sink),
        Err(error) => fault(sink, name, error),
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

/// What a file inside a directory is if it is none whose bytes end: it is not opened. A link counts
/// as what it leads to, and one that leads nowhere is reported when it is opened.
fn special(entry: &DirEntry) -> Option<&'static str> {
    let mut kind = entry.file_type();
    if kind.is_symlink() {
        kind = entry.path().metadata().ok()?.file_type();
    }
    let is_other = !kind.is_file() && !kind.is_dir();
    is_other.then(|| name_of(kind))
}

#[cfg(unix)]
fn name_of(kind: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match () {
        () if kind.is_fifo() => "a named pipe",
        () if kind.is_socket() => "a socket",
        () if kind.is_char_device() || kind.is_block_device() => "a device",
        () => "no regular file",
    }
}

#[cfg(not(unix))]
fn name_of(_: FileType) -> &'static str {
    "no regular file"
}

/// Whether a file that starts as no archive is a zip with something before it, like a program that
/// unpacks it. A zip is known by its end, so of a pipe only what is all there can be one.
fn ends_as_zip(first: &[u8], name: &str, stream: &mut impl TrySeek) -> bool {
    if first.len() < FIRST_READ {
        return zip::are_one(first, name);
    }
    let Some(file) = stream.rewound() else { return false };
    let (length, read) = (file.length(), progress::read());
    let is_zip = zip::is_one(file, length, zip::is_likely(first, name));
    // What was looked at for this will be read, and counted, in its turn.
    progress::set_read(read);
    // If it is none, it is read on where it was.
    is_zip || file.seek(SeekFrom::Start(first.len() as u64)).is_err()
}

/// What may be a regular file, or a pipe.
trait TrySeek {
    /// Whether it can be sought.
    fn is_file(&mut self) -> bool;

    /// The file from its start, if it can be sought.
    fn rewound(&mut self) -> Option<&mut Metered<File>>;
}

impl TrySeek for Metered<File> {
    fn is_file(&mut self) -> bool {
        self.stream_position().is_ok()
    }

    fn rewound(&mut self) -> Option<&mut Self> {
        self.rewind().ok().map(|()| self)
    }
}

impl TrySeek for Metered<io::StdinLock<'_>> {
    fn is_file(&mut self) -> bool {
        false
    }

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
        interrupt::check()?;
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
