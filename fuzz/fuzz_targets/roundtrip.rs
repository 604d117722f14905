//! Every way out of a tree, sound or damaged, and back in: written and read, copied and written, serialised and read.
//! Borrowed and owned trees are written the same, and every Compose survives.

#![no_main]

#[path = "../../tests/suite/round_trip.rs"]
mod round_trip;

use kifu::{Arena, Parser};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let arena = Arena::new();
    if let Ok(collection) = Parser::new().parse_bytes(&arena, source) {
        round_trip::check(collection);
    }
    round_trip::check_damaged(source);
});
