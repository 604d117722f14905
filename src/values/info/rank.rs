//! Ranks and ratings of players.

use core::fmt;

use super::super::lexer::{Lexer, Token, Words, readable};
use super::super::reading::{Fault, Reading, Repair};

/// The kinds of ranks, from weak to strong.
///
/// ```
/// use kifu::values::{RankKind, rank};
///
/// assert_eq!(rank("P9段").value().unwrap().rank().unwrap().kind(), RankKind::Professional);
/// assert!(RankKind::Kyu < RankKind::Dan);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RankKind {
    /// Kyu: 1 is the strongest.
    Kyu,
    /// Dan, unless it is known to be professional.
    Dan,
    /// Professional dan.
    Professional,
}

/// A rank: `12k`, `3d` or `9p`.
///
/// ```
/// use kifu::values::{Rank, RankKind};
///
/// let rank = Rank::new(RankKind::Dan, 3).unwrap();
/// assert_eq!(rank.to_string(), "3d");
/// let kyu = |number| Rank::new(RankKind::Kyu, number).unwrap();
/// assert!(kyu(12).order() < kyu(1).order() && kyu(1).order() < rank.order());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    kind: RankKind,
    number: u8,
}

impl Rank {
    /// A rank, if there is such: up to 50 kyu, 10 dan, 10 dan professional.
    pub const fn new(kind: RankKind, number: u8) -> Option<Self> {
        let most = match kind {
            RankKind::Kyu => 50,
            RankKind::Dan | RankKind::Professional => 10,
        };
        if number == 0 || number > most { None } else { Some(Self { kind, number }) }
    }

    /// Its kind.
    pub const fn kind(self) -> RankKind {
        self.kind
    }

    /// Its number, as people say it.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// A number that sorts ranks: 0 is 1 kyu, 1 is 1 dan, each step of amateurs is 1, and 21 is 1
    /// dan professional.
    ///
    /// ```
    /// use kifu::values::rank;
    ///
    /// let order = |text| rank(text).value().unwrap().rank().unwrap().order();
    /// assert_eq!((order("30k"), order("1k"), order("1d"), order("9p")), (-29, 0, 1, 29));
    /// ```
    pub const fn order(self) -> i8 {
        match self.kind {
            RankKind::Kyu => 1 - self.number as i8,
            RankKind::Dan => self.number as i8,
            RankKind::Professional => 20 + self.number as i8,
        }
    }
}

impl fmt::Display for Rank {
    /// `12k`, `3d`, `9p`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            RankKind::Kyu => 'k',
            RankKind::Dan => 'd',
            RankKind::Professional => 'p',
        };
        write!(f, "{}{letter}", self.number)
    }
}

/// How sure a server is of a rank.
///
/// Source: FF\[4\], BR and WR.
///
/// ```
/// use kifu::values::{RankMark, rank};
///
/// assert_eq!(rank("3d*").value().unwrap().mark(), Some(RankMark::Established));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankMark {
    /// `?`: it is not certain.
    Uncertain,
    /// `*`: it is established.
    Established,
}

/// What a text says of the strength of a player: a rank, a rating, or that there is none.
///
/// ```
/// use kifu::values::rank;
///
/// let strength = |text| rank(text).value().unwrap();
/// assert_eq!(strength("12k").rank().unwrap().number(), 12);
/// assert_eq!(strength("1524*").rating(), Some(1524.0));
/// assert!(strength("NR").is_unranked());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    rank: Option<Rank>,
    rating: Option<f64>,
    mark: Option<RankMark>,
}

impl Strength {
    const fn of(rank: Rank, mark: Option<RankMark>) -> Self {
        Self { rank: Some(rank), rating: None, mark }
    }

    /// The rank.
    pub const fn rank(&self) -> Option<Rank> {
        self.rank
    }

    /// The rating, in whatever numbers the server has: `2345`.
    pub const fn rating(&self) -> Option<f64> {
        self.rating
    }

    /// How sure the server is of it.
    pub const fn mark(&self) -> Option<RankMark> {
        self.mark
    }

    /// Whether the text says that the player has no rank: `NR`.
    pub const fn is_unranked(&self) -> bool {
        self.rank.is_none() && self.rating.is_none()
    }
}

