//! Checks of one value: whether it can be read as what its property holds.

use super::{CheckCode, Detail};
use crate::values::catalogue::{Definition, ListKind, ValueForm, ValueType};
use crate::values::game::{Game, game, size};
use crate::values::info::{dates, handicap, komi, main_time, result};
use crate::values::markup::figure;
use crate::values::notation::Notation;
use crate::values::number::{number, real};
use crate::values::point::{Area, Point};
use crate::values::reading::{Fault, Outcome, Reading, Repair};
use crate::values::simple::{color, double, none};
use crate::values::source::ValueSource;

/// What is found about a value.
pub(super) type Fact = (CheckCode, Detail);

/// What is known of the game tree that a value stands in.
#[derive(Clone, Copy)]
pub(super) struct Context {
    pub(super) notation: Notation,
    /// The version of the format, if `FF` names one of them.
    pub(super) version: Option<u8>,
}

/// What a value names on the board, for what is compared with the other values of the node.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Nowhere,
    Area(Area),
    Stroke(Point, Point),
}

impl Context {
    /// Whether the record says that it is of a version below this one. One without `FF` is none of
    /// any version: most such files have properties of FF\[3\] and FF\[4\].
    pub(super) fn is_below(self, version: u8) -> bool {
        self.version.is_some_and(|own| own < version)
    }

