//! What a warm parser allocates: the arena, its tables, and the texts that must be copied; and
//! what an owned tree takes.

use allocation_counter::{AllocationInfo, measure};
use kifu::{Arena, Parser};

use crate::{generator, jobs};

/// The allocations of one parse into a fresh arena, by a parser that has read the input before.
fn warm(source: &str) -> AllocationInfo {
    let mut parser = Parser::new();
    parser.parse(&Arena::new(), source).unwrap();
    measure(|| {
        let arena = Arena::new();
        parser.parse(&arena, source).unwrap();
    })
}

#[test]
fn a_game_costs_the_arena_and_three_tables() {
    let source = format!("(;GM[1]FF[4]SZ[19]{})", ";B[pd];W[dp]".repeat(120));
    let info = warm(&source);
    assert_eq!(info.count_total, 4, "the arena, game trees, nodes, properties");
    assert_eq!(info.count_current, 0, "dropping the arena gives everything back");
    // Sixteen bytes for a node, 48 for a property, and one game tree.
    let tables = 241 * 16 + 243 * 48 + 16;
    let arena = info.bytes_total - tables;
    assert!(arena < 250, "the tables have no slack, and the arena takes {arena} bytes");
}

/// The README of the benchmarks has the figures.
#[test]
fn trees_that_are_all_kept_take_a_few_bytes_for_each_of_the_input() {
    for (set, files, most) in [
        ("plain", generator::plain(1, 400_000), 12.0),
        ("comments", generator::comments(1, 400_000), 4.0),
    ] {
        let bytes: usize = files.iter().map(String::len).sum();
        let info = measure(|| jobs::kept_trees(&mut Parser::new(), &files));
        let factor = info.bytes_max as f64 / bytes as f64;
        assert!(factor <= most, "{set}: {factor:.2} bytes for each byte");
    }
}

#[test]
fn several_values_cost_one_more_table() {
    let info = warm("(;AB[aa][bb][cc]AW[dd][ee];LB[aa:1][bb:2])");
    assert_eq!(info.count_total, 5);
}

#[test]
fn each_copied_value_costs_one_allocation() {
    let info = warm("(;C[a\\]]GC[b\tc]LB[aa:\\]][bb:\\:];C[plain\ntext])");
    let tables = 6;
    assert_eq!(info.count_total, tables + 4, "one for each, and a table of where they stand");
}

#[test]
fn many_copied_values_cost_one_table_all_the_same() {
    let info = warm(&format!("({})", ";C[a\\]]".repeat(10_000)));
    assert_eq!(info.count_total, 5 + 10_000);
}

#[test]
fn a_compose_is_split_in_place() {
    let arena = Arena::new();
    let collection = kifu::parse(&arena, r"(;AP[a\:b:1.0\]])").unwrap();
    let value = collection.root().unwrap().get("AP").unwrap().first_value();
    let info = measure(|| {
        assert!(value.compose().is_some());
        assert!(value == value);
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn the_number_of_games_and_nodes_does_not_matter() {
    let info = warm(&"(;B[aa](;W[bb])(;W[cc]))".repeat(10_000));
    assert_eq!(info.count_total, 4);
}

#[test]
fn a_parse_that_fails_leaves_nothing_behind() {
    let mut parser = Parser::new();
    let source = "(;B[aa];W[bb]C[x\\]])(;";
    parser.parse(&Arena::new(), source).unwrap_err();
    let arena = Arena::new();
    let info = measure(|| {
        parser.parse(&arena, source).unwrap_err();
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_survey_costs_nothing() {
    let source = "(;GM[1]SZ[19]PB[棋譜]C[a\\]b];AB[aa][bb](;W[bb];B[cc])(;W[cc]))".repeat(100);
    let mut parser = Parser::new();
    assert_eq!(parser.survey(source.as_bytes()).diagnostics().len(), 0);
    let info = measure(|| {
        let survey = parser.survey(source.as_bytes());
        assert_eq!((survey.game_trees().len(), survey.node_count()), (100, 500));
        let players = survey.game_trees().filter_map(|game| game.root_text("PB"));
        assert!(players.eq(std::iter::repeat_n("棋譜", 100)));
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn an_owned_tree_costs_four_tables_whatever_its_size() {
    for count in [1, 1000] {
        let source =
            format!("(;AB[aa][bb]C[x\\]]{})", "(;B[aa];W[bb]C[x\\:])(;AB[x][y])".repeat(count));
        let arena = Arena::new();
        let collection = kifu::parse(&arena, &source).unwrap();
        let info = measure(|| drop(collection.to_owned_tree()));
        // What was reserved too much is given back, which counts as an allocation again.
        assert!(info.count_total <= 4 + 2, "{}", info.count_total);
        assert_eq!(info.count_current, 0);
        let owned = collection.to_owned_tree();
        let copy = measure(|| drop(owned.clone()));
        assert_eq!(copy.count_total, 4, "nodes, properties, values, text");
        let count = count as u64;
        let nodes = 2 + 3 * count;
        let text = 9 + 13 * count;
        let tables = nodes * 36 + (2 + 4 * count) * 24 + (3 + 5 * count) * 16;
        assert_eq!(copy.bytes_total, tables + text, "the tables have no slack");
    }
}

#[test]
fn an_owned_copy_of_one_game_takes_no_room_for_the_others() {
    let source = "(;C[a game];B[aa])".repeat(10_000);
    let arena = Arena::new();
    let mut parser = Parser::new();
    let collection = kifu::parse(&arena, &source).unwrap();
    let game = collection.game_trees().nth(5000).unwrap();
    let info = measure(|| drop(game.to_owned_tree()));
    assert!(info.bytes_total < 1000, "{} bytes", info.bytes_total);
    let one = parser.games(&source).next_game(&arena).unwrap().unwrap();
    let info = measure(|| drop(one.to_owned_tree()));
    assert!(info.bytes_total < 1000, "{} bytes", info.bytes_total);
}
