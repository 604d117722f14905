//! Words in the place of moves: resigning, doubling, changing sides.

use super::Notation;
use crate::values::game::Game;
use crate::values::moves::{Move, Word};
use crate::values::reading::Repair;

/// The words, and the games whose pages have them.
const WORDS: [(&[u8], Move<'static>, &[Game]); 9] = [
    (b"swap-sides", Move::Word(Word::SwapSides), &[Game::HEX]),
    (b"swap-pieces", Move::Word(Word::SwapPieces), &[Game::HEX]),
    (b"swap", Move::Word(Word::Swap), &[]),
    (b"resign", Move::Word(Word::Resign), &[Game::HEX, Game::LINES_OF_ACTION]),
    (b"forfeit", Move::Word(Word::Forfeit), &[Game::HEX]),
    (b"pass", Move::Pass, &[Game::HEX]),
    (b"double", Move::Word(Word::Double), &[Game::BACKGAMMON]),
    (b"take", Move::Word(Word::Take), &[Game::BACKGAMMON]),
    (b"drop", Move::Word(Word::Drop), &[Game::BACKGAMMON]),
];

impl Notation {
    /// The word that stands in the place of a move. Those of another game are read after a repair,
    /// but those of Backgammon in Backgammon alone.
    pub(super) fn word(self, bytes: &[u8]) -> Option<(Move<'static>, Option<Repair>)> {
        let (word, meaning, games) =
            WORDS.into_iter().find(|(word, ..)| bytes.eq_ignore_ascii_case(word))?;
        if games.contains(&self.game) {
            return Some((meaning, (bytes != word).then_some(Repair::Case)));
        }
        (!games.contains(&Game::BACKGAMMON)).then_some((meaning, Some(Repair::Words)))
    }
}
