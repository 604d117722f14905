//! Character sets: the cases that others gave, and what holds for all of them.

use kifu::{Arena, Charset, Code, ErrorKind, Parser};
use serde_json::Value;

use crate::{invariants, shape};

fn data(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    serde_json::from_str(&text).expect(&path)
}

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

/// Inputs whose game trees cannot be told apart, or only by reading them again and again.
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
    let mut parser = Parser::new();
    for unit in units {
        let mut seconds = |count: usize| {
            let source = unit.repeat(count);
            let start = std::time::Instant::now();
            let arena = Arena::new();
            let collection = parser.read(&arena, &source);
            assert_eq!(collection.source().len(), source.len());
            start.elapsed().as_secs_f64()
        };
        let length = 500_000 / unit.len();
        let (short, long) = (seconds(length / 8), seconds(length));
        // Sixty-four times as long if it were quadratic.
        assert!(long < short * 24.0 + 0.05, "{}: {short} {long}", unit.escape_ascii());
    }
}
