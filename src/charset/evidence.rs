//! What speaks for a guess, and against it: the guard after the detector, which makes Chinese of
//! "François".

use super::{Bytes, Chars, Charset, Double};

/// What the detector, which knows the web, does not know of records.
pub(super) fn overrule<'v>(
    guessed: Charset,
    values: impl Iterator<Item = &'v [u8]> + Clone,
) -> Option<Charset> {
    let readings = super::likely::readings(&values);
    if let Some(best) = readings.first() {
        let is_likely =
            if is_other_script(guessed) { best.is_likely() } else { best.is_plausible() };
        if best.is_telling || is_likely && is_ideographic(best.charset, values.clone()) {
            return Some(best.charset);
        }
    }
    let mut texts = values.clone();
    if let (Some(text), None) = (texts.next(), texts.next()) {
        if is_one_ideograph(text) {
            return Some(Charset::GBK);
        }
    }
    if is_latin(guessed) && is_in_words(values.clone()) {
        if let Some(page) = super::latin::page(values.clone()) {
            return Some(page);
        }
    }
    // One or two letters may be those of any language; the format's default is as good as any.
    let high = values.clone().flatten().filter(|byte| !byte.is_ascii()).count();
    if high <= 2 {
        return None;
    }
    if guessed != Charset::SHIFT_JIS && is_kana(values.clone()) {
        return Some(Charset::SHIFT_JIS);
    }
    if is_double_byte(guessed) && !is_ideographic(guessed, values.clone()) {
        return None;
    }
    if is_double_byte(guessed) {
        if let Some(best) = readings.first() {
            return Some(best.charset);
        }
    }
    // Japanese in EUC is rare, and not to be told from Chinese by a few ideographs.
    if guessed == Charset::EUC_JP
        && high <= 8
        && !values.clone().any(has_kana)
        && is_gb2312(values.clone())
    {
        return Some(Charset::GBK);
    }
    // The two differ in the letters of Ukrainian.
    let is_ukrainian =
        |byte: &u8| matches!(byte, 0xA4 | 0xA6 | 0xA7 | 0xAD | 0xB4 | 0xB6 | 0xB7 | 0xBD);
    if guessed.name() == "KOI8-U" && !values.flatten().any(is_ukrainian) {
        return Charset::from_label("KOI8-R");
    }
    Some(guessed)
}

/// Whether it is a character set of Latin letters.
fn is_latin(charset: Charset) -> bool {
    [
        "windows-1250",
        "windows-1252",
        "windows-1254",
        "windows-1257",
        "windows-1258",
        "ISO-8859-2",
        "ISO-8859-3",
        "ISO-8859-4",
        "ISO-8859-10",
        "ISO-8859-13",
        "ISO-8859-14",
        "ISO-8859-15",
        "ISO-8859-16",
    ]
    .contains(&charset.name())
}

/// Whether nearly every character of text in it is one high byte: of Cyrillic, Greek, Hebrew and the
/// like.
fn is_other_script(charset: Charset) -> bool {
    !is_double_byte(charset) && !is_latin(charset)
}

/// Whether the high bytes are letters among ASCII letters.
fn is_in_words<'v>(values: impl Iterator<Item = &'v [u8]>) -> bool {
    let (mut high, mut letters) = (0, 0);
    for &byte in values.flatten() {
        high += usize::from(!byte.is_ascii());
        letters += usize::from(byte.is_ascii_alphabetic());
    }
    letters > high
}

/// Whether it is a character set of Chinese, Japanese or Korean.
fn is_double_byte(charset: Charset) -> bool {
    charset.double().is_some() || matches!(charset, Charset::EUC_JP | Charset::EUC_KR)
}

/// Whether kana of Shift_JIS are a good part of the values. The bytes that they start with hardly
/// stand in any other text.
fn is_kana<'v>(values: impl Iterator<Item = &'v [u8]>) -> bool {
    let (mut kana, mut others) = (0, 0);
    for value in values {
        let mut at = 0;
        while let Some(&byte) = value.get(at) {
            let width = Double::ShiftJis.width(value, at);
            match value.get(at..at + width) {
                Some([0x82, 0x9F..=0xF1] | [0x83, 0x40..=0x96]) => kana += 1,
                _ if byte.is_ascii() => {}
                Some([_, _]) => others += 1,
                // Half a character: it is something else.
                _ => return false,
            }
            at += width;
        }
    }
    kana >= 3 && kana * 2 >= others
}

/// Whether enough speaks for characters of two bytes: some that stand together, and no fewer
/// than those that stand alone, where they may be letters with accents.
pub(super) fn is_ideographic<'v>(charset: Charset, values: impl Iterator<Item = &'v [u8]>) -> bool {
    let (mut together, mut alone) = (0, 0);
    for value in values {
        let high = value.iter().filter(|byte| !byte.is_ascii()).count();
        let (run, single, letters) = characters(charset, value);
        // One or two high bytes among ASCII letters are no evidence.
        if high > 2 || letters == 0 {
            together += run;
            alone += single;
        } else {
            alone += single.max(1);
        }
    }
    together >= 2 && together >= alone
}

/// How many characters of two bytes stand beside others, and how many alone; and how many ASCII
/// letters there are around them.
fn characters(charset: Charset, value: &[u8]) -> (usize, usize, usize) {
    let (mut together, mut alone, mut letters) = (0, 0, 0);
    let (mut run, mut at) = (0, 0);
    while let Some(&byte) = value.get(at) {
        let width = match charset.double() {
            Some(double) => double.width(value, at),
            None if byte.is_ascii() => Bytes.width(value, at),
            None => 2,
        };
        let second = value.get(at + 1).copied().unwrap_or(0);
        // A letter with an accent before a letter without one.
        let is_accent = byte >= 0xC0 && second.is_ascii_alphabetic();
        if width > 1 && !is_accent {
            run += 1;
        } else if !byte.is_ascii() {
            alone += 1;
        }
        if width == 1 || is_accent {
            end_run(&mut run, &mut together, &mut alone);
        }
        letters += usize::from(byte.is_ascii_alphabetic());
        at += width;
    }
    end_run(&mut run, &mut together, &mut alone);
    (together, alone, letters)
}

/// Whether a value is one of the frequent characters of GB2312 and nothing else, as a name of a
/// player, "black" or "white", may be.
fn is_one_ideograph(value: &[u8]) -> bool {
    matches!(value, [0xB0..=0xD7, 0xA1..=0xFE])
}

/// Whether EUC-JP would have kana in the value.
fn has_kana(value: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = value.get(at) {
        if matches!(byte, 0xA4 | 0xA5) {
            return true;
        }
        at += if byte.is_ascii() { 1 } else { 2 };
    }
    false
}

/// Whether all values are in the part of GBK that is GB2312.
fn is_gb2312<'v>(mut values: impl Iterator<Item = &'v [u8]>) -> bool {
    values.all(|value| {
        let mut rest = value;
        loop {
            rest = match rest {
                [] => return true,
                [0..=0x7F, rest @ ..] | [0xA1..=0xF7, 0xA1..=0xFE, rest @ ..] => rest,
                _ => return false,
            };
        }
    })
}

fn end_run(run: &mut usize, together: &mut usize, alone: &mut usize) {
    match *run {
        1 => *alone += 1,
        length => *together += length,
    }
    *run = 0;
}
