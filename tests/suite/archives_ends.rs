//! Where archives end, and where their bytes do: tars without an end, empty ones, one after another;
//! 7z in parts; what was decompressed before a fault.

use crate::archives::{bz2, gz, sevenz, tar, xz, zip, zst};
use crate::archives_faults::plain_sevenz;
use crate::archives_zip;
use crate::program::{Run, folder, kifu, kifu_reading};

/// A name for each comment.
fn members<'m>(texts: &'m [(&'m str, &'m str)]) -> Vec<(&'m str, &'m [u8])> {
    texts.iter().map(|(name, text)| (*name, text.as_bytes())).collect()
}

fn run(archive: &[u8]) -> Run {
    let run = kifu_reading(["fmt", "-j2"], archive);
    assert_eq!(run.status, if faults(&run) == 0 { 0 } else { 2 });
    run
}

/// How many faults of archives were reported; those of records are counted in another message.
fn faults(run: &Run) -> usize {
    run.messages.lines().filter(|line| line.starts_with("kifu: -")).count()
}

const NO_END: &str =
    "kifu: -: cut off after a member, or never finished: the end of the archive is missing\n";

#[test]
fn a_tar_without_its_end_is_reported() {
    let archive = tar(&members(&[("a.sgf", "(;C[1])"), ("b.sgf", "(;C[2])")]));
    for bytes in [&archive[..2048], &archive[..1024]] {
        for bytes in [bytes.to_vec(), gz(bytes), zst(bytes)] {
            let run = run(&bytes);
            assert_eq!(run.messages, NO_END);
            assert!(run.out.starts_with("(;C[1])"));
        }
    }
    // All members are there, and something of the end.
    for length in [2048 + 512, 2048 + 1024] {
        assert_eq!(run(&archive[..length]).messages, "");
    }
}

#[test]
fn what_follows_zeros_in_a_tar_is_read() {
    let [first, second] = ["(;C[1])", "(;C[2])"].map(|text| tar(&members(&[("a.sgf", text)])));
    let zeros = |blocks: usize| vec![0; 512 * blocks];
    let both = "(;C[1])\n(;C[2])\n";
    for between in [1, 2, 20, 5000] {
        let archive = [&first[..1024], &zeros(between), &second].concat();
        let run = run(&archive);
        assert_eq!((run.out.as_str(), run.messages.as_str()), (both, ""), "{between}");
    }
    for archive in [
        [first.clone(), second.clone()].concat(),
        [gz(&first), gz(&second)].concat(),
        [bz2(&first), bz2(&second)].concat(),
        [xz(&first), xz(&second)].concat(),
        [zst(&first), zst(&second)].concat(),
    ] {
        let run = run(&archive);
        assert_eq!((run.out.as_str(), run.messages.as_str()), (both, ""));
    }
    let run = run(&[first, b"something else".repeat(100)].concat());
    assert_eq!((run.status, run.out.as_str()), (2, "(;C[1])\n"));
}

#[test]
fn members_after_a_damaged_header_of_a_tar_are_read() {
    let texts = [("a.sgf", "(;C[1])"), ("b.sgf", "(;C[2])"), ("c.sgf", "(;C[3])")];
    for (number, expected) in ["(;C[2])\n(;C[3])\n", "(;C[1])\n(;C[3])\n"].iter().enumerate() {
        let mut archive = tar(&members(&texts));
        archive[1024 * number] ^= 1;
        let run = run(&archive);
        assert_eq!(run.out, *expected);
        assert_eq!(run.messages.lines().count(), 1, "{}", run.messages);
    }
}

#[test]
fn an_empty_tar_is_an_archive_without_members() {
    let zeros = vec![0; 10_240];
    for archive in [tar(&[]), zeros.clone(), gz(&zeros), xz(&zeros)] {
        let run = kifu_reading(["stats", "--format=json"], &archive);
        let counts = &run.lines()[0];
        assert_eq!((&counts["files"], &counts["archives"]), (&0.into(), &1.into()));
        let inside = kifu_reading(["stats", "--format=json"], &zip(&[("e.tar", &zeros)]));
        assert_eq!(inside.lines()[0]["archives"], 2);
    }
    // What a disk leaves of a record is one.
    let path = folder("zeros", &[("a.sgf", &zeros)]).join("a.sgf");
    let run = kifu(["stats".as_ref(), "--format=json".as_ref(), path.as_os_str()]);
    assert_eq!(run.lines()[0]["files"], 1);
    let run = kifu_reading(["json"], &vec![0; 4 * 1024 * 1024]);
    assert_eq!((run.status, run.messages.as_str()), (2, "kifu: -: nothing but zeros\n"));
}

