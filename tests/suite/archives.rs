//! Archives, read by the program as a process: every kind, by its content, in one another, and the
//! faults that archives have. They are made here, by the crates that read them.

use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Run, folder, kifu, kifu_reading};

/// What most of the archives hold: a name, and the record.
const MEMBERS: [(&str, &str); 4] = [
    ("2016/a.sgf", "(;GM[1]SZ[19];B[aa];W[bb])"),
    ("2016/b.SGF", "(;SZ[9];B[cc](;W[dd])(;W[ee]))"),
    ("c.sgfs", "(;B[aa])\n(;B[bb])\n"),
    ("d.mgt", "(;KO;B[aa])"),
];

/// What stands beside them and does not count.
const OTHERS: [(&str, &str); 2] = [("readme.txt", "(;B[zz])"), ("2016/sgf", "(;B[zz])")];

pub(crate) type Members<'m> = &'m [(&'m str, &'m [u8])];

fn members() -> Vec<(&'static str, &'static [u8])> {
    MEMBERS.iter().chain(&OTHERS).map(|&(name, text)| (name, text.as_bytes())).collect()
}

pub(crate) fn zip(members: Members<'_>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (index, (name, bytes)) in members.iter().enumerate() {
        let is_stored = index % 2 == 1 && bytes.len() < 10_000;
        let method = [zip::CompressionMethod::Deflated, zip::CompressionMethod::Stored];
        let method = method[usize::from(is_stored)];
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

pub(crate) fn tar(members: Members<'_>) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        // Not `append_data`, which refuses the names that hostile archives have.
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        tar.append(&header, *bytes).unwrap();
    }
    tar.into_inner().unwrap()
}

pub(crate) fn sevenz(members: Members<'_>) -> Vec<u8> {
    let mut sevenz = sevenz_rust2::ArchiveWriter::new(Cursor::new(Vec::new())).unwrap();
    // A small dictionary, which without optimisations is filled slowly.
    let options = sevenz_rust2::encoder_options::Lzma2Options::from_level(0);
    sevenz.set_content_methods(vec![options.into()]);
    let entry = |name: &&str| sevenz_rust2::ArchiveEntry::new_file(name);
    let entries = members.iter().map(|(name, _)| entry(name)).collect();
    let readers = members.iter().map(|(_, bytes)| (*bytes).into()).collect();
    sevenz.push_archive_entries::<&[u8]>(entries, readers).unwrap();
    sevenz.finish().unwrap().into_inner()
}

pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(bytes).unwrap();
    gz.finish().unwrap()
}

pub(crate) fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bz2.write_all(bytes).unwrap();
    bz2.finish().unwrap()
}

pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut xz = liblzma::write::XzEncoder::new(Vec::new(), 1);
    xz.write_all(bytes).unwrap();
    xz.finish().unwrap()
}

pub(crate) fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut zst = zstd::Encoder::new(Vec::new(), 1).unwrap();
    zst.include_checksum(true).unwrap();
    zst.write_all(bytes).unwrap();
    zst.finish().unwrap()
}

/// The members as every kind of archive, with the usual names.
pub(crate) fn archives(members: Members<'_>) -> Vec<(&'static str, Vec<u8>)> {
    let tar = tar(members);
    vec![
        ("a.zip", zip(members)),
        ("a.7z", sevenz(members)),
        ("a.tar.gz", gz(&tar)),
        ("a.tar.bz2", bz2(&tar)),
        ("a.tar.xz", xz(&tar)),
        ("a.tar.zst", zst(&tar)),
        ("a.tar", tar),
    ]
}

/// The counts of a run of `stats --format json`, without the time it took.
fn counts(run: &Run) -> Value {
    let [mut stats] = run.lines().try_into().unwrap();
    stats.as_object_mut().unwrap().remove("seconds").unwrap();
    stats
}

fn stats(path: &Path) -> (Run, Value) {
    let run = kifu(["stats".as_ref(), "--format=json".as_ref(), path.as_os_str()]);
    let counts = counts(&run);
    (run, counts)
}

/// The paths of the lines of `json`, without the folder.
fn paths(run: &Run, folder: &Path) -> Vec<String> {
    let prefix = format!("{}/", folder.display());
    let path = |line: Value| line["path"].as_str().unwrap().replacen(&prefix, "", 1);
    run.lines().into_iter().map(path).collect()
}

