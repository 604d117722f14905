//! A sound collection in which one byte was changed: the game trees before the one it stands in
//! are read as before, and those after the next.

#![no_main]

#[path = "../src/bytes.rs"]
mod bytes;
#[path = "../../tests/suite/choose.rs"]
#[allow(dead_code)]
mod choose;
#[path = "../../tests/suite/damage.rs"]
mod damage;

use std::cell::RefCell;

use bytes::Bytes;
use kifu::{Charset, ParseOptions, Parser};
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// A guess at a character set goes by the game tree before, so that damage may change it: here
    /// all is UTF-8.
    static PARSER: RefCell<Parser> =
        Parser::with_options(ParseOptions::new().charset(Charset::UTF_8)).into();
}

fuzz_target!(|data: &[u8]| {
    PARSER.with_borrow_mut(|parser| damage::check(parser, &mut Bytes(data)));
});
