//! Character sets: the cases that others gave, and what holds for all of them.

use kifu::{Arena, Charset, CharsetSource, Code, Collection, ErrorKind, ParseOptions, Parser};
#[cfg(feature = "encoding")]
use serde_json::Value;

use crate::invariants;
#[cfg(feature = "encoding")]
use crate::shape;

#[cfg(feature = "encoding")]
fn data(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    serde_json::from_str(&text).expect(&path)
}

#[cfg(feature = "encoding")]
fn bytes_of_hex(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().unwrap();
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// The codes of a reading, sorted.
fn codes(source: &[u8]) -> Vec<&'static str> {
    let arena = Arena::new();
    let found = Parser::new().read(&arena, source).diagnostics();
    let mut codes: Vec<_> = found.iter().map(|it| it.code().name()).collect();
    codes.sort_unstable();
    codes
}

#[cfg(feature = "encoding")]
#[test]
fn readings_of_bytes() {
    let mut count = 0;
    for case in data("reading.json").iter().filter(|case| case["input"].is_null()) {
        count += 1;
        let source = bytes_of_hex(&case["input_hex"]);
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, &source);
        invariants::check_links(collection);
        let games: Vec<_> = collection.game_trees().map(shape::nested).collect();
        assert_eq!(Value::Array(games), case["lenient"]["games"], "{}", case["id"]);
        assert_eq!(Value::from(codes(&source)), case["lenient"]["codes"], "{}", case["id"]);
        if let Some(name) = case["encoding"].as_str() {
            let charset = collection.first_game_tree().unwrap().charset();
            assert_eq!(charset.name(), name, "{}", case["id"]);
        }
        let strict = match Parser::new().parse_bytes(&arena, &source) {
            Ok(strict) => {
                assert_eq!(strict, collection, "{}", case["id"]);
                "ok"
            }
            Err(error) => match error.kind() {
                ErrorKind::InvalidEncoding { .. } => "encoding",
                kind => panic!("{}: {kind:?}", case["id"]),
            },
        };
        assert_eq!(case["strict"], strict, "{}", case["id"]);
    }
    assert_eq!(count, 16);
}

#[cfg(feature = "encoding")]
#[test]
fn texts_of_bytes() {
    let mut count = 0;
    for case in data("text-cases.json").iter().filter(|case| !case["raw_hex"].is_null()) {
        count += 1;
        let raw = bytes_of_hex(&case["raw_hex"]);
        let charset = case["charset"].as_str().unwrap();
        let source = [b"(;CA[", charset.as_bytes(), b"]C[", &raw, b"];B[aa])"].concat();
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, &source);
        let game = collection.first_game_tree().unwrap();
        assert_eq!(Some(game.charset()), Charset::from_label(charset), "{}", case["name"]);
        let value = game.root().get("C").unwrap().first_value();
        assert_eq!(value.text(), case["expected"], "{}", case["name"]);
        assert_eq!(value.raw(), raw, "{}", case["name"]);
        let codes: Vec<_> = collection.diagnostics().iter().map(|it| it.code()).collect();
        match case["mode"].is_null() {
            true => assert_eq!(codes, [], "{}", case["name"]),
            false => assert_eq!(codes, [Code::CharsetConflict], "{}", case["name"]),
        }
    }
    assert_eq!(count, 15);
}

