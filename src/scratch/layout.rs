//! R5: a game tree in which nodes or properties follow sub-trees is laid out anew, once, when it
//! ends.
//!
//! While such a game tree is read, its nodes and properties stand in the tables in the order of the
//! file, and the lists here say which of them belong elsewhere. A game tree without such places
//! costs nothing but the question whether there are any.

use alloc::vec::Vec;
use core::mem;

use super::duplicates::FirstMoves;
use super::{Level, NodeRecord, TreeSink};
use crate::span::Span;

/// What stands elsewhere in the tree than in the file, of the game trees that are read.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The nodes that go before the sub-trees that precede them, in file order.
    firsts: Vec<u32>,
    /// The properties that belong to a node before, in file order.
    continued: Vec<Continued>,
    /// Whether properties of a game tree that is read were given to other nodes already.
    is_rearranged: bool,
    /// The last value of the file, where the tables do not end with it.
    last_value: Option<LastValue>,
}

/// Properties that belong to the node that the sub-trees before them hang on.
#[derive(Clone, Copy, Debug)]
struct Continued {
    node: u32,
    /// Where they start in the table, and end.
    start: u32,
    end: u32,
    /// Where they stand in the input.
    span: Span,
}

/// A value, and the ident that stands before it or before the values before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastValue {
    pub(crate) ident: Span,
    pub(crate) span: Span,
}

impl Layout {
    pub(super) fn clear(&mut self) {
        self.firsts.clear();
        self.continued.clear();
        self.is_rearranged = false;
        self.last_value = None;
    }

    fn is_needed(&self) -> bool {
        self.is_rearranged || !(self.firsts.is_empty() && self.continued.is_empty())
    }
}

impl TreeSink<'_> {
    /// Opens a level for a node after a sub-tree, `at` its place. Where the parenthesis has a node
    /// of its own, the new node goes on from that.
    pub(crate) fn go_on(&mut self, at: usize) {
        if self.level.has_nodes() {
            let next = self.tables.nodes.len();
            self.tables.layout.firsts.push(next);
        }
        self.push_level(at);
        self.level.is_implied = true;
    }

    /// Notes that the properties from `start` on belong to the last node of the level. They stand
    /// in this span.
    pub(crate) fn continue_node(&mut self, start: u32, span: Span) {
        let (node, end) = (self.level.last, self.tables.properties.len());
        self.tables.layout.continued.push(Continued { node, start, end, span });
    }

    /// Where the properties stand in the input that follow sub-trees, and the nodes that they
    /// belong to, in file order.
    pub(super) fn continued_places(&self) -> Vec<(Span, u32)> {
        self.tables.layout.continued.iter().map(|it| (it.span, it.node)).collect()
    }

    /// The last value that was read, if any was.
    pub(crate) fn last_value(&self) -> Option<LastValue> {
        let kept = self.tables.layout.last_value;
        let last = self.tables.properties.rows().last().map(|property| {
            let value = match property.more {
                0 => property.value,
                _ => self.tables.values.rows().last().copied().unwrap_or_default(),
            };
            let ident = Span::new(property.ident_start as usize, property.ident_end as usize);
            LastValue { ident, span: value.span() }
        });
        [kept, last].into_iter().flatten().max_by_key(|value| value.span.end())
    }

    /// Keeps the last value in mind before values are put in another order.
    pub(super) fn keep_last_value(&mut self) {
        self.tables.layout.last_value = self.last_value();
    }

    /// Whether the nodes and properties that were read are not in the order of the tree.
    #[inline(always)]
    pub(super) fn has_to_be_laid_out(&self) -> bool {
        self.tables.layout.is_needed()
    }

    /// Brings the game tree that ended last into the order of the tree. Its nodes are those from
    /// `root` to `end`.
    ///
    /// Cost: linear in the size of the game tree and of what stands after it in the tables; the
    /// joining of properties apart, which is by sorting.
    #[cold]
    pub(super) fn lay_out(&mut self, root: u32, end: u32) {
        self.keep_last_value();
        let nodes = &self.tables.nodes.rows()[root as usize..];
        let mut firsts = mem::take(&mut self.tables.layout.firsts);
        let after = firsts.partition_point(|&node| node < end);
        let places = places(&nodes[..(end - root) as usize], root, &firsts[..after]);
        firsts.drain(..after);
        self.tables.layout.firsts = firsts;
        if let Some(game) = self.tables.games.last_mut() {
            game.in_file_order = false;
        }
        let Some(places) = places else { return self.join_continued(root) };
        let place = |node: u32| places.get((node - root) as usize).copied().unwrap_or(node);
        let mut order: Vec<u32> = (root..).take(nodes.len()).collect();
        for (&place, node) in places.iter().zip(root..) {
            order[(place - root) as usize] = node;
        }
        self.rearrange(root, &order, |index, node| {
            // What is still open has no end.
            let subtree_end = match node.subtree_end {
                open if index >= end => open,
                closed => place(index) + (closed - index),
            };
            let keeps_parent = node.parent < root || node.parent == super::NONE;
            let parent = if keeps_parent { node.parent } else { place(node.parent) };
            NodeRecord { parent, subtree_end, ..node }
        });
    }

    /// Forgets about the game trees that were read, of which none is open.
    pub(super) fn end_layout(&mut self) {
        self.tables.layout.is_rearranged = false;
    }

    /// Gives the properties that follow sub-trees to their nodes, from the node `root` on.
    pub(super) fn join_continued(&mut self, root: u32) {
        if self.tables.layout.continued.is_empty() {
            return;
        }
        self.keep_last_value();
        self.tables.layout.is_rearranged = true;
        let order: Vec<u32> = (root..self.tables.nodes.len()).collect();
        self.rearrange(root, &order, |_, node| node);
    }

    /// Puts the nodes from `start` on into this order, and what they hold with them; properties
    /// that follow sub-trees go to their nodes. `record` gives the record of a node that stood at a
    /// place; where its properties start is found here.
    pub(super) fn rearrange(
        &mut self,
        start: u32,
        order: &[u32],
        record: impl Fn(u32, NodeRecord) -> NodeRecord,
    ) {
        let mut continued = mem::take(&mut self.tables.layout.continued);
        let nodes = self.tables.nodes.rows()[start as usize..].to_vec();
        let Some(first_property) = nodes.first().map(NodeRecord::first_entry) else { return };
        let properties = self.tables.properties.rows()[first_property..].to_vec();
        let open = self.tables.properties.len().saturating_sub(self.node_properties);
        let mut value_starts = Vec::with_capacity(properties.len() + 1);
        value_starts.push(0);
        for property in &properties {
            value_starts.push(value_starts[value_starts.len() - 1] + property.more as usize);
        }
        let further = value_starts[properties.len()];
        let first_value = self.tables.values.rows().len() - further;
        let values = self.tables.values.rows()[first_value..].to_vec();
        self.tables.nodes.truncate(start);
        self.tables.properties.truncate(first_property as u32);
        self.tables.values.truncate(first_value as u32);
        // Those that follow the properties of a node itself are not its own.
        let starts: Vec<u32> = continued.iter().map(|it| it.start).collect();
        continued.sort_by_key(|it| it.node);
        for &index in order {
            let at = (index - start) as usize;
            let first = nodes[at].properties;
            let next = nodes.get(at + 1).map(|next| next.properties);
            let next = next.unwrap_or((first_property + properties.len()) as u32);
            let foreign = starts[starts.partition_point(|&it| it < first)..].first();
            let end = foreign.map_or(next, |&foreign| foreign.min(next));
            let added = &continued[continued.partition_point(|it| it.node < index)..];
            let added = added.iter().take_while(|it| it.node == index);
            self.node_properties = self.tables.properties.len();
            let node = NodeRecord { properties: self.node_properties, ..record(index, nodes[at]) };
            self.tables.nodes.push(node);
            let joins = added.clone().next().is_some();
            for (from, to) in [(first, end)].into_iter().chain(added.map(|it| (it.start, it.end))) {
                let own = from as usize - first_property..to as usize - first_property;
                properties[own.clone()].iter().for_each(|&it| self.tables.properties.push(it));
                let own = value_starts[own.start]..value_starts[own.end];
                values[own].iter().for_each(|&value| self.tables.values.push(value));
            }
            if joins {
                self.join_same_names();
            }
        }
        self.node_properties = self.tables.properties.len().saturating_sub(open);
        self.moves = FirstMoves::default();
        continued.clear();
        self.tables.layout.continued = continued;
    }
}

