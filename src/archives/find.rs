//! The files that the paths mean: goes through paths and folders, and hands on what they hold.
//! Archives are left to `open`.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString as _;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::ControlFlow;
use std::fs::{File, FileType, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::kind::{Kind, counts};
use super::output::Output;
use super::parts::{Parts, first_of};
use super::seek::{ReadSeek, spool};
use super::targets::{Target, Wanted};
use super::{Archives, Entry, EntryKind, ProblemKind, Sink, open, zip};

/// How much of a file is read at first: all of it, for most.
const FIRST_READ: usize = 64 * 1024;

/// Goes through the paths and hands on what is found, in their order.
pub(super) struct Finder<'s> {
    options: &'s Archives,
    sink: &'s mut dyn Sink,
    head: Vec<u8>,
    /// How many bytes of files and stdin were read.
    read: Cell<u64>,
    /// What is wanted of the file that is read, if that is not all.
    wanted: Option<Arc<Wanted>>,
}

impl<'s> Finder<'s> {
    pub(super) fn new(options: &'s Archives, sink: &'s mut dyn Sink) -> Self {
        let head = vec![0; FIRST_READ];
        Self { options, sink, head, read: Cell::new(0), wanted: None }
    }

    /// Folders are walked in the order of names, and while they are read, so a large one starts at
    /// once.
    pub(super) fn targets(&mut self, targets: &[Target]) -> ControlFlow<()> {
        targets.iter().try_for_each(|Target { path, wanted }| {
            self.wanted.clone_from(wanted);
            let is_given = |first: PathBuf| targets.iter().any(|target| target.path == first);
            if path.as_os_str() == "-" {
                self.stdin(path)
            } else if path.is_dir() {
                self.folder(path)
            } else if first_of(path).is_some_and(|(first, _)| first != *path && is_given(first)) {
                // It is a part of an archive that is read by its first part.
                ControlFlow::Continue(())
            } else {
                self.file(path)
            }
        })
    }

    fn stdin(&mut self, path: &Path) -> ControlFlow<()> {
        let options = self.options;
        let wanted = self.wanted.clone();
        let mut output = Output::new(options, path.into(), 1, wanted, &mut *self.sink);
        if let Err(error) = options.the_host().check_stdin() {
            return output.problem("-", error);
        }
        let meter = Meter { options, read: &self.read };
        let mut stdin = Metered(io::stdin().lock(), meter);
        stream(&mut stdin, &mut self.head, "-", None, meter, &mut output)
    }

