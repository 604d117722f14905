//! What a game tree says of its format, to compare it with the first one of its file.

use alloc::string::String;

use super::CheckCode;
use crate::values::game::with_text;
use crate::values::number::parse_number;
use crate::view::{NodeView, TreeView};

/// What a game tree says of its format: `FF`, `GM` and `CA`.
///
/// The game trees of a file should agree about them. Where a file is read part by part, the facts of
/// its first game tree go with each part: [`Checker::first_tree`](super::Checker::first_tree).
///
/// ```
/// use kifu::values::TreeFacts;
///
/// let tree = kifu::OwnedTree::parse("(;FF[4]GM[11])")?;
/// let facts = TreeFacts::of(&tree).unwrap();
/// assert_eq!(facts.version(), Some(4));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeFacts {
    version: Option<i64>,
    game: Option<i64>,
    charset: Option<String>,
}

impl TreeFacts {
    /// Those of the first game tree; `None` if there is none.
    pub fn of(tree: impl crate::AnyTree) -> Option<Self> {
        TreeView::roots(tree).next().map(Self::of_root)
    }

    pub(in crate::values) fn of_root(root: impl NodeView) -> Self {
        let number = |ident| {
            with_text(root, ident, |text| parse_number(text).ok().map(|(number, _)| number))
        };
        Self {
            version: number("FF").flatten(),
            game: number("GM").flatten(),
            charset: with_text(root, "CA", |text| text.trim().to_ascii_lowercase()),
        }
    }

    /// The version of the format, if `FF` names one: from 1 to 4. What is above is taken for 4.
    pub fn version(&self) -> Option<u8> {
        self.version.filter(|&version| version >= 1).map(|version| version.min(4) as u8)
    }

    /// What differs in another game tree, among the properties that are asked for.
    pub(super) fn difference(&self, other: &Self, of: impl Fn(&str) -> bool) -> Option<CheckCode> {
        let differs = [
            ("FF", self.version.unwrap_or(1) != other.version.unwrap_or(1)),
            ("GM", self.game.unwrap_or(1) != other.game.unwrap_or(1)),
            ("CA", self.charset != other.charset),
        ];
        let codes = [CheckCode::MixedVersions, CheckCode::MixedGames, CheckCode::MixedCharsets];
        differs.iter().zip(codes).find(|((ident, differs), _)| *differs && of(ident)).map(|it| it.1)
    }
}