#[test]
fn every_kind_of_archive_holds_what_the_folder_holds() {
    let plain = folder("kinds", &members());
    let (run, mut expected) = stats(&plain);
    assert_eq!((run.status, &expected["files"]), (0, &4.into()));
    expected["archives"] = 1.into();
    for (name, archive) in archives(&members()) {
        // Its content says what it is.
        for name in [name, "nameless"] {
            let path = folder("kinds-archive", &[(name, &archive)]).join(name);
            let (run, counts) = stats(&path);
            assert_eq!((run.status, run.messages.as_str(), &counts), (0, "", &expected), "{name}");
        }
        let run = kifu_reading(["stats", "--format=json"], &archive);
        assert_eq!((run.status, counts(&run)), (0, expected.clone()), "{name} on stdin");
    }
}

#[test]
fn members_are_shown_behind_their_archive() {
    for (name, archive) in archives(&members()) {
        let folder = folder("shown", &[(name, &archive)]);
        let run = kifu(["json".into(), folder.clone()]);
        let expected = MEMBERS.map(|(member, _)| format!("{name}!{member}"));
        assert_eq!(paths(&run, &folder), expected);
        let run = kifu(["check".as_ref(), "--format=short".as_ref(), folder.as_os_str()]);
        assert!(run.out.contains(&format!("/{name}!d.mgt:1:3: error[property-without-value]")));
    }
}

#[test]
fn a_compressed_file_is_a_file() {
    let text = MEMBERS[0].1.as_bytes();
    let files = [("b.sgf.gz", gz(text)), ("c.sgf.bz2", bz2(text)), ("d.sgf.xz", xz(text))];
    for (name, bytes) in files.into_iter().chain([("e.sgf.zst", zst(text))]) {
        let folder = folder("compressed", &[(name, &bytes), ("f.txt.gz", &bytes)]);
        let run = kifu(["json".into(), folder.clone()]);
        assert_eq!((run.status, paths(&run, &folder)), (0, vec![name.to_owned()]));
        let (_, counts) = stats(&folder);
        assert_eq!((&counts["archives"], &counts["nodes"]), (&0.into(), &3.into()), "{name}");
        let run = kifu_reading(["stats", "--format=json"], &bytes);
        assert_eq!(crate::archives::counts(&run), counts, "{name} on stdin");
    }
    // As the tools have it, streams after one another are one.
    let two = [gz(b"(;B[aa])"), gz(b"(;B[bb])")].concat();
    assert_eq!(kifu_reading(["fmt"], &two).out, "(;B[aa])\n(;B[bb])\n");
}

#[test]
fn one_archive_may_be_in_another() {
    let inner = archives(&[("deep.sgf", b"(;B[aa])")]);
    let inner: Vec<_> = inner.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    for (name, outer) in archives(&inner) {
        let folder = folder("nested", &[(name, &outer)]);
        let run = kifu(["json".into(), folder.clone()]);
        assert_eq!((run.status, run.messages.as_str()), (0, ""), "{name}");
        let expected = inner.iter().map(|(member, _)| format!("{name}!{member}!deep.sgf"));
        assert_eq!(paths(&run, &folder), expected.collect::<Vec<_>>());
        assert_eq!(stats(&folder).1["archives"], 8);

        let outer: &[u8] = &outer;
        let run = kifu_reading(["json"], &zip(&[("x.zip", outer), ("y.sgf", b"(;)")]));
        assert_eq!((run.status, run.lines().len()), (2, 1), "the record beside it is read");
        assert_eq!(run.messages.lines().count(), 7);
        assert!(run.messages.contains("kifu: -!x.zip!a.7z: an archive in an archive in an"));
    }
}

