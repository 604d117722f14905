//! C6: how many bytes may be read again, so that reading stays linear whatever the input holds.

/// How many bytes may be read again for an input of no length; for each of its bytes two more.
const LEAST: i64 = 4 * 1024;

/// What may be read again in a source, or in a part of one after others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Budget {
    /// What the parts before left, but for what was spent since.
    left: i64,
    /// What the part that is read adds to it.
    added: i64,
    /// Whether there was not enough.
    is_exhausted: bool,
    /// Whether that was reported.
    is_reported: bool,
}

impl Budget {
    /// So many bytes of the part have been read.
    pub(super) fn set_read(&mut self, bytes: usize) {
        self.added = i64::try_from(bytes).unwrap_or(i64::MAX).saturating_mul(2);
    }

    /// What is left after a part of so many bytes.
    pub(super) fn after(mut self, bytes: usize) -> Self {
        self.set_read(bytes);
        let left = self.left.saturating_add(self.added);
        Self { left, added: 0, is_exhausted: false, is_reported: self.is_reported }
    }

    /// How many bytes may still be read again.
    pub(super) fn spare(&self) -> usize {
        let spare = self.left.saturating_add(self.added).saturating_add(LEAST);
        usize::try_from(spare).unwrap_or(0)
    }

    /// Whether any byte may still be read again.
    pub(super) fn has_spare(&mut self) -> bool {
        let has_spare = self.spare() > 0;
        self.is_exhausted |= !has_spare;
        has_spare
    }

    /// Takes so many bytes out of it, if there are as many.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let is_enough = self.spare() >= bytes;
        if is_enough {
            self.charge(bytes);
        } else {
            self.is_exhausted = true;
        }
        is_enough
    }

    /// Takes so many bytes out of it, that were looked at already.
    pub(super) fn charge(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Whether there was not enough, and that was not reported before.
    pub(super) fn takes_report(&mut self) -> bool {
        let is_new = self.is_exhausted && !self.is_reported;
        self.is_reported |= is_new;
        is_new
    }
}
