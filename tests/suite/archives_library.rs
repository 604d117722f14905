//! The library's own way to records in folders and archives: it finds what the program finds, and keeps
//! its bounds. The archives themselves are tested by the program, which is a user of it.

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use kifu::archives::{
    Archives, Entry, EntryKind, Host, Problem, ProblemKind, Record, Reserved, Sink, Unpacker,
};

use crate::archives::{gz, sevenz, tar, xz, zip};
use crate::program::{folder, kifu};

const A: &[u8] = b"(;PB[A])";
const B: &[u8] = b"(;PB[B];B[aa])";

fn all(archives: &Archives, path: &Path) -> (Vec<Record>, Vec<Problem>) {
    let (mut records, mut problems) = (Vec::new(), Vec::new());
    for found in archives.records([path]) {
        match found {
            Ok(record) => records.push(record),
            Err(problem) => problems.push(problem),
        }
    }
    (records, problems)
}

/// A folder with every kind of archive, also in one another, and faults.
fn mixed(test: &str) -> PathBuf {
    let members = [("a.sgf", A), ("d/b.sgf", B), ("c.txt", b"(;)")];
    let zipped = zip(&members);
    let nested = zip(&[("x.zip", &zipped), ("y.tgz", &gz(&tar(&members))), ("a.sgf", A)]);
    let cut = &zipped[..zipped.len() - 40];
    folder(
        test,
        &[
            ("a.sgf", A),
            ("b.zip", &zipped),
            ("c.tar", &tar(&members)),
            ("d.7z", &sevenz(&members)),
            ("e.tar.xz", &xz(&tar(&members))),
            ("f.sgf.gz", &gz(B)),
            ("g.zip", &nested),
            ("h.zip", &zip(&[("in.zip", &nested)])),
            ("i.zip", cut),
            ("j.zip", b"no archive at all"),
        ],
    )
}

#[test]
fn the_library_finds_what_the_program_finds() {
    let folder = mixed("library-same");
    let run = kifu(["json".as_ref(), folder.as_os_str()]);
    let paths = run.lines().into_iter().map(|line| line["path"].as_str().unwrap().to_owned());
    let (records, problems) = all(&Archives::new(), &folder);
    let names = records.iter().map(|record| record.entry().name().to_owned());
    assert_eq!(names.collect::<Vec<_>>(), paths.collect::<Vec<_>>());
    let messages: BTreeSet<_> = problems.iter().map(|it| format!("kifu: {it}")).collect();
    assert_eq!(messages, run.messages.lines().map(str::to_owned).collect());
    assert!(records.len() > 15 && problems.len() >= 3, "{problems:?}");
    for record in &records {
        assert!([A, B].contains(&record.bytes()), "{}", record.entry().name());
        assert!(record.entry().source().starts_with(&folder));
        let source = record.entry().source().to_str().unwrap();
        let member = record.entry().member();
        let name = member.map_or(source.to_owned(), |member| format!("{source}!{member}"));
        assert_eq!(record.entry().name(), name);
    }
}

#[test]
fn a_record_knows_where_it_was_found() {
    let folder = mixed("library-where");
    let entry = |name: &str| {
        let (records, _) = all(&Archives::new(), &folder.join(name));
        records.into_iter().map(|record| record.entry().clone()).collect::<Vec<_>>()
    };
    let kinds = |name| entry(name).iter().map(|it| (it.kind(), it.depth())).collect::<Vec<_>>();
    assert_eq!(kinds("a.sgf"), [(EntryKind::File, 0)]);
    assert_eq!(kinds("b.zip"), [(EntryKind::Member, 1); 2]);
    assert_eq!(kinds("f.sgf.gz"), [(EntryKind::Compressed, 0)]);
    assert_eq!(kinds("g.zip")[0], (EntryKind::Member, 2));
    assert_eq!(entry("a.sgf")[0].metadata().unwrap().len(), A.len() as u64);
    assert!(entry("b.zip")[0].metadata().is_none());
    // What is not packed stands there.
    for name in ["a.sgf", "b.zip", "c.tar"] {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let last = entry(name).pop().unwrap();
        let at = usize::try_from(last.offset().unwrap()).unwrap();
        let record = if name == "a.sgf" { A } else { B };
        assert!(bytes[at..].starts_with(record), "{name}");
    }
    assert_eq!(entry("d.7z")[0].offset(), None);
}

#[test]
fn problems_have_kinds() {
    let folder = mixed("library-kinds");
    let problem = |archives: Archives, name: &str| {
        let (_, problems) = all(&archives, &folder.join(name));
        problems.first().map(Problem::kind)
    };
    assert_eq!(problem(Archives::new(), "a.sgf"), None);
    assert_eq!(problem(Archives::new(), "none.sgf"), Some(ProblemKind::Io));
    assert_eq!(problem(Archives::new(), "h.zip"), Some(ProblemKind::Depth));
    assert_eq!(problem(Archives::new().depth(3), "h.zip"), None);
    assert_eq!(problem(Archives::new().depth(1), "g.zip"), Some(ProblemKind::Depth));
    assert_eq!(problem(Archives::new(), "i.zip"), Some(ProblemKind::Damaged));
    assert_eq!(problem(Archives::new(), "j.zip"), Some(ProblemKind::Damaged));
    for name in ["b.zip", "c.tar", "d.7z", "f.sgf.gz"] {
        assert_eq!(problem(Archives::new().member_bytes(5), name), Some(ProblemKind::TooLarge));
    }
    assert_eq!(problem(Archives::new().memory(10), "d.7z"), Some(ProblemKind::Memory));
}

