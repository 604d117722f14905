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
    ("(;DT[2016-12-31 10:18:13])", "(;DT[2016-12-31])"),
    ("(;DT[Wed Jun  3 14:22:31 2015])", "(;DT[2015-06-03])"),
    ("(;DT[Wed, 03 Jun 2015 14:22:31 GMT])", "(;DT[2015-06-03])"),
    ("(;DT[Sunday, June 3, 2012 7:30 PM])", "(;DT[2012-06-03])"),
    ("(;DT[2015年6月3日 午後])", "(;DT[2015-06-03])"),
    ("(;DT[2015年6月3日14時])", "(;DT[2015-06-03])"),
    ("(;DT[20150603142231])", "(;DT[2015-06-03])"),
    ("(;DT[2015-06-03-14-22-31])", "(;DT[2015-06-03])"),
    ("(;RE[B+Disconnection])", "(;RE[B+F])"),
    ("(;RE[W+Illegal])", "(;RE[W+F])"),
    ("(;RE[三劫无胜负])", "(;RE[Void])"),
    ("(;RE[unfinished])", "(;RE[Void])"),
    ("(;RE[黑中盘胜 257手])", "(;RE[B+R])"),
    ("(;TM[about 1 hour])", "(;TM[3600])"),
    ("(;TM[1 hour for white])", "(;TM[3600])"),
    ("(;HA[猜先])", "(;HA[0])"),
];

/// What is written in other words, so that nothing is lost.
const SAME_MEANING: &[(&str, &str)] = &[
    ("(;DT[Wed Jun 3 2015])", "(;DT[2015-06-03])"),
    ("(;DT[2015年6月3日])", "(;DT[2015-06-03])"),
    ("(;DT[June 3, 2015])", "(;DT[2015-06-03])"),
    ("(;RE[B+forfeit])", "(;RE[B+F])"),
    ("(;RE[White wins by forfeit])", "(;RE[W+F])"),
    ("(;RE[No Result])", "(;RE[Void])"),
    ("(;RE[黑中盘胜])", "(;RE[B+R])"),
    ("(;RE[持碁])", "(;RE[0])"),
    ("(;RE[白 2目半勝ち])", "(;RE[W+2.5])"),
    ("(;TM[90 minutes each])", "(;TM[5400])"),
    ("(;HA[让4子])", "(;HA[4])"),
    ("(;KM[6目半])", "(;KM[6.5])"),
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
fn a_fix_that_loses_nothing_but_the_words_is_safe() {
    for (bad, good) in SAME_MEANING {
        assert_eq!(String::from_utf8_lossy(&fixed(bad.as_bytes(), false)), *good, "{bad}");
    }
}

/// Texts by their bytes.
type Texts = &'static [&'static [u8]];

/// Names of each language, and results in it.
const NAMED: &[(&str, Texts, Texts)] = &[
    // 周, 許, 林海峰, 張, 王立誠; 白勝, 黑中盤勝, 白勝四目半, 黑勝.
    (
        "Big5",
        &[b"\xA9P", b"\xB3\x5C", b"\xAAL\xAE\xFC\xAEp", b"\xB1i", b"\xA4\xFD\xA5\xDF\xB8\xDB"],
        &[
            b"\xA5\xD5\xB3\xD3",
            b"\xB6\xC2\xA4\xA4\xBDL\xB3\xD3",
            b"\xA5\xD5\xB3\xD3\xA5|\xA5\xD8\xA5b",
            b"\xB6\xC2\xB3\xD3",
        ],
    ),
    // 呉, 坂田, 趙治勲, 林, 小林; 黒中押し勝ち, 白2目半勝ち, 黒勝ち, 白時間切れ勝ち.
    (
        "Shift_JIS",
        &[
            b"\x8C\xE0",
            b"\x8D\xE2\x93c",
            b"\xE6\xE2\x8E\xA1\x8CM",
            b"\x97\xD1",
            b"\x8F\xAC\x97\xD1",
        ],
        &[
            b"\x8D\x95\x92\x86\x89\x9F\x82\xB5\x8F\x9F\x82\xBF",
            b"\x94\x922\x96\xDA\x94\xBC\x8F\x9F\x82\xBF",
            b"\x8D\x95\x8F\x9F\x82\xBF",
            b"\x94\x92\x8E\x9E\x8A\xD4\x90\xD8\x82\xEA\x8F\x9F\x82\xBF",
        ],
    ),
    // 박, 조, 이창호, 조훈현, 김; 흑 불계승, 백 2집반승, 흑승, 백 불계승.
    (
        "EUC-KR",
        &[
            b"\xB9\xDA",
            b"\xC1\xB6",
            b"\xC0\xCC\xC3\xA2\xC8\xA3",
            b"\xC1\xB6\xC8\xC6\xC7\xF6",
            b"\xB1\xE8",
        ],
        &[
            b"\xC8\xE6 \xBA\xD2\xB0\xE8\xBD\xC2",
            b"\xB9\xE9 2\xC1\xFD\xB9\xDD\xBD\xC2",
            b"\xC8\xE6\xBD\xC2",
            b"\xB9\xE9 \xBA\xD2\xB0\xE8\xBD\xC2",
        ],
    ),
    // 聂卫平, 马, 古力, 常昊, 陈; 黑中盘胜, 白胜, 黑胜1又3/4子, 白中盘胜.
    (
        "GBK",
        &[
            b"\xC4\xF4\xCE\xC0\xC6\xBD",
            b"\xC2\xED",
            b"\xB9\xC5\xC1\xA6",
            b"\xB3\xA3\xEA\xBB",
            b"\xB3\xC2",
        ],
        &[
            b"\xBA\xDA\xD6\xD0\xC5\xCC\xCA\xA4",
            b"\xB0\xD7\xCA\xA4",
            b"\xBA\xDA\xCA\xA41\xD3\xD63/4\xD7\xD3",
            b"\xB0\xD7\xD6\xD0\xC5\xCC\xCA\xA4",
        ],
    ),
];

