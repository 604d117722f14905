//! Short texts in Latin letters: which code page of Windows they are in, by the neighbours that
//! each letter has in the languages of Europe.

use super::Charset;

/// More high bytes than these are left to the detector.
const FEW: usize = 24;

/// The code page of values that are in Latin letters: windows-1252, unless another one makes
/// clearly likelier letters of the bytes. `None` if there is enough for the detector.
pub(super) fn page<'v>(values: impl Iterator<Item = &'v [u8]> + Clone) -> Option<Charset> {
    let high = values.clone().flatten().filter(|byte| !byte.is_ascii()).count();
    if high > FEW {
        return None;
    }
    let company = Company::of(values.clone().flatten());
    let mut signs = Signs::default();
    for value in values {
        for at in (0..value.len()).filter(|&at| !value[at].is_ascii()) {
            signs.add(value, at, company);
        }
    }
    let Signs { western, central, turkish, baltic } = signs;
    let best = central.max(turkish).max(baltic);
    let name = match best {
        _ if best <= western || best <= 0 => "windows-1252",
        _ if best == central => "windows-1250",
        _ if best == turkish => "windows-1254",
        _ => "windows-1257",
    };
    Charset::from_label(name)
}

/// How much speaks for each code page.
#[derive(Default)]
struct Signs {
    western: i32,
    central: i32,
    turkish: i32,
    baltic: i32,
}

/// Letters that keep others company: they are the same in all of these code pages, or nearly, but
/// few languages have them.
#[derive(Clone, Copy, Default)]
struct Company {
    /// ä, which Estonian has and Hungarian has not.
    umlaut: bool,
    /// á, é, í or ó, which Hungarian has and Estonian has not.
    acute: bool,
    /// é, ó or ö, which neither Lithuanian nor Latvian has.
    not_baltic: bool,
    /// å, which is Nordic.
    ring: bool,
}

impl Company {
    fn of<'v>(bytes: impl Iterator<Item = &'v u8>) -> Self {
        let mut company = Self::default();
        for byte in bytes {
            company.umlaut |= matches!(byte, 0xC4 | 0xE4);
            company.acute |= matches!(byte, 0xC1 | 0xC9 | 0xCD | 0xD3 | 0xE1 | 0xE9 | 0xED | 0xF3);
            company.not_baltic |= matches!(byte, 0xC9 | 0xD3 | 0xD6 | 0xE9 | 0xF3 | 0xF6);
            company.ring |= matches!(byte, 0xC5 | 0xE5);
        }
        company
    }
}

/// What a high byte says that depends on more than the kinds of its neighbours: for windows-1252,
/// 1250, 1254 and 1257, as in [`Signs::add`].
fn special(value: &[u8], at: usize, company: Company) -> Option<(i32, i32, i32, i32)> {
    use Beside::{Consonant, Nothing, Vowel};

    let last = at.checked_sub(1).map_or(0, |at| value[at].to_ascii_lowercase());
    let next = value.get(at + 1).map_or(0, u8::to_ascii_lowercase);
    let after = beside(value.get(at + 1));
    let ends_in = |ending: u8| value.last() == Some(&ending);
    let found = match value[at] {
        // Õ starts Estonian words, and hardly a Hungarian one.
        0xD5 if last == 0 || last == b' ' => (2, 0, 0, 1),
        0xF5 | 0xD5 if company.umlaut && !company.acute => (2, 0, 0, 1),
        0xF5 if company.acute && !company.umlaut && !matches!(next, b'e' | 0xF5) => (0, 3, 0, 0),
        0xFB if company.not_baltic && !matches!(next, b'l' | b't' | b'm') => (0, 2, 0, 0),
        // Icelandic Ým, where Turkish has İs, İb, İl.
        0xDD if next == b'm' => (1, 0, 0, 0),
        // Italian ìa, oè, iò at the end.
        0xEC if after == Vowel => (1, 0, 0, 0),
        0xE8 if after == Nothing && matches!(last, b'o' | b'u') => (1, 0, 0, 0),
        0xF2 if after == Nothing && last == b'i' => (1, 0, 0, 0),
        // Slovak ňa; Latvian has iņa.
        0xF2 if after == Vowel && last != b'i' && last.is_ascii_alphabetic() => (0, 2, 0, 0),
        // No ř follows r, none stands before y, and no language has it beside å.
        0xF8 if last == b'r' => (2, 0, 0, 0),
        0xD8 if next == b'y' => (2, 0, 0, 0),
        0xF8 | 0xD8 if company.ring => (2, 0, 0, 0),
        // Romanian names end in ţu, Lithuanian ones in s.
        0xFE if next == b'u' && beside(value.get(at + 2)) == Nothing => (-1, 3, 1, 1),
        0xFE if last.is_ascii_alphabetic() && ends_in(b's') && after != Consonant => (-1, 1, 1, 3),
        // Turkish oğlu; Icelandic has óð.
        0xF0 if last == b'o' => (0, 0, 2, 0),
        _ => return None,
    };
    Some(found)
}

