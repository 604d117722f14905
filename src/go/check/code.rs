//! The codes of the checks of play: what each reports, and how bad it is.

use core::fmt;

use crate::diagnostic::Severity;
use crate::go::rules::Illegal;

/// Declares the codes with all that is known of each, in one place.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident, $name:literal, $severity:ident;)*) => {
        /// What a check of play found. The names, which [`Display`](fmt::Display) prints, are stable,
        /// and differ from those of [`Code`](crate::Code) and
        /// [`CheckCode`](crate::values::CheckCode).
        ///
        /// | code | severity |
        /// |---|---|
        $(#[doc = concat!("| `", $name, "` | ", stringify!($severity), " |")])*
        ///
        /// ```
        /// use kifu::Severity;
        /// use kifu::go::PlayCode;
        ///
        /// let code = PlayCode::from_name("ko-retaken").unwrap();
        /// assert_eq!((code, code.severity()), (PlayCode::KoRetaken, Severity::Warning));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum PlayCode {
            $($(#[$doc])* $code,)*
        }

        impl PlayCode {
            /// All codes, in the order of their severity.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The name: lower-case words joined by hyphens.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            /// How bad it is: an error means that a move was not executed, a warning that play was
            /// not as the rules have it, an info that something is odd.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }
        }
    };
}

codes! {
    /// The value of `B` or `W` is not a move of go.
    MoveUnreadable, "move-unreadable", Error;
    /// A move is off the board.
    MoveOffBoard, "move-off-board", Error;
    /// A move is on a point with a stone, which it replaces.
    OccupiedPoint, "occupied-point", Warning;
    /// A ko is retaken at once.
    KoRetaken, "ko-retaken", Warning;
    /// A move leaves its own chain without a liberty, and the rules forbid that.
    Suicide, "suicide", Warning;
    /// A move makes a position that was there before; looked for on request.
    RepeatedPosition, "repeated-position", Warning;
    /// `AB` or `AW` puts a stone on a point that has one.
    SetupOnStone, "setup-on-stone", Warning;
    /// There are not as many handicap stones as `HA` says.
    HandicapStones, "handicap-stones", Warning;
    /// A stone is played after two passes.
    MoveAfterEnd, "move-after-end", Warning;
    /// Two moves of one colour in a row.
    ColorTwice, "color-twice", Info;
    /// `RE` contradicts the last moves of the main line.
    ResultContradicted, "result-contradicted", Info;
}

impl PlayCode {
    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }

    /// The code of a move that is not legal.
    pub(super) fn of_illegal(illegal: Illegal) -> Self {
        match illegal {
            Illegal::NotAMove => Self::MoveUnreadable,
            Illegal::OffBoard => Self::MoveOffBoard,
            Illegal::Occupied => Self::OccupiedPoint,
            Illegal::Ko => Self::KoRetaken,
            Illegal::Suicide => Self::Suicide,
            Illegal::Superko => Self::RepeatedPosition,
        }
    }
}

impl fmt::Display for PlayCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::CheckCode;

    #[test]
    fn every_play_code_has_a_name_of_its_own_and_the_worst_come_first() {
        for &code in PlayCode::ALL {
            assert_eq!(PlayCode::from_name(code.name()), Some(code));
            assert!(code.name().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'));
            assert_eq!(crate::Code::from_name(code.name()), None, "reading has a code {code}");
            assert_eq!(CheckCode::from_name(code.name()), None, "values have a code {code}");
        }
        let severities = PlayCode::ALL.iter().map(|code| code.severity());
        assert!(severities.rev().is_sorted(), "the codes stand in the order of their severity");
    }
}
