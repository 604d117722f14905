//! Trees made to break an owned tree, a writer or a serialiser: endless lines, endless nesting,
//! endless nodes. Each is copied, compared, printed, edited, cut down to a line, written, serialised
//! and dropped on a thread with a 256 KiB stack, at sizes at which anything but linear work would not end.

use std::fmt::Write as _;

use kifu::{OwnedNode, OwnedTree};

use crate::hostile::{Count, on_a_small_stack};

/// Puts the tree through all that can be done to it.
fn survive(source: String) {
    on_a_small_stack(move || {
        let arena = kifu::Arena::new();
        let borrowed = kifu::parse(&arena, &source).unwrap();
        let owned = borrowed.to_owned_tree();
        assert_eq!(owned, borrowed);
        assert_eq!(owned.node_count(), borrowed.nodes().len());
        let written = owned.to_string();
        assert_eq!(written, borrowed.to_string());
        assert_eq!(OwnedTree::parse(&written).as_ref(), Ok(&owned));
        let mut printed = Count(0);
        write!(printed, "{owned:?}").unwrap();
        assert!(printed.0 > owned.node_count());
        #[cfg(feature = "serde")]
        serialise(&owned);
        keep_lines(owned.clone());
        edit(owned);
    });
}

fn keep_lines(mut owned: OwnedTree) {
    let mut main = owned.clone();
    main.keep_main_line();
    let lines = owned.game_trees().map(|game| game.main_line().count());
    assert_eq!(main.node_count(), lines.sum::<usize>());
    let last = owned.nodes().last().unwrap();
    let others = owned.node_count() - last.game_tree().nodes().count();
    let line = last.ancestors().count();
    let last = last.id();
    owned.keep_line(last).unwrap();
    assert_eq!(owned.node_count(), others + line);
}

#[cfg(feature = "serde")]
fn serialise(owned: &OwnedTree) {
    let flat = serde_json::to_vec(owned).unwrap();
    assert_eq!(&serde_json::from_slice::<OwnedTree>(&flat).unwrap(), owned);
}

fn edit(mut owned: OwnedTree) {
    let count = owned.node_count();
    let root = owned.root().unwrap().id();
    let deepest = owned.root().unwrap().main_line().last().unwrap().id();
    let last = owned.nodes().last().unwrap().id();
    owned.promote(last).unwrap();
    for round in 0..1000 {
        let child = owned.add_child(deepest).unwrap();
        owned.set(child, "C", [&*round.to_string()]).unwrap();
    }
    let far = owned.node(deepest).unwrap().children().last().unwrap().id();
    assert!(owned.move_subtree(root, far, 0).is_err(), "below itself");
    owned.split(far).unwrap();
    owned.graft(far, &owned.clone()).unwrap();
    assert_eq!(owned.node_count(), 2 * (count + 1000));
    owned.move_subtree(root, far, 0).unwrap();
    assert_eq!(owned.game_trees().count(), 1);
    let path = owned.node(deepest).unwrap().path();
    assert_eq!(owned.first_game_tree().unwrap().node_at(&path).map(OwnedNode::id), Some(deepest));
    owned.remove_node(far).unwrap();
    owned.compact();
    owned.remove_subtree(root).unwrap();
    assert_eq!(owned.node(root), None);
    assert_eq!(owned.node_count(), count + 1000);
}

#[test]
fn a_million_nested_variations() {
    let depth = 1_000_000;
    survive("(;".repeat(depth) + &")".repeat(depth));
}

#[test]
fn nesting_that_cannot_be_left_out() {
    let depth = 500_000;
    survive("(;(;)".repeat(depth) + "(;)" + &")".repeat(depth));
}

#[test]
fn a_million_siblings() {
    survive(format!("(;{})", "(;B[aa])".repeat(1_000_000)));
}

#[test]
fn a_main_line_of_many_nodes() {
    survive(format!("({})", ";B[aa];W[bb]C[x]".repeat(150_000)));
}

#[test]
fn a_million_game_trees() {
    on_a_small_stack(|| {
        let mut owned = OwnedTree::parse(&"(;B[aa])".repeat(1_000_000)).unwrap();
        let roots: Vec<_> = owned.game_trees().map(|game| game.root().id()).collect();
        // Two at a time: every second one goes below the one before it.
        for pair in roots.chunks(2) {
            owned.move_subtree(pair[1], pair[0], 0).unwrap();
        }
        assert_eq!(owned.game_trees().count(), 500_000);
        assert_eq!(owned.to_string(), "(;B[aa];B[aa])".repeat(500_000));
    });
}

#[test]
fn a_million_values_set_added_and_removed() {
    on_a_small_stack(|| {
        let mut owned = OwnedTree::parse("(;)").unwrap();
        let root = owned.root().unwrap().id();
        owned.set(root, "AB", (0..1_000_000).map(|_| "a]:")).unwrap();
        for _ in 0..100_000 {
            owned.add(root, "AB", ["bb"]).unwrap();
            owned.set_value(root, "AB", 7, "cc").unwrap();
            let last = owned.node(root).unwrap().get("AB").unwrap().values().len() - 1;
            owned.remove_value(root, "AB", last).unwrap();
        }
        assert_eq!(owned.root().unwrap().get("AB").unwrap().values().len(), 1_000_000);
        assert_eq!(OwnedTree::parse(&owned.to_string()), Ok(owned));
    });
}

#[test]
fn texts_of_nothing_but_escapes() {
    on_a_small_stack(|| {
        for text in ["]", "\\", ":", "\r", "\n\r", "a]", "\t:"].map(|part| part.repeat(1_000_000)) {
            let mut owned = OwnedTree::parse("(;)").unwrap();
            let root = owned.root().unwrap().id();
            owned.set(root, "C", [&text]).unwrap();
            let written = kifu::WriteOptions::new().max_width(80).display(&owned).to_string();
            assert_eq!(OwnedTree::parse(&written), Ok(owned));
        }
    });
}

#[test]
fn a_node_with_many_keys() {
    let letter = |digit: u8| char::from(digit - b'0' + b'A');
    let ident = |number: usize| -> String { number.to_string().bytes().map(letter).collect() };
    let properties: String = (0..200_000).map(|number| ident(number) + "[x]").collect();
    survive(format!("(;{properties})"));
}