    fn folder(&mut self, folder: &Path) -> ControlFlow<()> {
        for entry in WalkDir::new(folder).sort_by_file_name() {
            if self.options.is_ended() {
                return ControlFlow::Break(());
            }
            match entry {
                Ok(entry) if holds_records(&entry) => match special(&entry) {
                    Some(kind) => {
                        let error = format!("is {kind}, skipped; name it to read it");
                        self.problem(entry.path(), ProblemKind::Special.error(error))?;
                    }
                    None => self.file(entry.path())?,
                },
                Ok(entry) => {
                    if !entry.file_type().is_dir() {
                        self.sink.ignored();
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(Path::new("")).to_path_buf();
                    let text = error.to_string();
                    // The text would name the path a second time.
                    let error = error.into_io_error();
                    let error = error.unwrap_or_else(|| ProblemKind::Io.error(text));
                    self.problem(&path, error)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports that a path could not be read.
    fn problem(&mut self, path: &Path, error: io::Error) -> ControlFlow<()> {
        let name = path.to_string_lossy();
        let wanted = self.wanted.clone();
        let mut output =
            Output::new(self.options, path.into(), name.len(), wanted, &mut *self.sink);
        output.problem(&name, error)
    }

    fn file(&mut self, path: &Path) -> ControlFlow<()> {
        match File::open(path) {
            Ok(file) if first_of(path).is_some() => self.parts(path, file),
            Ok(file) => {
                let name = path.to_string_lossy();
                let (options, wanted) = (self.options, self.wanted.clone());
                let length = name.len();
                let mut output = Output::new(options, path.into(), length, wanted, &mut *self.sink);
                let metadata = file.metadata().ok().map(Box::new);
                let meter = Meter { options, read: &self.read };
                let mut file = Metered(file, meter);
                stream(&mut file, &mut self.head, &name, metadata, meter, &mut output)
            }
            Err(error) => self.problem(path, error),
        }
    }

    /// What the parts of an archive hold, which stand beside one another. It is read by the first one.
    fn parts(&mut self, path: &Path, file: File) -> ControlFlow<()> {
        let Some((first, number)) = first_of(path).filter(|(_, number)| *number > 1) else {
            let name = path.to_string_lossy();
            return match Parts::open(path, file) {
                Ok((parts, next)) => {
                    let (length, wanted) = (name.len(), self.wanted.clone());
                    let mut output =
                        Output::new(self.options, path.into(), length, wanted, &mut *self.sink);
                    open::parted(parts, &next, &name, &mut output)
                }
                Err(error) => self.problem(path, error),
            };
        };
        let error = match first.exists() {
            true => format!("part {number} of an archive, which is read by {}", first.display()),
            false => format!("part {number} of an archive, {} is missing", first.display()),
        };
        self.problem(path, ProblemKind::Part.error(error))
    }
}

/// What a file or stdin holds, by its first bytes.
fn stream<'m>(
    stream: &mut (impl Read + TrySeek<'m>),
    head: &mut [u8],
    name: &str,
    metadata: Option<Box<Metadata>>,
    meter: Meter<'_>,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let first = match open::fill(stream, head) {
        (filled, None) => &head[..filled],
        (_, Some(error)) => return output.problem(name, error),
    };
    let kind = match Kind::named(first, name) {
        Kind::Record | Kind::Unknown if ends_as_zip(first, name, stream, meter) => Kind::Zip,
        kind => kind,
    };
    let is_possible = first.len() == FIRST_READ && zip::is_possible(first, name);
    match kind {
        Kind::Record if is_possible && !stream.is_file() => {
            match spool(&mut first.chain(stream), output.options) {
                Ok(spool) => spooled(spool, first, name, output),
                Err(error) => output.problem(name, error),
            }
        }
        Kind::Unknown => open::unknown(name, output),
        Kind::Record => record(first, stream, name, metadata, output),
        kind @ (Kind::Zip | Kind::SevenZip) => {
            if let Some(file) = stream.rewound() {
                let end = meter.read.get() - first.len() as u64 + file.length();
                open::sought(kind, file, name, 1, output)?;
                meter.set(end);
                return ControlFlow::Continue(());
            }
            match spool(&mut first.chain(stream), output.options) {
                Ok(spool) => open::sought(kind, spool, name, 1, output),
                Err(error) => output.problem(name, error),
            }
        }
        kind => open::streamed(kind, &mut first.chain(stream), name, 0, output),
    }
}

/// Hands on a record that starts with these bytes; a file that is small is all there.
fn record(
    first: &[u8],
    stream: &mut dyn Read,
    name: &str,
    metadata: Option<Box<Metadata>>,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let kind = if name == "-" { EntryKind::Stdin } else { EntryKind::File };
    let entry = Entry { kind, offset: Some(0), metadata, ..output.entry(name.into(), 0) };
    let options = output.options;
    if first.len() < FIRST_READ {
        return output.sink.record(entry, &mut |buffer| {
            options.check_size(first.len() as u64)?;
            buffer.extend_from_slice(first);
            Ok(())
        });
    }
    let mut stream = first.chain(stream);
    // As a stream it may be as large as it is, and no more of it need be in memory than the sink takes.
    if output.sink.stream_from().is_some() {
        return output.sink.stream(entry, &mut stream);
    }
    // Held until the sink is done with the record.
    let mut held = Vec::new();
    output
        .sink
        .record(entry, &mut |buffer| options.read(&mut stream, buffer, &mut held).map(|_| ()))
}

/// Hands on what a pipe held that may be a zip with something before it, of which these are the first
/// bytes.
fn spooled(
    mut spool: impl ReadSeek,
    first: &[u8],
    name: &str,
    output: &mut Output<'_>,
) -> ControlFlow<()> {
    let is_zip = spool
        .seek(SeekFrom::End(0))
        .is_ok_and(|length| zip::is_one(&mut spool, length, zip::is_likely(first, name)));
    if is_zip {
        return open::sought(Kind::Zip, spool, name, 1, output);
    }
    match spool.seek(SeekFrom::Start(first.len() as u64)) {
        Ok(_) => record(first, &mut spool, name, None, output),
        Err(error) => output.problem(name, error),
    }
}

/// Whether a file inside a folder counts.
///
/// Linked directories are not entered, they might lead in circles; linked files are read, and a
/// link that leads nowhere is reported when it is opened.
fn holds_records(entry: &DirEntry) -> bool {
    counts(&entry.file_name().to_string_lossy())
        && !entry.file_type().is_dir()
        && !(entry.path_is_symlink() && entry.path().is_dir())
}

/// What a file inside a folder is if it is none whose bytes end: it is not opened. A link counts
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
fn ends_as_zip<'m>(
    first: &[u8],
    name: &str,
    stream: &mut impl TrySeek<'m>,
    meter: Meter<'_>,
) -> bool {
    if first.len() < FIRST_READ {
        return zip::are_one(first, name);
    }
    let Some(file) = stream.rewound() else { return false };
    let (length, read) = (file.length(), meter.read.get());
    let is_zip = zip::is_one(file, length, zip::is_likely(first, name));
    // What was looked at for this will be read, and counted, in its turn.
    meter.set(read);
    // If it is none, it is read on where it was.
    is_zip || file.seek(SeekFrom::Start(first.len() as u64)).is_err()
}

/// What may be a regular file, or a pipe.
trait TrySeek<'m> {
    /// Whether it can be sought.
    fn is_file(&mut self) -> bool;

    /// The file from its start, if it can be sought.
    fn rewound(&mut self) -> Option<&mut Metered<'m, File>>;
}

impl<'m> TrySeek<'m> for Metered<'m, File> {
    fn is_file(&mut self) -> bool {
        self.stream_position().is_ok()
    }

    fn rewound(&mut self) -> Option<&mut Self> {
        self.rewind().ok().map(|()| self)
    }
}

impl<'m> TrySeek<'m> for Metered<'m, io::StdinLock<'_>> {
    fn is_file(&mut self) -> bool {
        false
    }

    fn rewound(&mut self) -> Option<&mut Metered<'m, File>> {
        None
    }
}

/// Counts what is read, and hands the count to the host.
#[derive(Clone, Copy)]
struct Meter<'m> {
    options: &'m Archives,
    read: &'m Cell<u64>,
}

impl Meter<'_> {
    /// So many bytes were read, whatever was counted: some are read twice, others not.
    fn set(self, read: u64) {
        self.read.set(read);
        self.options.the_host().read_to(read);
    }
}

/// A reader whose bytes are counted, and that ends once the search is to end.
struct Metered<'m, R>(R, Meter<'m>);

impl Metered<'_, File> {
    /// The bytes of the file, or nothing if that is not known.
    fn length(&self) -> u64 {
        self.0.metadata().map_or(0, |file| file.len())
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self(stream, meter) = self;
        meter.options.check_ended()?;
        let read = stream.read(buffer)?;
        meter.set(meter.read.get() + read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}
