//! Archives that were made to do harm, and those that only look like it: counts that cannot be,
//! circles, dictionaries of gigabytes. Nothing of it ends the program, and no memory is asked for.

use std::process::Command;

use crate::archives::{xz, zip};
use crate::program::{Run, folder, kifu, kifu_reading};

pub(crate) fn crc32(bytes: &[u8]) -> [u8; 4] {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
}

/// A 7z with this directory after these streams.
pub(crate) fn sevenz_of(streams: &[u8], directory: &[u8]) -> Vec<u8> {
    let mut place = (streams.len() as u64).to_le_bytes().to_vec();
    place.extend((directory.len() as u64).to_le_bytes());
    place.extend(crc32(directory));
    [b"7z\xBC\xAF\x27\x1C\0\x04", &crc32(&place)[..], &place, streams, directory].concat()
}

/// A 7z with one member, `a.sgf`, in a folder of these coders.
fn sevenz_with(coders: &[u8], stream: &[u8], sizes: &[u8]) -> Vec<u8> {
    let length = u8::try_from(stream.len()).unwrap();
    let name = "a.sgf\0".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let directory = [
        &[1, 4, 6, 0, 1, 9, length, 0, 7, 11, 1, 0][..],
        coders,
        &[12],
        sizes,
        &[0, 8, 0, 0, 5, 1, 17, 13, 0],
        &name,
        &[0, 0],
    ];
    sevenz_of(stream, &directory.concat())
}

