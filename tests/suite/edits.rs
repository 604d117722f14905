//! Random edits, made to an owned tree and to a naive twin of it, which is a list of structs that
//! own their texts. After each edit both answer the same, and are the same.

use std::fmt::Write as _;

use kifu::{EditError, NewValue, NodeKey, OwnedNode, OwnedTree};

/// A value as the twin keeps it: its text, and where it is divided.
#[derive(Clone, Debug, PartialEq)]
struct TwinValue {
    text: String,
    colon: Option<usize>,
}

#[derive(Clone, Debug)]
struct TwinNode {
    key: NodeKey,
    is_removed: bool,
    parent: Option<usize>,
    children: Vec<usize>,
    properties: Vec<(String, Vec<TwinValue>)>,
}

/// Nodes are never taken out of the list, so that a number always means the same node.
#[derive(Clone, Debug, Default)]
struct Twin {
    nodes: Vec<TwinNode>,
    roots: Vec<usize>,
}

impl Twin {
    fn add(&mut self, key: NodeKey, parent: Option<usize>, at: usize) {
        let number = self.nodes.len();
        self.nodes.push(TwinNode {
            key,
            is_removed: false,
            parent,
            children: Vec::new(),
            properties: Vec::new(),
        });
        self.siblings(parent).insert(at, number);
    }

    fn siblings(&mut self, parent: Option<usize>) -> &mut Vec<usize> {
        match parent {
            Some(parent) => &mut self.nodes[parent].children,
            None => &mut self.roots,
        }
    }

    fn place(&mut self, node: usize) -> usize {
        let parent = self.nodes[node].parent;
        self.siblings(parent).iter().position(|&other| other == node).unwrap()
    }

    fn unlink(&mut self, node: usize) -> usize {
        let (parent, place) = (self.nodes[node].parent, self.place(node));
        self.siblings(parent).remove(place);
        place
    }

    fn link(&mut self, node: usize, parent: Option<usize>, at: usize) {
        self.nodes[node].parent = parent;
        self.siblings(parent).insert(at, node);
    }

    fn is_below(&self, node: usize, above: usize) -> bool {
        std::iter::successors(Some(node), |&node| self.nodes[node].parent).any(|node| node == above)
    }

    fn remove_all(&mut self, node: usize) {
        self.nodes[node].is_removed = true;
        for child in self.nodes[node].children.clone() {
            self.remove_all(child);
        }
    }

    /// The twin as SGF.
    fn write(&self, nodes: &[usize], has_parentheses: bool, out: &mut String) {
        for &node in nodes {
            let TwinNode { children, properties, .. } = &self.nodes[node];
            out.push_str(if has_parentheses { "(;" } else { ";" });
            for (ident, values) in properties {
                out.push_str(ident);
                for TwinValue { text, colon } in values {
                    out.push('[');
                    for (at, char) in text.char_indices() {
                        let divides_too_early = char == ':' && colon.is_none_or(|colon| at < colon);
                        if char == ']' || char == '\\' || divides_too_early {
                            out.push('\\');
                        }
                        out.push(char);
                    }
                    out.push(']');
                }
            }
            self.write(children, children.len() > 1, out);
            if has_parentheses {
                out.push(')');
            }
        }
    }
}

/// A small generator of numbers that are random enough: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }

    fn text(&mut self) -> String {
        let parts = [
            "a",
            "b",
            ":",
            "]",
            "\\",
            "\n",
            "\t",
            "\r\n",
            "棋",
            "[",
            " ",
            "a long text of more than sixteen",
        ];
        (0..self.below(5)).map(|_| parts[self.below(parts.len())]).collect()
    }

    fn ident(&mut self) -> &'static str {
        ["B", "W", "C", "AB", "LB", "K2", "bad", "Bad", "", "B C"][self.below(10)]
    }
}

/// The text as Text has it, the naive way.
fn normalised(text: &str) -> String {
    text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n").replace(['\t'], " ")
}

struct Model {
    random: Random,
    tree: OwnedTree,
    twin: Twin,
}

impl Model {
    /// A number of a node, now and then one that was removed.
    fn any(&mut self) -> usize {
        let count = self.twin.nodes.len();
        for _ in 0..4 {
            let node = self.random.below(count);
            if !self.twin.nodes[node].is_removed {
                return node;
            }
        }
        self.random.below(count)
    }

    /// The node's key, and what every edit says if it was removed.
    fn key(&self, node: usize) -> (NodeKey, Option<EditError>) {
        let TwinNode { key, is_removed, .. } = self.twin.nodes[node];
        (key, is_removed.then_some(EditError::StaleNode))
    }

