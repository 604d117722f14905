//! Large records, which the program reads in pieces: the output is that of the whole, whatever is in
//! them and whatever they are in, and memory does not grow with them.

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use kifu::values::Checker;
use kifu::{Arena, Charset, Collection, LineIndex, ParseOptions, Parser, WriteOptions};
use serde_json::{Value, json};

use crate::archives::{archives, gz, tar, zip};
use crate::choose::{Choose as _, Random};
use crate::made_up::{CLEAN, DAMAGED, GUESSED, JUMBLED, MIXED, UNSURE, clean, moves, record, text};
use crate::program::{Run, folder, kifu, kifu_reading, program};

/// The lines of a command, the same for these numbers of jobs as for one.
fn lines(command: &[&str], path: &Path, jobs: &[&str]) -> Vec<Value> {
    let run = |jobs| {
        let jobs: [&OsStr; 3] = ["-j".as_ref(), jobs, path.as_os_str()];
        kifu(command.iter().map(AsRef::as_ref).chain(jobs))
    };
    let one = run("1".as_ref());
    for jobs in jobs {
        let several = run(jobs.as_ref());
        assert!(without_time(&one) == without_time(&several), "{command:?} -j{jobs}");
        assert!((&one.messages, one.status) == (&several.messages, several.status));
    }
    one.lines()
}

fn without_time(run: &Run) -> &str {
    run.out.split("\"seconds\"").next().unwrap()
}

fn faults(collection: Collection<'_>, bytes: &[u8]) -> Vec<Value> {
    let lines = LineIndex::new(bytes);
    let fault = |found: &kifu::Diagnostic| {
        let location = lines.location(found.span().start());
        json!([
            found.game(),
            found.code().name(),
            found.span().start(),
            found.span().len(),
            location.line,
            location.column,
            found.message(bytes).to_string(),
        ])
    };
    let structure =
        collection.diagnostics().iter().map(|found| (found.span().start(), fault(found)));
    let checked = Checker::new().pedantic(true).check(collection);
    let values = checked.diagnostics().iter().map(|found| {
        let (span, location) = (found.span(), lines.location(found.span().start()));
        let place = (span.start(), span.len(), location.line, location.column);
        let (start, len, line, column) = place;
        let message = found.to_string();
        (start, json!([found.game(), found.code().name(), start, len, line, column, message]))
    });
    let mut all: Vec<_> = structure.chain(values).collect();
    all.sort_by_key(|&(start, _)| start);
    all.into_iter().map(|(_, fault)| fault).collect()
}

fn picked(line: &Value, keys: &[&str]) -> Value {
    // The program adds the character sets, which the library has beside the diagnostic.
    let value = |&key: &&str| match line[key].as_str() {
        Some(text) if key == "message" => text.split(": read as ").next().unwrap_or(text).into(),
        _ => line[key].clone(),
    };
    keys.iter().map(value).collect()
}

/// Whether all that is printed of the record is what the library reads in the whole of it.
fn check_against_whole(name: &str, bytes: &[u8], jobs: &[&str]) {
    let path = folder(&format!("pieces-{name}"), &[(name, bytes)]).join(name);
    let arena = Arena::new();
    let options = ParseOptions::new().max_diagnostics(1_000_000);
    let whole = Parser::with_options(options).read(&arena, bytes);

    let [stats] = lines(&["stats", "--format=json"], &path, jobs).try_into().unwrap();
    let counts = picked(&stats, &["files", "bytes", "games", "nodes"]);
    assert_eq!(counts, json!([1, bytes.len(), whole.game_trees().len(), whole.nodes().len()]));

    let keys = ["game", "code", "offset", "length", "line", "column", "message"];
    let found: Vec<_> = lines(&["check", "--pedantic", "--format=json"], &path, jobs)
        .iter()
        .map(|line| picked(line, &keys))
        .collect();
    let expected = faults(whole, bytes);
    let differs = found.iter().zip(&expected).find(|(found, expected)| found != expected);
    assert!(found.len() == expected.len() && differs.is_none(), "{name}: {differs:?}");

    let keys = ["game", "offset", "length", "charset", "charset_source", "PB", "nodes"];
    let rows = lines(&["games", "--format=ndjson"], &path, jobs);
    assert_eq!(rows.len(), whole.game_trees().len());
    for (row, game) in rows.iter().zip(whole.game_trees()) {
        let span = game.span();
        let expected = json!([
            game.index(),
            span.start(),
            span.len(),
            game.charset().name(),
            game.charset_source().name(),
            game.root().text("PB"),
            game.nodes().len(),
        ]);
        assert_eq!(picked(row, &keys), expected, "{name}");
    }

    let keys = ["game", "node", "parent", "properties"];
    let nodes = lines(&["json", "--flat"], &path, jobs);
    assert_eq!(nodes.len(), whole.nodes().len());
    let mut games = whole.game_trees().flat_map(|game| game.nodes().map(move |_| game.index()));
    for (line, node) in nodes.iter().zip(whole.nodes()) {
        let parent = node.parent().map(|parent| parent.id().index());
        let texts = |property: kifu::Property<'_>| {
            (property.ident().to_owned(), property.texts().iter().map(|text| &**text).collect())
        };
        let properties = Value::Object(node.properties().map(texts).collect());
        let expected = json!([games.next(), node.id().index(), parent, properties]);
        assert_eq!(picked(line, &keys), expected, "{name}");
    }
}

