//! Inputs made to break a reader: endless nesting, endless lines, endless nodes. Each is read,
//! walked, compared, printed and dropped on a thread with a 256 KiB stack, at sizes at which
//! anything but linear work would not end. `benches/scaling.rs` measures that the time doubles
//! when the input does.

use std::fmt::Write as _;
use std::thread;

use kifu::{Arena, Code, Collection, Parser};

use crate::choose::{Choose, Random};
use crate::{account, invariants};

/// Counts what is written, and keeps nothing.
pub(crate) struct Count(pub(crate) usize);

impl std::fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

pub(crate) fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

/// Puts the input through everything that a tree can do, and hands the tree to `check`.
fn survive(source: String, check: fn(Collection<'_>)) {
    on_a_small_stack(move || {
        let mut parser = Parser::new();
        let (arena, twin) = (Arena::new(), Arena::new());
        let collection = parser.parse(&arena, &source).unwrap();
        invariants::check(collection);
        assert_eq!(collection, parser.parse(&twin, &source).unwrap());
        let mut printed = Count(0);
        write!(printed, "{collection:?}").unwrap();
        assert!(printed.0 > collection.nodes().len());
        check(collection);
    });
}

#[test]
fn a_million_nested_variations() {
    let depth = 1_000_000;
    survive("(;".repeat(depth) + &")".repeat(depth), |collection| {
        assert_eq!(collection.root().unwrap().main_line().count(), 1_000_000);
    });
}

#[test]
fn a_million_siblings() {
    survive(format!("(;{})", "(;B[aa])".repeat(1_000_000)), |collection| {
        assert_eq!(collection.root().unwrap().children().count(), 1_000_000);
    });
}

#[test]
fn a_main_line_of_many_nodes() {
    survive(format!("({})", ";B[aa];W[bb]C[x]".repeat(150_000)), |collection| {
        assert_eq!(collection.root().unwrap().main_line().count(), 300_000);
    });
}

#[test]
fn a_million_escapes_in_one_value() {
    survive(format!("(;C[{}])", "\\]".repeat(1_000_000)), |collection| {
        assert_eq!(collection.root().unwrap().text("C").map(str::len), Some(1_000_000));
    });
}

#[test]
fn a_million_values_of_one_property() {
    survive(format!("(;AB{})", "[a\\a]".repeat(1_000_000)), |collection| {
        assert_eq!(collection.root().unwrap().get("AB").unwrap().values().len(), 1_000_000);
    });
}

/// So many different idents, each of them with one value.
fn many_keys(count: usize) -> String {
    let letters = |mut number: usize| {
        let mut ident = String::from("K");
        while number > 0 {
            ident.push((b'A' + (number % 26) as u8) as char);
            number /= 26;
        }
        ident
    };
    (26..count + 26).map(|number| letters(number) + "[x]").collect()
}

#[test]
fn a_node_with_many_keys() {
    survive(format!("(;{})", many_keys(200_000)), |collection| {
        assert_eq!(collection.root().unwrap().properties().len(), 200_000);
    });
}

#[test]
fn a_duplicate_among_many_keys() {
    let keys = many_keys(200_000);
    for rest in [")", ";B[aa])", "(;))", "", "!", "KX[", "KA["] {
        let source = format!("(;{keys}KAB[x]KA[y]KA[z]{rest}");
        let error = kifu::parse(&Arena::new(), &source).unwrap_err();
        assert_eq!(error.kind(), kifu::ErrorKind::DuplicateProperty, "{rest:?}");
        assert_eq!(error.span().range(), keys.len() + 2..keys.len() + 5, "the leftmost: KAB");
    }
}

/// A node becomes crowded, and its idents are then compared by sorting them, at some number of
/// properties: a duplicate is found at any.
#[test]
fn a_duplicate_at_any_number_of_properties() {
    for count in 1..120 {
        // All names have the same eight first letters.
        let keys: String = (0..count)
            .map(|n| format!("SAMESAME{}{}[x]", letter(n / 26), letter(n % 26)))
            .collect();
        assert!(kifu::parse(&Arena::new(), &format!("(;{keys})")).is_ok(), "{count}");
        for repeated in [0, count / 2, count - 1] {
            let ident = format!("SAMESAME{}{}", letter(repeated / 26), letter(repeated % 26));
            let source = format!("(;{keys}{ident}[x])");
            let error = kifu::parse(&Arena::new(), &source).unwrap_err();
            assert_eq!(error.kind(), kifu::ErrorKind::DuplicateProperty, "{count}");
            assert_eq!(error.span().start(), 2 + keys.len());
        }
    }
}

/// The values of joined properties stand in the order of the file, however many there are.
#[test]
fn joined_values_keep_their_order() {
    for count in [1, 2, 16, 17, 47, 48, 49, 50, 120] {
        let ident = |n: usize| format!("SAMESAME{}{}", letter(n / 26), letter(n % 26));
        // Each ident three times, the second time the other way round, with one to three values.
        let order = (0..count).chain((0..count).rev()).chain(0..count);
        let mut expected = vec![Vec::new(); count];
        let mut source = String::from("(;B[aa];");
        for (number, key) in order.enumerate() {
            let values: Vec<_> = (0..1 + number % 3).map(|it| format!("{number}.{it}")).collect();
            source.push_str(&ident(key));
            values.iter().for_each(|value| source.push_str(&format!("[{value}]")));
            expected[key].extend(values);
        }
        source.push_str(";W[bb][cc])");
        let arena = Arena::new();
        let collection = Parser::new().read(&arena, source.as_bytes());
        let node = collection.nodes().nth(1).unwrap();
        let read = node.properties().map(|it| it.values().map(kifu::Value::text).collect());
        assert_eq!(read.collect::<Vec<Vec<_>>>(), expected, "{count}");
        let idents: Vec<_> = node.properties().map(kifu::Property::ident).collect();
        assert!(idents.iter().zip(0..).all(|(read, key)| *read == ident(key)), "{count}");
        let last = collection.nodes().nth(2).unwrap().get("W").unwrap();
        assert!(last.values().map(kifu::Value::text).eq(["bb", "cc"]), "{count}");
    }
}

fn letter(number: usize) -> char {
    char::from(b'A' + number as u8)
}

#[test]
fn bounds_are_exact() {
    use kifu::ParseOptions;

    let source = "(;B[aa](;W[bb];)(;W[cc]))";
    let takes = |options: ParseOptions| {
        let mut parser = Parser::with_options(options);
        let strict = parser.parse(&Arena::new(), source).is_ok();
        assert_eq!(parser.read(&Arena::new(), source.as_bytes()).diagnostics().is_empty(), strict);
        strict
    };
    assert!(takes(ParseOptions::new().max_bytes(25)));
    assert!(!takes(ParseOptions::new().max_bytes(24)));
    assert!(takes(ParseOptions::new().max_nodes(4)));
    assert!(!takes(ParseOptions::new().max_nodes(3)));
    assert!(takes(ParseOptions::new().max_depth(2)));
    assert!(!takes(ParseOptions::new().max_depth(1)));
}

#[test]
fn what_one_input_leaves_behind_is_not_seen_in_the_next() {
    let mut parser = Parser::new();
    parser.parse(&Arena::new(), "(;B[aa](;W[bb](;C[c").unwrap_err();
    let arena = Arena::new();
    let collection = parser.read(&arena, b"text (;B[cc])");
    assert_eq!(collection.nodes().len(), 1);
    assert_eq!(collection.diagnostics()[0].game(), None);
}

#[test]
fn faults_without_end() {
    let sources = ["(", ")", ";", "[", "]", "\\", "(;", "(;C[", "(;C[\\", "(;AB[", "\u{FEFF}"];
    on_a_small_stack(move || {
        let mut parser = Parser::new();
        for source in sources.map(|source| source.repeat(300_000)) {
            let error = parser.parse(&Arena::new(), &source).unwrap_err();
            assert!(error.class().is_some(), "{error}");
            assert!(error.span().end() <= source.len());
        }
    });
}

/// The bytes of each damaged input, of which there are many: what is quadratic takes minutes at
/// either size.
const DAMAGED: usize = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };

