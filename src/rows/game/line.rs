//! The moves of a main line: as a text, and by hashes that find a game again. The points of a board
//! and what symmetry makes of them are left to `board`.

mod board;
mod gtp;

use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

use twox_hash::xxhash3_64::Hasher;

use crate::values::{Game, Move, Notation};
use crate::{GameTree, Node, Value};

use board::{Board, HEADER, Item};
pub(in crate::rows) use board::{Kind, single_text};

/// The moves whose places are a Dyer signature.
const DYER: [usize; 6] = [20, 40, 60, 31, 51, 71];

/// How many points the setup of a game that gets a hash may name: each node can name all of a board
/// in a few bytes.
const MAX_SETUP: usize = 1 << 20;

/// What stands in the place of what is not a move.
const NOT_A_MOVE: &str = "??";

/// The moves of the main line of a game.
#[derive(Clone, Debug, Default)]
pub(in crate::rows) struct Line {
    nodes: usize,
    moves: u32,
    text: String,
    /// Whether its size, setup and moves could be read.
    is_readable: bool,
    hash: Option<u64>,
    symmetric_hash: Option<u64>,
    /// Of go, as the signature is.
    has_points: bool,
    /// Columns and rows of the board.
    sides: [u8; 2],
    first_moves: String,
    dyer: String,
    /// Room for what is hashed of a game of go: the size of the board, setup and moves.
    items: Vec<Item>,
    /// Room for setup on the board turned and mirrored.
    image: Vec<Item>,
    /// Room for the least of what the items are on the board turned and mirrored.
    least: Vec<Item>,
    /// Where in the items setup stands, a range for each node that has any.
    setups: Vec<(usize, usize)>,
    /// Room for what is hashed of another game.
    named: String,
}

impl Line {
    /// Reads the main line of a game, in one pass.
    pub(in crate::rows) fn read(&mut self, game: GameTree<'_>, kind: Kind<'_>) {
        self.has_points = kind.game == Game::GO;
        self.first_moves.clear();
        if self.has_points {
            self.read_points(game, &Board::of(kind.size));
        } else {
            self.read_names(game);
        }
    }

    fn read_points(&mut self, game: GameTree<'_>, board: &Board) {
        let mut is_readable = board.is_readable();
        let (mut nodes, mut moves, mut set) = (0, 0, 0);
        self.setups.clear();
        let mut items = mem::take(&mut self.items);
        items.clear();
        items.extend(board.header());
        let mut text = mem::take(&mut self.text).into_bytes();
        text.clear();
        for node in game.main_line() {
            nodes += 1;
            let start = items.len();
            let mut has_setup = false;
            for property in node.properties() {
                match *property.ident().as_bytes() {
                    [colour @ (b'B' | b'W')] => {
                        let item = board.play(colour, single_text(property));
                        is_readable &= item.is_some();
                        let [_, column, row] = item.unwrap_or([colour, b'?', b'?']);
                        items.push([colour, column, row]);
                        moves += 1;
                        text.extend_from_slice(&[column, row]);
                    }
                    [b'A', colour @ (b'B' | b'W' | b'E')] => {
                        let before = items.len();
                        let room = MAX_SETUP - set;
                        is_readable &= board.set(colour, property, room, &mut items);
                        set = MAX_SETUP.min(set + items.len() - before);
                        has_setup = true;
                    }
                    _ => {}
                }
            }
            if has_setup {
                self.setups.push((start, settle_setup(&mut items, start)));
            }
        }
        (self.nodes, self.moves, self.items) = (nodes, moves, items);
        self.text = String::from_utf8(text).expect("letters");
        self.dyer.clear();
        self.dyer.extend(dyer(&self.text));
        self.sides = board.sides();
        self.is_readable = is_readable;
        let is_known = is_readable && self.moves > 0;
        self.hash = is_known.then(|| Hasher::oneshot(self.items.as_flattened()));
        if is_readable {
            self.find_least(board);
        }
        self.symmetric_hash = is_known.then(|| {
            gtp::first_moves(&self.least[HEADER..], self.sides, &mut self.first_moves);
            Hasher::oneshot(self.least.as_flattened())
        });
    }

    /// Makes the least of what the items are when the board is turned and mirrored.
    fn find_least(&mut self, board: &Board) {
        let Self { items, image, least, setups, .. } = self;
        // The items of each image stand at the same places, so the first difference decides.
        let mut ways = board.ways();
        let mut done = HEADER;
        for &(start, end) in &*setups {
            if ways.is_one() {
                break;
            }
            ways.keep_least(&items[done..start]);
            ways.keep_least_setup(&items[start..end], image, least);
            done = end;
        }
        ways.keep_least(&items[done..]);
        least.clear();
        least.extend(board.turned_header());
        ways.first().append_images(&items[HEADER..], least);
        for &(start, end) in &*setups {
            least[start..end].sort_unstable();
        }
    }

