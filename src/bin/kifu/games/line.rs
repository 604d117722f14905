//! The moves of a main line: as a text, and by hashes that find a game again. The points of a board
//! and what symmetry makes of them are left to `board`.

mod board;

use std::mem;

use kifu::GameTree;
use twox_hash::xxhash3_64::Hasher;

use board::{Board, Move, PASS};

/// The moves whose places are a Dyer signature.
const DYER: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// The moves of the main line of a game.
#[derive(Clone)]
pub(super) struct Line {
    nodes: usize,
    moves: u32,
    text: String,
    hash: u64,
    /// Of go, as the signature is.
    symmetric_hash: Option<u64>,
    dyer: String,
    /// Room for the moves of go.
    points: Vec<Move>,
    /// Room for them on the board turned and mirrored.
    image: Vec<Move>,
    /// Room for the moves of other games with their colours.
    named: String,
}

impl Line {
    /// That of no game yet.
    pub(super) fn new() -> Self {
        Self {
            nodes: 0,
            moves: 0,
            text: String::new(),
            hash: 0,
            symmetric_hash: None,
            dyer: String::new(),
            points: Vec::new(),
            image: Vec::new(),
            named: String::new(),
        }
    }

    /// Reads the main line of a game, in one pass.
    pub(super) fn read(&mut self, game: GameTree<'_>) {
        match Board::of(game) {
            Some(board) => self.read_points(game, board),
            None => self.read_names(game),
        }
    }

    fn read_points(&mut self, game: GameTree<'_>, board: Board) {
        let points = &mut self.points;
        points.clear();
        self.nodes = each_move(game, |colour, text| match *text.as_bytes() {
            [column, row] => points.push([colour, column, row]),
            _ => points.push([colour, PASS, PASS]),
        });
        let mut text = mem::take(&mut self.text).into_bytes();
        text.clear();
        text.extend(points.iter_mut().flat_map(|point| board.settle(point)));
        self.text = String::from_utf8(text).expect("letters");
        self.moves = points.len() as u32;
        self.hash = Hasher::oneshot(points.as_flattened());
        let way = board.least_way(points);
        self.image.clear();
        self.image.extend(points.iter().map(|&point| way.image(point)));
        self.symmetric_hash = Some(Hasher::oneshot(self.image.as_flattened()));
        self.dyer.clear();
        self.dyer.extend(DYER.iter().flat_map(|number| {
            let &[_, column, row] = points.get(number - 1).unwrap_or(b"B??");
            [column, row].map(char::from)
        }));
    }

    fn read_names(&mut self, game: GameTree<'_>) {
        let Self { moves, text, named, .. } = self;
        *moves = 0;
        text.clear();
        named.clear();
        self.nodes = each_move(game, |colour, name| {
            if *moves > 0 {
                text.push(' ');
                named.push(' ');
            }
            *moves += 1;
            text.push_str(name);
            named.push(char::from(colour));
            named.push_str(name);
        });
        self.hash = Hasher::oneshot(named.as_bytes());
        self.symmetric_hash = None;
    }

    /// How many nodes the main line has.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
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

    /// XXH3 of that text with the colour, `B` or `W`, in front of each move.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The same of the least of the texts that the line has when the board is turned and mirrored. Go
    /// only: of a board that is no square, the four ways in which it stays the same.
    pub(super) fn symmetric_hash(&self) -> Option<u64> {
        self.symmetric_hash
    }

    /// The places of moves 20, 40, 60, 31, 51 and 71, `??` for those that are missing. Go only.
    pub(super) fn dyer(&self) -> Option<&str> {
        self.symmetric_hash.is_some().then_some(&self.dyer)
    }
}

/// Hands over the colour and the text of each move of the main line, and gives the number of its
/// nodes.
fn each_move(game: GameTree<'_>, mut take: impl FnMut(u8, &str)) -> usize {
    let mut nodes = 0;
    for node in game.main_line() {
        nodes += 1;
        for property in node.properties() {
            if let &[colour @ (b'B' | b'W')] = property.ident().as_bytes() {
                take(colour, property.first_value().text());
            }
        }
    }
    nodes
}
