//! The moves of a main line: as a text, and by hashes that find a game again.

use kifu::GameTree;

/// The moves whose places are a Dyer signature.
const DYER: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// A point, a column and a row from 0; `None` for a pass and for what is no point.
type Point = Option<(u8, u8)>;

/// The moves of the main line of a game.
pub(super) struct Line {
    moves: Vec<(u8, String)>,
    /// For go: the columns and the rows of the board.
    board: Option<(u8, u8)>,
}

impl Line {
    pub(super) fn of(game: GameTree<'_>) -> Self {
        let mut moves = Vec::new();
        for node in game.main_line() {
            for property in node.properties() {
                if let ident @ ("B" | "W") = property.ident() {
                    moves.push((ident.as_bytes()[0], property.first_value().text().to_owned()));
                }
            }
        }
        Self { moves, board: board(game) }
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves in one text: of go two letters each and `--` for a pass, of other games with a
    /// space between them.
    pub(super) fn text(&self) -> String {
        if self.board.is_none() {
            let moves: Vec<_> = self.moves.iter().map(|(_, text)| text.as_str()).collect();
            return moves.join(" ");
        }
        self.moves.iter().map(|(_, text)| self.letters(text)).collect()
    }

    /// FNV-1a over the colour and the letters of each move.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = Hash::new();
        for (colour, text) in &self.moves {
            hash.add(*colour);
            hash.add_all(text.as_bytes());
        }
        hash.0
    }

    /// The least of the hashes that the line has when the board is turned and mirrored. Go only: of
    /// a board that is no square, the four ways in which it stays the same.
    pub(super) fn symmetric_hash(&self) -> Option<u64> {
        let (columns, rows) = self.board?;
        let mut hashes = [Hash::new(); 8];
        let hashes = if columns == rows { &mut hashes[..] } else { &mut hashes[..4] };
        for (colour, text) in &self.moves {
            let point = self.point(text);
            for (way, hash) in hashes.iter_mut().enumerate() {
                hash.add(*colour);
                let Some((mut column, mut row)) = point else {
                    hash.add_all(text.as_bytes());
                    continue;
                };
                if way & 1 > 0 {
                    column = columns - 1 - column;
                }
                if way & 2 > 0 {
                    row = rows - 1 - row;
                }
                let turned = if way & 4 > 0 { [row, column] } else { [column, row] };
                hash.add_all(&turned.map(letter));
            }
        }
        hashes.iter().map(|hash| hash.0).min()
    }

    /// The places of moves 20, 40, 60, 31, 51 and 71, `??` for those that are missing. Go only.
    pub(super) fn dyer(&self) -> Option<String> {
        self.board?;
        let place = |number: &usize| {
            let text = self.moves.get(number - 1).map(|(_, text)| self.letters(text));
            text.unwrap_or("??")
        };
        Some(DYER.iter().map(place).collect())
    }

    fn letters<'t>(&self, text: &'t str) -> &'t str {
        if self.point(text).is_some() { text } else { "--" }
    }

    /// The point of a move, if it is on the board: `tt` is a pass on one of 19.
    fn point(&self, text: &str) -> Point {
        let (columns, rows) = self.board?;
        let &[column, row] = text.as_bytes() else { return None };
        let (column, row) = (number(column)?, number(row)?);
        (column < columns && row < rows).then_some((column, row))
    }
}

/// The board of a game of go, if it can be written in letters.
fn board(game: GameTree<'_>) -> Option<(u8, u8)> {
    let root = game.root();
    if !matches!(root.text("GM").map(str::trim), None | Some("" | "1")) {
        return None;
    }
    let size = root.text("SZ").map_or("19", str::trim);
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=52).contains(side));
    // What says nothing leaves the usual one.
    Some(side(columns).zip(side(rows)).unwrap_or((19, 19)))
}

fn number(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

fn letter(number: u8) -> u8 {
    if number < 26 { b'a' + number } else { b'A' + number - 26 }
}

/// FNV-1a of 64 bits: the same on every machine and in every version.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    }

    fn add_all(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(byte));
    }
}
