//! The flat shape: a line for each node, which names its parent by number.

use std::io::{self, Write};

use kifu::{Collection, GameTree, Node};

use super::open_nodes::OpenNodes;
use super::write;
use crate::run::Input;

/// Writes the lines of all nodes of a collection.
pub(super) fn lines(
    out: &mut impl Write,
    input: &Input<'_>,
    collection: Collection<'_>,
) -> io::Result<()> {
    let mut start = b"{\"path\":".to_vec();
    write::string(&mut start, input.path)?;
    input.games(collection).try_for_each(|game| game_lines(out, &start, input, game))
}

fn game_lines(
    out: &mut impl Write,
    start: &[u8],
    input: &Input<'_>,
    game: GameTree<'_>,
) -> io::Result<()> {
    let number = |node: Node<'_>| input.place.nodes + node.id().index();
    let game_number = input.number(game);
    let mut open = OpenNodes::default();
    // The main line goes from first child to first child, each of which is the next node.
    let mut main = game.root();
    for node in game.nodes() {
        open.close_down_to_parent_of(node);
        out.write_all(start)?;
        write!(out, ",\"game\":{game_number},\"node\":{},\"parent\":", number(node))?;
        match node.parent().map(number) {
            Some(parent) => write!(out, "{parent}")?,
            None => out.write_all(b"null")?,
        }
        let is_main =
            node == game.root() || node.parent() == Some(main) && main.first_child() == Some(node);
        if is_main {
            main = node;
        }
        write!(out, ",\"depth\":{},\"main\":{is_main},\"properties\":", open.len())?;
        write::properties(out, node)?;
        out.write_all(b"}\n")?;
        open.push(node);
    }
    Ok(())
}
