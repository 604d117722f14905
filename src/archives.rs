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
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = std::env::temp_dir().join(format!("kifu-archives-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! // A tar with two records, and a record that is too large.
//! let member = |name: &str, text: &str| {
//!     let mut block = vec![0; 1024];
//!     block[..name.len()].copy_from_slice(name.as_bytes());
//!     block[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
//!     block[148..156].copy_from_slice(b"        ");
//!     let sum: u32 = block[..512].iter().map(|&byte| u32::from(byte)).sum();
//!     block[148..154].copy_from_slice(format!("{sum:06o}").as_bytes());
//!     block[154] = 0;
//!     block[512..512 + text.len()].copy_from_slice(text.as_bytes());
//!     block
//! };
//! let members = [member("a.sgf", "(;PB[Shusaku])"), member("b/c.sgf", "(;PB[Genan])")];
//! std::fs::write(folder.join("games.tar"), [&members.concat()[..], &[0; 1024]].concat())?;
//! std::fs::write(folder.join("large.sgf"), format!("(;C[{}])", "x".repeat(5000)))?;
//!
//! let mut players = Vec::new();
//! let mut problems = Vec::new();
//! for found in Archives::new().member_bytes(1000).records([&folder]) {
//!     match found {
//!         Ok(record) => {
//!             let tree = kifu::OwnedTree::from(
//!                 kifu::Parser::new().read(&kifu::Arena::new(), record.bytes()),
//!             );
//!             let black = tree.root().and_then(|root| root.text("PB").map(str::to_owned));
//!             players.push((record.entry().member().map(str::to_owned), black));
//!         }
//!         Err(problem) => problems.push((problem.name().to_owned(), problem.kind())),
//!     }
//! }
//! # std::fs::remove_dir_all(&folder)?;
//! let text = |text: &str| Some(text.to_owned());
//! assert_eq!(players, [
//!     (text("a.sgf"), text("Shusaku")),
//!     (text("b/c.sgf"), text("Genan")),
//! ]);
//! assert_eq!(problems.len(), 1);
//! assert!(problems[0].0.ends_with("large.sgf"));
//! assert_eq!(problems[0].1, ProblemKind::TooLarge);
//! # Ok(())
//! # }
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
mod unpack;
mod zip;

pub use entry::{Entry, EntryKind};
pub use host::{Host, Reserved};
pub use kind::counts;
pub use options::Archives;
pub use problem::{Problem, ProblemKind};
pub use records::{Record, Records};
pub use sink::Sink;
pub use unpack::Unpacker;
