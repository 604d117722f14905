//! The bounds of a search, and the ways to start it.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use std::io;
use std::path::PathBuf;

use super::find::Finder;
use super::host::NoHost;
use super::kind::Kind;
use super::output::Output;
use super::records::{Record, Taker};
use super::targets::Target;
use super::{Entry, Host, Problem, Records, Reserved, Sink, Targets, open};

/// The bounds unless others are set.
const MEMBER_BYTES: u64 = 256 * 1024 * 1024;
const MEMORY: u64 = 512 * 1024 * 1024;
const DEPTH: u32 = 2;

/// What records are looked for with: bounds, and who may end it. Cheap to clone.
///
/// ```
/// use kifu::archives::Archives;
///
/// let archives = Archives::new().member_bytes(1 << 20).memory(64 << 20).depth(1);
/// let records = archives.records(["tests/archives/folders.7z"]);
/// assert_eq!(records.filter_map(Result::ok).count(), 5);
/// ```
#[derive(Clone)]
pub struct Archives {
    pub(super) member_bytes: u64,
    memory: u64,
    pub(super) depth: u32,
    host: Arc<dyn Host>,
}

impl Archives {
    /// The usual bounds: 256 MiB for a record, 512 MiB for a directory or a dictionary, and an archive in
    /// an archive.
    #[must_use]
    pub fn new() -> Self {
        Self { member_bytes: MEMBER_BYTES, memory: MEMORY, depth: DEPTH, host: Arc::new(NoHost) }
    }

    /// How many bytes a record may have; a larger one is a problem, unless the [`Sink`] takes streams. A
    /// file of less than 64 KiB, which is read at once, is a record in any case. An archive that expands to more than this and to more than 250 times its size is given up.
    #[must_use]
    pub fn member_bytes(self, bytes: u64) -> Self {
        Self { member_bytes: bytes, ..self }
    }

    /// How many bytes of memory the directory of a 7z or the dictionary of a compressed stream may take.
    /// No dictionary may have more than 256 MiB.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: bytes, ..self }
    }

    /// How many archives a record may be in, one in the other. A tar that is compressed is one archive.
    #[must_use]
    pub fn depth(self, archives: u32) -> Self {
        Self { depth: archives, ..self }
    }

    /// Who may end a search, and has an account of memory.
    #[must_use]
    pub fn host<H: Host + 'static>(self, host: Arc<H>) -> Self {
        Self { host, ..self }
    }

    /// The records that the paths lead to, in their order, and the problems among them.
    ///
    /// A thread of its own reads ahead, about 128 KiB or one record; it ends with the iterator.
    ///
    /// ```
    /// use kifu::archives::Archives;
    ///
    /// for found in Archives::new().records(["tests/records"]) {
    ///     let record = found?;
    ///     assert!(record.bytes().contains(&b';'), "{}", record.entry().name());
    /// }
    /// # Ok::<(), kifu::archives::Problem>(())
    /// ```
    pub fn records<P: Into<PathBuf>>(&self, paths: impl IntoIterator<Item = P>) -> Records {
        Records::new(self, paths.into_iter().map(Into::into).collect())
    }

    /// As [`records`](Self::records), to a closure, on this thread.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use kifu::archives::Archives;
    ///
    /// let mut first = None;
    /// Archives::new().each(&["tests/archives/folders.7z".into()], |found| {
    ///     first = found.ok();
    ///     ControlFlow::Break(())
    /// });
    /// assert!(first.unwrap().bytes().starts_with(b"(;"));
    /// ```
    pub fn each(
        &self,
        paths: &[PathBuf],
        take: impl FnMut(Result<Record, Problem>) -> ControlFlow<()>,
    ) {
        // Who breaks off knows why.
        let _ = self.search(paths, &mut Taker::new(self, take));
    }

    /// Hands on what the paths lead to, in their order. Breaks if the sink or the host ended it.
    pub fn search(&self, paths: &[PathBuf], sink: &mut dyn Sink) -> ControlFlow<()> {
        Finder::new(self, sink).targets(&Target::all(paths))
    }

    /// As [`search`](Self::search), of targets.
    pub fn search_targets(&self, targets: &Targets, sink: &mut dyn Sink) -> ControlFlow<()> {
        Finder::new(self, sink).targets(targets.as_slice())
    }

    /// As [`each`](Self::each), of targets. Which games of a record are wanted,
    /// [`Entry::games`](super::Entry::games) says.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use kifu::archives::{Archives, Targets};
    ///
    /// let targets = Targets::of_names(["tests/archives/folders.7z!a/1.sgf"]);
    /// let mut records = 0;
    /// Archives::new().each_target(&targets, |found| {
    ///     records += usize::from(found.is_ok());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(records, 1);
    /// ```
    pub fn each_target(
        &self,
        targets: &Targets,
        take: impl FnMut(Result<Record, Problem>) -> ControlFlow<()>,
    ) {
        // Who breaks off knows why.
        let _ = self.search_targets(targets, &mut Taker::new(self, take));
    }

    /// Hands on what is in a record that was found in an archive, if it is an archive itself: by its
    /// bytes, all of which are given. `None` if it is none.
    pub fn open(
        &self,
        entry: &Entry,
        bytes: &[u8],
        sink: &mut dyn Sink,
    ) -> Option<ControlFlow<()>> {
        let kind = open::kind(bytes, &entry.name);
        if kind == Kind::Record || entry.depth == 0 {
            return None;
        }
        let source = Arc::clone(&entry.source);
        let wanted = entry.wanted.clone();
        let mut output = Output::new(self, source, entry.source_length, wanted, sink);
        Some(open::members(kind, bytes, &entry.name, entry.depth, &mut output))
    }

    /// Whether the search is to end.
    pub(super) fn is_ended(&self) -> bool {
        self.host.is_ended()
    }

    /// An error once the search is to end: for who may read for long without handing anything on.
    pub(super) fn check_ended(&self) -> io::Result<()> {
        // Not of the kind `Interrupted`, which means that reading is to be tried again.
        if self.is_ended() { Err(io::Error::other("interrupted")) } else { Ok(()) }
    }

    /// Memory for a directory or a dictionary.
    pub(super) fn reserve(&self, bytes: u64) -> io::Result<Reserved> {
        if bytes > self.memory {
            return Err(super::limits::too_much_memory(bytes, self.memory));
        }
        self.host.reserve(bytes)
    }

    /// Memory for the bytes of a record.
    pub(super) fn reserve_record(&self, bytes: u64) -> io::Result<Reserved> {
        self.host.reserve_record(bytes)
    }

    pub(super) fn the_host(&self) -> &dyn Host {
        &*self.host
    }
}

impl Default for Archives {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Archives {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { member_bytes, memory, depth, host: _ } = self;
        formatter
            .debug_struct("Archives")
            .field("member_bytes", member_bytes)
            .field("memory", memory)
            .field("depth", depth)
            .finish_non_exhaustive()
    }
}

/// Room for what is handed on, as long as it is.
pub(super) type Held = Vec<Reserved>;
