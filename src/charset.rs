//! Bytes to text: the character sets, and what was found out about each game tree. Which one a game
//! tree has is decided by the parser.

mod decode;
#[cfg(feature = "encoding")]
mod evidence;
mod guess;
#[cfg(feature = "encoding")]
mod latin;
#[cfg(feature = "encoding")]
mod likely;
mod private;
mod shifted;
mod step;
mod table;
mod utf8;
mod whole;

use core::fmt;

pub(crate) use decode::{AsciiParts, Decode, Decoder, Stretches, Utf8Parts};
pub(crate) use guess::{
    Utf8Count, double_byte_score, guess, is_double_byte_text, may_be_double_byte,
};
pub(crate) use step::{Bytes, Chars, Double};
pub(crate) use table::Form;
pub(crate) use whole::{OffsetMap, Whole};

/// A character set. One byte, `Copy`.
///
/// All names are known whatever the features. UTF-8, UTF-16, UTF-32 and windows-1252 are always
/// decoded, all others with the feature `encoding`; without it their characters that are not ASCII
/// become U+FFFD.
///
/// ```
/// use kifu::Charset;
///
/// assert_eq!(Charset::from_label(" shift-jis "), Some(Charset::SHIFT_JIS));
/// assert_eq!(Charset::from_label("GB2312").unwrap().name(), "GBK");
/// assert_eq!(Charset::from_label("ISO-8859-1"), Some(Charset::WINDOWS_1252));
/// assert_eq!(Charset::from_label("klingon"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Charset(u8);

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self(0);
    /// windows-1252, which contains ISO-8859-1 and ASCII, and stands for them.
    pub const WINDOWS_1252: Self = Self(1);
    /// Shift_JIS, as Windows has it.
    pub const SHIFT_JIS: Self = Self(2);
    /// Big5 with the characters of Hong Kong.
    pub const BIG5: Self = Self(3);
    /// GBK, which contains GB2312 and stands for it.
    pub const GBK: Self = Self(4);
    /// GB18030.
    pub const GB18030: Self = Self(5);
    /// EUC-JP.
    pub const EUC_JP: Self = Self(6);
    /// EUC-KR with the characters of Windows, also known as CP949.
    pub const EUC_KR: Self = Self(7);
    /// UTF-16, the lower byte first.
    pub const UTF_16LE: Self = Self(8);
    /// UTF-16, the higher byte first.
    pub const UTF_16BE: Self = Self(9);
    /// UTF-32, the lowest byte first.
    pub const UTF_32LE: Self = Self(10);
    /// UTF-32, the highest byte first.
    pub const UTF_32BE: Self = Self(11);
    /// ISO-2022-JP, Japanese in seven bits.
    pub const ISO_2022_JP: Self = Self(12);
    /// HZ, Chinese in seven bits.
    pub const HZ: Self = Self(13);

    /// The character set with this name, as `CA` gives it: letter case, white space around it, and
    /// the difference between `_` and `-` do not matter.
    ///
    /// The names are those of the Encoding Standard of the WHATWG, and some more that records have,
    /// such as `EUC-CN`, `CP936` and the cut-off `ISO-8859`.
    ///
    /// Cost: a look at each of some two hundred names.
    pub fn from_label(label: impl AsRef<[u8]>) -> Option<Self> {
        table::find(label.as_ref()).map(|index| Self(index as u8))
    }

    /// All character sets, the usual ones first.
    ///
    /// ```
    /// # use kifu::Charset;
    /// assert!(Charset::all().any(|charset| charset.name() == "Shift_JIS"));
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..table::TABLE.len()).map(|index| Self(index as u8))
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    fn entry(self) -> &'static table::Entry {
        &table::TABLE[usize::from(self.0)]
    }

    pub(crate) fn form(self) -> Form {
        self.entry().form
    }

    /// How to step over its characters.
    pub(crate) fn double(self) -> Option<Double> {
        match self.form() {
            Form::Double(double) => Some(double),
            _ => None,
        }
    }

    /// Whether text in it has to be decoded before structure can be found.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self.form(), Form::Shifted | Form::Wide { .. })
    }

    /// Whether there is anything in ASCII that is no text in it as it stands.
    pub(crate) fn has_shifts(self, bytes: &[u8]) -> bool {
        self.form() == Form::Shifted && shifted::has_shifts(self, bytes)
    }

    /// Whether there is a decoder for it.
    pub(crate) fn is_decodable(self) -> bool {
        cfg!(feature = "encoding")
            || matches!(self, Self::UTF_8 | Self::WINDOWS_1252)
            || matches!(self.form(), Form::Wide { .. })
    }

    /// The character set that a byte order mark at the start of the bytes names.
    pub(crate) fn of_mark(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some(Self::UTF_8),
            [0xFF, 0xFE, 0, 0, ..] => Some(Self::UTF_32LE),
            [0, 0, 0xFE, 0xFF, ..] => Some(Self::UTF_32BE),
            [0xFF, 0xFE, ..] => Some(Self::UTF_16LE),
            [0xFE, 0xFF, ..] => Some(Self::UTF_16BE),
            _ => None,
        }
    }

    /// The character set that a first parenthesis of two bytes tells of.
    pub(crate) fn of_wide_paren(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'(', 0, 0, 0, ..] => Some(Self::UTF_32LE),
            [0, 0, 0, b'(', ..] => Some(Self::UTF_32BE),
            [b'(', 0, ..] => Some(Self::UTF_16LE),
            [0, b'(', ..] => Some(Self::UTF_16BE),
            _ => None,
        }
    }

    /// Whether a `CA` that names the other contradicts this one, which the bytes have for certain.
    pub(crate) fn contradicts(self, declared: Self) -> bool {
        let bytes = |charset: Self| match charset.form() {
            Form::Wide { bytes, .. } => Some(bytes),
            _ => None,
        };
        // Which byte comes first is not what a name in the text is about.
        self != declared && (bytes(self).is_none() || bytes(self) != bytes(declared))
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How the character set of a game tree was found.
///
/// ```
/// use kifu::{Arena, Charset, CharsetSource, Parser};
///
/// let arena = Arena::new();
/// let game = |bytes| Parser::new().read(&arena, bytes).first_game_tree().unwrap();
/// let declared = game(b"(;CA[ISO-8859-1]PB[Fran\xE7ois])");
/// assert_eq!(declared.root().text("PB"), Some("François"));
/// assert_eq!(declared.charset_source(), CharsetSource::Declared);
/// let undeclared = game(b"(;PB[Fran\xE7ois])");
/// assert_eq!(undeclared.charset(), Charset::WINDOWS_1252);
/// assert_eq!(undeclared.charset_source(), CharsetSource::Guessed);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CharsetSource {
    /// The input was text already.
    Text,
    /// The caller said so: [`ParseOptions::charset`](crate::ParseOptions::charset).
    Overruled,
    /// A byte order mark, or a zero byte beside the first parenthesis, which is one as well.
    ByteOrderMark,
    /// `CA` of the root.
    Declared,
    /// Without `CA`: the bytes are ASCII, or UTF-8, which hardly anything else ever is.
    #[default]
    Default,
    /// Without `CA`: guessed from the bytes.
    Guessed,
    /// `CA` does not fit the bytes; this one does better.
    Corrected,
}

