//! Hostile inputs at one size and at twice that: the time must double, not square; and so for a
//! large collection that is kept whole. One large collection beside the same games as files: event
//! by event and game by game it must cost hardly more. Two threads beside one.
//!
//! `cargo bench --bench scaling -- [TABLE]...` prints tables of its own, all or those named: what
//! matters is the last column, the ratio of two times.

#[path = "generator/mod.rs"]
mod generator;
#[path = "jobs/mod.rs"]
#[allow(dead_code, reason = "other benchmarks do the rest")]
mod jobs;
#[path = "shapes/mod.rs"]
mod shapes;

use std::env;
use std::hint::black_box;
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use jobs::{Job, TreeJob};
use kifu::{Arena, OwnedNode, Parser};

/// An input of `tests/suite/hostile.rs`, made at a size.
struct Shape {
    name: &'static str,
    /// The smaller size. The tables of both sizes come from memory that the allocator kept, or
    /// both fresh from the system: where only the larger do, the price of new pages makes linear
    /// work look like more.
    size: usize,
    make: fn(usize) -> String,
}

const SHAPES: [Shape; 8] = [
    Shape { name: "nested variations", size: 1_000_000, make: |n| "(;".repeat(n) + &")".repeat(n) },
    Shape { name: "siblings", size: 1_000_000, make: |n| format!("(;{})", "(;B[aa])".repeat(n)) },
    Shape { name: "main line", size: 1_000_000, make: |n| format!("({})", ";B[aa]".repeat(n)) },
    Shape { name: "escapes", size: 1_000_000, make: |n| format!("(;C[{}])", "\\]".repeat(n)) },
    Shape { name: "values", size: 600_000, make: |n| format!("(;AB{})", "[aa]".repeat(n)) },
    Shape { name: "keys", size: 1_500_000, make: |n| format!("(;{})", keys(n)) },
    Shape { name: "unclosed parentheses", size: 1_000_000, make: |n| "(;".repeat(n) },
    Shape { name: "game trees", size: 1_000_000, make: |n| "(;)".repeat(n) },
];

const ROUNDS: usize = 9;

/// So many properties, each with an ident of its own.
fn keys(count: usize) -> String {
    (0..count).map(key).collect()
}

