//! Idents that occur twice in a node: found without comparing each with all others, then refused
//! or joined. Second moves too, which start a node (R9).

use alloc::vec::Vec;
use core::mem;

use super::{PropertyEntry, Scratch, TreeSink, ValueEntry};
use crate::diagnostic::Code;
use crate::ident::{move_name, name};
use crate::scanner::{Fault, FaultPlace};
use crate::span::{Span, offset};

/// With more properties than this in one node, comparing each with all before it is dearer than
/// sorting them when the node ends.
const CROWDED: usize = 48;

/// The first `B` and the first `W` of a node, as far as its properties were looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstMoves {
    /// The first property of the node.
    node: u32,
    /// The first property that was not looked at.
    next: u32,
    black: Option<Span>,
    white: Option<Span>,
}

impl TreeSink<'_> {
    /// The first value of the first `B` or `W` of the current node.
    ///
    /// Cost: each property of a node is looked at once, however often this is asked.
    pub(crate) fn first_move(&mut self, name: u8) -> Option<Span> {
        let properties = &self.tables.properties;
        if self.moves.node != self.node_properties || self.moves.next > properties.len() {
            let node = self.node_properties;
            self.moves = FirstMoves { node, next: node, ..FirstMoves::default() };
        }
        for property in &properties.rows()[self.moves.next as usize..] {
            let first = match move_name(property.ident(self.source)) {
                Some(b'B') => &mut self.moves.black,
                Some(_) => &mut self.moves.white,
                None => continue,
            };
            first.get_or_insert(property.value.span());
        }
        self.moves.next = properties.len();
        if name == b'B' { self.moves.black } else { self.moves.white }
    }

    /// Compares an ident, whose bit was seen in the current node, with those before it; in a
    /// crowded node this is put off until the node ends, and so is the joining of duplicates.
    #[cold]
    pub(super) fn compare(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        let ident = &self.source[start..end];
        if let ([name @ (b'B' | b'W')], true) = (ident, self.joins_duplicates) {
            // What becomes of it depends on its value (R9).
            return match self.first_move(*name) {
                Some(_) => Err(duplicate(start)),
                None => Ok(()),
            };
        }
        if self.compare_names(start, end) && !self.joins_duplicates {
            return Err(duplicate(start));
        }
        Ok(())
    }

    /// Whether the current node has this ident already. That is put off, as joining is, in a crowded
    /// node.
    #[cold]
    pub(super) fn compare_names(&mut self, start: usize, end: usize) -> bool {
        let ident = &self.source[start..end];
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        let is_same = |property: &PropertyEntry| {
            // The first letter tells most of them apart.
            self.source[property.ident_start as usize] == ident[0]
                && property.ident(self.source) == ident
        };
        let is_crowded = properties.len() > CROWDED;
        let is_second = !is_crowded && properties.iter().any(is_same);
        self.is_unsettled |= is_crowded || is_second;
        is_second
    }

    /// Does what [`compare`](Self::compare) put off: refuses the leftmost second ident of the
    /// current node, or joins the values of all that have the same name.
    ///
    /// A scan that fails has to ask for it too, since the duplicate stands before its fault.
    #[cold]
    pub(crate) fn settle(&mut self) -> Result<(), Fault> {
        if self.joins_duplicates {
            self.join_duplicates();
        } else if let Some(second) = self.first_duplicate() {
            return Err(duplicate(second.start()));
        }
        Ok(())
    }

    /// Whether the idents of the current node are to be compared, which they are once.
    fn is_to_be_settled(&mut self) -> bool {
        mem::replace(&mut self.is_unsettled, false)
            && self.tables.properties.len() - self.node_properties >= 2
    }

    /// The leftmost second ident of the current node.
    fn first_duplicate(&mut self) -> Option<Span> {
        if !self.is_to_be_settled() {
            return None;
        }
        let mut firsts = mem::take(&mut self.tables.firsts);
        self.find_same_names(&mut firsts);
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        let second = seconds(&firsts).next().map(|(index, _)| ident_span(&properties[index]));
        self.tables.firsts = firsts;
        second
    }

    /// Joins the values of properties of the current node that have the same name, and notes it.
    pub(crate) fn join_duplicates(&mut self) {
        if !self.is_to_be_settled() {
            return;
        }
        let mut firsts = mem::take(&mut self.tables.firsts);
        self.find_same_names(&mut firsts);
        let game = offset(self.tables.games.len());
        let Scratch { properties, diagnostics, .. } = &mut self.tables;
        let properties = &properties.rows()[self.node_properties as usize..];
        let mut is_joined = false;
        for (index, _) in seconds(&firsts) {
            let span = ident_span(&properties[index]);
            diagnostics.push(Code::DuplicateProperty, span, Some(game));
            is_joined = true;
        }
        if is_joined {
            self.keep_last_value();
            self.join(&firsts);
        }
        self.tables.firsts = firsts;
    }

    /// Joins the properties of the current node that have the same name, without a word.
    pub(super) fn join_same_names(&mut self) {
        let mut firsts = mem::take(&mut self.tables.firsts);
        self.find_same_names(&mut firsts);
        if seconds(&firsts).next().is_some() {
            self.join(&firsts);
        }
        self.tables.firsts = firsts;
    }

    /// Finds, for each property of the current node, the first one with the same name.
    fn find_same_names(&mut self, firsts: &mut Vec<u32>) {
        let properties = &self.tables.properties.rows()[self.node_properties as usize..];
        let name = |index: u32| name(properties[index as usize].ident(self.source));
        let keyed = &mut self.tables.keyed;
        let indices = 0..offset(properties.len());
        keyed.clear();
        let ident = |index: u32| properties[index as usize].ident(self.source);
        keyed.extend(indices.clone().map(|index| (leading_bytes(ident(index)), index)));
        firsts.clear();
        firsts.extend(indices);
        // No byte of a name is zero, so that a key that ends in one is all of its name.
        let is_same = |a: (u64, u32), b: (u64, u32)| {
            a.0 == b.0 && (a.0 as u8 == 0 || name(a.1).eq(name(b.1)))
        };
        if keyed.len() <= CROWDED {
            // One of 64 bits for each name: where it is not set, no name before is the same.
            let mut seen = 0u64;
            for (index, &this) in keyed.iter().enumerate() {
                let bit = 1 << (this.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
                let may_be_second = seen & bit != 0;
                seen |= bit;
                if may_be_second {
                    let first = keyed[..index].iter().position(|&first| is_same(first, this));
                    firsts[index] = offset(first.unwrap_or(index));
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
        let Scratch { properties, values, moved, places, .. } = &mut self.tables;
        let start = self.node_properties;
        let own = &mut properties.rows_mut()[start as usize..];
        let further: u32 = own.iter().map(|property| property.more).sum();
        let values_start = values.len() - further;
        moved.clear();
        moved.extend_from_slice(&values.rows()[values_start as usize..]);
        // How many further values there will be of each name.
        places.clear();
        places.extend(own.iter().map(|property| property.more));
        for (index, first) in seconds(firsts) {
            places[first] += places[index] + 1;
        }
        // Where they go.
        let mut next = values_start;
        for index in leaders(firsts) {
            next += mem::replace(&mut places[index], next);
        }
        values.extend(next - values.len(), |_| ValueEntry::default());
        let rows = values.rows_mut();
        let mut left = &moved[..];
        for (index, (property, &first)) in own.iter().zip(firsts).enumerate() {
            let place = &mut places[first as usize];
            if first as usize != index {
                rows[*place as usize] = property.value;
                *place += 1;
            }
            let (further, behind) = left.split_at(property.more as usize);
            left = behind;
            rows[*place as usize..][..further.len()].copy_from_slice(further);
            *place += property.more;
        }
        // Those of a name end where those of the next start.
        let (mut kept, mut next) = (0, values_start);
        for index in leaders(firsts) {
            let end = places[index];
            own[kept] = PropertyEntry { more: end - next, ..own[index] };
            (kept, next) = (kept + 1, end);
        }
        properties.truncate(start + offset(kept));
    }
}

/// The properties that are the first of their name.
fn leaders(firsts: &[u32]) -> impl Iterator<Item = usize> + '_ {
    let is_first = |&(index, &first): &(usize, &u32)| first as usize == index;
    firsts.iter().enumerate().filter(is_first).map(|(index, _)| index)
}

/// The other properties, each with the first of its name.
fn seconds(firsts: &[u32]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let pairs = firsts.iter().enumerate().map(|(index, &first)| (index, first as usize));
    pairs.filter(|(index, first)| index != first)
}

fn ident_span(property: &PropertyEntry) -> Span {
    Span::new(property.ident_start as usize, property.ident_end as usize)
}

/// The first eight bytes of the name that an ident stands for, as a number that sorts as they do.
fn leading_bytes(ident: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    match *ident {
        // As nearly all are: the name as it stands.
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => [bytes[0], bytes[1]] = [first, second],
        _ => name(ident).zip(&mut bytes).for_each(|(byte, slot)| *slot = byte),
    }
    u64::from_be_bytes(bytes)
}

#[cold]
fn duplicate(at: usize) -> Fault {
    Fault { place: FaultPlace::Ident, at }
}
