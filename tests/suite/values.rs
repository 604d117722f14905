//! What values mean: the cases of the format, what is read of other games than go, and that nothing
//! in a value can make a view panic or fill the memory.

use allocation_counter::measure;
use kifu::values::{
    self, Area, BoardSize, Color, Double, Fault, Game, Move, Notation, OctiKind, Outcome, Point,
    Reading, Repair, Word, catalogue,
};
use kifu::{Arena, OwnedTree, Parser};
use serde_json::{Value, json};

use crate::generator;

fn cases(kind: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/text-cases.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let cases: Vec<Value> = serde_json::from_str(&text).expect(&path);
    cases.into_iter().filter(|case| case["type"] == kind).collect()
}

/// What a case expects: the value, or that there is none; and that no more and no less than what the
/// format allows is exact.
#[track_caller]
fn assert_case<T>(case: &Value, reading: Reading<'_, T>, show: impl Fn(T) -> Value) {
    let name = case["name"].as_str().unwrap();
    let is_exact = reading.is_exact();
    match reading.outcome() {
        Outcome::Exact(value) | Outcome::Repaired(value, _) => {
            assert_eq!(show(value), case["expected"], "{name}");
            assert_eq!(is_exact, case["strict"] == "ok", "{name}");
        }
        Outcome::Unreadable(fault) => {
            assert_eq!(case["strict"], "error", "{name}");
            let expected = if fault == Fault::OffBoard { "off-board" } else { "invalid" };
            assert_eq!(case["expected"], expected, "{name}: {fault}");
        }
    }
}

fn raw(case: &Value) -> &str {
    case["raw"].as_str().unwrap()
}

fn notation(case: &Value) -> Notation {
    let side = |index: usize| case["board"][index].as_u64().unwrap_or(19) as u16;
    Notation::new(Game::GO, BoardSize::new(side(0), side(1)))
}

fn pair(point: Point) -> Value {
    json!([point.column(), point.row()])
}

#[test]
fn numbers_and_colors_are_read_as_the_cases_say() {
    let mut count = 0;
    for case in cases("number") {
        // The rule beside the answer takes a fraction of zeros, as real files have it in `HA[0.0]`.
        if case["name"] == "number-decimal" {
            let outcome = values::number(raw(&case)).outcome();
            assert_eq!(outcome, Outcome::Repaired(9, Repair::ZeroFraction));
            continue;
        }
        assert_case(&case, values::number(raw(&case)), |number| json!(number));
        count += 1;
    }
    for case in cases("real") {
        assert_case(&case, values::real(raw(&case)), |number| json!(number));
        count += 1;
    }
    for case in cases("double") {
        let show = |double| json!(if double == Double::Normal { 1 } else { 2 });
        assert_case(&case, values::double(raw(&case)), show);
        count += 1;
    }
    for case in cases("color") {
        assert_case(&case, values::color(raw(&case)), |color| json!(color.to_string()));
        count += 1;
    }
    assert_eq!(count, 25);
}

#[test]
fn points_and_moves_are_read_as_the_cases_say() {
    for case in cases("move") {
        let show = |played: Move<'_>| match played {
            Move::Point(point) => pair(point),
            Move::Pass => json!("pass"),
            other => panic!("{other:?}"),
        };
        assert_case(&case, notation(&case).read_move(raw(&case)), show);
    }
    for case in cases("point-list") {
        let texts: Vec<&str> =
            case["raw_values"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
        let notation = notation(&case);
        let points: Vec<Value> = notation.points(texts.iter().copied()).map(pair).collect();
        match case["expected_count"].as_u64() {
            Some(count) => assert_eq!(points.len() as u64, count),
            None => assert_eq!(Value::from(points), case["expected"], "{}", case["name"]),
        }
    }
    assert_eq!((cases("move").len(), cases("point-list").len()), (10, 15));
}

