//! What a warm parser allocates: the arena, its tables, and the texts that must be copied.

use allocation_counter::{AllocationInfo, measure};
use kifu::{Arena, Parser};

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
