//! Strict reading of any text: no panic, every invariant of the tree, and a fault that says where
//! it stands. The parser is kept from input to input, so what one leaves after shows in the next.

#![no_main]

#[path = "../../tests/suite/invariants.rs"]
mod invariants;

use std::cell::RefCell;

use kifu::{Arena, Error, Parser};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::default();
}

fuzz_target!(|source: &str| {
    PARSER.with_borrow_mut(|parser| {
        let arena = Arena::new();
        match parser.parse(&arena, source) {
            Ok(collection) => {
                invariants::check(collection);
                assert_eq!(kifu::parse(&arena, source), Ok(collection));
            }
            Err(error) => {
                assert_eq!(kifu::parse(&arena, source), Err(error));
                check_error(source, error);
            }
        }
    });
});

/// What was found is what stands at the span, and what stands before it is no fault.
fn check_error(source: &str, error: Error) {
    let span = error.span();
    let found = source.get(span.range()).expect("a span keeps to whole characters");
    if let Some(kifu::Found::Char(char)) = error.kind().found() {
        assert_eq!(found.chars().next(), Some(char));
    }
    if error.kind().found() == Some(kifu::Found::End) && error.class().is_some() {
        assert!(span.end() == source.len() || found == "[");
    }
    let arena = Arena::new();
    let before = kifu::parse(&arena, &source[..span.start()]);
    if let Err(earlier) = before {
        assert!(earlier.span().start() <= span.start());
        let cut = matches!(earlier.kind().found(), Some(kifu::Found::End));
        assert!(cut, "{earlier} comes before {error}");
    }
}