    fn edit_shape(&mut self) {
        if self.twin.nodes.is_empty() || self.random.below(40) == 0 {
            let key = self.tree.add_game_tree().unwrap();
            let at = self.twin.roots.len();
            return self.twin.add(key, None, at);
        }
        let node = self.any();
        let (key, stale) = self.key(node);
        let parent = self.twin.nodes[node].parent;
        match self.random.below(14) {
            0 | 1 | 7..=12 => self.add_child(node),
            2 => self.move_subtree(node),
            3 => {
                let done = self.tree.promote(key).err();
                assert_eq!(done, stale);
                let mut at = Some(node).filter(|_| stale.is_none());
                while let Some(node) = at {
                    at = self.twin.nodes[node].parent;
                    if at.is_some() {
                        self.twin.unlink(node);
                        self.twin.link(node, at, 0);
                    }
                }
            }
            4 => {
                assert_eq!(self.tree.split(key).err(), stale);
                if stale.is_none() && parent.is_some() {
                    self.twin.unlink(node);
                    let at = self.twin.roots.len();
                    self.twin.link(node, None, at);
                }
            }
            5 => self.reorder(node),
            6 if self.random.below(3) == 0 => {
                assert_eq!(self.tree.remove_subtree(key).err(), stale);
                if stale.is_none() {
                    self.twin.unlink(node);
                    self.twin.remove_all(node);
                }
            }
            _ => self.remove_node(node),
        }
    }

    fn reorder(&mut self, node: usize) {
        let (key, stale) = self.key(node);
        let parent = self.twin.nodes[node].parent;
        let at = self.random.below(4);
        let done = self.tree.reorder(key, at).err();
        let last = self.twin.siblings(parent).len() - usize::from(stale.is_none());
        let past = (at > last).then_some(EditError::NoSuchPosition { at, last });
        assert_eq!(done, stale.or(past));
        if done.is_none() {
            self.twin.unlink(node);
            self.twin.link(node, parent, at);
        }
    }

    fn remove_node(&mut self, node: usize) {
        let (key, stale) = self.key(node);
        assert_eq!(self.tree.remove_node(key).err(), stale);
        if stale.is_none() {
            let at = self.twin.unlink(node);
            let TwinNode { is_removed, parent, children, .. } = &mut self.twin.nodes[node];
            *is_removed = true;
            let (parent, children) = (*parent, children.clone());
            for child in children.into_iter().rev() {
                self.twin.link(child, parent, at);
            }
        }
    }

    fn add_child(&mut self, parent: usize) {
        let (key, stale) = self.key(parent);
        let last = self.twin.nodes[parent].children.len();
        let (added, at, past) = if self.random.below(2) == 0 {
            (self.tree.add_child(key), last, None)
        } else {
            let at = self.random.below(4);
            let past = (at > last).then_some(EditError::NoSuchPosition { at, last });
            (self.tree.insert_child(key, at), at, past)
        };
        assert_eq!(added.err(), stale.or(past));
        if let Ok(key) = added {
            assert!(self.twin.nodes.iter().all(|node| node.key != key), "a key is given once");
            self.twin.add(key, Some(parent), at);
        }
    }

    fn move_subtree(&mut self, node: usize) {
        let parent = self.any();
        let ((key, stale), (parent_key, parent_stale)) = (self.key(node), self.key(parent));
        let at = self.random.below(3);
        let moved = self.tree.move_subtree(key, parent_key, at).err();
        if let Some(stale) = stale.or(parent_stale) {
            return assert_eq!(moved, Some(stale));
        }
        if self.twin.is_below(parent, node) {
            return assert_eq!(moved, Some(EditError::BelowItself));
        }
        let children = &self.twin.nodes[parent].children;
        let last = children.len() - usize::from(children.contains(&node));
        let past = (at > last).then_some(EditError::NoSuchPosition { at, last });
        assert_eq!(moved, past);
        if moved.is_none() {
            self.twin.unlink(node);
            self.twin.link(node, Some(parent), at);
        }
    }

    fn values(&mut self, least: usize) -> Vec<(usize, String, String)> {
        let count = least + self.random.below(3);
        (0..count).map(|_| (self.random.below(3), self.random.text(), self.random.text())).collect()
    }

