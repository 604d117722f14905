//! Words of a value, in whatever script: numbers, words that a dictionary knows, and signs.
//!
//! People and servers write dates, results and times in words. Each view has a dictionary of such
//! words and gives them a meaning; this file only divides a text into them. Full-width forms count
//! as the ASCII that they stand for, and CJK numerals as numbers.

use super::reading::Fault;

/// What a dictionary says: a word in lower case, and what it means.
pub(super) type Words<M> = &'static [(&'static str, M)];

/// Longest text that is read word by word. What is longer is a note, not a value.
const MAX_TEXT: usize = 160;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<M> {
    /// A number without a sign.
    Number(Number),
    /// A word of the dictionary.
    Word(M),
    /// A sign, or one letter of a script that has no spaces; full-width forms as ASCII.
    Sign(char),
    /// A word that the dictionary does not have.
    Unknown,
    /// White space.
    Space,
}

/// A number as it was written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// What it is.
    pub(super) value: f64,
    /// How many digits stand before the decimal point; 0 for numerals in words.
    pub(super) digits: u8,
    /// Whether it has digits after a decimal point.
    pub(super) fraction: bool,
}

impl Number {
    /// The number, if it is whole and not larger than `max`.
    pub(super) fn whole(self, max: u16) -> Option<u16> {
        let fits = !self.fraction && self.value <= f64::from(max);
        fits.then_some(self.value as u16)
    }
}

/// Divides a text into tokens, by a dictionary.
#[derive(Clone, Copy)]
pub(super) struct Lexer<'v, M: 'static> {
    rest: &'v str,
    words: Words<M>,
    decimals: bool,
}

impl<'v, M: Copy> Lexer<'v, M> {
    /// A lexer that takes `6.5` and `6,5` as one number.
    pub(super) fn new(text: &'v str, words: Words<M>) -> Self {
        Self { rest: text, words, decimals: true }
    }

    /// A lexer that takes `6.5` as two numbers.
    pub(super) fn whole_numbers(text: &'v str, words: Words<M>) -> Self {
        Self { rest: text, words, decimals: false }
    }

    /// What has not been divided yet.
    pub(super) fn rest(&self) -> &'v str {
        self.rest
    }

    /// The next token that is not white space.
    pub(super) fn next_solid(&mut self) -> Option<Token<M>> {
        self.find(|token| !matches!(token, Token::Space))
    }

    /// The next token that is not white space, which stays in place.
    pub(super) fn peek(&self) -> Option<Token<M>> {
        let mut ahead = *self;
        ahead.next_solid()
    }

    fn take_number(&mut self) -> Number {
        let (mut value, mut digits) = (0.0, 0_u8);
        while let Some((digit, len)) = digit(self.rest) {
            value = value * 10.0 + f64::from(digit);
            digits = digits.saturating_add(1);
            self.rest = &self.rest[len..];
        }
        let point = if self.decimals { decimal_point(self.rest) } else { None };
        let Some(point) = point else { return Number { value, digits, fraction: false } };
        self.rest = &self.rest[point..];
        let mut scale = 1.0;
        while let Some((digit, len)) = digit(self.rest) {
            (value, scale) = (value * 10.0 + f64::from(digit), scale * 10.0);
            self.rest = &self.rest[len..];
        }
        Number { value: value / scale, digits, fraction: true }
    }

    /// The longest word of the dictionary that the rest starts with.
    fn take_word(&mut self, first: char) -> Token<M> {
        if spaced(first) {
            let end = self.rest.find(|c: char| !spaced(c)).unwrap_or(self.rest.len());
            let (word, rest) = self.rest.split_at(end);
            self.rest = rest;
            let known = self.words.iter().find(|(known, _)| same_letters(known, word));
            return known.map_or(Token::Unknown, |&(_, meaning)| Token::Word(meaning));
        }
        let longest = self
            .words
            .iter()
            .filter(|(known, _)| self.rest.starts_with(known))
            .max_by_key(|(known, _)| known.len());
        if let Some(&(known, meaning)) = longest {
            self.rest = &self.rest[known.len()..];
            return Token::Word(meaning);
        }
        if let Some((value, len)) = numeral(self.rest).or_else(|| native_numeral(self.rest)) {
            self.rest = &self.rest[len..];
            return Token::Number(Number { value: f64::from(value), digits: 0, fraction: false });
        }
        self.rest = &self.rest[first.len_utf8()..];
        Token::Sign(narrow(first))
    }
}

impl<M: Copy> Iterator for Lexer<'_, M> {
    type Item = Token<M>;

    fn next(&mut self) -> Option<Token<M>> {
        let first = self.rest.chars().next()?;
        if is_space(first) {
            self.rest = self.rest.trim_start_matches(is_space);
            return Some(Token::Space);
        }
        if digit(self.rest).is_some() {
            return Some(Token::Number(self.take_number()));
        }
        Some(self.take_word(first))
    }
}

