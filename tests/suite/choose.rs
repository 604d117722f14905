//! Where made-up inputs take their choices from: numbers that are the same in every run. A
//! fuzzer has its own.

/// A source of numbers.
pub(crate) trait Choose {
    /// The next number, below `bound`.
    fn below(&mut self, bound: usize) -> usize;
}

/// Xorshift.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds that lie close together have to give different numbers, and none of them zero.
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
}

impl Choose for Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