/// Reads a rank or a rating.
///
/// 段 and `d` are dan; professional is what says so: `9p`, `P9段`, `9 dan pro`, `职业九段`. A bare
/// number of two digits can be many things and is not read.
///
/// Source: FF\[4\], BR and WR: `..k`, `..kyu`, `..d` or `..dan`, with `?` or `*` after it. The other
/// forms are habits of servers.
///
/// ```
/// use kifu::values::{RankMark, rank};
///
/// assert!(rank("5k").is_exact() && rank("3d*").is_exact());
/// assert_eq!(rank("5k?").value().unwrap().mark(), Some(RankMark::Uncertain));
/// for text in ["9p", "P9段", "9 dan pro", "P9", "职业九段", "프로 9단"] {
///     assert_eq!(rank(text).value().unwrap().rank().unwrap().to_string(), "9p", "{text}");
/// }
/// for text in ["18級", "18 급", "18 Kyu", "18级"] {
///     assert_eq!(rank(text).value().unwrap().rank().unwrap().to_string(), "18k", "{text}");
/// }
/// assert_eq!(rank("2100?").value().unwrap().rating(), Some(2100.0));
/// assert!(rank("NR").value().unwrap().is_unranked());
/// assert!(rank("9").is_unreadable());
/// ```
#[inline]
pub fn rank(text: &str) -> Reading<'_, Strength> {
    match usual_rank(text) {
        Some((rank, mark, true)) => Reading::exact(text, Strength::of(rank, mark)),
        Some((rank, mark, false)) => {
            Reading::repaired(text, Strength::of(rank, mark), Repair::Spelling)
        }
        None => match other_rank(text) {
            Ok((strength, repair)) => Reading::repaired(text, strength, repair),
            Err(fault) => Reading::unreadable(text, fault),
        },
    }
}

/// The form of the format, and the one of the largest servers; whether it is that of the format.
#[inline]
fn usual_rank(text: &str) -> Option<(Rank, Option<RankMark>, bool)> {
    use RankKind::{Dan, Kyu, Professional};
    let (text, before) = match text.strip_prefix('P') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let digits = text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let number = match *number.as_bytes() {
        [a] => a - b'0',
        [a, b] if a != b'0' => (a - b'0') * 10 + (b - b'0'),
        _ => return None,
    };
    let (unit, mark) = match unit.as_bytes().last() {
        Some(b'?') => (&unit[..unit.len() - 1], Some(RankMark::Uncertain)),
        Some(b'*') => (&unit[..unit.len() - 1], Some(RankMark::Established)),
        _ => (unit, None),
    };
    let (kind, exact) = match (unit, before) {
        ("k" | "kyu", false) => (Kyu, true),
        ("d" | "dan", false) => (Dan, true),
        ("段", false) => (Dan, false),
        ("级" | "級", false) => (Kyu, false),
        ("p", false) | ("段" | "", true) => (Professional, false),
        _ => return None,
    };
    Some((Rank::new(kind, number)?, mark, exact))
}

#[derive(Clone, Copy, PartialEq)]
enum RankWord {
    Kyu,
    Dan,
    /// The unit of a professional rank.
    Pro,
    /// Before or after a rank: it is one of a professional.
    Professional,
    /// It is one of an amateur.
    Amateur,
    /// Read in the wrong charset: kyu or dan.
    Garbled(RankKind),
    /// The first dan.
    First,
    /// No rank.
    None,
    /// A number follows or stands before, which is a rating.
    Rating,
    /// A server, an ordinal, a title.
    Filler,
}

