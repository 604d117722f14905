//! Which character set is taken for a game tree, and whether it is read by bytes or by characters,
//! where that is in doubt: the rules C2, C6 and C7.

use kifu::{Arena, Charset, ParseOptions, Parser};

/// What was made of an input: the name of each character set, the text of each value in the first
/// game tree, and the codes.
struct Reading {
    charsets: Vec<&'static str>,
    texts: Vec<String>,
    nodes: Vec<usize>,
    codes: Vec<&'static str>,
}

fn read(source: &[u8]) -> Reading {
    let arena = Arena::new();
    let collection = Parser::new().read(&arena, source);
    crate::invariants::check_links(collection);
    let of_node = |node: kifu::Node<'_>| {
        let values = node.properties().flat_map(kifu::Property::values);
        values.map(|value| value.text().into()).collect::<Vec<String>>()
    };
    let first = collection.first_game_tree();
    let mut codes: Vec<_> = collection.diagnostics().iter().map(|it| it.code().name()).collect();
    codes.sort_unstable();
    Reading {
        charsets: collection.game_trees().map(|game| game.charset().name()).collect(),
        texts: first.iter().flat_map(|game| game.nodes()).flat_map(of_node).collect(),
        nodes: collection.game_trees().map(|game| game.nodes().len()).collect(),
        codes,
    }
}

#[test]
fn every_character_for_private_use_counts_as_damage() {
    let pairs = ["A2AB", "A4F4", "A4FD", "A5F7", "A6B9", "A7C2", "A896", "D7FA"];
    for hex in pairs {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let pair = [byte(0), byte(2)];
        let (text, _) = encoding_rs::BIG5.decode_without_bom_handling(&pair);
        let is_big5 = !text.contains('\u{FFFD}');
        let source = [&b"(;CA[gb2312]PB["[..], &pair, b"]BR[9\xACq])"].concat();
        let reading = read(&source);
        assert_ne!(reading.charsets, ["GBK"], "{hex}");
        assert_eq!(reading.nodes, [1], "{hex}");
        if is_big5 {
            assert_eq!(reading.charsets, ["Big5"], "{hex}");
            assert_eq!(reading.texts, ["gb2312", &text, "9段"], "{hex}");
            assert_eq!(reading.codes, ["charset-conflict"], "{hex}");
        }
    }
}

#[test]
fn declared_utf8_whose_damage_is_explained_stays_utf8_without_a_whole_sequence() {
    for source in [
        &b"(;CA[UTF-8]PB[\xE5\x8A?])"[..],
        b"(;CA[UTF-8]PB[\xE6?\x9D\xE6?\x8E])",
        b"(;CA[UTF-8]PB[\xE6??])",
        b"(;CA[UTF-8]PB[?\x9D\x8E])",
        b"(;CA[UTF-8]PB[\xE6\x9D])",
    ] {
        let reading = read(source);
        assert_eq!(reading.charsets, ["UTF-8"], "{}", source.escape_ascii());
        assert_eq!(reading.codes, ["invalid-encoding"], "{}", source.escape_ascii());
    }
    // A letter with an accent at the end is no damage.
    for source in
        [&b"(;CA[UTF-8]C[caf\xE9])"[..], b"(;CA[UTF-8]C[caf\xE9?])", b"(;CA[UTF-8]C[\xE9t\xE9])"]
    {
        let reading = read(source);
        assert_eq!(reading.charsets, ["windows-1252"], "{}", source.escape_ascii());
        assert_eq!(reading.codes, ["charset-conflict"], "{}", source.escape_ascii());
    }
    assert_ne!(read(b"(;PB[\xE5\x8A?])").charsets, ["UTF-8"], "without CA one has to be whole");
}

#[test]
fn strictly_valid_input_is_read_by_characters_though_a_value_looks_odd() {
    for (source, texts) in [
        (&b"(;CA[big5]C[\xA6])(;])"[..], &["big5", "因)(;"][..]),
        (b"(;CA[Shift_JIS];C[\x83])(;])", &["Shift_JIS", "ゾ)(;"]),
        (b"(;CA[big5];B[aa]C[\xA6])(;W[bb\\])];W[cc])", &["big5", "aa", "因)(;W[bb])", "cc"]),
    ] {
        let reading = read(source);
        assert_eq!(reading.texts, texts, "{}", source.escape_ascii());
        assert_eq!(reading.nodes.len(), 1, "{}", source.escape_ascii());
        assert_eq!(reading.codes, ["suspicious-value"], "{}", source.escape_ascii());
        assert!(Parser::new().parse_bytes(&Arena::new(), source).is_ok());
    }
}