    fn edit_properties(&mut self) {
        let node = self.any();
        let (key, stale) = self.key(node);
        let ident = self.random.ident();
        let properties = &self.twin.nodes[node].properties;
        let found = properties.iter().position(|(other, _)| other == ident);
        let is_bad = found.is_none() && ["bad", "Bad", "", "B C"].contains(&ident);
        match self.random.below(6) {
            choice @ 0..=2 => {
                let values = self.values(0);
                let given: Vec<_> = values.iter().map(new_value).collect();
                let replaces = choice == 0;
                let done = if replaces {
                    self.tree.set(key, ident, given)
                } else {
                    self.tree.add(key, ident, given)
                };
                if stale.is_some() || is_bad || values.is_empty() {
                    return assert!(done.is_err());
                }
                assert_eq!(done, Ok(()));
                let properties = &mut self.twin.nodes[node].properties;
                let at = found.unwrap_or(properties.len());
                if found.is_none() {
                    properties.push((ident.to_owned(), Vec::new()));
                }
                if replaces {
                    properties[at].1.clear();
                }
                properties[at].1.extend(values.iter().map(twin_value));
            }
            3 => {
                let removed = self.tree.remove_property(key, ident);
                assert_eq!(removed, stale.map_or(Ok(found.is_some()), Err));
                if let (Ok(true), Some(at)) = (removed, found) {
                    self.twin.nodes[node].properties.remove(at);
                }
            }
            4 => {
                let new_ident = self.random.ident();
                let done = self.tree.rename_property(key, ident, new_ident);
                if done.is_ok() {
                    self.twin.nodes[node].properties[found.unwrap()].0 = new_ident.to_owned();
                }
                assert!(stale.is_none() || done.is_err());
            }
            _ => self.edit_value(node, ident, found),
        }
    }

    fn edit_value(&mut self, node: usize, ident: &str, found: Option<usize>) {
        let (key, stale) = self.key(node);
        let at = self.random.below(3);
        let value = self.values(1).swap_remove(0);
        let sets = self.random.below(2) == 0;
        let done = if sets {
            self.tree.set_value(key, ident, at, new_value(&value))
        } else {
            self.tree.remove_value(key, ident, at)
        };
        let Some(property) = found.filter(|_| stale.is_none()) else {
            return assert_eq!(done, Err(stale.unwrap_or(EditError::NoSuchProperty)));
        };
        let properties = &mut self.twin.nodes[node].properties;
        let values = &mut properties[property].1;
        let last = values.len() - 1;
        if at > last {
            return assert_eq!(done, Err(EditError::NoSuchPosition { at, last }));
        }
        assert_eq!(done, Ok(()));
        if sets {
            values[at] = twin_value(&value);
        } else {
            values.remove(at);
            properties.retain(|(_, values)| !values.is_empty());
        }
    }

    fn check(&self) {
        let mut expected = String::new();
        self.twin.write(&self.twin.roots, true, &mut expected);
        assert_eq!(self.tree.to_string(), expected);
        let live = self.twin.nodes.iter().filter(|node| !node.is_removed);
        assert_eq!(self.tree.node_count(), live.clone().count());
        assert_eq!(self.tree.nodes().count(), live.count());
        for TwinNode { key, is_removed, parent, children, .. } in &self.twin.nodes {
            let Some(node) = self.tree.node(*key) else {
                assert!(is_removed);
                continue;
            };
            assert!(!is_removed);
            assert_eq!(node.parent().map(OwnedNode::id), parent.map(|at| self.twin.nodes[at].key));
            let keys = children.iter().map(|&child| self.twin.nodes[child].key);
            assert!(node.children().map(OwnedNode::id).eq(keys));
        }
    }
}

fn new_value((kind, first, second): &(usize, String, String)) -> NewValue<'_> {
    match kind {
        0 => NewValue::text(first),
        1 => NewValue::undivided(first),
        _ => NewValue::compose(first, second),
    }
}

fn twin_value((kind, first, second): &(usize, String, String)) -> TwinValue {
    let text = normalised(first);
    match kind {
        0 => TwinValue { colon: text.find(':'), text },
        1 => TwinValue { colon: None, text },
        _ => {
            let colon = Some(text.len());
            let mut text = text;
            write!(text, ":{}", normalised(second)).unwrap();
            TwinValue { text, colon }
        }
    }
}

#[test]
fn random_edits_do_what_they_do_to_a_naive_twin() {
    let mut largest = 0;
    for seed in 1..=300 {
        let random = Random(0x9E37_79B9_7F4A_7C15 ^ seed);
        let mut model = Model { random, tree: OwnedTree::new(), twin: Twin::default() };
        model.edit_shape();
        for step in 0..400 {
            if model.random.below(2) == 0 {
                model.edit_shape();
            } else {
                model.edit_properties();
            }
            match step % 50 {
                7 => model.tree.compact(),
                23 => model.tree = model.tree.clone(),
                _ => {}
            }
            if step % 10 == 0 {
                model.check();
            }
        }
        model.check();
        largest = largest.max(model.tree.node_count());
    }
    assert!(largest > 60, "a tree of {largest} nodes says little");
}