#[rustfmt::skip]
const RANK: Words<RankWord> = {
    use RankWord::{Amateur, Dan, Filler, First, Garbled, Kyu, Pro, Professional, Rating};
    &[
        ("k", Kyu), ("kyu", Kyu), ("kyū", Kyu), ("kyuu", Kyu), ("gup", Kyu), ("geup", Kyu),
        ("kup", Kyu), ("级", Kyu), ("級", Kyu), ("급", Kyu), ("кю", Kyu),
        ("d", Dan), ("dan", Dan), ("段", Dan), ("단", Dan), ("дан", Dan),
        ("p", Pro), ("ping", Pro), ("dp", Pro), ("pd", Pro),
        ("pro", Professional), ("prof", Professional), ("professional", Professional),
        ("职业", Professional), ("職業", Professional), ("プロ", Professional),
        ("프로", Professional), ("专业", Professional), ("專業", Professional),
        ("amateur", Amateur), ("ama", Amateur), ("am", Amateur), ("业余", Amateur), ("業余", Amateur),
        ("業餘", Amateur), ("アマ", Amateur), ("アマチュア", Amateur), ("아마", Amateur),
        ("初段", First), ("초단", First), ("shodan", First),
        ("nr", RankWord::None), ("ur", RankWord::None), ("none", RankWord::None),
        ("unranked", RankWord::None), ("unrated", RankWord::None), ("norank", RankWord::None),
        ("unknown", RankWord::None), ("无", RankWord::None), ("無", RankWord::None),
        ("rating", Rating), ("elo", Rating), ("glicko", Rating), ("r", Rating),
        ("st", Filler), ("nd", Filler), ("rd", Filler), ("th", Filler), ("rank", Filler),
        ("igs", Filler), ("kgs", Filler), ("ogs", Filler), ("dgs", Filler), ("nngs", Filler),
        ("egf", Filler), ("aga", Filler), ("fox", Filler), ("tygem", Filler), ("wbaduk", Filler),
        ("cyberoro", Filler), ("pandanet", Filler),
        ("honinbo", Filler), ("meijin", Filler), ("kisei", Filler), ("oza", Filler),
        ("tengen", Filler), ("gosei", Filler), ("本因坊", Filler), ("名人", Filler),
        ("棋聖", Filler), ("棋圣", Filler), ("王座", Filler), ("天元", Filler), ("碁聖", Filler),
        // 段, 级, 級, 단 and 급 in UTF-8, read as a charset of single bytes.
        ("æ®µ", Garbled(RankKind::Dan)), ("ć®µ", Garbled(RankKind::Dan)),
        ("ж®µ", Garbled(RankKind::Dan)), ("ζ®µ", Garbled(RankKind::Dan)),
        ("ćŽľ", Garbled(RankKind::Dan)), ("цЎЕ", Garbled(RankKind::Dan)),
        ("Ф╝╣", Garbled(RankKind::Dan)), ("ë‹¨", Garbled(RankKind::Dan)),
        ("л‹Ё", Garbled(RankKind::Dan)), ("ë\u{8B}¨", Garbled(RankKind::Dan)),
        ("çº§", Garbled(RankKind::Kyu)), ("çş§", Garbled(RankKind::Kyu)),
        ("зє§", Garbled(RankKind::Kyu)), ("чКЇ", Garbled(RankKind::Kyu)),
        ("ηΊ§", Garbled(RankKind::Kyu)), ("Г╨╖", Garbled(RankKind::Kyu)),
        ("ç´š", Garbled(RankKind::Kyu)), ("зґљ", Garbled(RankKind::Kyu)),
        ("ê¸‰", Garbled(RankKind::Kyu)), ("кё‰", Garbled(RankKind::Kyu)),
        // The same in GBK, EUC-KR and EUC-JP.
        ("¶Î", Garbled(RankKind::Dan)), ("´Ü", Garbled(RankKind::Dan)),
        ("ÃÊ", Garbled(RankKind::Dan)),
        ("¼¶", Garbled(RankKind::Kyu)), ("±Þ", Garbled(RankKind::Kyu)),
    ]
};

#[derive(Default)]
struct Found {
    number: Option<f64>,
    digits: u8,
    fraction: bool,
    kind: Option<RankKind>,
    professional: bool,
    amateur: bool,
    unranked: bool,
    rating: bool,
    mark: Option<RankMark>,
    note: bool,
    garbled: bool,
    /// Another sign than that of the format stands there.
    words: bool,
}

#[cold]
fn other_rank(text: &str) -> Result<(Strength, Repair), Fault> {
    let inner = readable(text)?;
    let found = Found::of(inner)?;
    let strength = found.strength()?;
    let repair = match () {
        () if found.note => Repair::Note,
        () if found.garbled => Repair::Charset,
        () if usual_rank(inner).is_some() => Repair::WhiteSpace,
        () if strength.rating.is_some() && !found.rating => Repair::Rating,
        () if found.words => Repair::Words,
        () => Repair::Spelling,
    };
    Ok((strength, repair))
}

impl Found {
    fn of(text: &str) -> Result<Self, Fault> {
        let mut found = Self::default();
        if let Some((rest, kind)) = garbled(text) {
            found.garbled = true;
            found.kind = Some(kind);
            return found.read(Lexer::new(rest, RANK)).map(|()| found);
        }
        found.read(Lexer::new(text, RANK)).map(|()| found)
    }

