//! Dates that are numbers and signs alone: `2016/3/9`, `16.03.2009`, `20160309`, `1620-1630`.

use super::super::reading::Fault;
use super::date::{Date, List};
use super::date_words::{Part, push_in_order, short};

/// Reads dates of numbers, by their order, the number of their digits and the signs between.
pub(super) fn read(parts: &[Part]) -> Result<List, Fault> {
    let mut numbers = Numbers { parts, at: 0, joint: None, day_first: false };
    let mut list = List::NONE;
    while numbers.at < parts.len() {
        numbers.item(&mut list)?;
        match numbers.parts.get(numbers.at) {
            None => break,
            Some(Part::Sign(..)) => numbers.at += 1,
            Some(Part::Number(_, 4 | 8) | Part::Year(_)) => {}
            Some(_) => return Err(Fault::Ambiguous),
        }
    }
    Ok(list)
}

struct Numbers<'p> {
    parts: &'p [Part],
    at: usize,
    /// The sign between the parts of the first date.
    joint: Option<char>,
    /// The year comes last.
    day_first: bool,
}

impl Numbers<'_> {
    /// One date, and with a short form what it takes from the one before.
    fn item(&mut self, list: &mut List) -> Result<(), Fault> {
        let start = self.at;
        let (number, digits) = self.take().ok_or(Fault::NoDate)?;
        let date = match digits {
            4 => {
                let year = number as u16;
                if let Some(last) = self.last_year(year) {
                    push_in_order(list, Date::new(year, None, None).ok_or(Fault::NoSuchDate)?)?;
                    last
                } else {
                    self.after_year(year)?
                }
            }
            8 | 12 | 14 => compact(number / 10_u64.pow(u32::from(digits) - 8))?,
            // `98-5-3`: no day and no month is so large.
            2 if list.last().is_none() && number > 31 => {
                let date = self.after_year(1900 + number as u16)?;
                date.day().map(|_| date).ok_or(Fault::NoDate)?
            }
            1 | 2 if list.last().is_none() || self.day_first => self.day_first(number)?,
            1 | 2 => match (self.joint, list.last()) {
                (Some(joint), Some(before)) if before.month().is_some() => {
                    match self.joined(joint, 2) {
                        Some(day) => date(before.year(), number, Some(day))?,
                        None => short(number, Some(before))?,
                    }
                }
                (_, before) => short(number, before)?,
            },
            _ => return Err(Fault::NoDate),
        };
        // In a list, days and months may stand in any order; a range does not go back.
        let listed = self.parts.get(start.wrapping_sub(1));
        let whole = match digits {
            1 | 2 => self.at == start + 1,
            _ => date.day().is_some(),
        };
        if whole && !self.day_first && matches!(listed, Some(Part::Sign(',', _))) {
            list.push(date);
            return Ok(());
        }
        push_in_order(list, date)
    }

    fn take(&mut self) -> Option<(u64, u8)> {
        let number = match *self.parts.get(self.at)? {
            Part::Number(number, digits) => (number, digits),
            Part::Year(year) => (u64::from(year), 4),
            _ => return None,
        };
        self.at += 1;
        Some(number)
    }

    /// The sign here, if a number of at most two digits (or of four) follows it.
    fn sign_before(&self, digits: u8) -> Option<char> {
        match self.parts.get(self.at..self.at + 2)? {
            [Part::Sign(sign, _), Part::Number(_, 1..=2)] if digits <= 2 => Some(*sign),
            [Part::Sign(sign, _), Part::Number(_, 4)] if digits == 4 => Some(*sign),
            _ => None,
        }
    }

    /// Takes `joint` and the number after it.
    fn joined(&mut self, joint: char, digits: u8) -> Option<u64> {
        if joint == ' ' {
            return match self.parts.get(self.at)? {
                Part::Number(number, 1..=2) if digits <= 2 => {
                    self.at += 1;
                    Some(*number)
                }
                _ => None,
            };
        }
        self.sign_before(digits).filter(|&sign| sign == joint)?;
        self.at += 1;
        Some(self.take()?.0)
    }

    /// `1620-30`: the last year of a range, of which the century is left out.
    fn last_year(&mut self, year: u16) -> Option<Date> {
        let last = match self.parts.get(self.at..)? {
            [Part::Sign('-' | '~' | '/', _), Part::Number(last, 2)] => *last,
            _ => return None,
        };
        // `1996-05` is a month, and `2005-30` nothing.
        if last <= 12 || last <= u64::from(year % 100) || self.joint.is_some() {
            return None;
        }
        self.at += 2;
        Date::new(year / 100 * 100 + last as u16, None, None)
    }

    /// Whether a month and a day follow, each after a dash without space around it.
    fn is_dashed(&self) -> bool {
        let parts = self.parts.get(self.at..self.at + 4);
        let dashed =
            |parts: &[Part]| matches!(parts, [Part::Sign('~', false), Part::Number(_, 1..=2)]);
        parts.is_some_and(|parts| parts.chunks(2).all(dashed))
    }

    /// What follows a year: a month and a day with one sign before both, or less.
    fn after_year(&mut self, year: u16) -> Result<Date, Fault> {
        let whole = || Date::new(year, None, None).ok_or(Fault::NoSuchDate);
        let joint = match self.parts.get(self.at) {
            Some(Part::Number(_, 1..=2)) => ' ',
            _ => match self.sign_before(2) {
                Some(sign @ ('-' | '/' | '.')) => sign,
                // `2016–03–09`: dashes for hyphens.
                Some('~') if self.is_dashed() => '~',
                _ => return whole(),
            },
        };
        self.joint = Some(joint);
        let single = matches!(self.parts.get(self.at + 1), Some(Part::Number(_, 1)));
        let Some(month) = self.joined(joint, 2) else { return whole() };
        // A range whose signs have space around them, after a date whose signs have none.
        let spaced = |at: usize| matches!(self.parts.get(at), Some(Part::Sign(_, true)));
        let range = self.at >= 2 && !spaced(self.at - 2) && spaced(self.at);
        let day = if range { None } else { self.joined(joint, 2) };
        // `2016/03-09`: a day, or a second month?
        let other = matches!(self.sign_before(2), Some('-' | '/' | '.')) && !spaced(self.at);
        // `1630/1` may be two years.
        let next = single && joint == '/' && month == u64::from(year % 10) + 1;
        if day.is_none() && (joint == ' ' || other || next) {
            return Err(Fault::Ambiguous);
        }
        // `2016-03-09-10` may be two days, or a day and an hour.
        let more = self.sign_before(2) == Some(joint)
            && !matches!(self.parts.get(self.at), Some(Part::Sign(_, true)));
        if day.is_some() && more {
            self.time_after(joint)?;
        }
        match (month, day) {
            // What is not known is written as zero.
            (0, None | Some(0)) => whole(),
            (_, None | Some(0)) => date(year, month, None),
            (_, day) => date(year, month, day),
        }
    }

    /// `2016-03-09-12-30-05`: six numbers are a date and a time of day.
    fn time_after(&mut self, joint: char) -> Result<(), Fault> {
        for most in [23, 59, 59] {
            match self.joined(joint, 2) {
                Some(number) if number <= most => {}
                _ => return Err(Fault::Ambiguous),
            }
        }
        Ok(())
    }

    /// `16.03.2009`, `9/9/2000`, `13-09-2007`, `03/2009`: the year comes last.
    fn day_first(&mut self, first: u64) -> Result<Date, Fault> {
        self.day_first = true;
        let joint = match self.parts.get(self.at) {
            Some(&Part::Sign(sign @ ('-' | '/' | '.'), _)) => sign,
            _ => return Err(Fault::NoDate),
        };
        if let Some(year) = self.joined(joint, 4) {
            return date(year as u16, first, None);
        }
        let second = self.joined(joint, 2).ok_or(Fault::NoDate)?;
        // A year of two digits leaves too much open, unless it can be nothing else.
        let year = match self.joined(joint, 4) {
            Some(year) => year as u16,
            None => match self.joined(joint, 2) {
                Some(year @ 32..) => 1900 + year as u16,
                _ => return Err(Fault::Ambiguous),
            },
        };
        match (first, second) {
            (1..=12, 13..) => date(year, first, Some(second)),
            (_, month) if joint == '.' || first > 12 || first == month => {
                date(year, month, Some(first))
            }
            _ => Err(Fault::Ambiguous),
        }
    }
}

/// `YYYYMMDD`.
fn compact(number: u64) -> Result<Date, Fault> {
    let year = (number / 10_000) as u16;
    if !(1000..=2999).contains(&year) {
        return Err(Fault::NoDate);
    }
    date(year, number / 100 % 100, Some(number % 100))
}

fn date(year: u16, month: u64, day: Option<u64>) -> Result<Date, Fault> {
    let part = |number: u64| u8::try_from(number).map_err(|_| Fault::NoSuchDate);
    let day = day.map(part).transpose()?;
    Date::new(year, Some(part(month)?), day).ok_or(Fault::NoSuchDate)
}
