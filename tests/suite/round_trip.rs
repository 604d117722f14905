//! What holds of writing, copying and serialising, whatever was read. The fuzz targets include
//! this file too.

use kifu::{Arena, Charset, Code, Collection, OwnedTree, ParseOptions, Parser, WriteOptions};

/// Puts a collection that strict reading gave through every way out, and reads it back.
pub(crate) fn check(collection: Collection<'_>) {
    let written = collection.to_string();
    let arena = Arena::new();
    let again = kifu::parse(&arena, &written).expect("what was written can be read");
    check_again(collection, &written, again);
    let owned = collection.to_owned_tree();
    let broken = WriteOptions::new().break_after_games(true).break_before_variations(true);
    let broken = broken.max_width(20).display(&owned).to_string();
    assert_eq!(broken.parse().as_ref(), Ok(&owned), "{broken:?}");
}

/// Puts what tolerant reading makes of the bytes through every way out, and reads it back.
pub(crate) fn check_damaged(bytes: &[u8]) {
    let arena = Arena::new();
    let mut parser = Parser::new();
    let collection = parser.read(&arena, bytes);
    let written = collection.to_string();
    // What is written is UTF-8, whatever `CA` says of what it was read from.
    let mut parser = Parser::with_options(ParseOptions::new().charset(Charset::UTF_8));
    let again = parser.read(&arena, written.as_bytes());
    assert_sound(again, &written);
    check_again(collection, &written, again);
    check_told(collection);
}

/// Writes the collection with a CA that says what is written, and reads that without help.
fn check_told(collection: Collection<'_>) {
    let options = WriteOptions::new().charset(Charset::UTF_8);
    let written = options.display(collection).to_string();
    let arena = Arena::new();
    let again = Parser::new().read(&arena, written.as_bytes());
    assert_sound(again, &written);
    for (game, before) in again.game_trees().zip(collection.game_trees()) {
        assert_eq!(game.charset(), Charset::UTF_8, "{written:?}");
        let declared = game.root().get("CA").expect("there is one");
        let (name, others) = declared.texts().split_first().unwrap();
        assert_eq!(name, "UTF-8", "{written:?}");
        // What stood there beside the name of a character set stays.
        let before = before.root().get("CA").map_or(&[][..], |property| property.texts());
        assert!(others.iter().all(|other| before.contains(other)), "{written:?}");
    }
    let owned = collection.to_owned_tree();
    assert_eq!(options.display(&owned).to_string(), written);
    assert_eq!(without_charset(owned), without_charset(again.to_owned_tree()), "{written:?}");
}

/// Asserts that there is nothing wrong with what was written.
fn assert_sound(again: Collection<'_>, written: &str) {
    for diagnostic in again.diagnostics() {
        // No capital in an ident; no game at all; what only looks as if it was damaged.
        let may_stay = [Code::InvalidIdent, Code::NoTree, Code::SuspiciousValue];
        assert!(may_stay.contains(&diagnostic.code()), "{diagnostic:?} in {written:?}");
    }
}

fn without_charset(mut tree: OwnedTree) -> OwnedTree {
    let roots: Vec<_> = tree.game_trees().map(|game| game.root().id()).collect();
    for root in roots {
        tree.remove_property(root, "CA").unwrap();
    }
    tree
}

/// Compares a collection with what was read of what was written of it, and with its copies.
fn check_again(collection: Collection<'_>, written: &str, again: Collection<'_>) {
    assert_eq!(again, collection, "{written:?}");
    assert_eq!(again.to_string(), written, "writing twice gives the same bytes");
    assert_composes(collection, again);

    let owned = collection.to_owned_tree();
    assert_eq!(owned, collection);
    assert_eq!(collection, owned);
    assert_eq!(owned, again.to_owned_tree());
    assert_eq!(owned.to_string(), written, "borrowed and owned are written the same");
    let mut bytes = Vec::new();
    owned.write_to(&mut bytes).unwrap();
    assert_eq!(bytes, written.as_bytes());
    let mut copy = owned.clone();
    copy.compact();
    assert_eq!(copy, owned);

    #[cfg(feature = "serde")]
    check_serde(collection, &owned);
}

/// Compares the Compose of every value: of both collections, and of the owned copy of the first.
fn assert_composes(collection: Collection<'_>, again: Collection<'_>) {
    let owned = collection.to_owned_tree();
    let values = |collection: Collection<'_>| -> Vec<_> {
        let properties = collection.nodes().flat_map(kifu::Node::properties);
        let values = properties.flat_map(kifu::Property::values);
        values.map(|value| value.compose().map(|(a, b)| (a.into_owned(), b.into_owned()))).collect()
    };
    let expected = values(collection);
    assert_eq!(expected, values(again));
    let properties = owned.nodes().flat_map(kifu::OwnedNode::properties);
    let composes = properties.flat_map(kifu::OwnedProperty::values).map(kifu::OwnedValue::compose);
    let composes = composes.map(|pair| pair.map(|(a, b)| (a.into_owned(), b.into_owned())));
    assert!(composes.eq(expected));
}

#[cfg(feature = "serde")]
fn check_serde(collection: Collection<'_>, owned: &OwnedTree) {
    let flat = serde_json::to_vec(&collection).unwrap();
    assert_eq!(flat, serde_json::to_vec(owned).unwrap(), "borrowed and owned are flat the same");
    let read: OwnedTree = serde_json::from_slice(&flat).unwrap();
    assert_eq!(&read, owned);
}