/// Puts the input through all that holds for tolerant reading, with a bound on the diagnostics and
/// without one.
fn survive_damage(parser: &mut Parser, source: &[u8]) {
    const MOST: usize = 10_000;
    account::check(parser, source);
    let (arena, twin) = (Arena::new(), Arena::new());
    let collection = parser.read(&arena, source);
    assert!(collection.diagnostics().len() <= MOST);
    let mut boundless = Parser::with_options(kifu::ParseOptions::new().max_diagnostics(u32::MAX));
    let complete = boundless.read(&twin, source);
    account::check_bytes(complete);
    assert_eq!(complete, collection);
    // Text before no game tree at all gives way to one `no-tree`, if it was not left out.
    let all = collection.diagnostics().len() + collection.omitted_diagnostics();
    assert!(complete.diagnostics().len() <= all);
    let mut printed = Count(0);
    write!(printed, "{collection:?}{:?}", collection.diagnostics()).unwrap();
}

#[test]
fn the_same_damage_without_end() {
    const SOURCES: &[&str] = &[
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "a",
        "A",
        "!",
        "0a",
        " A",
        "é",
        "\u{FEFF}",
        "(;",
        "()",
        "( ",
        ";A ",
        "(;A",
        "(;A]",
        "A[x",
        "[x]",
        "[x",
        "]x",
        "(;C[",
        "(;C[\\",
        "(;AB[",
        "((;A)",
        "(;))",
        ";a[x]",
        "(;GM[1]",
        "(;GM[1",
        "(!;GM[1]",
        "(;A[x](;GM[1](;GM[1]",
        "(;A[x](;GM[1])!",
        "(;A[x](;GM[1])(",
        "(;x[1](!;GM[1]",
        "(;A[x]A[y]!",
        "(;-",
        "(;-) ",
        "]]",
        "\u{A0}",
        "\u{A0}!",
        "(\u{3000};A[x]\\n",
        "B[x]B[y]",
    ];
    on_a_small_stack(|| {
        let mut parser = Parser::new();
        for source in SOURCES {
            survive_damage(&mut parser, source.repeat(DAMAGED / source.len()).as_bytes());
        }
    });
}

