//! What holds of fixes, whatever the input: fixed again it is the same, nothing is left that can be
//! fixed, and fixes of structure keep the tree.

use kifu::values::Fixer;
use kifu::{Arena, Code, Parser};

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
        let structure = fixer.only(|code| Code::from_name(code).is_some());
        if let Some(fixed) = structure.fix(&mut parser, source) {
            let arena = Arena::new();
            let before = parser.read(&arena, source);
            let after = Parser::new().read(&arena, &fixed);
            assert_eq!(before, after, "{}: {}", shown(), fixed.escape_ascii());
        }
    }
}
