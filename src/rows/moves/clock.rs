//! What was left on the clock after a move, and how long the move took. Records say only the first;
//! the second follows from the move before of the same colour, by the habit of the kind of time.

use super::columns::{Key, LEN};
use crate::GameTree;
use crate::rows::Cell;
use crate::values::{self, Color, GameInfo, MainTime, Overtime};

/// The times that a game is played by.
pub(super) struct Overtimes {
    main: Option<f64>,
    overtime: Option<Overtime>,
}

impl Overtimes {
    pub(super) fn of(game: GameTree<'_>) -> Self {
        // Most roots say nothing of it.
        let root = game.root();
        let texts = GameInfo::of(game);
        let main =
            root.get("TM").and_then(|_| texts.main_time()?.value().and_then(MainTime::limit));
        let overtime = root.get("OT").and_then(|_| texts.overtime()?.value());
        Self { main: main.map(|it| it.as_secs_f64()), overtime }
    }
}

/// The clocks of Black and of White after a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    sides: [Side; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    has_moved: bool,
    time: Option<f64>,
    count: Option<u32>,
}

impl Clock {
    /// A move of this colour, after which the record says so much of its clock.
    pub(super) fn play(
        &mut self,
        color: Color,
        (time, count): (Option<&str>, Option<&str>),
        overtimes: &Overtimes,
        cells: &mut [Cell<'_>; LEN],
    ) {
        let side = &mut self.sides[usize::from(color == Color::White)];
        let before = *side;
        let time = time.and_then(|it| values::real(it).value()).filter(|it| it.is_finite());
        let count = count.and_then(|it| values::number(it).value());
        let count = count.and_then(|it| u32::try_from(it).ok());
        *side = Side { has_moved: true, time, count };
        let used = used(before, *side, overtimes).filter(|(seconds, _)| *seconds >= 0.0);
        cells[Key::TimeLeft as usize] = time.map_or(Cell::Null, Cell::Float64);
        cells[Key::MovesLeft as usize] = count.map_or(Cell::Null, Cell::UInt32);
        cells[Key::TimeUsed as usize] = used.map_or(Cell::Null, |it| Cell::Float64(it.0));
        cells[Key::TimeHabit as usize] = used.map_or(Cell::Null, |it| Cell::Text(it.1));
    }
}

/// How long a move took, and by which habit that is known.
fn used(before: Side, after: Side, overtimes: &Overtimes) -> Option<(f64, &'static str)> {
    let left = after.time?;
    // Before its first move a side has the main time.
    let had = if before.has_moved { before.time } else { overtimes.main };
    let difference = had.map(|had| round(had - left));
    match (before.count, after.count, overtimes.overtime) {
        (None, None, Some(Overtime::Fischer { increment })) => {
            Some((round(had? - left + increment.as_secs_f64()), "fischer"))
        }
        (None, None, _) => Some((difference?, "main")),
        // One move less in the same period.
        (Some(earlier), Some(now), _) if earlier.checked_sub(1) == Some(now) => {
            let is_byo_yomi = matches!(overtimes.overtime, Some(Overtime::ByoYomi { .. }));
            (!is_byo_yomi).then_some((difference?, "canadian"))
        }
        // What is left of a period that starts anew with each move.
        (Some(earlier), Some(now), Some(Overtime::ByoYomi { period, .. })) if earlier == now => {
            Some((round(period.as_secs_f64() - left), "byo-yomi"))
        }
        _ => None,
    }
}

/// To thousandths: clocks have no more, and differences of fractions are not exact.
fn round(seconds: f64) -> f64 {
    let thousandths = seconds * 1000.0;
    // Far from what a clock shows nothing is lost by leaving it.
    if thousandths.abs() > 1e15 {
        return seconds;
    }
    let whole = (thousandths + if thousandths < 0.0 { -0.5 } else { 0.5 }) as i64;
    whole as f64 / 1000.0
}
