//! The words of results.

use super::super::lexer::Words;
use super::super::simple::Color;
use super::number::Amount;
use super::result::Ending;

/// What a word means in a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ResultWord {
    /// A player.
    Side(Color),
    /// The player named won.
    Won,
    /// The player named lost.
    Lost,
    /// Before a way of winning.
    By,
    /// Somebody left: a forfeit, if nothing else says how the game ended.
    Left,
    /// What repeats without end, so that there is no result unless another word says so.
    Cycle,
    /// A way of ending, and whether a player named before it, without a verb, won or lost by it.
    Ending(Ending, Option<bool>),
    /// A part of an amount.
    Amount(Amount),
    /// After a number of moves.
    Moves,
    /// Nothing that matters.
    Filler,
}

use Amount::{And, Half, Of, Points, Quarters, Stones};
use Color::{Black, White};
use Ending::{Draw, Forfeit, Resignation, Time, Unknown, Void};
use ResultWord::{By, Cycle, Filler, Left, Lost, Moves, Side, Won};

/// A way of ending that says nothing of who won.
const fn end(ending: Ending) -> ResultWord {
    ResultWord::Ending(ending, None)
}

/// A way of ending that the player named before it won by.
const fn won(ending: Ending) -> ResultWord {
    ResultWord::Ending(ending, Some(true))
}

/// A way of ending that the player named before it lost by.
const fn lost(ending: Ending) -> ResultWord {
    ResultWord::Ending(ending, Some(false))
}

const fn amount(amount: Amount) -> ResultWord {
    ResultWord::Amount(amount)
}

