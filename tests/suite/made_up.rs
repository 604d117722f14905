//! Large records that are made up of games of several kinds: clean ones, in several character sets,
//! damaged. The same seed makes the same record.

use crate::choose::{Choose as _, Random};
use crate::mixtures;

/// What a record is made of: how often, and what.
pub(crate) type Kinds = [(usize, fn(&mut Random) -> Vec<u8>)];

pub(crate) const CLEAN: &Kinds = &[(1, clean)];
pub(crate) const MIXED: &Kinds = &[
    (30, clean),
    (10, text),
    (2, gbk),
    (2, declared),
    (1, latin),
    (1, shift_jis),
    (1, lying),
    (3, old),
    (1, twice),
    (2, junk),
];
pub(crate) const DAMAGED: &Kinds = &[(40, clean), (20, text), (2, damaged), (1, junk), (1, old)];
pub(crate) const JUMBLED: &Kinds = &[
    (40, clean),
    (10, text),
    (8, gbk),
    (6, declared),
    (3, latin),
    (4, shift_jis),
    (3, second_bytes),
    (2, lying),
    (4, damaged),
    (1, mixed),
    (1, junk),
];
pub(crate) const GUESSED: &Kinds = &[(20, gbk), (1, latin)];
pub(crate) const UNSURE: &Kinds = &[(30, clean), (4, gbk), (1, second_bytes), (1, junk)];

pub(crate) fn moves(random: &mut Random, most: usize) -> String {
    let count = 1 + random.below(most);
    let mut letter = || char::from(b'a' + random.below(19) as u8);
    (0..count)
        .map(|number| format!(";{}[{}{}]", ["B", "W"][number % 2], letter(), letter()))
        .collect()
}

pub(crate) fn clean(random: &mut Random) -> Vec<u8> {
    format!("(;GM[1]FF[4]SZ[19]PB[Ann]{})", moves(random, 300)).into_bytes()
}

pub(crate) fn text(random: &mut Random) -> Vec<u8> {
    let moves = moves(random, 200);
    format!("(;PB[棋士]C[one\ntwo\r\nthree\rfour é]{moves}(;B[aa]C[a\\]b])(;B[bb]))").into_bytes()
}

fn with_bytes(start: &[u8], random: &mut Random) -> Vec<u8> {
    [start, moves(random, 100).as_bytes(), b")"].concat()
}

/// `PB[張三]C[這是一盤棋]` without a word about its character set.
fn gbk(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;PB[\xD5\xC5\xC8\xFD]C[\xD5\xE2\xCA\xC7\xD2\xBB\xC5\xCC\xC6\xE5]", random)
}

fn declared(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;CA[GBK]PB[\xD5\xC5\xC8\xFD]", random)
}

fn latin(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;PB[Fran\xE7ois M\xFCller]C[d\xE9j\xE0]", random)
}

/// A `\` as a second byte.
fn shift_jis(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;CA[Shift_JIS]PB[\x83\x5C\x95\x5C]", random)
}

/// Brackets as second bytes, and no word about it.
fn second_bytes(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;PB[\x95\x5D\x81\x5C\x8F\x5B\xB0\xD7]C[\xD5\xE2\xCA\xC7]", random)
}

fn lying(random: &mut Random) -> Vec<u8> {
    with_bytes("(;CA[GBK]PB[棋士棋士棋士棋士棋士棋士]".as_bytes(), random)
}

fn old(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;GaMe[1]SiZe[19]PlayerBlack[x]", random)
}

fn twice(random: &mut Random) -> Vec<u8> {
    with_bytes(b"(;C[a]C[b]", random)
}

fn damaged(random: &mut Random) -> Vec<u8> {
    let mut game = [clean, text][random.below(2)](random);
    let at = 1 + random.below(game.len() - 1);
    match random.below(3) {
        0 => drop(game.remove(at)),
        1 => game.insert(at, b"[]();\\xK"[random.below(8)]),
        _ => game[at] = b"[]();\\"[random.below(6)],
    }
    game
}

/// Parts of records in several character sets, in any order.
fn mixed(random: &mut Random) -> Vec<u8> {
    let mut source = Vec::new();
    mixtures::mixture(random, &mut source);
    source
}

fn junk(random: &mut Random) -> Vec<u8> {
    let junk: [&[u8]; 8] = [
        b"some words\n",
        b"-- \r\n(note) ; see [x]\r\n",
        b")",
        b"\xEF\xBB\xBF",
        b"()",
        b"\r\r",
        b"]",
        b"(;)",
    ];
    junk[random.below(8)].to_vec()
}

/// A record of at least so many bytes.
pub(crate) fn record(kinds: &Kinds, seed: u64, bytes: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    let all: Vec<_> =
        kinds.iter().flat_map(|&(count, kind)| std::iter::repeat_n(kind, count)).collect();
    let mut record = Vec::new();
    while record.len() < bytes {
        let kind = all[random.below(all.len())];
        record.extend(kind(&mut random));
        record.extend_from_slice([&b"\n"[..], b"", b"\r\n", b" "][random.below(4)]);
    }
    record
}
