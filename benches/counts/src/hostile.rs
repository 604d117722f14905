//! Damaged inputs without end at three sizes, each twice as large as the one before: whether the
//! count of instructions doubles too.

use std::hint::black_box;
use std::process::ExitCode;

use kifu::{Arena, Parser};

use crate::Result;
use crate::counting::{count_in_process, enter_counted_work};
use crate::shapes::{CHARSETS, Damage, STRUCTURE};

/// The argument of the process that reads a shape, before its number and its size.
pub(crate) const WORK: &str = "--hostile-work";

/// The smallest size.
const BYTES: usize = 50_000;

/// What a count may be multiplied with where the size doubles.
const MOST: f64 = 2.2;

fn shapes() -> impl Iterator<Item = &'static Damage> {
    STRUCTURE.iter().chain(CHARSETS)
}

/// Counts each shape at each size, and fails if one is not linear.
pub(crate) fn count_all() -> Result<ExitCode> {
    println!("| start, repeated | instructions a byte at n | 2n | 4n |\n|---|--:|--:|--:|");
    let mut steep = 0;
    for (number, shape) in shapes().enumerate() {
        let number = number.to_string();
        let mut counts = [0.0; 3];
        for (count, factor) in counts.iter_mut().zip([1, 2, 4]) {
            let bytes = (factor * BYTES).to_string();
            *count = count_in_process(&[WORK, &number, &bytes])? as f64;
        }
        let is_steep = counts.windows(2).any(|pair| pair[1] > MOST * pair[0]);
        steep += usize::from(is_steep);
        let mark = if is_steep { " (too much)" } else { "" };
        let [once, twice, four] = counts;
        let [once, twice, four] = [(once, 1), (twice, 2), (four, 4)]
            .map(|(count, factor)| count / (factor * BYTES) as f64);
        println!("| {} | {once:.0} | {twice:.0} | {four:.0}{mark} |", shape.name());
    }
    Ok(if steep > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Reads a shape once, with a parser that has the room for it.
pub(crate) fn work(number: usize, bytes: usize) {
    let Some(shape) = shapes().nth(number) else { return };
    let input = shape.make(bytes);
    let mut parser = Parser::new();
    let mut read = || {
        let arena = Arena::new();
        black_box(parser.read(&arena, &input));
    };
    read();
    enter_counted_work(&mut read);
}
