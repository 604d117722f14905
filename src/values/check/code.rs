//! The codes of the checks: what each reports, how bad it is, and the number that SGFC has for it.

use core::fmt;

use crate::diagnostic::Severity;

/// Declares the codes with all that is known of each, in one place.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident, $name:literal, $severity:ident, SGFC $sgfc:literal $(, $pedantic:ident)?;)*) => {
        /// What a check found. The names, which [`Display`](fmt::Display) prints, are stable.
        ///
        /// SGFC is the reference checker of the format; its messages have numbers.
        ///
        /// | code | severity | SGFC | |
        /// |---|---|---|---|
        $(#[doc = concat!("| `", $name, "` | ", stringify!($severity), " | ", $sgfc, " | ", $(stringify!($pedantic),)? " |")])*
        ///
        /// ```
        /// use kifu::Severity;
        /// use kifu::values::CheckCode;
        ///
        /// let code = CheckCode::BadRootValue;
        /// assert_eq!((code.name(), code.sgfc()), ("bad-root-value", 18));
        /// assert_eq!(code.severity(), Severity::Error);
        /// assert_eq!(CheckCode::from_name("bad-root-value"), Some(code));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum CheckCode {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\nNumber ", $sgfc, " of SGFC.")]
                $code,
            )*
        }

        impl CheckCode {
            /// All codes, in the order of their severity.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The name: lower-case words joined by hyphens.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// How bad it is: an error means that a value has no meaning that could be read, a
            /// warning that the format is broken and the meaning clear, an info that something is
            /// odd.
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }

            /// The number of the message of SGFC that it answers to.
            pub fn sgfc(self) -> u8 {
                match self {
                    $(Self::$code => $sgfc,)*
                }
            }

            /// Whether it is about what the format allows, and reported only when asked for.
            ///
            /// ```
            /// use kifu::values::CheckCode;
            ///
            /// assert!(CheckCode::EmptyNode.is_pedantic());
            /// assert!(!CheckCode::EmptyValue.is_pedantic());
            /// ```
            pub fn is_pedantic(self) -> bool {
                match self {
                    $(Self::$code => codes!(@pedantic $($pedantic)?),)*
                }
            }
        }
    };
    (@pedantic) => { false };
    (@pedantic pedantic) => { true };
}

