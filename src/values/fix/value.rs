//! Fixes of values: the value that was read, in the form that the format demands.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::write::Writer;
use super::{Fix, Safety, loss};
use crate::property::{Property, Value};
use crate::span::Span;
use crate::text::is_space;
use crate::tree::{Collection, GameTree, Node};
use crate::values::check::{CheckCode, Checker, Detail, Remark};
use crate::values::game::{Game, size};
use crate::values::info::{DateSense, Ending, dates, handicap, komi, main_time, result};
use crate::values::moves::Move;
use crate::values::notation::Notation;
use crate::values::number::{number, real};
use crate::values::point::{Area, MAX_SET_SIDE, PointSet};
use crate::values::reading::{Reading, Repair};
use crate::values::simple::{Color, color, double};
use crate::values::{BoardSize, TreeFacts, catalogue};

/// What can be fixed of the values, in no order.
pub(super) fn fixes(collection: Collection<'_>, checker: &Checker) -> Vec<Fix> {
    let mut fixes = Vec::new();
    let Some(writer) = Writer::of(collection) else { return fixes };
    let mut edits = Edits { writer, source: collection.source(), context: None, repeated: None };
    let checker = checker.clone().looking_for_nul_in(collection.source());
    checker.visit(collection.game_trees().map(GameTree::root), |remark| {
        fixes.extend(edits.of(&remark));
    });
    fixes
}

/// What the fixes are made with.
struct Edits<'a> {
    writer: Writer,
    source: &'a [u8],
    /// The first node of the game tree, its end, and how its values are read.
    context: Option<Context>,
    /// The property whose values were compared last, by its place, and which of them say again
    /// what others said.
    repeated: Option<(Span, Vec<bool>)>,
}

#[derive(Clone, Copy)]
struct Context {
    nodes: (usize, usize),
    notation: Notation,
    /// Whether the record says that it is below FF\[4\].
    is_old: bool,
}

impl<'a> Edits<'a> {
    fn of(&mut self, remark: &Remark<'a, Node<'a>>) -> Option<Fix> {
        let property = remark.property_handle()?;
        let value = remark.value_handle();
        let code = remark.code();
        let fix = |span, text: &str, safety| {
            Some(Fix::new(code.name(), span, self.writer.write(text), safety))
        };
        match code {
            CheckCode::RepairedValue | CheckCode::RepairedCompose | CheckCode::SquareSize => {
                let value = value?;
                let Detail::Repair(repair) = remark.detail() else { return None };
                let context = self.context(remark.node());
                let form = canonical(context, property.ident(), value, repair)?;
                let safety = match loss::loses(property.ident(), value.text(), &form) {
                    true => Safety::Unsafe,
                    false => safety(repair, value.text()),
                };
                Some(Fix::new(code.name(), value.span(), self.writer.write(&form), safety))
            }
            CheckCode::PointUsedTwice => {
                let value = value?;
                let number = remark.value()?;
                let span = self.writer.with_brackets(value.span(), self.source);
                let notation = self.context(remark.node()).notation;
                let is_again = self.is_repeated(notation, property, number)
                    && self.follows_value(property, number);
                let safety = Safety::Safe;
                is_again.then(|| Fix::new(code.name(), span, Cow::Borrowed(&[][..]), safety))
            }
            CheckCode::EmptyValue | CheckCode::EmptyText if property.texts().len() == 1 => {
                fix(self.whole(property), "", Safety::Unsafe)
            }
            CheckCode::IntegerKomi if remark.node().get("KM").is_none() => {
                let twice = number(property.first_value()).value()?;
                let half = if twice % 2 == 0 { "" } else { ".5" };
                let sign = if twice < 0 { "-" } else { "" };
                let text = format!("KM[{sign}{}{half}]", twice.unsigned_abs() / 2);
                let is_sole = property.texts().len() == 1;
                is_sole.then(|| fix(self.whole(property), &text, Safety::Unsafe))?
            }
            CheckCode::NulByte if self.writer.is_plain() => {
                // Between the bytes of a damaged character it may be all that keeps them apart.
                let value = value.filter(|it| !it.text().contains(char::REPLACEMENT_CHARACTER))?;
                let mut bytes = value.raw().to_vec();
                bytes.retain(|&byte| byte != 0);
                Some(Fix::new(code.name(), value.span(), bytes, Safety::Unsafe))
            }
            _ => None,
        }
    }

