//! What servers write in ways of their own, undone on request, with the name of each habit.

use core::time::Duration;

use super::super::game::BoardSize;
use super::GameInfo;
use super::number::{komi, real};
use super::overtime::Overtime;
use super::result::GameResult;
use super::rules::Rules;
use super::tree::Slot;

/// A habit of servers that was undone.
///
/// ```
/// use kifu::values::Habit;
///
/// assert_eq!(Habit::KomiInKo.ident(), "KM");
/// assert_eq!(Habit::KomiInKo.as_str(), "komi-in-ko");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Habit {
    /// Fox: komi in hundredths of points (`KM[650]` is 6.5).
    KomiTimesHundred,
    /// Fox: komi in hundredths of Chinese stones, worth two points each (`KM[375]` is 7.5).
    KomiTimesFifty,
    /// GoGoD and others: komi in Chinese stones, worth two points each (`KM[3.75]` is 7.5).
    KomiInStones,
    /// Tygem: komi in KO, the property of moves that break the rule of ko (`KO[7.5]`).
    KomiInKo,
    /// A handicap of one stone, which is none (`HA[1]`).
    HandicapOfOne,
    /// Fox and Tygem: byo-yomi in TC and TT, or LC and LT, the number of periods and their seconds.
    OvertimeInTcTt,
    /// A margin in Chinese stones, worth two points each (`RE[B+0.75]` with Chinese rules, or with a
    /// komi in stones).
    MarginInStones,
}

impl Habit {
    const ALL: [Self; 7] = [
        Self::KomiTimesHundred,
        Self::KomiTimesFifty,
        Self::KomiInStones,
        Self::KomiInKo,
        Self::HandicapOfOne,
        Self::OvertimeInTcTt,
        Self::MarginInStones,
    ];

    /// A stable name for programs.
    ///
    /// ```
    /// assert_eq!(kifu::values::Habit::KomiTimesFifty.as_str(), "komi-times-fifty");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::KomiTimesHundred => "komi-times-hundred",
            Self::KomiTimesFifty => "komi-times-fifty",
            Self::KomiInStones => "komi-in-stones",
            Self::KomiInKo => "komi-in-ko",
            Self::HandicapOfOne => "handicap-of-one",
            Self::OvertimeInTcTt => "overtime-in-tc-tt",
            Self::MarginInStones => "margin-in-stones",
        }
    }

    /// The property that it is a habit with: that which is read, not where the value was found.
    pub const fn ident(self) -> &'static str {
        match self {
            Self::KomiTimesHundred | Self::KomiTimesFifty | Self::KomiInStones | Self::KomiInKo => {
                "KM"
            }
            Self::HandicapOfOne => "HA",
            Self::OvertimeInTcTt => "OT",
            Self::MarginInStones => "RE",
        }
    }
}

/// Komi, handicap, overtime and result with the habits of servers undone, and which these were.
///
/// Without a habit, the values are those of the views. Where a habit leaves two values open
/// (`KM[250]` with unknown rules can be 2.5 points or 2.5 stones), nothing is changed.
///
/// Source: no section of the format; habits of servers, seen in their records.
///
/// ```
/// use kifu::values::{GameInfo, Habit, Overtime};
///
/// let arena = kifu::Arena::new();
/// let record = "(;KO[7.5]HA[1]TC[3]TT[30]RE[B+0.75]RU[Chinese])";
/// let game = kifu::parse(&arena, record)?.first_game_tree().unwrap();
/// let normalized = GameInfo::of(game).normalized();
/// assert_eq!((normalized.komi(), normalized.handicap()), (Some(7.5), Some(0)));
/// assert!(matches!(normalized.overtime(), Some(Overtime::ByoYomi { periods: 3, .. })));
/// assert_eq!(normalized.result().unwrap().points(), Some(1.5));
/// assert_eq!(normalized.habits().count(), 4);
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normalized {
    komi: Option<f64>,
    handicap: Option<u16>,
    overtime: Option<Overtime>,
    result: Option<GameResult>,
    /// One bit for each habit.
    habits: u8,
}

impl Normalized {
    /// The komi, in points.
    pub const fn komi(&self) -> Option<f64> {
        self.komi
    }

    /// The handicap: 0, or at least 2.
    pub const fn handicap(&self) -> Option<u16> {
        self.handicap
    }

    /// The overtime.
    pub const fn overtime(&self) -> Option<Overtime> {
        self.overtime
    }

    /// The result.
    pub const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The habits that were undone.
    pub fn habits(&self) -> impl Iterator<Item = Habit> + use<> {
        let habits = self.habits;
        Habit::ALL.into_iter().filter(move |&habit| habits & (1 << habit as u8) != 0)
    }

