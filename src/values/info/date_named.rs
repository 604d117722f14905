//! Dates of which a month or a day is named: `March 9th, 2016`, `2016年3月9日`.

use super::super::reading::Fault;
use super::date::{Date, List};
use super::date_words::{MOST_PARTS, Part, push_in_order};

/// A date that is not complete yet; what is not known is 0.
#[derive(Clone, Copy, Default)]
struct Point {
    year: u16,
    month: u8,
    day: u8,
}

/// Dates whose months or days are named, and which stand in any order.
struct Points {
    points: [Point; MOST_PARTS],
    len: usize,
    /// The year that what follows is in, where years come first.
    year: u16,
    year_first: bool,
    month_first: bool,
}

/// Reads dates of which a month or a day is named.
pub(super) fn read(parts: &[Part]) -> Result<List, Fault> {
    let first = |test: fn(&Part) -> bool| parts.iter().position(test).unwrap_or(usize::MAX);
    let month = first(|part| matches!(part, Part::Month(_) | Part::Named(_)));
    let year = first(|part| matches!(part, Part::Year(_) | Part::Number(_, 4)));
    let day = first(|part| matches!(part, Part::Day(_) | Part::Number(_, 1 | 2)));
    let mut points = Points {
        points: [Point::default(); MOST_PARTS],
        len: 0,
        year: 0,
        year_first: year < month,
        // Months with a mark follow the year, and days follow them.
        month_first: month < day || parts.iter().any(|part| matches!(part, Part::Month(_))),
    };
    for (at, &part) in parts.iter().enumerate() {
        match part {
            Part::Year(year) => points.year(year)?,
            Part::Month(month) | Part::Named(month) => points.month(month)?,
            Part::Day(day) => points.day(day)?,
            Part::Number(year, 4) => points.year(year as u16)?,
            Part::Number(number @ 1..=31, 1 | 2) => {
                let number = number as u8;
                // `3-4月`: the mark after the second is that of both.
                match parts[at + 1..].iter().find(|part| !matches!(part, Part::Sign(..))) {
                    Some(Part::Month(_)) if points.wants_month() && number <= 12 => {
                        points.month(number)?;
                    }
                    _ => points.day(number)?,
                }
            }
            Part::Number(..) => return Err(Fault::NoDate),
            Part::Sign(..) => {}
        }
    }
    points.finish()
}

impl Points {
    fn last(&mut self) -> Option<&mut Point> {
        self.points[..self.len].last_mut()
    }

    fn push(&mut self, point: Point) -> Result<(), Fault> {
        *self.points.get_mut(self.len).ok_or(Fault::TooLong)? = point;
        self.len += 1;
        Ok(())
    }

    /// Whether a year stands there whose month is still to come.
    fn wants_month(&mut self) -> bool {
        self.month_first && self.year_first && self.last().is_some_and(|point| point.month == 0)
    }

    fn year(&mut self, year: u16) -> Result<(), Fault> {
        if self.year_first {
            self.year = year;
            return self.push(Point { year, ..Point::default() });
        }
        let open = self.points[..self.len].iter_mut().filter(|point| point.year == 0);
        let filled = open.map(|point| point.year = year).count();
        if filled == 0 { Err(Fault::Ambiguous) } else { Ok(()) }
    }

    fn month(&mut self, month: u8) -> Result<(), Fault> {
        let year = self.year;
        if self.month_first {
            return match self.last() {
                Some(point) if point.month == 0 => {
                    point.month = month;
                    Ok(())
                }
                _ => self.push(Point { year, month, day: 0 }),
            };
        }
        let open = self.points[..self.len].iter_mut().filter(|point| point.month == 0);
        match open.map(|point| point.month = month).count() {
            0 => self.push(Point { year, month, day: 0 }),
            _ => Ok(()),
        }
    }

    fn day(&mut self, day: u8) -> Result<(), Fault> {
        let (year, month_first) = (self.year, self.month_first);
        match self.last() {
            Some(point) if point.day == 0 && (point.month != 0) == month_first => {
                point.day = day;
                Ok(())
            }
            Some(point) if month_first && point.month != 0 => {
                let month = point.month;
                self.push(Point { year, month, day })
            }
            _ if !month_first => self.push(Point { year, month: 0, day }),
            _ => Err(Fault::Ambiguous),
        }
    }

    fn finish(&self) -> Result<List, Fault> {
        let mut list = List::NONE;
        for point in &self.points[..self.len] {
            if point.year == 0 || (point.month == 0 && point.day != 0) {
                return Err(Fault::NoDate);
            }
            let known = |part: u8| (part != 0).then_some(part);
            let date = Date::new(point.year, known(point.month), known(point.day));
            push_in_order(&mut list, date.ok_or(Fault::NoSuchDate)?)?;
        }
        Ok(list)
    }
}
