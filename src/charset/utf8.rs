//! UTF-8 with damage: its characters and what is none, step by step.

/// What stands at the front of some bytes that are to be UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A character of so many bytes.
    Character(usize),
    /// So many bytes that are none: as much of one as there is, or a byte that starts none.
    Broken(usize),
}

/// The first step into the bytes from `at` on; `None` at their end.
///
/// What is broken has the bounds that [`core::str::Utf8Error::error_len`] gives it, and that
/// decoders replace by one U+FFFD.
#[inline]
pub(super) fn step(bytes: &[u8], at: usize) -> Option<Step> {
    let (first, rest) = match *bytes.get(at..)? {
        [] => return None,
        // Of most ideographs.
        [0xE1..=0xEC, 0x80..=0xBF, 0x80..=0xBF, ..] => return Some(Step::Character(3)),
        [first, ref rest @ ..] => (first, rest),
    };
    // The width, and the second bytes that there are for some of the first ones.
    let (width, seconds) = match first {
        ..=0x7F => return Some(Step::Character(1)),
        0xC2..=0xDF => (2, 0x80..=0xBF),
        0xE0 => (3, 0xA0..=0xBF),
        0xED => (3, 0x80..=0x9F),
        0xE1..=0xEF => (3, 0x80..=0xBF),
        0xF0 => (4, 0x90..=0xBF),
        0xF4 => (4, 0x80..=0x8F),
        0xF1..=0xF3 => (4, 0x80..=0xBF),
        _ => return Some(Step::Broken(1)),
    };
    if !rest.first().is_some_and(|second| seconds.contains(second)) {
        return Some(Step::Broken(1));
    }
    let is_continuation = |byte: &u8| matches!(byte, 0x80..=0xBF);
    let more = rest[1..].iter().take(width - 2).take_while(|byte| is_continuation(byte)).count();
    let found = 2 + more;
    Some(if found == width { Step::Character(width) } else { Step::Broken(found) })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// The steps as the standard library has them.
    fn by_chunks(bytes: &[u8]) -> Vec<Step> {
        let steps = bytes.utf8_chunks().flat_map(|chunk| {
            let characters = chunk.valid().chars().map(|it| Step::Character(it.len_utf8()));
            let broken = Some(chunk.invalid().len()).filter(|&length| length > 0);
            characters.chain(broken.map(Step::Broken))
        });
        steps.collect()
    }

    fn steps(bytes: &[u8]) -> Vec<Step> {
        let mut at = 0;
        let next = || {
            let step = step(bytes, at)?;
            let (Step::Character(width) | Step::Broken(width)) = step;
            at += width;
            Some(step)
        };
        core::iter::from_fn(next).collect()
    }

    #[test]
    fn the_steps_are_those_of_the_standard_library() {
        // The bounds of all classes of bytes, each after each, four deep.
        let bytes = [
            b'?', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC,
            0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ];
        for number in 0..bytes.len().pow(4) {
            let digit = |place: u32| bytes[number / bytes.len().pow(place) % bytes.len()];
            let text = [digit(0), digit(1), digit(2), digit(3)];
            assert_eq!(steps(&text), by_chunks(&text), "{text:x?}");
        }
    }
}
