//! What holds of fixes, whatever the input: fixed again it is the same, nothing is left that can be
//! fixed, fixes of structure keep the tree, and no fix changes how other values are read.

use kifu::values::Fixer;
use kifu::{Arena, Code, Collection, Parser};

/// Checks it of an input.
pub(crate) fn check(source: &[u8]) {
    let mut parser = Parser::new();
    let shown = || source.escape_ascii().to_string();
    for allow_unsafe in [false, true] {
        let fixer = Fixer::new().unsafe_fixes(allow_unsafe);
        let Some(fixed) = fixer.fix(&mut parser, source) else { continue };
        assert_ne!(fixed, source);
        let again = fixer.fix(&mut parser, &fixed);
        assert_eq!(again, None, "{}: {}", shown(), fixed.escape_ascii());
        let arena = Arena::new();
        let old = parser.read(&arena, source);
        let new = Parser::new().read(&arena, &fixed);
        assert!(adds_no_text(old, new), "{}: {}", shown(), fixed.escape_ascii());
        let structure = fixer.only(|code| Code::from_name(code).is_some());
        if let Some(fixed) = structure.fix(&mut parser, source) {
            let arena = Arena::new();
            let before = parser.read(&arena, source);
            let after = Parser::new().read(&arena, &fixed);
            assert_eq!(before, after, "{}: {}", shown(), fixed.escape_ascii());
        }
    }
}

/// Whether the games have the same nodes, and no texts in any of them that are not ASCII and were
/// not there before: what fixes write is ASCII, or a text without its NUL bytes.
fn adds_no_text(old: Collection<'_>, new: Collection<'_>) -> bool {
    if old.nodes().len() != new.nodes().len() {
        return false;
    }
    old.nodes().zip(new.nodes()).all(|(old, new)| {
        let texts = |node: kifu::Node<'_>| -> Vec<String> {
            let values = node.properties().flat_map(kifu::Property::values);
            let texts = values.map(|value| value.text().replace('\0', ""));
            texts.filter(|text| !text.is_ascii()).collect()
        };
        let old = texts(old);
        texts(new).iter().all(|text| old.contains(text))
    })
}
