//! The nested shape: `{"properties": {…}, "children": [tree…]}`.

use std::io::{self, Write};

use kifu::GameTree;

use super::open_nodes::OpenNodes;
use super::write;

/// Writes a game tree, however deep, without recursion.
pub(super) fn tree(out: &mut impl Write, game: GameTree<'_>) -> io::Result<()> {
    let mut open = OpenNodes::default();
    for node in game.nodes() {
        let closed = open.close_down_to_parent_of(node);
        close(out, closed)?;
        // A node was just closed: this one is its sibling.
        if closed > 0 {
            out.write_all(b",")?;
        }
        out.write_all(b"{\"properties\":")?;
        write::properties(out, node)?;
        out.write_all(b",\"children\":[")?;
        open.push(node);
    }
    close(out, open.len())
}

fn close(out: &mut impl Write, nodes: usize) -> io::Result<()> {
    (0..nodes).try_for_each(|_| out.write_all(b"]}"))
}
