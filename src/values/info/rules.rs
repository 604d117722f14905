//! Rule sets by their names.

use super::super::lexer::{Lexer, Token, Words, readable};
use super::super::reading::{Fault, Reading, Repair};

/// The rules of go that have names.
///
/// Source: FF\[4\], go, RU.
///
/// ```
/// use kifu::values::{Rules, rules};
///
/// assert_eq!(rules("ing").value().map(Rules::name), Some("GOE"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// Japanese rules: territory is counted.
    Japanese,
    /// Korean rules, close to the Japanese.
    Korean,
    /// Chinese rules: the area is counted.
    Chinese,
    /// The rules of the American Go Association.
    Aga,
    /// The rules of the British Go Association, those of the AGA.
    Bga,
    /// French rules, those of the AGA.
    French,
    /// New Zealand rules.
    NewZealand,
    /// Ing rules, called GOE by the format.
    Ing,
    /// Tromp-Taylor rules.
    TrompTaylor,
    /// Ancient Chinese rules: stones are counted, or area with a group tax.
    Ancient,
    /// The world mind sports games' rules: area, counted as territory.
    WorldMindSports,
    /// Rules that KataGo names by their parts: `koSIMPLEscoreAREAtaxNONEsui0`.
    KataGo,
}

impl Rules {
    /// The name: that of the format, where it has one.
    ///
    /// ```
    /// assert_eq!(kifu::values::Rules::NewZealand.name(), "NZ");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "Japanese",
            Self::Korean => "Korean",
            Self::Chinese => "Chinese",
            Self::Aga => "AGA",
            Self::Bga => "BGA",
            Self::French => "French",
            Self::NewZealand => "NZ",
            Self::Ing => "GOE",
            Self::TrompTaylor => "Tromp-Taylor",
            Self::Ancient => "Ancient",
            Self::WorldMindSports => "WMSG",
            Self::KataGo => "KataGo",
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum RuleWord {
    Is(Rules),
    /// One half of a name.
    Half(Rules, u8),
    /// Before `Chinese`: not those of today.
    Old,
    /// It changes the rules beside it into others.
    Other,
    Filler,
}

#[rustfmt::skip]
const RULES: Words<RuleWord> = {
    use RuleWord::{Filler, Half, Is, Old, Other};
    use Rules::{
        Aga, Ancient, Bga, Chinese, French, Ing, Japanese, Korean, NewZealand, TrompTaylor,
        WorldMindSports,
    };
    &[
        ("japanese", Is(Japanese)), ("japan", Is(Japanese)), ("jp", Is(Japanese)),
        ("japanisch", Is(Japanese)), ("japonaise", Is(Japanese)), ("japonais", Is(Japanese)),
        ("japonaises", Is(Japanese)), ("japanische", Is(Japanese)), ("японские", Is(Japanese)),
        ("jpn", Is(Japanese)), ("jap", Is(Japanese)), ("nihon", Is(Japanese)),
        ("일본기원", Is(Japanese)), ("日", Is(Japanese)), ("日本棋院", Is(Japanese)),
        ("関西棋院", Is(Japanese)), ("日韩", Is(Japanese)), ("日韓", Is(Japanese)),
        ("数目", Is(Japanese)), ("數目", Is(Japanese)), ("数目法", Is(Japanese)),
        ("數目法", Is(Japanese)),
        ("日本", Is(Japanese)), ("日式", Is(Japanese)), ("일본", Is(Japanese)),
        ("korean", Is(Korean)), ("korea", Is(Korean)), ("kr", Is(Korean)), ("kor", Is(Korean)), ("韩国棋院", Is(Korean)), ("韓国棋院", Is(Korean)),
        ("韓國棋院", Is(Korean)), ("韩", Is(Korean)), ("韓", Is(Korean)),
        ("корейские", Is(Korean)), ("koreanisch", Is(Korean)), ("coréenne", Is(Korean)),
        ("한국기원", Is(Korean)), ("韩国", Is(Korean)),
        ("韓国", Is(Korean)), ("韓國", Is(Korean)), ("한국", Is(Korean)),
        ("chinese", Is(Chinese)), ("china", Is(Chinese)), ("cn", Is(Chinese)),
        ("chinesisch", Is(Chinese)), ("chinoise", Is(Chinese)), ("chinois", Is(Chinese)),
        ("chinoises", Is(Chinese)), ("chinesische", Is(Chinese)), ("китайские", Is(Chinese)),
        ("chn", Is(Chinese)), ("中", Is(Chinese)), ("中国棋院", Is(Chinese)),
        ("数子", Is(Chinese)), ("數子", Is(Chinese)), ("数子法", Is(Chinese)),
        ("數子法", Is(Chinese)), ("中国", Is(Chinese)),
        ("中國", Is(Chinese)), ("중국", Is(Chinese)),
        ("aga", Is(Aga)), ("american", Is(Aga)), ("bga", Is(Bga)), ("british", Is(Bga)),
        ("french", Is(French)), ("ffg", Is(French)),
        ("nz", Is(NewZealand)), ("new", Half(NewZealand, 0)), ("zealand", Half(NewZealand, 1)),
        ("newzealand", Is(NewZealand)), ("new_zealand", Is(NewZealand)),
        ("ing", Is(Ing)), ("goe", Is(Ing)), ("sst", Filler), ("应氏", Is(Ing)), ("计点", Is(Ing)), ("計點", Is(Ing)),
        ("應氏", Is(Ing)), ("応氏", Is(Ing)), ("응씨", Is(Ing)), ("应昌期", Is(Ing)),
        ("tromp", Half(TrompTaylor, 0)), ("taylor", Half(TrompTaylor, 1)),
        ("tromptaylor", Is(TrompTaylor)), ("tt", Is(TrompTaylor)),
        ("ancient", Is(Ancient)), ("stone", Is(Ancient)), ("stonecounting", Is(Ancient)), ("古代", Is(Ancient)),
        ("古棋", Is(Ancient)), ("old", Old), ("tax", Other), ("modified", Other),
        ("without", Other), ("no", Other), ("还棋头", Other), ("還棋頭", Other), ("切り賃", Other), ("中国古代", Is(Ancient)), ("中国古棋", Is(Ancient)),
        ("wmsg", Is(WorldMindSports)),
        ("rules", Filler), ("rule", Filler), ("ruleset", Filler), ("scoring", Filler),
        ("counting", Filler), ("style", Filler), ("regeln", Filler), ("règles", Filler),
        ("规则", Filler), ("規則", Filler), ("規定", Filler), ("ルール", Filler), ("룰", Filler),
        ("式", Filler), ("规", Filler), ("規", Filler), ("the", Filler), ("ogs", Filler), ("kgs", Filler), ("of", Filler),
        ("superko", Filler), ("positional", Filler), ("situational", Filler),
        ("area", Filler), ("territory", Filler), ("with", Filler), ("and", Filler),
        ("規約", Filler), ("规约", Filler), ("制", Filler), ("竞赛", Filler), ("競賽", Filler),
        ("kiin", Filler), ("的", Filler), ("法", Filler), ("版", Filler), ("年", Filler),
        ("棋规", Filler), ("棋規", Filler), ("围棋", Filler), ("囲碁", Filler), ("식", Filler),
        ("규칙", Filler),
    ]
};

/// Reads the name of a rule set.
///
/// Source: FF\[4\], go, RU: `AGA`, `GOE`, `Japanese` and `NZ` are the names that it demands. The
/// others, and other spellings of these, are habits of servers.
///
/// ```
/// use kifu::values::{Rules, rules};
///
/// assert!(rules("Japanese").is_exact());
/// for text in ["japanese", "Japanese rules", "日本ルール", "日本规则", "jp"] {
///     assert_eq!(rules(text).value(), Some(Rules::Japanese), "{text}");
/// }
/// assert_eq!(rules("Tromp/Taylor").value(), Some(Rules::TrompTaylor));
/// assert_eq!(rules("New Zealand").value(), Some(Rules::NewZealand));
/// assert!(rules("House rules").is_unreadable());
/// ```
pub fn rules(text: &str) -> Reading<'_, Rules> {
    let known = [
        ("Japanese", Rules::Japanese),
        ("Chinese", Rules::Chinese),
        ("Korean", Rules::Korean),
        ("AGA", Rules::Aga),
        ("NZ", Rules::NewZealand),
        ("GOE", Rules::Ing),
        ("Tromp-Taylor", Rules::TrompTaylor),
    ];
    if let Some(&(_, rules)) = known.iter().find(|(name, _)| *name == text) {
        return Reading::exact(text, rules);
    }
    match readable(text).and_then(in_words) {
        Ok((rules, noted)) => {
            let repair = match () {
                () if noted => Repair::Note,
                () if text.eq_ignore_ascii_case(rules.name()) => Repair::Case,
                () => Repair::Spelling,
            };
            Reading::repaired(text, rules, repair)
        }
        Err(fault) => Reading::unreadable(text, fault),
    }
}

