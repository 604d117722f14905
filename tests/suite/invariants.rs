//! What holds for every collection that was read, whatever the input. The fuzz targets include
//! this file too.

use std::borrow::Cow;

use kifu::{Charset, Code, Collection, GameTree, Node, Value};

/// Checks every handle of a collection that strict reading gave of a text, against its neighbours
/// and against the input.
pub(crate) fn check(collection: Collection<'_>) {
    check_links(collection);
    check_disjoint(collection);
    assert_eq!(collection.diagnostics(), []);
    let source = collection.source();
    for game in collection.game_trees() {
        assert!(game.source().starts_with(b"(") && game.source().ends_with(b")"));
        let mut end = game.span().start() + 1;
        for node in game.nodes() {
            assert!(node.span().start() >= end, "nodes stand behind one another");
            end = node.span().end();
            check_strict_node(source, node);
        }
        assert!(end < game.span().end());
    }
    let mut spans = collection.game_trees().map(GameTree::span);
    let mut end = 0;
    assert!(spans.all(|span| std::mem::replace(&mut end, span.end()) <= span.start()));
}

/// Checks how the nodes of a collection hang together, and each value; this holds for tolerant
/// reading too.
pub(crate) fn check_links(collection: Collection<'_>) {
    let count: usize = collection.game_trees().map(|game| game.nodes().len()).sum();
    assert_eq!(count, collection.nodes().len(), "game trees share no node and leave none out");
    for (number, node) in collection.nodes().enumerate() {
        assert_eq!(node.id().index(), number);
        assert_eq!(collection.node(node.id()), Some(node));
        for property in node.properties() {
            assert!(property.values().len() > 0);
            property.values().for_each(|value| check_value(collection, node.game_tree(), value));
        }
    }
    for (number, game) in collection.game_trees().enumerate() {
        assert_eq!(game.index(), number);
        check_game_tree(game);
    }
}

/// Checks that no byte stands in two places: the values of all game trees, and the names before
/// them, have places of their own.
pub(crate) fn check_disjoint(collection: Collection<'_>) {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for property in collection.nodes().flat_map(Node::properties) {
        places
            .extend(property.values().map(|value| (value.span().start(), value.span().end() + 1)));
    }
    places.sort_unstable();
    let overlaps = |pair: &[(usize, usize)]| pair[0].1 > pair[1].0;
    if let Some(pair) = places.windows(2).find(|pair| overlaps(pair)) {
        panic!("{pair:?} overlap in {}", collection.source().escape_ascii());
    }
}

fn check_game_tree(game: GameTree<'_>) {
    assert_eq!(game.nodes().next(), Some(game.root()));
    assert_eq!(game.root().parent(), None);
    assert!(game.main_line().zip(game.nodes()).all(|(line, file)| line == file));
    let leaves = game.nodes().filter(|node| node.descendants().len() == 0).count();
    assert_eq!(game.leaves().count(), leaves);
    let mut children = 0;
    for node in game.nodes() {
        assert_eq!(node.game_tree().index(), game.index());
        children += node.children().inspect(|child| assert_eq!(child.parent(), Some(node))).count();
    }
    assert_eq!(children + 1, game.nodes().len(), "every node but the root is a child, once");
    // A path is as long as the node is deep, so only those of one leaf are followed back.
    let deepest = game.leaves().next_back().unwrap_or(game.root());
    let path = deepest.path();
    assert_eq!(path.steps().len() + 1, deepest.ancestors().count());
    assert_eq!(game.node_at(&path), Some(deepest));
    assert_eq!(path.to_string().parse(), Ok(path));
}

fn check_strict_node(source: &[u8], node: Node<'_>) {
    assert!(node.source().starts_with(b";"));
    let mut end = node.span().start() + 1;
    for (number, property) in node.properties().enumerate() {
        assert!(property.span().start() >= end, "properties stand behind one another");
        end = property.span().end();
        assert!(property.ident().bytes().all(|byte| byte.is_ascii_uppercase()));
        assert!(!property.ident().is_empty());
        if number < 50 {
            assert_eq!(
                node.get(property.ident()),
                Some(property),
                "each ident stands once in a node"
            );
        }
        assert_eq!(&source[property.ident_span().range()], property.ident().as_bytes());
        let mut value_end = property.ident_span().end();
        for value in property.values() {
            assert!(value.span().start() > value_end);
            value_end = value.span().end() + 1;
            assert_eq!(source[value.span().end()], b']');
        }
        assert_eq!(value_end, end);
    }
    assert_eq!(end, node.span().end());
}

