//! Games on the board turned and mirrored, and with colours exchanged.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Symmetry;
use crate::owned::{EditError, NewValue, NodeKey, OwnedNode, OwnedProperty, OwnedTree};
use crate::values::catalogue::{self, ValueForm, ValueType};
use crate::values::{self, BoardSize, Game};

/// Turns and mirrors the board of games of go, and exchanges the colours.
///
/// All properties whose values are points or moves change, those of markup too: `LB`, `AR`, `LN`,
/// rectangles of compressed lists, `VW`, and private ones that the
/// [catalogue](crate::values::catalogue) knows. A quarter turn exchanges the sides of `SZ`. What cannot be
/// read as a point stays as it is, and is counted.
///
/// Where colours are exchanged, so are `B` and `W`, all pairs of properties of Black and White (setup,
/// names, ranks, teams, times, territory, judgements), `PL`, the winner in `RE`, and the sign of `KM`:
/// the points are still those of the same player. `HA` stays.
///
/// ```
/// use kifu::edit::{Symmetry, Transform};
///
/// let mut tree = kifu::OwnedTree::parse("(;SZ[13:9]PB[Ann]RE[B+2]KM[0.5];B[ba]LB[ab:x])")?;
/// let transform = Transform::new().symmetry(Symmetry::Rotate90).exchange_colors(true);
/// assert_eq!(transform.apply(&mut tree).unreadable(), 0);
/// assert_eq!(tree.to_string(), "(;SZ[9:13]PW[Ann]RE[W+2]KM[-0.5];W[ib]LB[ha:x])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transform {
    symmetry: Symmetry,
    exchanges_colors: bool,
}

/// What a [`Transform`] could not do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transformed {
    unreadable: usize,
    other_games: usize,
}

impl Transformed {
    /// How many values could not be read, and stayed as they were.
    pub const fn unreadable(self) -> usize {
        self.unreadable
    }

    /// How many games are not go, and stayed as they were.
    pub const fn other_games(self) -> usize {
        self.other_games
    }
}

/// Properties of Black, and of White.
const PAIRS: [(&str, &str); 11] = [
    ("B", "W"),
    ("AB", "AW"),
    ("PB", "PW"),
    ("BR", "WR"),
    ("BT", "WT"),
    ("BL", "WL"),
    ("OB", "OW"),
    ("TB", "TW"),
    ("GB", "GW"),
    ("BS", "WS"),
    ("KGSSB", "KGSSW"),
];

/// A value: its text, and where a colon divides it.
type Text = (String, Option<usize>);

/// A property: its ident and its values.
type Property = (String, Vec<Text>);

impl Transform {
    /// One that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// How the board is turned and mirrored.
    #[must_use]
    pub fn symmetry(self, symmetry: Symmetry) -> Self {
        Self { symmetry, ..self }
    }

    /// Whether Black becomes White.
    #[must_use]
    pub fn exchange_colors(self, exchanges_colors: bool) -> Self {
        Self { exchanges_colors, ..self }
    }

    /// Changes all games of go of a tree.
    ///
    /// Cost: linear in the values.
    pub fn apply(self, tree: &mut OwnedTree) -> Transformed {
        let mut done = Transformed::default();
        let mut edits = Vec::new();
        for game in tree.game_trees() {
            if Game::of(game) != Game::GO {
                done.other_games += 1;
                continue;
            }
            let size = BoardSize::of(game).unwrap_or(USUAL);
            let sides = (size.columns(), size.rows());
            for node in game.nodes() {
                self.collect(node, sides, &mut edits, &mut done);
            }
        }
        for (node, properties) in edits {
            // The node is there, and what is too large was so before.
            let _ = put(tree, node, &properties);
        }
        done
    }

    /// The properties of a node as they are to be, if any of them changes.
    fn collect(
        self,
        node: OwnedNode<'_>,
        sides: (u16, u16),
        edits: &mut Vec<(NodeKey, Vec<Property>)>,
        done: &mut Transformed,
    ) {
        let mut is_changed = false;
        let mut properties = Vec::new();
        for property in node.properties() {
            let ident = self.ident(property.ident());
            let values: Vec<Text> = property
                .values()
                .map(|value| {
                    let text = (value.text().to_string(), value.colon());
                    match self.value(property, &text, sides) {
                        Some(changed) => {
                            is_changed |= changed != text;
                            changed
                        }
                        None => {
                            done.unreadable += 1;
                            text
                        }
                    }
                })
                .collect();
            is_changed |= ident != property.ident();
            properties.push((ident.to_string(), values));
        }
        if is_changed {
            edits.push((node.id(), properties));
        }
    }

    fn ident(self, ident: &str) -> &str {
        if !self.exchanges_colors {
            return ident;
        }
        let other = PAIRS.iter().find_map(|&(black, white)| match ident {
            _ if ident == black => Some(white),
            _ if ident == white => Some(black),
            _ => None,
        });
        other.unwrap_or(ident)
    }

