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
//! | `--stopafter`, `--gamelimit`, `--firstgame`, `--selectonly`, `--skipmatching` | by number | `--limit`; `--where '.game >= 10 and .game < 20'` |
//! | `-D`, `-d`, `-U` | no duplicates; duplicates in a file; only what occurs again | `kifu dedupe --keep first`, `--rest`, `kifu dedupe` |
//! | `-c` | duplicates of a file | `kifu dedupe --against` |
//! | `--fuzzydepth` | duplicates by the position after so many plies | `kifu dedupe --by prefix:N` compares the moves; positions are not there |
//! | `--deletesamesetup` | one game for each initial position | not there |
//! | `-o`, `-a` | to a file, to its end | `-o`; `>>` |
//! | `-#` | so many games in a file | `kifu split` has one game in a file; for tables `--partition-rows` |
//! | `-C`, `-V`, `-N` | without comments, variations, annotations | `kifu strip --comments`, `--variations`, `--analysis` |
//! | `--splitvariants` | each variation a game | not there |
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
//! | SQL over its table | `--where`, or SQL over `kifu games --format parquet` |
//! | Signature search | the column `dyer` of `kifu games`; `kifu dedupe --by dyer` |
//! | Tags that its user gave to games | not there |
//! | Patterns on the board | not there yet |
