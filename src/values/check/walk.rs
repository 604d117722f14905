//! The way through a game tree, node by node: what is known on it, and what each place gets.

use alloc::vec::Vec;

use super::facts::TreeFacts;
use super::node::{Above, Seen, unknown};
use super::points::{Group, UsedPoints};
use super::value::{Context, Fact};
use super::{CheckCode, Checker, Detail, Remark};
use crate::values::catalogue::{self, Definition, ListKind, PropertyType, ValueForm, ValueType};
use crate::values::game::Game;
use crate::values::notation::Notation;
use crate::values::number::number;
use crate::values::simple::Color;
use crate::values::source::{NodeSource, PropertySource, ValueSource};
use crate::view;

/// How many properties of a sibling are looked at for its move, which mostly comes first: there may
/// be any number of siblings.
const NEAR: usize = 8;

/// The walk through one game tree.
pub(super) struct Walk<'w, N, S> {
    checker: &'w Checker,
    root: N,
    context: Context,
    /// What the first game tree says, if it is another one.
    first: Option<&'w TreeFacts>,
    own: TreeFacts,
    used: UsedPoints,
    see: S,
}

/// Where the walk is.
#[derive(Clone, Copy)]
struct Here<N> {
    node: N,
    is_root: bool,
    above: Above,
}

