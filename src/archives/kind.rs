//! What a file or a member is: by its first bytes, and whether its name counts inside of
//! directories and archives.

/// The extensions of records.
const RECORDS: [&str; 3] = ["sgf", "sgfs", "mgt"];

/// The extensions of compressed files, and of compressed tars.
const COMPRESSED: [&str; 4] = ["gz", "bz2", "xz", "zst"];
const TARS: [&str; 5] = ["tgz", "tbz", "tbz2", "txz", "tzst"];

/// How many bytes have to be seen to recognise a kind.
pub(super) const HEAD: usize = 512;

/// What bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Zip,
    SevenZip,
    Tar,
    Compressed(Compression),
    /// Nothing else: it is read as records.
    Record,
    /// It has the name of an archive, and is neither one nor a record.
    Unknown,
}

/// What a single file can be compressed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
}

impl Kind {
    /// As [`Kind::of`], of a file of this name: an empty tar has nothing but zeros, and a damaged
    /// archive may have nothing of its kind but the name.
    pub(super) fn named(head: &[u8], name: &str) -> Self {
        match Self::of(head) {
            // Nearly every record.
            Self::Record if head.starts_with(b"(;") => Self::Record,
            Self::Record if is_zeros(head) && !is_record_name(name) => Self::Tar,
            Self::Record if is_archive_name(name) && !is_text(head) => Self::Unknown,
            kind => kind,
        }
    }

    /// As [`Kind::named`], of what a compressed file of this name expands to.
    pub(super) fn expanded(head: &[u8], name: &str) -> Self {
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let is_tar = TARS.iter().any(|it| extension.eq_ignore_ascii_case(it));
        Self::named(head, if is_tar { "a.tar" } else { stem })
    }

    /// The kind of what starts with these bytes: all of it, or at least [`HEAD`] bytes.
    pub(super) fn of(head: &[u8]) -> Self {
        match head {
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Zip,
            [b'7', b'z', 0xBC, 0xAF, 0x27, 0x1C, ..] => Self::SevenZip,
            [0x1F, 0x8B, 8, ..] => Self::Compressed(Compression::Gzip),
            // Then the start of a block, or the end of a stream without one.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, 0x41 | 0x72, ..] => {
                Self::Compressed(Compression::Bzip2)
            }
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Self::Compressed(Compression::Xz),
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
                Self::Compressed(Compression::Zstd)
            }
            _ if is_tar(head) || is_damaged_tar(head) => Self::Tar,
            _ => Self::Record,
        }
    }
}

/// Whether a tar that starts with these bytes has no member there: blocks of zeros end a tar.
fn is_zeros(head: &[u8]) -> bool {
    head.len() >= HEAD && head.iter().all(|&byte| byte == 0)
}

/// Whether a file of this name is taken for a record even if it is nothing but zeros, as a disk may
/// leave it.
fn is_record_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    RECORDS.iter().any(|it| extension.eq_ignore_ascii_case(it))
}

/// Whether the first 512 bytes are the header of a member: the oldest tars have no magic number, but
/// a checksum.
pub(super) fn is_tar(head: &[u8]) -> bool {
    let Some((header, sum)) = head.get(..HEAD).zip(head.get(148..156)) else { return false };
    let digits = sum.trim_ascii_start();
    let digits = &digits[..digits.iter().take_while(|byte| (b'0'..=b'7').contains(byte)).count()];
    // Some give no name to what describes the member after it.
    let is_named = header[0] != 0 || header[257..].starts_with(b"ustar");
    if digits.is_empty() || !is_named {
        return false;
    }
    let stated = digits.iter().fold(0u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
    let bytes = header[..148].iter().chain(&[b' '; 8]).chain(&header[156..]);
    bytes.map(|&byte| u32::from(byte)).sum::<u32>() == stated
}

/// Whether the first 512 bytes are the header of a member in which some are not what they were: one more
/// fault than this would have to look like what it is not.
fn is_damaged_tar(head: &[u8]) -> bool {
    let Some((magic, sum)) = head.get(257..263).zip(head.get(148..154)) else { return false };
    let same = |known: &[u8; 6]| magic.iter().zip(known).filter(|(a, b)| a == b).count();
    head.len() >= HEAD
        && same(b"ustar\0").max(same(b"ustar ")) >= 5
        && sum.iter().filter(|byte| matches!(byte, b'0'..=b'7' | b' ')).count() >= 5
}

/// Whether a game tree starts somewhere, after nothing but text.
fn is_text(head: &[u8]) -> bool {
    if head.starts_with(b"\xFF\xFE") || head.starts_with(b"\xFE\xFF") {
        return true;
    }
    let tree = memchr::memchr_iter(b'(', head)
        .find(|&at| head[at + 1..].trim_ascii_start().first() == Some(&b';'));
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=31);
    tree.is_some_and(|tree| !head[..tree].iter().any(is_control))
}