    const fn did(&self, habit: Habit) -> bool {
        self.habits & (1 << habit as u8) != 0
    }

    fn undid(&mut self, habit: Habit) {
        self.habits |= 1 << habit as u8;
    }
}

pub(super) fn normalize(info: &GameInfo<'_>) -> Normalized {
    let mut normalized = Normalized {
        komi: info.komi().and_then(super::Reading::value),
        handicap: info.handicap().and_then(super::Reading::value),
        overtime: info.overtime().and_then(super::Reading::value),
        result: info.result().and_then(super::Reading::value),
        habits: 0,
    };
    // The rules of go say nothing of the values of other games.
    if !matches!(info.found.text(Slot::Gm).map(str::trim), None | Some("1" | "")) {
        return normalized;
    }
    let rules = info.rules().and_then(super::Reading::value);
    undo_komi(&mut normalized, info, rules);
    if normalized.handicap == Some(1) {
        normalized.handicap = Some(0);
        normalized.undid(Habit::HandicapOfOne);
    }
    if normalized.overtime.is_none() {
        if let Some(overtime) = periods(info) {
            normalized.overtime = Some(overtime);
            normalized.undid(Habit::OvertimeInTcTt);
        }
    }
    undo_margin(&mut normalized, info, rules);
    normalized
}

fn undo_komi(normalized: &mut Normalized, info: &GameInfo<'_>, rules: Option<Rules>) {
    // An empty KM says as little as none.
    if info.found.text(Slot::Km).is_none_or(|text| text.trim().is_empty()) {
        let ko = info.found.text(Slot::Ko).map(str::trim).filter(|text| real(text).is_some());
        // `KO[1]` may be a flag that some program writes.
        let flag = |value: &f64| [1.0, 2.0].contains(value);
        if let Some(value) = ko.and_then(|text| komi(text).value()).filter(|value| !flag(value)) {
            normalized.komi = Some(value);
            normalized.undid(Habit::KomiInKo);
        }
    }
    let Some(value) = normalized.komi else { return };
    let hundredths = value.abs() >= MOST_KOMI && value % 25.0 == 0.0;
    let (scaled, points) = if hundredths {
        (value / 100.0, Habit::KomiTimesHundred)
    } else {
        (value, Habit::KomiInStones)
    };
    // Half a point is a quarter of a stone, and no komi has quarters of points.
    let quarters = scaled % 0.5 != 0.0 && scaled % 0.25 == 0.0;
    let habit = match (hundredths, quarters) {
        (true, true) => Habit::KomiTimesFifty,
        // 250 by Chinese rules: two and a half points, or stones?
        (true, false) if rules == Some(Rules::Chinese) && scaled.abs() < 4.0 => return,
        (true, false) => points,
        (false, true) => Habit::KomiInStones,
        (false, false) => return,
    };
    normalized.komi = Some(if quarters { 2.0 * scaled } else { scaled });
    normalized.undid(habit);
}

/// More points than any komi has, and fewer than a komi of more than one has hundredths.
const MOST_KOMI: f64 = 100.0;

/// Byo-yomi of Fox and Tygem.
fn periods(info: &GameInfo<'_>) -> Option<Overtime> {
    let number = |slot| {
        let text: &str = info.found.text(slot)?;
        text.trim().parse::<u16>().ok().filter(|&number| number > 0)
    };
    let pair = |count, seconds| Some((number(count)?, number(seconds)?));
    let (periods, seconds) = pair(Slot::Tc, Slot::Tt).or_else(|| pair(Slot::Lc, Slot::Lt))?;
    Some(Overtime::ByoYomi { periods, period: Duration::from_secs(seconds.into()) })
}

/// A margin in quarters is one in stones, by Chinese rules; others do not count so. Where no rules
/// are named, a komi in stones says the same.
fn undo_margin(normalized: &mut Normalized, info: &GameInfo<'_>, rules: Option<Rules>) {
    let go = info.board_size().is_none_or(|size| size.value() == BoardSize::new(19, 19));
    let Some(result) = normalized.result else { return };
    let quarters =
        result.margin().is_some_and(|margin| margin % 0.5 != 0.0 && margin % 0.25 == 0.0);
    let counted = match rules {
        Some(rules) => rules == Rules::Chinese,
        None => normalized.did(Habit::KomiInStones) || normalized.did(Habit::KomiTimesFifty),
    };
    if go && quarters && !result.is_in_stones() && counted {
        normalized.result = Some(result.in_stones());
        normalized.undid(Habit::MarginInStones);
    }
}