/// The dictionary.
#[rustfmt::skip]
pub(super) const RESULT: Words<ResultWord> = &[
    ("b", Side(Black)), ("black", Side(Black)), ("blacks", Side(Black)),
    ("schwarz", Side(Black)), ("noir", Side(Black)), ("noirs", Side(Black)),
    ("negro", Side(Black)), ("negras", Side(Black)), ("nero", Side(Black)),
    ("zwart", Side(Black)), ("черные", Side(Black)), ("чёрные", Side(Black)),
    ("黑", Side(Black)), ("黒", Side(Black)), ("黑棋", Side(Black)), ("黑方", Side(Black)),
    ("黒番", Side(Black)), ("黑番", Side(Black)), ("黒方", Side(Black)), ("흑", Side(Black)),
    ("흑돌", Side(Black)), ("흑번", Side(Black)),
    ("w", Side(White)), ("white", Side(White)), ("whites", Side(White)), ("weiss", Side(White)),
    ("weiß", Side(White)), ("blanc", Side(White)), ("blancs", Side(White)),
    ("blanco", Side(White)), ("blancas", Side(White)), ("bianco", Side(White)),
    ("wit", Side(White)), ("белые", Side(White)), ("白", Side(White)), ("白棋", Side(White)),
    ("白方", Side(White)), ("白番", Side(White)), ("백", Side(White)), ("백돌", Side(White)),
    ("백번", Side(White)),
    ("win", Won), ("wins", Won), ("won", Won), ("winst", Won), ("gewonnen", Won), ("victoire", Won), ("sieg", Won), ("siegt", Won),
    ("gagnent", Won), ("gagné", Won), ("ganan", Won), ("ganó", Won), ("ganaron", Won),
    ("vincono", Won), ("vence", Won), ("vencem", Won), ("победили", Won), ("победа", Won),
    ("判胜", Won), ("判勝", Won), ("判定勝ち", Won), ("判定勝", Won), ("判定負け", Lost), ("判定負", Lost), ("이김", Won), ("winner", Won), ("winning", Won),
    ("gewinnt", Won), ("gewann", Won), ("gagne", Won), ("gana", Won), ("vince", Won),
    ("wint", Won), ("victory", Won), ("beat", Won), ("выиграли", Won), ("胜", Won), ("勝", Won),
    ("勝ち", Won), ("勝利", Won), ("胜利", Won), ("获胜", Won), ("獲勝", Won), ("赢", Won), ("贏", Won),
    ("승", Won), ("승리", Won),
    ("lose", Lost), ("loses", Lost), ("lost", Lost), ("判负", Lost), ("判負", Lost), ("判败", Lost), ("判敗", Lost),
    ("проиграли", Lost), ("verloren", Lost), ("perdent", Lost), ("짐", Lost), ("loss", Lost), ("ran", Lost),
    ("verliert", Lost), ("perd", Lost), ("pierde", Lost), ("负", Lost), ("負", Lost),
    ("負け", Lost), ("敗", Lost), ("败", Lost), ("败北", Lost), ("输", Lost), ("輸", Lost), ("패", Lost),
    ("패배", Lost),
    ("by", By), ("durch", By), ("par", By), ("por", By), ("per", By), ("via", By),
    ("through", By), ("with", By), ("mit", By), ("met", By), ("de", By), ("di", By), ("auf", By),
    ("au", By), ("à", By), ("door", By), ("nach", By), ("aux", By), ("op", By), ("на", By), ("по", By), ("wegen", By), ("für", By),
    ("r", end(Resignation)), ("res", end(Resignation)), ("resign", end(Resignation)), ("surrender", end(Resignation)),
    ("gibt", lost(Resignation)), ("abandonne", lost(Resignation)), ("abandonnent", lost(Resignation)),
    ("abandona", lost(Resignation)), ("abandonan", lost(Resignation)), ("abbandona", lost(Resignation)),
    ("abbandono", end(Resignation)), ("geeft", lost(Resignation)), ("认负", lost(Resignation)),
    ("認負", lost(Resignation)), ("推枰", lost(Resignation)), ("推枰认输", lost(Resignation)),
    ("推枰認輸", lost(Resignation)), ("投子认负", lost(Resignation)), ("中盘认输", lost(Resignation)),
    ("中途认输", lost(Resignation)),
    ("opgave", end(Resignation)), ("aufgegeben", end(Resignation)),
    ("resignation", end(Resignation)), ("resigning", end(Resignation)),
    ("resig", end(Resignation)), ("aufgabe", end(Resignation)), ("abandon", end(Resignation)),
    ("abandono", end(Resignation)), ("resa", end(Resignation)),
    ("中盘", won(Resignation)), ("中盤", won(Resignation)), ("中", won(Resignation)), ("中押し", won(Resignation)),
    ("中押", won(Resignation)), ("不计点", won(Resignation)),
    ("不計點", won(Resignation)), ("不计", won(Resignation)), ("不計", won(Resignation)),
    ("불계", won(Resignation)),
    ("resigns", lost(Resignation)), ("resigned", lost(Resignation)),
    ("concedes", lost(Resignation)), ("conceded", lost(Resignation)),
    ("surrenders", lost(Resignation)), ("认输", lost(Resignation)), ("認輸", lost(Resignation)),
    ("投子", lost(Resignation)), ("投子认输", lost(Resignation)), ("投子認輸", lost(Resignation)),
    ("投了", lost(Resignation)), ("投降", lost(Resignation)), 
    ("сдались", lost(Resignation)),
    ("t", end(Time)), ("time", end(Time)), ("timeout", end(Time)), ("timeouts", end(Time)),
    ("timeover", end(Time)), ("zeitverlust", end(Time)), ("время", end(Time)),
    ("времени", end(Time)), ("clock", end(Time)), ("flag", end(Time)), ("zeit", end(Time)),
    ("zeitüberschreitung", end(Time)), ("temps", end(Time)), ("tiempo", end(Time)),
    ("tempo", end(Time)), ("时间", end(Time)), ("時間", end(Time)), ("시간", end(Time)),
    ("超时", lost(Time)), ("超時", lost(Time)), ("时间到", lost(Time)), ("時間切れ", lost(Time)),
    ("時間切", lost(Time)), ("切れ負け", lost(Time)), ("切れ", lost(Time)),
    ("超時負", lost(Time)), ("overtime", end(Time)), ("byoyomi", end(Time)), ("时限", lost(Time)), ("시간초과", lost(Time)),
    ("시간 초과", lost(Time)), ("時間超過", lost(Time)), ("持ち時間切れ", lost(Time)),
   
    ("f", end(Forfeit)), ("forf", end(Forfeit)), ("forfeit", end(Forfeit)),
    ("forfeiture", end(Forfeit)), ("default", end(Forfeit)), ("disqualification", end(Forfeit)),
    ("illegal", end(Forfeit)), ("disconnect", end(Forfeit)), ("disconnection", end(Forfeit)),
    ("disconnected", end(Forfeit)), ("walkover", end(Forfeit)), ("noshow", end(Forfeit)),
    ("abandonment", end(Forfeit)), ("escape", end(Forfeit)), ("escaped", end(Forfeit)),
    ("left", Left), ("dq", end(Forfeit)), ("wo", end(Forfeit)),
    ("cheating", end(Forfeit)), ("不戦", end(Forfeit)), ("不战", end(Forfeit)), ("不战而胜", won(Forfeit)), ("不戰而勝", won(Forfeit)),
    ("absence", end(Forfeit)),
    ("forfeits", lost(Forfeit)), ("forfeited", lost(Forfeit)), ("defaults", lost(Forfeit)),
    ("defaulted", lost(Forfeit)), ("disqualified", lost(Forfeit)), ("abandons", lost(Forfeit)),
    ("犯规", lost(Forfeit)), ("犯規", lost(Forfeit)), ("反則", lost(Forfeit)), ("反则", lost(Forfeit)),
    ("弃权", lost(Forfeit)), ("棄權", lost(Forfeit)), ("棄権", lost(Forfeit)), ("失格", lost(Forfeit)),
    ("断线", lost(Forfeit)), ("斷線", lost(Forfeit)), ("掉线", lost(Forfeit)), ("逃跑", lost(Forfeit)),
    ("반칙", lost(Forfeit)), ("기권", lost(Forfeit)), ("접속끊김", lost(Forfeit)),
    ("접속 끊김", lost(Forfeit)), ("违例", lost(Forfeit)), ("違例", lost(Forfeit)),
    ("违规", lost(Forfeit)), ("違規", lost(Forfeit)), ("犯则", lost(Forfeit)), ("몰수", lost(Forfeit)), ("실격", lost(Forfeit)),
    ("draw", end(Draw)), ("drawn", end(Draw)), ("draws", end(Draw)), ("jigo", end(Draw)),
    ("tie", end(Draw)), ("tied", end(Draw)), ("remis", end(Draw)), ("unentschieden", end(Draw)),
    ("nul", end(Draw)), ("nulle", end(Draw)), ("empate", end(Draw)), ("patta", end(Draw)),
    ("ничья", end(Draw)), ("和棋", end(Draw)), ("和局", end(Draw)), ("平局", end(Draw)),
    ("平手", end(Draw)), ("和", end(Draw)), ("平", end(Draw)), ("持碁", end(Draw)), ("持棋", end(Draw)),
    ("ジゴ", end(Draw)), ("引き分け", end(Draw)), ("引分け", end(Draw)), ("引分", end(Draw)),
    ("무승부", end(Draw)), ("빅", end(Draw)), ("비김", end(Draw)), ("비겼음", end(Draw)), ("비긴", end(Draw)),
    ("和了", end(Draw)), ("芇", end(Draw)), ("equal", end(Draw)), ("gelijkspel", end(Draw)),
    ("void", end(Void)), ("voided", end(Void)), ("annulled", end(Void)),
    ("cancelled", end(Void)), ("canceled", end(Void)), ("cancellation", end(Void)),
    ("cancel", end(Void)), ("unfinished", end(Void)), ("unfin", end(Void)), ("incomplete", end(Void)),
    ("unplayed", end(Void)), ("postponed", end(Void)), ("nr", end(Void)), ("adjourned", end(Void)),
    ("adjourn", end(Void)), ("suspended", end(Void)), ("interrupted", end(Void)),
    ("aborted", end(Void)), ("無勝負", end(Void)), ("无胜负", end(Void)), ("無効", end(Void)),
    ("无效", end(Void)), ("無效", end(Void)), ("打ち掛け", end(Void)), ("打掛け", end(Void)),
    ("打掛", end(Void)), ("打ちかけ", end(Void)), ("打挂", end(Void)), ("封盘", end(Void)),
    ("未完", end(Void)), ("未終局", end(Void)), ("中断", end(Void)), ("中止", end(Void)),
    ("取消", end(Void)), ("무효", end(Void)), ("중단", end(Void)),
    ("unknown", end(Unknown)), ("unbekannt", end(Unknown)), ("inconnu", end(Unknown)),
    ("desconocido", end(Unknown)), ("sconosciuto", end(Unknown)), ("不明", end(Unknown)), ("胜负不明", end(Unknown)), ("勝負不明", end(Unknown)),
    ("未知", end(Unknown)), ("不詳", end(Unknown)), ("不详", end(Unknown)), ("미상", end(Unknown)),
    ("points", amount(Points)), ("point", amount(Points)), ("pts", amount(Points)),
    ("pt", amount(Points)), ("p", amount(Points)), ("moku", amount(Points)),
    ("punkte", amount(Points)), ("punkt", amount(Points)), ("punkten", amount(Points)), ("punten", amount(Points)),
    ("pontos", amount(Points)), ("pp", amount(Points)), ("puntos", amount(Points)),
    ("punto", amount(Points)), ("punti", amount(Points)), ("очков", amount(Points)),
    ("очка", amount(Points)), ("目", amount(Points)), ("집", amount(Points)),
    ("zi", amount(Stones)), // In English, the stones of a margin may be points; `子` are stones of Chinese counting.
    ("stones", amount(Points)), ("stone", amount(Points)),
    ("子", amount(Stones)),
    ("half", amount(Half)), ("halb", amount(Half)), ("halben", amount(Half)), ("半", amount(Half)), ("호반", amount(Half)), ("반", amount(Half)),
    ("and", amount(And)), ("又", amount(And)),
    ("分之", amount(Of)), ("分の", amount(Of)),
    ("四分之三", amount(Quarters(3))),
    ("四分之一", amount(Quarters(1))),
    ("moves", Moves), ("move", Moves), ("züge", Moves), ("coups", Moves), ("手", Moves),
    ("手完", Moves), ("手数", Moves), ("手にて終局", Moves), ("수", Moves),
    ("the", Filler), ("les", Filler), ("hat", Filler), ("einem", Filler), ("einen", Filler),
    ("vorsprung", Filler), ("바둑", Filler), ("las", Filler), ("los", Filler), ("三劫循環", Cycle), ("四劫循環", Cycle), ("삼패", Cycle), ("삼패빅", Cycle), ("triple", Cycle), ("quadruple", Cycle), ("ko", Filler), ("eternal", Cycle), ("循環", Filler), ("循环", Filler), ("劫循環", Cycle), ("for", Filler), ("结果", Filler), ("結果", Filler),
    ("以下略", Filler), ("四コウ", Cycle), ("四劫", Cycle),
    ("life", Filler), ("三コウ", Cycle), ("三劫", Cycle), ("三劫循环", Cycle), ("四劫循环", Cycle), ("長生", Cycle), ("长生", Cycle), ("a", Filler), ("is", Filler), ("was", Filler), ("has", Filler),
    ("been", Filler), ("game", Filler), ("match", Filler), ("result", Filler), ("on", Filler),
    ("of", Filler), ("out", Filler), ("over", Filler), ("his", Filler), ("her", Filler),
    ("their", Filler), ("due", Filler), ("to", Filler), ("in", Filler), ("at", Filler),
    ("all", Filler), ("ended", Filler), ("ends", Filler), ("end", Filler), ("finished", Filler),
    ("ergebnis", Filler), ("score", Filler), ("总", Filler), ("共", Filler), ("の", Filler),
    ("が", Filler), ("は", Filler), ("以", Filler), ("による", Filler), ("により", Filler),
    ("にて", Filler), ("まで", Filler), ("对局", Filler), ("對局", Filler), ("双方", Filler),
    ("雙方", Filler), ("対局", Filler), ("결과", Filler), ("으로", Filler), ("로", Filler),
];
