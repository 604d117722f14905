//! Each kind of damage that tolerant reading mends, in a sentence and an example. The reference
//! reader says more about all of them.

use kifu::{Arena, Charset, Code, Collection, ParseOptions, Parser, Severity};

use crate::mixtures;

/// Hands over what is read of a source.
fn read<T>(source: &[u8], look: impl FnOnce(Collection<'_>) -> T) -> T {
    look(Parser::new().read(&Arena::new(), source))
}

fn codes(source: &[u8]) -> Vec<Code> {
    read(source, |read| read.diagnostics().iter().map(|found| found.code()).collect())
}

/// The first values of the main line.
fn main_line(source: &[u8]) -> Vec<String> {
    let first = |node: kifu::Node<'_>| {
        node.properties().next().map_or_else(String::new, |it| it.first_value().text().into())
    };
    read(source, |read| read.root().unwrap().main_line().map(first).collect())
}

#[test]
fn a_smiley_starts_no_game_tree() {
    let source = b"Hi Mia (;-) see this (;B[aa])";
    assert_eq!(codes(source), [Code::TextBeforeTree]);
    assert_eq!(main_line(source), ["aa"]);
}

#[test]
fn what_goes_on_after_a_variation_is_the_main_line_if_that_is_no_shorter() {
    assert_eq!(main_line(b"(;B[aa](;W[bb]);W[cc](;B[dd]);B[ee])"), ["aa", "cc", "ee"]);
    assert_eq!(main_line(b"(;B[aa](;W[bb];B[cc];W[dd]);W[ee])"), ["aa", "bb", "cc", "dd"]);
}

#[test]
fn a_property_after_a_variation_belongs_to_the_node_that_it_hangs_on() {
    let source = b"(;B[aa]C[x](;W[bb])C[y]LB[cc:1](;W[dd]))";
    assert_eq!(codes(source), [Code::PropertyAfterVariation]);
    read(source, |read| {
        let root = read.root().unwrap();
        assert_eq!(root.get("C").unwrap().texts(), ["x", "y"]);
        assert_eq!(root.text("LB"), Some("cc:1"));
        assert_eq!(root.children().count(), 2);
    });
}

#[test]
fn brackets_in_prose_do_not_end_a_value() {
    for text in ["(as in [2]) or so", "[1], ([2]) and [3]", "mia [5k]: fine ;)", "won :-]"] {
        let source = format!("(;B[aa]C[{text}];W[bb])");
        assert_eq!(codes(source.as_bytes()), [Code::UnescapedBracket], "{source}");
        read(source.as_bytes(), |read| assert_eq!(read.root().unwrap().text("C"), Some(text)));
    }
}

#[test]
fn a_bracket_too_many_after_a_point_is_left_out() {
    let source = b"(;AB[cc]][gg];B[ee]];W[dd])";
    assert_eq!(codes(source), [Code::UnescapedBracket; 2]);
    assert_eq!(main_line(source), ["cc", "ee", "dd"]);
    read(source, |read| assert_eq!(read.root().unwrap().get("AB").unwrap().texts(), ["cc", "gg"]));
}

#[test]
fn another_move_in_a_node_starts_a_node() {
    assert_eq!(main_line(b"(;B[aa]B[bb];W[cc]W[cc])"), ["aa", "bb", "cc"]);
    let found = codes(b"(;B[aa]B[bb];W[cc]W[cc])");
    assert_eq!(found, [Code::MissingSemicolon, Code::DuplicateProperty]);
}

#[test]
fn an_odd_name_is_kept_and_reported_once_for_a_game_tree() {
    let source = b"(;KGS_ID[1];KGS_ID[2])(;KGS_ID[3])";
    assert_eq!(codes(source), [Code::InvalidIdent; 2]);
    read(source, |read| assert_eq!(read.root().unwrap().text("KGS_ID"), Some("1")));
}

#[test]
fn odd_white_space_between_the_parts_of_a_tree_is_skipped() {
    for space in ["\u{A0}", "\u{3000}", "\u{FEFF}", "\\n", "\\t"] {
        let source = format!("(;B{space}[aa]{space};W[bb]{space}C[x{space}y]{space})");
        assert_eq!(codes(source.as_bytes()), [Code::OddWhiteSpace], "{source}");
        assert_eq!(main_line(source.as_bytes()), ["aa", "bb"]);
    }
}