/// A property with an ident of its own.
fn key(mut number: usize) -> String {
    let mut ident = String::from("K");
    while number > 0 {
        ident.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    ident + "[x]"
}

/// How long it takes.
fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The median of the times' ratios, and the times that go with it. The first round makes room and
/// is not counted.
fn compare(mut round: impl FnMut() -> [Duration; 2]) -> (f64, [Duration; 2]) {
    let rounds = (0..=ROUNDS).map(|_| round()).skip(1);
    let mut ratios: Vec<_> =
        rounds.map(|times| (times[1].as_secs_f64() / times[0].as_secs_f64(), times)).collect();
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    ratios[ROUNDS / 2]
}

/// What is done to a tree besides reading it.
const TASKS: [(&str, TreeJob); 5] = [
    ("to_owned_tree", jobs::to_owned_tree),
    ("==", |tree| assert!(black_box(tree) == tree)),
    ("Debug", |tree| drop(black_box(format!("{tree:?}")))),
    ("write", jobs::write),
    ("owned: clone, edit, write", |tree| {
        let mut owned = tree.to_owned_tree().clone();
        let last = owned.nodes().last().map(OwnedNode::id);
        let _ = last.map(|last| owned.set(last, "C", ["x"]).and_then(|()| owned.promote(last)));
        drop(black_box(owned.to_string()));
    }),
];

/// The tasks on a tree that is deep and on one that is long.
fn trees() {
    println!("\n| tree, task | n | time | time of 2n | ratio |\n|---|--:|--:|--:|--:|");
    for Shape { name, size, make } in [&SHAPES[0], &SHAPES[2]] {
        let sources = [make(*size), make(2 * size)];
        let arenas = [Arena::new(), Arena::new()];
        let [once, twice] = [0, 1].map(|at| kifu::parse(&arenas[at], &sources[at]).unwrap());
        for (task, work) in TASKS {
            let (ratio, [of_once, of_twice]) =
                compare(|| [once, twice].map(|tree| time(|| work(tree))));
            println!("| {name}, {task} | {size} | {of_once:.2?} | {of_twice:.2?} | {ratio:.2} |");
        }
    }
}

fn hostile_inputs() {
    println!("| input | n | time | time of 2n | ratio |\n|---|--:|--:|--:|--:|");
    for Shape { name, size, make } in SHAPES {
        let (ratio, [once, twice]) = parse_and_drop(&[make(size), make(2 * size)]);
        println!("| {name} | {size} | {once:.2?} | {twice:.2?} | {ratio:.2} |");
    }
}

/// Damaged inputs, read tolerantly.
fn damaged_inputs() {
    const BYTES: usize = 300_000;
    println!("\n| start, repeated | bytes | time | time of 2n | ratio |\n|---|--:|--:|--:|--:|");
    let mut parser = Parser::new();
    for shape in shapes::STRUCTURE.iter().chain(shapes::CHARSETS) {
        let sources = [BYTES, 2 * BYTES].map(|bytes| shape.make(bytes));
        let (ratio, [once, twice]) = compare(|| {
            sources.each_ref().map(|source| {
                time(|| {
                    black_box(parser.read(&Arena::new(), source));
                })
            })
        });
        println!("| {} | {BYTES} | {once:.2?} | {twice:.2?} | {ratio:.2} |", shape.name());
    }
}

/// Two inputs, each as a whole in one arena.
fn parse_and_drop(sources: &[String; 2]) -> (f64, [Duration; 2]) {
    let mut parser = Parser::new();
    compare(|| {
        sources.each_ref().map(|source| time(|| jobs::tree(&mut parser, slice::from_ref(source))))
    })
}

/// The games of the benchmarks below, as files.
fn plain_games(bytes: usize) -> Vec<String> {
    let (_, plain) = generator::SETS[0];
    plain(1, bytes)
}

fn kept_collection() {
    println!("\n| plain games in one arena | 60 MB | 120 MB | ratio |\n|---|--:|--:|--:|");
    let sources = [60_000_000, 120_000_000].map(|bytes| plain_games(bytes).concat());
    let (ratio, [once, twice]) = parse_and_drop(&sources);
    println!("| parse | {once:.2?} | {twice:.2?} | {ratio:.2} |");
}

fn one_collection() {
    let files = plain_games(60_000_000);
    let collection = [files.concat()];
    let mut parser = Parser::new();
    println!("\n| 60 MB of plain games | files | a collection | ratio |\n|---|--:|--:|--:|");
    let jobs: [(&str, Job, Job); 3] = [
        ("visit", jobs::events, jobs::events),
        ("parse, next_game", jobs::tree, jobs::next_game),
        ("parse, GameReader", jobs::tree, jobs::game_reader),
    ];
    for (name, of_files, of_collection) in jobs {
        let (ratio, [apart, together]) = compare(|| {
            let apart = time(|| of_files(&mut parser, &files));
            [apart, time(|| of_collection(&mut parser, &collection))]
        });
        println!("| {name} | {apart:.2?} | {together:.2?} | {ratio:.2} |");
    }
}

/// Goes over the files so often that it takes a second: a new thread may have to share its parent's
/// processor for a tenth of one.
fn passes(job: Job, parser: &mut Parser, files: &[String]) {
    (0..10).for_each(|_| job(parser, files));
}

/// One thread that does all, and two of which each has half of the bytes and a parser of its own.
fn two_threads() {
    let files = plain_games(60_000_000);
    let half = files.iter().map(String::len).sum::<usize>() / 2;
    let mut end = 0;
    let reaches_half = |file: &String| {
        end += file.len();
        end > half
    };
    let (first, second) = files.split_at(files.iter().position(reaches_half).unwrap_or(0));
    let collections = [first.concat(), second.concat()];
    let mut parsers = [Parser::new(), Parser::new()];
    println!("\n| ten times 60 MB of plain games | two threads | one | ratio |\n|---|--:|--:|--:|");
    let jobs: [(&str, Job, [&[String]; 2]); 2] = [
        ("files: parse", jobs::tree, [first, second]),
        ("a collection: next_game", jobs::next_game, collections.each_ref().map(slice::from_ref)),
    ];
    for (name, job, halves) in jobs {
        let (ratio, [two, one]) = compare(|| {
            let [parser, other] = &mut parsers;
            let two = time(|| {
                thread::scope(|scope| {
                    scope.spawn(|| passes(job, other, halves[1]));
                    passes(job, parser, halves[0]);
                });
            });
            [two, time(|| halves.iter().for_each(|half| passes(job, parser, half)))]
        });
        println!("| {name} | {two:.2?} | {one:.2?} | {ratio:.2} |");
    }
}

/// The tables by name.
const TABLES: [(&str, fn()); 6] = [
    ("hostile", hostile_inputs),
    ("damaged", damaged_inputs),
    ("trees", trees),
    ("kept", kept_collection),
    ("collection", one_collection),
    ("threads", two_threads),
];

fn main() {
    // Cargo says `--bench` to a benchmark.
    let asked: Vec<String> = env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    for (name, table) in TABLES {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            table();
        }
    }
}
