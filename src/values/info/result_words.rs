//! Results in words: `黑中盘胜`, `White wins by 3.5`, `B+Res.`, `白 2집반승`.
//!
//! A text has a side, a verb (won, lost, or a `+`), a way of ending and perhaps an amount, in any
//! order that a language has. Whatever is left open or contradicts itself is not read.

use super::super::lexer::{Lexer, Token, is_space};
use super::super::reading::{Fault, Repair};
use super::super::simple::Color;
use super::number::{Amount, Parsed, amount};
use super::result::{Ending, GameResult};
use super::result_dictionary::{RESULT, ResultWord};

/// What has been found so far.
#[derive(Clone, Copy, Default)]
struct Found {
    side: Option<Color>,
    /// Who won by a clause before that of the side: `黑胜白负`.
    settled: Option<Color>,
    /// Whether that side won (or lost), if a verb says so.
    won: Option<bool>,
    /// A `by` stands there, so that the side before it won.
    by: bool,
    ending: Option<Ending>,
    /// Whether the way of ending says that the side won (or lost) by it, without a verb.
    won_by: Option<bool>,
    amount: Option<Parsed>,
    /// Words that are not known, after a `+`.
    unknown: bool,
    /// The result is doubted: `B+R?`.
    doubt: bool,
    /// Whether a `+` stands after the side.
    plus: bool,
    note: bool,
    /// Somebody left.
    left: bool,
    /// A position repeats without end.
    cycle: bool,
}

/// What has a meaning only as a whole.
const NO_RESULT: [&str; 5] = ["no result", "no-result", "no winner", "not finished", "no contest"];

/// Reads a result that has not the form of the format.
pub(super) fn read(text: &str) -> Result<(GameResult, Repair), Fault> {
    if let Some(rest) = NO_RESULT.iter().find_map(|phrase| without_prefix(text, phrase)) {
        let repair = if rest.is_empty() { Repair::Words } else { Repair::Note };
        return match contradicts(Lexer::new(rest, RESULT), None, Ending::Void) {
            true => Err(Fault::Contradiction),
            false => Ok((GameResult::not_won(Ending::Void), repair)),
        };
    }
    let whole = [('(', ')'), ('"', '"'), ('\'', '\'')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
        .unwrap_or(text);
    let spoken = without_plus(whole).map(|result| (result, Repair::Form));
    match spoken.map_or_else(|| in_words(whole, whole.len() < text.len()), Ok) {
        Err(fault) => Ok((winner_alone(whole).ok_or(fault)?, Repair::Cut)),
        read => read,
    }
}

/// What follows a phrase, if the text starts with it and goes on with no letter.
fn without_prefix<'v>(text: &'v str, phrase: &str) -> Option<&'v str> {
    let start = text.get(..phrase.len()).filter(|start| start.eq_ignore_ascii_case(phrase))?;
    let rest = &text[start.len()..];
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// The form of the format without its plus: `B R`, `W:T`, `B Resign`, `WT`.
///
/// In words (`Black time`), it is left open whether the side won or lost by it.
fn without_plus(text: &str) -> Option<GameResult> {
    let winner = match text.as_bytes().first()? {
        b'B' | b'b' => Color::Black,
        b'W' | b'w' => Color::White,
        _ => return None,
    };
    let how = text[1..].trim_start_matches([' ', ':', '=']);
    let same = |words: &[&str]| words.iter().any(|word| how.eq_ignore_ascii_case(word));
    let ending = match () {
        () if same(&["r", "res", "resign"]) => Ending::Resignation,
        () if same(&["t", "time"]) => Ending::Time,
        () if same(&["f", "forfeit"]) => Ending::Forfeit,
        () => return None,
    };
    Some(GameResult::won(winner, ending))
}

