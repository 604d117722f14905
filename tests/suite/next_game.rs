//! One game tree at a time beside the whole collection: the same trees with the same spans, the
//! same faults, and what is said where the source ends too early.

use allocation_counter::measure;
use kifu::{Arena, Before, Error, ErrorKind, GameTree, ParseOptions, Parser};

use crate::choose::Choose as _;
use crate::generator;
use crate::tokens::{self, Random};
use crate::{choose, differential};

/// Hands each game tree to `check`, read into an arena of its own.
fn each_game(
    parser: &mut Parser,
    source: &str,
    mut check: impl FnMut(GameTree<'_>),
) -> Result<(), Error> {
    let mut at = 0;
    loop {
        let arena = Arena::new();
        let Some(next) = parser.next_game(&arena, source, at)? else { return Ok(()) };
        assert_eq!(next.collection().game_trees().len(), 1);
        assert_eq!(next.end(), next.game_tree().span().end());
        assert!(next.end() > at);
        check(next.game_tree());
        at = next.end();
    }
}

/// Whether the game trees are those of the whole collection, or the fault is the same.
fn check(parser: &mut Parser, source: &str) -> usize {
    let arena = Arena::new();
    let whole = kifu::parse(&arena, source);
    let mut expected = whole.ok().into_iter().flat_map(kifu::Collection::game_trees);
    let mut count = 0;
    let result = each_game(parser, source, |game| {
        count += 1;
        if whole.is_err() {
            return;
        }
        let twin = expected.next().unwrap();
        assert_eq!(game, twin);
        assert_eq!(game.span(), twin.span());
        assert!(game.nodes().zip(twin.nodes()).all(|(game, twin)| game.span() == twin.span()));
        let values = |game: GameTree<'_>| -> Vec<_> {
            let properties = game.nodes().flat_map(kifu::Node::properties);
            properties.flat_map(kifu::Property::values).map(kifu::Value::span).collect()
        };
        assert_eq!(values(game), values(twin));
    });
    match whole {
        Ok(_) => assert!(result.is_ok() && expected.next().is_none()),
        Err(error) if error.kind() == ErrorKind::Empty => assert_eq!((result, count), (Ok(()), 0)),
        Err(error) => assert_eq!(result, Err(error), "{source:?}"),
    }
    count
}

#[test]
fn games_are_those_of_the_collection() {
    let mut parser = Parser::new();
    for (_, set) in generator::SETS {
        let games = set(11, 60_000);
        assert_eq!(check(&mut parser, &games.concat()), games.len());
        assert_eq!(check(&mut parser, &format!("\u{FEFF}\n{}", games.join(" \n"))), games.len());
    }
}

#[test]
fn random_sources_have_the_same_games_and_faults() {
    let mut parser = Parser::new();
    let mut random = Random::new(3);
    let mut games = 0;
    for round in 0..3000 {
        let size = 1 + random.below(40);
        games += check(&mut parser, &tokens::source(&mut random, size, [0, 8, 40][round % 3]));
    }
    assert!(games > 3000);
    for source in ["", " \n", "\u{FEFF}", "\u{FEFF} (;)", "x", " x(;)", "(;)x", "(;) \u{FEFF}(;)"] {
        check(&mut parser, source);
    }
}

#[test]
fn a_source_cut_anywhere_asks_for_more() {
    let source = "\u{FEFF}(;B [aa]\nC[x\\]é];LONG[a][b](;W[bb]) ( ;B[cc])) (;KM[6.5])";
    let ends = [source.find(") (;KM").unwrap() + 1, source.len()];
    let mut parser = Parser::new();
    for cut in (0..source.len()).filter(|&cut| source.is_char_boundary(cut)) {
        let mut games = 0;
        let result = each_game(&mut parser, &source[..cut], |_| games += 1);
        assert_eq!(games, ends.iter().filter(|&&end| end <= cut).count());
        let between = source[..cut].trim_start_matches('\u{FEFF}').is_empty()
            || ends.iter().any(|&end| source[..cut].trim_end().len() == end);
        match result {
            Ok(()) => assert!(between, "{cut}"),
            Err(error) => assert!(error.is_incomplete() && !between, "{cut}: {error}"),
        }
    }
}

#[test]
fn a_fault_is_not_mended_by_more() {
    let mut random = Random::new(4);
    let mut final_faults = 0;
    for _ in 0..2000 {
        let size = 1 + random.below(30);
        let source = tokens::source(&mut random, size, 6);
        let Err(error) = kifu::parse(&Arena::new(), &source) else { continue };
        if error.is_incomplete() {
            continue;
        }
        final_faults += 1;
        for more in [")", "]", "[x]", ";", "(;)"] {
            let longer = source.clone() + more;
            assert_eq!(kifu::parse(&Arena::new(), &longer), Err(error), "{longer:?}");
        }
    }
    assert!(final_faults > 500);
}

#[test]
fn duplicates_belong_to_their_game() {
    let mut parser = Parser::new();
    let source = "(;B[aa]C[x])(;B[bb]C[y];C[z]C[z])";
    assert_eq!(check(&mut parser, source), 1);
    // A node with so many properties that they are looked at when it ends.
    let crowd: String = ('A'..='Z').flat_map(|a| ["X", "Y"].map(|b| format!("{a}{b}[]"))).collect();
    assert_eq!(check(&mut parser, &format!("(;)(;{crowd})(;{crowd}AX[])")), 2);
    assert_eq!(check(&mut parser, &format!("(;)(;{crowd})(;{crowd}AX[]")), 2);
}