#[test]
fn a_start_and_the_same_damage_without_end() {
    const SOURCES: &[(&str, &str)] = &[
        ("(;A[a]", "x]"),
        ("(;A[a]", ";x "),
        ("(;A[a]", "(x"),
        ("(;A[a]x", " A"),
        ("(;A[a]x", "("),
        ("(;[x]", "x]"),
        ("(;A[x]", "\\"),
        ("(;A[x]", "(;GM[1])"),
        ("(;A[x]!", "(;GM[1])"),
        ("(;A[x]!", "(;GM[1]"),
        ("(;A[x]", "(;B[y])C[z]"),
        ("(;A[x]", "(;C[y]);"),
        ("(;A[x]", "(;C[y])B[z]"),
        ("(;A[x]", "(;C[y])x[z]"),
        ("(;A[x](;C[y])", "C[z][z]"),
        ("(;A[x](;C[y])", "C[z]!"),
        ("(;A[x]", "(;C[y];C[z]);"),
        ("(;A[x]!", "(;C[y](;C[z])GM[1]"),
        ("(;B[x]", "]"),
        ("(;B[x]", "B[y]"),
        ("(;B[x]", "B[x]"),
        ("(;B[x]", "Black[y]"),
        ("(;B[x]", "[y]]"),
        ("(;C[", "[x]) y"),
        ("(;", "C[[x]) y]"),
        ("(;C[x]", ";C[[x]) y]"),
        ("(;C[x]", "C[[x]; y]"),
        ("(;C[[x]", ";!"),
        ("(;C[[x]", "()"),
        ("(;C[[x]", "(;)"),
        ("(;A[x]", "\u{A0}"),
        ("(;A[x]", "\u{A0}P0[y]"),
        ("(;A[x])", "\u{A0})"),
        ("(;PB[", "\n\nPW "),
        ("(;A[x]", "(()"),
        ("(;", "A[x]A[y]!"),
        ("(;", "Aa[x]Ab[y]"),
        ("x", "(AA"),
        ("x", ";aa"),
    ];
    on_a_small_stack(|| {
        let mut parser = Parser::new();
        for (start, source) in SOURCES {
            let source = String::from(*start) + &source.repeat(DAMAGED / source.len());
            survive_damage(&mut parser, source.as_bytes());
        }
    });
}

