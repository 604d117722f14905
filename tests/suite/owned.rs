//! The owned tree: the twin of the borrowed one in all that is read, and what edits promise.

use kifu::{
    AnyNode, AnyProperty, AnyValue, Arena, EditError, IdentFault, NewValue, NodeKey, OwnedGameTree,
    OwnedNode, OwnedProperty, OwnedTree, OwnedValue, Value,
};

const TREE: &str = "(;N[0](;N[1];N[2](;N[3])(;N[4];N[5]))(;N[6])(;N[7](;N[8])))(;N[9])";

fn tree(source: &str) -> OwnedTree {
    source.parse().unwrap()
}

fn numbers<'t>(nodes: impl Iterator<Item = OwnedNode<'t>>) -> Vec<usize> {
    nodes.map(|node| node.text("N").unwrap().parse().unwrap()).collect()
}

/// The key of the node that carries the number.
fn key(tree: &OwnedTree, number: usize) -> NodeKey {
    tree.nodes().nth(number).unwrap().id()
}

#[test]
fn handles_are_small_and_free_to_go_anywhere() {
    fn free<T: Clone + Send + Sync + 'static>() {}
    free::<OwnedTree>();
    free::<OwnedGameTree<'static>>();
    free::<OwnedNode<'static>>();
    free::<OwnedProperty<'static>>();
    free::<OwnedValue<'static>>();
    free::<EditError>();
    let word = size_of::<usize>();
    assert!(size_of::<OwnedNode<'_>>() <= 2 * word);
    assert_eq!(size_of::<OwnedValue<'_>>(), 2 * word);
    assert_eq!(size_of::<NodeKey>(), 8);
    assert!(size_of::<EditError>() <= 24);
}

#[test]
fn an_owned_tree_outlives_what_it_was_read_from() {
    let owned = {
        let source = TREE.to_owned();
        let arena = Arena::new();
        kifu::parse(&arena, &source).unwrap().to_owned_tree()
    };
    assert_eq!(
        std::thread::spawn(move || owned.to_string()).join().unwrap(),
        tree(TREE).to_string()
    );
}

#[test]
fn a_tree_is_walked_in_every_direction() {
    let tree = tree(TREE);
    let node = |number| tree.node(key(&tree, number)).unwrap();
    assert_eq!(numbers(tree.nodes()), Vec::from_iter(0..10));
    assert_eq!(tree.node_count(), 10);

    let game = tree.first_game_tree().unwrap();
    assert_eq!(numbers(game.nodes()), Vec::from_iter(0..9));
    assert_eq!(numbers(game.main_line()), [0, 1, 2, 3]);
    assert_eq!(numbers(game.leaves()), [3, 5, 6, 8]);

    assert_eq!(numbers(node(0).children()), [1, 6, 7]);
    assert_eq!(numbers(node(2).children()), [3, 4]);
    assert_eq!(node(3).children().next(), None);
    assert_eq!(numbers(node(6).siblings()), [1, 7]);
    assert_eq!(node(0).siblings().next(), None);
    assert_eq!(node(9).siblings().next(), None, "roots are no siblings");
    assert_eq!(node(0).next_sibling(), None, "roots are no siblings");
    assert_eq!(numbers(node(1).descendants()), [2, 3, 4, 5]);
    assert_eq!(numbers(node(5).ancestors()), [5, 4, 2, 1, 0]);
    assert_eq!(node(8).path().to_string(), "2/0");
    assert_eq!(node(9).path().to_string(), "");
    assert_eq!(node(8).game_tree().index(), 0);
    assert_eq!(node(9).game_tree().index(), 1);
    for number in 0..9 {
        assert_eq!(game.node_at(&node(number).path()), Some(node(number)));
    }
    assert_eq!(game.node_at(&"3".parse().unwrap()), None);
}

#[test]
fn a_copy_is_equal_to_what_it_was_made_of() {
    let arena = Arena::new();
    let collection = kifu::parse(&arena, TREE).unwrap();
    let owned = collection.to_owned_tree();
    assert_eq!(owned, collection);
    assert_eq!(collection, owned);
    assert_eq!(owned, owned.clone());
    for (number, node) in collection.nodes().enumerate() {
        let subtree = node.to_owned_tree();
        assert_eq!(subtree.node_count(), 1 + node.descendants().len());
        assert_eq!(subtree.to_string(), node.to_string());
        assert_eq!(subtree, owned.node(key(&owned, number)).unwrap().to_owned_tree());
    }
    for (game, other) in collection.game_trees().zip(owned.game_trees()) {
        assert_eq!(game.to_owned_tree(), other.to_owned_tree());
        assert_eq!(other, game.to_owned_tree().first_game_tree().unwrap());
    }
}

#[test]
fn trees_differ_in_shape_idents_texts_and_compose() {
    let sources = [
        "(;A[a:b];B[c];C[d])",
        r"(;A[a\:b];B[c];C[d])",
        "(;A[a:c];B[c];C[d])",
        "(;A[a:b];D[c];C[d])",
        "(;A[a:b](;B[c])(;C[d]))",
        "(;A[a:b];B[c])(;C[d])",
        "(;A[a:b];B[c])",
        "(;A[a:b][c];B[c];C[d])",
        "(;A[a:b]E[c];B[c];C[d])",
    ];
    for (left, a) in sources.iter().enumerate() {
        for (right, b) in sources.iter().enumerate() {
            let arena = Arena::new();
            let borrowed = kifu::parse(&arena, b).unwrap();
            assert_eq!(tree(a) == tree(b), left == right, "{a} {b}");
            assert_eq!(tree(a) == borrowed, left == right, "{a} {b}");
            assert_eq!(borrowed == tree(a), left == right, "{a} {b}");
        }
    }
}

#[test]
fn the_debug_form_shows_what_the_tree_holds() {
    let shown = format!("{:?}", tree("(;B[aa]C[x];W[bb])"));
    assert!(shown.contains(r#"[B["aa"], C["x"]]"#), "{shown}");
    assert!(shown.contains(r#"[W["bb"]]"#), "{shown}");
}

#[test]
fn a_compose_survives_every_copy() {
    let source = r"(;A[a:b][a\:b][a\:b:c][:][\:][\\:x][one\]:two]B[no colon])";
    let arena = Arena::new();
    let borrowed = kifu::parse(&arena, source).unwrap();
    let owned = borrowed.to_owned_tree();
    let again = owned.to_string();
    assert_eq!(again, source);
    let pairs = |owned: &OwnedTree| -> Vec<_> {
        let values = owned.root().unwrap().properties().flat_map(OwnedProperty::values);
        values.map(|value| value.compose().map(|(a, b)| format!("{a}|{b}"))).collect()
    };
    let values = borrowed.root().unwrap().properties().flat_map(kifu::Property::values);
    let expected: Vec<_> =
        values.map(|value| value.compose().map(|(a, b)| format!("{a}|{b}"))).collect();
    assert_eq!(expected.iter().flatten().count(), 5);
    assert_eq!(pairs(&owned), expected);
    assert_eq!(pairs(&tree(&again)), expected);
}

#[test]
fn setters_take_texts_not_their_written_forms() {
    let mut owned = tree("(;)");
    let root = owned.root().unwrap().id();
    owned.set(root, "C", ["a]b\\c:d\te\r\nf\x0Bg\x0Ch\n\ri\rj"]).unwrap();
    assert_eq!(owned.root().unwrap().text("C"), Some("a]b\\c:d e\nf g h\ni\nj"));
    assert_eq!(owned.to_string(), "(;C[a\\]b\\\\c:d e\nf g h\ni\nj])");
    owned.set(root, "C", [("a:b", "c:d")]).unwrap();
    owned.add(root, "C", [NewValue::undivided("a:b")]).unwrap();
    owned.add(root, "C", [NewValue::text("a:b")]).unwrap();
    owned.add(root, "C", [NewValue::compose("", "")]).unwrap();
    assert_eq!(owned.to_string(), r"(;C[a\:b:c:d][a\:b][a:b][:])");
    let source = tree(r"(;LB[a\:a:1][bb:2])");
    let labels = source.root().unwrap().get("LB").unwrap();
    owned.set(root, "LB", labels.values()).unwrap();
    owned.remove_property(root, "C").unwrap();
    assert_eq!(owned, source);
}

#[test]
fn what_cannot_be_written_is_refused_and_changes_nothing() {
    let mut owned = tree("(;B[aa])");
    let root = owned.root().unwrap().id();
    let idents = [
        ("", IdentFault::NoCapital),
        ("b", IdentFault::NoCapital),
        ("b2", IdentFault::NoCapital),
        ("2", IdentFault::LeadingDigit),
        ("2B", IdentFault::LeadingDigit),
        ("CoPyright", IdentFault::Lowercase('o')),
        ("B W", IdentFault::Char(' ')),
        ("B[", IdentFault::Char('[')),
        ("Ä", IdentFault::Char('Ä')),
        ("B\n", IdentFault::Char('\n')),
    ];
    for (ident, fault) in idents {
        assert_eq!(owned.set(root, ident, ["x"]), Err(EditError::InvalidIdent(fault)), "{ident:?}");
        assert_eq!(owned.add(root, ident, ["x"]), Err(EditError::InvalidIdent(fault)), "{ident:?}");
        let renamed = owned.rename_property(root, "B", ident);
        assert_eq!(renamed, Err(EditError::InvalidIdent(fault)), "{ident:?}");
    }
    assert_eq!(owned.set(root, "B", [""; 0]), Err(EditError::NoValues));
    assert_eq!(owned.add(root, "B", [""; 0]), Err(EditError::NoValues));
    assert_eq!(owned.add(root, "W", [""; 0]), Err(EditError::NoValues));
    assert_eq!(owned.set_value(root, "W", 0, "x"), Err(EditError::NoSuchProperty));
    assert_eq!(owned.rename_property(root, "W", "B"), Err(EditError::NoSuchProperty));
    let past = Err(EditError::NoSuchPosition { at: 1, last: 0 });
    assert_eq!(owned.set_value(root, "B", 1, "x"), past);
    assert_eq!(owned.remove_value(root, "B", 1), past);
    assert_eq!(owned.insert_child(root, 1), past.map(|()| root));
    assert_eq!(owned.reorder(root, 1), past);
    assert_eq!(owned.to_string(), "(;B[aa])");

    owned.set(root, "K2", ["x"]).unwrap();
    assert_eq!(owned.rename_property(root, "B", "K2"), Err(EditError::DuplicateIdent));
    owned.rename_property(root, "B", "B").unwrap();
    assert_eq!(owned.to_string(), "(;B[aa]K2[x])");
}

#[test]
fn a_node_cannot_hang_below_itself() {
    let mut owned = tree(TREE);
    let before = owned.clone();
    for (node, parent) in [(0, 0), (0, 8), (1, 5), (2, 3), (4, 4)] {
        let moved = owned.move_subtree(key(&before, node), key(&before, parent), 0);
        assert_eq!(moved, Err(EditError::BelowItself), "{node} {parent}");
    }
    assert_eq!(owned, before);
}

#[test]
fn a_key_stays_with_its_node_and_goes_with_it() {
    let mut owned = tree(TREE);
    let keys: Vec<NodeKey> = owned.nodes().map(OwnedNode::id).collect();
    owned.promote(keys[5]).unwrap();
    owned.split(keys[7]).unwrap();
    owned.move_subtree(keys[9], keys[6], 0).unwrap();
    owned.remove_node(keys[1]).unwrap();
    owned.compact();
    for (number, &key) in keys.iter().enumerate().filter(|&(number, _)| number != 1) {
        assert_eq!(owned.node(key).unwrap().text("N"), Some(number.to_string().as_str()));
    }
    owned.remove_subtree(keys[2]).unwrap();
    let fresh: Vec<_> = (0..9).map(|_| owned.add_game_tree().unwrap()).collect();
    for number in 1..6 {
        let stale = keys[number];
        assert_eq!(owned.node(stale), None);
        assert!(!fresh.contains(&stale));
        assert_eq!(owned.set(stale, "C", ["x"]), Err(EditError::StaleNode));
        assert_eq!(owned.move_subtree(keys[0], stale, 0), Err(EditError::StaleNode));
        assert_eq!(owned.remove_subtree(stale), Err(EditError::StaleNode));
    }
    let kept = "(;N[0];N[6];N[9])(;N[7];N[8])";
    assert_eq!(owned.to_string(), kept.to_owned() + &"(;)".repeat(9));
}

#[test]
fn games_are_split_off_and_joined() {
    let mut owned = tree(TREE);
    let [fourth, ninth] = [4, 9].map(|number| key(&owned, number));
    owned.split(fourth).unwrap();
    assert_eq!(owned.game_trees().count(), 3);
    owned.reorder(fourth, 0).unwrap();
    owned.move_subtree(ninth, fourth, 1).unwrap();
    assert_eq!(
        owned.to_string(),
        "(;N[4](;N[5])(;N[9]))(;N[0](;N[1];N[2];N[3])(;N[6])(;N[7];N[8]))",
    );
    owned.remove_node(fourth).unwrap();
    assert_eq!(owned.to_string(), "(;N[5])(;N[9])(;N[0](;N[1];N[2];N[3])(;N[6])(;N[7];N[8]))",);
    let other = owned.clone();
    owned.append(&other).unwrap();
    assert_eq!(owned.game_trees().count(), 6);
    assert_eq!(owned.node_count(), 2 * other.node_count());
}

#[test]
fn an_empty_tree_is_a_tree() {
    let mut owned = tree(TREE);
    for root in owned.game_trees().map(|game| game.root().id()).collect::<Vec<_>>() {
        owned.remove_subtree(root).unwrap();
    }
    assert!(owned.is_empty());
    assert_eq!(owned.node_count(), 0);
    assert_eq!(owned, OwnedTree::new());
    assert_eq!(owned.to_string(), "");
    assert_eq!(format!("{owned:?}"), "[]");
    let root = owned.add_game_tree().unwrap();
    owned.set(root, "N", ["0"]).unwrap();
    assert_eq!(owned.to_string(), "(;N[0])");
}

#[test]
fn what_edits_leave_behind_is_given_back() {
    let mut owned = tree("(;C[start];B[aa])");
    let root = owned.root().unwrap().id();
    let bytes = allocation_counter::measure(|| {
        for round in 0..20_000 {
            owned.set(root, "C", [&*format!("{round:0>100}")]).unwrap();
            let child = owned.add_child(root).unwrap();
            owned.set(child, "AB", ["aa", "bb", "cc"]).unwrap();
            owned.remove_value(child, "AB", 1).unwrap();
            owned.remove_subtree(child).unwrap();
        }
    });
    assert!(bytes.bytes_max < 100_000, "{} bytes for a tree of two nodes", bytes.bytes_max);
    assert_eq!(owned.node_count(), 2);
}

#[test]
fn keeping_a_line_leaves_the_nodes_above_and_the_first_children_below() {
    let whole = tree(TREE);
    for number in 0..whole.node_count() {
        let mut kept = whole.clone();
        let node = key(&whole, number);
        kept.keep_line(node).unwrap();
        let handle = whole.node(node).unwrap();
        let mut line: Vec<_> = handle.ancestors().skip(1).collect();
        line.reverse();
        line.extend(handle.main_line());
        let root = line[0];
        let other = whole.game_trees().filter(|game| game.root() != root);
        let mut expected = numbers(line.into_iter());
        expected.extend(numbers(other.flat_map(OwnedGameTree::nodes)));
        expected.sort_unstable();
        assert_eq!(numbers(kept.nodes()), expected, "{number}");
        // Keys of what is left lead where they led; all others lead nowhere.
        for other in 0..whole.node_count() {
            let found = kept.node(key(&whole, other)).map(|node| numbers([node].into_iter()));
            assert_eq!(found, expected.contains(&other).then(|| vec![other]));
        }
    }
    let mut main = tree(TREE);
    main.keep_main_line();
    assert_eq!(numbers(main.nodes()), [0, 1, 2, 3, 9]);
    assert_eq!(main.keep_line(key(&whole, 4)), Err(EditError::StaleNode));
    OwnedTree::new().keep_main_line();
}

#[test]
fn reading_bytes_gives_a_tree_whatever_they_are() {
    for (bytes, written) in [
        (&b"(;PB[Ann];B[aa]"[..], "(;PB[Ann];B[aa])"),
        (b"(;PB[\xC3\xA9])(;PB[\xE9])", "(;PB[\u{E9}])(;PB[\u{E9}])"),
        (b"", ""),
    ] {
        let arena = Arena::new();
        assert_eq!(kifu::read(&arena, bytes).to_string(), written);
        assert_eq!(OwnedTree::read(bytes), kifu::read(&arena, bytes));
    }
}

#[test]
fn the_values_of_an_ident_are_those_of_its_property_or_none() {
    let source = "(;)(;AB[aa][bb])";
    let arena = Arena::new();
    let collection = kifu::parse(&arena, source).unwrap();
    let owned = tree(source);
    let (borrowed, owned) = (collection.nodes(), owned.nodes());
    for ((borrowed, owned), count) in borrowed.zip(owned).zip([0, 2]) {
        let values = borrowed.values("AB");
        assert_eq!((values.len(), owned.values("AB").len()), (count, count));
        assert!(values.map(Value::text).eq(owned.values("AB").map(OwnedValue::text)));
        assert_eq!((borrowed.values("B").next(), owned.values("B").next()), (None, None));
        assert_eq!(borrowed.game_tree().collection(), collection);
    }
}

/// What generic code sees of a node: where it can go from there, and what the node holds.
fn seen<'v, N: AnyNode<'v>>(node: N) -> (Vec<Vec<&'v str>>, Vec<(&'v str, usize)>) {
    let names = |nodes: &mut dyn Iterator<Item = N>| -> Vec<&'v str> {
        nodes.map(|node| node.text("N").unwrap()).collect()
    };
    let ways = vec![
        names(&mut node.parent().into_iter()),
        names(&mut node.first_child().into_iter()),
        names(&mut node.next_sibling().into_iter()),
        names(&mut node.children()),
        names(&mut node.siblings()),
        names(&mut node.main_line()),
        names(&mut node.ancestors()),
        names(&mut node.descendants()),
    ];
    assert_eq!(node.values("N").count(), 1);
    assert_eq!(node.values("X").count(), 0);
    assert_eq!(node.get("N").unwrap().first_value().text(), node.text("N").unwrap());
    let properties = node.properties().map(|it| (it.ident(), it.values().count())).collect();
    (ways, properties)
}

#[test]
fn code_for_either_tree_sees_the_same_of_both() {
    let arena = Arena::new();
    let collection = kifu::parse(&arena, TREE).unwrap();
    let owned = collection.to_owned_tree();
    for (borrowed, owned) in collection.nodes().zip(owned.nodes()) {
        assert_eq!(seen(borrowed), seen(owned));
        let descendants = borrowed.descendants().map(|node| node.text("N").unwrap());
        assert_eq!(seen(borrowed).0[7], descendants.collect::<Vec<_>>());
    }
    let second = collection.nodes().nth(2).unwrap();
    assert_eq!(seen(second).0[3..6], [vec!["3", "4"], vec![], vec!["2", "3"]]);
    assert_eq!(AnyValue::compose("a:b:c").unwrap(), ("a".into(), "b:c".into()));
}
