//! The name of a member in characters: UTF-8 where the zip says so, else the character set of DOS.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use std::sync::LazyLock;

use flate2::Crc;

use super::member::{field, u32_at};

/// The extra field with the name in UTF-8: a version, the checksum of the name in the header, the name.
const UNICODE_PATH: u16 = 0x7075;

/// The upper half of code page 437.
static CODE_PAGE_437: LazyLock<Vec<char>> = LazyLock::new(|| UPPER_HALF.chars().collect());
const UPPER_HALF: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The characters of a name.
pub(super) fn decode(name: &[u8], is_utf8: bool, extra: &[u8]) -> String {
    if let Some(path) = unicode_path(name, extra) {
        return path;
    }
    if is_utf8 || name.is_ascii() {
        return String::from_utf8_lossy(name).into_owned();
    }
    let character = |&byte: &u8| match byte {
        0..=0x7F => byte.into(),
        0x80.. => CODE_PAGE_437[usize::from(byte - 0x80)],
    };
    name.iter().map(character).collect()
}

/// The name in the extra field, if it is that of this name: a tool that renames a member may leave
/// the field as it was.
fn unicode_path(name: &[u8], extra: &[u8]) -> Option<String> {
    let field = field(extra, UNICODE_PATH).filter(|field| field.len() > 5 && field[0] == 1)?;
    let mut crc = Crc::new();
    crc.update(name);
    let path = String::from_utf8(field[5..].to_owned()).ok()?;
    (crc.sum() == u32_at(field, 1)).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_a_name_is_a_character() {
        assert_eq!(CODE_PAGE_437.len(), 128);
        let all: Vec<u8> = (0..=255).collect();
        let decoded: Vec<char> = decode(&all, false, &[]).chars().collect();
        assert_eq!((decoded.len(), decoded[0x82], decoded[0xE1]), (256, 'é', 'ß'));
        assert!(!decoded.contains(&char::REPLACEMENT_CHARACTER));
    }

    #[test]
    fn a_unicode_path_counts_for_the_name_that_it_was_written_for() {
        let extra = |name: &[u8]| {
            let mut crc = Crc::new();
            crc.update(name);
            let path = "é.sgf".as_bytes();
            let length = (5 + path.len() as u16).to_le_bytes();
            let crc32 = crc.sum().to_le_bytes();
            [&[9, 0, 0, 0, 0x75, 0x70][..], &length, &[1], &crc32, path].concat()
        };
        assert_eq!(decode(b"?.sgf", false, &extra(b"?.sgf")), "é.sgf");
        assert_eq!(decode(b"?.sgf", false, &extra(b"!.sgf")), "?.sgf");
    }
}