/// Who won by a text that starts with the side and a plus, if what follows names no other winner;
/// and how, if one way of ending is named: `W+Stone Removal Timeout`.
fn winner_alone(text: &str) -> Option<GameResult> {
    let mut lexer = Lexer::new(text, RESULT);
    let Some(Token::Word(ResultWord::Side(winner))) = lexer.next_solid() else { return None };
    let plus = lexer.next_solid() == Some(Token::Sign('+'));
    // `B+-3.5` may be a win of White.
    let mut ahead = lexer;
    let minus = ahead.next_solid() == Some(Token::Sign('-'));
    if !plus || (minus && matches!(ahead.next_solid(), Some(Token::Number(_)))) {
        return None;
    }
    let mut how = None;
    for token in lexer {
        match token {
            Token::Word(ResultWord::Side(side)) if side != winner => return None,
            Token::Word(ResultWord::Ending(Ending::Draw, _)) => return None,
            Token::Word(ResultWord::Ending(ending, _)) if ending != Ending::Unknown => {
                let same = how.is_none_or(|known| known == ending) && ending != Ending::Void;
                how = Some(if same { ending } else { Ending::Unspecified });
            }
            _ => {}
        }
    }
    Some(GameResult::won(winner, how.unwrap_or(Ending::Unspecified)))
}

fn in_words(text: &str, bracketed: bool) -> Result<(GameResult, Repair), Fault> {
    let mut found = Found::default();
    let mut lexer = Lexer::new(text, RESULT);
    loop {
        let before = lexer;
        let Some(token) = lexer.next_solid() else { break };
        if found.is_note(token, lexer.rest()) {
            found.note = true;
            if contradicts(lexer, found.winner(), found.ending.unwrap_or(Ending::Unknown)) {
                return Err(Fault::Contradiction);
            }
            found.ending_of_note(lexer);
            break;
        }
        found.token(token, before, &mut lexer)?;
    }
    found.implied();
    let result = found.result()?;
    let repair = match () {
        () if found.note => Repair::Note,
        () if found.doubt => Repair::Doubt,
        () if found.unknown => Repair::Cut,
        () if result.is_in_stones() => Repair::Unit,
        () if !bracketed && found.is_case_only(text) => Repair::Case,
        () if found.plus => Repair::Form,
        () => Repair::Words,
    };
    Ok((result, repair))
}

/// Whether a note names the other side, or doubts the result.
fn contradicts(note: Lexer<'_, ResultWord>, winner: Option<Color>, ending: Ending) -> bool {
    // How the last move went is no second result; a second winner is.
    let mut plus_after = None;
    for token in note.filter(|token| *token != Token::Space) {
        match (plus_after, token) {
            (Some(side), Token::Sign('+') | Token::Word(ResultWord::Won))
                if Some(side) != winner =>
            {
                return true;
            }
            (_, Token::Word(ResultWord::Side(side))) => plus_after = Some(side),
            (_, Token::Word(ResultWord::Ending(other @ (Ending::Void | Ending::Draw), _)))
                if other != ending =>
            {
                return true;
            }
            _ => plus_after = None,
        }
    }
    false
}

impl Found {
    /// Whether the result is complete, so that what follows can only be a note.
    fn is_complete(&self) -> bool {
        self.winner().is_some() || (self.side.is_none() && self.ending.is_some())
    }

    /// Whether a note starts here: a bracket, or a sign that ends a sentence.
    fn is_note(&self, token: Token<ResultWord>, rest: &str) -> bool {
        let mark = match token {
            Token::Sign('(' | '[' | '{' | '（' | '【' | ';' | '；' | '。') => true,
            // Not the comma of `1,000`.
            Token::Sign(',' | '.' | '、' | '!') => {
                !rest.is_empty() && !rest.starts_with(|next: char| next.is_ascii_digit())
            }
            Token::Sign('-' | ':' | '/') => rest.starts_with(is_space),
            _ => false,
        };
        mark && self.is_complete()
    }

    /// What words mean that say how the game ended only if no other word does.
    fn implied(&mut self) {
        let nothing = self.ending.is_none() && self.amount.is_none();
        if nothing && self.left {
            self.ending = Some(Ending::Forfeit);
        } else if nothing && self.cycle && self.side.is_none() {
            self.ending = Some(Ending::Void);
        }
    }

