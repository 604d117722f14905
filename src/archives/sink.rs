//! Who takes what is found.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use std::io::{self, Read};

use super::{Entry, Problem};

/// Takes what is found, in its order, before it is unpacked. It may end the search.
///
/// ```
/// use std::io;
/// use std::ops::ControlFlow;
/// use kifu::archives::{Archives, Entry, Problem, Sink, Unpacker};
///
/// /// Counts games.
/// struct Count {
///     unpacker: Unpacker,
///     games: usize,
/// }
///
/// impl Sink for Count {
///     fn record(
///         &mut self,
///         entry: Entry,
///         read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
///     ) -> ControlFlow<()> {
///         let (mut packed, mut room) = (Vec::new(), Vec::new());
///         if let Err(error) = read(&mut packed) {
///             return self.problem(entry.problem(error));
///         }
///         let (bytes, problem) = self.unpacker.unpack(&entry, &packed, &mut room);
///         let arena = kifu::Arena::new();
///         self.games += kifu::Parser::new().read(&arena, bytes).game_trees().len();
///         problem.map_or(ControlFlow::Continue(()), |problem| self.problem(problem))
///     }
///
///     fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
///         panic!("{problem}");
///     }
/// }
///
/// let archives = Archives::new();
/// let mut count = Count { unpacker: Unpacker::new(&archives), games: 0 };
/// let flow = archives.search(&["tests/archives/folders.7z".into()], &mut count);
/// assert_eq!(flow, ControlFlow::Continue(()));
/// assert_eq!(count.games, 4);
/// ```
pub trait Sink {
    /// A record, or what turns out to be an archive by its bytes: [`Archives::open`] says so, once it is
    /// unpacked.
    ///
    /// `read` appends the bytes to a buffer, as they stand there; an [`Unpacker`] makes the record of
    /// them. It may be called once. After an error nothing of the record is to be kept.
    ///
    /// [`Archives::open`]: super::Archives::open
    /// [`Unpacker`]: super::Unpacker
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()>;

    /// Something could not be read, or not to its end.
    fn problem(&mut self, problem: Problem) -> ControlFlow<()>;

    /// An archive was opened.
    fn archive(&mut self) {}

    /// A file or a member was passed over for its name.
    fn ignored(&mut self) {}

    /// From how many bytes on a record is wanted as a [`stream`](Self::stream); `None` if records are
    /// wanted whole.
    fn stream_from(&self) -> Option<u64> {
        None
    }

    /// A record that may be that large, unpacked: it has more bytes than [`Archives::member_bytes`]
    /// allows, perhaps, and may still turn out to be small, or an archive. How much of it is kept is left
    /// to the sink.
    ///
    /// [`Archives::member_bytes`]: super::Archives::member_bytes
    fn stream(&mut self, _entry: Entry, _stream: &mut dyn Read) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
