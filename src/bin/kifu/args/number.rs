//! Numbers as they are given, with plain words for those that are none.

use std::num::IntErrorKind;
use std::str::FromStr;

/// What a letter after a number of bytes multiplies it by, in powers of 1024.
const UNITS: [(char, u32); 4] = [('k', 1), ('m', 2), ('g', 3), ('t', 4)];

/// A whole number of at least 1.
pub(super) fn positive<N: FromStr>(text: &str) -> Result<N, String> {
    match text.parse::<u64>() {
        Ok(0) => Err("it has to be 1 or more".into()),
        Ok(_) => text.parse().map_err(|_| "it is too large".into()),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err("it is too large".into()),
        Err(_) => Err("a whole number is needed, such as 4".into()),
    }
}

/// A number of bytes: `65536`, `64K`, `256M`, `2G`, also with `iB` or `B` at the end.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let needed = || "a number of bytes is needed, such as 65536, 64K, 256M or 2GiB".to_owned();
    let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: u64 = match number.parse::<u64>() {
        Ok(number) => number,
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            return Err("it is too large".into());
        }
        Err(_) => return Err(needed()),
    };
    let unit = unit.trim_start().to_ascii_lowercase();
    let letter = ["ib", "b", ""].iter().find_map(|end| unit.strip_suffix(end)).unwrap_or("");
    let power = match letter {
        "" if unit == "ib" => return Err(needed()),
        "" => 0,
        letter => {
            let known = UNITS.iter().find(|(name, _)| letter.chars().eq([*name]));
            known.ok_or_else(needed)?.1
        }
    };
    1024u64
        .checked_pow(power)
        .and_then(|factor| number.checked_mul(factor))
        .ok_or_else(|| "it is too large".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_given_with_a_letter_or_without() {
        const MIB: u64 = 1024 * 1024;
        for (text, expected) in [
            ("0", 0),
            ("65536", 65536),
            ("1b", 1),
            ("64K", 64 * 1024),
            ("256M", 256 * MIB),
            ("256 MiB", 256 * MIB),
            ("256mb", 256 * MIB),
            ("2G", 2048 * MIB),
            ("1TiB", MIB * MIB),
            ("16777215T", 16_777_215 * MIB * MIB),
        ] {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "-1", "1.5M", "1X", "1ib", "1MM", "one", "1M1", "M1"] {
            assert!(bytes(text).unwrap_err().starts_with("a number of bytes"), "{text}");
        }
        for text in ["16777216T", "18446744073709551616"] {
            assert_eq!(bytes(text), Err("it is too large".into()), "{text}");
        }
    }

    #[test]
    fn a_number_that_is_none_is_told_in_plain_words() {
        assert_eq!(positive::<usize>("12"), Ok(12));
        assert_eq!(positive::<u8>("256"), Err("it is too large".into()));
        assert_eq!(positive::<usize>("0"), Err("it has to be 1 or more".into()));
        for text in ["", "-1", "four", "1.5", "4x"] {
            assert_eq!(positive::<usize>(text), Err("a whole number is needed, such as 4".into()));
        }
    }
}
