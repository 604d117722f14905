//! Archives that are cut off, broken, encrypted or hostile: what can be read is, and the fault is
//! reported with its member.

use crate::archives::{archives, gz, tar, xz, zip};
use crate::program::{Run, folder, kifu, kifu_reading};

/// Ten records that do not compress to nothing.
fn records() -> Vec<(String, Vec<u8>)> {
    let mut noise = 1_u32;
    let mut letter = || {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (noise >> 24) as u8 % 19)
    };
    let record = |number| {
        let moves: String = (0..60)
            .map(|_| format!(";B[{}{}];W[{}{}]", letter(), letter(), letter(), letter()))
            .collect();
        (format!("{number}.sgf"), format!("(;SZ[19]{moves})").into_bytes())
    };
    (0..10).map(record).collect()
}

fn borrowed(records: &[(String, Vec<u8>)]) -> Vec<(&str, &[u8])> {
    records.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect()
}

fn read(archive: &[u8]) -> Run {
    let run = kifu_reading(["json", "--sequences", "-j2"], archive);
    let alone = kifu_reading(["json", "--sequences", "-j1"], archive);
    assert!((&run.out, &run.messages) == (&alone.out, &alone.messages));
    run
}

#[test]
fn an_archive_that_is_cut_gives_the_members_before_the_cut() {
    let records = records();
    for (name, archive) in archives(&borrowed(&records)) {
        let run = read(&archive[..archive.len() * 6 / 10]);
        assert_eq!(run.status, 2, "{name}");
        assert!(run.messages.starts_with("kifu: -"), "{name}: {}", run.messages);
        // The directory of a 7z stands at its end, and the others are compressed in blocks that are
        // larger than this.
        let least = if ["a.zip", "a.tar", "a.tar.gz"].contains(&name) { 4 } else { 0 };
        let lines = run.lines();
        assert!((least..=7).contains(&lines.len()), "{name}: {}", lines.len());
        for (index, (line, (name, _))) in lines.iter().zip(&records).enumerate() {
            assert_eq!(line["path"], format!("-!{name}"));
            let is_cut = !line["diagnostics"].as_array().unwrap().is_empty();
            assert!(!is_cut || index + 1 == lines.len(), "only the last one is cut itself");
            let reported = format!("kifu: -!{name}: ");
            assert!(!is_cut || run.messages.contains(&reported), "{reported}: {}", run.messages);
        }
    }
}

