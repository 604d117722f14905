//! Games as servers and engines write them: one line of moves after a root full of properties.

use std::fmt::Write;

use super::random::{Quantile, Random};
use super::{colour, fill, push_point};

/// Moves of a plain game. With a root of about 290 bytes it gives a median file of 1.1 kB, a 99th
/// percentile of 9 kB, and 7 to 7.5 bytes a node.
const PLAIN_MOVES: [Quantile; 9] = [
    (0, 2),
    (10, 20),
    (100, 60),
    (250, 95),
    (500, 140),
    (750, 225),
    (900, 340),
    (980, 700),
    (1000, 2000),
];

/// Moves of a game between engines, which resign late.
const ENGINE_MOVES: [Quantile; 7] =
    [(0, 60), (100, 142), (250, 165), (500, 194), (750, 233), (900, 276), (1000, 360)];

const FAMILY_NAMES: [&str; 12] =
    ["李", "王", "张", "刘", "陈", "杨", "赵", "黄", "周", "柯", "古", "时"];
const GIVEN_NAMES: [&str; 12] =
    ["洁", "力", "昌镐", "世石", "小光", "灵益", "廷桓", "笑然", "天丰", "越", "其", "伟"];
const NICKS: [&str; 8] =
    ["tartrate", "redrose", "Zen19", "peepee", "masterK", "stone_fan", "mimi", "lifeanddeath"];
const ROOMS: [&str; 3] =
    ["Pro Room", "https://server.example/games/20130831", "The Go Server at server.example"];
const CHAT: [&str; 7] = [
    "hi",
    "thx",
    "game of the day :)",
    "really big match",
    "move 42 and still no corner move",
    "黑棋好",
    "What happened to \"there's no territory in the center\"",
];

/// Plain games of a server: a root with about 18 properties, then `;B[xx];W[yy]` and so on.
///
/// One node of 250 has a line of chat, where nicknames bring an escaped bracket, as `[7d\]`.
pub(crate) fn plain(seed: u64, bytes: usize) -> Vec<String> {
    fill(seed, bytes, |random, _| {
        let mut out = String::new();
        let separator = random.pick(&["", "", "  ", "\n"]);
        push_root(random, separator, &mut out);
        let moves = random.draw(&PLAIN_MOVES);
        for number in 0..moves {
            push_move(random, number, &mut out);
            if random.per_mille(4) {
                push_chat(random, &mut out);
            }
        }
        out.push_str(")\n");
        out
    })
}

/// Games of an engine that writes its view of the position after each move:
/// `C[0.48 0.52 0.00 -0.4 v=600]`, 24 to 27 bytes. No other form of record is as dense in values
/// of middle length.
///
/// Three of a thousand comments are a remark with an escaped bracket instead.
pub(crate) fn comments(seed: u64, bytes: usize) -> Vec<String> {
    fill(seed, bytes, |random, _| {
        let mut out = String::new();
        push_engine_root(random, &mut out);
        let moves = random.draw(&ENGINE_MOVES);
        let mut black: u64 = 48;
        for number in 0..moves {
            push_move(random, number, &mut out);
            if random.per_mille(6) {
                let visits = random.between(600, 4800);
                let _ = write!(out, "C[search stopped early [time\\], v={visits}]");
                continue;
            }
            black = (black + random.between(0, 4)).clamp(3, 101) - 2;
            let (sign, lead) = (if black < 50 { "-" } else { "" }, 2 * black.abs_diff(50));
            let visits = random.between(600, 4800);
            let _ = write!(
                out,
                "C[0.{black:02} 0.{white:02} 0.00 {sign}{}.{} v={visits}]",
                lead / 10,
                lead % 10,
                white = 99 - black,
            );
        }
        out.push(')');
        out
    })
}

