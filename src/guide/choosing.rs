//! Choosing games: by what they say of themselves, by an expression, or because they are the same as
//! others.
//!
//! # In the library
//!
//! [`Choice`](crate::choose::Choice) judges a game by criteria. A criterion compares values, not
//! texts: `DT[1846-09]` is in 1846, `RE[B+Resign]` is `B+R`, `SZ[19:19]` is 19. A game that does not say
//! what is asked for, or not readably, is not chosen, and the verdict says which criterion it could not be
//! judged by.
//!
//! ```
//! use kifu::choose::{Choice, Criterion, Verdict};
//!
//! let arena = kifu::Arena::new();
//! let games = "(;PB[Sato]RE[B+Resign]DT[2016-03])(;PB[Sato]RE[B+3.5])(;PB[Sato])(;PB[Ueda]RE[B+R])";
//! let collection = kifu::parse(&arena, games)?;
//! let choice = Choice::new().player("sato").result("B+R".parse()?);
//! let verdicts: Vec<_> = collection.game_trees().map(|game| choice.judge(game)).collect();
//! assert_eq!(verdicts[..2], [Verdict::Chosen, Verdict::NotChosen]);
//! assert_eq!(verdicts[2..], [Verdict::Unknown(Criterion::Result), Verdict::NotChosen]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `jq`, `Filter` asks an expression about the row of a game; with the feature
//! `rows`, `GameKeys` says which games are the same.
//!
//! # In the program
//!
//! All commands that read records take the same options. All that are given have to be met; of one that is
//! given more than once one value is enough.
//!
//! | option | what is chosen |
//! |---|---|
//! | `--player`, `--black`, `--white`, `--event` | any part of the name, in capitals or not |
//! | `--since`, `--until` | `2015`, `2015-06`, `2015-06-30`: played then or later, then or earlier |
//! | `--result` | `B+`, `W+R`, `B+T`, `B+F`, `B+1..10`, `resign`, `time`, `forfeit`, `points`, `draw`, `void` |
//! | `--rank` | both players, in the order 30k … 1k, 1d … 10d, 1p … 10p |
//! | `--komi`, `--size`, `--handicap`, `--moves` | a value or a range: `A`, `A..B`, `A..`, `..B` |
//! | `--game-kind`, `--has` | a number or a name; a property, in any node |
//! | `--where` | an expression of jq over the row that `kifu games --format ndjson` prints |
//! | `--invert` | the games that are not meant by the others |
//! | `--limit`, `--sample` and `--seed` | the first ones; some at random |
//! | `kifu cat --rest` | where those go that are not chosen |
//!
//! # By name
//!
//! A path may name a member of an archive and a game of a record, as all commands print them:
//!
//! | path | what it names |
//! |---|---|
//! | `archive.zip!dir/game.sgf` | a member; `archive.zip!inner.zip!game.sgf` one of an archive in an archive |
//! | `games.sgfs#12` | the game whose column `game` is 12: the first has 0 |
//! | `archive.zip!dir/games.sgfs#12` | both |
//!
//! What is the path of a file as it stands is that file, whatever its name holds. `--rows` takes names from a
//! table instead: from what `kifu games` or `kifu moves` printed, or from what a query made of it. The options
//! above then choose among the games that are named, and `kifu cat --rest` has those of them that are not
//! chosen.
//!
//! In the library, with the feature `archives`, `Name` of `kifu::archives` takes a name apart, and
//! `Targets` say what to look for:
//!
#![cfg_attr(feature = "archives", doc = "```")]
#![cfg_attr(not(feature = "archives"), doc = "```ignore")]
//! use std::ops::ControlFlow;
//! use std::path::Path;
//! use kifu::archives::{Archives, Targets, WhichGame};
//!
//! let mut targets = Targets::of_names(["tests/archives/folders.7z!a/1.sgf"]);
//! targets.add(Path::new("tests/records/problems.sgf"), None, WhichGame::Number(1));
//! let mut comments = Vec::new();
//! Archives::new().each_target(&targets, |found| {
//!     let record = found.unwrap();
//!     let arena = kifu::Arena::new();
//!     let games = kifu::Parser::new().read(&arena, record.bytes()).game_trees();
//!     let wanted = games.filter(|&game| record.entry().wants(game));
//!     comments.extend(wanted.map(|game| game.root().text("C").unwrap().to_owned()));
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(comments, ["1", "Black to play and kill."]);
//! assert_eq!(targets.missing().count(), 0);
//! ```
//!
//! # What pgn-extract has
//!
//! `pgn-extract` is what chess has for this. Its options, and how the same is said here:
//!
//! | pgn-extract | what it does | here |
//! |---|---|---|
//! | `-Tp`, `-Tw`, `-Tb`, `-Ta` | player, White, Black, annotator | `--player`, `--white`, `--black`, `--where '.AN == "…"'` |
//! | `-Td`, `-Tr`, `-t` with relations | date, result, any tag with `<`, `>` | `--since`, `--until`, `--result`, `--where` |
//! | `--tagsubstr` | any part of a tag | always so for names |
//! | `-S` | names that sound alike | `--where '.PB \| test("…"; "i")'`; sounds are not compared |
//! | `-b`, `-p`, `--minmoves`, `--maxmoves` | number of moves | `--moves` |
//! | `--commented` | games with a comment | `--has C` |
//! | `--onlysetuptags`, `--nosetuptags` | games that start from a position | `--has AB`, with `--invert` the others |
//! | `-n` | what does not match, in a file | `kifu cat --rest` |
//! | `--suppressmatched` | only what does not match | `--invert` |
//! | `--stopafter`, `--gamelimit`, `--firstgame`, `--selectonly`, `--skipmatching` | by number | `--limit`; `games.sgfs#12`; `--where '.game >= 10 and .game < 20'` |
//! | `-D`, `-d`, `-U` | no duplicates; duplicates in a file; only what occurs again | `kifu dedupe --keep first`, `--rest`, `kifu dedupe` |
//! | `-c` | duplicates of a file | `kifu dedupe --against` |
//! | `--fuzzydepth` | duplicates by the position after so many plies | `kifu dedupe --by prefix:N` compares the moves; positions are not there |
//! | `--deletesamesetup` | one game for each initial position | not there |
//! | `-o`, `-a` | to a file, to its end | `-o`; `>>` |
//! | `-#` | so many games in a file | `kifu split` has one game in a file; for tables `--partition-rows` |
//! | `-C`, `-V`, `-N` | without comments, variations, annotations | `kifu strip --comments`, `--variations`, `--analysis` |
//! | `--splitvariants` | each variation a game | `kifu split --variations` |
//! | `-f`, `-A` | files that list the inputs, the arguments | `--files-from`; `xargs` |
//! | `-r` | only check | `kifu check` |
//! | `--json`, `--tsv` | other formats | `kifu json`, `kifu games --format csv`, `kifu moves` |
//! | `-v`, `-x`, `-H`, `--fenpattern`, `-y`, `-z` | lines, positions, material | not there: positions are not searched yet |
//! | `-e`, `-E` | opening codes | `first_moves` of `kifu games`; go has no codes of that kind |
//! | `-M`, `--stalemate`, `--50`, `--repetition` | how a game of chess ends | `--result` |
//! | `-W`, `-w`, `-R`, `-7`, `--notags` | form of the output | `kifu fmt` |
//!
//! # What Kombilo's search by game info has
//!
//! | Kombilo | here |
//! |---|---|
//! | White, Black, Player, Event | `--white`, `--black`, `--player`, `--event` |
//! | From, To | `--since`, `--until` |
//! | Anywhere: a text in the root | `--where '[.[] \| strings] \| any(test("…"; "i"))'` |
//! | SQL over its table | `--where`, or SQL over `kifu games --format parquet` and `--rows` |
//! | Signature search | the column `dyer` of `kifu games`; `kifu dedupe --by dyer` |
//! | Tags that its user gave to games | not there |
//! | Patterns on the board | not there yet |
