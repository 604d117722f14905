//! What a set is made of: the figures by which the generated sets are held against the real ones.

use std::borrow::Cow;
use std::fmt;

use kifu::{Arena, Collection, Property};

use crate::sets::Set;

/// Counts over all files of a set.
#[derive(Default)]
pub(crate) struct Statistics {
    set: String,
    /// Bytes of each file, sorted.
    sizes: Vec<usize>,
    nodes: usize,
    /// Nodes with exactly one property.
    single: usize,
    /// Sub-trees: parentheses beyond those of the game trees.
    variations: usize,
    /// Open parentheses at the deepest place.
    depth: usize,
    values: usize,
    /// Values of exactly two bytes, of at most seven, of 16 to 127.
    two: usize,
    short: usize,
    middle: usize,
    /// Values whose text is not their bytes.
    copied: usize,
}

impl Statistics {
    /// The heading of the table whose rows statistics are displayed as.
    pub(crate) const HEADING: &str = "\
| set | files | MB | median file | 99 % | bytes a node | one property | variations a node | depth \
| values: 2 bytes | <= 7 | 16-127 | copied |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

    /// Reads all files of the set and counts.
    pub(crate) fn of(set: &Set) -> Self {
        let mut statistics = Self { set: set.name.clone(), ..Self::default() };
        for file in &set.files {
            statistics.sizes.push(file.len());
            let arena = Arena::new();
            // The set holds only files that were read before.
            if let Ok(collection) = kifu::parse(&arena, file) {
                statistics.count(collection);
            }
        }
        statistics.sizes.sort_unstable();
        statistics
    }

    fn count(&mut self, collection: Collection<'_>) {
        // Parentheses that are open at each node.
        let mut depths: Vec<usize> = Vec::new();
        for node in collection.nodes() {
            let depth = match node.parent() {
                None => 1,
                Some(parent) => {
                    let branches = node.siblings().next().is_some();
                    self.variations += usize::from(branches);
                    depths[parent.id().index()] + usize::from(branches)
                }
            };
            depths.push(depth);
            self.depth = self.depth.max(depth);
            self.nodes += 1;
            self.single += usize::from(node.properties().len() == 1);
            for value in node.properties().flat_map(Property::values) {
                let length = value.raw().len();
                self.values += 1;
                self.two += usize::from(length == 2);
                self.short += usize::from(length <= 7);
                self.middle += usize::from((16..=127).contains(&length));
                self.copied += usize::from(matches!(value.cow(), Cow::Owned(_)));
            }
        }
    }

    fn size_at(&self, per_cent: usize) -> usize {
        self.sizes.get(self.sizes.len() * per_cent / 100).copied().unwrap_or(0)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: usize = self.sizes.iter().sum();
        let per_node = |count: usize| count as f64 / self.nodes as f64;
        let per_cent = |count: usize| 100.0 * count as f64 / self.values as f64;
        write!(
            f,
            "| {} | {} | {:.1} | {} | {} | {:.2} | {:.1} % | {:.3} | {} | {:.1} % | {:.1} % | {:.1} % | {:.2} % |",
            self.set,
            self.sizes.len(),
            bytes as f64 / 1e6,
            self.size_at(50),
            self.size_at(99),
            per_node(bytes),
            100.0 * per_node(self.single),
            per_node(self.variations),
            self.depth,
            per_cent(self.two),
            per_cent(self.short),
            per_cent(self.middle),
            per_cent(self.copied),
        )
    }
}
