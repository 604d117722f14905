//! The handles: what they cost, where they may go, and the ways through a tree.

use kifu::{
    Arena, Collection, Error, GameTree, Node, NodeId, NodePath, Parser, Property, Span, Value,
};

const TREE: &str = "(;N[0](;N[1];N[2](;N[3])(;N[4];N[5]))(;N[6])(;N[7](;N[8])))(;N[9])";

/// The numbers that the nodes of [`TREE`] carry, which are also their places in the file.
fn numbers<'a>(nodes: impl Iterator<Item = Node<'a>>) -> Vec<usize> {
    nodes.map(|node| node.text("N").unwrap().parse().unwrap()).collect()
}

#[test]
fn handles_are_small_and_free_to_go_anywhere() {
    fn free<T: Copy + Send + Sync + 'static>() {}
    free::<Collection<'static>>();
    free::<GameTree<'static>>();
    free::<Node<'static>>();
    free::<Property<'static>>();
    free::<Value<'static>>();
    free::<Error>();
    fn sendable<T: Send>() {}
    sendable::<Parser>();
    sendable::<Arena<'static>>();

    let word = size_of::<usize>();
    assert_eq!(size_of::<Collection<'_>>(), word);
    assert_eq!(size_of::<GameTree<'_>>(), 2 * word);
    assert_eq!(size_of::<Node<'_>>(), 2 * word);
    assert_eq!(size_of::<Property<'_>>(), 2 * word);
    assert!(size_of::<Value<'_>>() <= 4 * word);
    assert_eq!(size_of::<Option<Span>>(), 12);
}

#[test]
fn handles_are_covariant() {
    fn shorter<'long: 'short, 'short>(
        collection: Collection<'long>,
        game: GameTree<'long>,
        node: Node<'long>,
        value: Value<'long>,
    ) -> (Collection<'short>, GameTree<'short>, Node<'short>, Value<'short>) {
        (collection, game, node, value)
    }
    let arena = Arena::new();
    let collection = kifu::parse(&arena, "(;B[aa])").unwrap();
    let game = collection.first_game_tree().unwrap();
    let value = game.root().get("B").unwrap().first_value();
    assert_eq!(shorter(collection, game, game.root(), value).3.text(), "aa");
}

#[test]
fn texts_outlive_the_handles_they_came_from() {
    let arena = Arena::new();
    let text = {
        let collection = kifu::parse(&arena, "(;PB[Sh\\usai])").unwrap();
        let root = collection.first_game_tree().unwrap().root();
        (root.properties().next().unwrap().ident(), root.text("PB").unwrap())
    };
    assert_eq!(text, ("PB", "Shusai"));
}

#[test]
fn a_tree_is_walked_in_every_direction() {
    let arena = Arena::new();
    let collection = kifu::parse(&arena, TREE).unwrap();
    let node = |number| collection.node(NodeId::new(number)).unwrap();
    assert_eq!(numbers(collection.nodes()), Vec::from_iter(0..10));
    assert_eq!(numbers(collection.nodes().rev()), Vec::from_iter((0..10).rev()));

    let game = collection.first_game_tree().unwrap();
    assert_eq!(game.nodes().len(), 9);
    assert_eq!(numbers(game.main_line()), [0, 1, 2, 3]);
    assert_eq!(numbers(game.leaves()), [3, 5, 6, 8]);
    assert_eq!(numbers(game.leaves().rev()), [8, 6, 5, 3]);

    assert_eq!(numbers(node(0).children()), [1, 6, 7]);
    assert_eq!(numbers(node(2).children()), [3, 4]);
    assert_eq!(node(3).children().next(), None);
    assert_eq!(numbers(node(6).siblings()), [1, 7]);
    assert_eq!(node(0).siblings().next(), None);
    assert_eq!(node(9).siblings().next(), None, "roots are no siblings");
    assert_eq!(numbers(node(1).descendants()), [2, 3, 4, 5]);
    assert_eq!(numbers(node(5).ancestors()), [5, 4, 2, 1, 0]);
    assert_eq!(numbers(node(4).main_line()), [4, 5]);
    assert_eq!(node(2).parent(), Some(node(1)));
    assert_eq!(node(0).parent(), None);
    assert_eq!(node(1).next_sibling(), Some(node(6)));
    assert_eq!(node(7).next_sibling(), None);
    assert_eq!(node(8).game_tree().index(), 0);
    assert_eq!(node(9).game_tree().index(), 1);
    assert_eq!(node(9).game_tree().root(), node(9));
}

#[test]
fn a_path_leads_to_its_node_and_a_wrong_one_nowhere() {
    let arena = Arena::new();
    let game = kifu::parse(&arena, TREE).unwrap().first_game_tree().unwrap();
    let paths: Vec<String> = game.nodes().map(|node| node.path().to_string()).collect();
    assert_eq!(paths, ["", "0", "0/0", "0/0/0", "0/0/1", "0/0/1/0", "1", "2", "2/0"]);
    for (node, path) in game.nodes().zip(&paths) {
        assert_eq!(game.node_at(&path.parse().unwrap()), Some(node));
    }
    assert_eq!(game.node_at(&NodePath::from(vec![3])), None);
    assert_eq!(game.node_at(&NodePath::from(vec![0, 0, 0, 0])), None);
    for wrong in ["/", "0/", "/0", "a", "-1", "0/4294967296", " 0"] {
        assert!(wrong.parse::<NodePath>().is_err(), "{wrong}");
    }
}

#[test]
fn spans_say_where_everything_stands() {
    let source = " ( ; AB [aa]\n[bb] ;\tC [x\\]] ( ; ) ) ";
    let arena = Arena::new();
    let game = kifu::parse(&arena, source).unwrap().first_game_tree().unwrap();
    let at = |span: Span| &source[span.range()];
    assert_eq!(at(game.span()), "( ; AB [aa]\n[bb] ;\tC [x\\]] ( ; ) )");
    let nodes: Vec<_> = game.nodes().map(|node| at(node.span())).collect();
    assert_eq!(nodes, ["; AB [aa]\n[bb]", ";\tC [x\\]]", ";"]);
    let stones = game.root().get("AB").unwrap();
    assert_eq!((at(stones.ident_span()), at(stones.span())), ("AB", "AB [aa]\n[bb]"));
    assert!(stones.values().map(|value| at(value.span())).eq(["aa", "bb"]));
    let comment = game.nodes().nth(1).unwrap().get("C").unwrap().first_value();
    assert_eq!((at(comment.span()), comment.text()), ("x\\]", "x]"));
}

#[test]
fn equality_is_of_content_and_never_of_place() {
    let arenas = [Arena::new(), Arena::new()];
    let equal = |a: &'static str, b: &'static str| {
        let arenas: [Arena<'_>; 2] = [Arena::new(), Arena::new()];
        kifu::parse(&arenas[0], a).unwrap() == kifu::parse(&arenas[1], b).unwrap()
    };
    assert!(equal("(;B[aa];W[bb])", "\n( ;B [aa] (;W[bb]))"));
    assert!(equal("(;C[a\\b])", "(;C[ab])"), "borrowed or copied");
    assert!(!equal("(;C[a\\:b])", "(;C[a:b])"), "only one of them is a Compose");
    assert!(equal("(;C[\\a\\:b])", "(;C[a\\:b])"));
    assert!(!equal("(;A[x]B[y])", "(;B[y]A[x])"), "idents in order");
    assert!(!equal("(;A[x][y])", "(;A[y][x])"));
    assert!(!equal("(;A[x][y])", "(;A[x])"));
    assert!(!equal("(;;(;)(;))", "(;(;;)(;))"), "shape");
    assert!(!equal("(;;)", "(;)(;)"));

    let one = kifu::parse(&arenas[0], "(;B[aa])").unwrap();
    let other = kifu::parse(&arenas[1], "(;B[aa])").unwrap();
    assert_ne!(one.root(), other.root(), "equality of nodes is identity");
    assert_eq!(one.root().unwrap().get("B"), other.root().unwrap().get("B"));
}

#[test]
fn a_tree_prints_flat() {
    let arena = Arena::new();
    let collection = kifu::parse(&arena, "(;SZ[9](;B[a\\]]))").unwrap();
    assert_eq!(
        format!("{collection:?}"),
        "[[Node { id: 0, parent: None, properties: [SZ[\"9\"]] }, \
         Node { id: 1, parent: Some(0), properties: [B[\"a]\"]] }]]",
    );
}