/// A run of `stats` that gets no more than a gigabyte of memory.
fn run_in_little_memory(test: &str, archive: &[u8]) -> Run {
    let path = folder(test, &[("a.7z", archive)]).join("a.7z");
    let mut command = Command::new("sh");
    let line = r#"ulimit -v 1000000; exec "$0" json -j1 "$1""#;
    command.args(["-c", line, env!("CARGO_BIN_EXE_kifu")]).arg(path);
    let output = command.output().unwrap();
    Run {
        status: output.status.code().expect("the program ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        messages: String::from_utf8(output.stderr).unwrap(),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_directory_of_a_7z_is_not_believed() {
    const HUGE: [u8; 9] = [0xFF, 0, 0, 0, 0, 0, 0, 1, 0];
    let huge = |before: &[u8]| [before, &HUGE, &[0; 64]].concat();
    let copy = [1, 1, 0];
    let directories = [
        ("files", huge(&[1, 5])),
        ("packed streams", huge(&[1, 4, 6, 0])),
        ("folders", huge(&[1, 4, 6, 0, 1, 9, 1, 0, 7, 11])),
        ("coders", huge(&[1, 4, 6, 0, 1, 9, 1, 0, 7, 11, 1, 0])),
        ("inputs", huge(&[1, 4, 6, 0, 1, 9, 1, 0, 7, 11, 1, 0, 1, 0x11, 0])),
        ("properties", huge(&[1, 4, 6, 0, 1, 9, 1, 0, 7, 11, 1, 0, 1, 0x21, 0])),
        ("members", huge(&[1, 4, 6, 0, 1, 9, 1, 0, 7, 11, 1, 0, 1, 1, 0, 12, 1, 0, 8, 13])),
        ("names", huge(&[1, 5, 1, 17])),
        ("times", huge(&[1, 5, 1, 20])),
        ("a property of the archive", huge(&[1, 2, 1])),
        ("the place of streams", huge(&[1, 4, 6])),
        ("the size of a stream", huge(&[1, 4, 6, 0, 1, 9])),
        // LZMA, with nothing after it: the directory itself would be as large.
        (
            "a packed directory",
            [
                &[0x17, 6, 0, 1, 9, 1, 0, 7, 11, 1, 0, 1, 0x23, 3, 1, 1, 5, 93, 0, 0, 1, 0, 12][..],
                &HUGE,
                &[0, 0],
            ]
            .concat(),
        ),
        ("nothing", Vec::new()),
    ];
    for (what, directory) in directories {
        let run = run_in_little_memory("hostile-7z", &sevenz_of(b"x", &directory));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{what}");
        assert!(
            run.messages.contains("a.7z: its directory is damaged"),
            "{what}: {}",
            run.messages
        );
        assert_eq!(run.messages.lines().count(), 1, "{what}: {}", run.messages);
    }
    // Two coders that read one another, beside one that reads the stream.
    let circle = [&[3][..], &copy[1..], &copy[1..], &copy[1..], &[0, 1, 1, 0]].concat();
    // A coder that reads itself.
    let itself = [&[2][..], &copy[1..], &copy[1..], &[0, 0]].concat();
    for coders in [circle, itself] {
        let run = run_in_little_memory("hostile-7z", &sevenz_with(&coders, b"(;)", &[3, 3, 3]));
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        assert!(run.messages.contains("a.7z: its directory is damaged"), "{}", run.messages);
    }
    let good = run_in_little_memory("hostile-7z", &sevenz_with(&copy, b"(;)", &[3]));
    assert_eq!((good.status, good.lines().len()), (0, 1), "{}", good.messages);
}

#[test]
fn a_dictionary_has_a_bound() {
    // LZMA2 with a record that is not compressed, after a dictionary of 256 and 512 MiB.
    let lzma2 = |bits| sevenz_with(&[1, 0x21, 0x21, 1, bits], b"\x01\0\x02(;)\0", &[3]);
    assert_eq!(kifu_reading(["fmt"], &lzma2(32)).out, "(;)\n");
    let run = kifu_reading(["fmt"], &lzma2(34));
    let reported = "kifu: -: needs more than 256 MiB of memory to be unpacked, not read\n";
    assert_eq!((run.status, run.messages.as_str()), (2, reported));

    let zstd = |window| [b"\x28\xB5\x2F\xFD\0", &[window, 0x19, 0, 0][..], b"(;)"].concat();
    assert_eq!(kifu_reading(["fmt"], &zstd(18 << 3)).out, "(;)\n");
    let run = kifu_reading(["fmt"], &zstd(19 << 3));
    assert!(run.status == 2 && run.messages.contains("too much memory"), "{}", run.messages);

    let xz = |bits| {
        let mut xz = xz(b"(;)");
        xz[16] = bits;
        let check = crc32(&xz[12..20]);
        xz[20..24].copy_from_slice(&check);
        xz
    };
    assert_eq!(kifu_reading(["fmt"], &xz(32)).out, "(;)\n");
    let run = kifu_reading(["fmt"], &xz(34));
    assert!(run.status == 2 && run.messages.contains("memory limit"), "{}", run.messages);
}

/// Made by another program, which puts folders and empty files where they stand.
#[test]
fn a_7z_has_its_members_whatever_stands_between_them() {
    let run = kifu(["json", "tests/archives/folders.7z"]);
    assert_eq!((run.status, run.messages.as_str()), (0, ""));
    let texts = run.lines().into_iter().map(|line| line["games"][0]["properties"]["C"][0].clone());
    let texts: Vec<_> = texts.map(|text| text.as_str().unwrap_or("").to_owned()).collect();
    assert_eq!(texts, ["1", "2", "", "3", "4"]);
}

#[test]
fn a_bomb_in_an_archive_is_given_up_there() {
    let spaces = vec![b' '; 1_000_000];
    let names: Vec<_> = (0..10).map(|number| format!("{number}.sgf")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &spaces[..])).collect();
    let bomb = zip(&members);
    let outer = zip(&[("a.sgf", b"(;)"), ("bomb.zip", &bomb), ("b.sgf", b"(;)")]);
    let run = kifu_reading(["stats", "--format=json", "--max-member-bytes=1000000"], &outer);
    assert_eq!(run.status, 2);
    let reported = "kifu: -!bomb.zip: expands to more than 250 times its size, given up\n";
    assert_eq!(run.messages, reported);
    let files = run.lines()[0]["files"].as_u64().unwrap();
    assert!((2..12).contains(&files), "{files}");
    // Each of a hundred is the same few bytes; what all of them hold is not looked at together.
    let bombs: Vec<_> = names.iter().map(|name| (name.as_str(), &bomb[..])).collect();
    let run = kifu_reading(["stats", "--max-member-bytes=1000000"], &zip(&bombs));
    assert_eq!((run.status, run.messages.lines().count()), (2, 10));
}

#[test]
fn what_stands_between_the_members_of_a_tar_has_a_bound() {
    // A name of two megabytes, after members that are read, passed over, and both.
    let name = vec![b'x'; 2_000_000];
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(name.len() as u64);
    header.set_cksum();
    let record = [b"(;C[", &vec![b'x'; 4_000_000 - 6][..], b"])"].concat();
    for before in [
        &[("a.sgf", &b"(;)"[..])][..],
        &[("a.sgf", &record)],
        &[("a.sgf", b"(;)"), ("b.txt", &record)],
        &[("a.txt", &record), ("b.sgf", &record)],
    ] {
        let mut tar = crate::archives::tar(before);
        // Without the two blocks of zeros that end it.
        tar.truncate(tar.len() - 1024);
        tar.extend_from_slice(header.as_bytes());
        tar.extend_from_slice(&name);
        for command in ["json", "stats"] {
            let run = kifu_reading([command], &tar);
            assert_eq!(run.status, 2);
            let reported = "kifu: -: what stands between two members is too long, given up\n";
            assert_eq!(run.messages, reported);
        }
    }
    // Members that are passed over may be as long as they like.
    let long = crate::archives::tar(&[("a.txt", &name), ("b.sgf", b"(;)"), ("c.txt", &name)]);
    let run = kifu_reading(["json", "--max-member-bytes=1000"], &long);
    assert_eq!((run.status, run.lines().len()), (0, 1));
    // A hole of an exabyte, which takes no room in the archive.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNUSparse);
    header.set_size(3);
    let gnu = header.as_gnu_mut().unwrap();
    gnu.name[..5].copy_from_slice(b"h.sgf");
    gnu.realsize = *b"\x80\0\0\0\x10\0\0\0\0\0\0\0";
    gnu.sparse[0].offset = gnu.realsize;
    gnu.sparse[0].offset[11] = 0;
    gnu.sparse[0].numbytes[..11].copy_from_slice(b"00000000000");
    header.set_cksum();
    let mut tar = tar::Builder::new(Vec::new());
    tar.append(&header, &b"(;)"[..]).unwrap();
    tar.append(&header, &b"(;)"[..]).unwrap();
    let run = kifu_reading(["json"], &tar.into_inner().unwrap());
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.messages);
}
