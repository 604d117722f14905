//! Archives that hold archives, cut and changed at hundreds of places: the program ends by itself, and no
//! record is lost without a message that names the archive.
//!
//! What no reader can see: a tar has no checksum of what its members hold, and a zip none of its
//! directory, where one bit makes a symbolic link of a file.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::archives::{archives, gz, tar, zip};
use crate::archives_hostile::{crc32, sevenz_of};
use crate::program::{folder, kifu};

const VARIANTS: usize = 300;

/// What comes of an archive.
#[derive(Default)]
struct Read {
    paths: BTreeSet<String>,
    /// The names of players, by which records are known.
    names: BTreeSet<String>,
    messages: usize,
}

fn record(number: usize) -> String {
    let moves: String = (0..6)
        .map(|at| char::from(b'a' + ((number * 7 + at * 5) % 19) as u8))
        .map(|letter| format!(";B[{letter}a];W[b{letter}]"))
        .collect();
    format!("(;GM[1]PB[Name {number}]{moves})")
}

/// A 7z whose directory and members stand there as they are.
pub(crate) fn plain_sevenz(members: &[(&str, &[u8])]) -> Vec<u8> {
    let number = |value: usize| [&[0x80 | (value >> 8) as u8], &[value as u8][..]].concat();
    let bytes = members.iter().map(|(_, bytes)| *bytes).collect::<Vec<_>>();
    let all = number(bytes.concat().len());
    let sizes = bytes[..bytes.len() - 1].iter().flat_map(|bytes| number(bytes.len()));
    let names = members.iter().flat_map(|(name, _)| name.encode_utf16().chain([0]));
    let names = names.flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let count = [members.len() as u8];
    let directory = [
        &[1, 4, 6, 0, 1, 9][..],
        &all,
        &[0, 7, 11, 1, 0, 1, 1, 0, 12],
        &all,
        &[0, 8, 13],
        &count,
        &[9],
        &sizes.collect::<Vec<_>>(),
        &[10, 1],
        &bytes.iter().flat_map(|bytes| crc32(bytes)).collect::<Vec<_>>(),
        &[0, 0, 5],
        &count,
        &[17],
        &number(names.len() + 1),
        &[0],
        &names,
        &[0, 0],
    ];
    sevenz_of(&bytes.concat(), &directory.concat())
}

/// Each kind of archive, with three archives among its members.
fn nested() -> Vec<(&'static str, Vec<u8>)> {
    let records: Vec<String> = (0..8).map(record).collect();
    let two =
        |at: usize| [("p.sgf", records[at].as_bytes()), ("q.sgf", records[at + 1].as_bytes())];
    let (zip, tgz, sevenz) = (zip(&two(1)), gz(&tar(&two(3))), plain_sevenz(&two(5)));
    archives(&[
        ("a.sgf", records[0].as_bytes()),
        ("in.zip", &zip),
        ("in.tar.gz", &tgz),
        ("in.7z", &sevenz),
        ("z.sgf", records[7].as_bytes()),
    ])
}

/// What comes of each of the files, which are read in one run.
fn read(test: &str, extension: &str, files: &[Vec<u8>]) -> Vec<Read> {
    let names: Vec<_> = (0..files.len()).map(|number| format!("{number:04}.{extension}")).collect();
    let files: Vec<_> =
        names.iter().zip(files).map(|(name, it)| (name.as_str(), &it[..])).collect();
    let folder = folder(test, &files);
    let run = kifu(["json".as_ref(), "--sequences".as_ref(), folder.as_os_str()]);
    assert_eq!(run.status, if run.messages.is_empty() { 0 } else { 2 });
    let mut read: BTreeMap<String, Read> = BTreeMap::new();
    let prefix = format!("{}/", folder.display());
    for line in run.lines() {
        let path = line["path"].as_str().unwrap().strip_prefix(&prefix).unwrap().to_owned();
        let read = read.entry(path[..4].to_owned()).or_default();
        read.paths.insert(path);
        let games = line["games"].as_array().unwrap().iter();
        let name = |game: &Value| Some(game["nodes"][0]["PB"][0].as_str()?.to_owned());
        read.names.extend(games.filter_map(name));
    }
    for message in run.messages.lines() {
        let path = message.strip_prefix("kifu: ").unwrap().strip_prefix(&prefix).unwrap();
        read.entry(path[..4].to_owned()).or_default().messages += 1;
    }
    names.iter().map(|name| read.remove(&name[..4]).unwrap_or_default()).collect()
}

