//! Idents: which bytes they hold, what name they stand for (R9), and which names say something of
//! their values. What strict reading allows, capitals alone, stands in the scanner.

/// Whether an ident may hold the byte: tolerant reading takes digits, `_` and `-` too (R9).
pub(crate) fn is_ident_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// The end of the ident that starts at `at`: a letter or `_`, then letters, digits, `_` and `-`.
pub(crate) fn ident_end(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at).filter(|&&byte| byte.is_ascii_alphabetic() || byte == b'_')?;
    Some(word_end(bytes, at))
}

/// Where the bytes end, from `at` on, that an ident may hold.
pub(crate) fn word_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|&&byte| is_ident_byte(byte)).count()
}

/// The end of the ident at `at` if it is in capitals: with a capital, and without a lower-case
/// letter.
pub(crate) fn capitals_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = ident_end(bytes, at)?;
    is_in_capitals(&bytes[at..end]).then_some(end)
}

pub(crate) fn is_in_capitals(ident: &[u8]) -> bool {
    ident.iter().any(u8::is_ascii_uppercase) && !ident.iter().any(u8::is_ascii_lowercase)
}

/// The name that an ident stands for: if it holds capitals and nothing but letters, its capitals
/// alone (R9).
///
/// Source: FF\[3\], where lower-case letters may be mixed in and are ignored.
pub(crate) fn name(ident: &[u8]) -> impl Iterator<Item = u8> + Clone + '_ {
    let is_renamed = drops_letters(ident);
    ident.iter().copied().filter(move |byte| !is_renamed || byte.is_ascii_uppercase())
}

/// Whether letters are dropped from an ident to make its name.
pub(crate) fn drops_letters(ident: &[u8]) -> bool {
    let mut capitals = 0;
    for &byte in ident {
        match byte {
            b'A'..=b'Z' => capitals += 1,
            b'a'..=b'z' => {}
            _ if is_ident_byte(byte) => return false,
            _ => {}
        }
    }
    capitals > 0 && capitals < ident.len()
}

/// The name that an ident stands for, if it has one or two characters; the second of one is zero.
fn short_name(ident: &[u8]) -> Option<[u8; 2]> {
    match *ident {
        // Nearly all are written so.
        [first @ b'A'..=b'Z'] => return Some([first, 0]),
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => return Some([first, second]),
        _ => {}
    }
    let mut name = name(ident);
    let short = [name.next()?, name.next().unwrap_or(0)];
    name.next().is_none().then_some(short)
}

/// `B` or `W`, if the ident stands for one of them.
pub(crate) fn move_name(ident: &[u8]) -> Option<u8> {
    match short_name(ident)? {
        [name @ (b'B' | b'W'), 0] => Some(name),
        _ => None,
    }
}

/// Whether the values of a property cannot hold a bracket: moves, points and numbers (R7).
pub(crate) fn cannot_hold_bracket(ident: &[u8]) -> bool {
    matches!(
        short_name(ident).as_ref(),
        Some(
            b"B\0"
                | b"W\0"
                | b"KO"
                | b"MN"
                | b"AB"
                | b"AE"
                | b"AW"
                | b"PL"
                | b"CR"
                | b"MA"
                | b"SL"
                | b"SQ"
                | b"TR"
                | b"DD"
                | b"VW"
                | b"TB"
                | b"TW"
                | b"DM"
                | b"GB"
                | b"GW"
                | b"HO"
                | b"UC"
                | b"V\0"
                | b"BM"
                | b"DO"
                | b"IT"
                | b"TE"
                | b"GM"
                | b"FF"
                | b"SZ"
                | b"HA"
                | b"KM"
                | b"TM"
                | b"ST"
        )
    )
}

/// Whether the values of a property are evidence of a character set: they are text, and no moves,
/// points or marks, which old programs write with high bytes.
pub(crate) fn is_evidence(ident: &[u8]) -> bool {
    let is_mark = matches!(short_name(ident).as_ref(), Some(b"LB" | b"AR" | b"LN" | b"FG"));
    !(is_mark || cannot_hold_bracket(ident))
}

/// Whether the values of a property have one line (`suspicious-value`).
pub(crate) fn has_one_line(ident: &[u8]) -> bool {
    matches!(
        short_name(ident).as_ref(),
        Some(
            b"AN"
                | b"AP"
                | b"BR"
                | b"BT"
                | b"CA"
                | b"CP"
                | b"DT"
                | b"EV"
                | b"GN"
                | b"N\0"
                | b"ON"
                | b"OT"
                | b"PB"
                | b"PC"
                | b"PW"
                | b"RE"
                | b"RO"
                | b"RU"
                | b"SO"
                | b"US"
                | b"WR"
                | b"WT"
        )
    )
}

/// Whether an ident stands for `CA`.
pub(crate) fn is_declaration(ident: &[u8]) -> bool {
    match ident {
        [b'C', b'A'] => true,
        // Nearly all are of one or two capitals.
        [b'A'..=b'Z'] | [b'A'..=b'Z', b'A'..=b'Z'] => false,
        _ => name(ident).eq(*b"CA"),
    }
}

/// Whether a `[` in a value of the property is suspicious, or may be.
pub(crate) fn is_watched(ident: &[u8]) -> bool {
    ident != b"C" && (cannot_hold_bracket(ident) || has_one_line(ident))
}
