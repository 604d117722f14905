//! The sentence of a finding: which move, and what is wrong with it.

use core::fmt;

use super::{Detail, PlayCode};
use crate::go::shown::Coordinate;
use crate::values::{BoardSize, Color, Point};

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) code: PlayCode,
    pub(super) color: Option<Color>,
    pub(super) point: Option<Point>,
    pub(super) number: i64,
    pub(super) size: BoardSize,
    pub(super) detail: Detail,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.detail) {
            (PlayCode::HandicapStones, Detail::Handicap { says, set }) => {
                return handicap(f, says, set);
            }
            (PlayCode::SetupOnStone, Detail::Count(count)) => return self.setup(f, count),
            (PlayCode::ResultContradicted, Detail::Count(_)) => {
                return f.write_str("RE says that a player resigned or lost on time, and the game ends with two passes");
            }
            (PlayCode::ResultContradicted, _) => {
                let loser = self.color.map_or("a player", name);
                return write!(f, "RE says that {loser} lost on time, and {loser} moved last");
            }
            _ => {}
        }
        self.turn(f)?;
        match (self.code, self.detail) {
            (PlayCode::MoveUnreadable, _) => f.write_str("not a move of go"),
            (PlayCode::MoveOffBoard, _) => f.write_str("the point is off the board"),
            (PlayCode::OccupiedPoint, _) => f.write_str("there is a stone on the point"),
            (PlayCode::KoRetaken, _) => f.write_str("the ko is retaken at once"),
            (PlayCode::Suicide, Detail::Count(count)) if count > 1 => {
                write!(f, "suicide of {count} stones, which the rules forbid")
            }
            (PlayCode::Suicide, _) => f.write_str("suicide"),
            (PlayCode::RepeatedPosition, _) => f.write_str("the position was there before"),
            (PlayCode::MoveAfterEnd, _) => f.write_str("played after two passes"),
            (PlayCode::ColorTwice, _) => {
                write!(f, "{} made the move before, too", self.color.map_or("the player", name))
            }
            (code, _) => write!(f, "{code}"),
        }
    }
}

impl Message {
    /// `move 12, B D16: `
    fn turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}", self.number)?;
        if let Some(color) = self.color {
            write!(f, ", {color}")?;
        }
        if let Some(point) = self.point {
            write!(f, " {}", Coordinate::new(point, self.size))?;
        }
        f.write_str(": ")
    }

    fn setup(&self, f: &mut fmt::Formatter<'_>, count: usize) -> fmt::Result {
        let ident = if self.color == Some(Color::Black) { "AB" } else { "AW" };
        write!(f, "{ident} puts a stone on another")?;
        if let Some(point) = self.point {
            write!(f, ", at {}", Coordinate::new(point, self.size))?;
        }
        match count {
            0 | 1 => Ok(()),
            _ => write!(f, " and {} more", count - 1),
        }
    }
}

fn handicap(f: &mut fmt::Formatter<'_>, says: i64, set: usize) -> fmt::Result {
    if says >= 2 {
        write!(f, "HA says {says} handicap stones, and there are {set}")
    } else {
        write!(f, "{set} black stones are set before White's first move, without HA")
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
