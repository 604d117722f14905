//! R11: records that stand nested in a damaged game tree become game trees of their own.
//!
//! A file of many games of which one has lost its last `)` holds all that follow as variations of
//! that one. A *candidate* is a parenthesis inside a tree whose first node holds a property that
//! belongs into a root.

use alloc::vec::Vec;

use super::{GameRecord, Level, NONE, NodeRecord, TreeSink};
use crate::diagnostic::{Code, Diagnostic};
use crate::ident::name;
use crate::span::{Span, offset};
use crate::text::trimmed_end;

/// Whether the property belongs into the root of a game tree.
fn is_root_property(ident: &[u8]) -> bool {
    [*b"AP", *b"CA", *b"FF", *b"GM", *b"ST", *b"SZ"].iter().any(|&root| name(ident).eq(root))
}

/// Whether a property with this ident makes a candidate of the innermost parenthesis, which is
/// read right now.
pub(crate) fn makes_candidate(tree: &TreeSink<'_>, ident: &[u8]) -> bool {
    tree.level.may_be_record(tree.tables.nodes.rows()) && is_root_property(ident)
}

/// Whether a parenthesis that hangs directly on the last node of the innermost level is a candidate.
pub(crate) fn has_candidates_below(tree: &TreeSink<'_>) -> bool {
    !candidates(tree, &[Level { first: tree.level.last, is_implied: true, ..tree.level }])
        .is_empty()
}

/// The `(` before the first node of a parenthesis, at `node`: a game tree that has had no
/// structural fault holds nothing but white space between them.
fn paren_before(source: &[u8], node: usize) -> usize {
    memchr::memrchr(b'(', &source[..node]).unwrap_or(node)
}

/// Notes that the game tree is cut at the `(` at `start`.
fn note_cut(tree: &mut TreeSink<'_>, start: usize) {
    let game = offset(tree.tables.games.len());
    tree.tables.diagnostics.push(Code::RecordCut, Span::new(start, start + 1), Some(game));
}

/// Moves the diagnostics of the game tree that is read on, each by so many game trees.
///
/// Cost: linear in their number. Only cuts stand between them, and one stands after each fault.
fn number_diagnostics(tree: &mut TreeSink<'_>, moves: impl Fn(Span) -> u32) {
    let game = tree.tables.games.len();
    let is_own = |found: &Diagnostic| found.game() == Some(game);
    let diagnostics = &mut tree.tables.diagnostics;
    let list = diagnostics.list.iter_mut().rev();
    let list = list.take_while(|found| is_own(found) || found.code() == Code::RecordCut);
    for found in list.chain(&mut diagnostics.pending) {
        if is_own(found) {
            *found = found.with_game(Some(offset(game) + moves(found.span())));
        }
    }
}

/// Makes a game tree of the innermost parenthesis, of which one node has been read and perhaps
/// sub-trees of that, and closes the one it stood in.
pub(crate) fn cut_here(tree: &mut TreeSink<'_>) {
    let levels = tree.levels_of_game();
    let candidate = tree.level;
    let start = candidate.start as usize;
    number_diagnostics(tree, |found| u32::from(found.start() >= start));
    note_cut(tree, start);
    for &level in &levels[..levels.len() - 1] {
        tree.end_subtrees(level, candidate.first);
    }
    let around = levels[..levels.len() - 1].iter().find(|level| level.has_nodes());
    if let Some(around) = around {
        let end = trimmed_end(tree.source, tree.game_start, start);
        let span = Span::new(tree.game_start, end);
        let charset = tree.charset;
        tree.tables.games.push(GameRecord {
            root: around.first,
            span,
            charset,
            in_file_order: true,
        });
    }
    tree.tables.nodes.rows_mut()[candidate.first as usize].parent = NONE;
    if let (Some(around), true) = (around, tree.has_to_be_laid_out()) {
        tree.lay_out(around.first, candidate.first);
    }
    tree.game_start = start;
    tree.set_open_levels(&[candidate]);
}