/// Inputs whose game trees cannot be told apart, or only by reading them again and again, at a size
/// at which anything but linear work would not end.
#[test]
fn no_character_set_makes_reading_quadratic() {
    let units: &[&[u8]] = &[
        // By bytes each value goes on into the next game tree, or to the end.
        b"(;C[\x83\x5C]CA[Shift_JIS])",
        b"(;CA[Shift_JIS]C[\x83\x5C])",
        b"(;CA[GBK]C[\x81\x5D])",
        // By characters none has an end.
        b"(;CA[GBK]C[\x81])",
        b"(;CA[Big5]C[\xA6\\])",
        // Nothing is declared, or something else each time.
        b"(;C[\x83\x5C\x83\x5C\x82\xA0\x82\xA2\x82\xA4\x82\xA6])",
        b"(;C[\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7])",
        b"(;CA[GBK]C[\x81])(;CA[UTF-8]C[\xE4\xBD\xA0\xE5])(;CA[Big5]C[\xA6])",
        b"(;CA[UTF-8]C[\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7])",
        b"(;CA[ISO-2022-JP]C[\x1B$B8k])",
        b"(;CA[HZ]C[~{VPND~\\}])",
        // Never closed, and cut out of one another.
        b"(;CA[GBK]C[\x81\x5D]",
        b"(;GM[1](;CA[Shift_JIS]C[\x83\x5C];B[aa]",
        b"(;CA[Big5];C[\xA6\x5C\x5D]!",
        b"((;CA[GBK]C[\x81\x5D\\]",
        b"C[\x83\x5C]CA[",
        b"\x83\x5C",
        b"(;[\xFF",
    ];
    // Reading one again and again would take minutes; `benches/counts` counts what each takes.
    let length = if cfg!(debug_assertions) { 200_000 } else { 500_000 };
    let mut parser = Parser::new();
    for unit in units {
        let source = unit.repeat(length / unit.len());
        let arena = Arena::new();
        assert_eq!(parser.read(&arena, &source).source().len(), source.len());
    }
}

/// What was chosen for each game tree, and why.
fn chosen(collection: Collection<'_>) -> Vec<(&'static str, CharsetSource)> {
    let of_game = |game: kifu::GameTree<'_>| (game.charset().name(), game.charset_source());
    collection.game_trees().map(of_game).collect()
}

fn utf_16(text: &str) -> Vec<u8> {
    [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect()
}

#[test]
fn spans_of_what_was_decoded_as_a_whole_are_those_of_the_input() {
    let source = utf_16("(;CA[UTF-16]C[棋\\]譜:x];B[aa]) (;CA[Big5]C[𠮷]");
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, &source);
    invariants::check_links(collection);
    let mark = CharsetSource::ByteOrderMark;
    assert_eq!(chosen(collection), [("UTF-16BE", mark), ("UTF-16BE", mark)]);
    let [first, second] = collection.game_trees().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(first.span().range(), 2..2 + 28 * 2);
    assert_eq!(first.source(), &source[first.span().range()]);
    let comment = first.root().get("C").unwrap().first_value();
    assert_eq!((comment.text(), comment.raw().len()), ("棋]譜:x", 12));
    let (before, behind) = comment.compose().unwrap();
    assert_eq!((&*before, &*behind), ("棋]譜", "x"));
    let [_, node] = first.nodes().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(node.source(), utf_16(";B[aa]")[2..].to_vec());
    let last = second.root().get("C").unwrap();
    assert_eq!(last.span().end(), source.len());
    assert_eq!((last.first_value().text(), last.first_value().raw().len()), ("𠮷", 4));
    let found = collection.diagnostics();
    let codes: Vec<_> = found.iter().map(|it| (it.code(), it.span().range())).collect();
    let end = source.len();
    let label = second.root().get("CA").unwrap().first_value().span().range();
    assert_eq!(codes, [(Code::CharsetConflict, label), (Code::UnclosedTree, end..end)]);

    let error = Parser::new().parse_bytes(&arena, &source).unwrap_err();
    assert_eq!((error.kind(), error.span().range()), (ErrorKind::UnclosedTree, end..end));
    let error = Parser::new().parse_bytes(&arena, b"(\0;\0C\0[\0\0\xD8]\0)\0").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEncoding { byte: 0 });
    assert_eq!(error.span().range(), 8..10);
}

#[test]
fn a_mark_and_the_caller_have_the_last_word() {
    let arena = Arena::new();
    let marked = b"\xEF\xBB\xBF(;CA[GBK]C[\xE6\xA3])(;CA[utf8])(;CA[x])";
    let collection = Parser::new().read(&arena, marked);
    assert_eq!(chosen(collection), [("UTF-8", CharsetSource::ByteOrderMark); 3]);
    let reported = ["charset-conflict", "charset-unknown", "invalid-encoding"];
    assert_eq!(codes(marked), reported);

    let options = ParseOptions::new().charset(Charset::WINDOWS_1252);
    let collection = Parser::with_options(options).read(&arena, marked);
    assert_eq!(chosen(collection), [("windows-1252", CharsetSource::Overruled); 3]);
    assert_eq!(collection.root().unwrap().text("C"), Some("æ£"));
    assert_eq!(collection.diagnostics(), []);

    let text = kifu::parse(&arena, "(;CA[GBK]C[é])").unwrap();
    assert_eq!(chosen(text), [("UTF-8", CharsetSource::Text)]);
}

