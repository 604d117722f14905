//! Dates as people and servers write them, in numbers and in words.
//!
//! A text is first divided into years, months, days, numbers that can be any of them, and what
//! stands between (the time of day and the weekday are left out). With a month or a day that says
//! what it is, the rest falls into place; numbers alone are read by their order and their signs.

use super::super::lexer::{Lexer, Number, Token, narrow, readable};
use super::super::reading::{Fault, Repair};
use super::date::{Date, DateSense, Dates, List, format_list, short_item, sound_items};
use super::date_dictionary::{DATE, DateWord, ERA_LETTERS};
use super::date_named;

/// A part of a date, or what stands between two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// A number that nothing names, and how many digits it has.
    Number(u64, u8),
    Year(u16),
    /// A month by its number.
    Month(u8),
    /// A month by its name.
    Named(u8),
    Day(u8),
    /// A sign between two parts, and whether white space stands around it.
    Sign(char, bool),
}

/// The parts of a text.
struct Parts {
    parts: [Part; MOST_PARTS],
    len: usize,
    sense: DateSense,
    /// A time of day was left out.
    time: bool,
    /// A note was left out.
    note: bool,
    /// A year of a Japanese era stands there.
    era: bool,
    /// The year is one of the old calendar, whose months are not those of ours.
    lunar: bool,
}

pub(super) const MOST_PARTS: usize = 64;

/// Reads a date that has not the form of the format.
pub(super) fn read(text: &str) -> Result<(Dates, Repair), Fault> {
    let inner = readable(text)?;
    if let Some(dates) = format_list(inner) {
        return Ok((dates, Repair::WhiteSpace));
    }
    match in_words(inner) {
        // `2015-06-03,31`: what is no day does not make the others worse.
        Err(Fault::NoSuchDate) => {
            let dates = sound_items(inner).or_else(|| before_comma(inner));
            Ok((dates.ok_or(Fault::NoSuchDate)?, Repair::Cut))
        }
        read => read,
    }
}

/// The dates before the last comma, if they are known to the day.
fn before_comma(text: &str) -> Option<Dates> {
    let (before, _) = text.rsplit_once([',', '、', '，', ';'])?;
    let (dates, _) = in_words(before).ok()?;
    dates.to().day().map(|_| dates)
}

fn in_words(text: &str) -> Result<(Dates, Repair), Fault> {
    let parts = Parts::of(text)?;
    let slice = parts.as_slice();
    let words =
        slice.iter().any(|part| matches!(part, Part::Month(_) | Part::Named(_) | Part::Day(_)));
    let list = if words { date_named::read(slice)? } else { super::date_numbers::read(slice)? };
    let (list, sense) =
        if parts.lunar { lunar_years(&list, parts.sense) } else { (list, parts.sense) };
    let repair = match () {
        () if parts.note => Repair::Note,
        () if parts.era => Repair::Calendar,
        // What is left out comes before how the rest was written.
        () if parts.time && sense == DateSense::Played => Repair::TimeOfDay,
        () if words || sense != DateSense::Played => Repair::Words,
        () => Repair::Form,
    };
    Ok((Dates::all(list, sense).ok_or(Fault::NoDate)?, repair))
}

/// The years of dates of the old calendar.
///
/// The eleventh month has the winter solstice in it, so the first ten lie in the year that the
/// new year is in, and the last two may lie in the next.
fn lunar_years(list: &List, sense: DateSense) -> (List, DateSense) {
    let mut years = List::NONE;
    let mut sense = sense;
    for date in list.iter() {
        years.push(date.only_year());
        match date.month() {
            Some(1..=10) => {}
            Some(_) => date.next_year().into_iter().for_each(|next| years.push(next)),
            None if sense == DateSense::Played => sense = DateSense::About,
            None => {}
        }
    }
    (years, sense)
}

impl Parts {
    fn of(text: &str) -> Result<Self, Fault> {
        let mut parts = Self {
            parts: [Part::Day(0); MOST_PARTS],
            len: 0,
            sense: DateSense::Played,
            time: false,
            note: false,
            era: false,
            lunar: false,
        };
        let mut lexer = Lexer::whole_numbers(parts.era_letter(text), DATE);
        let (mut spaced, mut before_note) = (false, None);
        while let Some(token) = lexer.next() {
            let read = match token {
                Token::Sign('(' | '[' | '{' | '<' | '【' | '〔' | ')') if parts.len > 0 => {
                    before_note.get_or_insert(parts.len);
                    parts.skip_note(&mut lexer);
                    Ok(())
                }
                _ => parts.token(token, &mut lexer, spaced),
            };
            match (read, before_note) {
                (Ok(()), _) => {}
                // What follows a note and is no date belongs to the note.
                (Err(_), Some(len)) => {
                    parts.len = len;
                    break;
                }
                (Err(fault), None) => return Err(fault),
            }
            spaced = token == Token::Space;
        }
        while let Some((Part::Sign(..), _)) = parts.as_slice().split_last() {
            parts.len -= 1;
        }
        if parts.len == 0 { Err(Fault::NoDate) } else { Ok(parts) }
    }

