//! The character sets by name: how each is written, what else it is called, how its bytes are to be
//! stepped over. Nothing is decoded here.
//!
//! Names and labels are those of the Encoding Standard of the WHATWG, lower case, with `-` for `_`,
//! and those that real records have besides.

use super::step::Double;

/// What has to be known of a character set to find structure in its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Utf8,
    /// Every byte below 0x80 is the character it is in ASCII, wherever it stands.
    AsciiSafe,
    /// The second byte of a character may be that of an ASCII character.
    Double(Double),
    /// No byte can be told without those before it: 7-bit codes with shifts.
    Shifted,
    /// Two or four bytes for what has one in ASCII.
    Wide {
        bytes: u8,
        is_big_endian: bool,
    },
}

/// A character set.
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) form: Form,
    /// What it is called besides.
    labels: &'static [&'static str],
}

const fn safe(name: &'static str, labels: &'static [&'static str]) -> Entry {
    Entry { name, form: Form::AsciiSafe, labels }
}

const fn double(name: &'static str, double: Double, labels: &'static [&'static str]) -> Entry {
    Entry { name, form: Form::Double(double), labels }
}

const fn wide(
    name: &'static str,
    bytes: u8,
    is_big_endian: bool,
    labels: &'static [&'static str],
) -> Entry {
    Entry { name, form: Form::Wide { bytes, is_big_endian }, labels }
}

const fn shifted(name: &'static str, labels: &'static [&'static str]) -> Entry {
    Entry { name, form: Form::Shifted, labels }
}

/// The entry of a label, as it is written in a record.
pub(super) fn find(label: &[u8]) -> Option<usize> {
    let label = label.trim_ascii();
    let plain = |byte: u8| if byte == b'_' { b'-' } else { byte.to_ascii_lowercase() };
    let matches = |known: &str| {
        known.len() == label.len()
            && known.bytes().zip(label).all(|(known, &byte)| plain(known) == plain(byte))
    };
    TABLE
        .iter()
        .position(|entry| matches(entry.name) || entry.labels.iter().any(|known| matches(known)))
}

/// All character sets. The first ones have constants of their own.
pub(super) static TABLE: &[Entry] = &[
    Entry {
        name: "UTF-8",
        form: Form::Utf8,
        labels: &[
            "utf8",
            "unicode-1-1-utf-8",
            "unicode11utf8",
            "unicode20utf8",
            "x-unicode20utf8",
            "cp65001",
        ],
    },
    safe(
        "windows-1252",
        &[
            "iso-8859-1",
            "iso-8859",
            "latin1",
            "latin-1",
            "ascii",
            "us-ascii",
            "ansi-x3.4-1968",
            "cp1252",
            "x-cp1252",
            "cp819",
            "ibm819",
            "csisolatin1",
            "iso-8859-1:1987",
            "iso-ir-100",
            "iso8859-1",
            "iso88591",
            "l1",
        ],
    ),
    double(
        "Shift_JIS",
        Double::ShiftJis,
        &[
            "sjis",
            "x-sjis",
            "shiftjis",
            "ms-kanji",
            "cp932",
            "ms932",
            "windows-932",
            "windows-31j",
            "csshiftjis",
        ],
    ),
    double(
        "Big5",
        Double::Big5,
        &["big-5", "big5-hkscs", "cn-big5", "csbig5", "x-x-big5", "cp950", "windows-950"],
    ),
    double(
        "GBK",
        Double::Gb18030,
        &[
            "gb2312",
            "gb-2312",
            "gb-2312-80",
            "euc-cn",
            "euccn",
            "cp936",
            "ms936",
            "windows-936",
            "chinese",
            "csgb2312",
            "csiso58gb231280",
            "iso-ir-58",
            "x-gbk",
        ],
    ),
    double("gb18030", Double::Gb18030, &["gb-18030", "cp54936"]),
    safe("EUC-JP", &["eucjp", "x-euc-jp", "x-euc", "cseucpkdfmtjapanese"]),
    safe(
        "EUC-KR",
        &[
            "euckr",
            "cp949",
            "ms949",
            "uhc",
            "windows-949",
            "korean",
            "ks-c-5601-1987",
            "ks-c-5601-1989",
            "ksc-5601",
            "ksc5601",
            "cseuckr",
            "csksc56011987",
            "iso-ir-149",
        ],
    ),
    wide(
        "UTF-16LE",
        2,
        false,
        &[
            "utf-16",
            "utf16",
            "utf16le",
            "unicode",
            "unicodefeff",
            "ucs-2",
            "iso-10646-ucs-2",
            "csunicode",
        ],
    ),
    wide("UTF-16BE", 2, true, &["utf16be", "unicodefffe"]),
    wide("UTF-32LE", 4, false, &["utf-32", "utf32", "ucs-4"]),
    wide("UTF-32BE", 4, true, &[]),
    shifted("ISO-2022-JP", &["csiso2022jp", "jis"]),
    shifted("HZ-GB-2312", &["hz"]),
    safe("windows-1250", &["cp1250", "x-cp1250"]),
    safe("windows-1251", &["cp1251", "x-cp1251"]),
    safe("windows-1253", &["cp1253", "x-cp1253"]),
    safe(
        "windows-1254",
        &[
            "cp1254",
            "x-cp1254",
            "iso-8859-9",
            "iso-8859-9:1989",
            "iso-ir-148",
            "iso8859-9",
            "iso88599",
            "csisolatin5",
            "l5",
            "latin5",
        ],
    ),
    safe("windows-1255", &["cp1255", "x-cp1255"]),
    safe("windows-1256", &["cp1256", "x-cp1256"]),
    safe("windows-1257", &["cp1257", "x-cp1257"]),
    safe("windows-1258", &["cp1258", "x-cp1258"]),
    safe("windows-874", &["cp874", "dos-874", "iso-8859-11", "iso8859-11", "iso885911", "tis-620"]),
    safe("IBM866", &["866", "cp866", "csibm866"]),
    safe("KOI8-R", &["koi8r", "koi8", "koi", "cskoi8r"]),
    safe("KOI8-U", &["koi8u", "koi8-ru"]),
    safe("macintosh", &["mac", "macroman", "mac-roman", "x-mac-roman", "csmacintosh"]),
    safe("x-mac-cyrillic", &["x-mac-ukrainian", "mac-cyrillic"]),
    safe(
        "ISO-8859-2",
        &["latin2", "l2", "iso8859-2", "iso88592", "iso-ir-101", "csisolatin2", "iso-8859-2:1987"],
    ),
    safe(
        "ISO-8859-3",
        &["latin3", "l3", "iso8859-3", "iso88593", "iso-ir-109", "csisolatin3", "iso-8859-3:1988"],
    ),
    safe(
        "ISO-8859-4",
        &["latin4", "l4", "iso8859-4", "iso88594", "iso-ir-110", "csisolatin4", "iso-8859-4:1988"],
    ),
    safe(
        "ISO-8859-5",
        &[
            "cyrillic",
            "iso8859-5",
            "iso88595",
            "iso-ir-144",
            "csisolatincyrillic",
            "iso-8859-5:1988",
        ],
    ),
    safe(
        "ISO-8859-6",
        &[
            "arabic",
            "asmo-708",
            "ecma-114",
            "iso8859-6",
            "iso88596",
            "iso-8859-6-e",
            "iso-8859-6-i",
            "iso-ir-127",
            "csiso88596e",
            "csiso88596i",
            "csisolatinarabic",
            "iso-8859-6:1987",
        ],
    ),
    safe(
        "ISO-8859-7",
        &[
            "greek",
            "greek8",
            "ecma-118",
            "elot-928",
            "iso8859-7",
            "iso88597",
            "iso-ir-126",
            "csisolatingreek",
            "iso-8859-7:1987",
            "sun-eu-greek",
        ],
    ),
    safe(
        "ISO-8859-8",
        &[
            "hebrew",
            "visual",
            "iso8859-8",
            "iso88598",
            "iso-8859-8-e",
            "iso-ir-138",
            "csiso88598e",
            "csisolatinhebrew",
            "iso-8859-8:1988",
        ],
    ),
    safe("ISO-8859-8-I", &["logical", "csiso88598i"]),
    safe("ISO-8859-10", &["latin6", "l6", "iso8859-10", "iso885910", "iso-ir-157", "csisolatin6"]),
    safe("ISO-8859-13", &["iso8859-13", "iso885913"]),
    safe("ISO-8859-14", &["iso8859-14", "iso885914"]),
    safe("ISO-8859-15", &["latin9", "l9", "iso8859-15", "iso885915", "csisolatin9"]),
    safe("ISO-8859-16", &["latin10", "iso8859-16"]),
];
