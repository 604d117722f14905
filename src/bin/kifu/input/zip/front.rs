//! The members of a zip whose directory is lost: those that stand in front of the cut.

use std::io::Read;
use std::ops::ControlFlow;

use zip::read::read_zipfile_from_stream;

use super::super::kind::counts;
use super::super::limits::{Tally, Told};
use super::super::seek::ReadSeek;
use super::super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};
use super::check;
use super::local::{Local, Unsized};

/// Hands on the members in front of the fault.
pub(super) fn members(
    mut archive: &mut dyn ReadSeek,
    tally: &mut Tally,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    let mut at = 0;
    loop {
        let local = match Local::read(archive, at) {
            Ok(local) => local,
            Err(Unsized { member, error }) if counts(&member) => {
                return fault(sink, &member_name(name, &member), error);
            }
            // The rest of the fault is told by who knows the whole.
            Err(_) => return ControlFlow::Continue(()),
        };
        let mut stream = local.header.chain(&mut archive);
        let Ok(Some(mut member)) = read_zipfile_from_stream(&mut stream) else {
            return ControlFlow::Continue(());
        };
        let path = member_name(name, member.name());
        if let Err(error) = tally.add(member.size()) {
            return fault(sink, name, error);
        }
        if member.is_file() && counts(member.name()) {
            let (size, source, packing) = (member.size(), name.len(), Packing::Plain);
            let entry = Entry { name: path.clone(), file: None, source, depth, packing };
            let large = pieces::wanted_of(member.size(), sink, limits);
            match (check(&member, limits, large.is_some()), large) {
                (Err(error), _) => fault(sink, &path, error)?,
                (Ok(()), Some(options)) => {
                    let mut member = Told::new(&mut member, size);
                    pieces::record(entry, &mut member, limits, options, sink)?;
                }
                (Ok(()), None) => {
                    sink.record(entry, &mut |buffer| limits.read(&mut member, buffer).map(|_| ()))?;
                }
            }
        }
        // What is left of it is passed over.
        drop(member);
        at = match local.end.map_or_else(|| archive.stream_position(), Ok) {
            Ok(at) => at,
            Err(error) => return fault(sink, name, error),
        };
    }
}