#[test]
fn a_search_ends_when_it_is_told_to() {
    let folder = mixed("library-end");
    let flag = Arc::new(AtomicBool::new(false));
    let mut found = 0;
    Archives::new().host(Arc::clone(&flag)).each(&[folder.clone(), "/dev/zero".into()], |_| {
        found += 1;
        flag.store(true, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    assert_eq!(found, 1);
    // The thread of an iterator that is dropped ends, though there is no end of what it reads.
    let flag = Arc::new(AtomicBool::new(false));
    let archives = Archives::new().host(Arc::clone(&flag)).member_bytes(u64::MAX);
    let records = archives.records([folder]);
    drop((records, archives));
    let is_ended = |_: &i32| {
        std::thread::sleep(Duration::from_millis(10));
        Arc::strong_count(&flag) == 1
    };
    assert!((0..1000).any(|round| is_ended(&round)));
}

/// Reads each record to a buffer of so many bytes.
struct WithRoom {
    room: usize,
    unpacker: Unpacker,
    found: Vec<(String, Vec<u8>)>,
}

impl Sink for WithRoom {
    fn record(
        &mut self,
        entry: Entry,
        read: &mut dyn FnMut(&mut Vec<u8>) -> io::Result<()>,
    ) -> ControlFlow<()> {
        let (mut packed, mut room) = (Vec::with_capacity(self.room), Vec::new());
        if read(&mut packed).is_ok() {
            let (bytes, _) = self.unpacker.unpack(&entry, &packed, &mut room);
            self.found.push((entry.name().to_owned(), bytes.to_owned()));
        }
        ControlFlow::Continue(())
    }

    fn problem(&mut self, problem: Problem) -> ControlFlow<()> {
        self.found.push((problem.to_string(), Vec::new()));
        ControlFlow::Continue(())
    }
}

#[test]
fn what_comes_of_a_damaged_archive_does_not_depend_on_the_room_for_it() {
    let mut noise = 7_u32;
    let mut next = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise >> 8
    };
    let long: Vec<u8> = (0..60_000).map(|_| b'a' + (next() % 20) as u8).collect();
    let long = [b"(;C[", &long[..], b"])"].concat();
    let members = [("a.sgf", &long[..]), ("b.sgf", B), ("c.sgf", &long), ("d.sgf", A)];
    let archives: [(&str, Vec<u8>); 4] = [
        ("a.7z", sevenz(&members)),
        ("a.zip", zip(&members)),
        ("a.tgz", gz(&tar(&members))),
        ("a.tar.xz", xz(&tar(&members))),
    ];
    let options = Archives::new();
    let mut damaged = 0;
    for (name, archive) in archives {
        for number in 1..8 {
            let mut archive = archive.clone();
            let at = archive.len() * number / 8;
            archive[at] ^= 0x24;
            let path = folder("library-room", &[(name, &archive)]).join(name);
            let read = |room| {
                let unpacker = Unpacker::new(&options);
                let mut sink = WithRoom { room, unpacker, found: Vec::new() };
                assert_eq!(
                    options.search(std::slice::from_ref(&path), &mut sink),
                    ControlFlow::Continue(())
                );
                sink.found
            };
            let found = read(0);
            damaged += usize::from(found.iter().any(|(_, bytes)| bytes.is_empty()));
            for room in [1, 100, 5_000, 1_000_000] {
                assert!(read(room) == found, "{name} {number}: room of {room}");
            }
        }
    }
    assert!(damaged > 15, "{damaged}");
}

/// Counts what is reserved, and what was read.
#[derive(Default)]
struct Account {
    held: Arc<AtomicU64>,
    peak: AtomicU64,
    read: AtomicU64,
}

/// Memory that is held.
struct Guard(Arc<AtomicU64>, u64);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.fetch_sub(self.1, Ordering::Relaxed);
    }
}

impl Host for Account {
    fn read_to(&self, bytes: u64) {
        self.read.store(bytes, Ordering::Relaxed);
    }

    fn reserve_record(&self, bytes: u64) -> io::Result<Reserved> {
        if bytes > 10_000 {
            return Err(io::Error::other("not that much"));
        }
        let held = self.held.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(held, Ordering::Relaxed);
        Ok(Reserved::new(Guard(Arc::clone(&self.held), bytes)))
    }
}

#[test]
fn a_host_has_an_account_of_memory_and_of_what_is_read() {
    let large = [b"(;C[", &[b'x'; 20_000][..], b"])"].concat();
    let archive = tar(&[("a.sgf", A), ("large.sgf", &large), ("b.sgf", B)]);
    let folder = folder("library-host", &[("a.tar", &archive)]);
    let account = Arc::new(Account::default());
    let (records, problems) = all(&Archives::new().host(Arc::clone(&account)), &folder);
    assert_eq!(records.len(), 2);
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].message(), "not that much");
    assert_eq!(account.held.load(Ordering::Relaxed), 0);
    assert_eq!(account.peak.load(Ordering::Relaxed), B.len() as u64);
    assert_eq!(account.read.load(Ordering::Relaxed), archive.len() as u64);
}