fn extension(name: &str) -> &str {
    name.split_once('.').unwrap().1
}

#[test]
fn a_cut_archive_loses_nothing_without_a_message() {
    for (name, archive) in nested() {
        let even = (0..VARIANTS).map(|number| number * archive.len() / VARIANTS);
        // Where a member of a tar ends.
        let blocks = (0..archive.len() / 512).map(|number| number * 512);
        let lengths: Vec<_> = even.chain(blocks).chain([archive.len()]).collect();
        let files: Vec<_> = lengths.iter().map(|&length| archive[..length].to_vec()).collect();
        let all = read("cut-nested", extension(name), &files);
        let (intact, cut) = all.split_last().unwrap();
        assert_eq!((intact.names.len(), intact.paths.len(), intact.messages), (8, 8, 0), "{name}");
        for (read, length) in cut.iter().zip(&lengths) {
            assert!(read.names == intact.names || read.messages > 0, "{name}: {length} bytes");
        }
    }
}

#[test]
fn a_changed_archive_loses_nothing_without_a_message() {
    let mut noise = 12_345_u32;
    for (name, archive) in nested() {
        let attributes = |at: usize| {
            let is_entry = |start: &usize| archive[*start..].starts_with(b"PK\x01\x02");
            (at.saturating_sub(41)..=at).find(is_entry).is_some_and(|start| at >= start + 38)
        };
        let mut files = Vec::new();
        let mut places = Vec::new();
        while files.len() < VARIANTS {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (noise >> 8) as usize % archive.len();
            if !attributes(at) {
                let mut changed = archive.clone();
                changed[at] ^= 1 << (noise >> 5 & 7);
                files.push(changed);
                places.push(at);
            }
        }
        let all = read("flipped-nested", extension(name), &files);
        for (read, at) in all.iter().zip(places) {
            let is_all = match name {
                "a.tar" => read.paths.len() >= 8,
                _ => read.names.len() == 8,
            };
            assert!(is_all || read.messages > 0, "{name}: byte {at}");
        }
    }
}

/// The names that another tool lists, if it is there and finds no fault.
fn listed(command: &[&str], path: &str) -> Option<Vec<String>> {
    let output = Command::new(command[0]).args(&command[1..]).arg(path).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names = text.lines().filter_map(|line| line.split_whitespace().last());
    output.status.success().then(|| names.map(str::to_owned).collect())
}

#[test]
fn what_other_tools_list_is_read() {
    for (name, archive) in nested() {
        let command: &[&str] = match extension(name) {
            "zip" => &["unzip", "-Z1"],
            "7z" => &["7z", "l", "-ba"],
            _ => &["tar", "-tf"],
        };
        if Command::new(command[0]).arg("--help").output().is_err() {
            println!("{name}: skipped, there is no {}", command[0]);
            continue;
        }
        let step = archive.len() / 20;
        let mut files = vec![archive.clone()];
        files.extend((1..20).map(|number| archive[..number * step].to_vec()));
        files.extend((0..20).map(|number| {
            let mut changed = archive.clone();
            changed[number * step + 3] ^= 4;
            changed
        }));
        let all = read("listed-nested", extension(name), &files);
        for (number, read) in all.iter().enumerate() {
            let path = format!("{number:04}.{}", extension(name));
            let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/program/listed-nested/");
            let Some(names) = listed(command, &format!("{folder}{path}")) else { continue };
            let records = names.iter().filter(|name| name.ends_with(".sgf"));
            let missing = records.filter(|name| !read.paths.contains(&format!("{path}!{name}")));
            assert!(missing.count() == 0 || read.messages > 0, "{path}: {names:?}");
        }
    }
}
