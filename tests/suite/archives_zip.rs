//! Zips whose parts do not agree: which directory is that of the file, what it says and what is there,
//! names in old character sets, and what stands before and after.

use crate::archives::{gz, tar, zip};
use crate::program::{Run, folder, kifu, kifu_reading};

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// A member as it is written: its name, the flags, an extra field, and its bytes.
pub(crate) struct Raw<'m> {
    name: &'m [u8],
    flags: u16,
    extra: &'m [u8],
    bytes: &'m [u8],
}

pub(crate) fn plain<'m>(name: &'m str, bytes: &'m [u8]) -> Raw<'m> {
    Raw { name: name.as_bytes(), flags: 0, extra: b"", bytes }
}

/// The end record of a zip with so many entries, of so many bytes, at a place.
fn end_record(count: u16, size: usize, place: usize) -> Vec<u8> {
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend([count, count].map(u16::to_le_bytes).concat());
    end.extend([size as u32, place as u32].map(u32::to_le_bytes).concat());
    end.extend([0, 0]);
    end
}

/// A zip of stored members whose end record says that there are `count`.
pub(crate) fn raw(members: &[Raw<'_>], count: u16) -> Vec<u8> {
    let (mut zip, mut directory) = (Vec::new(), Vec::new());
    for Raw { name, flags, extra, bytes } in members {
        let place = (zip.len() as u32).to_le_bytes();
        let length = (bytes.len() as u32).to_le_bytes();
        let lengths = [name.len() as u16, extra.len() as u16].map(u16::to_le_bytes).concat();
        let sums = [&crc32(bytes).to_le_bytes()[..], &length, &length, &lengths].concat();
        let flags = flags.to_le_bytes();
        let start = [&[20, 0][..], &flags, &[0, 0, 0, 0, 0x21, 0x50], &sums].concat();
        zip.extend([b"PK\x03\x04", &start[..], name, extra, bytes].concat());
        directory
            .extend([b"PK\x01\x02\x1E\x03", &start[..], &[0; 6], &[0, 0, 0xA4, 0x81]].concat());
        directory.extend([&place[..], name, extra].concat());
    }
    let end = end_record(count, directory.len(), zip.len());
    [zip, directory, end].concat()
}

fn run(archive: &[u8]) -> Run {
    kifu_reading(["json", "-j2"], archive)
}

/// The paths and the comments of all records.
fn read(run: &Run) -> Vec<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let line = |line: serde_json::Value| {
        (text(&line["path"]), text(&line["games"][0]["properties"]["C"][0]))
    };
    run.lines().into_iter().map(line).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

#[test]
fn a_cut_zip_is_not_taken_for_the_one_that_is_stored_in_it() {
    let inner = raw(&[plain("i.sgf", b"(;C[1])")], 1);
    let members = [plain("in.zip", &inner), plain("b.sgf", b"(;C[2])"), plain("c.sgf", b"(;C[3])")];
    let outer = raw(&members, 3);
    let expected = pairs(&[("-!in.zip!i.sgf", "1"), ("-!b.sgf", "2"), ("-!c.sgf", "3")]);
    let directory = outer.windows(4).rposition(|bytes| bytes == b"c.sg").unwrap() - 46;
    for length in [outer.len(), outer.len() - 1, outer.len() - 22, directory + 3] {
        let run = run(&outer[..length]);
        assert_eq!(read(&run), expected, "{length}: {}", run.messages);
        assert_eq!(run.status, if length == outer.len() { 0 } else { 2 });
    }
    // The inner one is the last member.
    let outer = raw(&[plain("b.sgf", b"(;C[2])"), plain("in.zip", &inner)], 2);
    let run = run(&outer[..outer.len() - 22]);
    assert_eq!((run.status, read(&run).len()), (2, 2), "{}", run.messages);
}

#[test]
fn the_directory_is_believed_and_not_the_count_of_its_entries() {
    let members =
        [plain("a.sgf", b"(;C[1])"), plain("a.sgf", b"(;C[2])"), plain("c.sgf", b"(;C[3])")];
    let expected = pairs(&[("-!a.sgf", "1"), ("-!a.sgf", "2"), ("-!c.sgf", "3")]);
    for count in [0, 2, 3, 4, u16::MAX] {
        let run = run(&raw(&members, count));
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{count}");
        assert_eq!(read(&run), expected, "{count}");
    }
    // More than 16 bits can count, of a tool that does not know of that.
    let names: Vec<_> = (0..65_540).map(|number| format!("{number}.sgf")).collect();
    let members: Vec<_> = names.iter().map(|name| plain(name, b"(;)")).collect();
    let run = kifu_reading(["stats", "--format=json"], &raw(&members, 4));
    assert_eq!((run.status, &run.lines()[0]["files"]), (0, &65_540.into()));
}

#[test]
fn a_directory_is_found_where_the_end_record_is_damaged() {
    let members = [plain("a.sgf", b"(;C[1])"), plain("b.sgf", b"(;C[2])")];
    let archive = raw(&members, 2);
    let end = archive.len() - 22;
    for at in [12, 13, 16, 17] {
        let mut damaged = archive.clone();
        damaged[end + at] ^= 1;
        let run = run(&damaged);
        assert_eq!((run.status, read(&run).len()), (0, 2), "{at}: {}", run.messages);
    }
    // An entry in the middle: what it does not lead to is found by the header before it.
    let mut damaged = archive.clone();
    let entry = archive.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
    damaged[entry] = b'p';
    let run = run(&damaged);
    assert_eq!((run.status, read(&run).len()), (2, 2), "{}", run.messages);
    assert!(run.messages.starts_with("kifu: -: damaged: its directory ends early"));
}

#[test]
fn a_member_counts_by_either_of_its_names() {
    for number in 0..2 {
        let mut archive = raw(&[plain("a.sgf", b"(;C[1])")], 1);
        let name = archive.windows(5).enumerate().filter(|(_, bytes)| bytes == b"a.sgf");
        let at = name.map(|(at, _)| at).nth(number).unwrap();
        archive[at + 4] = b'g';
        let run = run(&archive);
        assert_eq!((run.status, read(&run)), (0, pairs(&[("-!a.sgf", "1")])), "{}", run.messages);
    }
}

#[test]
fn names_that_are_equal_only_in_characters_are_those_of_two_members() {
    let utf8 = |name| Raw { name, flags: 1 << 11, extra: b"", bytes: b"(;C[2])" };
    let path = "\u{e9}.sgf".as_bytes();
    let field = |name: &[u8]| {
        let length = (path.len() as u16 + 5).to_le_bytes();
        [&[0x75, 0x70][..], &length, &[1], &crc32(name).to_le_bytes(), path].concat()
    };
    let (unicode, stale) = (field(b"x.sgf"), field(b"y.sgf"));
    let archive = raw(
        &[
            Raw { name: b"\x82.sgf", flags: 0, extra: b"", bytes: b"(;C[1])" },
            utf8(path),
            Raw { name: b"x.sgf", flags: 0, extra: &unicode, bytes: b"(;C[3])" },
            // A field that was left as it was when the member got another name.
            Raw { name: b"x.sgf", flags: 0, extra: &stale, bytes: b"(;C[4])" },
        ],
        4,
    );
    let run = run(&archive);
    let name = "-!\u{e9}.sgf";
    assert_eq!(read(&run), pairs(&[(name, "1"), (name, "2"), (name, "3"), ("-!x.sgf", "4")]));
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
}

#[test]
fn a_zip_with_something_before_it_is_one_wherever_it_is() {
    let archive = zip(&[("a.sgf", b"(;C[1])"), ("b.sgf", b"(;C[2])")]);
    let long = vec![b'x'; 100_000];
    let program = [b"MZ", &long[..], &archive].concat();
    let script = [b"#!/bin/sh\n", &archive[..]].concat();
    let record = [b"(;C[0])", &archive[..]].concat();
    // Places may be counted from the start of the file too.
    let mut moved = script.clone();
    let end = moved.len() - 22;
    for at in [script.windows(4).position(|it| it == b"PK\x01\x02").unwrap() + 42, end + 16] {
        moved[at] += 10;
    }
    let second = moved.windows(4).rposition(|it| it == b"PK\x01\x02").unwrap() + 42;
    moved[second] += 10;
    for bytes in [&program, &script, &record, &moved] {
        let run = run(bytes);
        let expected = pairs(&[("-!a.sgf", "1"), ("-!b.sgf", "2")]);
        assert_eq!((run.status, read(&run)), (0, expected), "{}", run.messages);
        let outer =
            [zip(&[("x.zip", bytes)]), tar(&[("x.zip", bytes)]), gz(&tar(&[("x.zip", bytes)]))];
        for outer in outer {
            let run = self::run(&outer);
            let expected = pairs(&[("-!x.zip!a.sgf", "1"), ("-!x.zip!b.sgf", "2")]);
            assert_eq!((run.status, read(&run)), (0, expected), "{}", run.messages);
        }
        let path = folder("before-zip", &[("pre.bin", bytes)]).join("pre.bin");
        let run = kifu(["json".as_ref(), path.as_os_str()]);
        assert_eq!((run.status, run.lines().len()), (0, 2), "{}", run.messages);
    }
}

#[test]
fn a_record_that_holds_the_bytes_of_a_zip_is_a_record() {
    let archive = zip(&[("a.sgf", b"(;C[1])")]);
    let end = &archive[archive.len() - 22..];
    let long = vec![b' '; 100_000];
    let inside = [b"(;C[", &archive[..], b"])"].concat();
    let only_end = [b"(;C[x])", end].concat();
    let only_header = [b"(;C[x])PK\x03\x04", &long[..]].concat();
    let both = [b"(;C[x])PK\x03\x04", &long[..], end].concat();
    for bytes in [&inside, &only_end, &only_header, &both] {
        for bytes in [bytes, &gz(bytes)] {
            let run = run(bytes);
            assert_eq!((run.status, run.lines().len()), (0, 1), "{}", run.messages);
            assert_eq!(run.lines()[0]["path"], "-");
        }
        let outer = zip(&[("x.sgf", bytes)]);
        assert_eq!(run(&outer).lines()[0]["path"], "-!x.sgf");
    }
}

#[test]
fn a_zip_after_a_zip_is_read() {
    let [first, second] = ["1", "2"].map(|text| {
        let bytes = format!("(;C[{text}])");
        zip(&[("a.sgf", bytes.as_bytes())])
    });
    let run = run(&[&first[..], &second].concat());
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(read(&run), pairs(&[("-!a.sgf", "1"), ("-!a.sgf", "2")]));
    let run = self::run(&[&first[..], &second[..40]].concat());
    assert_eq!((run.status, read(&run).len()), (2, 2), "{}", run.messages);
}

#[test]
fn what_has_the_name_of_an_archive_and_is_none_is_reported() {
    let archive = zip(&[("a.sgf", b"(;C[1])")]);
    let mut broken = gz(b"(;C[1])");
    broken[0] ^= 1;
    let files = [("a.zip", &archive[..3]), ("b.gz", &broken), ("c.7z", b""), ("d.tar", b"\x01(;)")];
    let folder = folder("no-archive", &files);
    let run = kifu(["json".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.out.as_str(), run.messages.lines().count()), (2, "", 4));
    assert!(run.messages.contains("a.zip: damaged, or no archive in spite of its name, not read"));
}