#[test]
fn an_archive_in_parts_is_read_if_all_are_there() {
    let record = format!("(;C[{}])", (0..500).map(|it| it.to_string()).collect::<String>());
    let texts = [("a.sgf", record.as_str()), ("b.sgf", "(;C[2])")];
    for (name, archive) in [("x.7z", sevenz(&members(&texts))), ("x.zip", zip(&members(&texts)))] {
        let parts: Vec<_> = archive.chunks(200).collect();
        let names: Vec<_> = (1..=parts.len()).map(|it| format!("{name}.{it:03}")).collect();
        let files: Vec<_> = names.iter().map(String::as_str).zip(parts.iter().copied()).collect();
        let expected = format!("{record}\n(;C[2])\n");
        let all = folder("parts", &files);
        let run = kifu(["fmt".as_ref(), all.as_os_str()]);
        assert_eq!((run.out.as_str(), run.messages.as_str()), (expected.as_str(), ""), "{name}");
        let run = kifu(["fmt".into()].into_iter().chain(names.iter().map(|name| all.join(name))));
        assert_eq!((run.out.as_str(), run.messages.as_str()), (expected.as_str(), ""), "{name}");
        let run = kifu(["fmt".into(), all.join(&names[1])]);
        assert!(run.status == 2 && run.out.is_empty());
        assert!(
            run.messages.contains("part 2 of an archive, which is read by"),
            "{}",
            run.messages
        );

        for missing in [1, parts.len() - 1] {
            let mut some = files.clone();
            some.remove(missing);
            let some = folder("parts", &some);
            let run = kifu(["fmt".as_ref(), some.as_os_str()]);
            assert_eq!(run.status, 2);
            let reported = format!("{} is missing", names[missing]);
            assert!(run.messages.contains(&reported), "{}", run.messages);
        }
    }
}

#[test]
fn what_was_decompressed_before_a_fault_is_read() {
    let games: String = (0..900).map(|number| format!("(;C[{number}])\n")).collect();
    let games = games.as_bytes();
    let count = |bytes: &[u8]| {
        let run = kifu_reading(["fmt"], bytes);
        assert_eq!((run.status, faults(&run)), (2, 1), "{}", run.messages);
        run.out.lines().count()
    };
    for compressed in [gz(games), bz2(games), xz(games), zst(games)] {
        let junk = [&compressed[..], b"junkjunkjunkjunkjunk"].concat();
        assert_eq!(count(&junk), 900);
    }
    // A checksum, from the end: of gzip, of all of bzip2, of a block of xz, of zstd.
    let checksum = |mut compressed: Vec<u8>, from_end: usize| {
        let at = compressed.len() - from_end;
        compressed[at] ^= 0x10;
        compressed
    };
    let index = 12 + 8 + 4;
    for damaged in [
        checksum(gz(games), 8),
        checksum(bz2(games), 3),
        checksum(xz(games), index + 4),
        checksum(zst(games), 1),
    ] {
        assert_eq!(count(&damaged), 900);
    }
    // Two thirds of the bytes, of blocks that are small.
    let lines: String = (0..40_000_u32)
        .map(|number| format!("(;C[{}])\n", number.wrapping_mul(2_654_435_761)))
        .collect();
    let damage = |mut bytes: Vec<u8>| {
        let at = bytes.len() * 2 / 3;
        bytes[at..at + 20].fill(0xA5);
        bytes
    };
    for damaged in [gz(lines.as_bytes()), zst(lines.as_bytes())].map(damage) {
        let read = count(&damaged);
        assert!(read > 15_000, "{read}");
    }
}

