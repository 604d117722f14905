//! Right answers that others gave: the canonical exercise, the classes of strict faults, readings
//! of small inputs, and values with their texts.

use kifu::{Arena, ErrorKind, Parser};
use serde_json::Value;

use crate::{invariants, shape};

fn data(name: &str) -> Value {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    serde_json::from_str(&text).expect(&path)
}

/// The class of the fault that strict reading finds, in the words of the case files.
fn strict_answer(source: &str) -> String {
    match kifu::parse(&Arena::new(), source) {
        Ok(_) => "ok".into(),
        Err(error) => match error.class() {
            Some(class) => class.to_string(),
            None if error.kind() == ErrorKind::DuplicateProperty => "duplicate".into(),
            None => panic!("{source:?}: {error:?} has no class"),
        },
    }
}

fn assert_tree(source: &str, expected: &Value) {
    let arena = Arena::new();
    let collection =
        kifu::parse(&arena, source).unwrap_or_else(|error| panic!("{source:?}: {error}"));
    let game = collection.first_game_tree().expect("a collection has a game tree");
    assert_eq!(&shape::objects(game), expected, "{source:?}");
}

#[test]
fn canonical() {
    let data = data("canonical-data.json");
    // It contradicts the format; another case, which names it, takes its place.
    let replaced = "11c36323-93fc-495d-bb23-c88ee5844b8c";
    let mut count = 0;
    for case in data["cases"].as_array().unwrap() {
        if case["uuid"] == replaced {
            continue;
        }
        count += 1;
        let source = case["input"]["encoded"].as_str().unwrap();
        match case["expected"]["error"].as_str() {
            Some(error) => assert_eq!(strict_answer(source), error, "{source:?}"),
            None => assert_tree(source, &case["expected"]),
        }
    }
    assert_eq!(count, 23);
}

#[test]
fn strict_classes() {
    let data = data("strict-cases.json");
    let errors = data["errors"].as_array().unwrap();
    for case in errors {
        let source = case["encoded"].as_str().unwrap();
        let expected = case["error"].as_str().unwrap().replace("duplicate property", "duplicate");
        assert_eq!(strict_answer(source), expected, "{source:?}");
    }
    let accepted = data["accepted"].as_array().unwrap();
    for case in accepted {
        let source = case["encoded"].as_str().unwrap();
        match case["expected"]["trees"].as_u64() {
            Some(trees) => {
                let arena = Arena::new();
                let collection = kifu::parse(&arena, source).unwrap();
                assert_eq!(collection.game_trees().len() as u64, trees, "{source:?}");
            }
            None => assert_tree(source, &case["expected"]),
        }
    }
    assert_eq!((errors.len(), accepted.len()), (34, 5));
}

#[test]
fn strict_readings_of_text() {
    let data = data("reading.json");
    let mut count = 0;
    for case in data.as_array().unwrap() {
        // The others are bytes, and about character sets.
        let Some(source) = case["input"].as_str() else { continue };
        count += 1;
        let strict = case["strict"].as_str().unwrap();
        assert_eq!(strict_answer(source), strict, "{}", case["id"]);
        if strict == "ok" {
            let arena = Arena::new();
            let collection = kifu::parse(&arena, source).unwrap();
            let games: Vec<_> = collection.game_trees().map(shape::nested).collect();
            assert_eq!(Value::Array(games), case["lenient"]["games"], "{}", case["id"]);
        }
    }
    assert_eq!(count, 104);
}

#[test]
fn texts_of_values() {
    let data = data("text-cases.json");
    let mut count = [0; 3];
    for case in data.as_array().unwrap() {
        let (Some(kind), Some(raw)) = (case["type"].as_str(), case["raw"].as_str()) else {
            continue;
        };
        let Some(kind) = ["text", "simpletext", "compose"].iter().position(|&name| name == kind)
        else {
            continue;
        };
        count[kind] += 1;
        let source = format!("(;X[{raw}])");
        if case["name"].as_str().unwrap().ends_with("dangling-backslash") {
            // In a file the bracket is escaped; what becomes of the lone `\` is a unit test.
            assert_eq!(strict_answer(&source), "properties without delimiter");
            continue;
        }
        let arena = Arena::new();
        let collection = kifu::parse(&arena, &source).unwrap();
        let value = collection.root().unwrap().get("X").unwrap().first_value();
        assert_eq!(value.raw(), raw.as_bytes());
        let expected = &case["expected"];
        match kind {
            0 => assert_eq!(value.text(), expected, "{}", case["name"]),
            1 => assert_eq!(&*value.simple_text(), expected, "{}", case["name"]),
            _ => match value.compose() {
                Some((first, second)) => {
                    assert_eq!([&*first, &*second][..], expected.as_array().unwrap()[..]);
                }
                None => assert_eq!([&*value.simple_text()][..], expected.as_array().unwrap()[..1]),
            },
        }
        if kind == 2 {
            assert_eq!(value.compose().is_none(), expected[1].is_null(), "{}", case["name"]);
        }
    }
    assert_eq!(count, [46, 46, 13]);
}

#[test]
fn tolerant_readings_of_text() {
    let data = data("reading.json");
    let mut count = 0;
    for case in data.as_array().unwrap() {
        let Some(source) = case["input"].as_str() else { continue };
        count += 1;
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, source.as_bytes());
        invariants::check_links(collection);
        let games: Vec<_> = collection.game_trees().map(shape::nested).collect();
        assert_eq!(Value::Array(games), case["lenient"]["games"], "{}", case["id"]);
        let mut codes: Vec<_> =
            collection.diagnostics().iter().map(|found| found.code().name()).collect();
        codes.sort_unstable();
        assert_eq!(Value::from(codes), case["lenient"]["codes"], "{}", case["id"]);
        for found in collection.diagnostics() {
            if let Some(severity) = case["severities"][found.code().name()].as_str() {
                assert_eq!(found.severity().to_string(), severity, "{}", case["id"]);
            }
        }
    }
    assert_eq!(count, 104);
}