#[test]
fn what_is_written_game_by_game_is_that_of_the_whole() {
    let record = record(MIXED, 17, 1_500_000);
    let path = folder("written", &[("a.sgfs", &record)]).join("a.sgfs");
    let arena = Arena::new();
    let whole = Parser::new().read(&arena, &record);
    let form = WriteOptions::new().break_after_games(true).charset(Charset::UTF_8);
    let mut expected = Vec::new();
    form.write_to(whole, &mut expected).unwrap();
    let reported =
        format!("kifu: {} faults in the records, see `kifu check`\n", whole.diagnostics().len());
    for jobs in ["-j1", "-j3"] {
        let run = kifu(["cat".as_ref(), jobs.as_ref(), path.as_os_str()]);
        assert!(run.out.as_bytes() == expected, "{jobs}");
        assert_eq!(run.messages, reported);
    }
    // What replaces a file is made of the whole.
    std::fs::write(&path, self::record(&[(3, clean), (1, text)], 19, 1_500_000)).unwrap();
    let pieces = kifu(["fmt".as_ref(), "-j2".as_ref(), path.as_os_str()]);
    assert_eq!(kifu(["fmt".as_ref(), "--write".as_ref(), path.as_os_str()]).status, 0);
    assert!(std::fs::read_to_string(path).unwrap() == pieces.out);
}

#[test]
fn split_numbers_the_games_of_the_whole() {
    let mut random = Random::new(18);
    let game = |_| {
        let parts: String = (0..150).map(|_| moves(&mut random, 1000)).collect();
        format!("(;CA[UTF-8]{parts})")
    };
    let games: Vec<_> = (0..5).map(game).collect();
    let record = games.concat();
    assert!(record.len() > 1_500_000);
    let folder = folder("split-pieces", &[]);
    let arguments = ["split", "--name", "{game}.sgf", "--to"].map(OsStr::new);
    let arguments = arguments.iter().copied().chain([folder.as_os_str()]);
    assert_eq!(kifu_reading(arguments, record.as_bytes()).status, 0);
    for (number, game) in games.iter().enumerate() {
        let written = std::fs::read_to_string(folder.join(format!("{number}.sgf"))).unwrap();
        assert!(written.trim_end() == game, "{number}");
    }
}

#[test]
fn a_clean_record_in_pieces_is_that_of_the_whole() {
    check_against_whole("clean.sgfs", &record(CLEAN, 1, 1_500_000), &["2", "4"]);
}

#[test]
fn a_mixed_record_in_pieces_is_that_of_the_whole() {
    check_against_whole("mixed.sgfs", &record(MIXED, 2, 1_500_000), &["2", "4"]);
}

#[test]
fn a_damaged_record_in_pieces_is_that_of_the_whole() {
    for seed in 3..6 {
        check_against_whole("damaged.sgfs", &record(DAMAGED, seed, 1_200_000), &["2"]);
    }
}

/// `KIFU_COLLECTIONS` sets how many there are, and makes them larger.
#[test]
fn damaged_records_in_several_character_sets_in_pieces_are_those_of_the_whole() {
    let count = std::env::var("KIFU_COLLECTIONS").ok().and_then(|count| count.parse().ok());
    let bytes = if count.is_some() { 3 << 20 } else { 1_200_000 };
    for seed in 0..count.unwrap_or(2) {
        check_against_whole("jumbled.sgfs", &record(JUMBLED, 1000 + seed, bytes), &["2"]);
    }
}

