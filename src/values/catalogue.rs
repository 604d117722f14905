//! The catalogue of properties: what the format, and programs that add to it, say of each ident.

mod table;

use core::fmt;

use super::Game;
use table::TABLE;

/// What is known about a property: its name, where it may stand, and what its values are.
///
/// Source: FF\[4\], property index; FF\[1\] to FF\[3\] for what is obsolete.
///
/// ```
/// use kifu::values::catalogue::{self, ListKind, PropertyType};
///
/// let stones = catalogue::property("AB").unwrap();
/// assert_eq!(stones.name(), "Add black stones");
/// assert_eq!(stones.property_type(), PropertyType::Setup);
/// assert_eq!(stones.list_kind(), ListKind::List);
/// assert_eq!(stones.form().to_string(), "Stone");
/// assert!(stones.versions().eq([1, 2, 3, 4]));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Definition {
    ident: &'static str,
    name: &'static str,
    /// A bit for each version of the format.
    versions: u8,
    list: ListKind,
    form: ValueForm,
    property_type: PropertyType,
    game: Option<Game>,
    inherits: bool,
    range: Option<(u8, u8)>,
    user: Option<&'static str>,
    note: &'static str,
}

/// Where a property may stand.
///
/// Source: FF\[4\], property types.
///
/// ```
/// use kifu::values::catalogue::{self, PropertyType};
///
/// assert_eq!(catalogue::property("SZ").unwrap().property_type(), PropertyType::Root);
/// assert_eq!(PropertyType::GameInfo.to_string(), "game-info");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PropertyType {
    /// In the root of a game tree alone.
    Root,
    /// In one node of each line of play, usually the root.
    GameInfo,
    /// Changes the position; never in a node with moves.
    Setup,
    /// A move, or about a move; never in a node with setup.
    Move,
    /// Anywhere. Private properties have this type.
    None,
}

/// How many values a property has.
///
/// Source: FF\[4\], `list of` and `elist of`.
///
/// ```
/// use kifu::values::catalogue::{self, ListKind};
///
/// assert_eq!(catalogue::property("TB").unwrap().list_kind(), ListKind::EList);
/// assert_eq!(ListKind::EList.to_string(), "elist");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ListKind {
    /// One value.
    Single,
    /// One value or more.
    List,
    /// One value or more, or one empty value for an empty list.
    EList,
}

/// The type of a value, or of a part of a Compose.
///
/// Source: FF\[4\], property value types.
///
/// ```
/// use kifu::values::catalogue::{self, ValueForm, ValueType};
///
/// assert_eq!(catalogue::property("KM").unwrap().form(), ValueForm::One(ValueType::Real));
/// assert_eq!(ValueType::SimpleText.to_string(), "SimpleText");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueType {
    /// No value: the brackets are empty.
    None,
    /// A whole number.
    Number,
    /// A number with or without a fraction.
    Real,
    /// `1`, or `2` for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// A text of one line.
    SimpleText,
    /// A text.
    Text,
    /// A point of the board; the game says how it is written.
    Point,
    /// A move; the game says how it is written.
    Move,
    /// A stone; the game says how it is written.
    Stone,
    /// Nothing is known about the values of this private property.
    Unknown,
}

/// The form of a value: one type, a Compose of two, or either. Printed as the format writes it.
///
/// Source: FF\[4\], `CValueType = ValueType | Compose`.
///
/// ```
/// use kifu::values::catalogue;
///
/// let form = |ident| catalogue::property(ident).unwrap().form().to_string();
/// assert_eq!(form("C"), "Text");
/// assert_eq!(form("LB"), "Point:SimpleText");
/// assert_eq!(form("FG"), "None | Number:SimpleText");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueForm {
    /// A value of one type.
    One(ValueType),
    /// A Compose.
    Pair(ValueType, ValueType),
    /// A value of the first type, or a Compose of the other two.
    OneOrPair(ValueType, ValueType, ValueType),
}

