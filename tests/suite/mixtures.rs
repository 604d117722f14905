//! Records in several character sets in one input, damaged: no byte stands in two places, and parts
//! give what the whole gives. `KIFU_MIXTURES` sets how many random ones are read.

use kifu::{Arena, Before, Code, Parser};

use crate::choose::{Choose, Random};
use crate::invariants;

/// Starts, ends and parts of records, whole and cut: in GBK, Big5, Shift_JIS, EUC-KR, UTF-8 and
/// windows-1252, some with second bytes that look like structure.
const PARTS: &[&[u8]] = &[
    b"(;",
    b"(;GM[1]",
    b"(;SZ[9]",
    b"(;CA[SJIS]",
    b"(;CA[GBK]",
    b"(;CA[Big5]",
    b"(;CA[UTF-8]",
    b"(;CA[latin1]",
    b"(;CA[EUC-KR]",
    b"(;CA[nonsense]",
    b"CA[Shift_JIS]",
    b";B[aa]",
    b";W[bb]",
    b"(;B[cc]",
    b"(;W[dd]",
    b")",
    b")",
    b")",
    b"]",
    b"[",
    b"\n",
    b" ",
    b"text",
    b";",
    b"(",
    b"B[ee]",
    b"PB[\xD6\xD0\xB9\xFA\xCE\xA7\xC6\xE5]",
    b"PW[\xC4\xF4\xCE\xC0\xC6\xBD]",
    b"PB[\xB3\x5C\xA5\x5C\xBB\x5C]",
    b"PW[\xB6\x5D\xA4\x5B]",
    b"C[\x83\x5C\x83\x5D\x83\x5B]",
    b"C[\x8D\x62\x82\xCD\x94\x5C]",
    b"PB[\xC8\xE6\xC0\xCC\xB1\xE8]",
    b"PB[\xE4\xB8\xAD\xE5\x9B\xBD]",
    b"C[\xE6?\x9D\xE6\x9D\x8E]",
    b"PB[Fran\xE7ois]",
    b"PW[Jos\xE9]",
    b"C[\xE9]",
    b"C[\xE9\\]]",
    b"\xE9]",
    b"\x81",
    b"C[",
    b"\\",
];

pub(crate) fn mixture(random: &mut impl Choose, source: &mut Vec<u8>) {
    source.clear();
    for _ in 0..1 + random.below(24) {
        source.extend_from_slice(PARTS[random.below(PARTS.len())]);
    }
}

/// Reads the input whole and in parts.
pub(crate) fn compare(parser: &mut Parser, source: &[u8]) {
    let arena = Arena::new();
    let whole = parser.read(&arena, source);
    invariants::check_links(whole);
    invariants::check_disjoint(whole);
    let (mut at, mut games, mut found) = (0, 0, Vec::new());
    let mut before = Before::of(source);
    while let Some(part) = parser.read_next(&arena, source, at, &mut before) {
        at = part.end();
        for game in part.collection().game_trees() {
            let twin = whole.game_trees().nth(games).unwrap();
            assert_eq!(game, twin, "{}", source.escape_ascii());
            assert_eq!(game.span(), twin.span(), "{}", source.escape_ascii());
            let charsets = [game, twin].map(|game| (game.charset(), game.charset_source()));
            assert_eq!(charsets[0], charsets[1], "{}", source.escape_ascii());
            games += 1;
        }
        let part = part.collection();
        let first = games - part.game_trees().len();
        found.extend(part.diagnostics().iter().map(|fault| fault.behind(first)));
    }
    assert_eq!(games, whole.game_trees().len(), "{}", source.escape_ascii());
    assert_eq!(found, whole.diagnostics(), "{}", source.escape_ascii());
}

/// An input that is shown if what is done with it fails.
struct Shown<'s>(&'s [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        println!("{}", self.0.escape_ascii());
    }
}

/// So many mixtures.
pub(crate) fn by_hand(count: u64, seed: u64) {
    let mut random = Random::new(seed);
    let (mut parser, mut source) = (Parser::new(), Vec::new());
    for _ in 0..count {
        mixture(&mut random, &mut source);
        let shown = Shown(&source);
        compare(&mut parser, &source);
        std::mem::forget(shown);
    }
}

#[test]
fn no_byte_stands_in_two_places_and_parts_give_what_the_whole_gives() {
    let count = std::env::var("KIFU_MIXTURES").ok().and_then(|count| count.parse().ok());
    by_hand(count.unwrap_or(3_000), 13);
}

#[test]
fn what_follows_a_record_that_is_read_again_stays_where_it_is() {
    let mut parser = Parser::new();
    let source = b"(;GM[1]SZ[9];B[aa]\n(;GM[1]SZ[9]PB[\xD6\xD0\xB9\xFA\xCE\xA7\xC6\xE5];B[bb])\n\
                   (;B[cc];W[dd])\n";
    compare(&mut parser, source);
    let arena = Arena::new();
    let read = parser.read(&arena, source);
    assert_eq!(read.game_trees().map(|game| game.nodes().len()).collect::<Vec<_>>(), [4, 2]);
    assert_eq!(read.game_trees().nth(1).unwrap().root().text("PB"), Some("中国围棋"));
    compare(&mut parser, b"(;(;CA[SJIS]\xE9])(;B[]");
}

/// So many records, `step` in GBK and `step` in UTF-8 by turns.
fn by_turns(count: usize, step: usize) -> Vec<Vec<u8>> {
    let record = |number: usize| {
        let text = format!(
            "(;GM[1]SZ[19]PB[中国围棋{number}]PW[聂卫平]C[这是一个很长的注释，包含许多汉字]RE[B+R]\
             ;B[aa];W[bb])\n"
        );
        match number / step % 2 {
            0 => encoding_rs::GBK.encode(&text).0.into_owned(),
            _ => text.into_bytes(),
        }
    };
    (0..count).map(record).collect()
}

#[test]
fn a_change_of_character_set_costs_its_record_and_not_what_follows() {
    let mut parser = Parser::new();
    for missing in [0, 3, 7, 599] {
        let mut records = by_turns(600, 5);
        // Its last `)`, and the line feed.
        let length = records[missing].len();
        records[missing].truncate(length - 2);
        let source = records.concat();
        compare(&mut parser, &source);
        let arena = Arena::new();
        let read = parser.read(&arena, &source);
        assert_eq!(read.game_trees().len(), 600);
        for (number, game) in read.game_trees().enumerate() {
            assert_eq!(game.root().text("PB"), Some(&*format!("中国围棋{number}")));
        }
        assert!(read.diagnostics().iter().all(|found| found.code() != Code::CharsetBudget));
    }
}
