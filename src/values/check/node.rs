//! Checks of a node: which properties may stand together, and which belong elsewhere.

use super::value::{Context, Fact};
use super::{CheckCode, Detail};
use crate::values::catalogue::{Definition, PropertyType};
use crate::values::simple::Color;

/// The letters of an ident that reports begin at; see [`CheckCode::OverlongIdent`].
const LONGEST_IDENT: usize = 100;

/// What the nodes above mean for a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Above {
    /// The colour of the move just above, if there is nothing but a move.
    pub(super) moved: Option<Color>,
    /// Whether a node above has game info.
    pub(super) has_info: bool,
    /// Whether all nodes above are in the main line; the node itself is, if it is the first child.
    pub(super) in_main_line: bool,
}

/// What the properties of a node were so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Seen {
    /// Whether `B` and `W` were seen.
    moves: [bool; 2],
    /// The type of the first property that is setup or a move.
    kind: Option<PropertyType>,
    is_mixed: bool,
    has_setup: bool,
    has_position: bool,
    has_quality: bool,
    has_tesuji: bool,
    has_bad_move: bool,
    pub(super) has_info: bool,
}

impl Seen {
    /// The colour of the only move, in a node without setup.
    pub(super) fn moved(self) -> Option<Color> {
        match self.moves {
            [true, false] if !self.has_setup => Some(Color::Black),
            [false, true] if !self.has_setup => Some(Color::White),
            _ => None,
        }
    }

    /// Takes a move of which nothing is to be said; not if something before it in the node matters.
    #[inline]
    pub(super) fn add_plain_move(&mut self, color: Color) -> bool {
        let is_first = self.kind.is_none();
        if is_first {
            self.moves[usize::from(color == Color::White)] = true;
            self.kind = Some(PropertyType::Move);
        }
        is_first
    }

    /// Takes the property and says what is wrong with its being here.
    ///
    /// `has_move` says whether the node has a move, which may come later.
    pub(super) fn add(
        &mut self,
        definition: &Definition,
        context: Context,
        is_root: bool,
        above: Above,
        has_move: impl FnOnce() -> bool,
    ) -> Option<Fact> {
        let kind = definition.property_type();
        let misplaced = match kind {
            PropertyType::Root if !is_root => Some(CheckCode::RootPropertyBelow),
            PropertyType::GameInfo => {
                self.has_info = true;
                above.has_info.then_some(CheckCode::RepeatedGameInfo)
            }
            _ => None,
        };
        let annotation = self.add_annotation(definition.ident(), has_move);
        let mixed = self.add_kind(kind);
        let code = match definition.ident() {
            "KI" if definition.private_to().is_some() => Some(CheckCode::IntegerKomi),
            _ => misplaced.or(annotation).or(mixed),
        };
        if let Some(code) = code {
            return Some((code, Detail::None));
        }
        let version = context.version?;
        let is_in = definition.private_to().is_some()
            || definition.is_in_version(version)
            // Some lists of the format have it.
            || definition.ident() == "LN" && version == 3;
        (!is_in).then_some((CheckCode::VersionMismatch, Detail::Version(version.into())))
    }

    /// Moves and what annotates them, and positions.
    fn add_annotation(
        &mut self,
        ident: &str,
        has_move: impl FnOnce() -> bool,
    ) -> Option<CheckCode> {
        let was = |flag: &mut bool| core::mem::replace(flag, true);
        let found = match ident {
            "B" | "W" => {
                self.moves[usize::from(ident == "W")] = true;
                (self.moves == [true; 2]).then_some(CheckCode::TwoMovesInNode)
            }
            "DM" | "GB" | "GW" | "UC" => {
                was(&mut self.has_position).then_some(CheckCode::ContradictingAnnotation)
            }
            "TE" | "BM" | "DO" | "IT" => {
                self.has_tesuji |= ident == "TE";
                self.has_bad_move |= ident == "BM";
                let is_pair = self.has_tesuji && self.has_bad_move && matches!(ident, "TE" | "BM");
                match was(&mut self.has_quality) {
                    _ if is_pair => Some(CheckCode::TesujiWithBadMove),
                    true => Some(CheckCode::ContradictingAnnotation),
                    false => None,
                }
            }
            _ => None,
        };
        let needs_move = matches!(ident, "TE" | "BM" | "DO" | "IT" | "KO");
        found.or_else(|| (needs_move && !has_move()).then_some(CheckCode::AnnotationWithoutMove))
    }

    /// Setup and moves, once for a node.
    fn add_kind(&mut self, kind: PropertyType) -> Option<CheckCode> {
        if !matches!(kind, PropertyType::Setup | PropertyType::Move) {
            return None;
        }
        self.has_setup |= kind == PropertyType::Setup;
        let first = *self.kind.get_or_insert(kind);
        let is_mixed = first != kind && !self.is_mixed;
        self.is_mixed |= is_mixed;
        is_mixed.then_some(CheckCode::SetupWithMove)
    }
}

/// What is to be said of a property that is not in the catalogue, or is one of another game.
pub(super) fn unknown(ident: &str) -> Option<Fact> {
    let letters = ident.len();
    // What has a digit or a lower-case letter has a code of reading.
    let is_plain = ident.bytes().all(|byte| byte.is_ascii_uppercase());
    let code = match letters {
        _ if letters > LONGEST_IDENT => CheckCode::OverlongIdent,
        _ if !is_plain => return None,
        3.. => CheckCode::LongIdent,
        _ => CheckCode::UnknownProperty,
    };
    Some((code, Detail::None))
}