    /// The value as it is to be; `None` if it cannot be read.
    fn value(self, property: OwnedProperty<'_>, value: &Text, sides: (u16, u16)) -> Option<Text> {
        let same = || Some(value.clone());
        match property.ident() {
            "SZ" if self.symmetry.exchanges_sides() => {
                return match value.1 {
                    Some(colon) => {
                        let (columns, rows) = (&value.0[..colon], &value.0[colon + 1..]);
                        Some((format!("{rows}:{columns}"), Some(rows.len())))
                    }
                    None => same(),
                };
            }
            "PL" if self.exchanges_colors => return Some((other_color(&value.0)?, None)),
            "RE" if self.exchanges_colors => return Some((other_winner(&value.0)?, None)),
            "KM" if self.exchanges_colors => {
                let komi = values::komi(&value.0).value()?;
                return Some((
                    if komi == 0.0 { value.0.clone() } else { format!("{}", -komi) },
                    None,
                ));
            }
            _ => {}
        }
        let Some(definition) = catalogue::property_in(Game::GO, property.ident()) else {
            return same();
        };
        let is_place = |it| matches!(it, ValueType::Point | ValueType::Stone | ValueType::Move);
        let (first, second) = match definition.form() {
            ValueForm::One(one) => (is_place(one), value.1.is_some() && is_place(one)),
            ValueForm::Pair(first, second) => (is_place(first), is_place(second)),
            ValueForm::OneOrPair(one, first, second) => match value.1 {
                None => (is_place(one), false),
                Some(_) => (is_place(first), is_place(second)),
            },
        };
        if !first || value.0.is_empty() {
            return same();
        }
        let is_rectangle = second && matches!(definition.form(), ValueForm::One(_));
        self.points(value, second, is_rectangle, sides)
    }

    /// A point, one with a text after it, two points, or a rectangle.
    fn points(
        self,
        (text, colon): &Text,
        has_two: bool,
        is_rectangle: bool,
        sides: (u16, u16),
    ) -> Option<Text> {
        let Some(colon) = *colon else {
            let is_pass = text == "tt" && sides.0 <= 19 && sides.1 <= 19;
            let image =
                if is_pass { text.clone() } else { written(self.image(point(text)?, sides)?) };
            return Some((image, None));
        };
        let (first, second) = (&text[..colon], &text[colon + 1..]);
        let first = self.image(point(first)?, sides)?;
        if !has_two {
            return Some((written(first) + ":" + second, Some(2)));
        }
        let second = self.image(point(second)?, sides)?;
        let (first, second) = match is_rectangle {
            false => (first, second),
            true => (
                (first.0.min(second.0), first.1.min(second.1)),
                (first.0.max(second.0), first.1.max(second.1)),
            ),
        };
        Some((written(first) + ":" + &written(second), Some(2)))
    }

    fn image(self, at: (u16, u16), sides: (u16, u16)) -> Option<(u16, u16)> {
        let is_on_board = at.0 < sides.0 && at.1 < sides.1;
        is_on_board.then(|| self.symmetry.place(at, sides))
    }
}

/// The size of a board whose size cannot be read.
const USUAL: BoardSize = BoardSize::new(19, 19).unwrap();

fn point(text: &str) -> Option<(u16, u16)> {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(u16::from(letter - b'a')),
        b'A'..=b'Z' => Some(u16::from(letter - b'A') + 26),
        _ => None,
    };
    let &[column, row] = text.as_bytes() else { return None };
    Some((number(column)?, number(row)?))
}

fn written((column, row): (u16, u16)) -> String {
    let letter = |number: u16| {
        let number = number as u8;
        char::from(if number < 26 { b'a' + number } else { b'A' + number - 26 })
    };
    [letter(column), letter(row)].iter().collect()
}

/// `W` for `B`, in the same spelling.
fn other_color(text: &str) -> Option<String> {
    let names =
        [("B", "W"), ("b", "w"), ("Black", "White"), ("black", "white"), ("BLACK", "WHITE")];
    names.iter().find_map(|&(black, white)| match text.trim() {
        it if it == black => Some(white.to_string()),
        it if it == white => Some(black.to_string()),
        _ => None,
    })
}

/// The result with the other winner. One without a winner stays as it is.
fn other_winner(text: &str) -> Option<String> {
    let result = values::result(text);
    if text.trim().is_empty() || result.value().is_some_and(|result| result.winner().is_none()) {
        return Some(text.to_string());
    }
    result.value()?;
    let (winner, how) = text.split_once('+')?;
    Some(other_color(winner)? + "+" + how)
}

/// Gives a node these properties in the place of those it has.
fn put(tree: &mut OwnedTree, node: NodeKey, properties: &[Property]) -> Result<(), EditError> {
    let Some(found) = tree.node(node) else { return Err(EditError::StaleNode) };
    let idents: Vec<String> = found.properties().map(|it| it.ident().to_string()).collect();
    let is_renamed = idents.iter().zip(properties).any(|(old, (new, _))| old != new);
    if is_renamed {
        for ident in &idents {
            tree.remove_property(node, ident)?;
        }
    }
    for (ident, values) in properties {
        let values = values.iter().map(|(text, colon)| NewValue::divided(text, *colon));
        tree.set(node, ident, values)?;
    }
    Ok(())
}