#[test]
fn sizes_styles_figures_and_markup_are_read_as_the_cases_say() {
    for case in cases("size") {
        let size = values::size(raw(&case), Game::GO);
        assert_case(&case, size, |size| json!([size.columns(), size.rows()]));
    }
    for case in cases("style") {
        assert_case(&case, values::style(raw(&case)), |style| {
            let show = if style.shows_siblings() { "siblings" } else { "children" };
            json!({"show": show, "board_markup": style.board_markup()})
        });
    }
    for case in cases("figure") {
        assert_case(&case, values::figure(raw(&case)), |figure| match figure {
            None => Value::Null,
            Some(figure) => json!({
                "name": figure.name(),
                "coordinates": figure.coordinates(),
                "diagram_name": figure.diagram_name(),
                "list_unshown_moves": figure.list_unshown_moves(),
                "remove_captured": figure.remove_captured(),
                "hoshi": figure.star_points(),
                "ignore_flags": figure.ignores_flags(),
            }),
        });
    }
    for case in cases("label") {
        let show =
            |label: values::Label<'_>| json!({"point": pair(label.point()), "text": label.text()});
        assert_case(&case, Notation::GO.label(raw(&case)), show);
    }
    for case in cases("line").iter().chain(&cases("arrow")) {
        let show =
            |stroke: values::Stroke| json!({"from": pair(stroke.from()), "to": pair(stroke.to())});
        assert_case(case, Notation::GO.arrow(raw(case)), show);
    }
    let counts = ["size", "style", "figure", "label", "line", "arrow"].map(|it| cases(it).len());
    assert_eq!(counts, [5, 4, 4, 2, 1, 1]);
}

#[test]
fn texts_are_read_as_the_cases_say_from_both_trees() {
    for kind in ["text", "simpletext", "compose"] {
        for case in cases(kind) {
            let (Some(raw), false) = (
                case["raw"].as_str(),
                // In a file the bracket is escaped.
                case["name"].as_str().unwrap().ends_with("dangling-backslash"),
            ) else {
                continue;
            };
            let source = format!("(;X[{raw}])");
            let arena = Arena::new();
            let collection = kifu::parse(&arena, &source).unwrap();
            let owned = collection.to_owned_tree();
            let borrowed = collection.root().unwrap().get("X").unwrap().first_value();
            let copied = owned.root().unwrap().get("X").unwrap().first_value();
            match kind {
                "text" => {
                    assert_eq!(values::text(borrowed), case["expected"]);
                    assert_eq!(values::text(copied), case["expected"]);
                }
                "simpletext" => {
                    assert_eq!(values::simple_text(borrowed), case["expected"].as_str().unwrap());
                    assert_eq!(values::simple_text(copied), case["expected"].as_str().unwrap());
                }
                _ => {
                    let show = |it: values::Compose<'_>| json!([it.first(), it.second()]);
                    assert_case(&case, values::compose(borrowed), show);
                    assert_case(&case, values::compose(copied), show);
                }
            }
        }
    }
}

#[test]
fn idents_of_the_cases_are_read_as_they_say() {
    for case in cases("ident") {
        let arena = Arena::new();
        let source = format!("(;{}[x])", raw(&case));
        let collection = Parser::new().read(&arena, source.as_bytes());
        let ident = collection.root().unwrap().properties().next().unwrap().ident();
        // Without a capital the name stays as it is, and is reported.
        let expected = match case["expected"].as_str().unwrap() {
            "invalid" => raw(&case),
            expected => expected,
        };
        assert_eq!(ident, expected);
        let is_clean = collection.diagnostics().is_empty();
        assert_eq!(is_clean, case["strict"] == "ok", "{}", case["name"]);
    }
}

#[test]
fn a_move_of_go_that_cannot_be_read_is_no_pass() {
    let texts = ["Q16", "resign", "19", "90", "sst", "a", "ää", "zz"];
    for text in texts {
        assert_eq!(Notation::GO.play(text), Move::NotAMove(text));
        assert!(Notation::GO.read_move(text).is_unreadable());
    }
    for text in ["", " ", "tt", "t t", "TT", "pass"] {
        assert_eq!(Notation::GO.play(text), Move::Pass, "{text:?}");
    }
    let corner = Move::Point(Point::new(0, 0));
    for text in ["aa", " aa ", "a\na", "AA", "aA"] {
        assert_eq!(Notation::GO.play(text), corner, "{text:?}");
    }
}

#[test]
fn the_same_letters_of_the_other_case_are_other_points_on_a_large_board() {
    let large = Notation::new(Game::GO, BoardSize::new(52, 52));
    assert_eq!(large.play("AA"), Move::Point(Point::new(26, 26)));
    let between = Notation::new(Game::GO, BoardSize::new(30, 30));
    assert_eq!(between.point("Zz").outcome(), Outcome::Unreadable(Fault::OffBoard));
    assert_eq!(between.play("tt"), Move::Point(Point::new(19, 19)));
}