#[test]
fn open_parens_without_end_and_what_stands_in_them() {
    const SOURCES: &[(&str, &str)] = &[
        ("(", "(;A!)"),
        ("(", "(;A[x](;GM[1])!)"),
        ("(;A[x]", "(;GM[1])"),
        ("(;A[x]", "!(;GM[1])"),
        ("(;A[x](;GM[1])", "(;GM[1])"),
        ("(;A[x]", "];"),
        ("(;A[x](;B[y])", ");"),
        ("(;A[x]", "A[x]A[y]"),
        ("(;", "!)"),
    ];
    on_a_small_stack(|| {
        let mut parser = Parser::new();
        for (open, source) in SOURCES {
            let source =
                open.repeat(DAMAGED / 2 / open.len()) + &source.repeat(DAMAGED / 2 / source.len());
            survive_damage(&mut parser, source.as_bytes());
        }
    });
}

/// Games of which each may have to be read again: a look at what follows a game, uncounted, would
/// make this quadratic.
#[test]
fn character_sets_and_the_same_damage_without_end() {
    const SOURCES: &[(&str, &[u8], &str)] = &[
        ("", b"(;C[caf\xE9]x)", ""),
        ("", b"(;C[caf\xE9]x)", "]"),
        ("", b"(;C[\xE9])", ""),
        ("", b"(;C[\xE9", ""),
        ("", b"(;C[\x83\x5C]x)", ""),
        ("", b"(;C[\x83\x5C]PB[\xE9]x)", ""),
        ("", b"(;PB[\xD0\xD0\xD1\xE9\xCD]x)", ""),
        ("", b"(;PB[\xA5\x5C\xA5\x5B]x)", ""),
        ("", b"(;PB[Jos\xE9 Garc\xEDa]PW[M\xFCller];B[aa]x)", ""),
        ("", b"(;CA[GBK]C[\xE9]x)", "]"),
        ("", b"(;C[\xE9]CA[GBK]x)", "]"),
        ("", b"(;C[\x83\x5C]CA[Shift_JIS]x)", ""),
        ("", b"(;GM[1]C[caf\xE9];B[aa]", ""),
        ("", b"(;GM[1]CA[Big5]C[\xA5\x5C\xA5];B[aa]", "]"),
        ("", b"(;C[caf\xE9];B[aa](;FF[4]C[\xE9", ""),
        ("", b"(;CA[GBK]C[\xE9])(;CA[UTF-8]C[\xE9])x(;CA[SJIS]C[\xE9]", ""),
        ("(;CA[GBK]", b"(;FF[4]CA[Shift_JIS]C[caf\xE9]x)", ")"),
    ];
    on_a_small_stack(|| {
        let mut parser = Parser::new();
        for (start, source, end) in SOURCES {
            let games = source.repeat(DAMAGED / source.len());
            let source = [start.as_bytes(), &games, end.as_bytes()].concat();
            parser.read(&Arena::new(), &source);
        }
    });
}

#[test]
fn random_bytes() {
    on_a_small_stack(|| {
        let (mut parser, mut random) = (Parser::new(), Random::new(4));
        let any: Vec<u8> = (0..DAMAGED).map(|_| random.below(256) as u8).collect();
        survive_damage(&mut parser, &any);
        const MARKS: &[u8] = b"();[]\\ AGMx";
        let marks: Vec<u8> = (0..DAMAGED).map(|_| MARKS[random.below(MARKS.len())]).collect();
        survive_damage(&mut parser, &marks);
    });
}

#[test]
fn diagnostics_keep_to_their_bound() {
    let source = "(;A!".repeat(100);
    for most in [0, 1, 2, 150] {
        let options = kifu::ParseOptions::new().max_diagnostics(most);
        let arena = Arena::new();
        for source in [source.as_bytes(), &b"(".repeat(100), b"", b"x"] {
            let collection = Parser::with_options(options).read(&arena, source);
            assert!(collection.diagnostics().len() <= most as usize);
            let codes = collection.diagnostics().iter().map(|found| found.code());
            let is_empty = collection.first_game_tree().is_none();
            assert_eq!(codes.clone().any(|code| code == Code::NoTree), is_empty && most > 0);
            assert!(most > 0 || collection.omitted_diagnostics() > 0);
        }
    }
}
