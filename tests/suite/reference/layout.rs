//! What is settled when all is read: which games there are, the order of their nodes (R5), and the
//! faults that are noted once for a game.

use std::collections::BTreeSet;

use super::{Draft, Fault, Node, Noted, input::Input};

/// The nodes, game by game in pre-order, and the faults in the order of the input.
pub(super) fn lay_out(
    input: Input<'_>,
    drafts: &[Draft],
    noted: Vec<Noted>,
) -> (Vec<Node>, Vec<Fault>) {
    let mut children = vec![Vec::new(); drafts.len()];
    let mut roots = Vec::new();
    for (index, draft) in drafts.iter().enumerate() {
        match draft.parent {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    let mut nodes = Vec::new();
    let mut games = vec![0; drafts.len()];
    for (game, &root) in roots.iter().enumerate() {
        for index in order(drafts, &children, root) {
            let draft = &drafts[index];
            games[index] = game;
            let parent = draft.parent.map(|parent| drafts[parent].start);
            let properties = draft.properties.iter().filter(|(_, values)| !values.is_empty());
            nodes.push((game, draft.start, parent, properties.cloned().collect()));
        }
    }
    let roots: Vec<usize> = roots.iter().map(|&root| drafts[root].start).collect();
    (nodes, faults(input, noted, &games, &roots))
}

/// R5: the nodes of a game in pre-order.
fn order(drafts: &[Draft], children: &[Vec<usize>], root: usize) -> Vec<usize> {
    let goes_on = |node: &usize| drafts[*node].goes_on;
    let first_ones = |node: usize| {
        let mut children = children[node].clone();
        children.sort_by_key(|node| !goes_on(node)); // Stable: the sub-trees keep their order.
        children
    };
    let as_written = |node: usize| children[node].clone();
    if main_line(root, first_ones) >= main_line(root, as_written) {
        pre_order(root, first_ones)
    } else {
        pre_order(root, as_written)
    }
}

fn main_line(root: usize, children: impl Fn(usize) -> Vec<usize>) -> usize {
    std::iter::successors(Some(root), |&node| children(node).first().copied()).count()
}

fn pre_order(root: usize, children: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let (mut order, mut waiting) = (Vec::new(), vec![root]);
    while let Some(node) = waiting.pop() {
        order.push(node);
        waiting.extend(children(node).into_iter().rev());
    }
    order
}

/// Each code that comes once for a game, or once for a game and name, only at its first place.
fn faults(input: Input<'_>, mut noted: Vec<Noted>, games: &[usize], roots: &[usize]) -> Vec<Fault> {
    noted.sort_by_key(|noted| noted.span.start);
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    // R4: without a game, one fault stands for all that was passed over.
    let is_empty = noted.iter().any(|noted| noted.code == "no-tree");
    noted.retain(|noted| !(is_empty && noted.code == "odd-white-space"));
    for Noted { code, span, node } in noted {
        let game = node.map(|node| games[node]);
        // What belongs to no game is noted once up to the next.
        let gap = roots.partition_point(|&root| root < span.start);
        let gap = if game.is_none() { gap } else { 0 };
        let is_first = match code {
            "odd-white-space" => seen.insert((game, gap, code, &input.0[..0])),
            "invalid-ident" | "lowercase-ident" => {
                seen.insert((game, gap, code, &input.0[span.clone()]))
            }
            _ => true,
        };
        if is_first {
            let severity = severity(input, code, &span);
            faults.push((span.start, span.end, code, severity, game));
        }
    }
    faults.sort_unstable();
    faults
}

fn severity(input: Input<'_>, code: &str, span: &std::ops::Range<usize>) -> &'static str {
    match code {
        "no-tree"
        | "unclosed-tree"
        | "unclosed-value"
        | "record-cut"
        | "property-without-value"
        | "value-without-property"
        | "stray-bytes"
        | "invalid-encoding" => "error",
        "text-before-tree" | "text-after-tree" if input.holds_property(span.clone()) => "error",
        "lowercase-ident" | "invalid-ident" => "info",
        _ => "warning",
    }
}
