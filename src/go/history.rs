//! The positions of a line of play, to find one that was there before.

use alloc::vec::Vec;

/// Hashes in the order in which they came, and where to find each: taken back in the reverse order.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    hashes: Vec<u64>,
    /// For each slot the number of a hash, plus one; 0 if it is free. At least half are.
    slots: Vec<u32>,
}

const FIRST_SLOTS: usize = 1024;

impl History {
    pub(super) fn clear(&mut self) {
        self.truncate(0);
    }

    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Adds a hash, unless it is there.
    ///
    /// Cost: constant, and once linear each time the number doubles.
    pub(super) fn add(&mut self, hash: u64) -> bool {
        if 2 * (self.hashes.len() + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.find(hash);
        if self.slots[slot] != 0 {
            return false;
        }
        self.hashes.push(hash);
        self.slots[slot] = self.hashes.len() as u32;
        true
    }

    /// Takes hashes back until so many are left. What was added last is at the end of its run of
    /// slots, so that no other is lost with it.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.hashes.len() > len {
            if let Some(&last) = self.hashes.last() {
                let slot = self.find(last);
                self.slots[slot] = 0;
            }
            self.hashes.pop();
        }
    }

    /// The slot of a hash, or the free one where it belongs.
    fn find(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let number = self.slots[slot] as usize;
            if number == 0 || self.hashes.get(number - 1) == Some(&hash) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let count = (2 * self.slots.len()).max(FIRST_SLOTS);
        self.slots.clear();
        self.slots.resize(count, 0);
        for number in 0..self.hashes.len() {
            let slot = self.find(self.hashes[number]);
            self.slots[slot] = number as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_found_until_they_are_taken_back() {
        let mut history = History::default();
        // All of them want the same slot.
        let hash = |number: u64| number << 40 | 7;
        for number in 0..1500 {
            assert!(history.add(hash(number)));
            assert!(!history.add(hash(number / 2)));
        }
        history.truncate(700);
        assert!(!history.add(hash(699)));
        assert!(history.add(hash(700)));
        assert_eq!(history.len(), 701);
        history.clear();
        assert!(history.add(hash(0)));
    }
}
