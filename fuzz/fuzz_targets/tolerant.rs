//! Tolerant reading of any bytes, as they are, as a choice of tokens and as one of odd places: it
//! reads as the reference reader does, agrees with strict reading, and accounts for each byte. The parser is kept from
//! input to input, so what one leaves after shows in the next.

#![no_main]

#[path = "../../tests/suite/account.rs"]
mod account;
#[path = "../src/bytes.rs"]
mod bytes;
#[path = "../../tests/suite/choose.rs"]
#[allow(dead_code)]
mod choose;
#[path = "../../tests/suite/differential.rs"]
mod differential;
#[path = "../../tests/suite/invariants.rs"]
#[allow(dead_code)]
mod invariants;
#[path = "../../tests/suite/oddities.rs"]
mod oddities;
#[path = "../../tests/suite/reference/mod.rs"]
mod reference;

use std::cell::RefCell;

use bytes::Bytes;
use kifu::Parser;
use libfuzzer_sys::fuzz_target;

/// The reference reader is slow where the input is long.
const MOST_COMPARED: usize = 1024;

thread_local! {
    /// The rules of recovery, and the reference reader, know no character set but UTF-8; the others
    /// have a target of their own.
    static PARSER: RefCell<Parser> = differential::parser().into();
}

fuzz_target!(|data: &[u8]| {
    PARSER.with_borrow_mut(|parser| {
        let (mut tokens, mut oddity) = (Vec::new(), Vec::new());
        differential::random_tokens(&mut Bytes(data), &mut tokens);
        oddities::random_oddity(&mut Bytes(data), &mut oddity);
        for source in [data, &tokens, &oddity] {
            account::check(parser, source);
            // Without a fixed character set some of it may be read again.
            let arena = kifu::Arena::new();
            invariants::check_disjoint(Parser::new().read(&arena, source));
            if source.len() <= MOST_COMPARED {
                differential::compare(parser, source);
                differential::compare_strict(parser, source);
            }
        }
    });
});