    /// A property from its ident to the `]` of its only value.
    fn whole(&self, property: Property<'_>) -> Span {
        let value = self.writer.with_brackets(property.first_value().span(), self.source);
        Span::new(property.ident_span().start(), value.end())
    }

    /// How the values of the game tree are read that the node is in. The nodes come in their order.
    fn context(&mut self, node: Node<'_>) -> Context {
        let id = node.id().index();
        if let Some(context) = self.context.filter(|it| (it.nodes.0..it.nodes.1).contains(&id)) {
            return context;
        }
        let game = node.game_tree();
        let root = game.root();
        let number = Game::of_root(root);
        let start = root.id().index();
        let context = Context {
            nodes: (start, start + game.nodes().len()),
            notation: Notation::new(number, BoardSize::of_root(root, number)),
            is_old: TreeFacts::of_root(root).version().is_some_and(|version| version < 4),
        };
        self.context = Some(context);
        context
    }

    /// Whether all points of a value are in earlier values of its property.
    fn is_repeated(&mut self, notation: Notation, property: Property<'a>, number: usize) -> bool {
        let place = property.ident_span();
        if self.repeated.as_ref().is_none_or(|(other, _)| *other != place) {
            self.repeated = Some((place, repeated(notation, property)));
        }
        self.repeated.as_ref().is_some_and(|(_, repeated)| repeated.get(number) == Some(&true))
    }

    /// Whether a value stands right after another one, so that one is left if it goes.
    fn follows_value(&self, property: Property<'_>, number: usize) -> bool {
        let Some(before) = number.checked_sub(1) else { return false };
        let mut spans = property.values().skip(before).map(Value::span);
        let (Some(before), Some(own)) = (spans.next(), spans.next()) else { return false };
        let between = self.source.get(before.end()..own.start()).unwrap_or_default();
        !between.is_empty() && !between.iter().any(u8::is_ascii_alphanumeric)
    }
}

/// Which values of a list name points alone that values before them named.
fn repeated(notation: Notation, property: Property<'_>) -> Vec<bool> {
    let is_list = catalogue::property_in(notation.game(), property.ident())
        .is_some_and(|it| matches!(it.form().to_string().as_str(), "Point" | "Stone"));
    let mut seen = PointSet::EMPTY;
    let is_seen = |value: Value<'_>| {
        let area = match value.colon() {
            Some(_) => notation.area(value).value(),
            None => notation.stone(value).value().map(|(point, _)| Area::from(point)),
        };
        let Some(area) = area.filter(|_| is_list) else { return false };
        if area.last().column().max(area.last().row()) >= MAX_SET_SIDE {
            return false;
        }
        (area.first().row()..=area.last().row()).fold(true, |seen_all, row| {
            let new = seen.add(row, area.first().column(), area.last().column());
            seen_all & (new == 0)
        })
    };
    property.values().map(is_seen).collect()
}

/// Whether the value says the same after the repair is written down.
fn safety(repair: Repair, text: &str) -> Safety {
    match repair {
        Repair::WhiteSpace
        | Repair::Case
        | Repair::ZeroFraction
        | Repair::MissingDigits
        | Repair::DecimalComma
        | Repair::Words
        | Repair::Square
        | Repair::OnePoint
        | Repair::Corners
        | Repair::Form
        | Repair::Spelling => Safety::Safe,
        Repair::NormalDouble if text.is_empty() => Safety::Safe,
        _ => Safety::Unsafe,
    }
}

