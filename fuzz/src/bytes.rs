//! The bytes of the fuzzer as choices, for inputs that are put together from pieces.

use crate::choose::Choose;

/// Each byte one number; zeros when they are used up.
pub(crate) struct Bytes<'s>(pub(crate) &'s [u8]);

impl Choose for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        match rest.split_first() {
            // A bound that a byte does not reach takes two.
            Some((&second, rest)) if bound > 256 => {
                self.0 = rest;
                (usize::from(first) << 8 | usize::from(second)) % bound
            }
            _ => usize::from(first) % bound,
        }
    }
}
