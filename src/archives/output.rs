//! Where what is found in a file goes, and what bounds it: all that the modules of the kinds share.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::sync::Arc;
use core::ops::ControlFlow;
use std::io;
use std::path::Path;

use super::targets::Wanted;
use super::unpack::Packing;
use super::{Archives, Entry, EntryKind, Problem, Sink};

/// Where what is found in a file goes.
pub(super) struct Output<'o> {
    pub(super) options: &'o Archives,
    source: Arc<Path>,
    source_length: usize,
    /// What is wanted of the file, if that is not all.
    wanted: Option<Arc<Wanted>>,
    pub(super) sink: &'o mut dyn Sink,
}

impl<'o> Output<'o> {
    /// Of a file with this path, which is shown in so many bytes.
    pub(super) fn new(
        options: &'o Archives,
        source: Arc<Path>,
        source_length: usize,
        wanted: Option<Arc<Wanted>>,
        sink: &'o mut dyn Sink,
    ) -> Self {
        if let Some(wanted) = &wanted {
            wanted.reach();
        }
        Self { options, source, source_length, wanted, sink }
    }

    /// Whether a member of an archive is wanted, by the name of the archive and its own.
    pub(super) fn wants(&self, archive: &str, member: &str) -> bool {
        let Some(wanted) = &self.wanted else { return true };
        match archive.get(self.source_length + 1..) {
            None => wanted.wants(member),
            Some(archive) => wanted.wants(&member_name(archive, member)),
        }
    }

    /// Ends the search once that is asked for.
    pub(super) fn check(&self) -> ControlFlow<()> {
        if self.options.is_ended() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Reports that something could not be read. After a request to end that is no fault of it.
    pub(super) fn problem(&mut self, name: &str, error: impl Into<io::Error>) -> ControlFlow<()> {
        self.check()?;
        if let Some(wanted) = self.wanted.as_ref().filter(|_| name.len() == self.source_length) {
            wanted.lose();
        }
        self.sink.problem(Problem {
            source: Arc::clone(&self.source),
            name: name.to_owned(),
            source_length: self.source_length,
            error: error.into(),
        })
    }

    /// A record of this name, in so many archives.
    pub(super) fn entry(&self, name: String, depth: u32) -> Entry {
        Entry {
            source: Arc::clone(&self.source),
            name,
            source_length: self.source_length,
            depth,
            kind: if depth == 0 { EntryKind::Compressed } else { EntryKind::Member },
            offset: None,
            packing: Packing::Plain,
            metadata: None,
            wanted: self.wanted.clone(),
        }
    }

    /// Whether a record is wanted as a stream, whatever its size. Where nothing that large may be in
    /// memory, it is not.
    pub(super) fn wants_stream(&self) -> bool {
        self.sink.stream_from().is_some_and(|least| self.options.member_bytes >= least)
    }

    /// As [`wants_stream`](Self::wants_stream), of a record of so many bytes.
    pub(super) fn wants_stream_of(&self, size: u64) -> bool {
        self.wants_stream() && self.sink.stream_from().is_some_and(|least| size > least)
    }
}

/// The name of a member of an archive after that of the archive. It is never used as a path.
pub(super) fn member_name(archive: &str, member: &str) -> String {
    let mut name = String::with_capacity(archive.len() + 1 + member.len());
    name.push_str(archive);
    name.push('!');
    name.push_str(member);
    name
}
