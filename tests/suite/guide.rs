//! The guide against the library and its source: its table names all codes, its examples give them, and
//! the rules that the source cites are in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use kifu::{Arena, Code, Parser};

/// The bytes of an example: only `\xE9` stands for something else.
fn bytes(example: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (index, part) in example.split(r"\xE9").enumerate() {
        bytes.extend((index > 0).then_some(0xE9));
        bytes.extend(part.bytes());
    }
    bytes
}

#[test]
fn the_table_of_codes_is_complete_and_its_examples_hold() {
    let page = fs::read_to_string("src/guide/reading.md").unwrap();
    let mut named = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let &[_, codes, severity, _, _, example, _] = &cells[..] else { continue };
        for name in codes.split(", ") {
            let code = Code::from_name(name.trim_matches('`')).expect(name);
            assert_eq!(code.severity().to_string(), severity, "{name}");
            assert!(named.insert(code), "{name} has two rows");
            let source = bytes(example.trim_matches('`'));
            if source.is_empty() {
                continue;
            }
            let arena = Arena::new();
            let found = Parser::new().read(&arena, &source).diagnostics();
            assert!(found.iter().any(|it| it.code() == code), "{example} gives {found:?}");
        }
    }
    let all: BTreeSet<Code> = Code::ALL.iter().copied().collect();
    assert_eq!(named, all);
}

/// Names of rules in a text: `R` or `C` and a number, as words of their own.
fn rules(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    words.filter(|word| {
        let number =
            word.strip_prefix(['R', 'C']).filter(|it| it.bytes().all(|b| b.is_ascii_digit()));
        number.and_then(|it| it.parse::<u32>().ok()).is_some_and(|number| number > 0)
    })
}

fn cited(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            cited(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let comments = text.lines().filter_map(|line| line.split_once("//"));
            found.extend(comments.flat_map(|(_, comment)| rules(comment)).map(str::to_owned));
        }
    }
}

#[test]
fn every_rule_that_the_source_cites_is_in_the_guide() {
    let mut defined = BTreeSet::new();
    for page in ["src/guide/reading.md", "src/guide/charsets.md"] {
        let page = fs::read_to_string(page).unwrap();
        let firsts = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next());
        defined.extend(firsts.flat_map(rules).map(str::to_owned));
    }
    assert_eq!(defined.len(), 13 + 7, "{defined:?}");
    let mut found = BTreeSet::new();
    cited("src".as_ref(), &mut found);
    assert!(found.len() > 15, "{found:?}");
    let missing: Vec<_> = found.difference(&defined).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
