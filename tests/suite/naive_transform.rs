//! A plain transformation of the nodes of a record, written by the names of the symmetries alone.

use kifu::Collection;
use kifu::values::{BoardSize, Color, Game, result};

use crate::strip::{Node, Nodes, nodes};

/// Where a point goes on a board of these sides, by the name of the symmetry.
fn image(name: &str, (x, y): (u16, u16), (columns, rows): (u16, u16)) -> (u16, u16) {
    let (right, bottom) = (columns - 1, rows - 1);
    match name {
        "identity" => (x, y),
        "flip-left-right" => (right - x, y),
        "flip-top-bottom" => (x, bottom - y),
        "rotate-180" => (right - x, bottom - y),
        "flip-diagonal" => (y, x),
        "rotate-left" => (y, right - x),
        "rotate-right" => (bottom - y, x),
        "flip-antidiagonal" => (bottom - y, right - x),
        name => panic!("{name}"),
    }
}

fn is_quarter(name: &str) -> bool {
    ["flip-diagonal", "rotate-left", "rotate-right", "flip-antidiagonal"].contains(&name)
}

pub(crate) const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A naive transformation of one game.
struct Naive<'n> {
    name: &'n str,
    swaps: bool,
    game: u32,
    sides: (u16, u16),
}

/// The games that write points as go does.
const TURNED: [u32; 5] = [1, 2, 4, 18, 20];

const POINTS: &str = "AA AB AE AW CR DD IL KGSDE L M MA RG S SC SE SL SQ TB TR TW VW WV";
const MOVES: &str = "B W EX";
const BLACK: &str = "B AB PB BR BT BL BS BC OB TB GB NB KGSSB";
const WHITE: &str = "W AW PW WR WT WL WS WC OW TW GW NW KGSSW";

fn place(list: &str, ident: &str) -> Option<usize> {
    list.split(' ').position(|it| it == ident)
}

