//! The sentence of a diagnostic: what was found, of which property, and why.

use core::fmt;

use super::{CheckCode, Detail};

/// How many bytes of an ident are shown: nearly all have two.
const IDENT_LENGTH: usize = 24;

/// What a sentence is about.
pub(super) struct Message<'v> {
    pub(super) code: CheckCode,
    pub(super) detail: Detail,
    pub(super) ident: &'v str,
}

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, detail, .. } = *self;
        let ident = Ident(self.ident);
        match (code, detail) {
            (CheckCode::BadRootValue, Detail::Fault(fault)) => {
                write!(f, "{ident} cannot be read, so its default is used: {fault}")
            }
            (CheckCode::OffBoard, _) => write!(f, "{ident} names a point off the board"),
            (CheckCode::EmptyValue, _) => write!(f, "{ident} has an empty value"),
            (CheckCode::MissingColon, _) => {
                write!(f, "{ident} needs two parts with a colon between them")
            }
            (CheckCode::RepairedValue | CheckCode::RepairedCompose, Detail::Repair(repair)) => {
                write!(f, "{ident} is not written as the format demands: {repair}")
            }
            (_, Detail::Fault(fault)) => write!(f, "{ident} cannot be read: {fault}"),
            (CheckCode::MissingSecondPart, _) => write!(f, "{ident} has no second part"),
            (_, Detail::Version(version)) => match code {
                CheckCode::UnknownVersion => write!(f, "there is no FF[{version}]"),
                CheckCode::NewerFeature => {
                    write!(f, "{ident} has a form of value that FF[{version}] does not have")
                }
                _ => write!(f, "{ident} is not a property of FF[{version}]"),
            },
            _ => sentence(f, code, ident),
        }
    }
}

/// The sentences that need no detail.
fn sentence(f: &mut fmt::Formatter<'_>, code: CheckCode, ident: Ident<'_>) -> fmt::Result {
    match code {
        CheckCode::SeveralValues => write!(f, "{ident} takes one value and has more"),
        CheckCode::OverlongIdent => write!(f, "{ident} is longer than 100 letters"),
        CheckCode::SquareSize => write!(f, "{ident} of a square board is one number"),
        CheckCode::BoardTooLarge => write!(f, "{ident} is more than 52, the largest board of go"),
        CheckCode::InconsistentView => write!(f, "{ident} has values that contradict each other"),
        CheckCode::NulByte => write!(f, "{ident} holds a NUL byte"),
        CheckCode::PointUsedTwice => {
            write!(f, "{ident} names a point that is used in this node already")
        }
        CheckCode::RootPropertyBelow => write!(f, "{ident} belongs in the root node"),
        CheckCode::RepeatedGameInfo => {
            write!(f, "{ident} stands below a node that has game info already")
        }
        CheckCode::SetupWithMove => f.write_str("setup and a move in one node"),
        CheckCode::TwoMovesInNode => f.write_str("B and W in one node"),
        CheckCode::ContradictingAnnotation => {
            write!(f, "{ident} contradicts an earlier annotation in this node")
        }
        CheckCode::TesujiWithBadMove => f.write_str("TE and BM in one node"),
        CheckCode::AnnotationWithoutMove => write!(f, "{ident} in a node without a move"),
        CheckCode::IntegerKomi => write!(f, "{ident} is twice the komi, which KM gives"),
        CheckCode::UncheckedGame => {
            f.write_str("moves and points are not checked: the format does not define them")
        }
        CheckCode::EmptyText => write!(f, "{ident} is empty"),
        CheckCode::LongIdent => write!(f, "{ident} has more than two letters and is not known"),
        CheckCode::UnknownProperty => write!(f, "{ident} is not a known property of this game"),
        CheckCode::EmptyPass => f.write_str("an empty pass, which only FF[4] has"),
        CheckCode::MixedVersions => f.write_str("FF differs from that of the first game tree"),
        CheckCode::MixedGames => f.write_str("GM differs from that of the first game tree"),
        CheckCode::MixedCharsets => f.write_str("CA differs from that of the first game tree"),
        CheckCode::MoveInRoot => f.write_str("a move in the root node"),
        CheckCode::EmptyNode => f.write_str("a node without properties"),
        CheckCode::VariationLevel => f.write_str("this variation seems to belong one node higher"),
        CheckCode::SeveralTrees => f.write_str("more than one game tree"),
        CheckCode::HandicapDiffers => {
            write!(f, "{ident} differs from the number of stones in AB")
        }
        CheckCode::SetupBelowRoot => f.write_str("setup stones below the root of the main line"),
        CheckCode::SameColorTwice => f.write_str("two moves of one colour in a row"),
        code => write!(f, "{code}: {ident}"),
    }
}

/// An ident, cut if it is long.
#[derive(Clone, Copy)]
struct Ident<'v>(&'v str);

impl fmt::Display for Ident<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(IDENT_LENGTH) {
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}