    /// What is wrong with a value, and where on the board it is.
    pub(super) fn value<'v>(
        self,
        definition: &Definition,
        value: impl ValueSource<'v>,
    ) -> (Option<Fact>, Place) {
        let nowhere = |fact| (fact, Place::Nowhere);
        match (definition.form(), definition.list_kind()) {
            (ValueForm::One(ValueType::Move), _) => nowhere(self.played(value)),
            (ValueForm::One(ValueType::Point | ValueType::Stone), kind) => self.point(kind, value),
            (ValueForm::Pair(ValueType::Point, ValueType::Point), _) => {
                let read = self.notation.arrow(value);
                let place = read.value().map_or(Place::Nowhere, |stroke| {
                    match (stroke.from(), stroke.to()) {
                        // A line has no direction.
                        (from, to) if definition.ident() == "LN" => {
                            Place::Stroke(from.min(to), from.max(to))
                        }
                        (from, to) => Place::Stroke(from, to),
                    }
                });
                (fact(read), place)
            }
            (ValueForm::Pair(ValueType::Point, _), _) => {
                let read = self.notation.label(value);
                let place = read.value().map(|label| Place::Area(label.point().into()));
                (fact(read), place.unwrap_or(Place::Nowhere))
            }
            (ValueForm::Pair(..), _) => nowhere(match value.parts() {
                _ if value.whole().is_empty() => Some((CheckCode::EmptyText, Detail::None)),
                None => Some((CheckCode::MissingSecondPart, Detail::None)),
                Some(_) => None,
            }),
            (ValueForm::OneOrPair(ValueType::None, ..), _) => nowhere(fact(figure(value))),
            (ValueForm::OneOrPair(..), _) => nowhere(self.size(value)),
            (ValueForm::One(one), _) => nowhere(self.plain(definition, one, value)),
        }
    }

    /// A value of one part that is the same in all games.
    fn plain<'v>(
        self,
        definition: &Definition,
        one: ValueType,
        value: impl ValueSource<'v>,
    ) -> Option<Fact> {
        let text = value.whole();
        match definition.ident() {
            "FF" | "GM" => return self.root_number(definition, value),
            "DT" | "RE" | "TM" | "KM" => return self.info(definition.ident(), text),
            "HA" => return fact(handicap(text)),
            // Its empty value is the mark itself.
            "IP" => return None,
            _ => {}
        }
        match one {
            ValueType::Text | ValueType::SimpleText if text.is_empty() => {
                Some((CheckCode::EmptyText, Detail::None))
            }
            ValueType::Number => match (number(value), definition.range()) {
                (read, Some((least, most)))
                    if read.value().is_some_and(|it| it < least.into() || it > most.into()) =>
                {
                    Some((CheckCode::UnreadableValue, Detail::Fault(Fault::OutOfRange)))
                }
                // `PM[]` takes back what stands above.
                (read, _) if definition.inherits() && read.text().is_empty() => None,
                (read, _) => fact(read),
            },
            ValueType::Real => fact(real(value)),
            ValueType::Double => fact(double(value)),
            ValueType::Color => fact(color(value)),
            ValueType::None => fact(none(value)),
            _ => None,
        }
    }

    /// `FF` or `GM`.
    fn root_number<'v>(self, definition: &Definition, value: impl ValueSource<'v>) -> Option<Fact> {
        if definition.ident() == "GM" {
            return match game(value).outcome() {
                // Games are counted from 1.
                Outcome::Exact(game) | Outcome::Repaired(game, _) if game == Game::new(0) => {
                    Some((CheckCode::BadRootValue, Detail::Fault(Fault::OutOfRange)))
                }
                Outcome::Unreadable(fault) => Some((CheckCode::BadRootValue, Detail::Fault(fault))),
                Outcome::Exact(_) if self.is_unchecked() => {
                    Some((CheckCode::UncheckedGame, Detail::None))
                }
                _ => fact(game(value)),
            };
        }
        let read = number(value);
        match read.outcome() {
            Outcome::Unreadable(fault) => Some((CheckCode::BadRootValue, Detail::Fault(fault))),
            Outcome::Exact(version) | Outcome::Repaired(version, _) => match version {
                1..=4 => fact(read),
                5.. => Some((CheckCode::UnknownVersion, Detail::Version(version))),
                _ => Some((CheckCode::BadRootValue, Detail::Fault(Fault::OutOfRange))),
            },
        }
    }

    /// Whether the format does not say how the game writes points.
    fn is_unchecked(self) -> bool {
        self.notation.point("aa").outcome() == Outcome::Unreadable(Fault::Undefined)
    }

    fn size<'v>(self, value: impl ValueSource<'v>) -> Option<Fact> {
        let read = size(value, self.notation.game());
        let is_new = read.value().is_some_and(|size| {
            !size.is_square() || self.notation.game() == Game::GO && size.columns() > 19
        });
        match fact(read) {
            Some((_, Detail::Fault(fault))) => {
                Some((CheckCode::BadRootValue, Detail::Fault(fault)))
            }
            None if is_new => self.newer(),
            found => found,
        }
    }

    /// What else is wrong with a list item of which something was found: a form that the version
    /// does not have.
    pub(super) fn newer_beside<'v>(self, found: Fact, value: impl ValueSource<'v>) -> Option<Fact> {
        let is_area = matches!(found, (CheckCode::RepairedCompose | CheckCode::RepairedValue, _))
            && value.parts().is_some();
        if is_area { self.newer() } else { None }
    }

    /// A form of value that FF\[4\] brought.
    fn newer(self) -> Option<Fact> {
        let version = self.version.filter(|&version| version < 4)?;
        Some((CheckCode::NewerFeature, Detail::Version(version.into())))
    }

    /// A date, a result, a time limit or a komi.
    fn info(self, ident: &str, text: &str) -> Option<Fact> {
        let found = match ident {
            "DT" => fact(dates(text)),
            "RE" if self.notation.game() == Game::BACKGAMMON => None,
            "RE" => fact(result(text)),
            "TM" => fact(main_time(text)),
            _ => fact(komi(text)),
        };
        match found {
            Some((CheckCode::EmptyValue, _)) => Some((CheckCode::EmptyText, Detail::None)),
            Some((_, detail @ Detail::Fault(_))) => Some((CheckCode::UnreadableInfo, detail)),
            found => found,
        }
    }

    fn played<'v>(self, value: impl ValueSource<'v>) -> Option<Fact> {
        let text = value.whole();
        let read = self.notation.move_reading(text);
        if read.is_exact() {
            let is_pass = text.is_empty() && self.notation.game() == Game::GO && self.is_below(4);
            return is_pass.then_some((CheckCode::EmptyPass, Detail::None));
        }
        fact(read)
    }

    /// A point, or an item of a list of points.
    fn point<'v>(self, kind: ListKind, value: impl ValueSource<'v>) -> (Option<Fact>, Place) {
        if kind != ListKind::Single && value.parts().is_some() {
            let read = self.notation.area(value);
            let found = fact(read);
            let found = if read.is_unreadable() { found } else { found.or_else(|| self.newer()) };
            let found = match found {
                Some((CheckCode::RepairedValue, Detail::Repair(repair)))
                    if repair != Repair::OnePoint =>
                {
                    Some((CheckCode::RepairedCompose, Detail::Repair(repair)))
                }
                found => found,
            };
            return (found, read.value().map_or(Place::Nowhere, Place::Area));
        }
        let read = self.notation.stone(value).map(|(point, _)| point);
        (fact(read), read.value().map_or(Place::Nowhere, |point| Place::Area(point.into())))
    }
}

/// What a reading says about its value; nothing if it is exact.
pub(super) fn fact<T>(read: Reading<'_, T>) -> Option<Fact> {
    let detail = match read.outcome() {
        Outcome::Exact(_) => return None,
        Outcome::Repaired(_, repair) => Detail::Repair(repair),
        Outcome::Unreadable(fault) => Detail::Fault(fault),
    };
    let code = match detail {
        // Nothing can be said.
        Detail::Fault(Fault::Undefined | Fault::TooLarge) => return None,
        Detail::Fault(Fault::Empty) => CheckCode::EmptyValue,
        Detail::Fault(Fault::OffBoard) => CheckCode::OffBoard,
        Detail::Fault(Fault::NoColon) => CheckCode::MissingColon,
        Detail::Fault(_) => CheckCode::UnreadableValue,
        Detail::Repair(Repair::Square) => CheckCode::SquareSize,
        Detail::Repair(Repair::Kept) => CheckCode::BoardTooLarge,
        Detail::Repair(Repair::NoSecondPart) => CheckCode::MissingSecondPart,
        Detail::Repair(Repair::Corners) => CheckCode::RepairedCompose,
        _ => CheckCode::RepairedValue,
    };
    Some((code, detail))
}
