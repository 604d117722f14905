//! The tree of the case files, `[properties, child, child, …]` or `{properties, children}`, made
//! from what the crate read, to be compared with what a case wants.

use kifu::{GameTree, Node};
use serde_json::{Map, Value, json};

/// The properties of a node, as an object of lists of texts.
pub(crate) fn properties(node: Node<'_>) -> Value {
    let lists =
        node.properties().map(|property| (property.ident().into(), json!(property.texts())));
    Value::Object(Map::from_iter(lists))
}

/// The tree as nested lists: a node's properties, then its children.
pub(crate) fn nested(game: GameTree<'_>) -> Value {
    fold(game.root(), &|properties, children| {
        Value::Array([properties].into_iter().chain(children).collect())
    })
}

/// The tree as nested objects with `properties` and `children`.
pub(crate) fn objects(game: GameTree<'_>) -> Value {
    fold(
        game.root(),
        &|properties, children| json!({ "properties": properties, "children": children }),
    )
}

/// Recursive, since the cases are small.
fn fold(node: Node<'_>, make: &impl Fn(Value, Vec<Value>) -> Value) -> Value {
    make(properties(node), node.children().map(|child| fold(child, make)).collect())
}