impl Definition {
    /// The ident: `B`, `AB`, `KGSDE`.
    pub fn ident(&self) -> &'static str {
        self.ident
    }

    /// What the property is called.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The versions of the format, from 1 to 4, that have the property. None has a private one.
    ///
    /// ```
    /// use kifu::values::catalogue;
    ///
    /// assert!(catalogue::property("CH").unwrap().versions().eq([1, 2, 3]));
    /// assert_eq!(catalogue::property("KGSDE").unwrap().versions().count(), 0);
    /// ```
    pub fn versions(&self) -> impl Iterator<Item = u8> + use<> {
        let versions = self.versions;
        (1..=4).filter(move |version| versions & 1 << version != 0)
    }

    /// Whether this version of the format has the property.
    ///
    /// ```
    /// assert!(!kifu::values::catalogue::property("AP").unwrap().is_in_version(3));
    /// ```
    pub fn is_in_version(&self, version: u8) -> bool {
        self.versions().any(|known| known == version)
    }

    /// Whether earlier versions of the format had the property and FF\[4\] has it no more.
    ///
    /// ```
    /// assert!(kifu::values::catalogue::property("CH").unwrap().is_obsolete());
    /// ```
    pub fn is_obsolete(&self) -> bool {
        self.versions != 0 && !self.is_in_version(4)
    }

    /// How many values the property has.
    pub fn list_kind(&self) -> ListKind {
        self.list
    }

    /// What each value is.
    pub fn form(&self) -> ValueForm {
        self.form
    }

    /// Where the property may stand.
    pub fn property_type(&self) -> PropertyType {
        self.property_type
    }

    /// The only game that has the property; `None` if all have it.
    ///
    /// ```
    /// use kifu::values::{Game, catalogue};
    ///
    /// assert_eq!(catalogue::property("KM").unwrap().game(), Some(Game::GO));
    /// assert_eq!(catalogue::property("C").unwrap().game(), None);
    /// ```
    pub fn game(&self) -> Option<Game> {
        self.game
    }

    /// Whether the value holds for the nodes below too, until it is set again.
    ///
    /// Source: FF\[4\], attribute `inherit`.
    ///
    /// ```
    /// assert!(kifu::values::catalogue::property("VW").unwrap().inherits());
    /// ```
    pub fn inherits(&self) -> bool {
        self.inherits
    }

    /// The least and the greatest number that the value can be, where the format says so.
    ///
    /// ```
    /// assert_eq!(kifu::values::catalogue::property("ST").unwrap().range(), Some((0, 3)));
    /// ```
    pub fn range(&self) -> Option<(u8, u8)> {
        self.range
    }

    /// Who writes a private property; `None` for one of the format.
    ///
    /// ```
    /// use kifu::values::catalogue;
    ///
    /// assert_eq!(catalogue::property("SBKV").unwrap().private_to(), Some("Sabaki"));
    /// assert_eq!(catalogue::property("B").unwrap().private_to(), None);
    /// ```
    pub fn private_to(&self) -> Option<&'static str> {
        self.user
    }

    /// What else there is to know, in a few words; may be empty.
    pub fn note(&self) -> &'static str {
        self.note
    }
}

/// What the ident means; the first meaning if it has several.
///
/// Cost: constant.
///
/// ```
/// use kifu::values::catalogue;
///
/// assert_eq!(catalogue::property("B").unwrap().name(), "Black move");
/// assert!(catalogue::property("XY").is_none());
/// assert!(catalogue::property("b").is_none());
/// ```
pub fn property(ident: &str) -> Option<&'static Definition> {
    meanings(ident).first()
}

