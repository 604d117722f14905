//! The writer: canonical form, line breaks, and one and the same for every kind of tree.

use kifu::{Arena, OwnedTree, WriteOptions};

use crate::round_trip;

fn tree(source: &str) -> OwnedTree {
    source.parse().unwrap()
}

#[test]
fn the_canonical_form_has_nothing_that_is_not_needed() {
    let pairs = [
        ("(;)", "(;)"),
        (" ( ; B [aa] \n ; W [bb] [cc] ) \n ( ; ) ", "(;B[aa];W[bb][cc])(;)"),
        ("(;A[](;B[](;C[](;D[]))))", "(;A[];B[];C[];D[])"),
        ("(;A[](;B[])(;C[](;D[])(;E[])))", "(;A[](;B[])(;C[](;D[])(;E[])))"),
        (r"(;A[\a\]\\\[\:])", r"(;A[a\]\\[\:])"),
        (r"(;A[a:b\:c])", r"(;A[a:b:c])"),
        ("(;A[a\tb\\\nc\r\nd\\\t])", "(;A[a bc\nd ])"),
        ("\u{FEFF}(;A[\u{FEFF}棋])", "(;A[\u{FEFF}棋])"),
    ];
    for (source, expected) in pairs {
        let arena = Arena::new();
        let collection = kifu::parse(&arena, source).unwrap();
        assert_eq!(collection.to_string(), expected, "{source:?}");
        round_trip::check(collection);
    }
}

#[test]
fn a_damaged_record_is_written_so_that_it_is_read_without_a_fault() {
    let sources: [&[u8]; 12] = [
        b"",
        b"Dear reader, (;SZ[9];B[aa];Black[bb]",
        b"(;C[a]b\\]c]B[aa]B[bb]",
        b"(;b[aa]b2[x]B2[y]Ko[z]))",
        b"(;C[\xE6\xA3:\xFF]",
        b"(;B[aa](;W[bb]);C[c])",
        b"B[aa](;C[x)\n(;GM[1];B[aa])",
        b"(;C[\\:a:b\\",
        // A CA comes to stand before them.
        b"(;b[aa])(;FF[4]GM[1]b[aa])",
        b"(;b[aa]C[x])(;GM[1]b2[aa]FF[4])",
        b"(;CA[GBK]C[\xC6\xE5])(;C[caf\xE9]CA[Big5][UTF-8];B[aa])",
        // Found by the fuzzer: the second C was not joined to the first.
        b"(;B[aa]\nCop[aa]\nCopyri\xF7]BR[4d]PW[a]C[b",
    ];
    for source in sources {
        round_trip::check_damaged(source);
    }
}

#[test]
fn a_part_of_a_tree_is_written_as_a_game_tree() {
    let arena = Arena::new();
    let source = "(;A[](;B[];C[])(;D[]))(;E[])";
    let collection = kifu::parse(&arena, source).unwrap();
    let games: String = collection.game_trees().map(|game| game.to_string()).collect();
    assert_eq!(games, source);
    let nodes: Vec<_> = collection.nodes().map(|node| node.to_string()).collect();
    assert_eq!(nodes, ["(;A[](;B[];C[])(;D[]))", "(;B[];C[])", "(;C[])", "(;D[])", "(;E[])"]);
    let owned = collection.to_owned_tree();
    assert!(owned.nodes().map(|node| node.to_string()).eq(nodes));
}

#[test]
fn lines_break_where_the_options_say() {
    let owned = tree("(;A[x](;B[x];C[x])(;D[x](;E[x])(;F[x])))(;)");
    let options = WriteOptions::new();
    let written = |options: WriteOptions| options.display(&owned).to_string();
    assert_eq!(written(options), owned.to_string());
    assert_eq!(
        written(options.break_after_games(true)),
        "(;A[x](;B[x];C[x])(;D[x](;E[x])(;F[x])))\n(;)\n",
    );
    assert_eq!(
        written(options.break_before_variations(true)),
        "(;A[x]\n(;B[x];C[x])\n(;D[x]\n(;E[x])\n(;F[x])))(;)",
    );
    assert_eq!(
        written(options.break_before_variations(true).break_after_games(true).max_width(6)),
        "(;A[x]\n(;B[x]\n;C[x])\n(;D[x]\n(;E[x]\n)\n(;F[x]\n)))\n(;)\n",
    );
}

