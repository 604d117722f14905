//! Fixes as edits: what each changes, that it changes nothing else, and that nothing is left to fix.

use kifu::values::{Fixer, apply_fixes};
use kifu::{Arena, Parser};

use crate::settled;
use crate::tokens::Random;

/// An input and what safe fixes make of it.
const SAFE: &[(&str, &str)] = &[
    ("(;B[aa](;W[bb];C[x", "(;B[aa](;W[bb];C[x]))"),
    (r"(;C[x\", "(;C[x])"),
    (r"(;C[x\\", r"(;C[x\\])"),
    ("(;B[aa]", "(;B[aa])"),
    (";B[aa]", "(;B[aa])"),
    (";B[aa])", "(;B[aa])"),
    ("(B[aa](;W[bb]))", "(;B[aa](;W[bb]))"),
    ("(;B[aa])))", "(;B[aa])"),
    ("(;B[aa]())", "(;B[aa])"),
    ("(;B[aa]((;W[bb])(;W[cc])))", "(;B[aa](;W[bb])(;W[cc]))"),
    ("(;B[aa]((;W[bb])(;W[cc]))(;W[dd]))", "(;B[aa](;W[bb])(;W[cc])(;W[dd]))"),
    ("((((;B[aa]))))", "(;B[aa])"),
    ("(;C[a [b]] c] d])", r"(;C[a [b\]\] c\] d])"),
    ("(;AB[cc]AB[gg])", "(;AB[cc][gg])"),
    ("(;AB[cc] AB [gg]\nAB[ii])", "(;AB[cc]  [gg]\n[ii])"),
    ("(;AB[cc]AW[dd]AB[gg])", "(;AB[cc]AW[dd]AB[gg])"),
    ("(;Black[aa];coMment[b])", "(;B[aa];M[b])"),
    ("(;SZ[19:19])", "(;SZ[19])"),
    ("(;SZ[ 9 ]; B[ a a ])", "(;SZ[9]; B[aa])"),
    ("(;KM[6,5])", "(;KM[6.5])"),
    ("(;KM[30.]TM[1 hour]HA[ 2 ])", "(;KM[30]TM[3600]HA[2])"),
    ("(;DT[2016/3/9])", "(;DT[2016-03-09])"),
    ("(;RE[b+r])", "(;RE[B+R])"),
    ("(;RE[Black wins by resignation])", "(;RE[B+R])"),
    ("(;PL[white])", "(;PL[W])"),
    ("(;B[CD])", "(;B[cd])"),
    ("(;B[pass])", "(;B[])"),
    ("(;FF[3];B[PASS])", "(;FF[3];B[tt])"),
    ("(;AB[bb:aa])", "(;AB[aa:bb])"),
    ("(;AB[ca:ab])", "(;AB[aa:cb])"),
    ("(;AB[cc:cc])", "(;AB[cc])"),
    ("(;AB[dd][dd][ee])", "(;AB[dd][ee])"),
    ("(;AB[aa:cc][bb] [dd])", "(;AB[aa:cc] [dd])"),
    ("(;AB[dd]AW[dd])", "(;AB[dd]AW[dd])"),
    ("(;GB[]B[aa]MN[2.0])", "(;GB[1]B[aa]MN[2])"),
    ("(;GM[11];B[ a1 ])", "(;GM[11];B[a1])"),
    ("(;LN[a a:bb])", "(;LN[aa:bb])"),
];

/// What only unsafe fixes change.
const UNSAFE: &[(&str, &str)] = &[
    ("From: me\n(;B[aa])bye", "\n(;B[aa])"),
    ("(;KO;B[aa])", "(;;B[aa])"),
    ("(;B[aa] 7 ;W[bb])", "(;B[aa]  ;W[bb])"),
    ("(;[aa]B[bb])", "(;B[bb])"),
    ("(;PB[]PW[x])", "(;PW[x])"),
    ("(;B[aa]KO[7.5])", "(;B[aa]KO[])"),
    ("(;KI[13])", "(;KM[6.5])"),
    ("(;KI[-1])", "(;KM[-0.5])"),
    ("(;GB[3])", "(;GB[1])"),
    ("(;RE[B+R?])", "(;RE[B+R])"),
    ("(;C[a\0b])", "(;C[ab])"),
];

fn fixed(source: &[u8], allow_unsafe: bool) -> Vec<u8> {
    let fixer = Fixer::new().unsafe_fixes(allow_unsafe);
    fixer.fix(&mut Parser::new(), source).unwrap_or_else(|| source.to_vec())
}

#[test]
fn safe_fixes_write_down_what_was_read() {
    for (bad, good) in SAFE {
        let result = fixed(bad.as_bytes(), false);
        assert_eq!(String::from_utf8_lossy(&result), *good, "{bad}");
        settled::check(bad.as_bytes());
    }
}

#[test]
fn unsafe_fixes_are_made_only_when_they_are_allowed() {
    for (bad, good) in UNSAFE {
        assert_eq!(String::from_utf8_lossy(&fixed(bad.as_bytes(), false)), *bad);
        assert_eq!(String::from_utf8_lossy(&fixed(bad.as_bytes(), true)), *good, "{bad}");
    }
}

#[test]
fn what_a_fix_does_not_name_stays_byte_for_byte() {
    let source = b"(;\r\n  CA[GBK]PB[\xC8\xD5\xB1\x5D]\r\n\tSZ[19:19] ;Black[a a]\r\n)\r\n";
    let expected = b"(;\r\n  CA[GBK]PB[\xC8\xD5\xB1\x5D]\r\n\tSZ[19] ;B[aa]\r\n)\r\n";
    assert_eq!(fixed(source, false), expected);
    let arena = Arena::new();
    let fixes = Fixer::new().fixes(Parser::new().read(&arena, source));
    let result = apply_fixes(source, &fixes);
    let (mut old, mut new) = (0, 0);
    for fix in &fixes {
        let kept = fix.span().start() - old;
        assert_eq!(source[old..][..kept], result[new..][..kept]);
        new += kept + fix.replacement().len();
        old = fix.span().end();
    }
    assert_eq!(source[old..], result[new..]);
}

#[test]
fn an_input_is_fixed_in_its_own_character_set() {
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    };
    for bytes in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
        let source = wide("\u{FEFF}(;SZ[19:19]PB[日本]AB[aa][aa];Black[a a]", bytes);
        let good = wide("\u{FEFF}(;SZ[19]PB[日本]AB[aa];B[aa])", bytes);
        assert_eq!(fixed(&source, false), good);
    }
    let sjis = b"(;CA[Shift_JIS]PB[\x83\x5D\x83\x5C]C[a [b] c]SZ[9:9])";
    let good = b"(;CA[Shift_JIS]PB[\x83\x5D\x83\x5C]C[a [b\\] c]SZ[9])";
    assert_eq!(fixed(sjis, false), good);
}

