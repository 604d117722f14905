//! The counters of a run in words.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use indicatif::{DecimalBytes, HumanCount, HumanDuration};

/// The counters at one time.
pub(super) struct Line {
    pub(super) read: u64,
    /// How many bytes there are, if that is known and the run is not over.
    pub(super) total: Option<u64>,
    pub(super) games: u64,
    pub(super) faults: u64,
    pub(super) elapsed: Duration,
}

impl Display for Line {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { read, games, faults, elapsed, .. } = *self;
        let seconds = elapsed.as_secs_f64();
        let rate = games as f64 / seconds.max(f64::MIN_POSITIVE);
        write!(f, "{}", DecimalBytes(read))?;
        if let Some(total) = self.total {
            write!(f, " of {}", DecimalBytes(total))?;
        }
        write!(f, ", games: {} ({}/s)", HumanCount(games), HumanCount(rate as u64))?;
        write!(f, ", faults: {}", HumanCount(faults))?;
        match self.total.zip(self.left()) {
            Some((_, left)) => write!(f, ", {left:#} left", left = HumanDuration(left)),
            None => write!(f, ", {seconds:.1} s"),
        }
    }
}

impl Line {
    /// The time that the rest takes, if it goes on as until now.
    fn left(&self) -> Option<Duration> {
        let rest = self.total?.saturating_sub(self.read) as f64;
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * rest / self.read as f64).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_rate_until_now() {
        let elapsed = Duration::from_secs(10);
        let line = |read, total| {
            let (games, faults) = (read / 1000, 3);
            Line { read, total, games, faults, elapsed }.to_string()
        };
        let shown = line(20_000_000, Some(50_000_000));
        assert_eq!(shown, "20.00 MB of 50.00 MB, games: 20,000 (2,000/s), faults: 3, 15s left");
        let shown = line(20_000_000, None);
        assert_eq!(shown, "20.00 MB, games: 20,000 (2,000/s), faults: 3, 10.0 s");
        assert_eq!(line(0, Some(5)), "0 B of 5 B, games: 0 (0/s), faults: 3, 10.0 s");
        let shown = line(6_000, Some(5_000));
        assert!(shown.ends_with("0s left"), "{shown}");
    }
}