#[test]
fn the_charset_takes_the_place_of_another_or_stands_before_the_texts() {
    for (source, expected) in [
        ("(;)", "(;CA[UTF-8])"),
        ("(;B[aa](;CA[x])(;C[y]))", "(;CA[UTF-8]B[aa](;CA[x])(;C[y]))"),
        ("(;FF[4]GM[1];CA[x])", "(;FF[4]GM[1]CA[UTF-8];CA[x])"),
        ("(;GM[1]FF[4]SZ[9]FF2[x])", "(;GM[1]FF[4]CA[UTF-8]SZ[9]FF2[x])"),
        ("(;CA[UTF-8][a note: x]B[aa])", "(;CA[UTF-8][a note: x]B[aa])"),
        ("(;CA[GBK, or so]B[aa])", "(;CA[UTF-8][GBK, or so]B[aa])"),
        ("(;CA[GBK\\]FF[4])(;B[aa])", "(;CA[UTF-8][GBK\\]FF[4])(;CA[UTF-8]B[aa])"),
        ("(;C[y]CA[a][b]GM[1])(;SZ[9])", "(;C[y]CA[UTF-8]GM[1])(;CA[UTF-8]SZ[9])"),
        ("(;GM[1]b[x]FF[4])", "(;GM[1]CA[UTF-8]b[x]FF[4])"),
    ] {
        let arena = Arena::new();
        let collection = kifu::Parser::new().read(&arena, source.as_bytes());
        let options = WriteOptions::new().charset(kifu::Charset::UTF_8);
        assert_eq!(options.display(collection).to_string(), expected);
        assert_eq!(options.display(&collection.to_owned_tree()).to_string(), expected);
    }
}

#[test]
fn no_line_is_longer_than_it_may_be_unless_a_value_is() {
    let sources = [
        "(;GM[1]FF[4]SZ[19]PB[Kuwahara Shusaku]AB[aa][bb][cc][dd][ee][ff];B[aa];W[bb](;)(;(;)(;)))",
        "(;C[a long comment\nwith lines\n\nof its own, of which one is far too long]B[aa];;;;;;;;;;;;;;;;)",
        "(;(;(;(;)(;)(;)(;)(;(;(;)(;(;)(;))))(;)(;)))(;))(;;;;C[棋譜棋譜棋譜棋譜]AB[棋][譜])",
    ];
    for source in sources {
        let owned = tree(source);
        for width in 0..60 {
            let written = WriteOptions::new().max_width(width).display(&owned).to_string();
            assert_eq!(tree(&written), owned, "{width}: {written}");
            let mut without = written.clone();
            if !source.contains('\n') {
                without.retain(|char| char != '\n');
                assert_eq!(without, owned.to_string(), "breaks are all that is added");
                assert!(!written.contains("\n\n"), "no line is empty");
            }
            for line in written.lines().filter(|line| line.chars().count() > width) {
                let pieces = line.matches(['(', ';', ')', '[']).count();
                assert!(pieces <= 3 || line.contains("C["), "{width}: {line}");
            }
        }
    }
}

/// Fails after some bytes, as a full disk does.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.0 {
            0 => Err(std::io::ErrorKind::StorageFull.into()),
            room => {
                let written = room.min(bytes.len());
                self.0 -= written;
                Ok(written)
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_fault_of_the_output_is_handed_on() {
    let owned = tree(&format!("({})", ";B[aa]".repeat(10_000)));
    for room in [0, 1, 8192, 59_999] {
        let error = owned.write_to(Full(room)).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{room}");
    }
    owned.write_to(Full(60_002)).unwrap();
}