#[test]
fn a_lead_byte_that_was_cut_off_does_not_take_the_next_record_along() {
    let source = b"(;GM[1]CA[GBK];B[aa]C[\xBA\xC3\xCA])\n(;GM[1]CA[GBK];B[bb]C[\xBA\xC3])";
    let reading = read(source);
    assert_eq!(reading.nodes, [2, 2]);
    assert_eq!(reading.codes, ["charset-conflict", "invalid-encoding"]);
}

#[test]
fn escapes_by_bytes_win_only_where_they_leave_no_fault_up_to_the_further_end() {
    let source = b"(;CA[Shift_JIS];B[aa]C[\x96{\x94\\](;W[bb])(;W[cc]);B[dd])";
    let reading = read(source);
    assert_eq!(reading.nodes, [5]);
    assert_eq!(reading.texts, ["Shift_JIS", "aa", "本能", "dd", "bb", "cc"]);
    assert_eq!(reading.codes, ["node-after-variation"]);
    // However long it is, and whatever comes before and after it.
    let long = [
        &b"(;GM[1]CA[UTF-8]PB[\xE6\x9D\x8E])"[..],
        b"(;CA[Shift_JIS];B[aa]C[\x96{\x94\\](;W[bb]",
        &b";B[cc];W[dd]".repeat(2000),
        b")(;W[cc]);B[dd])",
        b"(;GM[1]CA[Shift_JIS]PB[\x94\\];B[aa])",
    ]
    .concat();
    let reading = read(&long);
    assert_eq!(reading.nodes, [1, 4005, 2]);
    assert_eq!(reading.codes, ["node-after-variation"]);
    // Both leave a fault.
    let reading = read(b"(;CA[Shift_JIS];B[aa]C[\x95\\];W[bb](;B[cc]) x (;B[dd]))");
    assert_eq!((reading.nodes, reading.codes), (vec![5], vec!["stray-bytes"]));
    // By bytes there is none.
    let reading = read(b"(;CA[SJIS]C[\x94\\](;B[a])");
    assert_eq!((reading.nodes, reading.codes), (vec![1], vec!["charset-conflict"]));
}

#[test]
fn a_declaration_is_found_after_a_lead_byte_that_takes_structure_along() {
    for (source, name, texts) in [
        (&b"(;PW[\x95])]CA[Shift_JIS])"[..], "Shift_JIS", &["評)", "Shift_JIS"][..]),
        (b"(;PW[\x83])]CA[Shift_JIS];B[aa];W[bb])", "Shift_JIS", &["ゾ)", "Shift_JIS", "aa", "bb"]),
        (b"(;PW[\x83](;]CA[Shift_JIS];B[aa])", "Shift_JIS", &["ゾ(;", "Shift_JIS", "aa"]),
        (b"(;PW[\xA6])]CA[Big5])", "Big5", &["因)", "Big5"]),
    ] {
        let reading = read(source);
        assert_eq!(reading.charsets, [name], "{}", source.escape_ascii());
        assert_eq!(reading.texts, texts, "{}", source.escape_ascii());
        assert_eq!(reading.codes, [""; 0], "{}", source.escape_ascii());
        assert!(Parser::new().parse_bytes(&Arena::new(), source).is_ok());
    }
    // The declaration of the next game tree is none of this one.
    let reading = read(b"(;PB[Ren\xE9])(;GM[1]CA[Shift_JIS]PB[\x83\x5C];B[aa])");
    assert_eq!(reading.charsets, ["windows-1252", "Shift_JIS"]);
    assert_eq!(reading.codes, ["charset-guessed"]);
}

#[test]
fn a_trail_byte_starts_no_ident_in_what_decides_whether_a_game_tree_starts() {
    let read = |charset, source: &[u8]| {
        let arena = Arena::new();
        let options = ParseOptions::new().charset(charset);
        let collection = Parser::with_options(options).read(&arena, source);
        let codes = collection.diagnostics().iter().map(|it| it.code().name());
        (collection.nodes().len(), codes.collect::<Vec<_>>())
    };
    // A character whose trail byte is the letter before the bracket.
    assert_eq!(read(Charset::SHIFT_JIS, b"(;P\0\xFAX["), (0, vec!["no-tree"]));
    assert_eq!(read(Charset::UTF_8, "(;P\0\u{3231}[".as_bytes()), (0, vec!["no-tree"]));
    // By bytes it is an ident.
    assert_eq!(read(Charset::WINDOWS_1252, b"(;P\0\xFAX[").0, 1);
}