#[test]
fn a_member_is_never_written_whatever_its_name() {
    let name = "../../escaped.sgf";
    for (archive, bytes) in archives(&[(name, b"(;B[aa] )"), ("\u{1b}[2J.sgf", b"(;)")]) {
        let folder = folder("escape/in/here", &[(archive, &bytes)]);
        let path = folder.join(archive);
        let run = kifu(["fmt".as_ref(), "--write".as_ref(), path.as_os_str()]);
        let reported = format!("{archive}!{name}: in an archive or compressed, left as it is");
        assert!(run.status == 2 && run.messages.contains(&reported), "{}", run.messages);
        assert!(!run.messages.contains('\u{1b}'), "what a terminal obeys is not shown");
        assert!(fs::read(path).unwrap() == bytes);
        let files = |folder: PathBuf| fs::read_dir(folder).unwrap().count();
        let above = |levels: usize| folder.ancestors().nth(levels).unwrap().to_owned();
        assert_eq!([0, 1, 2].map(|levels| files(above(levels))), [1, 1, 1]);
        assert_eq!(kifu(["fmt".into(), folder]).out, "(;B[aa])\n(;)\n");
    }
}

#[test]
fn the_output_is_the_same_whatever_the_number_of_jobs() {
    let games: Vec<_> = (0..300).map(|n| format!("(;SZ[19]C[{n}];B[aa]KO;W[b{n}])")).collect();
    let names: Vec<_> = (0..games.len()).map(|n| format!("{:02}/{n}.sgf", n / 20)).collect();
    let many: Vec<_> = names.iter().zip(&games).map(|(n, g)| (n.as_str(), g.as_bytes())).collect();
    let mut broken = zip(&many);
    let middle = broken.len() / 3;
    broken[middle] ^= 0x55;
    let large = "(;B[aa];W[bb])".repeat(5_000);
    let files = [("b.zip", zip(&many)), ("c.zip", broken), ("d.tar.gz", gz(&tar(&many)))];
    let more = [("a.sgf", large.clone().into_bytes()), ("e.7z", sevenz(&members()))];
    let nested = [("f.zip", zip(&[("g.tar", &tar(&many)), ("h.sgf", large.as_bytes())]))];
    let files: Vec<_> = files.iter().chain(&more).chain(&nested).collect();
    let files: Vec<_> = files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let folder = folder("jobs", &files);
    let folder = folder.to_str().unwrap();
    for command in
        ["check", "check --format=json", "json --flat", "fmt", "fmt --check", "json", "cat"]
    {
        let run = |jobs| {
            kifu(command.split(' ').chain([jobs, "--strict", folder, "missing.sgf", folder]))
        };
        let one = run("-j1");
        assert!(one.messages.contains("kifu: missing.sgf: "), "{}", one.messages);
        for jobs in ["-j2", "-j7"] {
            let run = run(jobs);
            assert!(run.out == one.out && run.messages == one.messages, "{command} {jobs}");
            assert_eq!(run.status, one.status);
        }
    }
    let run = |jobs| kifu(["stats", "--format=json", jobs, folder]);
    let one = counts(&run("-j1"));
    assert!(one["games"].as_u64() > Some(10_000), "{one}");
    assert_eq!([counts(&run("-j2")), counts(&run("-j5"))], [one.clone(), one]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_run_with_whole_lines_and_no_file() {
    use std::process::{Command, Stdio};
    let record = format!("(;SZ[19]C[{}])", "long ".repeat(400));
    let many: Vec<_> = std::iter::repeat_n(("a.sgf", record.as_bytes()), 20_000).collect();
    let folder = folder("interrupted", &[("a.tar", &tar(&many))]);
    let archive = folder.join("a.tar");
    let interrupt = |child: &std::process::Child| {
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
    };
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        command.args(arguments).arg(&archive).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for jobs in ["-j1", "-j3"] {
        let mut child = run(&["json", jobs]);
        // It is at work, and waits for a reader.
        let mut start = [0; 16];
        let mut stdout = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut stdout, &mut start).unwrap();
        interrupt(&child);
        std::thread::sleep(std::time::Duration::from_millis(200));
        let mut rest = start.to_vec();
        std::io::Read::read_to_end(&mut stdout, &mut rest).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(output.stderr.starts_with(b"kifu: interrupted; "));
        let text = String::from_utf8(rest).unwrap();
        assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
        let lines = text.lines().count();
        assert!(text.ends_with('\n') && (1..many.len()).contains(&lines), "{lines}");
    }
    let file = folder.join("games.csv");
    let child = run(&["games", "--format=csv", "-j1", "-o", file.to_str().unwrap()]);
    let is_at_work = || fs::read_dir(&folder).unwrap().count() > 1;
    while !is_at_work() {
        std::thread::yield_now();
    }
    interrupt(&child);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(!is_at_work(), "neither the file nor what was to become it");
}