impl CharsetSource {
    /// The name, in lower-case words joined by hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Overruled => "overruled",
            Self::ByteOrderMark => "byte-order-mark",
            Self::Declared => "declared",
            Self::Default => "default",
            Self::Guessed => "guessed",
            Self::Corrected => "corrected",
        }
    }
}

impl fmt::Display for CharsetSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The character set of a game tree, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameCharset {
    pub(crate) charset: Charset,
    pub(crate) source: CharsetSource,
    /// Whether a `\` takes the next byte, not the next character, with it.
    pub(crate) by_bytes: bool,
}

impl GameCharset {
    pub(crate) const TEXT: Self = Self::new(Charset::UTF_8, CharsetSource::Text);

    pub(crate) const fn new(charset: Charset, source: CharsetSource) -> Self {
        Self { charset, source, by_bytes: false }
    }
}

impl Default for GameCharset {
    fn default() -> Self {
        Self::new(Charset::UTF_8, CharsetSource::Default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_its_own_label_and_no_label_stands_twice() {
        for index in 0..table::TABLE.len() as u8 {
            let charset = Charset(index);
            assert_eq!(Charset::from_label(charset.name()), Some(charset));
            let upper = charset.name().to_ascii_uppercase().replace('-', "_");
            assert_eq!(Charset::from_label(upper), Some(charset));
        }
        assert_eq!(Charset::HZ.name(), "HZ-GB-2312");
        assert_eq!(Charset::UTF_32BE.name(), "UTF-32BE");
        for (label, name) in [
            ("EUC-CN", "GBK"),
            ("ISO-8859", "windows-1252"),
            ("CP936", "GBK"),
            ("cp932", "Shift_JIS"),
            ("CP949", "EUC-KR"),
            ("MS_KANJI", "Shift_JIS"),
            ("x_sjis", "Shift_JIS"),
            ("ks_c_5601-1987", "EUC-KR"),
            ("US-ASCII", "windows-1252"),
            ("utf8", "UTF-8"),
            ("Windows-1251", "windows-1251"),
            ("\tkoi8-r\n", "KOI8-R"),
        ] {
            assert_eq!(Charset::from_label(label).map(Charset::name), Some(name), "{label}");
        }
        assert_eq!(Charset::from_label(""), None);
        assert_eq!(Charset::from_label("UTF-7"), None);
    }

    #[cfg(feature = "encoding")]
    #[test]
    fn the_names_are_those_of_the_decoders() {
        for index in 0..table::TABLE.len() as u8 {
            let charset = Charset(index);
            let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes());
            match charset {
                Charset::HZ | Charset::UTF_32LE | Charset::UTF_32BE => {}
                _ => assert_eq!(encoding.map(encoding_rs::Encoding::name), Some(charset.name())),
            }
        }
    }
}