    fn token(
        &mut self,
        token: Token<DateWord>,
        lexer: &mut Lexer<'_, DateWord>,
        spaced: bool,
    ) -> Result<(), Fault> {
        match token {
            Token::Space => Ok(()),
            Token::Number(number) => self.number(number, lexer),
            Token::Word(word) => self.word(word, lexer),
            Token::Sign(sign) => self.sign(sign, spaced && lexer.rest().starts_with(' ')),
            Token::Unknown => Err(Fault::UnknownWord),
        }
    }

    /// Takes the year of an era that a letter stands for (`H11.3.4`, `S.60.1.16`); what follows it.
    fn era_letter<'v>(&mut self, text: &'v str) -> &'v str {
        let letter = text.chars().next().unwrap_or_default();
        let era = ERA_LETTERS.iter().find(|era| era.0 == narrow(letter).to_ascii_uppercase());
        let Some(&(_, before, last, lunar_until)) = era else { return text };
        let rest = text[letter.len_utf8()..].trim_start_matches('.');
        let mut lexer = Lexer::whole_numbers(rest, DATE);
        let Some(Token::Number(number)) = lexer.next() else { return text };
        let year = number.whole(last).filter(|&year| year > 0 && number.digits <= 2);
        // Without a month after it, the letter may be anything.
        let follows = lexer.rest().chars().next().map(narrow);
        let (Some(year), Some('.' | '-' | '/' | '年')) = (year, follows) else { return text };
        if follows == Some('年') {
            lexer.next();
        }
        self.era = true;
        self.lunar = year <= lunar_until;
        self.parts[0] = Part::Year(before + year);
        self.len = 1;
        lexer.rest()
    }

    fn as_slice(&self) -> &[Part] {
        &self.parts[..self.len]
    }

    fn push(&mut self, part: Part) -> Result<(), Fault> {
        *self.parts.get_mut(self.len).ok_or(Fault::TooLong)? = part;
        self.len += 1;
        Ok(())
    }

    fn sign(&mut self, sign: char, spaced: bool) -> Result<(), Fault> {
        let sign = match sign {
            '?' => {
                self.sense = DateSense::About;
                return Ok(());
            }
            '、' | '，' | ';' | '；' | '&' | '+' | '・' | ',' => ',',
            '~' | '〜' | '～' | '–' | '—' | '∼' | '―' | '→' => '~',
            '-' | '/' | '.' => sign,
            ':' | '(' | '[' | '{' | '<' if self.len == 0 => return Ok(()),
            '\'' | '"' | ']' | '}' | '>' => return Ok(()),
            _ => return Err(Fault::UnknownWord),
        };
        match self.as_slice().last() {
            // What leads is a mark of its own: `~1670`.
            None if sign == '~' => self.sense = DateSense::About,
            // What follows a word: `c. 1670`, `Wed, 9 Mar`, `Pre-1700`.
            None if sign != '-' || self.sense != DateSense::Played => {}
            None => return Err(Fault::NoDate),
            // `..` and `--` are ranges.
            Some(&Part::Sign(before, _)) if before == sign && matches!(sign, '.' | '-') => {
                self.len -= 1;
                self.push(Part::Sign('~', spaced))?;
            }
            // The point of an ordinal or of a shortened word, before another sign.
            Some(Part::Sign('.', _)) => {
                self.len -= 1;
                self.push(Part::Sign(sign, spaced))?;
            }
            _ => self.push(Part::Sign(sign, spaced))?,
        }
        Ok(())
    }

    fn number(&mut self, number: Number, lexer: &mut Lexer<'_, DateWord>) -> Result<(), Fault> {
        if number.value >= 1e15 {
            return Err(Fault::NoDate);
        }
        let value = number.value as u64;
        let short = |most: u64| u8::try_from(value).ok().filter(|&v| u64::from(v) <= most);
        let mut ahead = *lexer;
        let part = match ahead.next_solid() {
            Some(Token::Sign(':')) if number.digits <= 2 && value < 24 => {
                return self.time_of_day(lexer);
            }
            Some(Token::Word(DateWord::Clock)) if value < 60 => {
                self.time = true;
                None
            }
            Some(Token::Word(DateWord::YearMark)) if (1000..=9999).contains(&value) => {
                Some(Part::Year(value as u16))
            }
            // `16年`: of which century, or era?
            Some(Token::Word(DateWord::YearMark)) => return Err(Fault::Ambiguous),
            Some(Token::Word(DateWord::MonthMark)) => {
                Some(Part::Month(short(12).ok_or(Fault::NoSuchDate)?))
            }
            Some(Token::Word(DateWord::DayMark)) => {
                Some(Part::Day(short(31).ok_or(Fault::NoSuchDate)?))
            }
            // `1670s`: ten years. `1700s` may be ten or a hundred.
            Some(Token::Word(DateWord::Decade)) if number.digits == 4 && value % 10 == 0 => {
                if value % 100 == 0 {
                    return Err(Fault::Ambiguous);
                }
                self.sense = DateSense::About;
                self.push(Part::Number(value, 4))?;
                self.push(Part::Sign('~', false))?;
                *lexer = ahead;
                return self.push(Part::Number(value + 9, 4));
            }
            _ => return self.push(Part::Number(value, digits_of(number))),
        };
        *lexer = ahead;
        part.map_or(Ok(()), |part| self.push(part))
    }

    /// Leaves out what stands after the hour: `:34:56.789 PM GMT+09:00`.
    fn time_of_day(&mut self, lexer: &mut Lexer<'_, DateWord>) -> Result<(), Fault> {
        self.time = true;
        for sign in [':', ':', '.'] {
            let mut ahead = *lexer;
            let signed = ahead.next() == Some(Token::Sign(sign));
            if !signed || !matches!(ahead.next(), Some(Token::Number(_))) {
                break;
            }
            *lexer = ahead;
        }
        let mut ahead = *lexer;
        if let Some(Token::Unknown | Token::Word(DateWord::Zone)) = ahead.next_solid() {
            *lexer = ahead;
        }
        // The offset of a zone: `+09:00`, `-0500`, ` +0800`.
        let mut ahead = *lexer;
        let signed = match ahead.next() {
            Some(Token::Space) => ahead.next() == Some(Token::Sign('+')),
            sign => matches!(sign, Some(Token::Sign('+' | '-'))),
        };
        let offset = match ahead.next() {
            Some(Token::Number(number)) => number.digits <= 4 && number.value <= 1400.0,
            _ => false,
        };
        if signed && offset {
            *lexer = ahead;
            if ahead.next() == Some(Token::Sign(':'))
                && matches!(ahead.next(), Some(Token::Number(_)))
            {
                *lexer = ahead;
            }
        }
        Ok(())
    }

    fn word(&mut self, word: DateWord, lexer: &mut Lexer<'_, DateWord>) -> Result<(), Fault> {
        match word {
            DateWord::Month(month) => self.push(Part::Named(month)),
            DateWord::Sense(sense) => {
                self.sense = sense;
                Ok(())
            }
            DateWord::Or => {
                self.sense = DateSense::About;
                self.sign(',', false)
            }
            DateWord::And => self.sign(',', false),
            DateWord::To => self.sign('~', false),
            DateWord::Zone if matches!(self.as_slice().last(), Some(Part::Number(_, 8))) => {
                // `20110506T201500`.
                let mut ahead = *lexer;
                if matches!(ahead.next(), Some(Token::Number(Number { digits: 4 | 6, .. }))) {
                    (*lexer, self.time) = (ahead, true);
                }
                Ok(())
            }
            DateWord::Filler => Ok(()),
            DateWord::Zone => {
                self.time = true;
                Ok(())
            }
            DateWord::Era { before, last, lunar_until } => {
                let year = match lexer.next_solid() {
                    Some(Token::Number(number)) => {
                        number.whole(last).filter(|&year| year > 0).ok_or(Fault::NoSuchDate)?
                    }
                    Some(Token::Word(DateWord::FirstYear)) => 1,
                    _ => return Err(Fault::NoDate),
                };
                let mut ahead = *lexer;
                if ahead.next_solid() == Some(Token::Word(DateWord::YearMark)) {
                    *lexer = ahead;
                }
                self.era = true;
                self.lunar |= year <= lunar_until;
                self.push(Part::Year(before + year))
            }
            DateWord::YearMark
            | DateWord::MonthMark
            | DateWord::DayMark
            | DateWord::FirstYear
            | DateWord::Clock
            | DateWord::Decade => Err(Fault::UnknownWord),
        }
    }

    /// A note in brackets is left out, but for what it says of the date. Without a bracket that
    /// closes it, it goes on to the end.
    fn skip_note(&mut self, lexer: &mut Lexer<'_, DateWord>) {
        self.note = true;
        for token in lexer {
            match token {
                Token::Word(DateWord::Sense(sense)) => self.sense = sense,
                Token::Sign('?') => self.sense = DateSense::About,
                Token::Sign(')' | ']' | '}' | '>' | '】' | '〕') => break,
                _ => {}
            }
        }
    }
}

/// Numbers in CJK numerals have the digits that they would have.
fn digits_of(number: Number) -> u8 {
    match number.digits {
        0 if number.value >= 1000.0 => 4,
        0 => 2,
        digits => digits,
    }
}

/// Adds a date that must not come before the last one.
pub(super) fn push_in_order(list: &mut List, date: Date) -> Result<(), Fault> {
    if list.last().is_some_and(|last| last > date) {
        return Err(Fault::Contradiction);
    }
    list.push(date);
    Ok(())
}

/// An item of one or two digits after `before`.
pub(super) fn short(number: u64, before: Option<Date>) -> Result<Date, Fault> {
    let before = before.ok_or(Fault::NoDate)?;
    if before.month().is_none() {
        return Err(Fault::Ambiguous);
    }
    u16::try_from(number).ok().and_then(|n| short_item(n, before)).ok_or(Fault::NoSuchDate)
}
