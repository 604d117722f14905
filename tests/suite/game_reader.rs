//! Game trees out of a stream: the same as out of a text, however little each read gives; faults
//! with their place in the stream; memory and time that do not grow with what is read.

use std::io::{self, Read};

use allocation_counter::measure;
use kifu::{Arena, ErrorKind, GameReader, Parser, ReadError, ReadErrorKind};

use crate::generator;
use crate::tokens::{self, Random};

/// Gives at most so many bytes at once, and is interrupted in between.
struct Drops<'s> {
    bytes: &'s [u8],
    at_once: usize,
    interrupted: bool,
}

impl<'s> Drops<'s> {
    fn new(bytes: &'s [u8], at_once: usize) -> Self {
        Self { bytes, at_once, interrupted: false }
    }
}

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.at_once.min(buffer.len()).min(self.bytes.len());
        self.bytes.read(&mut buffer[..count])
    }
}

/// The game trees with their offsets, and the error at the end of them.
fn drain<R: Read>(mut games: GameReader<R>) -> (Vec<(u64, String)>, Option<ReadError>) {
    let mut read = Vec::new();
    loop {
        match games.next_game() {
            Ok(Some(game)) => read.push((game.offset(), game.text().to_owned())),
            Ok(None) => return (read, None),
            Err(error) => {
                assert!(games.next_game().unwrap().is_none(), "nothing follows an error");
                return (read, Some(error));
            }
        }
    }
}

const AT_ONCE: [usize; 8] = [1, 2, 3, 4, 5, 7, 64, usize::MAX];

/// Whether the stream has the games and the fault of the text, at every size of a read.
fn check(source: &str) {
    let mut parser = Parser::new();
    let mut expected = Vec::new();
    let mut at = 0;
    let fault = loop {
        match parser.next_game(&Arena::new(), source, at) {
            Ok(Some(next)) => {
                let span = next.game_tree().span();
                expected.push((span.start() as u64, source[span.range()].to_owned()));
                at = next.end();
            }
            Ok(None) => break None,
            // Duplicates are left to whoever reads the text.
            Err(error) if error.kind() == ErrorKind::DuplicateProperty => return,
            Err(error) => break Some(error),
        }
    };
    for at_once in AT_ONCE {
        let (read, error) = drain(GameReader::new(Drops::new(source.as_bytes(), at_once)));
        assert_eq!(read, expected, "{source:?}, {at_once} at once");
        match (&error, fault) {
            (None, None) => {}
            (Some(error), Some(fault)) => {
                let ReadErrorKind::Syntax(syntax) = error.kind() else { panic!("{error:?}") };
                assert_eq!(syntax.kind(), fault.kind(), "{source:?}, {at_once} at once");
                assert_eq!(error.offset(), fault.span().start() as u64);
                assert_eq!(
                    error.game_offset() + syntax.span().end() as u64,
                    fault.span().end() as u64
                );
            }
            _ => panic!("{source:?}, {at_once} at once: {error:?}, not {fault:?}"),
        }
    }
}

#[test]
fn a_stream_is_read_as_its_text_is() {
    for source in [
        "",
        " \n",
        "\u{FEFF}",
        "\u{FEFF}\n(;)",
        "x",
        "é",
        " 棋",
        "(;)棋",
        "\u{FEFF}\u{FEFF}(;)",
        "(;)",
    ] {
        check(source);
    }
    check("(;B [aa]\nC[x\\]é\\\\];LONG\n[a][b](;W[bb]) ( ;B[cc]))\n\n(;KM[6.5])\n");
    let mut random = Random::new(5);
    for round in 0..1500 {
        let size = 1 + random.below(40);
        check(&tokens::source(&mut random, size, [0, 8, 40][round % 3]));
    }
}

/// Found by the fuzzer: the fault was placed where an earlier read had ended.
#[test]
fn white_space_between_an_ident_and_the_end() {
    for source in ["(;AB  \u{c} ", "(;A", "(;ABCD", "(;C[xy\\]  "] {
        check(source);
    }
}

