//! Ranks in words: `9 dan (professional)`, `アマ六段`, and a rank and a rating together.
//!
//! A text has at most one rank (a number and its unit) and one rating (a number of at least three
//! digits, or one with a fraction). Names beside a rank are left out; two ranks are not read.

use super::super::lexer::{Lexer, Number, Token, readable};
use super::super::reading::{Fault, Repair};
use super::rank::{Rank, RankKind, RankMark, Strength, usual_rank};
use super::rank_dictionary::{RANK, RankWord};

#[derive(Default)]
struct Found {
    /// The number of the rank; or a short one, of which nothing says what it is.
    number: Option<Number>,
    /// A number that can only be a rating.
    rating: Option<f64>,
    kind: Option<RankKind>,
    professional: bool,
    amateur: bool,
    unranked: bool,
    /// A word says that the number is a rating.
    rated: bool,
    negative: bool,
    mark: Option<RankMark>,
    note: bool,
    garbled: bool,
    /// A word stands there that is no unit.
    words: bool,
    /// A name stands there that the dictionary does not have.
    name: bool,
}

/// Reads a rank or a rating that has not the usual form.
#[cold]
pub(super) fn read(text: &str) -> Result<(Strength, Repair), Fault> {
    let inner = readable(text)?;
    let bare = without_brackets(inner);
    let found = Found::of(bare)?;
    let strength = found.strength()?;
    let repair = match () {
        () if found.note || found.name => Repair::Note,
        () if found.garbled => Repair::Charset,
        () if usual_rank(inner).is_some() => Repair::WhiteSpace,
        () if found.rating.is_some() && strength.rank().is_none() && !found.rated => Repair::Rating,
        () if found.words => Repair::Words,
        () if bare.len() != inner.len() || found.number.is_some_and(|it| it.fraction) => {
            Repair::Form
        }
        () => Repair::Spelling,
    };
    Ok((strength, repair))
}

