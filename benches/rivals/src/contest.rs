//! The race: rounds in which each reader goes once over the set, in turning order, and the medians.

use std::fmt;
use std::time::Instant;

use kifu::Parser;

use crate::jobs::Job;
use crate::readers::{KIFU, RIVALS};
use crate::sets::Set;

/// How often kifu goes over the set in a round, so that its part is long enough for the clock.
const KIFU_PASSES: u32 = 5;

/// A job of kifu against one of the rivals.
pub(crate) struct Outcome {
    set: String,
    megabytes: f64,
    job: &'static str,
    rival: &'static str,
    kifu_speed: f64,
    rival_speed: f64,
    ratio: f64,
}

/// Runs all jobs over the set, so many times each, and compares each of kifu's with each rival's.
pub(crate) fn run(set: &Set, rounds: usize) -> Vec<Outcome> {
    let jobs: Vec<(Job, u32)> = KIFU
        .iter()
        .map(|(_, job)| (*job, KIFU_PASSES))
        .chain(RIVALS.iter().map(|(_, job)| (*job, 1)))
        .collect();
    let mut parser = Parser::new();
    let megabytes = set.bytes() as f64 / 1e6;
    // A speed for each job and round.
    let mut speeds = vec![Vec::new(); jobs.len()];
    for (job, _) in &jobs {
        job(&mut parser, &set.files);
    }
    for round in 0..rounds {
        let forth = 0..jobs.len();
        let order: Vec<usize> =
            if round % 2 == 0 { forth.collect() } else { forth.rev().collect() };
        for index in order {
            let (job, passes) = jobs[index];
            speeds[index].push(megabytes / seconds_of_a_pass(job, passes, &mut parser, &set.files));
        }
    }
    let (kifu, rivals) = speeds.split_at(KIFU.len());
    let mut outcomes = Vec::new();
    for ((job, _), kifu_speeds) in KIFU.iter().zip(kifu) {
        for ((rival, _), rival_speeds) in RIVALS.iter().zip(rivals) {
            let ratios = kifu_speeds.iter().zip(rival_speeds).map(|(kifu, rival)| kifu / rival);
            outcomes.push(Outcome {
                set: set.name.clone(),
                megabytes,
                job,
                rival,
                kifu_speed: median(kifu_speeds.clone()),
                rival_speed: median(rival_speeds.clone()),
                ratio: median(ratios.collect()),
            });
        }
    }
    outcomes
}

fn seconds_of_a_pass(job: Job, passes: u32, parser: &mut Parser, files: &[String]) -> f64 {
    let start = Instant::now();
    for _ in 0..passes {
        job(parser, files);
    }
    start.elapsed().as_secs_f64() / f64::from(passes)
}

/// The middle one of the values, of which there is at least one.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Outcome {
    /// The heading of the table whose rows outcomes are displayed as.
    pub(crate) const HEADING: &str = "\
| set | MB | kifu | MB/s | rival | MB/s | ratio |
|---|--:|---|--:|---|--:|--:|";
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { set, megabytes, job, rival, kifu_speed, rival_speed, ratio } = self;
        write!(
            f,
            "| {set} | {megabytes:.1} | {job} | {kifu_speed:.0} | {rival} | {rival_speed:.1} | {ratio:.1} |"
        )
    }
}