#[test]
fn any_place_can_be_asked_for() {
    let mut parser = Parser::new();
    let arena = Arena::new();
    let source = "(;GN[é])";
    for at in 1..source.len() {
        let error = parser.next_game(&arena, source, at).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TrailingData { .. }), "{at}: {error}");
        assert_eq!(error.span().start(), at);
    }
    for at in [source.len(), source.len() + 1, usize::MAX] {
        assert!(parser.next_game(&arena, source, at).unwrap().is_none());
    }
}

#[test]
fn bounds_hold_for_each_game() {
    let mut parser = Parser::with_options(ParseOptions::new().max_nodes(2).max_depth(1));
    let mut games = 0;
    let error = each_game(&mut parser, "(;;)(;;)(;)(;;;)", |_| games += 1).unwrap_err();
    assert_eq!((games, error.kind()), (3, ErrorKind::TooManyNodes { limit: 2 }));
    let error = each_game(&mut parser, "(;)(;(;))", |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 1 });
    let mut parser = Parser::with_options(ParseOptions::new().max_bytes(5));
    let error = each_game(&mut parser, "(;)(;)", |_| ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InputTooLong { limit: 5 });
}

#[test]
fn a_warm_parser_allocates_for_each_game_what_it_is_made_of() {
    let game = format!("(;GM[1]FF[4]SZ[19]{})", ";B[pd];W[dp]".repeat(120));
    let source = game.repeat(50);
    let mut parser = Parser::new();
    let mut read = || each_game(&mut parser, &source, |_| ()).unwrap();
    read();
    let info = measure(read);
    // The last arena finds no game, and stays empty.
    assert_eq!(info.count_total, 50 * 4 + 1);
    assert!(info.bytes_max < 20_000, "{} bytes at once", info.bytes_max);
}

#[test]
fn many_games_can_share_an_arena() {
    let source = "(;B[aa])".repeat(1000);
    let mut parser = Parser::new();
    let arena = Arena::new();
    let mut games = parser.games(&source);
    let mut read = Vec::new();
    while let Some(game) = games.next_game(&arena).unwrap() {
        read.push(game);
        assert_eq!(games.offset(), 8 * read.len());
    }
    assert_eq!(read.len(), 1000);
    assert!(read.iter().all(|game| game == &read[0]));
}

#[test]
fn part_by_part_gives_what_the_whole_gives() {
    let mut random = choose::Random::new(11);
    let mut parsers = [differential::parser(), Parser::new()];
    let mut source = Vec::new();
    for round in 0..100_000 {
        let parser = &mut parsers[round % 2];
        differential::random_tokens(&mut random, &mut source);
        let arena = Arena::new();
        let whole = parser.read(&arena, &source);
        let (mut at, mut games, mut found) = (0, 0, Vec::new());
        let mut before = Before::of(&source);
        while let Some(part) = parser.read_next(&arena, &source, at, &mut before) {
            assert!(part.end() > at || at == source.len(), "{}", source.escape_ascii());
            at = part.end();
            let collection = part.collection();
            for (game, expected) in collection.game_trees().zip(whole.game_trees().skip(games)) {
                assert_eq!(game, expected, "{}", source.escape_ascii());
                assert_eq!(game.span(), expected.span());
            }
            found.extend(collection.diagnostics().iter().map(|fault| fault.behind(games)));
            games += collection.game_trees().len();
        }
        assert_eq!(found, whole.diagnostics(), "{}", source.escape_ascii());
        assert_eq!(games, whole.game_trees().len());
    }
}

/// Whether a game tree follows at once.
fn game_follows(source: &[u8]) -> bool {
    let rest = source.trim_ascii_start().strip_prefix(b"(");
    rest.is_some_and(|rest| rest.trim_ascii_start().starts_with(b";"))
}

#[test]
fn piece_by_piece_gives_what_the_whole_gives() {
    let mut random = choose::Random::new(12);
    let mut parser = differential::parser();
    let (mut token, mut source) = (Vec::new(), Vec::new());
    let mut pieces = 0;
    for _ in 0..50_000 {
        source.clear();
        for _ in 0..random.below(4) {
            differential::random_tokens(&mut random, &mut token);
            source.extend_from_slice(&token);
            source.extend_from_slice(
                [&b"(;B[aa])"[..], b" (;KO;B[bb]) ", b"(;C[x", b""][random.below(4)],
            );
        }
        let arena = Arena::new();
        let whole = parser.read(&arena, &source);
        if source.is_empty() {
            assert!(parser.read_game(&arena, &source, 0).is_none());
        }
        let mut before = Before::of(&source);
        let (mut at, mut piece) = (0, (0, before));
        let (mut games, mut found) = (Vec::new(), Vec::new());
        while let Some(part) = parser.read_next(&arena, &source, at, &mut before) {
            at = part.end();
            if at < source.len() && game_follows(&source[at..]) {
                let (start, mut before) = std::mem::replace(&mut piece, (at, before));
                let read = parser.read_rest(&arena, &source[..at], start, &mut before);
                assert_eq!(before, piece.1);
                found.extend(read.diagnostics().iter().map(|fault| fault.behind(games.len())));
                games.extend(read.game_trees());
                pieces += 1;
            }
        }
        let rest = parser.read_rest(&arena, &source, piece.0, &mut piece.1);
        found.extend(rest.diagnostics().iter().map(|fault| fault.behind(games.len())));
        games.extend(rest.game_trees());
        assert_eq!(found, whole.diagnostics(), "{}", source.escape_ascii());
        assert!(games.iter().copied().eq(whole.game_trees()), "{}", source.escape_ascii());
        assert!(
            games.iter().zip(whole.game_trees()).all(|(game, twin)| game.span() == twin.span())
        );
    }
    assert!(pieces > 5_000, "{pieces}");
}
