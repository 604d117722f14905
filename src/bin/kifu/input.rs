//! The inputs: what is found on the way through paths and archives, and who takes it. Finding is
//! left to `find`, archives to `open` and the modules of their kinds. What the bytes say is left to
//! others.

mod ahead;
mod decode;
mod find;
mod kind;
mod limits;
mod open;
mod opened;
mod pieces;
mod seek;
mod sevenz;
mod tar;
mod unpack;
mod zip;

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

use kifu::ParseOptions;

pub(crate) use ahead::lengths;
pub(crate) use find::{Finder, holds_records};
pub(crate) use kind::{Kind, counts};
pub(crate) use limits::Limits;
pub(crate) use open::members;
pub(crate) use opened::OpenedFile;
pub(crate) use pieces::{Piece, Place, Whole};
pub(crate) use unpack::{Packing, Unpacker};

/// What is known of a record before it is read.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The path as it is shown: parts that are not UTF-8 show as U+FFFD, and a member of an archive
    /// stands behind the archive and a `!`.
    pub(crate) name: String,
    /// Where it can be written back: it is a file, as it stands.
    pub(crate) file: Option<OpenedFile>,
    /// How much of the name is that of the file: the rest of a member's is a `!` and the member.
    pub(crate) source: usize,
    /// In how many archives it is.
    pub(crate) depth: u32,
    /// What its bytes have to be put through.
    pub(crate) packing: Packing,
}

/// An input that could not be opened or read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) path: String,
    pub(crate) error: io::Error,
}

/// Takes what is found, in the order of the inputs. It may break off the search.
pub(crate) trait Sink {
    /// A record, or what turns out to be an archive by its bytes. `read` appends them to a buffer;
    /// its error is told in the place of the record.
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()>;

    /// How to read large records to cut them; `None` if they are wanted whole.
    fn pieces(&self) -> Option<ParseOptions>;

    /// The next piece of a record that is too large to be taken whole.
    fn piece(&mut self, whole: &Arc<Whole>, piece: &Piece<'_>) -> ControlFlow<()>;

    fn unreadable(&mut self, unreadable: Unreadable) -> ControlFlow<()>;

    /// An archive was opened.
    fn archive(&mut self);
}

/// Tells that something could not be read.
fn fault(sink: &mut dyn Sink, path: &str, error: impl Into<io::Error>) -> ControlFlow<()> {
    sink.unreadable(Unreadable { path: path.to_owned(), error: error.into() })
}

/// The name of a member of an archive after that of the archive. It is never used as a path.
fn member_name(archive: &str, member: &str) -> String {
    let mut name = String::with_capacity(archive.len() + 1 + member.len());
    name.push_str(archive);
    name.push('!');
    name.push_str(member);
    name
}