#[test]
fn guesses_go_by_the_pieces_before() {
    check_against_whole("guessed.sgfs", &record(GUESSED, 6, 1_200_000), &["2"]);
    check_against_whole("unsure.sgfs", &record(UNSURE, 7, 1_500_000), &["2"]);
}

#[test]
fn a_record_that_cannot_be_cut_is_read_whole() {
    let mut random = Random::new(8);
    let long: String = (0..450).map(|_| moves(&mut random, 1000)).collect();
    let record = record(CLEAN, 9, 1_060_000);
    let wide: Vec<u8> = record.iter().flat_map(|&byte| [byte, 0]).collect();
    let mark = [&b"\xEF\xBB\xBF"[..], b"(;CA[GBK])", &record].concat();
    let shifted = [&b"(;CA[ISO-2022-JP]C[\x1B$B4}\x1B(B])"[..], &record].concat();
    for (name, bytes) in [
        ("one.sgf", format!("{}(;{long})(;B[aa])", "(;SZ[9])".repeat(3)).as_bytes()),
        ("wide.sgf", &wide),
        ("mark.sgf", &mark),
        ("shifted.sgf", &shifted),
        ("none.sgf", &b"no game at all ".repeat(100_000)),
        ("open.sgf", &[b"(;C[", &record[..]].concat()),
        ("unclosed.sgf", &[&record[..], b"(;GM[1];B[aa](;GM[1]C[x"].concat()),
    ] {
        check_against_whole(name, bytes, &[]);
    }
}

#[test]
fn the_input_counts_once_and_its_first_fault_makes_it_faulty() {
    let record = record(MIXED, 10, 2_500_000);
    let path = folder("once", &[("a.sgfs", &record), ("b.sgf", b"(;B[aa])")]);
    for jobs in ["-j1", "-j3"] {
        let run = kifu(["check".as_ref(), jobs.as_ref(), "-q".as_ref(), path.as_os_str()]);
        assert!(run.out.starts_with("2 files, 1 with faults: "), "{}", run.out);
    }
}

/// A run of `stats` on what stdin gives, and the counts of it that hold for any archive.
fn stats(arguments: &[&str], bytes: &[u8]) -> (Run, Value) {
    let run = kifu_reading(["stats", "--format=json"].iter().chain(arguments), bytes);
    let [stats] = run.lines().try_into().unwrap();
    let counts = picked(&stats, &["files", "bytes", "games", "nodes", "diagnostics"]);
    (run, counts)
}

#[test]
fn a_large_member_of_an_archive_is_read_like_the_file() {
    let record = record(MIXED, 11, 1_200_000);
    let (_, expected) = stats(&[], &record);
    let inner = zip(&[("inner.sgfs", &record)]);
    let mut containers = archives(&[("a.sgfs", &record)]);
    containers.push(("a.sgfs.gz", gz(&record)));
    containers.push(("a.tar", tar(&[("inner.zip", &inner)])));
    for (name, bytes) in containers {
        let (run, counts) = stats(&["-j2"], &bytes);
        assert_eq!((run.status, run.messages.as_str(), &counts), (0, "", &expected), "{name}");
        if !["a.zip", "a.sgfs.gz"].contains(&name) {
            continue;
        }
        let path = folder("member", &[(name, &bytes)]).join(name);
        let rows = lines(&["games", "--format=ndjson"], &path, &["2"]);
        assert_eq!(Value::from(rows.len()), expected[2]);
        let numbers = rows.iter().map(|row| row["game"].as_u64().unwrap());
        assert!(numbers.eq(0..rows.len() as u64), "{name}");
    }
}

#[test]
fn an_archive_in_an_archive_is_none_that_is_cut() {
    let mut random = Random::new(16);
    let noise: Vec<u8> = (0..1_500_000).map(|_| random.below(256) as u8).collect();
    let inner = gz(&[&b"(;C["[..], &noise, b"])"].concat());
    assert!(inner.len() > 1_100_000);
    let (run, counts) = stats(&[], &tar(&[("x.sgf.gz", &inner)]));
    assert_eq!((run.status, &counts[0]), (0, &1.into()), "{}", run.messages);
}