#[test]
fn of_edits_that_overlap_the_first_is_made() {
    let source = b"(;SZ[19:19])";
    let arena = Arena::new();
    let fixes = Fixer::new().fixes(Parser::new().read(&arena, source));
    let twice = [fixes[0].clone(), fixes[0].clone()];
    assert_eq!(apply_fixes(source, &twice), b"(;SZ[19])");
    assert_eq!(apply_fixes(b"(;", &fixes), b"(;");
}

#[test]
fn deep_and_wide_damage_is_fixed_in_a_few_rounds() {
    let deep = format!("{};B[aa]{}", "(".repeat(2000), ")".repeat(2000));
    assert_eq!(fixed(deep.as_bytes(), false), b"(;B[aa])");
    let open = "(;B[aa]".repeat(2000);
    let closed = open.clone() + &")".repeat(2000);
    assert_eq!(String::from_utf8(fixed(open.as_bytes(), false)).unwrap(), closed);
    let bad = format!("({})", ";Black[a a]".repeat(2000));
    let good = format!("({})", ";B[aa]".repeat(2000));
    assert_eq!(String::from_utf8(fixed(bad.as_bytes(), false)).unwrap(), good);
}

#[test]
fn all_that_can_be_fixed_in_real_files_is_gone_after_it() {
    let (mut files, mut changed, mut fixes) = (0, 0, 0);
    for path in crate::corpus::corpus() {
        let source = std::fs::read(&path).unwrap();
        let arena = Arena::new();
        let first = Fixer::new().fixes(Parser::new().read(&arena, &source));
        settled::check(&source);
        files += 1;
        changed += u32::from(fixed(&source, false) != source);
        fixes += first.len();
    }
    println!("{files} files, {changed} changed, {fixes} fixes in their first rounds");
}

/// What made-up inputs are put together from.
const TOKENS: &[&str] = &[
    "(;",
    "(;",
    "(;",
    "(",
    ")",
    ")",
    ";",
    ";",
    "[",
    "]",
    "\\",
    " ",
    "\n",
    "B",
    "b",
    "AB",
    "x",
    "()",
    "B[aa]",
    "W[bb]",
    "B[a a]",
    "AB[aa][aa]",
    "AB[cc]AB[dd]",
    "C[a [b] c]",
    "C[",
    "Black[cc]",
    "SZ[19:19]",
    "KM[6,5]",
    "KO[7.5]",
    "DT[2016/3/9]",
    "TE[]",
    "GB[3]",
    "PB[]",
    "FF[3]",
    "KI[7]",
    "AB[bb:aa]",
    "LB[aa:1][aa:2]",
    "GM[11]",
    "CA[Shift_JIS]",
    "é",
    "SZ[9]",
    "[cc]",
    "]]",
    "C[x\\]",
];

#[test]
fn made_up_inputs_have_nothing_left_to_fix() {
    let mut random = Random::new(14);
    for _ in 0..4_000 {
        let count = 1 + random.below(24);
        let source: String = (0..count).map(|_| TOKENS[random.below(TOKENS.len())]).collect();
        settled::check(source.as_bytes());
    }
}
