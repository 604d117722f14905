//! What the values of properties mean: views that read a value when asked, and keep its text.
//!
//! Nothing is stored: a view takes the text of a value and gives a [`Reading`], which says whether
//! it was read exactly, read after a repair, or could not be read, and still has the text.
//!
//! - Values that are the same in all games: [`number`], [`real`], [`double`], [`color`], [`none()`],
//!   [`text`], [`simple_text`], [`compose`], [`game()`], [`size`], [`style()`], [`figure()`].
//! - Points, stones, moves, lists, labels, arrows and lines are written differently in each game:
//!   a [`Notation`] reads them, which [`Notation::of`] makes of a game tree.
//! - Lines of play: [`Notation::moves`], [`Notation::setup`], [`move_number`], [`to_play`],
//!   [`inherited`], [`print_mode`], [`Notation::dimmed`], [`Notation::view`].
//! - What a record says of the game itself: [`GameInfo`], and the views that it is made of:
//!   [`dates`], [`result`], [`rank`], [`komi`], [`handicap`], [`main_time`], [`overtime`], [`rules`],
//!   [`round`], [`application`].
//! - Checks of all of it, with stable codes: [`Checker`]; and fixes as edits: [`Fixer`].
//! - What is known about each property: [`catalogue`].
//!
//! All of them read borrowed and owned trees alike.
//!
//! ```
//! use kifu::values::{Move, Notation};
//!
//! let bytes = b"(;GM[1]SZ[19]PB[Honinbo Shusaku];B[qd];W[dc];B[ p q ];W[])";
//! let arena = kifu::Arena::new();
//! let collection = kifu::Parser::new().read(&arena, bytes);
//! let game = collection.first_game_tree().unwrap();
//! let moves = Notation::of(game).moves(game.main_line()).map(|(color, played)| match played {
//!     Move::Point(point) => format!("{color} {} {}", point.column(), point.row()),
//!     Move::Pass => format!("{color} pass"),
//!     other => format!("{color} {other:?}"),
//! });
//! assert!(moves.eq(["B 16 3", "W 3 2", "B 15 16", "W pass"]));
//! ```

pub mod catalogue;
mod check;
mod compact;
mod fix;
mod game;
mod info;
mod lexer;
mod line;
mod markup;
mod moves;
mod notation;
mod number;
mod place;
mod point;
mod points;
mod reading;
mod simple;
mod size_words;
pub(crate) mod source;

pub use check::{CheckCode, CheckDiagnostic, Checked, Checker, Remark, TreeFacts};
pub use fix::{Fix, Fixed, Fixer, Safety, apply_fixes};
pub(crate) use game::MAX_SIDE;
pub use game::{BoardSize, Game, game, size};
pub use info::{
    Application, Date, DateSense, Dates, Ending, GameInfo, GameResult, Habit, InfoSource, MainTime,
    Normalized, Overtime, OvertimeKind, Rank, RankKind, RankMark, Round, Rules, Strength,
    application, dates, handicap, komi, main_time, overtime, rank, result, round, rules,
};
pub use line::{Moves, Readings, Setup};
pub use markup::{Figure, Label, Stroke, Style, figure, style};
pub use moves::{Move, Octi, OctiKind, Roll, Word};
pub use notation::Notation;
pub use number::{number, real};
pub use place::{PrintMode, inherited, move_number, move_numbers, print_mode, to_play};
pub use point::{Area, AreaPoints, Point};
pub use points::Points;
pub use reading::{Fault, Outcome, Reading, Repair};
pub use simple::{Color, Compose, Double, color, compose, double, none, simple_text, text};
pub use source::{AnyNode, AnyProperty, AnyValue, NodeOrProperty};
