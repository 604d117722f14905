//! The words of times: units, kinds of overtime, and what periods and moves are called.

use super::super::lexer::Words;
use super::overtime::OvertimeKind;

/// What a word means in a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TimeWord {
    /// A unit, in seconds.
    Unit(u32),
    /// A half, after a unit.
    Half,
    /// Periods of byo-yomi.
    Periods,
    /// Moves or stones.
    Stones,
    /// A kind of overtime.
    Kind(OvertimeKind),
    /// The periods that follow a byo-yomi whose own period never runs out.
    Thinking,
    /// The time before or after is the most that can be saved up.
    Max,
    /// For each.
    Each,
    /// For each move.
    EachMove,
    /// There is none.
    None,
    /// Nothing that matters.
    Filler,
    /// The other player, or something else that divides.
    Other,
}

/// The dictionary.
#[rustfmt::skip]
pub(super) const TIME: Words<TimeWord> = {
    use TimeWord::{
        Each, EachMove, Filler, Half, Kind, Max, None, Other, Periods, Stones, Thinking, Unit,
    };
    use OvertimeKind::{
        ByoYomi, Canadian, Correspondence, Delay, Fischer, Hourglass, Progressive,
    };
    &[
        ("s", Unit(1)), ("sec", Unit(1)), ("secs", Unit(1)), ("second", Unit(1)),
        ("seconds", Unit(1)), ("sek", Unit(1)), ("sekunden", Unit(1)), ("secondes", Unit(1)),
        ("segundos", Unit(1)), ("秒", Unit(1)), ("초", Unit(1)), ("сек", Unit(1)),
        ("秒钟", Unit(1)), ("秒鐘", Unit(1)),
        ("m", Unit(60)), ("min", Unit(60)), ("mins", Unit(60)), ("minute", Unit(60)),
        ("minutes", Unit(60)), ("minuten", Unit(60)), ("minutos", Unit(60)), ("分", Unit(60)),
        ("分钟", Unit(60)), ("分鐘", Unit(60)), ("分間", Unit(60)), ("분", Unit(60)),
        ("мин", Unit(60)),
        ("h", Unit(3600)), ("hr", Unit(3600)), ("hrs", Unit(3600)), ("hour", Unit(3600)),
        ("hours", Unit(3600)), ("std", Unit(3600)), ("stunde", Unit(3600)),
        ("stunden", Unit(3600)), ("heure", Unit(3600)), ("heures", Unit(3600)),
        ("hora", Unit(3600)), ("horas", Unit(3600)), ("小时", Unit(3600)),
        ("小時", Unit(3600)), ("时", Unit(3600)), ("時", Unit(3600)), ("時間", Unit(3600)),
        ("시간", Unit(3600)), ("ч", Unit(3600)), ("час", Unit(3600)), ("часа", Unit(3600)),
        ("d", Unit(86400)), ("day", Unit(86400)), ("days", Unit(86400)), ("tag", Unit(86400)),
        ("tage", Unit(86400)), ("jours", Unit(86400)), ("天", Unit(86400)),
        ("일", Unit(86400)), ("日", Unit(86400)), ("日間", Unit(86400)),
        ("week", Unit(604_800)), ("weeks", Unit(604_800)),
        ("半", Half), ("반", Half),
        ("x", Periods), ("times", Periods), ("time", Periods), ("period", Periods),
        ("periods", Periods), ("次", Periods), ("回", Periods), ("회", Periods), ("번", Periods), ("개", Periods), ("perioden", Periods), ("périodes", Periods),
        ("mal", Periods), ("fois", Periods),
        ("stone", Stones), ("stones", Stones), ("move", Stones), ("moves", Stones),
        ("手", Stones), ("子", Stones), ("步", Stones), ("수", Stones), ("st", Stones),
        ("byo", Kind(ByoYomi)), ("yomi", Kind(ByoYomi)), ("byoyomi", Kind(ByoYomi)), ("byōyomi", Kind(ByoYomi)),
        ("japanese", Kind(ByoYomi)), ("読秒", Kind(ByoYomi)), ("秒読み", Kind(ByoYomi)), ("秒読", Kind(ByoYomi)),
        ("读秒", Kind(ByoYomi)), ("讀秒", Kind(ByoYomi)), ("초읽기", Kind(ByoYomi)), ("倒计时", Kind(ByoYomi)), ("倒計時", Kind(ByoYomi)), ("持ち時間なし", Filler),
        ("nhk", Filler), ("email", Kind(Correspondence)), ("mail", Kind(Correspondence)),
        ("postal", Kind(Correspondence)), ("通信", Kind(Correspondence)), ("保留", Kind(ByoYomi)),
        ("読み", Kind(ByoYomi)), ("byou", Kind(ByoYomi)), ("byoyomis", Kind(ByoYomi)),
        ("jby", Kind(ByoYomi)), ("j", Kind(ByoYomi)), ("japanisch", Kind(ByoYomi)),
        ("japonais", Kind(ByoYomi)), ("бёёми", Kind(ByoYomi)), ("бёми", Kind(ByoYomi)),
        ("考慮時間", Thinking), ("考虑时间", Thinking),
        ("canadian", Kind(Canadian)), ("kanadisch", Kind(Canadian)), ("加拿大", Kind(Canadian)), ("c", Kind(Canadian)), ("cby", Kind(Canadian)),
        ("canadien", Kind(Canadian)), ("カナダ式", Kind(Canadian)), ("캐나다", Kind(Canadian)),
        ("fischer", Kind(Fischer)), ("fisher", Kind(Fischer)), ("increment", Kind(Fischer)), ("inc", Kind(Fischer)),
        ("extra", Kind(Fischer)), ("bonus", Kind(Fischer)), ("フィッシャー", Kind(Fischer)), ("피셔", Kind(Fischer)), ("菲舍尔", Kind(Fischer)),
        ("包干加秒", Kind(Fischer)), ("progressive", Kind(Progressive)),
        ("hourglass", Kind(Hourglass)), ("correspondence", Kind(Correspondence)),
        ("max", Max), ("maximum", Max), ("cap", Max), ("capped", Max), ("上限", Max), ("加秒", Kind(Fischer)),
        ("simple", Kind(Delay)), ("bronstein", Kind(Delay)), ("delay", Kind(Delay)),
        ("per", Each), ("every", Each), ("for", Each), ("in", Each), ("每手", EachMove),
        ("毎手", EachMove), ("一手", EachMove), ("매수", EachMove), ("每", Each),
        ("none", None), ("no", None), ("absolute", None), ("sudden", None), ("sd", None), ("without", None), ("death", None),
        ("unlimited", None), ("untimed", None), ("infinite", None), ("不限", None),
        ("不限时", None), ("無制限", None), ("无限制", None), ("无", None), ("無", None),
        ("なし", None), ("無し", None), ("없음", None), ("무제한", None), ("limit", None),
        ("timelimit", None),
        ("each", Filler), ("main", Filler), ("player", Filler), ("pro", Filler),
        ("side", Filler), ("a", Filler), ("of", Filler), ("to", Filler), ("about", Filler),
        ("overtime", Filler), ("ot", Filler), ("style", Filler), ("and", Filler),
        ("with", Filler), ("at", Filler), ("the", Filler), ("各", Filler), ("双方", Filler),
        ("持ち時間", Filler), ("持時間", Filler), ("基本时间", Filler), ("用时", Filler),
        ("限时", Filler), ("每方", Filler), ("각", Filler), ("제한시간", Filler),
        ("に", Filler), ("の", Filler), ("未満", Filler), ("将棋", Filler), ("碁", Filler), ("早碁", Filler), ("で", Filler), ("以内", Filler), ("으로", Filler),
        ("black", Other), ("white", Other), ("黑", Other), ("白", Other), ("黒", Other),
        ("b", Other), ("w", Other),
    ]
};
