//! Character sets: any bytes under any declared one are read, with every invariant of the tree, and
//! none of them many times over; and for those with ASCII bytes in second place, reading by
//! characters is reading what a decoder makes of all of it.

#![no_main]

#[path = "../../tests/suite/invariants.rs"]
#[allow(dead_code)]
mod invariants;

use kifu::{Arena, Charset, Code, Collection, ParseOptions, Parser};
use libfuzzer_sys::fuzz_target;

/// What a record may declare.
const LABELS: [&str; 16] = [
    "",
    "",
    "UTF-8",
    "Shift_JIS",
    "Big5",
    "GBK",
    "GB18030",
    "EUC-KR",
    "EUC-JP",
    "ISO-8859-1",
    "KOI8-R",
    "ISO-2022-JP",
    "HZ",
    "UTF-16",
    "windows-1251",
    "nonsense",
];

const DOUBLE: [Charset; 4] = [Charset::SHIFT_JIS, Charset::BIG5, Charset::GBK, Charset::GB18030];

fuzz_target!(|input: &[u8]| {
    let Some((&choice, bytes)) = input.split_first() else { return };
    read(bytes);
    let label = LABELS[usize::from(choice) % LABELS.len()];
    read(&[b"(;CA[", label.as_bytes(), b"]C[", bytes].concat());
    read(&[b"(;C[", bytes, b"]CA[", label.as_bytes(), b"];B[aa])"].concat());
    for charset in DOUBLE {
        compare(charset, bytes);
        compare(charset, &[b"(;GM[1]C[", bytes, b"]GN[x];B[aa])"].concat());
    }
});

fn read(bytes: &[u8]) {
    let arena = Arena::new();
    let mut parser = Parser::new();
    let collection = parser.read(&arena, bytes);
    invariants::check_links(collection);
    invariants::check_disjoint(collection);
    if let Ok(strict) = parser.parse_bytes(&arena, bytes) {
        assert_eq!(strict, collection);
        let harmless = [
            Code::CharsetBudget,
            Code::CharsetConflict,
            Code::CharsetGuessed,
            Code::CharsetUnknown,
            Code::SuspiciousValue,
        ];
        let found = collection.diagnostics();
        assert!(found.iter().all(|it| harmless.contains(&it.code())), "{found:?}");
    }
}

/// The nodes with their parents and texts, and the faults of structure.
type Read = (Vec<(Option<usize>, Vec<(String, Vec<String>)>)>, Vec<(Code, Option<usize>)>);

fn told(collection: Collection<'_>) -> Read {
    let node = |node: kifu::Node<'_>| {
        let parent = node.parent().map(|parent| parent.id().index());
        let properties = node.properties().map(|property| {
            let texts = property.texts().iter().map(|text| text.to_string());
            (property.ident().to_owned(), texts.collect())
        });
        (parent, properties.collect())
    };
    let found = collection.diagnostics().iter();
    let of_structure = found.filter(|it| it.code() != Code::InvalidEncoding);
    let mut codes: Vec<_> = of_structure.map(|it| (it.code(), it.game())).collect();
    codes.sort();
    (collection.nodes().map(node).collect(), codes)
}

/// Decoding first and reading then is the same as reading by characters.
fn compare(charset: Charset, bytes: &[u8]) {
    let encoding = encoding_rs::Encoding::for_label(charset.name().as_bytes()).unwrap();
    // What is cut off at the end counts as what it would be before anything else.
    let ended = [bytes, b" "].concat();
    let (text, _) = encoding.decode_without_bom_handling(&ended);
    let text = &text[..text.len() - 1];
    // The bytes of a byte order mark are passed over as such, its character in text is too.
    if bytes.starts_with(b"\xEF\xBB\xBF") || text.starts_with('\u{FEFF}') {
        return;
    }
    let read = |charset, bytes: &[u8]| {
        let arena = Arena::new();
        let options = ParseOptions::new().charset(charset).max_diagnostics(u32::MAX);
        told(Parser::with_options(options).read(&arena, bytes))
    };
    assert_eq!(read(charset, bytes), read(Charset::UTF_8, text.as_bytes()), "{charset}");
}