#[test]
fn a_cut_zip_is_read_where_the_sizes_stand_behind_the_members() {
    use std::io::Write as _;
    use zip::CompressionMethod::{Deflated, Stored};
    let piped = |method| {
        let mut zip = zip::ZipWriter::new_stream(Vec::new());
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        zip.add_directory("d", options).unwrap();
        for (name, bytes) in &records() {
            zip.start_file(name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let whole = piped(Deflated);
    let name = whole.windows(5).position(|bytes| bytes == b"6.sgf").unwrap();
    let run = read(&whole[..name + 100]);
    let lines = run.lines();
    let (cut, others) = lines.split_last().unwrap();
    assert_eq!((others.len(), &cut["path"]), (6, &"-!6.sgf".into()), "what came of it is read");
    assert!(others.iter().all(|line| line["diagnostics"].as_array().unwrap().is_empty()));
    let reported: Vec<_> = run.messages.lines().collect();
    assert!(reported.len() == 2 && reported[0].starts_with("kifu: -!6.sgf: "), "{}", run.messages);
    assert!(reported[1].starts_with("kifu: -: "), "{}", run.messages);

    let mut damaged = whole[..whole.len() - 100].to_vec();
    let descriptor = damaged.windows(4).position(|bytes| bytes == b"PK\x07\x08").unwrap();
    let second = descriptor + 4;
    damaged[second] ^= 1;
    let run = read(&damaged);
    assert_eq!((run.status, run.lines().len()), (2, 10));
    let reported = "kifu: -!0.sgf: damaged: checksum mismatch, read as it is\n";
    assert!(run.messages.starts_with(reported), "{}", run.messages);

    let whole = piped(Stored);
    let run = read(&whole[..whole.len() * 6 / 10]);
    assert_eq!((run.status, run.lines().len()), (2, 0));
    assert!(
        run.messages.starts_with("kifu: -!0.sgf: its length stands nowhere"),
        "{}",
        run.messages
    );
}

#[test]
fn a_cut_tar_names_the_member_that_is_cut() {
    let records = records();
    let archive = tar(&borrowed(&records));
    let run = read(&archive[..1200]);
    assert_eq!(run.lines().len(), 1, "what came of it is read");
    assert_eq!(run.messages, "kifu: -!0.sgf: unexpected end of file\n");
}

#[test]
fn a_wrong_checksum_is_told_behind_what_was_read() {
    let mut bytes = gz(b"(;B[aa];W[bb])");
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    let run = read(&bytes);
    assert_eq!((run.status, run.lines().len()), (2, 1));
    assert!(run.messages.starts_with("kifu: -: "), "{}", run.messages);

    let records = records();
    let mut bytes = gz(&tar(&borrowed(&records)));
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    let run = read(&bytes);
    assert_eq!((run.status, run.lines().len()), (2, 10));
    assert!(run.messages.starts_with("kifu: -: "), "{}", run.messages);
}

#[test]
fn a_compressed_file_that_is_cut_is_read_as_far_as_it_goes() {
    let (_, record) = &records()[0];
    let bytes = gz(record);
    let run = read(&bytes[..bytes.len() / 2]);
    assert_eq!((run.status, run.lines().len()), (2, 1));
    assert_eq!(run.lines()[0]["diagnostics"][0]["code"], "unclosed-value");
    let bytes = xz(record);
    let run = read(&bytes[..24]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn a_broken_member_of_a_zip_is_read_as_far_as_it_goes() {
    let records = records();
    let good = zip(&borrowed(&records));
    let all = read(&good).lines();
    // In the middle of each of the first four members.
    let mut at = 0;
    for (number, (name, _)) in records.iter().enumerate().take(4) {
        let name = name.as_bytes();
        at += good[at..].windows(name.len()).position(|bytes| bytes == name).unwrap() + 150;
        let mut broken = good.clone();
        broken[at] ^= 0x40;
        let run = read(&broken);
        assert_eq!(run.status, 2);
        let reported = format!("kifu: -!{number}.sgf: damaged: ");
        assert!(run.messages.starts_with(&reported), "{}", run.messages);
        assert_eq!(run.messages.lines().count(), 1);
        let (mut rest, mut others) = (run.lines(), all.clone());
        assert!(others.remove(number)["path"] == rest.remove(number)["path"]);
        assert!(others == rest);
    }
}

#[test]
fn an_encrypted_member_of_a_zip_is_skipped() {
    let mut archive = zip(&[("a.sgf", b"(;B[aa])"), ("b.sgf", b"(;B[bb])")]);
    // The flag of the second member, in its own header and in the directory.
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = archive.windows(4).rposition(|bytes| bytes == signature).unwrap();
        archive[at + flags] |= 1;
    }
    let run = read(&archive);
    assert_eq!((run.status, run.lines().len()), (2, 1));
    assert_eq!(run.messages, "kifu: -!b.sgf: encrypted, skipped\n");
}

#[test]
fn an_encrypted_7z_is_told_and_the_rest_is_read() {
    let record = folder("encrypted", &[("a.sgf", b"(;B[aa])")]).join("a.sgf");
    let record = record.to_str().unwrap();
    let run = kifu(["json", "tests/archives/encrypted.7z", record]);
    assert_eq!((run.status, run.lines().len()), (2, 1));
    let reported = ["one", "two"]
        .map(|name| format!("kifu: tests/archives/encrypted.7z!{name}.sgf: encrypted, skipped\n"));
    assert_eq!(run.messages, reported.concat());
    let run = kifu(["json", "tests/archives/encrypted-names.7z", record]);
    assert_eq!((run.status, run.lines().len()), (2, 1));
    assert_eq!(run.messages, "kifu: tests/archives/encrypted-names.7z: encrypted, skipped\n");
}

#[test]
fn a_member_has_no_more_bytes_than_it_may() {
    let long = "(;B[aa])".repeat(1000);
    let members = [("a.sgf", long.as_bytes()), ("b.sgf", b"(;B[bb])")];
    for (name, archive) in archives(&members) {
        let folder = folder("long", &[(name, &archive)]);
        let run = |most: &str| {
            kifu([
                "json".as_ref(),
                "--max-member-bytes".as_ref(),
                most.as_ref(),
                folder.as_os_str(),
            ])
        };
        assert_eq!((run("8000").status, run("8000").lines().len()), (0, 2), "{name}");
        let run = run("7999");
        assert_eq!((run.status, run.lines().len()), (2, 1), "{name}");
        let reported = format!("{name}!a.sgf: larger than 7999 bytes, skipped");
        assert!(run.messages.contains(&reported), "{}", run.messages);
    }
    let run = kifu_reading(["json", "--max-member-bytes=7999"], &gz(long.as_bytes()));
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn an_archive_that_expands_too_far_is_given_up() {
    // Ten megabytes of each, in a few kilobytes.
    let spaces = vec![b' '; 1_000_000];
    let names: Vec<_> = (0..10).map(|number| format!("{number}.sgf")).collect();
    let members: Vec<_> = names.iter().map(|name| (name.as_str(), &spaces[..])).collect();
    for (name, archive) in archives(&members) {
        if name == "a.tar" {
            continue;
        }
        let run = kifu_reading(["stats", "--format=json", "--max-member-bytes=1000000"], &archive);
        assert_eq!(run.status, 2, "{name}");
        assert!(run.messages.contains("expands to more than 250 times"), "{}", run.messages);
        assert!(run.lines()[0]["files"].as_u64() < Some(10), "{name}: {}", run.out);
    }
}
