//! The members of a zip by the headers before them, where the directory does not lead: it is lost or
//! damaged, or another zip follows.

use core::ops::ControlFlow;
use std::io;

use super::super::kind::counts;
use super::super::output::member_name;
use super::super::seek::ReadSeek;
use super::local::{Local, Unsized};
use super::member::{u16_at, u32_at, u64_at};
use super::{Members, directory, end, local};

impl Members<'_, '_> {
    /// Hands on the members from a place on, one after another, and says whether they reach the end of
    /// the archive. That they do not is reported by the caller, who knows the whole.
    pub(super) fn headers(
        &mut self,
        archive: &mut dyn ReadSeek,
        mut at: u64,
        length: u64,
    ) -> ControlFlow<(), bool> {
        while at < length {
            self.output.check()?;
            if let Ok(Some(after)) = pass_over(archive, at) {
                at = after;
                continue;
            }
            match Local::read(archive, at, self.output.options) {
                Ok(Some(Local { member, data, end })) => {
                    if !counts(&member.name) {
                        self.pass_over(&member, false);
                    } else if !self.hand_on(archive, &member, data)? {
                        return ControlFlow::Continue(false);
                    }
                    at = end;
                }
                Ok(None) => return ControlFlow::Continue(false),
                Err(Unsized { member, error }) => {
                    let name = member_name(self.name, &member);
                    self.output.problem(&name, error)?;
                    return ControlFlow::Continue(false);
                }
            }
        }
        ControlFlow::Continue(at == length)
    }
}

/// What follows an entry of a directory or an end record, if one of them stands at a place.
fn pass_over(archive: &mut dyn ReadSeek, at: u64) -> io::Result<Option<u64>> {
    let head = end::read(archive, at, directory::ENTRY)?;
    let length = |at: usize| head.get(at..at + 2).map_or(0, |it| u64::from(u16_at(it, 0)));
    let length = match head.get(..4) {
        None | Some(local::SIGNATURE) => return Ok(None),
        Some(directory::SIGNATURE) => {
            directory::ENTRY as u64 + length(28) + length(30) + length(32)
        }
        Some(end::SIGNATURE) => end::RECORD as u64 + length(20),
        Some(end::LOCATOR_SIGNATURE) => end::LOCATOR as u64,
        Some(end::SIGNATURE_64) if head.len() >= 12 => u64_at(&head, 4).saturating_add(12),
        // A signature of the directory, and data about all of the archive.
        Some(b"PK\x05\x05") => 6 + length(4),
        Some(b"PK\x06\x08") if head.len() >= 8 => 8 + u64::from(u32_at(&head, 4)),
        Some(_) => return Ok(None),
    };
    Ok(Some(at.saturating_add(length)))
}
