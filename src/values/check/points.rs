//! The points that a node uses, to find those that are used twice.

use alloc::collections::BTreeSet;

use super::value::Place;
use crate::values::point::{Area, MAX_SET_SIDE, Point, PointSet};

/// Properties whose points must differ within a node.
///
/// Source: FF\[4\], setup, markup and territory properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Setup,
    Markup,
    Territory,
    Labels,
    /// A property whose points must differ from each other alone.
    Own,
}

impl Group {
    const COUNT: usize = 5;

    /// The group of a property; `None` if points may occur again in it.
    pub(super) fn of(ident: &str) -> Option<Self> {
        Some(match ident {
            "AB" | "AW" | "AE" => Self::Setup,
            "CR" | "MA" | "SL" | "SQ" | "TR" => Self::Markup,
            "TB" | "TW" => Self::Territory,
            "LB" => Self::Labels,
            "AR" | "LN" | "DD" | "VW" | "L" | "M" => Self::Own,
            _ => return None,
        })
    }
}

/// The points of each group that the node has used.
pub(super) struct UsedPoints {
    sets: [PointSet; Group::COUNT],
    is_used: [bool; Group::COUNT],
    strokes: BTreeSet<(Point, Point)>,
}

impl UsedPoints {
    pub(super) fn new() -> Self {
        Self {
            sets: [PointSet::EMPTY; Group::COUNT],
            is_used: [false; Group::COUNT],
            strokes: BTreeSet::new(),
        }
    }

    /// Forgets all points: another node starts.
    pub(super) fn start_node(&mut self) {
        for (set, is_used) in self.sets.iter_mut().zip(&mut self.is_used) {
            if core::mem::take(is_used) {
                *set = PointSet::EMPTY;
            }
        }
    }

    /// Forgets the points of properties that are compared with themselves alone.
    pub(super) fn start_property(&mut self, group: Group) {
        if group == Group::Own {
            self.sets[group as usize] = PointSet::EMPTY;
            self.strokes.clear();
        }
    }

    /// Takes a place and says whether some of it was used already.
    ///
    /// Cost: constant for a point or a rectangle, logarithmic for an arrow or a line.
    pub(super) fn add(&mut self, group: Group, place: Place) -> bool {
        match place {
            Place::Nowhere => false,
            Place::Stroke(from, to) => !self.strokes.insert((from, to)),
            Place::Area(area) => self.add_area(group, area),
        }
    }

    fn add_area(&mut self, group: Group, area: Area) -> bool {
        let (first, last) = (area.first(), area.last());
        // Larger boards have no lists of points in real files.
        if last.column().max(last.row()) >= MAX_SET_SIDE {
            return false;
        }
        self.is_used[group as usize] = true;
        let set = &mut self.sets[group as usize];
        let width = u32::from(last.column() - first.column()) + 1;
        (first.row()..=last.row()).fold(false, |twice, row| {
            let new = set.add(row, first.column(), last.column());
            twice | (new.count_ones() < width)
        })
    }
}