    /// Takes how the game ended from a note, if only the note says so: `黑胜(中盘)`, `黑胜(2.5目)`.
    fn ending_of_note(&mut self, note: Lexer<'_, ResultWord>) {
        if self.ending.is_some() || self.amount.is_some() || self.side.is_none() {
            return;
        }
        let mut counted = note;
        if let Some(parsed) = amount(&mut counted, amount_word).filter(|parsed| parsed.unit) {
            self.amount = Some(parsed);
            return;
        }
        let mut endings = note.filter_map(|token| match token {
            Token::Word(ResultWord::Ending(ending, _)) => Some(ending),
            _ => None,
        });
        if let Some(first) = endings.next() {
            if endings.all(|ending| ending == first) && first != Ending::Unknown {
                self.ending = Some(first);
            }
        }
    }

    fn token<'v>(
        &mut self,
        token: Token<ResultWord>,
        before: Lexer<'v, ResultWord>,
        lexer: &mut Lexer<'v, ResultWord>,
    ) -> Result<(), Fault> {
        match token {
            Token::Word(word) if amount_word(word).is_none() => self.word(word, lexer),
            Token::Sign('+') if self.side.is_some() && !self.plus && self.won.is_none() => {
                self.plus = true;
                self.verb(true)
            }
            Token::Sign('?') if self.side.is_none() && self.ending.is_none() => {
                self.ending(Ending::Unknown, None)
            }
            Token::Sign('?') => {
                self.doubt = true;
                Ok(())
            }
            Token::Sign('.' | ',' | '、' | ':' | '!' | '。') => Ok(()),
            // `B+3.5 points on board`: a note without brackets.
            Token::Unknown
                if self.plus && self.amount.is_some() && before.rest().starts_with(' ') =>
            {
                self.unknown = true;
                Ok(())
            }
            _ => {
                *lexer = before;
                match amount(lexer, amount_word) {
                    Some(parsed) => self.amount(parsed, lexer),
                    None => {
                        lexer.next_solid();
                        // `W+Points`, without a number.
                        if token == Token::Word(ResultWord::Amount(Amount::Points)) {
                            return self.ending(Ending::Points, None);
                        }
                        self.unknown(token)
                    }
                }
            }
        }
    }

    /// Takes a word that is no part of an amount.
    fn word(&mut self, word: ResultWord, lexer: &mut Lexer<'_, ResultWord>) -> Result<(), Fault> {
        match word {
            ResultWord::Side(side) => match walkover(lexer.rest()) {
                // `B+W.O.`, `B+w/o`.
                Some(rest) if self.side.is_some() && side == Color::White => {
                    *lexer = Lexer::new(rest, RESULT);
                    return self.ending(Ending::Forfeit, None);
                }
                _ => return self.side(side),
            },
            ResultWord::Won => return self.verb(true),
            ResultWord::Lost => return self.verb(false),
            ResultWord::Ending(ending, won_by) => return self.ending(ending, won_by),
            // Who stands after it did it: `Resigned by White`.
            ResultWord::By => self.by |= self.side.is_some(),
            ResultWord::Left => self.left = true,
            ResultWord::Cycle => self.cycle = true,
            ResultWord::Filler | ResultWord::Moves | ResultWord::Amount(_) => {}
        }
        Ok(())
    }

    fn side(&mut self, side: Color) -> Result<(), Fault> {
        match self.side {
            None => self.side = Some(side),
            Some(known) if known == side => {}
            Some(_) => {
                let winner = self.winner().ok_or(Fault::Contradiction)?;
                if self.settled.is_some_and(|settled| settled != winner) {
                    return Err(Fault::Contradiction);
                }
                self.settled = Some(winner);
                (self.side, self.won, self.won_by) = (Some(side), None, None);
                (self.by, self.plus) = (false, false);
            }
        }
        Ok(())
    }

    fn verb(&mut self, won: bool) -> Result<(), Fault> {
        match self.won {
            Some(known) if known != won => Err(Fault::Contradiction),
            _ => {
                self.won = Some(won);
                Ok(())
            }
        }
    }

    fn ending(&mut self, ending: Ending, won_by: Option<bool>) -> Result<(), Fault> {
        match self.ending {
            // `B+Unknown`: who won is known, how is not.
            _ if ending == Ending::Unknown && self.plus => {
                self.unknown = true;
                Ok(())
            }
            Some(known) if known != ending => Err(Fault::Contradiction),
            _ => {
                self.ending = Some(ending);
                self.won_by = self.won_by.or(won_by);
                Ok(())
            }
        }
    }

    fn amount(&mut self, parsed: Parsed, lexer: &mut Lexer<'_, ResultWord>) -> Result<(), Fault> {
        // `257手完`: how long it was.
        let mut ahead = *lexer;
        if ahead.next_solid() == Some(Token::Word(ResultWord::Moves)) {
            *lexer = ahead;
            return Ok(());
        }
        if self.amount.is_some() {
            return Err(Fault::Contradiction);
        }
        self.amount = Some(parsed);
        Ok(())
    }

    /// A word that is not known says nothing after `B+`, and too much elsewhere.
    fn unknown(&mut self, token: Token<ResultWord>) -> Result<(), Fault> {
        match token {
            Token::Unknown if self.plus && self.amount.is_none() && self.ending.is_none() => {
                self.unknown = true;
                Ok(())
            }
            _ => Err(Fault::UnknownWord),
        }
    }

    /// Who won, as far as it has been said.
    fn winner(&self) -> Option<Color> {
        let side = self.side?;
        match self.won.or(self.won_by).or(self.by.then_some(true)) {
            Some(true) => Some(side),
            Some(false) => Some(side.other()),
            None => None,
        }
    }

    fn result(&self) -> Result<GameResult, Fault> {
        let none = |ending| match (self.side, self.amount) {
            (None, None) => Ok(GameResult::not_won(ending)),
            (None, Some(parsed)) if ending == Ending::Draw && parsed.value == 0.0 => {
                Ok(GameResult::not_won(ending))
            }
            _ => Err(Fault::Contradiction),
        };
        if self.settled.is_some() && self.settled != self.winner() {
            return Err(Fault::Contradiction);
        }
        let winner = match (self.winner(), self.side, self.ending) {
            (_, _, Some(ending @ (Ending::Draw | Ending::Void | Ending::Unknown))) => {
                return none(ending);
            }
            (Some(winner), ..) => winner,
            // A bare side: `B`, `White`, `白2目半`, `黑中盘`.
            (None, Some(side), None) => side,
            // `Black time`: won by it, or lost by it?
            (None, Some(_), Some(_)) => return Err(Fault::Ambiguous),
            (None, None, None) => match self.amount {
                Some(parsed) if parsed.value == 0.0 => return none(Ending::Draw),
                _ => return Err(Fault::NoResult),
            },
            (None, None, Some(_)) => return Err(Fault::NoResult),
        };
        Ok(match (self.ending, self.amount) {
            (None, None) => GameResult::won(winner, Ending::Unspecified),
            // `黑185子胜` gives all that Black has, not the margin.
            (None, Some(parsed)) if parsed.stones && parsed.value > 90.0 => {
                GameResult::won(winner, Ending::Points)
            }
            (None | Some(Ending::Points), Some(parsed)) => {
                GameResult::counted(winner, parsed.value, parsed.stones)
            }
            (Some(ending), None) => GameResult::won(winner, ending),
            // `B+2R` in backgammon: what was at stake.
            (Some(ending), Some(parsed)) => {
                GameResult::won(winner, ending).with_margin(parsed.value)
            }
        })
    }

    /// Whether only the case of letters keeps the text from the form of the format.
    fn is_case_only(&self, text: &str) -> bool {
        let same = |other: &str| text.eq_ignore_ascii_case(other);
        ["draw", "void"].into_iter().any(same)
            || (self.plus
                && text.get(2..).is_some_and(|how| {
                    let same = |other: &str| how.eq_ignore_ascii_case(other);
                    ["", "r", "resign", "t", "time", "f", "forfeit"].into_iter().any(same)
                }))
    }
}

/// What follows the rest of a walkover, `.O.` or `/o`.
fn walkover(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix(['.', '/'])?.strip_prefix(['o', 'O'])?;
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

fn amount_word(word: ResultWord) -> Option<Amount> {
    match word {
        ResultWord::Amount(amount) => Some(amount),
        _ => None,
    }
}