#[test]
fn a_member_with_a_wrong_checksum_is_read_and_reported() {
    let archive = zip(&members(&[("x.sgf", "(;)"), ("a.sgf", "(;C[stored])")]));
    let at = archive.windows(6).position(|bytes| bytes == b"stored").unwrap();
    let mut damaged = archive.clone();
    damaged[at] = b'S';
    let stored = run(&damaged);
    assert_eq!(stored.out, "(;)\n(;C[Stored])\n");
    assert_eq!(stored.messages, "kifu: -!a.sgf: damaged: checksum mismatch, read as it is\n");

    // In a 7z all members are in one stream: others are read if their checksums are right.
    let texts = ["(;C[one])", "(;C[two])", "(;C[three])"];
    let archive =
        plain_sevenz(&members(&[("a.sgf", texts[0]), ("b.sgf", texts[1]), ("c.sgf", texts[2])]));
    let at = |text: &[u8]| archive.windows(text.len()).position(|it| it == text).unwrap();
    let (two, three) = (at(b"two"), at(b"three"));
    let mut damaged = archive.clone();
    damaged[two] = b'T';
    let reported = "kifu: -!b.sgf: damaged: checksum mismatch, read as it is\n";
    let one = run(&damaged);
    assert_eq!(
        (one.out.as_str(), one.messages.as_str()),
        ("(;C[one])\n(;C[Two])\n(;C[three])\n", reported)
    );
    damaged[three] = b'T';
    let two = run(&damaged);
    assert_eq!(two.out, "(;C[one])\n(;C[Two])\n");
    let after = "kifu: -!c.sgf: damaged: checksum mismatch after other damage, skipped\n";
    assert_eq!(two.messages, format!("{reported}{after}"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_takes_no_memory_for_its_size() {
    use std::path::Path;
    use std::process::{Command, Output};
    /// So many KiB more than a zip with one record may the zip with many take, of which the inner one
    /// is kept for as long as it is read.
    const MOST: u32 = 37_000;
    let nest = |name: &str, count: usize| {
        let names: Vec<_> = (0..count).map(|number| format!("{number}.sgf")).collect();
        let members: Vec<_> = names.iter().map(|name| archives_zip::plain(name, b"(;)")).collect();
        let inner = archives_zip::raw(&members, u16::MAX);
        folder(name, &[("a.zip", &zip(&[("in.zip", &inner)]))]).join("a.zip")
    };
    let stats = |limit: u32, path: &Path| -> Output {
        let line = r#"ulimit -v "$2"; exec "$0" stats --format json -j1 "$1""#;
        let mut command = Command::new("sh");
        command.args(["-c", line, env!("CARGO_BIN_EXE_kifu")]).arg(path).arg(limit.to_string());
        command.output().unwrap()
    };
    // The program itself takes most of this, and more with each thing it learns.
    let small = nest("small-directory", 1);
    let mut limits = (20_000..400_000).step_by(2_000);
    let least = limits.find(|&limit| stats(limit, &small).status.success()).unwrap();
    let output = stats(least + MOST, &nest("large-directory", 150_000));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.starts_with(r#"{"files":150000,"#), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_reading_of_an_archive_in_an_archive() {
    use std::io::Read as _;
    use std::process::Command;
    let record = format!("(;SZ[19]C[{}])", "long ".repeat(400));
    let many: Vec<_> = std::iter::repeat_n(("a.sgf", record.as_bytes()), 3_000).collect();
    let inner = tar(&many);
    let nests = [("a.tar", tar(&[("in.tar", &inner)])), ("a.zip", zip(&[("in.tar", &inner)]))];
    for (name, nest) in nests {
        let path = folder("interrupted-nest", &[(name, &nest)]).join(name);
        let mut command = crate::program::program();
        let mut child = command.args(["json", "-j1"]).arg(&path).spawn().unwrap();
        // It is at work, and waits for a reader.
        let mut rest = vec![0; 16];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut rest).unwrap();
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        std::thread::sleep(std::time::Duration::from_millis(200));
        stdout.read_to_end(&mut rest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = String::from_utf8(rest).unwrap();
        let lines = text.lines().count();
        assert!(text.ends_with('\n') && (1..many.len()).contains(&lines), "{name}: {lines}");
    }
}

/// The directory of a 7z with so many empty files, without names, times or anything else.
#[test]
fn the_memory_for_the_directory_of_a_7z_has_a_bound() {
    let count = 200_000_u32;
    let names = "a.sgf\0".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let names = names.repeat(count as usize);
    let number = |value: u32| [&[0xF0][..], &value.to_le_bytes()].concat();
    let streams = vec![0xFF; count.div_ceil(8) as usize];
    let directory = [
        &[1, 5][..],
        &number(count),
        &[14],
        &number(streams.len() as u32),
        &streams,
        &[15],
        &number(streams.len() as u32),
        &streams,
        &[17],
        &number(names.len() as u32 + 1),
        &[0],
        &names,
        &[0, 0],
    ];
    let archive = crate::archives_hostile::sevenz_of(b"", &directory.concat());
    // None of the records has a game.
    // Alone, and as a member, which a thread of its own opens.
    for archive in [archive.clone(), crate::archives::zip(&[("a.7z", &archive)])] {
        let options = ["stats", "--format=json", "--allow-empty", "--max-memory"];
        let run = |most: &str| kifu_reading(options.iter().chain(&[most]), &archive);
        let run_of_all = run("1G");
        assert_eq!((run_of_all.status, &run_of_all.lines()[0]["files"]), (0, &count.into()));
        let run = run("128M");
        let reported = "its directory needs about 49 MiB of memory, and one record may take 32 MiB, \
                    skipped (see --max-memory)";
        assert!(run.status == 2 && run.messages.contains(reported), "{}", run.messages);
    }
}
