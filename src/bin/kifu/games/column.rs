//! The columns of a row: their names, what they hold and where it comes from. Every format has
//! these; how it writes them is its own.

use super::row::Row;

/// A column.
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) value: Value,
}

/// What a column holds, and how it is got from a row.
pub(super) enum Value {
    Text(for<'r> fn(&'r Row<'_>) -> &'r str),
    OptionalText(for<'r> fn(&'r Row<'_>) -> Option<&'r str>),
    /// The text of a property of the root, as it stands; the name of the column is its ident.
    Property,
    /// A number that fits into 32 bits, since a game has less than 4 GiB.
    Count(fn(&Row<'_>) -> u32),
    Size(fn(&Row<'_>) -> u64),
    OptionalHash(fn(&Row<'_>) -> Option<u64>),
}

/// What a row has in a column.
#[derive(Clone, Copy)]
pub(super) enum Cell<'r> {
    Missing,
    Text(&'r str),
    Number(u64),
    /// In texts of 16 hexadecimal digits: a number of 64 bits is not kept by all readers of JSON.
    Hash(u64),
}

/// The columns, in their order.
pub(super) static COLUMNS: [Column; 41] = [
    column("source", Value::Text(|row| row.place().0)),
    column("member", Value::OptionalText(|row| row.place().1)),
    column("game", Value::Size(|row| row.input.number(row.game) as u64)),
    column("offset", Value::Size(|row| row.input.offset(row.game.span().start()))),
    column("length", Value::Size(|row| row.game.span().len() as u64)),
    column("charset", Value::Text(|row| row.game.charset().name())),
    column("charset_source", Value::Text(|row| row.game.charset_source().name())),
    property("GM"),
    property("SZ"),
    property("PB"),
    property("PW"),
    property("BR"),
    property("WR"),
    property("DT"),
    property("RE"),
    property("KM"),
    property("HA"),
    property("RU"),
    property("EV"),
    property("RO"),
    property("PC"),
    property("GN"),
    property("SO"),
    property("US"),
    property("AN"),
    property("CP"),
    property("ON"),
    property("OT"),
    property("TM"),
    property("AP"),
    column("nodes", Value::Count(|row| row.game.nodes().len() as u32)),
    column("moves", Value::Count(|row| row.line.len())),
    column("variations", Value::Count(|row| row.shape.variations)),
    column("depth", Value::Count(|row| row.shape.depth)),
    column("main_line", Value::Text(|row| row.line.text())),
    column("main_line_hash", Value::OptionalHash(|row| row.line.hash())),
    column("symmetric_hash", Value::OptionalHash(|row| row.line.symmetric_hash())),
    column("dyer", Value::OptionalText(|row| row.line.dyer())),
    column("errors", Value::Count(|row| row.faults.errors)),
    column("warnings", Value::Count(|row| row.faults.warnings)),
    column("infos", Value::Count(|row| row.faults.infos)),
];

#[cfg(feature = "tables")]
impl Column {
    /// Whether hardly any of its values occurs twice.
    pub(super) fn is_unlike(&self) -> bool {
        match self.value {
            Value::OptionalHash(_) => true,
            _ => matches!(self.name, "member" | "main_line"),
        }
    }
}

const fn column(name: &'static str, value: Value) -> Column {
    Column { name, value }
}

const fn property(ident: &'static str) -> Column {
    column(ident, Value::Property)
}

/// The places of the columns that are properties, by the two letters of their idents.
static PLACES: [[Option<u8>; 26]; 26] = places();

const fn places() -> [[Option<u8>; 26]; 26] {
    let mut places = [[None; 26]; 26];
    let mut place = 0;
    while place < COLUMNS.len() {
        if let Value::Property = COLUMNS[place].value {
            let &[first, second] = COLUMNS[place].name.as_bytes() else {
                panic!("an ident of two letters")
            };
            places[(first - b'A') as usize][(second - b'A') as usize] = Some(place as u8);
        }
        place += 1;
    }
    places
}

/// The place of the column for a property, if there is one.
pub(super) fn place(ident: &str) -> Option<usize> {
    let &[first, second] = ident.as_bytes() else { return None };
    let [first, second] = [first, second].map(|letter| usize::from(letter.wrapping_sub(b'A')));
    (*PLACES.get(first)?.get(second)?).map(usize::from)
}