    fn read(&mut self, mut lexer: Lexer<'_, RankWord>) -> Result<(), Fault> {
        while let Some(token) = lexer.next_solid() {
            match token {
                Token::Number(number) if self.number.is_none() => {
                    self.number = Some(number.value);
                    self.digits = number.digits;
                    self.fraction = number.fraction && number.value % 1.0 != 0.0;
                }
                Token::Word(word) => self.word(word)?,
                Token::Sign('?') => self.mark(RankMark::Uncertain)?,
                Token::Sign('*') => self.mark(RankMark::Established)?,
                // A plus is what IGS puts after a rank that rises.
                Token::Sign('+') if self.kind.is_some() => self.words = true,
                Token::Sign('-' | '.') if self.number.is_some() && self.kind.is_none() => {}
                Token::Sign('(' | '[' | '±' | ',' | '/' | '（' | '、')
                    if self.strength().is_ok() =>
                {
                    if lexer.any(|token| token == Token::Sign('?')) {
                        self.mark = Some(RankMark::Uncertain);
                    }
                    self.note = true;
                    break;
                }
                Token::Sign(',') => {}
                _ => return Err(Fault::NoRank),
            }
        }
        Ok(())
    }

    fn word(&mut self, word: RankWord) -> Result<(), Fault> {
        let kind = match word {
            RankWord::Kyu => RankKind::Kyu,
            RankWord::Dan => RankKind::Dan,
            RankWord::Garbled(kind) => {
                self.garbled = true;
                kind
            }
            RankWord::First if self.number.is_none() => {
                self.number = Some(1.0);
                RankKind::Dan
            }
            RankWord::Pro => {
                self.professional = true;
                return Ok(());
            }
            _ => {
                self.words = true;
                match word {
                    RankWord::Professional => self.professional = true,
                    RankWord::Amateur => self.amateur = true,
                    RankWord::None => self.unranked = true,
                    RankWord::Rating => self.rating = true,
                    RankWord::Filler => {}
                    _ => return Err(Fault::Contradiction),
                }
                return Ok(());
            }
        };
        if self.kind.replace(kind).is_some() {
            return Err(Fault::Contradiction);
        }
        Ok(())
    }

    fn mark(&mut self, mark: RankMark) -> Result<(), Fault> {
        match self.mark.replace(mark) {
            Some(before) if before != mark => Err(Fault::Contradiction),
            _ => Ok(()),
        }
    }

    fn strength(&self) -> Result<Strength, Fault> {
        if self.unranked {
            let nothing = self.number.is_none() && self.kind.is_none() && !self.professional;
            let none = Strength { rank: None, rating: None, mark: self.mark };
            return if nothing { Ok(none) } else { Err(Fault::Contradiction) };
        }
        let number = self.number.ok_or(Fault::NoRank)?;
        let kind = match (self.kind, self.professional, self.amateur) {
            (_, true, true) | (Some(RankKind::Kyu), true, _) => return Err(Fault::Contradiction),
            (_, true, false) => RankKind::Professional,
            (Some(kind), ..) => kind,
            (None, false, amateur) => {
                // Shorter numbers may be ranks of any kind; no rating is longer.
                let rating = (100.0..=9999.0).contains(&number) && self.digits >= 3;
                let rated = self.rating && number <= 9999.0;
                return match (rating || rated) && !amateur {
                    true => Ok(Strength { rank: None, rating: Some(number), mark: self.mark }),
                    false => Err(Fault::Ambiguous),
                };
            }
        };
        if self.fraction || self.rating {
            return Err(Fault::Ambiguous);
        }
        // 十段 is a title, and no rank.
        if number == 10.0 && self.digits == 0 && kind != RankKind::Kyu {
            return Err(Fault::Ambiguous);
        }
        let number = if number <= 50.0 { number as u8 } else { 0 };
        Ok(Strength::of(Rank::new(kind, number).ok_or(Fault::OutOfRange)?, self.mark))
    }
}

/// A text that ends with a rank in the wrong charset: what stands before it, and the rank.
fn garbled(text: &str) -> Option<(&str, RankKind)> {
    RANK.iter().find_map(|&(word, meaning)| match meaning {
        RankWord::Garbled(kind) => Some((text.strip_suffix(word)?, kind)),
        _ => None,
    })
}