/// Where each node of a game tree goes if these nodes, in file order, become the first children of
/// their parents. `None` if they stay where they are: their game would have a shorter main line by
/// it, or there are none.
fn places(nodes: &[NodeRecord], root: u32, firsts: &[u32]) -> Option<Vec<u32>> {
    if firsts.is_empty() {
        return None;
    }
    // The child that goes first, by the number of the parent. Zero is the root, and no child.
    let mut first_of = alloc::vec![0; nodes.len()];
    for &node in firsts {
        let child = (node - root) as usize;
        first_of[(nodes[child].parent - root) as usize] = child;
    }
    let has_child = |node: usize| (nodes[node].subtree_end - root) as usize > node + 1;
    let main_line = |first_child: &dyn Fn(usize) -> usize| {
        let next = |&node: &usize| has_child(node).then(|| first_child(node));
        core::iter::successors(Some(0), next).count()
    };
    let moved = |node: usize| if first_of[node] > 0 { first_of[node] } else { node + 1 };
    if main_line(&moved) < main_line(&|node| node + 1) {
        return None;
    }
    let size = |node: usize| nodes[node].subtree_end - root - node as u32;
    let mut places = alloc::vec![root; nodes.len()];
    // Where the next child of each node goes, of those that keep their order.
    let mut next_of = alloc::vec![0; nodes.len()];
    for node in 0..nodes.len() {
        if node > 0 {
            let parent = (nodes[node].parent - root) as usize;
            if first_of[parent] == node {
                places[node] = places[parent] + 1;
            } else {
                places[node] = next_of[parent];
                next_of[parent] += size(node);
            }
        }
        let first = first_of[node];
        next_of[node] = places[node] + 1 + if first > 0 { size(first) } else { 0 };
    }
    Some(places)
}

impl Level {
    /// Whether a property in a root would be one in the first node of this level: it has one node,
    /// which has a parent, and a parenthesis of its own.
    pub(crate) fn may_be_record(self, nodes: &[NodeRecord]) -> bool {
        self.first == self.last
            && !self.is_implied
            && nodes.get(self.first as usize).is_some_and(|node| node.parent != super::NONE)
    }
}
