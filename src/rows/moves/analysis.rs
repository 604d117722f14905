//! What programs write of a position, where it is plain: KataGo in comments, Lizzie in `LZ`, Sabaki
//! in `SBKV`.

use super::columns::{Key, LEN};
use crate::rows::Cell;
use crate::values::Color;

/// What a program says of the position after a node, for Black.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Analysis {
    program: Option<&'static str>,
    winrate: Option<f64>,
    score: Option<f64>,
    visits: Option<u64>,
}

impl Analysis {
    /// Reads the texts of `LZ`, `SBKV` and `C`, of which the first that can be read counts. `last` is
    /// who moved in the node.
    pub(super) fn of([lizzie, sabaki, comment]: [Option<&str>; 3], last: Option<Color>) -> Self {
        let found = lizzie.and_then(|text| Self::of_lizzie(text, last));
        let found = found.or_else(|| Self::of_sabaki(sabaki?));
        found.or_else(|| Self::of_katago(comment?)).unwrap_or_default()
    }

    /// KataGo: `0.47 0.53 0.00 -0.4 v=600`, the chances that White wins, that Black wins and that
    /// there is no result, and the lead of White.
    fn of_katago(text: &str) -> Option<Self> {
        // Nearly all comments end here.
        if !matches!(text.as_bytes(), [b'0' | b'1', b'.', ..]) {
            return None;
        }
        let line = text.lines().next()?;
        let mut words = line.split(' ');
        let mut next = || words.next().and_then(real);
        let (white, black, none, score) = (next()?, next()?, next()?, next()?);
        let sum = white + black + none;
        let are_chances = [white, black, none].iter().all(|chance| (0.0..=1.0).contains(chance));
        if !are_chances || !(0.97..=1.03).contains(&sum) {
            return None;
        }
        let visits = words.find_map(|word| word.strip_prefix("v=")?.parse().ok());
        // No minus before zero.
        let score = Some(0.0 - score);
        Some(Self { program: Some("KataGo"), winrate: Some(black), score, visits })
    }

    /// Lizzie: `NAME 47.6 3.1k 0.3 14.3`, the chance that who moved wins in per cent, the visits, and
    /// perhaps the lead of who is to move. Without a move Black is to move.
    fn of_lizzie(text: &str, last: Option<Color>) -> Option<Self> {
        let line = text.lines().next()?;
        let mut words = line.split(' ').skip(1);
        let percent = words.next().and_then(real).filter(|it| (0.0..=100.0).contains(it))?;
        let visits = words.next().and_then(playouts)?;
        let score = words.next().and_then(real);
        let is_black = last == Some(Color::Black);
        let winrate = if is_black { percent } else { 100.0 - percent };
        let score = score.map(|lead| if is_black { 0.0 - lead } else { lead });
        let winrate = Some(percent_of_one(winrate));
        Some(Self { program: Some("Lizzie"), winrate, score, visits: Some(visits) })
    }

    /// Sabaki: the chance that Black wins, in per cent.
    fn of_sabaki(text: &str) -> Option<Self> {
        let percent = real(text.trim()).filter(|it| (0.0..=100.0).contains(it))?;
        let winrate = Some(percent_of_one(percent));
        Some(Self { program: Some("Sabaki"), winrate, score: None, visits: None })
    }

    pub(super) fn fill(self, cells: &mut [Cell<'_>; LEN]) {
        let real = |value: Option<f64>| value.map_or(Cell::Null, Cell::Float64);
        cells[Key::Winrate as usize] = real(self.winrate);
        cells[Key::Score as usize] = real(self.score);
        cells[Key::Visits as usize] = self.visits.map_or(Cell::Null, Cell::UInt64);
        cells[Key::Analysis as usize] = self.program.map_or(Cell::Null, Cell::Text);
    }
}

/// A decimal number that is finite; some locales write a comma in it.
fn real(text: &str) -> Option<f64> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || b".,-".contains(byte);
    if text.len() > 24 || !text.bytes().all(|byte| is_digit(&byte)) {
        return None;
    }
    match text.split_once(',') {
        None => text.parse().ok(),
        Some((whole, fraction)) => {
            let mut bytes = [b'.'; 24];
            let end = whole.len() + 1 + fraction.len();
            bytes[..whole.len()].copy_from_slice(whole.as_bytes());
            bytes[whole.len() + 1..end].copy_from_slice(fraction.as_bytes());
            core::str::from_utf8(&bytes[..end]).ok()?.parse().ok()
        }
    }
}

/// A number of playouts: `858`, `3.1k`, `1.2m`.
fn playouts(text: &str) -> Option<u64> {
    let (number, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1e3),
        b'm' => (&text[..text.len() - 1], 1e6),
        _ => (text, 1.0),
    };
    let number = real(number).filter(|it| (0.0..1e12).contains(it))?;
    Some((number * factor + 0.5) as u64)
}

/// Per cent as a number of 0 to 1, without the noise of a division that is not exact.
fn percent_of_one(percent: f64) -> f64 {
    (percent * 1e4 + 0.5) as u64 as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_program_writes_is_said_for_black() {
        let read = |texts, last| {
            let it = Analysis::of(texts, last);
            (it.program, it.winrate, it.score, it.visits)
        };
        let katago = read([None, None, Some("0.47 0.53 0.00 -0.4 v=600")], Some(Color::White));
        assert_eq!(katago, (Some("KataGo"), Some(0.53), Some(0.4), Some(600)));
        let black = read([Some("Net 47.6 3.1k 0.3 14.3\nmove D4"), None, None], Some(Color::Black));
        assert_eq!(black, (Some("Lizzie"), Some(0.476), Some(-0.3), Some(3100)));
        let white = read([Some("Net 52.9 832"), None, None], Some(Color::White));
        assert_eq!(white, (Some("Lizzie"), Some(0.471), None, Some(832)));
        assert_eq!(read([None, Some("52,25"), None], None).1, Some(0.5225));
    }

    #[test]
    fn what_is_only_like_it_is_no_analysis() {
        for comment in ["0.5", "0.47 0.53 0.00", "0.9 0.9 0.9 1", "1.e", "1. e4", "0.4 0.6 0 nan"] {
            assert_eq!(Analysis::of([None, None, Some(comment)], None), Analysis::default());
        }
        for text in ["", "Net", "Net 101 5", "Net 50 x", "Net inf 5"] {
            let read = Analysis::of([Some(text), Some("1e99"), None], Some(Color::Black));
            assert_eq!(read, Analysis::default(), "{text}");
        }
    }
}
