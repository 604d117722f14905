//! Events of any text: pushed, pulled and parsed are the same things and the same fault, skips
//! leave out what a filter would, and one game at a time is the whole collection in parts, from a
//! text and from a stream that gives a few bytes at once.

#![no_main]

#[path = "../../tests/suite/told.rs"]
mod told;

use std::cell::RefCell;
use std::io::{self, Read};

use kifu::{Arena, Error, ErrorKind, Flow, GameReader, Parser, ReadErrorKind};
use libfuzzer_sys::fuzz_target;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::default();
}

fuzz_target!(|source: &str| {
    let all = told::everything(source);
    // The skips follow from the source, so that an input that fails fails again.
    let seed = source.bytes().fold(source.len() as u64, |seed, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    for skip_in in [2, 7, 30] {
        let script = |number: usize| flow(seed, number as u64, skip_in);
        let expected = told::filtered(&all, &script);
        assert_eq!(told::pushed(source, &script), expected);
        assert_eq!(told::pulled(source, &script), expected);
    }
    let ends = PARSER.with_borrow_mut(|parser| game_by_game(parser, source));
    if let Some((ends, fault)) = ends {
        stream(source, &ends, fault, 1 + (seed >> 40) as usize % 9);
    }
});

fn flow(seed: u64, number: u64, skip_in: u64) -> Flow {
    let mixed = (seed ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    match mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33 {
        number if number % skip_in > 0 => Flow::Continue,
        number => match number / skip_in % 12 {
            0..4 => Flow::SkipNode,
            4..8 => Flow::SkipVariation,
            8..11 => Flow::SkipGame,
            _ => Flow::Stop,
        },
    }
}

/// The spans of the game trees, and the fault after them; `None` if that is a duplicate, which a
/// stream does not look for.
fn game_by_game(
    parser: &mut Parser,
    source: &str,
) -> Option<(Vec<std::ops::Range<usize>>, Option<Error>)> {
    let arena = Arena::new();
    let whole = kifu::parse(&arena, source);
    let mut spans = Vec::new();
    let fault = loop {
        let at = spans.last().map_or(0, |span: &std::ops::Range<usize>| span.end);
        match parser.next_game(&Arena::new(), source, at) {
            Ok(None) => break None,
            Err(error) => break Some(error),
            Ok(Some(next)) => {
                spans.push(next.game_tree().span().range());
                let twin = whole.map(|whole| whole.game_trees().nth(spans.len() - 1));
                assert!(twin.is_err() || twin == Ok(Some(next.game_tree())));
            }
        }
    };
    match whole {
        Ok(whole) => assert!(fault.is_none() && whole.game_trees().len() == spans.len()),
        Err(error) if error.kind() == ErrorKind::Empty => assert!(fault.is_none()),
        Err(error) => assert_eq!(fault, Some(error)),
    }
    let duplicate = fault.is_some_and(|fault| fault.kind() == ErrorKind::DuplicateProperty);
    (!duplicate).then_some((spans, fault))
}

/// Gives a few bytes at once.
struct Drops<'s>(&'s [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(buffer.len()).min(self.0.len());
        self.0.read(&mut buffer[..count])
    }
}

fn stream(source: &str, spans: &[std::ops::Range<usize>], fault: Option<Error>, at_once: usize) {
    let mut games = GameReader::new(Drops(source.as_bytes(), at_once));
    for span in spans {
        let game = games.next_game().unwrap().unwrap();
        assert_eq!((game.offset(), game.text()), (span.start as u64, &source[span.clone()]));
    }
    match (games.next_game(), fault) {
        (Ok(None), None) => {}
        (Err(error), Some(fault)) => {
            let ReadErrorKind::Syntax(syntax) = error.kind() else { panic!("{error:?}") };
            assert_eq!(syntax.kind(), fault.kind());
            assert_eq!(error.offset(), fault.span().start() as u64);
        }
        (other, fault) => panic!("{other:?}, not {fault:?}"),
    }
}