/// Makes game trees of all candidates in the game tree whose enclosing parentheses are still open
/// at `at`, and closes the parentheses around the last of them. Says whether there were any.
///
/// Cost: linear in the size of the game tree, and done once for it.
pub(crate) fn cut_candidates(tree: &mut TreeSink<'_>, at: usize) -> bool {
    let levels = tree.levels_of_game();
    let Some(outermost) = levels.iter().find(|level| level.has_nodes()) else { return false };
    // The places of properties that follow sub-trees are asked for once more.
    let continued = tree.continued_places();
    tree.join_continued(outermost.first);
    let roots = candidates(tree, &levels);
    let (Some(&first_root), Some(&last_root)) = (roots.first(), roots.last()) else {
        return false;
    };
    let node = tree.tables.nodes.rows()[first_root as usize].start as usize;
    let kept = levels.iter().position(|level| level.has_nodes() && level.first == last_root);
    if kept.is_none() {
        // A node that is not kept is read, in this game tree.
        tree.join_duplicates();
    }
    let cut = Cut::new(tree, &levels, &roots, continued, at);
    cut.number_diagnostics(tree);
    note_cut(tree, paren_before(tree.source, node));
    cut.push_games(tree, kept.is_some());
    cut.reorder(tree);
    let kept: Vec<Level> = levels[kept.unwrap_or(levels.len())..]
        .iter()
        .map(|level| Level { first: cut.moved(level.first), last: cut.moved(level.last), ..*level })
        .collect();
    // If a level is kept, the current node is the last of all, as it was.
    tree.node_properties = match (kept.is_empty(), tree.tables.nodes.rows().last()) {
        (false, Some(node)) => offset(node.first_entry()),
        _ => tree.tables.properties.len(),
    };
    tree.set_open_levels(&kept);
    true
}

/// The first nodes of the candidates, in file order: parentheses that are open, and those that
/// were closed directly inside open ones.
fn candidates(tree: &TreeSink<'_>, levels: &[Level]) -> Vec<u32> {
    let nodes = tree.tables.nodes.rows();
    let properties = tree.tables.properties.rows();
    let holds_root_property = |node: u32| {
        let next = nodes.get(node as usize + 1);
        let end = next.map_or(properties.len(), NodeRecord::first_entry);
        properties[nodes[node as usize].first_entry()..end]
            .iter()
            .any(|property| is_root_property(property.ident(tree.source)))
    };
    let mut roots = Vec::new();
    for level in levels.iter().filter(|level| level.has_nodes()) {
        let is_nested = !level.is_implied && nodes[level.first as usize].parent != NONE;
        if is_nested && holds_root_property(level.first) {
            roots.push(level.first);
        }
        // All sub-trees of a level hang on its last node.
        let mut child = level.last + 1;
        while let Some(node) = nodes.get(child as usize) {
            // One that is still open has no end yet, and is the first of the next level.
            if node.subtree_end == 0 {
                break;
            }
            if holds_root_property(child) {
                roots.push(child);
            }
            child = node.subtree_end;
        }
    }
    roots
}

/// How the nodes of a game tree fall apart into groups: what stays, and each candidate.
struct Cut {
    /// The root of the game tree.
    start: u32,
    /// The group of each of its nodes.
    groups: Vec<u32>,
    /// Its nodes, group by group, in file order in each.
    order: Vec<u32>,
    /// Where each of its nodes goes.
    moves: Vec<u32>,
    /// Where each group stands in the input.
    spans: Vec<Span>,
    /// The first node of each group, where it stood.
    firsts: Vec<u32>,
    /// Where properties stand that follow sub-trees, and their nodes.
    continued: Vec<(Span, u32)>,
}

impl Cut {
    fn new(
        tree: &TreeSink<'_>,
        levels: &[Level],
        roots: &[u32],
        continued: Vec<(Span, u32)>,
        at: usize,
    ) -> Self {
        let nodes = tree.tables.nodes.rows();
        // A level with nodes is open, since it holds a candidate.
        let start = levels.iter().find(|level| level.has_nodes()).map_or(0, |level| level.first);
        let own = &nodes[start as usize..];
        let mut groups: Vec<u32> = Vec::with_capacity(own.len());
        let mut next_group = 0;
        for (node, index) in own.iter().zip(start..) {
            let group = if index == start {
                0
            } else if roots.get(next_group as usize) == Some(&index) {
                next_group += 1;
                next_group
            } else {
                groups[(node.parent - start) as usize]
            };
            groups.push(group);
        }
        let mut order: Vec<u32> = (start..).take(own.len()).collect();
        order.sort_by_key(|&index| groups[(index - start) as usize]);
        let mut moves = alloc::vec![0; own.len()];
        for (&index, place) in order.iter().zip(start..) {
            moves[(index - start) as usize] = place;
        }
        let firsts: Vec<u32> = [start].into_iter().chain(roots.iter().copied()).collect();
        let mut spans = spans(tree, &firsts, &groups, at);
        for (span, node) in &continued {
            // A record that was cut out ends before what follows it in the game tree around it.
            let owner = groups[(node - start) as usize];
            let before = own.partition_point(|node| (node.start as usize) < span.start());
            let last = groups[before.saturating_sub(1)];
            if last != owner {
                let cut = &mut spans[last as usize];
                let end = trimmed_end(tree.source, cut.start(), span.start().max(cut.start()));
                *cut = Span::new(cut.start(), cut.end().min(end));
            }
            let own = &mut spans[owner as usize];
            *own = Span::new(own.start(), own.end().max(span.end()));
        }
        Self { start, groups, order, moves, spans, firsts, continued }
    }

