//! Edits of the shape of an owned tree: nodes and variations come, go and move.

use super::{EditError, NONE, NodeKey, NodeRecord, OwnedNode, OwnedTree, TOP};
use crate::view;

impl OwnedTree {
    /// Adds a game tree after the others: a root without properties, whose key is given back.
    ///
    /// # Errors
    ///
    /// [`EditError::TooLarge`].
    pub fn add_game_tree(&mut self) -> Result<NodeKey, EditError> {
        self.add_below(TOP, NONE)
    }

    /// Adds a node without properties, as the last child.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
    /// let root = tree.root().unwrap().id();
    /// let other = tree.add_child(root)?;
    /// tree.set(other, "W", ["cc"])?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;W[bb])(;W[cc]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_child(&mut self, parent: NodeKey) -> Result<NodeKey, EditError> {
        let parent = self.place(parent)?;
        self.add_below(parent, NONE)
    }

    /// Adds a node without properties, as the child with the number `at`, from 0; those from
    /// there on move back by one.
    ///
    /// Cost: linear in the number of children before it.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::NoSuchPosition`] past the number of children,
    /// [`EditError::TooLarge`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb])")?;
    /// let root = tree.root().unwrap().id();
    /// let other = tree.insert_child(root, 0)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;)(;W[bb]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_child(&mut self, parent: NodeKey, at: usize) -> Result<NodeKey, EditError> {
        let parent = self.place(parent)?;
        let before = self.child_at(parent, at, NONE)?;
        self.add_below(parent, before)
    }

    /// Removes a node and all nodes below it. Of a root, that is the game tree.
    ///
    /// Cost: linear in what is removed.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb];B[cc])(;W[dd]))")?;
    /// let first = tree.root().unwrap().first_child().unwrap().id();
    /// tree.remove_subtree(first)?;
    /// assert_eq!(tree.to_string(), "(;B[aa];W[dd])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_subtree(&mut self, node: NodeKey) -> Result<(), EditError> {
        let top = self.place(node)?;
        self.remove_below(top);
        self.compact_if_wasteful();
        Ok(())
    }

    /// Keeps the main line of each game tree, and removes all variations.
    ///
    /// Cost: linear in the main lines and in what is removed.
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))(;B[gg])")?;
    /// tree.keep_main_line();
    /// assert_eq!(tree.to_string(), "(;B[aa];W[bb];B[cc];W[dd])(;B[gg])");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn keep_main_line(&mut self) {
        let mut root = self.nodes[TOP as usize].first_child;
        while root != NONE {
            self.keep_first_children(root);
            root = self.nodes[root as usize].next;
        }
        self.compact_if_wasteful();
    }

    /// Keeps one line of play of a game tree, and removes all variations beside it: the line from the
    /// root to the node, and on from there by first children. Other game trees stay as they are.
    ///
    /// Cost: linear in the line and in what is removed.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb];B[cc])(;W[dd](;B[ee])(;B[ff])))")?;
    /// let second = tree.root().unwrap().children().nth(1).unwrap().id();
    /// tree.keep_line(second)?;
    /// assert_eq!(tree.to_string(), "(;B[aa];W[dd];B[ee])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_line(&mut self, node: NodeKey) -> Result<(), EditError> {
        let place = self.place(node)?;
        let mut kept = place;
        loop {
            let parent = self.nodes[kept as usize].parent;
            if parent == TOP {
                break;
            }
            self.remove_children_but(parent, kept);
            kept = parent;
        }
        self.keep_first_children(place);
        self.compact_if_wasteful();
        Ok(())
    }

    /// Removes all below a node but its main line.
    fn keep_first_children(&mut self, mut place: u32) {
        loop {
            let first = self.nodes[place as usize].first_child;
            if first == NONE {
                return;
            }
            self.remove_children_but(place, first);
            place = first;
        }
    }

    /// Removes the children of a node, with all below them, but for one.
    fn remove_children_but(&mut self, parent: u32, kept: u32) {
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let next = self.nodes[child as usize].next;
            if child != kept {
                self.remove_below(child);
            }
            child = next;
        }
    }

    /// Removes a node and all nodes below it.
    fn remove_below(&mut self, top: u32) {
        self.unlink(top);
        let mut next = Some(top);
        while let Some(place) = next {
            let handle = |place| OwnedNode { tree: &*self, place };
            // A node that was given up keeps its links until another takes its place.
            let following = view::next_in_file_order(handle(place), handle(top));
            next = following.map(|(_, node)| node.place);
            self.give_up(place);
        }
    }

    /// Removes a node and keeps those below: its children take its place, in their order. Those of
    /// a root become game trees of their own.
    ///
    /// Cost: linear in the number of its children and properties.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))")?;
    /// let first = tree.root().unwrap().first_child().unwrap().id();
    /// tree.remove_node(first)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;B[cc])(;B[dd])(;W[ee]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_node(&mut self, node: NodeKey) -> Result<(), EditError> {
        let place = self.place(node)?;
        let NodeRecord { parent, mut first_child, .. } = self.nodes[place as usize];
        while first_child != NONE {
            self.unlink(first_child);
            self.link(first_child, parent, place);
            first_child = self.nodes[place as usize].first_child;
        }
        self.unlink(place);
        self.give_up(place);
        self.compact_if_wasteful();
        Ok(())
    }

    /// Moves a node, with all nodes below it, to be the child of `parent` with the number `at`,
    /// from 0, counted without it. A root takes its whole game tree along: so games are joined.
    ///
    /// Cost: linear in the depth of `parent` and the number of children before the new place.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`]; [`EditError::BelowItself`] if `parent` is the node or stands below
    /// it; [`EditError::NoSuchPosition`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa];W[bb];B[cc])(;GN[b])")?;
    /// let root = tree.root().unwrap();
    /// let (last, root) = (root.main_line().last().unwrap().id(), root.id());
    /// tree.move_subtree(last, root, 0)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;B[cc])(;W[bb]))(;GN[b])");
    ///
    /// let second = tree.game_trees().nth(1).unwrap().root().id();
    /// tree.move_subtree(second, last, 0)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;B[cc];GN[b])(;W[bb]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_subtree(
        &mut self,
        node: NodeKey,
        parent: NodeKey,
        at: usize,
    ) -> Result<(), EditError> {
        let (place, parent) = (self.place(node)?, self.place(parent)?);
        let new_parent = OwnedNode { tree: self, place: parent };
        if new_parent.ancestors().any(|node| node.place == place) {
            return Err(EditError::BelowItself);
        }
        let before = self.child_at(parent, at, place)?;
        self.unlink(place);
        self.link(place, parent, before);
        Ok(())
    }

    /// Moves a node to the place `at`, from 0, among its siblings, and a root among the game trees.
    ///
    /// Cost: linear in the number of siblings before the new place.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`], [`EditError::NoSuchPosition`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;GN[a])(;GN[b])(;GN[c])")?;
    /// let first = tree.root().unwrap().id();
    /// tree.reorder(first, 2)?;
    /// assert_eq!(tree.to_string(), "(;GN[b])(;GN[c])(;GN[a])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reorder(&mut self, node: NodeKey, at: usize) -> Result<(), EditError> {
        let place = self.place(node)?;
        let parent = self.nodes[place as usize].parent;
        let before = self.child_at(parent, at, place)?;
        self.unlink(place);
        self.link(place, parent, before);
        Ok(())
    }

    /// Makes the way to a node the main line of its game tree: it and each node above it become
    /// first children.
    ///
    /// Cost: linear in the number of nodes above.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb])(;W[cc](;B[dd])(;B[ee])))")?;
    /// let last = tree.nodes().last().unwrap().id();
    /// tree.promote(last)?;
    /// assert_eq!(tree.to_string(), "(;B[aa](;W[cc](;B[ee])(;B[dd]))(;W[bb]))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn promote(&mut self, node: NodeKey) -> Result<(), EditError> {
        let mut place = self.place(node)?;
        loop {
            let parent = self.nodes[place as usize].parent;
            if parent == TOP {
                return Ok(());
            }
            self.unlink(place);
            let first = self.nodes[parent as usize].first_child;
            self.link(place, parent, first);
            place = parent;
        }
    }

    /// Makes a node, with all nodes below it, a game tree of its own, the last one. A root is left
    /// where it is.
    ///
    /// # Errors
    ///
    /// [`EditError::StaleNode`].
    ///
    /// ```
    /// let mut tree = kifu::OwnedTree::parse("(;B[aa](;W[bb])(;W[cc];B[dd]))(;)")?;
    /// let second = tree.root().unwrap().children().nth(1).unwrap().id();
    /// tree.split(second)?;
    /// assert_eq!(tree.to_string(), "(;B[aa];W[bb])(;)(;W[cc];B[dd])");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split(&mut self, node: NodeKey) -> Result<(), EditError> {
        let place = self.place(node)?;
        if self.nodes[place as usize].parent != TOP {
            self.unlink(place);
            self.link(place, TOP, NONE);
        }
        Ok(())
    }

    /// Adds a node without properties below `parent`, before the child `before`.
    fn add_below(&mut self, parent: u32, before: u32) -> Result<NodeKey, EditError> {
        let place = self.new_node()?;
        self.link(place, parent, before);
        Ok(OwnedNode { tree: self, place }.id())
    }

    /// A place for a node, without links.
    #[inline]
    pub(super) fn new_node(&mut self) -> Result<u32, EditError> {
        let place = match self.free.pop() {
            Some(place) => {
                let generation = self.nodes[place as usize].generation;
                self.nodes[place as usize] = NodeRecord { generation, ..NodeRecord::default() };
                place
            }
            None => {
                let place = u32::try_from(self.nodes.len()).map_err(|_| EditError::TooLarge)?;
                self.nodes.push(NodeRecord::default());
                place
            }
        };
        self.count += 1;
        Ok(place)
    }

    /// Gives up the place of a node and what it holds. No key leads there from now on.
    fn give_up(&mut self, place: u32) {
        let node = &mut self.nodes[place as usize];
        let properties = core::mem::take(&mut node.properties);
        node.generation += 1;
        // A place whose generations are used up is never taken again.
        if node.generation < u32::MAX {
            self.free.push(place);
        }
        self.count -= 1;
        self.discard_properties(properties);
    }

    /// Hangs a node, which hangs nowhere, below `parent`, before the child `before`, or last.
    #[inline]
    pub(super) fn link(&mut self, place: u32, parent: u32, before: u32) {
        let previous = match before {
            NONE => self.nodes[parent as usize].last_child,
            _ => self.nodes[before as usize].previous,
        };
        let node = &mut self.nodes[place as usize];
        (node.parent, node.previous, node.next) = (parent, previous, before);
        match previous {
            NONE => self.nodes[parent as usize].first_child = place,
            _ => self.nodes[previous as usize].next = place,
        }
        match before {
            NONE => self.nodes[parent as usize].last_child = place,
            _ => self.nodes[before as usize].previous = place,
        }
    }

    /// Takes a node, with all below it, out from among its siblings.
    fn unlink(&mut self, place: u32) {
        let NodeRecord { parent, previous, next, .. } = self.nodes[place as usize];
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            _ => self.nodes[next as usize].previous = previous,
        }
    }

    /// The child of `parent` with the number `at`, where `without` is not counted; [`NONE`] behind
    /// the last one.
    fn child_at(&self, parent: u32, at: usize, without: u32) -> Result<u32, EditError> {
        let mut child = self.nodes[parent as usize].first_child;
        let mut count = 0;
        loop {
            if child != without || child == NONE {
                if count == at {
                    return Ok(child);
                }
                if child == NONE {
                    return Err(EditError::NoSuchPosition { at, last: count });
                }
                count += 1;
            }
            child = self.nodes[child as usize].next;
        }
    }
}