/// What stands beside a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Vowel,
    Consonant,
    /// No letter.
    Nothing,
}

fn beside(byte: Option<&u8>) -> Beside {
    match byte.map(u8::to_ascii_lowercase) {
        Some(b'a' | b'e' | b'i' | b'o' | b'u' | b'y') => Beside::Vowel,
        Some(b'a'..=b'z') => Beside::Consonant,
        // Letters that are vowels in all of these code pages, or nearly.
        Some(0xE0..=0xE5 | 0xE9..=0xEF | 0xF2..=0xF6 | 0xF9..=0xFC) => Beside::Vowel,
        Some(0x80..) => Beside::Consonant,
        _ => Beside::Nothing,
    }
}

impl Signs {
    /// Adds what the high byte at `at` says: 2 for what is hardly ever otherwise, 1 for a hint.
    fn add(&mut self, value: &[u8], at: usize, company: Company) {
        use Beside::{Consonant, Nothing, Vowel};

        let before = beside(at.checked_sub(1).map(|at| &value[at]));
        let after = beside(value.get(at + 1));
        if before == Nothing && after == Nothing {
            return;
        }
        let next = value.get(at + 1).map_or(0, u8::to_ascii_lowercase);
        let last = at.checked_sub(1).map_or(0, |at| value[at].to_ascii_lowercase());
        let usual = || match value[at] {
            // Signs in windows-1252, letters in windows-1250: ł ą ş ľ ż, ť ś ź.
            0xB3 | 0xA3 | 0xB9 | 0xA5 | 0xBE | 0xBC | 0xAF | 0xBF => (-2, 3, 0, 0),
            0x9D | 0x8D | 0x9F | 0x8F => (-2, 3, 0, 0),
            0xBA | 0xAA if before != Nothing || after != Nothing => (-2, 2, 0, 0),
            // œ or ś
            0x9C | 0x8C if next == b'u' => (1, 0, 0, 0),
            0x9C | 0x8C => (-1, 2, 0, 0),
            // ñ or ń
            0xF1 | 0xD1 if after == Vowel => (2, 0, 0, 0),
            0xF1 | 0xD1 => (-1, 2, 0, 0),
            // æ, ć or ę
            0xE6 if after == Nothing && before != Nothing => (-1, 3, 0, 0),
            0xE6 if before == Vowel => (0, 1, 0, 0),
            0xC6 if after == Vowel && next != b'g' => (0, 1, 0, 0),
            0xE6 | 0xC6 => (2, 0, 0, 0),
            // è or č
            0xE8 if after == Vowel => (-1, 2, 0, 2),
            0xE8 if next == b'k' && before == Vowel => (0, 2, 0, 2),
            0xE8 if after == Nothing && before == Vowel => (0, 1, 0, 0),
            0xE8 => (2, 0, 0, 0),
            0xC8 if after == Vowel => (0, 2, 0, 2),
            0xC8 => (0, 1, 0, 0),
            // ø, ř or ų
            0xF8 if after == Consonant || after == Nothing && before == Consonant => (2, 0, 0, 0),
            0xF8 => (0, 2, 0, 0),
            0xD8 if after == Vowel => (0, 2, 0, 0),
            0xD8 => (2, 0, 0, 0),
            // ì or ě
            0xEC if after == Nothing => (1, 0, 0, 0),
            0xEC => (0, 2, 0, 0),
            // ò or ň
            0xF2 if last == b'i' || next == 0xF0 => (0, 0, 0, 3),
            0xF2 if next == b'k' || before == Vowel && after != Consonant => (0, 2, 0, 0),
            0xF2 => (1, 0, 0, 1),
            // ù or ů
            0xF9 if after == Nothing => (0, 0, 0, 0),
            0xF9 => (0, 1, 0, 0),
            // ã or ă
            0xE3 if matches!(next, b'o' | b'e' | b's' | 0) || after == Nothing => (2, 0, 0, 0),
            0xE3 => (0, 2, 0, 0),
            // õ or ő
            0xF5 if next == b'e' => (3, 0, 0, 0),
            0xF5 | 0xD5 if next == 0xF5 || at > 0 && value[at - 1] & 0xDF == 0xD5 => (2, 0, 0, 2),
            0xF5 if matches!(next, b'i' | b'l' | b'n' | b'u' | b'b' | b'v') => (2, 0, 0, 2),
            0xF5 => (0, 1, 0, 0),
            // û or ű, or ū
            0xFB if matches!(next, b'l' | b't' | b'm') => (1, 0, 0, 0),
            0xFB if matches!(next, b'n' | b'd' | b'r' | b'k') => (0, 0, 0, 2),
            0xFB => (0, 1, 0, 1),
            // ê or ę
            0xEA if matches!(next, b'b' | b'c' | b'd' | b'g' | b'k' | b'p' | b'z') => (0, 1, 0, 0),
            0xEA => (1, 0, 0, 0),
            // ð, đ, ğ or š
            0xF0 if last == 0xF2 => (0, 0, 0, 3),
            0xF0 if before == Nothing => (-1, 2, 0, 1),
            0xF0 if matches!(last, b'o' | b'a' | b'u' | b'i') && after == Vowel => (1, 0, 1, 1),
            0xF0 if after == Nothing && before == Consonant => (0, 0, 0, 2),
            0xF0 => (1, 0, 1, 0),
            0xD0 if matches!(next, b'a' | b'i') => (0, 0, 0, 1),
            0xD0 => (0, 1, 0, 1),
            // þ, ţ, ş or ž
            0xFE | 0xDE if matches!(next, b'o' | 0xF3 | 0xF6 | b'r') => (2, 0, 0, 0),
            0xFE if before != Nothing => (-1, 1, 2, 1),
            0xFE => (2, 0, 0, 0),
            0xDE if next == b'u' => (1, 0, 0, 2),
            0xDE if next == b'i' => (0, 0, 1, 1),
            0xDE => (0, 1, 2, 1),
            // ý or ı, İ
            0xFD if after == Consonant && before == Consonant => (1, 0, 2, 0),
            0xDD if after == Consonant => (0, 0, 1, 0),
            // ç as ē, ë as ė, where no other language has them.
            0xE7 if after == Consonant => (-1, 0, 0, 3),
            0xEB if after == Nothing && before == Consonant => (0, 0, 0, 2),
            // Ď
            0xCF if before == Nothing => (0, 1, 0, 0),
            // å, à, ï have hardly any other reading.
            0xE5 | 0xC5 | 0xE0 | 0xEF => (1, 0, 0, 0),
            _ => (0, 0, 0, 0),
        };
        let (western, central, turkish, baltic) = special(value, at, company).unwrap_or_else(usual);
        self.western += western;
        self.central += central;
        self.turkish += turkish;
        self.baltic += baltic;
    }
}
