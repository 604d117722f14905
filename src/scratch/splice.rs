//! Game trees that move from one set of tables to another: out of those of a damaged run, and back
//! when it is decided how each of them is to be read.

use alloc::vec::Vec;

use super::{Diagnostic, GameRecord, Mark, NONE, NodeRecord, PropertyEntry, Scratch};
use super::{ValueEntry, offset};
use crate::span::Span;

impl Scratch {
    /// Moves all game trees after the mark to tables of their own, numbered from 0. Their
    /// diagnostics, which may stand anywhere from `diagnostics` on, go with them.
    ///
    /// Cost: linear in what is moved, and in the number of those diagnostics.
    pub(crate) fn split_off(&mut self, mark: Mark, diagnostics: usize) -> Scratch {
        let mut part = Scratch::default();
        part.append(self, mark, self.games.len() - mark.games, 0);
        let start = part.games.first().map_or(mark.at, |game| game.span.start());
        let is_moved = |found: &Diagnostic| match found.game() {
            Some(game) => game >= mark.games,
            None => found.span().start() >= start,
        };
        let list = &mut self.diagnostics.list;
        let since = list.split_off(diagnostics.min(list.len()));
        let (moved, kept): (Vec<_>, Vec<_>) = since.into_iter().partition(is_moved);
        list.extend(kept);
        let number = |found: Diagnostic| found.game().map(|game| offset(game - mark.games));
        part.diagnostics.list = moved.into_iter().map(|it| it.with_game(number(it))).collect();
        self.games.truncate(mark.games);
        self.nodes.truncate(mark.nodes);
        self.properties.truncate(mark.properties);
        self.values.truncate(mark.values);
        part
    }

    /// Adds so many of the game trees after the mark in other tables, without their diagnostics.
    /// They stand so many bytes further into the input than those tables say.
    ///
    /// Cost: linear in what is added.
    pub(crate) fn append(&mut self, from: &Scratch, mark: Mark, games: usize, shift: u32) {
        let end = from.games.get(mark.games + games);
        let nodes = from.nodes.rows();
        let nodes = &nodes[mark.nodes as usize..end.map_or(nodes.len(), |it| it.root as usize)];
        let all = from.properties.rows();
        let end = end.map_or(all.len(), |it| from.nodes.rows()[it.root as usize].first_entry());
        let properties = &all[mark.properties as usize..end];
        let more: usize = properties.iter().map(|property| property.more as usize).sum();
        let values = &from.values.rows()[mark.values as usize..][..more];

        let moved = |index: u32| index.wrapping_sub(mark.nodes).wrapping_add(self.nodes.len());
        let first_property = self.properties.len();
        let of_game = |game: &GameRecord| GameRecord {
            root: moved(game.root),
            span: game.span.shifted(shift),
            ..*game
        };
        let of_node = |node: &NodeRecord| NodeRecord {
            start: node.start + shift,
            properties: node.properties - mark.properties + first_property,
            parent: if node.parent == NONE { NONE } else { moved(node.parent) },
            subtree_end: moved(node.subtree_end),
        };
        let of_value = |value: &ValueEntry| ValueEntry {
            start: value.start + shift,
            end: value.end + shift,
            ..*value
        };
        let games: Vec<_> = from.games[mark.games..][..games].iter().map(of_game).collect();
        let nodes: Vec<_> = nodes.iter().map(of_node).collect();
        self.games.extend(games);
        self.nodes.extend_from(nodes);
        self.properties.extend_from(properties.iter().map(|property| PropertyEntry {
            ident_start: property.ident_start + shift,
            ident_end: property.ident_end + shift,
            value: of_value(&property.value),
            more: property.more,
        }));
        self.values.extend_from(values.iter().map(of_value));
        self.has_dirty |= from.has_dirty;
        self.has_renamed |= from.has_renamed;
        self.explained.forget();
    }

    /// Moves all that stands in the tables so many bytes further into the input.
    pub(crate) fn shifted(self, shift: u32) -> Scratch {
        let mut shifted = Scratch::default();
        shifted.append(&self, Scratch::default().mark(0), self.games.len(), shift);
        let further = |found: &Diagnostic| found.with_span(found.span().shifted(shift));
        shifted.diagnostics.list = self.diagnostics.list.iter().map(further).collect();
        shifted.diagnostics.omitted = self.diagnostics.omitted;
        shifted
    }

    /// Whether any ident or value reaches into one of the spans, which are in order.
    pub(crate) fn reaches_into(&self, spans: &[Span]) -> bool {
        let reaches = |start: u32, end: u32| {
            let after = spans.partition_point(|span| span.end() <= start as usize);
            spans.get(after).is_some_and(|span| span.start() < end as usize)
        };
        let properties = self.properties.rows().iter();
        let firsts = properties.map(|it| (it.ident_start, it.value.end));
        let further = self.values.rows().iter().map(|it| (it.start, it.end));
        firsts.chain(further).any(|(start, end)| reaches(start, end))
    }
}