impl Naive<'_> {
    /// Two letters on the turned board. White space counts for nothing, and in go a letter of the other
    /// case is meant where the board has no line of its own for it.
    fn point(&self, text: &str) -> Option<String> {
        let letters: Vec<char> =
            text.chars().filter(|it| !" \t\n\r\x0B\x0C".contains(*it)).collect();
        let [column, row] = *letters else { return None };
        let (columns, rows) = self.sides;
        let line = |letter: char| LETTERS.find(letter).map(|at| at as u16);
        let (mut x, mut y) = (line(column)?, line(row)?);
        if (x >= columns || y >= rows) && self.game == 1 && columns.max(rows) <= 26 {
            (x, y) = (x % 26, y % 26);
        }
        if x >= columns || y >= rows {
            return None;
        }
        let (x, y) = image(self.name, (x, y), self.sides);
        Some(LETTERS[x as usize..][..1].to_owned() + &LETTERS[y as usize..][..1])
    }

    fn played(&self, text: &str) -> Option<String> {
        let compact: String = text.split_whitespace().collect();
        let is_pass = self.game == 1
            && (compact.eq_ignore_ascii_case("pass")
                || compact.eq_ignore_ascii_case("tt") && self.sides.0.min(self.sides.1) <= 19);
        match self.game {
            _ if is_pass || text.is_empty() => None,
            18 if compact.len() == 6 && compact.is_ascii() => {
                let parts = [&compact[..2], &compact[2..4], &compact[4..]].map(|it| self.point(it));
                parts.into_iter().collect()
            }
            18 => None,
            20 => {
                let (from, to) = compact.split_once(':')?;
                Some(self.point(from)? + ":" + &self.point(to)?)
            }
            _ => self.point(text),
        }
    }

    /// The value after the transformation; `None` if it stays.
    fn value(&self, ident: &str, text: &str, colon: Option<usize>) -> Option<String> {
        let parts = colon.map(|at| (&text[..at], &text[at + 1..]));
        let turns = self.name != "identity";
        match ident {
            "AA" if self.game != 18 => None,
            "IL" | "KGSDE" | "RG" | "S" | "TB" | "TW" | "WV" if self.game != 1 => None,
            _ if turns && place(MOVES, ident).is_some() => self.played(text),
            _ if turns && place(POINTS, ident).is_some() => match parts {
                None => self.point(text),
                Some((first, second)) => {
                    let (first, second) = (self.point(first)?, self.point(second)?);
                    let corner = |at: usize, least: bool| {
                        let lines =
                            [&first, &second].map(|it| LETTERS.find(&it[at..][..1]).unwrap());
                        let line =
                            if least { lines[0].min(lines[1]) } else { lines[0].max(lines[1]) };
                        &LETTERS[line..][..1]
                    };
                    let (left, top) = (corner(0, true), corner(1, true));
                    Some(format!("{left}{top}:{}{}", corner(0, false), corner(1, false)))
                }
            },
            "LB" if turns => Some(self.point(parts?.0)? + &text[colon?..]),
            "AR" | "LN" if turns => Some(self.point(parts?.0)? + ":" + &self.point(parts?.1)?),
            "PL" if self.swaps => {
                let word: String = text.split_whitespace().collect();
                let is_word = word.bytes().all(|byte| byte.is_ascii_alphabetic());
                match word.to_lowercase().as_bytes().first().filter(|_| is_word)? {
                    b'b' => Some("W".into()),
                    b'w' => Some("B".into()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn ident(&self, ident: &str) -> String {
        let other = |from: &str, to: &str| {
            place(from, ident).map(|at| to.split(' ').nth(at).unwrap().to_owned())
        };
        let other = other(BLACK, WHITE).or_else(|| other(WHITE, BLACK));
        other.filter(|_| self.swaps).unwrap_or_else(|| ident.to_owned())
    }
}

/// The nodes after the transformation. Komi, results and the like are compared by `check_swapped`.
pub(crate) fn naive(collection: Collection<'_>, name: &str, swaps: bool) -> Nodes {
    let mut transformed = nodes(collection);
    let mut games = collection.game_trees().peekable();
    let mut now = None;
    for (number, (parent, properties)) in transformed.iter_mut().enumerate() {
        if let Some(game) = games.next_if(|game| game.root().id().index() == number) {
            let sides = BoardSize::of(game).map(|size| (size.columns(), size.rows()));
            let (game, is_known) =
                (Game::of(game).number(), sides.is_some_and(|it| it.0.max(it.1) <= 52));
            let name = if is_known { name } else { "identity" };
            let sides = sides.unwrap_or_default();
            now = TURNED.contains(&game).then_some(Naive { name, swaps, game, sides });
        }
        let Some(naive) = &now else { continue };
        for (ident, values) in properties {
            for (text, colon) in values {
                if parent.is_none() && ident == "SZ" && is_quarter(naive.name) {
                    let size = kifu::values::size(&**text, Game::GO).value();
                    if let Some(size) = size.filter(|size| !size.is_square()) {
                        *text = format!("{}:{}", size.rows(), size.columns());
                        *colon = text.find(':');
                    }
                } else if let Some(value) = naive.value(ident, text, *colon) {
                    *colon = colon.map(|_| value.find(':').unwrap());
                    *text = value;
                }
            }
            *ident = naive.ident(ident);
        }
    }
    transformed
}

/// Holds komi, results and judgements of two trees against each other, and makes them the same.
fn settle_swapped(found: &mut [Node], expected: &mut [Node], name: &str) {
    for ((_, found), (_, expected)) in found.iter_mut().zip(expected) {
        for ((ident, found), (other, expected)) in found.iter_mut().zip(expected) {
            if ident != other || !["KM", "GKM", "KI", "V", "RE"].contains(&&**ident) {
                continue;
            }
            for ((new, _), (old, _)) in found.iter().zip(expected.iter()) {
                if ident == "RE" {
                    let read = |text| {
                        let read = result(text).value()?;
                        Some((read.winner(), read.ending(), read.points()))
                    };
                    let other = read(old)
                        .map(|(winner, ending, points)| (winner.map(Color::other), ending, points));
                    assert_eq!(read(new), other, "{name}: {old} became {new}");
                } else {
                    let number = |text| {
                        kifu::values::real(text).value().or(kifu::values::komi(text).value())
                    };
                    let (old_number, new_number) = (number(&**old), number(&**new));
                    assert_eq!(
                        new_number,
                        old_number.map(|it| 0.0 - it),
                        "{name}: {old} became {new}"
                    );
                    assert!(old_number.is_some() || old == new, "{name}");
                }
            }
            *found = expected.clone();
        }
    }
}

/// As [`settle_swapped`], for the games that change.
pub(crate) fn settle_games(
    collection: Collection<'_>,
    found: &mut Nodes,
    expected: &mut Nodes,
    record: &str,
) {
    for game in collection.game_trees() {
        if TURNED.contains(&Game::of(game).number()) {
            let start = game.root().id().index();
            let own = start..start + game.nodes().len();
            settle_swapped(&mut found[own.clone()], &mut expected[own], record);
        }
    }
}
