//! Hostile inputs at one size and at twice that: the time must double, not square. And one large
//! collection beside the same games as files: event by event and game by game it must cost hardly
//! more.
//!
//! Prints tables of its own: what matters is the last column, the ratio of two times.

#[path = "generator/mod.rs"]
mod generator;

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifu::{Arena, Collection, Flow, GameReader, OwnedNode, Parser, RawValue, Visitor};

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

/// The time of reading an input and dropping what was read, or the error.
fn read(parser: &mut Parser, source: &str) -> Duration {
    let start = Instant::now();
    parse(parser, source);
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

/// Something that is done to a tree.
type Task = fn(&Collection<'_>);

/// What is done to a tree besides reading it.
const TASKS: [(&str, Task); 5] = [
    ("to_owned_tree", |tree| drop(black_box(tree.to_owned_tree()))),
    ("==", |tree| assert!(black_box(tree) == tree)),
    ("Debug", |tree| drop(black_box(format!("{tree:?}")))),
    ("write", |tree| drop(black_box(tree.to_string()))),
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
            let (ratio, [time, time_of_twice]) = compare(|| {
                [once, twice].map(|tree| {
                    let start = Instant::now();
                    work(&tree);
                    start.elapsed()
                })
            });
            println!("| {name}, {task} | {size} | {time:.2?} | {time_of_twice:.2?} | {ratio:.2} |");
        }
    }
}

fn hostile_inputs() {
    println!("| input | n | time | time of 2n | ratio |\n|---|--:|--:|--:|--:|");
    for Shape { name, size, make } in SHAPES {
        let sources = [make(size), make(2 * size)];
        let mut parser = Parser::new();
        let (ratio, [once, twice]) =
            compare(|| sources.each_ref().map(|source| read(&mut parser, source)));
        println!("| {name} | {size} | {once:.2?} | {twice:.2?} | {ratio:.2} |");
    }
}

/// Counts the bytes of values.
#[derive(Default)]
struct ValueBytes(usize);

impl Visitor<'_> for ValueBytes {
    fn value(&mut self, value: RawValue<'_>) -> Flow {
        self.0 += value.raw().len();
        Flow::Continue
    }
}

fn visit(_: &mut Parser, source: &str) {
    let _ = black_box(kifu::visit(source, ValueBytes::default()).map(|bytes| bytes.0));
}

fn parse(parser: &mut Parser, source: &str) {
    let arena = Arena::new();
    let _ = black_box(parser.parse(&arena, source));
}

fn next_game(parser: &mut Parser, source: &str) {
    let mut games = parser.games(source);
    loop {
        let arena = Arena::new();
        match games.next_game(&arena) {
            Ok(Some(game)) => black_box(game),
            _ => return,
        };
    }
}

fn game_reader(parser: &mut Parser, source: &str) {
    let mut games = GameReader::new(source.as_bytes());
    while let Ok(Some(game)) = games.next_game() {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, game.text()));
    }
}

/// A way to read a source whole, with no need of memory for all of it.
type Way = fn(&mut Parser, &str);

fn one_collection() {
    let (set, generator) = generator::SETS[0];
    let files = generator(1, 60_000_000);
    let collection = files.concat();
    let mut parser = Parser::new();
    println!("\n| 60 MB of {set} games | files | a collection | ratio |\n|---|--:|--:|--:|");
    let ways: [(&str, Way, Way); 3] = [
        ("visit", visit, visit),
        ("parse, next_game", parse, next_game),
        ("parse, GameReader", parse, game_reader),
    ];
    for (name, of_file, of_collection) in ways {
        let (ratio, [apart, together]) = compare(|| {
            let start = Instant::now();
            files.iter().for_each(|file| of_file(&mut parser, file));
            let apart = start.elapsed();
            of_collection(&mut parser, &collection);
            [apart, start.elapsed() - apart]
        });
        println!("| {name} | {apart:.2?} | {together:.2?} | {ratio:.2} |");
    }
}

fn main() {
    hostile_inputs();
    trees();
    one_collection();
}
