//! Tolerant reading: what holds for any input, tried on random ones, and each input on which it
//! and the reference reader ever differed.

use kifu::Parser;

use crate::account;
use crate::choose::Random;
use crate::damage;
use crate::differential::{compare, compare_strict, parser, random_tokens};
use crate::oddities::random_oddity;

#[test]
fn every_byte_of_random_tokens_is_accounted_for() {
    let (mut parser, mut random, mut source) = (parser(), Random::new(2), Vec::new());
    for _ in 0..20_000 {
        random_tokens(&mut random, &mut source);
        account::check(&mut parser, &source);
    }
}

/// Found by the fuzzer: cut off at its bad byte, the last value ends where a tree may start.
#[test]
fn a_bad_byte_in_a_value_that_holds_a_tree_is_accounted_for() {
    account::check(&mut parser(), b"(;(;F[]GM[])(;B[(;\xBF]");
}

#[test]
fn a_changed_byte_costs_its_game_tree_and_the_next_at_most() {
    let (mut parser, mut random) = (parser(), Random::new(3));
    for _ in 0..20_000 {
        damage::check(&mut parser, &mut random);
    }
}

/// A number that the environment names, or another.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// As many strings as `KIFU_STRINGS` says, others for each `KIFU_SEED`.
fn for_random_strings(count: u64, mut check: impl FnMut(&mut Parser, &[u8])) {
    let mut random = Random::new(number("KIFU_SEED", 1));
    let (mut parser, mut source) = (parser(), Vec::new());
    for _ in 0..number("KIFU_STRINGS", count) {
        random_oddity(&mut random, &mut source);
        check(&mut parser, &source);
    }
}

#[test]
fn random_strings_are_read_as_the_reference_reader_reads_them() {
    for_random_strings(40_000, compare);
}

#[test]
fn strict_reading_accepts_what_the_reference_reader_finds_only_suspicious() {
    for_random_strings(20_000, compare_strict);
}

#[test]
fn random_tokens_are_read_as_the_reference_reader_reads_them() {
    let (mut parser, mut random, mut source) = (parser(), Random::new(1), Vec::new());
    for _ in 0..20_000 {
        random_tokens(&mut random, &mut source);
        compare(&mut parser, &source);
    }
}

fn compare_all(sources: &[&[u8]]) {
    sources.iter().for_each(|source| compare(&mut parser(), source));
}

#[test]
fn a_paren_is_found_before_what_was_skipped_in_it() {
    compare_all(&[b"((!(", b"((!)", b"((A(", b"((])", b"(;A[a](!!;GM[1]", b"(;A[a]([x])"]);
}

#[test]
fn an_empty_tree_does_not_heal_a_game_tree() {
    compare_all(&[b"(()(;A[a](;GM[1])))", b"((;A[a])()(;B[b](;GM[1])))", b"((;A[a](;GM[1])))"]);
}

#[test]
fn a_value_without_property_and_end_keeps_its_white_space() {
    compare_all(&[b"(([\t", b"(;[a\n", b"(;[ "]);
}

#[test]
fn a_byte_order_mark_inside_the_input_is_odd_white_space() {
    let mark = b"\xEF\xBB\xBF";
    compare_all(&[&[b" ", &mark[..], b"(;)"].concat(), &[b"(;)", &mark[..], b"(;)"].concat()]);
    compare_all(&[mark, &mark.repeat(2), &[&mark[..], b"(;)"].concat()]);
}

#[test]
fn a_cut_takes_the_diagnostics_of_its_record_along() {
    compare_all(&[
        b"(;(GM[",
        b"(;A!(;x[1]!;y[2]",
        b"(;A!(;x[1]GM[1])",
        b"(;(;GM[1];x[1](;y[1]!GM[1]",
    ]);
}

#[test]
fn a_duplicate_is_noted_in_the_game_tree_of_its_node() {
    compare_all(&[b"(C[]C[", b"(;A[]A[])(;", b";e[]e[", b"(;A[](;B[]B[])(;SZ[])(;C[]C[]!"]);
}

#[test]
fn a_root_property_whose_value_has_no_end_makes_a_candidate() {
    compare_all(&[b"(;(;GM[", b"(;(;Gm[", b"(;A!(;GM[", b"(;(;FF[1]C[x]FF[", b"(;(()GM["]);
}

#[test]
fn a_name_is_compared_with_those_of_before_a_fault() {
    compare_all(&[b"(;Cx[]C[", b"(;Cx[]!;C[]", b"(;Cx[]!C[])", b"(;C[]A!Cx[]C[]"]);
}

#[test]
fn a_further_value_goes_to_the_last_property_and_not_to_one_that_was_joined() {
    compare_all(&[b"(;C[]A[]C[][", b"(;A[](;GM[]C[]B[]C[][abc", b"(;A[](;GM[])(;B[x][abc"]);
}

#[test]
fn a_paren_without_a_node_is_read_again_with_what_is_in_it() {
    compare_all(&[b"(;(;FF[])((", b"(;(;FF[])()", b"(;A[](;GM[])(B[x])", b"(;A[](;GM[])(!;B[x])"]);
    compare_all(&[b"(;A[](;GM[])(", b"(;A[](;GM[])(;C[abc"]);
}