#[test]
fn generated_games_in_a_stream() {
    for (_, set) in generator::SETS {
        // More than the buffer holds at first, and files that do not fit into it.
        let games = set(13, 200_000);
        let stream = games.join("\n");
        for at_once in [999, 64 * 1024, usize::MAX] {
            let (read, error) = drain(GameReader::new(Drops::new(stream.as_bytes(), at_once)));
            assert!(error.is_none());
            assert!(read.iter().map(|(_, text)| &**text).eq(games.iter().map(|game| game.trim())));
            let placed =
                |(offset, text): &(u64, String)| stream[*offset as usize..].starts_with(text);
            assert!(read.iter().all(placed));
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_placed() {
    let good = "(;C[a])\n";
    for (game, bad) in [
        (&b"(;C[\xFF])"[..], 4),
        (b"(;C[abc\xE6\xA3]D[])", 7),
        (b"(;C[\xC3];B[\xC3\xA9])", 4),
        // What stands further left is reported: here the bytes, there the fault.
        (b"(;C[\xC3];b[x])", 4),
    ] {
        let stream = [good.as_bytes(), game].concat();
        for at_once in AT_ONCE {
            let (read, error) = drain(GameReader::new(Drops::new(&stream, at_once)));
            let error = error.unwrap();
            assert_eq!(read.len(), 1);
            assert!(matches!(error.kind(), ReadErrorKind::InvalidUtf8), "{error:?}");
            assert_eq!((error.game_offset(), error.offset()), (8, 8 + bad));
        }
    }
    for (stream, at) in
        [(&b"(;b[\xC3])"[..], 2), (b"(;)\xC3", 3), (b"\xE6\xA3(;)", 0), (b"(;C[x] \xE6\xA3", 7)]
    {
        for at_once in AT_ONCE {
            let error = drain(GameReader::new(Drops::new(stream, at_once))).1.unwrap();
            assert!(matches!(error.kind(), ReadErrorKind::Syntax(_)), "{error:?}");
            assert_eq!(error.offset(), at);
        }
    }
}

#[test]
fn a_game_that_is_too_long_is_refused_at_every_size_of_a_read() {
    let stream = "(;B[aa]) (;C[0123456789];W[bb]) ".repeat(3);
    for limit in 0..40 {
        for at_once in AT_ONCE {
            let reader = GameReader::new(Drops::new(stream.as_bytes(), at_once));
            let (read, error) = drain(reader.max_game_bytes(limit));
            let (games, offset) = match limit {
                0..8 => (0, 0),
                8..22 => (1, 9),
                _ => (6, 0),
            };
            assert_eq!(read.len(), games, "{limit} {at_once}");
            match error {
                None => assert_eq!(games, 6),
                Some(error) => {
                    let kind = error.kind();
                    assert!(matches!(kind, ReadErrorKind::GameTooLong { limit: l } if *l == limit));
                    assert_eq!((error.offset(), error.game_offset()), (offset, offset));
                }
            }
        }
    }
    // A fault within the bound is reported, one after it is not looked at.
    for (limit, is_syntax) in [(3, false), (4, true)] {
        for at_once in AT_ONCE {
            let reader = GameReader::new(Drops::new(b"(;)(;B!", at_once)).max_game_bytes(limit);
            let error = drain(reader).1.unwrap();
            assert_eq!(matches!(error.kind(), ReadErrorKind::Syntax(_)), is_syntax, "{error:?}");
        }
    }
}

#[test]
fn a_failed_read_is_an_error_with_its_place() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the line is dead"))
        }
    }
    let (read, error) = drain(GameReader::new(b"(;B[aa])(;B[".chain(Broken)));
    let error = error.unwrap();
    assert_eq!(read.len(), 1);
    assert!(matches!(error.kind(), ReadErrorKind::Io(_)));
    assert_eq!((error.game_offset(), error.offset()), (8, 12));
    assert_eq!(error.to_string(), "the line is dead at byte 12");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn a_game_is_given_as_soon_as_it_is_there() {
    // Would wait for ever.
    struct Silence;
    impl Read for Silence {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("read on before the game was given");
        }
    }
    let comment = "x".repeat(10_000);
    let game = format!("(;C[{comment}];B[aa])");
    for at_once in [1, 9_000, usize::MAX] {
        let mut games = GameReader::new(Drops::new(game.as_bytes(), at_once).chain(Silence));
        // The text ends with the stream: `chain` would ask the second part only after that.
        assert_eq!(games.next_game().unwrap().unwrap().text(), game);
    }
    let mut games = GameReader::new(b"(;)".chain(Silence));
    assert_eq!(games.next_game().unwrap().unwrap().text(), "(;)");
}

#[test]
fn single_bytes_of_long_things_take_linear_time() {
    // With a look at everything for each byte this would take hours.
    let long = 1_000_000;
    for source in [
        format!("(;C[{}])", "\\]".repeat(long / 2)),
        format!("(;C[{}])", "x".repeat(long)),
        format!("(;{}[x])", "K".repeat(long)),
        format!("(;K{}[x])", " ".repeat(long)),
        format!("(;K{};)", "\n".repeat(long)),
        format!("({};)", " ".repeat(long)),
        format!("{}(;)", " ".repeat(long)),
        format!("(;AB{})", "[]".repeat(long / 2)),
        format!("({})", ";".repeat(long)),
        "(;".repeat(long / 2),
        "\\".repeat(long),
    ] {
        let mut games = GameReader::new(Drops::new(source.as_bytes(), 1));
        let sound = games.next_game().is_ok();
        assert_eq!(sound, kifu::parse(&Arena::new(), &source).is_ok());
    }
}

#[test]
fn the_memory_is_that_of_the_largest_game() {
    let stream = generator::plain(17, 3_000_000).concat();
    let mut games = 0;
    let info = measure(|| {
        let mut reader = GameReader::new(stream.as_bytes());
        while reader.next_game().unwrap().is_some() {
            games += 1;
        }
    });
    assert!(games > 1000);
    assert_eq!(info.count_total, 1, "the buffer");
    assert_eq!(info.bytes_max, 64 * 1024);
    // A game without an end: the bound, the buffer before it grew, and nothing else.
    let endless = io::Read::chain(&b"(;C["[..], io::repeat(b'x'));
    let info = measure(|| {
        let mut reader = GameReader::new(endless).max_game_bytes(1_000_000);
        let error = reader.next_game().unwrap_err();
        assert!(matches!(error.kind(), ReadErrorKind::GameTooLong { .. }));
    });
    assert!(info.bytes_max < 2_100_000, "{} bytes at once", info.bytes_max);
}