/// The length of the decimal point, if the rest starts with one and goes on with digits.
///
/// A comma with exactly three digits after it may divide thousands, so it is not a point.
fn decimal_point(rest: &str) -> Option<usize> {
    let point = rest.chars().next().filter(|&c| matches!(narrow(c), '.' | ',' | '·'))?;
    let (mut places, mut at) = (0, point.len_utf8());
    while let Some((_, len)) = digit(&rest[at..]) {
        (places, at) = (places + 1, at + len);
    }
    let thousands = narrow(point) == ',' && places == 3;
    ((1..=9).contains(&places) && !thousands).then_some(point.len_utf8())
}

/// The digit that a text starts with, and its length.
fn digit(text: &str) -> Option<(u8, usize)> {
    let first = text.chars().next()?;
    let digit = narrow(first).to_digit(10)?;
    Some((digit as u8, first.len_utf8()))
}

/// The CJK number that a text starts with, and its length: `二十五`, `二〇一六`.
fn numeral(text: &str) -> Option<(u32, usize)> {
    let (mut total, mut open, mut any, mut len) = (0_u32, 0_u32, false, 0);
    for character in text.chars() {
        let unit = match character {
            '十' | '拾' => 10,
            '百' => 100,
            '千' => 1000,
            '廿' => 20,
            '卅' => 30,
            _ => match cjk_digit(character) {
                Some(digit) => {
                    open = open.checked_mul(10)?.checked_add(digit)?;
                    (any, len) = (true, len + character.len_utf8());
                    continue;
                }
                None => break,
            },
        };
        // 廿 and 卅 are tens by themselves.
        let times = if matches!(character, '廿' | '卅') { 1 } else { open.max(1) };
        total = total.checked_add(times.checked_mul(unit)?)?;
        (open, any, len) = (0, true, len + character.len_utf8());
    }
    any.then_some((total.checked_add(open)?, len))
}

fn cjk_digit(character: char) -> Option<u32> {
    Some(match character {
        '〇' | '零' | '○' => 0,
        '一' | '壹' | '壱' => 1,
        '二' | '两' | '兩' | '貳' | '贰' | '弐' => 2,
        '三' | '叁' | '參' | '参' => 3,
        '四' | '肆' => 4,
        '五' | '伍' => 5,
        '六' => 6,
        '七' | '柒' => 7,
        '八' | '捌' => 8,
        '九' | '玖' => 9,
        _ => return None,
    })
}

/// The Korean numeral that a text starts with, as things are counted, and its length: `두 점`.
fn native_numeral(text: &str) -> Option<(u32, usize)> {
    const ONES: [&str; 13] =
        ["한", "두", "세", "석", "네", "넉", "다섯", "여섯", "일곱", "여덟", "아홉", "서", "너"];
    const VALUES: [u32; 13] = [1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 3, 4];
    let tens = if text.starts_with("열") { "열".len() } else { 0 };
    let rest = &text[tens..];
    let found = ONES.iter().zip(VALUES).find(|(word, _)| rest.starts_with(**word));
    let (ones, len) = found.map_or((0, 0), |(word, value)| (value, word.len()));
    let value = if tens > 0 { 10 + ones } else { ones };
    // Without what is counted, the letters are those of another word: `한국`, `세계`.
    const COUNTED: [&str; 8] = ["집", "점", "수", "번", "개", "판", "시간", "돌"];
    let counted = rest[len..].trim_start_matches(is_space);
    let counts = COUNTED.iter().any(|counter| counted.starts_with(counter));
    (value > 0 && counts).then_some((value, tens + len))
}

/// The ASCII form of a full-width character.
pub(super) fn narrow(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(character) - 0xFF01 + 0x21).unwrap_or(character)
        }
        '\u{3000}' => ' ',
        '−' | '‐' | '‑' => '-',
        _ => character,
    }
}

/// A text without the white space around it.
pub(super) fn stripped(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// A text to be read word by word: without white space around it, not empty and not too long.
pub(super) fn readable(text: &str) -> Result<&str, Fault> {
    let inner = stripped(text);
    match inner.len() {
        0 => Err(Fault::Empty),
        len if len > MAX_TEXT => Err(Fault::TooLong),
        _ => Ok(inner),
    }
}

/// White space, with the wide space of CJK text and the marks that have no width.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200B}' | '\u{FEFF}')
}

/// Whether a letter belongs to a script that puts spaces between its words.
fn spaced(character: char) -> bool {
    let character = narrow(character);
    character.is_ascii_alphabetic()
        || (character.is_alphabetic() && matches!(character, '\u{C0}'..='\u{52F}'))
}

/// Whether a word is the known one (which is in lower case) but for the case of its letters.
fn same_letters(known: &str, word: &str) -> bool {
    known.chars().eq(word.chars().flat_map(|letter| narrow(letter).to_lowercase()))
}
