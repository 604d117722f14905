//! The reference reader held against the readings of small inputs, without the fast reader: trees,
//! codes and severities.

use serde_json::{Map, Value, json};

use crate::reference::{self, Node};

/// The text of a raw value: escapes resolved, line breaks made one, white space made a space.
fn text(raw: &[u8]) -> String {
    let raw = String::from_utf8_lossy(raw).replace("\r\n", "\n").replace("\n\r", "\n");
    let raw = raw.replace('\r', "\n");
    let (mut text, mut chars) = (String::new(), raw.chars());
    while let Some(mut char) = chars.next() {
        if char == '\\' {
            match chars.next() {
                Some('\n') | None => continue,
                Some(escaped) => char = escaped,
            }
        }
        text.push(if matches!(char, '\t' | '\x0B' | '\x0C') { ' ' } else { char });
    }
    text
}

/// The games in the form of the cases. Nodes come in pre-order, so the last come first here.
fn games(source: &[u8], nodes: Vec<Node>) -> Value {
    let mut open: Vec<(usize, Option<usize>, Vec<Value>)> = Vec::new();
    let mut games = Vec::new();
    let mut close = |open: &mut Vec<(usize, Option<usize>, Vec<Value>)>| {
        let (_, _, tree) = open.pop().unwrap();
        match open.last_mut() {
            Some((_, _, parent)) => parent.push(tree.into()),
            None => games.push(Value::from(tree)),
        }
    };
    for (_, start, parent, properties) in nodes {
        while open.last().is_some_and(|&(start, ..)| Some(start) != parent) {
            close(&mut open);
        }
        let texts = |values: Vec<std::ops::Range<usize>>| {
            values.into_iter().map(|value| text(&source[value])).collect::<Vec<_>>()
        };
        let lists = properties.into_iter().map(|(ident, values)| (ident, json!(texts(values))));
        open.push((start, parent, vec![Value::Object(Map::from_iter(lists))]));
    }
    while !open.is_empty() {
        close(&mut open);
    }
    games.into()
}

/// The source of a case that the reference reader, which knows only UTF-8, can read.
fn source(case: &Value) -> Option<Vec<u8>> {
    if let Some(text) = case["input"].as_str() {
        return Some(text.into());
    }
    let codes = case["lenient"]["codes"].as_array()?;
    if case["encoding"] != "UTF-8"
        || codes.iter().any(|it| it.as_str().unwrap().contains("charset"))
    {
        return None;
    }
    let digits = case["input_hex"].as_str()?.as_bytes().chunks(2);
    Some(
        digits
            .map(|it| u8::from_str_radix(std::str::from_utf8(it).unwrap(), 16).unwrap())
            .collect(),
    )
}

#[test]
fn the_reference_reader_gives_the_trees_codes_and_severities_of_the_cases() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/reading.json");
    let cases: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut count, mut failed) = (0, Vec::new());
    for case in cases.as_array().unwrap() {
        let Some(source) = source(case) else { continue };
        count += 1;
        let (nodes, faults) = reference::read(&source);
        let mut codes: Vec<_> = faults.iter().map(|fault| fault.2).collect();
        codes.sort_unstable();
        let severities = case["severities"].as_object().into_iter().flatten();
        let is_right = games(&source, nodes) == case["lenient"]["games"]
            && Value::from(codes) == case["lenient"]["codes"]
            && severities.into_iter().all(|(code, severity)| {
                faults.iter().all(|fault| fault.2 != code || fault.3 == severity)
            });
        if !is_right {
            failed.push((&case["id"], reference::read(&source)));
        }
        // Strictly valid input has no other code.
        let is_valid = faults.iter().all(|fault| fault.2 == "suspicious-value");
        assert_eq!(case["strict"] == "ok", is_valid, "{}", case["id"]);
    }
    assert!(failed.is_empty(), "{failed:#?}");
    assert_eq!(count, 107);
}