#[test]
fn a_value_that_swallowed_what_follows_is_a_warning_and_strictly_valid() {
    for source in ["(;PB[x\nPW[y])", "(;B[aa;W[bb])", "(;C[x) (;B[aa])"] {
        assert!(kifu::parse(&Arena::new(), source).is_ok());
        read(source.as_bytes(), |read| {
            let found = read.diagnostics();
            assert_eq!(found.len(), 1, "{source}");
            assert_eq!(found[0].code(), Code::SuspiciousValue);
            assert_eq!(found[0].severity(), Severity::Warning);
        });
    }
}

#[test]
fn names_of_which_a_server_replaced_bytes_stay_utf8() {
    let source = b"(;PB[\xE6?\x9D\xE6?\x8E]WR[7\xE6\xAE\xB5])";
    read(source, |read| {
        assert_eq!(read.first_game_tree().unwrap().charset(), Charset::UTF_8);
        assert_eq!(read.root().unwrap().text("WR"), Some("7段"));
    });
}

#[test]
fn high_bytes_of_moves_points_and_marks_are_no_evidence_of_a_character_set() {
    let rest = b";B[\xC4\xE3]AB[aa][\xBA\xC3][\xCA\xC0];W[\xBD\xE7]LB[\xC4\xE3:1][\xBA\xC3:2])";
    for (root, charset) in [
        (&b"(;GM[1]PB[Anna]"[..], Charset::UTF_8),
        ("(;GM[1]PB[棋譜]".as_bytes(), Charset::UTF_8),
        ("(;GM[1]CA[UTF-8]PB[棋譜]".as_bytes(), Charset::UTF_8),
    ] {
        let source = [root, rest].concat();
        read(&source, |read| {
            assert_eq!(read.first_game_tree().unwrap().charset(), charset);
            let codes = read.diagnostics().iter().map(|found| found.code());
            assert!(codes.eq([Code::InvalidEncoding; 6]), "{:?}", read.diagnostics());
        });
    }
}

#[test]
fn a_name_that_lost_its_last_byte_to_the_bracket_is_guessed_with_it() {
    // A character of Big5 whose second byte is that of `]`, alone and at the end.
    let name = b"(;PB[\xB3\xAF\xB7\xE7\xA5\x5D]PW[\xAA\x4C\xAE\xFC\xAE\x70])";
    read(name, |read| {
        assert_eq!(read.root().unwrap().text("PB"), Some("陳瑞包"));
        assert_eq!(read.first_game_tree().unwrap().charset(), Charset::BIG5);
    });
}

#[test]
fn what_is_omitted_would_have_been_kept_without_the_bound() {
    for source in ["x(;a[1];a[2];!;!;!)", "(;B[aa]!\u{A0};W[bb]!)!(;", "x y z", "(;KO_[1];KO_[2]"] {
        let all = codes(source.as_bytes()).len();
        for most in 1..=all {
            let options = ParseOptions::new().max_diagnostics(most as u32);
            let arena = Arena::new();
            let read = Parser::with_options(options).read(&arena, source.as_bytes());
            assert_eq!(read.diagnostics().len() + read.omitted_diagnostics(), all, "{source}");
        }
    }
}

#[test]
fn a_record_cut_out_of_parentheses_without_a_node_stands_in_one_place() {
    let mut parser = Parser::new();
    mixtures::compare(&mut parser, b"(;(;CA[SJIS][\xE9])P[]");
    mixtures::compare(&mut parser, b"(;A[](;CA[])P[];B[][\xE9]C[\x8D");
}

#[test]
fn a_parenthesis_that_is_text_is_no_part_of_the_record_before_it() {
    let source = b"(;A[](;Z[\xC6\xE5]CA[])(\\tx";
    mixtures::compare(&mut Parser::new(), source);
    read(source, |read| {
        let spans = read.game_trees().map(|game| game.span().range());
        assert!(spans.eq([0..5, 5..17]));
        let last = read.diagnostics().last().unwrap();
        assert_eq!((last.code(), last.span().range()), (Code::TextAfterTree, 17..21));
    });
}