fn check_value(collection: Collection<'_>, game: GameTree<'_>, value: Value<'_>) {
    let (source, span, charset) = (collection.source(), value.span(), game.charset());
    assert_eq!(value.raw(), &source[span.range()]);
    if is_shifted(charset) {
        // What a value says may depend on what stands before it.
        return;
    }
    if is_wide(charset) {
        let raw = characters(charset, value.raw());
        return check_texts(value, &raw);
    }
    assert_eq!(source[span.start() - 1], b'[');
    assert!(matches!(source.get(span.end()), Some(b']') | None));
    if !is_decodable(charset) {
        return assert_eq!(value.raw().is_ascii(), !value.text().contains('\u{FFFD}'));
    }
    let raw = characters(charset, value.raw());
    let changes = raw.contains(['\\', '\t', '\x0B', '\x0C', '\r']);
    let is_decoded = raw.as_bytes() != value.raw();
    match value.cow() {
        Cow::Borrowed(text) => {
            assert!(!changes && !is_decoded);
            assert!(
                std::ptr::eq(text.as_bytes(), value.raw()),
                "borrowed from the input, not a copy"
            );
        }
        Cow::Owned(_) => assert!(changes || is_decoded, "copied only if a byte forces it"),
    }
    let reported = |code| {
        let mut found = collection.diagnostics().iter();
        found.any(|it| it.code() == code && it.game() == Some(game.index()))
    };
    // Escapes may be those of bytes, which is reported.
    let may_be_by_bytes = reported(Code::CharsetConflict)
        || reported(Code::CharsetGuessed)
        || collection.omitted_diagnostics() > 0;
    if !(may_be_by_bytes && is_decoded && value.raw().contains(&b'\\')) {
        check_texts(value, &raw);
    }
}

/// Checks what a value says against its bytes, given as characters.
fn check_texts(value: Value<'_>, raw: &str) {
    let (text, colon) = naive_text(raw);
    assert_eq!(value.text(), text);
    let simple = |part: &str| part.replace('\n', " ");
    assert_eq!(value.simple_text(), simple(&text));
    let parts = colon.map(|at| (simple(&text[..at]).into(), simple(&text[at + 1..]).into()));
    assert_eq!(value.compose(), parts);
}

fn is_shifted(charset: Charset) -> bool {
    matches!(charset, Charset::ISO_2022_JP | Charset::HZ)
}

fn is_wide(charset: Charset) -> bool {
    matches!(charset, Charset::UTF_16LE | Charset::UTF_16BE | Charset::UTF_32LE | Charset::UTF_32BE)
}

fn is_decodable(charset: Charset) -> bool {
    cfg!(feature = "encoding") || matches!(charset, Charset::UTF_8 | Charset::WINDOWS_1252)
}

/// The characters of some bytes, by a decoder that the crate has no part in.
fn characters(charset: Charset, bytes: &[u8]) -> Cow<'_, str> {
    let utf_32 = |unit: &[u8]| {
        let mut unit: [u8; 4] = unit.try_into().unwrap_or([0xFF; 4]);
        if charset == Charset::UTF_32LE {
            unit.reverse();
        }
        char::from_u32(u32::from_be_bytes(unit)).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    match charset {
        Charset::UTF_8 => return String::from_utf8_lossy(bytes),
        Charset::UTF_32LE | Charset::UTF_32BE => {
            return Cow::Owned(bytes.chunks(4).map(utf_32).collect());
        }
        _ if bytes.is_ascii() && !is_wide(charset) => return String::from_utf8_lossy(bytes),
        _ => {}
    }
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes()).unwrap();
    // What follows tells four bytes that are cut off from what is none.
    let end: &[u8] = if is_wide(charset) { b"" } else { b" " };
    let bytes = [bytes, end].concat();
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    Cow::Owned(text[..text.len() - end.len()].into())
}

/// The Text of a raw value, and where the first unescaped colon stands in it: the rules, a
/// character at a time.
fn naive_text(raw: &str) -> (String, Option<usize>) {
    let (mut text, mut colon) = (String::new(), None);
    let mut chars = raw.chars().peekable();
    let line_break = |first, chars: &mut std::iter::Peekable<std::str::Chars<'_>>| {
        let other = if first == '\n' { '\r' } else { '\n' };
        chars.next_if_eq(&other);
    };
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some(escaped @ ('\n' | '\r')) => line_break(escaped, &mut chars),
                Some('\t' | '\x0B' | '\x0C') => text.push(' '),
                Some(escaped) => text.push(escaped),
                None => {}
            },
            '\n' | '\r' => {
                line_break(char, &mut chars);
                text.push('\n');
            }
            '\t' | '\x0B' | '\x0C' => text.push(' '),
            ':' => {
                colon.get_or_insert(text.len());
                text.push(':');
            }
            char => text.push(char),
        }
    }
    (text, colon)
}