#[test]
fn a_lie_is_found_out() {
    for (source, charset, text) in [
        (&b"(;CA[UTF-8]C[caf\xE9])"[..], Charset::WINDOWS_1252, "café"),
        ("(;CA[GB2312]C[这是一手好棋])".as_bytes(), Charset::UTF_8, "这是一手好棋"),
        ("(;CA[ISO-8859-1]C[déjà])".as_bytes(), Charset::UTF_8, "déjà"),
        ("(;CA[UTF-16]C[déjà])".as_bytes(), Charset::UTF_8, "déjà"),
        ("(;CA[ISO-2022-JP]C[déjà])".as_bytes(), Charset::UTF_8, "déjà"),
    ] {
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, source);
        assert_eq!(chosen(collection), [(charset.name(), CharsetSource::Corrected)]);
        assert_eq!(collection.root().unwrap().text("C"), Some(text));
        assert_eq!(codes(source), ["charset-conflict"]);
        assert!(Parser::new().parse_bytes(&arena, source).is_ok());
    }
}

#[cfg(feature = "encoding")]
#[test]
fn damage_does_not_turn_a_declaration_down() {
    let arena = Arena::new();
    let source = b"(;CA[Shift_JIS]C[\x82\xA0\x82\xA2\x82\xA4\x82];B[aa])";
    let collection = Parser::new().read(&arena, source);
    assert_eq!(chosen(collection), [("Shift_JIS", CharsetSource::Declared)]);
    assert_eq!(collection.root().unwrap().text("C"), Some("あいう\u{FFFD}"));
    assert_eq!(codes(source), ["invalid-encoding"]);
    let error = Parser::new().parse_bytes(&arena, source).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEncoding { byte: 0x82 });
    assert_eq!(error.span().range(), 23..24);
}

#[cfg(feature = "encoding")]
#[test]
fn a_guess_holds_for_the_next_game_tree() {
    let arena = Arena::new();
    let source = b"(;C[\xB2\xE2\xCA\xD4\xD2\xBB\xCF\xC2\xCA\xC7\xB7\xF1])(;PB[\xB9\xC5\xC1\xA6])(;PB[Ren\xE9])";
    let collection = Parser::new().read(&arena, source);
    let guessed = CharsetSource::Guessed;
    let last = ("windows-1252", guessed);
    assert_eq!(chosen(collection), [("GBK", guessed), ("GBK", guessed), last]);
    let names: Vec<_> = collection.nodes().filter_map(|node| node.text("PB")).collect();
    assert_eq!(names, ["古力", "René"]);
}

#[cfg(feature = "encoding")]
#[test]
fn a_record_cut_out_of_another_has_its_own_character_set() {
    let arena = Arena::new();
    let source =
        b"(;CA[UTF-8]C[\xC3\xA9];B[aa]\n(;CA[Shift_JIS]PB[\x83\x5C];B[bb])\n(;CA[Big5]C[\xA6\x5D])";
    let collection = Parser::new().read(&arena, source);
    invariants::check_links(collection);
    let declared = CharsetSource::Declared;
    let expected = [("UTF-8", declared), ("Shift_JIS", declared), ("Big5", declared)];
    assert_eq!(chosen(collection), expected, "{collection:?}");
    let texts: Vec<_> = collection.game_trees().map(|game| game.nodes().len()).collect();
    assert_eq!(texts, [2, 2, 1]);
    assert_eq!(codes(source), ["record-cut"]);
}

