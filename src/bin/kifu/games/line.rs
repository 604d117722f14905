//! The moves of a main line: as a text, and by hashes that find a game again.

use std::ops::RangeInclusive;

use kifu::GameTree;

/// The moves whose places are a Dyer signature.
const DYER: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// The sides of the boards whose points are written in letters.
const SIDES: RangeInclusive<u8> = 1..=52;

/// The moves of the main line of a game.
#[derive(Clone)]
pub(super) struct Line {
    moves: u32,
    text: String,
    /// One for each way to turn and mirror the board, that of the board as it is first.
    hashes: [Hash; 8],
    /// For go.
    board: Option<Board>,
    dyer: String,
}

impl Line {
    /// That of no game yet.
    pub(super) fn new() -> Self {
        let (text, dyer) = (String::new(), String::new());
        Self { moves: 0, text, hashes: [Hash::new(); 8], board: None, dyer }
    }

    /// Reads the main line of a game, in one pass.
    pub(super) fn read(&mut self, game: GameTree<'_>) {
        self.moves = 0;
        self.text.clear();
        self.hashes = [Hash::new(); 8];
        self.board = Board::of(game);
        for node in game.main_line() {
            for property in node.properties() {
                if let ident @ ("B" | "W") = property.ident() {
                    self.add(ident.as_bytes()[0], property.first_value().text());
                }
            }
        }
        self.dyer.clear();
        if self.board.is_some() {
            self.dyer.extend(
                DYER.map(|number| self.text.get(2 * number - 2..2 * number).unwrap_or("??")),
            );
        }
    }

    fn add(&mut self, colour: u8, text: &str) {
        self.moves += 1;
        self.hashes.iter_mut().for_each(|hash| hash.add(colour));
        let point = self.board.and_then(|board| Some((board, board.point(text)?)));
        if let Some((board, point)) = point {
            self.text.push_str(text);
            for (hash, letters) in self.hashes.iter_mut().zip(board.ways(point)) {
                hash.add_all(&letters);
            }
            return;
        }
        self.hashes.iter_mut().for_each(|hash| hash.add_all(text.as_bytes()));
        if self.board.is_some() {
            self.text.push_str("--");
        } else {
            self.text.push_str(if self.moves > 1 { " " } else { "" });
            self.text.push_str(text);
        }
    }

    /// How many moves there are.
    pub(super) fn len(&self) -> u32 {
        self.moves
    }

    /// The moves in one text: of go two letters each and `--` for a pass, of other games with a
    /// space between them.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// FNV-1a over the colour and the letters of each move.
    pub(super) fn hash(&self) -> u64 {
        self.hashes[0].0
    }

    /// The least of the hashes that the line has when the board is turned and mirrored. Go only: of
    /// a board that is no square, the four ways in which it stays the same.
    pub(super) fn symmetric_hash(&self) -> Option<u64> {
        let board = self.board?;
        let ways = if board.columns == board.rows { 8 } else { 4 };
        self.hashes[..ways].iter().map(|hash| hash.0).min()
    }

    /// The places of moves 20, 40, 60, 31, 51 and 71, `??` for those that are missing. Go only.
    pub(super) fn dyer(&self) -> Option<&str> {
        self.board.is_some().then_some(&self.dyer)
    }
}

/// A board of go, if it can be written in letters.
#[derive(Clone, Copy)]
struct Board {
    columns: u8,
    rows: u8,
}

impl Board {
    fn of(game: GameTree<'_>) -> Option<Self> {
        let root = game.root();
        if !matches!(root.text("GM").map(str::trim), None | Some("" | "1")) {
            return None;
        }
        let size = root.text("SZ").map_or("19", str::trim);
        let (columns, rows) = size.split_once(':').unwrap_or((size, size));
        let side = |text: &str| text.trim().parse().ok().filter(|side| SIDES.contains(side));
        // What says nothing leaves the usual one.
        let (columns, rows) = side(columns).zip(side(rows)).unwrap_or((19, 19));
        Some(Self { columns, rows })
    }

    /// The column and the row of a move, from 0; `None` for a pass and for what is no point. `tt` is
    /// a pass on a board of 19.
    fn point(self, text: &str) -> Option<(u8, u8)> {
        let &[column, row] = text.as_bytes() else { return None };
        let (column, row) = (number(column)?, number(row)?);
        (column < self.columns && row < self.rows).then_some((column, row))
    }

    /// The letters of a point when the board is mirrored and turned.
    fn ways(self, (column, row): (u8, u8)) -> [[u8; 2]; 8] {
        let [c, d] = [column, self.columns - 1 - column].map(letter);
        let [r, s] = [row, self.rows - 1 - row].map(letter);
        [[c, r], [d, r], [c, s], [d, s], [r, c], [r, d], [s, c], [s, d]]
    }
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
