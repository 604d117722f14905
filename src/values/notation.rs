//! How a game writes its points, stones and moves on a board of some size.

mod coordinates;
mod letters;
mod words;

use super::compact::compact;
use super::game::{BoardSize, Game, MAX_SIDE, root_of};
use super::moves::{Move, Octi, Roll, octi_point};
use super::point::{Area, MAX_SET_SIDE, Point};
use super::reading::{Fault, Parsed, Reading, Repair};
use super::source::AnyValue;
use crate::text::is_space;

/// How a game writes its points, stones and moves on its board: what reads them. `Copy`.
///
/// The rules of go are for go alone: letters of the other case, `tt` and the empty value are read
/// in other games as those define them. Where the format does not define the moves of a game, they
/// are [`Move::Raw`].
///
/// Source: FF\[4\], Point, Move, Stone; the pages of the games.
///
/// ```
/// use kifu::values::{Move, Notation, Point};
///
/// let arena = kifu::Arena::new();
/// let collection = kifu::parse(&arena, "(;SZ[9];B[ee];W[tt])(;GM[11]SZ[9];B[e5])(;GM[3];B[e4])")?;
/// let mut moves = collection.game_trees().flat_map(|game| {
///     Notation::of(game).moves(game.main_line()).map(|(_, played)| played)
/// });
/// assert_eq!(moves.next(), Some(Move::Point(Point::new(4, 4))));
/// assert_eq!(moves.next(), Some(Move::Pass));
/// assert_eq!(moves.next(), Some(Move::Point(Point::new(4, 4))));
/// assert_eq!(moves.next(), Some(Move::Raw("e4")));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Notation {
    game: Game,
    size: Option<BoardSize>,
    style: Style,
    /// The points have columns and rows below these.
    columns: u16,
    rows: u16,
    /// The same for points that are moves when they are written alone by two lower-case letters; 0
    /// in games without such moves.
    move_columns: u8,
    move_rows: u8,
}

/// How points are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Style {
    /// Two letters: column and row.
    Letters,
    /// Letters for the column, a number for the row.
    Coordinates,
    /// One letter.
    Backgammon,
    /// Two digits.
    Octi,
    /// The format does not say.
    Undefined,
}

impl Notation {
    /// Go on a board of 19 lines.
    ///
    /// ```
    /// assert_eq!(kifu::values::Notation::GO.point("ss").value().unwrap().xy(), (18, 18));
    /// ```
    pub const GO: Self = Self::new(Game::GO, BoardSize::new(19, 19));

    /// That of a game on a board of this size. Without a size every point that can be written is on
    /// the board.
    ///
    /// ```
    /// use kifu::values::{BoardSize, Fault, Game, Notation, Outcome};
    ///
    /// let notation = Notation::new(Game::GO, BoardSize::new(9, 9));
    /// assert_eq!(notation.point("ss").outcome(), Outcome::Unreadable(Fault::OffBoard));
    /// assert!(Notation::new(Game::GO, None).point("ss").is_exact());
    /// ```
    pub const fn new(game: Game, size: Option<BoardSize>) -> Self {
        let style = match game {
            Game::GO | Game::OTHELLO | Game::GOMOKU | Game::AMAZONS | Game::GESS => Style::Letters,
            Game::HEX | Game::LINES_OF_ACTION | Game::TWIXT => Style::Coordinates,
            Game::BACKGAMMON => Style::Backgammon,
            Game::OCTI => Style::Octi,
            _ => Style::Undefined,
        };
        let most = match style {
            Style::Letters => MAX_SIDE,
            _ => u16::MAX,
        };
        let (columns, rows) = match size {
            Some(size) => (size.columns(), size.rows()),
            None => (most, most),
        };
        let columns = if columns < most { columns } else { most };
        let rows = if rows < most { rows } else { most };
        let (move_columns, move_rows) = match game {
            Game::GO | Game::OTHELLO | Game::GOMOKU => (lower_case(columns), lower_case(rows)),
            _ => (0, 0),
        };
        Self { game, size, style, columns, rows, move_columns, move_rows }
    }

