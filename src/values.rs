//! What the values of properties mean: views that read a value when asked, and keep its text.
//!
//! Nothing is stored: a view takes the text of a value and gives a [`Reading`], which says whether
//! it was read exactly, read after a repair, or could not be read, and still has the text.

mod info;
mod reading;

pub use info::{
    Application, BoardSize, Color, Date, DateSense, Dates, Ending, GameInfo, GameResult, Habit,
    InfoSource, MainTime, Normalized, Overtime, Rank, RankKind, RankMark, Round, Rules, Strength,
    application, board_size, dates, handicap, komi, main_time, overtime, rank, result, round,
    rules,
};
pub use reading::{Fault, Outcome, Reading, Repair};