/// `[3d]` and `(3d)` without their brackets.
fn without_brackets(text: &str) -> &str {
    let inner =
        [('(', ')'), ('[', ']'), ('{', '}'), ('（', '）'), ('<', '>'), ('"', '"'), ('\'', '\'')]
            .into_iter()
            .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close));
    inner.unwrap_or(text)
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
                Token::Number(number) => self.number(number, lexer.peek())?,
                Token::Word(word) => self.word(word)?,
                Token::Sign('?') => self.mark(RankMark::Uncertain),
                Token::Sign('*') => self.mark(RankMark::Established),
                // A plus is what IGS puts after a rank that rises; a minus after one that falls.
                Token::Sign('+' | '-' | '.' | '★' | '☆' | '↑' | '↓' | '!')
                    if self.kind.is_some() || self.professional =>
                {
                    self.words = true;
                }
                Token::Sign('-' | '.') if self.number.is_some() && self.kind.is_none() => {}
                Token::Sign('-') if self.is_empty() => self.negative = true,
                Token::Sign('+') if self.is_empty() => self.words = true,
                Token::Sign('~') => self.mark(RankMark::Uncertain),
                // `KGS (3d)`, `KGS=3d`, `fox_9d`.
                Token::Sign('(' | '[' | '=' | '_') if self.is_empty() && self.is_named() => {}
                Token::Sign(')' | ']') if self.is_named() && self.strength().is_ok() => {}
                Token::Sign('(' | '[' | '±' | '+' | ',' | ';' | ':' | '=' | '/' | '、')
                    if self.strength().is_ok() =>
                {
                    self.note = true;
                    let bracket = matches!(token, Token::Sign('(' | '['));
                    return self.note(lexer, bracket);
                }
                Token::Sign(',') => {}
                // The name of a server or a title.
                Token::Unknown | Token::Sign('\u{3041}'..) => self.name = true,
                Token::Sign('.' | ':' | '·') if self.is_named() => {}
                _ => return Err(Fault::NoRank),
            }
        }
        Ok(())
    }

    /// Whether a name stands there, of whatever kind.
    fn is_named(&self) -> bool {
        self.name || self.words
    }

    fn is_empty(&self) -> bool {
        self.number.is_none() && self.rating.is_none() && self.kind.is_none() && !self.professional
    }

    fn number(&mut self, number: Number, next: Option<Token<RankWord>>) -> Result<(), Fault> {
        // Shorter numbers may be ranks of any kind; no rating is longer.
        let long = number.digits >= 3 && (100.0..=9999.0).contains(&number.value);
        let tenths = self.kind.is_some() && number.fraction && number.value < 60.0;
        if (long && !next.is_some_and(is_unit)) || tenths {
            return match self.rating.replace(number.value) {
                Some(_) => Err(Fault::Ambiguous),
                None => Ok(()),
            };
        }
        match self.number.replace(number) {
            Some(_) => Err(Fault::NoRank),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: RankWord) -> Result<(), Fault> {
        let kind = match word {
            RankWord::Unit(kind) => kind,
            RankWord::Garbled(kind) => {
                self.garbled = true;
                kind
            }
            RankWord::Dan(dan) if self.number.is_none() => {
                let value = f64::from(dan);
                self.number = Some(Number { value, digits: 1, fraction: false });
                RankKind::Dan
            }
            RankWord::AmateurDan => {
                self.amateur = true;
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
                    RankWord::Rating => self.rated = true,
                    RankWord::Filler => {}
                    RankWord::Near => return Err(Fault::Ambiguous),
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

    /// Of two marks, the doubt counts.
    fn mark(&mut self, mark: RankMark) {
        if self.mark != Some(RankMark::Uncertain) {
            self.mark = Some(mark);
        }
    }

    /// What follows a rank or a rating: a note, which may have the other one, or say that the rank
    /// is a professional's.
    fn note(&mut self, mut lexer: Lexer<'_, RankWord>, bracket: bool) -> Result<(), Fault> {
        // `1d (KGS 2k)`: what stands in brackets is the rank elsewhere.
        let ranked = bracket && self.strength()?.rank().is_some();
        // What a number is that follows a word of the note, such as `since 1998`, is not known.
        let mut known = true;
        while let Some(token) = lexer.next_solid() {
            match token {
                Token::Sign('?') => self.mark = Some(RankMark::Uncertain),
                Token::Number(number) => match lexer.peek() {
                    Some(next) if is_unit(next) => {
                        lexer.next_solid();
                        if !ranked {
                            self.second_rank(number, next)?;
                        }
                    }
                    next => {
                        let long = number.digits >= 3 && number.value <= 9999.0;
                        let counted =
                            matches!(next, Some(Token::Unknown | Token::Sign('\u{3041}'..)));
                        if known && !counted && long && self.rating.is_none() {
                            self.rating = Some(number.value);
                        }
                        known = false;
                    }
                },
                Token::Word(RankWord::Dan(dan)) if !ranked => {
                    let number = Number { value: f64::from(dan), digits: 1, fraction: false };
                    self.second_rank(number, token)?;
                }
                Token::Word(RankWord::Professional | RankWord::Pro)
                    if known && self.kind == Some(RankKind::Dan) && !self.amateur =>
                {
                    self.professional = true;
                }
                Token::Word(RankWord::Rating | RankWord::Filler)
                | Token::Sign('(' | '[' | ',' | ':' | ')' | ']') => {}
                _ => known = false,
            }
        }
        Ok(())
    }

    /// A rank in the note: the only one, or the same again.
    fn second_rank(&mut self, number: Number, unit: Token<RankWord>) -> Result<(), Fault> {
        let mut second = Self { number: Some(number), ..Self::default() };
        match unit {
            Token::Word(RankWord::Dan(_)) => second.kind = Some(RankKind::Dan),
            Token::Word(word) => second.word(word)?,
            _ => {}
        }
        let rank = second.strength()?.rank();
        match self.strength()?.rank() {
            None => {
                (self.number, self.kind) = (second.number, second.kind);
                self.professional = second.professional;
                Ok(())
            }
            before if before == rank => Ok(()),
            // `3d,4d`: of whom, or from when to when?
            Some(_) => Err(Fault::Ambiguous),
        }
    }

    fn strength(&self) -> Result<Strength, Fault> {
        if self.unranked {
            let none = Strength::new(None, None, self.mark);
            return if self.is_empty() { Ok(none) } else { Err(Fault::Contradiction) };
        }
        let kind = match (self.kind, self.professional, self.amateur) {
            (_, true, true) | (Some(RankKind::Kyu), true, _) => return Err(Fault::Contradiction),
            (_, true, false) => Some(RankKind::Professional),
            (None, false, true) => Some(RankKind::Dan),
            (kind, ..) => kind,
        };
        let Some(kind) = kind else { return self.only_rating() };
        let number = self.number.ok_or(Fault::NoRank)?;
        // A hyphen after a name, as in `IGS-3d`, is no sign.
        let negative = self.negative && !self.is_named();
        if negative || (self.rated && self.rating.is_none()) {
            return Err(Fault::Ambiguous);
        }
        // `12.3k`: how far a rank of 12k is from the next.
        let rank = if number.value <= 50.0 { number.value as u8 } else { 0 };
        let rank = Rank::new(kind, rank).ok_or(Fault::OutOfRange)?;
        Ok(Strength::new(Some(rank), self.rating, self.mark))
    }

    fn only_rating(&self) -> Result<Strength, Fault> {
        if self.name {
            return Err(Fault::NoRank);
        }
        let sign = if self.negative { -1.0 } else { 1.0 };
        let rating = match (self.rating, self.number) {
            (Some(rating), None) if !self.negative => rating,
            (None, Some(number)) if self.rated && number.value <= 9999.0 => sign * number.value,
            // The AGA rates by tenths and hundredths of a rank, which is negative for kyu.
            (None, Some(number)) if number.fraction && number.value < 60.0 => sign * number.value,
            (None, None) => return Err(Fault::NoRank),
            _ => return Err(Fault::Ambiguous),
        };
        Ok(Strength::new(None, Some(rating), self.mark))
    }
}

fn is_unit(token: Token<RankWord>) -> bool {
    use RankWord::{AmateurDan, Garbled, Pro, Unit};
    matches!(token, Token::Word(Unit(_) | Pro | AmateurDan | Garbled(_)))
}

/// A text that ends with a rank in the wrong charset: what stands before it, and the rank.
fn garbled(text: &str) -> Option<(&str, RankKind)> {
    RANK.iter().find_map(|&(word, meaning)| match meaning {
        RankWord::Garbled(kind) => Some((text.strip_suffix(word)?, kind)),
        _ => None,
    })
}
