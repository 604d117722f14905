//! Damage stays where it is: one byte of a collection is changed, and all game trees but the one
//! it stands in and the next are read as before. The fuzz targets include this file too.

use std::ops::Range;

use kifu::{Arena, Collection, Parser};

use crate::choose::Choose;

/// A sound collection of game trees that all have a root property, and where each of them stands.
pub(crate) fn collection(choose: &mut impl Choose) -> (Vec<u8>, Vec<Range<usize>>) {
    let mut source = Vec::new();
    let mut games = Vec::new();
    for _ in 0..2 + choose.below(4) {
        let start = source.len();
        game_tree(choose, &mut source);
        games.push(start..source.len());
        white_space(choose, &mut source);
    }
    (source, games)
}

fn game_tree(choose: &mut impl Choose, source: &mut Vec<u8>) {
    const ROOTS: [&str; 4] = ["GM[1]", "FF[4]GM[1]", "C[x]SZ[19]", "AP[a:1]CA[UTF-8]"];
    source.extend_from_slice(b"(;");
    source.extend_from_slice(ROOTS[choose.below(4)].as_bytes());
    let mut depth = 1;
    for _ in 0..choose.below(12) {
        match choose.below(6) {
            0 if depth < 4 => {
                source.extend_from_slice(b"(;");
                depth += 1;
            }
            1 if depth > 1 => {
                // Only a sub-tree or the end of the tree may follow.
                source.push(b')');
                depth -= 1;
                if choose.below(2) == 0 {
                    break;
                }
                source.extend_from_slice(b"(;");
                depth += 1;
            }
            2 => source.push(b';'),
            3 => white_space(choose, source),
            _ => node(choose, source),
        }
    }
    source.extend(std::iter::repeat_n(b')', depth));
}

fn node(choose: &mut impl Choose, source: &mut Vec<u8>) {
    const IDENTS: [&str; 5] = ["B", "W", "C", "AB", "GM"];
    source.push(b';');
    let first = choose.below(5);
    for ident in &IDENTS[first..5.min(first + choose.below(3))] {
        source.extend_from_slice(ident.as_bytes());
        for _ in 0..1 + choose.below(2) {
            source.push(b'[');
            value(choose, source);
            source.push(b']');
        }
    }
}

fn value(choose: &mut impl Choose, source: &mut Vec<u8>) {
    const PIECES: [&str; 16] = [
        "a", "b", "aa", " ", "\n", "(", ")", ";", "[", "\\]", "\\\\", "C[", ":", "é", "(;", "GM[1",
    ];
    for _ in 0..choose.below(6) {
        source.extend_from_slice(PIECES[choose.below(16)].as_bytes());
    }
}

fn white_space(choose: &mut impl Choose, source: &mut Vec<u8>) {
    source.extend_from_slice(&b" \n\n"[..choose.below(4)]);
}

/// Changes one byte of a collection, and looks at what becomes of its game trees.
pub(crate) fn check(parser: &mut Parser, choose: &mut impl Choose) {
    const MARKS: &[u8] = b"()[];\\ \nAGMx1\0\xFF";
    let (source, games) = collection(choose);
    let mut changed = source.clone();
    let at = choose.below(source.len());
    changed[at] = match choose.below(2) {
        0 => MARKS[choose.below(MARKS.len())],
        _ => choose.below(256) as u8,
    };
    check_change(parser, &source, &changed, at, &games);
}

/// Whether a bracket is open at the end of the last value of the game tree.
fn ends_in_doubt(sound: Collection<'_>, game: usize) -> bool {
    let nodes = sound.game_trees().nth(game).expect("a game tree").nodes();
    let last = nodes.flat_map(kifu::Node::properties).last();
    last.is_some_and(|property| property.values().any(|value| value.raw().contains(&b'[')))
}

fn check_change(
    parser: &mut Parser,
    source: &[u8],
    changed: &[u8],
    at: usize,
    games: &[Range<usize>],
) {
    let (arena, twin) = (Arena::new(), Arena::new());
    let sound = parser.parse_bytes(&arena, source).unwrap();
    assert_eq!(sound.game_trees().len(), games.len());
    // White space belongs to the game tree before it.
    let hit = games.iter().rposition(|game| game.start <= at).unwrap_or(0);
    let after = games.len().saturating_sub(hit + 2);
    // A value that holds a bracket may turn out to go on after the end of its game tree (R7).
    let hit =
        (0..=hit).rev().find(|&game| game == 0 || !ends_in_doubt(sound, game - 1)).unwrap_or(0);
    let damaged = parser.read(&twin, changed);
    let shown = changed.escape_ascii();
    let before = sound.game_trees().take(hit);
    assert!(before.eq(damaged.game_trees().take(hit)), "before {hit} of b\"{shown}\"");
    let sound_after = sound.game_trees().rev().take(after);
    assert!(sound_after.eq(damaged.game_trees().rev().take(after)), "after {hit} of b\"{shown}\"");
}
