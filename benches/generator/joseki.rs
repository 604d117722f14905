//! Annotated trees as joseki dictionaries are: many variations, labels and marks, long comments.

use std::fmt::Write;

use super::random::{Quantile, Random};
use super::{colour, fill, push_point};

/// Bytes of a file: half are small problem sets and studies, the rest dictionaries that hold
/// nearly all nodes.
const FILE_BYTES: [Quantile; 6] =
    [(0, 120), (350, 400), (500, 10_000), (650, 45_000), (700, 800_000), (1000, 1_400_000)];

/// How many parentheses may be open at once in an ordinary part of the tree.
const DEPTH: usize = 28;

const SENTENCES: [&str; 8] = [
    "White continues with 'a' or 'b'.",
    "Black joseki continues with 'a'. Other continuations show (at best) a special strategy.",
    "White 20 is too aggressive.",
    "This move is an overplay that starts a fight where White is split disadvantageously.",
    "石田芳夫定式大辞典",
    "Correct.",
    "After the exchange of the marked stones the corner is alive,\nbut Black keeps sente.",
    "Pushing first at the marked location before playing White 6 is recommended.",
];

/// Dictionaries of joseki: variations within variations, usually up to 28 parentheses deep, in
/// places up to 300 where each move of a ladder has its refutation; labels with several values;
/// comments of several lines.
pub(crate) fn joseki(seed: u64, bytes: usize) -> Vec<String> {
    fill(seed, bytes, |random, wanted| {
        let budget = random.draw(&FILE_BYTES).min(wanted as u64) as usize;
        let mut out =
            String::from("(;FF[4]\nGM[1]\nCA[UTF-8]\nAP[Goban:3.2.12]\nSZ[19]\nKM[0.0]\n");
        push_annotation(random, &mut out);
        while out.len() < budget {
            if random.per_mille(10) {
                push_ladder(random, &mut out);
            } else {
                push_variation(random, budget, &mut out);
            }
        }
        out.push_str(")\n");
        out
    })
}

/// Writes a sub-tree of the root, with what branches off it until the budget is used up.
fn push_variation(random: &mut Random, budget: usize, out: &mut String) {
    // How many variations are still to come at each open parenthesis.
    let mut open = vec![1];
    let mut number = 0;
    while let Some(to_come) = open.last_mut() {
        if *to_come == 0 {
            open.pop();
            if !open.is_empty() {
                out.push(')');
            }
            continue;
        }
        *to_come -= 1;
        out.push_str("\n(");
        for _ in 0..random.between(1, 7) {
            push_node(random, number, out);
            number += 1;
        }
        let branches = open.len() < DEPTH && out.len() < budget && random.per_mille(450);
        if branches {
            open.push(random.between(2, 3));
        } else {
            out.push(')');
        }
    }
}

/// Writes a ladder: each move has its refutation as a variation beside the one that goes on.
fn push_ladder(random: &mut Random, out: &mut String) {
    let depth = random.between(60, 300);
    for number in 0..depth {
        out.push_str("\n(");
        push_node(random, number, out);
        out.push_str("\n(");
        push_node(random, number + 1, out);
        out.push(')');
    }
    for _ in 0..depth {
        out.push(')');
    }
}

/// Writes a node: a move, and after every fourth an annotation.
fn push_node(random: &mut Random, number: u64, out: &mut String) {
    out.push(';');
    out.push(colour(number));
    out.push('[');
    push_point(random, out);
    out.push(']');
    if random.per_mille(250) {
        push_annotation(random, out);
    }
    out.push('\n');
}

/// Writes labels, marks and a comment, each of them or not.
fn push_annotation(random: &mut Random, out: &mut String) {
    if random.per_mille(380) {
        out.push_str("LB");
        for label in 0..random.between(1, 5) {
            out.push('[');
            push_point(random, out);
            let _ = write!(out, ":{}]", char::from(b'a' + label as u8));
        }
    }
    if random.per_mille(60) {
        out.push_str(random.pick(&["TR", "MA", "CR"]));
        for _ in 0..random.between(1, 3) {
            out.push('[');
            push_point(random, out);
            out.push(']');
        }
    }
    if random.per_mille(930) {
        push_comment(random, out);
    }
}

/// Writes a comment of one to three sentences. One of thirty has brackets, which are escaped.
fn push_comment(random: &mut Random, out: &mut String) {
    out.push_str("C[");
    for sentence in 0..random.draw(&[(0, 1), (880, 2), (1000, 4)]) {
        if sentence > 0 {
            out.push_str("\n\n");
        }
        out.push_str(random.pick(&SENTENCES));
    }
    if random.per_mille(33) {
        out.push_str(" [see page 12\\]");
    }
    out.push(']');
}