#[cfg(feature = "encoding")]
#[test]
fn a_compose_is_split_by_characters() {
    let arena = Arena::new();
    let source = b"(;CA[Shift_JIS]AP[\x83\x5C:1]LB[aa:\x83\x5C\\:\x83\x5D])";
    let collection = Parser::new().parse_bytes(&arena, source).unwrap();
    invariants::check_links(collection);
    let root = collection.root().unwrap();
    let pair = |ident| root.get(ident).unwrap().first_value().compose().unwrap();
    assert_eq!(pair("AP"), ("ソ".into(), "1".into()));
    assert_eq!(pair("LB"), ("aa".into(), "ソ:ゾ".into()));
}

#[cfg(feature = "encoding")]
#[test]
fn strict_reading_finds_the_leftmost_fault_in_any_character_set() {
    let fault = |source: &[u8]| {
        let error = Parser::new().parse_bytes(&Arena::new(), source).unwrap_err();
        (error.kind().name(), error.span().start())
    };
    assert_eq!(fault(b"(;CA[Shift_JIS]C[\x83\x5D];b[aa])"), ("bad-ident-start", 21));
    assert_eq!(fault(b"(;CA[Shift_JIS]C[\x83\x5D]"), ("unclosed-tree", 20));
    assert_eq!(fault(b"(;CA[GBK]C[\x81\x5D]\x81\x5D)"), ("bad-ident-start", 14));
    assert_eq!(fault(b"(;CA[GBK]C[\xC4\xE3\xC4\xE3\xFF]b[])"), ("invalid-encoding", 15));
    assert_eq!(fault(b"(;CA[GBK]b[];C[\xC4\xE3\xC4\xE3\xFF])"), ("bad-ident-start", 9));
}

#[cfg(not(feature = "encoding"))]
#[test]
fn without_decoders_structure_is_found_all_the_same() {
    let arena = Arena::new();
    let source = b"(;CA[Shift_JIS]PB[a\x83\x5D\x83\x5C]PW[ab];B[aa])(;C[caf\xE9])";
    let collection = Parser::new().read(&arena, source);
    invariants::check_links(collection);
    let root = collection.root().unwrap();
    assert_eq!(root.text("PB"), Some("a\u{FFFD}\u{FFFD}"));
    assert_eq!(root.get("PB").unwrap().first_value().raw(), b"a\x83\x5D\x83\x5C");
    assert_eq!((root.text("PW"), collection.nodes().len()), (Some("ab"), 3));
    let latin = ("windows-1252", CharsetSource::Guessed);
    assert_eq!(chosen(collection), [("Shift_JIS", CharsetSource::Declared), latin]);
    assert_eq!(codes(source), ["charset-guessed", "charset-unknown"]);
    assert!(Parser::new().parse_bytes(&arena, source).is_ok());
}

#[cfg(feature = "encoding")]
#[test]
fn single_words_of_every_record_say_what_it_is_written_in() {
    for (charset, comment) in [
        ("GBK", "黑1,白2"),
        ("Big5", "黑1,白2"),
        ("EUC-KR", "백 5집 승"),
        ("EUC-KR", "흑 3, 백 4"),
        ("GBK", "白 30 手"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(charset.as_bytes()).unwrap();
        let text = format!("(;GM[1];B[aa]C[{comment}])");
        let source = encoding.encode(&text).0;
        let arena = kifu::Arena::new();
        let game = kifu::Parser::new().read(&arena, &source).first_game_tree().unwrap();
        assert_eq!(game.charset().name(), charset, "{comment}");
    }
}

#[cfg(feature = "encoding")]
#[test]
fn characters_for_private_use_speak_against_what_is_declared() {
    let big5 = encoding_rs::Encoding::for_label(b"Big5").unwrap();
    let text = "(;CA[GB2312]PB[黃龍士]PW[徐星友]C[這一手棋很好，黑棋厚實，白棋難以打入。])";
    let source = big5.encode(text).0;
    let arena = kifu::Arena::new();
    let game = kifu::Parser::new().read(&arena, &source).first_game_tree().unwrap();
    assert_eq!(game.charset().name(), "Big5");
    assert_eq!(game.root().text("PB"), Some("黃龍士"));
}
