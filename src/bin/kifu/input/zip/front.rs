//! The members of a zip that the directory does not lead to, by the headers in front of them: those
//! before the cut, if the directory is lost.

use std::io::{self, Read};
use std::ops::ControlFlow;

use zip::read::read_zipfile_from_stream;

use super::super::kind::counts;
use super::super::limits::Told;
use super::super::seek::ReadSeek;
use super::super::{Entry, Packing, fault, member_name, pieces};
use super::local::{Local, Unsized};
use super::{Members, check};

/// What was found at a place.
enum Found {
    /// A member, behind which the next one may stand.
    Member { end: u64 },
    /// None, or none that can be read.
    Nothing,
    /// Something that ends the archive, which was told.
    Fault,
}

impl Members<'_> {
    /// Hands on the members in front of a fault. That it is one is told by who knows the whole.
    pub(super) fn all_in_front(&mut self, archive: &mut dyn ReadSeek) -> ControlFlow<()> {
        let mut at = 0;
        while let Found::Member { end } = self.member(archive, at)? {
            at = end;
        }
        ControlFlow::Continue(())
    }

    /// Hands on the members that stand at these places.
    pub(super) fn places(&mut self, archive: &mut dyn ReadSeek, places: &[u64]) -> ControlFlow<()> {
        for &at in places {
            match self.member(archive, at)? {
                Found::Member { .. } => {}
                Found::Nothing => {
                    let error = "a member with the name of another cannot be read, skipped";
                    fault(self.sink, self.name, io::Error::other(error))?;
                }
                Found::Fault => break,
            }
        }
        ControlFlow::Continue(())
    }

    /// Hands on the member that stands at a place, if it counts.
    fn member(&mut self, mut archive: &mut dyn ReadSeek, at: u64) -> ControlFlow<(), Found> {
        let local = match Local::read(archive, at) {
            Ok(local) => local,
            Err(Unsized { member, error }) if counts(&member) => {
                return self.fault(&member_name(self.name, &member), error);
            }
            Err(_) => return ControlFlow::Continue(Found::Nothing),
        };
        let mut stream = local.header.chain(&mut archive);
        let Ok(Some(mut member)) = read_zipfile_from_stream(&mut stream) else {
            return ControlFlow::Continue(Found::Nothing);
        };
        if let Err(error) = self.tally.add(member.size()) {
            return self.fault(self.name, error);
        }
        if member.is_file() && counts(member.name()) {
            let path = member_name(self.name, member.name());
            let (size, source, packing) = (member.size(), self.name.len(), Packing::Plain);
            let limits = self.limits;
            let entry = Entry { name: path, file: None, source, depth: self.depth, packing };
            let large = pieces::wanted_of(size, self.sink, limits);
            match (check(&member, limits, large.is_some()), large) {
                (Err(error), _) => fault(self.sink, &entry.name, error)?,
                (Ok(()), Some(options)) => {
                    let mut member = Told::new(&mut member, size);
                    pieces::record(entry, &mut member, limits, options, self.sink)?;
                }
                (Ok(()), None) => {
                    self.sink.record(entry, &mut |buffer| {
                        limits.read(&mut member, buffer).map(|_| ())
                    })?;
                }
            }
        }
        // What is left of it is passed over.
        drop(member);
        match local.end.map_or_else(|| archive.stream_position(), Ok) {
            Ok(end) => ControlFlow::Continue(Found::Member { end }),
            Err(error) => self.fault(self.name, error),
        }
    }

    fn fault(&mut self, path: &str, error: impl Into<io::Error>) -> ControlFlow<(), Found> {
        fault(self.sink, path, error)?;
        ControlFlow::Continue(Found::Fault)
    }
}
