//! The shape of the format's own grammar: `{"nodes": [properties…], "variations": [tree…]}`.

use std::io::{self, Write};

use kifu::{GameTree, Node};

use super::open_nodes::OpenNodes;
use super::write;

/// Writes a game tree, however deep, without recursion.
///
/// A sequence goes on as long as a node has one child, in parentheses of its own or not.
pub(super) fn tree(out: &mut impl Write, game: GameTree<'_>) -> io::Result<()> {
    // The nodes that sequences end with and variations follow.
    let mut open = OpenNodes::default();
    for node in game.nodes() {
        if is_only_child(node) {
            out.write_all(b",")?;
        } else {
            for _ in 0..open.close_down_to_parent_of(node) {
                out.write_all(b"]}")?;
            }
            if is_later_child(node) {
                out.write_all(b",")?;
            }
            out.write_all(b"{\"nodes\":[")?;
        }
        write::properties(out, node)?;
        match node.children().take(2).count() {
            0 => out.write_all(b"],\"variations\":[]}")?,
            1 => {}
            _ => {
                out.write_all(b"],\"variations\":[")?;
                open.push(node);
            }
        }
    }
    (0..open.len()).try_for_each(|_| out.write_all(b"]}"))
}

fn is_only_child(node: Node<'_>) -> bool {
    node.parent().is_some() && !is_later_child(node) && node.next_sibling().is_none()
}

fn is_later_child(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| parent.first_child() != Some(node))
}
