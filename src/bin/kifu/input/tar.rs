//! The members of a tar, as they come.

use std::io::{self, Read};
use std::ops::ControlFlow;

use tar::{Archive, Entry as Member, EntryType};

use super::kind::counts;
use super::limits::{Tally, Told};
use super::{Entry, Limits, Packing, Sink, fault, member_name, pieces};

/// Hands on the members; at the first fault of the tar itself it ends.
pub(super) fn members(
    mut stream: &mut dyn Read,
    name: &str,
    depth: u32,
    limits: Limits,
    sink: &mut dyn Sink,
) -> ControlFlow<()> {
    sink.archive();
    let mut archive = Archive::new(&mut stream);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => return fault(sink, name, error),
    };
    // How far it expands is bounded below, where it is decompressed.
    let mut tally = Tally::new(limits, u64::MAX);
    for member in entries {
        let mut member = match member.and_then(|member| tally.add(0).map(|()| member)) {
            Ok(member) => member,
            Err(error) => return fault(sink, name, error),
        };
        let path = String::from_utf8_lossy(&member.path_bytes()).into_owned();
        if !is_file(&member) || !counts(&path) {
            continue;
        }
        let path = member_name(name, &path);
        let size = member.size();
        let entry =
            Entry { name: path, file: None, source: name.len(), depth, packing: Packing::Plain };
        if let Some(options) = pieces::wanted_of(size, sink, limits) {
            let mut member = Told::new(member, size);
            pieces::record(entry, &mut member, limits, options, sink)?;
            if member.is_broken() {
                return ControlFlow::Continue(());
            }
            continue;
        }
        if let Err(error) = limits.check_member(size) {
            fault(sink, &entry.name, error)?;
            continue;
        }
        let mut is_whole = false;
        sink.record(entry, &mut |buffer| {
            is_whole = limits.read(&mut member, buffer)? == member.size();
            let error = || io::Error::from(io::ErrorKind::UnexpectedEof);
            if is_whole { Ok(()) } else { Err(error()) }
        })?;
        if !is_whole {
            // The end of the tar, or bytes that cannot be expanded: nothing can follow.
            return ControlFlow::Continue(());
        }
    }
    // The checksums of a compressed tar stand behind it.
    match io::copy(&mut stream, &mut io::sink()) {
        Ok(_) => ControlFlow::Continue(()),
        Err(error) => fault(sink, name, error),
    }
}

fn is_file<R: Read>(member: &Member<'_, R>) -> bool {
    use EntryType::{Continuous, GNUSparse, Regular};
    matches!(member.header().entry_type(), Regular | Continuous | GNUSparse)
}
