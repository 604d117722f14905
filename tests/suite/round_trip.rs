//! What holds of writing, copying and serialising, whatever was read. The fuzz targets include
//! this file too.

#[cfg(feature = "serde")]
use kifu::OwnedTree;
use kifu::{Arena, Charset, Code, Collection, ParseOptions, Parser, WriteOptions};

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
    for diagnostic in again.diagnostics() {
        // No capital in an ident; no game at all; what only looks as if it was damaged.
        let may_stay = [Code::InvalidIdent, Code::NoTree, Code::SuspiciousValue];
        assert!(may_stay.contains(&diagnostic.code()), "{diagnostic:?} in {written:?}");
    }
    check_again(collection, &written, again);
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