#[test]
fn what_was_readable_of_a_large_record_is_read_and_the_fault_told_behind() {
    let record = record(CLEAN, 12, 2_500_000);
    let (_, whole) = stats(&[], &record);

    let mut checksum = gz(&record);
    let at = checksum.len() - 8;
    checksum[at] ^= 1;
    let (run, counts) = stats(&["-j2"], &checksum);
    assert_eq!((run.status, &counts), (2, &whole));
    assert!(run.messages.starts_with("kifu: -: "), "{}", run.messages);

    let mut checksum = zip(&[("a.sgfs", &record), ("b.sgf", b"(;)")]);
    // Of its header and of the directory.
    for signature in [&b"PK\x03\x04"[..], b"PK\x01\x02"] {
        let at = checksum.windows(4).position(|bytes| bytes == signature).unwrap();
        checksum[at + if signature[2] == 3 { 14 } else { 16 }] ^= 1;
    }
    let (run, counts) = stats(&["-j2"], &checksum);
    assert_eq!((run.status, counts[0].as_u64()), (2, Some(2)));
    assert!(run.messages.starts_with("kifu: -!a.sgfs: "), "{}", run.messages);

    let archive = tar(&[("a.sgfs", &record)]);
    for cut in [gz(&archive)[..400_000].to_vec(), archive[..2_000_000].to_vec()] {
        let (run, counts) = stats(&["-j2"], &cut);
        let bytes = counts[1].as_u64().unwrap();
        assert!(run.status == 2 && bytes > 500_000 && bytes < 2_000_000, "{counts}");
        assert!(run.messages.starts_with("kifu: -!a.sgfs: "), "{}", run.messages);
    }
}

#[test]
fn the_bound_on_members_is_one_on_what_is_in_memory() {
    let record = record(CLEAN, 13, 4_000_000);
    let wide: Vec<u8> = record.iter().flat_map(|&byte| [byte, 0]).collect();
    let bound = "--max-member-bytes=1500000";
    let (run, counts) = stats(&[bound], &gz(&record));
    assert_eq!((run.status, counts[1].as_u64()), (0, Some(record.len() as u64)));
    for bytes in [gz(&wide), zip(&[("wide.sgf", &wide)])] {
        let (run, counts) = stats(&[bound], &bytes);
        assert_eq!((run.status, counts[0].as_u64()), (2, Some(0)));
        assert!(run.messages.contains(": larger than 1500000 bytes, skipped"), "{}", run.messages);
    }
    // What was cut before stays.
    let value = [&record[..2_000_000], b"(;C[", &b"x".repeat(2_000_000), b"])"].concat();
    let (run, counts) = stats(&[bound], &gz(&value));
    assert_eq!((run.status, counts[0].as_u64()), (2, Some(1)));
    assert!(run.messages.contains("no game tree ends within 1500000 bytes after "));
    // What needs all of it has the bound as ever.
    let run = kifu_reading(["json", bound], &gz(&record));
    assert_eq!((run.status, run.out.as_str()), (2, ""));
}

#[test]
fn strict_reading_gives_a_large_record_up_as_a_whole() {
    let record = [&record(CLEAN, 14, 1_500_000)[..], b"(;b[aa])"].concat();
    let run = kifu_reading(["games", "--format=csv", "--strict"], &record);
    assert_eq!((run.status, run.out.lines().count()), (1, 1), "the names of the columns");
    let (run, counts) = stats(&["--strict"], &record);
    assert_eq!((run.status, &counts[2]), (1, &0.into()));
}

/// The greatest memory of a process so far, where the system tells it.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// The peak of a run in kB, whose output is taken a little at a time.
fn peak_of_slow_reading(command: &[&str], path: &PathBuf) -> Option<u64> {
    let mut child = program().args(command).arg(path).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    // Long enough for it to fill whatever it fills; nothing fails where it is not.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let mut most = peak(child.id());
    let mut room = vec![0; 64 * 1024];
    while out.read(&mut room).unwrap() > 0 {
        most = most.max(peak(child.id()));
    }
    assert!(child.wait().unwrap().success());
    most
}

#[test]
fn memory_does_not_grow_with_the_record_nor_with_a_slow_reader() {
    let record = record(CLEAN, 15, 8_000_000);
    let packed = gz(&record);
    let folder = folder("flat", &[("a.sgfs", &record), ("b.sgfs.gz", &packed)]);
    for name in ["a.sgfs", "b.sgfs.gz"] {
        for command in [&["stats", "-j2"][..], &["games", "--format=csv", "-j2"], &["fmt", "-j2"]] {
            let Some(peak) = peak_of_slow_reading(command, &folder.join(name)) else { return };
            // As a whole it would take more than ten times the record.
            assert!(peak < 64 * 1024, "{command:?} {name}: {peak} kB");
        }
    }
}