    /// That of a game as its root says it, by `GM` and `SZ`.
    ///
    /// Cost: linear in the number of nodes above, if this is the node of a tree.
    ///
    /// ```
    /// use kifu::values::{BoardSize, Game, Notation};
    ///
    /// let tree = kifu::OwnedTree::parse("(;GM[11]SZ[14];B[a1])")?;
    /// let notation = Notation::of(tree.first_game_tree().unwrap());
    /// assert_eq!((notation.game(), notation.size()), (Game::HEX, BoardSize::new(14, 14)));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn of(tree: impl crate::AnyTree) -> Self {
        let Some(root) = root_of(tree) else { return Self::GO };
        let game = Game::of_root(root);
        Self::new(game, BoardSize::of_root(root, game))
    }

    /// The game.
    pub const fn game(self) -> Game {
        self.game
    }

    /// The size of the board, if it is known.
    pub const fn size(self) -> Option<BoardSize> {
        self.size
    }

    /// Reads a Point.
    ///
    /// White space is left out. Go reads letters of the other case where the board has no line of
    /// that letter.
    ///
    /// Source: FF\[4\], Point; go: two letters, `a` to `z` and `A` to `Z`, column and row.
    ///
    /// ```
    /// use kifu::values::{Fault, Notation, Outcome, Point, Repair};
    ///
    /// let point = |text| Notation::GO.point(text).outcome();
    /// assert_eq!(point("cd"), Outcome::Exact(Point::new(2, 3)));
    /// assert_eq!(point(" cd "), Outcome::Repaired(Point::new(2, 3), Repair::WhiteSpace));
    /// assert_eq!(point("CD"), Outcome::Repaired(Point::new(2, 3), Repair::Case));
    /// assert_eq!(point("Q16"), Outcome::Unreadable(Fault::NotAPoint));
    /// assert_eq!(point("zz"), Outcome::Unreadable(Fault::OffBoard));
    /// ```
    pub fn point<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Point> {
        let text = value.whole();
        Reading::of(text, self.parse_point(text))
    }

    /// Reads a Stone. In most games it is a Point; in Octi the prongs of a pod follow it.
    ///
    /// Source: FF\[4\], Stone; Octi.
    ///
    /// ```
    /// use kifu::values::{Game, Notation, Point};
    ///
    /// let (point, prongs) = Notation::new(Game::OCTI, None).stone("46CD").value().unwrap();
    /// assert_eq!((point, prongs), (Point::new(3, 5), "CD"));
    /// assert_eq!(Notation::GO.stone("aa").value(), Some((Point::new(0, 0), "")));
    /// ```
    pub fn stone<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, (Point, &'v str)> {
        let text = value.whole();
        if self.style != Style::Octi {
            return self.point(text).map(|point| (point, ""));
        }
        let trimmed = text.trim_matches(|char: char| char.is_ascii() && is_space(char as u8));
        let (point, prongs) = trimmed.split_at_checked(2).unwrap_or((trimmed, ""));
        let outside = (trimmed.len() < text.len()).then_some(Repair::WhiteSpace);
        let parsed = self.parse_point(point).and_then(|(point, repair)| {
            let are_prongs = prongs.bytes().all(|prong| matches!(prong, b'A'..=b'H'));
            if are_prongs {
                Ok(((point, prongs), repair.or(outside)))
            } else {
                Err(Fault::NotAStone)
            }
        });
        Reading::of(text, parsed)
    }

    /// Reads an item of a list of points: a point, or a rectangle by its corners.
    ///
    /// Corners that are not the upper left and the lower right one are exchanged.
    ///
    /// Source: FF\[4\], compressed point lists.
    ///
    /// ```
    /// use kifu::values::{Area, Notation, Outcome, Point, Repair};
    ///
    /// let area = |text| Notation::GO.area(text).outcome();
    /// let square = Area::between(Point::new(0, 0), Point::new(1, 1));
    /// assert_eq!(area("aa:bb"), Outcome::Exact(square));
    /// assert_eq!(area("ba:ab"), Outcome::Repaired(square, Repair::Corners));
    /// ```
    pub fn area<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Area> {
        let text = value.whole();
        let Some((corner, other)) = value.parts() else {
            return self.point(text).map(|point| Area::between(point, point));
        };
        let parsed = self.parse_point(corner).and_then(|(corner, first)| {
            let (other, second) = self.parse_point(other)?;
            if self.columns.max(self.rows) > MAX_SET_SIDE {
                return Err(Fault::TooLarge);
            }
            let area = Area::between(corner, other);
            let shape = match area {
                _ if corner == other => Some(Repair::OnePoint),
                _ if (corner, other) != (area.first(), area.last()) => Some(Repair::Corners),
                _ => None,
            };
            Ok((area, shape.or(first).or(second)))
        });
        Reading::of(text, parsed)
    }

    /// Reads a Move.
    ///
    /// In go the empty value is a pass, and so is `tt` where that is not a point of the board.
    ///
    /// Source: FF\[4\], Move; the pages of the games.
    ///
    /// ```
    /// use kifu::values::{Fault, Move, Notation, Outcome, Point, Repair};
    ///
    /// let read = |text| Notation::GO.read_move(text).outcome();
    /// assert_eq!(read("aa"), Outcome::Exact(Move::Point(Point::new(0, 0))));
    /// assert_eq!(read("a a"), Outcome::Repaired(Move::Point(Point::new(0, 0)), Repair::WhiteSpace));
    /// assert_eq!(read("tt"), Outcome::Exact(Move::Pass));
    /// assert_eq!(read("Q16"), Outcome::Unreadable(Fault::NotAMove));
    /// assert_eq!(read("zz"), Outcome::Unreadable(Fault::OffBoard));
    /// ```
    #[inline]
    pub fn read_move<'v>(self, value: impl AnyValue<'v>) -> Reading<'v, Move<'v>> {
        self.move_reading(value.whole())
    }

    /// As [`read_move`](Self::read_move). By reference, for iterators: a copy for each move costs
    /// more than to read it.
    #[inline]
    pub(super) fn move_reading<'v>(&self, text: &'v str) -> Reading<'v, Move<'v>> {
        match self.two_letters(text) {
            Some(point) => Reading::exact(text, Move::Point(point)),
            None => self.read_other_move(text),
        }
    }

    /// The move that a value says; [`Move::NotAMove`] if it says none.
    ///
    /// ```
    /// use kifu::values::{Move, Notation, Point};
    ///
    /// assert_eq!(Notation::GO.play("cd"), Move::Point(Point::new(2, 3)));
    /// assert_eq!(Notation::GO.play("Q16"), Move::NotAMove("Q16"));
    /// ```
    #[inline]
    pub fn play<'v>(self, value: impl AnyValue<'v>) -> Move<'v> {
        self.played(value.whole())
    }

    /// As [`play`](Self::play), by reference.
    #[inline]
    pub(super) fn played<'v>(&self, text: &'v str) -> Move<'v> {
        match self.two_letters(text) {
            Some(point) => Move::Point(point),
            None => self.other_move(text),
        }
    }

    /// The point, if it is a move and written by two lower-case letters without fault: hardly a
    /// record has moves that are written otherwise.
    #[inline(always)]
    fn two_letters(&self, text: &str) -> Option<Point> {
        let &[column, row] = text.as_bytes() else { return None };
        let (column, row) = (column.wrapping_sub(b'a'), row.wrapping_sub(b'a'));
        let is_on = column < self.move_columns && row < self.move_rows;
        is_on.then_some(Point::new(column.into(), row.into()))
    }

    #[cold]
    #[inline(never)]
    fn other_move(self, text: &str) -> Move<'_> {
        self.read_other_move(text).value().unwrap_or(Move::NotAMove(text))
    }

    #[cold]
    #[inline(never)]
    fn read_other_move(self, text: &str) -> Reading<'_, Move<'_>> {
        let parsed = compact(text, Fault::NotAMove, |bytes| match self.style {
            Style::Letters => match self.game {
                Game::GO => self.go_move(bytes),
                Game::AMAZONS => self.shot(bytes),
                Game::GESS => self.gess_step(bytes),
                _ => match self.letters(bytes) {
                    Err(Fault::NotAPoint) => Err(Fault::NotAMove),
                    point => point.map(|(point, repair)| (Move::Point(point), repair)),
                },
            },
            Style::Coordinates => match self.word(bytes) {
                Some(word) => Ok(word),
                None if self.game == Game::LINES_OF_ACTION => self.step(bytes),
                None => match self.coordinates(bytes) {
                    Err(Fault::NotAPoint) => Err(Fault::NotAMove),
                    point => point.map(|(point, repair)| (Move::Point(point), repair)),
                },
            },
            Style::Backgammon => match self.word(bytes) {
                Some(word) => Ok(word),
                None => Roll::parse(bytes).map(|(roll, repair)| (Move::Roll(roll), repair)),
            },
            Style::Octi => match self.word(bytes) {
                Some(word) => Ok(word),
                None => Octi::parse(text, bytes).map(|(octi, repair)| (Move::Octi(octi), repair)),
            },
            Style::Undefined => Err(Fault::Undefined),
        });
        match parsed {
            Err(Fault::Undefined) => Reading::exact(text, Move::Raw(text)),
            parsed => Reading::of(text, parsed),
        }
    }

    pub(super) fn parse_point(self, text: &str) -> Parsed<Point> {
        compact(text, Fault::NotAPoint, |bytes| match self.style {
            _ if bytes.is_empty() => Err(Fault::Empty),
            Style::Letters => self.letters(bytes),
            Style::Coordinates => self.coordinates(bytes),
            Style::Backgammon => match bytes {
                &[letter @ b'a'..=b'z'] => Ok((Point::new((letter - b'a').into(), 0), None)),
                _ => Err(Fault::NotAPoint),
            },
            Style::Octi => match *bytes {
                [column, row] => {
                    let point = octi_point(column, row).ok_or(Fault::NotAPoint)?;
                    Ok((self.on_board(point)?, None))
                }
                _ => Err(Fault::NotAPoint),
            },
            Style::Undefined => Err(Fault::Undefined),
        })
    }

    /// The point, if it is one of the board.
    fn on_board(self, point: Point) -> Result<Point, Fault> {
        let is_on = point.column() < self.columns && point.row() < self.rows;
        if is_on { Ok(point) } else { Err(Fault::OffBoard) }
    }
}

/// How many of so many lines have a lower-case letter.
const fn lower_case(lines: u16) -> u8 {
    if lines < 26 { lines as u8 } else { 26 }
}