#[test]
fn the_rules_of_go_touch_no_other_game() {
    let othello = Notation::new(Game::OTHELLO, BoardSize::new(8, 8));
    assert_eq!(othello.play("dc"), Move::Point(Point::new(3, 2)));
    for text in ["tt", "", "DC", "pass", "e6"] {
        assert_eq!(othello.play(text), Move::NotAMove(text));
    }
    let chess = Notation::new(Game::new(3), BoardSize::new(8, 8));
    for text in ["e4", "tt", "", "aa"] {
        assert_eq!(chess.read_move(text).outcome(), Outcome::Exact(Move::Raw(text)));
        assert_eq!(chess.point(text).value(), None);
    }
    let hive = OwnedTree::parse("(;GM[27]AB[aa:cc];B[wQ -])").unwrap();
    let game = hive.first_game_tree().unwrap();
    assert_eq!(Notation::of(game).setup(game.main_line()).count(), 0);
    let moves = Notation::of(game).moves(game.main_line());
    assert!(moves.eq([(Color::Black, Move::Raw("wQ -"))]));
}

#[test]
fn games_with_pages_of_their_own_are_read_as_those_say() {
    let step = |from, to| Move::Step { from, to };
    let point = Point::new;
    let [hex, twixt, lines, amazons, gess] =
        [Game::HEX, Game::TWIXT, Game::LINES_OF_ACTION, Game::AMAZONS, Game::GESS].map(|game| {
            let side = game.default_side().unwrap();
            Notation::new(game, BoardSize::new(side, side))
        });
    assert_eq!(hex.play("a1"), Move::Point(point(0, 0)));
    assert_eq!(hex.play("K11"), Move::Point(point(10, 10)));
    assert_eq!(hex.read_move("l1").outcome(), Outcome::Unreadable(Fault::OffBoard));
    assert_eq!(hex.play("a0"), Move::NotAMove("a0"));
    assert_eq!(hex.play("aa"), Move::NotAMove("aa"));
    assert_eq!(hex.play("swap-sides"), Move::Word(Word::SwapSides));
    assert_eq!(hex.play("pass"), Move::Pass);
    assert_eq!(Notation::new(Game::HEX, None).play("aa27"), Move::Point(point(26, 26)));
    assert_eq!(twixt.play("x24"), Move::Point(point(23, 23)));
    assert_eq!(lines.play("C2:C5++"), step(point(2, 1), point(2, 4)));
    assert_eq!(lines.play("c2-c5"), step(point(2, 1), point(2, 4)));
    assert_eq!(lines.play("resign"), Move::Word(Word::Resign));
    let shot = Move::Shot { from: point(3, 9), to: point(3, 3), arrow: point(6, 3) };
    assert_eq!(amazons.play("djddgd"), shot);
    assert_eq!(amazons.play("dj"), Move::NotAMove("dj"));
    assert_eq!(gess.play("aa:bb"), step(point(0, 0), point(1, 1)));

    let octi = Notation::new(Game::OCTI, None);
    let Move::Octi(prong) = octi.play("33+B!") else { panic!() };
    assert_eq!(prong.kind(), OctiKind::Prong { added: 'B', is_super: true });
    assert_eq!(octi.play("30"), Move::NotAMove("30"));
    assert_eq!(octi.stone(" 46CD\n").value(), Some((point(3, 5), "CD")));
    assert!(octi.points(["4 6", "46CD", "33A:B"]).eq([point(3, 5)]));
    let backgammon = Notation::new(Game::BACKGAMMON, None);
    let Move::Roll(roll) = backgammon.play("66") else { panic!() };
    assert_eq!((roll.dice(), roll.steps().len()), ([6, 6], 0));
    assert_eq!(backgammon.play("double"), Move::Word(Word::Double));
    for text in ["71", "31h", "31hefehefehe", "swap", "double"].into_iter().take(3) {
        assert_eq!(backgammon.play(text), Move::NotAMove(text));
    }
    assert_eq!(hex.play("double"), Move::NotAMove("double"));
    assert_eq!(backgammon.stone("y").value(), Some((point(24, 0), "")));
}

#[test]
fn a_line_holds_what_is_no_move_beside_its_moves() {
    let source = "(;SZ[9]PL[W]AB[aa:ba]AW[cc];W[dd]B[ee];C[no move];B[][ff];W[x])";
    let arena = Arena::new();
    let collection = kifu::parse(&arena, source).unwrap();
    let game = collection.first_game_tree().unwrap();
    let owned = collection.to_owned_tree();
    let copy = owned.first_game_tree().unwrap();
    let notation = Notation::of(game);
    assert_eq!(notation, Notation::of(copy));
    let at = |column, row| Move::Point(Point::new(column, row));
    let expected = [
        (Color::White, at(3, 3)),
        (Color::Black, at(4, 4)),
        (Color::Black, at(5, 5)),
        (Color::White, Move::NotAMove("x")),
    ];
    assert!(notation.moves(game.main_line()).eq(expected));
    assert!(notation.moves(copy.main_line()).eq(expected));
    assert_eq!(notation.setup(game.main_line()).count(), 3);
    assert!(notation.setup(game.main_line()).eq(notation.setup(copy.main_line())));
    assert_eq!(values::move_number(game.main_line().last().unwrap()), 4);
    assert!(values::move_numbers(copy.main_line()).map(|(_, it)| it).eq([0, 2, 2, 3, 4]));
}