/// What the ident means in a game: the meaning of that game, or the one of all games.
///
/// Cost: constant.
///
/// Source: FF\[4\], properties of the games.
///
/// ```
/// use kifu::values::{Game, catalogue};
///
/// let name = |game| catalogue::property_in(game, "AS").map(|property| property.name());
/// assert_eq!(name(Game::LINES_OF_ACTION), Some("Who adds stones"));
/// assert_eq!(name(Game::OCTI), Some("Markup on a stone"));
/// assert_eq!(name(Game::GO), None);
/// ```
pub fn property_in(game: Game, ident: &str) -> Option<&'static Definition> {
    let meanings = meanings(ident);
    let own = meanings.iter().find(|it| it.game == Some(game) && it.user.is_none());
    own.or_else(|| meanings.iter().find(|it| it.game.is_none_or(|of| of == game)))
}

/// All meanings of the ident, those of the format before private ones.
///
/// Cost: constant.
///
/// ```
/// use kifu::values::catalogue;
///
/// assert_eq!(catalogue::meanings("TC").len(), 2);
/// assert!(catalogue::meanings("").is_empty());
/// ```
pub fn meanings(ident: &str) -> &'static [Definition] {
    let Some(start) = start(ident.as_bytes()) else { return &[] };
    let group = &TABLE[usize::from(STARTS[start])..usize::from(STARTS[start + 1])];
    // A group is of the same first two letters, and has five idents at most.
    let Some(first) = group.iter().position(|it| it.ident == ident) else { return &[] };
    let count = group[first..].iter().take_while(|it| it.ident == ident).count();
    &group[first..first + count]
}

/// All properties of the catalogue, in the order of their idents.
///
/// ```
/// use kifu::values::catalogue;
///
/// assert!(catalogue::all().is_sorted_by_key(|property| property.ident()));
/// assert!(catalogue::all().filter(|property| property.is_in_version(4)).count() > 60);
/// ```
pub fn all() -> impl ExactSizeIterator<Item = &'static Definition> + DoubleEndedIterator {
    TABLE.iter()
}

/// What the second byte of an ident can be: nothing, a digit or a letter.
const SECONDS: usize = 1 + 10 + 26;

/// The number of the group of idents with the same first two bytes, in the order of the idents.
const fn start(ident: &[u8]) -> Option<usize> {
    let first = match ident {
        [first @ b'A'..=b'Z', ..] => (*first - b'A') as usize,
        _ => return None,
    };
    let second = match ident {
        [_] => 0,
        [_, digit @ b'0'..=b'9', ..] => 1 + (*digit - b'0') as usize,
        [_, letter @ b'A'..=b'Z', ..] => 11 + (*letter - b'A') as usize,
        _ => return None,
    };
    Some(first * SECONDS + second)
}

/// Where each group starts in the table, and the end of the table.
static STARTS: [u8; 26 * SECONDS + 1] = {
    let mut starts = [0; 26 * SECONDS + 1];
    let mut place = 0;
    let mut group = 0;
    while place < TABLE.len() {
        let Some(own) = start(TABLE[place].ident.as_bytes()) else {
            panic!("idents are of capitals and digits");
        };
        assert!(own + 1 >= group, "the table is sorted");
        while group <= own {
            starts[group] = place as u8;
            group += 1;
        }
        place += 1;
    }
    while group < starts.len() {
        starts[group] = place as u8;
        group += 1;
    }
    starts
};

impl fmt::Display for PropertyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Root => "root",
            Self::GameInfo => "game-info",
            Self::Setup => "setup",
            Self::Move => "move",
            Self::None => "none",
        })
    }
}

impl fmt::Display for ListKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Single => "single",
            Self::List => "list",
            Self::EList => "elist",
        })
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "None",
            Self::Number => "Number",
            Self::Real => "Real",
            Self::Double => "Double",
            Self::Color => "Color",
            Self::SimpleText => "SimpleText",
            Self::Text => "Text",
            Self::Point => "Point",
            Self::Move => "Move",
            Self::Stone => "Stone",
            Self::Unknown => "unknown",
        })
    }
}

impl fmt::Display for ValueForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(one) => write!(f, "{one}"),
            Self::Pair(first, second) => write!(f, "{first}:{second}"),
            Self::OneOrPair(one, first, second) => write!(f, "{one} | {first}:{second}"),
        }
    }
}
