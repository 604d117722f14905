//! What a value says that the form of the format has no room for: a time of day, how a game was
//! forfeited, what komi or handicap a player got beside. A fix that leaves it out is not safe.

use crate::values::info::{Ending, GameResult, result};
use crate::values::lexer::{Lexer, Token, Words, narrow};

/// Whether a value says more than its new form.
pub(super) fn loses(ident: &str, text: &str, form: &str) -> bool {
    match ident {
        "DT" => digits(text) > digits(form) || has_any(text, MORE_IN_DATES),
        "TM" => has_any(text, MORE_IN_TIMES),
        "HA" => has_any(text, MORE_IN_HANDICAPS),
        "RE" => result(text).value().is_none_or(|read| loses_of_result(text, read)),
        _ => false,
    }
}

/// Whether a result says more than its new form: how the game was forfeited or came to no result,
/// or how long it was.
fn loses_of_result(text: &str, read: GameResult) -> bool {
    let is_vague = matches!(read.ending(), Ending::Forfeit | Ending::Void);
    if is_vague && !has_only(text, PLAIN_RESULTS) {
        return true;
    }
    has_any(text, MORE_IN_RESULTS) || read.margin().is_none() && has_number(text)
}

/// How many digits a text has, those of full width included.
fn digits(text: &str) -> usize {
    text.chars().filter(|&char| narrow(char).is_ascii_digit()).count()
}

/// Whether a result holds a number that is no draw's zero.
fn has_number(text: &str) -> bool {
    let is_number = |token| matches!(token, Token::Number(number) if number.value != 0.0);
    Lexer::new(text, MORE_IN_RESULTS).any(is_number)
}

/// Whether a text has one of the words that say more.
fn has_any(text: &str, words: Words<bool>) -> bool {
    Lexer::new(text, words).any(|token| token == Token::Word(true))
}

/// Whether a result has no other words than these.
fn has_only(text: &str, words: Words<bool>) -> bool {
    let is_plain =
        |token| matches!(token, Token::Word(false) | Token::Space | Token::Sign('+' | '.' | ':'));
    Lexer::new(text, words).all(is_plain)
}

/// The end of something, and what the old calendar puts between two months.
const MORE_IN_DATES: Words<bool> = &[
    ("閏", true),
    ("闰", true),
    ("まで", true),
    ("까지", true),
    ("game", true),
    // Years of the cycle of sixty.
    ("甲", true),
    ("乙", true),
    ("丙", true),
    ("丁", true),
    ("戊", true),
    ("己", true),
    ("庚", true),
    ("辛", true),
    ("壬", true),
    ("癸", true),
];

/// Who has the time, what follows it, and that it is not quite so long.
const MORE_IN_TIMES: Words<bool> = &[
    ("about", true),
    ("overtime", true),
    ("ot", true),
    ("with", true),
    ("style", true),
    ("black", true),
    ("white", true),
    ("b", true),
    ("w", true),
    ("黑", true),
    ("白", true),
    ("黒", true),
];

/// How the colours were found.
const MORE_IN_HANDICAPS: Words<bool> = &[("猜先", true), ("分先", true)];

/// Words of results that were forfeited or void, which the form of the format says too.
const PLAIN_RESULTS: Words<bool> = &[
    ("b", false),
    ("w", false),
    ("black", false),
    ("white", false),
    ("黑", false),
    ("黒", false),
    ("白", false),
    ("흑", false),
    ("백", false),
    ("win", false),
    ("wins", false),
    ("won", false),
    ("by", false),
    ("胜", false),
    ("勝", false),
    ("勝ち", false),
    ("승", false),
    ("lose", false),
    ("loses", false),
    ("lost", false),
    ("f", false),
    ("forf", false),
    ("forfeit", false),
    ("forfeits", false),
    ("forfeited", false),
    ("forfeiture", false),
    ("몰수", false),
    ("void", false),
    ("voided", false),
    ("no", false),
    ("result", false),
    ("無効", false),
    ("无效", false),
    ("無效", false),
    ("무효", false),
];

/// Why a game was drawn or who gave it up, and how many moves it had.
const MORE_IN_RESULTS: Words<bool> = &[
    ("ko", true),
    ("triple", true),
    ("quadruple", true),
    ("eternal", true),
    ("life", true),
    ("三劫", true),
    ("四劫", true),
    ("三コウ", true),
    ("四コウ", true),
    ("長生", true),
    ("长生", true),
    ("以下略", true),
    ("기권", true),
    ("move", true),
    ("moves", true),
    ("züge", true),
    ("coups", true),
    // A draw, and not a number of moves.
    ("平手", false),
    ("手", true),
    ("수", true),
];
