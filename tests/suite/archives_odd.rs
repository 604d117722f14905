//! What real archives do that a simple one does not: names in old character sets, the same name twice,
//! something in front or behind, links, long names, streams after one another.

use std::io::Write as _;

use crate::archives::{gz, xz, zip};
use crate::program::{folder, kifu, kifu_reading};

fn names(archive: &[u8]) -> Vec<String> {
    let run = kifu_reading(["json"], archive);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    run.lines().iter().map(|line| line["path"].as_str().unwrap().replacen("-!", "", 1)).collect()
}

/// The texts of the comments of all records.
fn texts(archive: &[u8]) -> Vec<String> {
    let run = kifu_reading(["json"], archive);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let text = |line: serde_json::Value| line["games"][0]["properties"]["C"][0].clone();
    run.lines().into_iter().map(text).map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn members_of_a_zip_with_the_same_name_are_all_read() {
    // The names are made the same afterwards, for the crate refuses to write them so.
    let mut twice = zip(&[("x.sgf", b"(;C[1])"), ("a.sgf", b"(;C[2])"), ("y.sgf", b"(;C[3])")]);
    for at in 0..twice.len() - 5 {
        if [b"x.sgf", b"y.sgf"].contains(&&twice[at..at + 5].try_into().unwrap()) {
            twice[at] = b'a';
        }
    }
    assert_eq!(texts(&twice), ["1", "2", "3"]);
    assert_eq!(names(&twice), ["a.sgf", "a.sgf", "a.sgf"]);
}

#[test]
fn a_zip_may_have_something_in_front_and_a_comment_behind() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    writer.set_comment("a comment");
    writer.start_file("a.sgf", zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(b"(;C[1])").unwrap();
    let archive = writer.finish().unwrap().into_inner();
    assert_eq!(texts(&archive), ["1"]);
    let program = [&b"MZ a program that unpacks the rest"[..], &[0; 70_000], &archive].concat();
    let script = [&b"#!/bin/sh\n"[..], &archive].concat();
    let text = b"MZ (;C[2])";
    let files =
        [("a.zip", &script[..]), ("b.zip", b"(;C[3])"), ("c.exe", &program), ("d.exe", text)];
    let folder = folder("in-front", &files);
    let files = files.map(|(name, _)| folder.join(name));
    let run = kifu(["fmt", "--quiet"].map(Into::into).into_iter().chain(files));
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    assert_eq!(run.out, "(;C[1])\n(;C[3])\n(;C[1])\n(;C[2])\n");
}

#[test]
fn names_of_a_zip_may_be_in_the_character_set_of_dos() {
    let mut archive = zip(&[("caf_.sgf", b"(;)"), ("na\u{ef}ve.sgf", b"(;)")]);
    for at in 0..archive.len() - 8 {
        if &archive[at..at + 8] == b"caf_.sgf" {
            archive[at + 3] = 0x82;
        }
    }
    assert_eq!(names(&archive), ["caf\u{e9}.sgf", "na\u{ef}ve.sgf"]);
}

#[test]
fn a_tar_has_long_names_links_and_folders() {
    let mut tar = tar::Builder::new(Vec::new());
    let long = format!("{}/{}.sgf", "d".repeat(150), "\u{68cb}".repeat(60));
    let mut append = |kind, name: &str, bytes: &[u8]| {
        let mut header = tar::Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(bytes.len() as u64);
        if kind.is_symlink() || kind.is_hard_link() {
            tar.append_link(&mut header, name, &long).unwrap();
        } else {
            tar.append_data(&mut header, name, bytes).unwrap();
        }
    };
    append(tar::EntryType::Directory, "folder.sgf/", b"");
    append(tar::EntryType::Regular, &long, b"(;C[1])");
    append(tar::EntryType::Symlink, "symbolic.sgf", b"");
    append(tar::EntryType::Link, "hard.sgf", b"");
    append(tar::EntryType::Fifo, "pipe.sgf", b"");
    append(tar::EntryType::Regular, "same.sgf", b"(;C[2])");
    append(tar::EntryType::Regular, "same.sgf", b"(;C[3])");
    let archive = tar.into_inner().unwrap();
    assert_eq!(names(&archive), [&long, "same.sgf", "same.sgf"]);

    let mut tar = tar::Builder::new(Vec::new());
    let mut append = |extension: (&str, &[u8]), name: &str, bytes: &[u8]| {
        tar.append_pax_extensions([extension]).unwrap();
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        tar.append_data(&mut header, name, bytes).unwrap();
    };
    append(("path", long.as_bytes()), "short.sgf", b"(;C[1])");
    append(("GNU.sparse.major", b"1"), "GNUSparseFile.1/holes.sgf", b"1\n0\n7\n(;C[2])");
    append(("mtime", b"1.5"), "last.sgf", b"(;C[3])");
    let run = kifu_reading(["fmt"], &tar.into_inner().unwrap());
    assert_eq!((run.status, run.out.as_str()), (2, "(;C[1])\n(;C[3])\n"));
    let reported =
        "kifu: -!GNUSparseFile.1/holes.sgf: a sparse file in a form that is not read, skipped\n";
    assert_eq!(run.messages, reported);
}

#[test]
fn streams_behind_one_another_are_one() {
    let (first, second) = (&b"(;C[1];B[aa"[..], &b"])"[..]);
    let bz2 = |bytes: &[u8]| {
        let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        bz2.write_all(bytes).unwrap();
        bz2.finish().unwrap()
    };
    let zst = |bytes: &[u8]| zstd::encode_all(bytes, 1).unwrap();
    let skippable = b"\x50\x2A\x4D\x18\x03\0\0\0abc";
    for streams in [
        [gz(first), gz(second)].concat(),
        [bz2(first), bz2(second)].concat(),
        [xz(first), xz(b""), vec![0; 8], xz(second), vec![0; 4]].concat(),
        [&skippable[..], &zst(first), skippable, &zst(second), skippable].concat(),
    ] {
        let run = kifu_reading(["fmt"], &streams);
        assert_eq!(
            (run.status, run.out.as_str(), run.messages.as_str()),
            (0, "(;C[1];B[aa])\n", "")
        );
    }
}