#[test]
fn no_fix_takes_away_the_text_that_tells_the_character_set() {
    let (mut records, mut withheld) = (0, 0);
    for (charset, names, results) in NAMED {
        for (black, white) in names.iter().flat_map(|black| names.iter().map(move |it| (black, it)))
        {
            for (result, declared) in results.iter().flat_map(|it| [(it, ""), (it, "CA[UTF-8]")]) {
                let head = format!("(;{declared}SZ[19:19]PB[");
                let parts = [head.as_bytes(), black, b"]PW[", white, b"]RE[", result, b"];B[a a])"];
                let source = parts.concat();
                withheld += u32::from(is_kept(&source, charset));
                records += 1;
            }
        }
    }
    assert!(records >= 200 && withheld >= 20, "{withheld} of {records}");
}

/// Checks that the character set and the names are the same after all fixes, and says whether a fix
/// was left out.
fn is_kept(source: &[u8], charset: &str) -> bool {
    settled::check(source);
    let mut left_out = false;
    for allow_unsafe in [false, true] {
        let fixer = Fixer::new().unsafe_fixes(allow_unsafe);
        let result = fixer.fix_with_report(&mut Parser::new(), source);
        left_out |= !result.withheld().is_empty();
        let fixed = result.bytes().expect("its size can be fixed whatever the character set is");
        let arena = Arena::new();
        let [old, new] = [source, fixed].map(|it| Parser::new().read(&arena, it));
        let [old, new] = [old, new].map(|it| it.first_game_tree().unwrap());
        let shown = || format!("{charset}: {} {}", source.escape_ascii(), fixed.escape_ascii());
        assert_eq!(old.charset(), new.charset(), "{}", shown());
        for ident in ["PB", "PW"] {
            assert_eq!(old.root().text(ident), new.root().text(ident), "{}", shown());
        }
        assert_eq!(new.root().text("SZ"), Some("19"), "{}", shown());
        assert!(new.root().get("RE").is_some(), "{}", shown());
    }
    left_out
}

#[test]
fn a_game_whose_fixes_are_left_out_does_not_stop_those_of_the_others() {
    let guessed = b"(;PB[\xA9P]PW[\xB3\x5C]RE[\xA5\xD5\xB3\xD3];B[aa])";
    let source = [&b"(;SZ[9:9]RE[b+r])"[..], guessed, b"(;SZ[9:9]RE[b+r])"].concat();
    let good = [&b"(;SZ[9]RE[B+R])"[..], guessed, b"(;SZ[9]RE[B+R])"].concat();
    assert_eq!(fixed(&source, false), good);
}

#[test]
fn a_nul_byte_stays_where_it_keeps_the_bytes_of_damaged_characters_apart() {
    let source = b"(;C[\xF0\x9F\x91\0\xBB\xF0\x9F\x91\xBB])";
    settled::check(source);
    assert_eq!(fixed(source, true), source);
    let source = b"(;C[\xF0\x9F\x91\xBB\0\xF0\x9F\x91\xBB])";
    settled::check(source);
    assert_eq!(fixed(source, true), b"(;C[\xF0\x9F\x91\xBB\xF0\x9F\x91\xBB])");
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
