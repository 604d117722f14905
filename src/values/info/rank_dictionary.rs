//! The words of ranks: units, what says professional or amateur, and names of servers and titles.

use super::super::lexer::Words;
use super::rank::RankKind;

/// What a word means in a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RankWord {
    /// A unit.
    Unit(RankKind),
    /// The unit of a professional rank.
    Pro,
    /// The unit of an amateur rank.
    AmateurDan,
    /// Before or after a rank: it is one of a professional.
    Professional,
    /// It is one of an amateur.
    Amateur,
    /// Read in the wrong charset: kyu or dan.
    Garbled(RankKind),
    /// A number of dan in one word.
    Dan(u8),
    /// No rank.
    None,
    /// A number follows or stands before, which is a rating.
    Rating,
    /// Equal to a rank, or about to get it: not the rank.
    Near,
    /// A server, an ordinal, a title.
    Filler,
}

/// The dictionary.
#[rustfmt::skip]
pub(super) const RANK: Words<RankWord> = {
    use RankKind::{Kyu, Dan as DanUnit};
    use RankWord::{
        Amateur, AmateurDan, Dan, Filler, Garbled, Near, Pro, Professional, Rating, Unit,
    };
    &[
        ("k", Unit(Kyu)), ("kyu", Unit(Kyu)), ("kyū", Unit(Kyu)), ("kyuu", Unit(Kyu)),
        ("gup", Unit(Kyu)), ("geup", Unit(Kyu)), ("kup", Unit(Kyu)), ("q", Unit(Kyu)),
        ("级", Unit(Kyu)), ("級", Unit(Kyu)), ("급", Unit(Kyu)), ("кю", Unit(Kyu)),
        ("d", Unit(DanUnit)), ("dan", Unit(DanUnit)), ("段", Unit(DanUnit)), ("단", Unit(DanUnit)),
        ("дан", Unit(DanUnit)),
        ("p", Pro), ("ping", Pro), ("dp", Pro), ("pd", Pro), ("da", AmateurDan),
        ("ad", AmateurDan),
        ("pro", Professional), ("prof", Professional), ("professional", Professional),
        ("profi", Professional), ("职业", Professional), ("職業", Professional),
        ("职", Professional), ("職", Professional), ("プロ", Professional),
        ("프로", Professional), ("专业", Professional), ("專業", Professional),
        ("профессионал", Professional), ("про", Professional),
        ("amateur", Amateur), ("ama", Amateur), ("am", Amateur), ("业余", Amateur), ("業余", Amateur),
        ("業餘", Amateur), ("业", Amateur), ("業", Amateur), ("업", Amateur), ("アマ", Amateur),
        ("アマチュア", Amateur), ("아마", Amateur), ("아마추어", Amateur),
        ("初段", Dan(1)), ("초단", Dan(1)), ("일단", Dan(1)), ("이단", Dan(2)), ("삼단", Dan(3)),
        ("사단", Dan(4)), ("오단", Dan(5)), ("육단", Dan(6)), ("칠단", Dan(7)), ("팔단", Dan(8)),
        ("구단", Dan(9)),
        ("shodan", Dan(1)), ("nidan", Dan(2)), ("sandan", Dan(3)), ("yondan", Dan(4)),
        ("godan", Dan(5)), ("rokudan", Dan(6)), ("nanadan", Dan(7)), ("shichidan", Dan(7)),
        ("hachidan", Dan(8)), ("kudan", Dan(9)),
        ("nr", RankWord::None), ("ur", RankWord::None), ("none", RankWord::None),
        ("unranked", RankWord::None), ("unrated", RankWord::None), ("norank", RankWord::None),
        ("unknown", RankWord::None), ("无", RankWord::None), ("無", RankWord::None),
        ("rating", Rating), ("elo", Rating), ("glicko", Rating), ("r", Rating), ("gor", Rating), ("pts", Rating),
        ("points", Rating), ("点", Rating), ("點", Rating), ("分", Rating), ("점", Rating),
        ("格", Near), ("準", Near), ("准", Near), ("준", Near),
        ("st", Filler), ("nd", Filler), ("rd", Filler), ("th", Filler), ("er", Filler),
        ("rank", Filler), ("段位", Filler), ("女流", Filler), ("여류", Filler),
        ("igs", Filler), ("kgs", Filler), ("ogs", Filler), ("dgs", Filler), ("nngs", Filler),
        ("egf", Filler), ("aga", Filler), ("fox", Filler), ("tygem", Filler), ("wbaduk", Filler),
        ("cyberoro", Filler), ("pandanet", Filler),
        ("honinbo", Filler), ("meijin", Filler), ("kisei", Filler), ("oza", Filler),
        ("tengen", Filler), ("gosei", Filler), ("本因坊", Filler), ("名人", Filler),
        ("棋聖", Filler), ("棋圣", Filler), ("王座", Filler), ("天元", Filler), ("碁聖", Filler),
        // 段, 级, 級, 단 and 급 in UTF-8, read as a charset of single bytes.
        ("æ®µ", Garbled(DanUnit)), ("ć®µ", Garbled(DanUnit)), ("ж®µ", Garbled(DanUnit)),
        ("ζ®µ", Garbled(DanUnit)), ("ćŽľ", Garbled(DanUnit)), ("цЎЕ", Garbled(DanUnit)),
        ("Ф╝╣", Garbled(DanUnit)), ("ë‹¨", Garbled(DanUnit)), ("л‹Ё", Garbled(DanUnit)),
        ("ë\u{8B}¨", Garbled(DanUnit)),
        ("çº§", Garbled(Kyu)), ("çş§", Garbled(Kyu)), ("зє§", Garbled(Kyu)),
        ("чКЇ", Garbled(Kyu)), ("ηΊ§", Garbled(Kyu)), ("Г╨╖", Garbled(Kyu)),
        ("ç´š", Garbled(Kyu)), ("зґљ", Garbled(Kyu)), ("ê¸‰", Garbled(Kyu)),
        ("кё‰", Garbled(Kyu)),
        // The same in GBK, EUC-KR and EUC-JP.
        ("¶Î", Garbled(DanUnit)), ("´Ü", Garbled(DanUnit)), ("ÃÊ", Garbled(DanUnit)),
        ("¼¶", Garbled(Kyu)), ("±Þ", Garbled(Kyu)),
    ]
};
