//! The flat shape: a line for each node, which names its parent by number.

use std::io::{self, Write};

use kifu::{Collection, GameTree, Node};

use super::open_nodes::OpenNodes;
use super::write;

/// Writes the lines of all nodes of a collection.
pub(super) fn lines(
    out: &mut impl Write,
    path: &str,
    collection: Collection<'_>,
) -> io::Result<()> {
    let mut start = b"{\"path\":".to_vec();
    write::string(&mut start, path)?;
    collection.game_trees().try_for_each(|game| game_lines(out, &start, game))
}

fn game_lines(out: &mut impl Write, start: &[u8], game: GameTree<'_>) -> io::Result<()> {
    let mut open = OpenNodes::default();
    for node in game.nodes() {
        open.close_down_to_parent_of(node);
        out.write_all(start)?;
        write!(out, ",\"game\":{},\"node\":{},\"parent\":", game.index(), node.id())?;
        match node.parent().map(Node::id) {
            Some(parent) => write!(out, "{parent}")?,
            None => out.write_all(b"null")?,
        }
        write!(out, ",\"depth\":{},\"properties\":", open.len())?;
        write::properties(out, node)?;
        out.write_all(b"}\n")?;
        open.push(node);
    }
    Ok(())
}
