//! Hostile inputs at one size and at twice that: the time must double, not square.
//!
//! Prints a table of its own: what matters is the last column, the ratio of the two times.

use std::hint::black_box;
use std::time::{Duration, Instant};

use kifu::{Arena, Parser};

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
    {
        let arena = Arena::new();
        let _ = black_box(parser.parse(&arena, source));
    }
    start.elapsed()
}

fn main() {
    println!("| input | n | time | time of 2n | ratio |\n|---|--:|--:|--:|--:|");
    for Shape { name, size, make } in SHAPES {
        let sources = [make(size), make(2 * size)];
        let mut parser = Parser::new();
        // The first round makes room and is not counted.
        let mut ratios: Vec<_> = (0..=ROUNDS)
            .map(|_| sources.each_ref().map(|source| read(&mut parser, source)))
            .skip(1)
            .map(|times| (times[1].as_secs_f64() / times[0].as_secs_f64(), times))
            .collect();
        ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (ratio, [once, twice]) = ratios[ROUNDS / 2];
        println!("| {name} | {size} | {once:.2?} | {twice:.2?} | {ratio:.2} |");
    }
}
