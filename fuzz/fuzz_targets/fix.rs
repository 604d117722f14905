//! Fixes of any bytes: nothing panics, what is fixed has nothing left to fix, and fixes of structure
//! keep the tree.

#![no_main]

#[path = "../../tests/suite/settled.rs"]
mod settled;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| settled::check(data));
