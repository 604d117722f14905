//! Random numbers from a seed: SplitMix64 and the few draws that the records need.

/// A stream of random numbers, the same for the same seed on every machine.
pub(super) struct Random {
    state: u64,
}

/// A point of a distribution: so many of a thousand values are below `value`.
pub(super) type Quantile = (u64, u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// SplitMix64 by Sebastiano Vigna, which is in the public domain.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        // The high half of the product: the bias of 2^-64 does not matter here.
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// A number of the inclusive range.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// True so many times in a thousand.
    pub(super) fn per_mille(&mut self, times: u64) -> bool {
        self.below(1000) < times
    }

    /// One of the items.
    pub(super) fn pick<'t, T: ?Sized>(&mut self, items: &[&'t T]) -> &'t T {
        items[self.below(items.len() as u64) as usize]
    }

    /// A draw from a distribution that is given by some of its quantiles, in rising order from
    /// 0 ‰ to 1000 ‰, with straight lines between them.
    pub(super) fn draw(&mut self, quantiles: &[Quantile]) -> u64 {
        // A millionth of the whole, so that even a narrow step has its inner values.
        let at = self.below(1_000_000);
        let step = quantiles.windows(2).find(|step| at < step[1].0 * 1000);
        let Some(&[(from, low), (to, high)]) = step else { return 0 };
        low + (at - from * 1000) * (high - low) / ((to - from) * 1000)
    }
}