/// Whether a file of this name should be an archive, or compressed.
fn is_archive_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_one_of = |known: &[&str]| known.iter().any(|it| extension.eq_ignore_ascii_case(it));
    is_one_of(&["zip", "7z", "tar"]) || is_one_of(&TARS) || is_one_of(&COMPRESSED)
}

/// Whether a file in a folder or a member of an archive counts: by its name, in any letter case.
///
/// A compressed file counts by the name it has without that; `games.gz` may be anything, and counts.
///
/// ```
/// use kifu::archives::counts;
///
/// assert!(counts("2016/a.SGF") && counts("games.tar.gz") && counts("a.sgf.xz"));
/// assert!(!counts("readme.txt") && !counts("readme.txt.gz"));
/// ```
#[must_use]
pub fn counts(name: &str) -> bool {
    let start = memchr::memrchr2(b'/', b'\\', name.as_bytes()).map_or(0, |at| at + 1);
    let name = &name[start..];
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let is_one_of = |known: &[&str]| known.iter().any(|it| extension.eq_ignore_ascii_case(it));
    is_one_of(&RECORDS)
        || is_one_of(&["zip", "7z", "tar"])
        || is_one_of(&TARS)
        // The first of the parts of an archive; the others are read with it.
        || (extension == "001" && is_split(stem))
        || (is_one_of(&COMPRESSED) && (!stem.contains('.') || counts(stem)))
}

/// Whether an archive of this name is read from its parts, as `games.7z.001`.
pub(super) fn is_split(stem: &str) -> bool {
    let extension = stem.rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|it| ["7z", "zip"].iter().any(|known| it.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_archives_count_by_their_names() {
        for name in ["a.sgf", "d/A.SGF", "x.sgfs", "a.mgt", "a.zip", "a.7Z", "a.tar.gz", "a.tgz"] {
            assert!(counts(name), "{name}");
        }
        for name in ["a.sgf.gz", "games.zst", "a.SGFS.BZ2", r"d\a.sgf", "a.tar.xz"] {
            assert!(counts(name), "{name}");
        }
        for name in ["a.7z.001", "d.x/A.ZIP.001"] {
            assert!(counts(name), "{name}");
        }
        for name in ["a.7z.002", "a.001", "7z.001", "a.sgf.001"] {
            assert!(!counts(name), "{name}");
        }
        for name in ["a.txt", "sgf", "a.txt.gz", "a.sgf/readme", "", "a.sgf.d"] {
            assert!(!counts(name), "{name}");
        }
    }

    #[test]
    fn a_record_is_no_archive_however_it_starts() {
        for head in ["", "(;B[aa])", "PK(;B[aa])", "BZh", "BZh9 is a name", "7z"] {
            assert_eq!(Kind::of(head.as_bytes()), Kind::Record, "{head}");
        }
        assert_eq!(Kind::of(&[b'('; 2 * HEAD]), Kind::Record);
        assert_eq!(Kind::of(&[0; 2 * HEAD]), Kind::Record);
        assert_eq!(Kind::expanded(&[0; 2 * HEAD], "a.SGF.gz"), Kind::Record);
        assert_eq!(Kind::named(&[0; 2 * HEAD], "a.tar"), Kind::Tar);
        assert_eq!(Kind::expanded(&[0; 2 * HEAD], "a.tgz"), Kind::Tar);
    }

    #[test]
    fn what_has_the_name_of_an_archive_is_one_or_a_record() {
        for name in ["a.tar", "a.zip", "a.7Z", "a.sgf.gz", "a.tgz"] {
            assert_eq!(Kind::named(b"\x01\x02(;)", name), Kind::Unknown, "{name}");
            assert_eq!(Kind::named(b"", name), Kind::Unknown, "{name}");
            assert_eq!(Kind::named(b"text ( ;B[aa])", name), Kind::Record, "{name}");
        }
        assert_eq!(Kind::named(b"\x01\x02(;)", "a.sgf"), Kind::Record);
        assert_eq!(Kind::expanded(b"\x01\x02(;)", "a.sgf.gz"), Kind::Record);
        assert_eq!(Kind::expanded(b"\x01\x02(;)", "a.tar.gz"), Kind::Unknown);
    }
}