/// Games with the time left after each move, a node a line: `;B[jj]BL[1280.503]`, and
/// `OB[5]` for the stones or periods left once the main time is used up.
pub(crate) fn clock(seed: u64, bytes: usize) -> Vec<String> {
    fill(seed, bytes, |random, _| {
        let mut out = String::new();
        push_root(random, "\n", &mut out);
        let moves = random.draw(&PLAIN_MOVES);
        let overtime_from = random.between(40, 200);
        let mut left = [1_800_000_u64; 2];
        for number in 0..moves {
            let player = colour(number);
            let clock = &mut left[number as usize % 2];
            *clock = clock.saturating_sub(random.between(500, 20_000));
            out.push('\n');
            push_move(random, number, &mut out);
            if number < overtime_from {
                let (seconds, thousandths) = (*clock / 1000, *clock % 1000);
                let _ = write!(out, "{player}L[{seconds}.{thousandths:03}]");
            } else {
                let seconds = random.between(1, 30);
                let periods = random.between(1, 5);
                let _ = write!(out, "{player}L[{seconds}.000]O{player}[{periods}]");
            }
        }
        out.push_str(")\n");
        out
    })
}

fn push_move(random: &mut Random, number: u64, out: &mut String) {
    out.push(';');
    out.push(colour(number));
    out.push('[');
    push_point(random, out);
    out.push(']');
}

fn push_chat(random: &mut Random, out: &mut String) {
    let nick = random.pick(&NICKS);
    let rank = random.between(1, 9);
    let line = random.pick(&CHAT);
    let _ = writeln!(out, "C[{nick} [{rank}d\\]: {line}");
    out.push(']');
}

/// A root as servers write it, about 290 bytes.
fn push_root(random: &mut Random, separator: &str, out: &mut String) {
    out.push_str("(;");
    let (black, white) = (name(random), name(random));
    let (black_rank, white_rank) = (random.between(1, 9), random.between(1, 9));
    let (year, month, day) =
        (random.between(2003, 2024), random.between(1, 12), random.between(1, 28));
    let date = format!("{year}-{month:02}-{day:02}");
    let (winner, margin) = (colour(random.below(2)), random.between(0, 40));
    let result = match margin {
        0..=20 => format!("{winner}+R"),
        _ => format!("{winner}+{margin}.5"),
    };
    let room = random.pick(&ROOMS);
    let game = random.below(1 << 40);
    let properties = [
        ("GM", "1"),
        ("FF", "4"),
        ("CA", "UTF-8"),
        ("SZ", "19"),
        ("GN", &format!("{room} {game}")),
        ("DT", &date),
        ("PC", room),
        ("PB", &black),
        ("PW", &white),
        ("BR", &format!("{black_rank}段")),
        ("WR", &format!("{white_rank}段")),
        ("KM", random.pick(&["6.5", "7.5", "375", "0"])),
        ("HA", "0"),
        ("RU", random.pick(&["Chinese", "Japanese"])),
        ("AP", "GNU Go:3.8"),
        ("RE", &result),
        ("TM", "1200"),
        ("TC", "3"),
        ("TT", "30"),
    ];
    for (ident, value) in properties {
        let _ = write!(out, "{ident}[{value}]{separator}");
    }
}

/// A root as an engine writes it that plays against another.
fn push_engine_root(random: &mut Random, out: &mut String) {
    let networks = (random.between(18, 60), random.between(18, 60));
    let (steps, data) = (random.below(1 << 33), random.below(1 << 32));
    let hash = (u128::from(random.below(u64::MAX)) << 64) | u128::from(random.below(u64::MAX));
    let winner = colour(random.below(2));
    let _ = write!(
        out,
        "(;FF[4]GM[1]SZ[19]PB[kata1-b{}c384nbt-s{steps}-d{data}]PW[kata1-b{}c512nbt-s{steps}-d{data}]\
         HA[0]KM[6]RU[koSITUATIONALscoreTERRITORYtaxSEKIsui1]RE[{winner}+R]\
         C[startTurnIdx=0,initTurnNum=0,gameHash={hash:032X},gtype=normal]",
        networks.0, networks.1,
    );
}

/// A player's name: two of three in Chinese characters, the rest in letters.
fn name(random: &mut Random) -> String {
    if random.below(3) == 0 {
        random.pick(&NICKS).to_owned()
    } else {
        [random.pick(&FAMILY_NAMES), random.pick(&GIVEN_NAMES)].concat()
    }
}