impl<'w, 'v, N: NodeSource<'v>, S: FnMut(Remark<'v, N>)> Walk<'w, N, S> {
    pub(super) fn new(checker: &'w Checker, root: N, first: Option<&'w TreeFacts>, see: S) -> Self {
        let game = Game::of_root(root);
        let size = crate::values::BoardSize::of_root(root, game);
        let own = TreeFacts::of_root(root);
        let context = Context { notation: Notation::new(game, size), version: own.version() };
        Self { checker, root, context, first, own, used: UsedPoints::new(), see }
    }

    /// Goes through the tree. The nodes above the one that it is at are on a list of its own, since
    /// there may be any number of them.
    ///
    /// Cost: linear in the size of the tree.
    pub(super) fn run(&mut self) {
        let mut path: Vec<Above> = Vec::new();
        for (climbed, node) in view::file_order(self.root) {
            path.truncate(path.len() - climbed.min(path.len()));
            let mut above = path.last().copied().unwrap_or_default();
            let is_root = node == self.root;
            above.in_main_line = is_root || above.in_main_line && climbed == 0;
            let below = self.node(Here { node, is_root, above });
            path.push(below);
        }
    }

    fn report(
        &mut self,
        here: Here<N>,
        ident: &'v str,
        property: Option<usize>,
        value: Option<usize>,
        (code, detail): Fact,
    ) {
        if !code.is_pedantic() || self.checker.pedantic {
            (self.see)(Remark { code, detail, ident, node: here.node, property, value });
        }
    }

    /// Checks a node, and gives what those below have to know.
    fn node(&mut self, here: Here<N>) -> Above {
        let mut seen = Seen::default();
        self.used.start_node();
        if here.is_root {
            if let Some(code) = self.of_tree() {
                self.report(here, "", None, None, (code, Detail::None));
            }
        }
        let mut is_empty = true;
        for (index, property) in here.node.all_own().enumerate() {
            is_empty = false;
            self.property(here, index, property, &mut seen);
        }
        if is_empty && !(here.is_root && self.first.is_some()) {
            self.report(here, "", None, None, (CheckCode::EmptyNode, Detail::None));
        }
        Above {
            moved: seen.moved(),
            has_info: here.above.has_info || seen.has_info,
            in_main_line: here.above.in_main_line,
        }
    }

    /// What is to be said of a root as a whole.
    fn of_tree(&self) -> Option<CheckCode> {
        let first = self.first?;
        let found = first.difference(&self.own, |ident: &str| self.root.own(ident).is_none());
        found.or_else(|| self.checker.pedantic.then_some(CheckCode::SeveralTrees))
    }

    fn property(&mut self, here: Here<N>, index: usize, property: N::Property, seen: &mut Seen) {
        let ident = property.name();
        if let Some(color) = Color::of_ident(ident) {
            if self.is_plain_move(property) && seen.add_plain_move(color) {
                return;
            }
        }
        let Some(definition) = self.definition(ident) else {
            if let Some(found) = unknown(ident) {
                self.report(here, ident, Some(index), None, found);
            }
            return self.unknown_values(here, index, property);
        };
        let has_move = || here.node.all_own().any(|it| Color::of_ident(it.name()).is_some());
        let found = seen.add(definition, self.context, here.is_root, here.above, has_move);
        if let Some(found) = found.or_else(|| self.habit(here, definition)) {
            self.report(here, ident, Some(index), None, found);
        }
        if definition.private_to().is_some() && ident != "KI" {
            return self.unknown_values(here, index, property);
        }
        match definition.list_kind() {
            ListKind::Single => self.single(here, index, property, definition),
            _ => self.list(here, index, property, definition),
        }
    }

    /// Whether a move is one without more to look at, as nearly all are.
    #[inline]
    fn is_plain_move(&self, property: N::Property) -> bool {
        let text = property.first().whole();
        !self.checker.pedantic
            && !self.checker.looks_for_nul
            && !text.is_empty()
            && self.context.notation.move_reading(text).is_exact()
            && property.all_own().nth(1).is_none()
    }

    /// What the ident means: in a version that does not have it, the private property, if there is
    /// one.
    fn definition(&self, ident: &str) -> Option<&'static Definition> {
        let game = self.context.notation.game();
        let definition = catalogue::property_in(game, ident)?;
        let version = self.context.version.unwrap_or(4);
        if definition.private_to().is_none() && !definition.is_in_version(version) {
            let private = catalogue::meanings(ident).iter().find(|it| it.private_to().is_some());
            return Some(private.unwrap_or(definition));
        }
        Some(definition)
    }

    /// What the format allows, but no careful program writes.
    fn habit(&self, here: Here<N>, definition: &Definition) -> Option<Fact> {
        if !self.checker.pedantic {
            return None;
        }
        let color = Color::of_ident(definition.ident());
        let code = match color {
            Some(_) if here.is_root => CheckCode::MoveInRoot,
            Some(color) if here.above.moved == Some(color) => {
                let first = here.node.parent().and_then(N::first_child);
                let other = match color {
                    Color::Black => "W",
                    Color::White => "B",
                };
                match first {
                    Some(first)
                        if first != here.node
                            && first.all_own().take(NEAR).any(|it| it.name() == other) =>
                    {
                        CheckCode::VariationLevel
                    }
                    _ => CheckCode::SameColorTwice,
                }
            }
            None if definition.property_type() == PropertyType::Setup
                && !here.is_root
                && here.above.in_main_line
                && matches!(definition.ident(), "AB" | "AW" | "AE") =>
            {
                CheckCode::SetupBelowRoot
            }
            _ => return None,
        };
        Some((code, Detail::None))
    }

    /// A property of one value: the first that is not empty counts.
    fn single(
        &mut self,
        here: Here<N>,
        index: usize,
        property: N::Property,
        definition: &Definition,
    ) {
        let ident = property.name();
        let first = property.first();
        let mut at = 0;
        let mut value = first;
        let mut values = property.all_own();
        let has_more = values.nth(1).is_some();
        if has_more && first.whole().is_empty() {
            let other = property.all_own().enumerate().find(|(_, it)| !it.whole().is_empty());
            (at, value) = other.unwrap_or((0, first));
        }
        let found = match self.context.value(definition, value).0 {
            None => self.of_single(here, ident, value),
            found => found,
        };
        if at == 0 {
            if let Some(found) = found {
                self.report(here, ident, Some(index), Some(0), found);
                self.nul_beside(here, (index, 0), ident, value, found);
            }
        }
        if has_more {
            let extra = usize::from(at == 0);
            let found = (CheckCode::SeveralValues, Detail::None);
            self.report(here, ident, Some(index), Some(extra), found);
        }
        if at > 0 {
            if let Some(found) = found {
                self.report(here, ident, Some(index), Some(at), found);
                self.nul_beside(here, (index, at), ident, value, found);
            }
        }
    }

    /// What else a value may get that can be read.
    fn of_single(
        &self,
        here: Here<N>,
        ident: &str,
        value: <N::Property as PropertySource<'v>>::Value,
    ) -> Option<Fact> {
        if let Some(found) = self.nul_byte(value) {
            return Some(found);
        }
        if !here.is_root {
            return None;
        }
        let code = match ident {
            "FF" | "GM" | "CA" => self.first?.difference(&self.own, |it| it == ident)?,
            "HA" if self.checker.pedantic => {
                let stones = here
                    .node
                    .own("AB")
                    .map_or(0, |stones| self.context.notation.points(stones.all_own()).count());
                let handicap = number(value.whole()).value()?;
                let differs = handicap >= 2 && i64::try_from(stones) != Ok(handicap);
                differs.then_some(CheckCode::HandicapDiffers)?
            }
            _ => return None,
        };
        Some((code, Detail::None))
    }

    fn list(
        &mut self,
        here: Here<N>,
        index: usize,
        property: N::Property,
        definition: &Definition,
    ) {
        let ident = property.name();
        let is_sole = property.all_own().nth(1).is_none();
        let may_be_empty = definition.list_kind() == ListKind::EList && is_sole;
        let is_view = definition.ident() == "VW";
        let group = Group::of(ident);
        if let Some(group) = group {
            self.used.start_property(group);
        }
        for (number, value) in property.all_own().enumerate() {
            if may_be_empty && value.whole().is_empty() {
                continue;
            }
            let (found, place) = self.context.value(definition, value);
            let is_twice = group.is_some_and(|group| self.used.add(group, place));
            let found = match found {
                Some((CheckCode::EmptyValue | CheckCode::NewerFeature, _)) if is_view => {
                    Some((CheckCode::InconsistentView, Detail::None))
                }
                None if is_twice => Some((CheckCode::PointUsedTwice, Detail::None)),
                found => found.or_else(|| self.nul_byte(value)),
            };
            let Some(found) = found else { continue };
            self.report(here, ident, Some(index), Some(number), found);
            let is_list_of_points = matches!(
                definition.form(),
                ValueForm::One(ValueType::Point | ValueType::Stone) if !is_view
            );
            if is_list_of_points {
                if let Some(newer) = self.context.newer_beside(found, value) {
                    self.report(here, ident, Some(index), Some(number), newer);
                }
            }
            self.nul_beside(here, (index, number), ident, value, found);
        }
    }

    /// Reports a NUL byte in a value of which something else was reported.
    fn nul_beside(
        &mut self,
        here: Here<N>,
        (property, number): (usize, usize),
        ident: &'v str,
        value: <N::Property as PropertySource<'v>>::Value,
        found: Fact,
    ) {
        if found.0 != CheckCode::NulByte {
            if let Some(found) = self.nul_byte(value) {
                self.report(here, ident, Some(property), Some(number), found);
            }
        }
    }

    /// The values of a property of which nothing is known.
    fn unknown_values(&mut self, here: Here<N>, index: usize, property: N::Property) {
        if !self.checker.looks_for_nul {
            return;
        }
        for (number, value) in property.all_own().enumerate() {
            if let Some(found) = self.nul_byte(value) {
                self.report(here, property.name(), Some(index), Some(number), found);
            }
        }
    }

    fn nul_byte(&self, value: impl ValueSource<'v>) -> Option<Fact> {
        let found = self.checker.looks_for_nul && value.whole().contains('\0');
        found.then_some((CheckCode::NulByte, Detail::None))
    }
}
