//! The README's table of codes against the library: it names all of them, and its examples hold.

use std::collections::BTreeSet;
use std::fs;

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
    let readme = fs::read_to_string("README.md").unwrap();
    let mut named = BTreeSet::new();
    for row in readme.lines().filter(|line| line.starts_with("| `")) {
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