#[test]
fn a_list_gives_no_point_twice_and_none_that_the_board_has_not() {
    let full = Notation::new(Game::GO, BoardSize::new(52, 52));
    let count = |values: usize| full.points(std::iter::repeat_n("aa:ZZ", values)).count();
    assert_eq!((count(1), count(1000)), (52 * 52, 52 * 52));
    assert_eq!(full.points(["aa:ZY", "aZ:aZ", "aa:ZZ"]).count(), 52 * 52);
    // A rectangle that leaves the board is no value, rather than a part of it.
    assert_eq!(Notation::GO.points(["aa:tt"]).count(), 0);
    let info = measure(|| assert_eq!(count(100_000), 52 * 52));
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_rectangle_on_a_board_that_is_too_large_is_not_read() {
    let hex = Notation::new(Game::HEX, None);
    assert_eq!(hex.area("a1:zzz65000").outcome(), Outcome::Unreadable(Fault::TooLarge));
    assert_eq!(hex.points(["a1", "zz300", "zz300"]).count(), 3);
    let small = Notation::new(Game::HEX, BoardSize::new(11, 11));
    assert_eq!(small.points(["a1:b2"]).count(), 4);
    let everything = Area::between(Point::new(0, 0), Point::new(u16::MAX, u16::MAX));
    assert_eq!(everything.points().nth(70_000), Some(Point::new(4_464, 1)));
}

#[test]
fn reading_moves_allocates_nothing() {
    let files = generator::plain(1, 20_000);
    let arena = Arena::new();
    let collection = kifu::parse(&arena, &files[0]).unwrap();
    let game = collection.first_game_tree().unwrap();
    let mut points = 0;
    let info = measure(|| {
        let notation = Notation::of(game);
        points = notation.moves(game.nodes()).filter_map(|(_, it)| it.point()).count();
        points += notation.setup(game.nodes()).count();
    });
    assert!(points > 50, "{points}");
    assert_eq!(info.count_total, 0);
}

#[test]
fn each_ident_of_the_catalogue_is_found_and_no_other() {
    for property in catalogue::all() {
        let meanings = catalogue::meanings(property.ident());
        assert!(meanings.iter().any(|it| std::ptr::eq(it, property)), "{}", property.ident());
        assert_ne!(property.name(), "");
        let is_private = property.private_to().is_some();
        assert_eq!(property.versions().next().is_none(), is_private, "{}", property.ident());
    }
    for ident in ["", "a", "AZZ", "ABC", "AB ", "Ab", "ä", "\u{1F600}", "B1", "K", "ZZ", "KTVX"] {
        assert!(catalogue::meanings(ident).is_empty(), "{ident}");
    }
}

/// Any string is something that a view says something about, whatever the game.
#[test]
fn no_view_panics_on_odd_strings() {
    let odd = [
        "",
        ":",
        "::",
        "-",
        "+",
        ".",
        ",",
        "\u{0}",
        "ä:ä",
        "aä",
        "🀄",
        "99999999999999999999",
        "-9223372036854775808",
        "1:",
        ":1",
        "aa:",
        ":aa",
        "65536:65536",
        "a99999999999",
        "zzzzz1",
        "11-",
        "11-1",
        "11-11x11",
        "11+",
        "11+A-",
        "\\",
        "\n",
        "\n:\n",
        "a\tb",
        "aa:bb:cc",
    ];
    let numbers = (0..=42).map(Game::new);
    for game in numbers {
        for size in [None, BoardSize::new(1, 1), BoardSize::new(u16::MAX, u16::MAX)] {
            let notation = Notation::new(game, size);
            for text in odd {
                let _ = (notation.read_move(text), notation.stone(text), notation.label(text));
                let _ = (notation.arrow(text), values::size(text, game), values::figure(text));
                assert!(notation.points([text]).count() <= 64 * 64);
                if let Move::Octi(octi) = notation.play(text) {
                    assert!(octi.jumps().count() <= text.len());
                }
            }
        }
    }
    let least = values::number("-9223372036854775808");
    assert_eq!(least.outcome(), Outcome::Exact(i64::MIN));
    assert_eq!(
        values::number("9223372036854775808").outcome(),
        Outcome::Unreadable(Fault::OutOfRange)
    );
}