codes! {
    /// `FF`, `GM` or `SZ` has a value that cannot be read, so that its default is taken.
    BadRootValue, "bad-root-value", Error, SGFC 18;
    /// A value does not have the form of its type, and no meaning could be found.
    UnreadableValue, "unreadable-value", Error, SGFC 14;
    /// A point or a move is off the board.
    OffBoard, "off-board", Error, SGFC 14;
    /// A value is empty where one is needed.
    EmptyValue, "empty-value", Error, SGFC 17;
    /// A value needs two parts and has no colon.
    MissingColon, "missing-colon", Error, SGFC 23;
    /// A property that takes one value has several.
    SeveralValues, "several-values", Error, SGFC 13;
    /// An ident has more than 100 letters.
    OverlongIdent, "overlong-ident", Error, SGFC 11;
    /// A value does not have the form of its type, but can be read.
    RepairedValue, "repaired-value", Warning, SGFC 15;
    /// A list item of two parts has another form, but can be read, such as corners in the wrong
    /// order.
    RepairedCompose, "repaired-compose", Warning, SGFC 25;
    /// A value needs two parts, but the first says enough: `AP[foxwq]`.
    MissingSecondPart, "missing-second-part", Warning, SGFC 23;
    /// A date, a result, a time limit or a komi cannot be read.
    UnreadableInfo, "unreadable-info", Warning, SGFC 33;
    /// `SZ[19:19]`: a square board is written with one number.
    SquareSize, "square-size", Warning, SGFC 47;
    /// A board of go has more than 52 columns or rows.
    BoardTooLarge, "board-too-large", Warning, SGFC 50;
    /// `FF` names a version of the format that does not exist.
    UnknownVersion, "unknown-version", Warning, SGFC 46;
    /// The values of `VW` contradict each other or the version of the format.
    InconsistentView, "inconsistent-view", Warning, SGFC 52;
    /// A NUL byte in a value.
    NulByte, "nul-byte", Warning, SGFC 22;
    /// A point occurs twice among the stones, the markup, the labels or the territory of a node.
    PointUsedTwice, "point-used-twice", Warning, SGFC 38;
    /// A root property stands below the root.
    RootPropertyBelow, "root-property-below", Warning, SGFC 32;
    /// A game-info property stands below a node with others.
    RepeatedGameInfo, "repeated-game-info", Warning, SGFC 44;
    /// Setup and moves in one node.
    SetupWithMove, "setup-with-move", Warning, SGFC 30;
    /// `B` and `W` in one node.
    TwoMovesInNode, "two-moves-in-node", Warning, SGFC 37;
    /// An annotation contradicts an earlier one in the node.
    ContradictingAnnotation, "contradicting-annotation", Warning, SGFC 41;
    /// `TE` and `BM` in one node, which mean `IT` or `DO`.
    TesujiWithBadMove, "tesuji-with-bad-move", Warning, SGFC 42;
    /// An annotation of a move, or `KO`, in a node without a move.
    AnnotationWithoutMove, "annotation-without-move", Warning, SGFC 43;
    /// `KI`, which is a komi counted twice.
    IntegerKomi, "integer-komi", Warning, SGFC 59;
    /// The format does not define the moves of the game, so moves and points are not checked.
    UncheckedGame, "unchecked-game", Info, SGFC 19;
    /// A text is empty, and so says nothing.
    EmptyText, "empty-text", Info, SGFC 17;
    /// An ident of more than two letters that is not in the catalogue.
    LongIdent, "long-ident", Info, SGFC 31;
    /// A property that is not in the catalogue, or is one of another game.
    UnknownProperty, "unknown-property", Info, SGFC 35;
    /// The version of the format that `FF` names does not have the property.
    VersionMismatch, "version-mismatch", Info, SGFC 40;
    /// The version of the format that `FF` names does not have this form of value.
    NewerFeature, "newer-feature", Info, SGFC 51;
    /// An empty pass in a file below FF\[4\].
    EmptyPass, "empty-pass", Info, SGFC 65;
    /// `FF` differs from that of the first game tree.
    MixedVersions, "mixed-versions", Info, SGFC 45, pedantic;
    /// `GM` differs from that of the first game tree.
    MixedGames, "mixed-games", Info, SGFC 53, pedantic;
    /// `CA` differs from that of the first game tree.
    MixedCharsets, "mixed-charsets", Info, SGFC 74, pedantic;
    /// A move in the root node.
    MoveInRoot, "move-in-root", Info, SGFC 24, pedantic;
    /// A node without properties.
    EmptyNode, "empty-node", Info, SGFC 55, pedantic;
    /// A variation seems to belong one node higher.
    VariationLevel, "variation-level", Info, SGFC 56, pedantic;
    /// More than one game tree.
    SeveralTrees, "several-trees", Info, SGFC 60, pedantic;
    /// `HA` differs from the number of stones in `AB`.
    HandicapDiffers, "handicap-differs", Info, SGFC 61, pedantic;
    /// Setup stones in the main line below the root.
    SetupBelowRoot, "setup-below-root", Info, SGFC 62, pedantic;
    /// Two moves of one colour in a row.
    SameColorTwice, "same-color-twice", Info, SGFC 63, pedantic;
}

impl CheckCode {
    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_code_is_found_by_its_name_and_the_worst_come_first() {
        for &code in CheckCode::ALL {
            assert_eq!(CheckCode::from_name(code.name()), Some(code));
            assert!(code.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert_eq!(crate::Code::from_name(code.name()), None, "reading has a code {code}");
        }
        let severities = CheckCode::ALL.iter().map(|code| code.severity());
        assert!(severities.rev().is_sorted(), "the codes stand in the order of their severity");
        assert_eq!(CheckCode::from_name("no-such-code"), None);
    }
}
