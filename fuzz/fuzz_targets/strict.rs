//! Strict reading accepts an input exactly if tolerant reading has nothing to report but
//! `suspicious-value` and the choice of a character set, and both give the same tree. Held for text
//! and for bytes, as they are, as a choice of tokens and as one of odd places.

#![no_main]

#[path = "../src/bytes.rs"]
mod bytes;
#[path = "../../tests/suite/choose.rs"]
#[allow(dead_code)]
mod choose;
#[path = "../../tests/suite/differential.rs"]
#[allow(dead_code)]
mod differential;
#[path = "../../tests/suite/oddities.rs"]
mod oddities;
#[path = "../../tests/suite/reference/mod.rs"]
mod reference;

use std::cell::RefCell;

use bytes::Bytes;
use kifu::{Arena, Charset, Code, CodeClass, ParseOptions, Parser};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static TEXT: RefCell<Parser> =
        Parser::with_options(ParseOptions::new().charset(Charset::UTF_8)).into();
    static BYTES: RefCell<Parser> = RefCell::default();
}

fuzz_target!(|data: &[u8]| {
    let (mut tokens, mut oddity) = (Vec::new(), Vec::new());
    differential::random_tokens(&mut Bytes(data), &mut tokens);
    oddities::random_oddity(&mut Bytes(data), &mut oddity);
    for source in [data, &tokens, &oddity] {
        compare_bytes(source);
        if let Ok(text) = std::str::from_utf8(source) {
            compare_text(text);
        }
    }
});

/// A text has no character set to find: nothing but `suspicious-value` may be reported.
fn compare_text(source: &str) {
    let arena = Arena::new();
    let strict = TEXT.with_borrow_mut(|parser| parser.parse(&arena, source));
    let tolerant = TEXT.with_borrow_mut(|parser| parser.read(&arena, source.as_bytes()));
    let is_plain = tolerant.diagnostics().iter().all(|it| it.code() == Code::SuspiciousValue);
    assert_eq!(strict.is_ok(), is_plain && tolerant.omitted_diagnostics() == 0);
    if let Ok(strict) = strict {
        assert_eq!(strict, tolerant);
    }
}

fn compare_bytes(source: &[u8]) {
    let arena = Arena::new();
    let strict = BYTES.with_borrow_mut(|parser| parser.parse_bytes(&arena, source));
    let tolerant = BYTES.with_borrow_mut(|parser| parser.read(&arena, source));
    let is_plain = tolerant.diagnostics().iter().all(|found| {
        found.code() == Code::SuspiciousValue || found.code().class() == CodeClass::Charset
    });
    if tolerant.omitted_diagnostics() == 0 {
        assert_eq!(strict.is_ok(), is_plain);
    }
    if let Ok(strict) = strict {
        assert_eq!(strict, tolerant);
    }
}
