//! Short random inputs that make the places which the recovery rules are about often: prose with
//! brackets, what follows a sub-tree, odd white space, odd names, second moves, records in records.
//! The fuzz targets include this file too.

use crate::choose::Choose;
use crate::differential::random_tokens;

/// White space of all kinds, and what looks like it.
const SPACES: &[&str] = &[
    " ", " ", "\n", "\n", "\t", "\r\n", "\x0B", "\x0C", "\\n", "\\r", "\\t", "\\r\\n", "\u{A0}",
    "\u{1680}", "\u{2000}", "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}",
    "\u{2007}", "\u{2008}", "\u{2009}", "\u{200A}", "\u{200B}", "\u{2028}", "\u{2029}", "\u{202F}",
    "\u{205F}", "\u{3000}", "\u{3000}", "\u{FEFF}", "\u{FEFF}", "\u{200C}", "\u{AD}", "\u{180E}",
    "\\", "\\f", "\u{85}",
];

/// Names: of moves, of text of one line and of more, of points, of roots.
const NAMES: &[&str] = &[
    "B", "B", "B", "W", "W", "C", "C", "C", "N", "PB", "LB", "TR", "AB", "KM", "X", "GM", "GM",
    "SZ",
];

/// Names that are not capitals alone.
const ODD_NAMES: &[&str] = &[
    "Black", "White", "bB", "GaMe", "Gm", "Cc", "Ab", "c", "ab", "b_", "P0", "P-1", "_Y", "_",
    "_A", "my_Note", "A1", "B-", "B1", "a-1", "AB_c", "GM-", "__", "A_1",
];

/// Pieces of values that are harmless, or look like structure, prose or a value that swallowed one.
const PIECES: &[&str] = &[
    "",
    "a",
    "a",
    "aa",
    "b",
    "x y",
    "1",
    "é",
    "[",
    "[",
    "[1]",
    "[2] ",
    "[k]: ",
    "see [1]",
    "as [1",
    " [A",
    "\\[",
    "\\]",
    "\\]",
    "\\\\",
    "\\",
    "\\n",
    "(",
    ")",
    ";",
    " ;)",
    ":-]",
    ") (;",
    ")\n(;",
    ")(;",
    "\nPW[",
    "\r\nAB\\[",
    "\n W [",
    "\\\nN[",
    "\nPb[",
    " AB[",
    " Ab[",
    "\nab[",
    " ab [",
    "Sato ",
    "(x) ",
    "] x]",
    "] (",
    "] (y) ",
    "]]",
    "] and [",
    "]) and ",
    "];",
    "]; x",
    "])",
    "\u{3000}",
    "\u{A0}B[",
    "\\tAB[",
];

/// What stands between the parts of trees, or between trees.
const PARTS: &[&str] = &[
    "()",
    "((",
    "))",
    "(((",
    "[x]",
    "[",
    "]",
    "]]",
    "!",
    "- ",
    "0",
    "é",
    "x",
    "ab ",
    "X",
    "B",
    "GM",
    "x1AB",
    "\\",
    ":",
    "(;-)",
    "(;-P)",
    "(; -)",
    "(;KO)",
    "(;-AB[x])",
    "(;!GM[1]",
    "(;-(;",
    "(;a [x]",
    "(;ab[",
    "(a[x])",
    "(A [x])",
    ";a[x]",
    ";a [x]",
    ";)",
    "Hi (;-) ",
    "From: x [y] ",
    "OS[w][0]",
    "(B[aa]",
    "(GM[1]",
    "(",
    ")",
];

/// Openings of candidates for records of their own.
const RECORDS: &[&str] = &["(;GM[1]", "(;FF[4]", "(;SZ[9]", "(;CA[x]", "(;x[1]GM[1]", "((;GM[1]"];

/// Bytes that make something wherever they are.
const NOISE: &[u8] = b"(((())));;;[[[]]]\\\\ABCWGMabx1_- \n:!\xE3\x80\xC3\xA9";

fn one_of<'a>(random: &mut impl Choose, list: &[&'a str]) -> &'a str {
    list[random.below(list.len())]
}

/// A few inputs of noise or of tokens, most of parts of records, of which some lose or get a byte.
pub(crate) fn random_oddity(random: &mut impl Choose, source: &mut Vec<u8>) {
    source.clear();
    match random.below(8) {
        0 => source.extend((0..1 + random.below(30)).map(|_| NOISE[random.below(NOISE.len())])),
        1 => random_tokens(random, source),
        _ => record(random, source),
    }
}

/// How many things of an input there are for each odd one of their kind, and what comes again.
struct Style {
    spaces: usize,
    parts: usize,
    names: usize,
    values: usize,
    few_names: [&'static str; 2],
}

fn record(random: &mut impl Choose, source: &mut Vec<u8>) {
    let most = 5 + random.below(50);
    let style = Style {
        spaces: [4, 12, 100][random.below(3)],
        parts: [3, 10, 100][random.below(3)],
        names: [2, 10, 100][random.below(3)],
        values: [1, 3, 30][random.below(3)],
        few_names: [one_of(random, NAMES), one_of(random, NAMES)],
    };
    let mut depth = 0;
    while source.len() < most {
        if random.below(style.spaces) == 0 {
            source.extend_from_slice(one_of(random, SPACES).as_bytes());
        }
        if random.below(style.parts) == 0 {
            source.extend_from_slice(one_of(random, PARTS).as_bytes());
        }
        match random.below(16) {
            0..4 if depth > 0 => {
                source.push(b')');
                depth -= 1;
            }
            4..6 if depth > 0 => property(random, source, &style),
            6..11 if depth > 0 => {
                source.push(b';');
                (0..random.below(3)).for_each(|_| property(random, source, &style));
            }
            11 => {
                source.extend_from_slice(one_of(random, RECORDS).as_bytes());
                depth += 1;
            }
            12 if random.below(4) == 0 => {
                source.push(b'(');
                depth += 1;
            }
            _ => {
                source.extend_from_slice(b"(;");
                property(random, source, &style);
                depth += 1;
            }
        }
    }
    if random.below(4) > 0 {
        source.extend(std::iter::repeat_n(b')', depth));
    }
    if random.below(4) == 0 {
        let at = random.below(source.len());
        match random.below(2) {
            0 => drop(source.remove(at)),
            _ => source.insert(at, NOISE[random.below(NOISE.len())]),
        }
    }
}

fn property(random: &mut impl Choose, source: &mut Vec<u8>, style: &Style) {
    let name = match random.below(2) {
        _ if random.below(style.names) == 0 => one_of(random, ODD_NAMES),
        0 => one_of(random, &style.few_names),
        _ => one_of(random, NAMES),
    };
    source.extend_from_slice(name.as_bytes());
    loop {
        if random.below(style.spaces) == 0 {
            source.extend_from_slice(one_of(random, SPACES).as_bytes());
        }
        source.push(b'[');
        if random.below(style.values) > 0 {
            // The same few, so that moves come again.
            source.extend_from_slice(["aa", "aa", "bb", ""][random.below(4)].as_bytes());
        } else {
            for _ in 0..1 + random.below(2) {
                source.extend_from_slice(one_of(random, PIECES).as_bytes());
            }
        }
        match random.below(4 + 8 * style.values) {
            0 => source.extend_from_slice(b"]]"),
            1 => source.extend_from_slice(b"\\]"),
            2 => {}
            _ => source.push(b']'),
        }
        if random.below(6) < 5 {
            return;
        }
    }
}
