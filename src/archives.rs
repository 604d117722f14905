//! Records out of folders, archives and compressed files: what the program `kifu` opens, for whoever
//! embeds the library. What the records say is left to the parser.
//!
//! [`Archives`] goes through paths. A folder is walked in the order of names; of it and of archives,
//! the files whose names [count](counts) are read: `.sgf`, `.sgfs` and `.mgt`, and archives. A path
//! that is given is read whatever its name, and `-` is stdin. What something is, is decided by its
//! bytes: `.zip`, `.7z` (also in parts, `.7z.001`), `.tar`, each also in another archive, and files
//! and tars that are compressed by gzip, bzip2, xz or zstd. Nothing is unpacked to a disk.
//!
//! What cannot be read is a [`Problem`], in its place among the records; the rest is read. Of what is
//! damaged, what came before the fault is a record, and the problem follows it.
//!
//! ```
//! use kifu::archives::{Archives, ProblemKind};
//!
//! let (mut records, mut problems) = (Vec::new(), Vec::new());
//! for found in Archives::new().records(["tests/archives/folders.7z", "tests/archives/encrypted.7z"]) {
//!     match found {
//!         Ok(record) => {
//!             let arena = kifu::Arena::new();
//!             let collection = kifu::Parser::new().read(&arena, record.bytes());
//!             let comment = collection.root().and_then(|root| root.text("C"));
//!             records.push((record.entry().member().unwrap().to_owned(), comment.map(str::to_owned)));
//!         }
//!         Err(problem) => problems.push((problem.name().to_owned(), problem.kind())),
//!     }
//! }
//! let comment = |text: &str| Some(text.to_owned());
//! assert_eq!(records[0], ("a/1.sgf".to_owned(), comment("1")));
//! assert_eq!(records[2], ("a/empty.sgf".to_owned(), None));
//! assert_eq!(records[4], ("b/4.sgf".to_owned(), comment("4")));
//! assert_eq!(problems.len(), 2);
//! assert_eq!(problems[0].0, "tests/archives/encrypted.7z!one.sgf");
//! assert_eq!(problems[0].1, ProblemKind::Encrypted);
//! ```
//!
//! # Three ways to take them
//!
//! - [`Archives::records`] is an iterator. A thread of its own reads ahead a little.
//! - [`Archives::each`] calls a closure, on the thread that calls it.
//! - [`Archives::search`] hands on what is found to a [`Sink`], before it is unpacked: for who reads
//!   with many threads, as the program does. Members of a zip are handed on as they stand there, an
//!   [`Unpacker`] unpacks them on any thread, and [`Archives::open`] opens an archive in an archive.
//!
//! # By name
//!
//! [`Targets`] say what to look for: paths, and of files single members and games, as
//! `archive.zip!dir/games.sgfs#12` names them. Of a zip and of what stands in folders nothing else is read, a
//! tar or a compressed stream is gone through once. [`Archives::search_targets`] and
//! [`Archives::each_target`] take them.
//!
//! # Bounds
//!
//! Each record, the memory for dictionaries and directories, and how deep archives are nested are
//! bounded by [`Archives`]; an archive that expands to more than a record may have and to more than
//! 250 times its size is given up. A [`Host`] can end a search at any time, counts what is read, and
//! may have an account of memory of its own. Nothing is printed, and there is no global state.

mod decode;
mod entry;
mod find;
mod host;
mod kind;
mod limits;
mod open;
mod options;
mod output;
mod part;
mod parts;
mod problem;
mod records;
mod seek;
mod sevenz;
mod sink;
mod tar;
mod targets;
mod unpack;
mod zip;

pub use entry::{Entry, EntryKind};
pub use host::{Host, Reserved};
pub use kind::counts;
pub use options::Archives;
pub use problem::{Problem, ProblemKind};
pub use records::{Record, Records};
pub use sink::Sink;
pub use targets::{Games, Missing, Name, Targets, WhichGame};
pub use unpack::Unpacker;
