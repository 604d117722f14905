//! Idents that occur twice in a node: found without comparing each with all others, then refused
//! or joined.

use alloc::vec::Vec;
use core::mem;

use super::{PropertyEntry, TreeSink, ValueEntry, name};
use crate::diagnostic::Code;
use crate::error::{Error, ErrorKind};
use crate::span::{Span, offset};

/// With more properties than this in one node, comparing each with all before it is dearer than
/// sorting them when the node ends.
const CROWDED: usize = 48;

impl TreeSink<'_> {
    /// Compares an ident, whose bit was seen in the current node, with those before it; in a
    /// crowded node this is put off until the node ends, and so is the joining of duplicates.
    #[cold]
    pub(super) fn compare(&mut self, start: usize, end: usize) -> Result<(), Error> {
        let ident = &self.source[start..end];
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        if properties.len() > CROWDED {
            self.is_unsettled = true;
        } else if properties.iter().any(|property| property.ident(self.source) == ident) {
            if !self.joins_duplicates {
                return Err(duplicate(Span::new(start, end)));
            }
            self.is_unsettled = true;
        }
        Ok(())
    }

    /// Does what [`compare`](Self::compare) put off: refuses the leftmost second ident of the
    /// current node, or joins the values of all that have the same name.
    ///
    /// A scan that fails has to ask for it too, since the duplicate stands before its fault.
    #[cold]
    pub(crate) fn settle(&mut self) -> Result<(), Error> {
        if !self.is_unsettled {
            return Ok(());
        }
        self.is_unsettled = false;
        if self.tables.properties.len() - self.node_properties < 2 {
            return Ok(());
        }
        let mut firsts = mem::take(&mut self.tables.firsts);
        self.find_same_names(&mut firsts);
        let settled = self.settle_with(&firsts);
        self.tables.firsts = firsts;
        settled
    }

    fn settle_with(&mut self, firsts: &[u32]) -> Result<(), Error> {
        let mut seconds = (0..).zip(firsts).filter(|(index, first)| index != *first);
        let Some((second, _)) = seconds.next() else { return Ok(()) };
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        if !self.joins_duplicates {
            return Err(duplicate(ident_span(&properties[second as usize])));
        }
        let game = offset(self.tables.games.len());
        for index in [second].into_iter().chain(seconds.map(|(index, _)| index)) {
            let span = ident_span(&properties[index as usize]);
            self.tables.diagnostics.push(Code::DuplicateProperty, span, Some(game));
        }
        self.join(firsts);
        Ok(())
    }

    /// Finds, for each property of the current node, the first one with the same name.
    fn find_same_names(&mut self, firsts: &mut Vec<u32>) {
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        let name = |index: u32| name(properties[index as usize].ident(self.source));
        let keyed = &mut self.tables.keyed;
        let indices = 0..offset(properties.len());
        keyed.clear();
        keyed.extend(indices.clone().map(|index| (leading_bytes(name(index)), index)));
        firsts.clear();
        firsts.extend(indices);
        // The first bytes of two names tell most of them apart without a look at the source.
        let is_same = |a: (u64, u32), b: (u64, u32)| a.0 == b.0 && name(a.1).eq(name(b.1));
        if keyed.len() <= CROWDED {
            for (index, &this) in keyed.iter().enumerate() {
                if let Some(first) = keyed[..index].iter().position(|&first| is_same(first, this)) {
                    firsts[index] = offset(first);
                }
            }
            return;
        }
        // Equal names come to stand next to each other, in file order.
        keyed.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| name(a.1).cmp(name(b.1))).then(a.1.cmp(&b.1))
        });
        for pair in keyed.windows(2) {
            let [before, this] = [pair[0], pair[1]];
            if is_same(before, this) {
                firsts[this.1 as usize] = firsts[before.1 as usize];
            }
        }
    }

    /// Adds the values of each property of the current node to those of the first with its name.
    fn join(&mut self, firsts: &[u32]) {
        let start = self.node_properties as usize;
        let properties = self.tables.properties.rows()[start..].to_vec();
        let further: usize = properties.iter().map(|property| property.more as usize).sum();
        let values_start = self.tables.values.rows().len() - further;
        let values = self.tables.values.rows()[values_start..].to_vec();
        // Where the further values of each property start.
        let starts: Vec<usize> = properties
            .iter()
            .scan(0, |next, property| {
                let start = *next;
                *next += property.more as usize;
                Some(start)
            })
            .collect();
        // Each property behind the first with its name, the firsts in file order.
        let mut order: Vec<(u32, u32)> = firsts.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut joined: Vec<PropertyEntry> = Vec::with_capacity(properties.len());
        let mut joined_values: Vec<ValueEntry> = Vec::with_capacity(values.len() + firsts.len());
        for (first, index) in order {
            let property = properties[index as usize];
            match joined.last_mut() {
                Some(last) if first != index => {
                    last.more += property.more + 1;
                    joined_values.push(property.value);
                }
                _ => joined.push(property),
            }
            let own = starts[index as usize]..starts[index as usize] + property.more as usize;
            joined_values.extend_from_slice(&values[own]);
        }
        self.tables.properties.replace_from(start, joined);
        self.tables.values.replace_from(values_start, joined_values);
    }
}

fn ident_span(property: &PropertyEntry) -> Span {
    Span::new(property.ident_start as usize, property.ident_end as usize)
}

/// The first eight bytes of a name, as a number that sorts as they do.
fn leading_bytes(name: impl Iterator<Item = u8>) -> u64 {
    let mut bytes = [0; 8];
    for (byte, slot) in name.zip(&mut bytes) {
        *slot = byte;
    }
    u64::from_be_bytes(bytes)
}

#[cold]
fn duplicate(ident: Span) -> Error {
    Error::new(ErrorKind::DuplicateProperty, ident)
}
