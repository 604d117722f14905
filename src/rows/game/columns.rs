//! The columns of a row of a game: their names, their types, what they hold and where it comes from.

use super::GameRow;
use crate::rows::{Cell, Column, ColumnType, Day};

/// How what is in a column is got from a row.
#[derive(Clone, Copy)]
enum Get {
    Text(for<'r> fn(&'r GameRow<'_>) -> &'r str),
    OptionalText(for<'r> fn(&'r GameRow<'_>) -> Option<&'r str>),
    /// The text of a property of the root, as it stands; the name of the column is its ident.
    Property,
    /// A number that fits into 32 bits, since a game has less than 4 GiB.
    Count(fn(&GameRow<'_>) -> u32),
    Size(fn(&GameRow<'_>) -> u64),
    OptionalHash(fn(&GameRow<'_>) -> Option<u64>),
    OptionalCount(fn(&GameRow<'_>) -> Option<u32>),
    /// A number of either sign.
    OptionalOrder(fn(&GameRow<'_>) -> Option<i32>),
    /// A number that is finite.
    OptionalReal(fn(&GameRow<'_>) -> Option<f64>),
    OptionalDay(fn(&GameRow<'_>) -> Option<Day>),
}

impl Get {
    const fn kind(self) -> ColumnType {
        match self {
            Self::Text(_) | Self::OptionalText(_) | Self::Property => ColumnType::Text,
            Self::Count(_) | Self::OptionalCount(_) => ColumnType::UInt32,
            Self::Size(_) => ColumnType::UInt64,
            Self::OptionalHash(_) => ColumnType::Hash,
            Self::OptionalOrder(_) => ColumnType::Int32,
            Self::OptionalReal(_) => ColumnType::Float64,
            Self::OptionalDay(_) => ColumnType::Date,
        }
    }

    const fn is_nullable(self) -> bool {
        !matches!(self, Self::Text(_) | Self::Count(_) | Self::Size(_))
    }

    /// What a row has in the column of this number, which is got this way.
    #[inline]
    fn cell<'r>(self, row: &'r GameRow<'_>, number: usize) -> Cell<'r> {
        match self {
            Self::Text(get) => Cell::Text(get(row)),
            Self::OptionalText(get) => get(row).map_or(Cell::Null, Cell::Text),
            Self::Property => row.texts[number].map_or(Cell::Null, Cell::Text),
            Self::Count(get) => Cell::UInt32(get(row)),
            Self::Size(get) => Cell::UInt64(get(row)),
            Self::OptionalHash(get) => get(row).map_or(Cell::Null, Cell::Hash),
            Self::OptionalCount(get) => get(row).map_or(Cell::Null, Cell::UInt32),
            Self::OptionalOrder(get) => get(row).map_or(Cell::Null, Cell::Int32),
            Self::OptionalReal(get) => get(row).map_or(Cell::Null, Cell::Float64),
            Self::OptionalDay(get) => get(row).map_or(Cell::Null, Cell::Date),
        }
    }
}

/// The one definition of a column.
#[derive(Clone, Copy)]
struct Definition {
    name: &'static str,
    get: Get,
    description: &'static str,
}

/// All of them, in the order of the columns.
const DEFINITIONS: [Definition; 67] = [
    column("source", Get::Text(|row| row.origin.source), "the path of the file, or - for stdin"),
    column(
        "member",
        Get::OptionalText(|row| row.origin.member),
        "the path in the archive, if it is one",
    ),
    column(
        "game",
        Get::Size(|row| row.origin.games + row.game.index() as u64),
        "the number of the game in its record, from 0",
    ),
    column(
        "offset",
        Get::Size(|row| row.origin.offset + row.game.span().start() as u64),
        "where the game starts in its record, in bytes",
    ),
    column("length", Get::Size(|row| row.game.span().len() as u64), "how many bytes the game has"),
    column(
        "charset",
        Get::Text(|row| row.game.charset().name()),
        "the character set it was read in",
    ),
    column(
        "charset_source",
        Get::Text(|row| row.game.charset_source().name()),
        "how the character set was found",
    ),
    property("GM", "the kind of game, as it stands (1 is go)"),
    property("SZ", "the size of the board, as it stands"),
    property("PB", "the name of Black, as it stands"),
    property("PW", "the name of White, as it stands"),
    property("BR", "the rank of Black, as it stands"),
    property("WR", "the rank of White, as it stands"),
    property("DT", "the date, as it stands"),
    property("RE", "the result, as it stands"),
    property("KM", "the komi, as it stands"),
    property("HA", "the handicap, as it stands"),
    property("RU", "the rules, as they stand"),
    property("EV", "the event, as it stands"),
    property("RO", "the round, as it stands"),
    property("PC", "the place, as it stands"),
    property("GN", "the name of the game, as it stands"),
    property("SO", "the source, as it stands"),
    property("US", "who entered the game, as it stands"),
    property("AN", "who annotated the game, as it stands"),
    property("CP", "the copyright, as it stands"),
    property("ON", "the opening, as it stands"),
    property("OT", "the overtime, as it stands"),
    property("TM", "the main time, as it stands"),
    property("AP", "the application, as it stands"),
    column("nodes", Get::Count(|row| row.game.nodes().len() as u32), "how many nodes the game has"),
    column("moves", Get::Count(|row| row.line.len()), "how many moves the main line has"),
    column(
        "variations",
        Get::Count(|row| row.shape.variations),
        "how many lines of play there are beside the main line",
    ),
    column("depth", Get::Count(|row| row.shape.depth), "how many nodes are above the lowest one"),
    column("main_line", Get::Text(|row| row.line.text()), "the moves of the main line in one text"),
    column(
        "main_line_hash",
        Get::OptionalHash(|row| row.line.hash()),
        "XXH3 of size, setup and moves; 16 hexadecimal digits in ndjson and csv",
    ),
    column(
        "symmetric_hash",
        Get::OptionalHash(|row| row.line.symmetric_hash()),
        "the same however the board is turned and mirrored (go only)",
    ),
    column("dyer", Get::OptionalText(|row| row.line.dyer()), "the Dyer signature (go only)"),
    column(
        "first_moves",
        Get::OptionalText(|row| row.line.first_moves()),
        "the first 8 moves in GTP letters, the same however the board is turned and mirrored (go only)",
    ),
    column("errors", Get::Count(|row| row.faults.errors), "how many errors were found in the game"),
    column(
        "warnings",
        Get::Count(|row| row.faults.warnings),
        "how many warnings were found in the game",
    ),
    column("infos", Get::Count(|row| row.faults.infos), "how many remarks were found in the game"),
    column(
        "date_from",
        Get::OptionalDay(|row| row.info.date_from),
        "the first day on which the game can have been played",
    ),
    column(
        "date_to",
        Get::OptionalDay(|row| row.info.date_to),
        "the last day on which the game can have been played",
    ),
    column("winner", Get::OptionalText(|row| row.info.winner()), "B, W or draw"),
    column(
        "result_kind",
        Get::OptionalText(|row| Some(row.info.result?.ending().as_str())),
        "how the game ended: points, resign, time, forfeit, unspecified, draw, void or unknown",
    ),
    column(
        "margin",
        Get::OptionalReal(|row| row.info.margin()),
        "by how many points the game was won",
    ),
    column("komi", Get::OptionalReal(|row| row.info.komi), "the komi (go only)"),
    column("handicap", Get::OptionalCount(|row| row.info.handicap), "the handicap (go only)"),
    column(
        "width",
        Get::OptionalCount(|row| Some(row.info.size?.columns().into())),
        "how many columns the board has",
    ),
    column(
        "height",
        Get::OptionalCount(|row| Some(row.info.size?.rows().into())),
        "how many rows the board has",
    ),
    column(
        "black_rank",
        Get::OptionalText(|row| row.info.black.rank()),
        "the rank of Black, such as 12k, 3d or 9p",
    ),
    column(
        "white_rank",
        Get::OptionalText(|row| row.info.white.rank()),
        "the rank of White, such as 12k, 3d or 9p",
    ),
    column(
        "black_rank_order",
        Get::OptionalOrder(|row| row.info.black.rank_order()),
        "a number that sorts ranks: 0 is 1k, 1 is 1d, 21 is 1p",
    ),
    column(
        "white_rank_order",
        Get::OptionalOrder(|row| row.info.white.rank_order()),
        "a number that sorts ranks: 0 is 1k, 1 is 1d, 21 is 1p",
    ),
    column(
        "black_rating",
        Get::OptionalReal(|row| row.info.black.rating),
        "the rating of Black, where the rank has one",
    ),
    column(
        "white_rating",
        Get::OptionalReal(|row| row.info.white.rating),
        "the rating of White, where the rank has one",
    ),
    column("main_time", Get::OptionalReal(|row| row.info.main_time), "the main time in seconds"),
    column(
        "overtime",
        Get::OptionalText(|row| row.info.overtime_kind()),
        "the kind of overtime: none, byo-yomi, canadian, fischer or delay",
    ),
    column(
        "overtime_count",
        Get::OptionalCount(|row| row.info.overtime_count()),
        "the periods of byo-yomi, or the moves in a Canadian period",
    ),
    column(
        "overtime_seconds",
        Get::OptionalReal(|row| row.info.overtime_seconds()),
        "the seconds of each period, or what each move adds or has",
    ),
    column(
        "rules",
        Get::OptionalText(|row| row.info.rules),
        "the rules, by one name for all spellings (go only)",
    ),
    column(
        "application",
        Get::OptionalText(|row| Some(row.info.application.as_ref()?.name())),
        "the name of the application",
    ),
    column(
        "application_version",
        Get::OptionalText(|row| row.info.application_version()),
        "the version of the application",
    ),
    column(
        "unreadable",
        Get::OptionalText(|row| row.info.unreadable()),
        "the idents of the properties whose text could not be read",
    ),
    column(
        "normalized",
        Get::OptionalText(|row| row.info.habits()),
        "the habits of servers that were undone",
    ),
    column(
        ON_REQUEST,
        Get::OptionalText(|row| row.moves_gtp.get_or_init(|| row.line.gtp()).as_deref()),
        "the moves of the main line, each with its colour, in GTP letters (go only)",
    ),
];

const fn column(name: &'static str, get: Get, description: &'static str) -> Definition {
    Definition { name, get, description }
}

const fn property(ident: &'static str, description: &'static str) -> Definition {
    column(ident, Get::Property, description)
}

/// The column that is left out unless it is named: the last one.
const ON_REQUEST: &str = "moves_gtp";

/// How many columns there are.
const LEN: usize = DEFINITIONS.len();

/// The columns as their users see them.
pub(super) static COLUMNS: [Column; LEN] = {
    let mut columns = [Column::new("", ColumnType::Text, false, ""); LEN];
    let mut number = 0;
    while number < LEN {
        let Definition { name, get, description } = DEFINITIONS[number];
        columns[number] = Column::new(name, get.kind(), get.is_nullable(), description);
        number += 1;
    }
    columns[LEN - 1] = columns[LEN - 1].on_request();
    columns
};

/// How what is in the columns is got.
static GETS: [Get; LEN] = {
    let mut gets = [Get::Property; LEN];
    let mut number = 0;
    while number < LEN {
        gets[number] = DEFINITIONS[number].get;
        number += 1;
    }
    gets
};

/// What a row has in the column of this number; null if there is none.
pub(super) fn cell<'r>(row: &'r GameRow<'_>, number: usize) -> Cell<'r> {
    GETS.get(number).map_or(Cell::Null, |get| get.cell(row, number))
}

/// The columns, each with what a row has in it.
pub(super) fn cells<'r>(row: &'r GameRow<'_>) -> impl Iterator<Item = (&'static Column, Cell<'r>)> {
    let columns = COLUMNS.iter().zip(&GETS).enumerate();
    columns.map(|(number, (column, get))| (column, get.cell(row, number)))
}

/// How many columns there are up to the last that is a property.
pub(super) const PROPERTIES_END: usize = {
    let mut end = LEN;
    while !matches!(DEFINITIONS[end - 1].get, Get::Property) {
        end -= 1;
    }
    end
};

/// The numbers of the columns that are properties, by the two letters of their idents.
static NUMBERS: [[Option<u8>; 26]; 26] = {
    let mut numbers = [[None; 26]; 26];
    let mut number = 0;
    while number < LEN {
        if let Get::Property = DEFINITIONS[number].get {
            let &[first, second] = DEFINITIONS[number].name.as_bytes() else {
                panic!("an ident of two letters")
            };
            numbers[(first - b'A') as usize][(second - b'A') as usize] = Some(number as u8);
        }
        number += 1;
    }
    numbers
};

/// The number of the column for a property, if there is one.
pub(super) fn number_of(ident: &str) -> Option<usize> {
    let &[first, second] = ident.as_bytes() else { return None };
    let [first, second] = [first, second].map(|letter| usize::from(letter.wrapping_sub(b'A')));
    (*NUMBERS.get(first)?.get(second)?).map(usize::from)
}
