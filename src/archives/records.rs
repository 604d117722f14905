//! Records with their bytes: unpacked, one after another, out of whatever archives they are in.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io;
use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use super::{Archives, Entry, Host, Problem, Reserved, Sink, Unpacker};

/// How many bytes are handed over at once, if they are not those of one record.
const BATCH: usize = 128 * 1024;

/// How many records and problems are handed over at once at most.
const ITEMS: usize = 256;

/// A record: its bytes, and where it was found.
///
/// ```
/// let mut records = kifu::archives::Archives::new().records(["tests/archives/folders.7z"]);
/// let record = records.next().unwrap()?;
/// let arena = kifu::Arena::new();
/// let collection = kifu::Parser::new().read(&arena, record.bytes());
/// assert_eq!(collection.root().unwrap().text("C"), Some("1"));
/// # Ok::<(), kifu::archives::Problem>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    entry: Entry,
    bytes: Vec<u8>,
}

impl Record {
    /// Where it was found.
    #[must_use]
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Its bytes, unpacked.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its bytes, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Unpacks what is found, opens archives in archives, and hands on what is in them.
pub(super) struct Taker<'a, F> {
    archives: &'a Archives,
    unpacker: Unpacker,
    room: Vec<u8>,
    take: F,
}

impl<'a, F: FnMut(Result<Record, Problem>) -> ControlFlow<()>> Taker<'a, F> {
    pub(super) fn new(archives: &'a Archives, take: F) -> Self {
        Self { archives, unpacker: Unpacker::new(archives), room: Vec::new(), take }
    }

    /// Hands on a record, or what is in it.
    fn take(&mut self, entry: Entry, packed: Vec<u8>) -> ControlFlow<()> {
        let mut room = mem::take(&mut self.room);
        let (bytes, damage) = self.unpacker.unpack(&entry, &packed, &mut room);
        let is_nothing = bytes.is_empty() && damage.is_some();
        if !is_nothing {
            match self.archives.open(&entry, bytes, self) {
                Some(flow) => flow?,
                None => {
                    let bytes = if entry.room() > 0 { bytes.to_vec() } else { packed };
                    (self.take)(Ok(Record { entry, bytes }))?;
                }
            }
        }
        self.room = room;
        damage.map_or(ControlFlow::Continue(()), |damage| self.problem(damage))
    }
}

impl<F: FnMut(Result<Record, Problem>) -> ControlFlow<()>> Sink for Taker<'_, F> {
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()> {
        let mut packed = Vec::new();
        let read = read(&mut packed);
        if self.archives.is_ended() {
            return ControlFlow::Break(());
        }
        match read {
            Ok(()) => self.take(entry, packed),
            Err(error) => self.problem(entry.problem(error)),
        }
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        if self.archives.is_ended() {
            return ControlFlow::Break(());
        }
        (self.take)(Err(problem))
    }
}

type Batch = Vec<Result<Record, Problem>>;

/// The records of [`Archives::records`], and the problems among them.
///
/// ```
/// let records = kifu::archives::Archives::new().records(["tests/records"]);
/// assert!(records.map(|record| record.map(|it| it.bytes().len())).all(|length| length.is_ok()));
/// ```
#[derive(Debug)]
pub struct Records {
    batch: VecDeque<Result<Record, Problem>>,
    /// The thread that searches, until it is done.
    search: Option<(Receiver<Batch>, JoinHandle<()>)>,
    is_dropped: Arc<AtomicBool>,
}

impl Records {
    pub(super) fn new(archives: &Archives, paths: Vec<PathBuf>) -> Self {
        let is_dropped = Arc::new(AtomicBool::new(false));
        let host = Arc::new(Dropped { archives: archives.clone(), flag: Arc::clone(&is_dropped) });
        let archives = archives.clone().host(host);
        let (sender, batches) = mpsc::sync_channel(0);
        let search = move || search(&archives, &paths, &sender);
        match thread::Builder::new().name("kifu-archives".into()).spawn(search) {
            Ok(thread) => {
                Self { batch: VecDeque::new(), search: Some((batches, thread)), is_dropped }
            }
            Err(error) => {
                let problem = Problem {
                    source: PathBuf::new().into(),
                    name: "no thread could be started".into(),
                    source_length: 0,
                    error,
                };
                Self { batch: VecDeque::from([Err(problem)]), search: None, is_dropped }
            }
        }
    }
}

/// Hands over what is found, a batch at a time.
fn search(archives: &Archives, paths: &[PathBuf], batches: &SyncSender<Batch>) {
    let (mut batch, mut bytes) = (Batch::new(), 0);
    archives.each(paths, |found| {
        bytes += match &found {
            Ok(record) => record.bytes.len() + record.entry.name.len(),
            Err(problem) => problem.name.len(),
        };
        batch.push(found);
        if bytes < BATCH && batch.len() < ITEMS {
            return ControlFlow::Continue(());
        }
        bytes = 0;
        match batches.send(mem::take(&mut batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    // There may be nobody left to take it.
    let _ = batches.send(batch);
}

impl Iterator for Records {
    type Item = Result<Record, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.batch.is_empty() {
            let (batches, thread) = self.search.take()?;
            match batches.recv() {
                Ok(batch) => {
                    self.batch = batch.into();
                    self.search = Some((batches, thread));
                }
                Err(_) => {
                    if let Err(payload) = thread.join() {
                        panic::resume_unwind(payload);
                    }
                }
            }
        }
        self.batch.pop_front()
    }
}

impl Drop for Records {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

/// Ends a search whose records nobody takes any more.
struct Dropped {
    archives: Archives,
    flag: Arc<AtomicBool>,
}

impl Host for Dropped {
    fn is_ended(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.archives.is_ended()
    }

    fn read_to(&self, bytes: u64) {
        self.archives.the_host().read_to(bytes);
    }

    fn reserve(&self, bytes: u64) -> io::Result<Reserved> {
        self.archives.the_host().reserve(bytes)
    }

    fn reserve_record(&self, bytes: u64) -> io::Result<Reserved> {
        self.archives.the_host().reserve_record(bytes)
    }

    fn check_stdin(&self) -> io::Result<()> {
        self.archives.the_host().check_stdin()
    }
}
