//! What is counted and how: each job on each set in a process of its own under callgrind, which
//! collects inside of one function. Records, trees and a warm parser are made before it is entered.

use std::env;
use std::hint::black_box;
use std::process::{Command, Output};

use kifu::{Arena, Collection, Parser};

use crate::Result;
use crate::generator::{self, Generator};
use crate::jobs::{self, Job, TreeJob};
use crate::record::{Count, Record};

/// The argument of the process that does the work, before a job and a set.
pub(crate) const WORK: &str = "--work";

/// Bytes of a set: so many that a file's fixed costs count as they do in a batch, and few enough
/// for all jobs to be done in half a minute.
const SET_BYTES: usize = 400_000;

/// A job, by what it is given.
enum Work {
    Files(Job),
    Trees(TreeJob),
    /// Files as a server damages them.
    Damaged(fn(&mut Parser, &[Vec<u8>])),
}

const JOBS: [(&str, Work); 11] = [
    ("events", Work::Files(jobs::events)),
    ("tree", Work::Files(jobs::tree)),
    ("tree, tolerant", Work::Files(jobs::tolerant_tree)),
    ("game info", Work::Files(jobs::game_info)),
    ("tree, values seen", Work::Files(jobs::values)),
    ("tree, moves as x, y", Work::Files(jobs::moves)),
    ("next_game", Work::Files(jobs::next_game)),
    ("to_owned_tree", Work::Trees(jobs::to_owned_tree)),
    ("write", Work::Trees(jobs::write)),
    ("read, damaged", Work::Damaged(read)),
    ("survey, damaged", Work::Damaged(survey)),
];

/// What a server writes at the start of its records: names in UTF-8 of which bytes were replaced by
/// `?`, and a property twice. In an archive of 28,425 games three quarters are like that.
const DAMAGED_ROOT: &[u8] = b"GM[1]FF[4]SZ[19]GN[]DT[2016-09-20]PB[\xE4\xB8\x89\xE7\x9B\xAE\xE4\xB8?\xE6\x9E\x97]\
    PW[\xE7\x8E\x8B\xE5\x85\x83\xE5?\x9D?]BR[9\xE6\xAE\xB5]WR[P7\xE6\xAE?]KM[0]HA[0]RU[Japanese]AP[GNU Go:3.8]\
    RE[B+R]TM[60]TC[3]TT[15]AP[foxwq]";

/// To the borrowed tree, tolerantly.
fn read(parser: &mut Parser, files: &[Vec<u8>]) {
    for file in files {
        let arena = Arena::new();
        black_box(parser.read(&arena, file));
    }
}

/// To counts.
fn survey(parser: &mut Parser, files: &[Vec<u8>]) {
    for file in files {
        black_box(parser.survey(file).value_count());
    }
}

/// The generated sets but the mix of them.
fn sets() -> impl Iterator<Item = (&'static str, Generator)> {
    generator::SETS.into_iter().filter(|(name, _)| *name != "mix")
}

fn files(generator: Generator) -> Vec<String> {
    generator(1, SET_BYTES)
}

/// The files with a damaged root before the nodes that they have.
fn damaged(files: &[String]) -> Vec<Vec<u8>> {
    let damaged = |file: &String| [b"(;", DAMAGED_ROOT, &file.as_bytes()[1..]].concat();
    files.iter().map(damaged).collect()
}

/// Counts every job on every set.
pub(crate) fn count_all() -> Result<Record> {
    let mut counts = Vec::new();
    for (job, work) in JOBS {
        // The damage is that of games of servers.
        let is_damaged = matches!(work, Work::Damaged(_));
        for (set, generator) in sets().filter(|(set, _)| !is_damaged || *set == "plain") {
            let files = files(generator);
            let bytes = match is_damaged {
                true => damaged(&files).iter().map(Vec::len).sum(),
                false => files.iter().map(String::len).sum(),
            };
            let instructions = count(job, set)?;
            counts.push(Count { job: job.to_owned(), set: set.to_owned(), bytes, instructions });
        }
    }
    Ok(Record { compiler: compiler()?, counts })
}

/// The instructions of one job on one set.
fn count(job: &str, set: &str) -> Result<u64> {
    count_in_process(&[WORK, job, set])
}

/// The instructions of what a process does in [`enter_counted_work`] with these arguments.
pub(crate) fn count_in_process(arguments: &[&str]) -> Result<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*enter_counted_work*")
        .arg(env::current_exe()?)
        .args(arguments)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let Output { status, stderr, .. } = output;
    let told = String::from_utf8_lossy(&stderr);
    let collected = told.lines().find_map(|line| line.split("Collected : ").nth(1));
    match collected.and_then(|count| count.trim().parse().ok()) {
        Some(count) if status.success() && count > 0 => Ok(count),
        _ => Err(format!("{}: nothing counted\n{told}", arguments.join(", ")).into()),
    }
}

fn compiler() -> Result<String> {
    let output = Command::new("rustc").arg("--version").output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Does a job on a set, once. This is what runs under callgrind.
pub(crate) fn work(job: &str, set: &str) -> Result<()> {
    let (_, work) = JOBS.into_iter().find(|(name, _)| *name == job).ok_or("no such job")?;
    let (_, generator) = sets().find(|(name, _)| *name == set).ok_or("no such set")?;
    let files = files(generator);
    match work {
        Work::Files(job) => {
            let mut parser = Parser::new();
            job(&mut parser, &files);
            enter_counted_work(&mut || job(&mut parser, &files));
        }
        Work::Damaged(job) => {
            let files = damaged(&files);
            let mut parser = Parser::new();
            job(&mut parser, &files);
            enter_counted_work(&mut || job(&mut parser, &files));
        }
        Work::Trees(job) => {
            let arenas: Vec<Arena> = files.iter().map(|_| Arena::new()).collect();
            let trees: std::result::Result<Vec<Collection>, _> =
                arenas.iter().zip(&files).map(|(arena, file)| kifu::parse(arena, file)).collect();
            let trees = trees?;
            trees.iter().for_each(|tree| job(*tree));
            enter_counted_work(&mut || trees.iter().for_each(|tree| job(*tree)));
        }
    }
    Ok(())
}

/// Callgrind collects while this runs, and knows it by its name.
#[inline(never)]
pub(crate) fn enter_counted_work(work: &mut dyn FnMut()) {
    work();
}