/// The rules that words name, and whether a note beside them was left out.
fn in_words(text: &str) -> Result<(Rules, bool), Fault> {
    if text.starts_with("koS") || text.starts_with("koP") {
        let parts = text.contains("score") && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return if parts { Ok((Rules::KataGo, false)) } else { Err(Fault::UnknownWord) };
    }
    let (mut rules, mut half, mut old, mut noted) = (None, None, false, false);
    let mut lexer = Lexer::new(text, RULES);
    while let Some(token) = lexer.next() {
        match token {
            // `Japanese 1989`: the year that they were made.
            Token::Number(year) if year.digits == 4 => {}
            Token::Sign('(' | '[' | ',' | ';') if rules.is_some() => {
                noted = true;
                note(lexer, rules)?;
                break;
            }
            Token::Word(RuleWord::Is(found)) => match rules.replace(found) {
                // GOE is the name that the format has for Ing's.
                // Those of old China have two names too.
                Some(Rules::Ancient) if found == Rules::Chinese => rules = Some(Rules::Ancient),
                Some(before) if before != found => return Err(Fault::Contradiction),
                _ => {}
            },
            Token::Word(RuleWord::Half(found, 0)) => half = Some(found),
            Token::Word(RuleWord::Half(found, _)) if half == Some(found) => rules = Some(found),
            Token::Word(RuleWord::Old) => old = true,
            Token::Word(RuleWord::Filler) | Token::Space | Token::Sign('-' | '/' | '_' | '.') => {}
            _ => return Err(Fault::UnknownWord),
        }
    }
    match rules {
        Some(Rules::Chinese) if old => Ok((Rules::Ancient, noted)),
        Some(rules) if !old => Ok((rules, noted)),
        _ => Err(Fault::UnknownWord),
    }
}

/// Whether a note leaves the rules as they are: `(superko)`; not `(group tax)`, nor other rules.
fn note(lexer: Lexer<'_, RuleWord>, rules: Option<Rules>) -> Result<(), Fault> {
    for token in lexer {
        match token {
            Token::Word(RuleWord::Is(other)) if Some(other) != rules => {
                return Err(Fault::Contradiction);
            }
            Token::Word(RuleWord::Old | RuleWord::Other) => return Err(Fault::UnknownWord),
            _ => {}
        }
    }
    Ok(())
}