    /// The place that a node goes to. What is after the last node stays there.
    fn moved(&self, node: u32) -> u32 {
        self.moves.get(node.wrapping_sub(self.start) as usize).copied().unwrap_or(node)
    }

    /// Gives the diagnostics of the game tree the numbers of the game trees that it becomes.
    fn number_diagnostics(&self, tree: &mut TreeSink<'_>) {
        let nodes = tree.tables.nodes.rows()[self.start as usize..].to_vec();
        let parens = if tree.tables.diagnostics.pending.is_empty() {
            Vec::new()
        } else {
            last_parens(tree.source, &nodes)
        };
        number_diagnostics(tree, |found| {
            let after = nodes.partition_point(|node| node.start as usize <= found.start());
            if parens.get(after).is_some_and(|&paren| paren < found.start()) {
                // It stands between the `(` and the first node.
                return self.groups[after];
            }
            let node = after.saturating_sub(1);
            let before = self.continued.partition_point(|(span, _)| span.start() <= found.start());
            match self.continued[..before].last() {
                Some((span, owner)) if span.start() > nodes[node].start as usize => {
                    self.groups[(owner - self.start) as usize]
                }
                _ => self.groups[node],
            }
        });
    }

    fn push_games(&self, tree: &mut TreeSink<'_>, is_last_open: bool) {
        let closed = self.firsts.len() - usize::from(is_last_open);
        let in_file_order = self.continued.is_empty();
        for (&first, &span) in self.firsts.iter().zip(&self.spans).take(closed) {
            let (root, charset) = (self.moved(first), tree.charset);
            tree.tables.games.push(GameRecord { root, span, charset, in_file_order });
        }
        if let Some(last) = self.spans.last() {
            tree.game_start = last.start();
        }
    }

    /// Brings the nodes into their new order, and what they hold with them.
    fn reorder(&self, tree: &mut TreeSink<'_>) {
        tree.rearrange(self.start, &self.order, |index, node| {
            let is_root = self.firsts.binary_search(&index).is_ok();
            let parent = if is_root { NONE } else { self.moved(node.parent) };
            NodeRecord { parent, subtree_end: 0, ..node }
        });
        end_subtrees(&mut tree.tables.nodes.rows_mut()[self.start as usize..], self.start);
    }
}

/// Where each group stands: from its `(` to what stands after its last node.
fn spans(tree: &TreeSink<'_>, firsts: &[u32], groups: &[u32], at: usize) -> Vec<Span> {
    let nodes = tree.tables.nodes.rows();
    let start = firsts[0];
    let mut lasts = alloc::vec![0; firsts.len()];
    for (&group, index) in groups.iter().zip(start..) {
        lasts[group as usize] = index;
    }
    let paren = |node: &NodeRecord| paren_before(tree.source, node.start as usize);
    let starts = firsts
        .iter()
        .map(|&first| if first == start { tree.game_start } else { paren(&nodes[first as usize]) });
    let ends = lasts.iter().map(|&last: &u32| nodes.get(last as usize + 1).map_or(at, paren));
    starts
        .zip(ends)
        .map(|(start, end)| Span::new(start, trimmed_end(tree.source, start, end.max(start))))
        .collect()
}

/// The last `(` before each node, after the node before: where no value holds one, it is that of a
/// first node.
fn last_parens(source: &[u8], nodes: &[NodeRecord]) -> Vec<usize> {
    let mut before = 0;
    let paren = |node: &NodeRecord| {
        let after = core::mem::replace(&mut before, node.start as usize);
        let between = &source[after..node.start as usize];
        memchr::memrchr(b'(', between).map_or(usize::MAX, |at| after + at)
    };
    nodes.iter().map(paren).collect()
}

/// Says where each subtree ends, for nodes that stand in pre-order from `start` on.
fn end_subtrees(nodes: &mut [NodeRecord], start: u32) {
    for index in (0..nodes.len()).rev() {
        let end = nodes[index].subtree_end.max(start + offset(index) + 1);
        nodes[index].subtree_end = end;
        if nodes[index].parent != NONE {
            let parent = &mut nodes[(nodes[index].parent - start) as usize];
            parent.subtree_end = parent.subtree_end.max(end);
        }
    }
}