/// The form that the format demands, if it is read exactly and says the same.
fn canonical(context: Context, ident: &str, value: Value<'_>, repair: Repair) -> Option<String> {
    let notation = context.notation;
    let definition = catalogue::property_in(notation.game(), ident)?;
    let text = value.text();
    let plain = || text.chars().filter(|char| !is_space_char(*char)).collect::<String>();
    // Read again, it has to be exact; what it says is compared where an edit could change it.
    match ident {
        "DT" => again(dates(text), date_text(text)?, dates),
        "RE" => again(result(text), result_text(text)?, result),
        "KM" => again(komi(text), komi(text).value()?.to_string(), komi),
        "HA" => again(handicap(text), handicap(text).value()?.to_string(), handicap),
        "TM" => {
            let limit = main_time(text).value()?.limit()?;
            again(main_time(text), limit.as_secs_f64().to_string(), main_time)
        }
        "SZ" => {
            let game = notation.game();
            let form = size(text, game).value()?.to_string();
            again(size(text, game), form, |text: &str| size(text, game))
        }
        _ => match definition.form().to_string().as_str() {
            "Number" => {
                again(number(text), number(text).value()?.to_string(), |it: &str| number(it))
            }
            "Real" => again(real(text), real(text).value()?.to_string(), |it: &str| real(it)),
            "Double" => {
                again(double(text), double(text).value()?.to_string(), |it: &str| double(it))
            }
            "Color" => again(color(text), color(text).value()?.to_string(), |it: &str| color(it)),
            "None" => Some(String::new()),
            "Move" => move_text(context, text),
            "Point" | "Stone" => {
                let area = match value.colon() {
                    Some(_) => notation.area(value),
                    None => notation.area(text),
                };
                let form = match repair {
                    Repair::WhiteSpace => plain(),
                    _ => area_text(notation, area.value()?)?,
                };
                again(area, form, |text: &str| notation.area(text))
            }
            "Point:Point" => {
                again(notation.arrow(text), plain(), |text: &str| notation.arrow(text))
            }
            _ => None,
        },
    }
}

/// The new text, if it is read exactly as what the old one was read as.
fn again<'o, T: PartialEq>(
    old: Reading<'o, T>,
    text: String,
    read: impl for<'n> Fn(&'n str) -> Reading<'n, T>,
) -> Option<String> {
    let new = read(&text);
    (new.is_exact() && new.value() == old.value()).then_some(text)
}

fn is_space_char(char: char) -> bool {
    char.is_ascii() && is_space(char as u8)
}

fn date_text(text: &str) -> Option<String> {
    let read = dates(text).value()?;
    // Dates that no comma divides are those from which and to which something lasted.
    let items = text.split([',', '，', '、']).count();
    let is_list = read.iter().len() == 1 || read.iter().len() == items;
    if read.sense() != DateSense::Played || !is_list {
        return None;
    }
    let mut text = String::new();
    for date in read.iter() {
        let comma = if text.is_empty() { "" } else { "," };
        write!(text, "{comma}{date}").ok()?;
    }
    Some(text)
}

fn result_text(text: &str) -> Option<String> {
    let read = result(text).value()?;
    let winner = match read.winner() {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        _ => "",
    };
    let how = match read.ending() {
        Ending::Points => read.points()?.to_string(),
        Ending::Resignation => "R".into(),
        Ending::Time => "T".into(),
        Ending::Forfeit => "F".into(),
        Ending::Unspecified => String::new(),
        Ending::Draw => "0".into(),
        Ending::Void => "Void".into(),
        Ending::Unknown => "?".into(),
    };
    Some(format!("{winner}{how}"))
}

fn move_text(context: Context, text: &str) -> Option<String> {
    let notation = context.notation;
    let read = notation.move_reading(text).value()?;
    let form = match read {
        Move::Point(point) => area_text(notation, Area::from(point)),
        Move::Pass if context.is_old => Some("tt".into()),
        Move::Pass => Some(String::new()),
        _ => None,
    };
    let form = form
        .or_else(|| Some(text.chars().filter(|char| !is_space_char(*char)).collect::<String>()))?;
    let is_same = {
        let new = notation.move_reading(&form);
        new.is_exact() && new.value() == Some(read)
    };
    is_same.then_some(form)
}

/// A point, or a rectangle, in a game that writes points by two letters.
fn area_text(notation: Notation, area: Area) -> Option<String> {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |number: u16| LETTERS.get(usize::from(number)).map(|&letter| char::from(letter));
    let mut text = String::new();
    for corner in [area.first(), area.last()] {
        if !text.is_empty() {
            if area.first() == area.last() {
                break;
            }
            text.push(':');
        }
        text.push(letter(corner.column())?);
        text.push(letter(corner.row())?);
    }
    (notation.area(text.as_str()).value() == Some(area)).then_some(text)
}