    fn read_names(&mut self, game: GameTree<'_>) {
        let Self { nodes, moves, text, named, .. } = self;
        (*nodes, *moves) = (0, 0);
        text.clear();
        named.clear();
        let notation = Notation::of(game);
        let mut is_readable = true;
        let root = game.root();
        let of_root = |ident| root.text(ident).map_or("", str::trim);
        named.extend([of_root("GM"), ":", of_root("SZ")]);
        for node in game.main_line() {
            *nodes += 1;
            name_setup(node, named);
            for property in node.properties() {
                if let &[colour @ (b'B' | b'W')] = property.ident().as_bytes() {
                    let name = single_text(property);
                    if *moves > 0 {
                        text.push(' ');
                    }
                    *moves += 1;
                    let is_move = !matches!(notation.play(name), Move::NotAMove(_));
                    is_readable &= is_move;
                    text.push_str(if is_move { name } else { NOT_A_MOVE });
                    named.extend([" ", if colour == b'B' { "B" } else { "W" }, name]);
                }
            }
        }
        self.is_readable = is_readable;
        self.hash = (is_readable && *moves > 0).then(|| Hasher::oneshot(named.as_bytes()));
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

    /// The moves in one text: of go two letters each, `--` for a pass and `??` for what is no move;
    /// of other games with a space between them.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// XXH3 of the size, the setup and the moves of a game, whose form the help of the command has.
    /// There is none if the game has no move, or a value among these that could not be read.
    pub(super) fn hash(&self) -> Option<u64> {
        self.hash
    }

    /// The same of the least of the texts that the game has when the board is turned and mirrored. Go
    /// only.
    pub(super) fn symmetric_hash(&self) -> Option<u64> {
        self.symmetric_hash
    }

    /// What the hash is of, also where there is no move but setup; `None` if there is neither, or if
    /// it could not be read.
    pub(in crate::rows) fn identity(&self) -> Option<&[u8]> {
        let (text, header) = match self.has_points {
            true => (self.items.as_flattened(), HEADER * 3),
            false => (self.named.as_bytes(), 0),
        };
        let says_something = self.moves > 0 || self.has_points && text.len() > header;
        Some(text).filter(|_| self.is_readable && says_something)
    }

    /// The same of what the symmetric hash is of. Go only.
    pub(in crate::rows) fn symmetric_identity(&self) -> Option<&[u8]> {
        self.identity().filter(|_| self.has_points).map(|_| self.least.as_flattened())
    }

    /// The identity up to this move; `None` if there are fewer.
    pub(in crate::rows) fn prefix(&self, moves: u32) -> Option<&[u8]> {
        let text = self.identity().filter(|_| self.has_points)?;
        let places = self.items.iter().enumerate().skip(HEADER);
        let mut ends = places.filter(|(_, item)| is_move(**item)).map(|(place, _)| 3 * (place + 1));
        let end = ends.nth((moves as usize).checked_sub(1)?)?;
        Some(&text[..end])
    }

    /// The least of what the Dyer signature is when the board is turned and mirrored; `None` if it
    /// lacks a move, or has a pass. Go only.
    pub(in crate::rows) fn least_dyer(&self) -> Option<[u8; 12]> {
        let points: &[u8; 12] =
            self.dyer().filter(|_| self.is_readable)?.as_bytes().try_into().ok()?;
        board::least_of_points(points, self.sides)
    }

    /// How many columns and rows the board has. Go only.
    pub(in crate::rows) fn sides(&self) -> [u8; 2] {
        self.sides
    }

    /// The first moves on the board as the symmetric hash has it, but mirrored, so that they start
    /// in the upper right. Go only.
    pub(super) fn first_moves(&self) -> Option<&str> {
        Some(&*self.first_moves).filter(|moves| !moves.is_empty())
    }

    /// All moves in GTP letters, with their colours; `None` if one of them has none. Go only.
    pub(super) fn gtp(&self) -> Option<String> {
        if !self.has_points || self.moves == 0 {
            return None;
        }
        gtp::moves(&self.items[HEADER..], self.sides)
    }

    /// The places of moves 20, 40, 60, 31, 51 and 71, `??` for those that are missing. Go only.
    pub(super) fn dyer(&self) -> Option<&str> {
        self.has_points.then_some(&self.dyer)
    }
}

/// Orders the items of a node with setup, which start here: what is set up stands before the moves,
/// each stone once, whatever the order of the record. Gives the end of what is set up.
fn settle_setup(items: &mut Vec<Item>, start: usize) -> usize {
    let of_node = &mut items[start..];
    of_node.sort_by_key(|item| is_move(*item));
    let end = start + of_node.iter().take_while(|&&item| !is_move(item)).count();
    items[start..end].sort_unstable();
    let mut kept = start;
    for place in start..end {
        if kept == start || items[place] != items[kept - 1] {
            items[kept] = items[place];
            kept += 1;
        }
    }
    items.drain(kept..end);
    kept
}

fn is_move([colour, ..]: Item) -> bool {
    colour.is_ascii_uppercase()
}

/// The places of the moves of the signature.
fn dyer(text: &str) -> impl Iterator<Item = &str> {
    DYER.iter().map(|number| text.get(2 * number - 2..2 * number).unwrap_or(NOT_A_MOVE))
}

/// Appends what a node of another game than go sets up, in the order of the texts.
fn name_setup(node: Node<'_>, named: &mut String) {
    for (ident, colour) in [("AB", " b"), ("AE", " e"), ("AW", " w")] {
        let Some(property) = node.get(ident) else { continue };
        let mut texts: Vec<_> = property.values().map(Value::text).collect();
        texts.sort_unstable();
        texts.dedup();
        named.extend(texts.into_iter().flat_map(|text| [colour, text]));
    }
}
