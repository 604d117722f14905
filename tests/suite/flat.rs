//! The flat form of serde: what it looks like, what it keeps, and what it refuses.

use kifu::{Arena, OwnedTree};
use serde_json::{Value, json};

fn read(flat: &Value) -> Result<OwnedTree, String> {
    serde_json::from_str(&flat.to_string()).map_err(|error| error.to_string())
}

#[test]
fn nodes_stand_in_file_order_with_the_numbers_of_their_parents() {
    let arena = Arena::new();
    let source = "(;SZ[9]AB[aa][bb](;B[cc];W[])(;B[dd]))(;GN[x])";
    let collection = kifu::parse(&arena, source).unwrap();
    let flat = json!([
        {"parent": null, "properties": {"SZ": ["9"], "AB": ["aa", "bb"]}},
        {"parent": 0, "properties": {"B": ["cc"]}},
        {"parent": 1, "properties": {"W": [""]}},
        {"parent": 0, "properties": {"B": ["dd"]}},
        {"parent": null, "properties": {"GN": ["x"]}},
    ]);
    assert_eq!(serde_json::to_value(collection).unwrap(), flat);
    let owned = collection.to_owned_tree();
    assert_eq!(serde_json::to_value(&owned).unwrap(), flat);
    // A map of serde_json sorts its keys, so the order is looked at in the text.
    let text = serde_json::to_string(&owned).unwrap();
    assert!(text.contains(r#"{"SZ":["9"],"AB":["aa","bb"]}"#), "{text}");
    assert_eq!(serde_json::from_str::<OwnedTree>(&text).unwrap(), collection);

    let game = collection.game_trees().nth(1).unwrap();
    let flat = json!([{"parent": null, "properties": {"GN": ["x"]}}]);
    assert_eq!(serde_json::to_value(game).unwrap(), flat);
    let node = collection.root().unwrap().first_child().unwrap();
    let flat = json!([
        {"parent": null, "properties": {"B": ["cc"]}},
        {"parent": 0, "properties": {"W": [""]}},
    ]);
    assert_eq!(serde_json::to_value(node).unwrap(), flat);
    assert_eq!(read(&flat).unwrap(), node.to_owned_tree());
    assert_eq!(read(&json!([])).unwrap(), OwnedTree::new());
}

#[test]
fn a_value_says_where_it_is_divided_only_if_that_is_not_its_first_colon() {
    let owned: OwnedTree = r"(;A[a:b:c][a\:b:c][a\:b][a])".parse().unwrap();
    let flat = serde_json::to_value(&owned).unwrap();
    let values =
        json!(["a:b:c", {"text": "a:b:c", "colon": 3}, {"text": "a:b", "colon": null}, "a"]);
    assert_eq!(flat[0]["properties"]["A"], values);
    assert_eq!(read(&flat).unwrap(), owned);
}

#[test]
fn texts_are_those_of_a_text() {
    let flat = json!([{"parent": null, "properties": {
        "C": ["a\tb\r\nc", {"text": "\r\n::\t", "colon": 3}],
    }}]);
    let owned = read(&flat).unwrap();
    assert_eq!(owned.to_string(), "(;C[a b\nc][\n\\:: ])");
}

#[test]
fn what_is_no_tree_is_refused() {
    let node =
        |parent: Value, properties: Value| json!({"parent": parent, "properties": properties});
    let root = || node(Value::Null, json!({}));
    let child = |parent: u64| node(json!(parent), json!({}));
    let with = |properties| json!([node(Value::Null, properties)]);
    let cases = [
        (json!([child(0)]), "node 0: its parent 0 does not stand before it"),
        (json!([root(), child(1)]), "node 1: its parent 1 does not stand before it"),
        (
            json!([root(), child(0), child(0), child(1)]),
            "node 3: its parent 1 is not on the line to node 2",
        ),
        (json!([root(), root(), child(0)]), "node 2: its parent 0 is not on the line to node 1"),
        (json!([root(), child(u64::from(u32::MAX))]), "does not stand before it"),
        (json!([root(), child(u64::MAX)]), "invalid value"),
        (with(json!({"A": []})), "property \"A\": a property needs at least one value"),
        (with(json!({"A b": ["x"]})), "property \"A b\": a property's name cannot hold ' '"),
        (with(json!({"": ["x"]})), "needs a capital letter"),
        (with(json!({"Ab": ["x"]})), "cannot hold 'b'"),
        (with(json!({"A": "x"})), "invalid type: string"),
        (with(json!({"A": [1]})), "a string, or `text` and `colon`"),
        (with(json!({"A": [{"text": "a:b"}]})), "missing field `colon`"),
        (with(json!({"A": [{"text": "a:b", "colon": 0}]})), "has no colon at 0"),
        (with(json!({"A": [{"text": "a:b", "colon": 9}]})), "has no colon at 9"),
        (json!([{"parent": null}]), "missing field `properties`"),
        (json!([{"properties": {}}]), "missing field `parent`"),
        (json!({}), "a list of nodes"),
    ];
    for (flat, expected) in cases {
        let error = read(&flat).unwrap_err();
        assert!(error.contains(expected), "{flat}: {error}");
    }
    let twice = r#"[{"parent":null,"properties":{"A":["x"],"B":["x"],"A":["x"]}}]"#;
    let error = serde_json::from_str::<OwnedTree>(twice).unwrap_err().to_string();
    assert!(error.contains("property \"A\": the node has a property of this name"), "{error}");
}

#[test]
fn the_order_of_keys_and_unknown_ones_do_not_matter() {
    let flat = r#"[{"properties":{"A":[{"colon":null,"note":[],"text":"a:b"}]},"x":{"y":[]},"parent":null}]"#;
    let owned: OwnedTree = serde_json::from_str(flat).unwrap();
    assert_eq!(owned.to_string(), r"(;A[a\:b])");
    let kept: OwnedTree =
        serde_json::from_str(r#"[{"parent":null,"properties":{"b":["x"],"K2":["y"]}}]"#).unwrap();
    assert_eq!(kept.to_string(), "(;b[x]K2[y])", "what tolerant reading keeps is taken back");
}

#[test]
fn what_is_found_about_an_input_is_serialised_with_names_and_offsets() {
    let arena = Arena::new();
    let source = b"x (;SZ[abc]CA[GBK])";
    let collection = kifu::read(&arena, source);
    assert_eq!(
        serde_json::to_value(collection.diagnostics()).unwrap(),
        json!([{
            "code": "text-before-tree", "severity": "warning", "action": "skipped",
            "span": {"start": 0, "end": 1}, "game": null,
            "message": "text before the first game tree skipped",
        }])
    );
    let checked = kifu::values::Checker::new().check(collection);
    assert_eq!(
        serde_json::to_value(checked.diagnostics()).unwrap(),
        json!([{
            "code": "bad-root-value", "severity": "error", "span": {"start": 7, "end": 10},
            "game": 0, "node": 0, "ident": "SZ", "message": checked.diagnostics()[0].to_string(),
        }])
    );
    let game = collection.first_game_tree().unwrap();
    let charset = (game.charset(), game.charset_source());
    assert_eq!(serde_json::to_value(charset).unwrap(), json!(["GBK", "declared"]));
    let error = kifu::parse(&arena, "(;\nb[aa])").unwrap_err();
    assert_eq!(
        serde_json::to_value((error, error.location("(;\nb[aa])"))).unwrap(),
        json!([
            {
                "kind": error.kind().name(), "span": {"start": 3, "end": error.span().end()},
                "message": error.to_string(),
            },
            {"line": 2, "column": 1},
        ])
    );
}

#[test]
fn codes_and_character_sets_are_found_by_their_names() {
    for &code in kifu::Code::ALL {
        let name = json!(code.name());
        assert_eq!(serde_json::to_value(code).unwrap(), name);
        assert_eq!(serde_json::from_value::<kifu::Code>(name).unwrap(), code);
    }
    for &code in kifu::values::CheckCode::ALL {
        let name = serde_json::to_value(code).unwrap();
        assert_eq!(serde_json::from_value::<kifu::values::CheckCode>(name).unwrap(), code);
    }
    for charset in kifu::Charset::all() {
        let name = serde_json::to_value(charset).unwrap();
        assert_eq!(serde_json::from_value::<kifu::Charset>(name).unwrap(), charset);
    }
    let refused = serde_json::from_value::<kifu::Code>(json!("no-such-code")).unwrap_err();
    let reported = "invalid value: string \"no-such-code\", expected the name of a code";
    assert_eq!(refused.to_string(), reported);
}
